"""A game's words: what its folder says to people, and what they may look up."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.events import Happening

if TYPE_CHECKING:
    from throwdown.envs.core.game import Setup


class Description(NamedTuple):
    """What an action is to a person: ``Kick it in, 1 Charge: +2 Strike this turn``.

    Attributes:
        name: what it is called.
        what: the card or the thing that it is done with; actions that differ in nothing else are shown as one.
        cost: what it costs, if anything.
        effect: what it does.
        mark: shown on its card: ``good`` where it brings more than others, ``costly`` where it costs more.
    """

    name: str
    what: str = ""
    cost: str = ""
    effect: str = ""
    mark: str = ""

    @property
    def title(self) -> str:
        """The name and what it is done with, which people may type, too."""
        return f"{self.name} {self.what}".strip()

    def __str__(self) -> str:
        """Return a line without a full stop."""
        return f"{self.title}{self.cost and ', ' + self.cost}{self.effect and ': ' + self.effect}"


class Entry(NamedTuple):
    """Something that people may look up.

    Attributes:
        name: what it is called.
        kind: what sort of thing it is, such as ``word``, ``Tech`` or ``Threat``.
        text: what it means, in whole sentences.
        key: its name in files, where it has one.
    """

    name: str
    kind: str
    text: str
    key: str = ""


class Lesson(NamedTuple):
    """Something that a person is told in her first games, at the moment when it matters.

    Attributes:
        key: names the moment; what was told once is not told again.
        title: what it is about, in a few words.
        text: what she can do, what it costs, what the other side is after: in whole sentences.
        game: from which of her games on it is told, counted from 1.
    """

    key: str
    title: str
    text: str
    game: int = 1


class Texts(Protocol):
    """A game's words: a module or an object with these functions."""

    def render(self, s: Any, viewer: int | None, setup: Setup) -> str:
        """Return the table as ``viewer`` (None: everything) sees it, in a few lines."""

    def explain(self, s: Any, action: int, setup: Setup) -> str:
        """Return one sentence that says why an illegal action is illegal now."""

    def narrate(self, event: Happening, setup: Setup) -> str:
        """Return one sentence for an event."""

    def view(self, s: Any, viewer: int | None, setup: Setup) -> dict[str, Any]:
        """Return what ``viewer`` may know as plain data."""

    def prompt(self, s: Any, setup: Setup) -> str:
        """Return one line that says who decides what."""

    def help(self, s: Any) -> str:
        """Return the rules of what is being decided."""


REQUIRED = ("render", "explain", "narrate", "view", "prompt", "help")
"""The functions of `Texts`."""


class MoreTexts:
    """What words may add, each a function of the same name: here is what holds for games that do not."""

    def describe(self, s: Any, action: int, setup: Setup) -> Description:
        """Return what an action of the seat to move is to people; of illegal ones the name counts."""
        label = setup.game.actions.labels[action]
        name, _, what = label.partition(" ")
        return Description(name.capitalize(), what, "", setup.game.meaning(label))

    def forced(self, s: Any, setup: Setup) -> str:
        """Return one sentence that says why the seat to move has but the one legal action."""
        return tr("It is the only legal choice.")

    any_hand: Callable[[Any], None] | None = None
    """``any_hand(s)`` lets the seat to move of a copy hold whatever it might: what is legal then is known to everybody.

    Without it, others are told what is legal in some of the deals that they cannot tell apart.
    """

    def ending(self, s: Any, setup: Setup) -> Mapping[str, Any]:
        """Return how a game that is over ended: ``score``, points by side, more being better; ``stage``, ``result``."""
        return {}

    def decided(self, s: Any, setup: Setup) -> str:
        """Return one sentence that says what decided a game that is over; none where there is nothing to say."""
        return ""

    def turning(self) -> Sequence[str]:
        """Return the kinds of events that tell, after a game, why it ended as it did."""
        return ()

    def chapters(self) -> Sequence[str]:
        """Return the kinds of events that begin a chapter of a long game, such as a scene or a round."""
        return ()

    def goal(self, seat: int, setup: Setup) -> str:
        """Return one sentence that says what a seat plays for."""
        return ""

    def summary(self, setup: Setup) -> str:
        """Return what a scenario is made of in a few words, for who chooses one."""
        return ""

    def motive(self, event: Happening, setup: Setup) -> str:
        """Return what a move is for that an event tells of, in the words of the rules; from what the event shows."""
        return ""

    def lessons(self, s: Any, setup: Setup) -> Sequence[Lesson]:
        """Return what this moment can teach the seat to move, from what it may know, the most urgent first.

        Where nothing fits, the rules of the decision are told when it first comes up.
        """
        return ()

    def glossary(self, setup: Setup | None) -> Sequence[Entry]:
        """Return what may be looked up: the game's words, and what a setup (None: what ships) defines."""
        return ()


def words_of(text: Texts, name: str) -> Any:
    """Return one of the functions of `MoreTexts`, the game's own if it has one."""
    return getattr(text, name, None) or getattr(MoreTexts(), name)


_ROW = re.compile(r"\| ([A-Z]{1,3}-\d+[^|]*?) \| (.+?) \|(?: [^|]*\|)?\s*|- \*\*([^*]+)\*\* (.+)")
_IDS = re.compile(r"([A-Z]{1,3})-(\d+)(?: to (?:\1-)?(\d+))?")
_ID = re.compile(r"([a-z]{1,3})[- ]?(\d+)")
_MARKS = re.compile(r"[*`]|⚙ |\[(?=[^\]]+\]\()|\]\([^)]+\)")


def read_clauses(file: Path) -> dict[str, str]:
    """Return the clauses of a game's ``RULES.md`` by their ids, such as ``TS-42``; none without the file.

    They are rows of tables, ``| id, id | text | source |``, or entries of lists, ``- **id** text``.
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


def clause_id(text: str) -> str:
    """Return a text as the id of a clause: ``ts 42`` becomes ``TS-42``; an empty text if it is none."""
    found = _ID.fullmatch(text.strip().lower())
    return f"{found[1].upper()}-{int(found[2]):02d}" if found else ""


def find_entries(text: str, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries that a text means: by name or key, else by the beginning of the name, else by a word of it."""
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
