"""What in a scenario has a name of its own, and the actions that use it: Techs, Gear, Robos, Waves, Storms, Events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from throwdown.envs.core.kit import Piece, Setup, tr
from throwdown.envs.fusion.sheets import writer
from throwdown.envs.fusion.sheets.scenario import Scenario
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.terms import COACH


class _Use(NamedTuple):
    """How an ability is used: what it is, whose, by which seats, and the texts of its actions in any game."""

    kind: str
    owner: str
    seats: tuple[int, ...]
    labels: tuple[str, ...]


# Places on a Pilot's page, the last ones first: what lies there, and its actions.
_PILOT: tuple[tuple[int, str, tuple[str, ...]], ...] = (
    (book.Page.CHARGE_TECHS, tr("Charge Tech"), ("charge {k}",)),
    (book.Page.SUMMON, tr("Robo"), ("summon",)),
    (book.Page.SACRIFICE, tr("Gear"), ("sacrifice {k}",)),
    (book.Page.ACTIVATE, tr("Gear"), ("gear {k}", "activate {k}")),
    (book.Page.ROBO_TECHS, tr("Robo Tech"), ("robo-tech {k}",)),
    (book.Page.TECHS, tr("Tech"), ("tech {k}",)),
)


def pieces(setup: Setup) -> list[Piece]:
    """Return what a scenario names and a game's actions use; what all Pilots may use is one piece.

    Gear that only adds to Hand Max or Strike is used by no action and is left out, like the Rumble Techs of Positions,
    which are one action for whoever holds the Position.
    """
    ids = {label: i for i, label in enumerate(setup.game.actions.labels)}
    scenario = Scenario.model_validate(dict(setup.config))
    found: dict[tuple[str, _Use], Piece] = {}
    for ability in writer.abilities(scenario):
        for use in _uses(ability.id, scenario):
            actions = tuple(ids[label] for label in use.labels if label in ids)
            if actions:
                found[ability.title, use] = Piece(ability.title, use.kind, use.owner, use.seats, actions)
    return list(found.values())


def _uses(id: int, scenario: Scenario) -> Iterator[_Use]:
    """Yield how an ability of the book is used, unless it is a Rumble Tech."""
    pilots = tuple(range(1, len(scenario.pilots) + 1))
    if id >= book.POSITION_PAGE:
        return
    if id >= book.THREAT_PAGES:
        t, k = divmod(id - book.THREAT_PAGES, book.THREAT_PAGE)
        is_wave, owner = k < book.MAX_WAVES, tr(writer.all_threats(scenario)[t].name)
        label = f"wave {t}.{k}" if is_wave else f"storm {t}.{k - book.MAX_WAVES}"
        yield _Use(tr("Wave") if is_wave else tr("Storm"), owner, (COACH,), (label,))
        return
    page, k = divmod(id, book.PAGE)
    if page == COACH:
        is_boon = k >= book.CoachPage.BOONS
        where = tr(scenario.location.name) if scenario.location else ""
        event = _Use(tr("Event"), "", (COACH,), (f"omen {k - book.CoachPage.EVENTS}",))
        yield _Use(tr("boon"), where, pilots, (f"boon {k - book.CoachPage.BOONS}",)) if is_boon else event
        return
    first, kind, labels = next(x for x in _PILOT if k >= x[0])
    if first == book.Page.CHARGE_TECHS:
        yield _Use(kind, "", pilots, tuple(x.format(k=k - first) for x in labels))
    else:
        owner = tr(scenario.pilots[page - 1].name)
        yield _Use(kind, owner, (page,), tuple(x.format(k=k - first) for x in labels))
