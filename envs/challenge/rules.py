"""The rules of Challenges as kernels, clause by clause as in RULES.md: the deal, moves, ends and hidden information."""

from throwdown.envs.challenge import attempts, decks, flow, legality
from throwdown.envs.challenge.actions import Act
from throwdown.envs.challenge.hidden import redeal as redeal
from throwdown.envs.challenge.state import Core, Event, Kind, Mode, Phase, Reaction, Shelf, State
from throwdown.envs.core import deck as piles
from throwdown.envs.core.kit import Out, kernel, pick, reset, tell


@kernel
def setup(s: State, out: Out) -> None:
    """Choose the Characters, shuffle a fresh deck for each (CHA-29), and begin."""
    reset(s)
    for h in range(s.cfg.heroes):
        w = s.heroes[h]
        w.character = s.cfg.candidate[h, pick(s, s.cfg.candidate_n[h])]
        w.stamina, w.actions = s.cfg.cast_stamina[w.character], s.cfg.actions
        for core in range(len(Core)):
            w.core[core] = s.cfg.cast_core[w.character, core]
        piles.fill(w.deck, s.cfg.faces)
    s.tokens = s.cfg.tokens if s.cfg.mode == Mode.SCENE else 0  # CHO-35
    if s.cfg.mode != Mode.ATTEMPT:
        flow.begin_round(s, out)
        settle_forced(s, out)
        return
    bill, low = s.bills[0], s.cfg.low[s.cfg.template_band[Shelf.OBSTACLE, 0]]
    high = s.cfg.high[s.cfg.template_band[Shelf.OBSTACLE, 0]]
    bill.difficulty, bill.known = low + pick(s, high - low + 1), s.cfg.known
    s.round_no, s.bill_n, s.open_n, s.open[0] = 1, 1, 1, 0
    flow.ask(s, Phase.PRIORITY, 0, out)


@kernel
def legal(s: State, out: Out) -> None:
    """Write the legal set, one word."""
    out.words[0] = legality.options(s)


@kernel
def apply(s: State, action: int, out: Out) -> None:
    """Play an action, and on until somebody has a choice that public facts do not make (CHO-24)."""
    act(s, action, out)
    settle_forced(s, out)


@kernel
def settle_forced(s: State, out: Out) -> None:
    """Let a hostile Action go on, and make the choices of which there is but one."""
    while not s.over:
        if s.strikes:
            s.strikes = False
            flow.strike(s, out)
            continue
        action = legality.only_choice(s)
        if action < 0:
            return
        act(s, action, out)


@kernel
def act(s: State, action: int, out: Out) -> None:
    """Play one action in the phase that it belongs to."""
    if legality.is_tables(s):
        act_table(s, action, out)
    elif Act.HEARTSEEKER <= action < Act.KNUCKLE or Act.FRENZY <= action <= Act.BOON_BUST:
        prepare(s, action, out)
    elif s.phase == Phase.PRIORITY:
        act_hero(s, action, out)
    elif s.phase == Phase.TARGET:
        flow.declare(s, 1 - (s.seat & 1) + 2 * (action - Act.CHOOSE), out)
    elif s.phase == Phase.ANSWER:
        flow.strike(s, out)
    elif s.phase == Phase.REACTION:
        act_reaction(s, action - Act.CHOOSE, out)
    elif s.phase == Phase.BEFORE:
        flow.draw_forced(s, flow.hero_of(s), out)
    elif s.phase == Phase.CARDS:
        if action == Act.PASS:
            flow.stand(s, out)
        else:
            flow.go_on(s, 1 if action in (Act.DOUBLE_REACH, Act.TRIPLE_REACH) else 0, out)
    elif action == Act.KNUCKLE:
        flow.knuckle_down(s, out)
    else:
        flow.conclude(s, attempts.score_of(s, s.attempt) - s.bar, out)


