"""What people read: names, costs and effects of actions, words that may be looked up, and no phase without words."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.support import CASES, FUSION, GAMES, setup_of, walk
from throwdown.envs.core.errors import IllegalAction
from throwdown.envs.core.events import Happening
from throwdown.envs.core.game import MoreTexts, words_of
from throwdown.envs.core.texts import clause_id
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.fusion.words import glossary, powers
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.registry import find_game
from throwdown.envs.tables.table import Table
from throwdown.play.reading import find_action

GIANT = "titan"
"""The scenario with the most content."""


@pytest.mark.parametrize(("game", "scenario"), CASES)
def test_every_action_has_a_name_and_every_legal_one_says_what_it_does(game: str, scenario: str) -> None:
    for table in islice(walk(game, scenario, 2, keep=0.02), 40):
        for i in table.legal_ids():
            told = table.describe(i)
            assert told.name and str(told) == str(told).strip() and "ability" not in told.name
            assert "coach_0" not in str(told) and "pilot_" not in str(told), str(told)
            assert told.effect or told.what, (
                f"'{table.game.actions.labels[i]}' says neither a target nor an effect"
            )
        titles = [table.describe(i) for i in table.legal_ids()]
        assert len({(told.title, told.cost, told.effect) for told in titles}) == len(titles)


@pytest.mark.parametrize("game", FUSION)
def test_all_actions_are_described_in_any_state(game: str) -> None:
    table = Table.deal(game, 1, GIANT)
    for i, label in enumerate(table.game.actions.labels):
        assert table.describe(i).name, label


@pytest.mark.parametrize("game", FUSION)
def test_every_game_of_fusion_has_all_optional_words(game: str) -> None:
    found = find_game(game)
    short = set() if game == "session-v0" else {"chapters"}  # one conflict is too short for any
    for name in (x for x in vars(MoreTexts) if not x.startswith("_") and x not in short):
        assert callable(getattr(found.text, name, None)), f"{game}: its words have no function '{name}'."


@pytest.mark.parametrize("game", GAMES)
def test_turning_points_are_events(game: str) -> None:
    found = find_game(game)
    kinds = words_of(found.text, "turning")()
    assert kinds and set(kinds) <= set(found.event_names.values())
    assert set(words_of(found.text, "chapters")()) <= set(found.event_names.values())


@pytest.mark.parametrize("scenario", THROWDOWN.scenarios)
def test_every_ability_says_its_effect(scenario: str) -> None:
    setup = setup_of(scenario=scenario)
    for a in powers.abilities_of(setup):
        told = powers.sentence(a, setup)
        assert "{" not in told and told[0].isupper(), told
        if powers.abilities_of(setup)[a].effects:
            assert powers.effect(a, setup), told


def test_every_kind_of_effect_has_words() -> None:
    assert set(powers.EFFECTS) == set(book.Kind) - {book.Kind.NONE}, "powers.EFFECTS lacks a kind of effect"


@pytest.mark.parametrize(
    ("notation", "says"),
    [
        ("+Strike:Self(2)", "+2 Strike this turn"),
        ("+Strike:Ally(2)", "+2 Strike for an ally this turn"),
        ("+Chargeup:Self(full)", "all missing Charges"),
        ("+Discard:Coach(2)", "Coach discards 2 cards"),
        ("+Trauma:Threat(2*stage)", "2 Trauma on a Threat, per stage"),
        ("+Recover:Threat(1)", "+1 Rating for a Threat"),
        ("+Trauma:Opponent(1)", "1 Trauma on a Threat"),
    ],
)
def test_effects_in_words(notation: str, says: str) -> None:
    from throwdown.envs.fusion.sheets.abilities import parse

    assert powers.effect_text(parse(notation)) == says


def _assisting() -> Table:
    """Return a table of trio at which a Pilot may use Techs."""
    for table in walk("throwdown-v0", "trio", 1, keep=0.0):
        if table.phase == "assist" and "tech 0" in table.legal():
            return table
    raise AssertionError("nobody ever had a Tech to use")


def test_a_tech_is_named_priced_and_typed_by_its_name() -> None:
    table = _assisting()
    told = table.describe("tech 0")
    assert told.name not in ("Tech", "tech 0") and told.effect
    assert find_action(table, told.name) == find_action(table, told.name.upper())
    assert find_action(table, "tech 0") == find_action(table, told.name) == table.action_id("tech 0")
    line = f"{told.name}, {told.cost}: {told.effect}" if told.cost else f"{told.name}: {told.effect}"
    assert str(told) == line


def test_ts_22_who_refuses_loses_unless_another_pilot_answers() -> None:
    duel = Table.deal("throwdown-v0", 3, "duel", challenger="pilot_0")
    duel.play(duel.legal()[0])
    assert duel.describe("refuse").effect == "your side loses without score or spoils"
    trio = Table.deal("throwdown-v0", 3, "trio", challenger="coach_0")
    while "refuse" not in trio.legal():
        trio.play(trio.legal()[0])
    assert trio.describe("refuse").effect.startswith("the next Pilot may answer")


def test_a_name_that_is_not_legal_now_is_explained() -> None:
    table = Table.deal("throwdown-v0", 3, "duel")
    with pytest.raises(IllegalAction, match="not part of this decision"):
        find_action(table, "focus")


def test_people_go_by_their_names_in_sentences_and_by_seats_in_data() -> None:
    table = Table.deal("throwdown-v0", 7, "duel")
    assert table.setup.people == ("Coach", "Red")
    shown = table.render("pilot_0") + " ".join(table.narrate("pilot_0")) + table.explain("counter 9S")
    assert "Red (you, aside)" in shown and "pilot_0" not in shown and "coach_0" not in shown
    assert "pilot_0" in table.view("pilot_0")["hand_sizes"]


@pytest.mark.parametrize(
    ("by", "whom", "kind", "says"),
    [
        (1, 0, book.Kind.STRIKE, "Red chose herself for the effect: Strike."),
        (1, 0, book.Kind.TRAUMA, "Red aimed Trauma at herself."),
        (2, 0, book.Kind.STRIKE, "Red was chosen for the effect: Strike."),
        (0, 0, book.Kind.TRAUMA, "Trauma was aimed at Red."),
        (0, Subject.THREATS, book.Kind.RECOVER, "Tide was chosen for the effect: Recover."),
    ],
)
def test_who_is_chosen_reads_naturally_of_oneself_and_of_others(
    by: int, whom: int, kind: int, says: str
) -> None:
    setup = setup_of(scenario="trio")
    assert setup.game.text.narrate(Happening("EFFECT_AIMED", by, -1, kind, whom), setup) == says


def test_two_pilots_of_one_name_can_be_told_apart() -> None:
    data = setup_of(scenario="trio").config
    pilots = [{**pilot, "name": "Ada"} for pilot in data["pilots"]]
    people = setup_of(scenario={**data, "pilots": pilots}).people
    assert people == ("Coach", "Ada (pilot_0)", "Ada (pilot_1)", "Ada (pilot_2)")


LOOKED_UP = [
    ("harmony", "Harmony", "word"),
    ("SCHISM", "Schism", "word"),
    ("ts 42", "TS-42", "clause"),
    ("TS-42", "TS-42", "clause"),
    ("focus", "Focus", "Charge Tech"),
    ("tide", "Tide", "Threat"),
    ("point the", "Point the Way", "Tech of Red"),
]


@pytest.mark.parametrize(("text", "name", "kind"), LOOKED_UP)
def test_words_can_be_looked_up(text: str, name: str, kind: str) -> None:
    found = Table.deal("throwdown-v0", 1, "trio").look_up(text)
    assert [(entry.name, entry.kind) for entry in found] == [(name, kind)]
    assert found[0].text.endswith(".")


def test_nothing_is_found_for_nothing() -> None:
    table = Table.deal("throwdown-v0", 1, "trio")
    assert not table.look_up("") and not table.look_up("xyzzy") and not table.look_up("TS-999")
    assert not table.look_up("hammerfall")  # a Tech of a Pilot who is not here


def test_the_clauses_that_words_name_exist() -> None:
    known: set[str] = set()
    for game in FUSION:
        known |= set(find_game(game).clauses)
    inventory = {"SY", "TP", "TS", "ME", "GA", "CD", "OP", "C", "R", "S"}
    for name, text in glossary.WORDS.items():
        for part in text.replace("(", " ").replace(")", " ").replace(",", " ").replace(".", " ").split():
            if clause_id(part) and "-" in part:
                assert part.split("-")[0] in inventory, (name, part)
    assert {"TS-42", "TS-58", "ME-61", "GA-12", "TP-60"} <= known
    assert find_game("kuhn-v0").look_up("PO-04")[0].text.startswith("In Leduc poker")


def test_found_wrong_sentences() -> None:
    table = Table.deal("pile-v0", 3, "duel")
    while not table.over:
        table.play(next((x for x in ("fold", "spoils-done") if x in table.legal()), table.legal()[0]))
    assert "pilots wins" not in table.prompt()
    assert any(who in table.prompt() for who in ("Coach won", "The Pilots won")), table.prompt()
    *_, table = walk("throwdown-v0", "trio", 1, keep=0.0)
    told = " ".join(table.narrate())
    assert "concerned" not in told and "used '" not in told
