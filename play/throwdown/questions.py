"""Questions to the table, and their possible answers."""

from __future__ import annotations

from collections.abc import Sequence

from throwdown.envs.core import kit
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.catalogue import tr
from throwdown.envs.fusion.words import names
from throwdown.envs.fusion.world.cards import NAMES, card_name
from throwdown.envs.tables.table import Table
from throwdown.play.companion.dealer import Answerable, Question
from throwdown.play.reading import candidates, find_action, normal
from throwdown.play.throwdown.asks import EXTRA, JOKERS, Ask
from throwdown.play.throwdown.hidden import FAVOR, SEALED, STACK
from throwdown.play.throwdown.moves import Answer
from throwdown.play.throwdown.plays import FACE_DOWN, Play, id_of, plays

NO_JOKER = "none"
NO_ANSWER = tr("That does not answer the question.")
_RED, _BLACK = ("red", NAMES[FACES]), ("black", NAMES[FACES + 1])
_RED_ONE = 1000
"""The value of a red Joker in the id of an answer about Jokers; that of a black one is 1."""


def of_ask(ask: Ask, faces: Sequence[int], setup: kit.Setup) -> Question:
    """Return the question to the table during a move.

    Args:
        ask: the requested information.
        faces: the possible faces.
        setup: the game's setup.
    """
    if ask.kind == JOKERS:
        text = tr("Did Jokers come to the top of the deck with these cards?")
        return Question(
            kind="jokers", key=ask.key, about=tr("Jokers"), text=text, options=joker_options(faces)
        )
    about, text = _face(ask, setup)
    return Question(kind="card", key=ask.key, about=about, text=text, options=[card_option(c) for c in faces])


def _face(ask: Ask, setup: kit.Setup) -> tuple[str, str]:
    """Return the owner of the requested face, and the question."""
    if ask.kind == FAVOR:
        name = names.faction_name(ask.who, setup)
        return name, tr("Turn the top card on {faction} up: which card is it?", faction=name)
    if ask.kind == STACK:
        name = names.faction_name(ask.who, setup)
        return name, tr(
            "The cards on {faction} go to the Trash: which card is the next from the bottom?", faction=name
        )
    if ask.kind == EXTRA:
        name = names.threat_name(ask.who, setup)
        return name, tr("Lay a card face-up beside {threat}: which card is it?", threat=name)
    if ask.who == kit.NONE:
        return tr("The deck"), tr("Put the top card of the deck into the Trash: which card is it?")
    who = setup.people[ask.who]
    if ask.kind == SEALED:
        return who, tr("Turn {who}'s initiative card up: which card is it?", who=who)
    return who, tr("{who} discards every card: which card is the next?", who=who)


def turn_up(place: int, faces: Sequence[int], who: str) -> Question:
    """Return the question for a card that Coach wants turned up.

    Args:
        place: its position in Coach's row, counted from 0.
        faces: the possible faces.
        who: Coach's display name.
    """
    return Question(
        kind="card",
        key=f"row:{place}",
        about=tr("{who}'s card {number}", who=who, number=place + 1),
        text=tr(
            "Turn card {number} of {who}'s row up and leave it open: which card is it?",
            number=place + 1,
            who=who,
        ),
        options=[card_option(c) for c in faces],
        place=place,
    )


def card_option(c: int) -> Answerable:
    """Return a card as an answer."""
    name = card_name(c)
    return Answerable(id=c, text=name, card=name, name=name)


def joker_options(jokers: Sequence[int]) -> list[Answerable]:
    """Return the possible combinations of revealed Jokers, of those left in a deck."""
    red, black = (list(jokers).count(FACES + k) for k in range(2))
    pairs = [(r, b) for r in range(red + 1) for b in range(black + 1)]
    found = []
    for r, b in sorted(pairs, key=lambda pair: (sum(pair), -pair[0])):
        name = ", ".join([tr("red")] * r + [tr("black")] * b) or tr("No Joker")
        found.append(Answerable(id=_RED_ONE * r + b, text=_jokers_text(r, b), name=name))
    return found


def _jokers_text(red: int, black: int) -> str:
    return " ".join([NAMES[FACES]] * red + [NAMES[FACES + 1]] * black) or NO_JOKER


