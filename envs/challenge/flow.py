"""The course of a game: Rounds and priority, hostile Actions and what answers them, presses, ends."""

from throwdown.envs.challenge import attempts, decks
from throwdown.envs.challenge.state import CARDS, End, Event, Kind, Mode, Phase, Reaction, Shelf, State
from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, copy_record, kernel, reset, tell

TABLE = 0
"""The Table's seat, in games that have a Table."""


@kernel
def hero_of(s: State) -> int:
    """Return the hero who decides; where there is a Table, there is one hero."""
    return s.seat if s.cfg.heroes > 1 else 0


@kernel
def is_tables(s: State) -> bool:
    """Return whether the Table decides."""
    return bool(s.cfg.heroes == 1 and s.seat == TABLE)


@kernel
def end_of(s: State) -> int:
    """Return how a game that is over ended."""
    if s.cfg.mode == Mode.ATTEMPT:
        return End.SUCCESS if s.won else End.FAILURE
    if s.cfg.mode == Mode.SCENE and s.progress >= s.cfg.goal:
        return End.GOAL
    for side in range(min(2, s.cfg.heroes)):
        is_out = True
        for h in range(side, s.cfg.heroes, 2):
            is_out = is_out and s.heroes[h].is_out
        if is_out:
            return End.HARM
    return End.ROUNDS


@kernel
def ask_hero(s: State, phase: int, h: int, out: Out) -> None:
    """Let hero ``h`` decide; at an Action decision she sees the cards of a pending Bang (CHO-05)."""
    ask(s, phase)
    is_action = s.heroes[h].actions > 0 if phase == Phase.PRIORITY else True
    if phase != Phase.CARDS and phase != Phase.KNUCKLE and phase != Phase.TARGET and is_action:
        decks.look(s, h, out)


# Who decides ------------------------------------------------------------------------------------------------------


@kernel
def table(s: State) -> int:
    """Return the Table's seat."""
    return TABLE


@kernel
def at_turn(s: State) -> int:
    """Return the seat that has priority."""
    return TABLE if s.cfg.mode == Mode.SCENE and s.turn == 1 else decks.seat_of(s, s.turn)


@kernel
def attacking(s: State) -> int:
    """Return the seat that presses."""
    return decks.seat_of(s, s.attacker)


@kernel
def defending(s: State) -> int:
    """Return the seat that a hostile Action is aimed at."""
    return decks.seat_of(s, s.defender)


@kernel
def attempting(s: State) -> int:
    """Return the seat whose Attempt it is."""
    return decks.seat_of(s, s.attempt.hero)


# Rounds and priority ----------------------------------------------------------------------------------------------


@kernel
def begin_round(s: State, out: Out) -> None:
    """Refresh Actions, pay the Table and let it post an obstacle if there is room (CHE-02, CHE-03, CHO-20)."""
    s.round_no += 1
    s.passes = 0
    tell(out, Event.ROUND_BEGAN, amount=s.round_no)
    for h in range(s.cfg.heroes):
        w = s.heroes[h]
        w.actions = s.cfg.actions
        if s.cfg.cast_busted[w.character] and not w.is_out:  # CHE-15
            w.token = True
            tell(out, Event.BEGAN_BUSTED, decks.seat_of(s, h))
        if s.cfg.cast_boons[w.character] and not w.boon and not w.is_out:  # CHE-17
            w.boon = True
            tell(out, Event.BOON_GAINED, decks.seat_of(s, h))
    s.turn = (s.round_no - 1) % actors(s)  # CHA-33, CHO-36
    if s.cfg.mode == Mode.DUEL:
        while s.heroes[s.turn].is_out:
            s.turn = (s.turn + 1) % actors(s)
        give_priority(s, out)
        return
    s.points = min(s.points, s.cfg.carry) + s.cfg.income
    s.hostile = s.cfg.hostile
    if s.open_n < s.cfg.open_most:
        s.shelf = Shelf.OBSTACLE
        ask(s, Phase.POST)
    else:
        give_priority(s, out)


@kernel
def actors(s: State) -> int:
    """Return how many have priority in turn: Character and Table, or the heroes of a duel."""
    return max(2, s.cfg.heroes)


@kernel
def give_priority(s: State, out: Out) -> None:
    """Let the one whose turn it is act or pass."""
    if s.cfg.mode == Mode.SCENE and s.turn == 1:
        ask(s, Phase.PRIORITY)
    else:
        ask_hero(s, Phase.PRIORITY, s.turn, out)


