"""A game that the program deals: whoever does what it says has the same cards on the table."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from throwdown.envs.fusion.world.cards import NAMES, cards_in
from throwdown.envs.registry import make_setup
from throwdown.play.throwdown.mirror import Mirror

CARD = re.compile(r"\b(?:[2-9TJQKA][CDHS])\b")


class OpenDeck:
    """A table that takes the cards which it is told to take, and no others."""

    def __init__(self, game: Mirror) -> None:
        self.game, self.setup = game, game.setup
        faces = [c for d in range(2) for c in cards_in(self.setup.template["cfg"]["faces"][0][d])]
        self.deck, self.hands = (
            Counter(NAMES[c] for c in faces),
            {name: Counter[str]() for name in self.setup.people},
        )
        self.seen = 0

    def obey(self) -> None:
        for line in self.game.lines:
            if line.kind != "do" or "out of the deck" not in line.text:
                continue
            for joker in re.findall(r"the (red|black) Joker", line.text):
                self.deck["*r" if joker == "red" else "*b"] -= 1
            cards = CARD.findall(line.text)
            self.deck.subtract(cards)
            if found := re.search(r"into (\w+)'s hand", line.text):
                self.hands[found[1]].update(cards)
                assert line.eyes == (found[1] if len(self.hands) > 2 else "")
            self.seen += len(cards)
        assert min(self.deck.values()) >= 0


@pytest.mark.parametrize(("scenario", "seed"), [("duel", 1), ("duel", 2), ("trio", 4)])
def test_all_cards_that_are_named_are_in_the_deck_and_no_hand_of_coachs_is(scenario: str, seed: int) -> None:
    setup = make_setup("throwdown-v0", scenario)
    game, rng = Mirror(setup, "heuristic", seed), random.Random(seed)
    table = OpenDeck(game)
    table.obey()
    for p, name in enumerate(setup.people[1:], start=1):
        assert table.hands[name] == Counter(NAMES[c] for c in cards_in(game.table.state.world.hand[p])), (
            "the deal"
        )
    while game.question is not None and not any("Trash back" in line.text for line in game.lines):
        held = Counter(NAMES[c] for c in cards_in(game.table.state.world.hand[0]))
        told = " ".join(line.text for line in game.lines)
        assert all(table.deck[card] >= n for card, n in held.items()), "what Coach holds lies in the deck"
        assert "Coach's hand" not in told
        options = [o for o in game.question.options if o.text not in ("concede", "refuse")]
        game.enter(rng.choice(options or game.question.options).id)
        table.obey()
    assert table.seen > 8


def test_only_one_persons_cards_are_for_her_eyes_and_one_alone_at_the_table_has_no_secrets() -> None:
    trio, duel = (Mirror(make_setup("throwdown-v0", name), "random", 4) for name in ("trio", "duel"))
    assert trio.question is not None and trio.question.eyes == trio.question.about
    assert {line.eyes for line in trio.lines} == {"", "Red", "Blue", "Yellow"}
    for line in trio.lines:
        assert line.eyes or not CARD.findall(line.text) or "face-up" in line.text
    assert duel.question is not None and not duel.question.eyes and not any(line.eyes for line in duel.lines)


def test_a_copy_goes_its_own_way() -> None:
    game = Mirror(make_setup("throwdown-v0", "duel"), "heuristic", 3)
    twin = game.clone()
    assert game.question is not None
    game.enter(game.question.options[0].id)
    assert twin.moves == 0 or twin.moves < game.moves
    assert twin.question != game.question
