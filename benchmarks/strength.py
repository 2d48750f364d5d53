"""The strength of the policies that ship: ``python -m throwdown.benchmarks.strength``.

It lets exploiters learn against every pair, or with ``--search`` a search play against it, and writes
``strength.json`` with the results and ``strength.md`` with one table. ``--table`` only writes the table anew;
``--check`` only tells which results are missing, or of other policies or rules than those that ship.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from throwdown.agents import TRAINED, Budget, identity
from throwdown.agents.archive import read_header
from throwdown.agents.shipped import Place, made_for, shipped
from throwdown.bars import playing_bar
from throwdown.envs.core.kit import InvalidConfig, InvalidRecord, Setup, in_a_sentence, parse_json, write_file
from throwdown.envs.registry import make_setup
from throwdown.evaluation.playout import Progress
from throwdown.evaluation.report.sections import markdown_table
from throwdown.evaluation.statistics import Interval

FOLDER = Path("benchmarks")
RUNS = Path("runs/strength")
STEPS, SEEDS, DEALS = 10_000_000, 3, 20_000
ROLLOUTS, SEARCH_DEALS = 1_000, 200
HEAD = [
    *("game, scenario", "role", "decisions", "processor-hours", "spread of seeds", "gain over the heuristic"),
    *("gain of an exploiter", "gain of a search"),
]


class Measured(BaseModel):
    """What was gained in a role against a pair.

    Attributes:
        game: the game's id.
        scenario: with the game's variant, as in `agents.shipped.Place`.
        role: the exploiting role.
        search: the name of a search; empty: a policy that learnt.
        steps: decisions that each exploiter learnt from; 0 for a search.
        gains: of every seed: [mean, low, high] at 95 %.
        deals: of every measurement.
        pair: a hash of the policies and the rules.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str
    scenario: str
    role: str
    search: str = ""
    steps: int
    gains: list[tuple[float, float, float]]
    deals: int
    pair: str

    @property
    def key(self) -> tuple[str, str, str, bool]:
        """What there is one result of."""
        return self.game, self.scenario, self.role, bool(self.search)

    @property
    def best(self) -> Interval:
        """The largest gain of a seed."""
        return Interval(*max(self.gains))


class Pair(NamedTuple):
    """The policies that ship for a scenario.

    Attributes:
        game: the game's id.
        scenario: with the game's variant.
        what: game, scenario and options of its setup.
        setup: the setup.
    """

    game: str
    scenario: str
    what: dict[str, Any]
    setup: Setup

    @property
    def pin(self) -> str:
        """A hash of the policies and the rules."""
        roles = dict.fromkeys(self.setup.roles)
        parts = [self.setup.game.rules_version, *(identity(TRAINED, self.setup, role) for role in roles)]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def pairs(chosen: Sequence[str] = ()) -> list[Pair]:
    """Return the pairs that ship, or those named by ``GAME/SCENARIO``.

    Raises:
        InvalidConfig: no pair has such a name.
    """
    places: dict[str, Place] = {"/".join(place[:2]): place for place in shipped()}
    for name in chosen:
        if name not in places:
            raise InvalidConfig(f"no policies ship for '{name}'; there are {', '.join(places)}.")
    found = []
    for name, place in places.items():
        if not chosen or name in chosen:
            what = made_for(place)
            setup = make_setup(what["game"], what["scenario"], **what["options"])
            found.append(Pair(*place[:2], what, setup))
    return found


def measure(pair: Pair, is_searched: bool, workers: int | None = None) -> list[Measured]:
    """Return the gains in all roles of a pair, of exploiters or of a search; a stopped run continues."""
    from throwdown.training.exploit import Hunt

    def bar(doing: str) -> AbstractContextManager[Progress]:
        return playing_bar(True, f"{pair.game} {pair.scenario}", doing)

    roles = list(dict.fromkeys(pair.setup.roles))
    players = dict.fromkeys(roles, TRAINED)
    folder = RUNS / f"{pair.game}-{pair.scenario}"
    if is_searched:
        hunt = Hunt(pair.what, players, folder, 0, SEARCH_DEALS)
        budget = Budget(simulations=ROLLOUTS)
        return [_gain(pair, role, 0, [hunt.searched(role, budget, 1, bar, workers)]) for role in roles]
    hunt = Hunt(pair.what, players, folder, STEPS, DEALS, start=TRAINED)
    seeds = range(1, SEEDS + 1)
    jobs = [(role, seed) for role in roles for seed in seeds]
    learnt = dict(zip(jobs, hunt.all(jobs, bar, workers)))
    return [_gain(pair, role, STEPS, [learnt[role, seed] for seed in seeds]) for role in roles]