@kernel
def next_turn(s: State, out: Out) -> None:
    """Pass priority on to the next who is still in; nothing if the game is over."""
    if s.over:
        return
    s.turn = (s.turn + 1) % actors(s)
    while s.cfg.mode == Mode.DUEL and s.heroes[s.turn].is_out:
        s.turn = (s.turn + 1) % actors(s)
    give_priority(s, out)


@kernel
def yield_turn(s: State, out: Out) -> None:
    """Pass; when all who are still in have passed in succession, the Round ends (CHA-33, CHO-23, CHO-36)."""
    s.passes += 1
    tell(out, Event.PASSED, s.seat)
    active = actors(s)
    for h in range(s.cfg.heroes):
        active -= s.heroes[h].is_out
    if s.passes < active:
        next_turn(s, out)
        return
    end_round(s, out)


@kernel
def end_round(s: State, out: Out) -> None:
    """End tokens, Stagger and Jokers' Busts that are due (CH-44, CHA-13, CHA-23), then the Round."""
    for h in range(s.cfg.heroes):
        w = s.heroes[h]
        w.token, w.barred, w.stagger, w.frenzied = False, False, 0, False
        if w.joker <= s.round_no:
            w.joker = 0
    if s.round_no >= s.cfg.rounds:
        s.over = True
        tell(out, Event.ROUNDS_OVER)
    else:
        begin_round(s, out)


# The Table --------------------------------------------------------------------------------------------------------


@kernel
def lowest_of(s: State, shelf: int) -> int:
    """Return the lowest Difficulty of all templates of a shelf."""
    low = 127
    for t in range(s.cfg.template_n[shelf]):
        low = min(low, s.cfg.low[s.cfg.template_band[shelf, t]])
    return low


@kernel
def fits(s: State, shelf: int, template: int, points: int) -> bool:
    """Return whether the Table may post a template with so many points.

    It must pay for the lowest Difficulty; if it can pay for none, those of the lowest band are free (CHO-21).
    """
    low, least = s.cfg.low[s.cfg.template_band[shelf, template]], lowest_of(s, shelf)
    return bool(low <= points if least <= points else low == least)


@kernel
def post(s: State, offset: int, out: Out) -> None:
    """Post the chosen template at a Difficulty, and pay for it unless it is free (CHE-04)."""
    bill = s.bills[s.bill_n]
    bill.round_no, bill.shelf, bill.template, bill.known = s.round_no, s.shelf, s.template, False
    bill.difficulty = s.cfg.low[s.cfg.template_band[s.shelf, s.template]] + offset
    if lowest_of(s, s.shelf) <= s.points:
        s.points -= bill.difficulty
    number = s.bill_n
    s.bill_n += 1
    s.shelf, s.template = NONE, NONE
    if bill.shelf == Shelf.OBSTACLE:
        s.open[s.open_n] = number
        s.open_n += 1
        tell(out, Event.POSTED, TABLE, amount=bill.template)
        give_priority(s, out)
        return
    s.hostile -= 1
    s.passes = 0
    s.hazard, s.target = number, number
    tell(out, Event.HAZARD_STRUCK, TABLE, amount=bill.template)
    ask_hero(s, Phase.ANSWER, 0, out)


# Attempts ---------------------------------------------------------------------------------------------------------


@kernel
def attempt(s: State, h: int, kind: int, core: int, out: Out) -> None:
    """Begin an Attempt and go on as its first card says."""
    attempts.begin(s, h, kind, core, out)
    s.spent += 1
    after_card(s, out)


@kernel
def attempt_obstacle(s: State, slot: int, kind: int, out: Out) -> None:
    """Attempt an open obstacle, at priority or as an ordinary Reaction."""
    s.target = s.open[slot]
    bill = s.bills[s.target]
    attempt(s, 0, kind, s.cfg.template_core[bill.shelf, bill.template], out)


@kernel
def after_card(s: State, out: Out) -> None:
    """Ask for another card, unless there are three or the Attempt has Flopped (CHA-08).

    Of hidden cards nobody may see whether they Flopped, so the owner is asked all the same (CHO-40).
    """
    a = s.attempt
    if a.n == CARDS or (a.flopped and not decks.is_hidden(s)):
        stand(s, out)
    else:
        ask_hero(s, Phase.CARDS, a.hero, out)


