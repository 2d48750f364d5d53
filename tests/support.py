"""What tests of several folders share: which games there are, and how to play them without an agent."""

from __future__ import annotations

import gettext
import os
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pettingzoo
import pytest

from throwdown.agents.shipped import made_for
from throwdown.envs.core import catalogue, records
from throwdown.envs.core.batch import apply_games
from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.core.errors import ThrowdownError
from throwdown.envs.core.game import Game, Setup
from throwdown.envs.core.records import row
from throwdown.envs.core.rng import SCRIPT_LENGTH
from throwdown.envs.fusion.sheets.setups import ONLY, load_scenario
from throwdown.envs.fusion.world.cards import cards_in
from throwdown.envs.games import OWN
from throwdown.envs.registry import games, make_setup
from throwdown.envs.tables.table import Table
from throwdown.testing.walks import Sampler as Sampler, choose as choose, playthrough

ROOT = Path(__file__).resolve().parent.parent
HAS_REGISTRY = hasattr(pettingzoo, "register")
"""PettingZoo has a registry from 1.27 on."""
GAMES = sorted(OWN)
FUSION = [id for id in GAMES if games()[id].kernels.setup.__module__.startswith("throwdown.envs.fusion.")]
SCENARIOS = ("duel", "trio", "small")
"""Those of FUSION's scenarios that every game of its is tested with; other games are tested with all of theirs."""
FUSION_CASES = [(id, scenario) for id in FUSION for scenario in SCENARIOS]
LONG = [
    ("skirmish-v0", "skirmish"),
    ("skirmish-v0", "back-to-back"),
    ("showdown-v0", "showdown"),
    ("showdown-v0", "printed"),
]
"""Long games that have nothing but what shorter ones have, and tests of their own."""
OTHERS = [
    case
    for id in GAMES
    if id not in FUSION
    for scenario in games()[id].scenarios
    if (case := (id, scenario)) not in LONG
]


class Loopback(Executor):
    """Stands in for worker processes: all is done at once and here, but from pickled copies."""

    started: ClassVar[list[int]] = []
    """The number of processes of each pool so far."""

    def __init__(
        self, count: int, prepare: Callable[..., object] | None = None, *given: Any, on: str = ""
    ) -> None:
        self.started.append(count)
        if prepare is not None:
            prepare(*pickle.loads(pickle.dumps(given)))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        function, given = pickle.loads(pickle.dumps((fn, args)))
        done.set_result(pickle.loads(pickle.dumps(function(*given, **kwargs))))
        return done


def older(scenario: str) -> dict[str, Any]:
    """Return a shipped scenario for sessions of the older edition, with few scenes.

    Played at random, twenty scenes are three times as long, with hardly a phase or event more.
    """
    data = load_scenario(scenario)[1].model_dump()
    pace = {"edition": "older", "older": {}, "scenes": {"duel": 5}.get(scenario, 8), "calm": 0}
    return {**data, "session": {**data["session"], **pace}}


