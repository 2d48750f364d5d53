"""What a side observes: the map, everything that lies open, and its own cards."""

from throwdown.envs.core import cardset
from throwdown.envs.core.fields import Block, Field, Fields
from throwdown.envs.core.kit import NONE, Ints, Named, Out, kernel, labels
from throwdown.envs.skirmish import decks, interrupts, state as st, terrain
from throwdown.envs.skirmish.state import AREAS, HAND, MCS, PROCESSES, State

RANKS, SUITS = 14, 4
CARD = RANKS + SUITS
"""Numbers by which a card is shown."""
MOST_HP = 127
_RANK_NAMES = "2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A, Joker"
_CARD_NAMES = f"{_RANK_NAMES}, C, D, H, S"
_ALL_CARDS = ", ".join(st.KIT.names)
_ALL = ", ".join((*(f"MC {i + 1}" for i in range(MCS)), *(f"mob {k + 1}" for k in range(PROCESSES - MCS))))


def _one_hot(name: str, what: str, enum: type[Named]) -> Field:
    return Field(name, len(enum), 0, 1, f"{what}, one-hot: {', '.join(labels(enum))}")


def _process(name: str, what: str) -> Field:
    return Field(name, PROCESSES, 0, 1, f"{what}, one-hot: {_ALL}")


def _card(name: str, what: str) -> Field:
    return Field(name, CARD, 0, 1, f"{what}, rank and suit: {_CARD_NAMES}")


def _team(name: str) -> list[Field]:
    return [
        *(_card(f"{name}_team_{k}", f"card {k + 1} of the Team Hand") for k in range(st.TEAM)),
        _one_hot(f"{name}_rows", "Uptimes in force or absent for a turn, several", st.Row),
        _one_hot(f"{name}_boot", "the Boot that waits", st.Row),
        _one_hot(f"{name}_boot_now", "the Boot of the turn that is taken", st.Row),
        Field(f"{name}_ward", 1, 0, 1, "whether a Ward makes all Armored"),
        Field(f"{name}_deck", 1, 0, st.KINDS, "cards in the deck"),
        Field(f"{name}_discards", st.KINDS, 0, 1, f"the discards: {_ALL_CARDS}"),
    ]


