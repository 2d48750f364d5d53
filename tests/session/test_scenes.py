"""Scenes: whose they are, what may be tried in them, what comes of it (S-01 to S-08, S-15, S-17)."""

from __future__ import annotations

import pytest

from tests.session.support import EVENTS, between, deal, is_own, kinds, of, play, settle, sheet, size, world
from throwdown import Table
from throwdown.envs.core.errors import IllegalAction
from throwdown.envs.fusion.session.actions import VENTURED, Act, Goal
from throwdown.envs.fusion.session.positions.position import part_of
from throwdown.envs.fusion.session.state import Result
from throwdown.envs.fusion.world.cards import cards_in

COACH_PASSES = "fiat"


def leaders(table: Table, scenes: int) -> list[str]:
    """Return who leads the next scenes when nobody does anything."""
    found = []
    for _ in range(scenes):
        found.append(str(table.agent))
        table.play("rest" if table.phase == "scene" else COACH_PASSES)
    return found


def test_s_02_scenes_alternate_and_s_03_pilots_take_turns() -> None:
    table = deal(sheet(3, {"scenes": 9}))
    assert leaders(table, 8) == [
        *("pilot_0", "coach_0", "pilot_1", "coach_0", "pilot_2", "coach_0", "pilot_0", "coach_0"),
    ]


def test_s_05_a_pilot_may_rest_which_is_told() -> None:
    table = between()
    assert of(table, "rest") == ["RESTED", "SCENE_OPENED"] and table.phase == "plot"
    assert [e.seat for e in table.events if e.kind == "RESTED"] == [1]


@pytest.mark.parametrize(("begins", "phase"), [("coach", "plot"), ("pilots", "scene")])
def test_s_02_the_sheet_or_an_option_says_who_begins(begins: str, phase: str) -> None:
    assert deal(sheet(session={"begins": begins})).phase == phase
    assert deal(sheet(), begins=begins).phase == phase


def test_s_02_chance_is_even_otherwise() -> None:
    first = [deal(sheet(session={"begins": "random"}), seed).phase for seed in range(40)]
    assert 10 < first.count("scene") < 30 and set(first) == {"scene", "plot"}


def test_s_03_who_cannot_lead_is_left_out() -> None:
    table = between(side="coach", acting="pilot_0", commitments={"pilot_1": {"steel": 0}})
    table.play("fiat")
    assert table.agent == "pilot_0"
    alive = between(
        sheet(rules={"rout": "all-balances"}),
        side="coach",
        acting="pilot_0",
        commitments={"pilot_1": {"steel": 0}},
    )
    assert alive.play("fiat") and alive.agent == "pilot_1"
    three = between(sheet(3), side="coach", acting="pilot_0", commitments={"pilot_1": {"steel": 0}})
    assert three.play("fiat") and three.agent == "pilot_2"


def goals(table: Table, verb: str) -> set[str]:
    return {a.split()[1] for a in table.legal() if a.startswith(verb)}


def test_s_04_only_what_would_change_something_is_on_offer() -> None:
    full = between(charges={"pilot_0": 5}, buffers={"pilot_0": 2})
    assert goals(full, "venture") == {"none"} and goals(full, "challenge") == {"none", "trauma"}
    worn = between(charges={"pilot_0": 0}, buffers={"pilot_0": 1}, commitments={"pilot_0": {"steel": 2}})
    assert goals(worn, "venture") == {"none", "chargeup", "fortify", "recover"}
    assert goals(worn, "challenge") == goals(worn, "venture") | {"trauma"}


def test_s_04_the_table_opens_goals_too() -> None:
    data = sheet(
        location="harbour",
        factions=["dockers"],
        resources={"fan_club": {"value": 0, "max": 2}},
    )
    assert {"favor", "replenish"} <= goals(between(data, location="standing"), "venture")
    assert "rebuild" not in goals(between(data, location="standing"), "venture")
    assert "rebuild" in goals(between(data, location="damaged"), "venture")


def test_s_04_coachs_goals() -> None:
    assert goals(between(side="coach"), "challenge") == {"none", "purge", "strife"}
    data = sheet(factions=["dockers"], threats=["tide"])
    assert goals(between(data, side="coach", charges={"pilot_0": 0, "pilot_1": 0}), "challenge") == {
        *("none", "strife", "disfavor", "wave"),
    }


