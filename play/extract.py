"""Writes ``words.pot``: all texts for people, from the code, the page's scripts and the shipped content.

``make words`` runs it. Texts are sorted by file, without dates and line numbers, so that only they change the file.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import polib
from babel.messages.extract import extract

from throwdown.envs.core import kit
from throwdown.envs.core.texts import read_clauses
from throwdown.play.words import FILE, SCRIPTS, Term

ROOT = Path(__file__).resolve().parent.parent
CODE = ("agents", "envs", "play", "throwdown/cli")
"""Folders of code with texts for people."""
KEYWORDS: dict[str, Any] = {"tr": None, "plural": (1, 2)}
READ = ("name", "title", "description", "text", "about", "keyword", "classes")
"""Fields of content with texts for people."""


def make(root: Path = ROOT) -> polib.POFile:
    """Return the message catalogue of a checkout."""
    found: dict[str, polib.POEntry] = {}
    for file, message in _all(root):
        entry = found.setdefault(message.one, polib.POEntry(msgid=message.one))
        entry.msgid_plural = entry.msgid_plural or message.many
        if entry.msgid_plural:
            entry.msgstr_plural = {0: "", 1: ""}
        if "{" in message.one and "python-brace-format" not in entry.flags:
            entry.flags.append("python-brace-format")
        if (file, "") not in entry.occurrences:
            entry.occurrences.append((file, ""))
    catalogue = polib.POFile(wrapwidth=110)
    catalogue.metadata = {
        "Project-Id-Version": "Throwdown",
        "Language": "",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    catalogue.extend(found.values())
    return catalogue


def _all(root: Path) -> Iterator[tuple[str, Term]]:
    """Yield every text with its file, in the order of the files and their lines."""
    code = [file for folder in CODE for file in root.glob(f"{folder}/**/*.py")]
    content = [*root.glob("envs/*/content/**/*.toml"), *root.glob("envs/**/RULES.md")]
    content += [*root.glob("agents/personalities/*.toml"), *root.glob("agents/policies/*/levels/*.json")]
    content += [root / "play/lines.toml", root / "play/rulebook.json", root / "play/web/tables.toml"]
    for file in sorted([*code, *root.glob(f"{SCRIPTS}*.js"), *content]):
        name = file.relative_to(root).as_posix()
        for message in _in_code(file) if file.suffix in (".py", ".js") else _in_content(file):
            yield name, message


def _in_code(file: Path) -> Iterator[Term]:
    method = "python" if file.suffix == ".py" else "javascript"
    with file.open("rb") as source:
        for _, text, _, _ in extract(method, source, KEYWORDS, options={"encoding": "utf-8"}):
            one, many = (text, "") if isinstance(text, str) else text
            yield Term(one, many)


def _in_content(file: Path) -> Iterator[Term]:
    """Yield the texts of a data file."""
    if file.suffix == ".md":
        texts: Iterable[str] = read_clauses(file).values()
    elif file.suffix == ".json":
        data = json.loads(file.read_text(encoding="utf-8"))
        is_book = file.name == "rulebook.json"
        texts = _in_rulebook(data) if is_book else _fields(data["roles"], ("name",))
    else:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        texts = _strings(data) if file.name == "lines.toml" else _fields(data, READ)
        if file.parent.name == "personalities":
            texts = [*(name for role in data.values() for name in role), *texts]
    for text in texts:
        if text:
            yield Term(text, "")


def _in_rulebook(pages: list[dict[str, Any]]) -> Iterator[str]:
    for page in pages:
        blocks = [block["rows"] for block in page["blocks"] if block["kind"] != "code"]
        yield from _strings([page["title"], page["about"], blocks])


def _fields(data: Any, names: tuple[str, ...]) -> Iterator[str]:
    """Yield the strings in the named fields, recursively."""
    if isinstance(data, list):
        for value in data:
            yield from _fields(value, names)
    elif isinstance(data, dict):
        for name, value in data.items():
            yield from (
                _strings(value) if name in names and not isinstance(value, dict) else _fields(value, names)
            )


def _strings(data: Any) -> Iterator[str]:
    """Yield all strings, recursively."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list | dict):
        for value in data if isinstance(data, list) else data.values():
            yield from _strings(value)


def main() -> None:
    """Write the shipped catalogue."""
    kit.write_file(FILE, f"{make()}\n")


if __name__ == "__main__":
    main()
