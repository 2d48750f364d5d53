"""A sensible Coach and a sensible Pilot for the session.

Inside a conflict, and where an effect between conflicts asks for a choice, they play as the heuristics of the Throwdown
and of the Gambit do. About scenes they decide as follows.

- **A Pilot's scene**: Threats fall by Throwdowns only, so she challenges, with a point of Trauma on a Threat at stake.
  She ventures instead, to recover first of all and then for Buffers and Charges, while a Commitment of hers is nearly
  gone or her Hand is nearly empty, unless so few scenes are left that only Throwdowns can still beat the Threats.
- **Coach's answer**: he lets go what wants nothing, and proposes a Gambit for all else: even *Yes, but* costs her.
- **Coach's scene**: every Omen is Spent. Time is on his side and quiet mends his Threats, so he has a quiet scene; he
  challenges only where every Pilot is close to breaking, and puts Strife at stake.
"""

from __future__ import annotations

import numpy as np

from throwdown.agents.base import Agent
from throwdown.agents.heuristics import gambit, throwdown
from throwdown.envs.core.kit import Bytes, Ints, InvalidConfig, Setup
from throwdown.envs.fusion.session import obs
from throwdown.envs.fusion.session.actions import Act, Goal, Start
from throwdown.envs.fusion.session.obs import FIELDS
from throwdown.envs.fusion.session.positions import position
from throwdown.envs.fusion.session.state import Active, Phase
from throwdown.envs.fusion.throwdown import obs as table
from throwdown.envs.fusion.world import choices
from throwdown.envs.fusion.world.choices import SHARED_ACTIONS, CoachAct
from throwdown.envs.fusion.world.obs import PILOT
from throwdown.envs.fusion.world.terms import MAX_THREATS, SEATS
from throwdown.envs.view import View

GAME = "session-v0"
VENTURES = ("recover", "fortify", "chargeup", "replenish", "rebuild", "favor", "none")
"""What a Pilot ventures, the best first."""
COACHS = ("strife", "purge", "wave", "disfavor", "none")
"""What Coach puts at stake, the best first."""
LOW = 1
"""A Commitment that is lowered to this is nearly gone."""
FEW = 1
"""A Hand of at most so many cards is nearly empty."""
HAUL = 3
"""Points that a won Throwdown takes off the Threats, about."""
SCENE, PLOT = 0, Phase.PLOT - Phase.SCENE

Row = Bytes


