"""The suite: the figures are those of plain cross-plays, they are pinned, and a stopped run goes on."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support import ROOT
from throwdown.agents import shipped
from throwdown.agents.code import CodeAgent
from throwdown.agents.levels import levels
from throwdown.envs.core.errors import InvalidConfig, InvalidRecord
from throwdown.envs.core.names import Typed
from throwdown.envs.registry import make_setup
from throwdown.evaluation import runs, suite
from throwdown.evaluation.aivat import fit, fit_baseline
from throwdown.evaluation.plan import Part, Plan, Unit
from throwdown.evaluation.report.suite_report import leaderboard, sections, write_report
from throwdown.evaluation.statistics import Interval
from throwdown.evaluation.suite import Fixture, Post, assign, files_of, play_suite, posts
from throwdown.evaluation.suite_results import Suite, common, difference, mean_of, read_suite

KUHN = Fixture("kuhn-v0", "standard", 40, 2)
FIXTURES = suite.FIXTURES
DUEL = Fixture("throwdown-v0", "duel", 20)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play few games of Kuhn poker, with a quick fit."""
    monkeypatch.setattr(suite, "FIXTURES", (KUHN,))
    monkeypatch.setattr(suite, "fit_baseline", partial(fit_baseline, games=100))
    monkeypatch.setattr(fit, "DEALS", 500)
    suite.baseline_of.cache_clear()


def plain(found: Suite) -> list[dict[str, Any]]:
    """Return the figures without the time of a decision."""
    return [line.model_dump(exclude={"seconds"}) for line in found.lines]


def test_the_figures_are_those_of_a_cross_play(tmp_path: Path) -> None:
    found = play_suite(["random"], tmp_path, "")
    assert [line.side for line in found.lines] == ["first", "second"] and not found.left_out
    for line, post in zip(found.lines, posts()):
        recipe = post.recipe("random")
        cross = runs.run(recipe, workers=1, fit=lambda plan: suite.baseline_of("kuhn-v0", "standard"))
        (mean,), (wins,) = cross.means[0], cross.win_rates[0]
        if post.side == "first":
            mean, wins = mean.flipped(), Interval(1 - wins.mean, 1 - wins.high, 1 - wins.low)
        assert (line.returns, line.wins) == (mean, wins) == (line.against[0].returns, line.against[0].wins)
        assert cross.luck is not None and recipe.deals == 40 and line.rating is None
    first, second = (post.recipe("random") for post in posts())
    assert (first.rows, first.columns) == ({"random": ["random"]}, {"solved": ["solved"]})
    assert (second.rows, second.columns) == (first.columns, first.rows)


def test_a_stopped_run_goes_on_and_a_finished_one_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = play_suite(["random"], tmp_path / "whole", "x")
    played: list[Unit] = []
    play = Plan.play

    def stop_after_six(plan: Plan, unit: Unit) -> Part:
        if len(played) == 6:
            raise KeyboardInterrupt
        played.append(unit)
        return play(plan, unit)

    monkeypatch.setattr(Plan, "play", stop_after_six)
    with pytest.raises(KeyboardInterrupt):
        play_suite(["random"], tmp_path / "cut", "x")
    assert [len(list(x.glob("parts/*"))) for x in sorted((tmp_path / "cut").iterdir())] == [0, 2]
    monkeypatch.setattr(Plan, "play", lambda plan, unit: played.append(unit) or play(plan, unit))
    told: list[tuple[int, int]] = []
    resumed = play_suite(["random"], tmp_path / "cut", "x", progress=lambda *x: told.append(x))
    assert plain(resumed) == plain(whole) and len(played) == 8 and told[-1] == (80, 80)
    monkeypatch.setattr(Plan, "play", None)
    assert play_suite(["random"], tmp_path / "cut", "x") == resumed  # with the times measured then


