"""A side's Step: its opening, its Actions, and what is free among them."""

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, act_of, allow, allow_each, count_members, kernel, tell
from throwdown.envs.showdown import decks, effects, leader, table
from throwdown.envs.showdown.actions import Act
from throwdown.envs.showdown.state import (
    BACK,
    CARDS,
    FRONT,
    INITIALS,
    LIST,
    MAIN,
    SLOTS,
    Card,
    Class,
    Event,
    Gear,
    Kind,
    Phase,
    Side,
    State,
    Step,
)


@kernel
def open_step(s: State, out: Out) -> None:
    """Open a side's Step in printed order, uninterrupted (SD-26 to SD-28, SD-34 to SD-37, SHO-03)."""
    side = s.side
    team = s.teams[side]
    tell(out, Event.STEP_BEGAN, side)
    for c in range(side * SLOTS, table.end_of(s, side)):
        w = s.characters[c]
        w.is_employed, w.has_flipped = False, False
    if side == Side.VILLAINS:
        compensate(s, out)
    c = effects.next_of(s, side, -1)
    while c >= 0:
        at = s.characters[c].seq
        is_super = table.is_class(table.card_of(s, c), Class.SUPER)
        if s.characters[c].is_wounded and (table.is_initial(s, c) or is_super):
            table.heal(s, c, out)
        c = effects.next_of(s, side, at)
    if not team.leader:
        team.leader = True
        tell(out, Event.LEADER_GAINED, side)
    team.actions = actions_of(s, side)
    s.step = Step.ACTION


@kernel
def compensate(s: State, out: Out) -> None:
    """Give Upgrades and Drama for Leader Wounds (SD-35, SD-154)."""
    wounds = s.teams[Side.VILLAINS].wounds
    for c in range(SLOTS, table.end_of(s, 1)):
        if table.is_initial(s, c):
            for _ in range(wounds):
                table.upgrade(s, c, out)
    if wounds > 0:
        effects.gain_drama(s, wounds, out)


@kernel
def actions_of(s: State, side: int) -> int:
    """Return how many Actions a Step has: Wounds cost the Villains theirs (SD-29, SD-38)."""
    lost = s.teams[side].wounds if side == Side.VILLAINS else 0
    return int(max(0, s.cfg.actions[side] - lost))


@kernel
def ask_action(s: State, out: Out) -> None:
    """Ask for an Action, or for what is free after the last; without any of that the phase ends by itself (SHO-17)."""
    if is_done(s):
        end_step(s)
    else:
        ask(s, Phase.ACTION)


@kernel
def is_done(s: State) -> bool:
    """Return whether neither an Action is left nor anything that is free."""
    side = s.side
    team = s.teams[side]
    return team.actions == 0 and not team.leader and flips(s, side) == 0 and switches(s, side) == 0


@kernel
def choices(s: State, out: Out) -> None:
    """Write the Actions, the end of the Step where none can be taken (SHO-17), and what is free."""
    side = s.seat
    if s.teams[side].actions > 0:
        actions(s, side, out)
    if count_members(out) == 0:
        allow(out, Act.PASS)
    allow_each(out, Act.FLIP, flips(s, side))
    allow_each(out, Act.SWITCH, switches(s, side))
    leader.choices(s, out)


@kernel
def actions(s: State, side: int, out: Out) -> None:
    """Write the Actions that can be taken (SD-30 to SD-33, SD-39 to SD-43)."""
    if can_fill(s, side):
        allow(out, Act.FILL)
    if can_buy(s, side):
        allow(out, Act.BUY)
    if upgradable(s, side) != 0:
        allow(out, Act.UPGRADE)
    if healable(s, side) != 0:
        allow(out, Act.HEAL)
    for k in range(LIST):
        if s.teams[side].hand[k] > 0 and is_main(s, side, k):
            allow(out, Act.CARD + k)


@kernel
def act(s: State, action: int, out: Out) -> None:
    """Take an Action, end the Step, or do what is free."""
    side, what = s.side, act_of(Act, action)
    if what == Act.PASS:
        end_step(s)
    elif what == Act.FILL:
        fill(s, out)
    elif what == Act.BUY:
        buy(s, out)
    elif what == Act.UPGRADE:
        ask(s, Phase.UPGRADE)
    elif what == Act.HEAL:
        ask(s, Phase.HEAL)
    elif what == Act.FLIP:
        table.flip(s, initial_at(s, side, action - Act.FLIP), out)
    elif what == Act.SWITCH:
        switch(s, ship_at(s, side, action - Act.SWITCH), out)
    elif leader.is_use(s, action):
        leader.use(s, action, out)
    else:
        play(s, decks.card_at(s, action), out)


