"""A ladder of levels is trained, measured and chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agents.support import midgame
from throwdown.agents import PolicyAgent
from throwdown.agents.levels import Level, ladder_file, levels, read_ladder
from throwdown.agents.shipped import find_shipped
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.view import View
from throwdown.training import levels as making


def rated(*points: float) -> list[Level]:
    return [Level(0, f"{x:g}", (x, x - 9, x + 9), "trained") for x in points]


def test_the_ladder_takes_the_ends_and_the_most_equal_steps() -> None:
    found = making.choose(rated(0, 7, 80, 100, 104, 190, 260, 300), 4)
    assert [x.rating[0] for x in found] == [0, 100, 190, 300]
    found = making.choose(
        rated(0, 110, 150, 290, 300), 4
    )  # 200 is missing, so that the step before it gives way
    assert [x.rating[0] for x in found] == [0, 110, 150, 300]


def test_no_candidate_is_taken_twice() -> None:
    assert [x.rating[0] for x in making.choose(rated(0, 1, 2, 300), 4)] == [0, 1, 2, 300]
    assert [x.rating[0] for x in making.choose(rated(0, 298, 299, 300), 4)] == [0, 298, 299, 300]


@pytest.mark.parametrize(("span", "count"), [(350, 6), (760, 9), (3000, 10)])
def test_longer_ladders_get_more_levels(span: int, count: int) -> None:
    assert making.count_levels({"coach": rated(0, 9, span), "pilot": rated(-100, span)}) == count


def test_names_are_spread_over_the_ladder() -> None:
    assert making.names(6) == ["First Game", "Novice", "Regular", "Veteran", "Expert", "Master"]
    assert making.names(10) == list(making.NAMES)


def test_too_few_candidates_are_refused() -> None:
    with pytest.raises(InvalidConfig, match="needs as many candidates, not 3"):
        making.choose(rated(1, 2, 3), 4)


@pytest.mark.parametrize("how", ["--search 2", "--copy --trial 3", "--by returns"])
def test_a_ladder_from_training_to_file(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("throwdown.agents.levels", "throwdown.training.levels"):
        monkeypatch.setattr(f"{module}.ladder_file", lambda game, scenario: tmp_path / f"{scenario}.json")
    monkeypatch.setattr(making, "KEPT", (1, 800, 1600))
    monkeypatch.setattr(making, "SMALL", making.SMALL | {"rows": 16, "hidden": [8, 8]})
    monkeypatch.setattr("sys.argv", ["levels", "duel", "--deals", "4", "--workers", "1", *how.split()])
    of_others = {"duel-2v2-coach-800.npz", "duel-coach.npz"}
    for name in (*of_others, "duel-pilot-8123.npz"):  # the last one of a ladder before
        (tmp_path / name).touch()
    making.main()
    setup = make_setup("throwdown-v0", "duel")
    assert read_ladder(setup)["rules"] == setup.game.rules_version
    assert read_ladder(setup)["command"].endswith(f"--deals 4 --seed 1 --steps 300000 {how}")
    for role in ("coach", "pilot"):
        found = levels(setup, role)
        assert [x.name for x in found] == making.names(len(found)) and len(found) >= making.FEWEST
        assert sorted(found, key=lambda x: x.rating[0]) == found
        own = [x for x in found if x.learnt]
        assert own and all((tmp_path / x.policy).is_file() for x in own)
        assert [x.agent(setup, role).bind(setup).name for x in own] == [x.name for x in own]
    used = {x.policy for role in ("coach", "pilot") for x in levels(setup, role)}
    assert {file.name for file in tmp_path.glob("*.npz")} == used - {"trained"} | of_others


def test_a_stop_before_the_file_is_written_leaves_the_ladder_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tmp_path / "duel-pilot-8123.npz"
    before.touch()

    def stop(file: Path, text: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(making, "write_file", stop)
    with pytest.raises(KeyboardInterrupt):
        making.write_ladder(tmp_path / "duel.json", {"roles": {"coach": [], "pilot": []}})
    assert before.exists()


def test_candidates_meet_in_any_number_of_processes(
    loopback: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("throwdown.evaluation.plan.WORTH", 0.0)
    setup = make_setup("throwdown-v0", "duel")
    pools = {role: list(making.candidates(role, {}, "2")) for role in ("coach", "pilot")}
    one, two = (making.measure(setup, pools, 4, 1, "wins", n)[0] for n in (1, 2))
    assert one == two and loopback == [2]


def test_a_net_is_kept_once_however_many_marks_a_turn_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "KEPT", (1, 2, 3))
    monkeypatch.setattr(making, "SMALL", making.SMALL | {"rows": 16, "hidden": [8, 8]})
    kept = making.kept_policies(making.LadderPlan("throwdown-v0", "duel", steps=10), tmp_path)
    (decisions,) = kept
    assert decisions > 16  # those of a whole turn, not of the mark
    assert {f.name for f in kept[decisions].values()} == {f.name for f in tmp_path.glob("*.npz")}


def test_a_copy_learns_what_the_policy_that_ships_would_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After as many decisions it plays more like that policy than a net that learns by itself does."""
    monkeypatch.setattr(making, "KEPT", (20_000,))
    setup = make_setup("throwdown-v0", "duel")
    step = midgame(setup, 256, plies=6)
    mine = step.seats == 1
    view = View.of(step.observations[mine], step.masks[mine])
    aims = PolicyAgent(find_shipped(setup, "pilot")).probabilities(view)
    near = []
    for is_copy in (False, True):
        kept = making.kept_policies(
            making.LadderPlan("throwdown-v0", "duel", copy=is_copy), tmp_path / str(is_copy)
        )
        (files,) = kept.values()
        near.append((PolicyAgent(files["pilot"]).probabilities(view) * aims).sum(axis=1).mean())
    assert near[1] > near[0] + 0.05


def test_where_ladders_lie() -> None:
    assert ladder_file("throwdown-v0", "duel").parts[-3:] == ("throwdown-v0", "levels", "duel.json")
