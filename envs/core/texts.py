"""Types of a game's texts, and the lookup of rules and terms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.events import Happening


class Description(NamedTuple):
    """An action for people: ``Kick it in, 1 Charge: +2 Strike this turn``.

    Attributes:
        name: its name.
        what: its card or object; actions that differ only in it are shown as one.
        cost: its cost, if any.
        effect: its effect.
        mark: a mark on its card: ``good`` if it brings more than others, ``costly`` if it costs more.
        on: its object on the table, by its name in the game's `Scene`, such as a card of the hand or the name of a
            `Spot`, `Figure` or `Face`; empty if there is none.
        tag: its outcome in at most three words, for its card: ``Resonant``.
        lies: the title of the `Pile` on which its card will lie; empty if on none.
        then: the gauges that it is certain to change at once, unless somebody prevents it, as (name, new value): those
            of ``on``, if that is a person, a `Figure`, a `Face` (its number) or a `Thing` with such a gauge, or else of
            who moves and of the table.
        gives_up: whether it gives up for good what the other side then has, so that a page asks once more.
    """

    name: str
    what: str = ""
    cost: str = ""
    effect: str = ""
    mark: str = ""
    on: str = ""
    tag: str = ""
    lies: str = ""
    then: tuple[tuple[str, int], ...] = ()
    gives_up: bool = False

    @property
    def title(self) -> str:
        """The name and the object, which people may also type."""
        return f"{self.name} {self.what}".strip()

    @property
    def sentence(self) -> str:
        """The effect as a sentence, with the cost, if any; empty without an effect."""
        if not self.effect:
            return ""
        effect = first_upper(self.effect)
        return tr("{effect} (cost: {cost}).", effect=effect, cost=self.cost) if self.cost else f"{effect}."

    def __str__(self) -> str:
        """Return a line without a full stop."""
        return f"{self.title}{self.cost and ', ' + self.cost}{self.effect and ': ' + self.effect}"


class Entry(NamedTuple):
    """A glossary entry.

    Attributes:
        name: its name.
        kind: its kind for people, such as ``word``, ``Tech`` or ``Threat``.
        text: its meaning, in whole sentences.
        key: its name in files, if it has one.
        is_rule: whether it is a word or a clause of the rules; all others are components of scenarios.
    """

    name: str
    kind: str
    text: str
    key: str = ""
    is_rule: bool = False


class Lesson(NamedTuple):
    """A lesson for a person's first games, told at the decision it applies to.

    Attributes:
        key: its id; a lesson is told once.
        title: its subject, in a few words.
        text: the possible actions, their costs and the other side's goal, in whole sentences.
        game: the person's first game in which it is told, counted from 1.
    """

    key: str
    title: str
    text: str
    game: int = 1


class Finish(NamedTuple):
    """How a game ended, for its headline; everything may be told.

    Attributes:
        events: everything that happened, from the deal on.
        viewer: the index of the viewing seat, which is addressed.
        choices: the ranges of actions, such as ``counter``, among which the deciding move was made.
    """

    events: Sequence[Happening]
    viewer: int
    choices: frozenset[str]


_CLAUSES = re.compile(r" \([A-Z]{1,3}-\d+[^)]*\)")
_ROW = re.compile(r"\| ([A-Z]{1,3}-\d+[^|]*?) \| (.+?) \|(?: [^|]*\|)?\s*|- \*\*([^*]+)\*\* (.+)")
_IDS = re.compile(r"([A-Z]{1,3})-(\d+)(?: to (?:\1-)?(\d+))?")
_ID = re.compile(r"([a-z]{1,3})[- ]?(\d+)")
_MARKS = re.compile(r"[*`]|⚙ |\[(?=[^\]]+\]\()|\]\([^)]+\)")


def read_clauses(file: Path) -> dict[str, str]:
    """Return the clauses of a game's ``RULES.md`` by their ids, such as ``TS-42``; empty without the file.

    Clauses are rows of tables, ``| id, id | text | source |``, or entries of lists, ``- **id** text``.
    """
    if not file.is_file():
        return {}
    found: dict[str, str] = {}
    for line in re.sub(r"\n  +", " ", file.read_text(encoding="utf-8")).splitlines():
        row = _ROW.fullmatch(line)
        if row is not None:
            text = _MARKS.sub("", row[2] or row[4])
            for group, first, last in _IDS.findall(row[1] or row[3]):
                for n in range(int(first), int(last or first) + 1):
                    found.setdefault(f"{group}-{n:02d}", text)
    return found


def joined(*parts: str) -> str:
    """Return parts, of which some may be empty, as one sentence; empty if all are."""
    text = tr("; ").join(part for part in parts if part)
    return first_upper(text) + "." if text else ""


def first_upper(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def without_clauses(text: str) -> str:
    """Return a text without the ids of clauses in brackets."""
    return _CLAUSES.sub("", text)


def clause_id(text: str) -> str:
    """Return a text as the id of a clause: ``ts 42`` becomes ``TS-42``; an empty text if it is not one."""
    found = _ID.fullmatch(text.strip().lower())
    return f"{found[1].upper()}-{int(found[2]):02d}" if found else ""


def find_entries(text: str, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries that match a text: by name or key, else by the start of the name, else by a word of it."""
    word = " ".join(text.lower().replace("-", " ").split())
    if not word:
        return []
    names = [{entry.name.lower().replace("-", " "), entry.key.lower().replace("-", " ")} for entry in entries]
    tests = (
        lambda name: name == word,
        lambda name: name.startswith(word),
        lambda name: f" {word}" in f" {name}",
    )
    for fits in tests:
        found = [entry for entry, own in zip(entries, names, strict=True) if any(map(fits, own))]
        if found:
            return list(dict.fromkeys(found))
    return []
