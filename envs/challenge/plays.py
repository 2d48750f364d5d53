"""What answers to decisions do."""

from throwdown.envs.challenge import attempts, decks, flow
from throwdown.envs.challenge.actions import Act
from throwdown.envs.challenge.state import Event, Kind, Mode, Phase, Reaction, Shelf, State
from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import Out, kernel, tell


@kernel
def post(s: State, action: int, out: Out) -> None:
    """Choose the obstacle to post."""
    s.shelf, s.template = Shelf.OBSTACLE, action - Act.TEMPLATE
    ask(s, Phase.DIFFICULTY)


@kernel
def set_difficulty(s: State, action: int, out: Out) -> None:
    """Set the Difficulty of what was chosen."""
    flow.post(s, action - Act.OFFSET, out)


@kernel
def at_priority(s: State, action: int, out: Out) -> None:
    """Do what whoever has priority chose."""
    if action == Act.PASS:
        flow.yield_turn(s, out)
    elif flow.is_tables(s):
        act_table(s, action, out)
    elif not prepare(s, action, out):
        act_hero(s, action, out)


@kernel
def act_table(s: State, action: int, out: Out) -> None:
    """Lay a token, which is no Action, so that the Table goes on (CHO-22), or choose a hazard."""
    if action == Act.TOKEN:
        s.tokens -= 1
        s.heroes[0].token = True
        tell(out, Event.TOKEN_LAID, flow.TABLE)
        ask(s, Phase.PRIORITY)
    else:
        s.shelf, s.template = Shelf.HAZARD, action - Act.TEMPLATE
        ask(s, Phase.DIFFICULTY)


@kernel
def prepare(s: State, action: int, out: Out) -> bool:
    """Spend Stamina or the Boon, if the action does; the decision stays."""
    h = flow.hero_of(s)
    w = s.heroes[h]
    if Act.HEARTSEEKER <= action < Act.KNUCKLE:
        level = action - Act.HEARTSEEKER + 1
        w.stamina -= level
        decks.gain_bang(w, level)
        tell(out, Event.HEARTSEEKER, s.seat, amount=level)
    elif action == Act.FRENZY:
        w.stamina -= flow.FRENZY_COST
        w.actions, w.frenzied = 1, True
        tell(out, Event.FRENZIED, s.seat)
    elif action == Act.BOON_BANG:
        w.boon = False
        decks.gain_bang(w, 1)
        tell(out, Event.BOON_BANGED, s.seat)
    elif action == Act.BOON_BUST:
        w.boon = False
        w.barred = w.token or w.barred  # CHO-08
        w.token, w.joker = False, 0
        tell(out, Event.BOON_NULLIFIED, s.seat)
    else:
        return False
    flow.ask_hero(s, s.phase, h, out)
    return True


@kernel
def act_hero(s: State, action: int, out: Out) -> None:
    """Play a Character's Action; any begins the count of passes anew (CHO-23)."""
    h = flow.hero_of(s)
    w = s.heroes[h]
    s.passes = 0
    w.actions -= 1
    if action == Act.BOON_GIFT:
        w.boon, s.heroes[h ^ 2].boon = False, True
        tell(out, Event.BOON_GIVEN, s.seat, amount=h ^ 2)
        flow.end_action(s, out)
    elif s.cfg.mode == Mode.ATTEMPT:
        s.target = s.open[0]
        flow.attempt(s, h, Kind.OBSTACLE, s.cfg.core, out)
    elif s.cfg.mode == Mode.SCENE:
        flow.attempt_obstacle(s, action - Act.CHOOSE, Kind.OBSTACLE, out)
    else:
        s.attacker, s.press = h, action - Act.CHOOSE
        if s.cfg.heroes == 2:
            flow.declare(s, 1 - h, out)
        else:
            flow.ask_hero(s, Phase.TARGET, h, out)


@kernel
def aim(s: State, action: int, out: Out) -> None:
    """Press on one of the opponents."""
    flow.declare(s, 1 - (s.seat & 1) + 2 * (action - Act.CHOOSE), out)


@kernel
def answer(s: State, action: int, out: Out) -> None:
    """Take a hostile Action, or declare a Reaction."""
    if action == Act.PASS:
        flow.strike(s, out)
    elif not prepare(s, action, out):
        flow.react(s, action == Act.REACT_FAST, out)


@kernel
def react(s: State, action: int, out: Out) -> None:
    """React with what was chosen."""
    what = action - Act.CHOOSE
    if prepare(s, action, out):
        return
    if s.cfg.mode == Mode.DUEL:
        flow.press_back(s, what, out)
    elif s.reaction == Reaction.FAST:
        flow.attempt(s, 0, Kind.FAST, what, out)
    else:
        flow.attempt_obstacle(s, what, Kind.REACTION, out)


@kernel
def begin_forced(s: State, action: int, out: Out) -> None:
    """Draw for a forced Attempt."""
    if not prepare(s, action, out):
        flow.draw_forced(s, flow.hero_of(s), out)


@kernel
def go_further(s: State, action: int, out: Out) -> None:
    """Stand, or draw another card."""
    if action == Act.PASS:
        flow.stand(s, out)
    elif not prepare(s, action, out):
        is_reach = action == Act.DOUBLE_REACH or action == Act.TRIPLE_REACH
        flow.draw_another(s, 1 if is_reach else 0, out)


@kernel
def retry(s: State, action: int, out: Out) -> None:
    """Leave a failure as it is, or Knuckle Down."""
    if action == Act.KNUCKLE:
        flow.knuckle_down(s, out)
    else:
        flow.conclude(s, attempts.score_of(s, s.attempt) - s.bar, out)
