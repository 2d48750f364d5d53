"""The report as one HTML file that needs nothing else."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from html import escape

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 68rem; margin: 2rem auto;
  padding: 0 1.25rem; }
h1 { font-size: 1.7rem; margin-bottom: 0; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
.what, .notes { color: #595959; } .what { margin-top: .2rem; } .notes { font-size: .9rem; }
.wide { overflow-x: auto; } img { max-width: 100%; height: auto; display: block; margin: 1.2rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .4rem 1.1rem .4rem 0; border-bottom: 1px solid #d9d9d9; vertical-align: top;
  white-space: nowrap; }
thead th { border-bottom: 2px solid #1a1a1a; } td small { color: #595959; }
"""

CAPTIONS = {
    "cross_play.png": "Heat map of the Pilots' mean return for every Coach against every Pilots' agent",
    "strength.png": "Bars of every agent's mean return over its opponents, by role",
    "wins.png": "The Pilots' share of wins for every configuration and kind of player",
    "actions.png": "Bars of what each kind of action is worth to a role",
    "course.png": "Lines of how many games somebody is ahead in, from their beginning to their end",
}


def _cell(text: str) -> str:
    first, *rest = escape(text).split("\n")
    return first + "".join(f"<br><small>{line}</small>" for line in rest)


def _table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{_cell(x)}</th>' for x in head)
    body = "\n".join(
        f'<tr><th scope="row">{_cell(row[0])}</th>'
        + "".join(f"<td>{_cell(x)}</td>" for x in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f'<h2>{escape(title)}</h2>\n<div class="wide"><table>\n<thead><tr>{top}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def _picture(name: str, png: bytes) -> str:
    data = base64.b64encode(png).decode()
    return f'<img alt="{escape(CAPTIONS.get(name, name))}" src="data:image/png;base64,{data}">'


def html_page(
    what: str,
    sections: Sequence[tuple[str, Sequence[str], Sequence[Sequence[str]]]],
    notes: Sequence[str],
    pictures: Mapping[str, bytes],
    title: str = "Cross-play",
) -> str:
    """Return the page.

    Args:
        what: one line that says what was played.
        sections: a title, a header and rows per table.
        notes: how to read them, one paragraph each.
        pictures: PNG files by name.
        title: what it is.
    """
    parts = [f"<h1>{escape(title)}</h1>\n<p class='what'>{escape(what)}</p>"]
    parts += [_picture(name, png) for name, png in pictures.items()]
    parts += [_table(*section) for section in sections]
    parts.append("<h2>How to read this</h2>\n<div class='notes'>")
    parts += [f"<p>{escape(note)}</p>" for note in notes]
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Throwdown: {escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_STYLE}</style></head>\n<body>\n{body}\n</div>\n</body></html>\n"
    )
