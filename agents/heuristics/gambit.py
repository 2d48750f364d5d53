"""A sensible Coach and a sensible Pilot for the Gambit, both drafts.

- **Accept**: always; whatever the cards say, *Yes, but* still attains the goal.
- **Specialty**: the Pilot claims it, and Coach agrees, whoever has a card that few others exceed: it doubles what comes
  of the Gambit, for better or worse.
- **Threshold**: Coach lays the highest card of his Hand if it is above what the deck gives on average, else blind.
- **Answer**: the Pilot compares each card of her Hand and of her Factions, and a flip, by the chance to beat the
  Threshold: against a blind one any unseen card, against one from Coach's Hand the best of several. Among equals she
  lays the lowest.
- **Outcome**: *Yes, but* for a great goal, which outweighs any single consequence. For a small one *No, but*, which
  gives where the others take; or *No, and* for the Lesson, if the Specialty is involved: it outweighs two consequences.
  In a session, where the next scene begins with what this one leaves, *Yes, but* only while all Pilots can still fight
  together whatever Strife it brings; else *No, but*.
- **Consequences**: Coach gives as little and takes as much as he can: what mends the table rather than the Pilot, and
  of her gauges the one that is nearly full; Strife, the more gladly the nearer to Red, a Wave, a Purge of a full gauge,
  or Disfavor where Strikes are; and not the same one twice. Omens are Spent as soon as may be.
- **What follows**: harm goes where no Buffer is and little is left, Disfavor where Strikes are; Pilots take Strikes off
  rather than invest, and part with their lowest cards; Coach would rather have a Threat than see a Faction go.
- **Damage**: Buffers are spent on Trauma and Strife, and on a Purge of two Charges or more; Trauma is taken on the
  highest Commitment, and the one lowered most recovers.
"""

from __future__ import annotations

import numpy as np

from throwdown.agents.heuristics.conflicts import FULL_DECK, copies_of, slots_of
from throwdown.agents.heuristics.rated import RatedAgent, tie_break, which
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.kit import NONE, Bytes, Floats, Ints, Setup, act_of, entry, kernel
from throwdown.envs.fusion.gambit import state as st
from throwdown.envs.fusion.gambit.actions import IS_POSITIVE, Act, Consequence
from throwdown.envs.fusion.gambit.obs import FIELDS, Pilot, Seen
from throwdown.envs.fusion.world import choices as shared, order
from throwdown.envs.fusion.world.obs import Gauges
from throwdown.envs.fusion.world.order import Ace
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.fusion.world.terms import COACH, MAX_FACTIONS, Choice, Point

PLAIN = order.order_index(Ace.ELEVEN, 0)
SURE = 0.75
"""The share of unseen cards below the best one from which a Pilot claims a Specialty; likewise Coach."""
SPENT = 100.0
"""The rating of an Omen: above those of cards."""


@kernel
def value(c: int) -> int:
    """Return a card's number; an Ace is 11."""
    return int(order.VALUE[PLAIN, c >> 2])


@kernel
def acting_pilot(row: Ints, slots: int) -> Pilot:
    """Return the acting Pilot of the Gambit."""
    for p in range(slots):
        if Pilot.of(row, p).acting:
            return Pilot.of(row, p)
    return Pilot.of(row)


@kernel
def own_pilot(row: Ints, slots: int) -> Pilot:
    """Return the viewer; the acting Pilot for Coach."""
    seat = which(Seen.of(row).head.viewer)
    return Pilot.of(row, seat - 1) if seat > 0 else acting_pilot(row, slots)


@kernel
def unseen(row: Ints, copies: Ints, c: int) -> int:
    """Return the number of unseen copies of a card."""
    seen = Seen.of(row)
    n = int(copies[c]) - int(seen.head.hand[c]) - int(seen.trash[c])
    return max(0, n - (1 if seen.team.table[c] != 0 else 0))


@kernel
def share_below(row: Ints, copies: Ints, number: int) -> float:
    """Return the share of unseen cards with a lower number; half of all if everything has been seen."""
    below, total = 0, 0
    for c in range(FACES):
        n = unseen(row, copies, c)
        total += n
        below += n if value(c) < number else 0
    return below / total if total > 0 else 0.5


@kernel
def chance_above(row: Ints, copies: Ints, number: int) -> float:
    """Return the chance that a number beats the Threshold; one from Coach's Hand is the best card held."""
    seen = Seen.of(row)
    share = share_below(row, copies, number)
    held = 1 + seen.coach_hand if seen.source[st.Source.HAND] else 1
    return float(share**held)


