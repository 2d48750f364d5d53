"""A recorded game as a self-contained HTML page: ``throwdown replay FILE --html PAGE``."""

from __future__ import annotations

import base64
import html
import json
import re
from pathlib import Path

from pydantic import TypeAdapter

from throwdown.envs.core import catalogue, kit
from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.scene import Scene
from throwdown.envs.tables.table import Table
from throwdown.play.web import translated
from throwdown.play.web.live import scene_of

STATIC = Path(__file__).parent / "static"
MARK = "<!-- A game recorded by Throwdown -->"
"""The second line of such a page; no other file is overwritten."""
MODULES = (
    "vendor/preact-htm.js",
    "js/catalogue.js",
    "js/cards.js",
    "js/words.js",
    "js/glossary.js",
    "js/text.js",
    "js/gauges.js",
    "js/figures.js",
    "js/faces.js",
    "js/board.js",
    "js/preview.js",
    "js/lanes.js",
    "js/table.js",
    "js/replay.js",
)
SHEETS = ("page.css", "table.css", "learn.css")
_scenes = TypeAdapter(Scene)
_IMPORT = re.compile(r'(from|import) "(\.{1,2}/[\w/.-]+)"')


def replay_page(table: Table, seat: str | None = None) -> str:
    """Return a game as an HTML page.

    Args:
        table: the game so far.
        seat: the only seat whose view the page contains; None: every seat's view, and everything.

    Raises:
        InvalidConfig: there is no such seat.
    """
    setup = table.setup
    viewers: list[str | None] = [None, *setup.seats] if seat is None else [seat]
    tables = [*(table.before(move) for move in range(1, len(table.history) + 1)), table]
    scenes: dict[str, int] = {}
    views = []
    for viewer in viewers:
        table.view(viewer)  # refuses a seat that is not at the table
        shown, told = [], []
        for move, then in enumerate(tables):
            text = _scenes.dump_json(scene_of(then, viewer)).decode()
            shown.append(scenes.setdefault(text, len(scenes)))
            told.append(then.narrate(viewer, move))
        views.append({"name": "" if viewer is None else setup.person(viewer), "scenes": shown, "told": told})
    data = {
        "title": setup.game.title,
        "scenario": setup.scenario,
        "by": ["", *(setup.person(agent) for agent, _ in table.history)],
        "views": views,
        "scenes": [json.loads(text) for text in scenes],
    }
    title = html.escape(f"{setup.game.title}: {setup.scenario}")
    styles = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in SHEETS)
    needs = tr("This page needs JavaScript.")
    imports = {_bare(name): _as_url(name) for name in MODULES}
    return (
        f'<!doctype html>\n{MARK}\n<html lang="{html.escape(catalogue.language())}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n<title>{title}</title>\n<style>{styles}</style>\n'
        f'<script type="importmap">{json.dumps({"imports": imports})}</script>\n'
        f'<script type="application/json" id="game">{translated.harmless(data)}</script>\n{translated.texts()}'
        f'<script type="module">import "{_bare(MODULES[-1])}";</script>\n'
        '</head>\n<body>\n<div id="page"></div>\n'
        f"<noscript>{html.escape(needs)}</noscript>\n</body>\n</html>\n"
    )


def _bare(name: str) -> str:
    return f"throwdown/{name}"


def _as_url(name: str) -> str:
    """Return a module as a data URL, its imports renamed to those of the import map."""
    folder = Path(name).parent

    def rename(found: re.Match[str]) -> str:
        parts: list[str] = []
        for part in (folder / found[2]).parts:
            parts = parts[:-1] if part == ".." else [*parts, part]
        return f'{found[1]} "{_bare("/".join(parts))}"'

    text = _IMPORT.sub(rename, (STATIC / name).read_text(encoding="utf-8"))
    return f"data:text/javascript;base64,{base64.b64encode(text.encode()).decode()}"


def write_page(table: Table, seat: str | None, path: Path) -> None:
    """Write a game's page atomically.

    Raises:
        InvalidConfig: the file exists and is not such a page, or cannot be written.
    """
    text = replay_page(table, seat)
    try:
        if path.exists() and MARK not in path.read_text(encoding="utf-8", errors="replace")[:200]:
            raise kit.InvalidConfig(
                f"'{path}' exists and is not a page of a recorded game; choose another name."
            )
        kit.write_file(path, text)
    except OSError as error:
        raise kit.InvalidConfig(f"'{path}' cannot be written: {error.strerror}.") from None
