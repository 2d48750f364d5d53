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
    Flags,
    GameState,
    Ints,
    Named,
    Record,
    boolean,
    int8,
    int16,
    int32,
    int64,
    nested,
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


class Who(Named):
    """Whom an effect may be aimed at."""

    ANY = auto()
    OWN = auto()
    OPPOSING = auto()
    SELF = auto()
    INITIAL = auto()
    EACH = auto()
    EACH_MOOK = auto()


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


class Event(Named):
    """What can happen. ``seat`` is a side, ``card`` a card or a Character's, ``amount`` mostly a Character's place."""

    MULLIGAN = auto()
    KEPT = auto()
    TURN_BEGAN = auto()  # amount: the Turn
    STEP_BEGAN = auto()
    MISSIONS_BEGAN = auto()
    DISCARDS_BEGAN = auto()
    CARD_DRAWN = auto()  # the card is for the side that draws
    HEALED = auto()  # amount: Character
    LEADER_GAINED = auto()
    UPGRADED = auto()  # amount: Character, number: its Upgrades now
    DRAMA = auto()  # amount: points, number: the pool now
    VALOR = auto()  # amount: points, number: the Valor now
    PLAYED = auto()  # card, amount: Character
    ATTACHED = auto()  # card, amount: Character, number: its card
    DESTROYED = auto()  # card
    REMOVED = auto()  # card, by the Table Rule
    FLIPPED = auto()  # card: the face now, amount: Character
    SWITCHED = auto()  # amount: Character, number: 1 if the Ship is active now
    BOUGHT = auto()
    EMPLOYED = auto()  # amount: Character
    MISSION = auto()  # card
    LEADER_ACTION = auto()  # card: the Event, or the Leader; number: which text
    DISCARDED = auto()  # card
    JOINED = auto()  # amount: Character
    COMBAT_BEGAN = auto()
    TIC_BEGAN = auto()  # amount: the Tic
    COMPOSED = auto()  # number: Combat Cards staged
    REVEALED = auto()  # card, amount: the Character whose Ability it is, or NONE
    OVER = auto()
    PAID = auto()  # card, amount: the Character whose Ability it is, or NONE, number: Valor
    AIMED = auto()  # card, amount: the target, number: its card
    WHIFFED = auto()  # card, amount: the Character whose Ability it is, or NONE
    MOVED = auto()  # amount: Character, number: 1 into Combat
    SHOT = auto()  # amount: Character, number: Upgrades lost
    WOUNDED = auto()  # amount: Character
    CHANGED = auto()  # amount: Character, number: change of Power
    COMPARED = auto()  # amount: the Heroes' Power, number: the Villains'
    COMBAT_WON = auto()  # seat: by whom
    COMBAT_TIED = auto()
    LEADER_WOUNDED = auto()  # amount: Wounds now
    TIME_UP = auto()


class Effect(Record):
    """One effect of a text."""

    op: int = int8("see `Op`")
    amount: int = int8("how much, or to how many")
    who: int = int8("see `Who`")


class Text(Record):
    """An Ability, or what a Combat Card, an Event, a Mission or a Leader says."""

    when: int = int8("see `When`")
    cost: int = int8("Valor")
    initiative: int = int8("the Tic; 0: X, any")
    price: int = int8("Characters to Employ for it")
    effects: Sequence[Effect] = nested(Effect, "in printed order", EFFECTS)


class Card(Record):
    """What is printed on a card, or on a face of one."""

    kind: int = int8("see `Kind`")
    power: int = int8("Power, of Attachments what they add")
    classes: int = int16("see `Class`, as bits")
    words: int = int64("terms that its name, Keyword and Classes contain, as bits")
    keyword: int = int8("the term that it demands, or NONE", start=NONE)
    requires: int = int8("the term that it Requires, or NONE", start=NONE)
    name: int = int8("the first of the side's cards that has its name", start=NONE)
    drama: int = int8("of a Villain: Drama needed for a flip")
    texts: Sequence[Text] = nested(Text, "its texts", TEXTS)


