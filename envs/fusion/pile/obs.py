"""What a seat of a Throwdown, pile edition, observes."""

from __future__ import annotations

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.kit import NONE, Block, Fields, Flags, Ints, Observation, Out, cardset, kernel
from throwdown.envs.core.observations import flag, flags, group, number, numbers, one_hot
from throwdown.envs.fusion.pile import payload, table
from throwdown.envs.fusion.pile.state import PHASES, Did, Focus, Result, State
from throwdown.envs.fusion.world import agenda, book, obs as obs_world
from throwdown.envs.fusion.world.terms import COACH, SEATS

_DAMAGE = ", ".join(book.Kind(k).label.capitalize() for k in book.DAMAGES)


class Seen(Observation):
    """What all observations begin with."""

    phase: Flags = obs_world.phases(PHASES)
    head: obs_world.Head = group(obs_world.Head)
    sealed: Flags = flags("the viewer's own face-down initiative card, one-hot", FACES)
    received: Ints = numbers("cards in the viewer's hand that an Assist brought for this turn", 0, 2, FACES)
    top: Flags = flags("the card on top of the Pile, one-hot", FACES)
    under: Flags = flags("the face-up card under the top card, one-hot", FACES)
    pile: Ints = numbers("all cards of the Pile, face-down ones included, copies per card", 0, 2, FACES)
    trash: Ints = obs_world.trash()
    pile_size: int = number("cards in the Pile", 0, 108)
    face_up: int = number("face-up cards in the Pile", 0, 108)
    top_mine: int = number(
        "the side whose card is on top: 1 the viewer's, -1 the other, 0 if the viewer has no side or the "
        "Pile is empty",
        -1,
        1,
    )
    incoming: Ints = numbers(
        f"triggers in the Payload for the viewer's side: {_DAMAGE}", 0, 127, len(book.DAMAGES)
    )
    outgoing: Ints = numbers(
        "triggers in the Payload for the other side, likewise", 0, 127, len(book.DAMAGES)
    )
    concessions: int = number("effects that the loser may still add", 0, 108)
    aiming: Flags = flags("the trigger of a Payload whose target is being chosen, one-hot", len(book.DAMAGES))
    done: Flags = flags(f"Side actions done this turn: {', '.join(Did.labels())}", len(Did))
    owed: int = number("cards that a Fusion still has to pay", 0, 30)
    team: obs_world.Team = group(obs_world.Team)
    focus: Flags = one_hot("the Stakes", Focus)
    challenger: Flags = flags("the challenger, one-hot", SEATS)
    turn: Flags = flags(
        "the seat that has the turn, one-hot; before the first turn, the winner of initiative", SEATS
    )
    my_side: int = number("the viewer's side: 0 Coach's, 1 the Pilots' or the challenger's, -1 none", -1, 1)
    coach_in: bool = flag("whether Coach takes part and has not Folded")
    coach_hand: int = obs_world.coach_hand()
    coach_sealed: bool = flag("whether Coach has a face-down initiative card")
    coach_strike: int = number("Coach's Strike, 0 before it is fixed", 0, 15)
    pvp: int = number("whether Pilots fight Pilots: 0 no, 1 yes, 2 yes, with Strife for every Push", 0, 2)
    winner: int = number("1 if the viewer's side won, -1 if it lost, 0 not yet or neither", -1, 1)
    result: Flags = flags(f"the result, one-hot: {', '.join(Result.labels())}", len(Result))
    threats: obs_world.Threats = group(obs_world.Threats)
    pending: obs_world.Pending = group(obs_world.Pending)


class Pilot(Observation):
    """A Pilot."""

    side: int = number("1 if she is on the viewer's side, -1 if on the other, 0 if she takes no part", -1, 1)
    folded: bool = flag("whether she has Folded")
    leads: bool = flag("whether she decides for her side")
    fused: Flags = flags("the seat that leads her Lesser Fusion, one-hot; none if she is in none", SEATS)
    hand_size: int = obs_world.hand_size()
    has_sealed: bool = flag("whether she has a face-down initiative card")
    strike: int = number("Strike now, 0 before it is fixed", 0, 15)
    modifier: int = number("change of her Strike by Strike-Assists, for her next turn", -100, 100)
    passed: int = number("cards handed to her by Assists for her next turn", 0, 108)
    strife: int = number("Strife that she caused, in the Payload for her side", 0, 99)
    gauges: obs_world.Gauges = group(obs_world.Gauges)
    outfit: obs_world.Outfit = group(obs_world.Outfit)


