"""What a side observes: the Table, everything that lies open, and its own cards."""

from throwdown.envs.core import cardset
from throwdown.envs.core.fields import Block, Field, Fields
from throwdown.envs.core.kit import NONE, Ints, Named, Out, kernel, labels
from throwdown.envs.showdown import stack, state as st, table
from throwdown.envs.showdown.state import CARDS, GEARS, LIST, SLOTS, Phase, Side, State

MOST = 127
_LIST = "cards of the list"


def _one_hot(name: str, what: str, enum: type[Named]) -> Field:
    return Field(name, len(enum), 0, 1, f"{what}, one-hot: {', '.join(labels(enum))}")


def _counts(name: str, what: str) -> Field:
    return Field(name, LIST, 0, 60, f"{what}, copies of every card of the side's list")


def _team(who: str) -> list[Field]:
    return [
        _counts(f"{who}_hand", "the hand, for its side"),
        _counts(f"{who}_trash", "the discard pile"),
        _counts(f"{who}_gone", "cards removed from the game"),
        Field(f"{who}_missions", LIST, 0, 1, "cards played as Missions, several"),
        _counts(
            f"{who}_stack", "Combat Cards in the Stack that have not Whiffed, as far as the viewer knows"
        ),
        Field(f"{who}_deck", 1, 0, 60, "cards in the deck"),
        Field(f"{who}_staged", 1, 0, SLOTS, "Combat Cards in the Stack"),
        Field(f"{who}_wounds", 1, 0, 10, "Leader Wounds"),
        Field(f"{who}_drama", 1, 0, MOST, "the Drama Pool"),
        Field(f"{who}_leader", 1, 0, 1, "whether the side holds a Leader Action"),
        Field(f"{who}_actions", 1, 0, 10, "Actions left"),
        Field(f"{who}_valor", 1, 0, MOST, "Valor"),
        Field(
            f"{who}_over", 1, 0, 1, "whether it wanted the Combat to be over in this Tic, once that is open"
        ),
        Field(f"{who}_power", 1, 0, MOST, "Power in Combat, as it counts at the end"),
    ]


