"""What a seat of a Gambit observes."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.core.fields import Field, Fields
from throwdown.envs.core.jit import kernel
from throwdown.envs.fusion.gambit.actions import CONSEQUENCES
from throwdown.envs.fusion.gambit.state import FROM_HAND, OUTCOMES, PHASES, RESULTS, SOURCES
from throwdown.envs.fusion.sheets import SPECIALTIES
from throwdown.envs.fusion.triggers import NO_DAMAGE, THREAT_TRAUMA, TRAUMA
from throwdown.envs.fusion.triggers import SCHISM as SCHISM_POINT
from throwdown.envs.fusion.world import COACH, SEATS, can_see_hand

FIELDS = Fields(
    fixed=[
        Field("phase", len(PHASES), 0, 1, f"what is being decided, one-hot: {', '.join(PHASES)}"),
        Field("viewer", SEATS, 0, 1, "who looks, one-hot over seats: Coach, then the Pilots"),
        Field("mover", SEATS, 0, 1, "who decides, one-hot; none when it is over"),
        Field("hand", FACES, 0, 2, "the viewer's hand, copies per card"),
        Field("threshold", FACES, 0, 1, "the Threshold if the viewer knows it, one-hot"),
        Field("played", FACES, 0, 1, "the acting Pilot's face-up card, one-hot"),
        Field("trash", FACES, 0, 2, "cards in the Trash, copies per card"),
        Field("source", len(SOURCES), 0, 1, f"where the Threshold came from, one-hot: {', '.join(SOURCES)}"),
        Field("face_up", 1, 0, 1, "whether the Threshold lies face-up"),
        Field("flipped", 1, 0, 1, "whether the Pilot's card came off the deck"),
        Field("newer", 1, 0, 1, "whether the newer edition is played"),
        Field("specialty", 1, 0, 1, "whether the acting Pilot's Specialty is involved"),
        Field("outcome", len(OUTCOMES), 0, 1, f"one-hot: {', '.join(OUTCOMES)}"),
        Field("result", len(RESULTS), 0, 1, f"one-hot: {', '.join(RESULTS)}"),
        Field("left", 1, 0, 2, "consequences that Coach has still to choose"),
        Field("last", len(CONSEQUENCES), 0, 1, f"the one chosen last, one-hot: {', '.join(CONSEQUENCES)}"),
        Field("harmony", 1, 0, 7, "team Harmony, 1 Red to 7 Violet"),
        Field("deck", 2, 0, 108, "cards left in the deck (Coach's; the Pilots', if they have their own)"),
        Field("omens", 1, 0, 4, "Active Omens"),
        Field("coach_hand", 1, 0, 108, "cards in Coach's hand"),
        Field("damage", 3, 0, 1, "the point that is landing, one-hot: Trauma, Purge, Schism"),
    ],
    slot=[
        Field("acting", 1, 0, 1, "it is her Gambit"),
        Field("hand_size", 1, 0, 108, "cards in hand"),
        Field("charges", 1, 0, 30, "Charges"),
        Field("charge_max", 1, 0, 30, "size of the gauge"),
        Field("buffers", 1, 0, 30, "Buffers"),
        Field("buffer_max", 1, 0, 30, "their maximum"),
        Field("commitment", 4, 0, 15, "Steel, Flesh, Synch, Solo"),
        Field("commitment_max", 4, 0, 15, "their maxima"),
        Field("playbook", len(SPECIALTIES), 0, 1, f"her Specialty, one-hot: {', '.join(SPECIALTIES)}"),
        Field("lessons", 1, 0, 100, "Lessons recorded"),
        Field("hit", 1, 0, 1, "is hit by the point that is landing"),
    ],
    shared=[
        Field(
            "known",
            FACES,
            0,
            2,
            "cards that the viewer knows to be in her hand (all of them if hands are shared)",
        )
    ],
)

_at = FIELDS.at
PHASE, VIEWER, MOVER, HAND = _at("phase"), _at("viewer"), _at("mover"), _at("hand")
THRESHOLD, PLAYED, TRASH, SOURCE = _at("threshold"), _at("played"), _at("trash"), _at("source")
FACE_UP, FLIPPED, NEWER, SPECIALTY = _at("face_up"), _at("flipped"), _at("newer"), _at("specialty")
OUTCOME, RESULT, LEFT, LAST = _at("outcome"), _at("result"), _at("left"), _at("last")
HARMONY, DECK, OMENS, COACH_HAND = _at("harmony"), _at("deck"), _at("omens"), _at("coach_hand")
DAMAGE = _at("damage")
SLOTS, SLOT_WIDTH = FIELDS.fixed_width, FIELDS.slot_width
ACTING, HAND_SIZE, CHARGES, CHARGE_MAX = _at("acting"), _at("hand_size"), _at("charges"), _at("charge_max")
BUFFERS, BUFFER_MAX = _at("buffers"), _at("buffer_max")
COMMITMENT, COMMITMENT_MAX = _at("commitment"), _at("commitment_max")
PLAYBOOK, LESSONS, HIT = _at("playbook"), _at("lessons"), _at("hit")


@kernel
def observe(s: Any, viewer: int, out: Any) -> None:
    """Write what ``viewer`` knows."""
    row = out.row
    for i in range(SLOTS + s.cfg.slots * (SLOT_WIDTH + (FACES if s.cfg.slots > 1 else 0))):
        row[i] = 0
    row[PHASE + s.phase] = 1
    row[VIEWER + viewer] = 1
    if not s.over:
        row[MOVER + s.seat] = 1
    cardset.write(s.world.hand[viewer], row, HAND)
    observe_cards(s, viewer, out)
    observe_conflict(s, out)
    for p in range(1, s.cfg.pilots + 1):
        observe_pilot(s, p, out, SLOTS + (p - 1) * SLOT_WIDTH)
    if s.cfg.slots > 1:
        observe_known(s, viewer, out)


@kernel
def observe_cards(s: Any, viewer: int, out: Any) -> None:
    """Write the cards of the table: a face-down Threshold is known to Coach, if it left his Hand (C-40)."""
    row = out.row
    if s.threshold != NONE:
        row[THRESHOLD + s.threshold] = 1
        row[FACE_UP] = 1
    elif s.source == FROM_HAND and viewer == COACH and s.sealed[COACH] != NONE:
        row[THRESHOLD + s.sealed[COACH]] = 1
    if s.played != NONE:
        row[PLAYED + s.played] = 1
    for d in range(s.cfg.decks):
        cardset.write(s.world.decks[d].trash, row, TRASH)
        row[DECK + d] = s.world.decks[d].n
    row[COACH_HAND] = cardset.size(s.world.hand[COACH])


@kernel
def observe_conflict(s: Any, out: Any) -> None:
    """Write what is publicly known of the Gambit and the team."""
    row = out.row
    row[SOURCE + s.source] = 1
    row[FLIPPED] = s.flipped
    row[NEWER] = s.cfg.edition
    row[SPECIALTY] = s.specialty
    row[OUTCOME + s.outcome] = 1
    row[RESULT + s.result] = 1
    row[LEFT] = s.left
    if s.last != NONE:
        row[LAST + s.last] = 1
    row[HARMONY] = s.world.harmony
    row[OMENS] = s.world.omens
    kind = s.damage.kind
    if kind != NO_DAMAGE and kind != THREAT_TRAUMA:
        row[DAMAGE + (kind - TRAUMA if kind < THREAT_TRAUMA else 2)] = 1


@kernel
def observe_pilot(s: Any, p: int, out: Any, o: int) -> None:
    """Write what is publicly known of a Pilot."""
    row = out.row
    w, cfg = s.world, s.cfg
    row[o + ACTING] = 1 if s.acting == p else 0
    row[o + HAND_SIZE] = cardset.size(w.hand[p])
    row[o + CHARGES] = w.charges[p]
    row[o + CHARGE_MAX] = cfg.charge_max[p]
    row[o + BUFFERS] = w.buffers[p]
    row[o + BUFFER_MAX] = cfg.buffer_max[p]
    for k in range(4):
        row[o + COMMITMENT + k] = w.commitment[p, k]
        row[o + COMMITMENT_MAX + k] = cfg.commitment_max[p, k]
    row[o + PLAYBOOK + cfg.specialty[p]] = 1
    row[o + LESSONS] = w.lessons[p]
    kind = s.damage.kind
    target = s.damage.schism_by if kind == SCHISM_POINT else s.damage.target
    row[o + HIT] = 1 if kind != NO_DAMAGE and target == p else 0


@kernel
def observe_known(s: Any, viewer: int, out: Any) -> None:
    """Write what the viewer knows of the Pilots' hands."""
    row = out.row
    for p in range(1, s.cfg.pilots + 1):
        o = SLOTS + s.cfg.slots * SLOT_WIDTH + (p - 1) * FACES
        if can_see_hand(s, viewer, p):
            cardset.write(s.world.hand[p], row, o)
        else:
            cardset.write(s.world.known[viewer, p], row, o)
