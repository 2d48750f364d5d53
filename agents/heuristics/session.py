"""A sensible Coach and a sensible Pilot for the session.

Inside a conflict, and where an effect between conflicts asks for a choice, they play as the heuristics of the Throwdown
and of the Gambit do. About scenes they decide as follows.

- **A Pilot's scene**: Threats fall by Throwdowns only, so she challenges where she may, with a point of Trauma on a
  Threat at stake. She ventures in the calm between, and instead, while a Commitment of hers is nearly gone or her Hand
  is nearly empty, unless so few scenes are left that only Throwdowns can still beat the Threats: to recover first of
  all, and then for Buffers and Charges.
- **Coach's answer**: he lets go what wants nothing, and proposes a Gambit for all else: even *Yes, but* costs her.
- **Coach's scene**: every Omen is Spent. Quiet mends his Threats, so he has a quiet scene; he
  challenges only where every Pilot is close to breaking, and puts Strife at stake.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from throwdown.agents.base import Agent
from throwdown.agents.heuristics import gambit, pile, throwdown
from throwdown.envs.core.kit import Bytes, Fields, Ints, InvalidConfig, Setup
from throwdown.envs.fusion.gambit import obs as gambit_obs
from throwdown.envs.fusion.pile import obs as pile_obs
from throwdown.envs.fusion.session.actions import MOVED, THROWDOWN_START, Act, Goal
from throwdown.envs.fusion.session.obs import OWN_WIDTH, Scene
from throwdown.envs.fusion.session.positions import position
from throwdown.envs.fusion.session.state import Active, Phase
from throwdown.envs.fusion.throwdown import obs as stages_obs
from throwdown.envs.fusion.world import book, choices
from throwdown.envs.fusion.world.choices import SHARED_ACTIONS
from throwdown.envs.fusion.world.obs import PILOT
from throwdown.envs.fusion.world.terms import SEATS
from throwdown.envs.tables.view import View

VENTURES = ("recover", "fortify", "chargeup", "replenish", "rebuild", "favor", "none")
"""A Pilot's goals of ventures, the best first."""
COACHS = ("strife", "purge", "wave", "disfavor", "none")
"""Coach's stakes, the best first."""
LOW = 1
"""A Commitment lowered to this is nearly gone."""
FEW = 1
"""A Hand of at most this many cards is nearly empty."""
HAUL = 3
"""Approximate points that a won Throwdown takes off the Threats."""
SCENE, PLOT = 0, Phase.PLOT - Phase.SCENE

Row = Bytes


class Edition(NamedTuple):
    """The observation records of a Throwdown, in either edition."""

    fields: Fields
    seen: type[stages_obs.Seen | pile_obs.Seen]
    pilot: type[stages_obs.Pilot | pile_obs.Pilot]


STAGES = Edition(stages_obs.FIELDS, stages_obs.Seen, stages_obs.Pilot)
PILE = Edition(pile_obs.FIELDS, pile_obs.Seen, pile_obs.Pilot)


