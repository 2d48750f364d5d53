"""The leaderboard of the suite: ``python -m throwdown.benchmarks.leaderboard``.

It plays the suite with the agents of `ROWS`, and writes ``leaderboard.json`` with the results and ``leaderboard.md``
with their tables. Rows of others stay as long as their rules, deals and opponents are still those of the suite.
``--add FILE.json`` adds one, ``--check`` only tells which rows no longer hold. With ``--game GAME``, and by a file of
some games, only their roles are replaced in a row.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pydantic import ValidationError

from throwdown.agents import TRAINED, label_of
from throwdown.agents.shipped import SOLVED
from throwdown.envs.core.kit import (
    InvalidConfig,
    InvalidRecord,
    in_a_sentence,
    owned,
    parse_json,
    write_file,
)
from throwdown.evaluation.report.suite_report import leaderboard
from throwdown.evaluation.suite import assign, play_suite, posts
from throwdown.evaluation.suite_results import Suite, differing, read_suite, renewed

FOLDER = Path("benchmarks")
RUNS = Path("runs/leaderboard")
ROWS = ((TRAINED, SOLVED), ("heuristic", "random"), ("random",))
"""The agents of the rows that this command plays."""


def read_rows(file: Path) -> list[Suite]:
    """Return the rows of a leaderboard; none if the file does not exist.

    Raises:
        InvalidRecord: it is damaged.
    """
    if not file.is_file():
        return []
    try:
        return [Suite.model_validate(row) for row in parse_json(file.read_text(encoding="utf-8"))]
    except (ValidationError, ValueError, TypeError):
        raise InvalidRecord(f"'{file}' is no leaderboard, or damaged.") from None


def trouble(row: Suite) -> str:
    """Return why a row cannot stand in the leaderboard, an empty text if it can."""
    if not row.is_standard:
        return f"{row.name} was played on other deals than the suite's."
    pins = {(post.fixture.game, post.fixture.scenario, post.side): post.pin() for post in posts()}
    for line in row.lines:
        if line.place not in pins:
            return f"{row.name}: {line.title} is no part of the suite."
        if odd := differing(line, pins[line.place]):
            return f"{row.name}: {line.title} was played with {odd} than the suite has now."
    missing = len(pins) - len(row.lines)
    return f"{row.name} lacks {missing} of the suite's {len(pins)} roles." if missing else ""


def merged(rows: Iterable[Suite], new: Mapping[str, Suite]) -> list[Suite]:
    """Return rows with new ones by name, which replace the same roles of a row of the same name."""
    found = {row.name: row for row in rows}
    for name, row in new.items():
        found[name] = renewed(found[name], row) if name in found else row
    return list(found.values())


def write_rows(folder: Path, rows: Sequence[Suite]) -> None:
    """Write both files."""
    found = ",\n".join(row.model_dump_json() for row in rows)
    write_file(folder / "leaderboard.json", f"[\n{found}\n]\n")
    write_file(folder / "leaderboard.md", leaderboard(rows))


def play_rows(agents: Iterable[Sequence[str]], games: Sequence[str], workers: int | None) -> dict[str, Suite]:
    """Play the suite, or only some games, with the agents of every row; return the results by the row's name.

    A stopped run continues.
    """
    found = {}
    for specs in agents:
        cast, _ = assign(specs, posts())
        busy = dict.fromkeys(cast[post] for post in posts(games) if post in cast)
        command, folder = shlex.join(["throwdown", "suite", *specs]), RUNS / "+".join(specs).replace(":", "-")
        with owned(folder):
            name = " + ".join(dict.fromkeys(map(label_of, cast.values())))
            found[name] = play_suite(list(busy), folder, command, games, workers=workers)
    return found


@in_a_sentence()
def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m throwdown.benchmarks.leaderboard", description=__doc__)
    parser.add_argument(
        "--row", action="append", help="play only this row, such as 'ismcts:1000' or 'trained solved'"
    )
    parser.add_argument(
        "--game",
        action="append",
        default=[],
        help="play only the roles of this game, the others stay; may be repeated",
    )
    parser.add_argument(
        "--add",
        type=Path,
        action="append",
        default=[],
        help="add a row from a file of throwdown suite, and play none without --game; may be repeated",
    )
    parser.add_argument("--check", action="store_true", help="only tell which rows no longer hold")
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder of the leaderboard")
    parser.add_argument("--workers", type=int, help="maximum number of processes; by default one per core")
    x = parser.parse_args()
    told = _run(x)
    for line in told:
        print(line, file=sys.stderr)
    sys.exit(1 if told else 0)


def _run(x: argparse.Namespace) -> list[str]:
    """Do what the command line says; return the faults found."""
    rows = read_rows(x.out / "leaderboard.json")
    if x.check:
        return [text for row in rows if (text := trouble(row))]
    agents = [tuple(row.split()) for row in x.row] if x.row else ROWS
    new = {row.name: row for row in map(read_suite, x.add)}
    if x.game or not x.add:
        new |= play_rows(agents, x.game, x.workers)
    kept = merged(rows, new)
    if fault := next((text for row in kept if row.name in new and (text := trouble(row))), ""):
        raise InvalidConfig(fault)
    stale = [text for row in kept if (text := trouble(row))]
    write_rows(x.out, [row for row in kept if not trouble(row)])
    return [f"{text} The row was left out." for text in stale]


if __name__ == "__main__":
    main()
