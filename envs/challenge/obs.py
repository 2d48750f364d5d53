"""What a seat observes: the public table, its own secrets, and the discards by value and colour."""

from throwdown.envs.challenge import attempts, decks, rounds
from throwdown.envs.challenge.state import (
    BANDS,
    CARDS,
    CORES,
    FACES,
    HEROES,
    PRESSES,
    Attempt,
    Core,
    End,
    Kind,
    Mode,
    Phase,
    Reaction,
    Shelf,
    State,
)
from throwdown.envs.core import cardset
from throwdown.envs.core.kit import NONE, Block, Fields, Flags, Ints, Observation, Out, kernel
from throwdown.envs.core.observations import flag, flags, group, number, numbers, one_hot

RANKS = 13
_CORE = f"one-hot: {', '.join(Core.labels())}"


class Template(Observation):
    """The Core and the band of something that is posted, and its Difficulty."""

    core: Flags = flags(f"its Core, {_CORE}", CORES)
    band: Flags = flags("its band, one-hot, the easiest first", BANDS)
    known: bool = flag("whether the viewer knows its Difficulty")
    difficulty: int = number("the Difficulty, if the viewer knows it", 0, 25)


class Cards(Observation):
    """An Attempt."""

    by: Flags = flags(
        "the Character of the {what}, one-hot over the hero blocks; none if there is no Attempt", HEROES
    )
    core: Flags = flags(f"its Core, {_CORE}", CORES)
    cards: int = number("cards drawn", 0, CARDS)
    values: Ints = numbers("the values of these cards, if the viewer knows them", 0, 15, CARDS)
    jokers: Flags = flags("whether these cards are Jokers, if the viewer knows them", CARDS)
    flopped: bool = flag("whether it has Flopped, if the viewer knows the cards")
    score: int = number("the Attempt Score so far, if the viewer knows the cards", -32, 64)


class Seen(Observation):
    """What all seats' observations begin with."""

    viewer: Flags = flags("the viewer, one-hot over seats", HEROES)
    mover: Flags = flags("the seat that decides, one-hot; none when the game is over", HEROES)
    phase: Flags = one_hot("what is being decided", Phase)
    round_: int = number("the Round", 0, 8)
    rounds: int = number("number of Rounds", 0, 8)
    passes: int = number("consecutive passes", 0, HEROES)
    turn: Flags = flags("the seat that has priority, one-hot", HEROES)
    progress: int = number("Progress", 0, 100)
    goal: int = number("Progress that wins the scene", 0, 100)
    limit: int = number("Harm that takes a Character out", 0, 100)
    points: int = number("the Table's points, for the Table", 0, 100)
    hostile: int = number("hostile Actions that the Table has left in this Round", 0, 6)
    tokens: int = number("Busts that the Table has left", 0, 8)
    posting: Flags = one_hot("the obstacle being posted, or the hazard that strikes", Shelf)
    posted: Template = group(Template, "posting_")
    reaction: Flags = one_hot("the Reaction to the hostile Action", Reaction)
    kind: Flags = one_hot("the purpose of the running Attempt", Kind)
    attempt: Cards = group(Cards, "attempt_", what="running Attempt")
    bar: int = number("the number that the running Attempt must reach, once it is revealed", -32, 64)
    target: Flags = flags("the obstacle of the running Attempt, one-hot over the slots", 4)
    attack: Cards = group(Cards, "attack_", what="attack that waits for the defence")
    attacker: Flags = flags("the Character that presses, one-hot over the hero blocks", HEROES)
    defender: Flags = flags("the Character that is pressed on, likewise", HEROES)
    press: Flags = flags("the press, one-hot", PRESSES)
    waiting: Flags = flags("the press that a Fast Reaction interrupts, one-hot", PRESSES)
    seen: Flags = flags(
        "whether Bangs have shown the viewer the first, second, third card of the viewer's deck", CARDS
    )
    seen_black: Ints = numbers("values of these cards with a black Core", 0, 15, CARDS)
    seen_red: Ints = numbers("values of these cards with a red Core", 0, 15, CARDS)
    seen_joker: Flags = flags("whether these cards are Jokers", CARDS)
    ended: Flags = one_hot("how the game ended; none while it goes on", End)


