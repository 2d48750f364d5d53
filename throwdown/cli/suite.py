"""``throwdown suite``: one agent in every game, on fixed deals against fixed opponents, for figures that compare."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from throwdown.cli import common
from throwdown.envs.core.errors import InvalidConfig, MissingExtra

if TYPE_CHECKING:
    from throwdown.evaluation.suite import Post
    from throwdown.evaluation.suite_results import Exploited, Suite

FOLDER = Path("runs/suite")
LONGEST = 100
"""Characters of agents' names that are the name of a folder."""


@common.guarded
def suite(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="AGENT",
            help="The agent; or several, such as the files of a pair, or 'FOLDER/*.npz' in quotes: the first one "
            "that can, plays a role.",
            show_default=False,
        ),
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option("--game", "-g", help="Only this game; may be repeated.")
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            min=2,
            help="Another number of deals for every game; the figures are not comparable with the suite's.",
            show_default="the suite's",
        ),
    ] = None,
    exploit: Annotated[
        int | None,
        typer.Option(min=1, help="Also train an exploiter against every role, for so many decisions."),
    ] = None,
    compare: Annotated[
        tuple[Path, Path] | None, typer.Option(help="Compare two results instead of playing.")
    ] = None,
    name: Annotated[
        str, typer.Option(help="What the agents are called together.", show_default="their names")
    ] = "",
    workers: common.WORKERS = None,
    on: common.ON = "",
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder of the results; if interrupted, continue from here.",
            show_default=f"{FOLDER}/AGENT",
        ),
    ] = None,
    quiet: common.QUIET = False,
    as_json: common.JSON = False,
) -> None:
    """Play an agent in every game and role, on fixed deals against fixed opponents, and write figures that compare.

    An agent is what `throwdown evaluate` takes: a name, a file (.npz, .onnx, .zip) or code (FILE.py:NAME). Roles that
    it cannot play are left out, with the reason. The results are suite.json and a page; rules, deals and opponents are
    pinned by hashes, and results with other hashes are refused by --compare.

    Example: throwdown suite runs/demo/coach.npz runs/demo/pilot.npz --game throwdown-v0
    """
    if (compare is None) == (not agents):
        raise InvalidConfig(
            "name an agent, such as heuristic, or compare two results with --compare A.json B.json."
        )
    if compare is not None:
        _compare(compare)
        return
    from throwdown.agents import label_of
    from throwdown.evaluation.report.suite_report import renderable
    from throwdown.evaluation.suite import assign, is_pattern, play_suite, posts
    from throwdown.evaluation.suite_results import check_title

    try:
        check_title(name)
    except ValueError as error:
        raise InvalidConfig(f"--name: {error}.") from None
    specs = agents or []
    own = "+".join(map(label_of, specs)).replace(":", "-")
    if out is None and (len(own) > LONGEST or any(map(is_pattern, specs))):
        raise InvalidConfig("the agents' names make no folder's name; choose one with --out.")
    folder = out or FOLDER / own
    common.own_folder(folder)
    try:
        with common.playing_bar(not quiet, unit="games") as tell:
            found = play_suite(specs, folder, common.command_line(), game or (), deals, workers, tell, on)
            found = found.model_copy(update={"title": name})
    except KeyboardInterrupt:
        common.complain(f"the same command continues from what is in '{folder}'.")
        raise
    if exploit is not None:
        cast, _ = assign(specs, posts(game or (), deals))
        hunts = (_exploiter(*pair, exploit, folder, workers, on, not quiet) for pair in cast.items())
        lines = [line.model_copy(update={"exploiter": gain}) for line, gain in zip(found.lines, hunts)]
        found = found.model_copy(update={"lines": tuple(lines)})
    report = _saved(found, folder)
    if as_json:
        common.say(found.model_dump_json(indent=1))
    else:
        common.output().print(renderable(found))
        common.say(f"The results are in {report}.")


def _compare(files: tuple[Path, Path]) -> None:
    from throwdown.evaluation.report.sections import show
    from throwdown.evaluation.report.suite_report import comparison
    from throwdown.evaluation.suite_results import common as in_common, read_suite

    first, second = map(read_suite, files)
    names = str(files[0]), str(files[1])
    pairs = list(in_common(first, second, names))
    called = (first.name, second.name) if first.name != second.name else names
    what = f"{first.name} and {second.name} on the same deals against the same opponents"
    common.output().print(show(what, [comparison(pairs, called)]))


def _saved(found: Suite, folder: Path) -> Path:
    """Write the report, without a picture if matplotlib is not installed, and return its main file."""
    from throwdown.evaluation.report.suite_report import write_report

    try:
        write_report(found, folder)
    except MissingExtra as error:
        common.complain(f"The results have no picture: {error}")
        return folder / "suite.md"
    return folder / "suite.html"


def _exploiter(
    post: Post, spec: str, steps: int, folder: Path, workers: int | None, on: str, show: bool
) -> Exploited:
    """Return the gain of an exploiter in the opponents' role, started from the best opponent if that is a policy."""
    from throwdown.agents import TRAINED
    from throwdown.evaluation.statistics import Interval
    from throwdown.evaluation.suite import DEALS_EXPLOITED
    from throwdown.evaluation.suite_results import Exploited
    from throwdown.training.exploit import Hunt

    what = {"game": post.fixture.game, "scenario": post.fixture.scenario}
    mine, theirs = post.role(post.side), post.role(post.other)
    pair, place = {mine: spec, theirs: post.best}, folder / post.name / "exploiter"
    start = TRAINED if post.best == TRAINED else ""
    hunt = Hunt(what, pair, place, steps, DEALS_EXPLOITED, common.command_line(), start)
    jobs = [(theirs, 1)]
    (found,) = hunt.all(
        jobs, lambda doing: common.playing_bar(show, post.fixture.scenario, doing), workers, on
    )
    low, high = found["interval"]
    return Exploited(gain=Interval(found["gain"], low, high), steps=steps)
