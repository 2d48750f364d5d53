"""Reports of a balance study: tables for the terminal and for files, CSV, JSON, and a page with the pictures."""

import json
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Group

from throwdown.envs.core.kit import remove_files
from throwdown.evaluation import balance, leads, statistics
from throwdown.evaluation.report import page, verdicts
from throwdown.evaluation.report.sections import Rows, Section, csv_text, show, to_markdown

FORMAT = "throwdown-balance"
VERSION = 2
MOST_ROWS = 24
"""Number of cells above which tables of game statistics are left to JSON and CSV."""


def renderable(found: balance.Balance) -> Group:
    """Return the report as a rich renderable for the terminal."""
    return show(balance.describe(found), sections(found), verdicts.of_balance(found))


def points(gap: statistics.Interval) -> str:
    """Return a difference of shares in percentage points: ``+3.1 [+1.0, +5.2]``."""
    return statistics.Interval(*(100 * x for x in gap)).text(1)


def _shares(shares: Mapping[str, float]) -> str:
    """Return shares as text, with the zero shares at the end."""
    told = [f"{name} {100 * share:.1f} %" for name, share in shares.items() if share > 0]
    never = [name for name, share in shares.items() if share == 0]
    return ", ".join(told) + (f"; never {', '.join(never)}" if never else "")


def share_section(found: balance.Balance) -> Section:
    """Return the table of endings and choices: a row per cell, tier and kind."""
    rows: Rows = [
        [*cell.values, tier, kind, _shares(shares)]
        for cell, row in zip(found.cells, found.figures)
        for tier, x in zip(found.tiers, row)
        for kind, shares in x.shares.items()
        if any(shares.values())
    ]
    note = "Endings are shares of all games; actions are shares of all choices of their kind."
    return Section("Endings and choices", [*found.axes, "players", "what", "shares"], rows, [note])


def action_section(found: balance.Balance) -> Section:
    """Return the values of kinds of actions: a row per cell, side and kind, the most valuable first."""
    title = f"Values of kinds of actions to {found.restricted} players, in points of win rate"
    note = (
        "Value: the side's win rate with it minus its win rate without it (when it may be chosen only if nothing else "
        "is legal), against the same opponents (restricted play). The players do not adapt to the restriction, so the "
        "value is relative to these players. All values are measured against the same unrestricted games, so they err "
        "together; of twenty intervals, one misses by chance."
    )
    return _values(found, title, "kind of action", False, [note])


def piece_section(found: balance.Balance) -> Section:
    """Return the values of the scenario's pieces: a row per cell, side and piece, the most valuable first."""
    title = f"Values of the scenario's pieces to {found.restricted} players, in points of win rate"
    note = "Measured by restricted play: the seats that have the piece may not use it unless nothing else is legal."
    return _values(found, title, "piece of the scenario", True, [note, *_idle(found)])


def _values(found: balance.Balance, title: str, what: str, pieces: bool, notes: list[str]) -> Section:
    rows = []
    for cell, values in zip(found.cells, found.actions):
        for side in found.sides:
            own = [x for x in values if x.side == side.name and (x.piece is not None) == pieces]
            own.sort(key=lambda x: -x.value.mean)
            rows += [[*cell.values, x.side, x.name, f"{x.uses:.2f}", points(x.value)] for x in own]
    head = [*found.axes, "side", what, "a game", "value"]
    return Section(title, head, rows, notes, "" if pieces else "actions.png", len(found.axes) + 2)


def _idle(found: balance.Balance) -> list[str]:
    """Return a sentence on the rarely used pieces."""
    names = dict.fromkeys(f"{x.name} ({balance.sort_of(x)})" for pieces in found.idle for x in pieces)
    often = round(1 / balance.RARE)
    return [f"Chosen less than once in {often} games, and not rated: {', '.join(names)}."] if names else []


def rung_section(found: balance.Balance) -> Section:
    """Return the skill ladder: a row per cell, side and step."""
    rows = [
        [*cell.values, x.side, f"{x.lower} → {x.upper}", points(x.gain)]
        for cell, rungs in zip(found.cells, found.rungs)
        for x in rungs
    ]
    return Section("The skill ladder", [*found.axes, "side", "from → to", "gain, points of win rate"], rows)


