"""What holds all through a game: gauges change as the events say, no card is lost, and nothing outlasts its Action."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.challenge.support import ID, lone, scene, struck
from tests.support import choose
from throwdown import Table
from throwdown.envs.challenge import decks
from throwdown.envs.challenge.state import KINDS, KIT, Kind, Mode, Phase
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import Happening
from throwdown.envs.registry import games, make_setup

PLIES = 40
BEHIND = ("target", "hazard", "attacker", "defender", "press", "main_press")


def gauges(s: Any) -> dict[str, Any]:
    """Return what the events tell of, as plain numbers."""
    heroes = [s.heroes[h] for h in range(int(s.cfg.heroes))]
    of = {name: [int(w[name]) for w in heroes] for name in ("stamina", "harm", "boon", "token", "is_out")}
    of["penalty"] = [int(decks.penalty_of(w)) for w in heroes]
    of["trash"] = [len(KIT.cards_in(w.deck.trash)) for w in heroes]
    of["frenzied"] = [int(w.frenzied) for w in heroes]
    of["seen"] = [int(w.deck.ahead_n) for w in heroes]
    of["open"] = [int(s.bills[n].template) for n in s.open[: int(s.open_n)]]
    assert s.open[int(s.open_n) :].tolist() == [NONE] * (len(s.open) - int(s.open_n))
    return {**of, "progress": int(s.progress), "round_no": int(s.round_no), "tokens": int(s.tokens)}


def write_down(g: dict[str, Any], e: Happening, s: Any) -> None:
    """Change the gauges as an event says."""
    h = int(e.seat) if s.cfg.heroes > 1 else 0
    match e.kind:
        case "round-began":
            g["round_no"] = e.amount
            for name in ("token", "penalty", "frenzied"):
                g[name] = [0] * len(g[name])
        case "rounds-over":
            for name in ("token", "penalty", "frenzied"):
                g[name] = [0] * len(g[name])
        case "card-seen":
            g["seen"][h] += 1
        case "card-drawn":
            g["seen"][h] = max(0, g["seen"][h] - 1)
        case "posted":
            g["open"].append(e.amount)
        case "overcome":
            g["open"].remove(e.amount)
        case "token-laid":
            g["token"][0], g["tokens"] = 1, g["tokens"] - 1
        case "began-busted":
            g["token"][h] = 1
        case "heartseeker" | "doubled" | "tripled":
            g["stamina"][h] -= e.amount
        case "knuckled-down" | "reacted-fast":
            g["stamina"][h] -= 2
        case "frenzied":
            g["stamina"][h] -= 2
            g["frenzied"][h] = 1
        case "harmed":
            g["harm"][h] = min(int(s.cfg.limit), g["harm"][h] + e.amount)
            assert g["harm"][h] == e.number
        case "taken-out":
            g["is_out"][h] = 1
        case "progressed":
            g["progress"] = min(int(s.cfg.goal), g["progress"] + e.amount)
            assert g["progress"] == e.number
        case "staggered":
            g["penalty"][h] = e.amount
        case "boon-gained":
            g["boon"][h] = 1
        case "boon-banged":
            g["boon"][h] = 0
        case "boon-nullified":
            g["boon"][h] = g["token"][h] = 0
        case "boon-given":
            g["boon"][h], g["boon"][e.amount] = 0, 1
        case "reshuffled":
            g["trash"][h] = 0


def assert_kept(s: Any) -> None:
    """Every card of every deck is in exactly one place, and is counted."""
    for h in range(int(s.cfg.heroes)):
        deck = s.heroes[h].deck
        ahead = deck.ahead[: int(deck.ahead_n)].tolist()
        assert deck.ahead[int(deck.ahead_n) :].tolist() == [NONE] * (KINDS - len(ahead))
        assert int(deck.n) == len(KIT.cards_in(deck.cards)) + len(ahead)
        found = [*KIT.cards_in(deck.cards), *KIT.cards_in(deck.trash), *ahead]
        for attempt in (s.attempt, s.attack):
            if attempt.hero == h:
                cards = [*attempt.cards[: int(attempt.n)].tolist(), int(attempt.replaced)]
                found += [c for c in cards if c != NONE]
        assert Counter(found) == Counter(KIT.cards_in(s.cfg.faces))


def assert_clear(s: Any) -> None:
    """Where somebody acts of her own accord, nothing is left of the Action before (CHO-18)."""
    assert (int(s.attempt.hero), int(s.attack.hero), int(s.attempt.n), int(s.attack.n)) == (NONE, NONE, 0, 0)
    assert (int(s.reaction), int(s.strikes), int(s.bar)) == (0, 0, 0)
    if not (s.cfg.mode == Mode.ATTEMPT or s.over):
        assert {name: int(s[name]) for name in BEHIND} == dict.fromkeys(BEHIND, NONE)


def assert_told(table: Table, action: int) -> None:
    """Play an action, and see that its events tell of every change of a gauge."""
    g, since = gauges(table.state), len(table.events)
    table.play(action)
    s = table.state
    for e in table.events[since:]:
        write_down(g, e, s)
    now = gauges(s)
    g.pop("trash"), now.pop("trash")
    assert g == now, [e.kind for e in table.events[since:]]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scenario", ["scene", "duel", "duel-2v2", "attempt"])
def test_cho_18_every_change_is_told_no_card_is_lost_and_every_action_ends(scenario: str, seed: int) -> None:
    table = Table.deal(ID, seed, scenario)
    for ply in range(PLIES):
        if table.over:
            break
        assert_told(table, choose(table.game, table.legal_ids(), seed, ply, 0.02))
        assert_kept(table.state)
        if table.state.phase == Phase.PRIORITY:
            assert_clear(table.state)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scenario", ["scene", "duel", "duel-2v2"])
def test_cho_29_cho_40_who_is_told_of_a_card(scenario: str, seed: int) -> None:
    """Cards of a Bang are the owner's, an attacker's hers until the reveal, then everybody's; others are open."""
    table = Table.deal(ID, seed, scenario)
    hidden: list[int] = []
    kind, attacker = Kind.NONE, NONE
    for ply in range(2 * PLIES):
        if table.over:
            break
        since = len(table.events)
        table.play(choose(table.game, table.legal_ids(), seed + 5, ply, 0.02))
        seen = [table.events_seen(seat, ply + 1) for seat in table.setup.seats]
        for k, e in enumerate(table.events[since:]):
            knows = [s[k].card == e.card for s in seen]
            alone = [seat == e.seat for seat in range(len(knows))]
            if e.kind == "attempted":
                kind = Kind(e.number)
                attacker = e.seat if kind == Kind.ATTACK else attacker
            elif e.kind == "card-drawn":
                hidden += [e.card] if kind == Kind.ATTACK else []
                assert knows == (alone if kind == Kind.ATTACK else [True] * len(knows))
            elif e.kind == "card-seen":
                assert knows == alone
            elif e.kind == "card-shown":
                assert e.card == hidden.pop(0) and all(knows)
            elif e.kind == "flopped" and e.seat == attacker:
                assert not hidden, "not before the cards are shown"