FIELDS = Fields(
    [
        _one_hot("viewer", "who looks", Side),
        Field("mover", 2, 0, 1, "who decides, one-hot: heroes, villains; none when it is over"),
        _one_hot("phase", "what is being decided", Phase),
        Field("turn", 1, 0, 100, "the Turn"),
        Field("turns", 1, 0, 100, "how many there are"),
        Field("last_wound", 1, 0, 10, "Leader Wounds that lose the game"),
        Field("handsize", 1, 0, st.HAND, "cards in a full hand"),
        Field("tic", 1, 0, MOST, "the Tic; 0 outside Tics"),
        Field("is_bought", 1, 0, 1, "whether this Turn has a Combat"),
        Field("in_combat", 1, 0, 1, "whether it goes on"),
        Field("side", 2, 0, 1, "whose Step, Phase, Stack or payment it is, one-hot: heroes, villains"),
        Field("asked_side", 2, 0, 1, "whose card is asked about, one-hot: heroes, villains"),
        Field("asked_card", CARDS, 0, 1, f"that card, one-hot: {_LIST}, faces, the Leader"),
        _one_hot("asked_op", "what is to be aimed", st.Op),
        _one_hot("asked_who", "whom that may mean", st.Who),
        Field("asked_amount", 1, -MOST, MOST, "how much it is"),
        Field("asked_cost", 1, 0, MOST, "Valor that it costs"),
        Field("left", 1, 0, MOST, "Characters still to be chosen"),
        Field("price", 1, 0, MOST, "Characters still to be Employed"),
        Field("heroes_held", 1, 0, 60, "cards in the Heroes' hand, those staged not among them"),
        Field("villains_held", 1, 0, 60, "the same of the Villains"),
        *_team("own"),
        *_team("their"),
        *(
            field
            for who in ("own", "their")
            for k in range(SLOTS)
            for field in (
                Field(
                    f"{who}_{k}_card", 1, 0, CARDS, f"place {k + 1} of the Stack: 1 and on, whose text it is"
                ),
                Field(f"{who}_{k}_source", 1, 0, SLOTS, "1 and on: the Character whose Ability it is"),
                Field(f"{who}_{k}_text", 1, 0, 1, "which text"),
                Field(f"{who}_{k}_target", 1, 0, 2 * SLOTS, "1 and on, own first: whom it is aimed at"),
                Field(f"{who}_{k}_status", 1, 0, 3, "1 open, 2 paid, 3 Whiffed"),
            )
        ),
        _one_hot("ended", "how the game ended; none while it goes on", st.End),
    ],
    *(
        Block(
            thing,
            (
                Field(f"{thing}_card", st.LEADER, 0, 1, f"its card, one-hot: {_LIST}, first, second faces"),
                Field(f"{thing}_power", 1, 0, MOST, "Power now"),
                Field(f"{thing}_upgrades", 1, 0, 100, "Upgrades"),
                Field(f"{thing}_bonus", 1, -MOST, MOST, "change of Power in this Turn"),
                Field(f"{thing}_on_table", 1, 0, 1, "whether it is on the Table"),
                Field(f"{thing}_wounded", 1, 0, 1, "whether it is Wounded"),
                Field(f"{thing}_employed", 1, 0, 1, "whether it is Employed"),
                Field(f"{thing}_in_combat", 1, 0, 1, "whether it is in Combat"),
                Field(f"{thing}_flipped", 1, 0, 1, "whether it has flipped in this Action Phase"),
                Field(
                    f"{thing}_order",
                    1,
                    0,
                    MOST,
                    "when it came into Play: how many cards of its side had before",
                ),
                Field(f"{thing}_used", st.TEXTS, 0, 1, "its texts that were used in this Turn"),
                Field(
                    f"{thing}_gear", GEARS, 0, LIST, f"Attachments, 1 and on: {', '.join(st.Gear.labels())}"
                ),
                Field(f"{thing}_gear_used", GEARS, 0, 3, "their texts that were used in this Turn, as bits"),
                Field(f"{thing}_active", 1, 0, 1, "whether its Ship Vehicle is active"),
                Field(f"{thing}_switched", 1, 0, 1, "whether that was switched in this Turn"),
                Field(
                    f"{thing}_staged", 1, 0, SLOTS, "its Abilities in the Stack, as far as the viewer knows"
                ),
                Field(f"{thing}_asked", 1, 0, 1, "whether it is asked about"),
            ),
        )
        for thing in ("hero", "villain")
    ),
)

_at = FIELDS.at


class At(Named):
    """Where the fields begin, and the blocks behind them."""

    VIEWER = _at("viewer")
    MOVER = _at("mover")
    PHASE = _at("phase")
    TURN = _at("turn")
    TIC = _at("tic")
    SIDE = _at("side")
    ASKED_SIDE = _at("asked_side")
    ASKED_CARD = _at("asked_card")
    ASKED_OP = _at("asked_op")
    ASKED_WHO = _at("asked_who")
    ASKED_AMOUNT = _at("asked_amount")
    ASKED_COST = _at("asked_cost")
    LEFT = _at("left")
    PRICE = _at("price")
    HELD = _at("heroes_held")
    OWN = _at("own_hand")
    THEIR = _at("their_hand")
    PLACES = _at("own_0_card")
    THEIR_PLACES = _at("their_0_card")
    PLACE = _at("own_1_card") - _at("own_0_card")
    ENDED = _at("ended")
    BLOCKS = FIELDS.fixed_width


class TeamAt(Named):
    """Where the fields of a side begin, counted from its first."""

    HAND = 0
    TRASH = _at("own_trash") - _at("own_hand")
    GONE = _at("own_gone") - _at("own_hand")
    MISSIONS = _at("own_missions") - _at("own_hand")
    STACK = _at("own_stack") - _at("own_hand")
    DECK = _at("own_deck") - _at("own_hand")
    STAGED = _at("own_staged") - _at("own_hand")
    WOUNDS = _at("own_wounds") - _at("own_hand")
    DRAMA = _at("own_drama") - _at("own_hand")
    LEADER = _at("own_leader") - _at("own_hand")
    ACTIONS = _at("own_actions") - _at("own_hand")
    VALOR = _at("own_valor") - _at("own_hand")
    OVER = _at("own_over") - _at("own_hand")
    POWER = _at("own_power") - _at("own_hand")