def test_s_05_fiat_simply_grants_the_goal() -> None:
    table = between(charges={"pilot_0": 1})
    assert of(table, "venture chargeup") == ["VENTURED"] and (table.phase, table.agent) == (
        "respond",
        "coach_0",
    )
    assert set(table.legal()) == {"fiat", "gambit"}
    assert of(table, "fiat") == ["LET_GO", "GOAL_REACHED", "EFFECT_AIMED", "CHARGED", "SCENE_OPENED"]
    assert world(table, "charges")[1] == 2 and (table.phase, table.agent) == ("plot", "coach_0")


def test_ga_01_ga_02_coach_lets_an_action_stand_or_wants_a_card() -> None:
    """What nobody contests takes no card; a changed version of it is talk."""
    table = play(between(charges={"pilot_0": 1}), "venture chargeup")
    assert table.agent == "coach_0" and set(table.legal()) == {"fiat", "gambit"}
    before = table.position()["world"]["hands"]
    table.play("fiat")
    after = table.position()["world"]
    assert after["hands"] == before and after["charges"]["pilot_0"] == 2 and after["trash"] == []


@pytest.mark.parametrize("ace", ["trump", "eleven", "fourteen"])
@pytest.mark.parametrize(
    ("threshold", "is_beaten"), [("TD", True), ("JD", False), ("QD", False), ("KD", False)]
)
def test_c_08_in_a_gambit_an_ace_is_eleven_whatever_it_is_in_throwdowns(
    ace: str, threshold: str, is_beaten: bool
) -> None:
    data = sheet(1, rules={"specialty_involved": "no", "ace": ace})
    table = between(data, hands={"coach_0": [threshold], "pilot_0": ["AS"]})
    play(table, "venture none", "gambit", "accept-gambit", f"threshold {threshold}", "answer AS")
    assert (table.phase == "gambit-consequence") == is_beaten
    assert (table.phase == "gambit-outcome") != is_beaten


def test_s_05_a_goal_may_leave_a_choice_to_her() -> None:
    table = between(commitments={"pilot_0": {"steel": 2, "flesh": 1}})
    play(table, "venture recover", "fiat")
    assert (table.phase, table.agent) == ("recover", "pilot_0")
    assert set(table.legal()) == {"commitment steel", "commitment flesh"}
    table.play("commitment flesh")
    assert world(table, "commitment")[1][:2] == [2, 2] and table.phase == "plot"


def in_gambit(**position: object) -> Table:
    return play(between(charges={"pilot_0": 1}, **position), "venture chargeup", "gambit", "accept-gambit")


def test_s_06_yes_and_attains_the_goal_after_the_consequence() -> None:
    table = play(in_gambit(), "threshold 9S", "answer QH")
    assert (table.phase, table.agent) == ("gambit-consequence", "coach_0")
    happened = of(table, "consequence fortify")
    assert happened.index("FORTIFIED") < happened.index("GAMBIT_ENDED") < happened.index("GOAL_REACHED")
    assert world(table, "charges")[1] == 2 and world(table, "buffers")[1] == 1


@pytest.mark.parametrize(("goal", "great"), [("none", 0), ("chargeup", 1)])
def test_s_06_a_goal_of_hers_is_a_great_one(goal: str, great: int) -> None:
    table = play(between(charges={"pilot_0": 1}), f"venture {goal}", "gambit")
    proposed = [(e.seat, e.amount, e.number) for e in table.events if e.kind == "GAMBIT_PROPOSED"]
    assert proposed == [(1, 0, great)] and int(table.state.gambit.great) == great


def test_s_06_no_but_misses_it() -> None:
    table = play(in_gambit(), "threshold QS", "answer 9H", "no-but")
    assert "GOAL_MISSED" in of(table, "consequence fortify")
    assert world(table, "charges")[1] == 1 and table.phase == "plot"


def test_s_06_a_declined_gambit_changes_nothing() -> None:
    table = play(between(charges={"pilot_0": 1}), "venture chargeup", "gambit")
    assert of(table, "decline") == ["GAMBIT_DECLINED", "GAMBIT_ENDED", "GOAL_MISSED", "SCENE_OPENED"]
    assert world(table, "charges")[1] == 1 and size(table, 0) == 3


