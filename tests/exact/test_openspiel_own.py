"""OpenSpiel's own tests of a game and its programs run on the exported games."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import make_setup

pyspiel = pytest.importorskip("pyspiel")
openspiel = importlib.import_module("throwdown.evaluation.exact.openspiel")
playthroughs = importlib.import_module("open_spiel.python.algorithms.generate_playthrough")
ismcts = importlib.import_module("open_spiel.python.algorithms.ismcts")
mcts = importlib.import_module("open_spiel.python.algorithms.mcts")


def one_scene() -> dict[str, Any]:
    """Return the `mini` session with one scene, of either side, and three cards: 80,737 histories."""
    config = dict(make_setup("session-v0", "mini").config)
    deck = {"ranks": "345", "suits": "DS", "copies": 1, "jokers": 0}
    pace = {"scenes": 1, "quiet": 0, "mend": 0, "calm": 0, "idle": 0, "begins": "random"}
    return {**config, "deck": deck, "coach": {"hand_max": 1}, "session": pace}


def three_cards() -> dict[str, Any]:
    """Return the `mini` Showdown with three cards a side, of which two are in hand: 40,585 histories."""
    config = dict(make_setup("showdown-v0", "mini").config)
    for side, copies in {
        "heroes": {"Snap Shot": 2},
        "villains": {"Dirty Trick": 2, "Death Throes": 1},
    }.items():
        cards = [x | {"copies": copies[x["name"]]} for x in config[side]["cards"] if x["name"] in copies]
        config[side] = {**config[side], "cards": cards}
    return config


GAMES: tuple[tuple[str, Any, dict[str, Any]], ...] = (
    ("kuhn-v0", "standard", {}),
    ("leduc-v0", "standard", {}),
    ("throwdown-v0", "mini", {}),
    ("pile-v0", "mini", {}),
    ("gambit-v0", "mini", {}),
    ("session-v0", one_scene(), {}),
    ("challenge-v0", "mini", {}),
    ("skirmish-v0", "mini", {"rounds": 1}),
    ("showdown-v0", three_cards(), {}),
)


@pytest.fixture(scope="module", params=GAMES, ids=lambda case: case[0])
def game(request: pytest.FixtureRequest) -> Any:
    id, scenario, options = request.param
    return openspiel.to_openspiel(make_setup(id, scenario, **options))


def sample(state: Any, rng: np.random.Generator) -> int:
    """Return a random action, or an outcome of chance."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return int(rng.choice(outcomes, p=chances))
    return int(rng.choice(state.legal_actions()))


def test_a_game_passes_openspiel_s_tests(game: Any) -> None:
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_a_playthrough_is_written(game: Any) -> None:
    told = playthroughs.playthrough(str(game), None, seed=1)
    for line in ("InformationStateTensor(0).seen", "PublicObservationString() = ", "ObservationTensor(1)"):
        assert line in told
    assert told == playthroughs.playthrough(str(game), None, seed=1)


def test_information_states_have_numbers_of_their_own(game: Any) -> None:
    """All of those of one player differ, wherever in them a history stands."""
    tree, rng = game.tree, np.random.default_rng(1)
    state, observer = game.new_initial_state(), game.make_py_observer(openspiel.RECALL)
    shape = game.information_state_tensor_shape()
    sets, first = np.unique(tree.info, return_index=True)
    last = len(tree.info) - 1 - np.unique(tree.info[::-1], return_index=True)[1]
    seen: dict[bytes, int] = {}
    keep = rng.permutation(np.flatnonzero(sets >= 0))[:2000]
    for i, one, other in zip(sets[keep].tolist(), first[keep].tolist(), last[keep].tolist(), strict=True):
        found = []
        for node in (one, other):
            state._node = node
            observer.set_from(state, int(tree.side[i]))
            found.append(observer.tensor.tobytes())
        assert found[0] == found[1] and seen.setdefault(found[0], i) == i
    assert shape == [len(observer.tensor)] and len(seen) == len(keep) > 10


