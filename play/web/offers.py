"""The page's offer: games, scenarios, seats and opponents; and new games as requested."""

from __future__ import annotations

import json
import secrets
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from throwdown.agents import default_opponent
from throwdown.agents.heuristics import has_heuristic
from throwdown.agents.levels import LEVEL, levels
from throwdown.agents.personalities import personalities, read_ratings
from throwdown.agents.shipped import SOLVED, is_solved, ships_for
from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.registry import find_game, games, make_setup
from throwdown.envs.tables import record
from throwdown.envs.tables.table import Table
from throwdown.play.companion.companion import Companion, from_saved, read_saved
from throwdown.play.session import Session, read_game, usual_opponent, usual_people
from throwdown.play.web import messages as say
from throwdown.play.web.real_cards import NewCompanion

TABLES = Path(__file__).with_name("tables.toml")
"""Names, sentences and pictures of the scenarios for people."""
STEPS = (
    tr("has just learnt the rules, and throws many cards away"),
    tr("knows what the cards do, and errs often"),
    tr("plays soundly, and errs now and then"),
    tr("seldom errs"),
    tr("plays the best that it has learnt"),
    tr("thinks ahead before every card: the strongest of all"),
)
"""What to expect of the levels, in a ladder of six."""
SEARCHES = {
    f"ismcts:{n}": plural(
        "searches {games} simulated game, from what it may know",
        "searches {games} simulated games, from what it may know",
        n,
        games=f"{n:,}",
    )
    for n in (400, 4000)
}


@cache
def _tables() -> dict[str, dict[str, dict[str, Any]]]:
    """Return the entries of `TABLES` by game and scenario, in the order in which they are offered."""
    return tomllib.loads(TABLES.read_text(encoding="utf-8"))


def listed_ids() -> list[str]:
    """Return the ids of all games in listing order."""
    every, known = games(), _tables()
    return [id for id in known if id in every] + sorted(set(every) - set(known))


def catalogue() -> say.Catalogue:
    """Return the list of games."""
    every, infos = games(), []
    for id in listed_ids():
        game, known = every[id], _tables().get(id, {})
        names = [name for name in known if name in game.scenarios]
        names += [name for name in game.scenarios if name not in known]
        infos.append(say.GameInfo(id=id, title=game.title, tables=[table_info(game, name) for name in names]))
    return say.Catalogue(games=infos)


def table_info(game: kit.Game, scenario: str) -> say.TableInfo:
    """Return a scenario as it is offered to people; only its name where `TABLES` has none, as of third-party games."""
    found = _tables().get(game.id, {}).get(scenario)
    if found is None:
        name = game.title if scenario == game.default else f"{game.title}: {scenario}"
        return say.TableInfo(scenario=scenario, name=name)
    texts = {"name": tr(found["name"]), "about": tr(found["about"])}
    return say.TableInfo.model_validate(found | texts | {"scenario": scenario})


def seats(game: str, scenario: str) -> say.Seats:
    """Return the description, the seats and the opponents of a scenario.

    Raises:
        UnknownGame: there is no such game.
        InvalidConfig: there is no such scenario.
    """
    setup = setup_of(game, scenario)
    table = Table.from_setup(setup, 0)
    found = [
        say.SeatInfo(seat=seat, person=setup.person(seat), role=role, side=side, goal=table.goal(seat))
        for seat, role, side in zip(setup.seats, setup.roles, setup.sides, strict=True)
    ]
    return say.Seats(
        title=table_info(setup.game, setup.scenario).name,
        about=tr(str(setup.config.get("description", ""))),
        usual=usual_people(setup),
        seats=found,
        opponents=opponents(setup),
    )


def other_side(session: Session) -> tuple[str, ...]:
    """Return the seats that people get when sides are changed against the same opponent; empty if it cannot play so."""
    setup = session.table.setup
    held = {setup.sides[setup.seat(seat)] for seat in session.people}
    free = [seats for side, seats in setup.teams.items() if side not in held]
    if len(held) != 1 or len(free) != 1:
        return ()
    needed = {role for role, side in zip(setup.roles, setup.sides, strict=True) if side in held}
    able = {role for x in opponents(setup) if x.spec == session.against for role in x.roles}
    return tuple(setup.seats[p] for p in free[0][: len(session.people)]) if needed <= able else ()


