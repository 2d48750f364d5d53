"""The state of a Skirmish, and the names of its phases, events and kinds of things.

A *process* is anything on the map, by its number: 0 to 3 are the MCs, 4 to 11 what the CPU runs. The MCs' side is 0 and
has seat 0, the CPU's is 1. A *holder* of cards is an MC by its number, or `CPU` for the CPU's one hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import auto

from throwdown.envs.core import deck
from throwdown.envs.core.kit import (
    FRENCH,
    FRENCH_WITH_JOKERS,
    NONE,
    Events,
    Flags,
    GameState,
    Ints,
    Named,
    Record,
    boolean,
    event,
    int8,
    int16,
    int64,
    nested,
    tr,
)

KIT = FRENCH_WITH_JOKERS
"""A side's deck: the French pack with two Jokers."""
FACES, KINDS = len(FRENCH.names), len(KIT.names)
MCS, MOBS = 4, 8
PROCESSES = MCS + MOBS
CPU = MCS
"""The CPU as a holder of cards."""
HOLDERS = MCS + 1
AREAS = 7
HAND = 12
"""Cards that a hand may hold (SKE-02)."""
TEAM = 6
LAYS = 20
"""Cards and turns without a card of a round: two for each MC, and the CPU's whole hand."""
SHEETS = 16
INTERRUPTS = 16
FIGHTS = 3
LOADOUTS = 2
LAID = 3
LOW_ACE, HIGH_ACE, LAST = 0, 13, 14
"""Places in the count: the low Ace, Two (1) to King (12), the high Ace, and turns without a card."""
JACK, KING, ACE = 11, 13, 14
"""Ranks as they are compared with Accuracy and Evade."""
FULL = 10
"""A full Interrupt meter (SK-51)."""
PRICE = 3
"""Move points that a card or another loadout costs (SK-61 to SK-63)."""
OUT_OF_SIGHT = 99
UNSEEN = 99
"""What `rank` holds in a copy whose legal set is to be what others know of it."""
MOST_HP = 30_000
"""Where raises of MaxHP stop, which no fight reaches: what the record holds."""


class Side(Named):
    """The two sides, which are the seats."""

    MCS = auto()
    CPU = auto()


class Phase(Named):
    """What is being decided."""

    DEPLOY = auto()
    COMMIT = auto()
    RANK = auto()
    SHIFT = auto()
    WINDOW = auto()
    ACTIVATE = auto()
    TURN = auto()
    HACK = auto()
    PUSH = auto()
    EXIT = auto()
    GIVE = auto()
    YIELD = auto()
    LAY = auto()
    TARGET = auto()
    STORM = auto()
    PATCH = auto()


class Reload(Named):
    """How an MC reloads (SK-89 to SK-91); a boss with `TURN` may reload the CPU (SK-92)."""

    ROUND = auto()
    OUT = auto()
    TURN = auto()


class Charge(Named):
    """What charges a meter (SK-50)."""

    NONE = auto()
    HIT_NEAR = auto()
    HIT_FAR = auto()
    ATTACK = auto()
    HACK = auto()
    HIT_TAKEN = auto()


class Bonus(Named):
    """What a bonus action does (SK-30)."""

    NONE = auto()
    BRACE = auto()
    PATCH = auto()


class Effect(Named):
    """What an Interrupt does."""

    STRIKE = auto()
    FIRE = auto()
    SHOT = auto()
    STORM = auto()
    CLEANSE = auto()
    WARD = auto()
    RAID = auto()
    REROUTE = auto()
    PURGE = auto()


class Fit(Named):
    """What the cards that an Interrupt demands must be."""

    ANY = auto()
    FACE = auto()
    RANK = auto()
    SUIT = auto()


class Status(Named):
    """What hacks inflict; a process keeps them as bits."""

    LAG = auto()
    EXPOSED = auto()
    JAMMED = auto()
    LEAK = auto()


class Row(Named):
    """The chart of Team Hands, weakest first (SK-69 to SK-80)."""

    HIGH_CARD = auto()
    PAIR = auto()
    TWO_PAIR = auto()
    THREE_OF_A_KIND = auto()
    STRAIGHT = auto()
    FLUSH = auto()
    FULL_HOUSE = auto()
    DEAD_MANS_HAND = auto()
    FOUR_OF_A_KIND = auto()
    STRAIGHT_FLUSH = auto()
    ROYAL_FLUSH = auto()
    FIVE_OF_A_KIND = auto()