def test_every_condition_has_its_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    post = Post(DUEL, "pilot")
    pin = post.pin()
    assert post.pin() == pin and set(post.opponents) >= {"trained", "level:1"}

    def changed(other: Post) -> set[str]:
        found = other.pin()
        return {name for name in type(pin).model_fields if getattr(found, name) != getattr(pin, name)}

    assert changed(replace(post, fixture=replace(DUEL, deals=21))) == {"deals"}
    assert changed(Post(DUEL, "coach")) == {"opponents"}
    with monkeypatch.context() as patch:
        folder = tmp_path / "throwdown-v0"
        shutil.copytree(shipped.FOLDER / "throwdown-v0", folder)
        (folder / "duel-coach.npz").write_bytes((folder / "duel-coach.npz").read_bytes() + b"\0")
        patch.setattr(shipped, "FOLDER", tmp_path)
        assert changed(post) == {"opponents"}
    walked = suite._walked("throwdown-v0", "duel")
    with monkeypatch.context() as patch:
        patch.setattr(suite, "_walked", lambda game, scenario: walked[::-1])
        assert changed(post) == {"rules"}
    trio = suite._walked("throwdown-v0", "trio")
    for scenario, before, rule in (
        ("duel", walked, {"ace": "eleven"}),
        ("trio", trio, {"share_hands": True}),
    ):
        suite._walked.cache_clear()
        with monkeypatch.context() as patch:
            patch.setattr(suite, "_setup", lambda game, name, rule=rule: make_setup(game, name, **rule))
            assert suite._walked("throwdown-v0", scenario) != before  # share_hands changes only what is seen
        suite._walked.cache_clear()
        assert suite._walked("throwdown-v0", scenario) == before