FIELDS = Fields(
    [
        _one_hot("viewer", "who looks", st.Side),
        Field("mover", 2, 0, 1, "who decides, one-hot: mcs, cpu; none when it is over"),
        _one_hot("phase", "what is being decided, as far as the viewer knows", st.Phase),
        Field("fight", 1, 0, 3, "fights that follow this one"),
        Field("round", 1, 0, 100, "the round"),
        Field("rounds", 1, 0, 100, "how many there are"),
        Field("limit", 1, 0, st.TEAM, "the size at which a Team Hand is discarded"),
        Field("draw", 1, 0, HAND, "the CPU's Draw"),
        _process("actor", "whose turn it is"),
        _process("asked", "who commits, is placed, lays a card, or falls, as far as the viewer knows"),
        _process("target", "whom the attack or push is aimed at"),
        _process("shooter", "whose Interrupt is resolved"),
        _card("active", "the card by which the turn is taken"),
        Field("active_rank", 1, 0, 14, "the rank that it is: 2 to 13 (King), 14 (Ace); 0: no card"),
        Field("has_attacked", 1, 0, 1, "whether it has been used"),
        Field("is_closed", 1, 0, 1, "whether the walk ended where an enemy stands"),
        Field("has_switched", 1, 0, 1, "whether the Interrupt has been switched"),
        Field("window", 2, 0, 1, "the side that may interrupt before a turn, one-hot: mcs, cpu"),
        _one_hot("doing", "what is being resolved", st.Doing),
        Field("left", 1, 0, 127, "targets that the Interrupt still has, or what a patch heals"),
        Field("reloading", MCS, 0, 1, "MCs that reload in this round, as far as the viewer knows"),
        Field("plays", 1, 0, HAND, "what who commits has laid, for its side"),
        _card("pending", "the card whose rank or place is being chosen, for its side"),
        Field(
            "pending_place", 14, 0, 1, "its place in the count, if that is known, one-hot from the low Ace on"
        ),
        *(
            _card(
                f"slot_{k}",
                f"card {k + 1} of the hand of who decides, or of the CPU, if it is the viewer's",
            )
            for k in range(HAND)
        ),
        *_team("own"),
        *_team("their"),
        *(
            field
            for k in range(st.LAYS)
            for field in (
                Field(f"lay_{k}_owner", st.HOLDERS, 0, 1, "who comes: MC 1, MC 2, MC 3, MC 4, the CPU"),
                Field(f"lay_{k}_place", 1, 0, 15, "when: 1 the low Ace, 14 the high one, 15 without a card"),
                Field(f"lay_{k}_rank", 1, 0, 14, "as which rank"),
                Field(f"lay_{k}_card", 1 + SUITS, 0, 1, "by a Joker, or a card of a suit: Joker, C, D, H, S"),
            )
        ),
        _one_hot("ended", "how the game ended; none while it goes on", st.End),
    ],
    *(
        Block(
            thing,
            (
                Field(f"{thing}_is_up", 1, 0, 1, "whether it stands"),
                Field(f"{thing}_area", AREAS, 0, 1, "where, one-hot"),
                Field(f"{thing}_hp", 1, 0, MOST_HP, "HP"),
                Field(f"{thing}_max_hp", 1, 0, MOST_HP, "MaxHP"),
                Field(f"{thing}_points", 1, 0, 100, "Move points"),
                Field(f"{thing}_steps", 1, 0, 7, "Auto steps left"),
                Field(f"{thing}_meter", 1, 0, 10, "the Interrupt meter"),
                Field(f"{thing}_status", len(st.Status), 0, 1, f"statuses: {', '.join(st.Status.labels())}"),
                Field(f"{thing}_accuracy", 1, -9, 30, "Accuracy as it is now"),
                Field(f"{thing}_evade", 1, -9, 30, "Evade"),
                Field(f"{thing}_connect", 1, -9, 30, "Connect; 0 without hacking"),
                Field(f"{thing}_resist", 1, -9, 30, "Resist"),
                Field(f"{thing}_damage", 1, 0, MOST_HP, "Damage of its loadout"),
                Field(f"{thing}_reach", 1, 0, AREAS, "Range"),
                Field(f"{thing}_move", 1, 0, 100, "Move, or Auto"),
                Field(f"{thing}_flying", 1, 0, 1, "whether it flies"),
                Field(f"{thing}_armored", 1, 0, 1, "whether it is Armored now"),
                Field(f"{thing}_boss", 1, 0, 1, "whether it is a boss"),
                Field(f"{thing}_loadout", 1, 0, 1, "its loadout"),
                Field(f"{thing}_interrupt", 1, 0, 1, "its Interrupt"),
                Field(f"{thing}_laid", st.LAID, 0, 15, "ranks of the cards laid for it, 2 to 14, 15 a Joker"),
                Field(f"{thing}_laid_suit", st.LAID, 0, 4, "their suits: 1 C, 2 D, 3 H, 4 S"),
                Field(f"{thing}_has_income", 1, 0, 1, "whether it has taken this round's Move points"),
                Field(f"{thing}_gave", 1, 0, 1, "whether it has given a card in this round"),
                Field(f"{thing}_acted", 1, 0, 1, "whether it has had a turn in this round"),
                Field(f"{thing}_bonus", 2, 0, 1, "whether its bonus actions are left"),
                Field(f"{thing}_hand", 1, 0, HAND, "cards held, those laid in secret by others among them"),
                *(
                    (Field("mc_cards", st.KINDS, 0, 1, f"the hand, for its side: {_ALL_CARDS}"),)
                    if thing == "mc"
                    else ()
                ),
            ),
        )
        for thing in ("mc", "mob")
    ),
    Block(
        "area",
        (
            Field("falling", 1, 0, 1, "whether it is a Falling area"),
            Field("start", 1, 0, 1, "whether MCs start here"),
            Field("x", 1, 0, 1, "whether the boss does"),
            Field("mcs_here", 1, 0, MCS, "MCs who stand here"),
            Field("mobs_here", 1, 0, PROCESSES - MCS, "processes of the CPU that do"),
            Field("price", 1, 0, 100, "what a step here costs who has the turn; 0: none leads here"),
            Field("within", 1, 0, 1, "whether its Range reaches"),
        ),
    ),
)

_at = FIELDS.at


