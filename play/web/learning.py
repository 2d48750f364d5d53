"""Messages for learners: lessons, the glossary and the rulebook."""

from __future__ import annotations

from typing import Literal

from throwdown.envs.tables.table import Table
from throwdown.play import rulebook
from throwdown.play.web.base import Answer, Message, Name, OfGame, Request


class AskGlossary(OfGame):
    """Ask for the glossary of a game."""

    type: Literal["glossary"]


class AskRulebook(Request):
    """Ask for a page of the rulebook: the named one, or else a game's.

    Attributes:
        id: the game's id.
        page: the page's name; empty: the game's own.
    """

    type: Literal["rulebook"]
    id: Name
    page: Name = ""


class LessonTold(Message):
    """A lesson.

    Attributes:
        key: its id, for telling it only once.
        title: its subject; may be empty.
        text: the possible actions, their costs, and the other side's goal.
        game: the number of the player's game in which it is told, counted from 1.
    """

    key: str
    title: str
    text: str
    game: int


class Glossary(Answer):
    """The glossary.

    Attributes:
        entries: names, each with its kind for people (empty for words of the rules) and its meaning.
        clauses: the ids of the rules known to `AskWord`.
    """

    type: Literal["glossary"] = "glossary"
    entries: list[tuple[str, str, str]]
    clauses: list[str]


class Rulebook(Answer):
    """A page of the rulebook, and the names and titles of all pages."""

    type: Literal["rulebook"] = "rulebook"
    page: rulebook.Page
    pages: list[tuple[str, str]]


def lessons(table: Table) -> list[LessonTold]:
    """Return the lessons of the current decision for the seat to move."""
    return [LessonTold(**lesson._asdict()) for lesson in table.lessons()]


def glossary(table: Table) -> Glossary:
    """Return the glossary of a game, without players' names."""
    entries = table.game.entries(table.setup)
    others = [x for x in entries if x.name not in table.setup.people]
    found = [(x.name, "" if x.is_rule else x.kind, x.text) for x in others]
    return Glossary(entries=found, clauses=sorted(table.game.clauses))


def page(asked: AskRulebook) -> Rulebook:
    """Return the requested page, or else the game's."""
    named = [x for x in rulebook.pages() if x.name == asked.page]
    found = named[0] if named else rulebook.page_of(asked.id)
    return Rulebook(page=found, pages=[(x.name, x.title) for x in rulebook.pages()])
