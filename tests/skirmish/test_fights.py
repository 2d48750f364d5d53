"""Openings, chained fights, ends and scores, clause by clause."""

from __future__ import annotations

import numpy as np
import pytest

from tests.skirmish.support import MCS, Fight, commits, deal, position, turn
from tests.skirmish.test_turns import close, custom
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import IllegalAction
from throwdown.envs.registry import make_setup
from throwdown.envs.skirmish import state as st
from throwdown.envs.skirmish.sheets import library


def last_mob(**more: object) -> dict[str, object]:
    """Only one Glitch is left in the first fight of `back-to-back`, and the Ronin can bring it down."""
    down = {name: {"hp": 0} for name in ("Glitch 2", "Drone", "Sentry", "Brute")}
    return {**down, **close(hp=3), **more}


def test_sk_01_04_05_06_07_sko_01_the_opening() -> None:
    """MCs at the start; the CPU, knowing its hand, places mobs anywhere else; a boss begins at the X."""
    game = deal("boss")
    assert game.table.phase == "deploy" and game.table.agent == "cpu_0" and len(game.hand("CPU")) == 5
    assert {game.area(name) for name in MCS} == {"Dock"} and game.area("Kernel Tyrant") == "Throne"
    assert game.go("Dock") not in game.legal and game.go("Throne") in game.legal
    assert game.go("Shaft") not in game.legal
    with pytest.raises(IllegalAction, match="SKO-01"):
        game.do(game.go("Shaft"))
    game.do(game.go("Gallery"))
    assert game.go("Shaft") in game.legal, "the Drone flies"
    game.do(game.go("Shaft"), game.go("Bridge"), game.go("Sump"))
    assert game.table.phase == "commit" and int(game.s.round_no) == 1


def test_ska_49_sko_05_a_fight_starts_without_move_points() -> None:
    game = deal()
    assert [int(w.points) for w in game.s.processes[:4]] == [0] * 4


def test_sk_94_sko_02_a_chained_fight_repeats_the_opening_without_rest() -> None:
    """HP, statuses, hands, meters, Team Hands and Boots stay; who is down stays out; raises of MaxHP end."""
    game = turn(
        scenario="back-to-back",
        processes=last_mob(
            Ronin={"hp": 16, "max_hp": 18, "points": 5, "statuses": ["leak"], "meter": 2},
            Hacker={"hp": 0},
            Sorcerer={"hp": 4, "area": "Sump"},
        ),
        teams={"mcs": {"cards": ["2C", "2D"], "uptimes": ["pair"], "boot": "pair"}},
        hands={"Ronin": {"cards": ["KC"]}},
    ).attack("Glitch 1")
    assert not game.table.over and int(game.s.fight) == 1 and game.table.phase == "deploy"
    w = game.process("Ronin")
    assert (int(w.hp), int(w.max_hp), int(w.points), int(w.meter)) == (14, 14, 0, 5)
    assert w.status and "KC" in game.hand("Ronin") and len(game.hand("Ronin")) == 3
    assert game.hp("Hacker") == 0 and not game.process("Hacker").is_up
    assert game.area("Sorcerer") == "Dock" and game.hp("Sorcerer") == 4
    assert game.rows() == ["Pair"] and int(game.team().boot) == st.Row.PAIR
    assert int(game.s.draw) == 4 == len(game.hand("CPU"))
    assert [game.hp(x) for x in ("Glitch", "Drone", "Sentry")] == [7, 4, 7]


def test_sk_93_ska_47_48_where_the_garbage_collector_passes_all_is_restored() -> None:
    """Meters stay; Team Hands go."""
    data = dict(deal("back-to-back").table.setup.config)
    fights = [data["fights"][0], {**data["fights"][1], "collect": True}]
    game = turn(
        scenario=data | {"fights": fights},
        processes=last_mob(Ronin={"hp": 3, "statuses": ["leak"], "meter": 2}, Hacker={"hp": 0}),
        teams={"mcs": {"cards": ["2C", "2D"], "uptimes": ["pair"]}},
    ).attack("Glitch 1")
    assert (game.hp("Ronin"), game.hp("Hacker"), int(game.process("Ronin").meter)) == (14, 9, 5)
    assert not game.process("Ronin").status and game.rows() == [] and int(game.team().n) == 0
    assert game.told("collected")


def test_g_2_18_a_meter_is_zero_only_at_the_games_start() -> None:
    """SK-49: 7 stay 7 in the next fight."""
    game = turn(scenario="back-to-back", processes=last_mob(Gunslinger={"meter": 7})).attack("Glitch 1")
    assert int(game.process("Gunslinger").meter) == 7


def test_sk_24_ske_03_a_side_wins_one() -> None:
    down = {f"{x}": {"hp": 0} for x in ("Glitch 2",)}
    game = turn(scenario="tutorial", processes={**down, **close(area="Alley", hp=3)}).attack("Glitch 1")
    assert game.table.over and [game.table.returns()[x] for x in ("mcs_0", "cpu_0")] == [1, -1]
    lost = turn("Glitch 1", "9S", scenario="tutorial", processes={**close(area="Alley"), "Ronin": {"hp": 5}})
    lost.attack("Ronin")
    assert lost.table.over and [lost.table.returns()[x] for x in ("mcs_0", "cpu_0")] == [-1, 1]


