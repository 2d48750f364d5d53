"""A sensible Coach and a sensible Pilot for the Throwdown, stages edition.

Every legal action gets a rating, the best one is played and ties are broken at random. There is no search; what the
other side holds is estimated from the cards that have not been seen. Cards are rated in `throwdown_plays`, effects and
abilities in `throwdown_worth`, everything else in `throwdown_choices`.

- **Initiative**: a card near nine, high enough to lead often and low enough to stay in Strike Range; Aces are kept.
- **Counter**: the cheapest card will do while stages are left; in the last, which nobody can escalate out of, a card
  that the other side can hardly answer. A Pilot stays inside her Strike Range while she can: a Resonant play is a small
  bonus, a Dissonant one costs as many points of Harmony as the stage's number, and more where Harmony is nearly Red.
  Cards on the table, which are everybody's to see, are played before those in hand.
- **Block** where possible; an Escalate above all, since that takes the points back.
- **Escalate** when Countering is impossible or poor: into the third stage with a card that is hard to beat, into the
  second with one to spare. **Initiate Rumble** in the same way, the sooner the more this side draws by it. **Concede**
  only when nothing else is left, or what is left is hopeless and costly.
- **Assists**: every ability of the scenario is rated by its effects, less its cost, and used if that is above nothing:
  Strike by how much a better Drive it allows, cards and gauges by what they are worth. Gear is destroyed when the
  conflict is about to be decided. Coach pays for Waves and Storms with cards that he can spare, and Spends his Omens.
- **Team**: the Commander asks her allies unless a cheap safe play is at hand. An ally plays a safe Counter or a Block
  and otherwise hands back; she joins unless she could only watch, and gives the Commander one strong card. The
  Commander returns her weakest, and takes the Head of the Final Form if her Robo can stand it.
- **Threats**: Coach brings all but those whose last point is at stake and who have nothing to give.
- **Damage**: Buffers are spent on every Trauma, on Schism from stage 2 or at low Harmony, on Purge when Charges
  are at stake. Trauma is taken on the highest Commitment, and by the Robo while it is sturdy.
- **Spoils**: by fixed preference; Pilots hurt Threats and rally, Coach hurts Pilots and the team's Harmony.
"""

from __future__ import annotations

import numpy as np

from throwdown.agents.heuristics import throwdown_choices, throwdown_plays, throwdown_view
from throwdown.agents.heuristics.conflicts import FULL_DECK, copies_of, slots_of
from throwdown.agents.heuristics.rated import RatedAgent, config_of, tie_break
from throwdown.agents.heuristics.throwdown_plays import REACHES
from throwdown.agents.heuristics.throwdown_view import WEIGHTS, Rules
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.kit import NONE, Bytes, Floats, Ints, Setup, act_of, entry, kernel
from throwdown.envs.fusion.throwdown import state as st
from throwdown.envs.fusion.throwdown.actions import ASSISTS, PLAYS, Act
from throwdown.envs.fusion.throwdown.obs import FIELDS
from throwdown.envs.fusion.world import book, choices, order
from throwdown.envs.fusion.world.obs import PILOT
from throwdown.envs.fusion.world.terms import MAX_THREATS, SEATS

NUMBERS = (
    *("order", "reference", "strict_block", "positions", "rumble_from"),
    *("crisis_gate", "gate_giant", "rout"),
)
"""Fields of the configuration in `Rules`."""


