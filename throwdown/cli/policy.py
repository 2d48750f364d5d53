"""``throwdown policy``: the shipped policies, the content of policy files, and export to ONNX."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from throwdown.cli.common import DEFAULT_GAME, GAME, JSON, SCENARIO, guarded, say

app = typer.Typer(no_args_is_help=True, help="Look at trained policies, and export them to ONNX.")

FILE = Annotated[Path, typer.Argument(help="A policy's FILE.npz.")]


@app.command("list")
@guarded
def list_policies(as_json: JSON = False) -> None:
    """List the shipped policies and their scores.

    Intervals are 95 %; returns are in stakes.

    Example: throwdown policy list
    """
    from throwdown.agents.archive import read_header
    from throwdown.agents.shipped import shipped

    rows = [
        {"game": game, "scenario": scenario, "role": role, "file": str(file), **_made(read_header(file))}
        for (game, scenario, role), file in shipped().items()
    ]
    if as_json:
        say(json.dumps(rows, indent=1))
        return
    _show(rows)


def _made(header: dict[str, Any]) -> dict[str, Any]:
    """Return a shipped policy's provenance, without the scenario's text."""
    return {name: value for name, value in header["info"].items() if name != "config"}


def _show(rows: list[dict[str, Any]]) -> None:
    from throwdown.evaluation.statistics import Interval

    for row in rows:
        figures = row["figures"]
        wins = Interval(*figures["against"]["heuristic"]["wins"])
        gain = Interval(*figures["gain_over"]["heuristic"])
        say(f"{row['game']}, {row['scenario']}, {row['role']}: {row['decisions']:,} decisions.")
        say(f"  made by: {row['command']}")
        for role, start in row.get("start", {}).items():
            learnt = f", {start['decisions']:,} decisions" if start["decisions"] else ""
            say(f"  its {role} started from: {start['policy']}{learnt}")
        say(f"  wins against the heuristic: {wins.percent()}, on {figures['deals']:,} deals")
        say(f"  gain over the heuristic in its place, against the same opponents: {gain.text()}")


@app.command("levels")
@guarded
def list_levels(game: GAME = DEFAULT_GAME, scenario: SCENARIO = None, as_json: JSON = False) -> None:
    """List a scenario's ladder of levels: names, ratings in Elo points with 95 % intervals, and their agents.

    Personalities, such as `coach:bold`, are listed below, with ratings relative to the ladder.

    Example: throwdown policy levels --scenario trio
    """
    from throwdown.agents.levels import levels, older_rules, read_ladder
    from throwdown.agents.personalities import personalities, read_ratings
    from throwdown.envs.registry import make_setup

    setup = make_setup(game, scenario)
    measured = read_ratings(setup)
    rated, costs = measured.get("ratings", {}), measured.get("costs", {})
    ladder = read_ladder(setup)
    if as_json:
        say(json.dumps(ladder | {"personalities": rated, "costs": costs}, indent=1))
        return
    say(
        f"Measured by {ladder['by']} on {ladder['deals']:,} deals, all levels of a role against all of the other: "
        f"{ladder['command']}"
    )
    if rules := older_rules(setup):
        now = setup.game.rules_version
        say(f"All of this was measured under rules version {rules}; {game} plays version {now} now.")
    for role in ladder["roles"]:
        say(f"\n{setup.called(role)}")
        for x in levels(setup, role):
            mean, low, high = x.rating
            say(f"  {x.number} {x.name:<12} {mean:+5.0f} [{low:+.0f}, {high:+.0f}]  {x.how}")
        for name, (mean, low, high) in rated.get(role, {}).items():
            about = personalities(game)[role][name].about
            say(f"  {role}:{name:<8} {mean:+5.0f} [{low:+.0f}, {high:+.0f}]  {about}")
        if role in costs:
            mean, low, high = costs[role]
            say(
                "  Personalities follow their own bias where choices are close; one that is just close enough costs"
            )
            say(f"  {mean:+.3f} [{low:+.3f}, {high:+.3f}] of return.")


@app.command()
@guarded
def show(file: FILE) -> None:
    """Print the header of an agent's file as JSON.

    Example: throwdown policy show runs/demo/coach.npz
    """
    from throwdown.agents.archive import read_header

    say(json.dumps(read_header(file), indent=1))


@app.command()
@guarded
def carry(
    file: FILE,
    out: Annotated[Path, typer.Argument(help="The policy file to write.")],
    scenario: SCENARIO = None,
) -> None:
    """Transfer a policy to another scenario's layout, or to this release's.

    Inputs and actions with names in both layouts keep their weights. The policy plays as before where no new input or
    action is involved; train it further to learn the rest (`throwdown train --config`, with `start`).

    Example: throwdown policy carry runs/demo/pilot.npz pilot-trio.npz --scenario trio
    """
    from throwdown.agents import load_policy, save_policy
    from throwdown.agents.carry import carried
    from throwdown.envs.registry import make_setup

    policy = load_policy(file)
    setup = make_setup(policy.game, scenario or policy.scenario or None)
    written = save_policy(out, carried(policy, setup))
    say(f"Wrote {written}: the {policy.role}'s policy for {policy.game}, scenario '{setup.scenario}'.")


@app.command()
@guarded
def export(
    file: FILE,
    out: Annotated[Path, typer.Argument(help="The ONNX file to write.")],
) -> None:
    """Write a policy as an ONNX graph for other programs.

    It reads `observation` (int8, N rows) and `action_mask` (int8, 1 = legal) and gives `logits` and `probabilities`.

    Example: throwdown policy export runs/demo/coach.npz coach.onnx
    """
    from throwdown.agents import load_policy
    from throwdown.agents.export import export_onnx

    written = export_onnx(load_policy(file), out)
    say(f"Wrote {written}, {written.stat().st_size:,} bytes.")
