"""Environments for one learner, with the other seats played inside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import make_setup
from throwdown.envs.vector import learning_seats

if TYPE_CHECKING:
    from throwdown.agents import Agent
    from throwdown.envs.core.game import Setup
    from throwdown.envs.solo import ThrowdownSoloEnv
    from throwdown.envs.vector import ThrowdownVectorEnv

    Opponent = str | Agent | Mapping[str, str | Agent]


def _players(setup: Setup, seat: str, opponent: Opponent) -> dict[str, Any]:
    """Return who plays each seat that does not learn."""
    from throwdown.agents import load

    learning = learning_seats(setup, seat)
    others = [p for p in range(len(setup.seats)) if p not in learning]
    players: dict[str, Any] = {}
    for p in others:
        name, role = setup.seats[p], setup.roles[p]
        spec = opponent.get(name, opponent.get(role)) if isinstance(opponent, Mapping) else opponent
        if spec is None:
            raise InvalidConfig(f"nobody plays {name}: name an opponent for '{name}' or for '{role}'.")
        players[name] = load(spec, setup, role) if isinstance(spec, str) else spec.bind(setup)
    return players


def make_vec(
    id: str = "throwdown-v0",
    num_envs: int = 64,
    seat: str = "pilot",
    opponent: Opponent = "heuristic",
    scenario: str | Mapping[str, Any] | None = None,
    seed: int = 0,
    **options: Any,
) -> ThrowdownVectorEnv:
    """Return ``num_envs`` games as a gymnasium vector environment (same-step autoreset).

    Args:
        id: the game's id.
        num_envs: number of rows.
        seat: the seat that learns (``pilot_0``), or a role whose seats all do (``pilot``).
        opponent: who plays the others: an agent, its name (``random``, ``heuristic``, a policy file), or such by seat
            or role name.
        scenario: as in `throwdown.make`.
        seed: used until `reset` is given one.
        **options: ``reward``, ``max_pilots`` and the options of the rules.

    Raises:
        UnknownGame, InvalidConfig, InvalidRecord: one of these names nothing that exists or fits.
    """
    from throwdown.envs.vector import ThrowdownVectorEnv

    setup = make_setup(id, scenario, **options)
    return ThrowdownVectorEnv(setup, num_envs, seat, _players(setup, seat, opponent), seed)


def make_solo(
    id: str = "throwdown-v0",
    seat: str = "pilot_0",
    opponent: Opponent = "heuristic",
    scenario: str | Mapping[str, Any] | None = None,
    seed: int = 0,
    render_mode: str | None = None,
    **options: Any,
) -> ThrowdownSoloEnv:
    """Return one game as a plain `gymnasium.Env`; see `make_vec` for the arguments.

    The observation is ``{"observation", "action_mask"}``; ``env.action_masks()`` is what sb3-contrib asks for.
    """
    from throwdown.envs.solo import ThrowdownSoloEnv

    setup = make_setup(id, scenario, **options)
    return ThrowdownSoloEnv(setup, seat, _players(setup, seat, opponent), seed, render_mode)
