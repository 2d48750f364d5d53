"""The Throwdown heuristic's values of effects and abilities, for any scenario.

An ability's value is the sum of its effects for the side that fires it, less its cost, in the units of the ratings of
cards; so an Assist is compared with the gain of a Drive from it.
"""

from throwdown.agents.heuristics import throwdown_view
from throwdown.agents.heuristics.throwdown_plays import REACHES
from throwdown.agents.heuristics.throwdown_view import Look, Rules, Weight
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.kit import Floats, Ints, as_bits, kernel
from throwdown.envs.fusion.throwdown.obs import Pilot, Seen
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.terms import MAX_FACTIONS, MAX_THREATS, USABLE
from throwdown.envs.fusion.world.usage import CARDS_OF

CARD, CHARGE, BUFFER, COMMITMENT_POINT, RATING_POINT, HARMONY_POINT = 0.20, 0.06, 0.06, 0.08, 0.07, 0.10
"""Values of one unit of each."""
WORST = 0.6
"""The value of a hand's worst card, which is discarded first, relative to a drawn card."""
FOR_TABLE = as_bits(
    (
        *(book.Kind.FAVOR, book.Kind.RALLY, book.Kind.REBUILD, book.Kind.RUIN, book.Kind.SCHISM),
        *(book.Kind.STRIFE, book.Kind.RUMBLE_CHARGE, book.Kind.FORM_BUFFER, book.Kind.REPLENISH),
        *(book.Kind.STORM, book.Kind.TARRY, book.Kind.WAVE, book.Kind.BREAK, book.Kind.DISFAVOR),
    )
)
"""The kinds of effects that concern neither a Pilot nor a Threat nor Coach, as bits."""
FEW = 3
"""With at most this many cards, a card is worth twice as much."""


@kernel
def entry(rules: Rules, a: int, place: int) -> int:
    """Return an entry of an ability's row."""
    return int(rules.book[a * book.ROW + place])


@kernel
def card_price(v: Look, cards: int) -> float:
    """Return the value of one card more or less to a side with this many."""
    return CARD * (2.0 if cards <= FEW else 1.0)


@kernel
def to_pilot(v: Look, row: Ints, kind: int, n: int, pilot: Pilot) -> float:
    """Return the value to the Pilots of an effect on a Pilot; damage is below 0."""
    if kind == book.Kind.CHARGEUP:
        return CHARGE * min(n, pilot.gauges.charge_max - pilot.gauges.charges)
    if kind == book.Kind.FORTIFY:
        return BUFFER * min(n, pilot.gauges.buffer_max - pilot.gauges.buffers)
    if kind == book.Kind.PURGE:
        return -CHARGE * pilot.gauges.charges
    if kind == book.Kind.RECOVER:
        return recovers(n, pilot)
    if kind == book.Kind.TRAUMA:
        return suffers(v, row, n, pilot)
    if kind == book.Kind.REPAIR:
        lost = pilot.outfit.endurance_max - pilot.outfit.endurance
        return (0.15 if v.rumble > 0 else 0.04) * min(n, lost) if pilot.outfit.endurance > 0 else 0.0
    pilots = v.ours if v.side == 1 else v.theirs
    if kind == book.Kind.DRAW:
        return card_price(v, pilots) * n
    if kind == book.Kind.DISCARD:
        return -WORST * card_price(v, pilots) * min(n, pilot.hand_size)
    if kind == book.Kind.BURN:
        return -card_price(v, pilots) * pilot.hand_size
    return 0.0


@kernel
def recovers(n: int, pilot: Pilot) -> float:
    """Return the value of +Recover to a Pilot: greatest where a Commitment is nearly gone."""
    best = 0.0
    for k in range(4):
        now = int(pilot.gauges.commitment[k])
        gain = COMMITMENT_POINT * min(n, int(pilot.gauges.commitment_max[k]) - now)
        best = max(best, gain * (2.0 if now <= 1 else 1.0))
    return best


@kernel
def suffers(v: Look, row: Ints, n: int, pilot: Pilot) -> float:
    """Return the cost of +Trauma to a Pilot: little, unless it routs the Commander or nearly so."""
    if v.rumble > 0 and not pilot.ejected and pilot.outfit.endurance > 0:
        return -COMMITMENT_POINT * max(0, n - Seen.of(row).form_buffers)
    left = throwdown_view.slack(pilot) + pilot.gauges.buffers - n
    danger = 2.0 if left <= 0 else 0.3 if left <= 2 else 0.0
    return -COMMITMENT_POINT * n - (danger if pilot.commander else 0.25 * danger)


