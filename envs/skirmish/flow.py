"""The course of a game: fights, rounds, secret commits, the count, windows, and the ends."""

from throwdown.envs.core.cardset import nth_bit, popcount
from throwdown.envs.core.kit import NONE, Out, copy_record, kernel, reset, tell
from throwdown.envs.skirmish import chart, decks, interrupts, state as st, terrain, turns
from throwdown.envs.skirmish.actions import Act
from throwdown.envs.skirmish.state import CPU, MCS, PROCESSES, Event, Lay, Phase, Row, Side, State, Step

OPENED = 2
"""What `window` holds once the other side has had its chance."""
ACES = 12
"""The rank of Aces, Two first."""


# Fights -----------------------------------------------------------------------------------------------------------


@kernel
def open_fight(s: State, out: Out) -> None:
    """Begin a fight: places, reloads, then the CPU places its mobs (SK-01 to SK-06, SKO-01, SKO-02)."""
    tell(out, Event.FIGHT_BEGAN, amount=s.fight)
    for i in range(s.cfg.mcs):
        enter_mc(s, i)
    if s.cfg.collects[s.fight]:
        collect(s, out)
    for p in range(MCS, PROCESSES):
        enter_mob(s, p)
    s.round_no, s.draw = 0, terrain.standing(s, Side.MCS) + 1  # SK-03
    for i in range(s.cfg.mcs):
        if s.processes[i].is_up:
            decks.reload(s, i, out)
    decks.reload(s, CPU, out)
    s.todo = Step.DEPLOY


@kernel
def enter_mc(s: State, i: int) -> None:
    """Put an MC at the start; a raise of MaxHP ends with its fight (SK-04, SKO-02)."""
    w = s.processes[i]
    sheet = s.cfg.sheets[s.cfg.mc[i]]
    if w.sheet == NONE:
        w.sheet, w.is_up, w.hp, w.meter = s.cfg.mc[i], True, sheet.hp, sheet.meter
    w.max_hp = sheet.hp
    w.hp = min(w.hp, w.max_hp)
    w.area, w.points, w.steps, w.brace = s.cfg.start, 0, 0, False  # SKA-49


@kernel
def enter_mob(s: State, p: int) -> None:
    """Bring in a process of the CPU; a boss begins at the X, the others are placed (SK-05, SK-06)."""
    w, k = s.processes[p], p - MCS
    reset(w)
    if k >= s.cfg.mob_n[s.fight]:
        return
    w.sheet, w.is_up = s.cfg.mob[s.fight, k], True
    sheet = terrain.sheet_of(s, p)
    w.hp, w.max_hp, w.meter = sheet.hp, sheet.hp, sheet.meter
    if sheet.boss:
        w.area = s.cfg.x


@kernel
def collect(s: State, out: Out) -> None:
    """Let the Garbage Collector pass: HP and statuses restored, Team Hands discarded (SK-01, SKA-48)."""
    if s.fight == 0:  # nothing has happened yet
        return
    for i in range(s.cfg.mcs):
        w = s.processes[i]
        w.is_up, w.hp, w.status = True, w.max_hp, 0
    for side in range(2):
        if s.teams[side].n > 0:
            chart.discard_team(s, side, out)
        s.teams[side].boot = 0
    tell(out, Event.COLLECTED)


@kernel
def deploy_next(s: State) -> None:
    """Let the CPU place its next mob; the first round follows the last (SK-07)."""
    for p in range(MCS, PROCESSES):
        if s.processes[p].is_up and s.processes[p].area == NONE:
            s.by = p
            turns.ask(s, Phase.DEPLOY, Side.CPU)
            return
    s.by, s.todo = NONE, Step.ROUND


@kernel
def deploy(s: State, area: int, out: Out) -> None:
    """Place a mob."""
    s.processes[s.by].area = area
    tell(out, Event.DEPLOYED, Side.CPU, amount=terrain.tag(s, s.by), number=area)
    s.todo = Step.DEPLOY


@kernel
def is_decided(s: State) -> bool:
    """Return whether a side has nobody left standing (SK-24)."""
    return terrain.standing(s, Side.MCS) == 0 or terrain.standing(s, Side.CPU) == 0


