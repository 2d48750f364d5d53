"""A sensible Coach and a sensible Pilot for the Throwdown, stages edition.

Every legal action gets a rating, the best one is played and ties are broken at random. There is no search; what the
other side holds is estimated from the cards that have not been seen.

- **Initiative**: a card near nine, high enough to lead often and low enough to stay in Strike Range; Aces are kept.
- **Counter**: the cheapest card will do in the first two stages; in the third, which nobody can escalate out of, a card
  that the other side can hardly answer. A Pilot stays inside her Strike Range while she can: a Resonant play is a small
  bonus, a Dissonant one costs as many points of Harmony as the stage's number, and more where Harmony is nearly Red.
- **Block** where possible; an Escalate above all, since that takes the points back.
- **Escalate** when Countering is impossible or poor: into the third stage with a card that is hard to beat, into the
  second with one to spare. **Concede** only when nothing else is left, or what is left is hopeless and costly.
- **Assist**: a Pilot spends a Charge when that one point of Strike makes a Counter safe.
- **Team**: the Commander asks her allies unless a cheap safe play is at hand. An ally plays a safe Counter or a Block
  and otherwise hands back; she joins unless she could only watch, and gives the Commander one strong card. The
  Commander returns her weakest.
- **Damage**: Buffers are spent on every Trauma, on Schism from stage 2 or at low Harmony, on Purge when Charges
  are at stake. Trauma is taken on the highest Commitment.
- **Spoils**: by fixed preference; Pilots hurt Threats and rally, Coach hurts Pilots and the team's Harmony.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.envs.core.cards import ACE, FACES, NONE, TWO
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.core.jit import entry, kernel
from throwdown.envs.fusion import book, choices
from throwdown.envs.fusion.effects import FACTIONS, THREATS
from throwdown.envs.fusion.order import BEATS, BLOCKS, DIFFERENCE, OPEN_DIFFERENCE, VALUE, order_index
from throwdown.envs.fusion.scene import ASSIGN, COMMITMENT, LANDINGS, PURGE, SCHISM
from throwdown.envs.fusion.throwdown import actions as act
from throwdown.envs.fusion.throwdown import obs
from throwdown.envs.fusion.throwdown import state as st
from throwdown.envs.fusion.throwdown.obs import FIELDS
from throwdown.envs.fusion.world import SEATS, SOLO, SYNCH

GAME = "throwdown-v0"

# Action ids and observation offsets as plain integers: Numba reads globals of this module as constants.
CARDS, OTHER, ASSIST_START, SPOIL_START = act.CARDS, act.OTHER, act.ASSIST_START, act.SPOIL_START
INITIATIVE, COUNTER, BLOCK, ESCALATE = (
    act.INITIATIVE_PAGE,
    act.COUNTER_PAGE,
    act.BLOCK_PAGE,
    act.ESCALATE_PAGE,
)
RUMBLE = act.RUMBLE_PAGE
GIVE = act.GIVE_PAGE
SLOTS, SLOT_WIDTH = obs.SLOTS, obs.SLOT_WIDTH

WEIGHTS = np.array(
    [
        # Coach, Pilots
        [9.0, 9.0],  # 0 the best number of an initiative card
        [0.28, 0.45],  # 1 a Counter, before what follows
        [0.10, -0.20],  # 2 … if it will stand, in stage 1: Pilots would rather draw out an answer
        [0.05, -0.30],  # 3 … in stage 2
        [1.00, 0.65],  # 4 … in stage 3
        [0.35, 0.32],  # 5 what a strong card is worth in hand
        [0.70, 0.60],  # 6 a Block
        [0.50, 0.10],  # 7 … of an Escalate
        [0.10, 0.24],  # 8 an Escalate into stage 2
        [0.09, 0.28],  # 9 an Escalate into stage 3
        [0.00, 0.12],  # 10 a Dissonant play, per point of Schism
        [0.00, 0.06],  # 11 a Resonant play
        [0.37, 0.00],  # 12 how readily the Pilots answer out of range
        [0.00, 0.40],  # 13 asking an ally
        [0.00, 0.15],  # 14 handing back
        [0.00, 0.60],  # 15 what a card must be worth before it is given to the Commander
    ]
)
"""What the ratings are made of, per side; in units of about a won Throwdown."""
(
    BEST_OPENING,
    PLAY,
    STANDS_1,
    STANDS_2,
    STANDS_3,
    KEEP,
    BLOCKING,
    NEGATING,
    ESCALATE_2,
    ESCALATE_3,
    DISSONANT,
    RESONANT,
    STRETCH,
    ASKING,
    HANDING_BACK,
    GIVING,
) = range(16)

_SPOIL_RATINGS = {
    "chargeup-self": 2.0,
    "chargeup-team": 3.0,
    "favor": 2.5,
    "disfavor": 3.0,
    "fortify-self": 4.0,
    "fortify-team": 5.0,
    "purge": 2.0,
    "recover-self": 6.0,
    "recover-threat": 7.0,
    "replenish": 1.0,
    "schism-team": 6.0,
    "trauma-pilot": 5.0,
    "trauma-threat": 9.0,
    "wave": 4.0,
    "chargeup-team-full": 3.0,
    "fortify-team-full": 6.0,
    "rally": 8.0,
    "rebuild": 2.0,
    "ruin": 2.0,
    "recover-self-all": 7.0,
    "recover-threat-all": 8.0,
    "replenish-full": 2.0,
    "storm": 9.0,
}
SPOIL_RATINGS = np.array([_SPOIL_RATINGS[name] for name in act.SPOILS])


class Rules(NamedTuple):
    """What a scenario says of the cards: public, and the same in every row."""

    slots: int
    order: int
    reference: int
    strict_block: int


class View(NamedTuple):
    """What the ratings need of one observation."""

    side: int
    me: int  # offset of the viewer's slot; the Commander's for Coach
    phase: int
    top: int
    stage: int
    strike: int
    reach: int  # the other side's Strike
    cards: int  # the other side's hand
    harmony: int
    mine: int  # cards in the viewer's hand


@kernel
def hot(row: Any, start: int, size: int) -> int:
    """Return the index of the 1 in a one-hot block, or NONE."""
    for k in range(size):
        if row[start + k] == 1:
            return k
    return NONE


@kernel
def commander_slot(row: Any, slots: int) -> int:
    """Return the offset of the Commander's slot; the first one if there is none yet."""
    for p in range(slots):
        if row[SLOTS + p * SLOT_WIDTH + obs.COMMANDER] == 1:
            return SLOTS + p * SLOT_WIDTH
    return SLOTS


