"""What a side observes: the map, everything that lies open, and its own cards."""

from collections.abc import Sequence

from throwdown.envs.core import cardset
from throwdown.envs.core.kit import NONE, Block, Fields, Flags, Ints, Observation, Out, kernel
from throwdown.envs.core.observations import flag, flags, group, number, numbers, one_hot
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


_CARD_NAMED = f"rank and suit: {_CARD_NAMES}"
_WHO = f"one-hot: {_ALL}"


class Team(Observation):
    """A side's Team Hand and what lies open of its cards."""

    cards: Flags = flags(f"card {{place}} of the Team Hand, {_CARD_NAMED}", (st.TEAM, CARD), "team_{}")
    rows: Flags = one_hot("the team's Uptimes, in force or absent for this turn (may be several)", st.Row)
    boot: Flags = one_hot("the Boot that waits for the next turn", st.Row)
    boot_now: Flags = one_hot("the Boot of the present turn", st.Row)
    ward: bool = flag("whether a Ward makes the whole side Armored")
    deck: int = number("cards in the deck", 0, st.KINDS)
    discards: Flags = flags(f"the discards: {_ALL_CARDS}", st.KINDS)


class Lay(Observation):
    """A place of the count."""

    owner: Flags = flags("the holder, one-hot: MC 1, MC 2, MC 3, MC 4, the CPU", st.HOLDERS)
    place: int = number("the place in the count: 1 the low Ace, 14 the high Ace, 15 without a card", 0, 15)
    rank: int = number("the rank as which the card is played", 0, 14)
    card: Flags = flags("the kind of card, one-hot: Joker, C, D, H, S", 1 + SUITS)


class Seen(Observation):
    """What all observations begin with."""

    viewer: Flags = one_hot("the viewer's side", st.Side)
    mover: Flags = flags("the side that decides, one-hot: mcs, cpu; none when the game is over", 2)
    phase: Flags = one_hot("what is being decided, as far as the viewer knows", st.Phase)
    fight: int = number("fights that follow this one", 0, 3)
    round_: int = number("the round", 0, 100)
    rounds: int = number("number of rounds", 0, 100)
    limit: int = number("the size at which a Team Hand is discarded", 0, st.TEAM)
    draw: int = number("the CPU's Draw", 0, HAND)
    actor: Flags = flags(f"the process that has the turn, {_WHO}", PROCESSES)
    asked: Flags = flags(
        f"the process that commits, is placed, lays a card or falls, as far as the viewer knows, {_WHO}",
        PROCESSES,
    )
    target: Flags = flags(f"the target of the attack or push, {_WHO}", PROCESSES)
    shooter: Flags = flags(f"the process whose Interrupt is being resolved, {_WHO}", PROCESSES)
    active: Flags = flags(f"the card with which the turn is taken, {_CARD_NAMED}", CARD)
    active_rank: int = number("the rank as which it is played: 2 to 13 (King), 14 (Ace); 0: no card", 0, 14)
    has_attacked: bool = flag("whether this card has been used")
    is_closed: bool = flag("whether the walk ended where an enemy stands")
    has_switched: bool = flag("whether the Interrupt has been switched")
    window: Flags = flags("the side that may interrupt before a turn, one-hot: mcs, cpu", 2)
    doing: Flags = one_hot("what is being resolved", st.Doing)
    left: int = number("targets left for the Interrupt, or HP that a patch heals", 0, 127)
    reloading: Flags = flags("MCs that reload in this round, as far as the viewer knows", MCS)
    plays: int = number("cards laid so far by the process that commits, shown to its side", 0, HAND)
    pending: Flags = flags(
        f"the card whose rank or place is being chosen, shown to its side, {_CARD_NAMED}", CARD
    )
    pending_place: Flags = flags(
        "its place in the count, if known, one-hot from the low Ace to the high Ace", 14
    )
    slots: Flags = flags(
        f"card {{place}} of the hand of the process that decides, or of the CPU, shown to its side, "
        f"{_CARD_NAMED}",
        (HAND, CARD),
        "slot_{}",
    )
    own: Team = group(Team, "own_")
    their: Team = group(Team, "their_")
    lays: Sequence[Lay] = group(Lay, "lay_{}_", st.LAYS)
    ended: Flags = one_hot("how the game ended; none while it goes on", st.End)


