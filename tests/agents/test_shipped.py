"""The policies that come with the package play, and play better than chance."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.agents.test_policy import make_policy
from tests.support import setup_of_shipped
from throwdown.agents import PolicyAgent, default_opponent, load, save_policy, shipped as module
from throwdown.agents.shipped import find_shipped, place_of, shipped
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.registry import make_setup
from throwdown.evaluation.legs import Leg, play_legs
from throwdown.evaluation.match import deal_seeds, play
from throwdown.evaluation.study import shares_of

PLACES = sorted(shipped())


def made(setup: Setup, gain: float) -> dict[str, object]:
    """Return the record of a policy that gains so much over the heuristic."""
    return {
        "rules": setup.game.rules_version,
        "config": dict(setup.config),
        "figures": {"gain_over": {"heuristic": [gain, gain, gain]}},
    }


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let nothing ship but what a test writes here."""
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.parametrize("place", PLACES, ids="/".join)
def test_it_says_what_made_it(place: tuple[str, str, str]) -> None:
    policy = PolicyAgent(shipped()[place]).policy
    assert place_of(setup_of_shipped(place), policy.role) == shipped()[place]
    info = policy.info
    assert info["command"].startswith("throwdown train ") and f"--seed {info['seed']}" in info["command"]
    assert info["decisions"] > 0 and info["seconds"] > 0
    for other in ("random", "heuristic"):
        mean, low, high = info["figures"]["against"][other]["wins"]
        assert 0 <= low <= mean <= high <= 1


def test_what_ships_stays_small() -> None:
    assert sum(file.stat().st_size for file in module.FOLDER.rglob("*.npz")) <= 15_000_000


@pytest.mark.parametrize("place", PLACES, ids="/".join)
def test_it_beats_the_heuristic(place: tuple[str, str, str]) -> None:
    """Over both roles, as measured when it was shipped; `make ship` writes it."""
    game, scenario, _ = place
    gains = [
        PolicyAgent(file).policy.info["figures"]["gain_over"]["heuristic"]
        for file in (file for found, file in shipped().items() if found[:2] == (game, scenario))
    ]
    assert len(gains) == 2
    mean = sum(gain[0] for gain in gains)
    spread = sum((gain[2] - gain[1]) ** 2 for gain in gains) ** 0.5 / 2
    assert mean - spread > 0


@pytest.mark.skipif(not IS_COMPILED, reason="plays hundreds of games")
def test_ga_14_trained_players_leave_no_outcome_of_a_gambit_dead() -> None:
    setup = make_setup("gambit-v0", "trio")
    players = {role: load("trained", setup, role) for role in ("coach", "pilot")}
    (found,) = play_legs([Leg(setup, players, 1)], deal_seeds(1000, 1))
    ended = shares_of(setup, found)["ended"]
    assert all(ended[name] > 0 for name in ("yes-and", "yes-but", "no-but", "no-and"))


@pytest.mark.skipif(not IS_COMPILED, reason="plays hundreds of games")
@pytest.mark.parametrize("place", PLACES, ids="/".join)
def test_it_beats_random_play(place: tuple[str, str, str]) -> None:
    """In its place, against the heuristic on the same deals."""
    game, _, role = place
    setup = setup_of_shipped(place)
    random = load("random", setup)
    trained = load("trained", setup, role)
    assert trained.name == "trained"
    found = []
    for mine in (random, trained):
        players = {other: load("heuristic", setup, other) for other in setup.roles} | {role: mine}
        found.append(play(setup, players, 40 if game == "session-v0" else 200, 1).of(role))
    gains = found[1] - found[0]
    assert gains.mean() > 3 * gains.std() / np.sqrt(len(gains))


def test_duel_has_both_roles() -> None:
    setup = make_setup("throwdown-v0", "duel")
    for role in ("coach", "pilot"):
        assert find_shipped(setup, role) == place_of(make_setup("throwdown-v0", "duel"), role)


def test_what_does_not_ship_is_one_sentence() -> None:
    with pytest.raises(
        InvalidConfig, match=r"no trained pilot .* 'mini' .*; there is one for .*duel \(throwdown-v0\)"
    ):
        load("trained", make_setup("throwdown-v0", "mini"), "pilot")
    with pytest.raises(InvalidConfig, match="say which role"):
        load("trained", make_setup("throwdown-v0", "duel"))
    with pytest.raises(InvalidConfig, match="'duel' with max_pilots 3 is observed in"):
        load("trained", make_setup("throwdown-v0", "duel", max_pilots=3), "pilot")