def opponents(setup: kit.Setup) -> list[say.Opponent]:
    """Return the opponents: measured levels, if any, then kinds of agents."""
    roles = list(dict.fromkeys(setup.roles))
    found: list[say.Opponent] = []
    trained = [role for role in roles if ships_for(setup, role)]
    if is_solved(setup):
        note = tr("plays the solution of the game: nobody can win against it in the long run")
        found.append(say.Opponent(spec=SOLVED, name=tr("Solved"), note=note, roles=roles))
    if trained:
        note = tr("the strongest policy trained for this scenario")
        found.append(say.Opponent(spec="trained", name=tr("Trained"), note=note, roles=trained))
    for role in trained:
        rated = read_ratings(setup).get("ratings", {}).get(role, {})
        found += [
            say.Opponent(
                spec=f"{role}:{name}",
                name=x.title,
                note=x.about,
                roles=[role],
                rating=rated.get(name),
            )
            for name, x in personalities(setup.game.id).get(role, {}).items()
        ]
    for role in roles:
        try:
            ladder = levels(setup, role)
        except kit.InvalidConfig:
            continue
        found += [
            say.Opponent(
                spec=f"{LEVEL}{level.number}",
                name=tr("Level {n}, {name}", n=level.number, name=tr(level.name)),
                note=STEPS[level.number - 1] if len(ladder) == len(STEPS) else level.how,
                roles=[role],
                rating=[float(x) for x in level.rating],
                level=level.number,
            )
            for level in ladder
        ]
    if has_heuristic(setup):
        found.append(
            say.Opponent(
                spec="heuristic",
                name=tr("Heuristic"),
                note=tr("plays by rules of thumb"),
                roles=roles,
                is_more=bool(trained) or is_solved(setup),
            )
        )
    found += [
        say.Opponent(
            spec=spec, name=tr("Search {n}", n=spec.split(":")[1]), note=note, roles=roles, is_more=True
        )
        for spec, note in SEARCHES.items()
    ]
    found.append(
        say.Opponent(
            spec="random",
            name=tr("Random"),
            note=tr("plays legal choices at random"),
            roles=roles,
            is_more=True,
        )
    )
    usual = {default_opponent(setup, role) for role in roles}
    return sorted(found, key=lambda x: x.spec not in usual)


def new_session(asked: say.New) -> Session:
    """Return a new game as requested.

    Raises:
        ThrowdownError: a name is unknown.
    """
    setup = setup_of(asked.game, asked.scenario)
    if asked.against and not allowed(setup, asked.against):
        raise kit.InvalidConfig(_refused(asked.against))
    people = asked.seats or usual_people(setup, asked.against)
    against = asked.against or usual_opponent(setup, people)
    seed = fresh_seed() if asked.seed is None else asked.seed
    session = Session.deal(setup, seed, people, against=against)
    session.is_shared_deal = asked.seed is not None
    return session


def fresh_seed() -> int:
    """Return an unpredictable seed: a known one reveals all cards."""
    return secrets.randbelow(2**53)


def setup_of(game: str, scenario: str) -> kit.Setup:
    """Return a game with one of its shipped scenarios; files are refused, also for third-party games.

    Raises:
        UnknownGame: there is no such game.
        InvalidConfig: the game has no such scenario.
    """
    known = find_game(game).scenarios
    if scenario not in known:
        raise kit.InvalidConfig(
            f"'{scenario}' is not a scenario of {game}{kit.did_you_mean(scenario, known)}; give one of "
            f"{', '.join(known)}."
        )
    return make_setup(game, scenario)


def allowed(setup: kit.Setup, spec: str) -> bool:
    """Return whether an agent is listed: files and code named by a page are never loaded."""
    return spec in {x.spec for x in opponents(setup)}


def _refused(spec: str) -> str:
    return tr("'{spec}' cannot be played against here; choose an opponent from the list.", spec=spec)


def new_companion(asked: NewCompanion) -> Companion:
    """Return a new game with real cards as requested.

    Raises:
        ThrowdownError: a name is unknown.
    """
    setup = setup_of(asked.game, asked.scenario)
    if asked.against and not allowed(setup, asked.against):
        raise kit.InvalidConfig(_refused(asked.against))
    seed = fresh_seed() if asked.seed is None else asked.seed
    companion = Companion(setup, asked.deal, asked.against, seed)
    companion.is_shared_deal = asked.seed is not None
    return companion


def taken_over_companion(text: str) -> Companion:
    """Import a saved game with real cards; see `taken_over`."""
    saved = read_saved(text)
    check_agents(record.parse(json.dumps(saved.record)), saved.against)
    companion = from_saved(saved)
    companion.is_shared_deal |= not companion.over
    return companion


def check_agents(game: record.GameRecord, *specs: str) -> None:
    """Raise if agents are not listed for a record's scenario.

    Raises:
        InvalidRecord: an agent is not listed, or the record cannot be set up.
    """
    setup = record.opening(game, Table).setup
    for spec in specs:
        if not allowed(setup, spec):
            raise kit.InvalidRecord(_refused(spec))


def taken_over(text: str) -> Session:
    """Import a saved game.

    Raises:
        ThrowdownError: the text is not a saved game, or an agent is not listed.
    """
    saved, game = read_game(text, "This file")
    check_agents(game, *filter(None, (saved.against, saved.allies) if saved else ()))
    session = Session.from_saved(saved, game)
    session.is_shared_deal |= not session.table.over
    return session