class At(Named):
    """Where the fields begin, and the blocks behind them."""

    VIEWER = _at("viewer")
    MOVER = _at("mover")
    PHASE = _at("phase")
    FIGHT = _at("fight")
    ACTOR = _at("actor")
    ASKED = _at("asked")
    TARGET = _at("target")
    SHOOTER = _at("shooter")
    ACTIVE = _at("active")
    ACTIVE_RANK = _at("active_rank")
    WINDOW = _at("window")
    DOING = _at("doing")
    LEFT = _at("left")
    RELOADING = _at("reloading")
    PLAYS = _at("plays")
    PENDING = _at("pending")
    PENDING_PLACE = _at("pending_place")
    SLOTS = _at("slot_0")
    TEAMS = _at("own_team_0")
    THEIRS = _at("their_team_0")
    LAYS = _at("lay_0_owner")
    LAY = _at("lay_1_owner") - _at("lay_0_owner")
    ENDED = _at("ended")
    BLOCKS = FIELDS.fixed_width


class TeamAt(Named):
    """Where the fields of a Team Hand begin, counted from its first."""

    CARDS = 0
    ROWS = _at("own_rows") - _at("own_team_0")
    BOOT = _at("own_boot") - _at("own_team_0")
    BOOT_NOW = _at("own_boot_now") - _at("own_team_0")
    WARD = _at("own_ward") - _at("own_team_0")
    DECK = _at("own_deck") - _at("own_team_0")
    DISCARDS = _at("own_discards") - _at("own_team_0")


class ProcessAt(Named):
    """Where the fields of a process begin in its block; those of MCs go on with their hands."""

    IS_UP = _at("mob_is_up")
    AREA = _at("mob_area")
    HP = _at("mob_hp")
    MAX_HP = _at("mob_max_hp")
    POINTS = _at("mob_points")
    STEPS = _at("mob_steps")
    METER = _at("mob_meter")
    STATUS = _at("mob_status")
    ACCURACY = _at("mob_accuracy")
    EVADE = _at("mob_evade")
    CONNECT = _at("mob_connect")
    RESIST = _at("mob_resist")
    DAMAGE = _at("mob_damage")
    REACH = _at("mob_reach")
    MOVE = _at("mob_move")
    FLYING = _at("mob_flying")
    ARMORED = _at("mob_armored")
    BOSS = _at("mob_boss")
    LOADOUT = _at("mob_loadout")
    INTERRUPT = _at("mob_interrupt")
    LAID = _at("mob_laid")
    LAID_SUIT = _at("mob_laid_suit")
    HAS_INCOME = _at("mob_has_income")
    GAVE = _at("mob_gave")
    ACTED = _at("mob_acted")
    BONUS = _at("mob_bonus")
    HAND = _at("mob_hand")
    CARDS = _at("mc_cards")
    MOB_END = FIELDS.blocks[1].size
    MC_END = FIELDS.blocks[0].size


class AreaAt(Named):
    """Where the fields of an area begin in its block, and where the next block does."""

    FALLING = _at("falling")
    START = _at("start")
    X = _at("x")
    MCS_HERE = _at("mcs_here")
    MOBS_HERE = _at("mobs_here")
    PRICE = _at("price")
    WITHIN = _at("within")
    END = FIELDS.blocks[2].size


@kernel
def observe(s: State, viewer: int, row: Ints, out: Out) -> None:
    """Write what a side knows."""
    row[At.VIEWER + viewer] = 1
    if s.over:
        row[At.ENDED + s.ended] = 1
    else:
        row[At.MOVER + s.seat] = 1
    row[At.PHASE + shown_phase(s, viewer)] = 1
    observe_course(s, viewer, row)
    observe_choice(s, viewer, row)
    observe_team(s, viewer, row, At.TEAMS)
    observe_team(s, 1 - viewer, row, At.THEIRS)
    observe_lays(s, viewer, row)
    o = int(At.BLOCKS)
    for i in range(s.cfg.mcs):
        observe_process(s, i, viewer, row, o)
        if viewer == st.Side.MCS:
            cardset.write_word(s.hands[i].cards, row, o + ProcessAt.CARDS)
        o += ProcessAt.MC_END
    for k in range(most_mobs(s)):
        if s.processes[MCS + k].sheet != NONE:
            observe_process(s, MCS + k, viewer, row, o)
        o += ProcessAt.MOB_END
    for area in range(s.cfg.areas):
        observe_area(s, area, row, o)
        o += AreaAt.END


