"""What a seat of a Gambit observes."""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.core.events import Out
from throwdown.envs.core.fields import Block, Field, Fields
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.gambit.actions import CONSEQUENCES
from throwdown.envs.fusion.gambit.state import FROM_HAND, OUTCOMES, PHASES, RESULTS, SOURCES, State
from throwdown.envs.fusion.sheets.playbooks import SPECIALTIES
from throwdown.envs.fusion.world import obs as obs_world
from throwdown.envs.fusion.world.agenda import top_kind
from throwdown.envs.fusion.world.conflict import FIRST_PHASE
from throwdown.envs.fusion.world.obs import (
    observe_gauges,
    observe_head,
    observe_known,
    observe_outfit,
    observe_pending,
    observe_team,
    observe_threats,
)
from throwdown.envs.fusion.world.state import COACH

FIELDS = Fields(
    [
        *obs_world.head(PHASES),
        Field("threshold", FACES, 0, 1, "the Threshold if the viewer knows it, one-hot"),
        Field("played", FACES, 0, 1, "the acting Pilot's face-up card, one-hot"),
        obs_world.TRASH,
        Field("source", len(SOURCES), 0, 1, f"where the Threshold came from, one-hot: {', '.join(SOURCES)}"),
        Field("face_up", 1, 0, 1, "whether the Threshold lies face-up"),
        Field("flipped", 1, 0, 1, "whether the Pilot's card came off the deck"),
        Field("newer", 1, 0, 1, "whether the newer edition is played"),
        Field("specialty", 1, 0, 1, "whether the acting Pilot's Specialty is involved"),
        Field("outcome", len(OUTCOMES), 0, 1, f"one-hot: {', '.join(OUTCOMES)}"),
        Field("result", len(RESULTS), 0, 1, f"one-hot: {', '.join(RESULTS)}"),
        Field("left", 1, 0, 2, "consequences that Coach has still to choose"),
        Field("last", len(CONSEQUENCES), 0, 1, f"the one chosen last, one-hot: {', '.join(CONSEQUENCES)}"),
        *obs_world.TEAM,
        obs_world.COACH_HAND,
        *obs_world.PENDING,
        *obs_world.THREATS,
    ],
    Block(
        obs_world.PILOT,
        (
            Field("acting", 1, 0, 1, "it is her Gambit"),
            obs_world.HAND_SIZE,
            *obs_world.GAUGES,
            Field("playbook", len(SPECIALTIES), 0, 1, f"her Specialty, one-hot: {', '.join(SPECIALTIES)}"),
            Field("lessons", 1, 0, 100, "Lessons recorded"),
            *obs_world.OUTFIT,
        ),
    ),
    Block(obs_world.PILOT, (obs_world.KNOWN,), least=2),
)

_at = FIELDS.at
PHASE, VIEWER, MOVER, HAND = _at("phase"), _at("viewer"), _at("mover"), _at("hand")
THRESHOLD, PLAYED, TRASH, SOURCE = _at("threshold"), _at("played"), _at("trash"), _at("source")
FACE_UP, FLIPPED, NEWER, SPECIALTY = _at("face_up"), _at("flipped"), _at("newer"), _at("specialty")
OUTCOME, RESULT, LEFT, LAST = _at("outcome"), _at("result"), _at("left"), _at("last")
HARMONY, COACH_HAND, DAMAGE = _at("harmony"), _at("coach_hand"), _at("damage")
EFFECT, RATING = _at("effect"), _at("rating")
SLOTS, SLOT_WIDTH = FIELDS.fixed_width, FIELDS.blocks[0].size
ACTING, HAND_SIZE, CHARGES, CHARGE_MAX = _at("acting"), _at("hand_size"), _at("charges"), _at("charge_max")
BUFFERS, BUFFER_MAX = _at("buffers"), _at("buffer_max")
COMMITMENT, COMMITMENT_MAX = _at("commitment"), _at("commitment_max")
PLAYBOOK, LESSONS, ROBO, HIT = _at("playbook"), _at("lessons"), _at("robo"), _at("hit")


@kernel
def observe(s: State, viewer: int, out: Out) -> None:
    """Write what ``viewer`` knows."""
    observe_head(s, viewer, out.row, VIEWER, SLOTS, SLOT_WIDTH)
    observe_team(s, viewer, out.row, HARMONY, TRASH)
    observe_cards(s, viewer, out)
    observe_conflict(s, out)
    observe_threats(s, out.row, RATING)
    kind = 0 if s.pending.depth == 0 or s.phase >= FIRST_PHASE else top_kind(s, out)
    observe_pending(s, kind, out.row, DAMAGE)
    for p in range(1, s.cfg.pilots + 1):
        observe_pilot(s, p, out, SLOTS + (p - 1) * SLOT_WIDTH)
    observe_known(s, viewer, out.row, SLOTS, SLOT_WIDTH)


@kernel
def observe_cards(s: State, viewer: int, out: Out) -> None:
    """Write the cards of the table: a face-down Threshold is known to Coach, if it left his Hand (C-40)."""
    row = out.row
    if s.threshold != NONE:
        row[THRESHOLD + wide(s.threshold)] = 1
        row[FACE_UP] = 1
    elif s.source == FROM_HAND and viewer == COACH and s.sealed[COACH] != NONE:
        row[THRESHOLD + wide(s.sealed[COACH])] = 1
    if s.played != NONE:
        row[PLAYED + wide(s.played)] = 1
    row[COACH_HAND] = cardset.size(s.world.hand[COACH])


@kernel
def observe_conflict(s: State, out: Out) -> None:
    """Write what is publicly known of the Gambit."""
    row = out.row
    row[SOURCE + wide(s.source)] = 1
    row[FLIPPED] = s.flipped
    row[NEWER] = s.cfg.edition
    row[SPECIALTY] = s.specialty
    row[OUTCOME + wide(s.outcome)] = 1
    row[RESULT + wide(s.result)] = 1
    row[LEFT] = s.left
    if s.last != NONE:
        row[LAST + wide(s.last)] = 1


@kernel
def observe_pilot(s: State, p: int, out: Out, o: int) -> None:
    """Write what is publicly known of a Pilot."""
    row, w = out.row, s.world
    row[o + ACTING] = 1 if s.acting == p else 0
    row[o + HAND_SIZE] = cardset.size(w.hand[p])
    observe_gauges(s, p, row, o + CHARGES)
    row[o + PLAYBOOK + wide(s.cfg.specialty[p])] = 1
    row[o + LESSONS] = w.lessons[p]
    observe_outfit(s, p, row, o + ROBO)
