"""What the observations of all FUSION games share: runs of fields, and the kernels that write them.

A game puts these runs into a layout of its own; a kernel is told where in the row its run begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.fields import Field, Fields
from throwdown.envs.core.jit import kernel
from throwdown.envs.fusion.world import SEATS, can_see_hand


def head(phases: Sequence[str]) -> list[Field]:
    """Return the fields with which every layout begins; see `observe_head`."""
    return [
        Field("phase", len(phases), 0, 1, f"what is being decided, one-hot: {', '.join(phases)}"),
        Field("viewer", SEATS, 0, 1, "who looks, one-hot over seats: Coach, then the Pilots"),
        Field("mover", SEATS, 0, 1, "who decides, one-hot; none when it is over"),
        Field("hand", FACES, 0, 2, "the viewer's hand, copies per card"),
    ]


TRASH = Field("trash", FACES, 0, 2, "cards in the Trash, copies per card")
TEAM = (
    Field("harmony", 1, 0, 7, "team Harmony, 1 Red to 7 Violet"),
    Field("deck", 2, 0, 108, "cards left in the deck (Coach's; the Pilots', if they have their own)"),
    Field("omens", 1, 0, 4, "Active Omens"),
)
COACH_HAND = Field("coach_hand", 1, 0, 108, "cards in Coach's hand")
HAND_SIZE = Field("hand_size", 1, 0, 108, "cards in hand")
GAUGES = (
    Field("charges", 1, 0, 30, "Charges"),
    Field("charge_max", 1, 0, 30, "size of the gauge"),
    Field("buffers", 1, 0, 30, "Buffers"),
    Field("buffer_max", 1, 0, 30, "their maximum"),
    Field("commitment", 4, 0, 15, "Steel, Flesh, Synch, Solo"),
    Field("commitment_max", 4, 0, 15, "their maxima"),
)
KNOWN = Field(
    "known", FACES, 0, 2, "cards that the viewer knows to be in her hand (all of them if hands are shared)"
)

_team, _gauges = Fields(TEAM), Fields(GAUGES)
HARMONY, DECK, OMENS = _team.at("harmony"), _team.at("deck"), _team.at("omens")
CHARGES, CHARGE_MAX = _gauges.at("charges"), _gauges.at("charge_max")
BUFFERS, BUFFER_MAX = _gauges.at("buffers"), _gauges.at("buffer_max")
COMMITMENT, COMMITMENT_MAX = _gauges.at("commitment"), _gauges.at("commitment_max")


@kernel
def observe_head(s: Any, viewer: int, row: Any, at: int, slots: int, slot_width: int) -> None:
    """Clear a row whose slots begin at ``slots``, then write the `head`, in which ``viewer`` lies at ``at``."""
    for i in range(slots + s.cfg.slots * (slot_width + (FACES if s.cfg.slots > 1 else 0))):
        row[i] = 0
    row[s.phase] = 1
    row[at + viewer] = 1
    if not s.over:
        row[at + SEATS + s.seat] = 1
    cardset.write(s.world.hand[viewer], row, at + 2 * SEATS)


@kernel
def observe_team(s: Any, row: Any, team: int, trash: int) -> None:
    """Write Harmony, the decks and the Omens from ``team`` on, and the Trash."""
    row[team + HARMONY] = s.world.harmony
    row[team + OMENS] = s.world.omens
    for d in range(s.cfg.decks):
        row[team + DECK + d] = s.world.decks[d].n
        cardset.write(s.world.decks[d].trash, row, trash)


@kernel
def observe_gauges(s: Any, p: int, row: Any, o: int) -> None:
    """Write the gauges on a Pilot's sheet."""
    w, cfg = s.world, s.cfg
    row[o + CHARGES] = w.charges[p]
    row[o + CHARGE_MAX] = cfg.charge_max[p]
    row[o + BUFFERS] = w.buffers[p]
    row[o + BUFFER_MAX] = cfg.buffer_max[p]
    for k in range(4):
        row[o + COMMITMENT + k] = w.commitment[p, k]
        row[o + COMMITMENT_MAX + k] = cfg.commitment_max[p, k]


@kernel
def observe_known(s: Any, viewer: int, row: Any, slots: int, slot_width: int) -> None:
    """Write, behind the slots of several Pilots, what the viewer knows of their hands."""
    if s.cfg.slots == 1:
        return
    for p in range(1, s.cfg.pilots + 1):
        o = slots + s.cfg.slots * slot_width + (p - 1) * FACES
        if can_see_hand(s, viewer, p):
            cardset.write(s.world.hand[p], row, o)
        else:
            cardset.write(s.world.known[viewer, p], row, o)