@kernel
def most_mobs(s: State) -> int:
    """Return how many blocks there are for processes of the CPU: as many as its largest fight has."""
    n = 0
    for fight in range(s.cfg.fights):
        n = max(n, s.cfg.mob_n[fight])
    return n


@kernel
def shown_phase(s: State, viewer: int) -> int:
    """Return what is being decided; of a choice in several steps others see none (SKO-42)."""
    if s.seat != viewer:
        if s.phase == st.Phase.RANK or s.phase == st.Phase.SHIFT:
            return st.Phase.COMMIT
        if s.phase == st.Phase.LAY:
            return st.Phase.TURN if s.actor != NONE else st.Phase.WINDOW
    return s.phase


@kernel
def write_card(card: int, row: Ints, o: int) -> None:
    """Write a card's rank and suit."""
    if card == NONE:
        return
    row[o + card // 4] = 1
    if card < st.FACES:
        row[o + RANKS + card % 4] = 1


@kernel
def observe_course(s: State, viewer: int, row: Ints) -> None:
    """Write how far the game has come, and what the turn is about."""
    row[At.FIGHT] = s.cfg.fights - 1 - s.fight
    row[At.FIGHT + 1] = s.round_no
    row[At.FIGHT + 2] = s.cfg.rounds
    row[At.FIGHT + 3] = s.cfg.limit
    row[At.FIGHT + 4] = s.draw
    if s.actor != NONE:
        row[At.ACTOR + s.actor] = 1
    if s.target != NONE:
        row[At.TARGET + s.target] = 1
    if s.shooter != NONE:
        row[At.SHOOTER + s.shooter] = 1
    write_card(s.active, row, At.ACTIVE)
    row[At.ACTIVE_RANK] = s.active_rank
    row[At.ACTIVE_RANK + 1] = s.has_attacked
    row[At.ACTIVE_RANK + 2] = s.is_closed
    row[At.ACTIVE_RANK + 3] = s.has_switched
    if s.window == st.Side.MCS or s.window == st.Side.CPU:
        row[At.WINDOW + s.window] = 1
    if s.doing != NONE:
        row[At.DOING + s.doing] = 1
    row[At.LEFT] = min(127, s.left)
    if not s.is_sealed or viewer == st.Side.MCS:
        for i in range(MCS):
            row[At.RELOADING + i] = (s.reloading >> i) & 1


@kernel
def observe_choice(s: State, viewer: int, row: Ints) -> None:
    """Write who has to choose, with which hand, and what has been chosen already."""
    if s.phase == st.Phase.EXIT:
        row[At.ASKED + s.faller] = 1
    elif s.phase == st.Phase.DEPLOY:
        row[At.ASKED + s.by] = 1
    holder = st.CPU if viewer == st.Side.CPU else NONE
    if s.seat == viewer:
        if s.by != NONE and s.phase != st.Phase.DEPLOY and not (s.is_sealed and s.by == st.CPU):
            row[At.ASKED + s.by] = 1
        if viewer == st.Side.MCS:
            holder = s.by if s.by != NONE else s.actor
        if s.is_sealed:
            row[At.PLAYS] = s.plays
            write_card(s.card, row, At.PENDING)
            if s.phase == st.Phase.SHIFT:
                row[At.PENDING_PLACE + s.rank] = 1
    if 0 <= holder < st.HOLDERS and (holder == st.CPU) == (viewer == st.Side.CPU):
        word, o = s.hands[holder].cards, int(At.SLOTS)
        while word != 0:
            write_card(cardset.lowest(word), row, o)
            word &= word - 1
            o += CARD


@kernel
def observe_team(s: State, side: int, row: Ints, o: int) -> None:
    """Write a side's Team Hand and what lies open of its cards."""
    team = s.teams[side]
    for k in range(team.n):
        write_card(team.cards[k], row, o + k * CARD)
    cardset.write_word(team.rows, row, o + TeamAt.ROWS)
    if team.boot > 0:
        row[o + TeamAt.BOOT + team.boot] = 1
    if team.boot_now > 0:
        row[o + TeamAt.BOOT_NOW + team.boot_now] = 1
    row[o + TeamAt.WARD] = team.ward
    row[o + TeamAt.DECK] = team.deck.n
    cardset.write_word(team.deck.trash[0], row, o + TeamAt.DISCARDS)


@kernel
def observe_lays(s: State, viewer: int, row: Ints) -> None:
    """Write what is to come in the count; in secret only one's own."""
    o = int(At.LAYS)
    for k in range(0 if s.is_sealed else s.at, s.lay_n):
        lay = s.lays[k]
        if s.is_sealed and decks.side_of_holder(lay.owner) != viewer:
            continue
        row[o + lay.owner] = 1
        row[o + st.HOLDERS] = lay.count + 1
        row[o + st.HOLDERS + 1] = lay.rank
        if lay.card != NONE:
            row[o + st.HOLDERS + 2 + (0 if lay.card >= st.FACES else 1 + lay.card % 4)] = 1
        o += At.LAY


@kernel
def observe_process(s: State, p: int, viewer: int, row: Ints, o: int) -> None:
    """Write what everybody knows of a process, and how many cards it holds."""
    w, sheet = s.processes[p], terrain.sheet_of(s, p)
    row[o + ProcessAt.IS_UP] = w.is_up
    if w.area != NONE and w.is_up:
        row[o + ProcessAt.AREA + w.area] = 1
    row[o + ProcessAt.HP] = min(MOST_HP, w.hp)
    row[o + ProcessAt.MAX_HP] = min(MOST_HP, w.max_hp)
    row[o + ProcessAt.POINTS] = w.points
    row[o + ProcessAt.STEPS] = w.steps
    row[o + ProcessAt.METER] = w.meter
    cardset.write_word(w.status, row, o + ProcessAt.STATUS)
    row[o + ProcessAt.ACCURACY] = terrain.accuracy(s, p)
    row[o + ProcessAt.EVADE] = terrain.evade(s, p)
    row[o + ProcessAt.CONNECT] = terrain.connect(s, p)
    row[o + ProcessAt.RESIST] = terrain.resist(s, p)
    row[o + ProcessAt.DAMAGE] = sheet.damage[w.loadout]
    row[o + ProcessAt.REACH] = sheet.reach[w.loadout]
    row[o + ProcessAt.MOVE] = max(sheet.move, sheet.auto)
    row[o + ProcessAt.FLYING] = sheet.flying
    row[o + ProcessAt.ARMORED] = 1 if terrain.is_armored(s, p) else 0
    row[o + ProcessAt.BOSS] = sheet.boss
    row[o + ProcessAt.LOADOUT] = w.loadout
    row[o + ProcessAt.INTERRUPT] = w.interrupt
    for k in range(w.laid_n):
        card = w.laid[k]
        row[o + ProcessAt.LAID + k] = card // 4 + 2
        row[o + ProcessAt.LAID_SUIT + k] = 0 if card >= st.FACES else 1 + card % 4
    row[o + ProcessAt.HAS_INCOME] = w.has_income
    row[o + ProcessAt.GAVE] = w.gave
    row[o + ProcessAt.ACTED] = w.acted
    for k in range(2):
        if sheet.bonus[k] != st.Bonus.NONE and (w.bonus >> k) & 1 == 0:
            row[o + ProcessAt.BONUS + k] = 1
    holder = interrupts.holder_of(p)
    if (viewer == st.Side.CPU) == (holder == st.CPU):
        row[o + ProcessAt.HAND] = decks.size(s.hands[holder])
    else:
        row[o + ProcessAt.HAND] = decks.shown_size(s, holder)


@kernel
def observe_area(s: State, area: int, row: Ints, o: int) -> None:
    """Write an area, who stands there, and what it means to who has the turn."""
    row[o + AreaAt.FALLING] = s.cfg.falling[area]
    row[o + AreaAt.START] = 1 if s.cfg.start == area else 0
    row[o + AreaAt.X] = 1 if s.cfg.x == area else 0
    for p in range(PROCESSES):
        if s.processes[p].is_up and s.processes[p].area == area:
            row[o + (AreaAt.MCS_HERE if p < MCS else AreaAt.MOBS_HERE)] += 1
    if s.actor != NONE:
        a = s.processes[s.actor].area
        row[o + AreaAt.PRICE] = terrain.price(s, s.actor, a, area)
        row[o + AreaAt.WITHIN] = 1 if s.cfg.sight[a, area] <= terrain.reach(s, s.actor) else 0
