"""A recorded game as one page."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from throwdown.cli.main import app
from throwdown.envs.tables.table import Table
from throwdown.play.web.sheet import MARK, MODULES, STATIC, replay_page


def played(moves: int = 9, seed: int = 3) -> Table:
    table, rng = Table.deal("throwdown-v0", seed=seed, scenario="duel"), random.Random(1)
    while not table.over and len(table.history) < moves:
        table.play(rng.choice([x for x in table.legal() if x != "concede"] or table.legal()))
    return table


def data_of(page: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, object] = json.loads(found[1])
    return data


def test_a_page_needs_nothing_else() -> None:
    page = replay_page(played())
    assert not re.findall(r"""(?:src|href)=|url\((?!data:)|@import|from \\?["']\.""", page)
    assert set(re.findall(r"https?://[^\s\"'<)]+", page)) <= {"http://www.w3.org/2000/svg"}
    known = {f"js/{x.name}" for x in (STATIC / "js").iterdir()} | {"vendor/preact-htm.js"}
    assert set(MODULES) <= known


def test_one_seats_page_holds_what_it_saw_alone() -> None:
    """The same page comes of a game in which all that the seat could not know differs."""
    table = Table.deal("throwdown-v0", seed=3, scenario="duel")
    other = table.redeal("pilot_0", 99)
    assert table.view() != other.view()
    one, two = (data_of(replay_page(x, "pilot_0")) for x in (table, other))
    assert one == two and len(one["views"]) == 1  # type: ignore[arg-type]
    assert data_of(replay_page(table)) != data_of(replay_page(other))


def test_text_of_a_game_ends_no_script(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(2)
    monkeypatch.setattr(type(table), "narrate", lambda *_: ["</script><script>alert(1)</script>"])
    assert "</script><script>alert" not in replay_page(table)


def test_the_command_writes_a_page_and_refuses_what_is_none(tmp_path: Path) -> None:
    record, page = tmp_path / "game.json", tmp_path / "game.html"
    played().save(record)

    def run(*rest: str) -> tuple[int, str]:
        found = CliRunner().invoke(app, ["replay", str(record), *rest])
        return found.exit_code, found.output

    for _ in range(2):  # over its own page, too
        code, said = run("--html", str(page))
        assert code == 0 and "open it in a browser" in said
    assert MARK in page.read_text(encoding="utf-8")
    other = tmp_path / "notes.html"
    other.write_text("mine")
    for rest, told in (
        (("--html", str(other)), "is not a page of a recorded game"),
        (("--html", str(page), "--json"), "leave out --tables"),
        (("--html", str(tmp_path / "game.json" / "x.html")), "is a file"),
        (("--html", str(page), "--as", "pilot_9"), "pilot_9"),
    ):
        code, said = run(*rest)
        assert code == 2 and told in said, said
    assert other.read_text() == "mine"
