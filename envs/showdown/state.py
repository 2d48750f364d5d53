"""The state of a Showdown, and the names of its phases, events and kinds of things.

The Heroes' side is 0 and has seat 0, the Villains' is 1. A *Character* is a place on the Table by its number: 0 to 23
are the Heroes', 24 to 47 the Villains'; so are the places of the Stacks. A *card* is a number as well: a side's list of
32 for its deck, then the faces of its Initial Cards and its Leader; the Villains' follow the Heroes'.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import auto

from throwdown.envs.core.kit import (
    NONE,
    Events,
    Flags,
    GameState,
    Ints,
    Named,
    Record,
    as_bits,
    boolean,
    event,
    int8,
    int16,
    int32,
    int64,
    nested,
    tr,
)

LIST = 32
"""Different cards that a deck may hold."""
INITIALS = 4
FRONT, BACK, LEADER = LIST, LIST + INITIALS, LIST + 2 * INITIALS
"""Where the first faces of Initial Cards, their second ones, and the Leader come in a side's cards."""
CARDS = LEADER + 1
SLOTS = 24
"""Characters that a side may have, and cards and Abilities in its Stack."""
CHARACTERS = 2 * SLOTS
HAND = 24
"""Cards that a hand may hold (SHO-41)."""
GEARS = 4
TEXTS, EFFECTS = 2, 3
OWN = NONE
"""What stands for a Character's own text where an Attachment's place might stand."""


class Side(Named):
    """The two sides, which are the seats."""

    HEROES = auto()
    VILLAINS = auto()


class Phase(Named):
    """What is being decided."""

    MULLIGAN = auto()
    ACTION = auto()
    BEARER = auto()
    UPGRADE = auto()
    HEAL = auto()
    WINDOW = auto()
    MISSION = auto()
    EMPLOY = auto()
    TARGET = auto()
    DROP = auto()
    STOP = auto()
    ASSIGN = auto()
    COMPOSE = auto()
    REACT = auto()
    PAY = auto()
    AIM = auto()
    LAST = auto()
    DISCARD = auto()


class Kind(Named):
    """What a card is, by its layout (SD-22)."""

    ALLY = auto()
    EQUIPMENT = auto()
    VEHICLE = auto()
    COMBAT = auto()
    EVENT = auto()
    MISSION = auto()
    INITIAL = auto()
    LEADER = auto()


MAIN = as_bits((Kind.ALLY, Kind.EQUIPMENT, Kind.VEHICLE))
"""The cards that are put on the Table, as bits."""


class Class(Named):
    """The Classes that carry rules, as bits of `Card.classes` (SD-96)."""

    HERO = auto()
    VILLAIN = auto()
    CHANGED = auto()
    MOOK = auto()
    KAIJU = auto()
    MECHA = auto()
    SHIP = auto()
    SUPER = auto()


class When(Named):
    """When a text counts."""

    NONE = auto()
    STACK = auto()
    EMPLOY = auto()
    LEADER = auto()
    MISSION = auto()


class Op(Named):
    """What an effect does; `Effect.amount` says how much, or to how many."""

    NONE = auto()
    POWER = auto()
    SHOOT = auto()
    MOVE = auto()
    MOVE_IN = auto()
    MOVE_OUT = auto()
    WOUND = auto()
    HEAL = auto()
    UPGRADE = auto()
    DRAW = auto()
    DISCARD = auto()
    DISCARD_RANDOM = auto()
    DRAMA = auto()
    VALOR = auto()
    WHIFF = auto()


MOVING = (Op.MOVE, Op.MOVE_IN, Op.MOVE_OUT)
"""Moves into Combat or out of it."""
ON_CHARACTERS = (Op.POWER, Op.SHOOT, *MOVING, Op.WOUND, Op.HEAL, Op.UPGRADE)
"""What is done to Characters."""
A_MOVE, ON_A_CHARACTER = as_bits(MOVING), as_bits(ON_CHARACTERS)
"""Both as bits."""


class Who(Named):
    """Whom an effect may be aimed at."""

    ANY = auto()
    OWN = auto()
    OPPOSING = auto()
    SELF = auto()
    INITIAL = auto()
    EACH = auto()
    EACH_MOOK = auto()


UNCHOSEN = as_bits((Who.EACH, Who.EACH_MOOK))
"""Where nobody is chosen, as bits."""


class Gear(Named):
    """The places for Attachments on a Character (SD-98, SD-126)."""

    EQUIPMENT = auto()
    VEHICLE = auto()
    SHIP_EQUIPMENT = auto()
    SHIP_VEHICLE = auto()


class Status(Named):
    """What has become of a card or an Ability in a Stack."""

    OPEN = auto()
    PAID = auto()
    WHIFFED = auto()