class Process(Observation):
    """A process."""

    is_up: bool = flag("whether it stands")
    area: Flags = flags("its area, one-hot", AREAS)
    hp: int = number("HP", 0, MOST_HP)
    max_hp: int = number("MaxHP", 0, MOST_HP)
    points: int = number("Move points", 0, 100)
    steps: int = number("Auto steps left", 0, 7)
    meter: int = number("the Interrupt meter", 0, 10)
    status: Flags = flags(f"statuses: {', '.join(st.Status.labels())}", len(st.Status))
    accuracy: int = number("Accuracy as it is now", -9, 30)
    evade: int = number("Evade", -9, 30)
    connect: int = number("Connect; 0 without hacking", -9, 30)
    resist: int = number("Resist", -9, 30)
    damage: int = number("Damage of its loadout", 0, MOST_HP)
    reach: int = number("Range", 0, AREAS)
    move: int = number("Move, or Auto", 0, 100)
    flying: bool = flag("whether it flies")
    armored: bool = flag("whether it is Armored now")
    boss: bool = flag("whether it is a boss")
    loadout: int = number("its loadout", 0, 1)
    interrupt: int = number("its Interrupt", 0, 1)
    laid: Ints = numbers("ranks of the cards laid for its Interrupt: 2 to 14; 15 a Joker", 0, 15, st.LAID)
    laid_suit: Ints = numbers("suits of these cards: 1 C, 2 D, 3 H, 4 S", 0, 4, st.LAID)
    has_income: bool = flag("whether it has taken this round's Move points")
    gave: bool = flag("whether it has given a card in this round")
    acted: bool = flag("whether it has had a turn in this round")
    bonus: Flags = flags("whether its bonus actions are left", 2)
    hand: int = number("cards held, including those that others have laid in secret", 0, HAND)


class Mc(Observation):
    """An MC."""

    process: Process = group(Process)
    cards: Flags = flags(f"the hand, shown to its side: {_ALL_CARDS}", st.KINDS)


class Area(Observation):
    """An area of the map."""

    falling: bool = flag("whether it is a Falling area")
    start: bool = flag("whether MCs start here")
    x: bool = flag("whether the boss starts here")
    mcs_here: int = number("MCs that stand here", 0, MCS)
    mobs_here: int = number("processes of the CPU that stand here", 0, PROCESSES - MCS)
    price: int = number(
        "cost of a step to this area for the process that has the turn; 0: no step leads here", 0, 100
    )
    within: bool = flag("whether the area is within the Range of the process that has the turn")


FIELDS = Fields(Seen, Block("mc", Mc, name="mc_"), Block("mob", Process, name="mob_"), Block("area", Area))


@kernel
def process(row: Ints, p: int, mcs: int) -> Process:
    """Return what is seen of a process, in a game of so many MCs."""
    return Mc.of(row, p).process if p < MCS else Process.of(row, p - MCS, (mcs,))


