"""What a seat observes: the public table, its own secrets, and the discards by value and colour."""

from throwdown.envs.challenge import attempts, decks, flow
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
from throwdown.envs.core.fields import Block, Field, Fields
from throwdown.envs.core.kit import NONE, Ints, Named, Out, kernel, labels

RANKS = 13
_CORE = f"one-hot: {', '.join(Core.labels())}"


def _one_hot(name: str, what: str, enum: type[Named]) -> Field:
    return Field(name, len(enum), 0, 1, f"{what}, one-hot: {', '.join(labels(enum))}")


def _attempt(name: str, what: str) -> list[Field]:
    return [
        Field(
            f"{name}_by", HEROES, 0, 1, f"whose {what} it is, one-hot over the hero blocks; none without one"
        ),
        Field(f"{name}_core", CORES, 0, 1, f"its Core, {_CORE}"),
        Field(f"{name}_cards", 1, 0, CARDS, "cards drawn"),
        Field(f"{name}_values", CARDS, 0, 15, "what they count, if the viewer knows them"),
        Field(f"{name}_jokers", CARDS, 0, 1, "whether they are Jokers, if the viewer knows them"),
        Field(f"{name}_flopped", 1, 0, 1, "whether it has Flopped, if the viewer knows the cards"),
        Field(f"{name}_score", 1, -32, 64, "the Attempt Score so far, if the viewer knows the cards"),
    ]


FIELDS = Fields(
    [
        Field("viewer", HEROES, 0, 1, "who looks, one-hot over seats"),
        Field("mover", HEROES, 0, 1, "who decides, one-hot over seats; none when it is over"),
        _one_hot("phase", "what is being decided", Phase),
        Field("round", 1, 0, 8, "the Round"),
        Field("rounds", 1, 0, 8, "how many there are"),
        Field("passes", 1, 0, HEROES, "passes in succession"),
        Field("turn", HEROES, 0, 1, "whose priority it is, one-hot over seats"),
        Field("progress", 1, 0, 100, "Progress"),
        Field("goal", 1, 0, 100, "Progress that wins"),
        Field("limit", 1, 0, 100, "Harm that loses"),
        Field("points", 1, 0, 100, "the Table's points, for the Table"),
        Field("hostile", 1, 0, 6, "hostile Actions that the Table has left in this Round"),
        Field("tokens", 1, 0, 8, "Busts that it has left"),
        _one_hot("posting", "what is posted or strikes", Shelf),
        Field("posting_core", CORES, 0, 1, f"its Core, {_CORE}"),
        Field("posting_band", BANDS, 0, 1, "its band, one-hot from the easiest on"),
        Field("posting_known", 1, 0, 1, "whether the viewer knows its Difficulty"),
        Field("posting_difficulty", 1, 0, 25, "the Difficulty, if so"),
        _one_hot("reaction", "the Reaction to the hostile Action", Reaction),
        _one_hot("kind", "what the running Attempt is for", Kind),
        *_attempt("attempt", "running Attempt"),
        Field("bar", 1, -32, 64, "what it has to reach, once that is revealed"),
        Field("target", 4, 0, 1, "the obstacle that it is for, one-hot over the slots"),
        *_attempt("attack", "attack, which waits for the defence,"),
        Field("attacker", HEROES, 0, 1, "who presses, one-hot over the hero blocks"),
        Field("defender", HEROES, 0, 1, "on whom, likewise"),
        Field("press", PRESSES, 0, 1, "with what, one-hot"),
        Field("waiting", PRESSES, 0, 1, "the press that a Fast Reaction interrupts, one-hot"),
        Field("seen", CARDS, 0, 1, "whether the viewer has seen its first, second, third card by Bangs"),
        Field("seen_black", CARDS, 0, 15, "what these count towards a black Core"),
        Field("seen_red", CARDS, 0, 15, "what they count towards a red Core"),
        Field("seen_joker", CARDS, 0, 1, "whether they are Jokers"),
        _one_hot("ended", "how the game ended; none while it goes on", End),
    ],
    Block(
        "hero",
        (
            Field("core", CORES, -9, 9, f"the Cores: {', '.join(Core.labels())}"),
            Field("stamina", 1, 0, 20, "Stamina left"),
            Field("actions", 1, 0, 6, "Actions left"),
            Field("frenzied", 1, 0, 1, "whether Frenzy has been bought in this Round"),
            Field("stagger", 1, 0, 5, "forced Attempts while Staggered; at 5 Flat Footed"),
            Field("token", 1, 0, 1, "Busted until the Round ends, by the Table's token or as she is"),
            Field("joker", 1, 0, 1, "Busted by a Joker"),
            Field("barred", 1, 0, 1, "whether no token may be laid on it in this Round"),
            Field("bang", 1, 0, 3, "the pending Bang"),
            Field("boon", 1, 0, 1, "whether it holds a Boon"),
            Field("harm", 1, 0, 100, "Harm suffered"),
            Field("dealt", 1, 0, 100, "Harm that its presses have dealt"),
            Field("out", 1, 0, 1, "whether it is out"),
            Field("deck", 1, 0, 54, "cards in its deck"),
            Field("ahead", 1, 0, 54, "cards on top that its player has seen"),
            Field("black", RANKS, 0, 2, "black discards: 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A"),
            Field("red", RANKS, 0, 2, "red discards: 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A"),
            Field("jokers", 2, 0, 1, "Jokers among them: red, black"),
        ),
    ),
    Block(
        "slot",
        (
            Field("open", 1, 0, 1, "whether an obstacle is open here, oldest first"),
            Field("slot_core", CORES, 0, 1, f"its Core, {_CORE}"),
            Field("slot_band", BANDS, 0, 1, "its band, one-hot from the easiest on"),
            Field("slot_known", 1, 0, 1, "whether the viewer knows its Difficulty"),
            Field("slot_difficulty", 1, 0, 25, "the Difficulty, if so"),
        ),
    ),
)

