from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import pytest
from PIL import Image
from rich.console import Console

from throwdown.envs.core.errors import InvalidRecord, MissingExtra
from throwdown.envs.core.files import write_file
from throwdown.evaluation import CrossPlay, markdown, read_json, renderable, to_dict, write_report

FILES = {"report.md", "report.json", "cross_play.csv", "strengths.csv", "comparisons.csv"}
PICTURES = {"cross_play.png", "strength.png", "report.html"}


def test_json_and_csv_say_what_was_measured(result: CrossPlay, tmp_path: Path) -> None:
    files = write_report(result, tmp_path / "new" / "folder", pictures=False)
    assert {x.name for x in files} == FILES == {x.name for x in files[0].parent.iterdir()}
    data = read_json(tmp_path / "new" / "folder" / "report.json")
    assert data == to_dict(result)
    cell = data["cross_play"][5]
    assert (cell["coach"], cell["pilots"]) == ("conceder", "first | <b>")
    assert (cell["mean"], cell["mean_low"], cell["mean_high"]) == tuple(result.means[1][2])
    for name in ("cross_play", "strengths", "comparisons"):
        rows = list(csv.DictReader((tmp_path / "new" / "folder" / f"{name}.csv").open()))
        assert [{k: "" if v is None else str(v) for k, v in x.items()} for x in data[name]] == rows


def test_the_json_is_strict(result: CrossPlay) -> None:
    assert json.loads(json.dumps(to_dict(result), allow_nan=False)) == to_dict(result)


def test_pictures_and_page(result: CrossPlay, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    files = write_report(result, tmp_path)
    assert {x.name for x in files} == FILES | PICTURES
    for name in ("cross_play.png", "strength.png"):
        picture = Image.open(tmp_path / name)
        assert picture.width > 800 and picture.height > 500
        edge = [picture.convert("RGB").getpixel((x, picture.height - 1)) for x in range(picture.width)]
        assert set(edge) == {(255, 255, 255)}  # nothing is cut off below
    page = (tmp_path / "report.html").read_text()
    assert page.count("data:image/png;base64,") == 2 and "http" not in page
    assert "first | &lt;b&gt;" in page and "<b>" not in page


def test_tables_for_people(result: CrossPlay) -> None:
    text = markdown(result)
    assert "scenario duel" in text and "120 deals" in text and "seed 3" in text
    assert result.means[0][1].text() in text
    rows = [x for x in text.splitlines() if x.startswith("| first")]
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