@kernel
def look(row: Any, slots: int) -> View:
    """Gather what the ratings need."""
    seat = hot(row, obs.VIEWER, SEATS)
    boss = commander_slot(row, slots)
    mine = 0
    for c in range(FACES):
        mine += int(row[obs.HAND + c])
    side = 0 if seat == 0 else 1
    me = boss if seat == 0 else SLOTS + (seat - 1) * SLOT_WIDTH
    pilot = int(row[me + obs.STRIKE])
    coach = int(row[obs.COACH_STRIKE])
    cards = int(row[obs.COACH_HAND])
    if side == 0:
        cards = 0
        for p in range(slots):
            o = SLOTS + p * SLOT_WIDTH
            cards += int(row[o + obs.HAND_SIZE]) if row[o + obs.INVOLVED] == 1 else 0
    return View(
        side,
        me,
        hot(row, obs.PHASE, len(st.PHASES)),
        hot(row, obs.TOP, FACES),
        hot(row, obs.STAGE, st.STAGES) + 1,
        coach if side == 0 else pilot,
        pilot if side == 0 else coach,
        cards,
        int(row[obs.HARMONY]),
        mine,
    )


@kernel
def count_unseen(row: Any, slots: int, copies: Any, unseen: Any) -> None:
    """Write how many copies of every face may be in the other side's hands, then their sum."""
    total = 0
    for c in range(FACES):
        n = int(copies[c]) - int(row[obs.HAND + c]) - int(row[obs.SEALED + c])
        n -= int(row[obs.PILES + c]) + int(row[obs.TRASH + c])
        if slots > 1 and row[obs.VIEWER] == 0:
            for p in range(slots):
                o = SLOTS + slots * SLOT_WIDTH + p * FACES
                n -= int(row[o + c]) if row[obs.VIEWER + 1 + p] == 0 else 0
        unseen[c] = max(0, n)
        total += max(0, n)
    unseen[FACES] = total


