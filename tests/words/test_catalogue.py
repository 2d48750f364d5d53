"""The catalogue that ships is what the code says, and a translation is looked through before anybody reads it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from typer.testing import CliRunner, Result

from tests.words import pseudo
from throwdown.cli.main import app
from throwdown.play import words

extract = pytest.importorskip(
    "throwdown.play.extract", reason="the catalogue is not checked: Babel is not installed"
)


def call(*options: object) -> Result:
    return CliRunner().invoke(app, ["words", *map(str, options)])


@pytest.fixture(scope="module")
def made() -> polib.POFile:
    """The catalogue that the code says, to be read only."""
    found: polib.POFile = extract.make()
    return found


def test_what_ships_is_current(made: polib.POFile) -> None:
    assert words.FILE.read_text(encoding="utf-8") == f"{made}\n", "run `make words`"


def test_texts_come_from_code_scripts_and_content(made: polib.POFile) -> None:
    found = {entry.msgid: [file for file, _ in entry.occurrences] for entry in made}
    for text, file in {
        "It is the only legal choice.": "envs/core/game.py",
        "Deal the cards": "play/web/static/js/words.js",
        "{low} to {high}\u00a0%": "play/web/static/js/words.js",
        "Beat that.": "play/lines.toml",
        "Cards, Coach and Pilots": "play/rulebook.json",
        "First Game": "agents/policies/throwdown-v0/levels/duel.json",
        "Bold Coach": "agents/personalities/throwdown-v0.toml",
        "Point the Way": "envs/fusion/content/pilots.toml",
        "Three against the tide": "envs/fusion/content/scenarios/trio.toml",
    }.items():
        assert file in found[text], text
    assert any("envs/poker/RULES.md" in files for files in found.values())
    many = {entry.msgid: entry.msgid_plural for entry in made if entry.msgid_plural}
    assert many["{n} move"] == "{n} moves" and many["{who} wins {n} fewer game in 100."]


NAMES = ("who", "whom")
"""What stands for people, whom a verb may follow: *Anna discards the Hand*."""
NO_NUMBERS = {"{field} points"}
"""Texts in which what stands before a noun is the name of a field."""


def test_what_is_counted_has_forms_for_numbers(made: polib.POFile) -> None:
    """No text without forms has a value before a noun that another text counts, nor leaves the form open."""
    entries = list(made)
    counted = {
        many
        for entry in entries
        for many in re.findall(r"\w+", entry.msgid_plural)
        if many.endswith("s") and many not in (one := re.findall(r"\w+", entry.msgid))
        if {many[:-1], many.removesuffix("es"), many.removesuffix("ies") + "y"} & set(one)
    }
    assert {"cards", "Turns", "Wounds", "presses", "entries"} <= counted
    for entry in entries:
        if entry.msgid_plural:
            assert entry.msgid != entry.msgid_plural, f"{entry.msgid}: 1 is counted as many are"
        else:
            said = re.findall(r"\{(\w+)\} (?=(?:\w+ )?(\w+))(\w+)", entry.msgid)
            found = {x for name, *words in said for x in words if x in counted and name not in NAMES}
            assert not found or entry.msgid in NO_NUMBERS, f"{entry.msgid}: {found} may be 1"
            assert not re.search(r"\w\(e?s\)", entry.msgid), entry.msgid


def test_the_page_is_given_the_texts_of_its_scripts_alone() -> None:
    texts = {text.one for text in words.of_scripts()}
    assert "Deal the cards" in texts and "It is the only legal choice." not in texts and len(texts) > 100


@pytest.fixture(scope="module")
def translation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("words") / "eo.po"
    pseudo.write(extract.make(), file)
    return file


def test_a_whole_translation_is_whole(translation: Path) -> None:
    said = call("--check", translation)
    n = len(words.messages())
    assert said.exit_code == 0 and said.output == f"{n:,} of {n:,} texts are translated (100 %).\n"


def test_what_is_wrong_with_a_translation_is_said_in_sentences(translation: Path) -> None:
    file = polib.pofile(str(translation))
    by_text = {entry.msgid: entry for entry in file}
    by_text["{who} decided."].msgstr = "{whom} decidis."
    by_text["{n} move"].msgstr_plural[2] = "movojn"
    by_text["You won."].flags.append("fuzzy")
    by_text["You lost."].msgstr = ""
    by_text["Copied."].msgid = "Copied"
    del file.metadata["Language"]
    file.save(str(translation.with_name("bad.po")))
    found = words.check(translation.with_name("bad.po"))
    assert found.done == found.of - 3
    assert sorted(found.faults) == [
        "'Copied' is not in the catalogue; throwdown words --out brings the file up to date.",
        "'You won.' is marked as fuzzy and not used.",
        "'{n} move' has 3 forms; the header 'Plural-Forms' names 2.",
        "'{who} decided.' names {whom}; the English names {who}.",
        "The header 'Language' is missing; write a language's code, such as de or pt_BR.",
    ]
    assert call("--check", translation.with_name("bad.po")).exit_code == 1
    for forms, says in (("nplurals=2; plural=(n", "cannot be read"), ("", "is missing")):
        file.metadata["Plural-Forms"] = forms
        file.save(str(translation.with_name("bad.po")))
        assert any(
            "'Plural-Forms'" in text and says in text
            for text in words.check(translation.with_name("bad.po")).faults
        )


def test_the_catalogue_is_written_and_a_translation_brought_up_to_date(tmp_path: Path) -> None:
    fresh, old = tmp_path / "new.po", tmp_path / "old.po"
    assert call("--out", fresh).exit_code == 0
    assert [entry.msgid for entry in polib.pofile(str(fresh))] == list(words.messages())
    old.write_text(
        'msgid ""\nmsgstr ""\n"Language: eo\\n"\n\nmsgid "You won."\nmsgstr "Vi venkis."\n\n'
        'msgid "gone"\nmsgstr "for"\n'
    )
    assert call("--out", old).exit_code == 0
    found = polib.pofile(str(old))
    assert found.find("You won.").msgstr == "Vi venkis." and found.metadata["Language"] == "eo"
    assert [entry.msgid for entry in found.obsolete_entries()] == ["gone"]
    assert words.check(old).done == 1 and words.check(old).of == len(words.messages())


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ((), "Give --out FILE"),
        (("--check", "nowhere.po"), "'nowhere.po' is no file"),
        (("--out", __file__), "is no PO file"),
    ],
)
def test_bad_use_is_refused_in_a_sentence(options: tuple[str, ...], says: str) -> None:
    said = call(*options)
    assert said.exit_code == 2 and says in said.stderr and len(said.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["envs", "library", "play", "words"])
def test_a_bad_translation_ends_every_command_with_one_sentence(tmp_path: Path, command: str) -> None:
    bad = tmp_path / "bad.po"
    bad.write_text("nonsense\n")
    done = subprocess.run(
        [sys.executable, "-m", "throwdown", command],
        env=os.environ | {"THROWDOWN_WORDS": str(bad)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2 and done.stdout == ""
    assert (
        done.stderr
        == f"throwdown: The translation '{bad}' is no PO file: Syntax error in po file {bad} (line 1).\n"
    )