def test_s_06_a_gambits_price_is_paid_first() -> None:
    table = play(in_gambit(harmony=1), "threshold QS", "answer 9H", "yes-but", "consequence strife")
    while table.phase == "commitment":
        assert world(table, "charges")[1] == 1
        table.play(table.legal()[0])
    assert world(table, "charges")[1] == 2


def test_s_07_a_refused_challenge_lets_its_goal_come_true() -> None:
    table = play(between(), "challenge trauma", "initiative 9H")
    happened = of(table, "refuse")
    assert (
        happened.index("THROWDOWN_ENDED") < happened.index("GOAL_REACHED") < happened.index("RATING_LOWERED")
    )
    assert world(table, "rating")[0] == 2 and table.phase == "plot"


def test_s_07_a_won_throwdown_pays_spoils_then_the_goal() -> None:
    table = play(between(sheet(1)), "challenge trauma", "initiative 9H", "initiative QS")
    while table.phase not in ("spoil", "plot"):
        table.play("concede" if "concede" in table.legal() and table.agent == "coach_0" else table.legal()[0])
    assert table.agent == "pilot_0"
    table.play("spoil trauma-threat")
    assert world(table, "rating")[0] == 2
    settle(table)
    assert world(table, "rating")[0] == 1


def test_s_07_who_is_challenged_gains_no_goal() -> None:
    table = play(between(sheet(1)), "challenge trauma", "initiative 9H", "initiative QS")
    while "concede" not in table.legal() or table.agent != "pilot_0":
        table.play("pass" if "pass" in table.legal() else table.legal()[0])
    table.play("concede")
    settle(table)
    assert "GOAL_MISSED" in kinds(table) and "GOAL_REACHED" not in kinds(table)
    assert world(table, "rating")[0] == 3


def test_s_07_coachs_goal_hits_the_team_that_refuses() -> None:
    table = play(between(side="coach"), "challenge strife", "initiative 9S", "refuse", "refuse")
    assert world(table, "harmony") == 3 and table.phase == "scene"
    table = between(side="coach", charges={"pilot_0": 3})
    play(table, "challenge purge", "initiative 9S", "refuse", "refuse", "pilot pilot_0")
    assert world(table, "charges")[1] == 0


@pytest.mark.parametrize("fate", ["remove-faction", "turn-faction"])
def test_s_07_me_51_coachs_goal_may_leave_him_a_factions_fate(fate: str) -> None:
    mob = {"name": "Mob", "rating": 2}
    data = sheet(factions=[{"name": "Guild", "strikes": 2, "threat": mob}])
    table = play(between(data, side="coach"), "challenge disfavor", "initiative 9S", "refuse", "refuse")
    assert (table.phase, table.agent) == ("fate", "coach_0")
    table.play(fate)
    assert (table.phase, table.agent) == ("scene", "pilot_0")
    assert world(table, "rating")[:2] == [3, 2 if fate == "turn-faction" else 0]


def test_s_07_the_gauntlet_takes_a_card() -> None:
    empty = between(hands={"coach_0": ["9S"], "pilot_1": ["9H"]})
    assert goals(empty, "challenge") == set()
    with pytest.raises(IllegalAction, match="no card in hand"):
        empty.play("challenge trauma")
    assert goals(between(side="coach", hands={"pilot_0": ["9H"]}), "challenge") == set()


def test_s_08_a_quiet_scene_invests_cards_that_nobody_sees() -> None:
    data = sheet(threats=[{"name": "Wall", "rating": 3, "invested": 0}, {"name": "Gate", "rating": 2}])
    table = between(data, side="coach", threats=[{"invested": ["2C", "3C"]}, {"rating": 2}])
    assert of(table, "fiat") == ["LET_GO", "CARD_INVESTED", "CARD_INVESTED", "SCENE_OPENED"]
    s = table.position()["world"]
    assert [len(t["invested"]) for t in s["threats"]] == [2, 2]
    seen = [e for seat in table.setup.seats for e in table.events_seen(seat) if e.kind == "CARD_INVESTED"]
    assert len(seen) == 6 and all(e.card == -1 for e in seen)


def test_s_08_only_threats_in_play_are_fed() -> None:
    data = sheet(threats=[{"name": "Wall", "rating": 3}, {"name": "Gate", "rating": 2}])
    table = play(between(data, side="coach", threats=[{"invested": ["2C", "3C"]}, {"rating": 0}]), "fiat")
    assert [len(t["invested"]) for t in table.position()["world"]["threats"]] == [4, 0]


