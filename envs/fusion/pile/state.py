"""The state of a Throwdown, pile edition: one conflict over one world.

Seats are 0 (Coach) and 1 to 7 (Pilots), clockwise in this order. Sides are 0 (Coach's) and 1 (the Pilots'); where
Pilots fight Pilots, 1 is the challenger's side and 0 the other.
"""

from __future__ import annotations

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.records import Ints, int8, int16, int64
from throwdown.envs.fusion.world.conflict import FIRST_PHASE, SHARED_PHASES, ConflictState
from throwdown.envs.fusion.world.state import EVENTS, SEATS

PILE = 108
LAST_TURN = 400
"""A guard for abilities that draw: from this turn on there is nothing but Fold (C-76)."""


class State(ConflictState):
    """One Throwdown; entries are by seat or by side."""

    received: Ints = int64("cards in her hand that came by an Assist (C-158)", (SEATS, 2))
    sealed: Ints = int16("face-down initiative card out of a hand, or NONE", SEATS, start=NONE)
    blind: int = int16("Coach's face-down initiative card off the deck, or NONE", start=NONE)
    turns: int = int16("turns begun")
    pile_n: int = int16("cards in the Pile")
    pile_down: int = int16("those at the bottom that lie face-down (TP-61)")
    pile_card: Ints = int8("bottom to top; all were seen", PILE)
    pile_by: Ints = int8("the seat that laid each card", PILE)
    side: Ints = int8("side of each participant, or NONE", SEATS, start=NONE)
    folded: Ints = int8("1: has Folded", SEATS)
    fused: Ints = int8("the seat that leads her Lesser Fusion, or NONE", SEATS, start=NONE)
    modifier: Ints = int8("to Strike, by Strike-Assists, for her next turn", SEATS)
    passed: Ints = int8("cards handed to her by Assists for her next turn", SEATS)
    strife: Ints = int8("Strife that she caused, in the Payload that her side receives (C-58)", SEATS)
    leader: Ints = int8("the seat that decides for each side, or NONE", 2, start=NONE)
    challenger: int = int8("the seat that threw the gauntlet, or NONE", start=NONE)
    focus: int = int8("what the Stakes are about, see `FOCI`")
    relay: int = int8("1: initiative is laid anew after a tie")
    at: int = int16("where a round of all seats stands")
    turn: int = int8("whose turn it is, or who won initiative")
    done: int = int16("Side actions of this turn, as bits, see `DID_RECHARGE`")
    asked: int = int16("Pilots invited into the Fusion, as bits")
    agreed: int = int16("those who consented")
    owner: int = int8("the Fusion partner whose ability is being chosen, or NONE", start=NONE)
    owed: int = int8("cards that a Fusion has still to pay")
    owed_class: int = int8("what counts as payment, see `usage.CARDS_OF`")
    assist: int = int8("the Assist being carried out, see `NO_ASSIST`")
    winner: int = int8("side, or NONE", start=NONE)
    result: int = int8("see `RESULTS`")
    taker: int = int8("the side that takes spoils or a Payload, or NONE", start=NONE)
    concessions: int = int8("effects that the loser may still add (TP-99)")
    effect: int = int8("kind of the trigger whose target is being chosen")
    landing: int = int8("kind of damage out of the Payload that lands now, or 0")
    won: int = int16("cards in the final Pile")


FOCI = ("fight", "favor", "repair")
FIGHT, WIN_FAVOR, REPAIR = range(len(FOCI))
RESULTS = ("running", "fought", "refused", "called off")
RUNNING, FOUGHT, REFUSED, CALLED_OFF = range(len(RESULTS))
NO_ASSIST, CARD_ASSIST, STRIKE_ASSIST = range(3)
DID_ACTIVATE, DID_SACRIFICE, DID_FUSION, DID_INVOKE, DID_RECHARGE = (1 << i for i in range(5))

OWN_PHASES = (
    *("stakes", "lay", "side", "turn", "assist-discard", "assist-pass", "recharge"),
    *("invite", "consent", "partner", "fusion-pay"),
    *("spoils", "concession", "restore", "payload", "drop", "order"),
)
PHASES = (*SHARED_PHASES, *OWN_PHASES)
(
    STAKES_PHASE,
    LAY_PHASE,
    SIDE_PHASE,
    TURN_PHASE,
    ASSIST_DISCARD,
    ASSIST_PASS,
    RECHARGE_PHASE,
    INVITE_PHASE,
    CONSENT_PHASE,
    PARTNER_PHASE,
    FUSION_PAY,
    SPOILS_PHASE,
    CONCESSION_PHASE,
    RESTORE_PHASE,
    PAYLOAD_PHASE,
    DROP_PHASE,
    ORDER_PHASE,
) = range(FIRST_PHASE, len(PHASES))

STEPS = ("sides", "reveal", "draws", "begin", "turn", "spoils", "payloads", "after", "drops", "end")
SIDES, REVEAL, DRAWS, BEGIN, TURN, SPOILS, PAYLOADS, AFTER, DROPS, END = range(len(STEPS))

PILE_EVENTS = (
    "CHALLENGER_NAMED",
    "STAKES_SET",
    "INITIATIVE_LAID",
    "BLIND_LAID",
    "SIDE_TAKEN",
    "STAYED_OUT",
    "CHALLENGE_REFUSED",
    "INITIATIVE_REVEALED",
    "INITIATIVE_TIED",
    "INITIATIVE_WON",
    "CALLED_OFF",
    "ROBO_PRESENT",
    "TURN_BEGUN",
    "PUSHED",
    "BEATEN_BACK",
    "FOLDED",
    "STRIFE_GATHERED",
    "ASSISTED",
    "CARD_GIVEN",
    "STRIKE_LENT",
    "FACTION_INVOKED",
    "FUSION_PROPOSED",
    "FUSION_ANSWERED",
    "FUSED",
    "FUSION_BROKEN",
    "CHARGE_LENT",
    "PILE_WON",
    "PAYLOAD_TALLIED",
    "SPOIL_SPENT",
    "CONCESSION_TAKEN",
    "SPOILS_ENDED",
    "THREAT_FORTIFIED",
    "DAMAGE_ASSIGNED",
    "THROWDOWN_ENDED",
)
EVENT_NAMES = (*EVENTS, *PILE_EVENTS)
(
    E_NAMED,
    E_STAKES,
    E_LAID,
    E_BLIND,
    E_SIDE,
    E_STAYED_OUT,
    E_REFUSED,
    E_REVEALED,
    E_TIED,
    E_WON,
    E_CALLED_OFF,
    E_ROBO,
    E_TURN,
    E_PUSHED,
    E_BEATEN,
    E_FOLDED,
    E_STRIFE,
    E_ASSISTED,
    E_GIVEN,
    E_LENT,
    E_INVOKED,
    E_PROPOSED,
    E_ANSWERED,
    E_FUSED,
    E_BROKEN,
    E_CHARGE_LENT,
    E_PILE_WON,
    E_TALLIED,
    E_SPOIL,
    E_CONCESSION,
    E_SPOILS_ENDED,
    E_THREAT_FORTIFIED,
    E_ASSIGNED,
    E_ENDED,
) = range(len(EVENTS), len(EVENT_NAMES))
