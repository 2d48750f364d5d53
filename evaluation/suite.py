"""The suite: one agent in every game and role, on fixed deals against fixed opponents that ship with the package.

Every `Post` is a cross-play of its own (`runs.Recipe`) with the agent as the only lineup of one side. Three hashes pin
its rules, its deals and its opponents (`Pin`), so that figures of two people can be compared if their pins are equal.
The opponents are the shipped solution or policy of the other role and some levels of its ladder, whose known ratings
give the agent one.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from glob import glob
from pathlib import Path
from typing import Any

import numpy as np

from throwdown import __version__
from throwdown.agents import TRAINED, Agent, View, identity, label_of, load
from throwdown.agents.levels import LEVEL, Level, levels, older_rules, read_ladder
from throwdown.agents.shipped import SOLVED, is_solved, played
from throwdown.envs.core.kit import Batch, Floats, Ints, InvalidConfig, Setup, did_you_mean, write_file
from throwdown.envs.core.names import Typed, check_open
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.seating import Player
from throwdown.evaluation import match, playout, runs
from throwdown.evaluation.aivat import Baseline, fit_baseline, quick_games
from throwdown.evaluation.cross import CrossPlay
from throwdown.evaluation.plan import Plan
from throwdown.evaluation.ratings import rating_among
from throwdown.evaluation.statistics import Interval
from throwdown.evaluation.suite_results import Against, LeftOut, Pin, RoleLine, Seconds, Suite, read_seconds

SEED = 37
"""Of the deals, of the agents' choices and of the fit of AIVAT's baseline."""
RUNGS = 4
"""The number of levels of a ladder that play, evenly spread from the weakest to the strongest."""
WALKS = 32
"""Deals that are played at random for the hash of the rules."""
TIMED, TIMED_GAMES = 100, 20
"""Single decisions that are timed, and the most games for that."""
DEALS_EXPLOITED = 4_000
"""Fresh deals for the gain of an exploiter."""
HASH = 12
"""Length of a hash, in hexadecimal digits."""


@dataclass(frozen=True)
class Fixture:
    """A scenario in the suite.

    Attributes:
        game: id of the game.
        scenario: name of the scenario.
        deals: number of deals against every opponent.
        most: the largest return, by which returns are divided in means over games.
    """

    game: str
    scenario: str
    deals: int
    most: float = 1.0

    @property
    def setup(self) -> Setup:
        """The setup of a two-sided zero-sum game."""
        return _setup(self.game, self.scenario)


FIXTURES = (
    Fixture("throwdown-v0", "duel", 300),
    Fixture("throwdown-v0", "trio", 300),
    Fixture("pile-v0", "trio", 300),
    Fixture("gambit-v0", "trio", 300),
    Fixture("session-v0", "trio", 150),
    Fixture("challenge-v0", "duel", 300),
    Fixture("challenge-v0", "scene", 300),
    Fixture("skirmish-v0", "skirmish", 150),
    Fixture("showdown-v0", "showdown", 150),
    Fixture("kuhn-v0", "standard", 2000, 2),
    Fixture("leduc-v0", "standard", 2000, 13),
)
"""What the suite plays."""


@cache
def _setup(game: str, scenario: str) -> Setup:
    return make_setup(game, scenario)


@dataclass(frozen=True)
class Post:
    """One side of a fixture, which the agent plays.

    Attributes:
        fixture: the fixture.
        side: name of the side.
    """

    fixture: Fixture
    side: str

    @property
    def name(self) -> str:
        """The game, the scenario and the side."""
        return f"{self.fixture.game}-{self.fixture.scenario}-{self.side}"

    @property
    def other(self) -> str:
        """The name of the opponents' side."""
        first, second = self.fixture.setup.opponents("The suite")
        return first if self.side == second else second

    def role(self, side: str) -> str:
        """Return the role of a side's first seat."""
        setup = self.fixture.setup
        return setup.roles[setup.teams[side][0]]

    @property
    def is_second(self) -> bool:
        """Whether its side is the columns' of a cross-play."""
        return list(self.fixture.setup.teams).index(self.side) == 1

    @property
    def best(self) -> str:
        """The opponent that the return is measured against."""
        return _best(self.fixture.setup)

    def rungs(self) -> dict[str, Level]:
        """Return the opponents that are levels, by their spec; none if no ladder of these rules ships."""
        setup = self.fixture.setup
        if self.best != TRAINED or older_rules(setup):
            return {}
        found = levels(setup, self.role(self.other))
        places = np.linspace(0, len(found) - 1, RUNGS).round().astype(int)
        chosen = [found[k] for k in dict.fromkeys(places.tolist())]
        return {_same(level) or f"{LEVEL}{level.number}": level for level in chosen}

    @property
    def opponents(self) -> list[str]:
        """The specs of all opponents, the best one first."""
        return list(dict.fromkeys([self.best, *self.rungs()]))

    def recipe(self, spec: str) -> runs.Recipe:
        """Return the cross-play of an agent at this post."""
        setup = self.fixture.setup
        mine, theirs = {label_of(spec): [spec]}, {name: [name] for name in self.opponents}
        pools = (theirs, mine) if self.is_second else (mine, theirs)
        what = setup.game.id, setup.config, setup.options, setup.scenario
        return runs.Recipe(*what, *pools, self.fixture.deals, SEED, aivat=True)

    def pin(self) -> Pin:
        """Return the hashes of everything that the figures depend on, except for the agent."""
        settings = self.recipe("random").settings()
        rules = [settings[name] for name in ("game", "options", "aivat", "shared_dice")]
        fixture = self.fixture
        rules += [played(settings["scenario"]), _walked(fixture.game, fixture.scenario)]
        deals = match.deal_seeds(fixture.deals, SEED).tobytes()
        return Pin(rules=_hash(rules), deals=_hash(SEED, deals), opponents=_hash(settings[self.other]))


