"""Values of actions if everybody plays a given policy afterwards, by rollouts inside kernels."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from throwdown.agents.net import Nets, Scratch, draw, make_past, make_scratch, next_logits, to_weights
from throwdown.envs.core import batch, calls as rules, kit, rng

UNIT = 1.0 / (1 << 31)


class SeatNets(NamedTuple):
    """The policy of every seat.

    Attributes:
        nets: a net for each role.
        net_of: int64, shape (seats,); the index of every seat's net.
        rooms: memory for each net, with a place for every seat's last observation.
        legal: int64, shape (actions,); memory for the legal actions.
        logits: float64, shape (actions,); memory for their logits.
        mask: int8, shape (actions,); memory for the mask.
    """

    nets: tuple[Nets, ...]
    net_of: kit.Ints
    rooms: tuple[Scratch, ...]
    legal: kit.Ints
    logits: kit.Floats
    mask: kit.Bytes


def seat_nets(nets: Mapping[str, Nets], roles: tuple[str, ...], actions: int) -> SeatNets:
    """Return the nets of seats with these roles, from the nets by role."""
    return SeatNets(
        tuple(nets.values()),
        np.array([list(nets).index(role) for role in roles]),
        tuple(make_scratch(net, make_past(net, len(roles))) for net in nets.values()),
        np.zeros(actions, np.int64),
        np.zeros(actions),
        np.zeros(actions, np.int8),
    )


@kit.kernel
def weigh(s: kit.GameState, players: Any, out: kit.Out) -> tuple[int, float]:
    """Write the legal actions of the seat to move and their weights; return their number and the sum."""
    rules.legal(s, out)
    batch.write_mask(players.mask, out)
    rules.observe(s, s.seat, out.row[: out.width], out)
    k = players.net_of[s.seat]
    n = next_logits(
        players.nets[k], 0, out.row, players.mask, s.seat, players.rooms[k], players.legal, players.logits
    )
    return n, to_weights(players.logits, n, 1.0)


@kit.kernel
def forget(players: Any) -> None:
    """Forget what the seats observed last, so that results do not depend on earlier rollouts."""
    for k in range(len(players.rooms)):
        players.rooms[k].memory.counts[:] = 0


@kit.kernel
def play_on(s: kit.GameState, players: Any, key: int, out: kit.Out) -> None:
    """Play a game to its end by the policies."""
    ply = 0
    while not s.over:
        rules.legal(s, out)
        if kit.count_members(out) == 1:
            rules.apply(s, kit.nth_member(out, 0), out)
            continue
        n, total = weigh(s, players, out)
        pick = draw(players.logits, n, (kit.mix(key, ply) >> 32) * UNIT * total)
        rules.apply(s, players.legal[pick], out)
        ply += 1


@kit.entry
def try_actions(
    states: np.ndarray,
    actions: Any,
    key: int,
    first: int,
    last: int,
    players: Any,
    sums: Any,
    bounds: Any,
    outs: np.ndarray,
) -> None:
    """Sum the returns of every action of the seat to move in ``states[0]`` over the worlds [first, last).

    In one world all actions meet the same hidden cards, chance and random numbers, so their differences are less noisy
    than their values. ``bounds`` keeps the least and the greatest return; ``states[1]`` and ``[2]`` are scratch space.
    """
    out, viewer = outs[0], states[0].seat
    for i in range(first, last):
        own = kit.mix(key, i)
        states[1] = states[0]
        rng.seed(states[1].rng, kit.mix(own, 0))
        rules.redeal(states[1], viewer, out)
        forget(players)
        for j in range(actions.shape[0]):
            states[2] = states[1]
            s = states[2]
            rules.apply(s, actions[j], out)
            play_on(s, players, kit.mix(own, 1), out)
            rules.returns(s, out)
            value = np.float64(out.returns[viewer])
            sums[j] += value
            bounds[0], bounds[1] = min(bounds[0], value), max(bounds[1], value)


@kit.entry
def read_policy(states: np.ndarray, players: Any, chances: Any, outs: np.ndarray) -> None:
    """Write the policy of the seat to move in ``states[0]``; 0 for illegal actions."""
    forget(players)
    n, total = weigh(states[0], players, outs[0])
    for a in range(chances.shape[0]):
        chances[a] = 0.0
    for j in range(n):
        chances[players.legal[j]] = players.logits[j] / total
