"""Actions: what the Table and Characters may do when they have priority."""

from throwdown.envs.challenge import attempts, decks, hostile, posting, preparing, rounds
from throwdown.envs.challenge.actions import Act
from throwdown.envs.challenge.state import Event, Kind, Mode, Phase, Shelf, State
from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import Out, allow, kernel, tell


@kernel
def at_turn(s: State) -> int:
    """Return the seat that has priority."""
    return rounds.TABLE if s.cfg.mode == Mode.SCENE and s.turn == 1 else decks.seat_of(s, s.turn)


@kernel
def is_priority_public(s: State) -> bool:
    """Return whether public facts alone make the legal set at a priority (CHO-24).

    What the Table may strike with follows from its hidden points; a lone Attempt is always begun by its player.
    """
    return bool(s.cfg.mode != Mode.ATTEMPT and (not rounds.is_tables(s) or s.hostile == 0))


@kernel
def legal_at_priority(s: State, out: Out) -> None:
    """Write what whoever has priority may do."""
    if rounds.is_tables(s):
        legal_for_table(s, out)
    else:
        legal_for_hero(s, out)


@kernel
def act_at_priority(s: State, action: int, out: Out) -> None:
    """Do what whoever has priority chose."""
    if action == Act.PASS:
        rounds.yield_turn(s, out)
    elif rounds.is_tables(s):
        act_table(s, action, out)
    elif not preparing.prepare(s, action, out):
        act_hero(s, action, out)


# The Table ----------------------------------------------------------------------------------------------------------


@kernel
def legal_for_table(s: State, out: Out) -> None:
    """Write what the Table may do at its priority: pass, strike with a hazard (CHE-05), lay a token (CHO-22)."""
    allow(out, Act.PASS)
    if s.hostile > 0:
        posting.legal_templates(s, Shelf.HAZARD, out)
    w = s.heroes[0]
    if s.tokens > 0 and not w.token and not w.barred:
        allow(out, Act.TOKEN)


@kernel
def act_table(s: State, action: int, out: Out) -> None:
    """Lay a token, which is no Action, so that the Table goes on (CHO-22), or choose a hazard."""
    if action == Act.TOKEN:
        s.tokens -= 1
        s.heroes[0].token = True
        tell(out, Event.TOKEN_LAID, rounds.TABLE)
        ask(s, Phase.PRIORITY)
    else:
        s.shelf, s.template = Shelf.HAZARD, action - Act.TEMPLATE
        ask(s, Phase.DIFFICULTY)


# Characters ---------------------------------------------------------------------------------------------------------


@kernel
def legal_for_hero(s: State, out: Out) -> None:
    """Write what a Character may do at her priority."""
    h = rounds.hero_of(s)
    w = s.heroes[h]
    if s.cfg.mode == Mode.ATTEMPT:
        allow(out, Act.CHOOSE)
        preparing.legal_grunts(w, out)
        return
    preparing.legal_frenzy(w, out)
    if w.actions == 0:
        return
    preparing.legal_grunts(w, out)
    if s.cfg.mode == Mode.SCENE:
        hostile.legal_numbers(s.open_n, out)
        return
    hostile.legal_numbers(hostile.presses(s, w), out)
    if s.cfg.heroes > 2 and w.boon:
        ally = s.heroes[h ^ 2]
        if not ally.is_out and not ally.boon:
            allow(out, Act.BOON_GIFT)  # CHO-37


@kernel
def act_hero(s: State, action: int, out: Out) -> None:
    """Play a Character's Action; any begins the count of passes anew (CHO-23)."""
    h = rounds.hero_of(s)
    w = s.heroes[h]
    s.passes = 0
    w.actions -= 1
    if action == Act.BOON_GIFT:
        w.boon, s.heroes[h ^ 2].boon = False, True
        tell(out, Event.BOON_GIVEN, s.seat, amount=h ^ 2)
        rounds.end_action(s, out)
    elif s.cfg.mode == Mode.ATTEMPT:
        s.target = s.open[0]
        attempts.attempt(s, h, Kind.OBSTACLE, s.cfg.core, out)
    elif s.cfg.mode == Mode.SCENE:
        attempts.attempt_obstacle(s, action - Act.CHOOSE, Kind.OBSTACLE, out)
    else:
        s.attacker, s.press = h, action - Act.CHOOSE
        if s.cfg.heroes == 2:
            hostile.declare(s, 1 - h, out)
        else:
            rounds.ask_hero(s, Phase.TARGET, h, out)