def _best(setup: Setup) -> str:
    return SOLVED if is_solved(setup) else TRAINED


def _same(level: Level) -> str:
    """Return the spec of the trained policy if a level is nothing else, an empty text otherwise."""
    is_trained = level.policy == TRAINED and level.temperature == 1.0 and not level.search and not level.least
    return TRAINED if is_trained else ""


def _hash(*parts: Any) -> str:
    """Return a hash of bytes and plain data."""
    found = hashlib.sha256()
    for part in parts:
        found.update(part if isinstance(part, bytes) else json.dumps(part, sort_keys=True).encode())
    return found.hexdigest()[:HASH]


@cache
def _walked(game: str, scenario: str) -> str:
    """Return a hash of all that seats see, may do and get in random games: other rules give another one."""
    batch, found = Batch(_setup(game, scenario), WALKS, SEED, autoreset=False), hashlib.sha256()
    step = batch.reset()
    while (step.seats >= 0).any():
        for array in (step.seats, step.masks, step.observations):
            found.update(np.ascontiguousarray(array).tobytes())
        step = batch.step(batch.random_actions())
    found.update(batch.returns().tobytes())
    return found.hexdigest()


@cache
def baseline_of(game: str, scenario: str) -> Baseline:
    """Return AIVAT's baseline, fitted to games of the heuristic and of the shipped policies."""
    setup = _setup(game, scenario)
    best = _best(setup)
    players = {side: load(best, setup, setup.roles[seats[0]]) for side, seats in setup.teams.items()}
    return fit_baseline(setup, quick_games(setup, [players]), SEED)


def posts(games: Sequence[str] = (), deals: int | None = None) -> list[Post]:
    """Return what the suite plays.

    Args:
        games: ids of games; all by default.
        deals: another number of deals, whose figures compare only with others of that number.

    Raises:
        InvalidConfig: the suite does not play a game.
    """
    known = list(dict.fromkeys(fixture.game for fixture in FIXTURES))
    if odd := next((game for game in games if game not in known), None):
        raise InvalidConfig(
            f"'{odd}' is not a game of the suite{did_you_mean(odd, known)}; it plays {', '.join(known)}."
        )
    chosen = [fixture for fixture in FIXTURES if not games or fixture.game in games]
    fixtures = [fixture if deals is None else replace(fixture, deals=deals) for fixture in chosen]
    return [Post(fixture, side) for fixture in fixtures for side in fixture.setup.teams]