class Doing(Named):
    """What goes on when pushes and falls are over."""

    WALK = auto()
    ATTACK = auto()
    FIRE = auto()
    STORM = auto()
    REROUTE = auto()
    PURGE = auto()


class Step(Named):
    """What the rules do next while nobody is asked."""

    DEPLOY = auto()
    ROUND = auto()
    COMMIT = auto()
    COMMIT_CPU = auto()
    REVEAL = auto()
    COUNT = auto()
    ACTIVATE = auto()
    TURN = auto()
    FALL = auto()
    RESOLVE = auto()
    AIM = auto()
    YIELD = auto()
    END_TURN = auto()
    END_ROUND = auto()


class End(Named):
    """How a game ended."""

    MCS = auto()
    CPU = auto()
    ROUNDS = auto()


class Event(Events):
    """What can happen, and the sentences that tell it; `words.narration` tells the others."""

    FIGHT_BEGAN = event(tr("A fight began: {mobs}."), sound="rumble")
    COLLECTED = event(tr("The Garbage Collector passed: everybody was restored."))
    DEPLOYED = event(tr("{one} was placed at {where}."))
    RELOADED = event()
    CARD_DRAWN = event(tr("{holder} drew {card}."))
    RESHUFFLED = event(tr("The discards of the {who} were shuffled and became the new deck."))
    ROUND_BEGAN = event(tr("Round {amount} began."), sound="escalate")
    CARD_LAID = event(tr("{holder} laid {card} at {place}."), sound="card")
    RELOADING = event(tr("{one} chose to reload."))
    IDLE = event(tr("{one} laid no card and came after the Kings."))
    ACTIVATED = event()
    LAPSED = event(tr("{holder} lost {card}, which could not be used."))
    BOOTED = event(tr("{one} had the Boot of {row}: {boot}."))
    LEAKED = event(tr("{one} suffered from Leak."))
    MOVED = event(tr("{one} went to {where}."))
    PUSHED = event(tr("{one} was pushed to {where}."))
    FELL = event(tr("{one} fell to {where}."))
    ATTACKED = event(tr("{one} attacked {other}."), sound="counter")
    MISSED = event(tr("{one} missed {other}."))
    DODGED = event(tr("{one} dodged."), sound="block")
    HIT = event(tr("{one} was hit."), sound="block")
    HURT = event(tr("{one} lost {number} HP."))
    HACKED = event(tr("The hack worked: {status} on {one}."))
    HACK_FAILED = event(tr("The hack on {one} failed."))
    DOWN = event(tr("{one} went down."), sound="concede")
    CHARGED = event(tr("{one}'s meter rose to {number}."))
    GIVEN = event(tr("{one} gave {card} to the Team Hand."))
    CLIMBED = event(tr("The Team Hand of the {who} climbed to {row}: {boot}."))
    TEAM_DISCARDED = event(tr("The Team Hand of the {who} was discarded."))
    GAVE_UP = event(tr("The {who} gave up {card} from their Team Hand."))
    DISCARDED = event(tr("{holder} discarded {card}."))
    RESTORED = event(tr("Everybody on the side of the {who} was restored."))
    BRACED = event(tr("{one} braced."))
    PATCHED = event(tr("{one} regained {number} HP."))
    PAID = event(tr("{one} paid 3 Move points for a card."))
    SWAPPED = event(tr("{one} took the {loadout}."))
    SWITCHED = event(tr("{one} switched to {own}."))
    INTERRUPT_CARD = event(tr("{one} laid {card} for the Interrupt."))
    INTERRUPTED = event(tr("{one} used {interrupt}."))
    TURN_ENDED = event(tr("{one}'s turn ended."))
    FIGHT_WON = event(tr("The {who} won the fight."))
    ROUNDS_OVER = event(tr("The last round ended."))


class Deck(deck.Deck):
    """A side's deck with its open discards."""

    cards: Ints = int64("cards whose place is open", KIT.shape)
    trash: Ints = int64("the open discards", KIT.shape)
    ahead: Ints = int8("cards whose place is fixed: none", 1, start=NONE)