def jokers_in(id: int) -> Answer:
    """Return the Jokers of an option of `joker_options`."""
    red, black = divmod(id, _RED_ONE)
    return (FACES,) * red + (FACES + 1,) * black


def with_card(question: Question, answer: str | int, card: str, layout: kit.ActionLayout) -> str | int:
    """Return an answer with another card in place of its own; unchanged without a card.

    Raises:
        IllegalAction: the answer is not the id of one with a card, or there is no such card.
    """
    if not card:
        return answer
    if card not in kit.FRENCH.names:
        raise kit.IllegalAction(tr("'{text}' is not a card; write one like 9S or TH.", text=card))
    like = next((x for x in question.options if x.id == answer and x.card), None)
    if like is None:
        raise kit.IllegalAction(NO_ANSWER)
    c = kit.FRENCH.names.index(card)
    return id_of(layout, Play(like.kind, c)) if like.kind else c


def find_option(question: Question, answer: str | int, rules: Table | None = None) -> Answerable | None:
    """Return the option meant by an answer; None if the rules allow it but its card cannot be there.

    Args:
        question: the question.
        answer: an option's id, or a text: an option's number (from 1), its name or text, or a prefix.
        rules: the table as if the deciding seat held every card, to tell illegal actions.

    Raises:
        IllegalAction: the answer means no option, several, or one that the rules do not allow now.
    """
    if isinstance(answer, str):
        return _typed(question, answer, rules)
    found = next((x for x in question.options if x.id == answer), None)
    if found is None and rules is not None:
        _check(rules, answer)
    elif found is None and not (question.kind == "card" and 0 <= answer < FACES):
        raise kit.IllegalAction(NO_ANSWER)
    return found


def _typed(question: Question, text: str, rules: Table | None) -> Answerable | None:
    word, options = normal(text), question.options
    words = word.replace(",", " ").split()
    if question.kind == "jokers" and words and not set(words) - set(_RED + _BLACK):
        word = text = _jokers_text(sum(x in _RED for x in words), sum(x in _BLACK for x in words))
    if word.isdecimal() and question.kind != "card":
        if 1 <= int(word) <= len(options):
            return options[int(word) - 1]
        raise kit.IllegalAction(
            tr("There is no choice {number}; the numbers run from 1 to {n}.", number=word, n=len(options))
        )
    said = [
        (" ".join(x.lower().split()), k)
        for k, o in enumerate(options)
        for x in (o.text, o.title, o.what)
        if x
    ]
    found = [options[k] for k in candidates(text, said)]
    if len(found) > 1:
        shown = ", ".join(x.title for x in found[:6]) + (" …" if len(found) > 6 else "")
        raise kit.IllegalAction(
            tr("'{text}' can mean {shown}; say which one.", text=text.strip(), shown=shown)
        )
    if not found:
        _refuse(question, word, text.strip(), rules)
    return found[0] if found else None


def _refuse(question: Question, word: str, text: str, rules: Table | None) -> None:
    """Raise for a text that is not an answer, unless the rules allow it but its card cannot be there."""
    if rules is not None:
        _check(rules, find_action(rules, text))
    elif question.kind != "card":
        raise kit.IllegalAction(
            tr("'{text}' does not say which Jokers came up; type the number of a line.", text=text)
        )
    elif word.upper() not in kit.FRENCH.names:
        raise kit.IllegalAction(tr("'{text}' is not a card; write one like 9S or TH.", text=text))


def _check(rules: Table, action: int) -> None:
    """Raise if the rules do not allow an action, or its card must not be told."""
    if reason := rules.explain(action):
        raise kit.IllegalAction(reason)
    if plays(rules.game.actions)[action].kind in FACE_DOWN:
        raise kit.IllegalAction(tr("Do it face-down: nobody is to know which card it is."))


def face_of(question: Question, answer: str | int, layout: kit.ActionLayout) -> int:
    """Return the face named by an answer (the last word of a text), or `NONE`."""
    if isinstance(answer, str):
        word = normal(answer).upper().split(" ")[-1]
        return kit.FRENCH.names.index(word) if word in kit.FRENCH.names else kit.NONE
    return plays(layout)[answer].card if question.kind == "move" else answer
