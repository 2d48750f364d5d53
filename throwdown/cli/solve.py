"""``throwdown solve``: the exact value of a small game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from throwdown.cli import common
from throwdown.envs.core.errors import InvalidConfig, how_many

if TYPE_CHECKING:
    from throwdown.envs.core.game import Setup
    from throwdown.evaluation.exact.report import Solution
    from throwdown.evaluation.exact.tree import Tree

SMALL = "mini"
ITERATIONS = 10_000
SHOWN = 12
LEAST = 0.005
"""Minimum probability of opening moves shown."""


@common.guarded
def solve(
    scenario: Annotated[
        str | None,
        typer.Argument(
            help="A small scenario, such as mini, mini-11k or mini-2m, or one of your own; by default mini, or the "
            "game's own choice if it has no mini."
        ),
    ] = None,
    game: common.GAME = common.DEFAULT_GAME,
    until: Annotated[
        float, typer.Option(min=0, max=1, help="Exploitability to stop at, as a share of half the range.")
    ] = 0.001,
    iterations: Annotated[int, typer.Option(min=1, help="Maximum number of iterations.")] = ITERATIONS,
    method: Annotated[Literal["cfr+", "dcfr"], typer.Option(help="The discounting of regrets.")] = "dcfr",
    option: common.OPTIONS = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the strategy here, as an agent FILE.npz for evaluate and play.")
    ] = None,
    vary: common.VARY = None,
    factors: Annotated[
        bool,
        typer.Option("--factors", help="Instead, print the games saved by duplicate play and AIVAT."),
    ] = False,
    quiet: common.QUIET = False,
    as_json: common.JSON = False,
) -> None:
    """Solve a small game: its value, exploitability and openings.

    Example: throwdown solve mini-11k --until 0.0001
    """
    from throwdown.agents import save_table
    from throwdown.envs.registry import find_game, make_setup

    if out is not None and out.suffix != ".npz":
        raise InvalidConfig(f"'{out}' must end in .npz.")
    if factors and out is not None:
        raise InvalidConfig("--factors has no strategy to save; leave out --out or --factors.")
    common.check_folder(None if out is None else out.parent)
    if scenario is None and SMALL in find_game(game).scenarios:
        scenario = SMALL
    setup = make_setup(game, scenario, **common.parse_options(option))
    if vary:
        if out is not None or factors:
            raise InvalidConfig("--vary solves many games; leave out --out and --factors.")
        show_grid(setup, vary, until, iterations, method, as_json)
        return
    tree = export_tree(setup, quiet)
    if factors:
        show_factors(tree, setup, as_json)
        return
    found = solve_tree(tree, quiet, until, iterations, method)
    if out is not None:
        save_table(out, setup, tree.key, tree.first, tree.action, found.strategy)
    if as_json:
        common.say(json.dumps(found.to_dict(setup), indent=1))
        return
    _show(found, setup)
    if out is not None:
        common.say(f"\nThe strategy is in {out}.")


def export_tree(setup: Setup, quiet: bool) -> Tree:
    """Return a game's tree, with a progress bar."""
    from throwdown.evaluation.exact.tree import build_tree

    with common.playing_bar(not quiet, setup.scenario, "exporting") as tell:
        return build_tree(setup, views=False, progress=tell)


def solve_tree(
    tree: Tree,
    quiet: bool,
    until: float,
    iterations: int = ITERATIONS,
    method: Literal["cfr+", "dcfr"] = "dcfr",
) -> Solution:
    """Return the solution of a tree, with a progress bar."""
    from throwdown.evaluation.exact import report

    with common.playing_bar(not quiet, tree.setup.scenario, "solving") as tell:
        return report.solve(tree, until, iterations, method, lambda n, _: tell(n, iterations))


