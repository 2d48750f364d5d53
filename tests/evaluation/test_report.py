from __future__ import annotations

import csv
import io
import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from rich.console import Console

from tests.evaluation.support import First
from tests.support import pair
from throwdown.agents.random import RandomAgent
from throwdown.envs.core.errors import InvalidRecord, MissingExtra
from throwdown.envs.core.files import write_file
from throwdown.envs.core.game import Setup
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.evaluation import (
    CrossPlay,
    Plan,
    deal_seeds,
    markdown,
    read_json,
    renderable,
    to_dict,
    write_report,
)
from throwdown.evaluation.aivat import fit_baseline
from throwdown.evaluation.cross import matrix_section
from throwdown.evaluation.exact.cross import Exact, Quality
from throwdown.evaluation.exploiters import Exploiter
from throwdown.evaluation.quality import Judged
from throwdown.evaluation.report.pictures import cross_play_png, short
from throwdown.evaluation.report.tables import Extras
from throwdown.evaluation.statistics import Interval

TABLES = ("cross_play", "strengths", "nash", "comparisons", "contests")
FILES = {"report.md", "report.json", *(f"{name}.csv" for name in TABLES)}
PICTURES = {"cross_play.png", "strength.png", "nash.png", "report.html"}


def test_json_and_csv_say_what_was_measured(result: CrossPlay, tmp_path: Path) -> None:
    files = write_report(result, tmp_path / "new" / "folder", pictures=False)
    assert {x.name for x in files} == FILES == {x.name for x in files[0].parent.iterdir()}
    data = read_json(tmp_path / "new" / "folder" / "report.json")
    assert data == to_dict(result)
    cell = data["cross_play"][5]
    assert (cell["row"], cell["column"]) == ("conceder", "first | <b>")
    assert (cell["mean"], cell["mean_low"], cell["mean_high"]) == tuple(result.means[1][2])
    for name in TABLES:
        rows = list(csv.DictReader((tmp_path / "new" / "folder" / f"{name}.csv").open()))
        assert [{k: "" if v is None else str(v) for k, v in x.items()} for x in data[name]] == rows


def test_the_json_is_strict(result: CrossPlay) -> None:
    assert json.loads(json.dumps(to_dict(result), allow_nan=False)) == to_dict(result)


