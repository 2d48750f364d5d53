"""Games of Challenges with certain cards on top of the decks and certain numbers in play."""

from __future__ import annotations

from typing import Any

from throwdown.envs.challenge.state import KIT
from throwdown.envs.core import cardset
from throwdown.envs.core.batch import open_one
from throwdown.envs.tables.table import Table

ID = "challenge-v0"


class Play:
    """A game that tests may meddle with; moves are the texts of actions."""

    def __init__(self, scenario: Any = "scene", seed: int = 1, **options: Any) -> None:
        self.table = Table.deal(ID, seed, scenario, **options)

    @property
    def s(self) -> Any:
        return self.table.state

    def hero(self, h: int = 0) -> Any:
        return self.s.heroes[h]

    @property
    def legal(self) -> list[str]:
        return self.table.legal()

    def set(self, h: int = 0, **values: int) -> Play:
        """Set numbers of a hero, or of the game where it has them."""
        for name, value in values.items():
            target = self.hero(h) if name in self.hero(h).dtype.names else self.s
            setattr(target, name, value)
        open_one(self.table._states, self.table._out)
        return self

    def stack(self, cards: str, h: int = 0) -> Play:
        """Lay cards on a deck, the first on top; they count as cards that their owner knows."""
        deck = self.hero(h).deck
        ids = [KIT.id(text) for text in cards.split()]
        for i in range(int(deck.ahead_n)):
            cardset.add(deck.cards, int(deck.ahead[i]))
        for k, card in enumerate(reversed(ids)):
            cardset.remove(deck.cards, card)
            deck.ahead[k] = card
        deck.ahead_n = len(ids)
        open_one(self.table._states, self.table._out)
        return self

    def do(self, *moves: str) -> Play:
        for move in moves:
            self.table.play(move)
        return self

    def told(self) -> str:
        return " ".join(self.table.narrate())

    def tops(self, h: int = 0) -> int:
        """How many of her top cards a hero knows."""
        return int(self.hero(h).deck.ahead_n)


def scene(
    cards: str = "", *, difficulty: int = 0, template: int = 5, cast: str = "courier", **options: Any
) -> Play:
    """A scene whose Character has priority: one obstacle is open (template 5: Speed, 10 to 14)."""
    game = Play("scene", cast=cast, **options).do(f"template {template}", f"difficulty {difficulty}")
    return game.stack(cards) if cards else game


def struck(cards: str = "", *, template: int = 9, difficulty: int = 0, **options: Any) -> Play:
    """A scene in which the Character has to answer a hazard (template 9: Speed, 10 to 14)."""
    game = scene(**options).do("pass", f"template {template}", f"difficulty {difficulty}")
    return game.stack(cards) if cards else game


def lone(cards: str, core: str = "speed", value: int = 0, difficulty: int = 12, **options: Any) -> Play:
    """A lone Attempt against a public Difficulty, before its first card."""
    game = Play("attempt", core=core, value=value, difficulty=difficulty, **options)
    return game.stack(cards)


def duel(mine: str = "", theirs: str = "", **options: Any) -> Play:
    """A duel of a Courier against a Bruiser."""
    game = Play("duel", cast="courier,bruiser", **options)
    if mine:
        game.stack(mine, 0)
    return game.stack(theirs, 1) if theirs else game


def two_a_side(cast: str = "courier,bruiser,analyst,orator") -> Play:
    """A duel of two a side: their first ones, then their second ones."""
    return Play("duel-2v2", cast=cast)


def score(game: Play) -> int:
    """The score of the running Attempt."""
    seen = game.table.view()["attempt"]
    assert seen is not None
    return int(seen["score"])
