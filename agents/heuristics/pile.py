"""A sensible Coach and a sensible Pilot for the Throwdown, pile edition.

- **Sides**: always in it. Pilots lay a high card for initiative, so that Coach starts out of his range.
- **Main action**: a Push is rated by the chance that the other side holds no answer to it, judged by the cards that the
  seat has not seen: Coach answers within his Strike, Pilots with anything higher. Strife costs, more so near the Red.
  Who leads Pushes on only if that is much safer; who cannot take the lead Beats Back, Assists an ally, or Folds.
- **Side actions** before it: whatever draws or helps for free, Techs and the Robo; Charges for Strike only if that
  brings a Push into range; Waves and Storms with faces that Coach can spare or cannot play; Omens at once.
- **Fusion**: who could do nothing but Fold, and has allies with cards in hand, fuses with them; they consent.
- **Spoils**: Strife and Trauma on one's own side are struck off first, then the other side is hurt; Spades only where
  that is worth a concession.
- **Damage**: Buffers are spent on all but an idle Purge; damage goes where Buffers are, else to the strongest.
"""

from __future__ import annotations

import numpy as np

from throwdown.agents.heuristics.conflicts import FULL_DECK, copies_of, slots_of
from throwdown.agents.heuristics.rated import RatedAgent, config_of, tie_break, which
from throwdown.envs.core.cards import ACE, FACES, JACK, KING, TWO
from throwdown.envs.core.kit import NONE, Bytes, Floats, Ints, Setup, act_of, entry, kernel
from throwdown.envs.fusion.pile import state as st
from throwdown.envs.fusion.pile.actions import Act
from throwdown.envs.fusion.pile.obs import FIELDS, Pilot, Seen
from throwdown.envs.fusion.world import book, choices as shared
from throwdown.envs.fusion.world.order import BEATS, DIFFERENCE, MAX_STRIKE, WITHIN
from throwdown.envs.fusion.world.terms import COACH, MAX_PILOTS, MAX_THREATS, Choice, Point

REPLY = 0.6
"""The value of being able to answer an answer, relative to holding the lead."""
SIDE_ACTION = 2.0
"""Side actions that are worth it rate above every Main action."""
GAINS = np.array(
    [
        [2.5, 0.3, 3.5, 3.0, 1.5, 1.0, 1.0, 1.2, 1.5, 1.5],
        [2.5, 2.0, 0.0, 3.0, 0.5, 0.5, 0.5, 1.2, 0.0, 0.0],
    ]
)
"""[0 Pilots, 1 Coach][effect]: the value of a spoil's effect."""
CONCESSION_COST = 2.4


@kernel
def keep_value(c: int) -> float:
    """Return a card's value in hand: high cards, Aces most, and Twos, which beat them."""
    rank = c >> 2
    if rank == TWO:
        return 6.0
    return 14.0 if rank == ACE else rank + 2.0


@kernel
def unseen(row: Ints, copies: Ints, word: int) -> float:
    """Return the share of unseen cards that are in a set."""
    seen = Seen.of(row)
    total, found = 0, 0
    for c in range(FACES):
        n = int(copies[c]) - int(seen.head.hand[c]) - int(seen.trash[c]) - int(seen.pile[c])
        n -= 1 if seen.team.table[c] != 0 else 0
        if n > 0:
            total += n
            found += n * int((word >> c) & 1)
    return found / total if total > 0 else 0.0


@kernel
def theirs(row: Ints, word: int) -> bool:
    """Return whether the other side has one of these cards on the table."""
    for c in range(FACES):
        if Seen.of(row).team.table[c] == -1 and (word >> c) & 1 != 0:
            return True
    return False


@kernel
def own_pilot(row: Ints) -> int:
    """Return the viewer's Pilot index; 0 for Coach."""
    return max(0, which(Seen.of(row).head.viewer) - 1)


@kernel
def strike_of(row: Ints, slots: int) -> int:
    """Return the viewer's Strike."""
    seen = Seen.of(row)
    return seen.coach_strike if seen.head.viewer[COACH] else Pilot.of(row, own_pilot(row)).strike


@kernel
def is_bound(row: Ints) -> bool:
    """Return whether the other side is Coach, bound by his Strike."""
    seen = Seen.of(row)
    return bool(not seen.head.viewer[COACH] and seen.pvp == 0)


@kernel
def answers_to(row: Ints, order: int, c: int) -> int:
    """Return the cards with which the other side could answer a card on top of the Pile."""
    if is_bound(row):
        return int(WITHIN[order, c >> 2, min(MAX_STRIKE, Seen.of(row).coach_strike)])
    return int(BEATS[order, c >> 2])