@kernel
def end_step(s: State) -> None:
    """End an Action Phase; what is left lapses (SDA-10). After the Villains' come the Mission Phases (SD-44)."""
    s.teams[s.side].actions = 0
    if s.side == Side.HEROES:
        s.side, s.step = Side.VILLAINS, Step.OPENING
    else:
        s.side, s.step = Side.HEROES, Step.MISSION


@kernel
def spend(s: State) -> None:
    """Spend an Action; the other side may interrupt after it (SHO-04)."""
    s.teams[s.side].actions -= 1
    s.step = Step.WINDOW


# Actions ----------------------------------------------------------------------------------------------------------


@kernel
def is_main(s: State, side: int, k: int) -> bool:
    """Return whether a card of a side's list can be put on the Table (SD-30, SD-39, SD-131 to SD-138, SD-143)."""
    at = side * CARDS + k
    card = s.cfg.cards[at]
    if (MAIN >> card.kind) & 1 == 0 or not is_required(s, side, card):
        return False
    if card.kind != Kind.ALLY:
        return bearers(s, side, at) != 0
    if table.is_class(card, Class.MOOK) and side == Side.HEROES:
        return False
    if table.is_class(card, Class.SUPER) and (side == Side.VILLAINS or not is_super_out(s)):
        return False
    if card.keyword != NONE and not table.has_term(table.words_on_table(s, side), card.keyword):
        return False
    return table.free_slot(s, side) >= 0


@kernel
def is_required(s: State, side: int, card: Card) -> bool:
    """Return whether what a card Requires is in Play (SD-138)."""
    return bool(card.requires == NONE or table.has_term(table.words_in_play(s, side), card.requires))


@kernel
def is_super_out(s: State) -> bool:
    """Return whether the Villain's Super is in Play, Wounded or not (SD-131, SHO-33)."""
    for c in range(SLOTS, table.end_of(s, 1)):
        if table.is_initial(s, c) and table.is_class(table.card_of(s, c), Class.SUPER):
            return True
    return False


@kernel
def bearers(s: State, side: int, card: int) -> int:
    """Return the own Characters on the Table that can bear an Attachment, as bits (SHO-15)."""
    word = 0
    for k in range(s.teams[side].top):
        c = side * SLOTS + k
        if table.is_on_table(s, c) and table.can_bear(s, c, s.cfg.cards[card]):
            word |= 1 << k
    return word


@kernel
def play(s: State, card: int, out: Out) -> None:
    """Put a Main Card on the Table, an Action; of Attachments the bearer comes next (SD-30, SD-39)."""
    side = s.side
    decks.leave_hand(s, card)
    if s.cfg.cards[card].kind != Kind.ALLY:
        s.card = card
        ask(s, Phase.BEARER)
        return
    c = table.enter(s, side, card)
    tell(out, Event.PLAYED, side, card=card, amount=c)
    table.tidy(s, side, out)
    spend(s)


@kernel
def bearer_choices(s: State, out: Out) -> None:
    """Write who can bear the Attachment."""
    allow_each(out, Act.OWN, bearers(s, s.seat, s.card))


@kernel
def bear(s: State, action: int, out: Out) -> None:
    """Attach the card that has been chosen."""
    card = s.card
    s.card = NONE
    table.attach(s, table.character_at(s, action), card, out)
    spend(s)


@kernel
def upgradable(s: State, side: int) -> int:
    """Return whom the Upgrade Action may mean: own Initial Cards and Supers (SD-31, SHO-02, SHO-16, SDA-46)."""
    word = 0
    for k in range(s.teams[side].top):
        c = side * SLOTS + k
        card = s.characters[c].card
        if card != NONE and (table.is_initial(s, c) or table.is_class(s.cfg.cards[card], Class.SUPER)):
            word |= 1 << k
    return word


