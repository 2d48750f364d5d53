"""The actions of the decisions that every FUSION game shares: every game's layout begins with them."""

from __future__ import annotations

from throwdown.envs.core.kit import FRENCH, ActionLayout, Actions, Range, card_range, single, tr
from throwdown.envs.fusion.world import book, terms
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.fusion.world.terms import Commitment


def numbered(name: str, n: int, meaning: str, of: str = "") -> Range:
    """Return a range of ``n`` actions that are numbered from 0 on; ``of`` stands before the numbers."""
    return Range(name, tuple(f"{name} {of}{k}" for k in range(n)), meaning)


def named(name: str, texts: tuple[str, ...], meaning: str, first: int = 0) -> Range:
    """Return a range of an action for each of some names."""
    return Range(name, tuple(f"{name} {text}" for text in texts), meaning, first=first)


def _of_threats(name: str, n: int, meaning: str) -> Range:
    return named(name, tuple(f"{t}.{k}" for t in range(terms.MAX_THREATS) for k in range(n)), meaning)


class Act(Actions):
    """The shared actions; the first four are subjects, in the order of `Subject`."""

    PILOT = numbered("pilot", terms.MAX_PILOTS, tr("the Pilot who is the effect's target"), "pilot_")
    THREAT = numbered("threat", terms.MAX_THREATS, tr("the Threat that is the effect's target"))
    FACTION = numbered("faction", terms.MAX_FACTIONS, tr("the Faction that is the effect's target"))
    RESOURCE = numbered("resource", terms.MAX_RESOURCES, tr("the Resource that rises (ME-34)"))
    COMMITMENT = named(
        "commitment", Commitment.labels(), tr("the Commitment that is lowered, or recovers (ME-66, ME-31)")
    )
    BUFFER = single(
        "buffer", tr("spend a Buffer to prevent this point of damage (ME-55, ME-64, ME-71, TS-89)")
    )
    FAN_CLUB = single(
        "fan-club", tr("spend a point of the Fan Club to prevent this Strike on a Faction (ME-52)")
    )
    SHIFT = single("shift", tr("let the Robo take this point of Trauma (SY-11)"))
    ACCEPT = single("accept", tr("let this point of damage land"))
    REMOVE_STRIKE = single(
        "remove-strike", tr("remove a Strike from the Faction instead of investing (ME-21)")
    )
    REMOVE_FACTION = single("remove-faction", tr("the Faction leaves play (ME-51)"))
    TURN_FACTION = single("turn-faction", tr("the Faction becomes a Threat (ME-51)"))
    DAMAGE = named(
        "damage",
        tuple(book.Kind(kind).label for kind in book.DAMAGES),
        tr("the damage that is fired, or lands first (ME-08, ME-46)"),
    )
    DISCARD = card_range(
        "discard",
        FRENCH,
        tr("discard this card: as a cost, for an effect, or down to the Hand Max (OP-01, TS-128)"),
    )
    INVEST = card_range("invest", FRENCH, tr("lay this card on the Faction's stack (ME-20)"))
    WAVE = _of_threats("wave", book.MAX_WAVES, tr("a Wave of this Threat (ME-42, TS-82)"))
    STORM = _of_threats("storm", book.MAX_STORMS, tr("a Storm of this Threat (ME-36, TS-82)"))
    OMEN = numbered("omen", book.MAX_EVENTS, tr("Spend an Omen for this Escalation Event (SY-29)"))


SUBJECTS = (Act.PILOT, Act.THREAT, Act.FACTION, Act.RESOURCE)
SHARED_ACTIONS = ActionLayout(Act).n
"""Where the actions begin that are a game's own."""
assert [*SUBJECTS, SUBJECTS[-1] + terms.MAX_RESOURCES] == [*Subject], "the first choices are subjects"
