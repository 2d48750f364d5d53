"""The actions of the Throwdown that several decisions share, and what a Drive is about."""

from __future__ import annotations

from collections.abc import Mapping

from throwdown.envs.core.decisions import Answer
from throwdown.envs.core.kit import FRENCH, Actions, Description, Setup, tr
from throwdown.envs.fusion.throwdown import drives, state
from throwdown.envs.fusion.throwdown.actions import Act
from throwdown.envs.fusion.throwdown.state import State
from throwdown.envs.fusion.words import describe as shared, why_not
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.order import DIFFERENCE
from throwdown.envs.fusion.world.terms import COACH


def top_of(s: State) -> int:
    """Return the card on top of the Pile."""
    return int(s.pile_card[int(s.pile_n) - 1])


def strike_now(s: State, p: int) -> int:
    """Return the Strike of a seat as it stands."""
    return int(why_not.plain_rule(drives.strike_of)(s, p))


def is_bound(s: State) -> bool:
    """Return whether the seat to move is Coach, and no Threat lifts his Strike limit."""
    return bool(s.seat == COACH and not why_not.plain_rule(drives.is_unbound)(s))


def _gap(s: State, c: int, opens: bool) -> int:
    """Return how far a card exceeds the top of the Pile."""
    if opens:
        return int(why_not.plain_rule(drives.opening_gap)(s, c))
    return int(DIFFERENCE[int(s.cfg.order), c >> 2, top_of(s) >> 2])


def _costs(s: State, c: int, opens: bool) -> str:
    """Return what a card costs or wins by how far it exceeds the top one (TS-07 to TS-11, TS-92)."""
    p = int(s.seat)
    if p == COACH or s.pile_n == 0:
        return ""
    gap, strike = _gap(s, c, opens), strike_now(s, p)
    if gap > strike:
        stage = int(s.stage) + (1 if opens else 0)
        points = stage - state.LAST_STAGE if stage > state.LAST_STAGE else stage
        return tr("Dissonant, beyond Strike {strike}: costs {n} Harmony (Schism)", strike=strike, n=points)
    return tr("Resonant: +1 Charge") if gap == 1 else ""


def _mark(s: State, c: int, opens: bool) -> str:
    """Return what is marked on a card by how far it exceeds the top one, see `Description`."""
    p = int(s.seat)
    if p == COACH or s.pile_n == 0:
        return ""
    gap = _gap(s, c, opens)
    return "costly" if gap > strike_now(s, p) else "good" if gap == 1 else ""


def _counter(s: State, k: int, setup: Setup) -> Description:
    card, effect = FRENCH.names[k], _costs(s, k, False) or tr("beats the top card")
    return Description(tr("Counter"), card, "", effect, _mark(s, k, False), on=card)


def _block(s: State, k: int, setup: Setup) -> Description:
    effect = tr("goes to the Trash")
    if s.pile_n:
        effect = tr("goes to the Trash with {card}", card=card_name(top_of(s)))
    return Description(tr("Block"), FRENCH.names[k], "", effect, on=FRENCH.names[k])


def _opens(s: State, name: str, k: int, then: int) -> Description:
    """Return what a Drive is that opens another stage."""
    effect = tr("yields stage {now}, opens stage {then}", now=int(s.stage), then=then)
    if more := _costs(s, k, True):
        effect = tr("; ").join((effect, more))
    return Description(name, FRENCH.names[k], "", effect, _mark(s, k, True), on=FRENCH.names[k])


def _escalate(s: State, k: int, setup: Setup) -> Description:
    return _opens(s, tr("Escalate"), k, int(s.stage) + 1)


def _rumble(s: State, k: int, setup: Setup) -> Description:
    return _opens(s, tr("Initiate Rumble"), k, state.RUMBLE_STAGE)


SHARED: Mapping[Actions, Answer] = {
    **shared.SHARED,
    Act.INITIATIVE: shared.with_card(tr("Lay"), tr("face-down as your initiative card")),
    Act.COUNTER: _counter,
    Act.BLOCK: _block,
    Act.ESCALATE: _escalate,
    Act.RUMBLE: _rumble,
    Act.DONE: Description(tr("Done"), "", "", tr("no more cards")),
    Act.PASS: Description(tr("Pass"), "", "", tr("no more Assists this turn")),
}
"""What the actions are in every decision that does not say otherwise."""