@kernel
def observe(s: State, viewer: int, row: Ints, out: Out) -> None:
    """Write what a side knows."""
    seen = Seen.of(row)
    seen.viewer[viewer] = True
    if s.over:
        seen.ended[s.ended] = True
    else:
        seen.mover[s.seat] = True
    seen.phase[shown_phase(s, viewer)] = True
    observe_course(s, viewer, seen)
    observe_choice(s, viewer, seen)
    observe_team(s, viewer, seen.own)
    observe_team(s, 1 - viewer, seen.their)
    observe_lays(s, viewer, seen)
    mcs, mobs = s.cfg.mcs, most_mobs(s)
    for i in range(mcs):
        observe_process(s, i, viewer, process(row, i, mcs))
        if viewer == st.Side.MCS:
            cardset.write_word(s.hands[i].cards, Mc.of(row, i).cards, 0)
    for p in range(MCS, MCS + mobs):
        if s.processes[p].sheet != NONE:
            observe_process(s, p, viewer, process(row, p, mcs))
    for area in range(s.cfg.areas):
        observe_area(s, area, Area.of(row, area, (mcs, mobs)))


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
def write_card(card: int, shown: Flags) -> None:
    """Write a card's rank and suit."""
    if card == NONE:
        return
    shown[card // 4] = True
    if card < st.FACES:
        shown[RANKS + card % 4] = True


@kernel
def observe_course(s: State, viewer: int, seen: Seen) -> None:
    """Write how far the game has come, and what the turn is about."""
    seen.fight = s.cfg.fights - 1 - s.fight
    seen.round_ = s.round_no
    seen.rounds = s.cfg.rounds
    seen.limit = s.cfg.limit
    seen.draw = s.draw
    if s.actor != NONE:
        seen.actor[s.actor] = True
    if s.target != NONE:
        seen.target[s.target] = True
    if s.shooter != NONE:
        seen.shooter[s.shooter] = True
    write_card(s.active, seen.active)
    seen.active_rank = s.active_rank
    seen.has_attacked = s.has_attacked
    seen.is_closed = s.is_closed
    seen.has_switched = s.has_switched
    if s.window == st.Side.MCS or s.window == st.Side.CPU:
        seen.window[s.window] = True
    if s.doing != NONE:
        seen.doing[s.doing] = True
    seen.left = min(127, s.left)
    if not s.is_sealed or viewer == st.Side.MCS:
        for i in range(MCS):
            seen.reloading[i] = (s.reloading >> i) & 1 != 0


@kernel
def observe_choice(s: State, viewer: int, seen: Seen) -> None:
    """Write who has to choose, with which hand, and what has been chosen already."""
    if s.phase == st.Phase.EXIT:
        seen.asked[s.faller] = True
    elif s.phase == st.Phase.DEPLOY:
        seen.asked[s.by] = True
    holder = st.CPU if viewer == st.Side.CPU else NONE
    if s.seat == viewer:
        if s.by != NONE and s.phase != st.Phase.DEPLOY and not (s.is_sealed and s.by == st.CPU):
            seen.asked[s.by] = True
        if viewer == st.Side.MCS:
            holder = s.by if s.by != NONE else s.actor
        if s.is_sealed:
            seen.plays = s.plays
            write_card(s.card, seen.pending)
            if s.phase == st.Phase.SHIFT:
                seen.pending_place[s.rank] = True
    if 0 <= holder < st.HOLDERS and (holder == st.CPU) == (viewer == st.Side.CPU):
        word, k = s.hands[holder].cards, 0
        while word != 0:
            write_card(cardset.lowest(word), seen.slots[k])
            word &= word - 1
            k += 1


@kernel
def observe_team(s: State, side: int, shown: Team) -> None:
    """Write a side's Team Hand and what lies open of its cards."""
    team = s.teams[side]
    for k in range(team.n):
        write_card(team.cards[k], shown.cards[k])
    cardset.write_word(team.rows, shown.rows, 0)
    if team.boot > 0:
        shown.boot[team.boot] = True
    if team.boot_now > 0:
        shown.boot_now[team.boot_now] = True
    shown.ward = team.ward
    shown.deck = team.deck.n
    cardset.write_word(team.deck.trash[0], shown.discards, 0)


@kernel
def observe_lays(s: State, viewer: int, seen: Seen) -> None:
    """Write what is to come in the count; in secret only one's own."""
    n = 0
    for k in range(0 if s.is_sealed else s.at, s.lay_n):
        lay = s.lays[k]
        if s.is_sealed and decks.side_of_holder(lay.owner) != viewer:
            continue
        shown = seen.lays[n]
        shown.owner[lay.owner] = True
        shown.place = lay.count + 1
        shown.rank = lay.rank
        if lay.card != NONE:
            shown.card[0 if lay.card >= st.FACES else 1 + lay.card % 4] = True
        n += 1


@kernel
def observe_process(s: State, p: int, viewer: int, shown: Process) -> None:
    """Write what everybody knows of a process, and how many cards it holds."""
    w, sheet = s.processes[p], terrain.sheet_of(s, p)
    shown.is_up = w.is_up
    if w.area != NONE and w.is_up:
        shown.area[w.area] = True
    shown.hp = min(MOST_HP, w.hp)
    shown.max_hp = min(MOST_HP, w.max_hp)
    shown.points = w.points
    shown.steps = w.steps
    shown.meter = w.meter
    cardset.write_word(w.status, shown.status, 0)
    shown.accuracy = terrain.accuracy(s, p)
    shown.evade = terrain.evade(s, p)
    shown.connect = terrain.connect(s, p)
    shown.resist = terrain.resist(s, p)
    shown.damage = sheet.damage[w.loadout]
    shown.reach = sheet.reach[w.loadout]
    shown.move = max(sheet.move, sheet.auto)
    shown.flying = sheet.flying
    shown.armored = terrain.is_armored(s, p)
    shown.boss = sheet.boss
    shown.loadout = w.loadout
    shown.interrupt = w.interrupt
    for k in range(w.laid_n):
        card = w.laid[k]
        shown.laid[k] = card // 4 + 2
        shown.laid_suit[k] = 0 if card >= st.FACES else 1 + card % 4
    shown.has_income = w.has_income
    shown.gave = w.gave
    shown.acted = w.acted
    for k in range(2):
        if sheet.bonus[k] != st.Bonus.NONE and (w.bonus >> k) & 1 == 0:
            shown.bonus[k] = True
    holder = interrupts.holder_of(p)
    if (viewer == st.Side.CPU) == (holder == st.CPU):
        shown.hand = decks.size(s.hands[holder])
    else:
        shown.hand = decks.shown_size(s, holder)


@kernel
def observe_area(s: State, area: int, shown: Area) -> None:
    """Write an area, who stands there, and what it means to who has the turn."""
    shown.falling = s.cfg.falling[area]
    shown.start = s.cfg.start == area
    shown.x = s.cfg.x == area
    for p in range(PROCESSES):
        if s.processes[p].is_up and s.processes[p].area == area:
            if p < MCS:
                shown.mcs_here += 1
            else:
                shown.mobs_here += 1
    if s.actor != NONE:
        a = s.processes[s.actor].area
        shown.price = terrain.price(s, s.actor, a, area)
        shown.within = s.cfg.sight[a, area] <= terrain.reach(s, s.actor)
