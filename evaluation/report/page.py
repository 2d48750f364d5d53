"""The report as one self-contained HTML file."""

import base64
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from throwdown.envs.core.kit import write_file
from throwdown.evaluation.report.sections import Rows, Section, fitted

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 58rem; margin: 2rem auto;
  padding: 0 1.25rem; }
h1 { font-size: 1.7rem; margin-bottom: 0; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
.what, .notes { color: #595959; } .what { margin-top: .2rem; } .notes { font-size: .9rem; }
.wide { overflow-x: auto; } img { max-width: min(100%, 46rem); height: auto; display: block; margin: 1.2rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; margin-bottom: 1rem; }
th, td { text-align: left; padding: .4rem 1rem .4rem 0; border-bottom: 1px solid #d9d9d9; vertical-align: top;
  white-space: nowrap; }
td:last-child { white-space: normal; min-width: 8rem; }
.contents { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; padding: 0; font-size: .9rem; }
.verdict { font-size: 1.1rem; max-width: 46rem; } a { color: #542788; } .notes { max-width: 46rem; margin: .5rem 0; }
thead th { border-bottom: 2px solid #1a1a1a; } td small { color: #595959; }
"""

CAPTIONS = {
    "cross_play.png": "Heat map of mean returns for every agent of one side against every agent of the other",
    "strength.png": "Bars of every agent's mean return over its opponents, by side",
    "nash.png": "Bars of every agent's share in the equilibrium and of its return against it, by side",
    "factors.png": "Dots that show how many games the same deals, AIVAT and both save, by comparison",
    "quality.png": "Bars of every agent's loss of return per decision, by side",
    "exploitability.png": "Line of exact exploitability over decisions in training, falling",
    "wins.png": "Shares of games won for every configuration and kind of player",
    "actions.png": "Bars of the value of each kind of action to a side",
    "swaps.png": "Bars of a side's gain from each swap of a card",
    "suite.png": "Bars of the mean return in every game and role",
    "course.png": "Lines of the share of games in which somebody is ahead, from their start to their end",
}


def _cell(text: str) -> str:
    first, *rest = escape(text).split("\n")
    return first + "".join(f"<br><small>{line}</small>" for line in rest)


MOST = 112
"""Maximum width of a table on the page, in characters."""


def _table(table: Rows) -> str:
    head, *rows = table
    top = "".join(f'<th scope="col">{escape(x).replace(chr(10), "<br>")}</th>' for x in head)
    body = "\n".join(
        f'<tr><th scope="row">{_cell(row[0])}</th>'
        + "".join(f"<td>{_cell(x)}</td>" for x in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="wide"><table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'
    )


def _picture(name: str, png: bytes, title: str) -> str:
    data = base64.b64encode(png).decode()
    return f'<img alt="{escape(CAPTIONS.get(name, title))}" src="data:image/png;base64,{data}">'


def html_page(
    title: str,
    what: str,
    sections: Sequence[Section],
    pictures: Mapping[str, bytes],
    verdict: Sequence[str] = (),
) -> str:
    """Return the page, which is at most 1,000 pixels wide.

    Args:
        title: the page's title.
        what: one line on the games played.
        sections: the tables, each with the name of its picture, if it has one.
        pictures: PNG files by name; each is shown with the first section that names it.
        verdict: sentences at the top.
    """
    said = f'<p class="verdict">{escape(" ".join(verdict))}</p>\n' if verdict else ""
    parts = [f"<h1>{escape(title)}</h1>\n{said}<p class='what'>{escape(what)}</p>", _contents(sections)]
    left = dict(pictures)
    for k, section in enumerate(sections):
        parts.append(f'<section id="part-{k}"><h2>{escape(section.title)}</h2>')
        png = left.pop(section.picture, None)
        parts += [] if png is None else [_picture(section.picture, png, section.title)]
        parts += [_table(table) for table in fitted(section, MOST)]
        parts += [f'<p class="notes">{escape(note)}</p>' for note in section.notes]
        parts.append("</section>")
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Throwdown: {escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _contents(sections: Sequence[Section]) -> str:
    links = "".join(f'<li><a href="#part-{k}">{escape(x.title)}</a></li>' for k, x in enumerate(sections))
    return f'<nav><ul class="contents">{links}</ul></nav>'


def write_files(folder: Path | str, files: Mapping[str, str | bytes]) -> list[Path]:
    """Write files into a folder, which is made if need be, and return their paths."""
    for name, content in files.items():
        write_file(Path(folder) / name, content)
    return [Path(folder) / name for name in files]
