"""What a seat of a Throwdown, pile edition, observes."""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.core.events import Out
from throwdown.envs.core.fields import Block, Field, Fields
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.pile.payload import incoming
from throwdown.envs.fusion.pile.state import FOCI, PHASES, RESULTS, State
from throwdown.envs.fusion.pile.table import strike_of, top_card, top_owner
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world import obs as obs_world
from throwdown.envs.fusion.world.agenda import top_kind
from throwdown.envs.fusion.world.book import DAMAGES
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

_DAMAGE = ", ".join(book.KINDS[k].capitalize() for k in DAMAGES)
_DONE = ("activate", "sacrifice", "fusion", "invoke", "recharge")
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
        Field("incoming", len(DAMAGES), 0, 127, f"triggers that the viewer's side is to receive: {_DAMAGE}"),
        Field("outgoing", len(DAMAGES), 0, 127, "those that the other side is to receive, likewise"),
        Field("concessions", 1, 0, 108, "effects that the loser may add"),
        Field("aiming", len(DAMAGES), 0, 1, "the trigger of a Payload whose target is being chosen, one-hot"),
        Field("done", len(_DONE), 0, 1, f"Side actions done this turn: {', '.join(_DONE)}"),
        Field("owed", 1, 0, 30, "cards that a Fusion has still to pay"),
        *obs_world.TEAM,
        Field("focus", len(FOCI), 0, 1, f"what the Stakes are about, one-hot: {', '.join(FOCI)}"),
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
        Field("result", len(RESULTS), 0, 1, f"one-hot: {', '.join(RESULTS)}"),
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
PHASE, VIEWER, MOVER, HAND = _at("phase"), _at("viewer"), _at("mover"), _at("hand")
SEALED, RECEIVED, TOP, UNDER, PILE = _at("sealed"), _at("received"), _at("top"), _at("under"), _at("pile")
TRASH, PILE_SIZE, FACE_UP, TOP_MINE = _at("trash"), _at("pile_size"), _at("face_up"), _at("top_mine")
INCOMING, OUTGOING, CONCESSIONS = _at("incoming"), _at("outgoing"), _at("concessions")
AIMING, DONE, OWED, TEAM = _at("aiming"), _at("done"), _at("owed"), _at("harmony")
FOCUS, CHALLENGER, TURN = _at("focus"), _at("challenger"), _at("turn")
COACH_IN, COACH_HAND, COACH_SEALED = _at("coach_in"), _at("coach_hand"), _at("coach_sealed")
COACH_STRIKE, PVP, WINNER, RESULT = _at("coach_strike"), _at("pvp"), _at("winner"), _at("result")
THREATS, PENDING = _at("rating"), _at("damage")
SIDE = _at("my_side")
SLOTS, SLOT_WIDTH = FIELDS.fixed_width, FIELDS.blocks[0].size
SLOT_SIDE, FOLDED, LEADS, FUSED, HAND_SIZE = (
    _at("side"),
    _at("folded"),
    _at("leads"),
    _at("fused"),
    _at("hand_size"),
)
HAS_SEALED, STRIKE, MODIFIER = _at("has_sealed"), _at("strike"), _at("modifier")
PASSED, STRIFE, CHARGES, OUTFIT = _at("passed"), _at("strife"), _at("charges"), _at("robo")


@kernel
def observe(s: State, viewer: int, out: Out) -> None:
    """Write what ``viewer`` knows."""
    row = out.row
    observe_head(s, viewer, row, VIEWER, SLOTS, SLOT_WIDTH)
    observe_team(s, viewer, row, TEAM, TRASH)
    if s.sealed[viewer] != NONE:
        row[SEALED + wide(s.sealed[viewer])] = 1
    cardset.write(s.received[viewer], row, RECEIVED)
    side = wide(s.side[viewer])
    observe_pile(s, side, out)
    observe_payloads(s, side, out)
    observe_conflict(s, side, out)
    observe_threats(s, row, THREATS)
    observe_pending(s, top_kind(s, out) if s.pending.depth > 0 else 0, row, PENDING)
    for p in range(1, s.cfg.pilots + 1):
        observe_pilot(s, p, side, out, SLOTS + (p - 1) * SLOT_WIDTH)
    observe_known(s, viewer, row, SLOTS, SLOT_WIDTH)