def is_pattern(spec: str) -> bool:
    """Return whether a spec is a pattern of files' names, with ``*`` or ``?``."""
    return "*" in spec or "?" in spec


def files_of(spec: str) -> list[str]:
    """Return the files that a pattern stands for, sorted, or the spec itself if it is none.

    Raises:
        InvalidConfig: there are no such files, or the pattern was read as data.
    """
    if not is_pattern(spec):
        return [spec]
    check_open(spec, "a pattern of files")
    found: list[str] = [Typed(file) for file in sorted(glob(spec))]
    if not found:
        raise InvalidConfig(f"there is no file '{spec}'.")
    return found


def assign(specs: Sequence[str], wanted: Sequence[Post]) -> tuple[dict[Post, str], list[LeftOut]]:
    """Return the agent of each post, the first one that can play there, and the posts that none can.

    Args:
        specs: specs of agents, or patterns of their files, of which not all need to play.
        wanted: the posts.

    Raises:
        InvalidConfig: an agent, or all files of a pattern, play nowhere.
        InvalidRecord, MissingExtra: see `load`.
    """
    found: dict[Post, str] = {}
    left: list[LeftOut] = []
    errors: dict[str, InvalidConfig] = {}
    groups = {spec: files_of(spec) for spec in specs}
    agents = list(dict.fromkeys(agent for group in groups.values() for agent in group))
    for post in wanted:
        for agent in agents:
            try:
                runs.load_lineup([agent], post.fixture.setup, post.side)
            except InvalidConfig as error:
                errors.setdefault(agent, error)
                why = str(error)
            else:
                found[post] = agent
                break
        else:
            left.append(
                LeftOut(game=post.fixture.game, scenario=post.fixture.scenario, side=post.side, why=why)
            )
    busy = set(found.values())
    if idle := next((spec for spec, group in groups.items() if busy.isdisjoint(group)), None):
        first = groups[idle][0]
        if first not in errors:
            load(first, wanted[0].fixture.setup)
        raise errors.get(first) or InvalidConfig(f"'{idle}' is left nothing to play by the agents before it.")
    return found, left


@dataclass(frozen=True)
class Work:
    """An agent at a post, whose results are stored in a folder.

    Attributes:
        post: the post.
        spec: the agent's spec.
        folder: the folder.
    """

    post: Post
    spec: str
    folder: Path

    @property
    def games(self) -> int:
        """The number of its games."""
        return len(self.post.opponents) * self.post.fixture.deals

    def do(
        self, workers: int | None = None, progress: playout.Progress | None = None, on: str = ""
    ) -> RoleLine:
        """Play, or continue where a stopped run ended, and return the figures; see `runs.run`."""

        def fit(plan: Plan) -> Baseline:
            return baseline_of(self.post.fixture.game, self.post.fixture.scenario)

        result = runs.run(self.post.recipe(self.spec), self.folder, workers, progress, on=on, fit=fit)
        post = self.post
        agent = label_of(self.spec), identity(self.spec, post.fixture.setup, post.role(post.side))
        return line_of(post, agent, result, self._seconds())

    def _seconds(self) -> Seconds:
        """Return the time of a decision, which is measured once."""
        file = self.folder / "seconds.json"
        if file.is_file():
            return read_seconds(file)
        found = time_decisions(self.post, self.spec)
        write_file(file, found.model_dump_json())
        return found


