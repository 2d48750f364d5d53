"""What a seat must not know, dealt anew: nothing that it is shown or told may change.

Every function looks at one moment of a game and yields a sentence for each fault that it finds there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np

from throwdown.envs.core.batch import act_one, observe_seats, open_one, redeal_games
from throwdown.envs.core.events import CAPACITY, Happening, read
from throwdown.envs.core.kit import Setup, words_of
from throwdown.envs.core.records import as_records, content, duplicate, row
from throwdown.envs.tables.table import Table, Why
from throwdown.testing.walks import place

Keys = Iterable[int]


def redealt(setup: Setup, states: np.ndarray, seat: int, keys: Keys) -> Any:
    """Return the first state redealt for a seat, once per key, as records with attributes."""
    numbers = np.array(list(keys), np.int64)
    many = duplicate(states[:1], len(numbers))
    redeal_games(many, np.full(len(numbers), seat, np.int64), numbers, setup.make_out())
    return as_records(many)


def observations(setup: Setup, states: np.ndarray, seat: int) -> np.ndarray:
    """Return what a seat observes in some states: int8, shape (n, width)."""
    found = np.empty((len(states), setup.width), np.int8)
    every = np.arange(len(states))
    observe_seats(states, every, np.full(len(states), seat, np.int64), found, setup.make_out())
    return found


def mask(setup: Setup, states: np.ndarray, i: int = 0) -> bytes:
    """Return the mask of the seat to move in one of some states."""
    out = setup.make_out()
    open_one(states[i : i + 1], out)
    found: bytes = row(out).mask[: setup.game.actions.n].tobytes()
    return found


def told(setup: Setup, s: Any, seat: int) -> dict[str, Any]:
    """Return all that the game's words say to a seat by the word; some are for the seat to move alone."""
    text, game = setup.game.text, setup.game
    said: dict[str, Any] = {"render": text.render(s, seat, setup), "view": text.view(s, seat, setup)}
    if game.pictures is not None:
        said["scene"] = game.pictures.scene(s, seat, setup)
    if s.over:
        said |= {name: words_of(text, name)(s, setup) for name in ("decided", "ending")}
        return said
    said["prompt"] = text.prompt(s, setup)
    if int(s.seat) == seat:
        said |= {"help": text.help(s), "lessons": words_of(text, "lessons")(s, setup)}
    return said


def observed(table: Table, seat: int, keys: Keys) -> Iterator[str]:
    """See that an observation, and the mask of the seat to move, follow from what the seat may know."""
    setup, who = table.setup, table.setup.seats[seat]
    want, own = table.observe(seat), mask(setup, table._states)
    worlds = redealt(setup, table._states, seat, keys)
    for other in observations(setup, worlds, seat):
        if not np.array_equal(other, want):
            names = (name for name, n in setup.describe(want).items() if setup.describe(other)[name] != n)
            yield f"{place(table)}: what {who} observes as '{next(names)}' depends on what it cannot know."
            break
    if seat == int(table.state.seat) and any(mask(setup, worlds, i) != own for i in range(len(worlds))):
        yield f"{place(table)}: what is legal for {who} depends on what it cannot know."


def said(table: Table, seat: int, keys: Keys) -> Iterator[str]:
    """See that words follow from what the seat may know that they are said to."""
    setup, who = table.setup, table.setup.seats[seat]
    want = told(setup, table.state, seat)
    for s in redealt(setup, table._states, seat, keys):
        other = told(setup, s, seat)
        if wrong := [name for name, words in want.items() if other[name] != words]:
            yield f"{place(table)}: the word {wrong[0]} tells {who} what it cannot know."
            return


def refused(table: Table, keys: Keys) -> Iterator[str]:
    """See that the reasons for refusals follow from what the seat to move may know."""
    setup, seat = table.setup, int(table.state.seat)
    explain = setup.game.text.explain
    illegal = np.flatnonzero(table.mask() == 0).tolist()
    for s in redealt(setup, table._states, seat, keys):
        for action in illegal:
            if explain(s, action, setup) != explain(table.state, action, setup):
                label = setup.game.actions.labels[action]
                yield (
                    f"{place(table)}: why '{label}' is illegal tells {setup.seats[seat]} what it cannot know."
                )
                return


def answered(table: Table, seat: int, keys: Keys) -> Iterator[str]:
    """See that `Table.options`, and `Table.why` after a move of another, tell a seat what it may know and no more."""
    who, move = table.setup.seats[seat], table.legal_ids()[0]
    want, because = table.options(seat), _reasons(table, move, seat)
    for key in keys:
        world = table.redeal(who, key)
        if world.options(seat) != want:
            yield f"{place(table)}: the options tell {who} what it cannot know."
            return
        if world.mask()[move] and _reasons(world, move, seat) != because:
            yield f"{place(table)}: `why` tells {who} what it cannot know."
            return


