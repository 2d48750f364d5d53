"""An honest table: a real game with a real shuffled deck, which tells the companion what it sees and nothing else."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import Setup
from throwdown.envs.fusion.world.cards import NAMES, card_name, cards_in
from throwdown.envs.fusion.world.terms import COACH
from throwdown.envs.tables.table import Table
from throwdown.play.companion.companion import Companion
from throwdown.play.throwdown.hands import Hands
from throwdown.play.throwdown.moves import PendingMove
from throwdown.play.throwdown.plays import FACE_DOWN, id_of

EXITS = ("concede", "refuse")


def books(table: Table) -> dict[str, Any]:
    """Return what everybody at a table knows: what all seats see alike, and who has a card face-down."""
    first, *others = (table.view(seat) for seat in table.setup.seats)
    same = {name: x for name, x in first.items() if all(view.get(name) == x for view in others)}
    return {**same, "sealed": sorted(first.get("sealed", ())), "known": None, "viewer": None}


def is_taken(event: Happening) -> bool:
    """Return whether an event takes the top card of a deck."""
    return event.kind == "CARD_DRAWN" or (event.kind == "CARD_DISCARDED" and event.seat == NONE)


class Honest:
    """Plays a real game beside a companion.

    Args:
        setup: what is played.
        companion: who keeps the books.
        seed: of the real deck and of what the persons choose.
        eager: how actions begin that the persons like best, the dearest first.
    """

    def __init__(
        self, setup: Setup, companion: Hands | Companion, seed: int, eager: Sequence[str] = ()
    ) -> None:
        self.companion, self.rng, self.eager = companion, random.Random(seed), eager
        first = int(Table.from_setup(setup, self.hands.coach.seed).state.challenger)
        deals = (Table.from_setup(setup, 1000 * seed + k) for k in range(1000))
        self.real = next(table for table in deals if int(table.state.challenger) == first)
        self.row = cards_in(self.real.state.world.hand[COACH])
        self.moves = 0
        self.entries: list[str] = []
        self.faces: defaultdict[str, list[int]] = defaultdict(list)
        self.jokers: list[tuple[int, int]] = []
        self.look(self.real.events, Counter(), NONE)
        self.follow()

    @property
    def hands(self) -> Hands:
        """What keeps the books."""
        found = self.companion._now if isinstance(self.companion, Companion) else self.companion
        assert isinstance(found, Hands)
        return found

    def look(self, events: list[Happening], known: Counter[int], own: int) -> None:
        """Note which faces come to light at a move, in order, and which Jokers, after how many cards of the deck."""
        self.faces, self.jokers, taken, turned = defaultdict(list), [], 0, set[int]()
        for event in events:
            seat, c = event.seat, event.card
            if event.kind == "JOKER_SURFACED":
                self.jokers.append((taken, c))
            elif event.kind == "INITIATIVE_REVEALED":
                self.faces[f"sealed:{seat}"].append(c)
                turned.add(seat)
            elif event.kind == "INITIATIVE_WON":
                turned.discard(seat)
            elif event.kind == "CHALLENGE_REFUSED":
                turned.add(int(self.real.state.challenger))
            elif event.kind in ("FAVOR_TURNED_UP", "EXTRA_CARD_DEALT"):
                self.faces[f"{event.kind[:5].lower()}:{event.amount}"].append(c)
            elif event.kind == "CARD_DISCARDED" and seat in turned:
                turned.discard(seat)
                self.faces[f"sealed:{seat}"].append(c)
            elif event.kind == "CARD_DISCARDED" and own == c:
                own = NONE
            elif event.kind == "CARD_DISCARDED" and seat == COACH and known[c]:
                known[c] -= 1
            elif event.kind == "CARD_DISCARDED":
                self.faces[f"trash:{seat}"].append(c)
            taken += is_taken(event)

    def play(self, most: int = 1000) -> None:
        """Play to the end, or some answers, and see that the books are right wherever they are certain."""
        while self.companion.question is not None and most:
            self.step()
            most -= 1
            self.check()

    def check(self) -> None:
        """See that the books show what everybody at the real table sees, and that open cards are what they are."""
        hands = self.hands
        if hands.books is not None and hands._under_way is None:
            assert books(hands.books.table) == books(self.real)
            held = hands.books.known.held
            assert len(held) == len(self.row)
            assert all(c in (None, real) for c, real in zip(held, self.row))

    def step(self) -> str:
        """Answer one question and return what was answered."""
        text = self.answer()
        self.companion.enter(text)
        self.entries.append(text)
        self.follow()
        return text

    def answer(self) -> str:
        """Return what an honest table says."""
        question = self.companion.question
        assert question is not None
        kind, _, what = question.key.partition(":")
        if kind == "row":
            return card_name(self.row[int(what)])
        if kind == "move":
            return self.decide()
        if kind == "jokers":
            told = sum(is_taken(e) for e in self.hands._told) if self.moves else 1000
            came = sorted((j for j in self.jokers if j[0] <= told), key=lambda j: j[1])
            self.jokers = self.jokers[len(came) :]
            return " ".join(NAMES[c] for _, c in came) or "none"
        return card_name(self.faces["trash:-1" if kind == "stack" else question.key].pop(0))

    def follow(self) -> None:
        """Do with the real cards what Coach does."""
        done = [x.move for x in self.hands.played]
        if isinstance(self.hands._under_way, PendingMove):
            done.append(self.hands._under_way)
        for move in done[self.moves :]:
            play = move.play
            if move.place != NONE:
                card = self.row.pop(move.place)
                assert play.number in (NONE, card)
                play = play._replace(number=card)
            layout = self.real.game.actions
            self.act(layout.labels[id_of(layout, play)], Counter(move.before.known.open))

    def decide(self) -> str:
        """Let whoever is to move do something, and return what all see of it."""
        action, books = self.choose(self.real.legal()), self.hands.books
        self.act(action, Counter(books.known.open if books else ()))
        verb = action.split(" ")[0]
        return verb if verb in FACE_DOWN else action

    def choose(self, legal: list[str]) -> str:
        """Return what whoever is to move does: what the persons like, or anything that does not end the game."""
        wild = self.rng.random() < 0.05
        liked = next(
            (some for start in self.eager if (some := [x for x in legal if x.startswith(start)])), []
        )
        if not liked or self.rng.random() < 0.3:
            liked = [x for x in legal if wild or x not in EXITS] or legal
        return self.rng.choice(liked)

    def act(self, action: str, known: Counter[int]) -> None:
        """Play in the real game."""
        self.moves += 1
        self.real.play(action)
        events = self.real.events_at(len(self.real.history))
        verb, _, what = action.partition(" ")
        self.look(events, known, NAMES.index(what) if verb == "discard" else NONE)
        drawn = [
            e.card for e in events if e.seat == COACH and e.kind in ("CARD_DRAWN", "INVESTED_CARDS_TAKEN")
        ]
        hand = cards_in(self.real.state.world.hand[COACH])
        self.row = [*self.row, *drawn]
        if sorted(self.row) != hand:
            assert len(hand) < len(self.row), "only a hand that is discarded as a whole goes by itself"
            self.row = hand
