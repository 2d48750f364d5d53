from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.play.support import deal, play_on
from throwdown.agents import default_opponent
from throwdown.envs.core.errors import IllegalAction, InvalidConfig, InvalidRecord
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.table import Table
from throwdown.play.reading import find_action, normal
from throwdown.play.session import Session, read_game, read_seats, usual_allies, usual_opponent


@pytest.mark.parametrize("people", ["pilot_0", "coach_0"])
@pytest.mark.parametrize("game", ["throwdown-v0", "gambit-v0"])
def test_a_game_is_played_to_its_end(game: str, people: str) -> None:
    session = deal(5, people, game)
    play_on(session, 1)
    assert session.table.over
    with pytest.raises(IllegalAction, match="over"):
        session.act(0)


@pytest.mark.parametrize("against", ["random", "ismcts:40"])
def test_opponents_depend_on_seed_and_move_alone(against: str) -> None:
    one, two = deal(4, against=against), deal(4, against=against)
    play_on(one, 2)
    play_on(two, 2)
    assert one.table.history == two.table.history


def test_undo_goes_back_to_the_last_own_decision() -> None:
    session = deal()
    play_on(session, 1, 3)
    before = session.table.clone()
    session.act(session.table.legal_ids()[0])
    session.advance()
    assert session.undo() == "pilot_0"
    assert session.table.history == before.history
    assert session.table.position() == before.position()
    assert session.table.check == before.check


def test_undo_at_the_start_says_that_there_is_nothing() -> None:
    with pytest.raises(IllegalAction, match="nothing to undo"):
        deal().undo()


@pytest.mark.parametrize("moves", [0, 2, 5])
def test_a_saved_game_goes_on_as_it_would_have(tmp_path: Path, moves: int) -> None:
    session = deal(8, "coach_0", scenario="trio", against="random")
    play_on(session, 3, moves)
    resumed = Session.load(session.save(tmp_path / "game.json"))
    assert resumed.people == session.people
    assert resumed.table.setup.scenario == "trio"
    assert resumed.table.position() == session.table.position()
    play_on(session, 4)
    play_on(resumed, 4)
    assert resumed.table.history == session.table.history
    assert resumed.table.returns() == session.table.returns()


def test_a_saved_session_holds_a_record(tmp_path: Path) -> None:
    session = deal()
    play_on(session, 3)
    saved, record = read_game(session.save(tmp_path / "g.json").read_text())
    assert saved is not None and saved.against == "heuristic"
    assert Table.from_json(record.model_dump_json()).returns() == session.table.returns()


def test_a_tampered_session_is_refused_with_the_move(tmp_path: Path) -> None:
    session = deal()
    play_on(session, 3)
    data = json.loads(session.to_json())
    data["record"]["moves"][1]["agent"] = "pilot_7"
    with pytest.raises(InvalidRecord, match="Move 2"):
        Session.from_json(json.dumps(data))
    with pytest.raises(InvalidRecord, match="version 9"):
        Session.from_json(json.dumps({**data, "version": 9}))
    with pytest.raises(InvalidRecord, match=r"damaged session: .*people"):
        Session.from_json(json.dumps({k: v for k, v in data.items() if k != "people"}))
    with pytest.raises(InvalidConfig, match=r"^seed is -1; it must be a whole number"):
        Session.from_json(json.dumps({**json.loads(session.to_json()), "seed": -1}))
    for key, value in (("seed", 1.0), ("seed", "1"), ("people", "pilot_0"), ("against", None)):
        with pytest.raises(InvalidRecord, match=rf"damaged session: {key} is"):
            Session.from_json(json.dumps({**data, key: value}))
    with pytest.raises(InvalidRecord, match="nested too deeply"):
        Session.from_json("[" * 10**5)


def test_save_writes_over_saved_games_only(tmp_path: Path) -> None:
    session, other = deal(), tmp_path / "notes.json"
    other.write_text("mine")
    with pytest.raises(InvalidConfig, match="not a saved game"):
        session.save(other)
    assert other.read_text() == "mine"
    session.save(tmp_path / "g.json")
    session.save(tmp_path / "g.json")
    assert [f.name for f in sorted(tmp_path.iterdir())] == ["g.json", "notes.json"]


def test_seats() -> None:
    trio = make_setup("throwdown-v0", "trio")
    assert read_seats("pilots", trio) == ("pilot_0", "pilot_1", "pilot_2")
    assert read_seats("pilot_2, coach", trio) == ("coach_0", "pilot_2")
    assert read_seats("all", trio) == trio.seats
    with pytest.raises(InvalidConfig, match="did you mean 'pilot_1'"):
        read_seats("pilot1", trio)


def test_the_rematch_is_another_deal() -> None:
    session = deal()
    play_on(session, 1)
    again = session.rematch()
    assert not again.table.over and again.seed == session.seed + 1
    assert again.people == session.people


def _driving() -> Table:
    """Return a table at which a Drive is being decided."""
    session = deal()
    session.advance()
    while session.table.phase != "drive":
        session.act(session.table.legal_ids()[0])
        session.advance()
    return session.table


