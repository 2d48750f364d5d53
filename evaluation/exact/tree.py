"""A small game as a flat tree of histories and information sets, exported from its own kernels."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from throwdown.envs.core import rng
from throwdown.envs.core.kit import Bytes, Floats, Ints, InvalidConfig, Setup, Stream, allocate
from throwdown.evaluation.exact import walk

Indices = NDArray[np.int32]
Progress = Callable[[int, int], None]

CHANCE_EDGE = 2
STACK = 4096
PARTS = 64
MAX_DEALS = 1 << 18
MAX_NODES = 40_000_000


class Arrays(NamedTuple):
    """What kernels read of a `Tree`, whose attributes these are."""

    parent: Indices
    slot: Indices
    edge: Bytes
    chance: Floats
    value: Floats
    start: Ints
    side: Bytes
    first: Indices
    up: Indices
    ordered: Indices
    begin: Ints


@dataclass(frozen=True, eq=False)
class Tree:
    """Every history of a two-sided zero-sum game, level by level; node 0 is the deal.

    Sides are 0 and 1, in the order of `Setup.teams`; seats of a side share all information. A *slot* is an action of
    an information set; a strategy is one probability per slot. Shapes: N histories, I information sets, S slots.

    Attributes:
        parent: int32 (N,); -1 for the root, else smaller than the node's own index.
        slot: int32 (N,); the action that leads here, -1 after chance.
        edge: int8 (N,); the side that acted, `CHANCE_EDGE` after chance.
        chance: float64 (N,); the probability of chance's outcome, 1 after an action.
        info: int32 (N,); the information set, or `walk.CHANCE` or `walk.TERMINAL`.
        value: float64 (N,); the return of side 0 where the game is over, else 0.
        start: int64 (L + 1,); the first node of every level. Decisions lie on odd levels.
        side: int8 (I,); the side that decides.
        first: int32 (I + 1,); the first slot.
        up: int32 (I,); the slot of the side's own previous decision, or -1.
        key: int64 (I,); the information set's name, see `walk`.
        ordered: int32 (I,); the information sets by level.
        begin: int64 (L + 1,); the start of every level in ``ordered``.
        action: int16 (S,); the action's id.
        views: int8 (I, width); observations of the seat to move, or (I, 0) if not kept.
        setup: the game's setup.
    """

    parent: Indices
    slot: Indices
    edge: Bytes
    chance: Floats
    info: Indices
    value: Floats
    start: Ints
    side: Bytes
    first: Indices
    up: Indices
    key: Ints
    ordered: Indices
    begin: Ints
    action: NDArray[np.int16]
    views: Bytes
    setup: Setup

    @property
    def arrays(self) -> Arrays:
        """What kernels read of it."""
        return Arrays(*(getattr(self, name) for name in Arrays._fields))

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides 0 and 1."""
        return tuple(self.setup.teams)

    @cached_property
    def half_range(self) -> float:
        """Half the distance between the best and the worst possible return."""
        ends = self.value[self.info == walk.TERMINAL]
        return float(ends.max() - ends.min()) / 2

    @cached_property
    def sizes(self) -> Ints:
        """Int64 (I,): the number of actions."""
        return np.diff(self.first).astype(np.int64)

    def slots_of(self, sets: Ints) -> tuple[Ints, Ints]:
        """Return all slots of some information sets, and the index of each slot's set among them: int64 (n,) both."""
        sizes = self.sizes[sets]
        places = np.repeat(np.arange(len(sets)), sizes)
        starts = np.cumsum(sizes) - sizes
        return self.first[sets][places] + np.arange(len(places)) - starts[places], places

    def masks_of(self, sets: Ints) -> Bytes:
        """Return the action masks of some information sets: int8, shape (n, actions)."""
        slots, places = self.slots_of(sets)
        masks = np.zeros((len(sets), self.setup.game.actions.n), np.int8)
        masks[places, self.action[slots]] = 1
        return masks

    def uniform(self) -> Floats:
        """Return the strategy that chooses uniformly: float64 (S,)."""
        return np.repeat(1.0 / self.sizes, self.sizes)


