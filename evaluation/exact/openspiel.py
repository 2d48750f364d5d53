"""Small games as OpenSpiel games, for its algorithms; importing this module registers ``python_throwdown``.

A state walks an exported `Tree`, so the rules, the deals (sets of cards, not sequences) and the information sets are
the same as for the solver here. Players 0 and 1 are the sides in the order of `Setup.teams`. OpenSpiel is Lanctot et
al., arXiv 1908.09453.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from throwdown.envs.core.kit import Floats, InvalidConfig, MissingExtra, Setup
from throwdown.evaluation.exact.paths import Paths, load_paths, paths_of
from throwdown.evaluation.exact.tree import Tree
from throwdown.evaluation.exact.walk import CHANCE, TERMINAL

try:
    import pyspiel
except ImportError as error:
    raise MissingExtra("OpenSpiel is not installed: pip install 'throwdown[openspiel]'.") from error

NAME = "python_throwdown"
RECALL = pyspiel.IIGObservationType(perfect_recall=True)
"""The observation type of information states, for `ThrowdownGame.make_py_observer`."""
DEFAULTS = {"game": "throwdown-v0", "scenario": "mini", "options": ""}
GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Throwdown",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=False,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class ThrowdownGame(pyspiel.Game):
    """A solvable game for OpenSpiel: sequential, explicit chance, zero sum, rewards at the end, perfect recall.

    Args:
        params: ``game``, ``scenario`` (a shipped name or a JSON object) and ``options`` (a JSON object);
            OpenSpiel's own notation ``python_throwdown(game=...)`` needs JSON percent-encoded.
        setup: the game itself, if available.

    Raises:
        UnknownGame, InvalidConfig: there is no such game, or it is too large for a tree.
    """

    def __init__(self, params: Mapping[str, Any] | None = None, setup: Setup | None = None) -> None:
        self.paths = paths = paths_of(setup) if setup else load_paths({**DEFAULTS, **(params or {})})
        outcomes = np.diff(paths.begin)[paths.tree.info == CHANCE]
        highest = float(np.abs(paths.tree.value).max())
        info = pyspiel.GameInfo(
            num_distinct_actions=paths.tree.setup.game.actions.n,
            max_chance_outcomes=int(outcomes.max()),
            num_players=2,
            min_utility=-highest,
            max_utility=highest,
            utility_sum=0.0,
            max_game_length=paths.longest[0],
        )
        super().__init__(GAME_TYPE, info, paths.params)

    @cached_property
    def paths(self) -> Paths:
        """The paths that states walk; rebuilt after OpenSpiel unpickles the game, which does not call `__init__`."""
        return load_paths(self.get_parameters())

    @property
    def tree(self) -> Tree:
        """The game's tree, for the solver here."""
        return self.paths.tree

    def new_initial_state(self) -> ThrowdownState:
        """Return the state before the deal."""
        return ThrowdownState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the greatest number of chance nodes in a history."""
        return self.paths.longest[1]

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Public | _Memory | _Observer:
        """Return an observer of a player's information state or observation, or of public information.

        Raises:
            InvalidConfig: the observer is for the private information of all players, or has parameters.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise InvalidConfig(
                "an observer sees one player's information or public information, without parameters."
            )
        if kind.private_info == pyspiel.PrivateInfoType.NONE:
            return _Public()
        return _Memory(self.paths) if kind.perfect_recall else _Observer(self.tree.views.shape[1])


