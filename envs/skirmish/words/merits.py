"""What a choice does for the seat to move: in one sentence, from its own cards and what stands on the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from throwdown.envs.core.kit import NONE, Setup, joined, plural, tr
from throwdown.envs.skirmish import attacks, chart, commits, moves, state as st, terrain
from throwdown.envs.skirmish.actions import LAYOUT, Act, process_of
from throwdown.envs.skirmish.state import MCS, Phase, State
from throwdown.envs.skirmish.words import decisions, describe, names

_MOST_NAMED = 3
"""The most fighters that are listed."""


def merit(s: State, action: int, rival: int, setup: Setup) -> str:
    """Return what a choice brings and costs; see `MoreTexts.merit`."""
    act = LAYOUT.act_of(action)
    teller = _TOLD.get((Phase(int(s.phase)), act)) or _ANYWHERE.get(act)
    found = teller(s, action - act, setup) if teller else ""
    return joined(found) or decisions.WORDS.describe(s, action, setup).sentence


# Whom a card hits --------------------------------------------------------------------------------------------------


def _enemies(s: State, p: int) -> list[int]:
    side = 1 - int(terrain.side_of(p))
    every = range(int(terrain.first_of(side)), int(terrain.last_of(side)))
    return [q for q in every if s.processes[q].is_up and s.processes[q].area >= 0]


def _near(s: State, p: int, area: int) -> list[int]:
    """Return the enemies within a process's Range of an area."""
    side = 1 - int(terrain.side_of(p))
    word, first = int(terrain.within(s, side, area, terrain.reach(s, p))), int(terrain.first_of(side))
    return [first + k for k in range(int(terrain.last_of(side)) - first) if word >> k & 1]


def _is_hit(s: State, p: int, q: int, rank: int) -> bool:
    return bool(attacks.hits(rank, terrain.accuracy(s, p), terrain.evade(s, q)))


def _named(s: State, found: list[int], setup: Setup) -> str:
    """Return some fighters by name, or their number where they are many."""
    if len(found) > _MOST_NAMED:
        return plural("{n} enemy", "{n} enemies", len(found))
    return names.listed([names.process(s, q, setup) for q in found])


def _hits(s: State, p: int, rank: int, setup: Setup) -> str:
    """Return whom a card of a rank would hit from where a process stands, and of all enemies."""
    every = [q for q in _enemies(s, p) if _is_hit(s, p, q, rank)]
    here = [q for q in _near(s, p, int(s.processes[p].area)) if q in every]
    if here:
        return tr("from where {who} stands it hits {enemies}", **_known(s, p, setup, here))
    if every:
        return tr("it hits {enemies}, but only after a move into Range", **_known(s, p, setup, every))
    return tr("no enemy is hit by that rank")


def _known(s: State, p: int, setup: Setup, found: list[int]) -> dict[str, str]:
    return {"who": names.process(s, p, setup), "enemies": _named(s, found, setup)}


# Commits -----------------------------------------------------------------------------------------------------------


