"""Plays games at random and finds texts that no person should read."""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Iterator
from typing import Any

from throwdown.envs.core.kit import words_of
from throwdown.envs.core.scene import Scene
from throwdown.envs.pictures import draw
from throwdown.envs.registry import games, make_setup
from throwdown.envs.tables.table import Table
from throwdown.play import screen
from throwdown.play.reading import refused

MOVES, LOOKS, CHANCE, LABELS = 220, 2, 0.06, 24
"""The most moves of a game, the first of which are all looked at, the share of the others that are, and how many
actions are described and explained each time."""
ODD = {
    "two blanks": re.compile(r"(?<=\S)  +(?=\S)"),
    "a blank at an end": re.compile(r"^\s|\s$"),
    "a blank before a stop": re.compile(r"\s(?:[,;:!]|\.(?![.\d])|\?(?!\?))"),
    "nothing between stops": re.compile(r"[,;:]\s*[.;,]|\(\s*\)|[:,;]\s*$|(?<!\.)\.\.(?!\.)"),
    "None": re.compile(r"\bNone\b|\bnan\b|\bTrue\b"),
    "a brace": re.compile(r"[{}]"),
    "an underscore": re.compile(r"_"),
    "a name for programs": re.compile(r"(?<![\w*])\*[a-z]\b|<[A-Za-z]+[.:]"),
    "a word twice": re.compile(r"\b([A-Za-z]{3,}) \1\b"),
    "a name twice": re.compile(r"\b([A-Z]\w+ [A-Z]\w+) \w+: \1\b"),
    "a verb as a name": re.compile(r"\bused (Activate|Sacrifice|Summon) "),
    "a hyphen for a minus": re.compile(r"(?<![\w.–-])-\d"),
}
"""What is odd anywhere, by what it is."""
IN_SCENES = {
    "a label in quotes": re.compile(r"'[a-z]+(-[a-z]+)*'"),
    "a role before a name": re.compile(r"^(Character|Pilot|Player) the "),
}
"""What is odd in a picture and where a decision is put, by what it is; elsewhere people are told what they can type."""
TITLES = {
    *("Scene.place", "Scene.prompt", "Scene.lines", "Gauge.name", "Pile.title", "Thing.name", "Stock.name"),
    *("Person.name", "CardRow.title", "Face.name", "Spot.name", "Figure.name", "Sign.name"),
}
"""What stands alone in a picture, and begins with a capital."""
LABEL = re.compile(r"[a-z]+(-[a-z]+)*")
"""The note of a gauge that is a label."""
START = re.compile(r"[^\w+−'-]*[a-z]")
"""A sentence that begins with a small letter."""
ENDS = re.compile(r"(?<=[.!?]) (?<!FUSION! )")
"""Where a sentence ends within a text."""


def names_for_programs(id: str) -> frozenset[str]:
    """Return the names that a game uses inside only: labels of events, phases, steps and actions with a hyphen."""
    game = games()[id]
    found = {*game.event_names.values(), *game.phase_names.values(), *game.actions.labels}
    return frozenset(name for name in found if re.fullmatch(r"[a-z]+(-[a-z]+)+|[A-Z]+(_[A-Z]+)+", name))


@dataclasses.dataclass
class Reader:
    """Reads what a game shows.

    Attributes:
        inside: the names that only programs use.
        found: by what is odd and where, an example.
    """

    inside: frozenset[str]
    found: dict[str, str] = dataclasses.field(default_factory=dict)

    def read(self, text: str, place: str, is_sentence: bool = False) -> None:
        """Look at a text; a sentence begins with a capital."""
        for what, pattern in ODD.items():
            if pattern.search(text):
                self.found.setdefault(f"{what}, {place}: {_gist(text)}", text)
        for name in re.findall(r"[\w]+(?:-\w+)+", text):
            if name in self.inside:
                self.found.setdefault(f"a name for programs, {place}: {name}", text)
        if is_sentence:
            for sentence in ENDS.split(text):
                if START.match(sentence):
                    self.found.setdefault(f"a small letter, {place}: {_gist(sentence)}", text)

    def ends(self, text: str, place: str) -> None:
        """Look whether a sentence ends with a stop."""
        if text and text[-1] not in ".!?":
            self.found.setdefault(f"no stop, {place}: {_gist(text)}", text)

    def scene(self, scene: Scene) -> None:
        """Look at a picture's texts."""
        for name, text in _texts(scene):
            self.read(text, f"scene.{name}", is_sentence=name in TITLES)
            self.put(text, f"scene.{name}")
            if name == "Gauge.note" and LABEL.fullmatch(text):
                self.found.setdefault(f"a label, scene.{name}: {text}", text)

    def put(self, text: str, place: str) -> None:
        """Look at a text of a picture, or at how a decision is put."""
        for what, pattern in IN_SCENES.items():
            if pattern.search(text):
                self.found.setdefault(f"{what}, {place}: {_gist(text)}", text)


def _gist(text: str) -> str:
    """Return the beginning of a text without cards and numbers, by which like ones are told apart from others."""
    return re.sub(r"\d+|\b[2-9TJQKA][CDHS]\b", "#", text)[:70]


