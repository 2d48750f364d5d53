"""What a side observes: the Table, everything that lies open, and its own cards."""

from collections.abc import Sequence

from throwdown.envs.core import cardset
from throwdown.envs.core.kit import NONE, Block, Fields, Flags, Ints, Observation, Out, kernel
from throwdown.envs.core.observations import flag, flags, group, number, numbers, one_hot
from throwdown.envs.showdown import stack, state as st, table
from throwdown.envs.showdown.state import CARDS, GEARS, LIST, SLOTS, Phase, Side, State

MOST = 127
_LIST = "cards of the list"
_COPIES = "copies of every card of the side's list"


class Team(Observation):
    """A side's cards and its Leader."""

    hand: Ints = numbers(f"the hand, shown to its side, {_COPIES}", 0, 60, LIST)
    trash: Ints = numbers(f"the discard pile, {_COPIES}", 0, 60, LIST)
    gone: Ints = numbers(f"cards removed from the game, {_COPIES}", 0, 60, LIST)
    missions: Flags = flags("cards that have been played as Missions (may be several)", LIST)
    stack: Ints = numbers(
        f"Combat Cards in the Stack that have not Whiffed, as far as the viewer knows, {_COPIES}", 0, 60, LIST
    )
    deck: int = number("cards in the deck", 0, 60)
    staged: int = number("Combat Cards in the Stack", 0, SLOTS)
    wounds: int = number("Leader Wounds", 0, 10)
    drama: int = number("the Drama Pool", 0, MOST)
    leader: bool = flag("whether the side holds a Leader Action")
    actions: int = number("Actions left", 0, 10)
    valor: int = number("Valor", 0, MOST)
    over: bool = flag("whether the side called the Combat over in this Tic, once that is known")
    power: int = number("Power in Combat, as it counts at the end", 0, MOST)


class Staged(Observation):
    """A place of a side's Stack."""

    card: int = number("place {place} of the Stack: the card with the text, from 1; 0: empty", 0, CARDS)
    source: int = number("the Character that has the Ability, from 1; 0: no Ability", 0, SLOTS)
    text: int = number("the number of the text on its card", 0, 1)
    target: int = number("the target, from 1, the viewer's own Characters first; 0: none", 0, 2 * SLOTS)
    status: int = number("1 open, 2 paid, 3 Whiffed", 0, 3)


class Seen(Observation):
    """What all observations begin with."""

    viewer: Flags = one_hot("the viewer's side", Side)
    mover: Flags = flags("the side that decides, one-hot: heroes, villains; none when the game is over", 2)
    phase: Flags = one_hot("what is being decided", Phase)
    turn: int = number("the Turn", 0, 100)
    turns: int = number("number of Turns", 0, 100)
    last_wound: int = number("Leader Wounds that lose the game", 0, 10)
    handsize: int = number("cards in a full hand", 0, st.HAND)
    tic: int = number("the Tic; 0 outside Tics", 0, MOST)
    is_bought: bool = flag("whether this Turn has a Combat")
    in_combat: bool = flag("whether the Combat is going on")
    side: Flags = flags("the side whose Step, Phase, Stack or payment it is, one-hot: heroes, villains", 2)
    asked_side: Flags = flags("the side of the card that the decision is about, one-hot: heroes, villains", 2)
    asked_card: Flags = flags(
        f"the card that the decision is about, one-hot: {_LIST}, faces, the Leader", CARDS
    )
    asked_op: Flags = one_hot("the effect to be aimed", st.Op)
    asked_who: Flags = one_hot("its possible targets", st.Who)
    asked_amount: int = number("its amount", -MOST, MOST)
    asked_cost: int = number("its cost in Valor", 0, MOST)
    left: int = number("Characters still to be chosen", 0, MOST)
    price: int = number("Characters still to be Employed", 0, MOST)
    heroes_held: int = number("cards in the Heroes' hand, without the staged ones", 0, 60)
    villains_held: int = number("cards in the Villains' hand, likewise", 0, 60)
    own: Team = group(Team, "own_")
    their: Team = group(Team, "their_")
    own_places: Sequence[Staged] = group(Staged, "own_{}_", SLOTS)
    their_places: Sequence[Staged] = group(Staged, "their_{}_", SLOTS)
    ended: Flags = one_hot("how the game ended; none while it goes on", st.End)