_at = FIELDS.at
NAMES = tuple(f.name for f in FIELDS.fixed)


class At(Named):
    """Where the fields begin, and the blocks behind them."""

    VIEWER = _at("viewer")
    MOVER = _at("mover")
    PHASE = _at("phase")
    ROUND = _at("round")
    TURN = _at("turn")
    PROGRESS = _at("progress")
    POINTS = _at("points")
    HOSTILE = _at("hostile")
    POSTING = _at("posting")
    POSTING_CORE = _at("posting_core")
    REACTION = _at("reaction")
    KIND = _at("kind")
    ATTEMPT = _at("attempt_by")
    BAR = _at("bar")
    TARGET = _at("target")
    ATTACK = _at("attack_by")
    ATTACKER = _at("attacker")
    DEFENDER = _at("defender")
    PRESS = _at("press")
    WAITING = _at("waiting")
    SEEN = _at("seen")
    SEEN_BLACK = _at("seen_black")
    SEEN_RED = _at("seen_red")
    SEEN_JOKER = _at("seen_joker")
    ENDED = _at("ended")
    BLOCKS = FIELDS.fixed_width


class HeroAt(Named):
    """Where the fields of a hero begin in her block, and where the next block does."""

    CORE = _at("core")
    STAMINA = _at("stamina")
    ACTIONS = _at("actions")
    STAGGER = _at("stagger")
    TOKEN = _at("token")
    JOKER = _at("joker")
    BANG = _at("bang")
    BOON = _at("boon")
    HARM = _at("harm")
    OUT = _at("out")
    DECK = _at("deck")
    AHEAD = _at("ahead")
    BLACK = _at("black")
    RED = _at("red")
    JOKERS = _at("jokers")
    END = FIELDS.blocks[0].size


class SlotAt(Named):
    """Where the fields of an obstacle begin in its block, and where the next block does."""

    OPEN = _at("open")
    CORE = _at("slot_core")
    BAND = _at("slot_band")
    KNOWN = _at("slot_known")
    DIFFICULTY = _at("slot_difficulty")
    END = FIELDS.blocks[1].size


@kernel
def observe(s: State, viewer: int, row: Ints, out: Out) -> None:
    """Write what ``viewer`` knows; blocks of heroes begin with the viewer's own."""
    row[At.VIEWER + viewer] = 1
    if s.over:
        row[At.ENDED + flow.end_of(s)] = 1
    else:
        row[At.MOVER + s.seat] = 1
    row[At.PHASE + s.phase] = 1
    row[At.REACTION + s.reaction] = 1
    row[At.KIND + s.attempt.kind] = 1
    observe_table(s, viewer, row)
    observe_attempt(s, s.attempt, viewer, row, At.ATTEMPT)
    observe_attempt(s, s.attack, viewer, row, At.ATTACK)
    observe_press(s, viewer, row)
    observe_seen(s, viewer, row)
    for h in range(s.cfg.heroes):
        observe_hero(s, h, row, At.BLOCKS + place_of(s, viewer, h) * HeroAt.END)
    for slot in range(s.open_n):
        o = At.BLOCKS + s.cfg.heroes * HeroAt.END + slot * SlotAt.END
        row[o + SlotAt.OPEN] = 1
        bill = s.bills[s.open[slot]]
        observe_template(s, bill.shelf, bill.template, row, o + SlotAt.CORE)
        if bill.known or viewer == flow.TABLE:
            row[o + SlotAt.KNOWN] = 1
            row[o + SlotAt.DIFFICULTY] = bill.difficulty


@kernel
def place_of(s: State, viewer: int, h: int) -> int:
    """Return the block of hero ``h``: the viewer's own is the first, the others follow in the order of play."""
    return (h - viewer) % s.cfg.heroes


