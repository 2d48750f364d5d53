"""Parsing of typed input to actions: numbers, action texts, prefixes of words, bare cards."""

import re
from collections.abc import Sequence
from typing import TypeVar

from throwdown.envs.core.cards import SUIT_SYMBOLS, SUITS
from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.errors import IllegalAction, nearest
from throwdown.envs.tables.table import Table

_CARD = re.compile(r"(10|[2-9tjqka]) ?([cdhs])")
_SYMBOLS = str.maketrans(SUIT_SYMBOLS, SUITS.lower())
T = TypeVar("T")


def normal(text: str) -> str:
    """Normalise a typed text to the lower-case spelling of labels: ``Counter 10 ♥`` becomes ``counter th``."""
    words = " ".join(text.lower().translate(_SYMBOLS).split())
    found = _CARD.search(words)
    if found is None or found.end() < len(words) or (found.start() > 0 and words[found.start() - 1] != " "):
        return words
    return words[: found.start()] + found[1].replace("10", "t") + found[2]


def _fits(typed: list[str], label: str) -> bool:
    """Return whether the typed words are prefixes of the label's words, from the first; a bare card, of the last."""
    words = label.lower().split()
    if len(typed) == 1 and words[-1] == typed[0]:
        return True
    return len(typed) <= len(words) and all(word.startswith(start) for start, word in zip(typed, words))


def spoken(table: Table, actions: Sequence[int]) -> list[tuple[str, int]]:
    """Return the texts understood as actions, in lower case, with the actions' ids.

    They are an action's label (``tech 0``), its name for people (``kick it in``), and the name of its object
    (``hydra``).
    """
    found = []
    for i in actions:
        told = table.describe(i)
        texts = dict.fromkeys((table.game.actions.labels[i], told.title, told.what))
        texts |= dict.fromkeys(text.replace("the ", "") for text in (told.title, told.what))
        found += [(" ".join(text.lower().split()), i) for text in texts if text]
    return found


def candidates(text: str, known: list[tuple[str, T]]) -> list[T]:
    """Return the possible meanings of a text, each once; an exact match excludes others.

    Args:
        text: the typed text.
        known: texts in lower case, with their meanings.
    """
    word = normal(text)
    exact = [meant for said, meant in known if said == word]
    return list(
        dict.fromkeys(exact or [meant for said, meant in known if word and _fits(word.split(), said)])
    )


def find_action(table: Table, text: str) -> int:
    """Return the id of the legal action meant by a text.

    Args:
        table: the game.
        text: a number in the list of legal actions (from 1), an action's name or text, a prefix of it, or a bare card.

    Raises:
        IllegalAction: it means none, several, or one that the rules do not allow now; the sentence says why.
    """
    legal = table.legal_ids()
    word = normal(text)
    if word.isdecimal():
        if 1 <= int(word) <= len(legal):
            return legal[int(word) - 1]
        raise IllegalAction(
            tr("There is no choice {n}; the numbers run from 1 to {last}.", n=word, last=len(legal))
        )
    known = spoken(table, legal)
    found = candidates(text, known)
    if word not in dict(known) and (banned := _whole(table, word)):
        raise IllegalAction(refused(table, banned))
    if len(found) == 1:
        return found[0]
    if found:
        titles = [table.describe(i).title for i in found[:6]]
        shown = tr(", ").join(titles) + (" …" if len(found) > 6 else "")
        raise IllegalAction(
            tr(
                "'{text}' can mean {shown}; say which one, or type its number.",
                text=text.strip(),
                shown=shown,
            )
        )
    raise IllegalAction(refusal(table, word, text.strip()))


def _whole(table: Table, word: str) -> str:
    """Return the label of the action named in full by a text; empty if no action is."""
    labels = [label for label in table.game.actions.labels if label.lower() == word]
    return labels[0] if labels else ""


def refused(table: Table, action: str | int) -> str:
    """Return one sentence: why an action is illegal now, by its name for people; empty if it is legal."""
    i = table.action_id(action)
    return table.explain(i).replace(f"'{table.game.actions.labels[i]}'", f"'{table.describe(i).title}'")


def refusal(table: Table, word: str, typed: str) -> str:
    """Return one sentence: why a text that means no legal action cannot be played."""
    legal, layout = spoken(table, table.legal_ids()), table.game.actions
    every = candidates(word, spoken(table, range(layout.n)))
    now = {layout.act_of(i) for _, i in legal}
    likely = [i for i in every if layout.act_of(i) in now] or every
    if likely and word:
        return refused(table, likely[0])
    if near := nearest(word, [said for said, _ in legal]):
        return tr(
            "'{text}' is neither a choice nor a command (did you mean '{near}'?); type a number, or ? for help.",
            text=typed,
            near=near,
        )
    return tr("'{text}' is neither a choice nor a command; type a number, or ? for help.", text=typed)


def unknown(table: Table, text: str) -> str:
    """Return one sentence about an unknown text; empty if it is a number or an action."""
    word = normal(text)
    if word.isdecimal() or candidates(word, spoken(table, range(table.game.actions.n))):
        return ""
    if near := nearest(word, [normal(entry.name) for entry in table.game.entries(table.setup)]):
        return tr(
            "'{text}' is neither a word nor an action of this game (did you mean '{near}'?); try ? for what is "
            "decided now.",
            text=text.strip(),
            near=near,
        )
    return tr(
        "'{text}' is neither a word nor an action of this game; try ? for what is decided now.",
        text=text.strip(),
    )