class Hand(Record):
    """A hand: slot ``k`` is its ``k``-th lowest card."""

    cards: int = int64("the cards, a word")
    caps: Ints = int8(
        "ascending: the highest card that each card can be, as far as the other side knows", HAND, start=NONE
    )
    due: bool = boolean("the hand is empty, and its free reload waits until a card can be drawn")


class Team(Record):
    """A side."""

    deck: Deck = nested(Deck, "its deck")
    cards: Ints = int8("the Team Hand, in the order in which cards were given", TEAM, start=NONE)
    n: int = int8("size of the Team Hand")
    rows: int = int16("rows attained in the Team Hand, as bits: their Uptimes are in force")
    boot: int = int8("the Boot that waits for the side's next turn, a row; 0: none")
    boot_now: int = int8("the Boot of the present turn, a row; 0: none")
    ward: bool = boolean("the whole side is Armored until the round ends")


class Process(Record):
    """An MC, a mob or a boss."""

    sheet: int = int8("its sheet, or NONE if there is no such process", start=NONE)
    is_up: bool = boolean("whether it stands")
    area: int = int8("its area, or NONE before it is placed", start=NONE)
    hp: int = int16("HP")
    max_hp: int = int16("MaxHP")
    points: int = int8("Move points")
    steps: int = int8("Auto steps left in this turn")
    meter: int = int8("the Interrupt meter, 0 to 10")
    status: int = int8("status effects, as bits: see `Status`")
    loadout: int = int8("number of its present loadout, 0 or 1")
    interrupt: int = int8("number of its present Interrupt, 0 or 1")
    laid: Ints = int8("cards laid for the Interrupt", LAID, start=NONE)
    laid_n: int = int8("number of cards laid for the Interrupt")
    has_income: bool = boolean("has taken this round's Move points or steps")
    gave: bool = boolean("has given a card to the Team Hand in this round")
    acted: bool = boolean("has had a turn in this round")
    bonus: int = int8("bonus actions used in this round, as bits")
    brace: bool = boolean("Armored until its next turn")


class Lay(Record):
    """A card laid for the count, or a turn without a card."""

    owner: int = int8("the holder", start=NONE)
    card: int = int8("the card, or NONE", start=NONE)
    rank: int = int8("the rank as which it is played, 2 to 14, as declared for a Joker or an Ace")
    count: int = int8("its place in the count, 0 to 14")


class Sheet(Record):
    """What a class, a mob or a boss is like."""

    accuracy: Ints = int8("[loadout]", LOADOUTS)
    connect: Ints = int8("[loadout]: 0 where there is no hacking", LOADOUTS)
    reach: Ints = int8("[loadout]: Range", LOADOUTS)
    damage: Ints = int8("[loadout]", LOADOUTS)
    loadouts: int = int8("how many loadouts there are, 1 or 2")
    evade: int = int8("Evade")
    resist: int = int8("Resist")
    hp: int = int8("MaxHP at first")
    move: int = int8("Move")
    most: int = int8("Max Move; 0 where there are no Move points")
    auto: int = int8("Auto steps")
    draw: int = int8("of an MC: the hand size to which it reloads")
    plays: int = int8("of an MC: cards that it may lay in a round")
    reload: int = int8("see `Reload`")
    flying: bool = boolean("Falling areas are ordinary ground")
    armored: bool = boolean("Armored")
    boss: bool = boolean("a boss")
    push: bool = boolean("a hit pushes a step")
    bonus: Ints = int8("[k]: see `Bonus`", 2)
    worth: Ints = int8("[k]: its amount", 2)
    interrupt_n: int = int8("Interrupts, 0 to 2")
    interrupt: Ints = int8("[k]: the number of the Interrupt", 2, start=NONE)
    charge: int = int8("see `Charge`")
    gain: int = int8("charges gained each time")
    meter: int = int8("charges at the start of the game")


class Interrupt(Record):
    """What an Interrupt demands and does."""

    effect: int = int8("see `Effect`")
    cards: int = int8("cards demanded, 0 to 3")
    fit: int = int8("see `Fit`")
    amount: int = int8("number of targets, or amount")


