"""Hidden information: dealing anew what a side cannot know of the other."""

from throwdown.envs.core.kit import NONE, Ints, Out, copy_record, kernel, pick, reset
from throwdown.envs.showdown import decks, stack, table
from throwdown.envs.showdown.state import CARDS, CHARACTERS, LIST, OWN, SLOTS, TEXTS, Side, State

AGAIN = 11
"""Tells cards dealt anew from draws among the uses of the stream."""


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    """Deal the other side's hand anew, and what it has staged face down."""
    side = 1 - viewer
    team = s.teams[side]
    staged = stack.staged_cards(s, side) if s.is_sealed else 0
    if s.is_sealed:
        take_back(s, side)
    n = team.hand_n - staged
    decks.put_back(s, side)
    if s.is_sealed and (side == Side.VILLAINS or s.side == Side.HEROES):
        compose_anew(s, side, staged)
        team.is_over = False
        if side == Side.VILLAINS and s.side == Side.HEROES and team.stack_n == 0:
            team.is_over = pick(s, 2) == 1
    for _ in range(n):
        move_to_hand(s, side, deal_one(s, team.deck, team.deck_n))


@kernel
def deal_one(s: State, counts: Ints, n: int) -> int:
    """Take a card at random out of ``n`` cards."""
    s.rng.count += 1
    return decks.take(counts, n, s.rng, (AGAIN << 40) + s.rng.count)


@kernel
def move_to_hand(s: State, side: int, k: int) -> None:
    """Put a card that was taken out of the deck into the hand."""
    team = s.teams[side]
    team.deck_n -= 1
    team.hand[k] += 1
    team.hand_n += 1


@kernel
def take_back(s: State, side: int) -> None:
    """Take back into hand what a side has staged."""
    team = s.teams[side]
    for k in range(side * SLOTS, side * SLOTS + team.stack_n):
        if s.stack[k].source == NONE:
            team.hand[s.stack[k].card % CARDS] += 1
            team.hand_n += 1
        reset(s.stack[k])
    team.stack_n = 0


@kernel
def compose_anew(s: State, side: int, n: int) -> None:
    """Stage as many Combat Cards as there were, and any Abilities, all that are possible as likely, in any order."""
    team = s.teams[side]
    words, is_met = table.words_in_combat(s, side), True
    for _ in range(n):
        found = count_fitting(s, side, words, is_met)
        if found == 0:  # what was staged demands what has left the Combat, or Play, since then (SDA-48)
            is_met = False
            found = count_fitting(s, side, words, is_met)
        k = nth_fitting(s, side, words, is_met, pick(s, found))
        team.deck[k] -= 1
        team.deck_n -= 1
        stack.stage(s, side, side * CARDS + k, NONE, OWN, 0)
    for c in range(side * SLOTS, table.end_of(s, side)):
        if s.characters[c].card != NONE:
            for j in range(TEXTS - 1, -1, -1):
                if stack.nth_stageable(s, c, j) >= 0 and pick(s, 2) == 1:
                    stack.stage_ability(s, c, j)
    for k in range(team.stack_n - 1, 0, -1):
        swap(s, side * SLOTS + k, side * SLOTS + pick(s, k + 1))


@kernel
def unseen_fitting(s: State, side: int, k: int, words: int, is_met: bool) -> int:
    """Return how many copies of a card are unseen and can be staged, or could if its demands were met."""
    card = side * CARDS + k
    fits = stack.is_stageable_card(s, side, card, words) if is_met else stack.fits_card(s, card)
    return s.teams[side].deck[k] if fits else 0


@kernel
def count_fitting(s: State, side: int, words: int, is_met: bool) -> int:
    """Return how many cards of a side's unseen ones can be staged."""
    n = 0
    for k in range(LIST):
        n += unseen_fitting(s, side, k, words, is_met)
    return n


@kernel
def nth_fitting(s: State, side: int, words: int, is_met: bool, n: int) -> int:
    """Return the n-th of them."""
    for k in range(LIST):
        n -= unseen_fitting(s, side, k, words, is_met)
        if n < 0:
            return k
    return NONE


@kernel
def swap(s: State, a: int, b: int) -> None:
    """Exchange two places of a Stack."""
    spare = CHARACTERS
    copy_record(s.stack[spare], s.stack[a])
    copy_record(s.stack[a], s.stack[b])
    copy_record(s.stack[b], s.stack[spare])
    reset(s.stack[spare])