@kernel
def relation(s: State, side: int, other: int) -> int:
    """Return 1 for the same side, -1 for the opposite, 0 where one of them takes no part."""
    if side == NONE or other == NONE:
        return 0
    return 1 if side == other else -1


@kernel
def observe_pile(s: State, side: int, out: Out) -> None:
    """Write the Pile: its face-down cards were seen by all (TP-61)."""
    row, n = out.row, wide(s.pile_n)
    row[PILE_SIZE] = n
    row[FACE_UP] = n - wide(s.pile_down)
    for i in range(n):
        row[PILE + wide(s.pile_card[i])] += 1
    if n > 0:
        row[TOP + top_card(s)] = 1
        row[TOP_MINE] = relation(s, side, wide(s.side[top_owner(s)]))
        if n - s.pile_down > 1:
            row[UNDER + wide(s.pile_card[n - 2])] = 1


@kernel
def observe_payloads(s: State, side: int, out: Out) -> None:
    """Write both Payloads; who takes no part sees those of the Pilots' or the challenger's side first."""
    row, mine = out.row, side if side != NONE else wide(1)
    for i in range(len(DAMAGES)):
        row[INCOMING + i] = min(127, incoming(s, mine, DAMAGES[i]))
        row[OUTGOING + i] = min(127, incoming(s, 1 - mine, DAMAGES[i]))
        row[AIMING + i] = 1 if s.effect == DAMAGES[i] else 0
    row[CONCESSIONS] = s.concessions


@kernel
def observe_conflict(s: State, side: int, out: Out) -> None:
    """Write what is publicly known of the conflict."""
    row = out.row
    for i in range(len(_DONE)):
        row[DONE + i] = (wide(s.done) >> i) & 1
    row[OWED] = s.owed
    row[FOCUS + wide(s.focus)] = 1
    row[CHALLENGER + wide(s.challenger)] = 1
    row[TURN + wide(s.turn)] = 1 if s.turns > 0 or s.pile_n > 0 else 0
    row[SIDE] = side
    row[COACH_IN] = 1 if s.side[COACH] != NONE and s.folded[COACH] == 0 else 0
    row[COACH_HAND] = cardset.size(s.world.hand[COACH])
    row[COACH_SEALED] = 1 if s.blind != NONE or s.sealed[COACH] != NONE else 0
    row[COACH_STRIKE] = strike_of(s, COACH)
    row[PVP] = s.cfg.pvp
    row[WINNER] = relation(s, side, wide(s.winner))
    row[RESULT + wide(s.result)] = 1


@kernel
def observe_pilot(s: State, p: int, side: int, out: Out, o: int) -> None:
    """Write what is publicly known of a Pilot."""
    row, mine = out.row, wide(s.side[p])
    row[o + SLOT_SIDE] = relation(s, side, mine)
    row[o + FOLDED] = s.folded[p]
    row[o + LEADS] = 1 if mine != NONE and s.leader[mine] == p else 0
    if s.fused[p] != NONE:
        row[o + FUSED + wide(s.fused[p])] = 1
    row[o + HAND_SIZE] = cardset.size(s.world.hand[p])
    row[o + HAS_SEALED] = 1 if s.sealed[p] != NONE else 0
    row[o + STRIKE] = strike_of(s, p) if mine != NONE else 0
    row[o + MODIFIER] = s.modifier[p]
    row[o + PASSED] = s.passed[p]
    row[o + STRIFE] = s.strife[p]
    observe_gauges(s, p, row, o + CHARGES)
    observe_outfit(s, p, row, o + OUTFIT)
