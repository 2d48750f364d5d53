"""What reports are made of: tables with their titles and notes, on the terminal, as Markdown and as CSV."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich import box
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

Rows = list[list[str]]


@dataclass(frozen=True)
class Section:
    """A table with its title, what has to be known to read it, and the name of a picture that shows it.

    A cell may have several lines.
    """

    title: str
    head: list[str]
    rows: Rows
    notes: list[str] = field(default_factory=list)
    picture: str = ""


def show(what: str, sections: Sequence[Section]) -> Group:
    """Return tables as a rich renderable for the terminal; ``what`` stands above them."""
    parts: list[Any] = [Text(what, style="bold"), Text()]
    for section in sections:
        lines = any("\n" in cell for row in section.rows for cell in row)
        table = Table(title=section.title, title_justify="left", box=box.SIMPLE_HEAVY, show_lines=lines)
        for n, name in enumerate(section.head):
            table.add_column(Text(name), overflow="fold", no_wrap=False, style="bold" if n == 0 else "")
        for row in section.rows:
            table.add_row(*(Text(cell) for cell in row))
        parts += [table, *(Text(note, style="dim") for note in section.notes), Text()]
    return Group(*parts[:-1])


def to_text(what: str, sections: Sequence[Section], width: int = 100) -> str:
    """Return tables as plain text, ``what`` above them: what results show of themselves."""
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(show(what, sections))
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip().splitlines())


def to_markdown(title: str, what: str, sections: Sequence[Section]) -> str:
    """Return tables as Markdown, which is readable as plain text too."""
    parts = [f"# {title}", what]
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
