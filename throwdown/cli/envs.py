"""``throwdown envs``: the list of games."""

import json
from typing import Any

from throwdown.cli.common import JSON, guarded, output, say


@guarded
def envs(as_json: JSON = False) -> None:
    """List the games: their players and scenarios, and the sizes of their actions and observations.

    The names of sides, roles and seats are options of `evaluate` and `exploit`. The seats are those of the default
    scenario.

    Example: throwdown envs --json
    """
    from throwdown.cli.players import describe_sides
    from throwdown.envs.registry import games, make_setup

    rows: list[dict[str, Any]] = [
        {
            "id": game.id,
            "title": game.title,
            "rules_version": game.rules_version,
            **describe_sides(make_setup(game.id)),
            "actions": game.actions.n,
            "observation_width": {name: make_setup(game.id, name).width for name in game.scenarios},
            "scenarios": list(game.scenarios),
        }
        for game in games().values()
    ]
    if as_json:
        say(json.dumps(rows, indent=1))
        return
    _show_envs(rows)


def _show_envs(rows: list[dict[str, Any]]) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAVY)
    for name in ("id", "title", "sides", "actions", "scenario: observation width"):
        table.add_column(name)
    for row in rows:
        shown = ", ".join(f"{name}: {width}" for name, width in row["observation_width"].items())
        table.add_row(row["id"], row["title"], ", ".join(row["sides"]), str(row["actions"]), shown)
    output().print(table)