@kernel
def cards_against(row: Ints, slots: int) -> int:
    """Return the number of cards that the other side holds."""
    seen = Seen.of(row)
    if is_bound(row):
        return seen.coach_hand if seen.coach_in else 0
    n = 0
    for k in range(slots):
        pilot = Pilot.of(row, k)
        if pilot.side == -1 and not pilot.folded:
            n += pilot.hand_size
    return n


@kernel
def safety(row: Ints, slots: int, copies: Ints, order: int, c: int) -> float:
    """Return the chance that the other side cannot answer a card on top of the Pile."""
    if is_bound(row) and not Seen.of(row).coach_in:
        return 1.0
    word = answers_to(row, order, c)
    if theirs(row, word):
        return 0.0
    chance: float = (1.0 - unseen(row, copies, word)) ** cards_against(row, slots)
    return chance


@kernel
def can_reply(row: Ints, order: int, strike: int, used: int, answer: int) -> bool:
    """Return whether the viewer could beat an answer with the rest of the hand after using a card."""
    seen = Seen.of(row)
    rank = answer >> 2
    word = int(BEATS[order, rank]) if not seen.head.viewer[COACH] else int(WITHIN[order, rank, strike])
    for c in range(FACES):
        if (word >> c) & 1 != 0 and seen.head.hand[c] > (1 if c == used else 0):
            return True
    return False


@kernel
def reply_share(row: Ints, copies: Ints, order: int, strike: int, c: int) -> float:
    """Return the share of answers to a card that the viewer could beat in turn."""
    seen = Seen.of(row)
    word, total, good = answers_to(row, order, c), 0, 0
    for rank in range(13):
        n = 0
        for suit in range(4):
            a = 4 * rank + suit
            if (word >> a) & 1 != 0:
                left = int(copies[a]) - int(seen.head.hand[a]) - int(seen.trash[a]) - int(seen.pile[a])
                n += max(0, left)
        if n > 0:
            total += n
            good += n if can_reply(row, order, strike, c, 4 * rank) else 0
    return good / total if total > 0 else 1.0


@kernel
def outlook(row: Ints, slots: int, copies: Ints, order: int, c: int) -> float:
    """Rate a card on top of the Pile: by the chances of no answer, and of beating an answer."""
    safe = safety(row, slots, copies, order, c)
    strike = min(MAX_STRIKE, strike_of(row, slots))
    return safe + (1.0 - safe) * REPLY * reply_share(row, copies, order, strike, c)


@kernel
def top_of(row: Ints) -> int:
    """Return the card on top of the Pile, or -1."""
    return which(Seen.of(row).top)


@kernel
def strife_cost(row: Ints) -> float:
    """Return the cost of a Strife."""
    return 0.1 if Seen.of(row).team.harmony <= 2 else 0.04


@kernel
def rate_push(row: Ints, slots: int, copies: Ints, order: int, c: int) -> float:
    """Rate a Push by taking or securing the lead."""
    seen = Seen.of(row)
    top = top_of(row)
    rating = outlook(row, slots, copies, order, c) - 0.004 * keep_value(c)
    if not seen.head.viewer[COACH] and int(DIFFERENCE[order, c >> 2, top >> 2]) > strike_of(row, slots):
        rating -= strife_cost(row)
    return rating if seen.top_mine == 1 else rating + 0.3


@kernel
def rate_beat_back(row: Ints, slots: int, copies: Ints, order: int) -> float:
    """Rate a Beat-Back by the card that returns to the top, which is usually one's own."""
    seen = Seen.of(row)
    if seen.top_mine == 1:
        return -1.0
    under = which(seen.under)
    return 0.25 + 0.7 * outlook(row, slots, copies, order, under) if under >= 0 else 0.0


@kernel
def rate_rest(row: Ints, slots: int, copies: Ints, order: int) -> float:
    """Rate doing nothing: the chance that the present lead holds."""
    return outlook(row, slots, copies, order, top_of(row)) if Seen.of(row).top_mine == 1 else 0.0


@kernel
def best_push(row: Ints, mask: Ints, slots: int, copies: Ints, order: int) -> float:
    """Return the rating of the best Push, -1 if there is none."""
    best = -1.0
    for c in range(FACES):
        if mask[Act.PUSH + c] == 1:
            best = max(best, rate_push(row, slots, copies, order, c))
    return best