@kernel
def stands(v: View, rules: Rules, c: int, unseen: Any, w: Any) -> float:
    """Estimate the chance that the other side has no answer to a card on top."""
    if v.cards == 0:
        return 1.0
    answers = 0.0
    for x in range(FACES):
        if unseen[x] == 0:
            continue
        if (BEATS[rules.order, c >> 2] >> x) & 1:
            near = DIFFERENCE[rules.order, x >> 2, c >> 2] <= v.reach
            # Coach cannot leave his Strike Range; a Pilot can, but it costs her.
            answers += unseen[x] if near else (unseen[x] * w[STRETCH, v.side] if v.side == 0 else 0.0)
        elif (BLOCKS[rules.strict_block, c] >> x) & 1:
            answers += unseen[x]
    return float((1.0 - min(1.0, answers / max(1, unseen[FACES]))) ** v.cards)


@kernel
def keep(c: int) -> float:
    """Return what a card is worth in hand, 0 to 1: high cards win stages, and a Two beats an Ace."""
    rank = c >> 2
    return 0.4 if rank == TWO else (1.0 if rank == ACE else rank / 13.0)


@kernel
def harm(v: View, stage: int, w: Any) -> float:
    """Return what a Dissonant play in a stage costs a Pilot: a point below Red is Trauma for everybody."""
    beyond = max(0, stage - (v.harmony - 1))
    return float(w[DISSONANT, v.side] * (stage + beyond))


@kernel
def rate_range(v: View, row: Any, gap: int, stage: int, w: Any) -> float:
    """Rate what the Strike check of a Pilot's play does."""
    if v.side == 0:
        return 0.0
    if gap > v.strike:
        return -harm(v, stage, w)
    if gap == 1 and row[v.me + obs.CHARGES] < row[v.me + obs.CHARGE_MAX]:
        return float(w[RESONANT, v.side])
    return 0.0


@kernel
def opening_gap(v: View, rules: Rules, c: int) -> int:
    """Return the Strike difference of a card that opens a stage."""
    if rules.reference == 0:
        return int(OPEN_DIFFERENCE[rules.order, c >> 2, v.top >> 2])
    return int(VALUE[rules.order, c >> 2]) if rules.reference == 1 else 0


@kernel
def rate_play(v: View, rules: Rules, row: Any, page: int, c: int, unseen: Any, w: Any) -> float:
    """Rate a Counter, Block or Escalate."""
    k = v.side
    rating = -float(w[KEEP, k]) * keep(c)
    if page == BLOCK:
        return rating + float(
            w[BLOCKING, k] + (w[NEGATING, k] if row[obs.TOP_OPENER] == st.BY_ESCALATE else 0.0)
        )
    if page == COUNTER:
        stage, base = v.stage, float(w[PLAY, k])
        gap = int(DIFFERENCE[rules.order, c >> 2, v.top >> 2])
    else:
        stage, base = v.stage + 1, float(w[ESCALATE_2 if v.stage == 1 else ESCALATE_3, k])
        if page == RUMBLE:  # the higher the Harmony, the more a Rumble is the Pilots'
            base += 0.05 * (v.harmony - 4) * (1.0 if k == 1 else -1.0)
        gap = opening_gap(v, rules, c)
    chance = stands(v, rules, c, unseen, w)
    worth = float(w[STANDS_1 + min(stage, 3) - 1, k])
    return rating + base + worth * chance + rate_range(v, row, gap, stage, w)


