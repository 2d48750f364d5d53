"""How games end, whom an end counts for, and what is told on the way."""

from __future__ import annotations

import pytest

from tests.challenge.support import ID, Play, duel, lone, scene, struck
from throwdown.envs.challenge.obs import Seen
from throwdown.envs.challenge.state import End
from throwdown.envs.core.cards import NONE
from throwdown.envs.registry import make_setup


def ended(game: Play) -> list[End]:
    """Return how the observation says that a game ended; nothing while it goes on."""
    row = game.table.observe(1)
    return [end for end in End if Seen.of(row).ended[end]]


def kinds(game: Play) -> list[str]:
    return [e.kind for e in game.table.events]


@pytest.mark.parametrize(("card", "how"), [("QC", End.SUCCESS), ("JC", End.FAILURE)])
def test_che_11_how_a_lone_attempt_ended(card: str, how: End) -> None:
    game = lone(card)
    assert ended(game) == []
    game.do("choose 1", "pass")
    assert game.table.over and ended(game) == [how]


@pytest.mark.parametrize("side", [0, 1])
def test_cho_36_either_side_is_beaten_when_its_last_character_is_out(side: int) -> None:
    """Not when the first of two is; the other side wins."""
    game, other = Play("duel-2v2", cast="courier,bruiser,courier,bruiser"), 1 - side
    for h in range(4):
        game.set(h, stamina=0, actions=0, harm=9 if h % 2 == side else 0)
    for victim, is_end in ((side, False), (side + 2, True)):
        game.stack("KC", other).stack("2C", victim).set(other, actions=1, turn=other, seat=other)
        game.do("choose 2")
        if game.table.phase == "target":
            game.do("choose 1")
        while not game.table.over and game.s.attacker != NONE:
            game.do("pass")
        assert game.hero(victim).is_out == 1 and game.table.over == is_end
    assert ended(game) == [End.HARM]
    assert game.table.returns()[game.table.setup.seats[other]] == 1.0


def test_cho_36_one_of_either_side_out_is_no_defeat() -> None:
    game = Play("duel-2v2").set(0, is_out=1, harm=10, turn=2, seat=2, round_no=6).set(1, is_out=1, harm=10)
    game.do("pass", "pass")
    assert game.table.over and ended(game) == [End.ROUNDS] and set(game.table.returns().values()) == {0.0}


def test_che_06_no_boon_below_its_progress_nor_where_there_is_none() -> None:
    short = scene("KC").do("choose 1", "pass")
    assert short.s.progress == 3 and short.hero().boon == 0
    data = {**make_setup(ID, "scene").config, "boon_at": 0}
    game = Play(data, cast="courier").do("template 5", "difficulty 0").stack("KC").set(progress=1)
    game.do("choose 1", "pass")
    assert game.s.progress == 4 and game.hero().boon == 0 == game.hero().awarded


def test_ch_25_27_a_double_and_a_triple_are_told_as_such() -> None:
    game = lone("2C 3C 4C", difficulty=25).do("choose 1", "double", "triple")
    assert [kind for kind in kinds(game) if kind in ("doubled", "tripled")] == ["doubled", "tripled"]


def test_cho_18_a_press_back_is_told() -> None:
    game = duel("2C KD", "KC 2S").set(0, stamina=0).set(1, stamina=0).do("choose 2", "react", "pass", "pass")
    game.do("choose 1")
    pressed = [(e.seat, e.amount, e.number) for e in game.table.events if e.kind == "pressed"]
    assert pressed == [(0, 1, 1), (1, 0, 0)]


@pytest.mark.parametrize("move", ["choose 1", "heartseeker 1"])
def test_ch_08_cards_of_all_four_suits_come(move: str) -> None:
    """Only a solver takes cards of one colour for one another."""
    suits = set()
    for seed in range(40):
        game = Play("scene", seed, cast="courier").do("template 5", "difficulty 0", move)
        cards = [e.card for e in game.table.events if e.kind in ("card-drawn", "card-seen")]
        suits |= {card % 4 for card in cards if card < 52}
    assert suits == {0, 1, 2, 3}


