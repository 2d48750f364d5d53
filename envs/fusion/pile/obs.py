"""What a seat of a Throwdown, pile edition, observes."""

from __future__ import annotations

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.fields import Block, Field, Fields
from throwdown.envs.core.kit import NONE, Ints, Named, Out, cardset, kernel
from throwdown.envs.fusion.pile import payload, table
from throwdown.envs.fusion.pile.state import PHASES, Did, Focus, Result, State
from throwdown.envs.fusion.world import agenda, book, obs as obs_world
from throwdown.envs.fusion.world.terms import COACH, SEATS

_DAMAGE = ", ".join(book.Kind(k).label.capitalize() for k in book.DAMAGES)
FIELDS = Fields(
    [
        *obs_world.head(PHASES),
        Field("sealed", FACES, 0, 1, "the viewer's own face-down initiative card, one-hot"),
        Field("received", FACES, 0, 2, "cards in the viewer's hand that came by an Assist for this turn"),
        Field("top", FACES, 0, 1, "the card on top of the Pile, one-hot"),
        Field("under", FACES, 0, 1, "the face-up card under it, one-hot"),
        Field("pile", FACES, 0, 2, "all cards of the Pile, face-down ones included, copies per card"),
        obs_world.TRASH,
        Field("pile_size", 1, 0, 108, "cards in the Pile"),
        Field("face_up", 1, 0, 108, "those that lie face-up"),
        Field("top_mine", 1, -1, 1, "whose card leads: 1 the viewer's side, -1 the other, 0 neither is hers"),
        Field(
            "incoming", len(book.DAMAGES), 0, 127, f"triggers that the viewer's side is to receive: {_DAMAGE}"
        ),
        Field("outgoing", len(book.DAMAGES), 0, 127, "those that the other side is to receive, likewise"),
        Field("concessions", 1, 0, 108, "effects that the loser may add"),
        Field(
            "aiming",
            len(book.DAMAGES),
            0,
            1,
            "the trigger of a Payload whose target is being chosen, one-hot",
        ),
        Field("done", len(Did), 0, 1, f"Side actions done this turn: {', '.join(Did.labels())}"),
        Field("owed", 1, 0, 30, "cards that a Fusion still has to pay"),
        *obs_world.TEAM,
        Field("focus", len(Focus), 0, 1, f"what the Stakes are about, one-hot: {', '.join(Focus.labels())}"),
        Field("challenger", SEATS, 0, 1, "who challenged, one-hot"),
        Field("turn", SEATS, 0, 1, "whose turn it is, one-hot; before the turns the winner of initiative"),
        Field(
            "my_side", 1, -1, 1, "the viewer's side: 0 Coach's, 1 the Pilots' or the challenger's, -1 none"
        ),
        Field("coach_in", 1, 0, 1, "whether Coach takes part and has not Folded"),
        obs_world.COACH_HAND,
        Field("coach_sealed", 1, 0, 1, "whether Coach has an initiative card face-down"),
        Field("coach_strike", 1, 0, 15, "Coach's Strike, 0 before it is fixed"),
        Field("pvp", 1, 0, 2, "whether Pilots fight Pilots: 1 plainly, 2 with Strife for every Push"),
        Field("winner", 1, -1, 1, "1 if the viewer's side won, -1 if it lost, 0 not yet or neither"),
        Field("result", len(Result), 0, 1, f"one-hot: {', '.join(Result.labels())}"),
        *obs_world.THREATS,
        *obs_world.PENDING,
    ],
    Block(
        obs_world.PILOT,
        (
            Field("side", 1, -1, 1, "1 on the viewer's side, -1 on the other, 0 takes no part"),
            Field("folded", 1, 0, 1, "has Folded"),
            Field("leads", 1, 0, 1, "decides for her side"),
            Field("fused", SEATS, 0, 1, "the seat that leads her Lesser Fusion, one-hot; none if un-fused"),
            obs_world.HAND_SIZE,
            Field("has_sealed", 1, 0, 1, "has an initiative card face-down"),
            Field("strike", 1, 0, 15, "Strike now, 0 before it is fixed"),
            Field("modifier", 1, -100, 100, "what Strike-Assists add to it for her next turn"),
            Field("passed", 1, 0, 108, "cards handed to her by Assists for her next turn"),
            Field("strife", 1, 0, 99, "Strife that she caused, in the Payload of her side"),
            *obs_world.GAUGES,
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
    SEALED = FIELDS.at("sealed")
    RECEIVED = FIELDS.at("received")
    TOP = FIELDS.at("top")
    UNDER = FIELDS.at("under")
    PILE = FIELDS.at("pile")
    TRASH = FIELDS.at("trash")
    PILE_SIZE = FIELDS.at("pile_size")
    FACE_UP = FIELDS.at("face_up")
    TOP_MINE = FIELDS.at("top_mine")
    INCOMING = FIELDS.at("incoming")
    OUTGOING = FIELDS.at("outgoing")
    CONCESSIONS = FIELDS.at("concessions")
    AIMING = FIELDS.at("aiming")
    DONE = FIELDS.at("done")
    OWED = FIELDS.at("owed")
    TEAM = FIELDS.at("harmony")
    FOCUS = FIELDS.at("focus")
    CHALLENGER = FIELDS.at("challenger")
    TURN = FIELDS.at("turn")
    COACH_IN = FIELDS.at("coach_in")
    COACH_HAND = FIELDS.at("coach_hand")
    COACH_SEALED = FIELDS.at("coach_sealed")
    COACH_STRIKE = FIELDS.at("coach_strike")
    PVP = FIELDS.at("pvp")
    WINNER = FIELDS.at("winner")
    RESULT = FIELDS.at("result")
    THREATS = FIELDS.at("rating")
    PENDING = FIELDS.at("damage")
    SIDE = FIELDS.at("my_side")
    SLOTS = FIELDS.fixed_width


class SlotAt(Named):
    """Where the fields of a Pilot begin in her slot, and where the next slot does."""

    SLOT_SIDE = FIELDS.at("side")
    FOLDED = FIELDS.at("folded")
    LEADS = FIELDS.at("leads")
    FUSED = FIELDS.at("fused")
    HAND_SIZE = FIELDS.at("hand_size")
    HAS_SEALED = FIELDS.at("has_sealed")
    STRIKE = FIELDS.at("strike")
    MODIFIER = FIELDS.at("modifier")
    PASSED = FIELDS.at("passed")
    STRIFE = FIELDS.at("strife")
    CHARGES = FIELDS.at("charges")
    OUTFIT = FIELDS.at("robo")
    END = FIELDS.blocks[0].size


@kernel
def observe(s: State, viewer: int, row: Ints, out: Out) -> None:
    """Write what ``viewer`` knows."""
    obs_world.observe_head(s, viewer, row, At.VIEWER)
    obs_world.observe_team(s, viewer, row, At.TEAM, At.TRASH)
    if s.sealed[viewer] != NONE:
        row[At.SEALED + s.sealed[viewer]] = 1
    cardset.write(s.received[viewer], row, At.RECEIVED)
    side = s.side[viewer]
    observe_pile(s, side, row)
    observe_payloads(s, side, row)
    observe_conflict(s, side, row)
    obs_world.observe_threats(s, row, At.THREATS)
    obs_world.observe_pending(s, agenda.top_kind(s, out) if s.pending.depth > 0 else 0, row, At.PENDING)
    for p in range(1, s.cfg.pilots + 1):
        observe_pilot(s, p, side, row, At.SLOTS + (p - 1) * SlotAt.END)
    obs_world.observe_known(s, viewer, row, At.SLOTS, SlotAt.END)


@kernel
def relation(s: State, side: int, other: int) -> int:
    """Return 1 for the same side, -1 for the opposite, 0 where one of them takes no part."""
    if side == NONE or other == NONE:
        return 0
    return 1 if side == other else -1


@kernel
def observe_pile(s: State, side: int, row: Ints) -> None:
    """Write the Pile: its face-down cards were seen by all (TP-61)."""
    n = s.pile_n
    row[At.PILE_SIZE] = n
    row[At.FACE_UP] = n - s.pile_down
    for i in range(n):
        row[At.PILE + s.pile_card[i]] += 1
    if n > 0:
        row[At.TOP + table.top_card(s)] = 1
        row[At.TOP_MINE] = relation(s, side, s.side[table.top_owner(s)])
        if n - s.pile_down > 1:
            row[At.UNDER + s.pile_card[n - 2]] = 1


@kernel
def observe_payloads(s: State, side: int, row: Ints) -> None:
    """Write both Payloads; who takes no part sees those of the Pilots' or the challenger's side first."""
    mine = side if side != NONE else 1
    for i in range(len(book.DAMAGES)):
        row[At.INCOMING + i] = min(127, payload.incoming(s, mine, book.DAMAGES[i]))
        row[At.OUTGOING + i] = min(127, payload.incoming(s, 1 - mine, book.DAMAGES[i]))
        row[At.AIMING + i] = 1 if s.effect == book.DAMAGES[i] else 0
    row[At.CONCESSIONS] = s.concessions


@kernel
def observe_conflict(s: State, side: int, row: Ints) -> None:
    """Write what is publicly known of the conflict."""
    for i in range(len(Did)):
        row[At.DONE + i] = (s.done >> i) & 1
    row[At.OWED] = s.owed
    row[At.FOCUS + s.focus] = 1
    row[At.CHALLENGER + s.challenger] = 1
    row[At.TURN + s.turn] = 1 if s.turns > 0 or s.pile_n > 0 else 0
    row[At.SIDE] = side
    row[At.COACH_IN] = s.side[COACH] != NONE and not s.folded[COACH]
    row[At.COACH_HAND] = cardset.size(s.world.hand[COACH])
    row[At.COACH_SEALED] = 1 if s.blind != NONE or s.sealed[COACH] != NONE else 0
    row[At.COACH_STRIKE] = table.strike_of(s, COACH)
    row[At.PVP] = s.cfg.pvp
    row[At.WINNER] = relation(s, side, s.winner)
    row[At.RESULT + s.result] = 1


@kernel
def observe_pilot(s: State, p: int, side: int, row: Ints, o: int) -> None:
    """Write what is publicly known of a Pilot."""
    mine = s.side[p]
    row[o + SlotAt.SLOT_SIDE] = relation(s, side, mine)
    row[o + SlotAt.FOLDED] = s.folded[p]
    row[o + SlotAt.LEADS] = 1 if mine != NONE and s.leader[mine] == p else 0
    if s.fused[p] != NONE:
        row[o + SlotAt.FUSED + s.fused[p]] = 1
    row[o + SlotAt.HAND_SIZE] = cardset.size(s.world.hand[p])
    row[o + SlotAt.HAS_SEALED] = 1 if s.sealed[p] != NONE else 0
    row[o + SlotAt.STRIKE] = table.strike_of(s, p) if mine != NONE else 0
    row[o + SlotAt.MODIFIER] = s.modifier[p]
    row[o + SlotAt.PASSED] = s.passed[p]
    row[o + SlotAt.STRIFE] = s.strife[p]
    obs_world.observe_gauges(s, p, row, o + SlotAt.CHARGES)
    obs_world.observe_outfit(s, p, row, o + SlotAt.OUTFIT)
