"""What FUSION calls its two sides, and where its observations count the cards that they hold."""

from __future__ import annotations

from collections.abc import Mapping

from throwdown.envs.core.kit import Setup, tr
from throwdown.envs.core.signals import Hand, Signals

CALLED = {"coach": tr("Coach"), "pilot": tr("the Pilots"), "pilots": tr("the Pilots")}
"""By their roles, and by what positions call them."""


def count_hands(
    setup: Setup,
    seals: bool = True,
    step: tuple[str, str] | None = None,
    ends: tuple[str, tuple[str, ...]] | None = None,
    choices: Mapping[str, tuple[str, ...]] | None = None,
) -> Signals:
    """Return the signals of a game of one conflict.

    Args:
        setup: the game.
        seals: whether cards can be laid face down for later, which counts as holding them.
        step: see `Signals`; likewise the next two.
        ends: the field that says how a game ended.
        choices: ranges of actions, by what is chosen by them.
    """
    coach = Hand(("coach_hand", "coach_sealed") if seals else ("coach_hand",))
    slots = [f"pilot_{k}." for k in range(len(setup.seats) - 1)]
    held = ("hand_size", "has_sealed") if seals else ("hand_size",)
    known = ("known",) if len(slots) > 1 else ()  # of cards that another Pilot holds
    pilots = [Hand(*(tuple(slot + name for name in names) for names in (held, known))) for slot in slots]
    return Signals(step, ends, choices or {}, "viewer", (coach, *pilots), ("deck", "stack"))
