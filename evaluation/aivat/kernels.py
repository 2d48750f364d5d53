"""Linear values of states from all seats' observations, and expected values over actions."""

from typing import Any

from throwdown.envs.core import batch, calls as rules
from throwdown.envs.core.kit import GameState, Out, entry, kernel, mix

ELSEWHERE = 0xA1BA7
"""Separates the samples of chance from the game's own chance."""


@kernel
def worth(s: GameState, weights: Any, bias: float, me: int, out: Out) -> float:
    """Return a seat's estimated return; the actual return where the game is over."""
    if s.over:
        rules.returns(s, out)
        return float(out.returns[me])
    total = bias
    for seat in range(weights.shape[0]):
        rules.observe(s, seat, out.row[: out.width], out)
        for j in range(weights.shape[1]):
            total += weights[seat, j] * out.row[j]
    return total


@entry
def worth_of(states: Any, which: Any, weights: Any, bias: float, me: int, values: Any, outs: Any) -> None:
    """Write the values of the states in ``which`` (bool, shape (n,))."""
    for i in range(states.shape[0]):
        if which[i]:
            values[i] = worth(states[i], weights, bias, me, outs[0])


@kernel
def after(
    room: Any,
    states: Any,
    i: int,
    action: int,
    key: int,
    samples: int,
    weights: Any,
    bias: float,
    me: int,
    out: Out,
) -> float:
    """Return the value of state ``i`` after an action: exact, or the mean over ``samples`` of chance."""
    room[0] = states[i]
    s = room[0]
    s.rng.scripted, s.rng.at, s.rng.asked = 1, 0, 0  # an empty script detects whether chance is drawn at all
    rules.apply(s, action, out)
    if s.rng.asked == 0:
        return worth(s, weights, bias, me, out)
    total = 0.0
    for k in range(samples):
        room[0] = states[i]
        s = room[0]
        s.rng.key = mix(key, k)
        rules.apply(s, action, out)
        total += worth(s, weights, bias, me, out)
    return total / samples


@entry
def expect(
    room: Any,
    states: Any,
    which: Any,
    chances: Any,
    turn: int,
    samples: int,
    weights: Any,
    bias: float,
    me: int,
    means: Any,
    outs: Any,
) -> None:
    """Write the expected values of the states in ``which`` after actions with these probabilities (n, actions).

    ``room`` holds one state to work in. The samples of chance depend on the deal, the turn and the action, so two
    games on one deal share them as long as they are the same.
    """
    out = outs[0]
    out.count = 0
    for i in range(states.shape[0]):
        if not which[i]:
            continue
        mass, total = 0.0, 0.0
        for a in range(chances.shape[1]):
            if chances[i, a] > 0.0:
                own = mix(mix(mix(states[i].rng.key, ELSEWHERE), turn), a)
                mass += chances[i, a]
                total += chances[i, a] * after(room, states, i, a, own, samples, weights, bias, me, out)
        means[i] = total / mass


@entry
def deal_worth(room: Any, keys: Any, weights: Any, bias: float, me: int, outs: Any) -> float:
    """Return the mean value of fresh deals; ``room`` holds the configuration and a state to work in."""
    total = 0.0
    for i in range(keys.shape[0]):
        room[1] = room[0]
        batch.start(room[1], keys[i], outs[0])
        total += worth(room[1], weights, bias, me, outs[0])
    return float(total / keys.shape[0])