def _lay(s: State, k: int, setup: Setup) -> str:
    card = describe.card_of(s, k)
    if card == NONE:
        return ""
    if commits.is_wild(card):
        return tr("its rank is yours to choose: as an Ace it always hits, at double damage")
    return _comes(s, card // 4 + 1, setup)


def _comes(s: State, place: int, setup: Setup) -> str:
    """Return when a card of a place in the count comes, and whom it hits."""
    told = decisions.comes(s, place, setup)
    rank = int(commits.rank_at(place))
    if 0 <= s.by < MCS:
        return tr("{told}; {hits}", told=told, hits=_hits(s, int(s.by), rank, setup))
    mobs = [p for p in range(MCS, st.PROCESSES) if s.processes[p].is_up and s.processes[p].area >= 0]
    able = [p for p in mobs if any(_is_hit(s, p, q, rank) for q in _enemies(s, p))]
    if able:
        hits = tr("{n} of your processes can hit with it", n=len(able))
    else:
        hits = tr("none of your processes can hit with it")
    return tr("{told}; {hits}", told=told, hits=hits)


def _rank(s: State, k: int, setup: Setup) -> str:
    if k in (st.LOW_ACE, st.HIGH_ACE):
        when = tr("it comes first") if k == st.LOW_ACE else tr("it comes last")
        return tr("{when}, always hits, and does double damage", when=when)
    return _comes(s, k, setup)


def _reload(s: State, _: int, setup: Setup) -> str:
    told = decisions.WORDS.describe(s, Act.RELOAD, setup)
    return tr("it costs {cost}; {effect}", cost=told.cost, effect=told.effect)


# Turns -------------------------------------------------------------------------------------------------------------


def _activate(s: State, k: int, setup: Setup) -> str:
    p, rank = MCS + k, int(s.active_rank)
    if not rank:
        return ""
    return tr("{who} has the turn; {hits}", who=names.process(s, p, setup), hits=_hits(s, p, rank, setup))


def _attack_from(first: Act) -> Callable[[State, int, Setup], str]:
    def attack(s: State, k: int, setup: Setup) -> str:
        return _attack(s, int(process_of(first + k)), setup)

    return attack


def _attack(s: State, q: int, setup: Setup) -> str:
    p, rank = int(s.actor), int(s.active_rank)
    who, hp = names.process(s, q, setup), int(s.processes[q].hp)
    damage, accuracy, evade = decisions.outcome(s, q)
    told = ""
    if accuracy is not None:
        told = tr("it misses {who}: {rank} is below Accuracy {n}", who=who, rank=names.rank(rank), n=accuracy)
    elif evade is not None:
        told = tr("{who} dodges: {rank} is not below Evade {n}", who=who, rank=names.rank(rank), n=evade)
    if told:
        if terrain.connect(s, p) <= 0:
            return told
        if attacks.hits(rank, terrain.connect(s, p), terrain.resist(s, q)):
            return tr("{told}; but a hack works", told=told)
        return tr("{told}; and no hack works", told=told)
    if damage >= hp:
        return tr(
            "{who} goes down in one hit: {damage} damage against {hp} HP", who=who, damage=damage, hp=hp
        )
    return plural(
        "the hit takes {damage} of {who}'s {hp} HP; {n} is left",
        "the hit takes {damage} of {who}'s {hp} HP; {n} are left",
        hp - damage,
        who=who,
        damage=damage,
        hp=hp,
    )


def _go(s: State, k: int, setup: Setup) -> str:
    p, where = int(s.actor), names.areas(setup)[k]
    near = _near(s, p, k)
    if s.cfg.falling[k] and not terrain.sheet_of(s, p).flying:
        return _falls(s, p, where, setup)
    if near and s.active != NONE and not s.has_attacked:
        hit = [q for q in near if _is_hit(s, p, q, int(s.active_rank))]
        if hit:
            return tr("from {where} the card can hit {enemies}", where=where, enemies=_named(s, hit, setup))
        return tr("from {where} the card reaches {enemies}, but does not hit", where=where,
                  enemies=_named(s, near, setup))  # fmt: skip
    if near:
        return tr("at {where} {enemies} will be within Range", where=where, enemies=_named(s, near, setup))
    return tr("no enemy is within Range of {where}", where=where)


def _hack(s: State, k: int, setup: Setup) -> str:
    q, rank = int(s.target), int(s.active_rank)
    connect, resist = int(terrain.connect(s, s.actor)), int(terrain.resist(s, q))
    known = {"rank": names.rank(rank), "who": names.process(s, q, setup), "status": names.status(k)}
    if attacks.hits(rank, connect, resist):
        return tr("it works: {rank} reaches Connect and is below Resist, so {who} suffers {status}", **known)
    if rank < connect:
        return tr("it fails: {rank} is below Connect {n}", n=connect, **known)
    return tr("it fails: {rank} is not below Resist {n}", n=resist, **known)


def _give(s: State, _: int, setup: Setup) -> str:
    """Return which row the Team Hand has with the card."""
    team = s.teams[s.seat]
    cards = np.append(team.cards[: int(team.n)], s.active).astype(np.int64)
    row, best = int(chart.row_of(cards, len(cards))), int(chart.best_attained(team))
    if not team.n:
        return tr("it begins a Team Hand, which brings nothing yet")
    if row <= best:
        return tr("it joins the Team Hand, but makes no better row")
    return tr("the Team Hand becomes {row}, which brings {boot}", row=names.CHART[row], boot=names.BOOTS[row])


def _keep(s: State, _: int, setup: Setup) -> str:
    return tr("it leaves the Team Hand as it is")


def _pay(s: State, k: int, setup: Setup) -> str:
    p = k if s.seat == st.Side.MCS else int(terrain.boss(s))
    return plural(
        "it brings a card at once for {price} of {n} Move point",
        "it brings a card at once for {price} of {n} Move points",
        int(s.processes[p].points),
        price=st.PRICE,
    )


def _push(s: State, k: int, setup: Setup) -> str:
    q = int(s.target)
    where = names.areas(setup)[k]
    if s.cfg.falling[k] and not terrain.sheet_of(s, q).flying:
        return _falls(s, q, where, setup)
    return tr("{who} has to walk back from {where}", who=names.process(s, q, setup), where=where)


def _falls(s: State, p: int, where: str, setup: Setup) -> str:
    who, n = names.process(s, p, setup), int(moves.fall_loss(s, p))
    return tr("{who} falls from {where}, and loses {n} HP", who=who, where=where, n=n)


def _place(s: State, k: int, setup: Setup) -> str:
    p, where = int(s.by), names.areas(setup)[k]
    is_near = s.cfg.sight[k, s.cfg.start] <= terrain.reach(s, p)
    known = {"who": names.process(s, p, setup), "where": where, "start": names.areas(setup)[int(s.cfg.start)]}
    if is_near:
        return tr("from {where} {who} can attack at once those who start at {start}", **known)
    return tr("at {where} {who} has to come closer before it can attack {start}", **known)


_TOLD: Mapping[tuple[Phase, int], Callable[[State, int, Setup], str]] = {
    (Phase.DEPLOY, Act.AREA): _place,
    (Phase.COMMIT, Act.CARD): _lay,
    (Phase.COMMIT, Act.RELOAD): _reload,
    (Phase.COMMIT, Act.PASS): lambda s, k, setup: tr("the other cards stay in the hand"),
    (Phase.RANK, Act.RANK): _rank,
    (Phase.ACTIVATE, Act.MOB): _activate,
    (Phase.TURN, Act.MOB): _attack_from(Act.MOB),
    (Phase.TURN, Act.MC): _attack_from(Act.MC),
    (Phase.TURN, Act.AREA): _go,
    (Phase.HACK, Act.HACK): _hack,
    (Phase.PUSH, Act.AREA): _push,
    (Phase.GIVE, Act.GIVE): _give,
    (Phase.GIVE, Act.PASS): _keep,
}
_ANYWHERE: Mapping[int, Callable[[State, int, Setup], str]] = {Act.PAY: _pay}
