"""Small games as OpenSpiel games, on which its own algorithms run; importing this registers ``python_throwdown``.

A state walks an exported `Tree`, so the rules, the deals (sets of cards, not sequences) and the information sets are
those that are solved here. Players 0 and 1 are the sides in the order of
`Setup.teams`. OpenSpiel is Lanctot et al., arXiv 1908.09453.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from itertools import pairwise
from typing import Any
from urllib.parse import quote, unquote
from weakref import WeakValueDictionary

import numpy as np

from throwdown.envs.core.kit import Floats, InvalidConfig, MissingExtra, Setup, ThrowdownError
from throwdown.envs.registry import make_setup
from throwdown.evaluation.exact.tree import CHANCE_EDGE, Tree, build_tree
from throwdown.evaluation.exact.walk import CHANCE, TERMINAL

try:
    import pyspiel
except ImportError as error:
    raise MissingExtra("OpenSpiel is not installed: pip install 'throwdown[openspiel]'.") from error

NAME = "python_throwdown"
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
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class Paths:
    """A tree with the ways down: node ``n`` is followed by ``order[begin[n] : begin[n + 1]]``, by ascending actions."""

    def __init__(self, setup: Setup) -> None:
        self.params = _params(setup)
        self.tree = tree = build_tree(setup)
        self.labels = setup.game.actions.labels
        self.order = np.lexsort((tree.slot, tree.parent))
        self.begin = np.searchsorted(tree.parent[self.order], np.arange(len(tree.parent) + 1))
        self.owner = np.repeat(np.arange(len(tree.side)), tree.sizes)

    def __deepcopy__(self, memo: Any) -> Paths:
        return self  # states are copied with all that they refer to

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (self.params,)

    def name(self, i: int) -> str:
        """Return the name of an information set."""
        return f"{self.tree.sides[self.tree.side[i]]} {self.tree.key[i]:016x}"

    def actions(self, i: int) -> list[int]:
        """Return the legal actions of an information set, ascending."""
        ids: list[int] = self.tree.action[self.tree.first[i] : self.tree.first[i + 1]].tolist()
        return ids

    def label(self, node: int) -> str:
        """Return what leads to a node."""
        if self.tree.edge[node] == CHANCE_EDGE:
            above = self.tree.parent[node]
            here = self.order[self.begin[above] : self.begin[above + 1]]
            return f"chance {int(np.searchsorted(here, node))}"
        return self.labels[int(self.tree.action[self.tree.slot[node]])]

    @cached_property
    def longest(self) -> tuple[int, int]:
        """The most decisions and the most chance nodes of a history."""
        tree = self.tree
        counts = np.zeros((2, len(tree.parent)), np.int64)
        for low, high in pairwise(tree.start[1:]):
            after_chance = tree.edge[low:high] == CHANCE_EDGE
            counts[:, low:high] = counts[:, tree.parent[low:high]] + (~after_chance, after_chance)
        decisions, chances = counts.max(axis=1).tolist()
        return decisions, chances


_IN_USE: WeakValueDictionary[str, Paths] = WeakValueDictionary()


def _find(setup: Setup) -> Paths:
    """Return the paths of a setup, which are made once for all games in use."""
    key = json.dumps([setup.game.id, dict(setup.config), dict(setup.options)])
    found = _IN_USE.get(key)
    if found is None:
        _IN_USE[key] = found = Paths(setup)
    return found


def _load(params: Mapping[str, Any]) -> Paths:
    """Return the paths of a game's parameters."""
    scenario, options = unquote(params["scenario"]), unquote(params["options"]) or "{}"
    try:
        named = json.loads(scenario) if scenario.lstrip().startswith("{") else scenario
        return _find(make_setup(params["game"], named, **json.loads(options)))
    except (json.JSONDecodeError, TypeError) as error:
        raise InvalidConfig(f"{NAME}: scenario or options is not a JSON object: {error}.") from None


def _params(setup: Setup) -> dict[str, str]:
    """Return what makes a setup again: a shipped scenario's name, or everything as JSON."""
    named = {"game": setup.game.id, "scenario": setup.scenario, "options": ""}
    with suppress(ThrowdownError):
        shipped = make_setup(setup.game.id, setup.scenario)
        if (shipped.config, shipped.options) == (setup.config, setup.options):
            return named
    config, options = (quote(json.dumps(dict(x))) for x in (setup.config, setup.options))
    return {**named, "scenario": config, "options": options}