class Config(Record):
    """What a scenario says."""

    cards: Sequence[Card] = nested(Card, "the Heroes', then the Villains'", 2 * CARDS)
    deck: Ints = int8("[side, card]: copies", (2, LIST))
    initials: Ints = int8("[side]: Initial Cards", 2)
    slots: Ints = int8("[side]: Characters that it can ever have", 2)
    turns: int = int8("Turns")
    wounds: int = int8("Leader Wounds that lose the game")
    handsize: int = int8("cards in a full hand")
    actions: Ints = int8("[side]: Actions of a Step", 2)
    bonus_valor: int = int8("the Heroes' extra Valor without a Wound")
    quiet_tic: int = int8("from this Tic on a Combat ends when nobody stages anything (SDA-16)")
    mulligan: bool = boolean("both sides may mulligan")
    whiffs: Flags = boolean("[side]: whether its list holds something to make cards in the Stack Whiff", 2)
    wound_losers: bool = boolean("only the losing side's Characters are Wounded at the end of Combat")
    wounded_power: bool = boolean("the Power of who is Wounded in Combat counts at its end (SHO-50)")


class Character(Record):
    """A Hero, a Villain or an Ally in Play."""

    card: int = int8("its card, or NONE where there is none", start=NONE)
    seq: int = int16("when it came into Play")
    upgrades: int = int8("Upgrades")
    bonus: int = int16("change of Power in this Turn")
    is_wounded: bool = boolean("Wounded, and so off the Table, though maybe in Combat")
    is_employed: bool = boolean("Employed")
    in_combat: bool = boolean("in Combat")
    used: int = int8("its texts that were used in this Turn, as bits")
    has_flipped: bool = boolean("has flipped in this Action Phase")
    gear: Ints = int8("Attachments by their places: see `Gear`", GEARS, start=NONE)
    gear_seq: Ints = int16("when these came into Play", GEARS)
    gear_used: Ints = int8("their texts that were used in this Turn, as bits", GEARS)
    is_active: bool = boolean("its Ship Vehicle is active")
    has_switched: bool = boolean("that was switched in this Turn")


class Entry(Record):
    """A card or an Ability in a Stack."""

    card: int = int8("whose text it is", start=NONE)
    source: int = int8("the Character whose Ability it is, or NONE", start=NONE)
    gear: int = int8("the place of the Attachment that has it, or NONE", start=NONE)
    text: int = int8("which of the card's texts")
    target: int = int8("the Character it is aimed at, or NONE", start=NONE)
    way: bool = boolean("of a MOVE: whether into Combat")
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
    top: int = int8("places up to the last that has a Character")
    wounds: int = int8("Leader Wounds")
    drama: int = int8("the Drama Pool")
    leader: bool = boolean("holds a Leader Action")
    actions: int = int8("Actions left in this Step")
    valor: int = int16("Valor")
    stack_n: int = int8("cards and Abilities in the Stack")
    is_over: bool = boolean("wants the Combat to be over in this Tic")


class State(GameState):
    """A game."""

    cfg: Config = nested(Config, "the scenario", kept=True)
    turn: int = int8("the Turn, from 1 on; 0 while hands are chosen")
    tic: int = int8("the Tic; 0 outside Tics")
    is_bought: bool = boolean("this Turn has a Combat Phase")
    in_combat: bool = boolean("it goes on")
    is_sealed: bool = boolean("Stacks are being composed, face down")
    teams: Sequence[Team] = nested(Team, "[side]", 2)
    characters: Sequence[Character] = nested(Character, "[Character]", CHARACTERS)
    stack: Sequence[Entry] = nested(
        Entry, "[place]: the Heroes', then the Villains', then a spare one", CHARACTERS + 1
    )
    side: int = int8("whose Step, Phase, Stack or payment it is")
    at: int = int8("the Character that is assigned, or the place in the Stack that is paid", start=NONE)
    by: int = int8("the side whose text is resolved, or NONE", start=NONE)
    card: int = int8("the card that is resolved or attached, or NONE", start=NONE)
    text: int = int8("which of its texts")
    source: int = int8("the Character whose text it is, or NONE", start=NONE)
    effect: int = int8("which of its effects")
    left: int = int8("Characters that are still to be chosen; NONE: not yet counted", start=NONE)
    last: int = int8("the Character chosen before, or NONE", start=NONE)
    price: int = int8("Characters that are still to be Employed for it")
    step: int = int8("see `Step`")
    ended: int = int8("how the game ended: see `End`; NONE while it goes on", start=NONE)