@kernel
def observe_table(s: State, viewer: int, row: Ints) -> None:
    """Write how far the game has come, and what the Table has left."""
    row[At.ROUND] = s.round_no
    row[At.ROUND + 1] = s.cfg.rounds
    row[At.ROUND + 2] = s.passes
    row[At.TURN + (s.turn if s.cfg.heroes > 1 else 1 - s.turn)] = 1
    row[At.PROGRESS] = s.progress
    row[At.PROGRESS + 1] = s.cfg.goal
    row[At.PROGRESS + 2] = s.cfg.limit
    row[At.HOSTILE] = s.hostile
    row[At.HOSTILE + 1] = s.tokens
    row[At.BAR] = s.bar
    is_table = s.cfg.heroes == 1 and viewer == flow.TABLE
    row[At.POINTS] = s.points if is_table else 0
    if s.template != NONE:
        row[At.POSTING + s.shelf] = 1
        observe_template(s, s.shelf, s.template, row, At.POSTING_CORE)
    elif s.hazard != NONE:
        row[At.POSTING + Shelf.HAZARD] = 1
        bill = s.bills[s.hazard]
        observe_template(s, Shelf.HAZARD, bill.template, row, At.POSTING_CORE)
        if is_table or bill.known:
            row[At.POSTING_CORE + CORES + BANDS] = 1
            row[At.POSTING_CORE + CORES + BANDS + 1] = bill.difficulty


@kernel
def observe_template(s: State, shelf: int, template: int, row: Ints, o: int) -> None:
    """Write a template's Core and band."""
    core = s.cfg.core if s.cfg.mode == Mode.ATTEMPT else s.cfg.template_core[shelf, template]
    row[o + core] = 1
    row[o + CORES + s.cfg.template_band[shelf, template]] = 1


@kernel
def observe_attempt(s: State, a: Attempt, viewer: int, row: Ints, o: int) -> None:
    """Write an Attempt; the cards of an attack are for its owner until they are revealed."""
    if a.hero == NONE:
        return
    row[o + place_of(s, viewer, a.hero)] = 1
    row[o + HEROES + a.core] = 1
    o += HEROES + CORES
    row[o] = a.n
    if a.kind == Kind.ATTACK and decks.seat_of(s, a.hero) != viewer:
        return
    for k in range(a.n):
        row[o + 1 + k] = decks.value(a.cards[k], a.core)
        row[o + 1 + CARDS + k] = 1 if a.cards[k] >= FACES else 0
    row[o + 1 + 2 * CARDS] = a.flopped
    row[o + 2 + 2 * CARDS] = attempts.score_of(s, a)


@kernel
def observe_press(s: State, viewer: int, row: Ints) -> None:
    """Write who presses on whom, and which obstacle is attempted."""
    if s.attempt.kind == Kind.OBSTACLE or s.attempt.kind == Kind.REACTION:
        for slot in range(s.open_n):
            row[At.TARGET + slot] = 1 if s.open[slot] == s.target else 0
    if s.attacker == NONE:
        return
    row[At.ATTACKER + place_of(s, viewer, s.attacker)] = 1
    row[At.PRESS + s.press] = 1
    if s.defender != NONE:
        row[At.DEFENDER + place_of(s, viewer, s.defender)] = 1
    if s.main_press != NONE:
        row[At.WAITING + s.main_press] = 1


@kernel
def observe_seen(s: State, viewer: int, row: Ints) -> None:
    """Write the viewer's own cards that it has seen by Bangs, in the order in which they will be drawn."""
    if s.cfg.heroes == 1 and viewer == flow.TABLE:
        return
    d = s.heroes[viewer if s.cfg.heroes > 1 else 0].deck
    for k in range(min(CARDS, d.ahead_n)):
        card = d.ahead[d.ahead_n - 1 - k]
        row[At.SEEN + k] = 1
        row[At.SEEN_BLACK + k] = decks.value(card, Core.SPEED)
        row[At.SEEN_RED + k] = decks.value(card, Core.HEART)
        row[At.SEEN_JOKER + k] = 1 if card >= FACES else 0


@kernel
def observe_hero(s: State, h: int, row: Ints, o: int) -> None:
    """Write what everybody knows of a Character."""
    w = s.heroes[h]
    for core in range(CORES):
        row[o + HeroAt.CORE + core] = w.core[core]
    row[o + HeroAt.STAMINA] = w.stamina
    row[o + HeroAt.ACTIONS] = w.actions
    row[o + HeroAt.ACTIONS + 1] = w.frenzied
    row[o + HeroAt.STAGGER] = w.stagger
    row[o + HeroAt.TOKEN] = w.token
    row[o + HeroAt.JOKER] = 1 if w.joker > 0 else 0
    row[o + HeroAt.JOKER + 1] = w.barred
    row[o + HeroAt.BANG] = w.bang
    row[o + HeroAt.BOON] = w.boon
    row[o + HeroAt.HARM] = w.harm
    row[o + HeroAt.HARM + 1] = w.dealt
    row[o + HeroAt.OUT] = w.is_out
    row[o + HeroAt.DECK] = w.deck.n
    row[o + HeroAt.AHEAD] = w.deck.ahead_n
    word = w.deck.trash[0]
    while word != 0:
        card = cardset.lowest(word)
        word &= word - 1
        if card >= FACES:
            row[o + HeroAt.JOKERS + card - FACES] = 1
        else:
            row[o + (HeroAt.RED if decks.VALUE[1, 48 + card % 4] == 14 else HeroAt.BLACK) + card // 4] += 1
