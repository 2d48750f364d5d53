"""``throwdown balance``: who wins a scenario, the values of its actions, and the effects of changes."""

from __future__ import annotations

import functools
import json
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from throwdown.cli import common
from throwdown.cli.players import baselines
from throwdown.envs.core.errors import InvalidConfig, MissingExtra
from throwdown.envs.core.names import cut

if TYPE_CHECKING:
    from throwdown.agents import Agent
    from throwdown.envs.core.game import Setup
    from throwdown.evaluation.balance import Balance
    from throwdown.evaluation.decks import Swap
    from throwdown.evaluation.study import Tier

TRAINED = "trained"
SCENARIO, SWAP = "scenario", "swap"


@common.guarded
def balance(
    scenarios: Annotated[
        list[str] | None, typer.Argument(help="Scenarios or TOML files; all shipped ones if left out.")
    ] = None,
    game: common.GAME = common.DEFAULT_GAME,
    vary: common.VARY = None,
    compare: Annotated[
        str, typer.Option(metavar="PATH=A,B", help="Two values to compare on the same deals.")
    ] = "",
    swap: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SIDE:OUT=IN",
            help="Swap one copy of a card in a side's deck for another card, and compare with the unchanged deck; "
            "'any' stands for every card; may be repeated.",
        ),
    ] = None,
    decks: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="Decks or TOML files, each of one side against each of the other; 'all' for the library's decks.",
        ),
    ] = "",
    players: Annotated[
        list[str] | None,
        typer.Option(
            help="The players of all sides, from weak to strong: random, heuristic, trained, ismcts:64, FILE.py:NAME, "
            "or one agent per side in order, such as COACH.npz,PILOT.npz; may be repeated. By default random, "
            "heuristic, and trained if a policy ships."
        ),
    ] = None,
    deals: Annotated[int, typer.Option(min=2, help="Games per configuration and kind of player.")] = 1000,
    full: Annotated[
        bool | None,
        typer.Option(
            "--full/--brief",
            help="Also values of actions, the skill ladder and lead changes; by default for a single scenario.",
        ),
    ] = None,
    train: Annotated[
        int,
        typer.Option(
            min=0,
            help="Decisions to train players on for each scenario, a million in a minute or two; 0 for no training.",
        ),
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of training, deals and choices.")] = 1,
    option: common.OPTIONS = None,
    workers: common.WORKERS = None,
    on: common.ON = "",
    out: Annotated[
        Path | None, typer.Option(help="Write a report (tables, CSV, JSON, pictures) here.")
    ] = None,
    quiet: common.QUIET = False,
    as_json: common.JSON = False,
) -> None:
    """Measure who wins between equal players of several strengths, optionally over a grid of values.

    Rewards are wins and losses by default (in FUSION's games `--option reward=win`).

    Example: throwdown balance duel --vary threats.0.rating=1,2,3,4 --vary harmony=2,4,6 --deals 500 --out report
    """
    from throwdown.envs.registry import find_game, make_setup
    from throwdown.evaluation import variations
    from throwdown.evaluation.report import balance_report
    from throwdown.evaluation.study import measure

    common.own_folder(out)
    names = scenarios or list(find_game(game).scenarios)
    wins = find_game(game).wins
    setups = name_apart(
        names, [make_setup(game, name, **{**wins, **common.parse_options(option)}) for name in names]
    )
    axes = read_axes(vary, compare)
    if decks:
        axes = {**read_matrix(setups[0], decks, axes), **axes}
    swaps = read_deck_swaps(setups, swap, axes)
    is_full = len(setups) == 1 and not axes if full is None else full
    tiers = read_players(setups, players)
    if train:
        tiers = [x for x in tiers if x.name != TRAINED] + [
            _trained(setups, train, seed, workers, on, not quiet)
        ]
    found = measure(
        variations.swap_cells(setups[0], swaps) if swaps else variations.cells_of(setups, axes),
        tiers,
        deals,
        seed,
        [*([SCENARIO] if len(setups) > 1 else []), *axes, *([SWAP] if swaps else [])],
        is_full,
        bool(compare),
        lambda what: common.playing_bar(not quiet, what),
        swaps,
        workers,
        on,
    )
    if as_json:
        common.say(json.dumps(balance_report.to_dict(found), indent=1))
    else:
        common.output().print(balance_report.renderable(found))
    if out is not None:
        _save(found, out, not as_json)


def read_axes(vary: list[str] | None, compare: str) -> dict[str, dict[str, Any]]:
    """Return the values of every axis by their text; the compared axis comes last.

    Raises:
        InvalidConfig: one is not PATH=VALUES or is given twice, or --compare does not have two values.
    """
    axes: dict[str, dict[str, Any]] = {}
    for text in [*(vary or ()), *([compare] if compare else [])]:
        path, sign, values = text.partition("=")
        words = [word.strip() for word in values.split(",")]
        if not sign or not path.strip() or not all(words):
            raise InvalidConfig(f"'{text}' is not PATH=VALUES; write it like threats.0.rating=1,2,3.")
        if path.strip() in axes or len(set(words)) < len(words):
            raise InvalidConfig(f"'{text}': a path or a value is named twice.")
        axes[path.strip()] = {word: common.plain_value(word) for word in words}
    if compare and len(words) != 2:
        raise InvalidConfig(f"--compare {compare}: it takes two values, such as rules.rout=off,any-balance.")
    return axes


