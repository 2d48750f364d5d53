"""What a choice does for the seat to move: in one sentence, from its own hand and what lies on the Table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from throwdown.envs.core.kit import NONE, Setup, joined, plural, tr
from throwdown.envs.showdown import combat, effects, stack, table
from throwdown.envs.showdown.actions import LAYOUT, Act
from throwdown.envs.showdown.state import A_MOVE, CARDS, LIST, SLOTS, Kind, Op, Phase, State
from throwdown.envs.showdown.words import decisions, describe, names


def merit(s: State, action: int, rival: int, setup: Setup) -> str:
    """Return what a choice brings and costs; see `MoreTexts.merit`."""
    act = LAYOUT.act_of(action)
    teller = _TOLD.get((Phase(int(s.phase)), act))
    found = teller(s, action - act, setup) if teller else ""
    return joined(found) or decisions.WORDS.describe(s, action, setup).sentence


# Powers ------------------------------------------------------------------------------------------------------------


def _ready(s: State, side: int) -> int:
    """Return the Power of a side's Characters that may join a Combat."""
    every = range(side * SLOTS, int(table.end_of(s, side)))
    return sum(int(table.power(s, c)) for c in every if table.is_eligible(s, c))


def _stands(s: State, more: int = 0) -> str:
    """Return how the Combat stands for the seat to move, with more Power on its side."""
    side = int(s.seat)
    mine, theirs = int(combat.total(s, side)) + more, int(combat.total(s, 1 - side))
    return tr("the Combat stands at {mine} Power to {theirs}", mine=mine, theirs=theirs)


def _join(s: State, _: int, setup: Setup) -> str:
    c, side = int(s.at), int(s.seat)
    n = int(table.power(s, c))
    known = {"who": names.character(s, c, setup), "n": n}
    if combat.joined(s, 1 - side):
        return tr("{who} adds {n} Power: {stands}", stands=_stands(s, n), **known)
    return tr(
        "{who} adds {n} Power; the other side may bring up to {theirs}", theirs=_ready(s, 1 - side), **known
    )


def _stay(s: State, _: int, setup: Setup) -> str:
    c = int(s.at)
    known = {"who": names.character(s, c, setup), "n": int(table.power(s, c))}
    return tr("{who} cannot be Wounded in the Combat, but its {n} Power does not count there", **known)


def _buy(s: State, _: int, setup: Setup) -> str:
    side = int(s.seat)
    return tr(
        "those who may join have {mine} Power on your side, {theirs} on the other",
        mine=_ready(s, side),
        theirs=_ready(s, 1 - side),
    )


def _over(s: State, _: int, setup: Setup) -> str:
    side = int(s.seat)
    gap = int(combat.total(s, side)) - int(combat.total(s, 1 - side))
    if gap > 0:
        return tr("{stands}, so you win it if both call it over", stands=_stands(s))
    if gap < 0:
        return tr("{stands}, so you lose it if both call it over", stands=_stands(s))
    return tr("{stands}, so nobody wins it if both call it over", stands=_stands(s))


def _no_more(s: State, _: int, setup: Setup) -> str:
    return tr("you keep {left} Valor; {stands}", left=_valor_left(s), stands=_stands(s))


# Stacks ------------------------------------------------------------------------------------------------------------


def _valor_left(s: State) -> int:
    """Return the Valor that the seat to move has beside what it has staged and not yet paid."""
    side = int(s.seat)
    own = [s.stack[side * SLOTS + k] for k in range(int(s.teams[side].stack_n))]
    unpaid = own if s.is_sealed else []
    return int(s.teams[side].valor) - sum(int(stack.entry_text(s, entry).cost) for entry in unpaid)


def _stage(s: State, k: int, setup: Setup) -> str:
    card = int(s.seat) * CARDS + k
    return _paid(s, int(s.cfg.cards[card].texts[0].cost), describe.play(s, k, setup).effect)