def test_cho_34_no_boon_below_its_harm_nor_where_there_is_none() -> None:
    data = {**make_setup(ID, "duel").config, "boon_at": 0}
    for scenario, dealt in (("duel", 0), (data, 9)):
        game = Play(scenario, cast="courier,bruiser").stack("9C", 0).stack("QC", 1)
        game.set(0, stamina=0, dealt=dealt).set(1, stamina=0).do("choose 2", "pass", "pass", "pass")
        assert game.hero(1).harm == 1 and game.hero(0).dealt == dealt + 1
        assert game.hero(0).boon == 0 == game.hero(0).awarded


@pytest.mark.parametrize("use", ["boon-bang", "boon-bust"])
def test_ch_68_69_a_boon_is_spent(use: str) -> None:
    game = scene().set(boon=1, token=1).do(use)
    assert game.hero().boon == 0 and not {"boon-bang", "boon-bust"} & set(game.legal)


@pytest.mark.parametrize(("card", "kind", "amount"), [("*b", "joker-banged", 2), ("*r", "joker-busted", 1)])
def test_ch_20_21_a_jokers_effect_is_told(card: str, kind: str, amount: int) -> None:
    game = scene(card).set(stamina=0).do("choose 1", "pass")
    told = [(e.kind, e.seat, e.amount) for e in game.table.events if e.kind.startswith("joker")]
    assert told == [(kind, 1, amount)]


@pytest.mark.parametrize("hostile", [0, 1])
def test_cho_24_the_table_is_asked_even_for_its_only_template(hostile: int) -> None:
    """What it can pay for is hidden, so nobody else knows that there is no choice."""
    data = {**make_setup(ID, "scene").config, "hostile": hostile, "obstacles": ["gangway-sprint"]}
    game = Play(data)
    assert game.table.phase == "post" and game.legal == ["template 1"]


def test_cho_05_without_an_action_left_a_pending_bang_shows_nothing() -> None:
    """It shows its cards once Frenzy has brought an Action."""
    game = scene("*b").set(actions=1).do("choose 1", "pass")
    while game.table.agent == "table_0":
        game.do("pass")
    assert (int(game.hero().bang), int(game.hero().actions), game.tops()) == (2, 0, 0)
    game.do("frenzy")
    assert game.tops() == 2


def test_che_05_a_hazard_is_told() -> None:
    game = struck(template=9)
    told = [(e.seat, e.amount) for e in game.table.events if e.kind == "hazard-struck"]
    assert told == [(0, game.s.bills[1].template)]


@pytest.mark.parametrize("seed", range(4))
def test_cho_04_a_card_that_was_looked_at_is_the_one_that_would_have_come(seed: int) -> None:
    first = [
        next(
            e.card
            for e in Play("scene", seed).do("template 5", "difficulty 0", move).table.events
            if e.kind == kind
        )
        for move, kind in (("choose 1", "card-drawn"), ("heartseeker 1", "card-seen"))
    ]
    assert first[0] == first[1]


@pytest.mark.parametrize(("before", "boon"), [(0, 0), (1, 1), (2, 1)])
def test_cho_34_a_boon_for_as_much_harm_as_it_takes(before: int, boon: int) -> None:
    data = {**make_setup(ID, "duel").config, "boon_at": 2}
    game = Play(data, cast="courier,bruiser").stack("9C", 0).stack("QC", 1)
    game.set(0, stamina=0, dealt=before).set(1, stamina=0).do("choose 2", "pass", "pass", "pass")
    assert game.hero(0).dealt == before + 1 and game.hero(0).boon == boon


def test_cho_21_che_04_the_last_points_are_spent() -> None:
    game = scene().set(points=1).do("pass", "template 1", "difficulty 0")
    assert game.s.points == 0


def test_cho_24_who_can_only_pass_is_not_asked() -> None:
    """The Courier's last Action was forced; the Table passes, so she does, and the Round ends."""
    game = struck("KC").set(actions=1, stamina=0).do("pass")
    assert game.s.hostile > 0 and game.hero().actions == 0 and game.table.agent == "table_0"
    assert game.do("pass").s.round_no == 2