class Hero(Observation):
    """A Character; the viewer's own comes first."""

    core: Ints = numbers(f"the Cores: {', '.join(Core.labels())}", -9, 9, CORES)
    stamina: int = number("Stamina left", 0, 20)
    actions: int = number("Actions left", 0, 6)
    frenzied: bool = flag("whether Frenzy has been bought in this Round")
    stagger: int = number("forced Attempts while Staggered; with 5 it is Flat Footed", 0, 5)
    token: bool = flag("Busted until the Round ends, by the Table's token or because its sheet says so")
    joker: bool = flag("Busted by a Joker")
    barred: bool = flag("whether no token may be laid on it in this Round")
    bang: int = number("the pending Bang", 0, 3)
    boon: bool = flag("whether it holds a Boon")
    harm: int = number("Harm suffered", 0, 100)
    dealt: int = number("Harm dealt by its presses", 0, 100)
    out: bool = flag("whether it is out")
    deck: int = number("cards in its deck", 0, 54)
    ahead: int = number("cards on top of the deck that its player has seen", 0, 54)
    black: Ints = numbers("black discards: 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A", 0, 2, RANKS)
    red: Ints = numbers("red discards: 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A", 0, 2, RANKS)
    jokers: Flags = flags("Jokers among them: red, black", 2)


class Slot(Observation):
    """A place for an obstacle."""

    open: bool = flag("whether an obstacle is open in this slot; the oldest comes first")
    posted: Template = group(Template, "slot_")


FIELDS = Fields(Seen, Block("hero", Hero), Block("slot", Slot))


@kernel
def observe(s: State, viewer: int, row: Ints, out: Out) -> None:
    """Write what ``viewer`` knows; blocks of heroes begin with the viewer's own."""
    seen = Seen.of(row)
    seen.viewer[viewer] = True
    if s.over:
        seen.ended[rounds.end_of(s)] = True
    else:
        seen.mover[s.seat] = True
    seen.phase[s.phase] = True
    seen.reaction[s.reaction] = True
    seen.kind[s.attempt.kind] = True
    observe_table(s, viewer, seen)
    observe_attempt(s, s.attempt, viewer, seen.attempt)
    observe_attempt(s, s.attack, viewer, seen.attack)
    observe_press(s, viewer, seen)
    observe_ahead(s, viewer, seen)
    for h in range(s.cfg.heroes):
        observe_hero(s, h, Hero.of(row, place_of(s, viewer, h)))
    for k in range(s.open_n):
        bill, slot = s.bills[s.open[k]], Slot.of(row, k, (s.cfg.heroes,))
        slot.open = True
        observe_template(s, bill.shelf, bill.template, slot.posted)
        if bill.known or viewer == rounds.TABLE:
            slot.posted.known = True
            slot.posted.difficulty = bill.difficulty


@kernel
def place_of(s: State, viewer: int, h: int) -> int:
    """Return the block of hero ``h``: the viewer's own is the first, the others follow in the order of play."""
    return (h - viewer) % s.cfg.heroes


@kernel
def observe_table(s: State, viewer: int, seen: Seen) -> None:
    """Write how far the game has come, and what the Table has left."""
    seen.round_ = s.round_no
    seen.rounds = s.cfg.rounds
    seen.passes = s.passes
    seen.turn[s.turn if s.cfg.heroes > 1 else 1 - s.turn] = True
    seen.progress = s.progress
    seen.goal = s.cfg.goal
    seen.limit = s.cfg.limit
    seen.hostile = s.hostile
    seen.tokens = s.tokens
    seen.bar = s.bar
    is_table = s.cfg.heroes == 1 and viewer == rounds.TABLE
    seen.points = s.points if is_table else 0
    if s.template != NONE:
        seen.posting[s.shelf] = True
        observe_template(s, s.shelf, s.template, seen.posted)
    elif s.hazard != NONE:
        seen.posting[Shelf.HAZARD] = True
        bill = s.bills[s.hazard]
        observe_template(s, Shelf.HAZARD, bill.template, seen.posted)
        if is_table or bill.known:
            seen.posted.known = True
            seen.posted.difficulty = bill.difficulty


