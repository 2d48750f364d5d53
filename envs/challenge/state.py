"""The state of a game of Challenges, and the names of its phases, events and kinds of Attempts.

A *hero* is a Character by its number. Seats: in scenes and lone Attempts the Table is seat 0 and the Character seat 1;
in duels hero ``h`` has seat ``h``, and the heroes of even numbers are one side.
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
"""A personal deck: the French pack with a red and a black Joker."""
FACES, KINDS = len(FRENCH.names), len(KIT.names)
HEROES = 4
CORES = 4
BANDS = 6
TEMPLATES = 10
PRESSES = 8
OPEN = 4
CAST = 12
BILLS = 56
"""What the Table may post in a game: 8 Rounds of an obstacle and 6 hostile Actions."""
CARDS = 3
FLAT = 5
"""So many forced Attempts while Staggered make a Character Flat Footed."""


class Mode(Named):
    """What is played."""

    SCENE = auto()
    DUEL = auto()
    ATTEMPT = auto()


class Core(Named):
    """The four Cores; the first two are black, the others red."""

    SPEED = auto()
    BRAWN = auto()
    BRAIN = auto()
    HEART = auto()


class Phase(Named):
    """What is being decided."""

    POST = auto()
    DIFFICULTY = auto()
    PRIORITY = auto()
    TARGET = auto()
    ANSWER = auto()
    REACTION = auto()
    BEFORE = auto()
    CARDS = auto()
    KNUCKLE = auto()


class Kind(Named):
    """What an Attempt is for."""

    NONE = auto()
    OBSTACLE = auto()
    FORCED = auto()
    FAST = auto()
    REACTION = auto()
    ATTACK = auto()
    DEFENCE = auto()


class Reaction(Named):
    """What has become of the Reaction to a hostile Action."""

    NONE = auto()
    DECLARED = auto()
    FAST = auto()
    RUNNING = auto()


class End(Named):
    """How a game ended."""

    GOAL = auto()
    HARM = auto()
    ROUNDS = auto()
    SUCCESS = auto()
    FAILURE = auto()


class Shelf(Named):
    """What a template is for."""

    OBSTACLE = auto()
    HAZARD = auto()


class Event(Events):
    """What can happen, and the sentences that tell it; `words.narration` tells the others."""

    ROUND_BEGAN = event(tr("Round {amount} began."), sound="escalate")
    POSTED = event()
    HAZARD_STRUCK = event(sound="block")
    TOKEN_LAID = event(tr("The Table laid a Bust on the Character."))
    PASSED = event(tr("{who} passed."))
    ATTEMPTED = event()
    PRESSED = event()
    REACTED = event(tr("{who} declared a Reaction."))
    REACTED_FAST = event(tr("{who} declared a Fast Reaction."))
    CARD_SEEN = event(tr("{who} looked at the next card: {card}."))
    CARD_DRAWN = event(tr("{who} drew {card}."), sound="card")
    CARD_SHOWN = event(tr("{who} showed {card}."), sound="card")
    DOUBLED = event()
    TRIPLED = event()
    FLOPPED = event(tr("{who} Flopped: only the first card counted."))
    STAGGERED = event(tr("{who} was Staggered: −{amount}."))
    FLAT_FOOTED = event(tr("{who} was Flat Footed and failed without a card."))
    DIFFICULTY_REVEALED = event(tr("The Difficulty was {amount}."))
    SUCCEEDED = event(tr("{who} succeeded with degree {amount}."), sound="counter")
    FAILED = event(tr("{who} failed with degree {amount}."), sound="concede")
    KNUCKLED_DOWN = event(tr("{who} Knuckled Down."))
    HARMED = event()
    PROGRESSED = event()
    CANCELLED = event(tr("{who} was fast enough: the hostile Action was cancelled."))
    OVERCOME = event()
    HEARTSEEKER = event(tr("{who} spent {amount} Stamina on Heartseeker."))
    FRENZIED = event(tr("{who} bought one more Action with Frenzy."))
    BOON_GAINED = event(tr("{who} was awarded a Boon."))
    BOON_BANGED = event(tr("{who} spent the Boon for a Bang."))
    BOON_NULLIFIED = event(tr("{who} spent the Boon to end being Busted."))
    BOON_GIVEN = event()
    JOKER_BANGED = event(tr("The Joker gave {whom} Bang II for the next Action."))
    JOKER_BUSTED = event(tr("The Joker Busted {whom} for the next Action."))
    RESHUFFLED = event(tr("{who}'s discards were shuffled and put under the deck."))
    TAKEN_OUT = event(tr("{who} was taken out."))
    ROUNDS_OVER = event(tr("The last Round ended."))
    BEGAN_BUSTED = event(tr("{who} began the Round Busted."))


class Deck(deck.Deck):
    """A personal deck with its open discards; cards whose place is fixed have been seen by the owner."""

    cards: Ints = int64("cards whose place is open", KIT.shape)
    trash: Ints = int64("the open discards", KIT.shape)
    ahead: Ints = int8("cards seen by Bangs, the top last", KINDS, start=NONE)
    upper: Ints = int64(
        "cards unknown to others that lie above the discards last put under the deck", KIT.shape
    )


class Hero(Record):
    """A Character in play."""

    character: int = int8("its number in the cast")
    core: Ints = int8("[core]: its value", CORES)
    stamina: int = int8("Stamina left")
    actions: int = int8("Actions left in this Round")
    frenzied: bool = boolean("Frenzy has been bought in this Round")
    stagger: int = int8("forced Attempts made while Staggered in this Round, 0 to 5")
    token: bool = boolean("Busted until the Round ends, by the Table's token or because its sheet says so")
    barred: bool = boolean("no token may be laid on it in this Round")
    joker: int = int8("the Round at whose end a Joker's Bust ends; 0: none in force")
    bang: int = int8("the pending Bang, 0 to 3")
    boon: bool = boolean("holds a Boon")
    awarded: bool = boolean("has been awarded its Boon")
    harm: int = int8("Harm suffered")
    dealt: int = int8("Harm dealt by its presses")
    is_out: bool = boolean("out of the game")
    deck: Deck = nested(Deck, "its personal deck")


class Attempt(Record):
    """An Attempt from its beginning until its cards go to the discards."""

    hero: int = int8("the Character that attempts, or NONE", start=NONE)
    kind: int = int8("see `Kind`")
    core: int = int8("the challenged Core")
    n: int = int8("cards drawn, 0 to 3")
    cards: Ints = int8("in the order drawn", CARDS, start=NONE)
    replaced: int = int8("the card that Knuckle Down replaced, or NONE", start=NONE)
    flopped: bool = boolean("only the first card counts")
    penalty: int = int8("the Stagger Penalty, 0 to 16")


class Bill(Record):
    """What the Table has posted, and at which Difficulty."""

    round_no: int = int8("the Round in which it was posted")
    shelf: int = int8("see `Shelf`")
    template: int = int8("its template's number on that shelf")
    difficulty: int = int8("0 to 25")
    known: bool = boolean("the Difficulty is public")


class Config(Record):
    """What a scenario says."""

    mode: int = int8("see `Mode`")
    heroes: int = int8("Characters in the game: 1, 2 or 4")
    faces: Ints = int64("the cards of a personal deck", KIT.shape)
    rounds: int = int8("Rounds")
    actions: int = int8("Actions of a Character in a Round")
    goal: int = int8("Progress that wins a scene")
    limit: int = int8("Harm that takes a Character out")
    boon_at: int = int8("Progress (scene) or Harm dealt (duel) that earns the Boon; 0: none")
    hostile: int = int8("the Table's hostile Actions in a Round")
    tokens: int = int8("the Table's Busts in a scene")
    income: int = int8("the Table's points in a Round")
    carry: int = int8("points that may be carried over")
    open_most: int = int8("obstacles that may be open at a time")
    flop_limit: int = int8("cards above this total Flop")
    flop_on_double: bool = boolean("whether two cards can also Flop by their total")
    step: int = int8("points of margin for a degree more")
    most: int = int8("the highest degree")
    price: int = int8("of a lone Attempt: hundredths of the stake for every Action beyond the first")
    core: int = int8("of a lone Attempt: the challenged Core")
    known: bool = boolean("of a lone Attempt: whether the Difficulty is public")
    low: Ints = int8("[band]: its lowest Difficulty", BANDS)
    high: Ints = int8("[band]: its highest Difficulty", BANDS)
    bonus: Ints = int8("[band]: Progress added to the degree", BANDS)
    template_n: Ints = int8("[shelf]: how many templates there are", 2)
    template_core: Ints = int8("[shelf, template]: the challenged Core", (2, TEMPLATES))
    template_band: Ints = int8("[shelf, template]: the band", (2, TEMPLATES))
    press_n: int = int8("how many presses there are")
    press_from: Ints = int8("[press]: the attacking Core", PRESSES)
    press_to: Ints = int8("[press]: the defending Core", PRESSES)
    cast_core: Ints = int8("[character, core]: its value", (CAST, CORES))
    cast_stamina: Ints = int8("[character]: Stamina", CAST)
    cast_busted: Flags = boolean("[character]: whether she begins every Round Busted", CAST)
    cast_presses: Flags = boolean("[character]: whether she makes presses", CAST)
    cast_boons: Flags = boolean(
        "[character]: whether she gains a Boon at the start of every Round that she begins without one", CAST
    )
    candidate_n: Ints = int8("[hero]: Characters from which the deal chooses", HEROES)
    candidate: Ints = int8("[hero, k]: the k-th of them", (HEROES, CAST))


class State(GameState):
    """A scene, a duel or a lone Attempt."""

    cfg: Config = nested(Config, "the scenario", kept=True)
    round_no: int = int8("the Round, from 1 on")
    turn: int = int8("who has priority: in scenes 0 the Character, 1 the Table; in duels the hero")
    passes: int = int8("consecutive passes")
    heroes: Sequence[Hero] = nested(Hero, "the Characters", HEROES)
    attempt: Attempt = nested(Attempt, "the running Attempt")
    attack: Attempt = nested(
        Attempt, "in a duel: the attacker's Attempt, from when it stands until the reveal"
    )
    bar: int = int8("the number that the running Attempt must reach, once it is revealed")
    progress: int = int8("Progress")
    points: int = int8("the Table's points")
    hostile: int = int8("hostile Actions that the Table has left")
    tokens: int = int8("Busts that the Table has left")
    open_n: int = int8("open obstacles")
    open: Ints = int8("[slot]: the number of its bill, oldest first", OPEN, start=NONE)
    bill_n: int = int16("bills")
    bills: Sequence[Bill] = nested(Bill, "the obstacles and hazards that the Table has posted", BILLS)
    shelf: int = int8(
        "the shelf of the obstacle or hazard whose Difficulty is being chosen, see `Shelf`; else NONE",
        start=NONE,
    )
    template: int = int8("the template that is being posted", start=NONE)
    target: int = int8(
        "the bill of the obstacle that is attempted, or of the hazard during a hostile Action", start=NONE
    )
    hazard: int = int8("the bill of the hazard that strikes, or NONE", start=NONE)
    reaction: int = int8("see `Reaction`")
    strikes: bool = boolean("the hostile Action goes on before anybody decides")
    attacker: int = int8("the Character that presses, or NONE", start=NONE)
    defender: int = int8("the Character that is pressed on", start=NONE)
    press: int = int8("the press", start=NONE)
    main_press: int = int8("the press that waits for a Fast Reaction, or NONE", start=NONE)
    spent: int = int16(
        "Actions used by a lone Attempt; otherwise Attempts and further cards of all Characters"
    )
    won: bool = boolean("of a lone Attempt: whether it succeeded")
