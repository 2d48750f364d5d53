"""Every field that can hold a name, and every call that can open a file, is known here, and so somebody thought of it.

A new one fails these tests until it stands in one of the lists. A text that somebody reads, such as a title, goes into
``texts.txt``; so does what is looked up among the cards, seats or words of a game. A name that stands for something
elsewhere, an agent, a scenario, a game, goes into `NAMED`, with the test that puts paths and code in its place.
Functions that open files or run code stand in ``opened.txt``, below a line that says who decides which.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.names import test_read
from tests.names.places import openers, path_fields, text_fields, trusting

TEXTS, OPENED = (Path(__file__).with_name(name) for name in ("texts.txt", "opened.txt"))
NAMED = {
    "envs.challenge.sheets.sheet.Options": ("cast", test_read.test_an_option),
    "envs.fusion.sheets.scenario.RulesSheet": ("challenger gambit_pilot", test_read.test_an_option),
    "envs.tables.record.GameRecord": ("game scenario config options position", test_read.test_a_record),
    "envs.showdown.sheets.sheet.Options": ("heroes villains", test_read.test_an_option),
    "envs.skirmish.sheets.sheet.Options": ("mcs map", test_read.test_an_option),
    "evaluation.exploiters.Exploiter": ("against", test_read.test_exploiters),
    "play.companion.companion.SavedCompanion": ("against record", test_read.test_a_game_with_real_cards),
    "play.puzzles.PuzzleFile": ("game scenario", test_read.test_puzzles),
    "play.session.SavedSession": ("against allies record puzzle", test_read.test_a_saved_game),
    "play.web.after.TryPuzzle": ("name", test_read.test_a_message_of_a_page),
    "play.web.base.OfGame": ("game", test_read.test_a_message_of_a_page),
    "play.web.learning.AskRulebook": ("id page", test_read.test_a_message_of_a_page),
    "play.web.messages.AskSeats": ("game scenario", test_read.test_a_message_of_a_page),
    "play.web.messages.Import": ("text", test_read.test_a_saved_game_that_a_page_sends),
    "play.web.messages.New": ("game scenario seats against", test_read.test_a_message_of_a_page),
    "play.web.real_cards.NewCompanion": ("game scenario against", test_read.test_a_message_of_a_page),
    "training.checkpoint.SavedRun": ("config scenario", test_read.test_a_checkpoint),
    "training.config.TrainConfig": (
        "game scenario options roles against start league teacher eval_against",
        test_read.test_a_training_file,
    ),
    "training.sweep_file.ExploiterRun": ("players start", test_read.test_a_sweep),
    "training.sweep_file.SweepFile": ("base grid runs", test_read.test_a_sweep),
}
"""Fields that hold names, by model, and the test that attacks them."""

TRUSTED = """
    agents.spec.load_agent envs.registry.typed_setup envs.__init__.make envs.__init__.make_raw
    envs.__init__.pettingzoo_module.raw_env envs.environments.batch.Batch.__init__ envs.tables.table.Table.deal
    envs.tables.table.Table.from_position throwdown.api._players throwdown.api.make_sb3 throwdown.api.make_solo
    throwdown.api.make_vec throwdown.api.registered_solo throwdown.api.registered_vec
    throwdown.cli.common.guarded.run throwdown.cli.demo._rate throwdown.cli.players.read_players
    throwdown.cli.train._several throwdown.testing.check.check_game evaluation.study.tier
    throwdown.testing.parity.main training.pairs.Seeds.files training.pairs.main training.pairs.make_pairs
    training.train.resume training.train.train
"""
"""The command line and what people call in Python: only there are names taken for typed."""
KEPT = "agents.spec._name envs.core.names.cut envs.core.names.typed evaluation.suite.files_of training.config._keep"
"""Functions that make a typed name of one that was typed."""


def test_every_field_that_can_hold_a_name_is_known(torch: Any) -> None:
    known = {model: set(fields.split()) for model, (fields, _) in NAMED.items()}
    for line in TEXTS.read_text(encoding="utf-8").splitlines():
        model, _, fields = line.partition(": ")
        assert not known.get(model, set()) & set(fields.split()), f"{model} is in both lists"
        known.setdefault(model, set()).update(fields.split())
    found = {model: set(fields) for model, fields in text_fields().items()}
    new = {
        model: fields - known.get(model, set())
        for model, fields in found.items()
        if fields - known.get(model, set())
    }
    gone = {
        model: fields - found.get(model, set())
        for model, fields in known.items()
        if fields - found.get(model, set())
    }
    assert not new, f"say in texts.txt or in NAMED what these hold: {new}"
    assert not gone, f"take these out of the lists: {gone}"


def test_no_model_makes_a_path_of_what_it_reads(torch: Any) -> None:
    assert path_fields() == []


def test_every_call_that_opens_something_is_known() -> None:
    lines = OPENED.read_text(encoding="utf-8").splitlines()
    known, found = {line for line in lines if not line.startswith("# ")}, openers()
    assert not found - known, f"say in opened.txt what decides on what is opened by {sorted(found - known)}"
    assert not known - found, f"take out of opened.txt: {sorted(known - found)}"


def test_names_are_taken_for_typed_only_where_somebody_types_them() -> None:
    known = {*TRUSTED.split(), *KEPT.split()}
    found = trusting()
    assert not found - known, f"these take what they are given for typed; may they? {sorted(found - known)}"
    assert not known - found, f"take out of TRUSTED or KEPT: {sorted(known - found)}"