def _texts(part: Any) -> Iterator[tuple[str, str]]:
    """Yield the texts of a picture's parts, with their places."""
    for field in dataclasses.fields(part):
        value = getattr(part, field.name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, str) and field.name not in (
                "colour",
                "kind",
                "icon",
                "card",
                "cards",
                "laid",
                "tint",
            ):
                yield f"{type(part).__name__}.{field.name}", one
            elif dataclasses.is_dataclass(one):
                yield from _texts(one)


def _once(reader: Reader, id: str, scenario: str) -> None:
    """Read what does not depend on the moment."""
    setup = make_setup(id, scenario)
    text = setup.game.text
    for seat, person in enumerate(setup.people):
        reader.read(person, "person")
        reader.read(words_of(text, "goal")(seat, setup), "goal", is_sentence=True)
    reader.read(words_of(text, "summary")(setup), "summary", is_sentence=True)
    for entry in words_of(text, "glossary")(setup):
        reader.read(entry.name, "glossary.name")
        reader.read(entry.text, f"glossary.text of {entry.kind}", is_sentence=True)


def _look(reader: Reader, table: Table, rng: random.Random) -> None:
    """Read everything that a table says at a moment."""
    setup, labels = table.setup, table.game.actions.labels
    for seat in (None, *range(len(setup.seats))):
        reader.scene(draw.scene_of(table.state, seat, setup))
        for line in table.render(seat).splitlines():
            reader.read(re.sub(r" {2,}", " ", screen.with_cards(line).plain).strip(), "render")
    for action in rng.sample(range(len(labels)), min(LABELS, len(labels))):
        reader.read(table.describe(action).title, "describe.title", is_sentence=True)
        reader.read(refused(table, action), "explain", is_sentence=True)


def _decision(reader: Reader, table: Table) -> None:
    """Read how a decision is put."""
    reader.read(table.prompt(), "prompt", is_sentence=True)
    reader.put(table.prompt(), "prompt")
    reader.read(table.help(), "help", is_sentence=True)
    reader.read(table.forced(), "forced", is_sentence=True)
    for lesson in table.lessons():
        reader.read(lesson.text, "lesson", is_sentence=True)
    for action in table.legal_ids():
        told = table.describe(action)
        for rival in (None, table.legal_ids()[-1]):
            told_of = table.merit(action, rival)
            reader.read(told_of, "merit", is_sentence=True)
            reader.ends(told_of, "merit")
        if table.legal_ids() != [action] and not (told.effect or told.tag or told.what):
            reader.found.setdefault(f"no effect, choice in {table.phase}: {told.name}", told.name)
        reader.read(str(told), f"choice in {table.phase}", is_sentence=True)
        for part in (told.tag, told.lies, *(name for name, _ in told.then)):
            reader.read(part, "choice's card", is_sentence=True)


def read_game(id: str, scenario: str, seed: int) -> dict[str, str]:
    """Play a game at random and return what is odd about its texts."""
    reader, rng = Reader(names_for_programs(id)), random.Random(seed)
    table = Table.deal(id, seed, scenario)
    if seed == 0:
        _once(reader, id, scenario)
    seen: set[str] = set()
    while not table.over and len(table.history) < MOVES:
        if table.phase not in seen or rng.random() < CHANCE:
            seen.add(table.phase)
            _decision(reader, table)
        if len(table.history) < LOOKS or rng.random() < CHANCE / 2:
            _look(reader, table, rng)
        legal = table.legal_ids()
        table.play(rng.choice([i for i in legal if i not in table.game.exits] or legal))
    _past(reader, table)
    return reader.found


def _past(reader: Reader, table: Table) -> None:
    """Read what is said of the moves made, and of the end."""
    setup = table.setup
    for seat in (None, *setup.seats):
        for line in table.narrate(seat):
            reader.read(line, "narration", is_sentence=True)
        for chapter in table.chapters(seat):
            reader.read(chapter.title, "chapter", is_sentence=True)
    for move in range(1, len(table.history) + 1, 3):
        for line in table.motives(move):
            reader.read(line, "motive", is_sentence=True)
        for seat in (None, *setup.seats[:2]):
            why = table.why(move, seat)
            reader.read(screen.why_text(why), "why", is_sentence=True)
            if seat is None and not why.told:
                reader.found.setdefault(
                    f"nothing told, why: {table.history[move - 1][1]}", screen.why_text(why)
                )
            if (
                why.merit
                and why.told
                and why.told[0].lower().endswith(f": {why.merit.split(' (')[0].lower()}")
            ):
                reader.found.setdefault(f"told twice, why: {_gist(why.merit)}", screen.why_text(why))
    for viewer in (None, *range(len(setup.seats))):
        reader.scene(draw.scene_of(table.state, viewer, setup))
    if table.over:
        reader.read(table.decided(), "decided", is_sentence=True)
        for seat in setup.seats:
            reader.read(table.headline(seat), "headline", is_sentence=True)
            reader.ends(table.headline(seat), "headline")
        reader.read(table.prompt(), "prompt", is_sentence=True)
        for seat in setup.seats:
            reader.read(screen.score_line(table, seat), "score", is_sentence=True)
            for line in screen.turning_points(table, seat):
                reader.read(line, "turning point", is_sentence=True)