@kernel
def act_table(s: State, action: int, out: Out) -> None:
    """Play an action of the Table."""
    if action == Act.PASS:
        flow.yield_turn(s, out)
    elif action == Act.TOKEN:  # it is no Action: the Table goes on (CHO-22)
        s.tokens -= 1
        s.heroes[0].token = True
        tell(out, Event.TOKEN_LAID, flow.TABLE)
    elif s.phase == Phase.DIFFICULTY:
        flow.post(s, action - Act.OFFSET, out)
    else:
        s.shelf = Shelf.OBSTACLE if s.phase == Phase.POST else Shelf.HAZARD
        s.template, s.phase = action - Act.TEMPLATE, Phase.DIFFICULTY


@kernel
def prepare(s: State, action: int, out: Out) -> None:
    """Spend Stamina or the Boon, or answer a hostile Action with a Reaction; the decision stays but in the latter."""
    h = flow.hero_of(s)
    w = s.heroes[h]
    seat = s.seat
    if action in (Act.REACT, Act.REACT_FAST):
        flow.react(s, action == Act.REACT_FAST, out)
        return
    if action < Act.KNUCKLE:
        level = action - Act.HEARTSEEKER + 1
        w.stamina -= level
        decks.gain_bang(w, level)
        tell(out, Event.HEARTSEEKER, seat, amount=level)
    elif action == Act.FRENZY:
        w.stamina -= flow.FRENZY_COST
        w.actions, w.frenzied = 1, True
        tell(out, Event.FRENZIED, seat)
    elif action == Act.BOON_BANG:
        w.boon = False
        decks.gain_bang(w, 1)
        tell(out, Event.BOON_BANGED, seat)
    else:
        w.boon = False
        w.barred = w.barred or w.token  # CHO-08
        w.token, w.joker = False, 0
        tell(out, Event.BOON_NULLIFIED, seat)
    flow.ask(s, s.phase, h, out)


@kernel
def act_hero(s: State, action: int, out: Out) -> None:
    """Play a Character's Action, or pass; any Action begins the count of passes anew (CHO-23)."""
    h = flow.hero_of(s)
    w = s.heroes[h]
    if action == Act.PASS:
        flow.yield_turn(s, out)
        return
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
            flow.ask(s, Phase.TARGET, h, out)


@kernel
def act_reaction(s: State, what: int, out: Out) -> None:
    """React with what was chosen."""
    if s.cfg.mode == Mode.DUEL:
        flow.press_back(s, what, out)
    elif s.reaction == Reaction.FAST:
        flow.attempt(s, 0, Kind.FAST, what, out)
    else:
        flow.attempt_obstacle(s, what, Kind.REACTION, out)


@kernel
def returns(s: State, out: Out) -> None:
    """Write the returns: a side wins or loses 1, or half the lead once the Rounds are over (CHE-08 to CHE-11)."""
    first = duel_return(s) if s.cfg.mode == Mode.DUEL else -scene_return(s)
    for seat in range(max(2, s.cfg.heroes)):
        out.returns[seat] = first if seat % 2 == 0 else -first


@kernel
def scene_return(s: State) -> float:
    """Return what the Character gets."""
    if s.cfg.mode == Mode.ATTEMPT:
        return 2.0 * (s.won - s.cfg.price * (s.spent - 1) / 100.0) - 1.0
    if s.progress >= s.cfg.goal:
        return 1.0
    if s.heroes[0].is_out:
        return -1.0
    lead = s.progress / s.cfg.goal - s.heroes[0].harm / s.cfg.limit
    return 0.5 * min(1.0, max(-1.0, lead))


@kernel
def duel_return(s: State) -> float:
    """Return what the first side gets."""
    lead, mine, theirs = 0, 0, 0
    for h in range(s.cfg.heroes):
        w = s.heroes[h]
        lead += w.harm if h & 1 else -w.harm
        mine += 1 - w.is_out if h & 1 == 0 else 0
        theirs += 1 - w.is_out if h & 1 else 0
    if mine == 0 or theirs == 0:
        return 1.0 if theirs == 0 else -1.0
    return 0.5 * min(1.0, max(-1.0, lead / (s.cfg.limit * (s.cfg.heroes // 2))))