def _ability(s: State, k: int, setup: Setup) -> str:
    told = decisions.WORDS.describe(s, Act.ABILITY + k, setup)
    c = int(s.seat) * SLOTS + k // 2
    found = int(stack.nth_stageable(s, c, k % 2))
    card = int(table.text_card(s, c, found // 2 - 1))
    return _paid(s, int(s.cfg.cards[card].texts[found % 2].cost), told.effect)


def _paid(s: State, cost: int, does: str) -> str:
    """Return what an effect costs of the Valor that is left."""
    left = _valor_left(s)
    if cost > left:
        return tr("it costs {n} Valor, and you have only {left} left: it would Whiff", n=cost, left=left)
    known = {"does": does, "stands": _stands(s)}
    if not cost:
        return tr("{does}, for no Valor; {stands}", **known)
    return tr("{does}, for {n} of your {left} Valor; {stands}", n=cost, left=left, **known)


def _pay(s: State, _: int, setup: Setup) -> str:
    entry = s.stack[int(s.at)]
    text = names.printed(int(entry.card), setup)["texts"][int(entry.text)]
    return _paid(s, int(text["cost"]), names.effects_text(text, bool(entry.card >= CARDS)))


def _whiff(s: State, _: int, setup: Setup) -> str:
    what = names.entry(s, int(s.at), setup)
    return tr("{what} is wasted, but you keep {n} Valor", what=what, n=int(s.teams[s.seat].valor))


# Whom effects change -----------------------------------------------------------------------------------------------


def _aim(act: Act) -> Callable[[State, int, Setup], str]:
    def told(s: State, k: int, setup: Setup) -> str:
        c = describe.character(s, act, k)
        if s.characters[c].card == NONE:
            return ""
        effect = stack.entry_text(s, s.stack[int(s.at)]).effects[0]
        return _changed(s, c, int(effect.op), int(effect.amount), setup)

    return told


def _target(act: Act) -> Callable[[State, int, Setup], str]:
    def told(s: State, k: int, setup: Setup) -> str:
        c = describe.character(s, act, k)
        if s.characters[c].card == NONE:
            return ""
        effect = effects.present(s)
        return _changed(s, c, int(effect.op), int(effect.amount), setup)

    return told


def _changed(s: State, c: int, op: int, amount: int, setup: Setup) -> str:
    """Return what an effect does to a Character."""
    now = int(table.power(s, c))
    known = {"who": names.character(s, c, setup), "n": now}
    if op == Op.POWER:
        return tr("{who}'s Power changes from {n} to {then}", then=max(0, now + amount), **known)
    if op == Op.UPGRADE:
        return tr("{who}'s Power rises from {n} to {then}", then=now + 1, **known)
    if op == Op.HEAL:
        return tr("{who} returns to the Table with {n} Power", **known)
    if op in (Op.SHOOT, Op.WOUND):
        if effects.is_enough(s, c, amount):
            return tr("{who} is Wounded: Power {n} is not above {x}", x=amount, **known)
        return tr("{who} is not Wounded: Power {n} is above {x}", x=amount, **known)
    if A_MOVE >> op & 1:
        if s.characters[c].in_combat:
            return tr("{who} leaves the Combat with {n} Power", **known)
        return tr("{who} enters the Combat with {n} Power", **known)
    return ""


def _upgrade(s: State, k: int, setup: Setup) -> str:
    return _changed(s, describe.character(s, Act.OWN, k), Op.UPGRADE, 0, setup)


def _heal(act: Act) -> Callable[[State, int, Setup], str]:
    def told(s: State, k: int, setup: Setup) -> str:
        return _changed(s, describe.character(s, act, k), Op.HEAL, 0, setup)

    return told


# Actions and Missions ----------------------------------------------------------------------------------------------


def _play(s: State, k: int, setup: Setup) -> str:
    card = s.cfg.cards[int(s.seat) * CARDS + k]
    if card.kind == Kind.EVENT:
        return ""
    left = int(s.teams[s.seat].actions) - 1
    return plural(
        "it brings {power} Power to the Table; {n} Action is left",
        "it brings {power} Power to the Table; {n} Actions are left",
        left,
        power=int(card.power),
    )


def _employ(s: State, k: int, setup: Setup) -> str:
    c = describe.character(s, Act.OWN, k)
    does = decisions.WORDS.describe(s, Act.OWN + k, setup).effect
    return _not_joining(s, c, does if s.phase == Phase.MISSION else "", setup)


def _not_joining(s: State, c: int, does: str, setup: Setup) -> str:
    known = {"who": names.character(s, c, setup), "n": int(table.power(s, c)), "does": does}
    if not s.is_bought:
        text = tr("no Combat is bought, so that {who} misses nothing", **known)
    else:
        text = tr("{who} stays out of the Combat, with {n} Power", **known)
    return tr("{does}; {text}", does=does, text=text) if does else text


def _keep(s: State, _: int, setup: Setup) -> str:
    team = s.teams[s.seat]
    cards = [s.cfg.cards[int(s.seat) * CARDS + k] for k in range(LIST) for _ in range(int(team.hand[k]))]
    n = sum(card.kind == Kind.COMBAT for card in cards)
    return plural(
        "you hold {n} Combat Card, and {others} to play before a Combat",
        "you hold {n} Combat Cards, and {others} to play before a Combat",
        n,
        others=plural("{n} other card", "{n} other cards", len(cards) - n),
    )


_TOLD: Mapping[tuple[Phase, int], Callable[[State, int, Setup], str]] = {
    (Phase.MULLIGAN, Act.KEEP): _keep,
    (Phase.ACTION, Act.CARD): _play,
    (Phase.ACTION, Act.BUY): _buy,
    (Phase.UPGRADE, Act.OWN): _upgrade,
    (Phase.HEAL, Act.OWN): _heal(Act.OWN),
    (Phase.HEAL, Act.OPPOSING): _heal(Act.OPPOSING),
    (Phase.MISSION, Act.OWN): _employ,
    (Phase.EMPLOY, Act.OWN): _employ,
    (Phase.TARGET, Act.OWN): _target(Act.OWN),
    (Phase.TARGET, Act.OPPOSING): _target(Act.OPPOSING),
    (Phase.ASSIGN, Act.JOIN): _join,
    (Phase.ASSIGN, Act.STAY): _stay,
    (Phase.COMPOSE, Act.PASS): _no_more,
    (Phase.COMPOSE, Act.OVER): _over,
    (Phase.COMPOSE, Act.CARD): _stage,
    (Phase.COMPOSE, Act.ABILITY): _ability,
    (Phase.PAY, Act.PAY): _pay,
    (Phase.PAY, Act.WHIFF): _whiff,
    (Phase.AIM, Act.OWN): _aim(Act.OWN),
    (Phase.AIM, Act.OPPOSING): _aim(Act.OPPOSING),
}
