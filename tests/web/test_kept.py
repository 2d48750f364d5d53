"""What was answered is kept: requests side by side, several servers, full disks, damaged rows, older files."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from tests.web.support import PLAYER
from throwdown.envs.core.kit import IllegalAction, InvalidConfig, InvalidRecord, ThrowdownError
from throwdown.envs.registry import find_game
from throwdown.play import storage
from throwdown.play.session import Session
from throwdown.play.web import messages as say
from throwdown.play.web.dispatcher import Dispatcher
from throwdown.play.web.live import Live
from throwdown.play.web.store import VERSION, GameStore

BARRIER = 60


@pytest.fixture
def open_dispatcher(tmp_path: Path) -> Iterator[Callable[[], Dispatcher]]:
    """Return what starts one more server on the same file."""
    stores: list[GameStore] = []

    def start() -> Dispatcher:
        stores.append(GameStore(tmp_path / "games.sqlite"))
        return Dispatcher(stores[-1])

    yield start
    for store in stores:
        store.close()


def ask(dispatcher: Dispatcher, type: str, **data: Any) -> Any:
    """Return the answer to a request, or the mistake that it is refused with."""
    try:
        return dispatcher.answer(PLAYER, say._asked.validate_python({"type": type, **data}))
    except ThrowdownError as error:
        return error


def begin(dispatcher: Dispatcher, id: str = "throwdown-v0", scenario: str = "duel") -> Any:
    found = ask(dispatcher, "new", game=id, scenario=scenario, against="random", seed=5)
    assert isinstance(found, say.Position) and len(found.choices) > 1, found
    return found


def act(dispatcher: Dispatcher, at: Any, k: int = 0) -> Any:
    return ask(dispatcher, "act", game=at.game, move=at.moves, action=at.choices[k].action)


def history(dispatcher: Dispatcher, key: str) -> list[tuple[str, str]]:
    live = dispatcher.store.load(key, PLAYER)
    assert isinstance(live, Live)
    return live.table.history


def side_by_side(*jobs: Callable[[], Any]) -> list[Any]:
    found: list[Any] = [None] * len(jobs)

    def run(k: int) -> None:
        found[k] = jobs[k]()

    threads = [threading.Thread(target=run, args=(k,)) for k in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_two_requests_after_a_restart_are_about_one_game(
    open_dispatcher: Callable[[], Dispatcher], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both read the file before either goes on; one move is accepted, and the other is told so."""
    at, dispatcher = begin(open_dispatcher()), open_dispatcher()
    barrier, load = threading.Barrier(2), dispatcher.store.load

    def load_beside(*which: str) -> Any:
        found = load(*which)
        barrier.wait(BARRIER)
        return found

    monkeypatch.setattr(dispatcher.store, "load", load_beside)
    found = side_by_side(*(lambda k=k: act(dispatcher, at, k) for k in range(2)))
    (won,) = (k for k in range(2) if isinstance(found[k], say.Position))
    lost = found[1 - won]
    assert isinstance(lost, say.Problem) and "choose again" in lost.message
    assert isinstance(lost.now, say.Position) and lost.now.moves == found[won].moves
    labels = find_game("throwdown-v0").actions.labels
    assert history(open_dispatcher(), at.game)[at.moves][1] == labels[at.choices[won].action]
    assert act(dispatcher, found[won]).type == "position"


def test_of_two_servers_on_one_file_one_accepts_a_move(open_dispatcher: Callable[[], Dispatcher]) -> None:
    first, second = open_dispatcher(), open_dispatcher()
    at = begin(first)
    assert ask(second, "open", game=at.game).moves == at.moves
    then = act(first, at)
    lost = act(second, at, 1)
    assert isinstance(lost, say.Problem) and lost.now is not None and lost.now.moves == then.moves
    assert ask(second, "open", game=at.game).choices == then.choices
    assert act(first, act(second, then)).type == "position"


def beside(dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch, job: Callable[[], object]) -> None:
    """Have something happen between a change of a game and its being written."""
    save = dispatcher.store.save

    def save_later(live: Any) -> None:
        monkeypatch.setattr(dispatcher.store, "save", save)
        job()
        save(live)

    monkeypatch.setattr(dispatcher.store, "save", save_later)