class Step(Named):
    """What the rules do next, once the text is resolved that may be in hand; the step that asks stays as it is."""

    MULLIGAN = auto()
    BEGIN_TURN = auto()
    OPENING = auto()
    ACTION = auto()
    WINDOW = auto()
    MISSION = auto()
    ASSIGN = auto()
    COMPOSE = auto()
    REACT = auto()
    PAY = auto()
    RESOLVE = auto()
    LAST = auto()
    END_COMBAT = auto()
    DISCARD = auto()
    END_TURN = auto()


class End(Named):
    """How a game ended."""

    CLOCK = auto()
    HEROES = auto()
    VILLAINS = auto()


class Event(Events):
    """What can happen, and the sentences that tell it; `words.narration` tells the others."""

    MULLIGAN = event(tr("The {who} shuffled their hand into the deck and drew a new one."))
    KEPT = event(tr("The {who} kept their hand."))
    TURN_BEGAN = event(tr("Turn {amount} began."), sound="escalate")
    STEP_BEGAN = event()
    MISSIONS_BEGAN = event()
    DISCARDS_BEGAN = event(tr("The Discard Phase began."))
    CARD_DRAWN = event()
    HEALED = event(tr("{one} was healed."))
    LEADER_GAINED = event(tr("The {who} gained a Leader Action."))
    UPGRADED = event()
    DRAMA = event(tr("Drama rose by {amount} to {number}."))
    VALOR = event(tr("The {who} gained {amount} Valor."))
    PLAYED = event(sound="card")
    ATTACHED = event()
    DESTROYED = event(tr("{card} was destroyed."), sound="concede")
    REMOVED = event(tr("The older {card} left the game."))
    FLIPPED = event()
    SWITCHED = event()
    BOUGHT = event(tr("The {who} bought a Combat."))
    EMPLOYED = event(tr("{one} was Employed."))
    MISSION = event(tr("The {who} played the Mission {card}."))
    LEADER_ACTION = event()
    DISCARDED = event(tr("The {who} discarded {card}."))
    JOINED = event(tr("{one} joined the Combat."))
    COMBAT_BEGAN = event(tr("The Combat began."), sound="rumble")
    TIC_BEGAN = event(tr("Tic {amount} began."))
    COMPOSED = event(sound="card")
    REVEALED = event(sound="card")
    OVER = event(tr("The {who} called the Combat over."))
    PAID = event()
    AIMED = event()
    WHIFFED = event(sound="block")
    MOVED = event()
    SHOT = event()
    WOUNDED = event(tr("{one} was Wounded."), sound="block")
    CHANGED = event()
    COMPARED = event(tr("Powers were compared: {amount} of the Heroes, {number} of the Villains."))
    COMBAT_WON = event(tr("The {who} won the Combat."), sound="counter")
    COMBAT_TIED = event(tr("The Combat was a tie."))
    LEADER_WOUNDED = event()
    TIME_UP = event(tr("The last Turn ended."))


class Effect(Record):
    """One effect of a text."""

    op: int = int8("see `Op`")
    amount: int = int8("amount, or number of Characters")
    who: int = int8("see `Who`")


class Text(Record):
    """An Ability, or what a Combat Card, an Event, a Mission or a Leader says."""

    when: int = int8("see `When`")
    cost: int = int8("Valor")
    initiative: int = int8("the Tic; 0: X, any")
    price: int = int8("Characters to Employ for it")
    effects: Sequence[Effect] = nested(Effect, "its effects, in printed order", EFFECTS)


class Card(Record):
    """What is printed on a card, or on a face of one."""

    kind: int = int8("see `Kind`")
    power: int = int8("Power; for an Attachment, the Power that it adds")
    classes: int = int16("see `Class`, as bits")
    words: int = int64("terms that its name, Keyword and Classes contain, as bits")
    keyword: int = int8("the term that it demands, or NONE", start=NONE)
    requires: int = int8("the term that it Requires, or NONE", start=NONE)
    name: int = int8("the first of the side's cards with the same name", start=NONE)
    drama: int = int8("for a Villain: Drama needed for a flip")
    texts: Sequence[Text] = nested(Text, "its texts", TEXTS)


