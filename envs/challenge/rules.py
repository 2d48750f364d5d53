"""The rules of Challenges as kernels, clause by clause as in RULES.md: the deal, moves, ends and hidden information."""

from throwdown.envs.challenge import rounds
from throwdown.envs.challenge.decisions import DECISIONS
from throwdown.envs.challenge.state import Core, Mode, Phase, Shelf, State
from throwdown.envs.core import deck as piles
from throwdown.envs.core.kit import Out, kernel, pick, reset

legal, apply, _settle = DECISIONS.legal, DECISIONS.apply, DECISIONS.settle


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
    if s.cfg.mode == Mode.ATTEMPT:
        post_alone(s, out)
    else:
        rounds.begin_round(s, out)
    _settle(s, out)


@kernel
def post_alone(s: State, out: Out) -> None:
    """Post the obstacle of a lone Attempt, at a Difficulty by chance."""
    bill, low = s.bills[0], s.cfg.low[s.cfg.template_band[Shelf.OBSTACLE, 0]]
    high = s.cfg.high[s.cfg.template_band[Shelf.OBSTACLE, 0]]
    bill.difficulty, bill.known = low + pick(s, high - low + 1), s.cfg.known
    s.round_no, s.bill_n, s.open_n, s.open[0] = 1, 1, 1, 0
    rounds.ask_hero(s, Phase.PRIORITY, 0, out)


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
