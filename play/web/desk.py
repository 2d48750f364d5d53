"""Answers requests: which games there are, new games, and all that is asked about the one that is played."""

from __future__ import annotations

import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from throwdown.agents import default_opponent
from throwdown.agents.heuristics import has_heuristic
from throwdown.agents.levels import LEVEL, levels
from throwdown.agents.personalities import personalities, read_ratings
from throwdown.agents.shipped import ships_for
from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.registry import find_game, games, make_setup
from throwdown.envs.tables import record
from throwdown.envs.tables.table import Table
from throwdown.play import keeping
from throwdown.play.companion.companion import Companion, is_saved, made_of, read_saved
from throwdown.play.puzzles import puzzle_of
from throwdown.play.session import Session, read_game, usual_opponent, usual_people
from throwdown.play.web import after, learning, messages as say
from throwdown.play.web.companion import LiveCompanion
from throwdown.play.web.kept import Kept, Overtaken
from throwdown.play.web.live import Live
from throwdown.play.web.real_cards import Correct, Enter, NewCompanion
from throwdown.play.web.store import GameStore

MOST_LIVE = 512
"""Games that are kept in memory; of more, the ones that were asked about longest ago are read again when they are."""
FIRST = ("throwdown-v0", "showdown-v0", "skirmish-v0", "challenge-v0")
"""Games that are listed first."""
SEARCHES = {
    f"ismcts:{n}": plural(
        "searches {games} game ahead from what it may know",
        "searches {games} games ahead from what it may know",
        n,
        games=f"{n:,}",
    )
    for n in (400, 4000)
}


class Desk:
    """Answers the requests of all players.

    Args:
        store: where games are kept.
        players: a folder in which results are kept for each player apart; None: with those of this machine's user.
    """

    def __init__(self, store: GameStore, players: Path | None = None) -> None:
        self.store, self.players = store, players
        self._live: OrderedDict[str, Live | LiveCompanion] = OrderedDict()
        self._lock = threading.Lock()

    def game_of(self, player: str, asked: say.Request) -> str:
        """Return the id of the game whose rules a request needs; empty: none, or those that are in use already."""
        if isinstance(asked, say.New | say.AskSeats | NewCompanion):
            return asked.game
        if isinstance(asked, after.TryPuzzle):
            return puzzle_of(asked.name).game
        if isinstance(asked, say.OfGame) and not isinstance(asked, say.Remove) and not self.holds(asked):
            return self.store.id_of(asked.game, player)
        return ""

    def holds(self, asked: say.Request) -> bool:
        """Return whether the game that a request is about is in memory."""
        return isinstance(asked, say.OfGame) and asked.game in self._live

    def results_of(self, player: str) -> Path | None:
        """Return the folder in which a player's results are kept; None: that of this machine's user."""
        return None if self.players is None else keeping.folder_of(player, self.players)

    def answer(self, player: str, asked: Any) -> say.Answer:
        """Return the answer to a request.

        Args:
            player: who asks.
            asked: one of `messages.Asked`.

        Raises:
            ThrowdownError: it cannot be carried out; nothing has changed.
        """
        if isinstance(asked, say.OfGame):
            return self._of_game(player, asked)
        answer: say.Answer
        if isinstance(asked, say.AskCatalogue):
            answer = catalogue()
        elif isinstance(asked, say.AskSeats):
            answer = seats(asked.game, asked.scenario)
        elif isinstance(asked, say.AskGames):
            answer = say.Games(games=self.store.games(player))
        elif isinstance(asked, learning.AskRulebook):
            answer = learning.page(asked)
        elif isinstance(asked, say.New):
            answer = self._begin(player, new_session(asked))
        elif isinstance(asked, NewCompanion):
            answer = self._begin_companion(player, new_companion(asked))
        elif isinstance(asked, say.Import) and is_saved(asked.text):
            answer = self._begin_companion(player, taken_over_companion(asked.text))
        elif isinstance(asked, say.Import):
            answer = self._begin(player, taken_over(asked.text))
        elif isinstance(asked, after.TryPuzzle):
            answer = self._begin(player, Session.of_puzzle(puzzle_of(asked.name)))
        elif isinstance(asked, after.AskRecords):
            answer = after.records(asked.request, self.results_of(player))
        else:
            answer = say.Done()
        answer.request = asked.request
        return answer

    def _begin(self, player: str, session: Session, request: int = 0) -> say.Position:
        self.store.check_room(player)
        live = Live(secrets.token_urlsafe(12), player, session)
        with live.lock:
            live.begin()
            self.store.save(live)
            self._keep(live)
            found = live.position()
        found.request = request
        return found

    def _begin_companion(self, player: str, companion: Companion) -> say.Answer:
        self.store.check_room(player)
        live = LiveCompanion(secrets.token_urlsafe(12), player, companion)
        with live.lock:
            self.store.save(live)
            self._keep(live)
            return live.told()

    def _keep(self, live: Live | LiveCompanion) -> Live | LiveCompanion:
        """Keep a game in memory, and return what is kept there: two requests may have read it side by side."""
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
        """Lock a game for a request: as it is in the file, where another server may have written or deleted it."""
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
        """Forget a game that is not in the end as it was read or written last."""
        try:
            yield
        except BaseException as error:  # also of work that was cancelled
            live.is_changed |= not isinstance(error, kit.ThrowdownError)
            raise
        finally:
            if live.is_changed:
                self._forget(live)

    def _of_game(self, player: str, asked: say.OfGame) -> say.Answer:
        if isinstance(asked, say.Remove):
            self.store.remove(asked.game, player)
            kept = self._live.get(asked.game)
            if kept is not None and kept.owner == player:
                self._forget(kept)
            return say.Done(request=asked.request)
        try:
            with self._held(player, asked.game) as live:
                if isinstance(live, LiveCompanion):
                    return self._about_companion(live, asked)
                return self._about(live, asked)
        except Overtaken as error:
            with self._held(player, asked.game) as live:
                now = live.position() if isinstance(live, Live) else live.told()
                return say.Problem(request=asked.request, message=str(error), now=now)

    def _about_companion(self, live: LiveCompanion, asked: say.OfGame) -> say.Answer:
        answer = live.answer(asked)
        if live.is_changed:
            self.store.save(live)
        return answer

    def _about(self, live: Live, asked: say.OfGame) -> say.Answer:
        """Return the answer to a request about a game; its lock is held."""
        n = asked.request
        if isinstance(asked, say.AskHint):
            return live.hint(n)
        if isinstance(asked, say.AskWhy):
            return say.Told(request=n, entries=live.why(asked.move))
        if isinstance(asked, say.AskWord):
            return say.Told(request=n, entries=live.word(asked.text))
        if isinstance(asked, learning.AskGlossary):
            return learning.glossary(live.table, n)
        if isinstance(asked, say.AskMoment):
            return live.moment(n, asked.move, asked.is_open)
        if isinstance(asked, say.AskLog):
            return say.Logged(request=n, entries=live.log())
        if isinstance(asked, say.Export):
            return say.Exported(request=n, text=live.exported())
        if isinstance(asked, after.AskReview):
            return live.look(asked.first, n)
        if isinstance(asked, say.Rematch):
            return self._begin(live.owner, live.session.rematch(fresh_seed()), n)
        if isinstance(asked, after.Branch):
            return self._begin(live.owner, live.branch(asked), n)
        if isinstance(asked, say.Act):
            live.act(asked.move, asked.action)
        elif isinstance(asked, say.Undo):
            live.undo(asked.move)
        elif isinstance(asked, say.Share):
            live.share()
        elif isinstance(asked, Enter | Correct):
            raise kit.IllegalAction(tr("This game is not played with real cards."))
        if live.is_changed:
            self.store.save(live)
            live.note()
        found = live.position()
        found.request = n
        return found