class Character(Observation):
    """A Character; those of the Heroes come first."""

    card: Flags = flags(f"its card, one-hot: {_LIST}, first, second faces", st.LEADER)
    power: int = number("Power now", 0, MOST)
    upgrades: int = number("Upgrades", 0, 100)
    bonus: int = number("change of Power in this Turn", -MOST, MOST)
    on_table: bool = flag("whether it is on the Table")
    wounded: bool = flag("whether it is Wounded")
    employed: bool = flag("whether it is Employed")
    in_combat: bool = flag("whether it is in Combat")
    flipped: bool = flag("whether it has flipped in this Action Phase")
    order: int = number("number of cards of its side that came into Play before it", 0, MOST)
    used: Flags = flags("its texts that were used in this Turn", st.TEXTS)
    gear: Ints = numbers(
        f"Attachments, cards from 1, 0: none; places: {', '.join(st.Gear.labels())}", 0, LIST, GEARS
    )
    gear_used: Ints = numbers("texts of these Attachments that were used in this Turn, as bits", 0, 3, GEARS)
    active: bool = flag("whether its Ship Vehicle is active")
    switched: bool = flag("whether its Ship Vehicle was switched in this Turn")
    staged: int = number("its Abilities in the Stack, as far as the viewer knows", 0, SLOTS)
    asked: bool = flag("whether the decision is about it")


FIELDS = Fields(Seen, Block("hero", Character, name="hero_"), Block("villain", Character, name="villain_"))


@kernel
def character(row: Ints, c: int, heroes: int) -> Character:
    """Return what is seen of a Character; ``heroes`` is how many places the Heroes have."""
    return Character.of(row, c if c < SLOTS else heroes + c - SLOTS)


@kernel
def observe(s: State, viewer: int, row: Ints, out: Out) -> None:
    """Write what a side knows."""
    seen = Seen.of(row)
    seen.viewer[viewer] = True
    if s.over:
        seen.ended[s.ended] = True
    else:
        seen.mover[s.seat] = True
    seen.phase[s.phase] = True
    seen.turn = s.turn
    seen.turns = s.cfg.turns
    seen.last_wound = s.cfg.wounds
    seen.handsize = s.cfg.handsize
    seen.tic = s.tic
    seen.is_bought = s.is_bought
    seen.in_combat = s.in_combat
    if s.side <= Side.VILLAINS:
        seen.side[s.side] = True
    seen.heroes_held, seen.villains_held = s.teams[0].hand_n, s.teams[1].hand_n
    observe_asked(s, seen)
    observe_team(s, viewer, True, seen.own)
    observe_team(s, 1 - viewer, False, seen.their)
    for side in range(2):
        if side == viewer or not s.is_sealed:
            observe_stack(s, side, viewer, row)
        total = 0
        for k in range(s.teams[side].top):
            c = side * SLOTS + k
            if s.characters[c].card != NONE:
                power = table.power(s, c)
                total += power if table.is_fighting(s, c) else 0
                observe_character(s, c, power, character(row, c, s.cfg.slots[0]))
        if s.in_combat:
            team = seen.own if side == viewer else seen.their
            team.power = min(MOST, total)


