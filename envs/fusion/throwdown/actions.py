"""The action layout of the Throwdown, stages edition."""

from __future__ import annotations

import numpy as np

from throwdown.envs.core.actions import ActionLayout, Range, card_range, single
from throwdown.envs.core.cards import FRENCH
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.choices import PAGES_SHARED
from throwdown.envs.fusion.world.state import MAX_PILOTS

_SPOILS: tuple[tuple[str, int, int, int], ...] = (
    ("chargeup-self", book.CHARGEUP, book.INVOLVED, book.FULL),
    ("chargeup-team", book.CHARGEUP, book.TEAM, 1),
    ("favor", book.FAVOR, book.IMPLIED, 1),
    ("disfavor", book.DISFAVOR, book.IMPLIED, 1),
    ("fortify-self", book.FORTIFY, book.INVOLVED, book.FULL),
    ("fortify-team", book.FORTIFY, book.TEAM, 1),
    ("purge", book.PURGE, book.PILOT, 1),
    ("recover-self", book.RECOVER, book.INVOLVED, 1),
    ("recover-threat", book.RECOVER, book.THREAT, 1),
    ("replenish", book.REPLENISH, book.IMPLIED, 1),
    ("schism-team", book.SCHISM, book.TEAM, 1),
    ("trauma-pilot", book.TRAUMA, book.PILOT, 1),
    ("trauma-threat", book.TRAUMA, book.THREAT, 1),
    ("wave", book.WAVE, book.IMPLIED, 1),
    ("chargeup-team-full", book.CHARGEUP, book.TEAM, book.FULL),
    ("fortify-team-full", book.FORTIFY, book.TEAM, book.FULL),
    ("rally", book.RALLY, book.IMPLIED, 1),
    ("rebuild", book.REBUILD, book.IMPLIED, 1),
    ("ruin", book.RUIN, book.IMPLIED, 1),
    ("recover-self-all", book.RECOVER, book.INVOLVED, book.FULL),
    ("recover-threat-all", book.RECOVER, book.THREAT, book.FULL),
    ("replenish-full", book.REPLENISH, book.IMPLIED, book.FULL),
    ("storm", book.STORM, book.IMPLIED, 1),
)
SPOILS = tuple(row[0] for row in _SPOILS)
N_BASIC = SPOILS.index("chargeup-team-full")
"""Basic Spoils come first (TS-112 to TS-120), then Ultimate ones (TS-121 to TS-127)."""
SPOIL_EFFECT = np.array([row[1:] for row in _SPOILS], np.int64)
"""[spoil]: kind, target and amount of its effect."""
COACH_SPOILS = (
    *("purge", "schism-team", "trauma-pilot", "recover-threat", "recover-threat-all"),
    *("disfavor", "wave", "ruin", "storm"),
)
"""Each side takes what helps its own or hurts the other (C-136); the rest is for the Pilots."""