def test_what_can_be_typed() -> None:
    table = _driving()
    legal = table.legal()
    counter = next(x for x in legal if x.startswith("counter"))
    card = counter.split()[1]
    symbols = card.translate(str.maketrans("CDHS", "♣♦♥♠"))
    for text in (
        "1",
        counter,
        counter.upper(),
        f" counter   {card.lower()}",
        f"cou {card}",
        f"counter {symbols}",
    ):
        assert find_action(table, text) == table.legal_ids()[0]
    assert find_action(table, "conc") == table.action_id("concede")
    lonely = [x for x in legal if " " in x and sum(y.endswith(x.split()[1]) for y in legal) == 1]
    for label in lonely:
        assert find_action(table, label.split()[1]) == table.action_id(label)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0", "the numbers run from 1 to"),
        ("99", "the numbers run from 1 to"),
        ("spoil rally", "not part of this decision"),
        ("co", "can mean"),
        ("xyzzy", "neither a choice nor a command"),
        ("counterr", "did you mean 'counter"),
    ],
)
def test_what_means_nothing_is_explained(text: str, says: str) -> None:
    with pytest.raises(IllegalAction, match=says):
        find_action(_driving(), text)


def test_a_bare_card_that_is_not_held_is_explained() -> None:
    table = _driving()
    hand = table.view("pilot_0")["hands"]["pilot_0"]
    missing = next(c for c in ("2C", "3C", "4C", "6C", "7C", "8C", "9C") if c not in hand)
    with pytest.raises(IllegalAction, match="does not hold"):
        find_action(table, missing)


def test_spelling() -> None:
    assert normal("  Counter 10 ♥ ") == "counter th"
    assert normal("10h") == "th"
    assert normal("ask pilot_1") == "ask pilot_1"
    assert normal("threat 0") == "threat 0"


def test_the_usual_opponent_is_the_stronger_one_that_ships() -> None:
    duel, mini = (make_setup("throwdown-v0", name) for name in ("duel", "mini"))
    assert usual_opponent(duel, "pilot_0") == default_opponent(duel, "coach")
    assert usual_opponent(duel, "coach") == default_opponent(duel, "pilot")
    assert usual_opponent(duel, "all") == usual_opponent(mini, "pilots") == "heuristic"


def test_a_trial_of_a_finished_game_begins_where_it_stood() -> None:
    session = deal(5)
    play_on(session, 1)
    trial = session.branch(4, "pilot_0")
    assert trial.table.position() == session.table.before(5).position()
    assert trial.is_trial and trial.given == 4 and not trial.can_undo
    again = Session.from_json(trial.to_json())
    assert (again.given, again.is_trial, again.table.history) == (4, True, trial.table.history)
    with pytest.raises(IllegalAction, match="was over then"):
        session.branch(len(session.table.history), "pilot_0")
    with pytest.raises(IllegalAction, match="give a number from 0"):
        session.branch(999, "pilot_0")


@pytest.mark.parametrize(
    ("game", "scenario", "people"),
    [
        ("throwdown-v0", "trio", "pilot_0"),
        ("pile-v0", "trio", "coach_0"),
        ("challenge-v0", "duel", "a_0"),
        ("skirmish-v0", "skirmish", "mc_0"),
        ("showdown-v0", "showdown", "heroes_0"),
        ("session-v0", "trio", "pilot_0"),
    ],
)
def test_a_trial_of_a_game_that_goes_on_tells_nothing_hidden(game: str, scenario: str, people: str) -> None:
    """It is the same whatever the seat cannot know; and the seat sees in it what it saw."""
    setup = make_setup(game, scenario)
    people = people if people in setup.seats else setup.seats[-1]
    session = deal(6, people, game, scenario, against="random", allies="random")
    play_on(session, 2, 3)
    trial = session.branch(len(session.table.history), people)
    assert (trial.table.observe(people) == session.table.observe(people)).all()
    session.table._states[:] = session.table.redeal(people, 77)._states
    other = session.branch(len(session.table.history), people)
    assert other.table.position() == trial.table.position()
    assert Session.from_json(trial.to_json()).table.position() == trial.table.position()


def test_what_was_taken_back_is_in_the_file() -> None:
    session = deal()
    play_on(session, 1, 2)
    history = list(session.table.history)
    session.undo()
    (taken,) = Session.from_json(session.to_json()).taken_back
    assert session.table.history + taken.moves == history and taken.kept == len(session.table.history)


def test_a_plain_record_is_played_on_by_the_usual_people() -> None:
    table = Table.deal("throwdown-v0", seed=4, scenario="duel")
    table.play(table.legal()[0])
    session = Session.from_json(table.to_json())
    assert session.people == ("pilot_0",) and session.table.history == table.history


def test_a_plain_record_is_taken_over_with_its_seed() -> None:
    record = Table.deal("kuhn-v0", seed=7).to_json()
    session = Session.from_json(record)
    assert session.seed == 7 and session.rematch().table.origin == {"seed": 8}
    placed = Table.deal("throwdown-v0", seed=7, scenario="mini")
    assert Session.from_json(Table.from_position(placed.position(), scenario="mini").to_json()).seed == 0


def test_allies_are_trained_where_policies_ship_for_them() -> None:
    trio, mini = make_setup("throwdown-v0", "trio"), make_setup("throwdown-v0", "mini")
    assert usual_allies(trio, ["pilot_0"]) == "trained"
    assert usual_allies(trio, trio.seats) == usual_allies(mini, ["pilot_0"]) == "heuristic"
    session = Session.deal(trio, 1, "pilot_0")
    assert session.allies == session.name_of("pilot_1") == session.name_of("pilot_2") == "trained"
    assert Session.from_json(session.to_json()).allies == "trained"
