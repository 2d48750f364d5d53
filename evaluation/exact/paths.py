"""Top-down paths of a tree: names and moves, players' memories, and indistinguishable nodes."""

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

from throwdown.envs.core.kit import Floats, Ints, InvalidConfig, Setup, Singles, ThrowdownError
from throwdown.envs.registry import make_setup
from throwdown.evaluation.exact.tree import CHANCE_EDGE, build_tree

SIDES = 2


class Paths:
    """A tree with its children: those of node ``n`` are ``order[begin[n] : begin[n + 1]]``, by ascending actions.

    Attributes:
        owner: int64 (S,); the information set of every slot.
        params: the parameters that rebuild it, as texts.
    """

    def __init__(self, setup: Setup) -> None:
        self.params = _params(setup)
        self.tree = tree = build_tree(setup)
        self.labels = setup.game.actions.labels
        self.order = np.lexsort((tree.slot, tree.parent))
        self.begin = np.searchsorted(tree.parent[self.order], np.arange(len(tree.parent) + 1))
        self.owner = np.repeat(np.arange(len(tree.side)), tree.sizes)

    def __deepcopy__(self, memo: Any) -> Paths:
        return self  # OpenSpiel deep-copies states

    def __reduce__(self) -> tuple[Any, ...]:
        return load_paths, (self.params,)

    def name(self, i: int) -> str:
        """Return the name of an information set."""
        return f"{self.tree.sides[self.tree.side[i]]} {self.tree.key[i]:016x}"

    def actions(self, i: int) -> list[int]:
        """Return the legal actions of an information set, ascending."""
        ids: list[int] = self.tree.action[self.tree.first[i] : self.tree.first[i + 1]].tolist()
        return ids

    def label(self, node: int) -> str:
        """Return the label of a node's incoming edge."""
        if self.tree.edge[node] == CHANCE_EDGE:
            return f"chance {self.move(node)}"
        return self.labels[self.move(node)]

    def move(self, node: int) -> int:
        """Return the action that leads to a node, or the number of the chance outcome."""
        if self.tree.edge[node] == CHANCE_EDGE:
            above = self.tree.parent[node]
            return int(np.searchsorted(self.order[self.begin[above] : self.begin[above + 1]], node))
        return int(self.tree.action[self.tree.slot[node]])

    def above(self, node: int) -> list[int]:
        """Return the nodes of a history, from the root's child down to this node."""
        found = []
        while node > 0:
            found.append(node)
            node = int(self.tree.parent[node])
        return found[::-1]

    def decision(self, node: int, player: int) -> tuple[int, int]:
        """Return the information set in which a player decides, and -1; else its last one, and the slot chosen there.

        Both are -1 before its first decision.
        """
        tree = self.tree
        i = tree.info[node]
        if i >= 0 and tree.side[i] == player:
            return int(i), -1
        while node > 0:
            if tree.edge[node] == player:
                return int(self.owner[tree.slot[node]]), int(tree.slot[node])
            node = tree.parent[node]
        return -1, -1

    @cached_property
    def longest(self) -> tuple[int, int]:
        """The greatest numbers of decisions and of chance nodes in a history."""
        tree = self.tree
        counts = np.zeros((2, len(tree.parent)), np.int64)
        for low, high in pairwise(tree.start[1:]):
            after_chance = tree.edge[low:high] == CHANCE_EDGE
            counts[:, low:high] = counts[:, tree.parent[low:high]] + (~after_chance, after_chance)
        decisions, chances = counts.max(axis=1).tolist()
        return decisions, chances

    @cached_property
    def luck(self) -> Floats:
        """Float64 (N,): the probability of the chance outcomes on the path to every node."""
        tree = self.tree
        found = np.ones(len(tree.parent))
        for low, high in pairwise(tree.start[1:]):
            found[low:high] = found[tree.parent[low:high]] * tree.chance[low:high]
        return found

    def twins(self, node: int, player: int) -> Ints:
        """Return all nodes that a player cannot tell from this one: int64 (n,).

        Between its turns, a player also knows the number of decisions so far, and the decider.
        """
        number, order, begin = self._alike[player]
        group = number[node]
        return order[begin[group] : begin[group + 1]]

    @cached_property
    def _alike(self) -> list[tuple[Ints, Ints, Ints]]:
        """For each player the group of every node, the nodes by group, and the start of every group."""
        tree = self.tree
        n = len(tree.parent)
        decider = np.where(tree.info >= 0, tree.side[np.maximum(tree.info, 0)], tree.info).astype(np.int64)
        past, count, found = np.full((SIDES, n), -1, np.int64), np.zeros(n, np.int64), []
        for low, high in pairwise(tree.start[1:]):
            above, edge = tree.parent[low:high], tree.edge[low:high]
            count[low:high] = count[above] + (edge != CHANCE_EDGE)
            for player in range(SIDES):
                past[player, low:high] = np.where(edge == player, tree.slot[low:high], past[player, above])
        for player in range(SIDES):
            between = -2 - ((past[player] + 1) * (self.longest[0] + 1) + count) * 4 - (decider + 2)
            _, number = np.unique(np.where(decider == player, tree.info, between), return_inverse=True)
            order = np.argsort(number, kind="stable")
            found.append((number, order, np.searchsorted(number[order], np.arange(number.max() + 2))))
        return found

    @cached_property
    def recollection(self) -> Recollection:
        """The players' memories, as numbers."""
        return Recollection(self)