LAYOUT = ActionLayout(
    [
        *PAGES_SHARED,
        [card_range("initiative", FRENCH, "lay this card face-down as initiative card (TS-17, TS-18)")],
        [card_range("counter", FRENCH, "play a card that beats the top of the Pile (TS-58)")],
        [
            card_range(
                "block",
                FRENCH,
                "discard the top card with one of equal rank and no lower suit (TS-60, C-94)",
            )
        ],
        [card_range("escalate", FRENCH, "yield the stage and open the next with this card (TS-64)")],
        [
            card_range(
                "rumble",
                FRENCH,
                "Initiate Rumble: yield the stage and open the first of a Rumble (TS-71)",
            )
        ],
        [
            card_range(
                "give",
                FRENCH,
                "give this card to the Commander, back to the giver, or to a teammate (TS-34, TS-100)",
            )
        ],
        [
            single("concede", "yield the stage and the Throwdown (TS-68)"),
            single("refuse", "leave the challenge to the next Pilot; the last one refuses it (TS-22)"),
            single("support", "back the Commander up (TS-26)"),
            single("stay-out", "take no part in this Throwdown"),
            single("vote-self", "judge that the Commander fights for herself (TS-29)"),
            single("vote-team", "judge that the Commander fights for the team (TS-29)"),
            single("done", "give no more cards"),
            single("hand-back", "leave the Drive to the Commander"),
            Range(
                "ask",
                tuple(f"ask pilot_{k}" for k in range(MAX_PILOTS)),
                "let this ally Drive, or hand back (TS-56, C-91)",
            ),
            Range(
                "position",
                tuple(f"position {k}" for k in range(book.MAX_POSITIONS)),
                "take this Position in the Final Form; 0 is the Head (TS-99)",
            ),
        ],
        [
            Range(
                "tech", tuple(f"tech {k}" for k in range(book.MAX_TECHS)), "Assist: one of her Techs (TS-79)"
            ),
            Range(
                "robo-tech",
                tuple(f"robo-tech {k}" for k in range(book.MAX_ROBO_TECHS)),
                "Assist: a Tech of her Robo (TS-96)",
            ),
            Range("gear", tuple(f"gear {k}" for k in range(book.MAX_GEAR)), "Assist: activate Gear (TS-87)"),
            Range(
                "sacrifice",
                tuple(f"sacrifice {k}" for k in range(book.MAX_GEAR)),
                "Assist: destroy Gear for its Sacrifice effect (TS-87)",
            ),
            single("summon", "Assist: Summon her Robo for a point of Pit Crew (TS-85)"),
            Range(
                "charge",
                tuple(f"charge {k}" for k in range(book.MAX_CHARGE_TECHS)),
                "Assist: a basic Charge Tech, open to every Pilot (TS-12)",
            ),
            single("rumble-tech", "Assist: her Position's Rumble Tech, for a Rumble Charge (TS-80, TS-81)"),
            Range(
                "boon", tuple(f"boon {k}" for k in range(book.MAX_BOONS)), "Assist: use the Location (SY-16)"
            ),
            single("pass", "no more Assists this turn"),
        ],
        [
            Range("spoil", tuple(f"spoil {name}" for name in SPOILS), "take this spoil (TS-112 to TS-127)"),
            single("spoil none", "waive the spoils that are left"),
        ],
    ]
)

(
    INITIATIVE_PAGE,
    COUNTER_PAGE,
    BLOCK_PAGE,
    ESCALATE_PAGE,
    RUMBLE_PAGE,
    GIVE_PAGE,
    OTHER_PAGE,
    ASSIST_PAGE,
    SPOIL_PAGE,
) = range(len(PAGES_SHARED), len(LAYOUT.pages))
PAGES = len(LAYOUT.pages)

CARDS = int(LAYOUT.starts[INITIATIVE_PAGE])
OTHER = int(LAYOUT.starts[OTHER_PAGE])
ASSIST_START = int(LAYOUT.starts[ASSIST_PAGE])
SPOIL_START = int(LAYOUT.starts[SPOIL_PAGE])
"""First ids of the pages."""

_bit = LAYOUT.bit
CONCEDE, REFUSE, SUPPORT, STAY_OUT = _bit("concede"), _bit("refuse"), _bit("support"), _bit("stay-out")
VOTE_SELF, VOTE_TEAM, DONE, HAND_BACK = _bit("vote-self"), _bit("vote-team"), _bit("done"), _bit("hand-back")
ASK, TAKE_POSITION = _bit("ask"), _bit("position")
SUMMON, CHARGE, RUMBLE_TECH, BOON, PASS = (
    _bit("summon"),
    _bit("charge"),
    _bit("rumble-tech"),
    _bit("boon"),
    _bit("pass"),
)
assert (SUMMON, CHARGE) == (book.SUMMON, book.CHARGE_TECHS), (
    "up to Charge Techs bits are places on a Pilot's page"
)
SPOIL_NONE = len(SPOILS)
"""Bits inside their page."""