def listed_ids() -> list[str]:
    """Return the ids of all games in the order in which they are listed."""
    every = games()
    return [id for id in FIRST if id in every] + sorted(set(every) - set(FIRST))


def catalogue() -> say.Catalogue:
    """Return which games there are."""
    every, infos = games(), []
    for id in listed_ids():
        game = every[id]
        names = [game.default, *(name for name in game.scenarios if name != game.default)]
        infos.append(say.GameInfo(id=id, title=game.title, scenarios=names))
    return say.Catalogue(games=infos)


def seats(game: str, scenario: str) -> say.Seats:
    """Return what a scenario is, who may sit where, and whom one may play against.

    Raises:
        UnknownGame: there is no such game.
        InvalidConfig: there is no such scenario.
    """
    setup = setup_of(game, scenario)
    table = Table.from_setup(setup, 0)
    found = [
        say.SeatInfo(seat=seat, person=setup.person(seat), role=role, side=side, goal=table.goal(seat))
        for seat, role, side in zip(setup.seats, setup.roles, setup.sides, strict=True)
    ]
    return say.Seats(
        title=tr(str(setup.config.get("title", ""))) or f"{setup.game.title}: {setup.scenario}",
        about=tr(str(setup.config.get("description", ""))),
        usual=usual_people(setup),
        seats=found,
        opponents=opponents(setup),
    )


