"""What follows from an Attempt: Progress, Harm, Boons, and the end of what brought it about."""

from throwdown.envs.challenge import decks, rounds
from throwdown.envs.challenge.state import Event, Kind, Mode, Phase, Reaction, State
from throwdown.envs.core.kit import NONE, Out, kernel, tell


@kernel
def settle(s: State, h: int, kind: int, is_success: bool, degree: int, out: Out) -> None:
    """Bring about what follows from an Attempt of a kind."""
    s.bar = 0
    tell(out, Event.SUCCEEDED if is_success else Event.FAILED, decks.seat_of(s, h), amount=degree)
    if s.cfg.mode == Mode.ATTEMPT:
        s.won, s.over = is_success, True
    elif kind == Kind.DEFENCE:
        if not is_success:
            hurt(s, h, degree, out)
        finish_press(s, is_success, out)
    elif kind == Kind.FAST:
        answer_fast(s, h, is_success, out)
    elif kind == Kind.FORCED:
        if not is_success:
            suffer(s, h, degree, out)
        finish_hazard(s, out)
    else:
        if is_success:
            overcome(s, degree, out)
        else:
            suffer(s, h, degree, out)
        rounds.end_action(s, out)


@kernel
def overcome(s: State, degree: int, out: Out) -> None:
    """Take an obstacle away for Progress: the degree and its band's bonus (CHO-31); a Boon on the way (CHE-06)."""
    bill = s.bills[s.target]
    gain = degree + s.cfg.bonus[s.cfg.template_band[bill.shelf, bill.template]]
    last = s.open_n - 1
    is_past = False
    for slot in range(last + 1):
        is_past = is_past or s.open[slot] == s.target
        if is_past:
            s.open[slot] = s.open[slot + 1] if slot < last else NONE  # CHO-30
    s.open_n = last
    s.progress = min(s.cfg.goal, s.progress + gain)
    tell(out, Event.OVERCOME, amount=bill.template)
    tell(out, Event.PROGRESSED, decks.seat_of(s, 0), amount=gain, number=s.progress)
    if s.progress >= s.cfg.goal:
        s.over = True
    elif s.cfg.boon_at > 0 and s.progress >= s.cfg.boon_at:
        award(s, 0, out)


@kernel
def award(s: State, h: int, out: Out) -> None:
    """Award hero ``h`` her one Boon; who holds one keeps it, and gets no second (CH-72, CHA-26)."""
    w = s.heroes[h]
    if w.awarded:
        return
    w.awarded = True
    if not w.boon:
        w.boon = True
        tell(out, Event.BOON_GAINED, decks.seat_of(s, h))


@kernel
def suffer(s: State, h: int, harm: int, out: Out) -> None:
    """Give a hero Harm, up to the limit (CHE-06): there she is out, and with the last of a side it is over (CHO-36)."""
    w = s.heroes[h]
    w.harm = min(s.cfg.limit, w.harm + harm)
    tell(out, Event.HARMED, decks.seat_of(s, h), amount=harm, number=w.harm)
    if w.harm < s.cfg.limit or s.cfg.mode == Mode.ATTEMPT:
        return
    w.is_out = True
    tell(out, Event.TAKEN_OUT, decks.seat_of(s, h))
    for other in range(h & 1, s.cfg.heroes, 2):
        if not s.heroes[other].is_out:
            return
    s.over = True


# Hostile Actions ----------------------------------------------------------------------------------------------------


@kernel
def hurt(s: State, h: int, degree: int, out: Out) -> None:
    """Give the defender Harm and the attacker her due: a Boon for enough of it (CHO-34)."""
    suffer(s, h, degree, out)
    w = s.heroes[s.attacker]
    w.dealt = min(100, w.dealt + degree)
    if s.cfg.boon_at > 0 and w.dealt >= s.cfg.boon_at:
        award(s, s.attacker, out)


@kernel
def answer_fast(s: State, h: int, is_success: bool, out: Out) -> None:
    """End a Fast Reaction to a hazard: success cancels it, failure lets it strike (CHA-35, CHO-19)."""
    if is_success:
        tell(out, Event.CANCELLED, decks.seat_of(s, h))
        rounds.end_action(s, out)
    else:
        s.reaction, s.strikes = Reaction.RUNNING, True


@kernel
def finish_hazard(s: State, out: Out) -> None:
    """After a hazard: the ordinary Reaction, if one was declared (CHO-16)."""
    if s.over:
        return
    if s.reaction == Reaction.DECLARED:
        s.reaction = Reaction.RUNNING
        rounds.ask_hero(s, Phase.REACTION, 0, out)
    else:
        rounds.end_action(s, out)


@kernel
def finish_press(s: State, is_held: bool, out: Out) -> None:
    """After a press: what it interrupted, if the Fast Reaction failed to stop it, or the ordinary Reaction."""
    if s.over:
        return
    if s.reaction == Reaction.FAST:
        s.reaction = Reaction.RUNNING
        if not is_held:
            tell(out, Event.CANCELLED, s.attacker)
            rounds.end_action(s, out)
            return
        s.attacker, s.defender = s.defender, s.attacker
        s.press, s.main_press, s.strikes = s.main_press, NONE, True
    elif s.reaction == Reaction.DECLARED and not s.heroes[s.defender].is_out:
        s.reaction = Reaction.RUNNING
        rounds.ask_hero(s, Phase.REACTION, s.defender, out)
    else:
        rounds.end_action(s, out)