def _gain(pair: Pair, role: str, steps: int, results: Sequence[Mapping[str, Any]]) -> Measured:
    return Measured(
        game=pair.game,
        scenario=pair.scenario,
        role=role,
        search=results[0].get("search", ""),
        steps=steps,
        gains=[tuple(round(x, 4) for x in (one["gain"], *one["interval"])) for one in results],
        deals=results[0]["deals"],
        pair=pair.pin,
    )


def read_gains(file: Path) -> list[Measured]:
    """Return the results in a file; none if it does not exist.

    Raises:
        InvalidRecord: it is damaged.
    """
    if not file.is_file():
        return []
    try:
        return [Measured.model_validate(row) for row in parse_json(file.read_text(encoding="utf-8"))]
    except (ValidationError, ValueError, TypeError):
        raise InvalidRecord(f"'{file}' holds no gains, or is damaged.") from None


def faults(gains: Sequence[Measured]) -> list[str]:
    """Return, a sentence each, which results are missing, or are of other policies or rules than those that ship."""
    pins = {(pair.game, pair.scenario): pair for pair in pairs()}
    told = []
    for (game, scenario), pair in pins.items():
        have = {
            gain.role for gain in gains if (gain.game, gain.scenario, gain.search) == (game, scenario, "")
        }
        told += [
            f"{game}/{scenario}, {role}: no exploiter was trained."
            for role in dict.fromkeys(pair.setup.roles)
            if role not in have
        ]
    for gain in gains:
        shipping = pins.get((gain.game, gain.scenario))
        if shipping is None or shipping.pin != gain.pair:
            told.append(
                f"{gain.game}/{gain.scenario}, {gain.role}: measured with another pair or other rules."
            )
    return told


def table(gains: Sequence[Measured]) -> str:
    """Return the table of all roles of all pairs that ship, as Markdown."""
    found = {gain.key: gain for gain in gains}
    rows = []
    for (game, scenario, role), file in shipped().items():
        info = read_header(file)["info"]
        learnt, searched = (found.get((game, scenario, role, is_search)) for is_search in (False, True))
        means = [mean for mean, _, _ in info.get("seeds", {}).values()]
        over = info["figures"]["gain_over"]["heuristic"]
        rows.append(
            [
                f"`{game}`, `{scenario}`",
                role,
                f"{info['decisions'] / 1e6:.0f} M",
                f"{info['seconds'] / 3600:.2f}",
                f"{max(means) - min(means):.3f} of {len(means)}" if means else "",
                Interval(*over).text(),
                learnt.best.text() if learnt else "",
                searched.best.text() if searched else "",
            ]
        )
    return markdown_table(HEAD, rows) + "\n"


def write(folder: Path, gains: Sequence[Measured]) -> None:
    """Write both files."""
    rows = ",\n".join(gain.model_dump_json() for gain in sorted(gains, key=lambda gain: gain.key))
    write_file(folder / "strength.json", f"[\n{rows}\n]\n")
    write_file(folder / "strength.md", table(gains))


@in_a_sentence()
def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m throwdown.benchmarks.strength", description=__doc__)
    parser.add_argument("pairs", nargs="*", metavar="GAME/SCENARIO", help="pairs to measure; by default all")
    parser.add_argument(
        "--search",
        action="store_true",
        help=f"let a search of {ROLLOUTS:,} rollouts play instead of exploiters learn",
    )
    parser.add_argument(
        "--table", action="store_true", help="only write the table anew, after a pair was shipped"
    )
    parser.add_argument("--check", action="store_true", help="only tell what is missing or no longer holds")
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder of the results")
    parser.add_argument("--workers", type=int, help="maximum number of processes; by default one per core")
    x = parser.parse_args()
    gains = read_gains(x.out / "strength.json")
    if x.table:
        write(x.out, gains)
    elif not x.check:
        for pair in pairs(x.pairs):
            new = measure(pair, x.search, x.workers)
            keys = {gain.key for gain in new}
            gains = [*(gain for gain in gains if gain.key not in keys), *new]
            write(x.out, gains)
    told = faults(gains)
    for line in told:
        print(line, file=sys.stderr)
    sys.exit(1 if told else 0)


if __name__ == "__main__":
    main()
