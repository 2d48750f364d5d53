"""The actions of the decisions that every FUSION game shares: every game's layout begins with `PAGES_SHARED`."""

from __future__ import annotations

from enum import auto

from throwdown.envs.core.kit import FRENCH, ActionLayout, Named, Range, card_range, single, tr
from throwdown.envs.fusion.world import book, terms
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.fusion.world.terms import Commitment

PAGES_SHARED = (
    (
        Range(
            "pilot",
            tuple(f"pilot pilot_{k}" for k in range(terms.MAX_PILOTS)),
            tr("the Pilot whom it concerns"),
        ),
        Range(
            "threat",
            tuple(f"threat {k}" for k in range(terms.MAX_THREATS)),
            tr("the Threat whom it concerns"),
        ),
        Range(
            "faction",
            tuple(f"faction {k}" for k in range(terms.MAX_FACTIONS)),
            tr("the Faction that it concerns"),
        ),
        Range(
            "resource",
            tuple(f"resource {k}" for k in range(terms.MAX_RESOURCES)),
            tr("the Resource that rises (ME-34)"),
        ),
        Range(
            "commitment",
            tuple(f"commitment {name}" for name in Commitment.labels()),
            tr("the Commitment that is lowered, or recovers (ME-66, ME-31)"),
        ),
        single("buffer", tr("spend a Buffer to prevent this point of damage (ME-55, ME-64, ME-71, TS-89)")),
        single("fan-club", tr("spend a point of the Fan Club to prevent this Strike on a Faction (ME-52)")),
        single("shift", tr("let the Robo take this point of Trauma (SY-11)")),
        single("accept", tr("let this point of damage land")),
        single("remove-strike", tr("take a Strike off the Faction instead of investing (ME-21)")),
        single("remove-faction", tr("the Faction leaves play (ME-51)")),
        single("turn-faction", tr("the Faction becomes a Threat (ME-51)")),
        Range(
            "damage",
            tuple(f"damage {book.Kind(kind).label}" for kind in book.DAMAGES),
            tr("the damage that is fired, or lands first (ME-08, ME-46)"),
        ),
    ),
    (
        card_range(
            "discard",
            FRENCH,
            tr("discard this card, as a cost, an effect or down to the Hand Max (OP-01, TS-128)"),
        ),
    ),
    (card_range("invest", FRENCH, tr("lay this card on the Faction's stack (ME-20)")),),
    (
        Range(
            "wave",
            tuple(f"wave {t}.{k}" for t in range(terms.MAX_THREATS) for k in range(book.MAX_WAVES)),
            tr("a Wave of this Threat (ME-42, TS-82)"),
        ),
        Range(
            "storm",
            tuple(f"storm {t}.{k}" for t in range(terms.MAX_THREATS) for k in range(book.MAX_STORMS)),
            tr("a Storm of this Threat (ME-36, TS-82)"),
        ),
        Range(
            "omen",
            tuple(f"omen {k}" for k in range(book.MAX_EVENTS)),
            tr("Spend an Omen for this Escalation Event (SY-29)"),
        ),
    ),
)
"""Pages of actions with which the layout of every FUSION game begins."""


class Page(Named):
    """The shared pages."""

    CHOICE = auto()
    DISCARD = auto()
    INVEST = auto()
    WAVE = auto()


SHARED_LAYOUT = ActionLayout(PAGES_SHARED)
SHARED_ACTIONS = SHARED_LAYOUT.n
_bit = SHARED_LAYOUT.bit


class Act(Named):
    """Places in the page of choices."""

    PILOT = _bit("pilot")
    THREAT = _bit("threat")
    FACTION = _bit("faction")
    RESOURCE = _bit("resource")
    COMMITMENT = _bit("commitment")
    BUFFER = _bit("buffer")
    FAN_CLUB = _bit("fan-club")
    SHIFT = _bit("shift")
    ACCEPT = _bit("accept")
    REMOVE_STRIKE = _bit("remove-strike")
    REMOVE_FACTION = _bit("remove-faction")
    TURN_FACTION = _bit("turn-faction")
    DAMAGE = _bit("damage")


class CoachAct(Named):
    """Places in the page of Waves."""

    WAVES = _bit("wave")
    STORMS = _bit("storm")
    OMENS = _bit("omen")


assert [int(x) for x in Act][: len(Subject)] == [int(x) for x in Subject], "the first choices are subjects"


class Start(Named):
    """The first actions of the shared pages."""

    DISCARD = int(SHARED_LAYOUT.starts[Page.DISCARD])
    INVEST = int(SHARED_LAYOUT.starts[Page.INVEST])
    WAVE = int(SHARED_LAYOUT.starts[Page.WAVE])