@kernel
def decide(row: Ints, mask: Ints, rules: Rules, unseen: Ints, best: Floats, w: Floats, chance: float) -> int:
    """Return the legal action with the best rating; a fraction of ``chance`` breaks ties."""
    v = throwdown_view.look(row, rules)
    if v.phase == st.Phase.ASSIST or v.phase == st.Phase.COACH_ASSIST:
        throwdown_plays.rate_reaches(v, rules, row, unseen, w, best)
    top, action = -1e9, -1
    for a in range(mask.shape[0]):
        if mask[a] == 0:
            continue
        # Not a kernel of its own: `Look` and `Rules` would be copied for each action, which takes half the time.
        shared, own = act_of(choices.Act, a), act_of(Act, a)
        if shared == choices.Act.DISCARD or shared == choices.Act.INVEST:
            rating = -throwdown_view.keep(a - shared)
        elif shared == choices.Act.WAVE or shared == choices.Act.STORM or shared == choices.Act.OMEN:
            rating = throwdown_choices.rate_attack(v, rules, row, a, best, w)
        elif shared != NONE:
            rating = throwdown_choices.rate_choice(v, row, a)
        elif own == Act.INITIATIVE or own == Act.GIVE or own in PLAYS:
            rating = throwdown_plays.rate_card(v, rules, row, own, a - own, unseen, w)
        elif own in ASSISTS:
            rating = throwdown_choices.rate_assist(v, rules, row, a, best, w)
        elif own == Act.SPOIL:
            rating = throwdown_choices.rate_spoil(v, row, a - own, rules.slots)
        else:
            rating = throwdown_choices.rate_other(v, rules, row, a, best, w)
        rating += 1e-4 * tie_break(chance, a)
        if rating > top:
            top, action = rating, a
    return action


@entry
def choose(
    observations: np.ndarray,
    masks: np.ndarray,
    rules: Rules,
    copies: Ints,
    w: Floats,
    chances: Floats,
    out: Ints,
) -> None:
    """Write an action per row."""
    unseen, best = np.zeros(FACES + 1, np.int64), np.zeros(REACHES, np.float64)
    for i in range(observations.shape[0]):
        best[:] = 0.0
        throwdown_view.count_unseen(observations[i], rules.slots, copies, unseen)
        out[i] = decide(observations[i], masks[i], rules, unseen, best, w, chances[i])


def focus_book() -> Ints:
    """Return a book in which every Pilot has one Charge Tech: a Charge for a point of Strike."""
    rows = np.zeros(book.SIZE, np.int64).reshape(-1, book.ROW)
    for seat in range(1, SEATS):
        row = rows[seat * book.PAGE + book.Page.CHARGE_TECHS]
        row[[book.Ability.EXISTS, book.Ability.CHARGES, book.Ability.COUNT]] = 1
        row[book.Ability.EFFECTS : book.Ability.EFFECTS + 3] = book.Kind.STRIKE, book.Target.SELF, 1
    return rows.reshape(-1)


class Heuristic(RatedAgent):
    """Plays as the docstring of this module says, in both roles.

    Without `bind` it assumes the full double deck, the default rules and nothing in the book but a Charge for a point
    of Strike, and takes the Pilot slots from the width.
    """

    game = "throwdown-v0"

    def __init__(self, weights: Floats = WEIGHTS) -> None:
        self.weights = weights
        self.copies = FULL_DECK
        flags = np.zeros(MAX_THREATS, np.int64)
        riders = np.zeros(SEATS, np.int64)
        self.rules = Rules(
            0, order.order_index(0, 1), 0, 0, 0, 0, 0, 0, 1, flags, flags, riders, focus_book()
        )

    def read(self, setup: Setup) -> None:
        """Read the deck, the rules and the book of a scenario."""
        cfg = config_of(setup)
        self.copies = copies_of(setup)
        written = np.zeros(book.SIZE, np.int64)
        if setup.content is not None:
            written[: len(setup.content)] = setup.content[: book.SIZE]
        numbers = [int(getattr(cfg, name)) for name in NUMBERS]
        arrays = [np.array(getattr(cfg, name), np.int64) for name in ("giant", "unbound", "rider")]
        self.rules = Rules._make([setup.counts[PILOT], *numbers, *arrays, written])

    def choose(self, observations: Bytes, masks: Bytes, chances: Floats, out: Ints) -> None:
        """Write the best-rated legal action of each row."""
        rules = self.rules._replace(slots=slots_of(observations.shape[1], FIELDS, self.game))
        choose(observations, masks, rules, self.copies, self.weights, chances, out)
