"""The actions of the Throwdown that several decisions share, and what a Drive is about."""

from __future__ import annotations

from collections.abc import Mapping

from throwdown.envs.core.decisions import Answer
from throwdown.envs.core.kit import FRENCH, Actions, Description, Setup, tr
from throwdown.envs.fusion.throwdown import drives, state
from throwdown.envs.fusion.throwdown.actions import Act
from throwdown.envs.fusion.throwdown.state import State
from throwdown.envs.fusion.throwdown.words import stages
from throwdown.envs.fusion.words import ahead, describe as shared, why_not
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


def _laid(s: State, k: int, stage: int, setup: Setup) -> Description:
    """Return what a card does on the Pile of a stage by how far it exceeds the top one (TS-07 to TS-11, TS-92)."""
    p, card, opens = int(s.seat), FRENCH.names[k], stage > s.stage
    is_opening = stage == state.RUMBLE_STAGE and opens
    told = Description("", card, on=card, lies="" if is_opening else stages.pile_title(stage))
    if s.pile_n == 0:
        return told
    gap = _gap(s, k, opens)
    told = told._replace(tag=shared.gap_tag(int(s.cfg.order), k, gap))
    if p == COACH:
        return told
    strike = strike_now(s, p)
    if gap > strike and stage > state.LAST_STAGE:
        n = stage - state.LAST_STAGE
        effect = tr(
            "Dissonant, beyond Strike {strike}: costs the Final Form {n} Endurance (Schism)",
            strike=strike,
            n=n,
        )
        then = () if is_opening else ahead.worn(s, p, n)
        return told._replace(effect=effect, mark="costly", tag=tr("Endurance −{n}", n=n), then=then)
    if gap > strike:
        return told._replace(
            effect=tr(
                "Dissonant, beyond Strike {strike}: costs {n} Harmony (Schism)", strike=strike, n=stage
            ),
            mark="costly",
            tag=tr("Harmony −{n}", n=stage),
            then=ahead.split(s, stage),
        )
    if gap == 1:
        return told._replace(
            effect=tr("Resonant: +1 Charge"),
            mark="good",
            tag=tr("Resonant"),
            then=() if is_opening else ahead.charged(s, p, 1),
        )
    return told


def _counter(s: State, k: int, setup: Setup) -> Description:
    told = _laid(s, k, int(s.stage), setup)
    return told._replace(name=tr("Counter"), effect=told.effect or tr("beats the top card"))


def _block(s: State, k: int, setup: Setup) -> Description:
    effect = tr("goes to the Trash")
    if s.pile_n:
        effect = tr("goes to the Trash with {card}", card=card_name(top_of(s)))
    return Description(tr("Block"), FRENCH.names[k], "", effect, on=FRENCH.names[k], tag=tr("Block"))


def _opens(s: State, name: str, k: int, then: int, setup: Setup) -> Description:
    """Return what a Drive is that opens another stage."""
    if then >= len(stages.STAGE_NAMES):  # no stage follows, so it is not legal
        return Description(name, FRENCH.names[k])
    told = _laid(s, k, then, setup)
    effect = tr("yields stage {now}, opens stage {then}", now=int(s.stage), then=then)
    if told.effect:
        effect = tr("; ").join((effect, told.effect))
    return told._replace(name=name, effect=effect, gives_up=True)


def _escalate(s: State, k: int, setup: Setup) -> Description:
    return _opens(s, tr("Escalate"), k, int(s.stage) + 1, setup)


def _rumble(s: State, k: int, setup: Setup) -> Description:
    return _opens(s, tr("Initiate Rumble"), k, state.RUMBLE_STAGE, setup)


SHARED: Mapping[Actions, Answer] = {
    **shared.SHARED,
    Act.INITIATIVE: shared.initiative,
    Act.COUNTER: _counter,
    Act.BLOCK: _block,
    Act.ESCALATE: _escalate,
    Act.RUMBLE: _rumble,
    Act.DONE: Description(tr("Done"), "", "", tr("no more cards")),
    Act.PASS: Description(tr("Pass"), "", "", tr("no more Assists this turn")),
}
"""What the actions are in every decision that does not say otherwise."""