@kernel
def needs_strike(row: Ints, mask: Ints, slots: int, order: int) -> bool:
    """Return whether a point of Strike would bring a Push into range that is just beyond it."""
    top, strike = top_of(row), strike_of(row, slots)
    if Seen.of(row).top_mine == 1:
        return False
    for c in range(FACES):
        if mask[Act.PUSH + c] == 1 and int(DIFFERENCE[order, c >> 2, top >> 2]) == strike + 1:
            return True
    return False


@kernel
def rate_ability(row: Ints, mask: Ints, k: int, slots: int, order: int) -> float:
    """Rate a Side action on a Pilot's page."""
    if (book.CHARGE_TECHS >> k) & 1:
        return SIDE_ACTION if needs_strike(row, mask, slots, order) else -1.0
    if (book.SACRIFICES >> k) & 1:
        return -0.5
    return SIDE_ACTION + 0.1


@kernel
def rate_attack(row: Ints, mask: Ints, act: int, slots: int, copies: Ints, order: int) -> float:
    """Rate a Wave, a Storm or an Omen: by faces not needed for a Push."""
    seen = Seen.of(row)
    if act == shared.Act.OMEN or not seen.phase[st.Phase.TURN]:
        return SIDE_ACTION + 1.0
    faces = 0
    for c in range(4 * JACK, 4 * KING + 4):
        faces += int(seen.head.hand[c])
    price = 1 if act == shared.Act.WAVE else 3
    spare = faces > price or best_push(row, mask, slots, copies, order) < 0.0
    return SIDE_ACTION + 0.1 * price if spare else -1.0


@kernel
def rate_fusion(row: Ints, mask: Ints, slots: int) -> float:
    """Rate a Fusion: for Pilots that cannot take the lead alone."""
    if Seen.of(row).top_mine == 1 or any_card(mask, Act.PUSH) or any_card(mask, Act.BEAT_BACK):
        return -1.0
    me = own_pilot(row)
    if which(Pilot.of(row, me).fused) >= 0:
        return -1.0
    for k in range(slots):
        if k != me and is_partner(Pilot.of(row, k)):
            return SIDE_ACTION + 0.05
    return -1.0


@kernel
def any_card(mask: Ints, start: int) -> bool:
    """Return whether an action of a range of cards is legal."""
    for c in range(FACES):
        if mask[start + c] == 1:
            return True
    return False


@kernel
def is_partner(pilot: Pilot) -> bool:
    """Return whether an ally has enough cards to be worth fusing with."""
    return bool(pilot.side == 1 and not pilot.folded and pilot.hand_size >= 2)


@kernel
def rate_other(row: Ints, mask: Ints, action: int, slots: int, copies: Ints, order: int) -> float:
    """Rate an action without a card; what is not named here rates 0."""
    seen, act = Seen.of(row), act_of(Act, action)
    if act == Act.FOLD:
        held = seen.coach_hand if seen.head.viewer[COACH] else Pilot.of(row, own_pilot(row)).hand_size
        return rate_rest(row, slots, copies, order) - 0.01 * float(held)
    if act == Act.CARD_ASSIST or act == Act.STRIKE_ASSIST:
        gain = 0.02 if act == Act.CARD_ASSIST else (0.04 if seen.team.harmony > 2 else -0.2)
        return rate_rest(row, slots, copies, order) + gain
    if act == Act.JOIN or act == Act.OPPOSE or act == Act.CONSENT:
        return 1.0
    if act == Act.FUSION:
        return rate_fusion(row, mask, slots)
    if act == Act.RECHARGE or act == Act.PARTNER:
        return -1.0
    if act == Act.INVOKE:
        return SIDE_ACTION + 0.5
    return 0.5 if action == Act.STAKES + st.Focus.FAVOR else 0.0


@kernel
def rate_subject(row: Ints, x: int, slots: int) -> float:
    """Rate a target: one with Buffers, else the strongest."""
    seen = Seen.of(row)
    is_coach = seen.head.viewer[COACH]
    if x < MAX_PILOTS:
        if x >= slots:
            return 0.0
        pilot = Pilot.of(row, x)
        if seen.phase[st.Phase.INVITE]:
            return 1.0 + float(pilot.hand_size) if is_partner(pilot) else -1.0
        total = 0
        for k in range(4):
            total += int(pilot.gauges.commitment[k])
        rating = 3.0 * float(pilot.gauges.buffers) + total
        return -rating if is_coach else rating
    if x < MAX_PILOTS + MAX_THREATS:
        t = x - MAX_PILOTS
        rating = 3.0 * float(seen.threats.threat_buffers[t]) + float(seen.threats.rating[t])
        return rating + 50.0 if is_coach else 50.0 - rating
    return 1.0