class ThrowdownGame(pyspiel.Game):
    """A solvable game for OpenSpiel: sequential, explicit chance, zero sum, rewards at the end, perfect recall.

    Args:
        params: ``game``, ``scenario`` (a shipped name or a JSON object) and ``options`` (a JSON object);
            OpenSpiel's own notation ``python_throwdown(game=...)`` needs JSON percent-encoded.
        setup: the game itself, if it is at hand.

    Raises:
        UnknownGame, InvalidConfig: there is no such game, or it is too large for a tree.
    """

    def __init__(self, params: Mapping[str, Any] | None = None, setup: Setup | None = None) -> None:
        self.paths = paths = _find(setup) if setup else _load({**DEFAULTS, **(params or {})})
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
        """What the states walk; made anew where OpenSpiel unpickled the game, which does not call `__init__`."""
        return _load(self.get_parameters())

    @property
    def tree(self) -> Tree:
        """The same game for the solver here."""
        return self.paths.tree

    def new_initial_state(self) -> ThrowdownState:
        """Return the state before the deal."""
        return ThrowdownState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the most chance nodes of a history."""
        return self.paths.longest[1]

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Return what gives a player's information state, or observation."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise InvalidConfig("an observer sees what one player sees, and has no parameters.")
        return _Observer(0 if kind.perfect_recall else self.tree.views.shape[1])


class ThrowdownState(pyspiel.State):
    """A history: a node of the tree. Actions have the game's own ids and labels."""

    def __init__(self, game: ThrowdownGame) -> None:
        super().__init__(game)
        self._paths = game.paths
        self._node = 0

    def current_player(self) -> int:
        """Return who decides: a player, chance, or nobody any more."""
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
        """Return what a player remembers: its information set, or between its turns the last one and its action."""
        paths, node = self._paths, self._node
        i = paths.tree.info[node]
        if i >= 0 and paths.tree.side[i] == player:
            return paths.name(i)
        while node > 0:
            if paths.tree.edge[node] == player:
                return f"{paths.name(paths.owner[paths.tree.slot[node]])} {paths.label(node)}"
            node = paths.tree.parent[node]
        return paths.tree.sides[player]

    def view(self, player: int) -> Any:
        """Return what a player observes on its turn, int8 (width,); zeros at other times."""
        i, tree = self._paths.tree.info[self._node], self._paths.tree
        if i >= 0 and tree.side[i] == player:
            return tree.views[i]
        return np.zeros(tree.views.shape[1], np.int8)

    def __str__(self) -> str:
        words, node = [], self._node
        while node > 0:
            words.append(self._paths.label(node))
            node = self._paths.tree.parent[node]
        return ", ".join(reversed(words)) or "before the deal"


class _Observer:
    """Information states as text, observations as numbers."""

    def __init__(self, width: int) -> None:
        self.tensor = np.zeros(width, np.float32) if width else None
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: ThrowdownState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.view(player)

    def string_from(self, state: ThrowdownState, player: int) -> str:
        return state.information_set(player)


def to_openspiel(setup: Setup) -> ThrowdownGame:
    """Return a small game as an OpenSpiel game; its parameters make it again, in other processes too.

    Raises:
        InvalidConfig: the game is too large for a tree, or has other sides than a tree can have, see `build_tree`.
    """
    return ThrowdownGame(setup=setup)


def to_policy(game: ThrowdownGame, strategy: Floats) -> dict[str, list[tuple[int, float]]]:
    """Return a strategy, float64 (S,), as ``pyspiel.exploitability`` and ``pyspiel.TabularPolicy`` take it."""
    paths, chances = game.paths, strategy.tolist()
    return {
        paths.name(i): list(zip(paths.actions(i), chances[low:high], strict=True))
        for i, (low, high) in enumerate(pairwise(paths.tree.first.tolist()))
    }


def from_policy(game: ThrowdownGame, policy: Any) -> Floats:
    """Return a policy of OpenSpiel as a strategy of the game's tree, float64 (S,).

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
            raise InvalidConfig(f"the policy does not know the information state '{name}'.")
        strategy[tree.first[i] : tree.first[i + 1]] = [chances.get(k, 0.0) for k in game.paths.actions(i)]
    return strategy


pyspiel.register_game(GAME_TYPE, ThrowdownGame)