@kernel
def end_fight(s: State, out: Out) -> None:
    """End a fight at once: what is open lapses, what is in play is discarded (SKO-03)."""
    winner = Side.CPU if terrain.standing(s, Side.MCS) == 0 else Side.MCS
    tell(out, Event.FIGHT_WON, winner)
    if s.actor != NONE and s.active != NONE:
        decks.discard(s, terrain.side_of(s.actor), s.active)
    first = s.at if s.actor == NONE else s.at + 1
    for k in range(first, s.lay_n):
        discard_lay(s, s.lays[k])
    clear_round(s)
    s.actor, s.active, s.active_rank, s.window = NONE, NONE, 0, NONE
    s.doing, s.target, s.shooter, s.faller, s.left, s.by = NONE, NONE, NONE, NONE, 0, NONE
    for side in range(2):
        s.teams[side].boot_now = 0
    if winner == Side.MCS and s.fight + 1 < s.cfg.fights:
        s.fight += 1
        open_fight(s, out)
    else:
        s.ended, s.over = st.End.MCS if winner == Side.MCS else st.End.CPU, True


# Rounds and commits -----------------------------------------------------------------------------------------------


@kernel
def clear_round(s: State) -> None:
    """Forget what counts for one round only."""
    for p in range(PROCESSES):
        w = s.processes[p]
        w.has_income, w.gave, w.acted, w.bonus, w.steps = False, False, False, 0, 0
    for k in range(s.lay_n):
        reset(s.lays[k])
    s.lay_n, s.at, s.reloading, s.plays = 0, 0, 0, 0
    for i in range(MCS):
        s.hands[i].due = False  # a round begins with secret commits, and after the reveal it is seen anew
    for side in range(2):
        s.teams[side].ward = False


@kernel
def begin_round(s: State, out: Out) -> None:
    """Begin a round; a Straight Flush charges all of its side (SK-71, SKO-25)."""
    clear_round(s)
    s.round_no += 1
    tell(out, Event.ROUND_BEGAN, amount=s.round_no)
    for p in range(PROCESSES):
        if s.processes[p].is_up and decks.has_up(s, terrain.side_of(p), Row.STRAIGHT_FLUSH):
            chart.charge(s, p, 1, out)
    s.is_sealed, s.by, s.todo = True, NONE, Step.COMMIT


@kernel
def commit_next(s: State) -> None:
    """Let the next MC who stands commit, after the last the CPU (SK-08)."""
    first = 0 if s.by == NONE else s.by + 1
    for i in range(first, s.cfg.mcs):
        if s.processes[i].is_up:
            s.by, s.plays = i, 0
            turns.ask(s, Phase.COMMIT, Side.MCS)
            return
    s.by, s.plays, s.todo = CPU, 0, Step.COMMIT_CPU


@kernel
def commit_cpu(s: State) -> None:
    """Let the CPU lay one more card, as many as there are mobs; with a boss its whole hand (SK-18, SK-20)."""
    most = terrain.standing(s, Side.CPU)
    if s.hands[CPU].cards == 0 or (s.plays >= most and terrain.boss(s) < 0):
        s.todo = Step.REVEAL
    else:
        turns.ask(s, Phase.COMMIT, Side.CPU)


@kernel
def may_reload_turn(s: State) -> bool:
    """Return whether the MC that commits may still give a play for a reload, before or after cards (SKO-07)."""
    is_turn = terrain.sheet_of(s, s.by).reload == st.Reload.TURN
    return bool(is_turn and (s.reloading >> s.by) & 1 == 0)


@kernel
def commit_more(s: State) -> None:
    """Go on with a commit after a card or a reload, while there is a play left and something to use it for."""
    if s.by == CPU:
        s.todo = Step.COMMIT_CPU
        return
    has_play = s.plays < terrain.sheet_of(s, s.by).plays
    if has_play and (s.hands[s.by].cards != 0 or may_reload_turn(s)):
        turns.ask(s, Phase.COMMIT, Side.MCS)
    else:
        s.todo = Step.COMMIT


@kernel
def is_wild(card: int) -> bool:
    """Return whether a card's rank is declared: an Ace, low or high, or a Joker (SK-14, SK-15)."""
    return card // 4 == ACES or card >= st.FACES


