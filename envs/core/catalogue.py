"""The message catalogue: English texts stand in the code, and a translation is one PO file.

The language belongs to the process and is chosen before anything is imported: `THROWDOWN_WORDS` names the file. Texts
missing from the file stay English.
"""

from __future__ import annotations

import gettext
import io
import os
import string
from functools import cache
from typing import Any

from throwdown.envs.core.errors import InvalidConfig

VARIABLE = "THROWDOWN_WORDS"
"""The environment variable that names a translation's PO file."""


def tr(text: str, /, **values: object) -> str:
    """Return a text in the language of the process.

    Args:
        text: the English as a literal, so that it is extracted into the catalogue; if possible a whole sentence.
        values: the values of its ``{names}``; without values, the text is not formatted.
    """
    found = translations().gettext(text) if text else ""
    return found.format(**values) if values else found


def plural(one: str, many: str, n: int, /, **values: object) -> str:
    """Return the text for a number in the language of the process; ``{n}`` is replaced by the number.

    Args:
        one: the English for 1, a literal.
        many: the English for any other number, a literal.
        n: the number.
        values: as in `tr`.
    """
    return translations().ngettext(one, many, n).format(n=n, **values)


@cache
def translations() -> gettext.NullTranslations:
    """Return the translation of this process.

    Raises:
        InvalidConfig: the file in `THROWDOWN_WORDS` cannot be read or is not a translation.
    """
    path = os.environ.get(VARIABLE, "")
    return read_translation(path) if path else gettext.NullTranslations()


def language() -> str:
    """Return the language tag of the process for web pages, such as ``pt-BR``; empty if its file has none."""
    header = translations().info()
    return header.get("language", "").replace("_", "-") if header else "en"


def read_translation(path: str) -> gettext.GNUTranslations:
    """Return the translation in a PO file.

    Raises:
        InvalidConfig: it cannot be read, is not a PO file, or a text has other placeholders than the English.
    """
    file = read_po(path)
    for entry in file.translated_entries():
        if wrong := foreign(entry):
            raise InvalidConfig(f"The translation '{path}' of '{entry.msgid}' {wrong}.")
    return compiled(file)


def compiled(file: Any) -> gettext.GNUTranslations:
    """Return the translation in a parsed PO file.

    Raises:
        InvalidConfig: its plural rule cannot be read.
    """
    file.metadata["Content-Type"] = "text/plain; charset=UTF-8"
    try:
        found = gettext.GNUTranslations(io.BytesIO(file.to_binary()))
        for n in range(200):
            found.ngettext("", "", n)
    except (ArithmeticError, LookupError, RecursionError, ValueError) as error:
        raise InvalidConfig(
            f"The header 'Plural-Forms' of the translation '{file.fpath}' cannot be read: {error}."
        ) from None
    return found


def read_po(path: str) -> Any:
    """Return the PO file at a path, parsed by polib; it may begin with a byte-order mark.

    Raises:
        InvalidConfig: it cannot be read or is not a PO file.
    """
    import polib

    if not os.path.isfile(path):
        raise InvalidConfig(f"The translation '{path}' is no file; give the path of a PO file.")
    try:
        file = polib.pofile(path, encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise InvalidConfig(f"The translation '{path}' is no PO file: {error}.") from None
    file.encoding = "utf-8"  # written without the mark
    return file


def foreign(entry: Any) -> str:
    """Return the mistake in the ``{names}`` of an entry's translation; an empty text if there is none."""
    known = _names(entry.msgid) | _names(entry.msgid_plural)
    for text in entry.msgstr_plural.values() or [entry.msgstr]:
        if not _names(text) <= known:
            other = min(_names(text) - known)
            return f"names {other}; the English names {', '.join(sorted(known)) or 'nothing'}"
    return ""


def _names(text: str) -> set[str]:
    """Return the names in braces; a text with unbalanced braces gets an impossible name."""
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:
        return {"a brace without its partner"}
    return {
        f"{{{name}{'!' + how if how else ''}{':' + form if form else ''}}}"
        for _, name, form, how in parts
        if name is not None
    }