@pytest.mark.parametrize("kind", ["act", "undo"])
def test_a_write_names_the_one_that_it_follows(
    open_dispatcher: Callable[[], Dispatcher], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Also where the other server's moves were taken back, so that as many have been made as before."""
    first, second = open_dispatcher(), open_dispatcher()
    at = act(first, begin(first))
    beside(second, monkeypatch, lambda: (act(first, at), ask(first, "undo", game=at.game)))
    lost = act(second, at, 1) if kind == "act" else ask(second, "undo", game=at.game)
    assert isinstance(lost, say.Problem) and lost.message.startswith("The game has gone on elsewhere")
    assert lost.now is not None and lost.now.moves == at.moves
    assert ask(second, "open", game=at.game).moves == at.moves and len(history(first, at.game)) == at.moves
    assert act(second, at).type == "position"


@pytest.mark.parametrize("kind", ["act", "undo"])
def test_a_game_that_is_removed_while_it_is_played_stays_away(
    open_dispatcher: Callable[[], Dispatcher], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    dispatcher = open_dispatcher()
    at = act(dispatcher, begin(dispatcher))
    beside(dispatcher, monkeypatch, lambda: ask(dispatcher, "remove", game=at.game))
    lost = act(dispatcher, at) if kind == "act" else ask(dispatcher, "undo", game=at.game)
    assert isinstance(lost, InvalidRecord) and "no such game" in str(lost)
    assert ask(dispatcher, "games").games == [] and ask(open_dispatcher(), "games").games == []
    assert isinstance(ask(dispatcher, "open", game=at.game), InvalidRecord)


def test_what_was_chosen_at_another_moment_is_refused_and_the_game_shown(
    open_dispatcher: Callable[[], Dispatcher],
) -> None:
    dispatcher = open_dispatcher()
    at = begin(dispatcher)
    then = act(dispatcher, at)
    for late in (act(dispatcher, at), ask(dispatcher, "undo", game=at.game, move=at.moves)):
        assert isinstance(late, say.Problem) and late.now == then
    real = ask(dispatcher, "real", game="throwdown-v0", scenario="mini", against="random", seed=3)
    told = ask(dispatcher, "enter", game=real.game, entries=0, answer=real.question.options[0].id)
    for kind, data in (("enter", {"answer": "x"}), ("correct", {"number": 1})):
        late = ask(dispatcher, kind, game=real.game, entries=0, **data)
        assert isinstance(late, say.Problem) and late.now == told, kind
    assert ask(dispatcher, "undo", game=at.game, move=then.moves).moves == at.moves


def query_only(dispatcher: Dispatcher) -> None:
    dispatcher.store._db.execute("PRAGMA query_only=1")


def full(dispatcher: Dispatcher) -> None:
    """Let the file not grow."""
    dispatcher.store._db.execute("PRAGMA max_page_count=1")


def test_what_cannot_be_written_has_not_happened(
    open_dispatcher: Callable[[], Dispatcher], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every request that changes a game is refused whole: in memory, in the file, and in the person's records."""
    monkeypatch.setattr(storage, "data_folder", lambda: tmp_path / "data")
    dispatcher = open_dispatcher()
    at, other = begin(dispatcher, "kuhn-v0", "standard"), act(dispatcher, begin(dispatcher))
    trial = ask(dispatcher, "puzzle")
    real = ask(dispatcher, "real", game="throwdown-v0", scenario="mini", against="random", seed=3)
    told = ask(dispatcher, "enter", game=real.game, entries=0, answer=real.question.options[0].id)
    while not (last := act(dispatcher, at)).verdict:
        at = last
    at = ask(dispatcher, "undo", game=at.game)
    results, games = storage.read_history(), ask(dispatcher, "games")
    query_only(dispatcher)
    text = ask(dispatcher, "export", game=other.game).text
    option = told.question.options[0].id
    for kind, data in (
        ("act", {"game": at.game, "move": at.moves, "action": at.choices[0].action}),
        ("act", {"game": trial.game, "move": trial.moves, "action": trial.choices[0].action}),
        ("undo", {"game": other.game}),
        ("enter", {"game": real.game, "entries": 1, "answer": option}),
        ("correct", {"game": real.game, "number": 1}),
        ("share", {"game": other.game}),
        ("share", {"game": real.game}),
        ("new", {"game": "kuhn-v0", "scenario": "standard", "against": "random"}),
        ("real", {"game": "throwdown-v0", "scenario": "mini", "against": "random"}),
        ("rematch", {"game": at.game}),
        ("branch", {"game": other.game, "move": other.moves}),
        ("import", {"text": text}),
        ("puzzle", {}),
        ("remove", {"game": at.game}),
    ):
        refused = ask(dispatcher, kind, **data)
        assert isinstance(refused, InvalidConfig) and "cannot keep games" in str(refused), kind
    for server in (dispatcher, open_dispatcher()):
        assert ask(server, "games") == games
        for one in (at, other, trial):
            now = ask(server, "open", game=one.game)
            assert (now.moves, now.choices, now.can_undo) == (one.moves, one.choices, one.can_undo)
            assert now.is_shared_deal == one.is_shared_deal
        now = ask(server, "open", game=real.game)
        assert now.ledger == told.ledger and now.is_shared_deal == told.is_shared_deal
    assert storage.read_history() == results and not storage.read_puzzles()
    dispatcher.store._db.execute("PRAGMA query_only=0")
    assert act(dispatcher, at).verdict and act(dispatcher, trial).type == "position"
    assert len(storage.read_history()) == len(results) + 1 and len(storage.read_puzzles()) == 1


def test_on_a_full_disk_the_last_answer_stands(open_dispatcher: Callable[[], Dispatcher]) -> None:
    """A longer game needs more pages of the file, of which there are no more."""
    dispatcher = open_dispatcher()
    at = begin(dispatcher)
    full(dispatcher)
    while isinstance(then := act(dispatcher, at), say.Position):
        at = then
    assert isinstance(then, InvalidConfig) and str(then).endswith(
        "cannot keep games: database or disk is full."
    )
    assert ask(dispatcher, "open", game=at.game).choices == at.choices
    assert ask(open_dispatcher(), "open", game=at.game).choices == at.choices


def test_an_agent_that_fails_leaves_the_game_as_it_was(
    open_dispatcher: Callable[[], Dispatcher], monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher = open_dispatcher()
    at = begin(dispatcher)
    for mistake in (IllegalAction("An agent chose what is not legal."), RuntimeError("An agent failed.")):

        def fail(*_: object, mistake: Exception = mistake) -> None:
            raise mistake

        asked = say.Act(type="act", game=at.game, move=at.moves, action=at.choices[0].action)
        with monkeypatch.context() as changed:
            changed.setattr(Session, "advance", fail)
            with pytest.raises(type(mistake)):
                dispatcher.answer(PLAYER, asked)
        assert ask(dispatcher, "open", game=at.game).moves == at.moves


DAMAGED = ["", "{", "[]", '{"game": 1}', b"\xff\x00", b"\x00" * 40]


@pytest.mark.parametrize("line", DAMAGED)
def test_a_damaged_row_is_named_beside_the_others(
    open_dispatcher: Callable[[], Dispatcher], line: str | bytes
) -> None:
    dispatcher = open_dispatcher()
    bad, good = begin(dispatcher), begin(dispatcher, "kuhn-v0", "standard")
    dispatcher.store._db.execute("UPDATE games SET line = ? WHERE key = ?", (line, bad.game))
    by_key = {game.game: game for game in ask(dispatcher, "games").games}
    assert by_key.keys() == {bad.game, good.game} and not by_key[good.game].is_damaged
    assert by_key[bad.game].is_damaged and by_key[bad.game].title == "A damaged game"
    assert act(dispatcher, bad).type == "position", "the game itself is whole"
    assert not any(game.is_damaged for game in ask(dispatcher, "games").games), "it is written anew"
    dispatcher.store._db.execute(
        "UPDATE games SET line = ?, session = ? WHERE key = ?", (line, line, bad.game)
    )
    fresh = open_dispatcher()
    assert isinstance(ask(fresh, "open", game=bad.game), InvalidRecord)
    assert ask(fresh, "remove", game=bad.game).type == "done"
    assert [game.game for game in ask(fresh, "games").games] == [good.game]


def test_a_row_that_is_no_unicode_is_damaged(open_dispatcher: Callable[[], Dispatcher]) -> None:
    dispatcher = open_dispatcher()
    at = begin(dispatcher)
    for column in ("line", "session"):
        dispatcher.store._db.execute(f"UPDATE games SET {column} = CAST(x'ff00fe' AS TEXT)")
    (game,) = ask(dispatcher, "games").games
    assert game.is_damaged and isinstance(ask(open_dispatcher(), "open", game=at.game), InvalidRecord)


def test_an_answer_outlives_a_power_cut(open_dispatcher: Callable[[], Dispatcher]) -> None:
    """SQLite waits for the disk at the end of every transaction: 2 is FULL."""
    assert open_dispatcher().store._db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_files_of_older_releases_are_read_and_of_newer_ones_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    store = GameStore(file)
    at = begin(Dispatcher(store))
    store.close()
    with sqlite3.connect(file) as db:
        db.execute("ALTER TABLE games DROP COLUMN writes")
        db.execute("PRAGMA user_version=1")
    db.close()
    store = GameStore(file)
    assert act(Dispatcher(store), at).type == "position"
    assert store._db.execute("PRAGMA user_version").fetchone() == (VERSION,)
    store._db.execute(f"PRAGMA user_version={VERSION + 1}")
    store.close()
    with pytest.raises(
        InvalidConfig, match=f"has version {VERSION + 1}; this release reads versions up to {VERSION}"
    ):
        GameStore(file)


def test_two_servers_that_begin_at_once_make_one_file(tmp_path: Path) -> None:
    """The second finds the file made when its turn to make it comes."""
    file = tmp_path / "games.sqlite"

    class Late(GameStore):
        def _update(self) -> None:
            GameStore(file).close()
            super()._update()

    Late(file).close()
    store = GameStore(file)
    assert store.games(PLAYER) == []
    store.close()
