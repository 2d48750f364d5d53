"""From what a person types to an action: numbers, action texts, beginnings of words, bare cards."""

import re

from throwdown.envs.core.cards import SUIT_SYMBOLS, SUITS
from throwdown.envs.core.kit import IllegalAction, did_you_mean
from throwdown.envs.table import Table

_CARD = re.compile(r"(10|[2-9tjqka]) ?([cdhs])")
_SYMBOLS = str.maketrans(SUIT_SYMBOLS, SUITS.lower())


def normal(text: str) -> str:
    """Return a typed text in the spelling of action labels, in lower case: ``Counter 10 ♥`` becomes ``counter th``."""
    words = " ".join(text.lower().translate(_SYMBOLS).split())
    found = _CARD.search(words)
    if found is None or found.end() < len(words) or (found.start() > 0 and words[found.start() - 1] != " "):
        return words
    return words[: found.start()] + found[1].replace("10", "t") + found[2]


def _fits(typed: list[str], label: str) -> bool:
    """Return whether the typed words begin the label's words: from the first, or, as a bare card does, at the last."""
    words = label.lower().split()
    if len(typed) == 1 and words[-1] == typed[0]:
        return True
    return len(typed) <= len(words) and all(word.startswith(start) for start, word in zip(typed, words))


def candidates(text: str, labels: list[str]) -> list[str]:
    """Return the labels that a text can mean; a whole label means only itself."""
    word = normal(text)
    exact = [label for label in labels if label.lower() == word]
    return exact or [label for label in labels if word and _fits(word.split(), label)]


def find_action(table: Table, text: str) -> str:
    """Return the legal action that a text means.

    Args:
        table: the game.
        text: a number of the list of legal actions (from 1), an action's text, its beginning, or a bare card.

    Raises:
        IllegalAction: it means none, several, or one that the rules do not allow now; the sentence says why.
    """
    legal = table.legal()
    word = normal(text)
    if word.isdecimal():
        if 1 <= int(word) <= len(legal):
            return legal[int(word) - 1]
        raise IllegalAction(f"There is no choice {word}; the numbers run from 1 to {len(legal)}.")
    every = list(table.game.actions.labels)
    if any(label.lower() == word for label in every) and word not in [label.lower() for label in legal]:
        raise IllegalAction(table.explain(word))
    found = candidates(word, legal)
    if len(found) == 1:
        return found[0]
    if found:
        shown = ", ".join(found[:6]) + (" …" if len(found) > 6 else "")
        raise IllegalAction(f"'{text.strip()}' can mean {shown}; say which one, or type its number.")
    raise IllegalAction(refusal(table, word, text.strip()))


def refusal(table: Table, word: str, typed: str) -> str:
    """Return one sentence that says why a text that means no legal action cannot be played."""
    legal = table.legal()
    every = candidates(word, list(table.game.actions.labels))
    verbs = {label.split()[0] for label in legal}
    likely = [label for label in every if label.split()[0] in verbs] or every
    if likely and word:
        return table.explain(likely[0])
    hint = did_you_mean(word, [label.lower() for label in legal])
    return f"'{typed}' is neither a choice nor a command{hint}; type a number, or ? for help."
