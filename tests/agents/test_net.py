from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from tests.agents.support import midgame, setup_of
from throwdown.agents.net import RUN, Net, Nets, follow, make_past, outputs, probabilities, sample, stack
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.jit import IS_COMPILED

N = 200 if IS_COMPILED else 8
WIDTH, ACTIONS = 40, 30


def make_net(seed: int, sizes: tuple[int, ...], activation: str = "tanh", scaled: bool = False) -> Net:
    rng = np.random.default_rng(seed)
    weights = tuple(rng.normal(0, 0.4, (b, a)).astype(np.float32) for a, b in pairwise(sizes))
    biases = tuple(rng.normal(0, 0.4, b).astype(np.float32) for b in sizes[1:])
    return Net(weights, biases, activation, rng.random(sizes[0]).astype(np.float32) if scaled else None)


def make_rows(seed: int = 0, n: int = N) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    rows = (rng.integers(-3, 9, (n, WIDTH)) * (rng.random((n, WIDTH)) < 0.3)).astype(np.int8)
    masks = (rng.random((n, ACTIONS)) < 0.2).astype(np.int8)
    masks[np.arange(n), rng.integers(0, ACTIONS, n)] = 1
    return rows, masks


def plain(net: Net, row: np.ndarray) -> np.ndarray:
    """Evaluate a net the ordinary way."""
    x = row.astype(np.float64) * (1.0 if net.scale is None else net.scale)
    for k, (w, b) in enumerate(zip(net.weights, net.biases)):
        x = w @ x + b
        if k < len(net.weights) - 1:
            x = np.tanh(x) if net.activation == "tanh" else np.maximum(x, 0)
    return x


def softmax(logits: np.ndarray, mask: np.ndarray, temperature: float = 1.0) -> np.ndarray:
    weights = np.exp((logits - logits[mask == 1].max()) / temperature) * mask
    return weights / weights.sum()


@pytest.mark.parametrize("hidden", [(7,), (64, 64), (13, 6, 5)])
@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_probabilities_are_the_masked_softmax(hidden: tuple[int, ...], activation: str) -> None:
    nets = [make_net(k, (WIDTH, *hidden, ACTIONS), activation, scaled=k == 1) for k in range(3)]
    rows, masks = make_rows()
    which = np.arange(N) % 3
    for temperature in (1.0, 2.5):
        got = probabilities(stack(nets), which, rows, masks, temperature)
        want = [softmax(plain(nets[k], r), m, temperature) for k, r, m in zip(which, rows, masks)]
        np.testing.assert_allclose(got, want, atol=2e-5)


def test_temperature_zero_takes_the_largest_legal_logit() -> None:
    net = make_net(0, (WIDTH, 16, ACTIONS))
    rows, masks = make_rows()
    actions = sample(
        stack([net]), np.zeros(N, np.int64), rows, masks, np.random.default_rng(0).random(N), 0.0
    )
    want = [np.where(m == 1, plain(net, r), -np.inf).argmax() for r, m in zip(rows, masks)]
    assert actions.tolist() == want


def test_samples_follow_the_probabilities() -> None:
    nets = stack([make_net(0, (WIDTH, 16, ACTIONS))])
    rows, masks = make_rows(n=1)
    n = 4000 if IS_COMPILED else 200
    many = (np.repeat(rows, n, 0), np.repeat(masks, n, 0))
    which = np.zeros(n, np.int64)
    actions = sample(nets, which, *many, (np.arange(n) + 0.5) / n)
    share = np.bincount(actions, minlength=ACTIONS) / n
    np.testing.assert_allclose(share, probabilities(nets, which[:1], rows, masks)[0], atol=2 / n)