def test_what_was_seen_and_done_stands_in_the_numbers() -> None:
    game = openspiel.to_openspiel(make_setup("leduc-v0"))
    state, rng, past = game.new_initial_state(), np.random.default_rng(3), []
    while not state.is_terminal():
        player = state.current_player()
        if player == 0:
            observer = game.make_py_observer(openspiel.RECALL)
            observer.set_from(state, 0)
            seen, done = observer.dict["seen"], observer.dict["done"]
            past.append([np.array(state.observation_tensor(0))[game.paths.recollection.varying], None])
            for k, (view, action) in enumerate(past):
                np.testing.assert_array_equal(seen[k], view)
                assert done[k].sum() == (action is not None) and (action is None or done[k, action] == 1)
            assert not seen[len(past) :].any() and not done[len(past) :].any()
            np.testing.assert_array_equal(observer.tensor, state.information_state_tensor(0))
        action = sample(state, rng)
        if player == 0:
            past[-1][1] = action
        state.apply_action(action)
    assert len(past) > 1


def test_numbers_that_never_change_are_left_out() -> None:
    paths = openspiel.to_openspiel(make_setup("throwdown-v0", "mini")).paths
    views, varying = paths.tree.views, paths.recollection.varying
    assert 0 < len(varying) < views.shape[1] / 5
    assert (np.ptp(views[:, varying], axis=0) > 0).all()
    assert (np.delete(views, varying, axis=1) == np.delete(views[0], varying)).all()
    assert paths.recollection.pieces["seen"][1] == len(varying)


def test_another_world_is_one_that_the_player_cannot_tell_apart(game: Any) -> None:
    rng, changed = np.random.default_rng(2), 0
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            for player in (0, 1):
                other = state.resample_from_infostate(player, rng.random)
                changed += other.history() != state.history()
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.current_player() == state.current_player()
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
                assert other.public() == state.public()
            state.apply_action(sample(state, rng))
    assert changed > 0


def test_other_worlds_are_as_likely_as_chance_makes_them() -> None:
    game = openspiel.to_openspiel(make_setup("leduc-v0"))
    state = game.new_initial_state()
    state.apply_action(0)
    grid = (np.arange(3000) + 0.5) / 3000
    dealt = [state.resample_from_infostate(0, lambda x=x: x).history()[0] for x in grid.tolist()]
    mine = state.information_state_string(0)
    alike = {}
    for outcome, chance in game.new_initial_state().chance_outcomes():
        after = game.new_initial_state()
        after.apply_action(outcome)
        if after.information_state_string(0) == mine:
            alike[outcome] = chance
    for outcome, chance in alike.items():
        assert dealt.count(outcome) / 3000 == pytest.approx(chance / sum(alike.values()), abs=1e-3)
    assert set(dealt) == set(alike) and len(set(alike.values())) == 2


def test_ismcts_plays(game: Any) -> None:
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game=game, evaluator=evaluator, uct_c=2.0, max_simulations=10, random_state=rng)
    state, chance = game.new_initial_state(), np.random.default_rng(1)
    while not state.is_terminal():
        mine = state.current_player() == 0
        state.apply_action(int(bot.step(state)) if mine else sample(state, chance))
    assert sum(state.returns()) == 0


def test_what_everybody_knows_is_who_decided() -> None:
    game = openspiel.to_openspiel(make_setup("kuhn-v0"))
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer, state = game.make_py_observer(public), game.new_initial_state()
    told = [observer.string_from(state, 0)]
    for k in (0, 0, -1):
        state.apply_action(state.legal_actions()[k])
        told.append(observer.string_from(state, 1))
    assert told == ["()", "(first)", "first (second)", "first second (first)"]
    with pytest.raises(InvalidConfig, match="without parameters"):
        game.make_py_observer(public, {"deep": 1})