class Heuristic(Agent):
    """Plays as the docstring of this module says, in both roles and editions; it must be bound to a setup."""

    name = "heuristic"
    game = "session-v0"

    def __init__(self) -> None:
        self.throwdown: Agent = throwdown.Heuristic()
        self.gambit: Agent = gambit.Heuristic(lasts=True)
        self.edition = STAGES
        self.calm = 0

    def bind(self, setup: Setup) -> Heuristic:
        """Read the edition, and have the heuristics of the conflicts read the deck and the rules."""
        if setup.game.id != self.game:
            raise InvalidConfig(f"this heuristic plays {self.game}, not {setup.game.id}.")
        is_older = setup.game.parts[0].id == "pile-v0"
        self.edition = PILE if is_older else STAGES
        first, second = (position.part_setup(setup, game) for game in setup.game.parts)
        self.throwdown = (pile.Heuristic() if is_older else throwdown.Heuristic()).bind(first)
        self.gambit = gambit.Heuristic(lasts=True).bind(second)
        self.calm = int(setup.config["session"]["calm"])
        return self

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return a legal action per game."""
        observations, masks = view.observations, view.masks
        out = np.zeros(len(observations), np.int64)
        own = observations.shape[1] - OWN_WIDTH
        slots, its = split(own, self.edition)
        in_gambit = Scene.of(observations[:, own:]).active[:, Active.GAMBIT]
        about_scene = masks[:, Act.VENTURE : THROWDOWN_START].any(axis=1)
        inside = ~in_gambit & ~about_scene
        if inside.any():
            mask = np.hstack([masks[inside, :SHARED_ACTIONS], masks[inside, THROWDOWN_START:]])
            chosen = self.throwdown.act(View.of(observations[inside, its:own], mask), rng)
            out[inside] = chosen + (chosen >= SHARED_ACTIONS) * MOVED
        if in_gambit.any():
            seen = View.of(observations[in_gambit, :its], masks[in_gambit, : Act.VENTURE])
            out[in_gambit] = self.gambit.act(seen, rng)
        for i in np.flatnonzero(about_scene):
            table = Table(observations[i, its:own], Scene.of(observations[i, own:]), self.edition, self.calm)
            action = decide(table, masks[i], slots)
            out[i] = action if masks[i, action] else masks[i].argmax()  # where play is restricted
        return out


class Table(NamedTuple):
    """A seat's observation between conflicts: the Throwdown's row, in its edition, and the scene.

    ``calm``: rounds without a challenge between two with one.
    """

    row: Row
    scene: Scene
    edition: Edition
    calm: int

    def pilot(self, p: int) -> stages_obs.Pilot | pile_obs.Pilot:
        """Return the observation of a Pilot's seat."""
        return self.edition.pilot.of(self.row, p - 1)

    def challenges(self) -> int:
        """Return the number of rounds, including this one, that may still have a challenge (S-19)."""
        rounds = range((self.scene.number - 1) // 2, (self.scene.scenes + 1) // 2)
        return sum(r % (self.calm + 1) == 0 for r in rounds)


def decide(table: Table, mask: Row, slots: int) -> int:
    """Return the action for a scene."""
    if table.scene.decision[SCENE]:
        return lead(table, mask)
    if table.scene.decision[PLOT]:
        return plot(table, mask, slots)
    return Act.FIAT if table.scene.goal[Goal.NONE] else Act.GAMBIT


def first_of(mask: Row, start: int, names: tuple[str, ...]) -> int | None:
    """Return the first goal of ``names`` that is on offer."""
    for name in names:
        action = start + Goal.of(name)
        if mask[action]:
            return action
    return None


def is_worn(table: Table, p: int) -> bool:
    """Return whether a Commitment of a Pilot is lowered and nearly gone."""
    gauges = table.pilot(p).gauges
    have, most = gauges.commitment, gauges.commitment_max
    return bool(((have <= LOW) & (have < most)).any())


def lead(table: Table, mask: Row) -> int:
    """Decide a Pilot's scene."""
    p = int(table.scene.acting.argmax())
    threats = table.edition.seen.of(table.row).threats
    points = int(threats.rating.sum() + threats.threat_buffers.sum())
    challenge = first_of(mask, Act.CHALLENGE, ("trauma", "none"))
    tired = is_worn(table, p) or table.pilot(p).hand_size <= FEW
    if challenge is not None and (not tired or HAUL * table.challenges() <= points):
        return challenge
    venture = first_of(mask, Act.VENTURE, VENTURES)
    return venture if venture is not None else Act.REST


def plot(table: Table, mask: Row, slots: int) -> int:
    """Decide Coach's scene."""
    omens = np.flatnonzero(mask[choices.Act.OMEN : choices.Act.OMEN + book.MAX_EVENTS])
    if len(omens):
        return choices.Act.OMEN + int(omens[0])
    pilots = [p for p in range(1, slots + 1) if table.pilot(p).gauges.charge_max]
    shaky = all(is_worn(table, p) for p in pilots)
    challenge = first_of(mask, Act.CHALLENGE, COACHS)
    return challenge if shaky and challenge is not None else Act.FIAT


def split(width: int, edition: Edition) -> tuple[int, int]:
    """Return the number of Pilot slots and the width of the Gambit's row, from the conflicts' total width."""
    for slots in range(1, SEATS):
        its = gambit_obs.FIELDS.width({PILOT: slots})
        if its + edition.fields.width({PILOT: slots}) == width:
            return slots, its
    raise InvalidConfig(
        f"an observation is {width + OWN_WIDTH} numbers wide, which does not fit any number of Pilots in "
        f"{Heuristic.game}."
    )