@kernel
def to_coach(v: Look, row: Ints, kind: int, n: int) -> float:
    """Return the value to Coach of an effect on Coach's hand."""
    seen = Seen.of(row)
    cards = v.ours if v.side == 0 else v.theirs
    if kind == book.Kind.DRAW:
        return card_price(v, cards) * n
    if kind == book.Kind.DISCARD:
        return -WORST * card_price(v, cards) * min(n, seen.coach_hand)
    return -card_price(v, cards) * seen.coach_hand if kind == book.Kind.BURN else 0.0


@kernel
def to_threats(v: Look, row: Ints, kind: int, n: int, every: bool) -> float:
    """Return the value to Coach of an effect on a Threat of choice, or on every one."""
    seen = Seen.of(row)
    total, best, left = 0.0, 0.0, 0
    for t in range(MAX_THREATS):
        rating, buffers = int(seen.threats.rating[t]), int(seen.threats.threat_buffers[t])
        if rating == 0:
            continue
        left += rating + buffers
        if kind == book.Kind.RECOVER:
            x = RATING_POINT * min(n, int(seen.threats.rating_max[t]) - rating)
        else:  # a Buffer saves the point; the last one takes the Threat's Waves and Storms along
            x = -RATING_POINT * max(0.4 * n, min(n, rating + buffers) - 0.6 * buffers)
            x -= 0.15 if n >= rating + buffers else 0.0
        total += x
        best = max(best, abs(x))
    if kind == book.Kind.TRAUMA and n >= left:
        return -2.0
    return total if every else (best if kind == book.Kind.RECOVER else -best)


@kernel
def to_table(v: Look, row: Ints, kind: int, n: int) -> float:
    """Return the value to the Pilots of an effect on the team, the place, Factions or Resources."""
    seen = Seen.of(row)
    if kind == book.Kind.RALLY:
        return HARMONY_POINT * n if v.rumble == 0 else 0.0
    if kind == book.Kind.SCHISM or kind == book.Kind.STRIFE:
        if v.rumble > 0:
            return -HARMONY_POINT * n
        return -HARMONY_POINT * n - (0.1 * (n - v.harmony + 1) if n >= v.harmony else 0.0)
    if kind == book.Kind.REBUILD or kind == book.Kind.RUIN:
        if kind == book.Kind.RUIN and v.rumble > 0 and seen.form_buffers > 0:
            return -0.02
        worth = -0.05 if (USABLE >> seen.team.location) & 1 else 0.0
        return 0.05 if kind == book.Kind.REBUILD else worth
    if kind == book.Kind.TARRY:
        return -0.01 * n * seen.team.omens
    if kind == book.Kind.REPLENISH:
        return 0.04
    if kind == book.Kind.FAVOR:  # the card can still be played, but is open to everybody
        return 0.03
    if kind == book.Kind.DISFAVOR:
        return disfavors(row)
    if kind == book.Kind.WAVE:
        return -0.10
    if kind == book.Kind.STORM:
        return -0.20
    if v.rumble == 0:
        return 0.0
    return (
        0.06 * n if kind == book.Kind.FORM_BUFFER else (0.05 * n if kind == book.Kind.RUMBLE_CHARGE else 0.0)
    )


@kernel
def disfavors(row: Ints) -> float:
    """Return the Pilots' cost of a Strike on a Faction: greatest for the third."""
    seen = Seen.of(row)
    worst = 0.0
    for f in range(MAX_FACTIONS):
        if seen.team.faction[f] == 1:
            worst = max(worst, 0.25 if seen.team.strikes[f] == 2 else 0.06)
    return -worst


@kernel
def strikes(v: Look, rules: Rules, row: Ints, aim: int, n: int, best: Floats) -> float:
    """Return the value of Strike for this turn to the side that fires it, by the rating of its best Drive."""
    gain = float(best[max(0, min(REACHES - 1, n))] - best[0])
    if v.side == 0:
        return gain
    if aim == book.Target.ALLY:
        # An ally may be asked to Drive instead: its value grows with the Pilot's distance from range.
        return 0.02 * n if best[0] > 0.2 else 0.06 * n
    if aim == book.Target.COMMANDER and not Pilot.of(row, v.me).commander:
        return 0.06 * n
    return gain + (0.03 * n if aim == book.Target.TEAM else 0.0)


