"""The action layout of the Throwdown, stages edition."""

from __future__ import annotations

from throwdown.envs.core.actions import ActionLayout, Range, card_range, single
from throwdown.envs.fusion.world import COMMITMENTS, MAX_PILOTS, MAX_THREATS

BASIC_SPOILS = (
    "chargeup-self",
    "chargeup-team",
    "fortify-self",
    "fortify-team",
    "purge",
    "recover-self",
    "recover-threat",
    "schism-team",
    "trauma-pilot",
    "trauma-threat",
)
ULTIMATE_SPOILS = (
    "chargeup-team-full",
    "fortify-team-full",
    "rally",
    "recover-self-all",
    "recover-threat-all",
)
SPOILS = (*BASIC_SPOILS, *ULTIMATE_SPOILS)
(
    CHARGEUP_SELF,
    CHARGEUP_TEAM,
    FORTIFY_SELF,
    FORTIFY_TEAM,
    PURGE_CHOICE,
    RECOVER_SELF,
    RECOVER_THREAT,
    SCHISM_TEAM,
    TRAUMA_PILOT,
    TRAUMA_THREAT,
    CHARGEUP_TEAM_FULL,
    FORTIFY_TEAM_FULL,
    RALLY,
    RECOVER_SELF_ALL,
    RECOVER_THREAT_ALL,
) = range(len(SPOILS))
N_BASIC = len(BASIC_SPOILS)

LAYOUT = ActionLayout(
    [
        [card_range("initiative", "lay this card face-down as initiative card (TS-17, TS-18)")],
        [card_range("counter", "play a card that beats the top of the Pile (TS-58)")],
        [card_range("block", "discard the top card with one of equal rank and no lower suit (TS-60, C-94)")],
        [card_range("escalate", "yield the stage and open the next with this card (TS-64)")],
        [card_range("give", "give this card to the Commander, or back to the giver (TS-34, TS-35)")],
        [card_range("discard", "discard down to the Hand Max (TS-128)")],
        [
            single("concede", "yield the stage and the Throwdown (TS-68)"),
            single("refuse", "leave the challenge to the next Pilot; the last one refuses it (TS-22)"),
            single("support", "back the Commander up (TS-26)"),
            single("stay-out", "take no part in this Throwdown"),
            single("vote-self", "judge that the Commander fights for herself (TS-29)"),
            single("vote-team", "judge that the Commander fights for the team (TS-29)"),
            single("done", "give no more cards"),
            single("charge", "Assist: spend a Charge for +1 Strike this turn (TS-12)"),
            single("pass", "no Assist this turn"),
            single("hand-back", "leave the Drive to the Commander"),
            single("buffer", "spend a Buffer to prevent this point of damage (ME-55, ME-64, ME-71)"),
            single("accept", "let this point of damage land"),
            Range(
                "ask",
                tuple(f"ask pilot_{k}" for k in range(MAX_PILOTS)),
                "let this ally Drive, or hand back (TS-56, C-91)",
            ),
            Range(
                "commitment",
                tuple(f"commitment {name}" for name in COMMITMENTS),
                "the Commitment that is lowered, or recovers (ME-66, ME-31)",
            ),
            Range(
                "pilot",
                tuple(f"pilot pilot_{k}" for k in range(MAX_PILOTS)),
                "the Pilot whom the spoil concerns (C-136)",
            ),
            Range(
                "threat",
                tuple(f"threat {k}" for k in range(MAX_THREATS)),
                "the Threat whom the spoil concerns",
            ),
        ],
        [
            Range("spoil", tuple(f"spoil {name}" for name in SPOILS), "take this spoil (TS-112 to TS-127)"),
            single("spoil none", "waive the spoils that are left"),
        ],
    ]
)

INITIATIVE_PAGE, COUNTER_PAGE, BLOCK_PAGE, ESCALATE_PAGE, GIVE_PAGE, DISCARD_PAGE, OTHER_PAGE, SPOIL_PAGE = (
    range(8)
)
PAGES = 8
CARD_PAGES = 6

OTHER = int(LAYOUT.starts[OTHER_PAGE])
SPOIL_START = int(LAYOUT.starts[SPOIL_PAGE])


def _other(name: str) -> int:
    return LAYOUT.bit(name)


CONCEDE, REFUSE, SUPPORT, STAY_OUT = (
    _other("concede"),
    _other("refuse"),
    _other("support"),
    _other("stay-out"),
)
VOTE_SELF, VOTE_TEAM, DONE = _other("vote-self"), _other("vote-team"), _other("done")
CHARGE, PASS, HAND_BACK = _other("charge"), _other("pass"), _other("hand-back")
SPEND_BUFFER, ACCEPT = _other("buffer"), _other("accept")
ASK, CHOOSE_COMMITMENT = _other("ask"), _other("commitment")
CHOOSE_PILOT, CHOOSE_THREAT = _other("pilot"), _other("threat")
SPOIL_NONE = len(SPOILS)
"""Bits inside their page."""