class Known(obs_world.Known):
    """What is known of a Pilot's hand, where there are several."""


FIELDS = Fields(Seen, Block(obs_world.PILOT, Pilot), Block(obs_world.PILOT, Known, least=2))


@kernel
def observe(s: State, viewer: int, row: Ints, out: Out) -> None:
    """Write what ``viewer`` knows."""
    seen = Seen.of(row)
    seen.phase[s.phase] = True
    obs_world.observe_head(s, viewer, seen.head)
    obs_world.observe_team(s, viewer, seen.team, seen.trash)
    if s.sealed[viewer] != NONE:
        seen.sealed[s.sealed[viewer]] = True
    cardset.show(s.received[viewer], seen.received)
    side = s.side[viewer]
    observe_pile(s, side, seen)
    observe_payloads(s, side, seen)
    observe_conflict(s, side, seen)
    obs_world.observe_threats(s, seen.threats)
    obs_world.observe_pending(s, agenda.top_kind(s, out) if s.pending.depth > 0 else 0, seen.pending)
    for p in range(1, s.cfg.pilots + 1):
        observe_pilot(s, p, side, Pilot.of(row, p - 1))
    if s.cfg.slots > 1:
        for p in range(1, s.cfg.pilots + 1):
            obs_world.observe_known(s, viewer, p, Known.of(row, p - 1, (s.cfg.slots,)))


@kernel
def relation(s: State, side: int, other: int) -> int:
    """Return 1 for the same side, -1 for the opposite, 0 where one of them takes no part."""
    if side == NONE or other == NONE:
        return 0
    return 1 if side == other else -1


@kernel
def observe_pile(s: State, side: int, seen: Seen) -> None:
    """Write the Pile: its face-down cards were seen by all (TP-61)."""
    n = s.pile_n
    seen.pile_size = n
    seen.face_up = n - s.pile_down
    for i in range(n):
        seen.pile[s.pile_card[i]] += 1
    if n > 0:
        seen.top[table.top_card(s)] = True
        seen.top_mine = relation(s, side, s.side[table.top_owner(s)])
        if n - s.pile_down > 1:
            seen.under[s.pile_card[n - 2]] = True


@kernel
def observe_payloads(s: State, side: int, seen: Seen) -> None:
    """Write both Payloads; who takes no part sees those of the Pilots' or the challenger's side first."""
    mine = side if side != NONE else 1
    for i in range(len(book.DAMAGES)):
        seen.incoming[i] = min(127, payload.incoming(s, mine, book.DAMAGES[i]))
        seen.outgoing[i] = min(127, payload.incoming(s, 1 - mine, book.DAMAGES[i]))
        seen.aiming[i] = s.effect == book.DAMAGES[i]
    seen.concessions = s.concessions


@kernel
def observe_conflict(s: State, side: int, seen: Seen) -> None:
    """Write what is publicly known of the conflict."""
    for i in range(len(Did)):
        seen.done[i] = (s.done >> i) & 1 != 0
    seen.owed = s.owed
    seen.focus[s.focus] = True
    seen.challenger[s.challenger] = True
    seen.turn[s.turn] = s.turns > 0 or s.pile_n > 0
    seen.my_side = side
    seen.coach_in = s.side[COACH] != NONE and not s.folded[COACH]
    seen.coach_hand = cardset.size(s.world.hand[COACH])
    seen.coach_sealed = s.blind != NONE or s.sealed[COACH] != NONE
    seen.coach_strike = table.strike_of(s, COACH)
    seen.pvp = s.cfg.pvp
    seen.winner = relation(s, side, s.winner)
    seen.result[s.result] = True


@kernel
def observe_pilot(s: State, p: int, side: int, pilot: Pilot) -> None:
    """Write what is publicly known of a Pilot."""
    mine = s.side[p]
    pilot.side = relation(s, side, mine)
    pilot.folded = s.folded[p]
    pilot.leads = mine != NONE and s.leader[mine] == p
    if s.fused[p] != NONE:
        pilot.fused[s.fused[p]] = True
    pilot.hand_size = cardset.size(s.world.hand[p])
    pilot.has_sealed = s.sealed[p] != NONE
    pilot.strike = table.strike_of(s, p) if mine != NONE else 0
    pilot.modifier = s.modifier[p]
    pilot.passed = s.passed[p]
    pilot.strife = s.strife[p]
    obs_world.observe_gauges(s, p, pilot.gauges)
    obs_world.observe_outfit(s, p, pilot.outfit)