@kernel
def rate_initiative(v: View, rules: Rules, c: int, w: Any) -> float:
    """Rate an initiative card by its distance from the best number."""
    return -abs(float(VALUE[rules.order, c >> 2] - w[BEST_OPENING, v.side])) - 0.05 * keep(c)


@kernel
def rate_card(v: View, rules: Rules, row: Any, page: int, c: int, unseen: Any, w: Any) -> float:
    """Rate an action that names a card."""
    if page == INITIATIVE:
        return rate_initiative(v, rules, c, w)
    if page == GIVE:
        if v.phase == st.RETURN_PHASE:
            return -keep(c)
        return keep(c) - w[GIVING, v.side] if row[v.me + obs.GIVEN] == 0 and v.mine > 1 else -1.0
    if page <= RUMBLE:
        return rate_play(v, rules, row, page, c, unseen, w)
    return -keep(c)


@kernel
def rate_ask(v: View, row: Any, p: int, w: Any) -> float:
    """Rate asking an ally: above playing out of range, below a cheap play within it."""
    o = SLOTS + p * SLOT_WIDTH
    if row[o + obs.HAND_SIZE] == 0:
        return -1.0
    return float(w[ASKING, v.side] + 0.01 * row[o + obs.STRIKE] + 0.005 * row[o + obs.HAND_SIZE])


@kernel
def gains_from_charge(v: View, rules: Rules, row: Any) -> bool:
    """Return whether one more point of Strike makes a Counter safe where none is."""
    if row[v.me + obs.COMMANDER] == 0 or v.top == NONE:
        return False
    better = False
    for c in range(FACES):
        if row[obs.HAND + c] > 0:
            if (BEATS[rules.order, v.top >> 2] >> c) & 1:
                gap = DIFFERENCE[rules.order, c >> 2, v.top >> 2]
                if gap <= v.strike:
                    return False
                better = better or gap == v.strike + 1
    return better


@kernel
def quality(row: Any, o: int) -> int:
    """Return how good a Commander a Pilot makes, from her Commitments."""
    return (
        int(row[o + obs.COMMITMENT + SYNCH])
        + int(row[o + obs.COMMITMENT + SOLO])
        + int(row[o + obs.HAND_SIZE])
    )