@kernel
def draw_another(s: State, stamina: int, out: Out) -> None:
    """Double or Triple Down: an Action at the declaration, and Stamina if Busted (CH-26, CH-28, CH-47)."""
    w = s.heroes[s.attempt.hero]
    w.actions -= 1
    w.stamina -= stamina
    s.spent += 1
    event = Event.DOUBLED if s.attempt.n == 1 else Event.TRIPLED
    tell(out, event, s.seat, amount=stamina)
    attempts.draw_next(s, out)
    after_card(s, out)


@kernel
def stand(s: State, out: Out) -> None:
    """Keep the cards: an attacker's wait for the defence (CHO-29), all others are judged."""
    if s.attempt.kind == Kind.ATTACK:
        copy_record(s.attack, s.attempt)
        reset(s.attempt)
        face(s, s.defender, out)
    else:
        judge(s, out)


@kernel
def face(s: State, h: int, out: Out) -> None:
    """Let hero ``h`` face a hostile Action; who is Flat Footed fails without a card (CH-66, CHO-14)."""
    if not attempts.is_flat(s.heroes[h]):
        ask_hero(s, Phase.BEFORE, h, out)
        return
    tell(out, Event.FLAT_FOOTED, decks.seat_of(s, h))
    reveal(s, out)
    settle(s, h, Kind.DEFENCE if s.attacker != NONE else Kind.FORCED, False, s.cfg.most, out)


@kernel
def draw_forced(s: State, h: int, out: Out) -> None:
    """Make a forced Attempt, which takes an Action or a step of Stagger."""
    attempts.pay_forced(s, h, out)
    if s.attacker != NONE:
        attempt(s, h, Kind.DEFENCE, s.cfg.press_to[s.press], out)
    else:
        s.target = s.hazard
        attempt(s, h, Kind.FORCED, s.cfg.template_core[Shelf.HAZARD, s.bills[s.hazard].template], out)


@kernel
def reveal(s: State, out: Out) -> None:
    """Make public what is to be reached: a Difficulty (CHO-09), or an attacker's cards, whose Attempt is over."""
    if s.attack.hero == NONE:
        bill = s.bills[s.target]
        if not bill.known:
            tell(out, Event.DIFFICULTY_REVEALED, amount=bill.difficulty)
        bill.known, s.bar = True, bill.difficulty
        return
    seat = decks.seat_of(s, s.attack.hero)
    for k in range(s.attack.n):
        tell(out, Event.CARD_SHOWN, seat, card=s.attack.cards[k])
    if s.attack.flopped:
        tell(out, Event.FLOPPED, seat)
    s.bar = attempts.score_of(s, s.attack)
    attempts.close(s, s.attack, out)


@kernel
def judge(s: State, out: Out) -> None:
    """Compare the score with what is to be reached (CH-23, CH-24); a failure may be retried (CH-49)."""
    a = s.attempt
    reveal(s, out)
    margin = attempts.score_of(s, a) - s.bar
    if margin < 0 and s.heroes[a.hero].stamina >= KNUCKLE_COST:
        ask_hero(s, Phase.KNUCKLE, a.hero, out)
    else:
        conclude(s, margin, out)


KNUCKLE_COST, FRENZY_COST, FAST_COST = 2, 2, 2
"""Stamina (CH-49, CH-52, CH-54)."""


@kernel
def knuckle_down(s: State, out: Out) -> None:
    """Replace the last card (CH-51); if that fails as well, the first result stands (CHA-17, CHO-13)."""
    a = s.attempt
    h = a.hero
    s.heroes[h].stamina -= KNUCKLE_COST
    tell(out, Event.KNUCKLED_DOWN, decks.seat_of(s, h))
    before = attempts.score_of(s, a) - s.bar
    a.replaced = a.cards[a.n - 1]
    a.n -= 1
    attempts.draw_next(s, out)
    after = attempts.score_of(s, a) - s.bar
    conclude(s, after if after >= 0 else before, out)


@kernel
def conclude(s: State, margin: int, out: Out) -> None:
    """End the Attempt with a margin, and let its consequences follow."""
    a = s.attempt
    h, kind, degree = a.hero, a.kind, attempts.degree_of(s, margin, a.n)
    attempts.close(s, a, out)
    settle(s, h, kind, margin >= 0, degree, out)


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
            attempts.suffer(s, h, degree, out)
        finish_hazard(s, out)
    else:
        if is_success:
            overcome(s, degree, out)
        else:
            attempts.suffer(s, h, degree, out)
        end_action(s, out)


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