class Heuristic(Agent):
    """Plays as the docstring of this module says, in both roles; it must be bound to a setup."""

    name = "heuristic"

    def __init__(self) -> None:
        self.throwdown, self.gambit = throwdown.Heuristic(), gambit.Heuristic()
        self.slots = 0
        self.n_throwdown = 0

    def bind(self, setup: Setup) -> Heuristic:
        """Read the layouts, and have the heuristics of the conflicts read the deck and the rules."""
        if setup.game.id != GAME:
            raise InvalidConfig(f"this heuristic plays {GAME}, not {setup.game.id}.")
        first, second = (position.part_setup(setup, game) for game in setup.game.parts)
        self.throwdown.bind(first)
        self.gambit.bind(second)
        self.n_throwdown = first.game.actions.n
        return self

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return a legal action per game."""
        observations, masks = view.observations, view.masks
        self.slots = slots_of(observations.shape[1])
        out = np.zeros(len(observations), np.int64)
        counts = {PILOT: self.slots}
        own, its = FIELDS.start("", counts), FIELDS.start("gambit", counts)
        in_gambit = observations[:, own + obs.At.ACTIVE_AT + Active.GAMBIT] == 1
        about_scene = masks[:, Start.SCENE :].any(axis=1)
        inside = ~in_gambit & ~about_scene
        if inside.any():
            seen = View.of(observations[inside, :its], masks[inside, : self.n_throwdown])
            out[inside] = self.throwdown.act(seen, rng)
        if in_gambit.any():
            mask = np.hstack(
                [masks[in_gambit, :SHARED_ACTIONS], masks[in_gambit, self.n_throwdown : Start.SCENE]]
            )
            chosen = self.gambit.act(View.of(observations[in_gambit, its:own], mask), rng)
            out[in_gambit] = chosen + (chosen >= SHARED_ACTIONS) * (self.n_throwdown - SHARED_ACTIONS)
        for i in np.flatnonzero(about_scene):
            out[i] = decide(observations[i], masks[i], self.slots, own)
        return out


def decide(row: Row, mask: Row, slots: int, own: int) -> int:
    """Return what is done about a scene."""
    if row[own + obs.At.DECISION + SCENE]:
        return lead(row, mask, own)
    if row[own + obs.At.DECISION + PLOT]:
        return plot(row, mask, slots)
    goal = int(row[own + obs.At.GOAL : own + obs.At.GOAL + len(Goal)].argmax())
    return Start.SCENE + (Act.GAMBIT if goal else Act.FIAT)


def first_of(mask: Row, start: int, names: tuple[str, ...]) -> int | None:
    """Return the first goal of ``names`` that is on offer."""
    for name in names:
        action = Start.SCENE + start + Goal.of(name)
        if mask[action]:
            return action
    return None


def is_worn(row: Row, p: int) -> bool:
    """Return whether a Commitment of a Pilot is lowered and nearly gone."""
    at = table.At.SLOTS + (p - 1) * table.SlotAt.END
    have = row[at + table.SlotAt.COMMITMENT : at + table.SlotAt.COMMITMENT + 4]
    most = row[at + table.SlotAt.COMMITMENT_MAX : at + table.SlotAt.COMMITMENT_MAX + 4]
    return bool(((have <= LOW) & (have < most)).any())


def lead(row: Row, mask: Row, own: int) -> int:
    """Decide a Pilot's scene."""
    p = int(row[own + obs.At.ACTING : own + obs.At.ACTING + SEATS].argmax())
    at = table.At.SLOTS + (p - 1) * table.SlotAt.END
    points = sum(
        int(row[start : start + MAX_THREATS].sum()) for start in (table.At.RATING, table.At.THREAT_BUFFERS)
    )
    left = (int(row[own + obs.At.SCENES]) - int(row[own + obs.At.NUMBER])) // 2 + 1
    challenge = first_of(mask, Act.CHALLENGE, ("trauma", "none"))
    tired = is_worn(row, p) or row[at + table.SlotAt.HAND_SIZE] <= FEW
    if challenge is not None and (not tired or HAUL * left <= points):
        return challenge
    venture = first_of(mask, Act.VENTURE, VENTURES)
    return venture if venture is not None else Start.SCENE + Act.REST


def plot(row: Row, mask: Row, slots: int) -> int:
    """Decide Coach's scene."""
    omens = np.flatnonzero(
        mask[choices.Start.WAVE + CoachAct.OMENS : choices.Start.WAVE + CoachAct.OMENS + 4]
    )
    if len(omens):
        return choices.Start.WAVE + CoachAct.OMENS + int(omens[0])
    pilots = [
        p
        for p in range(1, slots + 1)
        if row[table.At.SLOTS + (p - 1) * table.SlotAt.END + table.SlotAt.CHARGE_MAX]
    ]
    shaky = all(is_worn(row, p) for p in pilots)
    challenge = first_of(mask, Act.CHALLENGE, COACHS)
    return challenge if shaky and challenge is not None else Start.SCENE + Act.FIAT


def slots_of(width: int) -> int:
    """Return how many Pilot slots an observation of this width has."""
    for slots in range(1, SEATS):
        if FIELDS.width({PILOT: slots}) == width:
            return slots
    raise InvalidConfig(
        f"an observation is {width} numbers wide, which does not fit any number of Pilots in {GAME}."
    )
