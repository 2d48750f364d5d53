"""Why a Throwdown was won or lost, in one short sentence."""

from __future__ import annotations

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import Finish, Setup, tr
from throwdown.envs.fusion.throwdown.state import LAST_STAGE, Result, State
from throwdown.envs.fusion.words import headline as parts, names

_OPENS = ("INITIATIVE_WON", "ESCALATED", "RUMBLE_INITIATED")


def headline(s: State, finish: Finish, setup: Setup) -> str:
    """Return how the last card held, and why the other side gave up; empty if it was not played out."""
    if s.result == Result.REFUSED:
        return tr(
            "{Loser} did not answer the challenge.",
            Loser=names.first_upper(parts.whom(1 - s.winner, finish, setup)),
        )
    if s.result != Result.CONCEDED:
        return ""
    held, pile = "", list[int]()
    for event in finish.events:
        if event.kind == "COUNTERED":
            held = _beat(event, pile, finish, setup)
            pile.append(event.card)
        elif event.kind == "BLOCKED":
            held = tr(
                "{whose} {card} Blocked the {other}",
                other=parts.rank(event.amount),
                **_known(event, finish, setup),
            )
            del pile[-1:]
        elif event.kind in _OPENS:
            held = _opened(event, finish, setup)
            pile = [event.card]
        elif event.kind == "ROUTED":
            return _routed(event, finish, setup)
    return tr("{held}; {gave_up}.", held=held, gave_up=_gave_up(s, finish, setup))


def _known(event: Happening, finish: Finish, setup: Setup) -> dict[str, str]:
    return {"whose": parts.whose(event.seat, finish, setup), "card": parts.rank(event.card)}


def _beat(event: Happening, pile: list[int], finish: Finish, setup: Setup) -> str:
    known = _known(event, finish, setup)
    if not pile:
        return tr("{whose} {card} held", **known)
    return tr("{whose} {card} beat the {other}", other=parts.rank(pile[-1]), **known)


def _opened(event: Happening, finish: Finish, setup: Setup) -> str:
    stage = LAST_STAGE + 1 if event.kind == "RUMBLE_INITIATED" else event.number
    n = stage - LAST_STAGE
    if n > 0:
        return tr("{whose} {card} opened Rumble {n}", n=n, **_known(event, finish, setup))
    return tr("{whose} {card} opened stage {n}", n=stage, **_known(event, finish, setup))


def _routed(event: Happening, finish: Finish, setup: Setup) -> str:
    if event.seat == finish.viewer:
        return tr("You were routed, and had to Concede.")
    return tr("{who} was routed, and had to Concede.", who=setup.people[event.seat])


def _gave_up(s: State, finish: Finish, setup: Setup) -> str:
    """Return why the other side gave up: what its hand allowed is told, since the game is over."""
    loser = parts.whom(1 - int(s.winner), finish, setup)
    if finish.choices == {"concede"}:
        return tr("{loser} had no answer", loser=loser)
    if not finish.choices & {"counter", "block"}:
        return tr("{loser} could not beat it, and Conceded", loser=loser)
    return tr("{loser} Conceded", loser=loser)