def _reasons(table: Table, move: int, seat: int) -> tuple[Any, ...]:
    """Return what a seat is told of why a move was made, but for what happened, which events tell."""
    after = table.clone()
    after.play(move)
    why: Why = after.why(seat=seat)
    return why.is_shown, why.options, why.forced


def remembered(table: Table, seat: int, key: int) -> Iterator[str]:
    """See that a redeal keeps nothing of what was hidden: from another deal that looks alike it makes the same."""
    setup, who = table.setup, table.setup.seats[seat]
    keys = range(key, key + 3)
    want = content(redealt(setup, table._states, seat, keys))
    other = redealt(setup, table._states, seat, [key + 9])
    if content(redealt(setup, other, seat, keys)) != want:
        yield f"{place(table)}: the deals that a redeal makes for {who} depend on what it cannot know."


class Glimpse(NamedTuple):
    """What a seat saw of a move in one of several deals.

    Attributes:
        world: the number of the deal.
        action: the move.
        events: what was seen.
        states: the state after it, shape (1,).
    """

    world: int
    action: int
    events: tuple[Happening, ...]
    states: Any


def followed(table: Table, seat: int, actions: Iterable[int], keys: Keys) -> Iterator[str]:
    """See what moves of another tell a seat, in deals that it cannot tell apart.

    A move that is seen alike is followed by the same question to the same seat; and what is seen otherwise, a redeal
    knows.
    """
    setup, who = table.setup, table.setup.seats[seat]
    asked: dict[tuple[int, tuple[Happening, ...]], tuple[int, Any, bool]] = {}
    alike: dict[bytes, list[Glimpse]] = {}
    for seen in _after(table, seat, actions, keys):
        s = row(seen.states)
        phase = setup.game.text.view(s, seat, setup).get("phase", int(s.phase))
        question = int(s.seat), phase, bool(s.over)
        if asked.setdefault((seen.action, seen.events), question) != question:
            yield f"{place(table)}: who decides next after the same events tells {who} what it cannot know."
            return
        others = alike.setdefault(content(redealt(setup, seen.states, seat, range(2))), [])
        for other in others:
            if event := _told_more(seen, other):
                yield f"{place(table)}: the event {event} tells {who} what a redeal treats as hidden from it."
                return
        others.append(seen)


def _after(table: Table, seat: int, actions: Iterable[int], keys: Keys) -> Iterator[Glimpse]:
    """Yield what a seat sees of moves in deals that it cannot tell apart."""
    outs = table.setup.make_out(CAPACITY)
    worlds = np.concatenate([table._states, redealt(table.setup, table._states, seat, keys)])
    for action in actions:
        for i in range(len(worlds)):
            states = as_records(worlds[i : i + 1].copy())
            open_one(states, outs)
            if act_one(states, action, outs):
                yield Glimpse(i, action, tuple(read(outs, table.game.event_names, seat)), states)


def _told_more(one: Glimpse, other: Glimpse) -> str:
    """Return the event that tells two states apart which a redeal takes for one; none if nothing does.

    What a state does not keep, since nothing follows from it any more, may be told: what a die showed, or that
    something else happened. So of two deals only cards count, and of two moves all, if the states differ at all.
    """
    a, b = sorted(one.events), sorted(other.events)
    if [(x.kind, x.seat) for x in a] != [(x.kind, x.seat) for x in b]:
        return ""
    if one.world == other.world:
        return _difference(a, b) if _without_chance(one.states) != _without_chance(other.states) else ""
    return next((x.kind for x, y in zip(a, b) if x.card != y.card), "") if one.action == other.action else ""


def _without_chance(states: np.ndarray) -> bytes:
    """Return the values of a state but for its stream of chance."""
    bare = states.copy()
    bare["rng"] = np.zeros(1, bare.dtype["rng"])
    return content(bare)


def _difference(one: list[Happening], other: list[Happening]) -> str:
    """Return the kind of the first event that is not the same."""
    pairs = zip_longest(one, other)
    return next(((a or b).kind for a, b in pairs if a != b), "")


def dealt(setup: Setup, seat: int, seeds: Iterable[int]) -> Iterator[str]:
    """See that the events of deals that a seat cannot tell apart tell it the same."""
    known: dict[bytes, list[Happening]] = {}
    for seed in seeds:
        table = Table.from_setup(setup, seed)
        deals = content(redealt(setup, table._states, seat, range(2)))
        facts = sorted(table.events_seen(seat))  # cards drawn in another order are the same hand
        if event := _difference(known.setdefault(deals, facts), facts):
            who = setup.seats[seat]
            yield f"{place(table)}: the event {event} tells {who} what a redeal treats as hidden from it."
            return
