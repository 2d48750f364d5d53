"""The table's rows and columns: which games, which algorithms with which settings, and what that takes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

from throwdown.envs.core.kit import InvalidConfig, did_you_mean
from throwdown.training.presets import EXPLOITER

Kind = Literal["agent", "solver", "ppo", "maskable-ppo", "nfsp", "psro", "spiel"]


@dataclass(frozen=True)
class Arena:
    """A game and a scenario.

    Attributes:
        game: the game's id.
        scenario: the scenario's name.
        decisions: by default, the number to learn from in a run.
        is_exact: whether its tree is small enough for the exact exploitability.
        solves: whether CFR on its tree is a matter of minutes.
    """

    game: str
    scenario: str
    decisions: int
    is_exact: bool = False
    solves: bool = False


ARENAS = (
    Arena("kuhn-v0", "standard", 2_000_000, True, True),
    Arena("leduc-v0", "standard", 10_000_000, True, True),
    Arena("throwdown-v0", "mini", 10_000_000, True, True),
    Arena("pile-v0", "mini", 2_000_000, True, True),
    Arena("gambit-v0", "mini", 10_000_000, True, True),
    Arena("session-v0", "mini", 20_000_000),  # more than 40 million histories
    Arena("challenge-v0", "mini", 10_000_000, True, True),
    Arena("skirmish-v0", "mini", 20_000_000, True),
    Arena("showdown-v0", "mini", 20_000_000, True),
    Arena("throwdown-v0", "duel", 50_000_000),
    Arena("throwdown-v0", "trio", 50_000_000),
    Arena("pile-v0", "trio", 50_000_000),
    Arena("gambit-v0", "trio", 50_000_000),
    Arena("session-v0", "trio", 50_000_000),
    Arena("challenge-v0", "duel", 50_000_000),
    Arena("challenge-v0", "scene", 50_000_000),
    Arena("skirmish-v0", "skirmish", 50_000_000),
    Arena("showdown-v0", "showdown", 50_000_000),
)
"""The minis of the nine games, then their main scenarios, as in the suite; Kuhn and Leduc poker are both in one."""


@dataclass(frozen=True)
class Algorithm:
    """A row of the table.

    Attributes:
        kind: how its players are made, see `making`.
        candidates: its settings. If there are several, each is tried with a tenth of the decisions, and the best is
            taken for the runs: by exploitability where it is exact, else by the return over the usual opponent.
        source: where the settings are from.
        speed: decisions a second on a core, for estimates where no run tells: measured on `duel` of `throwdown-v0`,
            those of OpenSpiel on Kuhn poker. Games with more to see take up to three times as long.
    """

    kind: Kind
    candidates: tuple[dict[str, Any], ...]
    source: str
    speed: float = 0.0

    @property
    def learns(self) -> bool:
        """Whether it learns, so that seeds differ."""
        return self.kind not in ("agent", "solver")


def grid(**axes: Sequence[Any]) -> tuple[dict[str, Any], ...]:
    """Return all combinations of values."""
    return tuple(dict(zip(axes, values)) for values in product(*axes.values()))


PLAIN = {"reverse_kl": 0.0, "magnet": 0.0, "barrier": 0.0, "ema": 0.0}
SMALL_RATES = {"rl_learning_rate": 1e-3, "sl_learning_rate": 1e-3}
STOCK = {"gamma": 1.0, "hidden": [128, 128], "eval_every": 0}
RATES = ({"optimizer": "sgd", "value_rate": 0.1, "policy_rate": 0.005},) + grid(
    optimizer=["adam"], value_rate=[1e-3, 5e-3], policy_rate=[1e-3, 5e-3]
)
PSRO: dict[str, Any] = {
    **{name: value for name, value in EXPLOITER.items() if name not in ("hidden", "ema")},
    "mix": {"latest": 0.0, "snapshots": 1.0},
    "snapshot_every": 1 << 30,
    "ema": 0.0,
}
"""Settings of our exploiters, whose task is an oracle's, with nets of the default size, and snapshots as opponents."""
OPENSPIEL_NFSP: dict[str, Any] = {
    "hidden_layers_sizes": [128],
    "reservoir_buffer_capacity": 2_000_000,
    "replay_buffer_capacity": 200_000,
    "anticipatory_param": 0.1,
    "rl_learning_rate": 0.01,
    "sl_learning_rate": 0.01,
    "epsilon_start": 0.06,
    "epsilon_end": 0.001,
}
"""OpenSpiel's defaults, with the article's memories and exploration in place of 10,000 decisions and 1 to .1."""
OPENSPIEL_DEEP_CFR: dict[str, Any] = {
    "policy_network_layers": (64, 64),
    "advantage_network_layers": (64, 64),
    "num_traversals": 100,
    "learning_rate": 1e-3,
    "batch_size_advantage": 512,
    "batch_size_strategy": 512,
    "policy_network_train_steps": 5000,
    "advantage_network_train_steps": 300,
    "memory_capacity": 1_000_000,
}
"""Nets of 64 units, as in the article, and batches: without them this release reads memory that was never written."""