class CharacterAt(Named):
    """Where the fields of a Character begin in its block, and where the next block does."""

    CARD = _at("hero_card")
    POWER = _at("hero_power")
    UPGRADES = _at("hero_upgrades")
    BONUS = _at("hero_bonus")
    ON_TABLE = _at("hero_on_table")
    WOUNDED = _at("hero_wounded")
    EMPLOYED = _at("hero_employed")
    IN_COMBAT = _at("hero_in_combat")
    FLIPPED = _at("hero_flipped")
    ORDER = _at("hero_order")
    USED = _at("hero_used")
    GEAR = _at("hero_gear")
    GEAR_USED = _at("hero_gear_used")
    ACTIVE = _at("hero_active")
    SWITCHED = _at("hero_switched")
    STAGED = _at("hero_staged")
    ASKED = _at("hero_asked")
    END = FIELDS.blocks[0].size


@kernel
def observe(s: State, viewer: int, row: Ints, out: Out) -> None:
    """Write what a side knows."""
    row[At.VIEWER + viewer] = 1
    if s.over:
        row[At.ENDED + s.ended] = 1
    else:
        row[At.MOVER + s.seat] = 1
    row[At.PHASE + s.phase] = 1
    row[At.TURN] = s.turn
    row[At.TURN + 1] = s.cfg.turns
    row[At.TURN + 2] = s.cfg.wounds
    row[At.TURN + 3] = s.cfg.handsize
    row[At.TIC] = s.tic
    row[At.TIC + 1] = s.is_bought
    row[At.TIC + 2] = s.in_combat
    if s.side <= Side.VILLAINS:
        row[At.SIDE + s.side] = 1
    row[At.HELD], row[At.HELD + 1] = s.teams[0].hand_n, s.teams[1].hand_n
    observe_asked(s, row)
    observe_team(s, viewer, True, row, At.OWN)
    observe_team(s, 1 - viewer, False, row, At.THEIR)
    o = int(At.BLOCKS)
    for side in range(2):
        if side == viewer or not s.is_sealed:
            observe_stack(s, side, viewer, row, At.PLACES if side == viewer else At.THEIR_PLACES, o)
        total = 0
        for k in range(s.teams[side].top):
            c = side * SLOTS + k
            if s.characters[c].card != NONE:
                power = table.power(s, c)
                total += power if table.is_fighting(s, c) else 0
                observe_character(s, c, power, row, o + k * CharacterAt.END)
        if s.in_combat:
            row[(At.OWN if side == viewer else At.THEIR) + TeamAt.POWER] = min(MOST, total)
        o += s.cfg.slots[side] * CharacterAt.END


