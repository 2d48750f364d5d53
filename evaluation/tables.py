"""Tables for reports: on the terminal, as Markdown, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

Rows = list[list[str]]
Section = tuple[str, list[str], Rows]
"""A title, a header and rows; a cell may have several lines."""


def renderable(what: str, sections: Sequence[Section], notes: Sequence[str]) -> Group:
    """Return tables as a rich renderable for the terminal."""
    parts: list[Any] = [Text(what, style="bold"), Text()]
    for title, head, rows in sections:
        table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAVY)
        for k, name in enumerate(head):
            table.add_column(Text(name), overflow="fold", style="bold" if k == 0 else "")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        parts.append(table)
    return Group(*parts, *(Text(note, style="dim") for note in notes))


def markdown(title: str, what: str, sections: Sequence[Section], notes: Sequence[str]) -> str:
    """Return tables as Markdown, which is readable as plain text too."""
    parts = [f"# {title}", what]
    for name, head, rows in sections:
        parts += [f"## {name}", markdown_table(head, rows)]
    return "\n\n".join([*parts, *notes]) + "\n"


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
