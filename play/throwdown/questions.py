"""What the table is asked, and what it may answer."""

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
from throwdown.play.throwdown.moves import FACE_DOWN, Answer

NO_JOKER = "none"
_RED, _BLACK = ("red", NAMES[FACES]), ("black", NAMES[FACES + 1])


def of_ask(ask: Ask, faces: Sequence[int], setup: kit.Setup) -> Question:
    """Return what the table is asked while a move is carried out.

    Args:
        ask: what is to be told.
        faces: those that it can be.
        setup: what is played.
    """
    if ask.kind == JOKERS:
        text = tr("Did Jokers come up on the deck with these cards?")
        return Question(
            kind="jokers", key=ask.key, about=tr("Jokers"), text=text, options=joker_options(faces)
        )
    about, text = _face(ask, setup)
    return Question(kind="card", key=ask.key, about=about, text=text, options=[card_option(c) for c in faces])


def _face(ask: Ask, setup: kit.Setup) -> tuple[str, str]:
    """Return whose face is asked for, and the question."""
    if ask.kind == FAVOR:
        name = names.faction_name(ask.who, setup)
        return name, tr("Turn the top card on {faction} up: which is it?", faction=name)
    if ask.kind == STACK:
        name = names.faction_name(ask.who, setup)
        return name, tr(
            "The cards on {faction} go to the Trash: which is the next from the bottom?", faction=name
        )
    if ask.kind == EXTRA:
        name = names.threat_name(ask.who, setup)
        return name, tr("Lay a card face-up beside {threat}: which is it?", threat=name)
    if ask.who == kit.NONE:
        return tr("The deck"), tr("Put the top card of the deck into the Trash: which is it?")
    who = setup.people[ask.who]
    if ask.kind == SEALED:
        return who, tr("Turn {who}'s initiative card up: which is it?", who=who)
    return who, tr("{who} discards every card: which is the next?", who=who)


def turn_up(place: int, faces: Sequence[int], who: str) -> Question:
    """Return the question for a card of Coach's that he has turned up.

    Args:
        place: in his row, counted from 0.
        faces: those that it can be.
        who: what people call him.
    """
    return Question(
        kind="card",
        key=f"row:{place}",
        about=tr("{who}'s card {number}", who=who, number=place + 1),
        text=tr(
            "Turn card {number} of {who}'s row up and leave it open: which is it?", number=place + 1, who=who
        ),
        options=[card_option(c) for c in faces],
    )


def card_option(c: int) -> Answerable:
    """Return a card as an answer."""
    return Answerable(action=card_name(c), name=card_name(c))


def joker_options(jokers: Sequence[int]) -> list[Answerable]:
    """Return which Jokers may have come up, of those that are left in a deck."""
    red, black = (list(jokers).count(FACES + k) for k in range(2))
    pairs = [(r, b) for r in range(red + 1) for b in range(black + 1)]
    found = []
    for r, b in sorted(pairs, key=lambda pair: (sum(pair), -pair[0])):
        name = ", ".join([tr("red")] * r + [tr("black")] * b) or tr("No Joker")
        found.append(Answerable(action=_jokers_text(r, b), name=name))
    return found


def _jokers_text(red: int, black: int) -> str:
    return " ".join([NAMES[FACES]] * red + [NAMES[FACES + 1]] * black) or NO_JOKER


def jokers_in(action: str) -> Answer:
    """Return the Jokers that an answer tells."""
    return () if action == NO_JOKER else tuple(NAMES.index(text) for text in action.split())


def find_option(question: Question, text: str, rules: Table | None = None) -> Answerable:
    """Return the answer that a text means.

    Args:
        question: what was asked.
        text: an option's number (from 1), its name or text, or its beginning.
        rules: the table as it is if whoever is asked holds every card, which says what the rules forbid.

    Raises:
        IllegalAction: it means none, several, or what the rules do not allow now.
    """
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
        (" ".join(x.lower().split()), o.action) for o in options for x in (o.action, o.title, o.what) if x
    ]
    found = candidates(text, said)
    if len(found) == 1:
        return next(option for option in options if option.action == found[0])
    if found:
        titles = [option.title for option in options if option.action in found]
        shown = ", ".join(titles[:6]) + (" …" if len(titles) > 6 else "")
        raise kit.IllegalAction(
            tr("'{text}' can mean {shown}; say which one.", text=text.strip(), shown=shown)
        )
    raise kit.IllegalAction(_refusal(question, text.strip(), rules))


def _refusal(question: Question, text: str, rules: Table | None) -> str:
    """Return why a text answers nothing; an empty text if the rules allow it, and no card can be where it says."""
    if rules is not None:
        label = rules.game.actions.labels[find_action(rules, text)]
        if label.split(" ")[0] in FACE_DOWN:
            return tr("Do it face-down: nobody is to know which card it is.")
        return ""
    if question.kind == "card":
        return (
            ""
            if normal(text).upper() in kit.FRENCH.names
            else tr("'{text}' is no card; write it as 9S or TH.", text=text)
        )
    return tr("'{text}' does not say which Jokers came up; type the number of a line.", text=text)


def face_in(text: str) -> int:
    """Return the face that a text names last, or `NONE`."""
    word = normal(text).upper().split(" ")[-1]
    return kit.FRENCH.names.index(word) if word in kit.FRENCH.names else kit.NONE