def lead_section(found: balance.Balance) -> Section:
    """Return lead changes: a row per cell and tier."""
    rows = [
        [*cell.values, tier, x.mean_changes().text(2, False), *(f"{100 * share:.0f}%" for share in x.ahead)]
        for cell, row in zip(found.cells, found.leads)
        for tier, x in row.items()
    ]
    when = [f"{100 * k / (leads.POINTS - 1):.0f}%" for k in range(leads.POINTS)]
    note = (
        f"Ahead: a side wins {100 * leads.AHEAD:.0f} % or more of {leads.CONTINUATIONS} continuations from a point, "
        "with everything that is not public dealt anew. A lead change: the other side was ahead last."
    )
    title = "Lead changes, and games in which somebody is ahead"
    return Section(
        title, [*found.axes, "players", "changes", *when], rows, [note], "course.png", len(found.axes) + 1
    )


def difference_section(found: balance.Balance) -> Section:
    """Return the differences between the values of the last axis: a row per other cell and tier."""
    first, second = (cell.values[-1] for cell in found.cells[:2])
    rows = [[*x.values, x.tier, points(x.wins), x.length.text(2)] for x in found.differences]
    head = [*found.axes[:-1], "players", f"games won by {found.sides[1].called}, points", "decisions"]
    return Section(f"{found.axes[-1]}: {second} minus {first}, on the same deals", head, rows)


def swap_section(found: balance.Balance) -> Section:
    """Return the gains from card swaps: a row per swap and tier, the best for the last tier first."""
    best = {x.swap: -x.value.mean for x in found.swaps}  # the last tier's
    gains = sorted(found.swaps, key=lambda x: (x.side, best[x.swap]))
    rows = [[x.side, x.name, x.tier, points(x.value)] for x in gains]
    note = (
        "One copy of the first card is replaced by the second. Gain: the side's win rate with the swap minus its win "
        "rate without it, against the same opponents on the same deals. All swaps are measured against the same games, "
        "so they err together; of twenty intervals, one misses by chance."
    )
    title = "Gains from swaps of one card, in points of win rate"
    return Section(title, ["side", "swap", "players", "gain"], rows, [note], "swaps.png", 3)


def strength_section(found: balance.Balance) -> Section:
    """Return the strength of every deck against all decks of the other side: a row per deck, a column per tier."""
    decks = dict.fromkeys((x.side, x.deck) for x in found.strengths)
    wins = {(x.side, x.deck, x.tier): x.wins.percent() for x in found.strengths}
    rows = [[side, deck, *(wins[side, deck, tier] for tier in found.tiers)] for side, deck in decks]
    note = "The side's share of wins; all decks of the other side weigh the same."
    head = ["side", "deck", *(f"{tier}, both sides" for tier in found.tiers)]
    return Section("Games won with each deck", head, rows, [note], keys=2)


def sections(found: balance.Balance) -> list[Section]:
    """Return all tables that have data."""
    parts = [difference_section(found)] if found.differences else []
    parts += [swap_section(found)] if found.swaps else []
    parts += [strength_section(found)] if found.strengths else []
    parts.append(balance.wins_section(found))
    if len(found.cells) <= MOST_ROWS:
        parts += [balance.games_section(found), share_section(found)]
    made = (
        (found.actions, piece_section),
        (found.actions, action_section),
        (found.rungs, rung_section),
        (found.leads, lead_section),
    )
    parts += [make(found) for has, make in made if has]
    return [part for part in parts if part.rows]


