"""Bad input, one clear sentence each."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.panel import Panel
from rich.table import Table as RichTable
from rich.text import Text as RichText

import throwdown
from tests.support import FUSION, GAMES, content, run_python, setup_of, walk
from throwdown.cli import common
from throwdown.envs import make_raw
from throwdown.envs.core import errors
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import (
    IllegalAction,
    InvalidConfig,
    InvalidPosition,
    InvalidRecord,
    MissingExtra,
    ThrowdownError,
    UnknownGame,
    did_you_mean,
)
from throwdown.envs.fusion.sheets.setups import SCENARIO_FOLDER

each_game = pytest.mark.parametrize("id", GAMES)


def refusal(error: type[ThrowdownError], act: Callable[[], Any]) -> str:
    """Return the sentence with which something is refused."""
    with pytest.raises(error) as caught:
        act()
    text = str(caught.value)
    lines = text.splitlines()
    assert len(lines) == 1 or lines[0].endswith(f": {len(lines) - 1} mistakes."), text
    assert all(line.endswith(".") for line in lines) and 15 < len(text) < 500, text
    assert caught.value.__cause__ is None and (
        caught.value.__context__ is None or caught.value.__suppress_context__
    )
    return text


def test_every_error_is_of_one_family() -> None:
    for error in (IllegalAction, InvalidConfig, InvalidPosition, InvalidRecord, MissingExtra, UnknownGame):
        assert issubclass(error, ThrowdownError) and issubclass(error, ValueError)
        assert getattr(throwdown, error.__name__) is error


def test_did_you_mean() -> None:
    assert did_you_mean("harmoni", ["harmony", "coach"]) == " (did you mean 'harmony'?)"
    assert did_you_mean("zzz", ["harmony", "coach"]) == ""


@pytest.mark.parametrize("id", FUSION)
def test_unknown_scenario(id: str) -> None:
    text = refusal(InvalidConfig, lambda: throwdown.make(id, "duell"))
    assert "'duell' is not a scenario (did you mean 'duel'?)" in text and "trio" in text
    text = refusal(InvalidConfig, lambda: throwdown.make(id, "nosuch.toml"))
    assert "'nosuch.toml' cannot be read" in text


@pytest.mark.parametrize("content_", [b"title = ", b"= 1", b"\xff\xfe", b"[coach\nhand_max = 3"])
def test_broken_toml(content_: bytes, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(content_)
    assert "mine.toml' is not valid TOML" in refusal(
        InvalidConfig, lambda: throwdown.make("throwdown-v0", str(file))
    )


def test_a_folder_is_no_scenario(tmp_path: Path) -> None:
    folder = tmp_path / "mine.toml"
    folder.mkdir()
    assert "cannot be read" in refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", str(folder)))


def changed(path: str, value: Any) -> dict[str, Any]:
    """Return the duel with one field changed; ``...`` removes it."""
    data: dict[str, Any] = copy.deepcopy(dict(setup_of().config))
    at: Any = data
    *way, last = path.split(".")
    for key in way:
        at = at[int(key)] if key.isdigit() else at[key]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        ("harmony", 0, "harmony is 0"),
        ("harmony", 8, "harmony is 8"),
        ("harmony", "high", "harmony is 'high'"),
        ("harmony", ..., "'harmony' is missing"),
        ("harmoni", 3, "'harmoni' is not a field (did you mean 'harmony'?)"),
        ("coach.hand_max", 0, "coach.hand_max is 0"),
        ("coach.hand_maks", 3, "'coach.hand_maks' is not a field (did you mean 'hand_max'?)"),
        ("pilots", [], "pilots"),
        ("pilots.0.steel", -1, "pilots.0.steel is -1"),
        ("pilots.0.steel", 16, "pilots.0.steel is 16"),
        ("pilots.0.charges", 9, "charges is 9, above charge_max 3"),
        ("pilots.0.buffers", 9, "buffers is 9, above buffer_max 2"),
        ("pilots.0.lowered", {"steel": 9}, "lowered.steel is 9, above steel 3"),
        ("pilots.0.specialty", "sing", "pilots.0.specialty is 'sing'"),
        ("threats", [], "threats"),
        ("threats.0.lowered", 4, "lowered is 4"),
        ("threats.0.rating", 0, "threats.0.rating is 0"),
        ("deck.ranks", "23X", "'23X' must be distinct letters"),
        ("deck.suits", "CC", "'CC' must be distinct letters"),
        ("deck.copies", 3, "deck.copies is 3"),
        ("deck.jokers", 5, "deck.jokers is 5"),
        ("rules.ace", "high", "rules.ace is 'high'"),
        ("rules.challenger", "pilot_3", "rules.challenger is 'pilot_3'"),
        ("rules.challenger", "nobody", "rules.challenger is 'nobody'"),
        ("stakes.harmony", 0.5, "the weights sum to 0.8; they must sum to 0.5"),
        ("title", 7, "title is 7"),
    ],
)
def test_wrong_fields_of_a_scenario_are_named(path: str, value: Any, named: str) -> None:
    text = refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", changed(path, value)))
    assert named in text and text.startswith("Scenario 'custom'")


def test_scenarios_that_cannot_be_dealt() -> None:
    data = changed("deck", {"ranks": "23", "suits": "CD", "copies": 1, "jokers": 0})
    assert "the deck holds 4" in refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", data))
    data = changed("deck.copies", 1)
    assert "deck.copies must be 2" in refusal(
        InvalidConfig, lambda: throwdown.make("throwdown-v0", data, decks="separate")
    )


def test_several_mistakes_are_counted_and_told() -> None:
    data = changed("harmony", 0)
    data["coach"]["hand_max"] = 0
    assert refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", data)).splitlines() == [
        "Scenario 'custom': 2 mistakes.",
        "  harmony is 0: Input should be greater than or equal to 1.",
        "  coach.hand_max is 0: Input should be greater than or equal to 1.",
    ]


@each_game
@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"render_mode": "svg"}, "render_mode is 'svg'"),
        ({"render_mode": "ansi", "render_seat": "pilot_7"}, "render_seat is 'pilot_7'"),
        ({"colour": "red"}, "'colour' is not an option"),
    ],
)
def test_wrong_options_of_any_game_are_named(id: str, options: dict[str, Any], named: str) -> None:
    assert named in refusal(InvalidConfig, lambda: throwdown.make(id, **options))


@pytest.mark.parametrize("id", FUSION)
@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"reward": "fame"}, "fame"),
        ({"rewrad": "win"}, "did you mean 'reward'?"),
        ({"ace": "low"}, "ace"),
        ({"blok": "higher"}, "did you mean 'block'?"),
        ({"max_pilots": 0}, "max_pilots"),
        ({"max_pilots": 8}, "max_pilots"),
        ({"share_hands": "maybe"}, "share_hands"),
    ],
)
def test_wrong_options_are_named(id: str, options: dict[str, Any], named: str) -> None:
    assert named in refusal(InvalidConfig, lambda: throwdown.make(id, **options))


def test_fewer_slots_than_pilots() -> None:
    text = refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", "trio", max_pilots=2))
    assert "max_pilots is 2, but the scenario has 3 Pilots" in text


@pytest.mark.parametrize("n", [0, -1, 2.5, "3"])
def test_bad_batch_sizes(n: int) -> None:
    assert f"n is {n!r}" in refusal(InvalidConfig, lambda: throwdown.Batch(n=n))


@pytest.mark.parametrize(
    "reset",
    [
        {"seeds": np.arange(3)},
        {"seeds": np.arange(4).reshape(2, 2)},
        {"seeds": np.int64(5)},
        {"rows": np.ones(5, np.bool_)},
        {"seeds": [[1], [2, 3], [4], [5]]},
        {"seeds": []},
    ],
)
def test_bad_seeds_or_rows(reset: dict[str, Any]) -> None:
    batch = Batch(setup_of(), 4)
    assert "shape (4,)" in refusal(InvalidConfig, lambda: batch.reset(**reset))


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(3, np.int64),
        np.zeros((4, 1), np.int64),
        np.zeros(4),
        np.zeros(4, np.bool_),
        np.array(["concede"] * 4),
        [None] * 4,
        0,
        [],
    ],
    ids=repr,
)
def test_bad_action_arrays(actions: Any) -> None:
    batch = Batch(setup_of(), 4)
    batch.reset()
    before = content(batch.states)
    text = refusal(IllegalAction, lambda: batch.step(actions))
    assert "they must be 4 integers" in text
    assert content(batch.states) == before


NOT_SEEDS = (-1, 2**62, True, 1.0, "7", 10**5000)


@pytest.mark.parametrize("seed", NOT_SEEDS, ids=lambda x: type(x).__name__)
def test_seeds_are_checked_everywhere(seed: Any) -> None:
    """A table, a batch, and all that is dealt anew say the same."""
    table, batch = throwdown.Table.deal(seed=1), throwdown.Batch(n=2)
    solo, vec = throwdown.make_solo(opponent="random"), throwdown.make_vec(num_envs=2, opponent="random")
    acts: list[Callable[[], Any]] = [
        lambda: throwdown.Table.deal(seed=seed),
        lambda: table.redeal("pilot_0", seed),
        lambda: throwdown.Batch(n=2, seed=seed),
        lambda: make_raw("throwdown-v0").reset(seed=seed),
        lambda: solo.reset(seed=seed),
        lambda: vec.reset(seed=seed if not isinstance(seed, str) else [seed, 1]),
        lambda: vec.reset(seed=[1, seed]),
        lambda: throwdown.make_solo(opponent="random", seed=seed),
        lambda: throwdown.make_vec(num_envs=2, opponent="random", seed=seed),
    ]
    for act in acts:
        assert "must be a whole number from 0 to 2**62 - 1" in refusal(InvalidConfig, act)
    text = refusal(InvalidConfig, lambda: batch.reset(seeds=[seed, seed]))
    assert text.startswith(("seeds hold", "seeds must be 2 whole numbers"))


def test_a_redeal_is_for_one_seat() -> None:
    table = throwdown.Table.deal(seed=1)
    for seat in (None, "pilot_9", 9):
        assert "seats are" in refusal(InvalidConfig, lambda seat=seat: table.redeal(seat, 1))  # type: ignore[misc]


@pytest.mark.parametrize("rows", [[1, 0, 1, 1], np.ones(4), "yes", [True] * 3], ids=repr)
def test_rows_of_a_reset_are_truth_values(rows: Any) -> None:
    batch = Batch(setup_of(), 4)
    assert "4 truth values" in refusal(InvalidConfig, lambda: batch.reset(rows=rows))


@pytest.mark.parametrize(
    "rows",
    [
        [4],
        [10**7],
        [-1],
        [-3],
        [2**63],
        [10**30],
        [0.0],
        [True],
        ["0"],
        [None],
        0,
        [[0]],
        [[0], [0, 1]],
        None,
    ],
    ids=repr,
)
def test_rows_are_checked_before_compiled_code_sees_them(rows: Any) -> None:
    batch = Batch(setup_of(), 4)
    step = batch.reset()
    before = content(batch.states)
    for act in (
        lambda: batch.observe(rows, [0]),
        lambda: batch.play(rows, [0]),
        lambda: batch.look_at(rows, step),
        lambda: batch.step_at(rows, [0], step),
        lambda: batch.restart(rows),
    ):
        assert refusal(InvalidConfig, act).startswith("rows ")
    assert content(batch.states) == before


@pytest.mark.parametrize("viewers", [[2], [-1], [10**7], [0, 1], [0.5], [], 0, ["pilot_0"]], ids=repr)
def test_viewers_are_checked_before_compiled_code_sees_them(viewers: Any) -> None:
    batch = Batch(setup_of(), 4)
    batch.reset()
    assert refusal(InvalidConfig, lambda: batch.observe([3], viewers)).startswith("viewers ")
    assert batch.observe([3, 0], [1, 0]).shape == (2, batch.setup.width)
    assert batch.observe([], []).shape == (0, batch.setup.width)


@pytest.mark.parametrize("actions", [[0, 1], [0.0], [], ["concede"], [True], 0], ids=repr)
def test_actions_of_some_rows_are_checked(actions: Any) -> None:
    batch = Batch(setup_of(), 4)
    step = batch.reset()
    for act in (lambda: batch.play([3], actions), lambda: batch.step_at([3], actions, step)):
        assert "they must be 1 integers" in refusal(IllegalAction, act)


def test_actions_out_of_range_are_flagged() -> None:
    batch = Batch(setup_of(), 4)
    step = batch.reset()
    for action in (-1, batch.game.actions.n, 2**40, 2**63 - 1, -(2**63), np.uint64(2**64 - 1)):
        assert batch.play([0, 3], np.array([action] * 2)).all()
        assert batch.step_at([0, 3], np.array([action] * 2), step).all()
        assert batch.step(np.array([action] * 4)).errors.all()


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("masks", np.zeros((4, 3), np.int8)),
        ("observations", np.zeros(4, np.int8)),
        ("seats", np.zeros(4, np.int32)),
        ("rewards", np.zeros((4, 2), np.float64)),
        ("errors", [False] * 4),
        ("done", np.zeros(8, np.bool_)[::2]),
    ],
)
def test_arrays_to_write_into_are_checked(name: str, array: Any) -> None:
    batch = Batch(setup_of(), 4)
    step = batch.reset()
    wrong = step._replace(**{name: array})
    for act in (
        lambda: batch.step(np.zeros(4, np.int64), wrong),
        lambda: batch.look_at([0], wrong),
        lambda: batch.step_at([0], [0], wrong),
    ):
        assert f"into.{name} must be" in refusal(InvalidConfig, act)
    frozen = step.masks.copy()
    frozen.flags.writeable = False
    assert "writable" in refusal(InvalidConfig, lambda: batch.look_at([0], step._replace(masks=frozen)))


@pytest.mark.parametrize("keep", [-0.1, 1.1, float("nan")])
def test_chances_of_exits_are_checked(keep: float) -> None:
    batch = Batch(setup_of(), 4)
    batch.reset()
    assert "must be a probability" in refusal(InvalidConfig, lambda: batch.random_actions(keep))


@each_game
@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.uint32, np.uint64])
def test_any_integer_width_will_do(id: str, kind: type) -> None:
    a, b = Batch(setup_of(id), 6), Batch(setup_of(id), 6)
    a.reset()
    b.reset()
    actions = a.random_actions()
    fits = actions <= np.iinfo(kind).max
    x, y = a.step(actions), b.step(np.where(fits, actions, 0).astype(kind))
    np.testing.assert_array_equal(x.observations[fits], y.observations[fits])


@each_game
def test_illegal_rows_are_flagged_and_left_as_they_were(id: str) -> None:
    """Every illegal id in some row at once, and the others play on."""
    setup = setup_of(id)
    actions_n = setup.game.actions.n
    batch = Batch(setup, actions_n + 3)
    step = batch.reset(np.zeros(actions_n + 3, np.int64))
    for ply in range(6):
        before = batch.states.copy()
        actions = np.concatenate([np.arange(actions_n), [-1, actions_n, 2**40]])
        legal = np.append(step.masks[0] == 1, [False] * 3)
        after = batch.step(actions)
        np.testing.assert_array_equal(after.errors, ~legal)
        assert not after.done[~legal].any() and not after.rewards[~legal].any()
        for i in np.flatnonzero(~legal):
            assert content(batch.states, i, i + 1) == content(before, i, i + 1)
        for name in ("observations", "masks", "seats"):
            np.testing.assert_array_equal(getattr(after, name)[~legal], getattr(step, name)[~legal])
        for i in np.flatnonzero(legal):
            assert content(batch.states, i, i + 1) != content(before, i, i + 1)
        batch.states[:] = before[0]
        batch.look()
        step = batch.step(np.full(len(actions), np.flatnonzero(legal)[ply % legal.sum()]))
        assert not step.errors.any()


@each_game
def test_finished_rows_wait_for_a_reset(id: str) -> None:
    batch = Batch(setup_of(id), 5, autoreset=False)
    step = batch.reset()
    while (step.seats >= 0).any():
        step = batch.step(batch.random_actions())
    before = content(batch.states)
    assert not step.masks.any() and (step.seats == -1).all()
    np.testing.assert_array_equal(batch.random_actions(), np.full(5, -1))
    step = batch.step(np.array([-1, -1, 0, 10**9, -2]))
    assert step.errors.tolist() == [False, False, True, True, True]
    assert not step.done.any() and not step.rewards.any() and content(batch.states) == before
    assert (batch.reset().seats >= 0).all()


def test_a_live_row_does_not_take_minus_one() -> None:
    batch = Batch(setup_of(), 2)
    batch.reset()
    assert batch.step(np.array([-1, -1])).errors.all()


@pytest.mark.parametrize("text", ["", "counter", "counter 9X", "countr 9S", "fly"])
def test_action_texts_that_name_nothing(text: str) -> None:
    table = throwdown.Table.deal(seed=1)
    assert f"'{text}' is not an action" in refusal(IllegalAction, lambda: table.play(text))
    refusal(IllegalAction, lambda: table.explain(text))


@pytest.mark.parametrize("action", [-1, 10**6, 1.5, None])
def test_action_ids_that_name_nothing(action: Any) -> None:
    table = throwdown.Table.deal(seed=1)
    assert "is not an action" in refusal(IllegalAction, lambda: table.play(action))


def test_illegal_action_texts_say_why() -> None:
    table = throwdown.Table.deal(seed=1)
    refusal(IllegalAction, lambda: table.play("concede"))
    refusal(IllegalAction, lambda: table.play("vote-team"))


@pytest.mark.parametrize("position", [{}, {"junk": 1}, {"stage": "x"}], ids=repr)
def test_impossible_positions(position: dict[str, Any]) -> None:
    refusal(InvalidPosition, lambda: throwdown.Table.from_position({**position, "nonsense": 1}))


def test_a_position_in_which_nothing_is_legal() -> None:
    """Who is to pay for what has been left out."""
    position = next(
        t.position() for t in walk("pile-v0", "trio", 3, keep=0) if t.phase == "pay" and not t.over
    )
    assert throwdown.Table.from_position(position, "pile-v0", "trio").legal()
    del position["choice"]
    text = refusal(InvalidPosition, lambda: throwdown.Table.from_position(position, "pile-v0", "trio"))
    assert "in phase 'pay', but nothing is legal there" in text


def test_a_position_in_which_nothing_is_left_to_land() -> None:
    position = next(t.position() for t in walk("pile-v0", "trio", 3, keep=0) if t.phase == "payload")
    assert throwdown.Table.from_position(position, "pile-v0", "trio").legal()
    position["payloads"] = {}
    text = refusal(InvalidPosition, lambda: throwdown.Table.from_position(position, "pile-v0", "trio"))
    assert "payloads hold nothing of what is landing" in text


def test_aec_refuses_before_the_first_reset() -> None:
    with pytest.raises(AttributeError):
        _ = throwdown.make("throwdown-v0").rewards


def test_raw_environment_names_who_must_choose() -> None:
    env = make_raw("throwdown-v0")
    env.reset(seed=1)
    text = refusal(IllegalAction, lambda: env.step(10**6))
    assert env.agent_selection in text and "0 to" in text


def test_missing_attributes_are_missing() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = throwdown.nonsense
    assert set(throwdown.__all__) >= {"make", "Table", "Batch", "ids"}


def test_import_needs_no_torch_and_no_compiler() -> None:
    """A broken torch is not noticed by who does not train."""
    code = (
        "import sys; sys.modules['torch'] = None; sys.modules['stable_baselines3'] = None\n"
        "import throwdown\nthrowdown.Table, throwdown.Batch\n"
        "import throwdown.envs.aec\nprint('fine')\n"
    )
    assert run_python(code).strip() == "fine"


def test_what_a_message_quotes_steers_no_terminal() -> None:
    error = ThrowdownError("a\x1b[2J\u202eb\r\nc\ud800")
    assert str(error) == "a\\x1b[2J\\u202eb\\r\\nc\\ud800"
    assert len(str(ThrowdownError("x" * 10**6))) < 2100
    deep: list[Any] = []
    for _ in range(10**5):
        deep = [deep]
    for value in (deep, "x" * 10**6, 10**5000, {"a": deep}):
        assert (
            len(
                refusal(
                    InvalidConfig,
                    lambda value=value: throwdown.make("throwdown-v0", changed("harmony", value)),
                )
            )
            < 300
        )  # type: ignore[misc]


def test_what_is_printed_steers_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    nasty, shown = "a\x1b]0;title\x07b\u202e\ud800", "a\\x1b]0;title\\x07b\\u202e\\ud800"
    common.say(nasty)
    common.complain(nasty)
    told = capsys.readouterr()
    assert told.out == f"{shown}\n" and told.err == f"throwdown: {shown}\n"
    table = RichTable(nasty)
    table.add_row(nasty)
    for thing in (RichText(nasty), nasty, Panel(nasty, title=nasty), table):
        common.output().print(thing)
        text = capsys.readouterr().out
        assert "\\x1b]0;tit" in text and "\x1b]" not in text and "\u202e" not in text


@pytest.mark.parametrize("path", ["title", "pilots.0.name", "threats.0.name", "coach.name"])
def test_texts_of_a_scenario_steer_no_terminal(path: str, tmp_path: Path) -> None:
    text = refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", changed(path, "a\x1b[2Jb")))
    assert "characters that would steer a terminal" in text or "is not a field" in text
    (tmp_path / "a\x1b[2J.toml").write_bytes((SCENARIO_FOLDER / "duel.toml").read_bytes())
    assert setup_of(scenario=str(tmp_path / "a\x1b[2J.toml")).scenario == "a\\x1b[2J"


def test_scenarios_nested_too_deeply() -> None:
    for value in ([], {}):
        deep: Any = value
        for _ in range(10**4):
            deep = [deep] if isinstance(deep, list) else {"use": deep}
        data = {"pilots": deep}
        text = refusal(InvalidConfig, lambda data=data: throwdown.make("throwdown-v0", data))  # type: ignore[misc]
        assert "nested too deeply" in text


def test_a_large_value_is_cut() -> None:
    """However many members it has, and whatever they hold."""
    deck = [{"name": f"a card of number {n}", "texts": [{"when": "stack"}] * 5} for n in range(60)]
    for value in ({"cards": deck, "title": "x"}, deck, "x" * 1_000, 10**200):
        assert len(errors.brief(value)) <= errors.SHOWN
    assert errors.brief({"a": [1, 2]}) == "{'a': [1, 2]}"