def read_matrix(setup: Setup, decks: str, axes: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the axes of a matrix of decks.

    Raises:
        InvalidConfig: a deck does not exist, or the decks of a side vary twice.
    """
    from throwdown.evaluation.decks import read_decks

    found = read_decks(setup, decks)
    if twice := [side for side in found if side in axes]:
        raise InvalidConfig(f"--decks and --vary both name decks of {twice[0]}; name them all with --decks.")
    return {side: dict(some) for side, some in found.items()}


def read_deck_swaps(setups: list[Setup], swaps: list[str] | None, axes: dict[str, Any]) -> list[Swap]:
    """Return the swaps of cards to try.

    Raises:
        InvalidConfig: one is not a swap, or there are several scenarios or other axes.
    """
    from throwdown.evaluation.decks import read_swaps

    if swaps and (len(setups) > 1 or axes):
        raise InvalidConfig(
            "--swap compares with one unchanged scenario: give one, without --vary, --compare or --decks."
        )
    return read_swaps(setups[0], swaps) if swaps else []


def name_apart(specs: list[str], setups: list[Setup]) -> list[Setup]:
    """Return the setups with unique names: files with equal names are named by their paths.

    Raises:
        InvalidConfig: a scenario is given twice.
    """
    if twice := [spec for spec, n in Counter(specs).items() if n > 1]:
        raise InvalidConfig(f"scenario '{twice[0]}' is named twice.")
    times = Counter(setup.scenario for setup in setups)
    return [
        replace(setup, scenario=spec) if times[setup.scenario] > 1 else setup
        for spec, setup in zip(specs, setups)
    ]


def read_players(setups: list[Setup], players: list[str] | None) -> list[Tier]:
    """Return the players, from the weakest to the strongest.

    Raises:
        InvalidConfig: one is given twice.
    """
    from throwdown.agents import label_of
    from throwdown.agents.shipped import ships_for
    from throwdown.evaluation.study import tier

    ships = all(ships_for(x, role) for x in setups for role in set(x.roles))
    found: dict[str, Tier] = {}
    for spec in players or [*baselines(setups[0]), *([TRAINED] if ships else [])]:
        parts = cut(spec)
        name = "+".join(map(label_of, parts)) if len(parts) > 1 else spec
        name = spec if name in found else name
        if name in found:
            raise InvalidConfig(f"players '{spec}' are named twice.")
        found[name] = tier(name, *parts)
    return list(found.values())


def _trained(setups: list[Setup], steps: int, seed: int, workers: int | None, on: str, show: bool) -> Tier:
    """Return players trained on each scenario for this many decisions.

    Scenarios are learnt side by side, each by one process, or one after the other by all; the players are the same.
    """
    from throwdown.evaluation.study import Tier
    from throwdown.evaluation.workers import cores, distribute

    learn = functools.partial(_train, steps, seed)
    if on or min(len(setups), workers or cores()) > 1:
        agents: dict[int, dict[str, Agent]] = {}
        with common.playing_bar(show, "scenarios", "training on") as tell:
            for k, found in distribute(functools.partial(learn, 1, False), setups, workers, on):
                agents[k] = found
                tell(len(agents), len(setups))
    else:
        agents = {k: learn(workers, show, setup) for k, setup in enumerate(setups)}
    made = {setup.scenario: agents[k] for k, setup in enumerate(setups)}
    return Tier(TRAINED, functools.partial(_bound, made))


def _bound(made: dict[str, dict[str, Agent]], setup: Setup) -> dict[str, Agent]:
    return {side: agent.bind(setup) for side, agent in made[setup.scenario].items()}


def _train(steps: int, seed: int, workers: int | None, show: bool, setup: Setup) -> dict[str, Agent]:
    """Return an agent for every side, trained on a scenario by so many processes."""
    from throwdown.agents import load
    from throwdown.training.train import train

    with tempfile.TemporaryDirectory() as folder:
        options = {**setup.options, **setup.game.wins}
        config = {"game": setup.game.id, "scenario": dict(setup.config), "options": options, "preset": "long"}
        result = train(config, Path(folder), show, steps=steps, seed=seed, workers=workers)
        if not result.is_complete:
            raise KeyboardInterrupt
        roles = {side: setup.roles[seats[0]] for side, seats in setup.teams.items()}
        return {side: load(result.policies[role], setup, role) for side, role in roles.items()}


def _save(found: Balance, folder: Path, tell: bool) -> None:
    """Write the report, without pictures if matplotlib is not installed."""
    from throwdown.evaluation.report.balance_report import write_report

    try:
        written = write_report(found, folder)[-1]
    except (MissingExtra, ImportError) as error:
        common.complain(f"The report has no pictures: {error}")
        written = folder / "balance.md"
    if tell:
        common.say(f"The report is in {written}.")