@kernel
def choose_card(s: State, card: int) -> None:
    """Choose a card to lay; its rank and its place in the count may have to be chosen, too."""
    if is_wild(card):
        s.card = card
        turns.ask(s, Phase.RANK, s.seat)
    else:
        choose_place(s, card, card // 4 + 1)


@kernel
def choose_place(s: State, card: int, place: int) -> None:
    """Lay a card at its place, or let the owner move it by one with a Flush (SK-75, SKA-52)."""
    if decks.has_up(s, s.seat, Row.FLUSH):
        s.card, s.rank = card, place
        turns.ask(s, Phase.SHIFT, s.seat)
    else:
        put(s, card, rank_at(place), place)


@kernel
def rank_at(place: int) -> int:
    """Return the rank that a place in the count stands for."""
    return 14 if place == 0 else place + 1


@kernel
def put(s: State, card: int, rank: int, place: int) -> None:
    """Lay a card in secret, or, without one, a turn after the Kings."""
    lay = s.lays[s.lay_n]
    lay.owner, lay.card, lay.rank, lay.count = s.by, card, rank, place
    s.lay_n += 1
    s.plays += 1
    s.card, s.rank = NONE, 0
    if card != NONE:
        s.hands[s.by].cards &= ~(1 << card)
    commit_more(s)


@kernel
def commit_reload(s: State) -> None:
    """Reload in this round: instead of all plays, or of one (SK-89, SK-91, SKO-07)."""
    s.reloading |= 1 << s.by
    if terrain.sheet_of(s, s.by).reload == st.Reload.TURN:
        s.plays += 1
        commit_more(s)
    else:
        s.todo = Step.COMMIT


@kernel
def act_commit(s: State, action: int) -> None:
    """Commit, in secret."""
    if s.phase == Phase.RANK:
        choose_place(s, s.card, action - Act.RANK)
    elif s.phase == Phase.SHIFT:
        place = s.rank
        put(s, s.card, rank_at(place), place + action - Act.SHIFT - 1)
    elif action == Act.PASS:
        s.todo = Step.REVEAL if s.by == CPU else Step.COMMIT
    elif action == Act.RELOAD:
        commit_reload(s)
    elif action == Act.NO_CARD:
        put(s, NONE, 0, st.LAST)
    else:
        choose_card(s, nth_bit(s.hands[s.by].cards, action - Act.CARD))


@kernel
def reveal(s: State, out: Out) -> None:
    """Turn up what was laid, and put it in the order of the count (SK-12, SKA-05, SKA-09, SKA-10)."""
    s.by, s.plays = NONE, 0
    for k in range(s.lay_n):
        lay = s.lays[k]
        side = decks.side_of_holder(lay.owner)
        if lay.card == NONE:
            tell(out, Event.IDLE, side, amount=lay.owner)
            continue
        if lay.owner != CPU and terrain.has_status(s, lay.owner, st.Status.LAG):
            lay.count = min(st.HIGH_ACE, lay.count + 1)  # SKO-34
        tell(out, Event.CARD_LAID, side, card=lay.card, amount=lay.owner, number=lay.count)
        hand = s.hands[lay.owner]
        decks.drop_cap(hand, lay.card, decks.shown_size(s, lay.owner) - dropped(s, k))
    for i in range(s.cfg.mcs):
        if (s.reloading >> i) & 1:
            tell(out, Event.RELOADING, Side.MCS, amount=i)
    sort(s)
    s.is_sealed, s.at, s.todo = False, 0, Step.COUNT
    for i in range(s.cfg.mcs):
        decks.reload_out(s, i, out)


@kernel
def dropped(s: State, k: int) -> int:
    """Return how many cards of the owner of a lay have been turned up before it."""
    n = 0
    for j in range(k):
        if s.lays[j].owner == s.lays[k].owner and s.lays[j].card != NONE:
            n += 1
    return n


@kernel
def sort(s: State) -> None:
    """Sort what was laid by count, MCs by seat before the CPU, each owner's in the order laid (SKO-09)."""
    for k in range(1, s.lay_n):
        j = k
        while j > 0 and key(s.lays[j]) < key(s.lays[j - 1]):
            swap(s.lays[j], s.lays[j - 1])
            j -= 1


@kernel
def key(lay: Lay) -> int:
    """Return what orders the count."""
    return lay.count * 8 + lay.owner


@kernel
def swap(a: Lay, b: Lay) -> None:
    """Exchange two lays."""
    owner, card, rank, count = a.owner, a.card, a.rank, a.count
    copy_record(a, b)
    b.owner, b.card, b.rank, b.count = owner, card, rank, count


# The count --------------------------------------------------------------------------------------------------------


@kernel
def go_on(s: State, out: Out) -> None:
    """Come to the next card in the count: a window for the other side, then the turn (SK-13, SKO-11)."""
    if s.at >= s.lay_n:
        s.todo = Step.END_ROUND
        return
    lay = s.lays[s.at]
    owner = lay.owner
    side = decks.side_of_holder(owner)
    can_act = s.processes[owner].is_up if owner != CPU else eligible(s) != 0
    if not can_act:  # SKO-13
        tell(out, Event.LAPSED, side, card=lay.card, amount=owner)
        discard_lay(s, lay)
        turns.next_lay(s)
    elif s.window != OPENED and can_intervene(s, 1 - side):
        s.window = 1 - side
        turns.ask(s, Phase.WINDOW, 1 - side)
    else:
        s.window, s.todo = OPENED, Step.ACTIVATE


@kernel
def discard_lay(s: State, lay: Lay) -> None:
    """Discard a laid card."""
    if lay.card != NONE:
        decks.discard(s, decks.side_of_holder(lay.owner), lay.card)


@kernel
def can_intervene(s: State, side: int) -> bool:
    """Return whether public facts leave a side something to do in a window (SKO-11)."""
    for p in range(terrain.first_of(side), terrain.last_of(side)):
        w = s.processes[p]
        if not w.is_up or (side == Side.CPU and not terrain.sheet_of(s, p).boss):
            continue
        if w.points >= st.PRICE and (decks.can_draw(s, interrupts.holder_of(p)) or can_swap(s, p)):
            return True
        if interrupts.may_use(s, p, True):
            return True
    return False


@kernel
def can_swap(s: State, p: int) -> bool:
    """Return whether a process has another loadout: an MC's alone can be exchanged (SK-62)."""
    return bool(p < MCS and terrain.sheet_of(s, p).loadouts == st.LOADOUTS)


@kernel
def eligible(s: State) -> int:
    """Return the processes that a card of the CPU can activate, as bits (SK-19, SK-20, SKA-06, SKO-34).

    A boss acts again only when all others have acted; who Lags comes after those who do not.
    """
    word, all_acted = 0, True
    for p in range(MCS, PROCESSES):
        w = s.processes[p]
        if w.is_up and not w.acted:
            word |= 1 << (p - MCS)
            all_acted = all_acted and terrain.sheet_of(s, p).boss
    b = terrain.boss(s)
    if b >= 0 and all_acted:
        word |= 1 << (b - MCS)
    prompt = 0
    for k in range(PROCESSES - MCS):
        if (word >> k) & 1 and not terrain.has_status(s, MCS + k, st.Status.LAG):
            prompt |= 1 << k
    return prompt if prompt != 0 else word


@kernel
def activate_next(s: State, out: Out) -> None:
    """Activate the owner of the card, or let the CPU choose a process."""
    lay = s.lays[s.at]
    s.active, s.active_rank = lay.card, lay.rank if lay.card != NONE else 0
    if lay.owner == CPU:
        turns.ask(s, Phase.ACTIVATE, Side.CPU)
    else:
        turns.start_turn(s, lay.owner, out)


@kernel
def reload_boss(s: State, out: Out) -> None:
    """Let a boss with Reload: Turn reload the CPU instead of taking its turn (SKO-36)."""
    b = terrain.boss(s)
    s.processes[b].acted = True
    tell(out, Event.RELOADING, Side.CPU, amount=terrain.tag(s, b))
    decks.reload(s, CPU, out)
    decks.discard(s, Side.CPU, s.active)
    turns.next_lay(s)


@kernel
def end_round(s: State, out: Out) -> None:
    """End a round: those who spent it reload, then the CPU with its new Draw (SK-21 to SK-23, SKA-04)."""
    for i in range(s.cfg.mcs):
        if (s.reloading >> i) & 1 and s.processes[i].is_up:
            decks.reload(s, i, out)
    areas, n = 0, 0
    for i in range(s.cfg.mcs):
        if s.processes[i].is_up:
            n += 1
            areas |= 1 << s.processes[i].area
    s.draw = n + popcount(areas)
    decks.reload(s, CPU, out)
    if s.round_no >= s.cfg.rounds:
        clear_round(s)
        s.ended, s.over = st.End.ROUNDS, True  # SKO-38
        tell(out, Event.ROUNDS_OVER)
    else:
        s.todo = Step.ROUND