ALGORITHMS: dict[str, Algorithm] = {
    "random": Algorithm("agent", ({"agent": "random"},), "uniform over legal actions"),
    "heuristic": Algorithm("agent", ({"agent": "heuristic"},), "the package's rule-based agent"),
    "ismcts-1000": Algorithm(
        "agent", ({"agent": "ismcts:1000"},), "ISMCTS (Cowling et al. 2012), 1,000 simulations"
    ),
    "ismcts-10000": Algorithm("agent", ({"agent": "ismcts:10000"},), "the same with 10,000"),
    "self-play": Algorithm(
        "ppo",
        tuple(
            PLAIN | {"entropy": x["entropy"], "entropy_end": x["entropy"], "learning_rate": x["rate"]}
            for x in grid(entropy=[0.0, 0.01], rate=[2e-3, 5e-4])
        ),
        "PPO (Schulman et al. 2017) in self-play by our learner, without magnet, reverse KL, barrier, averaging",
        100_000,
    ),
    "maskable-ppo": Algorithm(
        "maskable-ppo",
        tuple(
            STOCK | settings
            for size in (
                {"rows": 64, "n_steps": 32, "batch_size": 64},
                {"rows": 64, "n_steps": 256, "batch_size": 512},
            )
            for x in grid(learning_rate=[3e-4, 1e-3], entropy=[0.0, 0.01, 0.05])
            for settings in [size | x]
        ),
        "sb3-contrib's MaskablePPO in self-play, its defaults but for gamma 1, nets of 128-128 and the search",
        1_000,
    ),
    "nfsp": Algorithm(
        "nfsp",
        RATES,
        "NFSP (Heinrich and Silver 2016), its settings for Leduc poker but for the search over optimizers",
        15_000,
    ),
    "psro": Algorithm(
        "psro",
        tuple(
            PSRO | {"pool_size": x["oracles"] + 1, "epochs": x["epochs"]} | small
            for x in grid(oracles=[8, 16], epochs=[1, 4])
            for small in [{"rows": 256, "batch_size": 256}]
        ),
        "PSRO (Lanctot et al. 2017): Nash equilibria of the populations, PPO oracles with our exploiters' settings",
        32_000,
    ),
    "ours": Algorithm(
        "ppo",
        ({},),
        "`throwdown train` with the preset that it chooses; presets were tuned on earlier ablations",
        100_000,
    ),
    "cfr+": Algorithm("solver", ({"method": "cfr+", "iterations": 2000},), "CFR+ (Tammelin 2014)"),
    "dcfr": Algorithm("solver", ({"method": "dcfr", "iterations": 2000},), "DCFR (Brown and Sandholm 2019)"),
    "openspiel-nfsp": Algorithm(
        "spiel",
        tuple({"name": "nfsp", **OPENSPIEL_NFSP, **x} for x in ({}, {"optimizer_str": "adam"} | SMALL_RATES)),
        "OpenSpiel's NFSP: its defaults with the article's memories",
        5_000,
    ),
    "openspiel-deep-cfr": Algorithm(
        "spiel",
        ({"name": "deep_cfr", **OPENSPIEL_DEEP_CFR},),
        "OpenSpiel's Deep CFR (Brown et al. 2019), nets of 64-64",
        1_000,
    ),
}
ON_TREES = ("cfr+", "dcfr", "openspiel-nfsp", "openspiel-deep-cfr")
"""The algorithms that need a small tree."""
SEEDS = range(1, 6)
TRIAL = 10
"""The part of the decisions that a trial of settings has: one of so many."""