def known(id: str, scenario: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that a game knows."""
    is_older = isinstance(scenario, Mapping) and scenario["session"]["edition"] == "older"
    own = f"{id} with edition = 'older'" if is_older else id
    return {name: value for name, value in options.items() if own in ONLY.get(name, (own,))}


OLDER = [("session-v0", older(scenario)) for scenario in ("duel", "trio")]
"""Sessions of the older edition, which is an option and a game of its own inside."""
CASES = FUSION_CASES + OLDER + OTHERS
TWO = [(id, scenario) for id, scenario in FUSION_CASES if scenario != "small"] + OLDER + OTHERS
THROWDOWN = "throwdown-v0"


def seeds(id: str, first: int, n: int) -> range:
    """Return ``n`` seeds for games of a sort; a third of them for sessions, each of which is a string of games."""
    return range(first, first + (max(1, n // 3) if id == "session-v0" else n))


def pair(coach: Any, pilots: Any) -> dict[str, Any]:
    """Return who plays FUSION's two sides."""
    return {"coach": coach, "pilot": pilots}


def plain(scenario: str) -> dict[str, Any]:
    """Return a shipped scenario without its content, for tests that read the bare rules independently."""
    data = load_scenario(scenario)[1].model_dump()
    bare = {"techs": [], "gear": [], "robo": None}
    data["pilots"] = [{**pilot, **bare} for pilot in data["pilots"]]
    data["threats"] = [{**threat, "waves": [], "storms": [], "extra": 0} for threat in data["threats"]]
    nothing = {"factions": [], "location": None, "resources": None, "positions": [], "escalation": []}
    return {**data, **nothing}


def setup_of(id: str = THROWDOWN, scenario: str | Mapping[str, Any] | None = None, **options: Any) -> Setup:
    return make_setup(id, scenario, **options)


def setup_of_shipped(place: tuple[str, str, str]) -> Setup:
    """Return the setup that a shipped policy was made for."""
    what = made_for(place)
    return make_setup(what["game"], what["scenario"], **what["options"])


def widest(id: str) -> dict[str, Any]:
    """Return the options that give a game's observations all the blocks they can have."""
    return {"max_pilots": 7} if id in FUSION else {}


def folder_of(game: Game) -> Path:
    """Return the folder of a game's package."""
    file = sys.modules[game.kernels.setup.__module__].__file__
    assert file is not None
    return Path(file).resolve().parent


def walk(id: str, scenario: str | None, seed: int, keep: float = 0.1, **options: Any) -> Iterator[Table]:
    """Play a game by fixed picks and hand out the same table before every move, and at the end."""
    return playthrough(setup_of(id, scenario, **options), seed, keep)


def pick_rows(masks: np.ndarray, rng: np.random.Generator, seats: np.ndarray) -> np.ndarray:
    """Return a legal action per row of a batch; -1 in a finished one."""
    actions = np.full(len(masks), -1, np.int64)
    for i in np.flatnonzero(seats >= 0):
        legal = np.flatnonzero(masks[i])
        actions[i] = legal[int(rng.random() * len(legal))]
    return actions


def content(states: np.ndarray, start: int = 0, stop: int | None = None) -> bytes:
    """Return the values of some states."""
    return records.content(np.asarray(states)[start:stop])


def conflict_of(s: Any) -> Any:
    """Return the part of a state that holds the world: of a session, the conflict that is being fought."""
    if "world" in s.dtype.names:
        return s
    return s.gambit if s.active == 1 else s.throwdown


def cards_of(s: Any, setup: Setup) -> Counter[int]:
    """Return every card of a game, wherever it is; Jokers that surfaced are counted by the Omens."""
    s = conflict_of(s)
    world, found = s.world, Counter[int]()
    found.update(cards_in(world.extra))
    for f in range(int(s.cfg.factions)):
        found.update(int(c) for c in world.favor[f, : int(world.favor_n[f])])
    seats = len(setup.seats)
    for seat in range(seats):
        found.update(cards_in(world.hand[seat]))
    for name in ("sealed", "blind", "threshold", "played"):
        if name in s.dtype.names:
            found.update(int(c) for c in np.atleast_1d(getattr(s, name))[:seats] if c != NONE)
    if "pile_card" in s.dtype.names:
        found.update(int(c) for c in s.pile_card[: int(s.pile_n)])
    for t in range(int(s.cfg.threats)):
        found.update(cards_in(world.stack[t]))
    for d in range(int(s.cfg.decks)):
        deck = world.decks[d]
        found.update(cards_in(deck.cards))
        found.update(cards_in(deck.trash))
        found.update(int(c) for c in deck.ahead[: int(deck.ahead_n)])
    return found


def all_cards(s: Any) -> Counter[int]:
    """Return the cards that a game was made of."""
    found: Counter[int] = Counter()
    s = conflict_of(s)
    for d in range(int(s.cfg.decks)):
        found.update(cards_in(s.cfg.faces[d]))
    return found


def assert_conserved(s: Any, setup: Setup) -> None:
    """Every suited card is exactly where it should be, and no Joker is lost."""
    have, want = cards_of(s, setup), all_cards(s)
    suited = {c: n for c, n in have.items() if c < FACES}
    assert suited == {c: n for c, n in want.items() if c < FACES}
    jokers = sum(n for c, n in have.items() if c >= FACES)
    world = conflict_of(s).world
    for d in range(int(conflict_of(s).cfg.decks)):
        deck = world.decks[d]
        assert int(deck.n) == len(cards_in(deck.cards)) + int(deck.ahead_n)
    assert jokers + int(world.omens) + int(world.spent) == sum(n for c, n in want.items() if c >= FACES)


def exit_code(monkeypatch: pytest.MonkeyPatch, main: Callable[[], object], *words: str) -> int:
    """Run a tool with the words of a command line, and return its exit code."""
    monkeypatch.setattr(sys, "argv", ["tool", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(str(ended.value.code))


def run_python(code: str, **env: str) -> str:
    """Run code in a fresh process from the root of the checkout and return what it printed.

    An error inside a compiled rule cannot raise: it is only told on stderr, and counts as a failure here.
    """
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        check=False,
    )
    assert done.returncode == 0 and "Exception ignored" not in done.stderr, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def outcomes(states: np.ndarray, action: int, setup: Any) -> list[tuple[float, np.ndarray]]:
    """Return every outcome of an action with its probability."""
    out, found, open_ = setup.make_out(), [], [()]
    errors = np.zeros(1, np.bool_)
    while open_:
        script: tuple[int, ...] = open_.pop()
        assert len(script) <= SCRIPT_LENGTH
        child = setup.game.allocate(1)
        child[:] = states
        stream = row(child).rng
        stream.scripted, stream.at, stream.asked, stream.prob = len(script) + 1, 0, 0, 1.0
        stream.answers[: len(script)] = script
        apply_games(child, np.zeros(1, np.int64), np.array([action]), errors, out)
        assert not errors[0]
        if stream.asked == 0:
            found.append((float(stream.prob), child))
        else:
            open_ += [(*script, k) for k in range(stream.asked)]
    return found


def speak_in_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Go on in a language whose every text is the English in brackets; what a module keeps was read before."""
    found = gettext.NullTranslations()
    monkeypatch.setattr(found, "gettext", lambda text: f"[{text}]")
    monkeypatch.setattr(catalogue, "translations", lambda: found)


def refusal(error: type[ThrowdownError], act: Callable[[], Any]) -> str:
    """Return the sentence with which something is refused."""
    with pytest.raises(error) as caught:
        act()
    text = str(caught.value)
    lines = text.splitlines()
    assert len(lines) == 1 or lines[0].endswith(f": {len(lines) - 1} mistakes."), text
    assert all(line.endswith(".") for line in lines) and 15 < len(text) < 500, text
    assert caught.value.__cause__ is None and (
        caught.value.__context__ is None or caught.value.__suppress_context__
    )
    return text
