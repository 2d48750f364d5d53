"""Every field that can hold a name, and every call that can open a file, is known here, and so somebody thought of it.

A new one fails these tests until it stands in one of the lists. A text that somebody reads, such as a title, goes into
``texts.txt``; so does what is looked up among the cards, seats or words of a game. A name that stands for something
elsewhere, an agent, a scenario, a game, goes into `NAMED`, with the test that puts paths and code in its place.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.names import test_read
from tests.names.places import openers, path_fields, text_fields, trusting

TEXTS = Path(__file__).with_name("texts.txt")
NAMED = {
    "envs.challenge.sheets.sheet.Options": ("cast", test_read.test_an_option),
    "envs.fusion.sheets.scenario.RulesSheet": ("challenger gambit_pilot", test_read.test_an_option),
    "envs.record.GameRecord": ("game scenario config options position", test_read.test_a_record),
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
        "game scenario options roles against start teacher eval_against",
        test_read.test_a_training_file,
    ),
}
"""Fields that hold names, by model, and the test that attacks them."""

OPENED = {
    "files of the package, whose names are listed or fixed": """
        agents.heuristics.__init__.make_heuristic agents.levels.read_ladder agents.personalities.personalities
        agents.personalities.read_ratings agents.spec._make envs.__init__.own_scenarios
        envs.core.game._Later.__getattr__ envs.core.jit._hash envs.core.scenarios.Library.shelf
        envs.core.texts.read_clauses
        envs.fusion.sheets.library.table envs.registry._load play.extract._in_code play.extract._in_content
        play.rulebook._written play.speaking.lines play.web.sheet._as_url play.web.sheet.replay_page
        play.web.translated.index play.web.translated.manifest play.words._shipped throwdown.__init__.__getattr__
        throwdown.cli.common._silence throwdown.cli.companion.companion throwdown.cli.play.play
        throwdown.cli.serve._open_soon
    """,
    "named by an agent's or a scenario's name, after `core.names.check_open`": """
        agents.archive._read agents.archive._column agents.archive._entries agents.code._find_module
        agents.code._run_file agents.from_onnx._open agents.spec.identity envs.core.scenarios.read_toml
        training.from_sb3._load throwdown.cli.scenario.copy throwdown.cli.scenario.show
    """,
    "paths that somebody typed or passed in Python, and files of fixed names in such folders": """
        envs.record.read evaluation.exploiters._entries evaluation.report.read_json evaluation.runs.Store._compare
        evaluation.runs.Store.baseline evaluation.runs.Store.load play.companion.companion.Companion.load
        play.companion.companion.check_target play.puzzles.read play.rulebook.read_pages play.session.Session.load
        play.session.check_target play.session.read_text play.web.sheet.write_page play.web.store.GameStore.__init__
        throwdown.cli.replay.replay training.checkpoint.load_checkpoint training.checkpoint.load_json
        training.config._read_file training.ship.ship
        throwdown.testing.parity.main envs.core.files.write_with envs.core.files._replace envs.core.files._sync
        envs.core.locks._locked
    """,
    "files of fixed names in the user's folders, and the file that whoever starts the process names": """
        envs.core.catalogue.read_po envs.core.files._clear envs.core.jit.alone
        envs.core.jit._is_sealed play.course._read
        play.keeping._append play.keeping._lines
    """,
    "what measures the package, by names of its own": """
        benchmarks.live.main benchmarks.live.peak benchmarks.run.machine
    """,
}
"""Functions that open files or run code, by what says which."""

TRUSTED = """
    agents.spec.load_agent envs.__init__.make envs.__init__.make_raw envs.__init__.pettingzoo_module.raw_env
    envs.batch.Batch.__init__ envs.table.Table.deal envs.table.Table.from_position throwdown.api._players
    throwdown.api.make_sb3 throwdown.api.make_solo throwdown.api.make_vec throwdown.api.registered_solo
    throwdown.api.registered_vec throwdown.cli.common.guarded.run throwdown.cli.demo._rate
    throwdown.cli.players.read_players throwdown.cli.train._by_role training.train.resume training.train.train
"""
"""The command line and what people call in Python: only there are names taken for typed."""
KEPT = "agents.spec._name envs.core.names.cut envs.core.names.typed training.config._keep"
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
    known = {place for places in OPENED.values() for place in places.split()}
    found = openers()
    assert not found - known, f"say in OPENED what decides on what is opened by {sorted(found - known)}"
    assert not known - found, f"take out of OPENED: {sorted(known - found)}"


def test_names_are_taken_for_typed_only_where_somebody_types_them() -> None:
    known = {*TRUSTED.split(), *KEPT.split()}
    found = trusting()
    assert not found - known, f"these take what they are given for typed; may they? {sorted(found - known)}"
    assert not known - found, f"take out of TRUSTED or KEPT: {sorted(known - found)}"