@kernel
def rate_flip(row: Ints, copies: Ints) -> float:
    """Return the chance that the deck's top card beats the Threshold."""
    total, n = 0.0, 0
    for rank in range(13):
        left = 0
        for c in range(4 * rank, 4 * rank + 4):
            left += unseen(row, copies, c)
        if left > 0:
            total += left * chance_above(row, copies, value(4 * rank))
            n += left
    return total / n if n > 0 else 0.0


@kernel
def rate_blind(row: Ints, copies: Ints) -> float:
    """Return the average number of the unseen cards."""
    total, n = 0.0, 0
    for c in range(FACES):
        left = unseen(row, copies, c)
        total += left * value(c)
        n += left
    return total / n if n > 0 else 0.0


@kernel
def share_missing(have: int, most: int) -> float:
    """Return the share of its points that a gauge lacks."""
    return 1.0 - have / most if most > 0 else 0.0


@kernel
def rate_gift(kind: int, gauges: Gauges) -> float:
    """Rate a positive consequence for Coach, who would rather give none."""
    if kind == Consequence.CHARGEUP:
        return -0.4 - 0.4 * share_missing(gauges.charges, gauges.charge_max)
    if kind == Consequence.FORTIFY:
        return -0.4 - 0.5 * share_missing(gauges.buffers, gauges.buffer_max)
    if kind == Consequence.RECOVER:
        have, most = 0, 0
        for k in range(4):
            have += int(gauges.commitment[k])
            most += int(gauges.commitment_max[k])
        return -0.4 - 1.2 * share_missing(have, most)
    if kind == Consequence.FAVOR:
        return -0.5
    return -0.6 if kind == Consequence.REBUILD else -0.45


@kernel
def rate_consequence(row: Ints, kind: int, pilot: Pilot) -> float:
    """Rate a consequence for Coach; the narrative one rates 0."""
    seen = Seen.of(row)
    if kind == Consequence.NARRATIVE:
        return 0.0
    again = 0.5 if seen.last[kind] else 0.0
    if (IS_POSITIVE >> kind) & 1:
        return rate_gift(kind, pilot.gauges) - again
    if kind == Consequence.STRIFE:
        return 2.2 - 0.2 * float(seen.team.harmony) - again
    if kind == Consequence.PURGE:
        return 1.5 * float(pilot.gauges.charges) / max(1, pilot.gauges.charge_max) - again
    if kind == Consequence.WAVE:
        return 1.3 - again
    worst = 0
    for f in range(MAX_FACTIONS):
        worst = max(worst, int(seen.team.strikes[f]))
    return 0.8 + 0.4 * worst - again


@kernel
def is_bearable(row: Ints, slots: int) -> bool:
    """Return whether Harmony still holds the whole team together if every consequence is Strife (TS-26)."""
    pilots = 0
    for p in range(slots):
        pilots += 1 if which(Pilot.of(row, p).playbook) >= 0 else 0  # none in an empty slot
    seen = Seen.of(row)
    return seen.team.harmony - (2 if seen.specialty else 1) >= pilots


@kernel
def rate_outcome(row: Ints, act: int, slots: int, lasts: bool) -> float:
    """Rate an outcome that the acting Pilot may pick; ``lasts``: its effects carry over to the next scene."""
    seen = Seen.of(row)
    if lasts and not is_bearable(row, slots):
        return 1.0 if act == Act.NO_BUT else 0.0
    if seen.great:
        return 1.0 if act == Act.YES_BUT else 0.0
    if act == Act.NO_AND:
        return 1.0 if seen.specialty else -1.0
    return 0.5 if act == Act.NO_BUT else 0.0


@kernel
def rate_commitment(row: Ints, pilot: Pilot, k: int) -> float:
    """Rate the Commitment that is lowered (the highest) or recovers (the one lowered most)."""
    if Seen.of(row).phase[Choice.COMMITMENT]:
        return float(pilot.gauges.commitment[k])
    return float(pilot.gauges.commitment_max[k] - pilot.gauges.commitment[k])


@kernel
def rate_subject(row: Ints, x: int, slots: int) -> float:
    """Rate an effect's target: Coach looks for the weakest, Pilots for the strongest."""
    seen = Seen.of(row)
    is_coach = seen.head.viewer[COACH]
    if x < Subject.THREATS:
        if x >= slots:
            return 0.0
        pilot = Pilot.of(row, x)
        strength = 3.0 * float(pilot.gauges.buffers)
        for k in range(4):
            strength += float(pilot.gauges.commitment[k])
        return -strength if is_coach else strength
    if x < Subject.FACTIONS:
        t = x - Subject.THREATS
        strength = 3.0 * float(seen.threats.threat_buffers[t]) + float(seen.threats.rating[t])
        return 50.0 + strength if is_coach else 50.0 - strength
    return rate_faction(row, x - Subject.FACTIONS, is_coach) if x < Subject.RESOURCES else 1.0


