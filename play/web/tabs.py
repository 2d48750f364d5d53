"""Synchronisation of tabs: a move in one tab is pushed to the player's other tabs with the same game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from throwdown.play.web import messages as say
from throwdown.play.web.real_cards import CompanionTold, Correct, Enter

CHANGES = (say.Act, say.Undo, say.Share, Enter, Correct)
"""Requests that change a game."""


class Tab(Protocol):
    """A connection of a player."""

    player: str

    async def push(self, news: say.Answer) -> None:
        """Send an unsolicited message."""


class Tabs:
    """The tabs of all players, each with its current game."""

    def __init__(self) -> None:
        self._shown: dict[Tab, str] = {}

    def leave(self, tab: Tab) -> None:
        """Forget a tab that is closed."""
        self._shown.pop(tab, None)

    async def note(self, tab: Tab, asked: say.Request, answer: say.Answer) -> None:
        """Set the game of a tab; if its request has changed the game, push it to the player's other tabs."""
        if not isinstance(answer, say.Position | CompanionTold):
            return
        self._shown[tab] = answer.game
        if isinstance(asked, CHANGES):
            for other in list(self._others(tab, answer.game)):
                await other.push(answer.model_copy(update={"request": 0}))

    def _others(self, tab: Tab, game: str) -> Iterator[Tab]:
        for other, shown in self._shown.items():
            if other is not tab and shown == game and other.player == tab.player:
                yield other