@kernel
def upgrades(s: State, out: Out) -> None:
    """Write who can be Upgraded."""
    allow_each(out, Act.OWN, upgradable(s, s.seat))


@kernel
def upgrade(s: State, action: int, out: Out) -> None:
    """Upgrade a Character, an Action."""
    table.upgrade(s, table.character_at(s, action), out)
    spend(s)


@kernel
def healable(s: State, side: int) -> int:
    """Return whom the heal Action may mean, own ones first: for the Villains also Heroes' (SD-32, SD-41, SDA-11)."""
    word = 0
    for half in range(2):
        for c in range(half * SLOTS, table.end_of(s, half)):
            if s.characters[c].is_wounded and (side == Side.VILLAINS or table.side_of(c) == side):
                word |= 1 << table.facing(side, c)
    return word


@kernel
def heals(s: State, out: Out) -> None:
    """Write who can be healed."""
    allow_each(out, Act.OWN, healable(s, s.seat))


@kernel
def heal(s: State, action: int, out: Out) -> None:
    """Heal a Character, an Action."""
    table.heal(s, table.character_at(s, action), out)
    spend(s)


@kernel
def can_fill(s: State, side: int) -> bool:
    """Return whether filling the hand would bring a card (SDA-10)."""
    return decks.can_draw(s, side, 0) and s.teams[side].hand_n < decks.handsize(s, side)


@kernel
def fill(s: State, out: Out) -> None:
    """Fill the hand, an Action (SD-33, SD-42)."""
    side = s.side
    decks.draw(s, side, decks.handsize(s, side) - s.teams[side].hand_n, out)
    spend(s)


@kernel
def can_buy(s: State, side: int) -> bool:
    """Return whether a Combat can be bought: once a Turn, if a Villain could join (SD-43, SDA-06, SDA-08)."""
    if side == Side.HEROES or s.is_bought:
        return False
    for c in range(SLOTS, table.end_of(s, 1)):
        if table.is_eligible(s, c):
            return True
    return False


@kernel
def buy(s: State, out: Out) -> None:
    """Buy the Turn's Combat, an Action (SD-43)."""
    s.is_bought = True
    tell(out, Event.BOUGHT, Side.VILLAINS)
    spend(s)


@kernel
def initial_at(s: State, side: int, k: int) -> int:
    """Return where a side's k-th Initial Card is, or -1."""
    for c in range(side * SLOTS, table.end_of(s, side)):
        card = s.characters[c].card
        if card == side * CARDS + FRONT + k or card == side * CARDS + BACK + k:
            return c
    return -1


@kernel
def flips(s: State, side: int) -> int:
    """Return the Initial Cards that can flip, as bits (SD-117 to SD-120, SHO-18)."""
    if side == Side.HEROES and s.teams[0].wounds == 0:
        return 0
    word = 0
    for k in range(s.cfg.initials[side]):
        c = initial_at(s, side, k)
        if c < 0 or not table.is_on_table(s, c) or s.characters[c].has_flipped:
            continue
        if side == Side.HEROES or s.teams[1].drama >= s.cfg.cards[side * CARDS + FRONT + k].drama:
            word |= 1 << k
    return word


@kernel
def ship_at(s: State, side: int, k: int) -> int:
    """Return a side's k-th Character on the Table with a Ship Vehicle, or -1."""
    for c in range(side * SLOTS, table.end_of(s, side)):
        if table.is_on_table(s, c) and s.characters[c].gear[Gear.SHIP_VEHICLE] != NONE:
            if k == 0:
                return c
            k -= 1
    return -1


@kernel
def switches(s: State, side: int) -> int:
    """Return the Ship Vehicles that can be switched, as bits (SD-127)."""
    word, k = 0, 0
    for c in range(side * SLOTS, table.end_of(s, side)):
        if s.characters[c].gear[Gear.SHIP_VEHICLE] != NONE and table.is_on_table(s, c):
            if not s.characters[c].has_switched and k < INITIALS:
                word |= 1 << k
            k += 1
    return word


@kernel
def switch(s: State, c: int, out: Out) -> None:
    """Switch a Ship Vehicle on or off (SD-127)."""
    w = s.characters[c]
    w.is_active, w.has_switched = not w.is_active, True
    tell(out, Event.SWITCHED, table.side_of(c), card=w.card, amount=c, number=w.is_active)
