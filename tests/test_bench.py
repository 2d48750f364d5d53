"""The harness of the benchmarks takes turns and summarises rounds, by a clock that only the work moves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import cycle

import numpy as np
import pytest

from tests.support import ROOT
from throwdown.benchmarks import learner, peers, run
from throwdown.benchmarks.harness import Group, Job, Measure, as_data, measure, number, table
from throwdown.benchmarks.run import all_groups


class Machine:
    """Does fake work: each run of a measure takes the next of its seconds, stretched by how slow its round is."""

    def __init__(self, slowness: Sequence[float] = (1, 1, 1)) -> None:
        self.now, self.log, self.slowness = 0.0, [], slowness

    def clock(self) -> float:
        return self.now

    def job(self, name: str, seconds: Sequence[float], count: float, facts: dict[str, float]) -> Job:
        runs = iter(range(len(seconds)))

        def run() -> float:
            k = next(runs)
            self.log.append(name)
            self.now += seconds[k] * self.slowness[k]
            return count

        self.now += 1000  # preparing takes long and is nobody's business
        return Job(run, facts)

    def measure(
        self,
        name: str,
        seconds: Sequence[float],
        count: float = 60,
        is_warmed: bool = False,
        **changes: object,
    ) -> Measure:
        about = {"what": f"the {name}", "unit": "turns/s", "is_warmed": is_warmed} | changes
        facts = {"size": 7.0}
        return Measure(name, setup=lambda: self.job(name, seconds, count, facts), **about)  # type: ignore[arg-type]


def pair(machine: Machine) -> Group:
    return (
        machine.measure("peer", (2, 2, 2), short="theirs"),
        machine.measure("ours", (1, 1, 0.5), peer="peer"),
    )


def test_measures_take_turns():
    machine = Machine()
    measure([pair(machine), [machine.measure("other", (1, 1, 1))]], 3, clock=machine.clock)
    assert machine.log == ["peer", "ours"] * 3 + ["other"] * 3


def test_rates_are_counts_by_the_clock_without_the_preparation():
    machine = Machine()
    found = measure([pair(machine)], 3, clock=machine.clock)
    assert found["peer"].rates == [30, 30, 30]
    assert found["ours"].rates == [60, 60, 120]
    assert found["ours"].figure == (60, 60, 120)


def test_ratio_is_taken_within_a_round():
    # Rounds differ tenfold in speed and the ratio is 2, 2, 4 in them; ratios across rounds would reach 40.
    machine = Machine(slowness=(1, 10, 3))
    found = measure([pair(machine)], 3, clock=machine.clock)
    assert found["ours"].ratio(found["peer"]) == pytest.approx((2, 2, 4))
    assert found["ours"].figure == pytest.approx((40, 6, 60))
    assert found["peer"].figure == pytest.approx((10, 3, 30))


def test_median_is_no_mean():
    machine = Machine(slowness=[1] * 5)
    found = measure([[machine.measure("odd", (1, 60, 2, 3, 30))]], 5, clock=machine.clock)
    assert found["odd"].figure == (20, 1, 60)


def test_times_are_those_of_one_count():
    machine = Machine()
    group = [machine.measure("s", (6, 12, 3), unit="s"), machine.measure("ms", (6, 12, 3), unit="ms")]
    found = measure([group], 3, clock=machine.clock)
    assert found["s"].figure == pytest.approx((0.1, 0.05, 0.2))
    assert found["ms"].figure == pytest.approx((100, 50, 200))


def test_first_run_may_go_uncounted():
    machine = Machine(slowness=[1] * 4)
    group = [machine.measure("warm", (99, 1, 1, 1), is_warmed=True), machine.measure("cold", (1, 1, 1))]
    found = measure([group], 3, clock=machine.clock)
    assert machine.log == ["warm"] + ["warm", "cold"] * 3
    assert found["warm"].seconds == [1, 1, 1]


def test_long_measures_may_have_fewer_rounds():
    machine, told = Machine(), []
    group = [machine.measure("long", (5,), at_most=1, cost=10), machine.measure("brief", (1, 1, 1))]
    found = measure([group], 3, lambda *share: told.append(share), machine.clock)
    assert machine.log == ["long", "brief", "brief", "brief"]
    assert [len(found[name].seconds) for name in ("long", "brief")] == [1, 3]
    assert told == [(10, 13), (11, 13), (12, 13), (13, 13)]


def test_table_shows_median_spread_ratio_and_rounds():
    machine = Machine(slowness=(1, 10, 3))
    found = measure(
        [pair(machine), [machine.measure("big", (60,), what="{size:.0f} of them", unit="s", at_most=1)]],
        3,
        clock=machine.clock,
    )
    assert table(found).splitlines()[2:] == [
        "| the peer | 10.0 (3.00 … 30.0) turns/s | 1 (the peer) | 3 |",
        "| the ours | 40.0 (6.00 … 60.0) turns/s | 2.00 (2.00 … 4.00) x theirs | 3 |",
        "| 7 of them | 1.00 (1.00 … 1.00) s |  | 1 |",
    ]


def test_without_its_peer_a_measure_has_no_ratio():
    machine = Machine()
    found = measure([[machine.measure("ours", (1, 1, 1), peer="absent")]], 3, clock=machine.clock)
    assert "ratio" not in as_data(found)["ours"]
    assert table(found).endswith("|  | 3 |")


def test_results_hold_every_round():
    machine = Machine()
    data = json.loads(json.dumps(as_data(measure([pair(machine)], 3, clock=machine.clock))))
    assert data["ours"]["seconds"] == [1, 1, 0.5] and data["ours"]["counts"] == [60, 60, 60]
    assert data["ours"]["ratio"] == {"median": 2, "low": 2, "high": 4}
    assert data["peer"]["facts"] == {"size": 7}


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (1234567.8, "1,234,568"),
        (45.678, "45.7"),
        (4.5678, "4.57"),
        (0.12345, "0.123"),
        (0.012345, "0.0123"),
        (0.0012345, "0.00123"),
    ],
)
def test_numbers(x, text):
    assert number(x) == text


@pytest.mark.parametrize("is_quick", [False, True])
def test_peers_are_in_the_group_of_what_is_compared_with_them(is_quick):
    groups = all_groups(is_quick)
    names = [m.name for group in groups for m in group]
    assert len(names) == len(set(names)) and {"batch_duel", "peer_wrapped", "first_start"} <= set(names)
    for group in groups:
        before: set[str] = set()
        for m in group:
            before.add(m.name)
            if m.peer in names:
                assert m.peer in before, f"{m.name} is compared with {m.peer}"


def test_learning_and_turns_are_compared_with_plain_torch():
    pytest.importorskip("sb3_contrib")
    compared = {m.name: m.peer for group in all_groups(True) for m in group}
    for what in ("learn", "turn"):
        for scenario in ("duel", "trio"):
            name = f"{what}_throwdown-v0/{scenario}"
            assert compared[f"{name}_auto"] == f"{name}_torch" and compared[f"{name}_torch"] == ""


def test_strength_is_compared_by_mark_and_measure(monkeypatch, torch):
    """As far as rounding, plain torch and the kernels are one learner in so short a run."""
    marks = {"throwdown-v0/mini": (0, 2500), "throwdown-v0/small": (100,)}
    for name, value in (("MARKS", marks), ("SEEDS", (1, 2)), ("DEALS", 20)):
        monkeypatch.setattr(learner, name, value)
    rows = learner.compare_strengths()
    head = {"place": "throwdown-v0/mini", "decisions": 2500, "measure": "exploitability"}
    assert rows[1].items() >= head.items() and [row["decisions"] for row in rows] == [0, 2500, 100, 100]
    assert {row["measure"] for row in rows[2:]} == {"coach_against_heuristic", "pilot_against_heuristic"}
    assert all(row["auto"] == pytest.approx(row["torch"], abs=1e-3) for row in rows)
    assert all(row["medium"] == pytest.approx(row["torch"], abs=0.05) for row in rows)
    before, after = (row["torch"] for row in rows[:2])
    assert max(after) < min(before) and after[0] != after[1]
    told = learner.strength_table(rows).splitlines()
    heads = (f"{name}, seeds 1 to 2" for name in learner.KINDS.values())
    assert told[0] == f"| game | decisions | measure | {' | '.join(heads)} |"
    one, two = (f"{x:.3f}" for x in rows[3]["medium"])
    assert told[5].startswith("| `small` | 100 | pilot against heuristic | ")
    assert told[5].endswith(f" | {one}, {two} |")


@pytest.mark.parametrize(("deals_apart", "turns"), [(False, 2 * 5), (True, 2 * 5 * 3 / 4)])
def test_a_step_that_only_deals_is_no_turn(deals_apart, turns):
    # Two rows in which every fourth step ends a game: of four turns, or of three and a deal.
    ends = cycle([[False, False], [True, False], [False, False], [False, True]])
    job = peers.stepped_job(lambda: np.array(next(ends)), 2, 5, deals_apart)
    assert job.facts == {"length": 3 if deals_apart else 4}
    assert job.run() == turns


def test_peers_that_are_not_installed_are_left_out_and_named(monkeypatch, tmp_path):
    monkeypatch.setattr(peers, "find_spec", lambda module: object() if module == "pgx" else None)
    names = [m.name for group in peers.peer_groups(True) for m in group]
    assert names == [
        *("kuhn_own", "kuhn_pgx_1024", "kuhn_pgx_8192"),
        *("leduc_own", "leduc_pgx_1024", "leduc_pgx_8192"),
        *("mahjong_own", "mahjong_pgx_1024"),
    ]
    monkeypatch.setattr(run, "all_groups", lambda is_quick: [pair(Machine())])
    _, text = run.main(tmp_path, is_quick=True)
    assert "Not installed, so not measured: EnvPool, OpenSpiel." in text


@pytest.mark.parametrize("name", ["envpool", "pgx_1024", "trajectories", "vector"])
def test_peers_play_the_same_kuhn_poker(name):
    # At random, half of the games begin with a bet and a quarter with two checks: two turns; the others have three.
    found = [m for m in peers.group_of(peers.KUHN, 100) if m.name == f"kuhn_{name}"]
    if not found:
        pytest.skip("not installed")
    job = found[0].setup()
    assert job.facts["length"] == pytest.approx(2.25, abs=0.05)
    assert job.run() > 0


def test_results_kept_can_be_read() -> None:
    files = sorted((ROOT / "benchmarks").rglob("*.json"))
    assert len(files) > 50
    for file in files:
        assert json.loads(file.read_text()) is not None, file
