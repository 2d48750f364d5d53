"""Games dealt by the program: the table takes the same cards from an open deck.

The program knows every card, as in any session; Coach's agent sees only its own view.
"""

from __future__ import annotations

from copy import copy
from typing import Self

from throwdown.envs.core import kit
from throwdown.envs.core.scene import Scene
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.terms import COACH
from throwdown.envs.pictures import draw
from throwdown.envs.tables.table import Table
from throwdown.play import speaking
from throwdown.play.companion.dealer import PROGRAM, Answerable, Line, Question
from throwdown.play.session import Session
from throwdown.play.throwdown.plays import plays
from throwdown.play.throwdown.questions import NO_ANSWER, find_option, with_card
from throwdown.play.throwdown.talk import Sighting, Teller, verdict


class Mirror:
    """A session whose cards also lie on a real table.

    Args:
        setup: the game's setup.
        against: the agent that plays Coach.
        seed: of the deal and of Coach's choices.

    Attributes:
        lines: the sentences for the table since its last answer.
    """

    deal = PROGRAM

    def __init__(self, setup: kit.Setup, against: str, seed: int) -> None:
        self.setup, self._teller = setup, Teller(setup, PROGRAM)
        pilots = ",".join(seat for seat, role in zip(setup.seats, setup.roles) if role != setup.roles[COACH])
        self._session = Session.deal(setup, seed, pilots, against=against)
        first = kit.tr("Lay the deck open within reach: the program says which cards to take out of it.")
        self.lines = [Line(kind="do", text=first), *self._news(0)]
        self._session.advance(self._note)

    def clone(self) -> Self:
        """Return an independent copy."""
        twin, twin_session = copy(self), copy(self._session)
        twin_session.table = self._session.table.clone()
        twin._session = twin_session
        return twin

    @property
    def table(self) -> Table:
        """The game."""
        return self._session.table

    @property
    def moves(self) -> int:
        """The number of moves made."""
        return len(self.table.history)

    @property
    def verdict(self) -> str:
        """The winner of a finished game, in a sentence."""
        return verdict(self.table)

    @property
    def question(self) -> Question | None:
        """The current question; None when the game is over."""
        table, seat = self.table, self._session.seat
        if seat is None:
            return None
        person = self.setup.person(seat)
        options = [self._option(i) for i in table.legal_ids()]
        return Question(
            kind="move",
            key=f"move:{table.phase}:{self.setup.seat(seat)}",
            about=person,
            text=table.prompt(),
            options=options,
            eyes=person if self._session.is_shared else "",
        )

    def _option(self, action: int) -> Answerable:
        layout = self.setup.game.actions
        play = plays(layout)[action]
        card = "" if play.card == kit.NONE else card_name(play.card)
        told = self.table.describe(action)._asdict()
        return Answerable(id=action, text=layout.labels[action], kind=play.kind, card=card, **told)

    def enter(self, answer: str | int, card: str = "") -> Answerable:
        """Play a person's choice and let Coach answer; see `Dealer.enter`.

        Raises:
            IllegalAction: the choice is unknown or illegal; nothing has changed.
        """
        question = self.question
        if question is None:
            raise kit.IllegalAction(kit.tr("The game is over."))
        option = find_option(question, with_card(question, answer, card, self.setup.game.actions), self.table)
        if option is None:
            raise kit.IllegalAction(NO_ANSWER)
        self.lines = []
        self._session.act(option.id)
        self._note()
        self._session.advance(self._note)
        return option

    def _note(self) -> None:
        self.lines = [*self.lines, *self._news(len(self.table.history))]

    def _news(self, move: int) -> list[Line]:
        """Return the sentences about a move, counted from 1; 0 is the deal."""
        table, pilots = self.table, self.setup.seats[COACH + 1 :]
        views = {seat: table.events_at(move, seat) for seat in pilots}
        seen = []
        for k, event in enumerate(table.events_at(move)):
            knows = [seat for seat in pilots if views[seat][k].card == event.card]
            alone = knows[0] if len(knows) == 1 and len(pilots) > 1 else ""
            is_known = len(knows) == len(pilots) or alone
            eyes = self.setup.person(alone) if alone else ""
            seen.append(Sighting(event if is_known else event._replace(card=kit.NONE), eyes))
        return self._teller.lines(seen)

    def row(self) -> list[str]:
        """Return no cards: none of Coach's hand lie on the table."""
        return []

    def scene(self) -> Scene:
        """Return the table as seen by the deciding person; the whole table when the game is over."""
        viewer = None if self.table.over else int(self.table.state.seat)
        return draw.scene_of(self.table.state, viewer, self.setup)

    def why(self, move: int | None = None) -> list[str]:
        """Return the alternatives to a move (counted from 1; by default the last) and its purpose.

        Raises:
            IllegalAction: there is no such move.
        """
        return speaking.reasons(self._session, self.table.agent or self.setup.seats[COACH + 1], move)
