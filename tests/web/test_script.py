"""The page's scripts without a browser: their state, their types, their files; and who answers which message."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

pytest.importorskip("starlette")

from tests.extras import NODE
from throwdown.play.web import dispatcher, messages as say, script_types
from throwdown.play.web.server import STATIC

ROOT = Path(__file__).resolve().parents[2]
TABLES = (dispatcher.OF_PLAYER, dispatcher.OF_GAME, dispatcher.OF_REAL)
MOST_WIDE = 110
MOST_LINES = 150
TEXTS = ("words.js",)
"""Scripts that are texts alone."""


def kinds_of(union: Any) -> set[type]:
    return set(get_args(get_args(union)[0]))


def below(root: type) -> set[type]:
    """Return the messages of a kind, wherever they are declared."""
    direct = root.__subclasses__()
    return {x for x in direct if "type" in getattr(x, "model_fields", {})}.union(*map(below, direct))


@pytest.mark.skipif(not NODE, reason="the page's scripts are not tested: Node is not installed")
@pytest.mark.parametrize("file", sorted(Path(__file__).parent.glob("*.test.js")), ids=lambda file: file.stem)
def test_scripts_that_need_no_page(file: Path) -> None:
    found = subprocess.run([NODE, "--test", file], cwd=ROOT, capture_output=True, text=True, timeout=120)
    n = file.read_text(encoding="utf-8").count("\ntest(")
    assert n and found.returncode == 0 and f"pass {n}\n" in found.stdout, found.stdout + found.stderr


def test_every_request_has_a_handler_and_every_handler_a_request() -> None:
    assert kinds_of(say.Asked) == below(say.Request) == set().union(*TABLES)
    assert not set(dispatcher.OF_PLAYER) & (set(dispatcher.OF_GAME) | set(dispatcher.OF_REAL))
    assert all(issubclass(kind, say.OfGame) for table in TABLES[1:] for kind in table)
    for table in TABLES:
        for kind, handler in table.items():
            assert get_type_hints(handler)["asked"] is kind, handler


def test_every_answer_is_given_by_a_handler_or_by_the_connection() -> None:
    hints = [get_type_hints(handler)["return"] for table in TABLES for handler in table.values()]
    given = {kind for hint in hints for kind in get_args(hint) or (hint,)}
    assert given | {say.Problem, say.Compiling} == kinds_of(say.Answered) == below(say.Answer)


def test_the_types_of_messages_are_those_of_the_models() -> None:
    assert script_types.FILE.read_text(encoding="utf-8") == script_types.make(), "run: make types"


def test_lines_of_scripts_fit() -> None:
    files = [*(STATIC / "js").glob("*.js"), STATIC / "sw.js", *Path(__file__).parent.glob("*.js")]
    long = [
        f"{file.name}:{n}"
        for file in files
        for n, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > MOST_WIDE
    ]
    assert len(files) > 20 and not long


def test_every_script_does_one_thing() -> None:
    files = [file for file in (STATIC / "js").glob("*.js") if file.name not in TEXTS]
    long = {file.name: n for file in files if (n := len(file.read_text("utf-8").splitlines())) > MOST_LINES}
    assert len(files) > 20 and not long


def test_nothing_in_the_scripts_is_of_any_type() -> None:
    for file in [
        *(STATIC / "js").glob("*.js"),
        *ROOT.glob("play/web/types/*.ts"),
        *STATIC.glob("vendor/*.ts"),
    ]:
        text = file.read_text(encoding="utf-8")
        assert not any(word in text for word in ("{any}", ": any", "<any", "@ts-")), file


def test_the_lock_file_names_no_address() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    pinned = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert all(version[0].isdigit() for version in pinned.values())
    assert not any("resolved" in package for package in lock["packages"].values())