@kernel
def rate_refuse(v: View, row: Any, slots: int) -> float:
    """Rate leaving a challenge to a later Pilot: right if she is clearly the better Commander."""
    if v.side == 1:
        for p in range((v.me - SLOTS) // SLOT_WIDTH + 1, slots):
            o = SLOTS + p * SLOT_WIDTH
            if row[o + obs.HAND_SIZE] > 0 and quality(row, o) > quality(row, v.me) + 1:
                return 1.0
    return -100.0


@kernel
def rate_vote(v: View, row: Any, slots: int, team: bool) -> float:
    """Rate a vote: Pilots want the Commander's larger draw, Coach her smaller one."""
    o = commander_slot(row, slots)
    gain = int(row[o + obs.COMMITMENT + SYNCH]) - int(row[o + obs.COMMITMENT + SOLO])
    return float(gain if team == (v.side == 1) else -gain)


@kernel
def rate_buffer(v: View, row: Any) -> float:
    """Rate preventing the point of damage that is landing."""
    kind = hot(row, obs.DAMAGE, len(LANDINGS)) + 1
    if kind == SCHISM:
        return 1.0 if v.stage >= 2 or v.harmony <= 3 else -1.0
    if kind == PURGE:
        return 1.0 if row[v.me + obs.CHARGES] >= 2 else -1.0
    return 1.0


@kernel
def rate_pilot(row: Any, p: int) -> float:
    """Rate whom an effect concerns: who gains the most, or who can defend herself least."""
    o, kind = SLOTS + p * SLOT_WIDTH, hot(row, obs.EFFECT, len(book.KINDS))
    if kind == book.CHARGEUP:
        return float(row[o + obs.CHARGE_MAX] - row[o + obs.CHARGES])
    if kind == book.FORTIFY:
        return float(row[o + obs.BUFFER_MAX] - row[o + obs.BUFFERS])
    if kind == book.PURGE:
        return float(row[o + obs.CHARGES])
    if kind == book.TRAUMA:
        return -float(row[o + obs.BUFFERS])
    if kind == book.STRIKE or kind == book.DRAW:
        return float(row[o + obs.COMMANDER])
    lost = 0
    for k in range(4):
        lost += int(row[o + obs.COMMITMENT_MAX + k]) - int(row[o + obs.COMMITMENT + k])
    return float(lost)


@kernel
def rate_subject(v: View, row: Any, x: int) -> float:
    """Rate whom or what an effect concerns."""
    if v.phase == ASSIGN:  # the strongest Robo takes the point, the Head's last
        o = SLOTS + x * SLOT_WIDTH
        return float(row[o + obs.ENDURANCE]) - 3.0 * float(row[o + obs.POSITION])
    if x < THREATS:
        return rate_pilot(row, x)
    if x < FACTIONS:
        t = x - THREATS
        if v.side == 0:
            return float(row[obs.RATING_MAX + t] - row[obs.RATING + t])
        return float(row[obs.RATING + t] - 10.0 * row[obs.THREAT_BUFFERS + t])
    return 0.0


@kernel
def rate_commitment(v: View, row: Any, k: int) -> float:
    """Rate the Commitment that is lowered (the highest) or recovers (the one lowered most)."""
    now = float(row[v.me + obs.COMMITMENT + k])
    return now if v.phase == COMMITMENT else float(row[v.me + obs.COMMITMENT_MAX + k]) - now


@kernel
def rate_choice(v: View, row: Any, what: int) -> float:
    """Rate an action of the page of choices."""
    if what < choices.CHOOSE_COMMITMENT:
        return rate_subject(v, row, what)
    if what < choices.SPEND_BUFFER:
        return rate_commitment(v, row, what - choices.CHOOSE_COMMITMENT)
    if what == choices.SPEND_BUFFER:
        return rate_buffer(v, row)
    if what == choices.SPEND_FAN_CLUB or what == choices.REMOVE_STRIKE or what == choices.TURN_FACTION:
        return 1.0
    return -0.5 if what == choices.SHIFT else 0.0


@kernel
def rate_other(v: View, row: Any, what: int, slots: int, w: Any) -> float:
    """Rate an action without a card; what is not named here is the neutral alternative and rates 0."""
    if what >= act.TAKE_POSITION:
        return 1.0 if what == act.TAKE_POSITION and row[v.me + obs.COMMANDER] == 1 else 0.0
    if what >= act.ASK:
        return rate_ask(v, row, what - act.ASK, w)
    if what == act.REFUSE:
        return rate_refuse(v, row, slots)
    if what == act.SUPPORT:
        return 1.0 if v.harmony >= 2 or v.mine > 1 else -1.0
    if what == act.VOTE_TEAM or what == act.VOTE_SELF:
        return rate_vote(v, row, slots, what == act.VOTE_TEAM)
    if what == act.HAND_BACK:
        return float(w[HANDING_BACK, v.side])
    return -0.5 if what == act.CONCEDE else 0.0


@kernel
def rate_assist(v: View, rules: Rules, row: Any, k: int) -> float:
    """Rate an Assist: what is free is used, what costs Charges for Strike only where it makes a play safe."""
    if k == act.PASS:
        return 0.0
    if act.CHARGE <= k < act.RUMBLE_TECH:
        return 1.0 - 0.1 * (k - act.CHARGE) if gains_from_charge(v, rules, row) else -1.0
    if book.SACRIFICE <= k < book.SUMMON:
        return 0.2 if v.stage >= 3 else -1.0
    return 0.5


@kernel
def rate_wave(v: View, bit: int) -> float:
    """Rate a Wave, a Storm or an Omen: Storms first, and cards are kept while they are few."""
    if v.phase != st.COACH_ASSIST_PHASE:
        return 1.0
    if bit >= choices.OMENS:
        return 0.3
    spare = v.mine - v.cards  # a card is worth more than most of them while the Pilots hold as many
    return (0.5 if bit >= choices.STORMS else 0.2) if spare > 6 else -1.0


@kernel
def decide(row: Any, mask: Any, rules: Rules, unseen: Any, w: Any, chance: float) -> int:
    """Return the legal action with the best rating; a fraction of ``chance`` breaks ties."""
    v = look(row, rules.slots)
    best, action = -1e9, -1
    for a in range(mask.shape[0]):
        if mask[a] == 0:
            continue
        if a < choices.DISCARD_START:
            rating = rate_choice(v, row, a)
        elif a < choices.WAVE_START:
            rating = -keep((a - choices.DISCARD_START) % FACES)
        elif a < CARDS:
            rating = rate_wave(v, a - choices.WAVE_START)
        elif a < OTHER:
            rating = rate_card(
                v, rules, row, INITIATIVE + (a - CARDS) // FACES, (a - CARDS) % FACES, unseen, w
            )
        elif a < ASSIST_START:
            rating = rate_other(v, row, a - OTHER, rules.slots, w)
        elif a < SPOIL_START:
            rating = rate_assist(v, rules, row, a - ASSIST_START)
        else:
            rating = SPOIL_RATINGS[a - SPOIL_START] if a - SPOIL_START != act.SPOIL_NONE else 0.0
        rating += 1e-4 * ((chance * (7919.0 + 104729.0 * a)) % 1.0)
        if rating > best:
            best, action = rating, a
    return action


@entry
def choose(observations: Any, masks: Any, rules: Rules, copies: Any, w: Any, chances: Any, out: Any) -> None:
    """Write an action per row."""
    unseen = np.zeros(FACES + 1, np.int64)
    for i in range(observations.shape[0]):
        count_unseen(observations[i], rules.slots, copies, unseen)
        out[i] = decide(observations[i], masks[i], rules, unseen, w, chances[i])


class HeuristicAgent(Agent):
    """Plays as the docstring of this module says, in both roles.

    Without `bind` it assumes the full double deck and the default rules, and takes the Pilot slots from the width.
    """

    name = "heuristic"

    def __init__(self, weights: NDArray[np.float64] = WEIGHTS) -> None:
        self.weights = weights
        self.copies = np.full(FACES, 2, np.int64)
        self.rules = Rules(0, order_index(0, 1), 0, 0)

    def bind(self, setup: Setup) -> HeuristicAgent:
        """Read the deck and the rules of a scenario."""
        if setup.game.id != GAME:
            raise InvalidConfig(f"this heuristic plays {GAME}, not {setup.game.id}.")
        cfg = setup.template[0]["cfg"]
        words = np.asarray(cfg["faces"], np.int64).reshape(-1)
        self.copies = ((words[:, None] >> np.arange(FACES)) & 1).sum(axis=0)
        self.rules = Rules(setup.slots, int(cfg["order"]), int(cfg["reference"]), int(cfg["strict_block"]))
        return self

    def act(
        self, observations: NDArray[np.int8], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return the best-rated legal action per row."""
        slots = slots_of(observations.shape[1])
        rules = self.rules._replace(slots=slots)
        out = np.empty(len(observations), np.int64)
        rows, legal = np.ascontiguousarray(observations, np.int8), np.ascontiguousarray(masks, np.int8)
        choose(rows, legal, rules, self.copies, self.weights, rng.random(len(out)), out)
        return out


def slots_of(width: int) -> int:
    """Return how many Pilot slots an observation of this width has."""
    for slots in range(1, SEATS):
        if FIELDS.width(slots) == width:
            return slots
    raise InvalidConfig(f"an observation is {width} numbers wide, which no number of Pilots gives in {GAME}.")
