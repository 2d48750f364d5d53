"""Commits: what the MCs and the CPU lay in secret, one after the other, and how it comes into the count."""

from throwdown.envs.core.cardset import nth_bit, popcount
from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, allow, allow_each, copy_record, kernel, tell
from throwdown.envs.skirmish import decks, state as st, terrain
from throwdown.envs.skirmish.actions import Act
from throwdown.envs.skirmish.state import (
    CPU,
    HIGH_ACE,
    LOW_ACE,
    UNSEEN,
    Event,
    Lay,
    Phase,
    Row,
    Side,
    State,
    Step,
)

ACES = 12
"""The rank of Aces, Two first."""
ANY_RANK = (1 << 14) - 1
LAYING = (Act.PASS, Act.RELOAD, Act.NO_CARD, Act.CARD)
"""What may be laid, or left."""
ANY_STEP = sum((1 << len(act.range.labels)) - 1 << act for act in (*LAYING, Act.RANK, Act.SHIFT))
"""All steps of a commit, from the pass to its place in the count, as bits."""


@kernel
def commit_next(s: State, out: Out) -> None:
    """Let the next MC who stands commit, after the last the CPU (SK-08)."""
    first = 0 if s.by == NONE else s.by + 1
    for i in range(first, s.cfg.mcs):
        if s.processes[i].is_up:
            s.by, s.plays = i, 0
            ask(s, Phase.COMMIT)
            return
    s.by, s.plays, s.step = CPU, 0, Step.COMMIT_CPU


@kernel
def commit_cpu(s: State, out: Out) -> None:
    """Let the CPU lay one more card, as many as there are mobs; with a boss its whole hand (SK-18, SK-20)."""
    most = terrain.standing(s, Side.CPU)
    if s.hands[CPU].cards == 0 or (s.plays >= most and terrain.boss(s) < 0):
        s.step = Step.REVEAL
    else:
        ask(s, Phase.COMMIT)


@kernel
def committing(s: State) -> int:
    """Return the side that commits."""
    return decks.side_of_holder(s.by)


@kernel
def legal_commits(s: State, out: Out) -> None:
    """Write what may be laid: cards, a reload, a turn without a card, or no more (SKO-06, SKA-07)."""
    if s.rank == UNSEEN:
        allow_each(out, Act.PASS, ANY_STEP)
        return
    hand = s.hands[s.by].cards
    allow_each(out, Act.CARD, (1 << popcount(hand)) - 1)
    if s.by == CPU or s.plays > 0:
        allow(out, Act.PASS)
    if s.by != CPU and (s.plays == 0 or may_reload_turn(s)):
        allow(out, Act.RELOAD)
    if s.by != CPU and hand == 0 and s.plays == 0:
        allow(out, Act.NO_CARD)


@kernel
def may_reload_turn(s: State) -> bool:
    """Return whether the MC that commits may still give a play for a reload, before or after cards (SKO-07)."""
    is_turn = terrain.sheet_of(s, s.by).reload == st.Reload.TURN
    return bool(is_turn and (s.reloading >> s.by) & 1 == 0)


@kernel
def commit(s: State, action: int, out: Out) -> None:
    """Commit, in secret."""
    if action == Act.PASS:
        s.step = Step.REVEAL if s.by == CPU else Step.COMMIT
    elif action == Act.RELOAD:
        commit_reload(s)
    elif action == Act.NO_CARD:
        put(s, NONE, 0, st.LAST)
    else:
        choose_card(s, nth_bit(s.hands[s.by].cards, action - Act.CARD))


@kernel
def commit_reload(s: State) -> None:
    """Reload in this round: instead of all plays, or of one (SK-89, SK-91, SKO-07)."""
    s.reloading |= 1 << s.by
    if terrain.sheet_of(s, s.by).reload == st.Reload.TURN:
        s.plays += 1
        commit_more(s)
    else:
        s.step = Step.COMMIT


@kernel
def commit_more(s: State) -> None:
    """Go on with a commit after a card or a reload, while there is a play left and something to use it for."""
    if s.by == CPU:
        s.step = Step.COMMIT_CPU
        return
    has_play = s.plays < terrain.sheet_of(s, s.by).plays
    if has_play and (s.hands[s.by].cards != 0 or may_reload_turn(s)):
        ask(s, Phase.COMMIT)
    else:
        s.step = Step.COMMIT


@kernel
def is_wild(card: int) -> bool:
    """Return whether a card's rank is declared: an Ace, low or high, or a Joker (SK-14, SK-15)."""
    return card // 4 == ACES or card >= st.FACES


@kernel
def choose_card(s: State, card: int) -> None:
    """Choose a card to lay; its rank and its place in the count may have to be chosen, too."""
    if is_wild(card):
        s.card = card
        ask(s, Phase.RANK)
    else:
        choose_place(s, card, card // 4 + 1)


@kernel
def legal_ranks(s: State, out: Out) -> None:
    """Write which ranks a Joker, or an Ace, can be (SK-14, SK-15)."""
    ranks = ANY_RANK if s.card >= st.FACES else 1 << LOW_ACE | 1 << HIGH_ACE
    allow_each(out, Act.RANK, ranks)


@kernel
def choose_rank(s: State, action: int, out: Out) -> None:
    """Say as which rank the card is played."""
    choose_place(s, s.card, action - Act.RANK)


@kernel
def choose_place(s: State, card: int, place: int) -> None:
    """Lay a card at its place, or let the owner move it by one with a Flush (SK-75, SKA-52)."""
    if decks.has_up(s, s.seat, Row.FLUSH):
        s.card, s.rank = card, place
        ask(s, Phase.SHIFT)
    else:
        put(s, card, rank_at(place), place)


@kernel
def legal_shifts(s: State, out: Out) -> None:
    """Write by how much a card's place in the count may be moved (SKA-52, SKO-08)."""
    allow(out, Act.SHIFT + 1)
    if s.rank > LOW_ACE:
        allow(out, Act.SHIFT)
    if s.rank < HIGH_ACE:
        allow(out, Act.SHIFT + 2)


@kernel
def shift(s: State, action: int, out: Out) -> None:
    """Lay the card at its place in the count, or one beside it."""
    put(s, s.card, rank_at(s.rank), s.rank + action - Act.SHIFT - 1)


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


# The reveal ---------------------------------------------------------------------------------------------------------


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
    s.is_sealed, s.at, s.step = False, 0, Step.COUNT
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
