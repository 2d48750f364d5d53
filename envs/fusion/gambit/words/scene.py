"""The Gambit as a picture: the Threshold and the card that answers it."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core.kit import Setup, tr
from throwdown.envs.core.scene import Gauge, Laid, Pile, Scene, place
from throwdown.envs.fusion.gambit import state
from throwdown.envs.fusion.gambit.words import labels, text
from throwdown.envs.fusion.words import scene as shared
from throwdown.envs.fusion.world.terms import COACH


def scene(s: state.State, viewer: int | None, setup: Setup) -> Scene:
    """Return what a picture of the table shows, as ``viewer`` (None: everything) sees it."""
    seen = text.view(s, viewer, setup)
    acting = int(s.acting)

    def note(p: int) -> list[str]:
        risk = tr("plays the Gambit, her Specialty involved") if s.specialty else tr("plays the Gambit")
        return [risk] if p == acting else []

    whose = tr("Gambit of {who}", who=shared.name_of(acting, setup))
    return shared.scene(
        s,
        viewer,
        setup,
        text.prompt(s, setup),
        lambda p: shared.person(s, p, viewer, setup, notes=note(p)),
        place=place(whose, s.over),
        piles=_piles(s, seen, setup),
        gauges=_gauges(seen),
    )


def _piles(s: state.State, seen: dict[str, Any], setup: Setup) -> tuple[Pile, ...]:
    """Return the two cards that decide: Coach's Threshold and the answer."""
    threshold, played = seen["threshold"], seen["played"]
    is_coachs = seen["threshold_source"] == "hand"
    mark = shared.laid(threshold or "", COACH, setup) if is_coachs else Laid(threshold or "")
    answer = Laid(played or "") if seen["flipped"] else shared.laid(played or "", int(s.acting), setup)
    source = tr("from his hand") if is_coachs else tr("from the deck, unseen")
    how = tr("flipped from the deck") if seen["flipped"] else tr("from her hand")
    return (
        Pile(
            labels.THRESHOLD,
            (mark,) if threshold else (),
            source if threshold else "",
            not s.over and played is None,
        ),
        Pile(
            labels.ANSWER,
            (answer,) if played else (),
            how if played else "",
            not s.over and played is not None,
        ),
    )


def _gauges(seen: dict[str, Any]) -> list[Gauge]:
    found = []
    if seen["outcome"]:
        found.append(Gauge(tr("Outcome"), 0, note=labels.OUTCOMES[seen["outcome"]]))
    if seen["last_consequence"]:
        found.append(Gauge(tr("Consequence"), 0, note=labels.TRIGGERS[seen["last_consequence"]]))
    return found