@kernel
def observe_template(s: State, shelf: int, template: int, posted: Template) -> None:
    """Write a template's Core and band."""
    posted.core[s.cfg.core if s.cfg.mode == Mode.ATTEMPT else s.cfg.template_core[shelf, template]] = True
    posted.band[s.cfg.template_band[shelf, template]] = True


@kernel
def observe_attempt(s: State, a: Attempt, viewer: int, cards: Cards) -> None:
    """Write an Attempt; the cards of an attack are for its owner until they are revealed."""
    if a.hero == NONE:
        return
    cards.by[place_of(s, viewer, a.hero)] = True
    cards.core[a.core] = True
    cards.cards = a.n
    if a.kind == Kind.ATTACK and decks.seat_of(s, a.hero) != viewer:
        return
    for k in range(a.n):
        cards.values[k] = decks.value(a.cards[k], a.core)
        cards.jokers[k] = a.cards[k] >= FACES
    cards.flopped = a.flopped
    cards.score = attempts.score_of(s, a)


@kernel
def observe_press(s: State, viewer: int, seen: Seen) -> None:
    """Write who presses on whom, and which obstacle is attempted."""
    if s.attempt.kind == Kind.OBSTACLE or s.attempt.kind == Kind.REACTION:
        for slot in range(s.open_n):
            seen.target[slot] = s.open[slot] == s.target
    if s.attacker == NONE:
        return
    seen.attacker[place_of(s, viewer, s.attacker)] = True
    seen.press[s.press] = True
    if s.defender != NONE:
        seen.defender[place_of(s, viewer, s.defender)] = True
    if s.main_press != NONE:
        seen.waiting[s.main_press] = True


@kernel
def observe_ahead(s: State, viewer: int, seen: Seen) -> None:
    """Write the viewer's own cards that it has seen by Bangs, in the order in which they will be drawn."""
    if s.cfg.heroes == 1 and viewer == rounds.TABLE:
        return
    d = s.heroes[viewer if s.cfg.heroes > 1 else 0].deck
    for k in range(min(CARDS, d.ahead_n)):
        card = d.ahead[d.ahead_n - 1 - k]
        seen.seen[k] = True
        seen.seen_black[k] = decks.value(card, Core.SPEED)
        seen.seen_red[k] = decks.value(card, Core.HEART)
        seen.seen_joker[k] = card >= FACES


@kernel
def observe_hero(s: State, h: int, hero: Hero) -> None:
    """Write what everybody knows of a Character."""
    w = s.heroes[h]
    for core in range(CORES):
        hero.core[core] = w.core[core]
    hero.stamina = w.stamina
    hero.actions = w.actions
    hero.frenzied = w.frenzied
    hero.stagger = w.stagger
    hero.token = w.token
    hero.joker = w.joker > 0
    hero.barred = w.barred
    hero.bang = w.bang
    hero.boon = w.boon
    hero.harm = w.harm
    hero.dealt = w.dealt
    hero.out = w.is_out
    hero.deck = w.deck.n
    hero.ahead = w.deck.ahead_n
    word = w.deck.trash[0]
    while word != 0:
        card = cardset.lowest(word)
        word &= word - 1
        if card >= FACES:
            hero.jokers[card - FACES] = True
        elif decks.VALUE[1, 48 + card % 4] == 14:
            hero.red[card // 4] += 1
        else:
            hero.black[card // 4] += 1
