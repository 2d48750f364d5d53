"""The action layout of the Throwdown, stages edition."""

from __future__ import annotations

from enum import auto

import numpy as np

from throwdown.envs.core.kit import FRENCH, ActionLayout, Actions, Named, as_bits, card_range, single, tr
from throwdown.envs.fusion.world import book, choices
from throwdown.envs.fusion.world.choices import named, numbered
from throwdown.envs.fusion.world.terms import MAX_PILOTS


class Spoil(Named):
    """Spoils."""

    CHARGEUP_SELF = auto()
    CHARGEUP_TEAM = auto()
    FAVOR = auto()
    DISFAVOR = auto()
    FORTIFY_SELF = auto()
    FORTIFY_TEAM = auto()
    PURGE = auto()
    RECOVER_SELF = auto()
    RECOVER_THREAT = auto()
    REPLENISH = auto()
    SCHISM_TEAM = auto()
    TRAUMA_PILOT = auto()
    TRAUMA_THREAT = auto()
    WAVE = auto()
    CHARGEUP_TEAM_FULL = auto()
    FORTIFY_TEAM_FULL = auto()
    RALLY = auto()
    REBUILD = auto()
    RUIN = auto()
    RECOVER_SELF_ALL = auto()
    RECOVER_THREAT_ALL = auto()
    REPLENISH_FULL = auto()
    STORM = auto()


BASIC_SPOILS: dict[Spoil, tuple[int, int, int]] = {
    Spoil.CHARGEUP_SELF: (book.Kind.CHARGEUP, book.Target.INVOLVED, book.FULL),
    Spoil.CHARGEUP_TEAM: (book.Kind.CHARGEUP, book.Target.TEAM, 1),
    Spoil.FAVOR: (book.Kind.FAVOR, book.Target.NONE, 1),
    Spoil.DISFAVOR: (book.Kind.DISFAVOR, book.Target.NONE, 1),
    Spoil.FORTIFY_SELF: (book.Kind.FORTIFY, book.Target.INVOLVED, book.FULL),
    Spoil.FORTIFY_TEAM: (book.Kind.FORTIFY, book.Target.TEAM, 1),
    Spoil.PURGE: (book.Kind.PURGE, book.Target.PILOT, 1),
    Spoil.RECOVER_SELF: (book.Kind.RECOVER, book.Target.INVOLVED, 1),
    Spoil.RECOVER_THREAT: (book.Kind.RECOVER, book.Target.THREAT, 1),
    Spoil.REPLENISH: (book.Kind.REPLENISH, book.Target.NONE, 1),
    Spoil.SCHISM_TEAM: (book.Kind.SCHISM, book.Target.TEAM, 1),
    Spoil.TRAUMA_PILOT: (book.Kind.TRAUMA, book.Target.PILOT, 1),
    Spoil.TRAUMA_THREAT: (book.Kind.TRAUMA, book.Target.THREAT, 1),
    Spoil.WAVE: (book.Kind.WAVE, book.Target.NONE, 1),
}
"""Kind, target and amount of the effects of Basic ones (TS-112 to TS-120) ..."""
ULTIMATE_SPOILS: dict[Spoil, tuple[int, int, int]] = {
    Spoil.CHARGEUP_TEAM_FULL: (book.Kind.CHARGEUP, book.Target.TEAM, book.FULL),
    Spoil.FORTIFY_TEAM_FULL: (book.Kind.FORTIFY, book.Target.TEAM, book.FULL),
    Spoil.RALLY: (book.Kind.RALLY, book.Target.NONE, 1),
    Spoil.REBUILD: (book.Kind.REBUILD, book.Target.NONE, 1),
    Spoil.RUIN: (book.Kind.RUIN, book.Target.NONE, 1),
    Spoil.RECOVER_SELF_ALL: (book.Kind.RECOVER, book.Target.INVOLVED, book.FULL),
    Spoil.RECOVER_THREAT_ALL: (book.Kind.RECOVER, book.Target.THREAT, book.FULL),
    Spoil.REPLENISH_FULL: (book.Kind.REPLENISH, book.Target.NONE, book.FULL),
    Spoil.STORM: (book.Kind.STORM, book.Target.NONE, 1),
}
"""... and of Ultimate ones (TS-121 to TS-127)."""
_EFFECTS = {**BASIC_SPOILS, **ULTIMATE_SPOILS}
SPOIL_EFFECT = np.array([_EFFECTS[spoil] for spoil in Spoil], np.int64)
"""[spoil]: kind, target and amount of its effect."""
COACH_SPOILS = (
    *(Spoil.PURGE, Spoil.SCHISM_TEAM, Spoil.TRAUMA_PILOT, Spoil.RECOVER_THREAT, Spoil.RECOVER_THREAT_ALL),
    *(Spoil.DISFAVOR, Spoil.WAVE, Spoil.RUIN, Spoil.STORM),
)
"""Each side takes what helps its own or hurts the other (C-136); the rest is for the Pilots."""
BASIC, ULTIMATE, FOR_COACH = as_bits(BASIC_SPOILS), as_bits(ULTIMATE_SPOILS), as_bits(COACH_SPOILS)
"""Sorts of spoils as bits."""