def test_a_name_may_have_braces() -> None:
    config = make_setup(ID, "scene").config
    named = {**config["obstacles"][0], "name": "{card}"}
    table = Table.deal(ID, 1, {**config, "obstacles": [named]})
    table.play("template 1")
    table.play("difficulty 0")
    assert "The Table posted an obstacle: {card}." in table.narrate()


def test_who_a_hero_is_is_said_once_and_what_is_special_of_her() -> None:
    """The Character of a hero who may be several is named beside her, that of any other is her name already."""
    table = Table.deal(ID, 1, "duel-2v2")
    text = table.render()
    assert "Ada the " in text and "Spotter Amir" in text and "the Spotter" not in text
    told = {entry.name: entry.text for entry in table.look_up("spotter") + table.look_up("fencer")}
    assert "Makes no presses (CHE-16). Begins every Round with a Boon (CHE-17)." in told["Spotter"]
    assert "Begins every Round Busted (CHE-15)." in told["Fencer"]


def test_cha_32_cho_25_a_degree_is_told_in_the_scenarios_numbers() -> None:
    def degree(scenario: str, **options: int) -> str:
        (entry,) = make_setup(ID, scenario, **options).game.look_up(
            "degree", make_setup(ID, scenario, **options)
        )
        return entry.text

    assert "for every 2 points of margin, at most 9" in degree("duel-2v2")
    assert "for every 5 points of margin, at most 3" in degree("scene")
    assert "for every 4 points of margin, at most 3" in degree("scene", degree_step=4)
    (general,) = games()[ID].look_up("degree")
    assert "degree_step (5" in general.text and "degree_most (3" in general.text
    for clause in ("CHA-32", "CHO-25"):
        assert "degree_most" in games()[ID].look_up(clause)[0].text


def test_che_06_che_09_harm_and_progress_are_told_up_to_what_counts() -> None:
    """A blow of degree 2 at 11 of 12 Harm; a success that brings 3 Progress at 7 of 8."""
    hit = struck("3C", difficulty=2).set(harm=11, actions=0).do("pass", "pass", "pass", "pass")
    assert hit.hero().harm == 12
    assert "Courier suffered 2 Harm and reached the limit of 12." in hit.told()
    won = scene("KC", difficulty=0).set(progress=7).do("choose 1", "pass")
    assert won.table.over and "Courier made 3 Progress and reached the goal of 8." in won.told()
    before = struck("3C", difficulty=2).set(harm=9, actions=0).do("pass", "pass", "pass", "pass")
    assert "Courier suffered 2 Harm and has 11 now." in before.told()


def test_cha_02_a_flop_is_told_in_the_scenarios_numbers() -> None:
    game = lone("2C 3C", flop_limit=18, flop_on_double=True).do("choose 1")
    told = game.table.describe("double")
    flops = "add a second card; with a Joker or more than 18 the Attempt Flops"
    assert told.effect == f"{flops}; you have seen the card" and told.tag == "Score 5"
    assert "above 18" in game.table.help()
    unseen = lone("2C").do("choose 1").table.describe("double")
    assert unseen.effect.startswith("add a second card; with a Joker the Attempt Flops; scores from ")
    assert unseen.tag.startswith("Flop ") and unseen.tag.endswith(" %")
    assert "more than 15" in lone("2C 3C").do("choose 1", "double").table.describe("triple").effect
