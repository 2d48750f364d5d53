"""Plain data varied in ways that often make sense: values that others have in the same place, cards that move."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

from tests.fuzz.support import twin
from throwdown.envs.core.cards import FRENCH_WITH_JOKERS
from throwdown.envs.core.errors import ThrowdownError

Place = tuple[Any, Any]
"""A list or a table, and the index or the key of one entry."""
EDGES = (0, 1, 2, 3, 4, 5, 6, 8, 9, 12, 13, 14, 15, 16, 20, 25, 30, 60, 99, 100, 126, 127, 128, 255)


class Pool:
    """What stands under each name in some data."""

    def __init__(self, data: Iterable[Any]) -> None:
        self.data = list(data)
        self.values: dict[str, list[Any]] = {}
        self.tables: dict[str, list[str]] = {}
        for one in self.data:
            for box, key, name in places({"": one}):
                self.values.setdefault(name, []).append(box[key])
                if isinstance(box[key], dict):
                    self.tables.setdefault(name, []).extend(box[key])

    def varied(self, data: Any, rng: random.Random) -> Any:
        """Return a copy of some data with up to eight changes, or parts of another, or both."""
        whole = {"": twin(data)}
        is_mixed = rng.random() < 0.5
        if is_mixed:
            other, share = twin(rng.choice(self.data)), rng.choice((0.1, 0.3, 0.5))
            whole[""].update({key: other[key] for key in other if rng.random() < share})
        for _ in range(rng.choice((0, 1, 2)) if is_mixed else rng.choice((1, 2, 3, 5, 8))):
            by_name: dict[str, list[Place]] = {}
            for box, key, name in places(whole):
                by_name.setdefault(name, []).append((box, key))
            by_name.pop("")
            if not by_name:
                break
            name = rng.choice(list(by_name))
            box, key = rng.choice(by_name[name])
            self._change(box, key, name, [at for found in by_name.values() for at in found], rng)
        return whole[""]

    def _change(self, box: Any, key: Any, name: str, every: list[Place], rng: random.Random) -> None:
        value, kind = box[key], rng.randrange(8)
        if kind == 0:
            del box[key]
        elif kind == 1 and isinstance(value, dict):
            new = rng.choice(self.tables.get(name) or [""])
            value[new] = twin(rng.choice(self.values.get(new) or [None]))
        elif kind <= 2 and isinstance(value, list) and value:
            _stir(value, rng)
        elif kind <= 3 and is_card(value):
            _move(box, key, every, rng)
        elif kind <= 4 and type(value) is int:
            box[key] = rng.choice((value - 1, value + 1, value + 2, *EDGES))
        elif type(value) is bool:
            box[key] = not value
        else:
            box[key] = twin(rng.choice(self.values[name])) if name in self.values else None


def places(box: Any, name: str = "") -> Iterator[tuple[Any, Any, str]]:
    """Yield all entries of nested lists and tables, each with the name of the field that it belongs to."""
    for key in list(box) if isinstance(box, dict) else range(len(box)):
        mine = str(key) if isinstance(box, dict) else f"{name}."
        yield box, key, mine
        if isinstance(box[key], dict | list):
            yield from places(box[key], mine)


def is_card(value: Any) -> bool:
    """Return whether something is the text of a card."""
    try:
        return isinstance(value, str) and len(value) == 2 and FRENCH_WITH_JOKERS.id(value) >= 0
    except ThrowdownError:
        return False


def _stir(value: list[Any], rng: random.Random) -> None:
    """Drop, double or exchange entries of a list."""
    i, j, kind = rng.randrange(len(value)), rng.randrange(len(value)), rng.randrange(4)
    if kind == 0:
        del value[i]
    elif kind == 1:
        value.insert(j, twin(value[i]))
    elif kind == 2:
        value[i], value[j] = value[j], value[i]
    else:
        del value[rng.randrange(len(value) + 1) :]


def _move(box: Any, key: Any, every: list[Place], rng: random.Random) -> None:
    """Move a card to another list of cards, or exchange it for another card."""
    card = box[key]
    others = [at for at in every if is_card(at[0][at[1]])]
    there, at = rng.choice(others)
    if rng.random() < 0.5 and isinstance(box, list) and isinstance(there, list) and there is not box:
        del box[key]
        there.insert(at, card)
    else:
        box[key], there[at] = there[at], card
