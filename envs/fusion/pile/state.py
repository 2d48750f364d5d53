"""The state of a Throwdown, pile edition: one conflict over one world.

Seats are 0 (Coach) and 1 to 7 (Pilots), clockwise in this order. Sides are 0 (Coach's) and 1 (the Pilots'); where
Pilots fight Pilots, 1 is the challenger's side and 0 the other.
"""

from __future__ import annotations

from enum import auto

from throwdown.envs.core.kit import NONE, Flags, Ints, Named, boolean, event, int8, int16, int64, labels, tr
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import (
    FIRST_PHASE,
    PILE_CARDS,
    SEATS,
    Choice,
    Ending,
    FirstEvent,
    LoggedEvents,
)

LAST_TURN = 400
"""A guard for abilities that draw: from this turn on there is nothing but Fold (C-76)."""


class State(ConflictState):
    """One Throwdown; entries are by seat or by side."""

    received: Ints = int64("cards in her hand that an Assist brought (C-158)", (SEATS, 2))
    received_from: Ints = int16("seats that gave or passed on these cards, as bits", SEATS)
    sealed: Ints = int16("face-down initiative card from a hand, or NONE", SEATS, start=NONE)
    blind: int = int16("Coach's face-down initiative card from the deck, or NONE", start=NONE)
    turns: int = int16("turns begun")
    pile_n: int = int16("cards in the Pile")
    pile_down: int = int16("face-down cards at the bottom of the Pile (TP-61)")
    pile_card: Ints = int8("the Pile, bottom to top; every card has been seen", PILE_CARDS)
    pile_by: Ints = int8("the seat that laid each card", PILE_CARDS)
    side: Ints = int8("side of each seat, or NONE if it takes no part", SEATS, start=NONE)
    folded: Flags = boolean("has Folded", SEATS)
    fused: Ints = int8("the seat that leads her Lesser Fusion, or NONE", SEATS, start=NONE)
    modifier: Ints = int8("change of Strike by Strike-Assists, for her next turn", SEATS)
    passed: Ints = int8("cards handed to her by Assists for her next turn", SEATS)
    strife: Ints = int8("Strife that she caused, in the Payload that her side receives (C-58)", SEATS)
    leader: Ints = int8("the seat that decides for each side, or NONE", 2, start=NONE)
    challenger: int = int8("the challenger's seat, or NONE", start=NONE)
    focus: int = int8("the Stakes, see `Focus`")
    relay: bool = boolean("initiative cards are laid anew after a tie")
    at: int = int16("the seat that a round of all seats has reached")
    turn: int = int8("the seat that has the turn, or that won initiative")
    done: int = int16("Side actions of this turn, as bits, see `Did`")
    asked: int = int16("Pilots invited into the Fusion, as bits")
    agreed: int = int16("Pilots who consented")
    invited: int = int8("the invited Pilot who has to answer, or NONE", start=NONE)
    owner: int = int8("the Fusion partner whose ability is being chosen, or NONE", start=NONE)
    owed: int = int8("cards that a Fusion still has to pay")
    owed_class: int = int8("class of cards that may pay, see `usage.CARDS_OF`")
    assist: int = int8("the Assist being carried out, see `Assist`")
    winner: int = int8("side, or NONE", start=NONE)
    result: int = int8("see `Result`")
    taker: int = int8("the side that takes spoils or a Payload, or NONE", start=NONE)
    concessions: int = int8("effects that the loser may still add (TP-99)")
    effect: int = int8("kind of the trigger whose target is being chosen")
    landing: int = int8("kind of damage out of the Payload that lands now, or 0")
    won: int = int16("cards in the final Pile")


class Focus(Named):
    """What the Stakes are about."""

    FIGHT = auto()
    FAVOR = auto()
    REPAIR = auto()


class Result(Ending):
    """How a Throwdown stands, or ended."""

    RUNNING = auto()
    FOUGHT = auto()
    REFUSED = auto()
    CALLED_OFF = auto()


class Assist(Named):
    """The Assist that is being carried out."""

    NONE = auto()
    CARD = auto()
    STRIKE = auto()


class Did(Named):
    """Side actions of a turn, as bits."""

    ACTIVATE = 1
    SACRIFICE = 2
    FUSION = 4
    INVOKE = 8
    RECHARGE = 16


class Phase(Named):
    """What is decided, beside `Choice`."""

    STAKES = FIRST_PHASE
    LAY = auto()
    SIDE = auto()
    TURN = auto()
    ASSIST_DISCARD = auto()
    ASSIST_PASS = auto()
    RECHARGE = auto()
    INVITE = auto()
    CONSENT = auto()
    PARTNER = auto()
    FUSION_PAY = auto()
    SPOILS = auto()
    CONCESSION = auto()
    RESTORE = auto()
    PAYLOAD = auto()
    DROP = auto()
    ORDER = auto()


PHASES = labels(Choice, Phase)


class Step(Named):
    """How it goes on once nothing is left to decide."""

    SIDES = auto()
    REVEAL = auto()
    DRAWS = auto()
    BEGIN = auto()
    TURN = auto()
    SPOILS = auto()
    PAYLOADS = auto()
    AFTER = auto()
    DROPS = auto()
    END = auto()


class Event(LoggedEvents):
    """What can happen in a Throwdown on the Pile, besides what happens in every game."""

    CHALLENGER_NAMED = event(tr("{who} threw the gauntlet."), first=FirstEvent.PILE)
    INITIATIVE_LAID = event(tr("{who} laid {card} face-down."), sound="card")
    CHALLENGE_REFUSED = event()
    STAYED_OUT = event(tr("{who} stayed out of the Throwdown."))
    CARD_GIVEN = event(sound="card")
    INITIATIVE_REVEALED = event(tr("{who} turned {card} up."), sound="card")
    INITIATIVE_TIED = event(
        tr("Both sides led with {card}: all initiative cards were discarded and new ones laid.")
    )
    INITIATIVE_WON = event(tr("{who} won initiative with {card}, {n} above the card beneath."))
    CALLED_OFF = event(tr("Nobody played on; the Throwdown was called off."))
    THROWDOWN_ENDED = event()
    STAKES_SET = event()
    BLIND_LAID = event(tr("{who} laid {card} from the deck face-down, unseen."), sound="card")
    SIDE_TAKEN = event()
    ROBO_PRESENT = event(tr("{who}'s Robo was here from the start."))
    TURN_BEGUN = event(tr("It was the turn of {who}."))
    PUSHED = event(tr("{who} Pushed {card}, a difference of {n}."), sound="counter")
    BEATEN_BACK = event(sound="block")
    FOLDED = event(tr("{who} Folded."), sound="concede")
    STRIFE_GATHERED = event(tr("{who} caused {n} Strife in the Payload for her own side."))
    ASSISTED = event()
    STRIKE_LENT = event()
    FACTION_INVOKED = event()
    FUSION_PROPOSED = event()
    FUSION_ANSWERED = event()
    FUSED = event(sound="rumble")
    FUSION_BROKEN = event(tr("The Lesser Fusion of {who} broke."))
    CHARGE_LENT = event()
    PILE_WON = event(tr("{who} held the top of a Pile of {n}."))
    PAYLOAD_TALLIED = event()
    SPOIL_SPENT = event()
    CONCESSION_TAKEN = event()
    SPOILS_ENDED = event(tr("{who} took nothing more."))
    THREAT_FORTIFIED = event()
    DAMAGE_ASSIGNED = event()