def test_ska_54_sko_38_ske_03_04_at_the_cap_half_the_lead_in_hp_counts() -> None:
    """After the last round's reloads; who is down counts with no HP and the full MaxHP. 7/14 against 7/14 is even."""
    game = turn(scenario="tutorial", round=16, processes={"Ronin": {"hp": 7}, "Glitch 2": {"hp": 0}}).do(
        "pass"
    )
    assert game.table.over and int(game.s.ended) == st.End.ROUNDS
    assert game.table.returns()["mcs_0"] == pytest.approx(0.5 * (7 / 14 - 7 / 14))
    assert len(game.hand("CPU")) == 2, "the CPU has reloaded"
    ahead = turn(scenario="tutorial", round=16, processes={"Glitch 2": {"hp": 0}}).do("pass")
    assert ahead.table.returns()["mcs_0"] == pytest.approx(0.5 * (1 - 0.5))


def test_sko_38_the_cap_counts_for_each_fight() -> None:
    game = turn(scenario="back-to-back", round=16, processes=last_mob()).attack("Glitch 1")
    assert not game.table.over and int(game.s.round_no) == 0


def test_ske_04_the_cap_is_data_of_the_scenario() -> None:
    game = commits({}, options={"rounds": 1}).do("reload", "reload", "reload", "reload")
    assert game.table.over


def test_ska_45_who_is_down_does_not_come_back_within_a_fight() -> None:
    game = (
        turn(
            processes={**close("Brute"), "Hacker": {"hp": 0}},
            teams={"mcs": {"cards": ["9C", "9H", "9D", "*r"], "uptimes": ["four-of-a-kind"]}},
        )
        .attack("Brute")
        .do("give")
    )
    assert game.hp("Hacker") == 0 and not game.process("Hacker").is_up


def test_sk_20_without_its_boss_the_cpu_is_limited_again() -> None:
    game = commits(
        {"CPU": ["2C", "3C", "4C"]},
        scenario="boss",
        processes={name: {"hp": 0} for name in ("Glitch", "Drone", "Kernel Tyrant")},
    ).do("reload", "reload", "reload", "reload", "card 1", "card 1")
    assert len(game.hand("CPU")) == 1 and game.table.phase == "activate"


def test_sko_48_50_the_sample_content_has_these_numbers() -> None:
    """Move 2 to 3; HP 14 and 9; Brute, boss."""
    classes, mobs = library.LIBRARY.shelf("classes"), library.LIBRARY.shelf("mobs")
    assert [classes[x]["move"] for x in ("ronin", "gunslinger", "sorcerer", "hacker")] == [3, 2, 2, 3]
    assert [classes[x]["hp"] for x in classes] == [14, 9, 9, 9]
    assert [classes[x]["draw"] for x in classes] == [3, 5, 4, 4]
    assert [mobs[x]["hp"] for x in mobs] == [7, 4, 7, 7, 18]
    assert [mobs[x].get("auto", 0) for x in mobs] == [2, 3, 1, 1, 0]


@pytest.mark.parametrize("scenario", ["tutorial", "skirmish", "boss", "back-to-back", "mini"])
def test_every_game_ends_and_cards_are_conserved(scenario: str) -> None:
    """SKE-04; 54 cards a side, or what the scenario's deck has."""
    setup = make_setup("skirmish-v0", scenario)
    batch = Batch(setup, 64, seed=3, autoreset=False)
    step = batch.reset(np.arange(64))
    for _ in range(900):
        if batch.states["over"].all():
            break
        step = batch.step(batch.random_actions())
        assert not step.errors.any()
    assert batch.states["over"].all()
    faces = int(np.bitwise_count(batch.states["cfg"]["faces"][:, 0].astype(np.uint64))[0])
    for side in range(2):
        teams = batch.states["teams"][:, side]
        total = np.bitwise_count(teams["deck"]["cards"][:, 0].astype(np.uint64)).astype(int)
        total += np.bitwise_count(teams["deck"]["trash"][:, 0].astype(np.uint64)) + teams["n"]
        hands = batch.states["hands"]["cards"][:, :4] if side == 0 else batch.states["hands"]["cards"][:, 4:]
        total += np.bitwise_count(hands.astype(np.uint64)).astype(int).sum(1)
        first, last = (0, 4) if side == 0 else (4, 12)
        total += batch.states["processes"]["laid_n"][:, first:last].sum(1)
        np.testing.assert_array_equal(total, faces)


def test_a_solo_fight_of_any_classes_and_map() -> None:
    """Options name classes and maps."""
    game = Fight(deal("tutorial", mcs="sorcerer,sorcerer", map="dockside").table)
    assert game.number("Sorcerer 2") == 1 and game.area("Sorcerer 1") == "Dock"
    assert position("tutorial").table.phase == "commit"
    assert custom(["ronin"], ["glitch"])["mcs"] == ["ronin"]
