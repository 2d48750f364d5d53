"""What is read, in whichever field of a file, a message or a database, opens no file and runs no code."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.names.traps import Traps, attack
from throwdown.agents import default_opponent, load, shipped
from throwdown.agents.archive import read_archive, write_archive
from throwdown.envs.core import kit
from throwdown.envs.core.files import parse_toml
from throwdown.envs.registry import find_game, make_setup
from throwdown.envs.tables.table import Table
from throwdown.evaluation.exploiters import read_exploiters
from throwdown.play import puzzles, storage
from throwdown.play.companion.companion import Companion
from throwdown.play.session import Session, usual_people

Fixture = tuple[Traps, pytest.MonkeyPatch]


@pytest.fixture
def traps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fixture:
    """Return traps in a folder of their own, not yet set."""
    folder = tmp_path / "traps"
    folder.mkdir()
    return Traps(folder), monkeypatch


def written(tmp_path: Path, name: str, use: Callable[[Path], object]) -> Callable[[Any], object]:
    """Return what writes plain data into a file of a name, and has it read."""
    file = tmp_path / name
    return lambda data: (file.write_text(json.dumps(data), encoding="utf-8"), use(file))


def kuhn(**names: str) -> Session:
    """Return a game of Kuhn poker, a move old."""
    session = Session.deal(
        make_setup("kuhn-v0"), 1, "first", **{"against": "random", "allies": "random", **names}
    )
    session.advance()
    session.act(session.table.legal()[0])
    return session


def use_session(session: Session) -> None:
    """Do with a game that was read what the programs do."""
    setup = session.table.setup
    for role in setup.roles:
        default_opponent(setup, role)
    usual_people(setup, session.against)
    session.who_plays()
    storage.opponent_of(session)
    session.rematch()


def test_a_saved_game(traps: Fixture, tmp_path: Path) -> None:
    data = json.loads(kuhn().to_json())
    read = written(tmp_path, "game.json", lambda file: use_session(Session.load(file)))
    read(data)
    attack(*traps, data, read)


def test_a_record(traps: Fixture, tmp_path: Path) -> None:
    data = json.loads(kuhn().table.to_json())
    read = written(tmp_path, "record.json", lambda file: use_session(Session.load(file)))
    read(data)
    attack(*traps, data, read)
    attack(*traps, data, lambda data: Table.from_json(json.dumps(data)))


def test_a_record_of_a_scenario_by_a_name_like_a_path(traps: Fixture) -> None:
    """It replays under whatever name it gives; levels, ratings and policies are not looked for there."""
    from throwdown.play.web.offers import opponents

    table = Table.from_json(Table.deal("throwdown-v0", 1, "mini").to_json())
    mine, patch = traps
    with mine.set(patch):
        for name in mine.names:
            setup = table.setup.game.configure(table.setup.config, table.setup.options, name)
            opponents(setup)
            for spec in ("level:1", "pilot:bold", "trained"):
                with pytest.raises(kit.InvalidConfig):
                    load(spec, setup, "pilot")
            assert not mine.touched, name


def test_a_game_with_real_cards(traps: Fixture, tmp_path: Path) -> None:
    whole = json.loads(Companion(make_setup("throwdown-v0", "mini"), "program", "random", 1).to_json())
    read = written(tmp_path, "companion.json", Companion.load)
    attack(
        *traps, {name: whole[name] for name in ("against", "deal", "format")}, lambda data: read(whole | data)
    )


def test_the_database_of_games(traps: Fixture, tmp_path: Path) -> None:
    from throwdown.play.web.live import Live
    from throwdown.play.web.store import GameStore

    store = GameStore(tmp_path / "games.sqlite")
    store.save(Live("some-key", "me", kuhn()))
    base = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
    (text,) = base.execute("SELECT session FROM games").fetchone()

    def read(data: Any) -> None:
        base.execute("UPDATE games SET session = ?", (json.dumps(data),))
        store.load("some-key", "me")

    whole = json.loads(text)
    attack(*traps, {k: part for k, part in whole.items() if k != "record"}, lambda data: read(whole | data))


MESSAGES: list[dict[str, Any]] = [
    {"type": "seats", "game": "throwdown-v0", "scenario": "mini"},
    {
        "type": "new",
        "game": "throwdown-v0",
        "scenario": "mini",
        "seats": "pilot_0",
        "against": "random",
        "seed": 1,
    },
    {
        "type": "real",
        "game": "throwdown-v0",
        "scenario": "mini",
        "deal": "program",
        "against": "random",
        "seed": 1,
    },
    {"type": "rulebook", "id": "kuhn-v0", "page": "kuhn"},
    {"type": "puzzle", "name": "duel-1"},
    {"type": "open", "game": "some-key-of-mine"},
    {"type": "import", "text": "{}"},
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda x: x["type"])
def test_a_message_of_a_page(message: dict[str, Any], traps: Fixture, tmp_path: Path) -> None:
    from throwdown.play.web import messages
    from throwdown.play.web.dispatcher import Dispatcher
    from throwdown.play.web.store import GameStore

    dispatcher = Dispatcher(GameStore(tmp_path / "games.sqlite"))
    attack(
        *traps,
        message,
        lambda data: dispatcher.answer("me", messages.parse(json.dumps({"request": 1, **data}))),
    )


def test_a_saved_game_that_a_page_sends(traps: Fixture, tmp_path: Path) -> None:
    from throwdown.play.web import messages
    from throwdown.play.web.dispatcher import Dispatcher
    from throwdown.play.web.store import GameStore

    dispatcher, whole = Dispatcher(GameStore(tmp_path / "games.sqlite")), json.loads(kuhn().to_json())

    def read(data: Any) -> None:
        text = json.dumps({"type": "import", "request": 1, "text": json.dumps(whole | data)})
        dispatcher.answer("me", messages.parse(text))

    attack(*traps, {name: whole[name] for name in ("against", "allies", "people", "puzzle")}, read)


SETTINGS: dict[str, Any] = {
    "game": "kuhn-v0",
    "scenario": "standard",
    "options": {},
    "roles": ["second"],
    "against": {"first": "random"},
    "start": {"second": "trained"},
    "teacher": "random",
    "eval_against": ["random"],
    "rows": 2,
    "hidden": [4],
    "steps": 1,
}


def as_toml(data: dict[str, Any]) -> str:
    """Return settings as TOML, whose strings, lists and inline tables are written much as in JSON."""
    return "".join(f"{key} = {json.dumps(value).replace(': ', ' = ')}\n" for key, value in data.items())


def test_a_training_file(torch: Any, traps: Fixture, tmp_path: Path) -> None:
    from throwdown.training.config import read_config
    from throwdown.training.trainer import Trainer

    file = tmp_path / "run.toml"

    def read(data: dict[str, Any]) -> None:
        file.write_text(as_toml(data), encoding="utf-8")
        Trainer(read_config(file)).evaluate(2)

    plain = {name: value for name, value in SETTINGS.items() if name != "start"}
    read(plain)
    attack(*traps, plain, read)
    attack(*traps, {"start": SETTINGS["start"]}, lambda data: read(plain | data))
    both = {name: plain[name] for name in ("game", "rows", "hidden", "steps")}
    both["mix"] = {"latest": 0.5, "snapshots": 0.5}
    attack(*traps, {"league": {"second": ["trained"]}}, lambda data: read(both | data))


def test_a_sweep(torch: Any, traps: Fixture, tmp_path: Path) -> None:
    from throwdown.training.config import read_config
    from throwdown.training.sweep_file import read_sweep
    from throwdown.training.trainer import Trainer

    file = tmp_path / "sweep.toml"
    plain = {name: value for name, value in SETTINGS.items() if name != "start"}
    exploiter = {
        "game": "kuhn-v0",
        "kind": "exploit",
        "role": "second",
        "rows": 2,
        "hidden": [4],
        "steps": 1,
        "deals": 2,
    }
    names = {"scenario": "standard", "players": {"first": "random", "second": "random"}}

    def read(data: dict[str, Any]) -> None:
        file.write_text(as_toml(data), encoding="utf-8")
        for run in read_sweep(file):
            if run.kind == "train":
                Trainer(read_config(run.settings)).evaluate(2)

    read({"runs": [plain | {"name": "a"}, exploiter | names]})
    some = {"scenario": "standard", "against": {"first": "random"}}
    attack(*traps, some, lambda data: read({"base": plain | data, "runs": [{}]}))
    attack(*traps, {"eval_against": [["random"]]}, lambda data: read({"base": plain, "grid": data}))
    attack(*traps, {"name": "a"}, lambda data: read({"base": plain, "runs": [data]}))
    attack(*traps, names | {"start": "trained"}, lambda data: read({"runs": [exploiter | data]}))


def test_a_checkpoint(torch: Any, traps: Fixture, tmp_path: Path) -> None:
    from throwdown.training import checkpoint
    from throwdown.training.config import read_config
    from throwdown.training.trainer import Trainer

    plain = {name: value for name, value in SETTINGS.items() if name != "start"}
    state = Trainer(read_config(plain)).get_state()

    def read(data: dict[str, Any]) -> None:
        settings = state["config"] | plain | data
        checkpoint.save_checkpoint(tmp_path / "checkpoint.pt", {**state, "config": settings})
        Trainer.resume(tmp_path / "checkpoint.pt").evaluate(2)

    read({})
    attack(*traps, {name: plain[name] for name in ("scenario", "against", "teacher", "eval_against")}, read)
    attack(*traps, {"start": {"second": "trained"}}, read)


def test_the_log_of_a_run_that_is_to_ship(torch: Any, traps: Fixture, tmp_path: Path) -> None:
    from throwdown.training.ship import ship

    whole = {"limits": [{"steps": 1, "minutes": None}], "is_complete": True, "turns": []}
    data = {
        "game": "throwdown-v0",
        "scenario": "duel",
        "start": {"pilot": "trained"},
        "against": {"coach": "random"},
    }
    data |= {"roles": ["pilot"], "teacher": "random"}
    read = written(tmp_path, "log.json", lambda file: ship([file.parent]))
    attack(*traps, data, lambda data: read(whole | {"config": data}))


def test_what_a_policy_says_of_itself(traps: Fixture, tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from throwdown.cli.main import app

    found = read_archive(
        shipped.place_of(make_setup("throwdown-v0", "duel"), "pilot"), "policy", lambda *_: None
    )
    header = {
        name: value for name, value in found.header.items() if name not in ("format", "version", "kind")
    }
    file = tmp_path / "mine.npz"

    def read(data: dict[str, Any]) -> None:
        write_archive(file, "policy", header | data, found.arrays)
        CliRunner().invoke(app, ["policy", "carry", str(file), str(tmp_path / "out.npz")])
        load(file, make_setup("throwdown-v0", "duel"), "pilot")

    mine, patch = traps
    mine.names = mine.few
    attack(mine, patch, {name: header[name] for name in ("game", "scenario", "role", "activation")}, read)


def test_puzzles(traps: Fixture, tmp_path: Path) -> None:
    data = json.loads((puzzles.FOLDER / "throwdown-v0" / "mini-11k.json").read_text(encoding="utf-8"))
    data["puzzles"] = data["puzzles"][:1]

    def read(file: Path) -> None:
        found = puzzles.read(file)
        puzzles.NamedPuzzle("x-1", found.game, found.scenario, found.puzzles[0]).table()

    mine, patch = traps
    mine.names = mine.few
    attack(mine, patch, data, written(tmp_path, "puzzles.json", read))


def test_exploiters(traps: Fixture, tmp_path: Path) -> None:
    data = [
        {"role": "pilot", "against": "random", "steps": 1, "seeds": [1], "gain": 0.1, "interval": [0.0, 0.2]}
    ]
    data[0] |= {"command": "x", "reference": "y"}
    attack(*traps, data, written(tmp_path, "exploiters.json", lambda file: read_exploiters([file])))


def test_results_that_are_kept_for_a_person(
    traps: Fixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "data_folder", lambda: tmp_path)
    about = {"game": "kuhn-v0", "scenario": "standard", "role": "first", "against": "random", "seed": 1}

    def read(data: Any) -> None:
        (tmp_path / "history.jsonl").write_text(json.dumps(data) + "\n", encoding="utf-8")
        storage.history_lines()

    attack(*traps, about | {"result": "won"}, read)


SMALL = {"throwdown-v0": "mini", "challenge-v0": "mini", "skirmish-v0": "mini", "showdown-v0": "mini"}


@pytest.mark.parametrize("id", SMALL)
def test_a_scenario(id: str, traps: Fixture, tmp_path: Path) -> None:
    """Whoever types a scenario's file has not typed what stands in it."""
    mine, patch = traps
    mine.names = mine.few
    game = find_game(id)
    data = parse_toml((game.need_files("The test") / f"{SMALL[id]}.toml").read_text(encoding="utf-8"))
    attack(mine, patch, data, lambda data: game.configure(data))


OPTIONS = {
    "challenge-v0": ["cast"],
    "showdown-v0": ["heroes", "villains"],
    "skirmish-v0": ["mcs", "map"],
    "throwdown-v0": ["challenger"],
    "gambit-v0": ["gambit_pilot"],
}


@pytest.mark.parametrize("id", OPTIONS)
def test_an_option(id: str, traps: Fixture) -> None:
    game = find_game(id)
    attack(*traps, dict.fromkeys(OPTIONS[id], "x"), lambda options: game.configure("mini", options))