def test_nothing_ships(folder: Path) -> None:
    setup = make_setup("throwdown-v0", "duel")
    assert shipped() == {} and default_opponent(setup, "coach") == "heuristic"
    with pytest.raises(InvalidConfig, match="choose another agent, such as heuristic"):
        load("trained", setup, "coach")


def test_the_default_opponent_knows_the_rules_and_is_not_weaker(folder: Path) -> None:
    setup = make_setup("throwdown-v0", "duel")
    policy = make_policy(role="coach")
    for gain, name in ((0.1, "trained"), (-0.1, "heuristic")):
        record = made(setup, gain)
        save_policy(place_of(setup, "coach"), type(policy)(**{**vars(policy), "info": record}))
        assert default_opponent(setup, "coach") == name
    save_policy(place_of(setup, "coach"), type(policy)(**{**vars(policy), "info": made(setup, 0.1)}))
    assert default_opponent(setup, "pilot") == "heuristic"
    assert default_opponent(make_setup("throwdown-v0", "duel", reward="win"), "coach") == "trained"
    for options in ({"ace": "eleven"}, {"max_pilots": 3}):
        assert default_opponent(make_setup("throwdown-v0", "duel", **options), "coach") == "heuristic"


@pytest.mark.parametrize(
    ("changes", "is_known"),
    [
        ({}, True),
        ({"rules": {"specialty_involved": "claim"}}, True),  # a Gambit's, which no Throwdown knows
        ({"rules": {"ace": "eleven"}}, False),
        ({"rules": {"of_another_release": 1}}, False),
    ],
)
def test_a_configuration_is_read_as_this_release_reads_it(
    folder: Path, changes: dict[str, dict[str, object]], is_known: bool
) -> None:
    setup = make_setup("throwdown-v0", "duel")
    policy, record = make_policy(role="coach"), made(setup, 0.1)
    rules = {name: value for name, value in setup.config["rules"].items() if name != "block"}  # not said yet
    record["config"] = {**setup.config, "rules": rules | changes.get("rules", {})}
    save_policy(place_of(setup, "coach"), type(policy)(**{**vars(policy), "info": record}))
    assert module.ships_for(setup, "coach") == is_known


def test_a_policy_of_other_rules_is_no_opponent_by_default(folder: Path) -> None:
    setup = make_setup("throwdown-v0", "duel")
    policy, record = make_policy(role="coach"), made(setup, 0.1) | {"rules": "1"}
    save_policy(place_of(setup, "coach"), type(policy)(**{**vars(policy), "info": record}))
    assert default_opponent(setup, "coach") == "heuristic"


def test_it_plays_without_torch() -> None:
    """In a process in which importing torch fails."""
    line = (
        "import sys; sys.modules['torch'] = None\n"
        "from throwdown.envs.registry import make_setup\n"
        "from throwdown.play.session import Session\n"
        "session = Session.deal(make_setup('throwdown-v0', 'duel'), 1, 'pilot_0', against='trained')\n"
        "session.advance()\n"
        "while not session.table.over:\n"
        "    session.act(session.table.legal()[0]); session.advance()\n"
        "print(len(session.table.history))\n"
    )
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and int(done.stdout) > 2, done.stderr


def test_editions_of_a_session_have_policies_of_their_own(folder: Path) -> None:
    newer, older = make_setup("session-v0", "trio"), make_setup("session-v0", "trio", edition="older")
    info = {"settings": {"options": {"edition": "older"}}}
    policy = replace(make_policy(role="coach"), game="session-v0", scenario="trio", info=info)
    file = save_policy(place_of(older, "coach"), policy)
    assert file.name == "trio-older-coach.npz" and find_shipped(older, "coach") == file
    (place,) = shipped()
    assert place == ("session-v0", "trio-older", "coach")
    assert setup_of_shipped(place).config == older.config
    with pytest.raises(InvalidConfig) as error:
        find_shipped(newer, "coach")
    assert str(error.value) == (
        "no trained coach for scenario 'trio' of session-v0 comes with the package; "
        "there is one for trio with edition=older (session-v0)."
    )
    with pytest.raises(
        InvalidConfig, match=r"scenario 'duel' of session-v0 \(Session, older edition\) comes"
    ):
        find_shipped(make_setup("session-v0", "duel", edition="older"), "coach")
