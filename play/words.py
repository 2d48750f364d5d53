"""The message catalogue, ``words.pot``, and translations of it.

`extract` writes the file; at run time it lists the page's texts and the gaps of a translation.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import polib

from throwdown.envs.core import catalogue, kit

FILE = Path(__file__).resolve().parent / "words.pot"
SCRIPTS = "play/web/static/js/"
"""The folder of the page's scripts."""
MOST_FAULTS = 20
"""The maximum number of faults listed."""


class Term(NamedTuple):
    """A text of the catalogue, with its plural form if it has one."""

    one: str
    many: str


@cache
def messages() -> dict[str, Term]:
    """Return the texts of the catalogue by their English form."""
    return {entry.msgid: Term(entry.msgid, entry.msgid_plural) for entry in _shipped()}


@cache
def of_scripts() -> tuple[Term, ...]:
    """Return the texts of the page's scripts."""
    return tuple(
        messages()[entry.msgid]
        for entry in _shipped()
        if any(name.startswith(SCRIPTS) for name, _ in entry.occurrences)
    )


def _shipped() -> polib.POFile:
    return polib.pofile(str(FILE), encoding="utf-8")


def write(target: Path) -> None:
    """Write the catalogue for a translator, or update a translation; its existing texts are kept.

    Raises:
        InvalidConfig: the file exists and is not a PO file, or cannot be written.
    """
    file = _shipped()
    if target.exists():
        fresh, file = file, catalogue.read_po(str(target))
        file.merge(fresh)
    try:
        kit.write_file(target, f"{file}\n")
    except OSError as error:
        raise kit.InvalidConfig(f"'{target}' cannot be written: {error.strerror}.") from None


class Finding(NamedTuple):
    """The result of a check of a translation.

    Attributes:
        done: the number of translated texts.
        of: the number of texts in the catalogue.
        faults: its faults, a sentence each.
    """

    done: int
    of: int
    faults: list[str]

    def sentences(self) -> list[str]:
        """Return the result in sentences."""
        told = [f"{self.done:,} of {self.of:,} texts are translated ({100 * self.done / self.of:.0f} %)."]
        told += self.faults[:MOST_FAULTS]
        if len(self.faults) > MOST_FAULTS:
            told.append(f"And {kit.how_many(len(self.faults) - MOST_FAULTS, 'more fault')}.")
        return told


def check(path: Path) -> Finding:
    """Check a translation.

    Raises:
        InvalidConfig: it cannot be read or is not a PO file.
    """
    file = catalogue.read_po(str(path))
    known, entries = messages(), file.translated_entries()
    done = sum(entry.msgid in known for entry in entries)
    return Finding(done, len(known), [*_of_header(file), *_of_entries(file, entries)])


def _of_header(file: Any) -> Iterator[str]:
    if not file.metadata.get("Language"):
        yield "The header 'Language' is missing; write a language's code, such as de or pt_BR."
    if not file.metadata.get("Plural-Forms"):
        yield "The header 'Plural-Forms' is missing; write that of the language, such as nplurals=2; plural=(n != 1);"
        return
    try:
        catalogue.compiled(file)
    except kit.InvalidConfig as error:
        yield str(error)


def _of_entries(file: Any, entries: list[Any]) -> Iterator[str]:
    known, forms = messages(), _forms(file)
    for entry in entries:
        text = known.get(entry.msgid)
        if text is None:
            yield f"'{entry.msgid}' is not in the catalogue; throwdown words --out brings the file up to date."
        elif bool(text.many) != bool(entry.msgid_plural):
            yield f"'{entry.msgid}' has {'no ' if not text.many else ''}forms for numbers in the catalogue."
        elif wrong := catalogue.foreign(entry):
            yield f"'{entry.msgid}' {wrong}."
        elif text.many and forms and len(entry.msgstr_plural) != forms:
            have = kit.how_many(len(entry.msgstr_plural), "form")
            yield f"'{entry.msgid}' has {have}; the header 'Plural-Forms' names {forms}."
    for entry in file.fuzzy_entries():
        yield f"'{entry.msgid}' is marked as fuzzy and not used."


def _forms(file: Any) -> int:
    """Return the number of plural forms in a translation's header; 0 if there is none."""
    _, _, rest = str(file.metadata.get("Plural-Forms", "")).partition("nplurals=")
    number = rest.partition(";")[0].strip()
    return int(number) if number.isdecimal() else 0