@kernel
def observe_asked(s: State, seen: Seen) -> None:
    """Write which card is asked about, and what of it is to be aimed."""
    card, op = NONE, int(st.Op.NONE)
    if s.card != NONE:
        card = s.card
        if s.phase == Phase.TARGET or s.phase == Phase.DROP or s.phase == Phase.STOP:
            effect = s.cfg.cards[card].texts[s.text].effects[s.effect]
            op = effect.op
            seen.asked_who[effect.who] = True
            seen.asked_amount = effect.amount
    elif s.phase == Phase.PAY or s.phase == Phase.AIM:
        entry = s.stack[s.at]
        card = entry.card
        text = stack.entry_text(s, entry)
        seen.asked_cost = text.cost
        e = stack.aimed_effect(text)
        if e >= 0:
            op = text.effects[e].op
            seen.asked_who[text.effects[e].who] = True
            seen.asked_amount = text.effects[e].amount
    if card != NONE:
        seen.asked_side[card // CARDS] = True
        seen.asked_card[card % CARDS] = True
        seen.asked_op[op] = True
    seen.left = max(0, s.left)
    seen.price = s.price


@kernel
def observe_team(s: State, side: int, is_own: bool, shown: Team) -> None:
    """Write a side's cards as far as the viewer knows them, and its Leader."""
    team = s.teams[side]
    if is_own:
        for k in range(LIST):
            shown.hand[k] = team.hand[k]
    for k in range(LIST):
        shown.trash[k] = team.trash[k]
    for k in range(LIST):
        shown.gone[k] = team.gone[k]
    cardset.write_word(team.missions, shown.missions, 0)
    shown.deck = team.deck_n
    shown.staged = stack.staged_cards(s, side)
    shown.wounds = team.wounds
    shown.drama = team.drama
    shown.leader = team.leader
    shown.actions = team.actions
    shown.valor = min(MOST, team.valor)
    shown.over = team.is_over and (is_own or not s.is_sealed)
    if is_own or not s.is_sealed:
        for k in range(side * SLOTS, side * SLOTS + team.stack_n):
            entry = s.stack[k]
            if entry.source == NONE and entry.status != st.Status.WHIFFED:
                shown.stack[entry.card % CARDS] += 1


@kernel
def observe_stack(s: State, side: int, viewer: int, row: Ints) -> None:
    """Write what lies in a side's Stack, place by place, and how much of it every Character of the side staged."""
    seen = Seen.of(row)
    for k in range(side * SLOTS, side * SLOTS + s.teams[side].stack_n):
        entry, at = s.stack[k], k - side * SLOTS
        place = seen.own_places[at] if side == viewer else seen.their_places[at]
        place.card = entry.card % CARDS + 1
        if entry.source != NONE:
            place.source = entry.source % SLOTS + 1
            if s.characters[entry.source].card != NONE:
                character(row, entry.source, s.cfg.slots[0]).staged += 1
        place.text = entry.text
        if entry.target != NONE:
            place.target = table.facing(viewer, entry.target) + 1
        place.status = entry.status + 1


@kernel
def observe_character(s: State, c: int, power: int, shown: Character) -> None:
    """Write a Character and its Attachments."""
    w = s.characters[c]
    shown.card[w.card % CARDS] = True
    shown.power = min(MOST, power)
    shown.upgrades = w.upgrades
    shown.bonus = max(-MOST, min(MOST, w.bonus))
    shown.on_table = not w.is_wounded
    shown.wounded = w.is_wounded
    shown.employed = w.is_employed
    shown.in_combat = w.in_combat
    shown.flipped = w.has_flipped
    shown.order = min(MOST, w.seq)
    for k in range(st.TEXTS):
        shown.used[k] = (w.used >> k) & 1 != 0
    for k in range(GEARS):
        if w.gear[k] != NONE:
            shown.gear[k] = w.gear[k] % CARDS + 1
        shown.gear_used[k] = w.gear_used[k]
    shown.active = w.is_active
    shown.switched = w.has_switched
    is_asked = s.phase == Phase.ASSIGN and s.at == c
    if (s.phase == Phase.PAY or s.phase == Phase.AIM) and s.stack[s.at].source == c:
        is_asked = True
    if s.source == c and s.by != NONE:
        is_asked = True
    shown.asked = is_asked