class ThrowdownState(pyspiel.State):
    """A history: a node of the tree. Actions have the game's own ids and labels."""

    def __init__(self, game: ThrowdownGame) -> None:
        super().__init__(game)
        self._paths = game.paths
        self._node = 0

    def current_player(self) -> int:
        """Return the player to decide, or OpenSpiel's id for chance or for the end."""
        i = self._paths.tree.info[self._node]
        if i == TERMINAL:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE if i == CHANCE else self._paths.tree.side[i])

    def _legal_actions(self, player: int) -> list[int]:
        return self._paths.actions(self._paths.tree.info[self._node])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node, numbered, with their probabilities."""
        return list(enumerate(self._paths.tree.chance[self._below()].tolist()))

    def _below(self) -> Any:
        return self._paths.order[self._paths.begin[self._node] : self._paths.begin[self._node + 1]]

    def _apply_action(self, action: int) -> None:
        i = self._paths.tree.info[self._node]
        place = action if i == CHANCE else self._paths.actions(i).index(action)
        self._node = int(self._below()[place])

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player == pyspiel.PlayerId.CHANCE else self._paths.labels[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return bool(self._paths.tree.info[self._node] == TERMINAL)

    def returns(self) -> list[float]:
        """Return the returns of both sides, 0 before the end."""
        value = float(self._paths.tree.value[self._node])
        return [value, -value]

    def information_set(self, player: int) -> str:
        """Return a player's information set; between its turns, the last one and its action there."""
        paths = self._paths
        i, slot = paths.decision(self._node, player)
        if i < 0:
            return paths.tree.sides[player]
        return paths.name(i) if slot < 0 else f"{paths.name(i)} {paths.labels[paths.tree.action[slot]]}"

    def view(self, player: int) -> Any:
        """Return a player's observation on its turn, int8 (width,); zeros at other times."""
        i, tree = self._paths.tree.info[self._node], self._paths.tree
        if i >= 0 and tree.side[i] == player:
            return tree.views[i]
        return np.zeros(tree.views.shape[1], np.int8)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> ThrowdownState:
        """Return a state that a player cannot tell from this one, drawn by the probabilities of chance alone.

        Args:
            player: the observer.
            sampler: returns a number in [0, 1), such as ``pyspiel.UniformProbabilitySampler(0, 1)``.
        """
        paths = self._paths
        nodes = paths.twins(self._node, player)
        sums = np.cumsum(paths.luck[nodes])
        drawn = int(np.searchsorted(sums, sampler() * sums[-1], side="right"))
        state = ThrowdownState(self.get_game())
        for node in paths.above(int(nodes[min(drawn, len(nodes) - 1)])):
            state.apply_action(paths.move(node))
        return state

    def public(self) -> str:
        """Return the public information: the deciders so far, and the one to decide now."""
        tree, nodes = self._paths.tree, self._paths.above(self._node)
        deciders = [tree.sides[tree.edge[node]] for node in nodes if tree.edge[node] < len(tree.sides)]
        now = self.current_player()
        return " ".join([*deciders, f"({tree.sides[now]})" if now >= 0 else "()"])

    def __str__(self) -> str:
        return ", ".join(map(self._paths.label, self._paths.above(self._node))) or "before the deal"


class _Observer:
    """Information states as text, observations as numbers."""

    def __init__(self, width: int) -> None:
        self.tensor = np.zeros(width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: ThrowdownState, player: int) -> None:
        self.tensor[:] = state.view(player)

    def string_from(self, state: ThrowdownState, player: int) -> str:
        return state.information_set(player)


class _Memory:
    """Information states, as text and as numbers; see `Recollection`."""

    def __init__(self, paths: Paths) -> None:
        pieces = paths.recollection.pieces
        ends = np.cumsum([0, *(math.prod(shape) for shape in pieces.values())]).tolist()
        self.tensor = np.zeros(ends[-1], np.float32)
        self.dict = {
            name: self.tensor[low:high].reshape(shape)
            for (name, shape), (low, high) in zip(pieces.items(), pairwise(ends), strict=True)
        }

    def set_from(self, state: ThrowdownState, player: int) -> None:
        self.tensor.fill(0)
        state._paths.recollection.write(self.dict, state._node, player)

    def string_from(self, state: ThrowdownState, player: int) -> str:
        return state.information_set(player)


class _Public:
    """Public information as text."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: ThrowdownState, player: int) -> None:
        """Do nothing: public information has no numbers."""

    def string_from(self, state: ThrowdownState, player: int) -> str:
        return state.public()


def to_openspiel(setup: Setup) -> ThrowdownGame:
    """Return a small game as an OpenSpiel game; its parameters rebuild it, in other processes too.

    Raises:
        InvalidConfig: the game is too large for a tree, or its sides do not fit one, see `build_tree`.
    """
    return ThrowdownGame(setup=setup)


def to_policy(game: ThrowdownGame, strategy: Floats) -> dict[str, list[tuple[int, float]]]:
    """Return a strategy, float64 (S,), in the form of ``pyspiel.exploitability`` and ``pyspiel.TabularPolicy``."""
    paths, chances = game.paths, strategy.tolist()
    return {
        paths.name(i): list(zip(paths.actions(i), chances[low:high], strict=True))
        for i, (low, high) in enumerate(pairwise(paths.tree.first.tolist()))
    }


def from_policy(game: ThrowdownGame, policy: Any) -> Floats:
    """Return an OpenSpiel policy as a strategy of the game's tree, float64 (S,).

    Args:
        game: the game; the policy may come from its cached tree.
        policy: anything with ``action_probabilities(state)``, such as a solver's ``average_policy()``, or a mapping
            from information states to (action, probability), such as `to_policy` returns.

    Raises:
        InvalidConfig: the mapping lacks an information set.
    """
    tree, state = game.tree, game.new_initial_state()
    strategy = np.zeros(len(tree.action))
    sets, nodes = np.unique(tree.info, return_index=True)
    for i, node in zip(sets[sets >= 0].tolist(), nodes[sets >= 0].tolist(), strict=True):
        state._node = node
        if not isinstance(policy, Mapping):
            chances = policy.action_probabilities(state)
        elif (name := game.paths.name(i)) in policy:
            chances = dict(policy[name])
        else:
            raise InvalidConfig(f"the policy lacks the information state '{name}'.")
        strategy[tree.first[i] : tree.first[i + 1]] = [chances.get(k, 0.0) for k in game.paths.actions(i)]
    return strategy


pyspiel.register_game(GAME_TYPE, ThrowdownGame)
