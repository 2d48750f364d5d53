"""Sections of reports: tables with titles and notes, for the terminal, as Markdown and as CSV."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.table import Table
from rich.text import Text

Rows = list[list[str]]


@dataclass(frozen=True)
class Section:
    """A table with its title, its notes, and the name of its picture.

    A cell may have several lines. The first ``keys`` columns identify a row.
    """

    title: str
    head: list[str]
    rows: Rows
    notes: list[str] = field(default_factory=list)
    picture: str = ""
    keys: int = 1


COLUMNS = 80
"""Default maximum width of tables, in characters."""
_BETWEEN = 3


def _widths(rows: Rows) -> list[int]:
    return [max(len(line) for cell in column for line in cell.split("\n")) for column in zip(*rows)]


def _is_wide(rows: Rows, most: int) -> bool:
    return sum(_widths(rows)) + _BETWEEN * len(rows[0]) + 1 > most


def fitted(section: Section, most: int = COLUMNS) -> list[Rows]:
    """Return a table, header first, as one or several tables of at most ``most`` characters, if words allow.

    If it is too wide, intervals get lines of their own; if that does not suffice, columns move to further tables,
    which repeat the key columns.
    """
    rows = [section.head, *section.rows]
    if not _is_wide(rows, most):
        return [rows]
    rows = [
        [_split_head(x) for x in section.head],
        *([x.replace(" [", "\n[") for x in r] for r in section.rows),
    ]
    parts: list[Rows] = []
    keys, k = section.keys, section.keys
    while k < len(section.head):
        n = len(section.head)
        while n > k + 1 and _is_wide([row[:keys] + row[k:n] for row in rows], most):
            n -= 1
        parts.append([row[:keys] + row[k:n] for row in rows])
        k = n
    return parts


def _split_head(text: str) -> str:
    """Return a heading in two lines if it has two or more words."""
    words = text.split()
    if len(text) < 12 or len(words) < 2:
        return text
    cuts = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))]
    return "\n".join(min(cuts, key=lambda x: max(map(len, x))))


class _Shown:
    """A section's table for rich, fitted to the width of the terminal."""

    def __init__(self, section: Section) -> None:
        self.section = section

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for k, (head, *rows) in enumerate(fitted(self.section, options.max_width)):
            lines = any("\n" in cell for row in rows for cell in row)
            title = self.section.title if k == 0 else f"{self.section.title}, continued"
            table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAVY, show_lines=lines)
            for n, name in enumerate(head):
                table.add_column(Text(name), overflow="fold", no_wrap=False, style="bold" if n == 0 else "")
            for row in rows:
                table.add_row(*(Text(cell) for cell in row))
            yield table


def show(what: str, sections: Sequence[Section], verdict: Sequence[str] = ()) -> Group:
    """Return tables as a rich renderable for the terminal, below the verdict and the line ``what``."""
    parts: list[Any] = [*(Text(line, style="bold") for line in verdict), *([Text()] if verdict else [])]
    parts += [Text(what, style="" if verdict else "bold"), Text()]
    for section in sections:
        parts += [_Shown(section), *(Text(note, style="dim") for note in section.notes), Text()]
    return Group(*parts[:-1])


def to_text(what: str, sections: Sequence[Section], width: int = 80) -> str:
    """Return tables as plain text below the line ``what``, for the ``__repr__`` of results."""
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(show(what, sections))
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip().splitlines())


def to_markdown(title: str, what: str, sections: Sequence[Section], verdict: Sequence[str] = ()) -> str:
    """Return tables as Markdown, also readable as plain text; the verdict comes first."""
    parts = [f"# {title}", *([" ".join(verdict)] if verdict else []), what]
    for section in sections:
        parts += [f"## {section.title}", markdown_table(section.head, section.rows), *section.notes]
    return "\n\n".join(parts) + "\n"


def markdown_table(head: list[str], rows: Rows) -> str:
    """Return one table as Markdown."""
    lines = [[cell.replace("|", "\\|").replace("\n", "; ") for cell in row] for row in [head, *rows]]
    widths = [max(len(row[k]) for row in lines) for k in range(len(head))]
    text = ["| " + " | ".join(c.ljust(w) for c, w in zip(row, widths)) + " |" for row in lines]
    text.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
    return "\n".join(text)


def csv_text(rows: Sequence[dict[str, Any]]) -> str:
    """Return plain data as CSV with a header."""
    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return out.getvalue()
