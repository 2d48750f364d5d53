"""The rulebook's pages as blocks of plain text, for the web page and the terminal.

Their source is ``docs/rulebook``; ``python -m throwdown.play.rulebook docs/rulebook`` converts it to the file that the
package ships. Pictures are left out. Marks for emphasis and code, ``**``, ``*`` and backticks, stay in the texts.
"""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import tr

FILE = Path(__file__).resolve().parent / "rulebook.json"
INDEX, REST = "index", "basics"
"""The page that defines the order, and the page of games without one of their own."""
_LINK = re.compile(r"!?\[([^\]]*)\]\(([^)]*)\)")
_ITEM = re.compile(r"(?:[-*]|(\d+)\.) +(.*)")
_RULE = re.compile(r"[|:\- ]+")


class Passage(BaseModel):
    """A part of a page.

    Attributes:
        kind: its kind; ``points`` and ``steps`` are lists.
        rows: its text: for lists a row per item, for tables rows of cells, the first being the header.
        level: of a heading, 1 being the page's own.
    """

    model_config = ConfigDict(extra="forbid")
    kind: Literal["heading", "text", "points", "steps", "table", "code"]
    rows: list[list[str]]
    level: int = 0


class Page(BaseModel):
    """A page of the rulebook.

    Attributes:
        name: its id.
        title: its heading.
        about: its subject, in a few words.
        blocks: its content.
    """

    model_config = ConfigDict(extra="forbid")
    name: str
    title: str
    about: str
    blocks: list[Passage]


def plain(text: str) -> str:
    """Return a text with links replaced by their texts; a link without text points to the clauses."""
    return _LINK.sub(lambda found: found[1] or "the rules", text)


def _parts(text: str) -> list[list[str]]:
    """Return the lines of each part of a page, without pictures and markup only for the documentation."""
    parts: list[list[str]] = [[]]
    is_code = False
    for line in text.splitlines():
        if line.startswith("```"):
            is_code = not is_code
            parts += [[line]] if is_code else [[]]
        elif is_code:
            parts[-1].append(line)
        elif not line.strip() or line.startswith(("![", "#")):
            parts += [[line], []] if line.startswith("#") else [[]]
        else:
            parts[-1].append(line)
    return [part for part in parts if part and not part[0].startswith("```{")]


def _items(lines: list[str]) -> list[list[str]]:
    """Return the items of a list; a line without a mark continues the item before."""
    found: list[list[str]] = []
    for line in lines:
        if item := _ITEM.match(line):
            found.append([plain(item[2])])
        else:
            found[-1][0] += f" {plain(line.strip())}"
    return found


def _blocks(lines: list[str]) -> list[Passage]:
    """Parse a part of a page into blocks: a list may follow a text without an empty line."""
    first = lines[0]
    if first.startswith("```"):
        return [Passage(kind="code", rows=[[line] for line in lines[1:]])]
    if first.startswith("#"):
        marks, _, title = first.partition(" ")
        return [Passage(kind="heading", rows=[[plain(title)]], level=len(marks))]
    if first.startswith("|"):
        rows = [line for line in lines if not _RULE.fullmatch(line)]
        cells = [[plain(cell.strip()) for cell in row.strip()[1:-1].split("|")] for row in rows]
        return [Passage(kind="table", rows=cells)]
    if item := _ITEM.match(first):
        return [Passage(kind="steps" if item[1] else "points", rows=_items(lines))]
    after = next((k for k, line in enumerate(lines) if _ITEM.match(line)), len(lines))
    text = Passage(kind="text", rows=[[plain(" ".join(line.strip() for line in lines[:after]))]])
    return [text, *(_blocks(lines[after:]) if after < len(lines) else [])]


def read_page(name: str, text: str, about: str = "") -> Page:
    """Parse a page from Markdown."""
    blocks = [block for lines in _parts(text) for block in _blocks(lines)]
    title = next((block.rows[0][0] for block in blocks if block.kind == "heading"), name)
    return Page(name=name, title=title, about=about, blocks=blocks)


def read_pages(folder: Path) -> list[Page]:
    """Return the pages of a folder, in the order of its index.

    Raises:
        InvalidConfig: a file cannot be read.
    """
    try:
        index = (folder / f"{INDEX}.md").read_text(encoding="utf-8")
        found = re.findall(r"^\| \[[^\]]+\]\((\w+)\.md\) \| (.+?) \|", index, re.MULTILINE)
        return [
            read_page(name, (folder / f"{name}.md").read_text(encoding="utf-8"), about)
            for name, about in found
        ]
    except OSError as error:
        raise kit.InvalidConfig(f"'{error.filename}' cannot be read: {error.strerror}.") from None


@cache
def pages() -> tuple[Page, ...]:
    """Return the shipped pages in learning order."""
    return tuple(map(_translated, _written()))


@cache
def _written() -> tuple[Page, ...]:
    """Return the pages untranslated."""
    return tuple(Page.model_validate(page) for page in json.loads(FILE.read_text(encoding="utf-8")))


def _translated(page: Page) -> Page:
    """Return a page in the language of the process."""
    blocks = [
        block
        if block.kind == "code"
        else block.model_copy(update={"rows": [[tr(cell) for cell in row] for row in block.rows]})
        for block in page.blocks
    ]
    return page.model_copy(update={"title": tr(page.title), "about": tr(page.about), "blocks": blocks})


def page_of(game: str) -> Page:
    """Return the page of a game: the one with its name or with its name in the title, else the first."""
    name = game.rpartition("-")[0]
    titles = {page.name: page.title.lower().split() for page in _written()}
    by_title = [page for page, title in titles.items() if name and name in title]
    found = [*(page for page in titles if page == name), *by_title, REST][0]
    return next(page for page in pages() if page.name == found)


def main() -> None:
    """Write the shipped file."""
    made = [page.model_dump(exclude_defaults=True) for page in read_pages(Path(sys.argv[1]))]
    kit.write_file(FILE, json.dumps(made, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