def line_of(post: Post, agent: tuple[str, str], result: CrossPlay, seconds: Seconds) -> RoleLine:
    """Return a post's figures, all from the agent's side, from its cross-play; an agent is its label and identity."""
    if post.is_second:
        own = result.returns[:, 0]
        spans, shares = ([row[0] for row in grid] for grid in (result.means, result.win_rates))
    else:
        own = -result.returns[0]
        spans = [x.flipped() for x in result.means[0]]
        shares = [Interval(1 - x.mean, 1 - x.high, 1 - x.low) for x in result.win_rates[0]]
    names = post.opponents
    return RoleLine(
        game=post.fixture.game,
        scenario=post.fixture.scenario,
        side=post.side,
        agent=agent[0],
        identity=agent[1],
        pin=post.pin(),
        deals=post.fixture.deals,
        most=post.fixture.most,
        returns=spans[0],
        wins=shares[0],
        rating=_rating(post, dict(zip(names, own))),
        against=tuple(Against(opponent=o, returns=r, wins=w) for o, r, w in zip(names, spans, shares)),
        illegal=0 if result.illegal is None else int(result.illegal.sum()),
        seconds=seconds,
    )


def _rating(post: Post, returns: Mapping[str, Floats]) -> Interval | None:
    """Return the agent's rating on its side's ladder, None without a ladder; returns have shape (n,)."""
    rungs = post.rungs()
    if not rungs:
        return None
    ladder = read_ladder(post.fixture.setup)
    own = np.array([returns[name] for name in rungs])
    scores = (1 + (np.sign(own) if ladder["by"] == "wins" else own)) / 2
    ahead = ladder["advantage"][0] * (1 if post.is_second else -1)
    return rating_among(scores, np.array([x.rating[0] - ahead for x in rungs.values()]), seed=SEED)


class _Timed(Agent):
    """Notes the seconds of every decision of an agent."""

    def __init__(self, agent: Player) -> None:
        self.name, self.roles, self.needs = agent.name, agent.roles, agent.needs
        self.agent, self.seconds = agent, list[float]()

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        start = time.perf_counter()
        found = self.agent.act(view, rng)
        self.seconds.append(time.perf_counter() - start)
        return found


def time_decisions(post: Post, spec: str) -> Seconds:
    """Return the time of single decisions, in games of their own; the first one, which may compile, does not count."""
    setup = post.fixture.setup
    mine, theirs = load(spec, setup, post.role(post.side)), load(post.best, setup, post.role(post.other))
    timed = _Timed(mine)
    for deal in match.deal_seeds(TIMED_GAMES, SEED):
        match.play(setup, {post.side: timed, post.other: theirs}, deal[None], SEED)
        if len(timed.seconds) > TIMED:
            break
    found = timed.seconds[1:] or timed.seconds
    middle, high = np.percentile(found, [50, 95]).tolist()
    return Seconds(median=middle, p95=high, decisions=len(found))


def play_suite(
    specs: Sequence[str],
    folder: Path,
    command: str,
    games: Sequence[str] = (),
    deals: int | None = None,
    workers: int | None = None,
    progress: playout.Progress | None = None,
    on: str = "",
) -> Suite:
    """Play the suite, or the rest of a stopped run.

    Args:
        specs: see `assign`; the first one that can, plays a role.
        folder: holds a folder per role and pin, so that what was played under other conditions is not read.
        command: stored in the results.
        games: see `posts`.
        deals: see `posts`.
        workers: see `runs.run`.
        progress: called as ``progress(games done, games)``.
        on: see `runs.run`.

    Raises:
        InvalidConfig, InvalidRecord, MissingExtra: see `posts`, `assign` and `runs.run`.
    """
    cast, left = assign(specs, posts(games, deals))
    works = [Work(post, spec, folder / f"{post.name}-{post.pin().short}") for post, spec in cast.items()]
    lines: list[RoleLine] = []
    before, total = 0, sum(work.games for work in works)
    for work in works:

        def told(done: int, _: int, before: int = before) -> None:
            if progress is not None:
                progress(before + done, total)

        lines.append(work.do(workers, told, on))
        before += work.games
    return Suite(
        package=__version__,
        command=command,
        is_standard=deals is None,
        lines=tuple(lines),
        left_out=tuple(left),
    )
