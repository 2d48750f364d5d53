"""What a seat of a Gambit observes."""

from __future__ import annotations

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.fields import Block, Field, Fields
from throwdown.envs.core.kit import NONE, Ints, Named, Out, cardset, kernel
from throwdown.envs.fusion.gambit import actions, state
from throwdown.envs.fusion.sheets.playbooks import SPECIALTIES
from throwdown.envs.fusion.world import agenda, obs as obs_world
from throwdown.envs.fusion.world.terms import COACH, FIRST_PHASE

FIELDS = Fields(
    [
        *obs_world.head(state.PHASES),
        Field("threshold", FACES, 0, 1, "the Threshold if the viewer knows it, one-hot"),
        Field("played", FACES, 0, 1, "the acting Pilot's face-up card, one-hot"),
        obs_world.TRASH,
        Field(
            "source",
            len(state.Source),
            0,
            1,
            f"where the Threshold came from, one-hot: {', '.join(state.Source.labels())}",
        ),
        Field("face_up", 1, 0, 1, "whether the Threshold lies face-up"),
        Field("flipped", 1, 0, 1, "whether the Pilot's card came off the deck"),
        Field("newer", 1, 0, 1, "whether the newer edition is played"),
        Field("specialty", 1, 0, 1, "whether the acting Pilot's Specialty is involved"),
        Field("great", 1, 0, 1, "whether much hangs on her goal"),
        Field("narrative", 1, 0, 1, "whether a consequence may always be narrative"),
        Field("outcome", len(state.Outcome), 0, 1, f"one-hot: {', '.join(state.Outcome.labels())}"),
        Field("result", len(state.Result), 0, 1, f"one-hot: {', '.join(state.Result.labels())}"),
        Field("left", 1, 0, 2, "consequences that Coach still has to choose"),
        Field(
            "last",
            len(actions.Consequence),
            0,
            1,
            f"the one chosen last, one-hot: {', '.join(actions.Consequence.labels())}",
        ),
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


class At(Named):
    """Where the fields begin, and the slots of the Pilots behind them."""

    PHASE = FIELDS.at("phase")
    VIEWER = FIELDS.at("viewer")
    MOVER = FIELDS.at("mover")
    HAND = FIELDS.at("hand")
    THRESHOLD = FIELDS.at("threshold")
    PLAYED = FIELDS.at("played")
    TRASH = FIELDS.at("trash")
    SOURCE = FIELDS.at("source")
    FACE_UP = FIELDS.at("face_up")
    FLIPPED = FIELDS.at("flipped")
    NEWER = FIELDS.at("newer")
    SPECIALTY = FIELDS.at("specialty")
    GREAT = FIELDS.at("great")
    NARRATIVE = FIELDS.at("narrative")
    OUTCOME = FIELDS.at("outcome")
    RESULT = FIELDS.at("result")
    LEFT = FIELDS.at("left")
    LAST = FIELDS.at("last")
    HARMONY = FIELDS.at("harmony")
    COACH_HAND = FIELDS.at("coach_hand")
    DAMAGE = FIELDS.at("damage")
    EFFECT = FIELDS.at("effect")
    RATING = FIELDS.at("rating")
    SLOTS = FIELDS.fixed_width


class SlotAt(Named):
    """Where the fields of a Pilot begin in her slot, and where the next slot does."""

    ACTING = FIELDS.at("acting")
    HAND_SIZE = FIELDS.at("hand_size")
    CHARGES = FIELDS.at("charges")
    CHARGE_MAX = FIELDS.at("charge_max")
    BUFFERS = FIELDS.at("buffers")
    BUFFER_MAX = FIELDS.at("buffer_max")
    COMMITMENT = FIELDS.at("commitment")
    COMMITMENT_MAX = FIELDS.at("commitment_max")
    PLAYBOOK = FIELDS.at("playbook")
    LESSONS = FIELDS.at("lessons")
    ROBO = FIELDS.at("robo")
    HIT = FIELDS.at("hit")
    END = FIELDS.blocks[0].size


@kernel
def observe(s: state.State, viewer: int, row: Ints, out: Out) -> None:
    """Write what ``viewer`` knows."""
    obs_world.observe_head(s, viewer, row, At.VIEWER)
    obs_world.observe_team(s, viewer, row, At.HARMONY, At.TRASH)
    observe_cards(s, viewer, row)
    observe_conflict(s, row)
    obs_world.observe_threats(s, row, At.RATING)
    kind = 0 if s.pending.depth == 0 or s.phase >= FIRST_PHASE else agenda.top_kind(s, out)
    obs_world.observe_pending(s, kind, row, At.DAMAGE)
    for p in range(1, s.cfg.pilots + 1):
        observe_pilot(s, p, row, At.SLOTS + (p - 1) * SlotAt.END)
    obs_world.observe_known(s, viewer, row, At.SLOTS, SlotAt.END)


@kernel
def observe_cards(s: state.State, viewer: int, row: Ints) -> None:
    """Write the cards of the table: a face-down Threshold is known to Coach, if it left his Hand (C-40)."""
    if s.threshold != NONE:
        row[At.THRESHOLD + s.threshold] = 1
        row[At.FACE_UP] = 1
    elif s.source == state.Source.HAND and viewer == COACH and s.sealed[COACH] != NONE:
        row[At.THRESHOLD + s.sealed[COACH]] = 1
    if s.played != NONE:
        row[At.PLAYED + s.played] = 1
    row[At.COACH_HAND] = cardset.size(s.world.hand[COACH])


@kernel
def observe_conflict(s: state.State, row: Ints) -> None:
    """Write what is publicly known of the Gambit."""
    row[At.SOURCE + s.source] = 1
    row[At.FLIPPED] = s.flipped
    row[At.NEWER] = s.cfg.edition
    row[At.SPECIALTY] = s.specialty
    row[At.GREAT] = s.great
    row[At.NARRATIVE] = s.cfg.narrative
    row[At.OUTCOME + s.outcome] = 1
    row[At.RESULT + s.result] = 1
    row[At.LEFT] = s.left
    if s.last != NONE:
        row[At.LAST + s.last] = 1


@kernel
def observe_pilot(s: state.State, p: int, row: Ints, o: int) -> None:
    """Write what is publicly known of a Pilot."""
    w = s.world
    row[o + SlotAt.ACTING] = 1 if s.acting == p else 0
    row[o + SlotAt.HAND_SIZE] = cardset.size(w.hand[p])
    obs_world.observe_gauges(s, p, row, o + SlotAt.CHARGES)
    row[o + SlotAt.PLAYBOOK + s.cfg.specialty[p]] = 1
    row[o + SlotAt.LESSONS] = w.lessons[p]
    obs_world.observe_outfit(s, p, row, o + SlotAt.ROBO)
