"""A translation in which every text stands in ⟦⟧, and what is left of a text that people read outside of them.

What stands in the place of ``{names}`` is outside: it is to be a text of the catalogue itself, a number, a card or a
name of the user's.
"""

from __future__ import annotations

import re
import string
from pathlib import Path

import polib

HEADER = {
    "Language": "eo",
    "Content-Type": "text/plain; charset=UTF-8",
    "Plural-Forms": "nplurals=2; plural=(n != 1);",
}
_INSIDE = re.compile(r"⟦[^⟦⟧]*⟧")
_CARD = re.compile(r"(?<!\w)(10|[2-9TJQKA])[CDHS♣♦♥♠](?!\w)|\*[rb]\b")
_CLAUSE = re.compile(r"\b[A-Z]{1,3}-\d+[a-z]?\b")
_NUMERAL = re.compile(r"\b[IVX]+\b")
_WORD = re.compile(r"[^\W\d_]{2,}")


def wrapped(text: str) -> str:
    """Return a text with what stands between its ``{names}`` in brackets."""
    if "{" not in text:
        return f"⟦{text}⟧" if _WORD.search(text) else text
    parts, plain = [], ""
    for said, name, form, how in string.Formatter().parse(text):
        plain += said.replace("{", "{{").replace("}", "}}")
        if name is not None:
            value = f"{{{name}{'!' + how if how else ''}{':' + form if form else ''}}}"
            parts += [_marked(plain), value]
            plain = ""
    return "".join([*parts, _marked(plain)])


def _marked(plain: str) -> str:
    return f"⟦{plain}⟧" if re.search(r"[^\W\d_]", plain) else plain


def write(catalogue: polib.POFile, target: Path) -> None:
    """Write the translation of a catalogue."""
    catalogue.metadata = HEADER
    for entry in catalogue:
        if entry.msgid_plural:
            entry.msgstr_plural = {0: wrapped(entry.msgid), 1: wrapped(entry.msgid_plural)}
        else:
            entry.msgstr = wrapped(entry.msgid)
    target.write_text(str(catalogue), encoding="utf-8")


def prose(text: str, allowed: frozenset[str] = frozenset()) -> list[str]:
    """Return the words of a text outside of brackets, but for cards, clauses, Roman numbers and what is allowed."""
    for name in sorted(allowed, key=len, reverse=True):
        if name in text:
            text = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", " ", text)
    for pattern in (_INSIDE, _CARD, _CLAUSE, _NUMERAL):
        text = pattern.sub(" ", text)
    return _WORD.findall(text)