class Recollection:
    """Information states as numbers.

    A player remembers its observations at each of its decisions so far, including the present one, and its actions
    there. Several information sets may share them, since actions of others need not show; a number among these sets
    distinguishes them.

    Attributes:
        pieces: the shapes of the parts by name. ``player``, (2,): the player, one-hot. ``number``, (bits,): that
            number, lowest bit first, where needed. ``seen``, (D, V): the observations' varying numbers, zeros for later
            observations; no player has more than D decisions. ``done``, (D, A): the actions, one-hot over those of the
            tree.
        varying: int64 (V,): indices of the numbers of an observation that are not the same in the whole tree. Most of
            a small game's do not, and memories of learners would be full of them.
    """

    def __init__(self, paths: Paths) -> None:
        self.paths, tree = paths, paths.tree
        self.used = np.unique(tree.action)
        self.varying = np.flatnonzero(tree.views.min(axis=0) != tree.views.max(axis=0))
        depth, look = self._histories()
        order = np.lexsort((tree.key, look, tree.side))
        is_new = np.ones(len(order), np.bool_)
        is_new[1:] = (look[order][1:] != look[order][:-1]) | (tree.side[order][1:] != tree.side[order][:-1])
        starts = np.flatnonzero(is_new)
        self.number = np.zeros(len(order), np.int64)
        self.number[order] = np.arange(len(order)) - np.repeat(starts, np.diff([*starts, len(order)]))
        bits, most = int(self.number.max()).bit_length(), int(depth.max()) + 1
        self.pieces = {
            "player": (SIDES,),
            "number": (bits,),
            "seen": (most, len(self.varying)),
            "done": (most, len(self.used)),
        }
        if not bits:
            del self.pieces["number"]

    def _histories(self) -> tuple[Ints, np.ndarray]:
        """Return the number of its player's earlier decisions, and a hash of them, for every information set."""
        tree, owner = self.paths.tree, self.paths.owner
        seen = np.zeros(len(tree.side), np.uint64)
        weights = np.random.default_rng(0).integers(0, 1 << 63, tree.views.shape[1], np.uint64) | np.uint64(1)
        for low in range(0, len(seen), 4096):
            seen[low : low + 4096] = tree.views[low : low + 4096].astype(np.uint64) @ weights
        depth, look = np.zeros(len(seen), np.int64), seen
        prime = np.uint64(0x9E3779B97F4A7C15)
        for low, high in pairwise(tree.begin):
            sets = tree.ordered[low:high]
            sets = sets[tree.up[sets] >= 0]
            slots = tree.up[sets]
            before = owner[slots]
            depth[sets] = depth[before] + 1
            mixed = (look[before] ^ (look[before] >> np.uint64(29))) * prime
            look[sets] += (mixed + tree.action[slots].astype(np.uint64)) * prime
        return depth, look

    def write(self, parts: Mapping[str, Singles], node: int, player: int) -> None:
        """Write a player's memory at a node into the parts, which are all zero."""
        tree = self.paths.tree
        parts["player"][player] = 1
        i, slot = self.paths.decision(node, player)
        if i >= 0 and "number" in parts:
            parts["number"][:] = (int(self.number[i]) >> np.arange(len(parts["number"]))) & 1
        past = []
        while i >= 0:
            past.append((i, slot))
            slot = int(tree.up[i])
            i = int(self.paths.owner[slot]) if slot >= 0 else -1
        for k, (i, slot) in enumerate(reversed(past)):
            parts["seen"][k] = tree.views[i, self.varying]
            if slot >= 0:
                parts["done"][k, np.searchsorted(self.used, tree.action[slot])] = 1


_IN_USE: WeakValueDictionary[str, Paths] = WeakValueDictionary()


def paths_of(setup: Setup) -> Paths:
    """Return the paths of a setup, cached."""
    key = json.dumps([setup.game.id, dict(setup.config), dict(setup.options)])
    found = _IN_USE.get(key)
    if found is None:
        _IN_USE[key] = found = Paths(setup)
    return found


def load_paths(params: Mapping[str, Any]) -> Paths:
    """Return the paths of ``game``, ``scenario`` and ``options``, percent-encoded where they are JSON.

    Raises:
        UnknownGame, InvalidConfig: there is no such game, or it is too large for a tree.
    """
    scenario, options = unquote(params["scenario"]), unquote(params["options"]) or "{}"
    try:
        named = json.loads(scenario) if scenario.lstrip().startswith("{") else scenario
        return paths_of(make_setup(params["game"], named, **json.loads(options)))
    except (json.JSONDecodeError, TypeError) as error:
        raise InvalidConfig(f"scenario or options is not a JSON object: {error}.") from None


def _params(setup: Setup) -> dict[str, str]:
    """Return the parameters that rebuild a setup: a shipped scenario's name, or everything as JSON."""
    named = {"game": setup.game.id, "scenario": setup.scenario, "options": ""}
    with suppress(ThrowdownError):
        shipped = make_setup(setup.game.id, setup.scenario)
        if (shipped.config, shipped.options) == (setup.config, setup.options):
            return named
    config, options = (quote(json.dumps(dict(x))) for x in (setup.config, setup.options))
    return {**named, "scenario": config, "options": options}