class Config(Record):
    """What a scenario says."""

    cards: Sequence[Card] = nested(Card, "the Heroes' cards, then the Villains' cards", 2 * CARDS)
    deck: Ints = int8("[side, card]: copies", (2, LIST))
    initials: Ints = int8("[side]: Initial Cards", 2)
    slots: Ints = int8("[side]: the most Characters that it can have during the game", 2)
    turns: int = int8("Turns")
    wounds: int = int8("Leader Wounds that lose the game")
    handsize: int = int8("cards in a full hand")
    actions: Ints = int8("[side]: Actions of a Step", 2)
    bonus_valor: int = int8("the Heroes' extra Valor without a Wound")
    quiet_tic: int = int8("the Tic from which a Combat ends when nobody stages anything (SDA-16)")
    mulligan: bool = boolean("both sides may mulligan")
    whiffs: Flags = boolean("[side]: whether its list has an effect that makes cards in the Stack Whiff", 2)
    wound_losers: bool = boolean("only the losing side's Characters are Wounded at the end of Combat")
    wounded_power: bool = boolean("the Power of Characters Wounded in Combat counts at its end (SHO-50)")


class Character(Record):
    """A Hero, a Villain or an Ally in Play."""

    card: int = int8("its card, or NONE if the place is empty", start=NONE)
    seq: int = int16("its number in the order in which cards came into Play")
    upgrades: int = int8("Upgrades")
    bonus: int = int16("change of Power in this Turn")
    is_wounded: bool = boolean("Wounded, and so off the Table; it may still be in Combat")
    is_employed: bool = boolean("Employed")
    in_combat: bool = boolean("in Combat")
    used: int = int8("its texts that were used in this Turn, as bits")
    has_flipped: bool = boolean("has flipped in this Action Phase")
    gear: Ints = int8("Attachments by their places: see `Gear`", GEARS, start=NONE)
    gear_seq: Ints = int16("their numbers in the order in which cards came into Play", GEARS)
    gear_used: Ints = int8("texts of these Attachments that were used in this Turn, as bits", GEARS)
    is_active: bool = boolean("its Ship Vehicle is active")
    has_switched: bool = boolean("its Ship Vehicle was switched in this Turn")


class Entry(Record):
    """A card or an Ability in a Stack."""

    card: int = int8("the card with the text", start=NONE)
    source: int = int8("the Character that has the Ability, or NONE", start=NONE)
    gear: int = int8("the place of the Attachment that has it, or NONE", start=NONE)
    text: int = int8("the number of the text on the card")
    target: int = int8("the Character it is aimed at, or NONE", start=NONE)
    way: bool = boolean("for a MOVE: whether it leads into Combat")
    status: int = int8("see `Status`")


class Team(Record):
    """A side: its cards, and its Leader."""

    deck: Ints = int8("[card]: copies in the deck", LIST)
    hand: Ints = int8("[card]: copies in hand", LIST)
    trash: Ints = int8("[card]: copies in the discard pile", LIST)
    gone: Ints = int8("[card]: copies removed from the game", LIST)
    deck_n: int = int8("cards in the deck")
    hand_n: int = int8("cards in hand")
    draws: int = int32("cards drawn so far")
    missions: int = int64("cards played as Missions, as bits")
    entered: int = int16("cards put into Play so far")
    top: int = int8("number of places up to the last one with a Character")
    wounds: int = int8("Leader Wounds")
    drama: int = int8("the Drama Pool")
    leader: bool = boolean("holds a Leader Action")
    actions: int = int8("Actions left in this Step")
    valor: int = int16("Valor")
    stack_n: int = int8("cards and Abilities in the Stack")
    is_over: bool = boolean("has called the Combat over in this Tic")


class State(GameState):
    """A game."""

    cfg: Config = nested(Config, "the scenario", kept=True)
    turn: int = int8("the Turn, from 1 on; 0 while hands are chosen")
    tic: int = int8("the Tic; 0 outside Tics")
    is_bought: bool = boolean("this Turn has a Combat Phase")
    in_combat: bool = boolean("the Combat is going on")
    is_sealed: bool = boolean("Stacks are being composed, face down")
    teams: Sequence[Team] = nested(Team, "[side]", 2)
    characters: Sequence[Character] = nested(Character, "[Character]", CHARACTERS)
    stack: Sequence[Entry] = nested(
        Entry, "[place]: the Heroes' places, then the Villains', then a spare one", CHARACTERS + 1
    )
    side: int = int8("the side whose Step, Phase, Stack or payment it is")
    at: int = int8("the Character being assigned, or the place of the Stack being paid", start=NONE)
    by: int = int8("the side whose text is being resolved, or NONE", start=NONE)
    card: int = int8("the card being resolved or attached, or NONE", start=NONE)
    text: int = int8("the number of its text")
    source: int = int8("the Character that has the text, or NONE", start=NONE)
    effect: int = int8("the number of the effect")
    left: int = int8("Characters that are still to be chosen; NONE: not yet counted", start=NONE)
    last: int = int8("the Character that was chosen before, or NONE", start=NONE)
    price: int = int8("Characters still to be Employed for it")
    step: int = int8("see `Step`")
    ended: int = int8("how the game ended: see `End`; NONE while it goes on", start=NONE)
