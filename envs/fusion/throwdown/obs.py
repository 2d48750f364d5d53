"""What a seat of a Throwdown observes."""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.core.events import Out
from throwdown.envs.core.fields import Block, Field, Fields
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.throwdown.drives import strike_of, top_card
from throwdown.envs.fusion.throwdown.state import (
    PHASES,
    RESULTS,
    RUMBLE_STAGE,
    SHARE_PHASE,
    SHARE_TO_PHASE,
    STAGES,
    State,
)
from throwdown.envs.fusion.world import obs as obs_world
from throwdown.envs.fusion.world.agenda import top_kind
from throwdown.envs.fusion.world.book import MAX_POSITIONS
from throwdown.envs.fusion.world.conflict import SHARED_PHASES
from throwdown.envs.fusion.world.obs import (
    observe_gauges,
    observe_head,
    observe_known,
    observe_outfit,
    observe_pending,
    observe_team,
    observe_threats,
)
from throwdown.envs.fusion.world.state import COACH, SEATS

FIELDS = Fields(
    [
        *obs_world.head(PHASES),
        Field("sealed", FACES, 0, 1, "the viewer's own face-down initiative card, one-hot"),
        Field("top", FACES, 0, 1, "the card on top of the Pile, one-hot"),
        Field("under", FACES, 0, 1, "the card under it, one-hot"),
        Field("piles", FACES, 0, 2, "all cards in the Piles, copies per card"),
        obs_world.TRASH,
        Field("top_mine", 1, 0, 1, "whether the viewer's side leads"),
        Field(
            "top_opener",
            1,
            0,
            3,
            "how the top card opened its stage: 0 not, 1 initiative, 2 Escalate, 3 Rumble",
        ),
        Field("stage", STAGES, 0, 1, "the stage, one-hot; none before initiative is won"),
        Field("won", STAGES, -1, 1, "who scored each stage: 1 the viewer's side, -1 the other, 0 nobody"),
        Field("score", 2, 0, 127, "points of the viewer's side, of the other"),
        *obs_world.TEAM,
        Field("for_team", 1, -1, 1, "whether the Commander fights for the team; -1 not asked yet"),
        Field("started_by", 1, -1, 1, "which side began: 0 Coach, 1 Pilots; -1 not asked yet"),
        Field("challenger", SEATS, 0, 1, "who challenged, one-hot"),
        obs_world.COACH_HAND,
        Field("coach_sealed", 1, 0, 1, "whether Coach has a card face-down"),
        Field("coach_strike", 1, 0, 15, "Coach's Strike, 0 before it is fixed"),
        Field("result", len(RESULTS), 0, 1, f"one-hot: {', '.join(RESULTS)}"),
        Field("basic", 2, 0, 7, "Basic Spoils left to the viewer's side, to the other"),
        Field("ultimate", 2, 0, 3, "Ultimate Spoils left, likewise"),
        Field("rumble", 1, 0, 4, "the Rumble stage, 0 outside a Rumble"),
        Field("form_buffers", 1, 0, 127, "Buffers of the Final Form"),
        Field("form_charges", 1, 0, 127, "its Charges"),
        Field("fresh", FACES, 0, 2, "to the Head while she shares: the cards that she may give"),
        *obs_world.PENDING,
        *obs_world.THREATS,
    ],
    Block(
        obs_world.PILOT,
        (
            Field("involved", 1, 0, 1, "takes part"),
            Field("commander", 1, 0, 1, "is the Commander"),
            obs_world.HAND_SIZE,
            Field("has_sealed", 1, 0, 1, "has a card face-down"),
            Field("strike", 1, 0, 15, "Strike as it stands, 0 before it is fixed"),
            *obs_world.GAUGES,
            *obs_world.OUTFIT,
            Field("position", MAX_POSITIONS, 0, 1, "her Position in the Final Form, one-hot, the Head first"),
            Field("ejected", 1, 0, 1, "was forced out of the Rumble"),
            Field("asked", 1, 0, 1, "was offered the Drive this turn"),
            Field("given", 1, 0, 108, "cards that the Commander owes her"),
            Field("cursor", 1, 0, 1, "is the one a round stands at"),
        ),
    ),
    Block(obs_world.PILOT, (obs_world.KNOWN,), least=2),
)

_at = FIELDS.at
PHASE, VIEWER, MOVER, HAND = _at("phase"), _at("viewer"), _at("mover"), _at("hand")
SEALED, TOP, UNDER, PILES, TRASH = _at("sealed"), _at("top"), _at("under"), _at("piles"), _at("trash")
TOP_MINE, TOP_OPENER, STAGE, WON, SCORE = (
    _at("top_mine"),
    _at("top_opener"),
    _at("stage"),
    _at("won"),
    _at("score"),
)
HARMONY, FOR_TEAM, STARTED_BY = _at("harmony"), _at("for_team"), _at("started_by")
CHALLENGER, COACH_HAND, COACH_SEALED = _at("challenger"), _at("coach_hand"), _at("coach_sealed")
COACH_STRIKE, RESULT, BASIC, ULTIMATE = _at("coach_strike"), _at("result"), _at("basic"), _at("ultimate")
RUMBLE, FORM_BUFFERS, FORM_CHARGES, FRESH = (
    _at("rumble"),
    _at("form_buffers"),
    _at("form_charges"),
    _at("fresh"),
)
DAMAGE, EFFECT, RATING, RATING_MAX = _at("damage"), _at("effect"), _at("rating"), _at("rating_max")
POINTS, THREAT_BUFFERS, STACK, THREAT_HIT = (
    _at("points"),
    _at("threat_buffers"),
    _at("stack"),
    _at("threat_hit"),
)
SLOTS, SLOT_WIDTH = FIELDS.fixed_width, FIELDS.blocks[0].size
INVOLVED, COMMANDER, HAND_SIZE, HAS_SEALED = (
    _at("involved"),
    _at("commander"),
    _at("hand_size"),
    _at("has_sealed"),
)
STRIKE, CHARGES, CHARGE_MAX = _at("strike"), _at("charges"), _at("charge_max")
BUFFERS, BUFFER_MAX, COMMITMENT, COMMITMENT_MAX = (
    _at("buffers"),
    _at("buffer_max"),
    _at("commitment"),
    _at("commitment_max"),
)
ROBO, ENDURANCE, POSITION, EJECTED = _at("robo"), _at("endurance"), _at("position"), _at("ejected")
ASKED, GIVEN, CURSOR, HIT = _at("asked"), _at("given"), _at("cursor"), _at("hit")


