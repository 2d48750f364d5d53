"""Information set Monte Carlo tree search as kernels: one loop for every game.

Every simulation deals the searcher's hidden information anew, walks down the tree by UCB1 over the actions legal in
this deal, adds one action, and plays randomly to the end (Cowling, Powley and Whitehouse 2012). A node is a view of a
decision: that of the deciding seat (`ACTING`, as in MO-ISMCTS) or of the searcher (`SINGLE`, SO-ISMCTS). In the second
case one node serves many deals with different legal actions; an action's score therefore counts its availability,
not the visits of its node.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from throwdown.envs.core import batch, calls as rules, cardset, kit, recall, rng

ACTING, SINGLE = 0, 1
DEPTH = 1024
"""Maximum number of decisions per simulation that enter the tree."""
END, FULL = -1, -2
LOGS = np.array([0.0, *(math.log(n) for n in range(1, 4096))])

ROOM = 1 << 18


class Node(kit.Record):
    """A view of a decision."""

    key: int = kit.int64("key of the view")
    place: int = kit.int64("its position in the hash table")
    first: int = kit.int64("its first edge, or END")


class Edge(kit.Record):
    """An action of a node."""

    worth: float = kit.float64("mean of the returns of the seat that acts")
    share: float = kit.float64("1 / visits, so that scoring needs no division")
    visits: int = kit.int32("number of times it was taken")
    available: int = kit.int32("number of visits of its node in which it was legal")
    next: int = kit.int32("the node's next edge, or END")
    action: int = kit.int32("the action")


class SearchTree(kit.Record):
    """Preallocated memory for a tree, reused across searches; pages that no search needs are never touched."""

    nodes: Sequence[Node] = kit.nested(Node, "in order of addition", ROOM)
    edges: Sequence[Edge] = kit.nested(Edge, "every simulation adds one at most", ROOM)
    table: kit.Ints = kit.int32("a hash table of node numbers + 1, 0 where it is empty", 4 * ROOM)
    path: kit.Ints = kit.int32(
        "the edges of the current simulation, and the seats that chose them", (DEPTH, 2)
    )
    last: int = kit.int64("the last position of the hash table in use: a power of 2, less 1")
    node_n: int = kit.int64("nodes in use")
    edge_n: int = kit.int64("edges in use")
    low: float = kit.float64("the least return so far")
    high: float = kit.float64("the greatest return so far")


class Manner(NamedTuple):
    """The settings of a search.

    Attributes:
        observer: `SINGLE` or `ACTING`.
        exploration: weight of the exploration term; returns are scaled to [0, 1].
        keep_exits: probability with which random play keeps an exit such as Concede.
        width: width of an observation.
    """

    observer: int
    exploration: float
    keep_exits: float
    width: int


@kit.kernel
def find(tree: SearchTree, key: int) -> int:
    """Return the node of a key, adding it if new; `FULL` if there is no room."""
    last = tree.last
    at = key & last
    while tree.table[at] != 0:
        n: int = tree.table[at] - 1
        if tree.nodes[n].key == key:
            return n
        at = (at + 1) & last
    n = tree.node_n
    if n == ROOM or tree.edge_n == ROOM:
        return FULL
    tree.node_n = n + 1
    tree.table[at] = n + 1
    node = tree.nodes[n]
    node.key, node.place, node.first = key, at, END
    return n


@kit.kernel
def empty(tree: SearchTree, size: int) -> None:
    """Clear the tree for a search of ``size`` simulations; a small table stays in the CPU cache."""
    for n in range(tree.node_n):
        tree.table[tree.nodes[n].place] = 0
    tree.node_n, tree.edge_n, tree.last = 0, 0, 63
    while tree.last < 4 * min(size, ROOM) - 1:
        tree.last = 2 * tree.last + 1
    tree.low, tree.high = np.inf, -np.inf


@kit.kernel
def best_edge(tree: SearchTree, node: int, exploration: float, out: kit.Out) -> int:
    """Return the legal edge with the best upper bound, or END; leave the untried actions in ``out``."""
    best, top = END, -np.inf
    low, scale = tree.low, 1.0
    if tree.high > low:
        scale = 1.0 / (tree.high - low)
    seen, log = 0, 0.0
    e = tree.nodes[node].first
    while e != END:
        edge = tree.edges[e]
        w, here = edge.action >> 6, cardset.ONE << (edge.action & 63)
        if out.words[w] & here:
            out.words[w] ^= here
            edge.available += 1
            if edge.available != seen:
                seen = edge.available
                log = LOGS[seen] if seen < LOGS.shape[0] else math.log(seen)
            score = (edge.worth - low) * scale + exploration * math.sqrt(log * edge.share)
            if score > top:
                best, top = e, score
        e = edge.next
    return best


@kit.kernel
def add_edge(tree: SearchTree, node: int, action: int) -> int:
    """Add an action to a node and return its edge."""
    e = tree.edge_n
    tree.edge_n = e + 1
    edge = tree.edges[e]
    edge.worth, edge.share, edge.visits, edge.available = 0.0, 0.0, 0, 1
    edge.action, edge.next = action, tree.nodes[node].first
    tree.nodes[node].first = e
    return e


@kit.kernel
def descend(s: kit.GameState, viewer: int, key: int, tree: SearchTree, how: Manner, out: kit.Out) -> int:
    """Walk down the tree and one action beyond; return the number of edges taken."""
    depth = 0
    while not s.over and depth < DEPTH:
        rules.legal(s, out)
        if kit.count_members(out) == 1:
            rules.apply(s, kit.nth_member(out, 0), out)
            continue
        watcher = viewer if how.observer == SINGLE else s.seat
        start = kit.mix(s.seat * 256 + s.phase, watcher)
        node = find(tree, recall.fold_view(start, s, watcher, how.width, out))
        if node == FULL:
            return depth
        e = best_edge(tree, node, how.exploration, out)
        untried = kit.count_members(out)
        is_new = untried > 0 and tree.edge_n < ROOM
        if is_new:
            r = kit.mix(key, depth)
            e = add_edge(tree, node, kit.nth_member(out, ((r >> 31) * untried) >> 32))
        elif e == END:
            return depth
        tree.path[depth, 0], tree.path[depth, 1] = e, s.seat
        depth += 1
        rules.apply(s, tree.edges[e].action, out)
        if is_new:
            return depth
    return depth


@kit.kernel
def play_randomly(s: kit.GameState, keep_exits: float, key: int, out: kit.Out) -> None:
    """Play a game randomly to its end."""
    ply = 0
    while not s.over:
        rules.legal(s, out)
        rules.apply(s, batch.draw_action(out, kit.count_members(out), keep_exits, key, ply), out)
        ply += 1


@kit.kernel
def back_up(tree: SearchTree, depth: int, returns: Any) -> None:
    """Add the returns to the edges taken."""
    for d in range(depth):
        value = np.float64(returns[tree.path[d, 1]])
        tree.low, tree.high = min(tree.low, value), max(tree.high, value)
        edge = tree.edges[tree.path[d, 0]]
        edge.visits += 1
        edge.share = 1.0 / edge.visits
        edge.worth += (value - edge.worth) * edge.share


@kit.entry
def grow(
    states: np.ndarray,
    key: int,
    first: int,
    last: int,
    size: int,
    trees: np.ndarray,
    how: Manner,
    outs: np.ndarray,
) -> None:
    """Run the simulations [first, last) of at most ``size`` for the seat to move in ``states[0]``.

    ``states[1]`` is scratch space.
    """
    out, tree, viewer = outs[0], trees[0], states[0].seat
    if first == 0:
        empty(tree, size)
    for i in range(first, last):
        states[1] = states[0]
        s, own = states[1], kit.mix(key, i)
        rng.seed(s.rng, kit.mix(own, 0))
        rules.redeal(s, viewer, out)
        depth = descend(s, viewer, kit.mix(own, 1), tree, how, out)
        play_randomly(s, how.keep_exits, kit.mix(own, 2), out)
        rules.returns(s, out)
        back_up(tree, depth, out.returns)


@kit.entry
def read_root(trees: np.ndarray, visits: Any, values: Any, outs: np.ndarray) -> None:
    """Write the visits and the mean return of every action at the root."""
    tree = trees[0]
    for a in range(visits.shape[0]):
        visits[a], values[a] = 0, 0.0
    e = tree.nodes[0].first if tree.node_n > 0 else END
    while e != END:
        edge = tree.edges[e]
        visits[edge.action] = edge.visits
        values[edge.action] = edge.worth
        e = edge.next