def test_pictures_and_page(result: CrossPlay, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    files = write_report(result, tmp_path)
    assert {x.name for x in files} == FILES | PICTURES
    for name in ("cross_play.png", "strength.png", "nash.png"):
        picture = Image.open(tmp_path / name)
        assert 800 < picture.width <= 1000 and picture.height > 500
        edge = [picture.convert("RGB").getpixel((x, picture.height - 1)) for x in range(picture.width)]
        assert set(edge) == {(255, 255, 255)}  # nothing is cut off below
    page = (tmp_path / "report.html").read_text()
    assert page.count("data:image/png;base64,") == 3 and "http" not in page
    assert "first | &lt;b&gt;" in page and "<b>" not in page


def mixed(setup: Setup) -> tuple[CrossPlay, Extras]:
    """Return a cross-play with everything that a report can tell."""
    agents = {"random": RandomAgent(), "first": First()}
    pilots = {"random": [RandomAgent()] * 3, "random,first,random": [RandomAgent(), First(), RandomAgent()]}
    trio = THROWDOWN.configure("trio", {})
    baseline = fit_baseline(trio, [pair(RandomAgent(), RandomAgent())], 1, games=300)
    plan = Plan(trio, agents, pilots, deal_seeds(60), 0, baseline)
    span = Interval(0.5, 0.4, 0.6)
    exact = Exact(
        10,
        5,
        0.1,
        1e-4,
        [[0.1, 0.2], [0.3, 0.4]],
        [("coach", "random", 0.3)],
        [Quality("coach", "random", 0.5, 0.1, 0.2)],
    )
    judged = [Judged("pilot", "first", "a-search", 70, span, span)]
    exploiters = [
        Exploiter(
            role="coach",
            against="first",
            steps=1000,
            seeds=[1],
            gain=0.2,
            interval=(0.1, 0.3),
            command="go | on",
        )
    ]
    return plan.assemble({unit: plan.play(unit) for unit in plan.units}), Extras(exact, exploiters, judged)


def test_a_report_tells_everything_that_is_known(setup: Setup, tmp_path: Path) -> None:
    result, extras = mixed(setup)
    pytest.importorskip("matplotlib")
    files = {x.name for x in write_report(result, tmp_path, extras=extras)}
    assert files >= {"factors.png", "quality.png", "seats.csv", "decisions.csv", "exploiters.csv"}
    data = read_json(tmp_path / "report.json")
    assert data["aivat"] and data["exact"]["value"] == 0.1 and data["exploiters"][0]["gain"] == 0.2
    assert [(x["seat"], x["agent"], x["teams"]) for x in data["seats"]] == [
        ("pilot_0", "random", 2),
        ("pilot_1", "random", 1),
        ("pilot_1", "first", 1),
        ("pilot_2", "random", 2),
    ]
    assert data["comparisons"][0].keys() >= {"variance_reduction", "aivat", "both"}
    assert sum(x["share"] for x in data["nash"]) == pytest.approx(2)
    page = (tmp_path / "report.html").read_text()
    for words in (
        "Nash averaging and α-Rank",
        "Teams by seat",
        "exactly",
        "judged by a-search",
        "go | on",
        "What a ranking",
    ):
        assert words in page
    assert page.count("data:image/png;base64,") == 5
    for kind in ("src=", "href="):
        assert all(part[1] in "d#" for part in page.split(kind)[1:])  # data and the page itself
    text = markdown(result, extras)
    assert "go \\| on" in text and "Exploiters" in text
    assert json.loads(json.dumps(to_dict(result, extras), allow_nan=False)) == data
    write_report(replace(result, luck=None), tmp_path, pictures=False)
    assert not [x for x in ("decisions.csv", "quality.png", "exploiters.csv") if (tmp_path / x).exists()]


def test_a_wide_matrix_is_turned(result: CrossPlay) -> None:
    many = tuple("abcdefg")
    wide = replace(
        result,
        columns=many,
        returns=np.tile(result.returns[:, :1], (1, 7, 1)),
        lengths=np.ones((3, 7, 120), np.int64),
    )
    table = matrix_section(wide)
    assert table.head == ["Pilots \\ Coach", *result.rows] and [row[0] for row in table.rows] == list(many)
    assert table.rows[3][2] == matrix_section(result).rows[1][1]
    pytest.importorskip("matplotlib")
    assert len(cross_play_png(wide)) > 10_000


def test_labels_fit() -> None:
    assert short("heuristic") == "heuristic" and short("a$b") == r"a\$b"
    assert short("runs/one/two/three/four/policy.pt").startswith("runs/one/t…")
    assert short("heuristic,random,heuristic") == "heuris,random,heuris"


def test_tables_for_people(result: CrossPlay) -> None:
    text = markdown(result)
    assert "scenario duel" in text and "120 deals" in text and "seed 3" in text
    assert result.means[0][1].text() in text
    rows = [x for x in text.splitlines() if x.startswith("| first ") and "first - second" not in x]
    assert rows and all("first \\| <b>" in x for x in rows)
    out = io.StringIO()
    Console(file=out, width=140).print(renderable(result))
    assert result.means[0][1].text() in out.getvalue()


def test_without_matplotlib_the_tables_are_written_and_the_extra_is_named(
    result: CrossPlay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("matplotlib", "matplotlib.figure", "matplotlib.backends.backend_agg"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtra, match=r"throwdown\[train\]"):
        write_report(result, tmp_path)
    assert {x.name for x in tmp_path.iterdir()} == FILES


def test_a_broken_or_foreign_file_is_refused(tmp_path: Path) -> None:
    for name, content in (
        ("a", "{"),
        ("b", "[]"),
        ("c", '{"format": "throwdown-evaluation", "version": 99}'),
    ):
        (tmp_path / name).write_text(content)
        with pytest.raises(InvalidRecord, match="saved evaluation"):
            read_json(tmp_path / name)
    with pytest.raises(InvalidRecord, match="cannot be read"):
        read_json(tmp_path / "missing")


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "x.txt"
    write_file(file, "old")

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_file(file, "new")
    assert file.read_text() == "old" and [x.name for x in tmp_path.iterdir()] == ["x.txt"]
