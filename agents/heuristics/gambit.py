"""A sensible Coach and a sensible Pilot for the Gambit, both drafts.

- **Accept**: always; whatever the cards say, *Yes, but* still attains the goal.
- **Threshold**: Coach lays the highest card of his Hand if it is above what the deck gives on average, else blind.
- **Answer**: the Pilot compares each card of her Hand, and a flip, by the chance to beat the Threshold: against a blind
  one any unseen card, against one from Coach's Hand the best of several. Among equals she lays the lowest.
- **Outcome**: *Yes, but*, since attaining the goal outweighs any single consequence.
- **Consequences**: Coach gives as little and takes as much as he can: narrative benefits; Strife, more gladly near Red,
  or a Purge of a full gauge, and not the same one twice.
- **Damage**: Buffers are spent on Trauma and Strife, and on a Purge of two Charges or more; Trauma is taken on the
  highest Commitment, and the one lowered most recovers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.core.jit import entry, kernel
from throwdown.envs.fusion.gambit import actions as act
from throwdown.envs.fusion.gambit import obs
from throwdown.envs.fusion.gambit import state as st
from throwdown.envs.fusion.order import ACES, VALUE, order_index
from throwdown.envs.fusion.triggers import COMMITMENT
from throwdown.envs.fusion.world import SEATS

GAME = "gambit-v0"
PLAIN = order_index(ACES.index("eleven"), 0)
SLOTS, SLOT_WIDTH = obs.SLOTS, obs.SLOT_WIDTH
ANSWER, OTHER = act.ANSWER_PAGE, act.OTHER
PURGE_POINT = 1
"""The place of a Purge in the observed damage."""


@kernel
def value(c: int) -> int:
    """Return a card's number; an Ace is 11."""
    return int(VALUE[PLAIN, c >> 2])


@kernel
def acting_slot(row: Any, slots: int) -> int:
    """Return the offset of the acting Pilot's slot."""
    for p in range(slots):
        if row[SLOTS + p * SLOT_WIDTH + obs.ACTING] == 1:
            return SLOTS + p * SLOT_WIDTH
    return SLOTS


@kernel
def own_slot(row: Any, slots: int) -> int:
    """Return the offset of the viewer's slot; the acting Pilot's for Coach."""
    for p in range(slots):
        if row[obs.VIEWER + 1 + p] == 1:
            return SLOTS + p * SLOT_WIDTH
    return acting_slot(row, slots)


@kernel
def share_below(row: Any, copies: Any, number: int) -> float:
    """Return the share of unseen cards with a lower number; half of all if everything has been seen."""
    below, total = 0, 0
    for c in range(FACES):
        n = max(0, int(copies[c]) - int(row[obs.HAND + c]) - int(row[obs.TRASH + c]))
        total += n
        below += n if value(c) < number else 0
    return below / total if total > 0 else 0.5


@kernel
def chance_above(row: Any, copies: Any, number: int) -> float:
    """Return the chance that a number beats the Threshold; one from Coach's Hand is the best of what he held."""
    share = share_below(row, copies, number)
    held = 1 + int(row[obs.COACH_HAND]) if row[obs.SOURCE + st.FROM_HAND] == 1 else 1
    return float(share**held)


@kernel
def rate_flip(row: Any, copies: Any) -> float:
    """Return the chance that the deck's top card beats the Threshold."""
    total, n = 0.0, 0
    for rank in range(13):
        c = 4 * rank
        left = 0
        for suit in range(4):
            left += max(
                0, int(copies[c + suit]) - int(row[obs.HAND + c + suit]) - int(row[obs.TRASH + c + suit])
            )
        if left > 0:
            total += left * chance_above(row, copies, value(c))
            n += left
    return total / n if n > 0 else 0.0


@kernel
def rate_blind(row: Any, copies: Any) -> float:
    """Return the average number of the unseen cards."""
    total, n = 0.0, 0
    for c in range(FACES):
        left = max(0, int(copies[c]) - int(row[obs.HAND + c]) - int(row[obs.TRASH + c]))
        total += left * value(c)
        n += left
    return total / n if n > 0 else 0.0


