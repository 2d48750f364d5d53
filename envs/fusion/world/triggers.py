"""The +Trigger microevents, one kernel each; those that do damage only have it wait, see `damage`."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Out, cardset, kernel, tell
from throwdown.envs.fusion.world import conflict, deal
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import COACH, MAX_HARMONY, USABLE, Event, Location


@kernel
def chargeup_each(s: ConflictState, n: int, out: Out) -> None:
    """+Chargeup:Team."""
    for p in range(1, s.cfg.pilots + 1):
        deal.chargeup(s, p, n, out)


@kernel
def fortify(s: ConflictState, p: int, n: int, out: Out) -> None:
    """+Fortify: spent Buffers return, up to the maximum (ME-23)."""
    gain = min(n, s.cfg.buffer_max[p] - s.world.buffers[p])
    if gain > 0:
        s.world.buffers[p] += gain
        tell(out, Event.FORTIFIED, p, amount=gain)


@kernel
def rally(s: ConflictState, out: Out) -> None:
    """+Rally: Harmony rises by one; at Violet the team charges up instead (ME-25, ME-26); not in a Rumble (TS-91)."""
    if s.conflict.rumble > 0:
        return
    if s.world.harmony < MAX_HARMONY:
        s.world.harmony += 1
        tell(out, Event.HARMONY_RAISED)
    else:
        chargeup_each(s, 1, out)


@kernel
def recover(s: ConflictState, p: int, k: int, n: int, out: Out) -> None:
    """+Recover on a Pilot: a lowered Commitment rises, up to its maximum (ME-31, ME-32)."""
    gain = min(n, s.world.commitment_max[p, k] - s.world.commitment[p, k])
    if gain > 0:
        s.world.commitment[p, k] += gain
        tell(out, Event.COMMITMENT_RECOVERED, p, card=k, amount=gain)


@kernel
def recover_threat(s: ConflictState, t: int, n: int, out: Out) -> None:
    """+Recover on a Threat that is still in play."""
    gain = min(n, s.cfg.rating_max[t] - s.world.rating[t])
    if gain > 0 and s.world.rating[t] > 0:
        s.world.rating[t] += gain
        tell(out, Event.RATING_RECOVERED, t, amount=gain)


@kernel
def replenish(s: ConflictState, r: int, n: int, out: Out) -> None:
    """+Replenish: a Resource rises, up to its maximum (ME-34)."""
    gain = min(n, s.cfg.resource_max[r] - s.world.resource[r])
    if gain > 0:
        s.world.resource[r] += gain
        tell(out, Event.RESOURCE_GAINED, amount=r, number=gain)


@kernel
def rebuild(s: ConflictState, out: Out) -> None:
    """+Rebuild: a Damaged Location stands again; no other can be (ME-28, ME-29)."""
    if s.world.location == Location.DAMAGED:
        s.world.location = Location.STANDING
        tell(out, Event.LOCATION_REBUILT, amount=Location.STANDING)


@kernel
def ruin(s: ConflictState, n: int) -> None:
    """+Ruin on the present Location (ME-56 to ME-59)."""
    if (USABLE >> s.world.location) & 1:
        s.pending.ruin += n
        s.pending.waiting += n


@kernel
def disfavor(s: ConflictState, f: int, n: int) -> None:
    """+Disfavor on a Faction (ME-50)."""
    s.pending.disfavor[f] += n
    s.pending.waiting += n


@kernel
def burn(s: ConflictState, seat: int, out: Out) -> None:
    """+Burn: the whole hand is discarded, not refilled before the end (ME-15, C-34)."""
    while s.world.hand[seat, 0] != 0:
        deal.discard(s, seat, cardset.lowest(s.world.hand[seat, 0]), out)


@kernel
def tarry(s: ConflictState, n: int, out: Out) -> None:
    """+Tarry: as many cards as there are Active Omens go from the deck to the Trash (ME-39, C-12, C-144)."""
    count = n * s.world.omens
    tell(out, Event.TIME_LOST, amount=count)
    for _ in range(count):
        c = deal.draw_card(s, 0, out, Event.CARD_DISCARDED)
        if c == NONE:
            return
        deal.to_trash(s, COACH, c)


@kernel
def schism(s: ConflictState, by: int, x: int) -> None:
    """+Schism(x), caused by a Pilot, or NONE where the team is the target (ME-73, C-24).

    In a Rumble every point hits the Final Form's Endurance instead, by the Rumble stage's number (TS-92, C-124).
    """
    d = s.pending
    if s.conflict.rumble > 0:
        x *= s.conflict.rumble
        d.waiting += x
        d.endurance += x
        return
    d.waiting += x
    d.schism += x
    d.schism_by = by


@kernel
def trauma(s: ConflictState, p: int, n: int) -> None:
    """+Trauma:Pilot; in the Final Form it hits that (ME-66, TS-93)."""
    d = s.pending
    d.waiting += n
    if conflict.in_form(s, p):
        d.form += n
    else:
        d.trauma[p] += n


@kernel
def threat_trauma(s: ConflictState, t: int, n: int) -> None:
    """+Trauma:Threat (ME-69)."""
    s.pending.threat_trauma[t] += n
    s.pending.waiting += n


@kernel
def purge(s: ConflictState, p: int) -> None:
    """+Purge (ME-54)."""
    if not s.pending.purge[p]:
        s.pending.purge[p] = True
        s.pending.waiting += 1


@kernel
def lowered_commitments(s: ConflictState, p: int) -> int:
    """Return a Pilot's lowered Commitments as a word."""
    word = 0
    for k in range(4):
        word |= (1 if s.world.commitment[p, k] < s.world.commitment_max[p, k] else 0) << k
    return word
