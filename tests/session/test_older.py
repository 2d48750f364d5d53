"""Sessions of the older edition: Throwdowns on one Pile, Gambits of the older draft, over the same world (S-18)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.session.support import EVENTS, GAME, census, deal, is_own, of, play, sheet, size, walk, world
from tests.session.test_heuristic import pilots_share
from tests.support import pick_rows
from throwdown import Table, agents
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.core.records import as_records
from throwdown.envs.fusion.session import OLDER, SESSION
from throwdown.envs.fusion.session.positions.position import part_of
from throwdown.envs.fusion.session.state import Result
from throwdown.envs.fusion.sheets.setups import load_scenario
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.registry import make_setup

SEEDS = range(4 if IS_COMPILED else 1)


def older(data: dict[str, Any] | None = None, **position: Any) -> Table:
    """Return a session between conflicts; unknown names are those of the world."""
    own = ("scene", "side", "acting", "goal", "phase", "turn", "after", "result")
    session = {name: position.pop(name) for name in own if name in position}
    position.setdefault("hands", {"pilot_0": ["9H", "QH", "2H"], "pilot_1": ["8D"]})
    return Table.from_position({**session, "world": position}, GAME, data or sheet(), edition="older")


def test_s_18_an_edition_is_an_option_with_rules_and_layouts_of_its_own() -> None:
    newer, older = make_setup(GAME, "trio"), make_setup(GAME, "trio", edition="older")
    assert (newer.game, older.game) == (SESSION, OLDER) and newer.game.id == older.game.id
    assert {"push 2C", "fold"} < set(older.game.actions.labels) - set(newer.game.actions.labels)
    assert len(set(older.game.actions.labels)) == older.game.actions.n
    again = make_setup(GAME, dict(older.config), **older.options)
    assert again.game is OLDER and again.template.tobytes() == older.template.tobytes()


@pytest.mark.parametrize("scenario", THROWDOWN.scenarios)
def test_s_18_no_card_is_lost_and_every_session_ends(scenario: str) -> None:
    for seed in SEEDS:
        table = Table.deal(GAME, seed, scenario, edition="older", scenes=6)
        low, high = table.game.fields.bounds(table.setup.counts)
        whole = census(table.state)
        for ply, now in enumerate(walk(table, seed, gambits=seed % 2 == 1)):
            assert census(now.state) == whole
            row = now.observe()
            assert (low <= row).all() and (row <= high).all()
            if ply % 40 == 0 and not now.over:
                same = Table.from_setup_position(now.setup, now.position())
                assert same.position() == now.position() and same.legal() == now.legal()
            assert ply < 2400, "the session does not end"
        assert table.state.result != Result.RUNNING and abs(table.returns()["coach_0"]) == 1
        assert Table.from_json(table.to_json()).check == table.check


def test_s_18_the_threshold_comes_off_the_deck_and_coach_keeps_no_hand() -> None:
    table = play(older(), "venture fortify", "gambit", "accept-gambit")
    assert table.phase == "gambit-answer", "the deck's top card is the Threshold (GA-06)"
    assert size(table, 0) == 0
    assert table.legal() == ["answer 2H", "answer 9H", "answer QH", "flip"]
    assert "belongs to a Throwdown" in table.explain("push QH")


def test_s_18_coach_challenges_with_a_card_off_the_deck() -> None:
    table = older(side="coach")
    assert "challenge strife" in table.legal(), "though he holds no card (TP-17)"
    happened = of(table, "challenge strife")
    assert "BLIND_LAID" in happened and (table.phase, table.agent) == ("side", "pilot_0")
    happened = [e for action in ("sit-out", "sit-out") for e in of(table, action)]
    assert "CHALLENGE_REFUSED" in happened
    while not is_own(table):
        table.play("spoils-done" if "spoils-done" in table.legal() else table.legal()[-1])
    assert "GOAL_REACHED" in [event.kind for event in table.events] and world(table, "harmony") == 3


def test_s_18_a_won_throwdown_brings_its_goal_at_once_and_no_payload() -> None:
    table = play(older(charges={"pilot_0": 0}), "challenge chargeup", "initiative QH")
    while not is_own(table):
        legal = table.legal()
        wanted = [a for a in ("sit-out", "fold", "spoils-done") if a in legal]
        table.play(wanted[0] if wanted and table.agent == "coach_0" else (wanted[-1] if wanted else legal[0]))
    assert world(table, "charges")[1] >= 1 or "GOAL_MISSED" in [event.kind for event in table.events]
    assert int(table.state.throwdown.conflict.deferred) == 0, "between conflicts triggers fire at once"


def test_s_18_tp_03_whoever_threw_the_gauntlet_and_wins_the_pile_has_her_goal() -> None:
    """Ada leads and Coach Folds; Coach leads and Ada Folds."""
    adas = older(charges={"pilot_0": 1}, deck={"next": ["2C"], "jokers": []})
    play(adas, "challenge chargeup", "initiative QH", "sit-out", "oppose", "fold")
    coachs = older(side="coach", deck={"next": ["KC"], "jokers": []})
    play(coachs, "challenge strife", "oppose", "initiative 9H", "sit-out", "fold")
    for table, leader in ((adas, 1), (coachs, 0)):
        while not is_own(table):
            table.play("spoils-done" if "spoils-done" in table.legal() else table.legal()[0])
        told = [(event.kind, event.seat) for event in table.events if event.kind.startswith("GOAL")]
        assert told == [("GOAL_REACHED", leader)]


def test_s_18_who_loses_her_own_challenge_misses_her_goal() -> None:
    """Coach gives in to those who oppose him; Ada folds before Coach's King."""
    coachs = older(side="coach", deck={"next": ["2C"], "jokers": []})
    play(coachs, "challenge strife", "oppose", "initiative 9H", "sit-out", "fold")
    adas = older(charges={"pilot_0": 1}, deck={"next": ["KC"], "jokers": []})
    play(adas, "challenge chargeup", "initiative 9H", "sit-out", "oppose")
    for table, leader in ((coachs, 0), (adas, 1)):
        while not is_own(table):
            wanted = [a for a in ("fold", "spoils-done") if a in table.legal()]
            table.play(wanted[0] if wanted else table.legal()[0])
        told = [(event.kind, event.seat) for event in table.events if event.kind.startswith("GOAL")]
        assert told == [("GOAL_MISSED", leader)]
    assert world(adas, "charges")[1] == 1