def name_of(game: str, scenario: str, algorithm: str, end: int | str) -> str:
    """Return the name of a run's file and folder; it ends in the seed or the trial."""
    return f"{game}.{scenario}.{algorithm}.{end}"


@dataclass(frozen=True)
class TableRun:
    """A run: what one process does at a time.

    Attributes:
        arena: where.
        algorithm: what.
        seed: of everything random; 0 for what does not learn, and for trials.
        decisions: to learn from.
        trial: the index of the settings on trial; None: the run is one of the table.
    """

    arena: Arena
    algorithm: str
    seed: int
    decisions: int
    trial: int | None = None

    @property
    def name(self) -> str:
        """The name of its file and of its folder."""
        end = self.seed if self.trial is None else f"trial-{self.trial}"
        return name_of(self.arena.game, self.arena.scenario, self.algorithm, end)


def arenas(game: str | None = None, scenario: str | None = None) -> list[Arena]:
    """Return the arenas of a game or a scenario, or all.

    Raises:
        InvalidConfig: there is none.
    """
    mine = [x for x in ARENAS if game in (None, x.game)]
    if not mine:
        known = list(dict.fromkeys(x.game for x in ARENAS))
        raise InvalidConfig(
            f"'{game}' is not a game of the table{did_you_mean(game or '', known)}; it has {', '.join(known)}."
        )
    found = [x for x in mine if scenario in (None, x.scenario)]
    if not found:
        known = list(dict.fromkeys(x.scenario for x in mine))
        raise InvalidConfig(
            f"'{scenario}' is not a scenario of the table{did_you_mean(scenario or '', known)}; it has "
            f"{', '.join(known)}."
        )
    return found


def check_algorithms(names: Iterable[str]) -> None:
    """Raise `InvalidConfig` for a name that is no row of the table."""
    for name in names:
        if name not in ALGORITHMS:
            raise InvalidConfig(
                f"'{name}' is not an algorithm of the table{did_you_mean(name, ALGORITHMS)}; it has "
                f"{', '.join(ALGORITHMS)}."
            )


def fits(arena: Arena, algorithm: str) -> bool:
    """Return whether an algorithm has a row in an arena."""
    if algorithm == "heuristic" and arena.game in ("kuhn-v0", "leduc-v0"):
        return False
    return arena.solves or algorithm not in ON_TREES


def jobs_of(
    places: Sequence[Arena], algorithms: Sequence[str], seeds: Sequence[int], decisions: int | None
) -> Iterator[tuple[list[TableRun], list[TableRun]]]:
    """Yield, by arena and algorithm, the trials of settings and the runs; there are no trials of a single choice."""
    for arena in places:
        n = decisions or arena.decisions
        for name in algorithms:
            algorithm = ALGORITHMS[name]
            if not fits(arena, name):
                continue
            runs = (
                [TableRun(arena, name, seed, n) for seed in seeds]
                if algorithm.learns
                else [TableRun(arena, name, 0, n)]
            )
            count = len(algorithm.candidates)
            small = max(1, n // TRIAL)
            yield [TableRun(arena, name, 0, small, k) for k in range(count)] if count > 1 else [], runs