class Act(Actions):
    """Its own actions; from `TECH` to `BOON` they are Assists, up to `CHARGE` in the order of a Pilot's page."""

    INITIATIVE = card_range(
        "initiative",
        FRENCH,
        tr("lay this card face-down as initiative card (TS-17, TS-18)"),
        first=choices.SHARED_ACTIONS,
    )
    COUNTER = card_range(
        "counter", FRENCH, tr("Counter: play a card that beats the top card of the Pile (TS-58)")
    )
    BLOCK = card_range(
        "block",
        FRENCH,
        tr(
            "Block: discard the top card together with this card, of the same rank and no lower suit "
            "(TS-60, C-94)"
        ),
    )
    ESCALATE = card_range(
        "escalate", FRENCH, tr("Escalate: yield the stage and open the next one with this card (TS-64)")
    )
    RUMBLE = card_range(
        "rumble",
        FRENCH,
        tr("Initiate Rumble: yield the stage and open the first stage of a Rumble with this card (TS-71)"),
    )
    GIVE = card_range(
        "give",
        FRENCH,
        tr("give this card to the Commander, back to the giver, or to a teammate (TS-34, TS-100)"),
    )
    CONCEDE = single("concede", tr("yield the stage and the Throwdown (TS-68)"))
    REFUSE = single(
        "refuse", tr("leave the answer to the next Pilot; with the last one the challenge is refused (TS-22)")
    )
    SUPPORT = single("support", tr("support the Commander (TS-26)"))
    STAY_OUT = single("stay-out", tr("take no part in this Throwdown"))
    VOTE_SELF = single("vote-self", tr("vote that the Commander fights for herself (TS-29)"))
    VOTE_TEAM = single("vote-team", tr("vote that the Commander fights for the team (TS-29)"))
    DONE = single("done", tr("give no more cards"))
    HAND_BACK = single("hand-back", tr("leave the Drive to the Commander"))
    ASK = numbered(
        "ask",
        MAX_PILOTS,
        tr("let this ally choose between the Drive and handing it back (TS-56, C-91)"),
        "pilot_",
    )
    POSITION = numbered(
        "position", book.MAX_POSITIONS, tr("take this Position in the Final Form; 0 is the Head (TS-99)")
    )
    INVOLVE = single("involve", tr("Coach lets the Threat at hand take part (TS-37, TS-38)"))
    LEAVE_OUT = single(
        "leave-out", tr("Coach leaves the Threat at hand out of this Throwdown (TS-37, TS-38)")
    )
    BOARD = single("board", tr("bring the Pilot's Robo, for a point of Pit Crew (TS-31)"))
    ON_FOOT = single("on-foot", tr("leave the Pilot's Robo out of this Throwdown (TS-31)"))
    TECH = numbered("tech", book.MAX_TECHS, tr("Assist: one of the Pilot's Techs (TS-79)"))
    ROBO_TECH = numbered("robo-tech", book.MAX_ROBO_TECHS, tr("Assist: a Tech of the Pilot's Robo (TS-96)"))
    GEAR = numbered("gear", book.MAX_GEAR, tr("Assist: activate Gear (TS-87)"))
    SACRIFICE = numbered(
        "sacrifice", book.MAX_GEAR, tr("Assist: destroy Gear for its Sacrifice effect (TS-87)")
    )
    SUMMON = single("summon", tr("Assist: Summon the Pilot's Robo for a point of Pit Crew (TS-85)"))
    CHARGE = numbered(
        "charge", book.MAX_CHARGE_TECHS, tr("Assist: a basic Charge Tech, open to every Pilot (TS-12)")
    )
    RUMBLE_TECH = single(
        "rumble-tech",
        tr("Assist: the Rumble Tech of the Pilot's Position, for a Rumble Charge (TS-80, TS-81)"),
    )
    BOON = numbered("boon", book.MAX_BOONS, tr("Assist: use the Location (SY-16)"))
    PASS = single("pass", tr("no more Assists this turn"))
    SPOIL = named("spoil", Spoil.labels(), tr("take this spoil (TS-112 to TS-127)"))
    SPOIL_NONE = single("spoil none", tr("waive the spoils that are left"))


PLAYS = (Act.COUNTER, Act.BLOCK, Act.ESCALATE, Act.RUMBLE)
ASSISTS = (
    *(Act.TECH, Act.ROBO_TECH, Act.GEAR, Act.SACRIFICE, Act.SUMMON, Act.CHARGE),
    *(Act.RUMBLE_TECH, Act.BOON),
)
assert [a - Act.TECH for a in ASSISTS[:6]] == list(book.Page), "up to Charge Techs Assists are a Pilot's page"

LAYOUT = ActionLayout(choices.Act, Act)