def test_s_18_harm_and_harmony_carry_over() -> None:
    for seed in SEEDS:
        dealt, before, number = Table.deal(GAME, seed, "trio", edition="older"), None, 0
        for now in walk(dealt, seed):
            part, _ = part_of(now.state)
            here = (part.world.commitment.tolist(), int(part.world.harmony), part.world.rating.tolist())
            if before is not None and now.state.number == number + 1 and is_own(now):
                assert now.state.throwdown.world.commitment.tolist() == here[0]
            before, number = here, int(now.state.number)
        assert dealt.over


def test_tp_25_26_s_18_coach_wins_a_challenge_that_nobody_can_answer() -> None:
    """He is asked for spoils even if there are none, and his goal comes true."""
    table = older(side="coach", hands={"coach_0": []}, deck={"next": ["9H"], "jokers": []})
    table.play("challenge strife")
    assert (table.phase, table.agent, table.legal()) == ("spoils", "coach_0", ["spoils-done"])
    table.play("spoils-done")
    assert world(table, "harmony") == 3 and (table.phase, table.agent) == ("scene", "pilot_0")
    assert "GOAL_REACHED" in [e.kind for e in table.events]


def test_s_18_a_quiet_scene_mends_and_invests_nothing() -> None:
    table = older(side="coach", threats=[{"rating": 1, "invested": []}])
    assert "CARD_INVESTED" not in of(table, "fiat") and world(table, "rating")[0] == 2


def test_s_18_omens_are_spent_between_conflicts() -> None:
    data = sheet(escalation=EVENTS, deck={"jokers": 4})
    table = older(data, side="coach", omens=2)
    table.play("omen 0")
    assert world(table, "harmony") == 3, "at once, not into a Payload"


def test_s_15_s_17_s_18_nothing_follows_a_choice_between_conflicts() -> None:
    """Not even where nobody could lay a card: no Throwdown is called off, for none was begun."""
    few = {"ranks": "2345", "copies": 1, "jokers": 4}
    data = sheet(escalation=EVENTS, deck=few, rules={"deck_out": "no-cards"})
    cards = [rank + suit for rank in "2345" for suit in "CDHS"]
    empty = {"hands": {}, "trash": cards, "deck": {"next": [], "jokers": []}, "omens": 4}
    table = older(data, side="coach", **empty)
    happened = [e for action in ("omen 2", "pilot pilot_1", "commitment steel") for e in of(table, action)]
    assert happened == ["OMEN_SPENT", "EFFECT_AIMED", "COMMITMENT_LOWERED"]
    assert (table.phase, table.agent) == ("plot", "coach_0") and world(table, "commitment")[2][0] == 2


