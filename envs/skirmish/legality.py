"""What is legal: two words of bits for every decision."""

from throwdown.envs.core.cardset import popcount
from throwdown.envs.core.kit import NONE, Out, kernel
from throwdown.envs.skirmish import decks, flow, interrupts, terrain, turns
from throwdown.envs.skirmish.actions import SECOND, Act
from throwdown.envs.skirmish.state import (
    CPU,
    FACES,
    HAND,
    HIGH_ACE,
    JACK,
    KING,
    LOW_ACE,
    MCS,
    PRICE,
    Bonus,
    Phase,
    Reload,
    Side,
    State,
)

ANY_RANK = (1 << 14) - 1
RELOAD_BIT, NO_CARD_BIT, PASS_BIT = 1 << Act.RELOAD, 1 << Act.NO_CARD, 1 << Act.PASS
ANY_CARD = ((1 << HAND) - 1) << Act.CARD
ANY_COMMIT = (1 << Act.AREA) - 1
"""All steps of a commit, from the pass to its place in the count."""
UNSEEN = 99
"""What `rank` holds in a copy whose legal set is to be what others know of it."""


@kernel
def write(s: State, out: Out) -> None:
    """Write the legal set of who decides."""
    out.words[0], out.words[1] = first_page(s), second_page(s)


@kernel
def first_page(s: State) -> int:
    """Return the legal actions up to the areas as bits."""
    if s.phase == Phase.DEPLOY:
        return grounds(s) << Act.AREA
    if s.phase == Phase.COMMIT:
        return ANY_COMMIT if s.rank == UNSEEN else commits(s)
    if s.phase == Phase.RANK:
        return ANY_RANK << Act.RANK if s.card >= FACES else (1 << LOW_ACE | 1 << HIGH_ACE) << Act.RANK
    if s.phase == Phase.SHIFT:
        return shifts(s)
    if s.phase == Phase.TURN:
        return PASS_BIT | steps(s) << Act.AREA | unseen_cards(s)
    if s.phase == Phase.ACTIVATE:
        return RELOAD_BIT if can_reload(s) else 0
    if s.phase == Phase.PUSH:
        return terrain.steps_from(s, s.target) << Act.AREA
    if s.phase == Phase.EXIT:
        return int(s.cfg.exits[s.processes[s.faller].area] << Act.AREA)
    if s.phase == Phase.LAY:
        return fitting_slots(s) << Act.CARD
    if s.phase == Phase.STORM:
        return interrupts.storm_areas(s) << Act.AREA
    if s.phase == Phase.WINDOW:
        return PASS_BIT | unseen_cards(s)
    return PASS_BIT if s.phase == Phase.HACK or s.phase == Phase.GIVE else 0


@kernel
def unseen_cards(s: State) -> int:
    """Return the slots that may be laid for an Interrupt, as others know, who cannot see the first step of it."""
    if s.rank != UNSEEN:
        return 0
    side = s.seat
    for p in range(terrain.first_of(side), terrain.last_of(side)):
        if interrupts.may_use(s, p, True) and interrupts.own(s, p).cards > s.processes[p].laid_n:
            return ANY_CARD
    return 0


@kernel
def second_page(s: State) -> int:
    """Return the legal actions from the CPU's processes on as bits, counted from these."""
    if s.phase == Phase.ACTIVATE:
        return flow.eligible(s)
    if s.phase == Phase.WINDOW:
        return intervene(s)
    if s.phase == Phase.TURN:
        return intervene(s) | attacks(s) | extras(s)
    if s.phase == Phase.HACK:
        return turns.hackable(s, s.target) << (Act.HACK - SECOND)
    if s.phase == Phase.GIVE:
        return 1 << (Act.GIVE - SECOND)
    if s.phase == Phase.YIELD:
        return ((1 << s.teams[s.seat].n) - 1) << (Act.YIELD - SECOND)
    if s.phase == Phase.TARGET:
        return interrupts.targets(s) << aimed(1 - s.seat)
    if s.phase == Phase.PATCH:
        return turns.patchable(s, s.actor) << aimed(s.seat)
    return 0


@kernel
def aimed(side: int) -> int:
    """Return where the actions that name a process of a side begin on their page."""
    return Act.MC - SECOND if side == Side.MCS else 0


@kernel
def grounds(s: State) -> int:
    """Return where the next mob may be placed: not at the start, falling areas for flyers only (SKO-01)."""
    word = 0
    is_flying = terrain.sheet_of(s, s.by).flying
    for area in range(s.cfg.areas):
        if area != s.cfg.start and (not s.cfg.falling[area] or is_flying):
            word |= 1 << area
    return word


@kernel
def slots(hand: int) -> int:
    """Return the slots of a hand as bits."""
    return (1 << popcount(hand)) - 1