def build_tree(
    setup: Setup, views: bool = True, threads: int | None = None, progress: Progress | None = None
) -> Tree:
    """Export a game to a tree.

    Args:
        setup: a two-sided zero-sum game in which the seats of a side share all information.
        views: keep the observation of every information set, which agents need; a byte per number.
        threads: number of threads, by default one per core; the tree is the same.
        progress: called as ``progress(parts done, parts)``.

    Raises:
        InvalidConfig: the game's sides do not fit, it is too large, or two histories that a seat can tell apart have
            one name.
    """
    order = setup.opponents("A tree")
    for side, seats in setup.teams.items():
        if len(seats) > 1 and not setup.knows_alike:
            raise InvalidConfig(
                f"{setup.called(side)} of '{setup.scenario}' have {len(seats)} seats that hide their cards from one "
                "another; a tree needs one seat, or seats that share their hands."
            )
    answers, sizes, chances = _deals(setup)
    deals = len(sizes)
    sides = np.array([order.index(side) for side in setup.sides])
    cuts = np.unique(np.linspace(0, deals, min(deals, PARTS) + 1).astype(np.int64)).tolist()

    def part(first: int, last: int) -> _Part:
        states, words, skip = _room(setup)
        nodes, infos, actions, seen, error = walk.expand(
            *(states, words, skip, sides, setup.width, answers, sizes, chances, first, last),
            *(setup.width if views else 0, MAX_NODES // 4),
            *(allocate(walk.TreeNode.dtype, 1 << 12), allocate(walk.Info.dtype, 1 << 10), setup.make_out()),
        )
        if error == walk.BAD_RECALL:
            raise InvalidConfig(
                f"two histories of '{setup.scenario}' that a seat can tell apart have one key."
            )
        if error in (walk.TOO_WIDE, walk.TOO_LARGE):
            raise _too_large(setup, f"{MAX_NODES:,} histories")
        return nodes, infos, actions, seen

    parts: list[_Part] = []
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        for found in pool.map(part, cuts[:-1], cuts[1:]):
            parts.append(found)
            if sum(len(nodes) for nodes, *_ in parts) > MAX_NODES:
                pool.shutdown(wait=False, cancel_futures=True)
                raise _too_large(setup, f"{MAX_NODES:,} histories")
            if progress is not None:
                progress(len(parts), len(cuts) - 1)
    return _join(parts, setup)


def _too_large(setup: Setup, limit: str) -> InvalidConfig:
    return InvalidConfig(
        f"'{setup.scenario}' has more than {limit}, too many for a tree; give it fewer cards or smaller hands."
    )


_Part = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def _room(setup: Setup) -> tuple[np.ndarray, Ints, int]:
    """Return states for a walk, the same memory as words, and the number of words in the stream."""
    states = setup.allocate(STACK)
    words = states.view(np.ndarray).view(np.int64).reshape(STACK, -1)
    return states, words, Stream.dtype.itemsize // 8


def _deals(setup: Setup) -> tuple[Ints, Ints, Floats]:
    states, words, skip = _room(setup)
    answers = np.zeros((MAX_DEALS, rng.SCRIPT_LENGTH), np.int64)
    sizes, chances = np.zeros(MAX_DEALS, np.int64), np.zeros(MAX_DEALS)
    n = walk.find_deals(states, words, skip, answers, sizes, chances, setup.make_out())
    if n == walk.FULL:
        raise _too_large(setup, f"{MAX_DEALS:,} deals")
    if n == walk.TOO_LARGE:
        raise _too_large(setup, f"{rng.SCRIPT_LENGTH} chance events in a deal")
    return answers[:n], sizes[:n], chances[:n]


def _join(parts: list[_Part], setup: Setup) -> Tree:
    """Join the parts under one root, merge equal information sets, and sort the nodes by level."""
    infos = np.concatenate([infos for _, infos, _, _ in parts])
    key, sample, number = np.unique(infos["key"], return_index=True, return_inverse=True)
    sets = infos[sample]
    first = np.concatenate([[0], np.cumsum(sets["actions"], dtype=np.int64)])
    up = np.full(len(sets), -1, np.int64)
    action = np.zeros(first[-1], np.int16)
    columns: list[tuple[np.ndarray, ...]] = []
    done, shift = 0, 1
    for nodes, own, actions, _ in parts:
        mine = number[done : done + len(own)]
        done += len(own)
        # A part's slots are in the order of its sets.
        slots = np.repeat(first[mine] - own["first"], own["actions"]) + np.arange(len(actions))
        action[slots] = actions
        up[mine] = np.where(own["up"] < 0, -1, slots[own["up"]])
        columns.append(
            (
                np.where(nodes["parent"] < 0, 0, nodes["parent"] + shift),
                np.where(nodes["slot"] < 0, -1, slots[nodes["slot"]]),
                np.where(nodes["info"] < 0, nodes["info"], mine[np.maximum(nodes["info"], 0)]),
                nodes["depth"],
                nodes["chance"],
                nodes["value"],
            )
        )
        shift += len(nodes)
    root = (-1, -1, -1, 0, 1.0, 0.0)
    parent, slot, info, depth, chance, value = (
        np.concatenate([[top], *column]) for top, column in zip(root, zip(*columns))
    )
    order = np.argsort(depth, kind="stable")
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order))
    parent = rank[parent[order]]
    parent[0] = -1
    slot, info, depth = slot[order], info[order], depth[order].astype(np.int64)
    owner = np.repeat(np.arange(len(sets)), sets["actions"])
    edge = np.where(slot < 0, CHANCE_EDGE, sets["side"][owner[slot]]).astype(np.int8)
    level = np.zeros(len(sets), np.int64)
    level[info[info >= 0]] = depth[info >= 0]
    ordered = np.argsort(level, kind="stable")
    levels = np.arange(depth[-1] + 4)
    return Tree(
        parent=parent,
        slot=slot.astype(np.int32),
        edge=edge,
        chance=chance[order],
        info=info.astype(np.int32),
        value=value[order],
        start=np.searchsorted(depth, levels),
        side=sets["side"].copy(),
        first=first.astype(np.int32),
        up=up.astype(np.int32),
        key=key,
        ordered=ordered.astype(np.int32),
        begin=np.searchsorted(level[ordered], levels),
        action=action,
        views=np.concatenate([views for _, _, _, views in parts])[sample],
        setup=setup,
    )