@kernel
def rate_faction(row: Ints, f: int, is_coach: bool) -> float:
    """Rate a Faction: Coach strikes the other side's where Strikes are, Pilots mend it there."""
    seen = Seen.of(row)
    top = int(seen.team.favor_top[f])
    is_own = top > 0 and seen.team.table[(top - 1)] == 1
    return float(seen.team.strikes[f]) - (5.0 if is_coach and is_own else 0.0)


@kernel
def rate_choice(row: Ints, action: int, slots: int) -> float:
    """Rate a shared action without a card that is no attack."""
    act = act_of(shared.Act, action)
    if act == shared.Act.DAMAGE:  # in the order of `book.DAMAGES`, of which the last is Trauma
        return float(action)
    if act in shared.SUBJECTS:
        return rate_subject(row, action, slots)
    pilot = own_pilot(row, slots)
    if act == shared.Act.COMMITMENT:
        return rate_commitment(row, pilot, action - act)
    if act == shared.Act.BUFFER:
        return -1.0 if Seen.of(row).pending.damage[Point.PURGE - 1] and pilot.gauges.charges < 2 else 1.0
    if act == shared.Act.FAN_CLUB or act == shared.Act.REMOVE_STRIKE:
        return 1.0
    return 0.5 if act == shared.Act.SHIFT or act == shared.Act.TURN_FACTION else 0.0


@kernel
def best_card(row: Ints) -> int:
    """Return the highest number in the viewer's Hand, 0 without a card."""
    best = 0
    for c in range(FACES):
        if Seen.of(row).head.hand[c] > 0:
            best = max(best, value(c))
    return best


@kernel
def rate_own(row: Ints, action: int, slots: int, copies: Ints, lasts: bool) -> float:
    """Rate an action of the Gambit itself; unnamed ones rate 0."""
    act = act_of(Act, action)
    if act == Act.THRESHOLD:
        return float(value(action - act))
    if act == Act.ANSWER:
        number = value(action - act)
        return chance_above(row, copies, number) - 0.001 * number
    if act == Act.CONSEQUENCE:
        return rate_consequence(row, action - act, acting_pilot(row, slots))
    if act == Act.BLIND:
        return rate_blind(row, copies)
    if act == Act.CLAIM or act == Act.AGREE:
        return share_below(row, copies, best_card(row)) - SURE
    if act == Act.FLIP:
        return rate_flip(row, copies)
    if act == Act.YES_BUT or act == Act.NO_BUT or act == Act.NO_AND:
        return rate_outcome(row, act, slots, lasts)
    return 1.0 if act == Act.ACCEPT else 0.0


@kernel
def rate(row: Ints, a: int, slots: int, copies: Ints, lasts: bool) -> float:
    """Rate a legal action."""
    act = act_of(shared.Act, a)
    if act == NONE:
        return rate_own(row, a, slots, copies, lasts)
    if act == shared.Act.DISCARD or act == shared.Act.INVEST:  # it is lost to the hand
        return -0.1 * value(a - act)
    if act == shared.Act.WAVE or act == shared.Act.STORM:
        return 0.0
    return SPENT if act == shared.Act.OMEN else rate_choice(row, a, slots)


@entry
def choose(
    observations: np.ndarray,
    masks: np.ndarray,
    slots: int,
    copies: Ints,
    lasts: bool,
    chances: Floats,
    out: Ints,
) -> None:
    """Write the best-rated legal action per row; a fraction of the chances breaks ties."""
    for i in range(observations.shape[0]):
        best = -1e9
        for a in range(masks.shape[1]):
            if masks[i, a] != 0:
                rating = rate(observations[i], a, slots, copies, lasts) + 1e-5 * tie_break(chances[i], a)
                if rating > best:
                    best, out[i] = rating, a


class Heuristic(RatedAgent):
    """Plays as the docstring of this module says, in both roles; without `bind` it assumes the full double deck.

    Args:
        lasts: the Gambit is one of a session's.
    """

    game = "gambit-v0"

    def __init__(self, lasts: bool = False) -> None:
        self.lasts = lasts
        self.copies = FULL_DECK

    def read(self, setup: Setup) -> None:
        """Read the deck of a scenario."""
        self.copies = copies_of(setup)

    def choose(self, observations: Bytes, masks: Bytes, chances: Floats, out: Ints) -> None:
        """Write the best-rated legal action of each row."""
        slots = slots_of(observations.shape[1], FIELDS, self.game)
        choose(observations, masks, slots, self.copies, self.lasts, chances, out)