@kernel
def commits(s: State) -> int:
    """Return what may be laid: cards, a reload, a turn without a card, or no more (SKO-06, SKA-07)."""
    hand = s.hands[s.by].cards
    word = slots(hand) << Act.CARD
    if s.by == CPU:
        return word | PASS_BIT
    if s.plays > 0:
        word |= PASS_BIT
    if s.plays == 0 or flow.may_reload_turn(s):
        word |= RELOAD_BIT
    if hand == 0 and s.plays == 0:
        word |= NO_CARD_BIT
    return word


@kernel
def shifts(s: State) -> int:
    """Return by how much a card's place in the count may be moved (SKA-52, SKO-08)."""
    word = 1 << (Act.SHIFT + 1)
    if s.rank > LOW_ACE:
        word |= 1 << Act.SHIFT
    if s.rank < HIGH_ACE:
        word |= 1 << (Act.SHIFT + 2)
    return word


@kernel
def steps(s: State) -> int:
    """Return where whose turn it is may walk (SK-31, SK-58 to SK-60, SK-64)."""
    if s.is_closed:
        return 0
    p = s.actor
    w, word = s.processes[p], 0
    has_points = terrain.sheet_of(s, p).most > 0
    for area in range(s.cfg.areas):
        price = terrain.price(s, p, w.area, area)
        if price > 0 and (price <= w.points if has_points else w.steps > 0):
            word |= 1 << area
    return word


@kernel
def can_reload(s: State) -> bool:
    """Return whether a boss may reload the CPU instead of taking its turn (SK-92)."""
    b = terrain.boss(s)
    if b < 0 or (flow.eligible(s) >> (b - MCS)) & 1 == 0:
        return False
    return bool(terrain.sheet_of(s, b).reload == Reload.TURN)


@kernel
def fitting_slots(s: State) -> int:
    """Return the slots of the cards that an Interrupt can take next."""
    p = s.by
    hand, fit, word, k = s.hands[interrupts.holder_of(p)].cards, interrupts.fitting(s, p), 0, 0
    while hand != 0:
        if fit & hand & -hand:
            word |= 1 << k
        hand &= hand - 1
        k += 1
    return word


@kernel
def intervene(s: State) -> int:
    """Return what a side may do at any time: pay for cards and loadouts, and Interrupts (SK-47, SK-61 to SK-63)."""
    word, side = 0, s.seat
    for p in range(terrain.first_of(side), terrain.last_of(side)):
        w = s.processes[p]
        if not w.is_up or (side == Side.CPU and not terrain.sheet_of(s, p).boss):
            continue
        k = p if side == Side.MCS else 0
        if w.points >= PRICE and decks.can_draw(s, interrupts.holder_of(p)):
            word |= 1 << (Act.PAY - SECOND + k)
        if w.points >= PRICE and flow.can_swap(s, p):
            word |= 1 << (Act.SWAP - SECOND + k)
        if interrupts.may_use(s, p, bool(s.rank == UNSEEN)):
            word |= 1 << (Act.INTERRUPT - SECOND + k)
    return word


@kernel
def attacks(s: State) -> int:
    """Return whom the turn's card may be used to attack (SK-28, SK-38, SK-39)."""
    if s.active == NONE or s.has_attacked:
        return 0
    p = s.actor
    return terrain.enemies_within(s, p, terrain.reach(s, p)) << aimed(1 - terrain.side_of(p))


@kernel
def extras(s: State) -> int:
    """Return bonus actions, and the switch that a face card allows (SK-30, SKA-42)."""
    p = s.actor
    w, sheet, word = s.processes[p], terrain.sheet_of(s, p), 0
    for k in range(2):
        bonus = sheet.bonus[k]
        is_useful = bonus == Bonus.BRACE or (bonus == Bonus.PATCH and turns.patchable(s, p) != 0)
        if is_useful and (w.bonus >> k) & 1 == 0:
            word |= 1 << (Act.BONUS - SECOND + k)
    if sheet.interrupt_n == 2 and not s.has_switched and JACK <= s.active_rank <= KING:
        word |= 1 << (Act.SWITCH - SECOND)
    return word


@kernel
def is_open_choice(s: State) -> bool:
    """Return whether public facts alone make the legal set, so that a single choice may be made unasked."""
    if s.phase in (Phase.DEPLOY, Phase.ACTIVATE, Phase.PUSH, Phase.EXIT):
        return True
    return bool(s.phase in (Phase.TARGET, Phase.STORM, Phase.PATCH, Phase.YIELD))


@kernel
def only_choice(s: State) -> int:
    """Return the action that public facts leave as the only one, or -1."""
    if not is_open_choice(s):
        return -1
    first, second = first_page(s), second_page(s)
    if popcount(first) + popcount(second) != 1:
        return -1
    for action in range(SECOND):
        if first == 1 << action:
            return action
    for action in range(Act.YIELD + 5 - SECOND):
        if second == 1 << action:
            return SECOND + action
    return -1