# Hostile Actions and Reactions -------------------------------------------------------------------------------------


@kernel
def end_action(s: State, out: Out) -> None:
    """Pass priority on after an Action and all that it brought about (CHO-18)."""
    s.reaction, s.target, s.hazard = Reaction.NONE, NONE, NONE
    s.attacker, s.defender, s.press, s.main_press = NONE, NONE, NONE, NONE
    next_turn(s, out)


@kernel
def step(s: State, out: Out) -> None:
    """Let a hostile Action that has been answered strike."""
    s.strikes = False
    strike(s, out)


@kernel
def strike(s: State, out: Out) -> None:
    """Go on with a hostile Action that has been answered: the attacker draws, or the hazard is faced."""
    if s.attacker != NONE:
        attempt(s, s.attacker, Kind.ATTACK, s.cfg.press_from[s.press], out)
    else:
        face(s, 0, out)


@kernel
def react(s: State, is_fast: bool, out: Out) -> None:
    """Declare a Reaction, which is paid now (CHO-17): a Fast one comes first (CH-53), an ordinary one after."""
    h = hero_of(s)
    w = s.heroes[h]
    w.actions -= 1
    if is_fast:
        w.stamina -= FAST_COST
        s.reaction = Reaction.FAST
        tell(out, Event.REACTED_FAST, s.seat)
        ask_hero(s, Phase.REACTION, h, out)
    else:
        s.reaction = Reaction.DECLARED
        tell(out, Event.REACTED, s.seat)
        strike(s, out)


@kernel
def answer_fast(s: State, h: int, is_success: bool, out: Out) -> None:
    """End a Fast Reaction to a hazard: success cancels it, failure lets it strike (CHA-35, CHO-19)."""
    if is_success:
        tell(out, Event.CANCELLED, decks.seat_of(s, h))
        end_action(s, out)
    else:
        s.reaction, s.strikes = Reaction.RUNNING, True


@kernel
def finish_hazard(s: State, out: Out) -> None:
    """After a hazard: the ordinary Reaction, if one was declared (CHO-16)."""
    if s.over:
        return
    if s.reaction == Reaction.DECLARED:
        s.reaction = Reaction.RUNNING
        ask_hero(s, Phase.REACTION, 0, out)
    else:
        end_action(s, out)


@kernel
def declare(s: State, target: int, out: Out) -> None:
    """Press on hero ``target``, who may answer (CHO-29)."""
    s.defender = target
    tell(out, Event.PRESSED, s.attacker, amount=s.press, number=target)
    ask_hero(s, Phase.ANSWER, target, out)


@kernel
def hurt(s: State, h: int, degree: int, out: Out) -> None:
    """Give the defender Harm and the attacker her due: a Boon for enough of it (CHO-34)."""
    attempts.suffer(s, h, degree, out)
    w = s.heroes[s.attacker]
    w.dealt = min(100, w.dealt + degree)
    if s.cfg.boon_at > 0 and w.dealt >= s.cfg.boon_at:
        award(s, s.attacker, out)


@kernel
def finish_press(s: State, is_held: bool, out: Out) -> None:
    """After a press: what it interrupted, if the Fast Reaction failed to stop it, or the ordinary Reaction."""
    if s.over:
        return
    if s.reaction == Reaction.FAST:
        s.reaction = Reaction.RUNNING
        if not is_held:
            tell(out, Event.CANCELLED, s.attacker)
            end_action(s, out)
            return
        s.attacker, s.defender = s.defender, s.attacker
        s.press, s.main_press, s.strikes = s.main_press, NONE, True
    elif s.reaction == Reaction.DECLARED and not s.heroes[s.defender].is_out:
        s.reaction = Reaction.RUNNING
        ask_hero(s, Phase.REACTION, s.defender, out)
    else:
        end_action(s, out)


@kernel
def press_back(s: State, press: int, out: Out) -> None:
    """React with a press on the attacker (CHO-18); a Fast one lets the first press wait."""
    if s.reaction == Reaction.FAST:
        s.main_press = s.press
    s.attacker, s.defender = s.defender, s.attacker
    s.press = press
    tell(out, Event.PRESSED, s.attacker, amount=press, number=s.defender)
    strike(s, out)
