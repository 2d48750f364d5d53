"""What a seat of a Throwdown observes."""

from __future__ import annotations

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.fields import Block, Field, Fields
from throwdown.envs.core.kit import NONE, Ints, Named, Out, cardset, kernel
from throwdown.envs.fusion.throwdown import drives, state
from throwdown.envs.fusion.world import agenda, book, obs as obs_world
from throwdown.envs.fusion.world.terms import COACH, MAX_THREATS, SEATS, Choice

FIELDS = Fields(
    [
        *obs_world.head(state.PHASES),
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
            "how the top card opened its stage: 0 it did not, 1 initiative, 2 Escalate, 3 Rumble",
        ),
        Field("stage", state.STAGES, 0, 1, "the stage, one-hot; none before initiative is won"),
        Field(
            "won", state.STAGES, -1, 1, "who scored each stage: 1 the viewer's side, -1 the other, 0 nobody"
        ),
        Field("score", 2, 0, 127, "points of the viewer's side, of the other"),
        *obs_world.TEAM,
        Field("for_team", 1, -1, 1, "whether the Commander fights for the team; -1 not asked yet"),
        Field("started_by", 1, -1, 1, "which side began: 0 Coach, 1 Pilots; -1 not asked yet"),
        Field("challenger", SEATS, 0, 1, "who challenged, one-hot"),
        obs_world.COACH_HAND,
        Field("coach_sealed", 1, 0, 1, "whether Coach has a card face-down"),
        Field("coach_strike", 1, 0, 15, "Coach's Strike, 0 before it is fixed"),
        Field("result", len(state.Result), 0, 1, f"one-hot: {', '.join(state.Result.labels())}"),
        Field("basic", 2, 0, 7, "Basic Spoils left to the viewer's side, to the other"),
        Field("ultimate", 2, 0, 3, "Ultimate Spoils left, likewise"),
        Field("rumble", 1, 0, 4, "the Rumble stage, 0 outside a Rumble"),
        Field("form_buffers", 1, 0, 127, "Buffers of the Final Form"),
        Field("form_charges", 1, 0, 127, "its Charges"),
        Field("fresh", FACES, 0, 2, "to the Head while she shares: the cards that she may give"),
        *obs_world.PENDING,
        *obs_world.THREATS,
        Field(
            "left_out",
            MAX_THREATS,
            0,
            1,
            "by Threat: it takes no part; to Coach also before the initiative cards are turned up",
        ),
        Field("asked_threat", MAX_THREATS, 0, 1, "the Threat that Coach is asked about, one-hot"),
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
            Field(
                "position",
                book.MAX_POSITIONS,
                0,
                1,
                "her Position in the Final Form, one-hot, the Head first",
            ),
            Field("ejected", 1, 0, 1, "was forced out of the Rumble"),
            Field("asked", 1, 0, 1, "was offered the Drive this turn"),
            Field("given", 1, 0, 108, "cards that the Commander owes her"),
            Field("cursor", 1, 0, 1, "is the seat that a round has reached"),
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
    SEALED = FIELDS.at("sealed")
    TOP = FIELDS.at("top")
    UNDER = FIELDS.at("under")
    PILES = FIELDS.at("piles")
    TRASH = FIELDS.at("trash")
    TOP_MINE = FIELDS.at("top_mine")
    TOP_OPENER = FIELDS.at("top_opener")
    STAGE = FIELDS.at("stage")
    WON = FIELDS.at("won")
    SCORE = FIELDS.at("score")
    HARMONY = FIELDS.at("harmony")
    FOR_TEAM = FIELDS.at("for_team")
    STARTED_BY = FIELDS.at("started_by")
    CHALLENGER = FIELDS.at("challenger")
    COACH_HAND = FIELDS.at("coach_hand")
    COACH_SEALED = FIELDS.at("coach_sealed")
    COACH_STRIKE = FIELDS.at("coach_strike")
    RESULT = FIELDS.at("result")
    BASIC = FIELDS.at("basic")
    ULTIMATE = FIELDS.at("ultimate")
    RUMBLE = FIELDS.at("rumble")
    FORM_BUFFERS = FIELDS.at("form_buffers")
    FORM_CHARGES = FIELDS.at("form_charges")
    FRESH = FIELDS.at("fresh")
    DAMAGE = FIELDS.at("damage")
    EFFECT = FIELDS.at("effect")
    RATING = FIELDS.at("rating")
    RATING_MAX = FIELDS.at("rating_max")
    POINTS = FIELDS.at("points")
    THREAT_BUFFERS = FIELDS.at("threat_buffers")
    STACK = FIELDS.at("stack")
    THREAT_HIT = FIELDS.at("threat_hit")
    LEFT_OUT = FIELDS.at("left_out")
    ASKED_THREAT = FIELDS.at("asked_threat")
    SLOTS = FIELDS.fixed_width


class SlotAt(Named):
    """Where the fields of a Pilot begin in her slot, and where the next slot does."""

    INVOLVED = FIELDS.at("involved")
    COMMANDER = FIELDS.at("commander")
    HAND_SIZE = FIELDS.at("hand_size")
    HAS_SEALED = FIELDS.at("has_sealed")
    STRIKE = FIELDS.at("strike")
    CHARGES = FIELDS.at("charges")
    CHARGE_MAX = FIELDS.at("charge_max")
    BUFFERS = FIELDS.at("buffers")
    BUFFER_MAX = FIELDS.at("buffer_max")
    COMMITMENT = FIELDS.at("commitment")
    COMMITMENT_MAX = FIELDS.at("commitment_max")
    ROBO = FIELDS.at("robo")
    ENDURANCE = FIELDS.at("endurance")
    POSITION = FIELDS.at("position")
    EJECTED = FIELDS.at("ejected")
    ASKED = FIELDS.at("asked")
    GIVEN = FIELDS.at("given")
    CURSOR = FIELDS.at("cursor")
    HIT = FIELDS.at("hit")
    END = FIELDS.blocks[0].size


@kernel
def observe(s: state.State, viewer: int, row: Ints, out: Out) -> None:
    """Write what ``viewer`` knows."""
    obs_world.observe_head(s, viewer, row, At.VIEWER)
    obs_world.observe_team(s, viewer, row, At.HARMONY, At.TRASH)
    if s.sealed[viewer] != NONE:
        row[At.SEALED + s.sealed[viewer]] = 1
    side = 0 if viewer == COACH else 1
    observe_piles(s, side, row)
    observe_conflict(s, side, row)
    observe_rumble(s, viewer, row)
    obs_world.observe_threats(s, row, At.RATING)
    observe_turnout(s, viewer, row)
    kind = 0 if s.pending.depth == 0 or s.phase >= len(Choice) else agenda.top_kind(s, out)
    obs_world.observe_pending(s, kind, row, At.DAMAGE)
    for p in range(1, s.cfg.pilots + 1):
        observe_pilot(s, p, row, At.SLOTS + (p - 1) * SlotAt.END)
    obs_world.observe_known(s, viewer, row, At.SLOTS, SlotAt.END)


@kernel
def observe_piles(s: state.State, side: int, row: Ints) -> None:
    """Write the Piles, the stages and the score."""
    for i in range(s.pile_n):
        row[At.PILES + s.pile_card[i]] += 1
    if s.pile_n > 0:
        row[At.TOP + drives.top_card(s)] = 1
        row[At.TOP_MINE] = 1 if (s.pile_by[s.pile_n - 1] == COACH) == (side == 0) else 0
        if s.pile_n - 1 == s.pile_from[s.stage]:
            row[At.TOP_OPENER] = s.opened[s.stage]
        if s.pile_n > 1:
            row[At.UNDER + s.pile_card[s.pile_n - 2]] = 1
    if s.stage > 0:
        row[At.STAGE + s.stage - 1] = 1
        for k in range(1, s.stage + 1):
            if s.scored[k] != NONE:
                row[At.WON + k - 1] = 1 if s.scored[k] == side else -1
    row[At.SCORE] = s.score[side]
    row[At.SCORE + 1] = s.score[1 - side]


@kernel
def observe_conflict(s: state.State, side: int, row: Ints) -> None:
    """Write what is publicly known of the conflict."""
    row[At.FOR_TEAM] = s.for_team
    row[At.STARTED_BY] = s.started_by
    row[At.CHALLENGER + s.challenger] = 1
    row[At.COACH_HAND] = cardset.size(s.world.hand[COACH])
    row[At.COACH_SEALED] = 1 if s.sealed[COACH] != NONE else 0
    row[At.COACH_STRIKE] = drives.strike_of(s, COACH)
    row[At.RESULT + s.result] = 1
    for k in range(2):
        row[At.BASIC + k] = s.basic[side if k == 0 else 1 - side]
        row[At.ULTIMATE + k] = s.ultimate[side if k == 0 else 1 - side]


@kernel
def observe_turnout(s: state.State, viewer: int, row: Ints) -> None:
    """Write which Threats take no part: Coach's secret until the initiative cards are turned up."""
    word = s.conflict.left_out | (s.leaving if viewer == COACH else 0)
    for t in range(s.cfg.threats):
        row[At.LEFT_OUT + t] = (word >> t) & 1
    if s.phase == state.Phase.THREATS:
        row[At.ASKED_THREAT + s.at] = 1


@kernel
def observe_rumble(s: state.State, viewer: int, row: Ints) -> None:
    """Write the Final Form; the cards that its Head may share are hers to know."""
    c = s.conflict
    if s.stage < state.RUMBLE_STAGE:
        return
    row[At.RUMBLE] = c.rumble
    row[At.FORM_BUFFERS] = c.form_buffers
    row[At.FORM_CHARGES] = c.form_charges
    for p in range(1, s.cfg.pilots + 1):
        o = At.SLOTS + (p - 1) * SlotAt.END
        row[o + SlotAt.EJECTED] = c.ejected[p]
        if c.position[p] != NONE:
            row[o + SlotAt.POSITION + c.position[p]] = 1
    if viewer == c.head and (s.phase == state.Phase.SHARE or s.phase == state.Phase.SHARE_TO):
        cardset.write(s.fresh, row, At.FRESH)


@kernel
def observe_pilot(s: state.State, p: int, row: Ints, o: int) -> None:
    """Write what is publicly known of a Pilot."""
    row[o + SlotAt.INVOLVED] = s.conflict.involved[p]
    row[o + SlotAt.COMMANDER] = 1 if s.conflict.commander[1] == p else 0
    row[o + SlotAt.HAND_SIZE] = cardset.size(s.world.hand[p])
    row[o + SlotAt.HAS_SEALED] = 1 if s.sealed[p] != NONE else 0
    row[o + SlotAt.STRIKE] = drives.strike_of(s, p)
    obs_world.observe_gauges(s, p, row, o + SlotAt.CHARGES)
    obs_world.observe_outfit(s, p, row, o + SlotAt.ROBO)
    row[o + SlotAt.ASKED] = s.asked[p]
    row[o + SlotAt.GIVEN] = s.given[p]
    row[o + SlotAt.CURSOR] = 1 if s.at == p and s.phase != state.Phase.THREATS else 0
