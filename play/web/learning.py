"""What the page is told for those who learn: lessons at their moment, the glossary, the rulebook beside the table."""

from __future__ import annotations

from typing import Literal

from throwdown.envs.tables.table import Table
from throwdown.play import rulebook
from throwdown.play.web.base import Answer, Message, Name, OfGame, Request


class AskGlossary(OfGame):
    """Which words of a game can be looked up, with what they mean."""

    type: Literal["glossary"]


class AskRulebook(Request):
    """A page of the rulebook: by its name, or else the one that teaches a game.

    Attributes:
        id: the game's id.
        page: the page's name; empty: the game's own.
    """

    type: Literal["rulebook"]
    id: Name
    page: Name = ""


class LessonTold(Message):
    """What a moment teaches.

    Attributes:
        key: names the moment; what was told once need not be told again.
        title: what it is about; may be empty.
        text: what one can do, what it costs, what the other side is after.
        game: from which of a player's games on it is told, counted from 1.
    """

    key: str
    title: str
    text: str
    game: int


class Glossary(Answer):
    """What can be looked up.

    Attributes:
        entries: words, each with its kind and what it means.
        clauses: the ids of the rules that `AskWord` tells.
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
    """Return what the moment teaches the seat to move."""
    return [LessonTold(**lesson._asdict()) for lesson in table.lessons()]


def glossary(table: Table) -> Glossary:
    """Return the words of a game, but for those that only name somebody at the table."""
    entries = table.game.entries(table.setup)
    found = [(x.name, x.kind, x.text) for x in entries if x.name not in table.setup.people]
    return Glossary(entries=found, clauses=sorted(table.game.clauses))


def page(asked: AskRulebook) -> Rulebook:
    """Return the page that was asked for, or else the one that teaches the game."""
    named = [x for x in rulebook.pages() if x.name == asked.page]
    found = named[0] if named else rulebook.page_of(asked.id)
    return Rulebook(page=found, pages=[(x.name, x.title) for x in rulebook.pages()])