def to_dict(found: balance.Balance) -> dict[str, Any]:
    """Return all results as plain data; intervals are [mean, low, high]."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": found.game,
        "sides": [side.name for side in found.sides],
        "axes": list(found.axes),
        "tiers": list(found.tiers),
        "deals": found.deals,
        "seed": found.seed,
        "verdict": verdicts.of_balance(found),
        "step": found.step_name,
        "restricted": found.restricted,
        "cells": [_cell(found, c) for c in range(len(found.cells))],
        "differences": [
            {"values": list(x.values), "tier": x.tier, "wins": list(x.wins), "length": list(x.length)}
            for x in found.differences
        ],
        "swaps": [
            {"side": x.side, "out": x.swap.out, "in": x.swap.into, "tier": x.tier, "gain": list(x.value)}
            for x in found.swaps
        ],
        "decks": [
            {"side": x.side, "deck": x.deck, "tier": x.tier, "wins": list(x.wins)} for x in found.strengths
        ],
        "made_with": {"python": platform.python_version(), "numpy": np.__version__},
    }


def _cell(found: balance.Balance, c: int) -> dict[str, Any]:
    cell, row = found.cells[c], found.figures[c]
    data: dict[str, Any] = {"scenario": cell.setup.scenario, "values": list(cell.values)}
    data["tiers"] = {tier: _figures(x) for tier, x in zip(found.tiers, row)}
    if found.actions:
        data["actions"] = [
            {
                "side": x.side,
                "kind": x.kind,
                "piece": None if x.piece is None else {"kind": x.piece.kind, "owner": x.piece.owner},
                "uses": x.uses,
                "value": list(x.value),
            }
            for x in found.actions[c]
        ]
        data["idle"] = [{"kind": x.name, "piece": {"kind": x.kind, "owner": x.owner}} for x in found.idle[c]]
    if found.tried and (tried := found.tried[c]) is not None:
        data["tried"] = {
            "tier": tried.tier,
            "deals": tried.deals,
            "wins": list(tried.wins),
            "uses": [{"kind": x.name, "owner": x.owner, "uses": n} for x, n in tried.uses],
        }
    if found.rungs:
        data["ladder"] = [
            {"side": x.side, "lower": x.lower, "upper": x.upper, "gain": list(x.gain)} for x in found.rungs[c]
        ]
    if found.leads:
        data["leads"] = {
            tier: {"changes": list(x.mean_changes()), "ahead": x.ahead.tolist()}
            for tier, x in found.leads[c].items()
        }
    return data


def _figures(x: balance.Figures) -> dict[str, Any]:
    spans = {name: list(getattr(x, name)) for name in ("wins", "length", "branching", "forced", "bits")}
    return {
        **spans,
        "lengths": list(x.lengths),
        "steps": list(x.steps),
        "shares": x.shares,
        "is_fair": x.is_fair,
    }


def csv_rows(found: balance.Balance) -> list[dict[str, Any]]:
    """Return a row of plain figures per cell and tier."""
    rows = []
    for cell, row in zip(found.cells, found.figures):
        for tier, x in zip(found.tiers, row):
            line: dict[str, Any] = {"scenario": cell.setup.scenario}
            line |= {name: value for name, value in zip(found.axes, cell.values) if name != "scenario"}
            line["players"] = tier
            for name in ("wins", "length", "branching", "forced", "bits"):
                span: statistics.Interval = getattr(x, name)
                line |= {name: span.mean, f"{name}_low": span.low, f"{name}_high": span.high}
            rows.append(line)
    return rows


def write_report(found: balance.Balance, folder: Path | str, pictures: bool = True) -> list[Path]:
    """Write the report into a folder, which is created if missing; return the files.

    They are ``balance.md``, ``balance.json``, ``balance.csv``, and with pictures PNG files and ``balance.html``, which
    shows everything in one file.

    Raises:
        MissingExtra: pictures are requested but matplotlib is not installed; the other files are still written.
    """
    files: dict[str, str | bytes] = {
        "balance.md": to_markdown(
            "Balance", balance.describe(found), sections(found), verdicts.of_balance(found)
        ),
        "balance.json": json.dumps(to_dict(found), indent=1),
        "balance.csv": csv_text(csv_rows(found)),
    }
    remove_files(Path(folder), ["balance.html", *page.CAPTIONS])
    written = page.write_files(folder, files)
    if not pictures:
        return written
    from throwdown.evaluation.report.balance_pictures import draw

    drawn = draw(found, balance.describe(found))
    html = page.html_page(
        "Balance", balance.describe(found), sections(found), drawn, verdicts.of_balance(found)
    )
    return written + page.write_files(folder, {**drawn, "balance.html": html})
