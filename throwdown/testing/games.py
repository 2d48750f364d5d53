"""Whether a game has all its parts, comes to its end, and pays what it should."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from throwdown.envs.core.events import MAX_SEATS
from throwdown.envs.core.game import REQUIRED, words_of
from throwdown.envs.core.kit import Batch, Game, Setup, as_records, brief, how_many, row
from throwdown.envs.tables.table import Table
from throwdown.testing.walks import place

ROWS = 32
"""Random games that are played to their ends."""
SEAT = re.compile("[a-z]+_[0-9]+")


def well_formed(game: Game) -> Iterator[str]:
    """See that a game's parts fit together, in every scenario."""
    for name in REQUIRED:
        if not callable(getattr(game.text, name, None)):
            yield f"the word {name} is missing."
    for what, names in (("phases", game.phase_names), ("events", game.event_names)):
        if len(set(names.values())) != len(names):
            yield f"two of its {what} have the same name."
    if not game.phase_names:
        yield "it names no phase; name what is being decided."
    for act in game.exits:
        if act not in game.actions.acts:
            yield f"its exit {act!r} is not an action."
    for scenario in game.scenarios:
        yield from _setup_faults(game.configure(scenario))


def _setup_faults(setup: Setup) -> Iterator[str]:
    where = f"scenario '{setup.scenario}'"
    if not 1 <= len(setup.seats) <= MAX_SEATS or len(set(setup.seats)) != len(setup.seats):
        have = how_many(len(setup.seats), "seat")
        yield f"{where}: it has {have}; there must be 1 to {MAX_SEATS}, each with a name of its own."
    for what in ("roles", "sides", "people"):
        if len(getattr(setup, what)) != len(setup.seats):
            named, seats = len(getattr(setup, what)), how_many(len(setup.seats), "seat")
            yield f"{where}: it names {named} {what} for {seats}."
    for seat in setup.seats:
        if not SEAT.fullmatch(seat):
            yield f"{where}: the seat '{seat}' must be named like an agent of PettingZoo, such as player_0."
    if row(setup.template).over:
        yield f"{where}: its template is a game that is over."


def spoken(table: Table) -> Iterator[str]:
    """See that words are there at a moment of a game, and of the kinds that they should be."""
    text, setup, s = table.game.text, table.setup, table.state
    where = place(table)
    for viewer in (None, *range(len(setup.seats))):
        for name, kind in (("render", str), ("view", Mapping)):
            found = getattr(text, name)(s, viewer, setup)
            if not isinstance(found, kind) or not found:
                yield f"{where}: the word {name} returns {brief(found)}, which is not {_kind(kind)}."
                return
    try:
        json.dumps(table.view())
    except (TypeError, ValueError) as error:
        yield f"{where}: the word view returns something that is not plain data: {error}."
    for event in table.events_at(len(table.history)):
        if not isinstance(text.narrate(event, setup), str):
            yield f"{where}: the word narrate has no text for the event {event.kind}."
    if table.over:
        return
    asked: dict[str, Any] = {"prompt": text.prompt(s, setup), "help": text.help(s)}
    for name, found in asked.items():
        if not isinstance(found, str) or not found:
            yield f"{where}: the word {name} returns {brief(found)}, which is not {_kind(str)}."
    for action in np.flatnonzero(table.mask() == 0).tolist():
        if not text.explain(s, action, setup):
            yield f"{where}: the word explain does not say why '{table.game.actions.labels[action]}' is illegal."
            return


def _kind(kind: type) -> str:
    return "a text" if kind is str else "a table of plain data"