def test_s_08_quiet_is_a_number_of_the_scenario() -> None:
    assert "CARD_INVESTED" not in of(between(sheet(session={"quiet": 0}), side="coach"), "fiat")


def test_s_08_threats_left_in_peace_recover() -> None:
    data = sheet(
        threats=[{"name": "Wall", "rating": 4}, {"name": "Gate", "rating": 2}, {"name": "Pit", "rating": 2}]
    )
    table = between(data, side="coach", threats=[{"rating": 2}, {"rating": 0}, {"rating": 2}])
    assert "RATING_RECOVERED" in of(table, "fiat")
    assert world(table, "rating")[:3] == [3, 0, 2]
    still = between(sheet(session={"mend": 0}), side="coach", threats=[{"rating": 2}])
    assert "RATING_RECOVERED" not in of(still, "fiat")


ESCALATING = sheet(escalation=EVENTS, deck={"jokers": 4})


def test_s_15_coach_spends_omens_in_his_scene() -> None:
    table = between(ESCALATING, side="coach", omens=2)
    assert {a for a in table.legal() if a.startswith("omen")} == {"omen 0", "omen 1", "omen 2"}
    assert of(table, "omen 0")[:3] == ["OMEN_SPENT", "HARMONY_LOST"][:2] or world(table, "harmony") == 3
    assert table.phase == "plot" and world(table, "omens") == 1
    table.play("omen 2")
    assert table.phase == "target" and table.agent == "coach_0"
    table.play("pilot pilot_1")
    assert (table.phase, table.agent) == ("commitment", "pilot_1")
    table.play("commitment steel")
    assert table.phase == "plot" and world(table, "omens") == 0
    assert not [a for a in table.legal() if a.startswith("omen")]


def test_me_74_between_conflicts_an_amount_by_the_stage_counts_once() -> None:
    trick = {"name": "Trick", "effects": ["+Strife(stage)"]}
    threats = [{"name": "Wall", "rating": 3, "waves": [trick]}]
    table = between(sheet(1, threats=threats, escalation=[trick], deck={"jokers": 4}), side="coach", omens=1)
    table.play("omen 0")
    assert world(table, "harmony") == 3
    play(table, "challenge wave", "initiative 9S", "refuse", "wave 0.0")
    assert world(table, "harmony") == 2 and table.phase == "scene"


def test_s_15_an_event_comes_once() -> None:
    table = play(between(ESCALATING, side="coach", omens=3), "omen 0")
    with pytest.raises(IllegalAction, match="already happened"):
        table.play("omen 0")
    with pytest.raises(IllegalAction, match="no such"):
        table.play("omen 3")


@pytest.mark.parametrize("edition", ["newer", "older"])
def test_s_19_tp_108_nobody_throws_the_gauntlet_in_a_calm_round(edition: str) -> None:
    for calm, calm_scenes in ((0, set()), (1, {3, 4, 7, 8}), (2, {3, 4, 5, 6, 9})):
        data = sheet(session={"scenes": 9, "calm": calm, "edition": edition})
        for scene in range(1, 10):
            for side in ("pilots", "coach"):
                table = between(data, scene=scene, side=side, hands={"pilot_0": ["9H"]})
                may = any(action.startswith("challenge") for action in table.legal())
                assert may == (scene not in calm_scenes and (side == "pilots" or edition == "older")), scene
    quiet = between(sheet(session={"scenes": 9, "calm": 1}), scene=4, side="coach")
    assert quiet.legal() == ["fiat"] and "S-19" in quiet.forced()
    with pytest.raises(IllegalAction, match="calm"):
        quiet.play("challenge strife")
    assert "challenge" not in quiet.prompt() and "challenge" in between(side="coach").prompt()


IDLE = sheet(session={"idle": 2}, threats=[{"name": "Wall", "rating": 3}, {"name": "Gate", "rating": 2}])


@pytest.mark.parametrize(
    ("actions", "cards"),
    [
        (("rest",), 2),
        (("venture none", "fiat"), 2),
        (("venture chargeup", "gambit", "decline"), 2),
        (("venture chargeup", "fiat"), 0),
        (("venture none", "gambit", "accept-gambit"), 0),
    ],
)
def test_s_20_coach_uses_the_time_when_a_pilot_tries_nothing(actions: tuple[str, ...], cards: int) -> None:
    table = between(IDLE, threats=[{"invested": ["2C"]}, {}])
    told = [kind for action in actions for kind in of(table, action)]
    assert told.count("CARD_INVESTED") == cards
    stacks = part_of(table.state)[0].world.stack
    assert [len(cards_in(stacks[t])) for t in range(2)] == ([2, 1] if cards else [1, 0])
    if cards:
        assert table.phase == "plot", "the scene is over"
    assert "CARD_INVESTED" not in of(between(sheet(1)), "rest")


