"""Golden playthroughs: whole games as text, with what every seat saw, what it could do and what happened.

They lie in each game's folder ``golden/``; `make golden` writes them anew, and the diff is reviewed.
"""

from __future__ import annotations

from pathlib import Path

from tests.support import FUSION, choose, folder_of
from throwdown.envs.registry import games
from throwdown.envs.tables.table import Table

PLAYED = {"duel": (1, 2), "trio": (3,), "small": (4,)}
"""The seeds of each of FUSION's scenarios; other games are played from `SEEDS` in every scenario."""
SEEDS = (1, 2, 3)
ONCE = ("duel-2v2", "skirmish", "boss", "back-to-back", "showdown", "printed", "short")
"""Long scenarios of other games: they are played from the first seed alone."""
LONG = {"session-v0": ("duel", "small")}
"""Games of hundreds of moves, and the scenarios that are played through all the same."""

EDITIONS = {
    "session-v0": {
        "older-duel": ("duel", {"edition": "older"}),
        "older-small": ("small", {"edition": "older"}),
    }
}
"""Further playthroughs: their scenarios and options; the seeds are those of the scenarios."""


def files(id: str) -> dict[Path, tuple[str, int]]:
    """Return the golden files of a game: (scenario, seed) each."""
    game = games()[id]
    folder, name = folder_of(game) / "golden", id.rpartition("-v")[0]
    prefix = "" if folder.parent.name == name else f"{name}-"  # several games may share a folder
    played = (
        PLAYED if id in FUSION else {name: SEEDS[: 1 if name in ONCE else None] for name in game.scenarios}
    )
    found = {
        folder / f"{prefix}{scenario}-{seed}.txt": (scenario, seed)
        for scenario in LONG.get(id, tuple(played))
        for seed in played[scenario]
    }
    for name, (scenario, _) in EDITIONS.get(id, {}).items():
        found |= {folder / f"{name}-{seed}.txt": (name, seed) for seed in played[scenario]}
    return found


def indent(text: str, by: str) -> str:
    return "\n".join(f"{by}{line}".rstrip() for line in text.splitlines())


def show_views(table: Table, shown: dict[str, str]) -> list[str]:
    """Return the lines of every view that changed since they were last shown."""
    out = []
    for seat in table.setup.seats:
        view, before = table.render(seat), shown.get(seat, "").splitlines()
        if new := [line for line in view.splitlines() if line not in before]:
            out += [f"  {seat} sees", indent("\n".join(new), "    ")]
        shown[seat] = view
    return out


def show_events(table: Table, since: int) -> list[str]:
    """Return what happened, and after a bar who could not read the card."""
    out = []
    whole = table.narrate(None, since)
    seen = {seat: table.narrate(seat, since) for seat in table.setup.seats}
    for i, line in enumerate(whole):
        blind = [seat for seat in table.setup.seats if seen[seat][i] != line]
        out.append(f"  > {line}")
        out += [f"      {seat}: {seen[seat][i]}" for seat in blind]
    return out


def playthrough(id: str, scenario: str, seed: int) -> str:
    """Return a game as text; actions follow from the seed by a fixed rule."""
    named, options = EDITIONS.get(id, {}).get(scenario, (scenario, {}))
    table = Table.deal(id, seed, named, **options)
    shown: dict[str, str] = {}
    lines = [f"{id}, scenario {scenario}, seed {seed}, rules version {table.game.rules_version}", "", "Deal"]
    lines += show_events(table, 0)
    ply = 0
    while not table.over:
        lines += ["", f"Move {ply + 1}: {table.phase}, {table.agent}", *show_views(table, shown)]
        lines.append(f"  legal: {', '.join(table.legal())}")
        action = choose(table.game, table.legal_ids(), seed, ply, keep=0.08)
        lines.append(f"  plays: {table.game.actions.labels[action]}")
        table.play(action)
        ply += 1
        lines += show_events(table, ply)
    lines += ["", f"End, after {ply} moves", *show_views(table, {})]
    lines += [f"  {seat}: {value:+.3f}" for seat, value in table.returns().items()]
    return "\n".join(lines) + "\n"