def watched(setup: Setup, seed: int, most: int) -> Iterator[str]:
    """Play random games side by side, see that something is legal at every decision and that they come to an end.

    When all is well, see that the returns are what they should be.

    Args:
        setup: what is played.
        seed: the first of `ROWS` seeds.
        most: moves after which a game should be over.
    """
    batch = Batch(setup, ROWS, seed, autoreset=False)
    low, high = setup.game.fields.bounds(setup.counts)
    step, move = batch.reset(), 0
    while (step.seats >= 0).any():
        live = step.seats >= 0
        if not step.masks[live].any(axis=1).all():
            yield _nothing_legal(batch, int(np.flatnonzero(live & ~step.masks.any(axis=1))[0]), move)
            return
        outside = (step.observations < low) | (step.observations > high)
        if outside[live].any():
            i, k = (int(x[0]) for x in np.nonzero(outside & live[:, None]))
            name = list(setup.describe(step.observations[i]))[k]
            yield (
                f"{_row(batch, i, move)}: '{name}' is observed as {step.observations[i, k]}, not from {low[k]} to "
                f"{high[k]} as its field says."
            )
            return
        if move >= most:
            yield f"{_row(batch, int(np.flatnonzero(live)[0]), move)}: the game has not come to an end."
            return
        step, move = batch.step(batch.random_actions(1 / 8)), move + 1
    yield from paid(batch)


def _row(batch: Batch, i: int, move: int) -> str:
    return f"scenario '{batch.setup.scenario}', seed {batch.seed + i}, after {how_many(move, 'move')}"


def _nothing_legal(batch: Batch, i: int, move: int) -> str:
    s = as_records(batch.states)[i]
    phase = batch.game.phase_names.get(int(s.phase), str(s.phase))
    return (
        f"{_row(batch, i, move)}: nothing is legal for {batch.setup.seats[int(s.seat)]} in phase '{phase}'."
    )


def paid(batch: Batch) -> Iterator[str]:
    """See that the returns of finished games are numbers, add up, are a side's, and follow the score."""
    setup, values = batch.setup, batch.returns().astype(np.float64)
    where = f"scenario '{setup.scenario}'"
    if not np.isfinite(values).all():
        yield f"{where}: a return is not a finite number."
        return
    for side, seats in setup.teams.items():
        apart = np.flatnonzero((values[:, seats] != values[:, seats[:1]]).any(axis=1))
        if len(apart):
            yield f"{where}, seed {batch.seed + int(apart[0])}: seats of the side {side} get different returns."
    sides = np.stack([values[:, seats[0]] for seats in setup.teams.values()], axis=1)
    sums = np.abs(sides.sum(axis=1))
    if setup.zero_sum and sums.max() > 1e-5:
        i = int(sums.argmax())
        yield (
            f"{where}, seed {batch.seed + i}: the returns of the sides add up to {sides[i].sum():g}, not to 0; make it "
            "so, or say zero_sum=False."
        )
    if not values.any():
        yield f"{where}: all of {how_many(len(values), 'random game')} return 0 to everybody."
    yield from _scores(batch, sides)


def _scores(batch: Batch, sides: np.ndarray) -> Iterator[str]:
    """See that who has more points by the word `ending` has no smaller return; only where returns say who won."""
    setup = batch.setup
    if any(setup.options.get(name) != value for name, value in setup.game.wins.items()):
        return
    tell = words_of(setup.game.text, "ending")
    for i, s in enumerate(as_records(batch.states)):
        score: Mapping[str, Any] = tell(s, setup).get("score") or {}
        if len(setup.teams) < 2 or not set(setup.teams) <= set(score):
            return
        points = [float(score[side]) for side in setup.teams]
        order = np.argsort(points)
        ranked = np.asarray(points)[order], sides[i][order]
        if ((np.diff(ranked[0]) > 0) & (np.diff(ranked[1]) < 0)).any():
            told = ", ".join(f"{side} {n}" for side, n in score.items())
            yield (
                f"scenario '{setup.scenario}', seed {batch.seed + i}: the side with more points gets less: the score "
                f"is {told}, the returns are {', '.join(f'{x:+g}' for x in sides[i])}."
            )
            return
