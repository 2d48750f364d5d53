"""The state of a Throwdown, pile edition: one conflict over one world.

Seats are 0 (Coach) and 1 to 7 (Pilots), clockwise in this order. Sides are 0 (Coach's) and 1 (the Pilots'); where
Pilots fight Pilots, 1 is the challenger's side and 0 the other.
"""

from __future__ import annotations

import numpy as np

from throwdown.envs.core.rng import STREAM
from throwdown.envs.fusion.world.conflict import FIRST_PHASE, PENDING, SCENE, SHARED_PHASES
from throwdown.envs.fusion.world.state import CONFIG, EVENTS, SEATS, WORLD

PILE = 108
LAST_TURN = 400
"""A guard for abilities that draw: from this turn on there is nothing but Fold (C-76)."""

STATE = np.dtype(
    [
        ("rng", STREAM),
        ("cfg", CONFIG),
        ("world", WORLD),
        ("scene", SCENE),
        ("pending", PENDING),
        ("received", np.int64, (SEATS, 2)),  # cards in her hand that came by an Assist (C-158)
        ("stakes", np.float32),  # the Pilots' value in [-1, 1], measured after the Payloads
        ("start", np.int16, (5,)),  # Harmony, Commitments, Charges, Buffers, Ratings before the conflict
        ("sealed", np.int16, (SEATS,)),  # face-down initiative card out of a hand, or NONE
        ("blind", np.int16),  # Coach's face-down initiative card off the deck, or NONE
        ("phase", np.int16),
        ("step", np.int16),
        ("seat", np.int16),
        ("over", np.bool_),
        ("turns", np.int16),  # turns begun
        ("pile_n", np.int16),
        ("pile_down", np.int16),  # those at the bottom that lie face-down (TP-61)
        ("pile_card", np.int8, (PILE,)),  # bottom to top; all were seen
        ("pile_by", np.int8, (PILE,)),  # the seat that laid each card
        ("side", np.int8, (SEATS,)),  # side of each participant, or NONE
        ("folded", np.int8, (SEATS,)),
        ("fused", np.int8, (SEATS,)),  # the seat that leads her Lesser Fusion, or NONE
        ("modifier", np.int8, (SEATS,)),  # to Strike, by Strike-Assists, for her next turn
        ("passed", np.int8, (SEATS,)),  # cards handed to her by Assists for her next turn
        ("strife", np.int8, (SEATS,)),  # Strife that she caused, in the Payload that her side receives (C-58)
        ("leader", np.int8, (2,)),  # the seat that decides for each side, or NONE
        ("challenger", np.int8),
        ("focus", np.int8),  # what the Stakes are about, see `FOCI`
        ("relay", np.int8),  # 1: initiative is laid anew after a tie
        ("at", np.int16),  # where a round of all seats stands
        ("turn", np.int8),  # whose turn it is, or who won initiative
        ("done", np.int16),  # Side actions of this turn, as bits, see `DID_RECHARGE`
        ("asked", np.int16),  # Pilots invited into the Fusion, as bits
        ("agreed", np.int16),  # those who consented
        ("owner", np.int8),  # the Fusion partner whose ability is being chosen, or NONE
        ("owed", np.int8),  # cards that a Fusion has still to pay
        ("owed_class", np.int8),
        ("assist", np.int8),  # the Assist being carried out, see `NO_ASSIST`
        ("winner", np.int8),  # side, or NONE
        ("result", np.int8),  # see `RESULTS`
        ("taker", np.int8),  # the side that takes spoils or a Payload, or NONE
        ("concessions", np.int8),  # effects that the loser may still add (TP-99)
        ("effect", np.int8),  # kind of the trigger whose target is being chosen
        ("landing", np.int8),  # kind of damage out of the Payload that lands now, or 0
        ("won", np.int16),  # cards in the final Pile
    ],
    align=True,
)

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