class Config(Record):
    """What a scenario says."""

    faces: Ints = int64("the cards of a side's deck", KIT.shape)
    sheets: Sequence[Sheet] = nested(Sheet, "classes, mobs and bosses", SHEETS)
    interrupts: Sequence[Interrupt] = nested(Interrupt, "Interrupts", INTERRUPTS)
    mcs: int = int8("MCs")
    mc: Ints = int8("[MC]: its sheet", MCS, start=NONE)
    fights: int = int8("fights, one after another")
    mob_n: Ints = int8("[fight]: processes of the CPU", FIGHTS)
    mob: Ints = int8("[fight, k]: their sheets", (FIGHTS, MOBS), start=NONE)
    collects: Flags = boolean("[fight]: whether the Garbage Collector passes before it", FIGHTS)
    rounds: int = int8("rounds of a fight")
    limit: int = int8("the size at which a Team Hand is discarded, 5 or 6")
    areas: int = int8("areas")
    start: int = int8("where MCs start")
    x: int = int8("where a boss starts")
    falling: Flags = boolean("[area]: whether it is a Falling area", AREAS)
    cost: Ints = int8("[from, to]: Move points for the step on foot; 0: no path", (AREAS, AREAS))
    flight: Ints = int8("[from, to]: the same for flyers", (AREAS, AREAS))
    exits: Ints = int8("[area]: the areas to which its one-way paths lead, as bits", AREAS)
    sight: Ints = int8("[from, to]: the smallest Range that reaches; 99: none does", (AREAS, AREAS))
    cut_by: int = int8("a cut leaves this many parts ...")
    cut_of: int = int8("... of this many; a raise adds one part")
    exposed: int = int8("amount that Exposed adds to Evade")
    jammed: int = int8("amount that Jammed adds to Accuracy")
    leak: int = int8("HP that Leak costs")


class State(GameState):
    """A fight, or several in a row."""

    cfg: Config = nested(Config, "the scenario", kept=True)
    fight: int = int8("the fight, from 0 on")
    round_no: int = int8("the round of the fight, from 1 on; 0 while mobs are placed")
    draw: int = int8("the CPU's Draw")
    teams: Sequence[Team] = nested(Team, "[side]", 2)
    hands: Sequence[Hand] = nested(Hand, "[holder]", HOLDERS)
    processes: Sequence[Process] = nested(Process, "[process]", PROCESSES)
    is_sealed: bool = boolean("the cards laid are still secret")
    lay_n: int = int8("cards and turns without a card laid in this round")
    lays: Sequence[Lay] = nested(
        Lay, "these cards and turns; in the order of the count, once they are open", LAYS
    )
    at: int = int8("the number of the one that is played now or comes next")
    reloading: int = int8("MCs that reload in this round, as bits")
    by: int = int8("the MC that commits, or the process that lays a card or is healed", start=NONE)
    plays: int = int8("of the MC that commits: the cards that it has laid")
    card: int = int8("a card whose rank or place in the count is being chosen, or NONE", start=NONE)
    rank: int = int8("the rank chosen for it; 0: none")
    actor: int = int8("the process that has the turn, or NONE", start=NONE)
    active: int = int8("the card with which the turn is taken, or NONE", start=NONE)
    active_rank: int = int8("the rank as which this card is played")
    has_attacked: bool = boolean("the card has been used to attack")
    is_closed: bool = boolean("the walk ended where an enemy stands")
    has_switched: bool = boolean("the Interrupt has been switched in this turn")
    window: int = int8(
        "the side that may interrupt before a turn of the other; NONE, or 2 once it has", start=NONE
    )
    doing: int = int8("see `Doing`: what is being resolved, or NONE", start=NONE)
    target: int = int8("the target of the attack or push, or NONE", start=NONE)
    shooter: int = int8("the process whose Interrupt is being resolved, or NONE", start=NONE)
    left: int = int16("targets left for the Interrupt; for a Purge the enemies that are left, as bits")
    faller: int = int8("the process that has just moved and may fall, or NONE", start=NONE)
    step: int = int8("the next step, see `Step`; 0 while a decision is pending")
    ended: int = int8("how the game ended: see `End`; NONE while it goes on", start=NONE)
