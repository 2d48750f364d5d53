"""Games with a real, shuffled deck: the program knows only the cards told by the table.

No hand is told, not even Coach's, who does not know his own: his cards lie face-down in a row. Face-down cards are
guessed, but no sentence, question or action of Coach depends on the guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple, Self

from throwdown.agents import load
from throwdown.envs.core import kit
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.events import Happening
from throwdown.envs.core.scene import HIDDEN, Scene
from throwdown.envs.fusion.words.why_not import plain_rule
from throwdown.envs.fusion.world import deal, usage
from throwdown.envs.fusion.world.cards import card_name, cards_in
from throwdown.envs.fusion.world.terms import COACH
from throwdown.envs.pictures import draw
from throwdown.envs.tables.table import Table, Why
from throwdown.play import screen
from throwdown.play.companion.dealer import HANDS, Answerable, Question
from throwdown.play.throwdown import opening, questions
from throwdown.play.throwdown.asks import JOKERS, Ask
from throwdown.play.throwdown.coach import Coach
from throwdown.play.throwdown.dealing import Deal
from throwdown.play.throwdown.hidden import HAND, deck_of
from throwdown.play.throwdown.moves import Books, Outcome, PendingMove, cost_of
from throwdown.play.throwdown.plays import FACE_DOWN, FROM_HAND, Play, id_of, plays
from throwdown.play.throwdown.talk import Sighting, Teller, verdict
from throwdown.play.throwdown.whereabouts import why_not_there


class Played(NamedTuple):
    """A completed move and its public events."""

    move: PendingMove
    events: list[Happening]


class Hands:
    """The state of a game with a real deck.

    Args:
        setup: the game's setup.
        against: the agent that plays Coach.
        seed: of Coach's choices, and of the choice of the challenger.
        guess: seed of the guesses; nothing visible depends on it.

    Attributes:
        books: the state of the game; None before the deal.
        question: the current question; None when the game is over.
        lines: the sentences for the table since its last answer.
        played: the moves so far.

    Raises:
        InvalidConfig: the agent cannot play Coach without knowing his hand.
    """

    deal = HANDS

    def __init__(self, setup: kit.Setup, against: str, seed: int, guess: int = 0) -> None:
        agent = load(against, setup, setup.roles[COACH])
        if "sets" in agent.needs:
            raise kit.InvalidConfig(
                kit.tr(
                    "'{agent}' must know its own hand and cannot play Coach with a real deck.", agent=against
                )
            )
        self.setup, self.coach = setup, Coach(agent, setup, seed)
        self.books: Books | None = None
        self.question: Question | None = None
        self.lines = opening.instructions(setup)
        self.played: list[Played] = []
        self._teller = Teller(setup, HANDS)
        self._under_way: Deal | PendingMove | None = Deal(setup, seed, guess=(guess,))
        self._ask: Ask | None = None
        self._faces: Counter[int] = Counter()
        self._place = kit.NONE  # of Coach's card being turned up
        self._told: list[Happening] = []  # of the pending move
        self._go_on()

    def clone(self) -> Self:
        """Return an independent copy."""
        return copy(self)  # attributes are replaced, never mutated

    @property
    def table(self) -> Table | None:
        """The game as far as it is known, with guesses for face-down cards."""
        return None if self.books is None else self.books.table

    @property
    def moves(self) -> int:
        """The number of completed moves."""
        return len(self.played)

    @property
    def verdict(self) -> str:
        """The winner of a finished game, in a sentence."""
        return "" if self.table is None else verdict(self.table)

    # Answers ---------------------------------------------------------------------------------------------------------

    def enter(self, answer: str | int, card: str = "") -> Answerable:
        """Enter the table's answer, let Coach act until the next question; see `Dealer.enter`.

        Raises:
            IllegalAction: the answer is unknown, illegal, or a card that cannot be there; nothing has changed.
        """
        if self.question is None:
            raise kit.IllegalAction(kit.tr("The game is over."))
        option = self._option(questions.with_card(self.question, answer, card, self.setup.game.actions))
        later = self.clone()
        later._answer(option)
        self.__dict__.update(later.__dict__)
        return option

    def _option(self, answer: str | int) -> Answerable:
        question = self.question
        assert question is not None
        rules = self._rules() if question.kind == "move" else None
        if option := questions.find_option(question, answer, rules):
            return option
        c = questions.face_of(question, answer, self.setup.game.actions)
        if c == kit.NONE:
            text = answer if isinstance(answer, str) or rules is None else rules.describe(answer).title
            raise kit.IllegalAction(
                kit.tr("'{text}' cannot be paid for with the cards that are left.", text=text)
            )
        assert self.books is not None or self._ask is not None
        if self.books is None or not isinstance(self._under_way, PendingMove | None):
            raise kit.IllegalAction(kit.tr("{card} cannot be there.", card=card_name(c)))
        seat = self.books.table.setup.seat(self.books.table.agent or "")
        d = self._ask.deck if self._ask is not None else deck_of(self.books.table.state, seat)
        raise kit.IllegalAction(why_not_there(self.books, d, c, self._faces_told()))

    def _answer(self, option: Answerable) -> None:
        self.lines = []
        if self._place != kit.NONE:
            self._turn_up(option.id)
        elif self._ask is not None:
            assert self._under_way is not None
            is_face = self._ask.kind != JOKERS
            told = (option.id,) if is_face else questions.jokers_in(option.id)
            self._under_way = self._under_way.answered(self._ask, told)
        else:
            assert self.books is not None
            play = plays(self.setup.game.actions)[option.id]
            self._under_way = PendingMove(self.books, Play(play.kind) if play.kind in FACE_DOWN else play)
        self._ask = None
        self._go_on()

    def _turn_up(self, c: int) -> None:
        """Leave a card of Coach's row open."""
        books, place = self.books, self._place
        assert books is not None
        held = books.known.held
        known = replace(books.known, held=(*held[:place], c, *held[place + 1 :]))
        hidden = books.hidden
        hidden.put(hidden.place(HAND, COACH), c)
        table = books.table.amended(lambda s: hidden.write(s, books.known))
        self.books = replace(books, table=table, known=known)
        self._place = kit.NONE

    def _faces_told(self) -> list[int]:
        """Return the faces told during the pending move."""
        under_way = self._under_way
        found = (
            []
            if under_way is None
            else [c for a, told in under_way.answers if a.kind != JOKERS for c in told]
        )
        if isinstance(under_way, PendingMove) and under_way.seat != COACH:
            found += [c for c in [under_way.play.card] if c != kit.NONE]
        return found

    # Moves ----------------------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Run the pending move and Coach's moves until the next question or the end of the game."""
        while True:
            if self._under_way is not None and self._waits(self._under_way):
                return
            books = self.books
            assert books is not None
            if books.table.over:
                self.question = None
                return
            if int(books.table.state.seat) != COACH:
                self.question = self._move_question(books)
                return
            wish = self.coach.decide(books)
            if wish.play is None:
                self._place = wish.place
                who = self.setup.people[COACH]
                self.question = questions.turn_up(wish.place, sorted(books.hidden.pool(0)), who)
                return
            self._under_way = PendingMove(books, wish.play, wish.place)

    def _waits(self, under_way: Deal | PendingMove) -> bool:
        """Run a move as far as it is certain; return whether it needs an answer from the table."""
        outcome = under_way.run()
        n = len(under_way.answers)
        ask = outcome.asks[n] if n < len(outcome.asks) else None
        self._tell(under_way, outcome.events[: None if ask is None else ask.at])
        if ask is not None:
            self._ask, self.question = (
                ask,
                questions.of_ask(ask, self._candidates(under_way, ask, outcome), self.setup),
            )
            return True
        if isinstance(under_way, PendingMove):
            self.played = [*self.played, Played(under_way, outcome.events)]
        self.books, self._under_way, self._told = outcome.books, None, []
        return False

    def _tell(self, under_way: Deal | PendingMove, events: Sequence[Happening]) -> None:
        """Tell the events not told yet; Jokers may have come up among cards already told."""
        if isinstance(under_way, Deal):
            events = [event for event in events if event.kind not in ("CARD_DRAWN", "CHARGED")]
        left, fresh = list(self._told), []
        for event in events:
            if left and event == left[0]:
                left.pop(0)
            else:
                fresh.append(Sighting(event))
        place = under_way.place if isinstance(under_way, PendingMove) else kit.NONE
        self.lines = [*self.lines, *self._teller.lines(fresh, place)]
        self._told = list(events)

    def _candidates(self, under_way: Deal | PendingMove, ask: Ask, outcome: Outcome) -> list[int]:
        """Return the possible faces, or the Jokers that may have come up, in order."""
        after = outcome.books
        if ask.kind == JOKERS:
            before = under_way.before if isinstance(under_way, PendingMove) else after
            every = [c for c in cards_in(self.setup.template["cfg"]["faces"][0][ask.deck]) if c >= FACES]
            gone = [c for a, told in under_way.answers if a.kind == JOKERS for c in told]
            left = before.hidden.jokers[ask.deck] if isinstance(under_way, PendingMove) else every
            is_back = any(e.kind == "JOKERS_RETURNED" for e in outcome.events[: ask.at])
            return sorted((Counter(every if is_back else left) - Counter([] if is_back else gone)).elements())
        if ask.is_shuffled or isinstance(under_way, Deal):
            pool = after.hidden.pool(ask.deck)
            n = len(under_way.answers)
            pool += Counter(x.guess for x in outcome.asks[n:] if x.kind != JOKERS and x.deck == ask.deck)
            return sorted(+pool)
        before = under_way.before
        return sorted(before.hidden.pool(ask.deck) - Counter(self._faces_told()))

    # Legal actions --------------------------------------------------------------------------------------------------

    def _rules(self) -> Table:
        """Return the table as if the deciding seat held every card: its legal actions are all those of the rules."""
        assert self.books is not None
        return self.books.table.amended(kit.words_of(self.setup.game.text, "any_hand"))

    def _move_question(self, books: Books) -> Question:
        table, seat = books.table, int(books.table.state.seat)
        options = {option.id: option for option in self._options(books, self._rules())}
        return Question(
            kind="move",
            key=f"move:{table.phase}:{seat}",
            about=self.setup.people[seat],
            text=table.prompt(),
            options=list(options.values()),
        )

    def _options(self, books: Books, rules: Table) -> Iterator[Answerable]:
        """Yield the actions that the rules allow with some hand of unseen cards."""
        s, seat = books.table.state, int(books.table.state.seat)
        d, layout = deck_of(s, seat), self.setup.game.actions
        hidden = books.hidden
        pool, held = hidden.pool(d), len(hidden.at(hidden.place(HAND, seat)))
        on_table = int(plain_rule(deal.table_word)(s, seat))
        for i in rules.legal_ids():
            play, told = plays(layout)[i], rules.describe(i)
            if play.kind in FACE_DOWN:
                told = told._replace(what=kit.tr("a card face-down"), on="")
                i, card, text, is_possible = id_of(layout, Play(play.kind)), "", play.kind, held > 0
            elif play.card != kit.NONE:
                is_there = bool((on_table >> play.card) & 1) and play.kind not in FROM_HAND
                card, text = card_name(play.card), layout.labels[i]
                is_possible = is_there or (held > 0 and pool[play.card] > 0)
            else:
                n, paid_with = cost_of(books.table, play)
                payable = sum(k for c, k in pool.items() if (usage.CARDS_OF[paid_with] >> c) & 1)
                card, text, is_possible = "", layout.labels[i], n <= min(payable, held)
            if is_possible:
                yield Answerable(id=i, text=text, kind=play.kind, card=card, **told._asdict())

    # Views ----------------------------------------------------------------------------------------------------------

    def row(self) -> list[str]:
        """Return the cards in Coach's row, from left to right."""
        held = () if self.books is None else self.books.known.held
        return [HIDDEN if c is None else card_name(c) for c in held]

    def scene(self) -> Scene | None:
        """Return the table as seen by everybody; None before the deal."""
        if self.books is None:
            return None
        scene = draw.scene_of(self.books.table.state, COACH, self.setup)
        (coach,) = scene.far
        far = replace(
            coach,
            is_viewer=False,
            cards=tuple(self.row()),
            laid=(HIDDEN,) * len(coach.laid),
        )
        return replace(scene, far=(far,))

    def why(self, move: int | None = None) -> list[str]:
        """Return the alternatives to a move (counted from 1; by default the last) and its purpose.

        Raises:
            IllegalAction: there is no such move.
        """
        n = len(self.played) if move is None else move
        if not 1 <= n <= len(self.played):
            raise kit.IllegalAction(
                kit.tr("There is no move {number}; {n} have been made.", number=n, n=len(self.played))
            )
        played, setup = self.played[n - 1], self.setup
        table, seat, events = played.move.before.table, played.move.seat, played.events
        told = [setup.game.text.narrate(event, setup) for event in events]
        other = 1 if seat == COACH else COACH
        why = Why(n, setup.seats[seat], told, False, table, table.options(other), "")
        tell = kit.words_of(setup.game.text, "motive")
        motives = [tell(event, setup) for event in events if event.seat == seat]
        purpose = dict.fromkeys(text for text in motives if text)
        return [screen.move_text(why), *purpose, screen.choice_text(why)]
