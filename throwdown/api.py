"""Environments for one learner, with the other seats played inside: for Gymnasium and Stable-Baselines3."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from throwdown.envs.core.errors import MissingExtra
from throwdown.envs.games import DEFAULT
from throwdown.envs.registry import typed_setup
from throwdown.envs.tables.seating import default_role, place_seats, seats_of

if TYPE_CHECKING:
    from throwdown.agents import Agent
    from throwdown.envs.core.game import Setup
    from throwdown.envs.environments.solo import ThrowdownSoloEnv
    from throwdown.envs.environments.vector import ThrowdownVectorEnv
    from throwdown.training.vecenv import SelfPlayVecEnv

    OneOpponent = str | Agent | Callable[..., Any]
    Opponent = OneOpponent | Mapping[str, OneOpponent]


def _players(setup: Setup, seat: str, opponent: Opponent | None) -> dict[str, Agent]:
    """Return the agent of each seat that does not learn."""
    from throwdown.agents import Agent, load_agent, usual

    opponent = usual(setup) if opponent is None else opponent
    specs = opponent if isinstance(opponent, Mapping) else dict.fromkeys(setup.seats, opponent)
    found = {}
    for name, seats in place_seats(setup, tuple(specs), seats_of(setup, seat)).items():
        spec = specs[name]
        for p in seats:
            found[setup.seats[p]] = (
                spec if isinstance(spec, Agent) else load_agent(spec, setup, setup.roles[p])
            )
    return found


def _seated(setup: Setup, seat: str | None, opponent: Opponent | None) -> tuple[str, dict[str, Agent]]:
    """Return the learner, by default all seats of the game's last role, and the agent of each other seat."""
    learner = seat or default_role(setup)
    return learner, _players(setup, learner, opponent)


def make_vec(
    id: str = DEFAULT,
    num_envs: int = 64,
    seat: str | None = None,
    opponent: Opponent | None = None,
    scenario: str | Mapping[str, Any] | None = None,
    seed: int = 0,
    **options: Any,
) -> ThrowdownVectorEnv:
    """Return ``num_envs`` games as a gymnasium vector environment (same-step autoreset).

    Args:
        id: the game's id.
        num_envs: number of rows.
        seat: the seat that learns (such as ``pilot_0``), or a role or a side, whose seats all learn (``pilot``); by
            default the game's last role.
        opponent: the player of the other seats: an agent, its name (``random``, ``heuristic``, a file), a function (see
            `throwdown.agents.code.PARAMETERS`), or a mapping from seats, roles or sides to these; by default the
            heuristic, or random play if there is none.
        scenario: as in `throwdown.make`.
        seed: used until `reset` is given one.
        **options: ``reward``, ``max_pilots`` and the options of the rules.

    Raises:
        UnknownGame, InvalidConfig, InvalidRecord: an argument does not exist or does not fit.
    """
    from throwdown.envs.environments.vector import ThrowdownVectorEnv

    setup = typed_setup(id, scenario, **options)
    return ThrowdownVectorEnv(setup, num_envs, *_seated(setup, seat, opponent), seed)


def make_solo(
    id: str = DEFAULT,
    seat: str | None = None,
    opponent: Opponent | None = None,
    scenario: str | Mapping[str, Any] | None = None,
    seed: int = 0,
    render_mode: str | None = None,
    **options: Any,
) -> ThrowdownSoloEnv:
    """Return one game as a plain `gymnasium.Env`; see `make_vec` for the arguments.

    By default the learner sits on the first seat of the game's last role.
    The observation is ``{"observation", "action_mask"}``; ``env.action_masks()`` serves sb3-contrib.
    """
    from throwdown.envs.environments.solo import ThrowdownSoloEnv

    setup = typed_setup(id, scenario, **options)
    learner = seat or setup.seats[seats_of(setup, default_role(setup))[0]]
    return ThrowdownSoloEnv(setup, learner, _players(setup, learner, opponent), seed, render_mode)


def registered_solo(game: str = DEFAULT, **options: Any) -> ThrowdownSoloEnv:
    """Return `make_solo` for `gymnasium.make`, with another name for ``id``, which gymnasium reserves."""
    return make_solo(game, **options)


def registered_vec(num_envs: int = 1, game: str = DEFAULT, **options: Any) -> ThrowdownVectorEnv:
    """Return `make_vec` for the vector entry point of `gymnasium.make_vec`; see `registered_solo`."""
    return make_vec(game, num_envs, **options)


def make_sb3(
    id: str = DEFAULT,
    num_envs: int = 64,
    seat: str | None = None,
    opponent: Opponent | None = None,
    scenario: str | Mapping[str, Any] | None = None,
    seed: int = 0,
    illegal: Literal["raise", "resample"] = "resample",
    **options: Any,
) -> SelfPlayVecEnv:
    """Return ``num_envs`` games as a `VecEnv` of Stable-Baselines3; see `make_vec` for the other arguments.

    Observations are flat: int8, shape (num_envs, width). sb3-contrib's MaskablePPO finds the masks by itself. For
    algorithms without masks, such as PPO, A2C and DQN, a random legal action replaces an illegal one, as if the game
    had that rule (``illegal="resample"``), and ``env.illegal_actions`` counts these; ``illegal="raise"`` raises
    `IllegalAction` instead.

    Raises:
        UnknownGame, InvalidConfig, InvalidRecord: see `make_vec`.
        MissingExtra: Stable-Baselines3 is not installed.
    """
    try:
        from throwdown.training.vecenv import SelfPlayVecEnv
    except ModuleNotFoundError as error:
        raise MissingExtra(f"make_sb3 needs {error.name}: pip install 'throwdown[train]'.") from None
    setup = typed_setup(id, scenario, **options)
    return SelfPlayVecEnv(setup, num_envs, *_seated(setup, seat, opponent), seed, illegal)