@pytest.mark.parametrize("side", ["coach", "pilot"])
def test_the_rating_is_that_of_the_ladder_s_model(side: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent that wins as an agent with a rating of 100 would is rated so, whichever side is ahead."""
    post, rng = Post(DUEL, side), np.random.default_rng(1)
    ladder = {"by": "wins", "advantage": [150.0, 140.0, 160.0]}  # of the pilots, who are the columns
    monkeypatch.setattr(suite, "read_ladder", lambda setup: ladder)
    ahead = 150 if side == "pilot" else -150
    rungs = post.rungs()
    own = {level.number for level in rungs.values()}
    assert {1, len(levels(DUEL.setup, post.role(post.other)))} <= own and len(own) == suite.RUNGS
    chances = {name: 1 / (1 + 10 ** ((x.rating[0] - 100 - ahead) / 400)) for name, x in rungs.items()}
    returns = {name: np.where(rng.random(20_000) < p, 0.3, -0.4) for name, p in chances.items()}
    rating = suite._rating(post, returns)
    assert rating is not None and rating.low < 100 < rating.high and rating.high - rating.low < 10


def test_agents_share_the_roles() -> None:
    files = [Typed(shipped.place_of(make_setup("throwdown-v0", "duel"), role)) for role in ("coach", "pilot")]
    wanted = [Post(fixture, side) for fixture in (DUEL, KUHN) for side in fixture.setup.teams]
    cast, left = assign(files, wanted)
    assert {post.side: spec for post, spec in cast.items()} == dict(zip(("coach", "pilot"), files))
    assert [(x.game, x.side) for x in left] == [("kuhn-v0", "first"), ("kuhn-v0", "second")]
    assert all("kuhn-v0" in x.why for x in left)
    with pytest.raises(InvalidConfig, match="'nobody' is not an agent"):
        assign(["random", "nobody"], wanted)
    with pytest.raises(InvalidConfig, match="'heuristic' is left nothing to play"):
        assign(["random", "heuristic"], wanted[:2])
    with pytest.raises(InvalidConfig, match="'kuhn' is not a game of the suite \\(did you mean 'kuhn-v0'"):
        posts(["kuhn"])


def test_a_pattern_stands_for_files_only_where_somebody_typed_it(tmp_path: Path) -> None:
    """A file named by itself, too, is one agent."""
    file = shutil.copy(shipped.find_solved(posts()[0].fixture.setup), tmp_path)
    pattern = f"{tmp_path}/*.npz"
    found, _ = assign([Typed(file), Typed(pattern)], posts())
    assert set(found.values()) == {file} and files_of("random") == ["random"]
    with pytest.raises(InvalidConfig, match="names only what ships"):
        assign([pattern], posts())
    with pytest.raises(InvalidConfig, match=r"\*.npz' is left nothing to play"):
        assign(["random", Typed(pattern)], posts())


def test_illegal_answers_of_a_text_agent_are_counted(tmp_path: Path) -> None:
    """The stand-in of the example first gives an illegal answer at every decision."""
    spec = Typed(f"{ROOT / 'examples' / 'text_agent.py'}:TextAgent")
    found = play_suite([spec], tmp_path, "", deals=12)
    for line, post in zip(found.lines, posts(deals=12)):
        plan = post.recipe(spec).plan()
        agent = (plan.columns if post.is_second else plan.rows)["TextAgent"]
        assert isinstance(agent, CodeAgent)
        for unit in plan.units:
            plan.play(unit)
        model: Any = agent.choose
        assert line.illegal == model.__self__.illegal == model.__self__.decisions >= 12
    figures = sections(found)[0]
    assert figures.rows[0][-1].startswith(f"{found.lines[0].illegal} (") and "not comparable" in str(
        write_report(found, tmp_path) and (tmp_path / "suite.md").read_text()
    )
    other = play_suite(["random"], tmp_path / "random", "")
    assert {line.illegal for line in other.lines} == {0}


def test_results_compare_only_under_the_same_conditions(tmp_path: Path) -> None:
    one, two = (play_suite([x], tmp_path / x, x) for x in ("random", "solved"))
    pairs = list(common(one, two, ("a", "b")))
    assert [(a.side, b.side) for a, b in pairs] == [("first", "first"), ("second", "second")]
    few = play_suite(["random"], tmp_path / "few", "", deals=10)
    with pytest.raises(InvalidConfig, match=r"'a' and 'b' cannot be compared: .* with other deals\.$"):
        list(common(one, few, ("a", "b")))
    with pytest.raises(InvalidConfig, match="no game and role in common"):
        list(common(one, two.model_copy(update={"lines": ()}), ("a", "b")))
    assert difference(Interval(0.5, 0.2, 0.9), Interval(0.1, -0.2, 0.5)) == pytest.approx((0.4, -0.1, 0.9))
    lines = [
        line.model_copy(update={"returns": Interval(2 * x, 2 * x - 0.6, 2 * x + 0.8), "most": 2.0})
        for line, x in zip(one.lines, (0.1, 0.3))
    ]
    assert mean_of(lines) == pytest.approx((0.2, 0.2 - 0.3 / 2**0.5, 0.2 + 0.4 / 2**0.5))
    table = leaderboard([one, two])
    assert table.index("| solved") < table.index("| random") and "| kuhn-v0 standard | first  | " in table


def test_results_are_read_as_written(tmp_path: Path) -> None:
    found = play_suite(["random"], tmp_path, "throwdown suite random")
    write_report(found, tmp_path)
    file = tmp_path / "suite.json"
    assert read_suite(file) == found
    page = (tmp_path / "suite.html").read_text(encoding="utf-8")
    assert "data:image/png" in page and found.lines[0].pin.deals in page
    data = json.loads(file.read_text())
    for text, told in (
        ("{", "not valid JSON"),
        ("[]", "holds no results of throwdown suite"),
        (json.dumps(data | {"format": "throwdown-evaluation"}), "holds no results of throwdown suite"),
        (json.dumps(data | {"is_standard": 7}), "is_standard is 7: it must be true or false"),
        (json.dumps(data | {"speed": 7}), "'speed' is not a field"),
        (json.dumps(data | {"title": "a | b"}), "title: it is at most 60 letters"),
    ):
        file.write_text(text)
        with pytest.raises(InvalidRecord, match=told):
            read_suite(file)


def test_the_page_names_every_fixture() -> None:
    text = (ROOT / "docs" / "reference" / "benchmark.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`\S+-v0`.*) \| (`.+`) \| ([\d,]+) \|$", text, re.MULTILINE)
    told = {
        (game, scenario, int(deals.replace(",", "")))
        for games, scenarios, deals in rows
        for game in re.findall("`(.+?)`", games)
        for scenario in re.findall("`(.+?)`", scenarios)
    }
    assert told == {(x.game, x.scenario, x.deals) for x in FIXTURES}