OF_SCENES = (
    *(
        "SCENE_OPENED",
        "VENTURED",
        "LET_GO",
        "GOAL_REACHED",
        "GOAL_MISSED",
        "GAUNTLET_THROWN",
        "GAMBIT_OFFERED",
    ),
    *("RESTED", "CHALLENGER_NAMED", "CHALLENGE_REFUSED", "THROWDOWN_ENDED", "CARD_INVESTED", "SESSION_ENDED"),
)


def test_s_01_s_07_all_that_is_told_of_scenes() -> None:
    data = sheet(session={"scenes": 6, "quiet": 1, "mend": 0})
    table = between(data, scene=1, charges={"pilot_0": 1})
    play(table, "venture chargeup", "fiat", "challenge strife", "initiative 9S", "refuse", "refuse")
    play(table, "challenge trauma", "initiative 8D", "initiative QS")
    while table.phase != "plot":
        gives_in = table.agent != "coach_0" and "concede" in table.legal()
        wanted = ("concede", "spoil none") if gives_in else ("spoil none",)
        table.play(next((a for a in wanted if a in table.legal()), table.legal()[0]))
    play(table, "fiat", "venture chargeup", "gambit", "decline", "fiat")
    chargeup, strife, trauma = int(Goal.CHARGEUP), int(Goal.STRIFE), int(Goal.TRAUMA)
    told = [(e.kind, e.seat, e.amount, e.number) for e in table.events if e.kind in OF_SCENES]
    assert table.over and told == [
        ("VENTURED", 1, chargeup, 0),
        ("LET_GO", 0, chargeup, 0),
        ("GOAL_REACHED", 1, chargeup, 0),
        ("SCENE_OPENED", 0, 2, 0),
        ("GAUNTLET_THROWN", 0, strife, 0),
        ("CHALLENGER_NAMED", 0, 1, 0),
        ("CHALLENGE_REFUSED", 1, 1, 0),
        ("THROWDOWN_ENDED", 0, 2, 0),
        ("GOAL_REACHED", 0, strife, 0),
        ("SCENE_OPENED", 2, 3, 0),
        ("GAUNTLET_THROWN", 2, trauma, 0),
        ("CHALLENGER_NAMED", 2, 1, 0),
        ("THROWDOWN_ENDED", 0, 1, 0),
        ("GOAL_MISSED", 2, trauma, 0),
        ("SCENE_OPENED", 0, 4, 0),
        ("LET_GO", 0, 0, 0),
        ("CARD_INVESTED", 0, 0, 0),
        ("SCENE_OPENED", 1, 5, 0),
        ("VENTURED", 1, chargeup, 0),
        ("GAMBIT_OFFERED", 0, chargeup, 0),
        ("GOAL_MISSED", 1, chargeup, 0),
        ("SCENE_OPENED", 0, 6, 0),
        ("LET_GO", 0, 0, 0),
        ("CARD_INVESTED", 0, 0, 0),
        ("SESSION_ENDED", 0, int(Result.OUT_OF_TIME), 6),
    ]
    assert table.returns() == {"coach_0": 1.0, "pilot_0": -1.0, "pilot_1": -1.0}


def test_s_17_only_conflicts_refill_hands() -> None:
    table = between(hands={"coach_0": ["9S"], "pilot_0": ["9H"]})
    play(table, "rest", "fiat", "venture none", "fiat", "fiat")
    assert [size(table, p) for p in range(3)] == [1, 1, 0]
    play(table, "challenge none", "initiative 9H", "refuse")
    assert is_own(table) and [size(table, p) for p in range(3)] == [3, 3, 3]


def test_a_venture_is_numbered_as_its_goal() -> None:
    labels = Act.VENTURE.range.labels
    goals = [goal for goal in Goal if VENTURED >> goal & 1]
    assert list(labels) == [f"venture {goal.label}" for goal in goals] and goals == list(range(len(labels)))