@kernel
def rate_consequence(row: Any, kind: int, o: int) -> float:
    """Rate a consequence for Coach; the narrative one rates 0."""
    if kind == act.NARRATIVE:
        return 0.0
    again = 0.5 if row[obs.LAST + kind] == 1 else 0.0
    if kind == act.STRIFE:
        return (2.0 if row[obs.HARMONY] <= 2 else 1.0) - again
    if kind == act.PURGE:
        return 1.5 * float(row[o + obs.CHARGES]) / max(1, int(row[o + obs.CHARGE_MAX])) - again
    return -1.0


@kernel
def rate_commitment(row: Any, o: int, k: int) -> float:
    """Rate the Commitment that is lowered (the highest) or recovers (the one lowered most)."""
    if row[obs.PHASE + COMMITMENT] == 1:
        return float(row[o + obs.COMMITMENT + k])
    return float(row[o + obs.COMMITMENT_MAX + k] - row[o + obs.COMMITMENT + k])


@kernel
def rate_other(row: Any, what: int, slots: int, copies: Any) -> float:
    """Rate an action without a card; what is not named here rates 0."""
    if what >= act.CHOOSE_CONSEQUENCE:
        return rate_consequence(row, what - act.CHOOSE_CONSEQUENCE, acting_slot(row, slots))
    if what >= act.CHOOSE_COMMITMENT:
        return rate_commitment(row, own_slot(row, slots), what - act.CHOOSE_COMMITMENT)
    if what == act.BLIND:
        return rate_blind(row, copies)
    if what == act.FLIP:
        return rate_flip(row, copies)
    if what == act.SPEND_BUFFER:
        idle = row[obs.DAMAGE + PURGE_POINT] == 1 and row[own_slot(row, slots) + obs.CHARGES] < 2
        return -1.0 if idle else 1.0
    return 1.0 if what == act.TAKE_ON or what == act.YES_BUT_BIT else 0.0


@kernel
def decide(row: Any, mask: Any, slots: int, copies: Any, chance: float) -> int:
    """Return the legal action with the best rating; a fraction of ``chance`` breaks ties."""
    best, action = -1e9, -1
    for a in range(mask.shape[0]):
        if mask[a] == 0:
            continue
        page, c = a // FACES, a % FACES
        if a >= OTHER:
            rating = rate_other(row, a - OTHER, slots, copies)
        elif page == ANSWER:
            rating = chance_above(row, copies, value(c)) - 0.001 * value(c)
        else:
            rating = float(value(c))
        rating += 1e-5 * ((chance * (7919.0 + 104729.0 * a)) % 1.0)
        if rating > best:
            best, action = rating, a
    return action


@entry
def choose(observations: Any, masks: Any, slots: int, copies: Any, chances: Any, out: Any) -> None:
    """Write an action per row."""
    for i in range(observations.shape[0]):
        out[i] = decide(observations[i], masks[i], slots, copies, chances[i])


class GambitHeuristic(Agent):
    """Plays as the docstring of this module says, in both roles; without `bind` it assumes the full double deck."""

    name = "heuristic"

    def __init__(self) -> None:
        self.copies = np.full(FACES, 2, np.int64)

    def bind(self, setup: Setup) -> GambitHeuristic:
        """Read the deck of a scenario."""
        if setup.game.id != GAME:
            raise InvalidConfig(f"this heuristic plays {GAME}, not {setup.game.id}.")
        words = np.asarray(setup.template[0]["cfg"]["faces"], np.int64).reshape(-1)
        self.copies = ((words[:, None] >> np.arange(FACES)) & 1).sum(axis=0)
        return self

    def act(
        self, observations: NDArray[np.int8], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return the best-rated legal action per row."""
        slots = slots_of(observations.shape[1])
        out = np.empty(len(observations), np.int64)
        rows, legal = np.ascontiguousarray(observations, np.int8), np.ascontiguousarray(masks, np.int8)
        choose(rows, legal, slots, self.copies, rng.random(len(out)), out)
        return out


def slots_of(width: int) -> int:
    """Return how many Pilot slots an observation of this width has."""
    for slots in range(1, SEATS):
        if obs.FIELDS.width(slots) == width:
            return slots
    raise InvalidConfig(f"an observation is {width} numbers wide, which no number of Pilots gives in {GAME}.")