def show_grid(
    setup: Setup,
    vary: list[str],
    until: float,
    iterations: int,
    method: Literal["cfr+", "dcfr"],
    as_json: bool,
) -> None:
    """Print the game's value, with varied values of its scenario, to the only deciding side, or else to the first.

    If a lone player can only win or lose, it is the chance to win.
    """
    import numpy as np

    from throwdown.cli.balance import read_axes
    from throwdown.evaluation.exact import build_tree, report, walk
    from throwdown.evaluation.variations import cells_of

    axes = read_axes(vary, "")
    rows: list[dict[str, Any]] = []
    ends: set[float] = set()
    for cell in cells_of([setup], axes):
        tree = build_tree(cell.setup, views=False)
        low, high = report.solve(tree, until, iterations, method).value
        sign = -1.0 if tree.side.min() > 0 else 1.0
        rows.append({"values": dict(zip(axes, cell.values)), "value": sign * (low + high) / 2})
        ends |= set(np.unique(tree.value[tree.info == walk.TERMINAL]).tolist())
    who, what = setup.called(tuple(setup.teams)[tree.side.min()]), "the return"
    if (
        ends <= {-1.0, 1.0} and len(np.unique(tree.side)) == 1
    ):  # for a lone player who wins or loses, chances are clearer
        what = "the chance to win"
        rows = [{**row, "value": (1 + row["value"]) / 2} for row in rows]
    if as_json:
        common.say(json.dumps({"side": who, "what": what, "cells": rows}, indent=1))
        return
    common.say(f"{setup.scenario}: {what} of {who}, played perfectly.")
    _print_grid(rows, list(axes.items()))


def _print_grid(rows: list[dict[str, Any]], axes: list[tuple[str, dict[str, Any]]]) -> None:
    """Print one line per cell; with two axes, the first down and the second across."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAVY)
    numbers = [f"{row['value']:.4f}" for row in rows]
    if len(axes) == 2:
        (down, first), (across, second) = axes
        for name in (f"{down} \\ {across}", *second):
            table.add_column(name, justify="right")
        for k, name in enumerate(first):
            table.add_row(name, *numbers[k * len(second) : (k + 1) * len(second)])
    else:
        for name in (*(path for path, _ in axes), "value"):
            table.add_column(name, justify="right")
        for row, number in zip(rows, numbers):
            table.add_row(*row["values"].values(), number)
    common.output().print(table)


def show_factors(tree: Tree, setup: Setup, as_json: bool) -> None:
    """Print exact variance reductions for players of unequal, nearly equal and equal strength."""
    from rich import box
    from rich.table import Table

    from throwdown.evaluation.exact.aivat import baseline_of, pairs, spread
    from throwdown.evaluation.report.tables import factor_text

    baseline = baseline_of(tree)
    found = {name: spread(tree, *pair, baseline) for name, pair in pairs(tree).items()}
    if as_json:
        rows = [{"match": name, "mean": x.mean, "plain": x.plain, **x.factors()} for name, x in found.items()]
        common.say(json.dumps(rows, indent=1))
        return
    table = Table(title=f"{setup.scenario}: games saved", title_justify="left", box=box.SIMPLE_HEAVY)
    for name in ("match", "mean return of the first", "duplicate", "AIVAT", "both"):
        table.add_column(name)
    for name, x in found.items():
        table.add_row(name, f"{x.mean:+.4f}", *(factor_text(gain) for gain in x.factors().values()))
    common.output().print(table)


def _show(found: Solution, setup: Setup) -> None:
    from throwdown.evaluation.report.verdicts import of_value, paragraph
    from throwdown.evaluation.sides import two_sides

    (low, high), (first, second) = found.value, two_sides(setup, "A solution")
    common.say(paragraph(of_value(found.value, found.tree.half_range, (first, second))) + "\n")
    common.say(
        f"{setup.scenario}: {how_many(f'{len(found.tree.parent):,}', 'history', 'histories')}, "
        f"{how_many(f'{len(found.tree.side):,}', 'information set')}.\n"
        f"In equilibrium the return of {first.called} is between {low:+.4f} and {high:+.4f};\n"
        f"all returns lie within {2 * found.tree.half_range:.4f} of each other.\n"
        f"Exploitability {found.found.mean:.2g}, {found.found.share:.3%} of half the range, "
        f"after {how_many(f'{found.iterations:,}', 'iteration')}."
    )
    for k, side in enumerate((first, second)):
        openings = found.openings(k, setup.game.actions.labels)
        if not openings:
            continue
        common.say(f"\nFirst decisions of {side.called}, by what is legal:")
        for choice in openings[:SHOWN]:
            moves = sorted(choice.items(), key=lambda move: -move[1])
            shown = ", ".join(f"{label} {chance:.0%}" for label, chance in moves if chance >= LEAST)
            common.output().print(f"  {' | '.join(choice)}:  [bold]{shown}[/]", soft_wrap=True)
        if len(openings) > SHOWN:
            common.say(f"  … and {len(openings) - SHOWN} more; --json lists all.")
