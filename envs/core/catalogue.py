"""The one catalogue of what people read: English stands in the code, and a translation is one PO file.

The language is that of the process, chosen before anything is imported: `THROWDOWN_WORDS` names the file. What the file
leaves out stays English.
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
        text: the English, a literal, so that it is found and put into the catalogue: a whole sentence where it can be.
        values: what stands in the place of its ``{names}``; a text without any is taken as it is.
    """
    found = translations().gettext(text) if text else ""
    return found.format(**values) if values else found


def plural(one: str, many: str, n: int, /, **values: object) -> str:
    """Return the text for a number in the language of the process; the number stands in the place of ``{n}``.

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
        InvalidConfig: the file that `THROWDOWN_WORDS` names cannot be read or is no translation.
    """
    path = os.environ.get(VARIABLE, "")
    return read_translation(path) if path else gettext.NullTranslations()


def language() -> str:
    """Return the language of the process as pages name it, such as ``pt-BR``; empty if its file does not say."""
    header = translations().info()
    return header.get("language", "").replace("_", "-") if header else "en"


def read_translation(path: str) -> gettext.GNUTranslations:
    """Return the translation in a PO file.

    Raises:
        InvalidConfig: it cannot be read, is no PO file, or a text names other values than the English does.
    """
    file = read_po(path)
    for entry in file.translated_entries():
        if wrong := foreign(entry):
            raise InvalidConfig(f"The translation '{path}' of '{entry.msgid}' {wrong}.")
    return compiled(file)


def compiled(file: Any) -> gettext.GNUTranslations:
    """Return the translation in a PO file that was read.

    Raises:
        InvalidConfig: its rule for numbers cannot be read.
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
    """Return the PO file at a path, as polib reads it; it may begin with a byte-order mark.

    Raises:
        InvalidConfig: it cannot be read or is no PO file.
    """
    import polib

    if not os.path.isfile(path):
        raise InvalidConfig(f"The translation '{path}' is no file; give the path of a PO file.")
    try:
        file = polib.pofile(path, encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise InvalidConfig(f"The translation '{path}' is no PO file: {error}.") from None
    file.encoding = "utf-8"  # it is written without the mark
    return file


def foreign(entry: Any) -> str:
    """Return what is wrong with the ``{names}`` of an entry's translation; an empty text if nothing is."""
    known = _names(entry.msgid) | _names(entry.msgid_plural)
    for text in entry.msgstr_plural.values() or [entry.msgstr]:
        if not _names(text) <= known:
            other = min(_names(text) - known)
            return f"names {other}; the English names {', '.join(sorted(known)) or 'nothing'}"
    return ""


def _names(text: str) -> set[str]:
    """Return the names in braces; a text whose braces do not match has a name that no text has."""
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:
        return {"a brace without its partner"}
    return {
        f"{{{name}{'!' + how if how else ''}{':' + form if form else ''}}}"
        for _, name, form, how in parts
        if name is not None
    }