@pytest.mark.parametrize("hidden", [(7,), (64, 64)])
def test_rows_that_follow_each_other_are_sampled_alike(hidden: tuple[int, ...]) -> None:
    """And how likely the actions were is told, in whatever batches the rows come."""
    nets = stack([make_net(k, (WIDTH, *hidden, ACTIONS), "relu") for k in range(2)])
    rows, masks = make_rows(n=6)
    rng, which, half = np.random.default_rng(0), np.arange(6) % 2, np.array([4, 1, 2])
    places, rest = np.array([5, 1, 2, 7, 3, 0]), np.array([0, 3, 5])
    memories = [make_past(nets, 8) for _ in range(2)]
    for _ in range(2 * RUN + 3):
        some = rng.integers(0, WIDTH, 2)
        rows[:, some] = rng.integers(-3, 9, (6, 2))
        given = rows, masks, rng.random(6)
        actions, found = follow(nets, which, places, memories[0], *given)
        assert actions.tolist() == sample(nets, which, *given).tolist()
        chances = probabilities(nets, which, rows, masks)[np.arange(6), actions]
        np.testing.assert_allclose(found, np.log(chances), rtol=1e-5, atol=1e-4)
        for part in (half, rest):
            again = follow(nets, which[part], places[part], memories[1], *(x[part] for x in given))
            assert again[0].tolist() == actions[part].tolist() and (again[1] == found[part]).all()


def test_extreme_draws_and_empty_rows() -> None:
    nets = stack([make_net(0, (WIDTH, 16, ACTIONS))])
    rows, masks = make_rows(n=3)
    masks[2] = 0
    for u in (0.0, np.nextafter(1.0, 0.0)):
        actions = sample(nets, np.zeros(3, np.int64), rows, masks, np.full(3, u))
        assert masks[0, actions[0]] == masks[1, actions[1]] == 1
        assert actions[2] == -1


def test_outputs_reads_every_unit_of_the_last_layer() -> None:
    net = make_net(2, (WIDTH, 16, 1))
    rows, _ = make_rows()
    want = [plain(net, r) for r in rows]
    np.testing.assert_allclose(outputs(stack([net]), np.zeros(N, np.int64), rows), want, atol=1e-4)


def test_a_row_of_the_stack_can_be_replaced() -> None:
    old, new = (make_net(k, (WIDTH, 16, ACTIONS)) for k in range(2))
    nets = stack([old, old])
    nets.flat[1] = new.flat()
    rows, masks = make_rows()
    ones = np.ones(N, np.int64)
    np.testing.assert_array_equal(
        probabilities(nets, ones, rows, masks), probabilities(stack([new]), ones - 1, rows, masks)
    )


def test_it_plays_the_real_game_legally() -> None:
    setup = setup_of("duel")
    step = midgame(setup, N)
    nets = stack([make_net(k, (setup.width, 64, 64, setup.game.actions.n)) for k in range(2)])
    actions = sample(
        nets, np.arange(N) % 2, step.observations, step.masks, np.random.default_rng(0).random(N)
    )
    assert (step.masks[np.arange(N), actions] == 1).all()


def test_what_does_not_fit_is_refused() -> None:
    net = make_net(0, (WIDTH, 16, ACTIONS))
    nets = stack([net])
    rows, masks = make_rows(n=2)
    zeros = np.zeros(2, np.int64)

    def refused(match: str, nets: Nets, *rest: np.ndarray) -> None:
        with pytest.raises(InvalidConfig, match=match):
            probabilities(nets, *rest)

    refused("reads 40 numbers", nets, zeros, rows[:, :30], masks)
    refused("reads 40 numbers", nets, zeros, rows, masks[:, :9])
    refused("name one of 1 nets", nets, zeros + 1, rows, masks)
    refused("name one of 1 nets", nets, zeros[:1], rows, masks)
    with pytest.raises(InvalidConfig, match="one shape"):
        stack([net, make_net(0, (WIDTH, 8, ACTIONS))])
    with pytest.raises(InvalidConfig, match="did you mean 'tanh'"):
        make_net(0, (WIDTH, 16, ACTIONS), "tahn")
    with pytest.raises(InvalidConfig, match="fit together"):
        Net(net.weights, net.biases[::-1])
