"""The page of a run of the suite, and the table of a comparison and of a leaderboard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Group

from throwdown.envs.core.kit import how_many, remove_files
from throwdown.evaluation.report import page, pictures
from throwdown.evaluation.report.sections import Rows, Section, markdown_table, show, to_markdown
from throwdown.evaluation.statistics import Interval
from throwdown.evaluation.suite_results import LeftOut, RoleLine, Suite, difference, mean_of

TITLE, PICTURE = "Suite", "suite.png"
PLACE = ["game", "role"]


def describe(found: Suite) -> str:
    """Return a line on the agent and the conditions."""
    deals = "" if found.is_standard else " · other deals than the suite's, not comparable with it"
    return f"{found.name} · throwdown {found.package} · 95 % intervals{deals}"


def verdict(found: Suite) -> str:
    """Return the result in a sentence."""
    mean = mean_of(found.lines).text()
    n = len(found.lines)
    roles = how_many(n, "role")
    return f"{found.name} gets {mean} of the largest return against the best shipped opponents, as a mean of {roles}."


def _place(x: RoleLine | LeftOut) -> list[str]:
    return [f"{x.game} {x.scenario}", x.side]


def _time(line: RoleLine) -> str:
    return f"{1000 * line.seconds.median:.3g} / {1000 * line.seconds.p95:.3g}"


def _illegal(line: RoleLine) -> str:
    games = line.deals * len(line.against)
    return f"{line.illegal} ({line.illegal / games:.2g} a game)" if line.illegal else "0"


def _points(rating: Interval | None) -> str:
    return "" if rating is None else rating.text(0)


def _figures(found: Suite) -> Section:
    """Return the figures by role."""
    has_gains = any(line.exploiter for line in found.lines)
    has_teams = len({line.agent for line in found.lines}) > 1
    head = [*PLACE, *(["agent"] if has_teams else []), "return", "wins", "rating"]
    head += [*(["exploiter's gain"] if has_gains else []), "ms a decision", "illegal answers"]
    rows: Rows = []
    for line in found.lines:
        row = [*_place(line), *([line.agent] if has_teams else [])]
        row += [line.returns.text(), line.wins.percent(), _points(line.rating)]
        row += [line.exploiter.gain.text() if line.exploiter else ""] if has_gains else []
        rows.append([*row, _time(line), _illegal(line)])
    notes = [
        "Returns and wins are those against the best opponent that ships: the solution of a solved game, else the "
        "trained policy. Returns are AIVAT estimates, without the luck of cards.",
        "Ratings are Elo points on the ladder of the role's own levels; different ladders do not compare.",
        "The time of a single decision is its median and its 95th percentile; it depends on the machine.",
    ]
    return Section("Figures by role", head, rows, notes, PICTURE, keys=2)


def _opponents(found: Suite) -> Section:
    rows = [
        [*_place(line), x.opponent, x.returns.text(), x.wins.percent()]
        for line in found.lines
        for x in line.against
    ]
    return Section("Every opponent", [*PLACE, "opponent", "return", "wins"], rows, keys=3)


def _conditions(found: Suite) -> Section:
    rows = [
        [*_place(x), str(x.deals), x.pin.rules, x.pin.deals, x.pin.opponents, found.package]
        for x in found.lines
    ]
    note = "Figures compare only where rules, deals and opponents have the same hashes."
    head = [*PLACE, "deals", "rules", "hash of deals", "opponents", "package"]
    return Section("Conditions", head, rows, [note, f"Made by `{found.command}`."], keys=2)


def sections(found: Suite) -> list[Section]:
    """Return the tables."""
    parts = [_figures(found), _opponents(found), _conditions(found)]
    if found.left_out:
        rows = [[*_place(x), x.why] for x in found.left_out]
        parts.append(Section("Roles left out", [*PLACE, "reason"], rows, keys=2))
    return parts


def renderable(found: Suite) -> Group:
    """Return the figures as a rich renderable for the terminal."""
    shown = [part for part in sections(found) if part.title in ("Figures by role", "Roles left out")]
    return show(describe(found), shown, [verdict(found)])


def picture(found: Suite) -> bytes:
    """Return bars of the return in every role, with intervals, as PNG."""
    lines = found.lines[::-1]
    figure = pictures.figure_of(8.0, 0.36 * len(lines) + 1.9)
    axes = figure.add_subplot()
    pictures.bars(axes, [line.returns for line in lines], pictures.COLOURS[1])
    labels = [f"{line.game.rpartition('-')[0]} {line.scenario}, {line.side}" for line in lines]
    pictures.label_rows(axes, labels)
    axes.set_yticks(range(len(lines)), labels, fontsize=10)  # in full
    axes.axvline(0, color="#1a1a1a", lw=0.8)
    low, high = min(0.0, *(x.returns.low for x in lines)), max(0.0, *(x.returns.high for x in lines))
    room = 0.15 * max(high - low, 0.1)
    axes.set_xlim(low - room, high + room)
    axes.set_xlabel("mean return against the best opponent that ships", fontsize=11)
    pictures.title_of(figure, "Return in every role, 95 % intervals", found.name)
    return pictures.png(figure)


def write_report(found: Suite, folder: Path) -> list[Path]:
    """Write ``suite.json``, ``suite.md``, and with a picture ``suite.png`` and ``suite.html``; return the files.

    Raises:
        MissingExtra: matplotlib is not installed; the other files are still written.
    """
    told, what, said = sections(found), describe(found), [verdict(found)]
    files: dict[str, str | bytes] = {
        "suite.json": found.model_dump_json(indent=1) + "\n",
        "suite.md": to_markdown(TITLE, what, told, said),
    }
    remove_files(folder, ["suite.html", PICTURE])
    written = page.write_files(folder, files)
    drawn = {PICTURE: picture(found)}
    html = page.html_page(TITLE, what, told, drawn, said)
    return written + page.write_files(folder, {**drawn, "suite.html": html})


def comparison(pairs: Iterable[tuple[RoleLine, RoleLine]], names: tuple[str, str]) -> Section:
    """Return the table of two results' roles in common; their intervals count as independent."""
    rows = [
        [*_place(a), a.returns.text(), b.returns.text(), difference(a.returns, b.returns).text()]
        for a, b in pairs
    ]
    return Section("Comparison", [*PLACE, *names, "difference of returns"], rows, keys=2)


def leaderboard(rows: Sequence[Suite]) -> str:
    """Return the tables of a leaderboard as Markdown: means of all roles, the highest first, and figures by role."""
    ordered = sorted(rows, key=lambda found: -mean_of(found.lines).mean)
    names = [found.name for found in ordered]
    means = [
        [found.name, mean_of(found.lines).text(), found.package, f"`{found.command}`"] for found in ordered
    ]
    by_place = [{line.place: line for line in found.lines} for found in ordered]
    roles = [
        [*_place(line), *(_cell(lines[place]) for lines in by_place)]
        for place, line in (by_place[0] if by_place else {}).items()
    ]
    first = markdown_table(["agent", "mean return", "package", "command"], means)
    return f"{first}\n\n{markdown_table([*PLACE, *names], roles)}\n"


def _cell(line: RoleLine) -> str:
    """Return a role's return and rating."""
    return line.returns.text() + (f"; {line.rating.mean:+.0f} points" if line.rating else "")
