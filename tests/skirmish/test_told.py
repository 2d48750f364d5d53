"""What holds all through a game: gauges change as the events say, no card is lost, and words keep secrets."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.skirmish.support import ID, MCS, MOBS
from tests.support import choose
from throwdown import Table
from throwdown.envs.core.events import Happening
from throwdown.envs.pictures import draw
from throwdown.envs.skirmish import decks, state as st, terrain
from throwdown.envs.skirmish.state import KIT, Row, Side
from throwdown.envs.skirmish.words import names, text

PLIES = 80
CASES = [(scenario, seed) for scenario in ("tutorial", "boss", "skirmish") for seed in range(1, 2)]
each_game = pytest.mark.parametrize(("scenario", "seed"), CASES)


def number(s: Any, tag: int) -> int:
    """Return the process that events mean by a number, or NONE if its fight is over."""
    found = [p for p in range(st.PROCESSES) if int(terrain.tag(s, p)) == tag]
    return found[0] if found else st.NONE


def gauges(s: Any) -> dict[str, Any]:
    """Return what the events tell of, as plain numbers."""
    them = [s.processes[p] for p in range(st.PROCESSES)]
    of = {name: [int(w[name]) for w in them] for name in ("hp", "is_up", "area", "meter", "loadout")}
    of["team"] = [Counter(team.cards[: int(team.n)].tolist()) for team in s.teams]
    of["held"] = [int(decks.shown_size(s, h)) for h in range(st.HOLDERS)]
    return of | {"round_no": int(s.round_no), "fight": int(s.fight)}


def write_down(g: dict[str, Any], e: Happening, s: Any) -> None:
    """Change the gauges as an event says."""
    p = number(s, e.amount)
    match e.kind:
        case "round-began":
            g["round_no"] = e.amount
        case "deployed" | "moved" | "pushed" | "fell":
            g["area"][p] = e.number
        case "hurt":
            g["hp"][p] = max(0, g["hp"][p] - e.number)
        case "patched":
            g["hp"][p] += e.number
        case "down":
            g["is_up"][p] = 0
        case "charged":
            g["meter"][p] = e.number
        case "interrupted":
            g["meter"][p] = 0
        case "swapped":
            g["loadout"][p] = e.number
        case "given":
            g["team"][e.seat][e.card] += 1
        case "gave-up":
            g["team"][e.seat] -= Counter([e.card])
        case "team-discarded":
            g["team"][e.seat] = Counter()
        case "card-drawn":
            g["held"][e.amount] += 1
        case "card-laid" | "discarded":
            g["held"][e.amount] -= 1
        case "interrupt-card":
            g["held"][st.CPU if e.amount >= st.MCS else e.amount] -= 1
        case "restored":
            for q in range(terrain.first_of(e.seat), terrain.last_of(e.seat)):
                if s.processes[q].is_up:
                    g["hp"][q] = int(s.processes[q].max_hp)


def assert_kept(s: Any) -> None:
    """Every card of both decks is in exactly one place, and is counted."""
    for side in Side:
        team = s.teams[side]
        assert int(team.deck.n) == len(KIT.cards_in(team.deck.cards))
        found = [*KIT.cards_in(team.deck.cards), *KIT.cards_in(team.deck.trash)]
        found += team.cards[: int(team.n)].tolist()
        for h in range(st.HOLDERS):
            if decks.side_of_holder(h) == side:
                found += KIT.cards_in(s.hands[h].cards.reshape(1))
        for p in range(terrain.first_of(side), terrain.last_of(side)):
            found += s.processes[p].laid[: int(s.processes[p].laid_n)].tolist()
        first = 0 if s.is_sealed else int(s.at) + int(s.actor != st.NONE)
        lays = [lay for lay in s.lays[first : int(s.lay_n)] if lay.card != st.NONE]
        found += [int(lay.card) for lay in lays if decks.side_of_holder(int(lay.owner)) == side]
        if s.actor != st.NONE and s.active != st.NONE and terrain.side_of(int(s.actor)) == side:
            found.append(int(s.active))
        elif s.actor == st.NONE and s.active != st.NONE and side == Side.CPU:  # whom it activates is open
            assert int(s.active) in found
        assert Counter(found) == Counter(KIT.cards_in(s.cfg.faces)), Side(side).label


@each_game
def test_every_change_is_told_and_no_card_is_lost(scenario: str, seed: int) -> None:
    table = Table.deal(ID, seed, scenario)
    for ply in range(PLIES):
        if table.over:
            break
        g, since = gauges(table.state), len(table.events)
        table.play(choose(table.game, table.legal_ids(), seed, ply, 0.02))
        s, events = table.state, table.events[since:]
        if int(s.fight) == g["fight"] and not table.over:
            for e in events:
                write_down(g, e, s)
            if any(e.kind == "booted" and e.number == Row.DEAD_MANS_HAND for e in events):
                g["hp"] = gauges(s)["hp"]  # a raise of MaxHP is told by its Boot
            now = gauges(s)
            g["team"] = [+team for team in g["team"]]
            assert g == now, [(e.kind, e.amount, e.number) for e in events]
        assert_kept(s)


@each_game
def test_sko_42_who_is_told_of_a_card(scenario: str, seed: int) -> None:
    """A card that is drawn is told to its own side alone; all other cards lie open."""
    table, drawn = Table.deal(ID, seed, scenario), 0
    for ply in range(PLIES):
        if table.over:
            break
        since = len(table.events)
        table.play(choose(table.game, table.legal_ids(), seed + 5, ply, 0.02))
        seen = [table.events_seen(seat, ply + 1) for seat in table.setup.seats]
        for k, e in enumerate(table.events[since:]):
            knows = [told[k].card == e.card for told in seen]
            if e.kind == "card-drawn":
                drawn += 1
                assert knows == [seat == e.seat for seat in range(2)]
            else:
                assert all(knows), e.kind
    assert drawn or scenario != "tutorial", "in the tutorial somebody reloads early"


@each_game
def test_sko_42_commits_are_in_nobody_elses_words(scenario: str, seed: int) -> None:
    """While commits are sealed, what the other side reads does not change with them."""
    table, before, sealed = Table.deal(ID, seed, scenario), None, 0
    for ply in range(PLIES):
        if table.over:
            break
        s, setup = table.state, table.setup
        other = 1 - int(s.seat)
        now = (
            (
                other,
                int(s.round_no),
                text.render(s, other, setup),
                text.view(s, other, setup),
                text.prompt(s, setup),
            )
            if s.is_sealed
            else None
        )
        if before is not None and now is not None and before[:2] == now[:2]:
            sealed += 1
            assert now == before
        before = now
        table.play(choose(table.game, table.legal_ids(), seed + 9, ply, 0.02))
    assert sealed


@each_game
def test_her_own_words_say_who_lays(scenario: str, seed: int) -> None:
    table = Table.deal(ID, seed, scenario)
    for ply in range(PLIES):
        if table.over:
            break
        s, setup = table.state, table.setup
        if table.phase == "commit":
            who = "The CPU" if s.by == st.CPU else names.process(s, int(s.by), setup)
            line = f"{who} lays in secret"
            assert line in text.render(s, int(s.seat), setup)
            assert line not in text.render(s, 1 - int(s.seat), setup)
        table.play(choose(table.game, table.legal_ids(), seed, ply, 0.02))


def test_a_figure_on_the_map_bears_a_letter_and_the_number_of_its_name() -> None:
    assert [names.sign(name) for name in (*MCS, *MOBS)] == [
        "R",
        "G",
        "S",
        "H",
        "G1",
        "G2",
        "D1",
        "D2",
        "S1",
        "S2",
        "B",
    ]
    table = Table.deal(ID, 1)
    scene = draw.scene_of(table.state, None, table.setup)
    assert scene.map is not None
    signs = {figure.name: figure.sign for spot in scene.map.spots for figure in spot.figures}
    assert signs.items() >= {"Ronin": "R", "Hacker": "H"}.items()