def test_s_18_random_play_meets_many_ends() -> None:
    data = sheet(1, {"scenes": 5, "doom": 2}, escalation=EVENTS, deck={"jokers": 4})
    batch = Batch(
        make_setup(GAME, data, edition="older"), 300 if IS_COMPILED else 30, seed=7, autoreset=False
    )
    step, rng = batch.reset(), np.random.default_rng(3)
    while (step.seats >= 0).any():
        step = batch.step(pick_rows(step.masks, rng, step.seats))
        assert not step.errors.any()
    found = {Result(r).label for r in np.unique(as_records(batch.states).result)}
    assert {"out of time", "doom"} < found


@pytest.mark.skipif(not IS_COMPILED, reason="hundreds of sessions take minutes in plain Python")
@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_the_heuristic_beats_random_play_in_both_roles(scenario: str) -> None:
    setup = make_setup(GAME, scenario, edition="older")
    wise, wild = agents.load("heuristic", setup), agents.load("random", setup)
    base, of_pilots, of_both, of_coach = (
        pilots_share(setup, coach, pilots, games=400)
        for coach, pilots in ((wild, wild), (wild, wise), (wise, wise), (wise, wild))
    )
    assert of_pilots > base + 0.2 and 0.25 < of_both < 0.75 and of_coach <= min(base + 0.05, 0.1)


# Options that a game does not know ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "options", "words"),
    [
        ("throwdown-v0", {"pvp": "plain"}, ("'pvp'", "pile-v0", "throwdown-v0")),
        (GAME, {"gambit_edition": "older"}, ("'gambit_edition'", GAME, "edition = 'older'")),
        (GAME, {"edition": "older", "gambit_edition": "newer"}, ("'gambit_edition'", "edition = 'newer'")),
        (GAME, {"edition": "older", "rout": "off"}, ("'rout'", "throwdown-v0", "edition = 'older'")),
        (GAME, {"strike_assist": [-1, 0, 1, 1, 2, 2, 3]}, ("'strike_assist'", "edition = 'older'")),
        ("gambit-v0", {"edition": "older"}, ("'edition'", "session-v0", "gambit-v0")),
        ("pile-v0", {"scenes": 3}, ("'scenes'", "session-v0", "pile-v0")),
        ("pile-v0", {"threats": "all"}, ("'threats'", "throwdown-v0", "pile-v0")),
        ("gambit-v0", {"ace": "eleven"}, ("'ace'", "throwdown-v0", "gambit-v0")),
        (GAME, {"reward": "win"}, ("'reward'", "throwdown-v0", GAME)),
        (GAME, {"edition": "older", "quiet": 2}, ("'quiet'", "edition = 'older'")),
        (GAME, {"older": {"scenes": 3}}, ("'older'", "[session.older]")),
    ],
)
def test_ts_23_options_of_other_games_are_refused_in_a_sentence(
    id: str, options: dict[str, Any], words: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidConfig) as caught:
        make_setup(id, "duel", **options)
    assert all(word in str(caught.value) for word in words) and str(caught.value).count("\n") == 0


def test_ts_23_a_scenario_for_pilots_against_pilots_is_refused_elsewhere() -> None:
    data = load_scenario("trio")[1].model_dump()
    data["rules"]["pvp"] = "plain"
    assert make_setup("pile-v0", data).game.id == "pile-v0"
    for id in ("throwdown-v0", "gambit-v0", GAME):
        with pytest.raises(InvalidConfig, match=r"rules\.pvp.*only in pile-v0"):
            make_setup(id, data)


def test_s_18_a_scenario_has_its_own_pace_in_the_older_edition() -> None:
    for options, scenes, mend in (
        ({}, 10, 2),
        ({"edition": "older"}, 12, 0),
        ({"edition": "older", "mend": 1}, 12, 1),
    ):
        state = deal("duel", **options).state  # type: ignore[arg-type]
        assert (int(state.scenes), int(state.mend)) == (scenes, mend)
