"""Dispatch of requests: each kind has a handler in one of three tables."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import tr
from throwdown.play import storage
from throwdown.play.companion.companion import Companion, is_saved
from throwdown.play.puzzles import puzzle_of
from throwdown.play.session import Session
from throwdown.play.web import after, learning, messages as say, offers
from throwdown.play.web.companion import LiveCompanion
from throwdown.play.web.kept import Kept, Overtaken
from throwdown.play.web.live import Live
from throwdown.play.web.real_cards import CompanionTold, Correct, Enter, NewCompanion
from throwdown.play.web.store import GameStore

MOST_LIVE = 512
"""Games kept in memory; beyond that the least recently used are reloaded on demand."""


class Dispatcher:
    """Dispatches the requests of all players to their handlers.

    Args:
        store: the store of games.
        players: a folder for the results of each player; None: they are stored with those of this machine's user.
    """

    def __init__(self, store: GameStore, players: Path | None = None) -> None:
        self.store, self.players = store, players
        self._live: OrderedDict[str, Live | LiveCompanion] = OrderedDict()
        self._lock = threading.Lock()

    def game_of(self, player: str, asked: say.Request) -> str:
        """Return the id of the game whose rules a request needs; empty if none, or if those are already in use."""
        if isinstance(asked, say.New | say.AskSeats | NewCompanion):
            return asked.game
        if isinstance(asked, after.TryPuzzle):
            return puzzle_of(asked.name).game
        if isinstance(asked, say.OfGame) and not isinstance(asked, say.Remove) and not self.holds(asked):
            return self.store.id_of(asked.game, player)
        return ""

    def holds(self, asked: say.Request) -> bool:
        """Return whether the game of a request is in memory."""
        return isinstance(asked, say.OfGame) and asked.game in self._live

    def results_of(self, player: str) -> Path | None:
        """Return the folder of a player's results; None: that of this machine's user."""
        return None if self.players is None else storage.folder_of(player, self.players)

    def answer(self, player: str, asked: say.Request) -> say.Answer:
        """Return the answer to a request.

        Args:
            player: who asks.
            asked: one of `messages.Asked`.

        Raises:
            ThrowdownError: the request cannot be carried out; nothing has changed.
        """
        if (handler := OF_PLAYER.get(type(asked))) is not None:
            answer = handler(self, player, asked)
        else:
            assert isinstance(asked, say.OfGame)
            answer = self._of_game(player, asked)
        answer.request = asked.request
        return answer

    def _of_game(self, player: str, asked: say.OfGame) -> say.Answer:
        try:
            with self._held(player, asked.game) as live:
                is_real = isinstance(live, LiveCompanion)
                handler = (OF_REAL if is_real else OF_GAME).get(type(asked))
                if handler is None:
                    raise kit.IllegalAction(
                        tr("That does not exist in a game with real cards.")
                        if is_real
                        else tr("This game is not played with real cards.")
                    )
                return handler(self, live, asked)
        except Overtaken as error:
            with self._held(player, asked.game) as live:
                return say.Problem(message=str(error), now=live.told())

    # Games in memory -------------------------------------------------------------------------------------------------

    def _keep(self, live: Live | LiveCompanion) -> Live | LiveCompanion:
        """Put a game into the cache and return the cached one: two requests may have loaded it concurrently."""
        if isinstance(live, Live):
            live.results = self.results_of(live.owner)
        with self._lock:
            kept = self._live.setdefault(live.key, live)
            self._live.move_to_end(live.key)
            while len(self._live) > MOST_LIVE:
                self._live.popitem(last=False)
        return kept

    def _find(self, player: str, key: str) -> Live | LiveCompanion:
        with self._lock:
            live = self._live.get(key)
        if live is None or live.owner != player:
            live = self.store.load(key, player)
        return self._keep(live)

    def _forget(self, live: Kept) -> None:
        with self._lock:
            if self._live.get(live.key) is live:
                del self._live[live.key]

    @contextmanager
    def _held(self, player: str, key: str) -> Iterator[Live | LiveCompanion]:
        """Lock a game for a request, in its stored state: another server may have written or deleted the game."""
        while True:
            live = self._find(player, key)
            with live.lock:
                if not live.is_changed and live.writes == self.store.writes(key, player):
                    with self._forgetting(live):
                        yield live
                    return
            self._forget(live)

    @contextmanager
    def _forgetting(self, live: Kept) -> Iterator[None]:
        """Drop a game from the cache if it ends up different from its stored state."""
        try:
            yield
        except BaseException as error:  # also of work that was cancelled
            live.is_changed |= not isinstance(error, kit.ThrowdownError)
            raise
        finally:
            if live.is_changed:
                self._forget(live)

    # Requests of a player --------------------------------------------------------------------------------------------

    def _hello(self, player: str, asked: say.Hello) -> say.Done:
        return say.Done()

    def _catalogue(self, player: str, asked: say.AskCatalogue) -> say.Catalogue:
        return offers.catalogue()

    def _seats(self, player: str, asked: say.AskSeats) -> say.Seats:
        return offers.seats(asked.game, asked.scenario)

    def _games(self, player: str, asked: say.AskGames) -> say.Games:
        return say.Games(games=self.store.games(player))

    def _rulebook(self, player: str, asked: learning.AskRulebook) -> learning.Rulebook:
        return learning.page(asked)

    def _records(self, player: str, asked: after.AskRecords) -> after.Records:
        return after.records(self.results_of(player))

    def _new(self, player: str, asked: say.New) -> say.Position:
        return self._begin(player, offers.new_session(asked))

    def _new_real(self, player: str, asked: NewCompanion) -> CompanionTold:
        return self._begin_real(player, offers.new_companion(asked))

    def _import(self, player: str, asked: say.Import) -> say.Position | CompanionTold:
        if is_saved(asked.text):
            return self._begin_real(player, offers.taken_over_companion(asked.text))
        return self._begin(player, offers.taken_over(asked.text))

    def _puzzle(self, player: str, asked: after.TryPuzzle) -> say.Position:
        return self._begin(player, Session.of_puzzle(puzzle_of(asked.name)))

    def _remove(self, player: str, asked: say.Remove) -> say.Done:
        self.store.remove(asked.game, player)
        kept = self._live.get(asked.game)
        if kept is not None and kept.owner == player:
            self._forget(kept)
        return say.Done()

    def _begin(self, player: str, session: Session) -> say.Position:
        self.store.check_room(player)
        live = Live(secrets.token_urlsafe(12), player, session)
        with live.lock:
            live.begin()
            self.store.save(live)
            self._keep(live)
            return live.told()

    def _begin_real(self, player: str, companion: Companion) -> CompanionTold:
        self.store.check_room(player)
        live = LiveCompanion(secrets.token_urlsafe(12), player, companion)
        with live.lock:
            self.store.save(live)
            self._keep(live)
            return live.told()

    # Requests about a game; its lock is held -------------------------------------------------------------------------

    def _open(self, live: Kept, asked: say.Open) -> say.Position | CompanionTold:
        return live.told()

    def _share(self, live: Kept, asked: say.Share) -> say.Position | CompanionTold:
        live.share()
        self._save(live)
        return live.told()

    def _why(self, live: Kept, asked: say.AskWhy) -> say.Told:
        return say.Told(entries=[("", text) for text in live.why(asked.move)])

    def _word(self, live: Kept, asked: say.AskWord) -> say.Told:
        return say.Told(entries=live.word(asked.text))

    def _glossary(self, live: Kept, asked: learning.AskGlossary) -> learning.Glossary:
        return learning.glossary(live.table)

    def _export(self, live: Kept, asked: say.Export) -> say.Exported:
        return say.Exported(text=live.exported())

    def _act(self, live: Live, asked: say.Act) -> say.Position:
        live.act(asked.move, asked.action)
        self._save(live)
        return live.told()

    def _undo(self, live: Live, asked: say.Undo) -> say.Position:
        live.undo(asked.move)
        self._save(live)
        return live.told()

    def _rematch(self, live: Live, asked: say.Rematch) -> say.Position:
        people = offers.other_side(live.session) if asked.is_turned else ()
        return self._begin(live.owner, live.session.rematch(offers.fresh_seed(), people))

    def _branch(self, live: Live, asked: after.Branch) -> say.Position:
        return self._begin(live.owner, live.branch(asked.move, asked.is_alone))

    def _hint(self, live: Live, asked: say.AskHint) -> say.HintTold:
        return live.hint()

    def _moment(self, live: Live, asked: say.AskMoment) -> say.Moment:
        return live.moment(asked.move, asked.is_open)

    def _log(self, live: Live, asked: say.AskLog) -> say.Logged:
        return say.Logged(entries=live.log())

    def _review(self, live: Live, asked: after.AskReview) -> after.Reviewed:
        return live.look(asked.first)

    def _enter(self, live: LiveCompanion, asked: Enter) -> CompanionTold:
        live.enter(asked.entries, asked.answer, asked.card)
        self._save(live)
        return live.told()

    def _correct(self, live: LiveCompanion, asked: Correct) -> CompanionTold:
        live.correct(asked.entries, asked.number, asked.text)
        self._save(live)
        return live.told()

    def _save(self, live: Kept) -> None:
        self.store.save(live)
        live.note()


Handler = Callable[[Dispatcher, Any, Any], say.Answer]
Handlers = Mapping[type[say.Request], Handler]
OF_PLAYER: Handlers = {
    say.Hello: Dispatcher._hello,
    say.AskCatalogue: Dispatcher._catalogue,
    say.AskSeats: Dispatcher._seats,
    say.AskGames: Dispatcher._games,
    learning.AskRulebook: Dispatcher._rulebook,
    after.AskRecords: Dispatcher._records,
    say.New: Dispatcher._new,
    NewCompanion: Dispatcher._new_real,
    say.Import: Dispatcher._import,
    after.TryPuzzle: Dispatcher._puzzle,
    say.Remove: Dispatcher._remove,
}
"""Handlers of requests that need no game in memory, called with the player's key."""
_OF_BOTH: Handlers = {
    say.Open: Dispatcher._open,
    say.Share: Dispatcher._share,
    say.AskWhy: Dispatcher._why,
    say.AskWord: Dispatcher._word,
    learning.AskGlossary: Dispatcher._glossary,
    say.Export: Dispatcher._export,
}
OF_GAME: Handlers = {
    **_OF_BOTH,
    say.Act: Dispatcher._act,
    say.Undo: Dispatcher._undo,
    say.Rematch: Dispatcher._rematch,
    after.Branch: Dispatcher._branch,
    say.AskHint: Dispatcher._hint,
    say.AskMoment: Dispatcher._moment,
    say.AskLog: Dispatcher._log,
    after.AskReview: Dispatcher._review,
}
"""Handlers of requests about a game, called with the game."""
OF_REAL: Handlers = {**_OF_BOTH, Enter: Dispatcher._enter, Correct: Dispatcher._correct}
"""Handlers of requests about a game with real cards, called with the game."""