def opponents(setup: kit.Setup) -> list[say.Opponent]:
    """Return who may be played against: levels where they were measured, then kinds of agents."""
    roles = list(dict.fromkeys(setup.roles))
    found: list[say.Opponent] = []
    trained = [role for role in roles if ships_for(setup, role)]
    if trained:
        note = tr("the strongest that was trained for this scenario")
        found.append(say.Opponent(spec="trained", name=tr("Trained"), note=note, roles=trained))
    for role in trained:
        rated = read_ratings(setup).get("ratings", {}).get(role, {})
        found += [
            say.Opponent(
                spec=f"{role}:{name}",
                name=x.title,
                note=x.about,
                roles=[role],
                rating=rated.get(name),
            )
            for name, x in personalities(setup.game.id).get(role, {}).items()
        ]
    for role in roles:
        try:
            ladder = levels(setup, role)
        except kit.InvalidConfig:
            continue
        found += [
            say.Opponent(
                spec=f"{LEVEL}{level.number}",
                name=tr("Level {n}, {name}", n=level.number, name=tr(level.name)),
                note=level.how,
                roles=[role],
                rating=[float(x) for x in level.rating],
            )
            for level in ladder
        ]
    if has_heuristic(setup):
        found.append(
            say.Opponent(
                spec="heuristic", name=tr("Heuristic"), note=tr("plays by rules of thumb"), roles=roles
            )
        )
    found += [
        say.Opponent(spec=spec, name=tr("Search {n}", n=spec.split(":")[1]), note=note, roles=roles)
        for spec, note in SEARCHES.items()
    ]
    found.append(
        say.Opponent(spec="random", name=tr("Random"), note=tr("plays anything that is legal"), roles=roles)
    )
    usual = {default_opponent(setup, role) for role in roles}
    return sorted(found, key=lambda x: x.spec not in usual)


def new_session(asked: say.New) -> Session:
    """Return a new game as it was asked for.

    Raises:
        ThrowdownError: a name means nothing.
    """
    setup = setup_of(asked.game, asked.scenario)
    if asked.against and not allowed(setup, asked.against):
        raise kit.InvalidConfig(_refused(asked.against))
    people = asked.seats or usual_people(setup, asked.against)
    against = asked.against or usual_opponent(setup, people)
    seed = fresh_seed() if asked.seed is None else asked.seed
    session = Session.deal(setup, seed, people, against=against)
    session.is_shared_deal = asked.seed is not None
    return session


def fresh_seed() -> int:
    """Return a seed that nobody can guess: whoever has it knows all cards."""
    return secrets.randbelow(2**53)


def setup_of(game: str, scenario: str) -> kit.Setup:
    """Return a game with one of its own scenarios: a page names no file, whatever a game that others wrote would open.

    Raises:
        UnknownGame: there is no such game.
        InvalidConfig: the game has no such scenario.
    """
    known = find_game(game).scenarios
    if scenario not in known:
        raise kit.InvalidConfig(
            f"'{scenario}' is not a scenario of {game}{kit.did_you_mean(scenario, known)}; give one of "
            f"{', '.join(known)}."
        )
    return make_setup(game, scenario)


def allowed(setup: kit.Setup, spec: str) -> bool:
    """Return whether an agent is one of the list: files and code named by a page are never loaded."""
    return spec in {x.spec for x in opponents(setup)}


def _refused(spec: str) -> str:
    return tr("'{spec}' cannot be played against here; choose one of the list.", spec=spec)


def new_companion(asked: NewCompanion) -> Companion:
    """Return a new game with real cards as it was asked for.

    Raises:
        ThrowdownError: a name means nothing.
    """
    setup = setup_of(asked.game, asked.scenario)
    if asked.against and not allowed(setup, asked.against):
        raise kit.InvalidConfig(_refused(asked.against))
    seed = fresh_seed() if asked.seed is None else asked.seed
    companion = Companion(setup, asked.deal, asked.against, seed)
    companion.is_shared_deal = asked.seed is not None
    return companion


def taken_over_companion(text: str) -> Companion:
    """Return a saved game with real cards that was made elsewhere; see `taken_over`."""
    saved = read_saved(text)
    check_agents(record.parse(json.dumps(saved.record)), saved.against)
    companion = made_of(saved)
    companion.is_shared_deal |= not companion.over
    return companion


def check_agents(game: record.GameRecord, *specs: str) -> None:
    """Refuse agents that are not on the list of a record's scenario.

    Raises:
        InvalidRecord: there is one, or the record cannot be set up.
    """
    setup = record.opening(game, Table).setup
    for spec in specs:
        if not allowed(setup, spec):
            raise kit.InvalidRecord(_refused(spec))


def taken_over(text: str) -> Session:
    """Return a saved game that was made elsewhere.

    Raises:
        ThrowdownError: it is none, or names an agent that is not on the list.
    """
    saved, game = read_game(text, "The text")
    check_agents(game, *filter(None, (saved.against, saved.allies) if saved else ()))
    session = Session.made_of(saved, game)
    session.is_shared_deal |= not session.table.over
    return session