@kernel
def effect_worth(v: Look, rules: Rules, row: Ints, kind: int, aim: int, n: int, best: Floats) -> float:
    """Return the value of one effect to the viewer's side, which fires it; ``best`` is from `rate_reaches`."""
    if kind == book.Kind.STRIKE:
        return strikes(v, rules, row, aim, n, best)
    if kind == book.Kind.RUMBLE_STRIKE:
        return float(best[min(REACHES - 1, n)] - best[0]) if v.rumble > 0 else 0.0
    sign = 1.0 if v.side == 1 else -1.0
    if is_for_table(kind):
        return sign * to_table(v, row, kind, n)
    by_coach = v.side == 0
    if kind == book.Kind.DAMAGE:  # mostly Trauma
        kind, aim = int(book.Kind.TRAUMA), int(book.Target.CHOICE if by_coach else book.Target.THREAT)
    on_threats = kind == book.Kind.TRAUMA or kind == book.Kind.RECOVER
    if aim == book.Target.THREAT or (
        on_threats and aim == (book.Target.SELF if by_coach else book.Target.OPPONENT)
    ):
        return -sign * to_threats(v, row, kind, n, False)
    if aim == book.Target.COACH or aim == (book.Target.SELF if by_coach else book.Target.OPPONENT):
        return -sign * to_coach(v, row, kind, n)
    return over_pilots(v, rules, row, kind, aim, n, sign)


@kernel
def is_for_table(kind: int) -> bool:
    """Return whether an effect concerns neither a Pilot nor a Threat nor Coach."""
    return (FOR_TABLE >> kind) & 1 != 0


@kernel
def over_pilots(v: Look, rules: Rules, row: Ints, kind: int, aim: int, n: int, sign: float) -> float:
    """Return the value of an effect on Pilots to the side that fires it: one, each, or the best choice."""
    if aim == book.Target.SELF or aim == book.Target.NONE:
        return sign * to_pilot(v, row, kind, n, Pilot.of(row, v.me))
    if aim == book.Target.COMMANDER or aim == book.Target.OPPONENT:
        return sign * to_pilot(v, row, kind, n, Pilot.of(row, v.boss))
    total, best = 0.0, -1e9
    for p in range(rules.slots):
        pilot = Pilot.of(row, p)
        if pilot.gauges.charge_max + int(pilot.gauges.commitment_max[0]) == 0:
            continue  # an empty slot
        x = sign * to_pilot(v, row, kind, n, pilot)
        total += x
        is_out = not pilot.involved
        chosen = not (is_out and (v.side == 0 or aim == book.Target.ALLY or aim == book.Target.INVOLVED))
        if chosen and (aim != book.Target.ALLY or p != v.me):
            best = max(best, x)
    if aim == book.Target.EACH or aim == book.Target.TEAM:
        return total
    return best if best > -1e8 else 0.0


@kernel
def ability_worth(v: Look, rules: Rules, row: Ints, a: int, best: Floats) -> float:
    """Return the value of an ability's effects to the viewer's side."""
    total = 0.0
    scale = v.rumble if v.rumble > 0 else max(1, v.stage)
    for i in range(entry(rules, a, book.Ability.COUNT)):
        at = a * book.ROW + book.Ability.EFFECTS + i * book.EFFECT
        n = int(rules.book[at + book.Effect.AMOUNT]) * (
            scale if rules.book[at + book.Effect.SCALE] == 1 else 1
        )
        kind, aim = int(rules.book[at + book.Effect.KIND]), int(rules.book[at + book.Effect.TARGET])
        total += effect_worth(v, rules, row, kind, aim, n, best)
    return total


@kernel
def cheapest(v: Look, row: Ints, kind: int, w: Floats) -> float:
    """Return the value of the worst card of a class in hand; less if the hand is larger than the other side's."""
    least = 9.0
    for c in range(FACES):
        if Seen.of(row).head.hand[c] > 0 and (CARDS_OF[kind] >> c) & 1:
            least = min(least, throwdown_view.keep(c))
    spare = min(1.0, (v.theirs + 1.0) / max(1.0, float(v.ours)))
    return least * float(w[Weight.KEEP, v.side] * w[Weight.PAYING, v.side]) * spare


@kernel
def ability_cost(v: Look, rules: Rules, row: Ints, a: int, w: Floats) -> float:
    """Return the cost of using an ability."""
    total = CHARGE * entry(rules, a, book.Ability.CHARGES) + 0.03 * entry(rules, a, book.Ability.POINTS)
    total += 0.01 * entry(rules, a, book.Ability.TARRY) * Seen.of(row).team.omens
    cards = entry(rules, a, book.Ability.CARDS)
    return (
        total + cards * cheapest(v, row, entry(rules, a, book.Ability.CARD_CLASS), w) if cards > 0 else total
    )
