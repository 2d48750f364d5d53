"""Execution of moves on a guess, up to the next question to the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from throwdown.envs.core import kit
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE
from throwdown.envs.fusion.throwdown.state import Phase
from throwdown.envs.fusion.words.describe import ABILITY_VERBS
from throwdown.envs.fusion.words.why_not import entry, plain_rule
from throwdown.envs.fusion.world import book, deal
from throwdown.envs.fusion.world.cards import card_name, cards_in, words_of
from throwdown.envs.fusion.world.terms import COACH
from throwdown.envs.tables.table import Table
from throwdown.play.throwdown.asks import EXTRA, JOKERS, Ask, Walk
from throwdown.play.throwdown.hidden import FAVOR, HAND, SEALED, HiddenCards, Known, can_pay, lay_drawn
from throwdown.play.throwdown.plays import FROM_HAND, Play, id_of, plays

Answer = tuple[int, ...]
"""The requested face, or the Jokers that came up."""


@dataclass(frozen=True)
class Books:
    """The state of the game.

    Attributes:
        table: the game, with guesses for face-down cards.
        known: the hidden faces known to the table.
        acts: the number of Coach's actions.
    """

    table: Table
    known: Known
    acts: int = 0

    @property
    def hidden(self) -> HiddenCards:
        """The guess."""
        return HiddenCards.read(self.table.state, self.known)


class Outcome(NamedTuple):
    """The result of a move, as far as it is certain.

    Attributes:
        books: the state afterwards; final once all questions are answered.
        events: the public events.
        asks: all questions, in order; those after the first unanswered one may still change.
    """

    books: Books
    events: list[Happening]
    asks: list[Ask]


@dataclass(frozen=True)
class PendingMove:
    """A move that waits for answers of the table.

    Attributes:
        before: the state before it.
        play: the move; without its card if that is laid or given face-down.
        place: position of Coach's card in the row, or `NONE` if none is played.
        answers: the questions so far, with the table's answers.
    """

    before: Books
    play: Play
    place: int = NONE
    answers: tuple[tuple[Ask, Answer], ...] = ()

    @property
    def seat(self) -> int:
        """The seat that moves."""
        return int(self.before.table.state.seat)

    def answered(self, ask: Ask, answer: Answer) -> PendingMove:
        """Return the move with one more answer."""
        return replace(self, answers=(*self.answers, (ask, answer)))

    def run(self) -> Outcome:
        """Run the move.

        Raises:
            IllegalAction: it is illegal with every hand, or an answer is impossible.
        """
        start, play = self._arranged()
        table = _played(start, play)
        asks = self._asks(table, play)
        shuffled = next((ask.deck for ask in asks if ask.is_shuffled), NONE)
        if shuffled != NONE:
            told = [c for a, answer in self.answers if a.is_shuffled and a.kind == JOKERS for c in answer]
            table = _played(start, play, self._jokers_shuffled(shuffled, table), told)
            asks = self._asks(table, play)
        events = public(table)
        check_jokers(events, asks, self.answers)
        known = self._known(table, events)
        table = told_faces(table, known, events, asks, self.answers)
        return Outcome(Books(table, known, self.before.acts + (self.seat == COACH)), events, asks)

    # Before ----------------------------------------------------------------------------------------------------------

    def _arranged(self) -> tuple[Table, Play]:
        """Return the table with a guess that makes the move legal, and the move with its card."""
        hidden = self.before.hidden
        play = self._fit(hidden)
        table = self.before.table.amended(lambda s: self._write(s, hidden))
        every = plays(table.game.actions)
        legal = [every[i] for i in table.legal_ids()]
        if play.number == NONE:
            play = next((x for x in legal if x.kind == play.kind), play)
        if play in legal and can_pay(table.state):
            return table, play
        raise kit.IllegalAction(
            tr(
                "{who} cannot do that: too few cards that could pay for it are left.",
                who=self.before.table.setup.people[self.seat],
            )
        )

    def _write(self, s: Any, hidden: HiddenCards) -> None:
        placed: dict[int, list[tuple[int, Answer]]] = {}
        for ask, answer in self.answers:
            if ask.kind == JOKERS and not ask.is_shuffled:
                placed.setdefault(ask.deck, []).append((ask.taken + 1, answer))
        hidden.write(s, self.before.known, placed)
        if s.phase in (Phase.SHARE, Phase.SHARE_TO):
            lay_drawn(s, hidden.at(hidden.place(HAND, self.seat)))

    def _fit(self, hidden: HiddenCards) -> Play:
        """Put the told cards into the guess; return the move, with its card if known."""
        s, seat, play = self.before.table.state, self.seat, self.play
        hand = hidden.place(HAND, seat)
        sealed = {ask.who: told[0] for ask, told in self.answers if ask.kind == SEALED}
        for p, c in sealed.items():
            hidden.put(hand if play.kind == "initiative" and p == seat else hidden.place(SEALED, p), c)
        if play.kind == "initiative" and seat in sealed:
            return play._replace(number=sealed[seat])
        if play.number == NONE and self.place != NONE:
            held = self.before.known.held[self.place]
            return play._replace(number=int(hidden.at(hand)[0]) if held is None else held)
        if seat != COACH:
            on_table = int(plain_rule(deal.table_word)(s, seat))
            if play.card != NONE and (not (on_table >> play.card) & 1 or play.kind in FROM_HAND):
                hidden.put(hand, play.card)
            hidden.hold(hand, *cost_of(self.before.table, play))
        return play

    # After -----------------------------------------------------------------------------------------------------------

    def _asks(self, table: Table, play: Play) -> list[Ask]:
        own = play.card if play.kind == "discard" else NONE
        events = table.events_at(len(table.history))
        return Walk(events, self.before.table.state, self.before.known, own).asks()

    def _jokers_shuffled(self, d: int, table: Table) -> list[int]:
        """Return the Jokers in a deck shuffled in the move: those already there, and those returned to it."""
        if any(e.kind == "JOKERS_RETURNED" for e in table.events_at(len(table.history))):
            return [c for c in cards_in(table.state.cfg.faces[d]) if c >= FACES]
        gone = Counter(c for ask, answer in self.answers if not ask.is_shuffled for c in answer if c >= FACES)
        return sorted((Counter(self.before.hidden.jokers[d]) - gone).elements())

    def _known(self, table: Table, events: Sequence[Happening]) -> Known:
        """Return the faces known afterwards."""
        held = [c for k, c in enumerate(self.before.known.held) if k != self.place]
        drawn = [e for e in events if e.seat == COACH and e.kind in ("CARD_DRAWN", "INVESTED_CARDS_TAKEN")]
        n = len(cards_in(table.state.world.hand[COACH]))
        if len(held) + len(drawn) > n:  # the whole hand was discarded
            held = []
        return Known((*held, *[None] * (n - len(held))))


def _played(start: Table, play: Play, left: Sequence[int] | None = None, jokers: Sequence[int] = ()) -> Table:
    """Return the table after a move.

    Args:
        start: the table before it.
        play: the move, with its card.
        left: the Jokers of a deck shuffled in the move, if any; chance is then scripted.
        jokers: those of them that come up at once.
    """
    action = id_of(start.game.actions, play)
    if left is None:
        table = start.clone()
        table.play(action)
        return table
    script, rest = list[int](), list(left)
    for joker in (*jokers, NONE):
        table = start.amended(lambda s: _script(s, script))
        table.play(action)
        options, kinds = int(table.state.rng.asked), sorted(set(rest))
        if joker not in kinds or options < len(kinds):
            break
        script.append(options - len(kinds) + kinds.index(joker))  # Jokers are the last cards
        rest.remove(joker)
    return table.amended(_unscript)


def _script(s: Any, script: Sequence[int]) -> None:
    s.rng.scripted, s.rng.at, s.rng.asked = len(script) + 1, 0, 0
    s.rng.answers[: len(script)] = script


def _unscript(s: Any) -> None:
    s.rng.scripted, s.rng.at, s.rng.asked, s.rng.prob = 0, 0, 0, 1.0


def public(table: Table) -> list[Happening]:
    """Return the public events of the last move: cards not seen by all are `NONE`."""
    views = [table.events_at(len(table.history), seat) for seat in table.setup.seats]
    return [
        seen[0] if all(one.card == seen[0].card for one in seen) else seen[0]._replace(card=NONE)
        for seen in zip(*views, strict=True)
    ]


def check_jokers(
    events: Sequence[Happening], asks: Sequence[Ask], answers: Sequence[tuple[Ask, Answer]]
) -> None:
    """Raise if the Jokers cannot have come up as told.

    Raises:
        IllegalAction: different, more or fewer Jokers must have come up.
    """
    since = 0
    for ask, (_, told) in zip(asks, answers):
        if ask.kind != JOKERS:
            continue
        came = sorted(e.card for e in events[since : ask.at] if e.kind == "JOKER_SURFACED")
        if came != sorted(told):
            raise kit.IllegalAction(
                tr(
                    "So many cards were drawn that more Jokers must have come up; count the cards left "
                    "in the deck, and correct earlier entries if the number does not fit."
                )
            )
        since = ask.at


def told_faces(
    table: Table,
    known: Known,
    events: list[Happening],
    asks: Sequence[Ask],
    answers: Sequence[tuple[Ask, Answer]],
) -> Table:
    """Return the game after a move with the faces told by the table, in the events, too."""
    faces = [ask for ask in asks if ask.kind not in (SEALED, JOKERS)]
    told = [answer[0] for ask, answer in answers if ask.kind not in (SEALED, JOKERS)]
    for ask, c in zip(faces, told):
        events[ask.at] = events[ask.at]._replace(card=c)
    return table.amended(lambda s: relabel(s, known, faces, told)) if told else table


def relabel(s: Any, known: Known, asks: Sequence[Ask], told: Sequence[int]) -> None:
    """Give revealed cards the faces told by the table, exchanging them in the guess.

    Args:
        s: the record after the move.
        known: the faces known after the move.
        asks: all revealed cards; those not told yet are guessed, too.
        told: the faces of the first ones.
    """
    shown = [(ask, told[k] if k < len(told) else NONE) for k, ask in enumerate(asks) if _lift(s, ask)]
    hidden = HiddenCards.read(s, known)
    for d, faces in enumerate(hidden.faces):
        mine = [(ask, c) for ask, c in shown if ask.deck == d]
        free = [ask.guess for ask, _ in mine]
        for c in (c for _, c in mine if c != NONE):
            if c in free:
                free.remove(c)
            elif c in faces:
                faces[faces.tolist().index(c)] = NONE
            else:
                raise kit.IllegalAction(tr("{card} cannot be there.", card=card_name(c)))
        faces[faces == NONE] = [free.pop() for _ in range(int((faces == NONE).sum()))]
        for ask, c in mine:
            _lay(s, ask, free.pop() if c == NONE else c)
    hidden.write(s, known)


def _lift(s: Any, ask: Ask) -> bool:
    """Pick a revealed card up again; return False if it has been shuffled into a deck."""
    if ask.kind == FAVOR:
        return True
    words = _lies_in(s, ask)
    cards = cards_in(words)
    if ask.guess in cards:
        cards.remove(ask.guess)
        words[:] = words_of(cards)
        return True
    return False


def _lay(s: Any, ask: Ask, c: int) -> None:
    """Put a card where it was revealed."""
    if ask.kind == FAVOR:
        s.world.favor[ask.who, int(s.world.favor_n[ask.who]) - 1] = c
    else:
        words = _lies_in(s, ask)
        words[:] = words_of([*cards_in(words), c])


def _lies_in(s: Any, ask: Ask) -> Any:
    return s.world.extra if ask.kind == EXTRA else s.world.decks[ask.deck].trash


def cost_of(table: Table, play: Play) -> tuple[int, int]:
    """Return the number and the class of the hand cards needed for an action besides the one it names.

    The cost being paid includes the card that pays it now.
    """
    s, seat = table.state, int(table.state.seat)
    if s.pending.pay > 0:
        return int(s.pending.pay), int(s.pending.pay_class)
    if play.kind == "boon":
        a = book.of_pilot(COACH, book.CoachPage.BOONS + play.number)
    elif play.kind in ABILITY_VERBS:
        a = book.of_pilot(seat, ABILITY_VERBS[play.kind] + play.number)
    else:
        return 0, book.CardClass.NONE
    return entry(table.setup, a, book.Ability.CARDS), entry(table.setup, a, book.Ability.CARD_CLASS)
