"""The action layout of the Throwdown, stages edition."""

from __future__ import annotations

from enum import auto

import numpy as np

from throwdown.envs.core.kit import FRENCH, ActionLayout, Named, Range, card_range, single, tr
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.choices import PAGES_SHARED
from throwdown.envs.fusion.world.terms import MAX_PILOTS


class Spoil(Named):
    """Spoils; Basic ones come first (TS-112 to TS-120), then Ultimate ones (TS-121 to TS-127)."""

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


N_BASIC = int(Spoil.CHARGEUP_TEAM_FULL)
"""How many spoils are Basic."""
SPOIL_EFFECTS: dict[Spoil, tuple[int, int, int]] = {
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
SPOIL_EFFECT = np.array([SPOIL_EFFECTS[spoil] for spoil in Spoil], np.int64)
"""[spoil]: kind, target and amount of its effect."""
COACH_SPOILS = (
    *(Spoil.PURGE, Spoil.SCHISM_TEAM, Spoil.TRAUMA_PILOT, Spoil.RECOVER_THREAT, Spoil.RECOVER_THREAT_ALL),
    *(Spoil.DISFAVOR, Spoil.WAVE, Spoil.RUIN, Spoil.STORM),
)
"""Each side takes what helps its own or hurts the other (C-136); the rest is for the Pilots."""

LAYOUT = ActionLayout(
    [
        *PAGES_SHARED,
        [card_range("initiative", FRENCH, tr("lay this card face-down as initiative card (TS-17, TS-18)"))],
        [card_range("counter", FRENCH, tr("play a card that beats the top of the Pile (TS-58)"))],
        [
            card_range(
                "block",
                FRENCH,
                tr("discard the top card with one of equal rank and no lower suit (TS-60, C-94)"),
            )
        ],
        [card_range("escalate", FRENCH, tr("yield the stage and open the next with this card (TS-64)"))],
        [
            card_range(
                "rumble",
                FRENCH,
                tr("Initiate Rumble: yield the stage and open the first of a Rumble (TS-71)"),
            )
        ],
        [
            card_range(
                "give",
                FRENCH,
                tr("give this card to the Commander, back to the giver, or to a teammate (TS-34, TS-100)"),
            )
        ],
        [
            single("concede", tr("yield the stage and the Throwdown (TS-68)")),
            single("refuse", tr("leave the challenge to the next Pilot; the last one refuses it (TS-22)")),
            single("support", tr("back the Commander up (TS-26)")),
            single("stay-out", tr("take no part in this Throwdown")),
            single("vote-self", tr("judge that the Commander fights for herself (TS-29)")),
            single("vote-team", tr("judge that the Commander fights for the team (TS-29)")),
            single("done", tr("give no more cards")),
            single("hand-back", tr("leave the Drive to the Commander")),
            Range(
                "ask",
                tuple(f"ask pilot_{k}" for k in range(MAX_PILOTS)),
                tr("let this ally Drive, or hand back (TS-56, C-91)"),
            ),
            Range(
                "position",
                tuple(f"position {k}" for k in range(book.MAX_POSITIONS)),
                tr("take this Position in the Final Form; 0 is the Head (TS-99)"),
            ),
            single("involve", tr("Coach lets the Threat at hand take part (TS-37, TS-38)")),
            single("leave-out", tr("Coach leaves the Threat at hand out of this Throwdown (TS-37, TS-38)")),
            single("board", tr("bring her Robo, for a point of Pit Crew (TS-31)")),
            single("on-foot", tr("leave her Robo out of this Throwdown, for nothing (TS-31)")),
        ],
        [
            Range(
                "tech",
                tuple(f"tech {k}" for k in range(book.MAX_TECHS)),
                tr("Assist: one of her Techs (TS-79)"),
            ),
            Range(
                "robo-tech",
                tuple(f"robo-tech {k}" for k in range(book.MAX_ROBO_TECHS)),
                tr("Assist: a Tech of her Robo (TS-96)"),
            ),
            Range(
                "gear", tuple(f"gear {k}" for k in range(book.MAX_GEAR)), tr("Assist: activate Gear (TS-87)")
            ),
            Range(
                "sacrifice",
                tuple(f"sacrifice {k}" for k in range(book.MAX_GEAR)),
                tr("Assist: destroy Gear for its Sacrifice effect (TS-87)"),
            ),
            single("summon", tr("Assist: Summon her Robo for a point of Pit Crew (TS-85)")),
            Range(
                "charge",
                tuple(f"charge {k}" for k in range(book.MAX_CHARGE_TECHS)),
                tr("Assist: a basic Charge Tech, open to every Pilot (TS-12)"),
            ),
            single(
                "rumble-tech", tr("Assist: her Position's Rumble Tech, for a Rumble Charge (TS-80, TS-81)")
            ),
            Range(
                "boon",
                tuple(f"boon {k}" for k in range(book.MAX_BOONS)),
                tr("Assist: use the Location (SY-16)"),
            ),
            single("pass", tr("no more Assists this turn")),
        ],
        [
            Range(
                "spoil",
                tuple(f"spoil {name}" for name in Spoil.labels()),
                tr("take this spoil (TS-112 to TS-127)"),
            ),
            single("spoil none", tr("waive the spoils that are left")),
        ],
    ]
)


class Page(Named):
    """The pages of its own, and where they end."""

    INITIATIVE = len(PAGES_SHARED)
    COUNTER = auto()
    BLOCK = auto()
    ESCALATE = auto()
    RUMBLE = auto()
    GIVE = auto()
    OTHER = auto()
    ASSIST = auto()
    SPOIL = auto()
    END = auto()


class Start(Named):
    """The first actions of pages."""

    INITIATIVE = int(LAYOUT.starts[Page.INITIATIVE])
    COUNTER = int(LAYOUT.starts[Page.COUNTER])
    BLOCK = int(LAYOUT.starts[Page.BLOCK])
    ESCALATE = int(LAYOUT.starts[Page.ESCALATE])
    RUMBLE = int(LAYOUT.starts[Page.RUMBLE])
    GIVE = int(LAYOUT.starts[Page.GIVE])
    OTHER = int(LAYOUT.starts[Page.OTHER])
    ASSIST = int(LAYOUT.starts[Page.ASSIST])
    SPOIL = int(LAYOUT.starts[Page.SPOIL])


_bit = LAYOUT.bit


class Act(Named):
    """Places in the page of what needs no card."""

    CONCEDE = _bit("concede")
    REFUSE = _bit("refuse")
    SUPPORT = _bit("support")
    STAY_OUT = _bit("stay-out")
    VOTE_SELF = _bit("vote-self")
    VOTE_TEAM = _bit("vote-team")
    DONE = _bit("done")
    HAND_BACK = _bit("hand-back")
    ASK = _bit("ask")
    POSITION = _bit("position")
    INVOLVE = _bit("involve")
    LEAVE_OUT = _bit("leave-out")
    BOARD = _bit("board")
    ON_FOOT = _bit("on-foot")


class Assist(Named):
    """Places in the page of Assists; up to Charge Techs those on a Pilot's page."""

    SUMMON = _bit("summon")
    CHARGE = _bit("charge")
    RUMBLE_TECH = _bit("rumble-tech")
    BOON = _bit("boon")
    PASS = _bit("pass")


assert [int(x) for x in (Assist.SUMMON, Assist.CHARGE)] == [book.Page.SUMMON, book.Page.CHARGE_TECHS], (
    "up to Charge Techs bits are places on a Pilot's page"
)
SPOIL_NONE = len(Spoil)
"""Bits inside their page."""