@kernel
def observe(s: State, viewer: int, out: Out) -> None:
    """Write what ``viewer`` knows."""
    observe_head(s, viewer, out.row, VIEWER, SLOTS, SLOT_WIDTH)
    observe_team(s, viewer, out.row, HARMONY, TRASH)
    if s.sealed[viewer] != NONE:
        out.row[SEALED + wide(s.sealed[viewer])] = 1
    side = 0 if viewer == COACH else 1
    observe_piles(s, side, out)
    observe_conflict(s, side, out)
    observe_rumble(s, viewer, out)
    observe_threats(s, out.row, RATING)
    kind = 0 if s.pending.depth == 0 or s.phase >= len(SHARED_PHASES) else top_kind(s, out)
    observe_pending(s, kind, out.row, DAMAGE)
    for p in range(1, s.cfg.pilots + 1):
        observe_pilot(s, p, out, SLOTS + (p - 1) * SLOT_WIDTH)
    observe_known(s, viewer, out.row, SLOTS, SLOT_WIDTH)


@kernel
def observe_piles(s: State, side: int, out: Out) -> None:
    """Write the Piles, the stages and the score."""
    row = out.row
    for i in range(s.pile_n):
        row[PILES + wide(s.pile_card[i])] += 1
    if s.pile_n > 0:
        row[TOP + top_card(s)] = 1
        row[TOP_MINE] = 1 if (s.pile_by[s.pile_n - 1] == COACH) == (side == 0) else 0
        if s.pile_n - 1 == s.pile_from[s.stage]:
            row[TOP_OPENER] = s.opened[s.stage]
        if s.pile_n > 1:
            row[UNDER + wide(s.pile_card[s.pile_n - 2])] = 1
    if s.stage > 0:
        row[STAGE + wide(s.stage) - 1] = 1
        for k in range(1, s.stage + 1):
            if s.scored[k] != NONE:
                row[WON + k - 1] = 1 if s.scored[k] == side else -1
    row[SCORE] = s.score[side]
    row[SCORE + 1] = s.score[1 - side]


@kernel
def observe_conflict(s: State, side: int, out: Out) -> None:
    """Write what is publicly known of the conflict."""
    row = out.row
    row[FOR_TEAM] = s.for_team
    row[STARTED_BY] = s.started_by
    row[CHALLENGER + wide(s.challenger)] = 1
    row[COACH_HAND] = cardset.size(s.world.hand[COACH])
    row[COACH_SEALED] = 1 if s.sealed[COACH] != NONE else 0
    row[COACH_STRIKE] = strike_of(s, COACH)
    row[RESULT + wide(s.result)] = 1
    for k in range(2):
        row[BASIC + k] = s.basic[side if k == 0 else 1 - side]
        row[ULTIMATE + k] = s.ultimate[side if k == 0 else 1 - side]


@kernel
def observe_rumble(s: State, viewer: int, out: Out) -> None:
    """Write the Final Form; the cards that its Head may share are hers to know."""
    row, c = out.row, s.conflict
    if s.stage < RUMBLE_STAGE:
        return
    row[RUMBLE] = c.rumble
    row[FORM_BUFFERS] = c.form_buffers
    row[FORM_CHARGES] = c.form_charges
    for p in range(1, s.cfg.pilots + 1):
        o = SLOTS + (p - 1) * SLOT_WIDTH
        row[o + EJECTED] = c.ejected[p]
        if c.position[p] != NONE:
            row[o + POSITION + wide(c.position[p])] = 1
    if viewer == c.head and (s.phase == SHARE_PHASE or s.phase == SHARE_TO_PHASE):
        cardset.write(s.fresh, row, FRESH)


@kernel
def observe_pilot(s: State, p: int, out: Out, o: int) -> None:
    """Write what is publicly known of a Pilot."""
    row = out.row
    row[o + INVOLVED] = s.conflict.involved[p]
    row[o + COMMANDER] = 1 if s.conflict.commander[1] == p else 0
    row[o + HAND_SIZE] = cardset.size(s.world.hand[p])
    row[o + HAS_SEALED] = 1 if s.sealed[p] != NONE else 0
    row[o + STRIKE] = strike_of(s, p)
    observe_gauges(s, p, row, o + CHARGES)
    observe_outfit(s, p, row, o + ROBO)
    row[o + ASKED] = s.asked[p]
    row[o + GIVEN] = s.given[p]
    row[o + CURSOR] = 1 if s.at == p else 0