@kernel
def rate_choice(row: Ints, action: int, slots: int) -> float:
    """Rate a shared action without a card that is no attack."""
    seen, act = Seen.of(row), act_of(shared.Act, action)
    if act == shared.Act.DAMAGE:  # in the order of `book.DAMAGES`, of which the last is Trauma
        return float(action)
    if act in shared.SUBJECTS:
        return rate_subject(row, action, slots)
    pilot = Pilot.of(row, own_pilot(row))
    if act == shared.Act.COMMITMENT:
        k = action - act
        now, most = float(pilot.gauges.commitment[k]), float(pilot.gauges.commitment_max[k])
        return now if seen.phase[Choice.COMMITMENT] else most - now
    if act == shared.Act.BUFFER:
        idle = seen.pending.damage[Point.PURGE - 1] and pilot.gauges.charges < 2
        return -1.0 if idle else 1.0
    if act == shared.Act.FAN_CLUB or act == shared.Act.SHIFT or act == shared.Act.TURN_FACTION:
        return 0.5
    return 0.0


@kernel
def rate_spoil(row: Ints, act: int, kind: int) -> float:
    """Rate a spoil or a concession."""
    role = 1 if Seen.of(row).head.viewer[COACH] else 0
    gain = float(GAINS[role, kind])
    return gain - CONCESSION_COST if act == Act.SPADE else gain


@kernel
def rate_lay(row: Ints, c: int) -> float:
    """Rate an initiative card: high, but the best are kept."""
    value = keep_value(c)
    return -abs(value - 11.0)


@kernel
def rate(row: Ints, mask: Ints, a: int, slots: int, copies: Ints, order: int) -> float:
    """Rate a legal action."""
    act = act_of(shared.Act, a)
    if act == NONE:
        return rate_own(row, mask, a, slots, copies, order)
    if act == shared.Act.DISCARD or act == shared.Act.INVEST:
        return -keep_value(a - act)
    if act == shared.Act.WAVE or act == shared.Act.STORM or act == shared.Act.OMEN:
        return rate_attack(row, mask, act, slots, copies, order)
    return rate_choice(row, a, slots)


@kernel
def rate_own(row: Ints, mask: Ints, a: int, slots: int, copies: Ints, order: int) -> float:
    """Rate an action of the Throwdown's own."""
    act = act_of(Act, a)
    if act == Act.INITIATIVE:
        return rate_lay(row, a - act)
    if act == Act.PUSH:
        return rate_push(row, slots, copies, order, a - act)
    if act == Act.BEAT_BACK:
        return rate_beat_back(row, slots, copies, order)
    if act == Act.GIVE:
        return keep_value(a - act)
    if act == Act.ABILITY:
        return rate_ability(row, mask, a - act, slots, order)
    if act == Act.SPEND or act == Act.SPADE or act == Act.CONCESSION:
        return rate_spoil(row, act, a - act)
    return rate_other(row, mask, a, slots, copies, order)


@entry
def choose(
    observations: np.ndarray,
    masks: np.ndarray,
    slots: int,
    copies: Ints,
    order: int,
    chances: Floats,
    out: Ints,
) -> None:
    """Write the best-rated legal action per row; a fraction of the chances breaks ties."""
    for i in range(observations.shape[0]):
        best = -1e9
        for a in range(masks.shape[1]):
            if masks[i, a] != 0:
                rating = rate(observations[i], masks[i], a, slots, copies, order)
                rating += 1e-5 * tie_break(chances[i], a)
                if rating > best:
                    best, out[i] = rating, a


class Heuristic(RatedAgent):
    """Plays as the docstring of this module says, in both roles; without `bind` it assumes the full double deck."""

    game = "pile-v0"

    def __init__(self) -> None:
        self.copies = FULL_DECK
        self.order = 1

    def read(self, setup: Setup) -> None:
        """Read the deck and the order of cards of a scenario."""
        self.copies, self.order = copies_of(setup), int(config_of(setup).order)

    def choose(self, observations: Bytes, masks: Bytes, chances: Floats, out: Ints) -> None:
        """Write the best-rated legal action of each row."""
        slots = slots_of(observations.shape[1], FIELDS, self.game)
        choose(observations, masks, slots, self.copies, self.order, chances, out)