@kernel
def observe_asked(s: State, row: Ints) -> None:
    """Write which card is asked about, and what of it is to be aimed."""
    card, op = NONE, int(st.Op.NONE)
    if s.card != NONE:
        card = s.card
        if s.phase == Phase.TARGET or s.phase == Phase.DROP or s.phase == Phase.STOP:
            effect = s.cfg.cards[card].texts[s.text].effects[s.effect]
            op = effect.op
            row[At.ASKED_WHO + effect.who] = 1
            row[At.ASKED_AMOUNT] = effect.amount
    elif s.phase == Phase.PAY or s.phase == Phase.AIM:
        entry = s.stack[s.at]
        card = entry.card
        text = stack.entry_text(s, entry)
        row[At.ASKED_COST] = text.cost
        e = stack.aimed_effect(text)
        if e >= 0:
            op = text.effects[e].op
            row[At.ASKED_WHO + text.effects[e].who] = 1
            row[At.ASKED_AMOUNT] = text.effects[e].amount
    if card != NONE:
        row[At.ASKED_SIDE + card // CARDS] = 1
        row[At.ASKED_CARD + card % CARDS] = 1
        row[At.ASKED_OP + op] = 1
    row[At.LEFT] = max(0, s.left)
    row[At.PRICE] = s.price


@kernel
def observe_team(s: State, side: int, is_own: bool, row: Ints, o: int) -> None:
    """Write a side's cards as far as the viewer knows them, and its Leader."""
    team = s.teams[side]
    if is_own:
        for k in range(LIST):
            row[o + TeamAt.HAND + k] = team.hand[k]
    for k in range(LIST):
        row[o + TeamAt.TRASH + k] = team.trash[k]
    for k in range(LIST):
        row[o + TeamAt.GONE + k] = team.gone[k]
    cardset.write_word(team.missions, row, o + TeamAt.MISSIONS)
    row[o + TeamAt.DECK] = team.deck_n
    row[o + TeamAt.STAGED] = stack.staged_cards(s, side)
    row[o + TeamAt.WOUNDS] = team.wounds
    row[o + TeamAt.DRAMA] = team.drama
    row[o + TeamAt.LEADER] = team.leader
    row[o + TeamAt.ACTIONS] = team.actions
    row[o + TeamAt.VALOR] = min(MOST, team.valor)
    row[o + TeamAt.OVER] = team.is_over and (is_own or not s.is_sealed)
    if is_own or not s.is_sealed:
        for k in range(side * SLOTS, side * SLOTS + team.stack_n):
            entry = s.stack[k]
            if entry.source == NONE and entry.status != st.Status.WHIFFED:
                row[o + TeamAt.STACK + entry.card % CARDS] += 1


@kernel
def observe_stack(s: State, side: int, viewer: int, row: Ints, o: int, blocks: int) -> None:
    """Write what lies in a side's Stack, place by place, and how much of it every Character of the side staged."""
    for k in range(side * SLOTS, side * SLOTS + s.teams[side].stack_n):
        entry = s.stack[k]
        row[o] = entry.card % CARDS + 1
        if entry.source != NONE:
            place = entry.source % SLOTS
            row[o + 1] = place + 1
            if s.characters[entry.source].card != NONE:
                row[blocks + place * CharacterAt.END + CharacterAt.STAGED] += 1
        row[o + 2] = entry.text
        if entry.target != NONE:
            row[o + 3] = table.facing(viewer, entry.target) + 1
        row[o + 4] = entry.status + 1
        o += At.PLACE


@kernel
def observe_character(s: State, c: int, power: int, row: Ints, o: int) -> None:
    """Write a Character and its Attachments."""
    w = s.characters[c]
    row[o + CharacterAt.CARD + w.card % CARDS] = 1
    row[o + CharacterAt.POWER] = min(MOST, power)
    row[o + CharacterAt.UPGRADES] = w.upgrades
    row[o + CharacterAt.BONUS] = max(-MOST, min(MOST, w.bonus))
    row[o + CharacterAt.ON_TABLE] = not w.is_wounded
    row[o + CharacterAt.WOUNDED] = w.is_wounded
    row[o + CharacterAt.EMPLOYED] = w.is_employed
    row[o + CharacterAt.IN_COMBAT] = w.in_combat
    row[o + CharacterAt.FLIPPED] = w.has_flipped
    row[o + CharacterAt.ORDER] = min(MOST, w.seq)
    for k in range(st.TEXTS):
        row[o + CharacterAt.USED + k] = (w.used >> k) & 1
    for k in range(GEARS):
        if w.gear[k] != NONE:
            row[o + CharacterAt.GEAR + k] = w.gear[k] % CARDS + 1
        row[o + CharacterAt.GEAR_USED + k] = w.gear_used[k]
    row[o + CharacterAt.ACTIVE] = w.is_active
    row[o + CharacterAt.SWITCHED] = w.has_switched
    is_asked = s.phase == Phase.ASSIGN and s.at == c
    if (s.phase == Phase.PAY or s.phase == Phase.AIM) and s.stack[s.at].source == c:
        is_asked = True
    if s.source == c and s.by != NONE:
        is_asked = True
    row[o + CharacterAt.ASKED] = 1 if is_asked else 0
