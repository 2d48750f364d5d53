"""The deal of a real deck: a simulated deal with the Jokers that came up, and guesses for all other faces."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from throwdown.agents.search.watch import is_late
from throwdown.envs.core import kit
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.catalogue import plural
from throwdown.envs.fusion.world.cards import cards_in
from throwdown.envs.fusion.world.terms import COACH
from throwdown.envs.tables.table import Table
from throwdown.play.throwdown.asks import JOKERS, Ask, Walk
from throwdown.play.throwdown.hidden import HiddenCards, Known
from throwdown.play.throwdown.moves import Answer, Books, Outcome, public, told_faces

AT_ONCE, MOST = 2048, 200
"""Deals tried at once, and the maximum number of tries: some numbers of Jokers occur in one of a million deals."""


@dataclass(frozen=True)
class Deal:
    """The deal under way; see `moves.PendingMove`."""

    setup: kit.Setup
    seed: int
    answers: tuple[tuple[Ask, Answer], ...] = ()
    guess: tuple[int, ...] = (0,)

    def answered(self, ask: Ask, answer: Answer) -> Deal:
        """Return the deal with one more answer."""
        return replace(self, answers=(*self.answers, (ask, answer)))

    @cached_property
    def table(self) -> Table:
        """The table after a deal with the told Jokers and the same challenger."""
        came = sorted(c for ask, answer in self.answers if ask.kind == JOKERS for c in answer)
        first = Table.from_setup(self.setup, self.seed)
        for k in range(MOST):
            is_late()  # stops if the request was cancelled
            seeds = (self.seed + k * AT_ONCE + np.arange(AT_ONCE)) % kit.SEEDS
            batch = kit.Batch(self.setup, AT_ONCE)
            batch.reset(seeds)
            states = batch.states
            fits = (states["world"]["omens"] == len(came)) & (states["challenger"] == first.state.challenger)
            for i in np.flatnonzero(fits).tolist():
                table = Table.from_setup(self.setup, int(seeds[i]))
                if sorted(e.card for e in table.events if e.kind == "JOKER_SURFACED") == came:
                    return table
        raise kit.IllegalAction(
            plural(
                "{n} Joker cannot come up while so few cards are dealt; count again.",
                "{n} Jokers cannot come up while so few cards are dealt; count again.",
                len(came),
            )
        )

    def run(self) -> Outcome:
        """Run the deal; see `moves.PendingMove.run`."""
        table = self.table
        known = Known((None,) * len(cards_in(table.state.world.hand[COACH])))
        hidden = HiddenCards.read(table.state, known)
        asks = [Ask(JOKERS, 0, d) for d, cards in enumerate(self._jokers()) if cards]
        asks += Walk(table.events, table.state, known).asks()
        asks = [ask for ask in asks if ask.kind != JOKERS or ask.at == 0]
        guess = hidden.guesses(1, np.random.default_rng(self.guess))
        guess.faces = [faces[0] for faces in guess.faces]
        table = table.amended(lambda s: guess.write(s, known))
        events = public(table)
        table = told_faces(table, known, events, asks, self.answers)
        return Outcome(Books(table, known), events, asks)

    def _jokers(self) -> list[list[int]]:
        decks = range(int(self.setup.template["cfg"]["decks"][0]))
        faces = self.setup.template["cfg"]["faces"][0]
        return [[c for c in cards_in(faces[d]) if c >= FACES] for d in decks]
