"""The heuristic of Showdown: sensible play from the observation alone, for both sides.

It brings out Allies and Attachments first, strongest first, then fills the hand, heals and Upgrades. The Villains buy a
Combat with their last Action when their Power leads by enough, by less the fewer Turns are left; everybody ready joins.
Heroes, whose Wounds heal by themselves, join always; their Allies if all together can stand up to the Villains. Leader
Actions wait for the Combat that was bought, and bring cards or healing where none was. In a Tic it stages what is worth
more than its Valor, pays where that has a good target, boosts its strongest Character, shoots the strongest that falls,
and wants the Combat to be over when it leads or has nothing left.
"""

from __future__ import annotations

import numpy as np

from throwdown.agents.heuristics.rated import RatedAgent, config_of, tie_break, which
from throwdown.envs.core.kit import Bytes, Floats, Ints, Setup, act_of, as_bits, entry, kernel
from throwdown.envs.showdown import state as st
from throwdown.envs.showdown.actions import Act
from throwdown.envs.showdown.obs import Character, Seen, character
from throwdown.envs.showdown.state import CARDS, EFFECTS, LIST, SLOTS, TEXTS, Op, Phase, Who

LEAD = 3.0
"""The lead in Power with all Turns left from which the Villains buy a Combat."""
KIND, POWER, CLASSES, TEXT = 0, 1, 2, 3
"""Offset of a card's numbers in the table of cards; texts follow one another."""
WHEN, COST, INITIATIVE, PRICE, EFFECT = 0, 1, 2, 3, 4
"""Offset of a text's numbers; each effect has three: operation, amount, target."""
TEXT_SIZE = EFFECT + 3 * EFFECTS
CARD_SIZE = TEXT + TEXTS * TEXT_SIZE
UNLESS_WOUNDED = as_bits((Op.POWER, Op.SHOOT, *st.MOVING))
"""What is done to a Character who is Wounded with another worth, as bits."""


@kernel
def limit(side: int, slots: Ints) -> int:
    """Return the end of a side's Characters."""
    return side * SLOTS + int(slots[side])


@kernel
def is_ready(it: Character) -> bool:
    """Return whether a Character is on the Table and not Employed."""
    return it.on_table and not it.employed


@kernel
def ready_power(row: Ints, side: int, slots: Ints) -> int:
    """Return the Power of all ready Characters of a side."""
    n = 0
    for c in range(side * SLOTS, limit(side, slots)):
        it = character(row, c, slots[0])
        if is_ready(it):
            n += it.power
    return n


@kernel
def held(seen: Seen, side: int) -> int:
    """Return the number of cards that a side holds."""
    return seen.heroes_held if side == st.Side.HEROES else seen.villains_held


@kernel
def lead(row: Ints) -> int:
    """Return the viewer's lead in Combat Power."""
    seen = Seen.of(row)
    return seen.own.power - seen.their.power


# Effects ----------------------------------------------------------------------------------------------------------


@kernel
def rate_aim(row: Ints, side: int, op: int, amount: int, c: int, slots: Ints) -> float:
    """Rate a Character as the target of an effect."""
    it = character(row, c, slots[0])
    is_own = c // SLOTS == side
    power, upgrades = float(it.power), float(it.upgrades)
    sign = 1.0 if is_own else -1.0
    if it.wounded and (UNLESS_WOUNDED >> op) & 1:
        return rate_wounded(sign, op, amount, power, upgrades)
    if op == Op.POWER:
        if amount > 0:
            return sign * (amount + 0.05 * power)
        return -sign * (min(power, -amount) + 0.05 * power)
    if op == Op.SHOOT:
        return -sign * (power + 0.5 * upgrades) if power <= amount else -sign * 0.7 * min(amount, upgrades)
    if op == Op.WOUND:
        return -sign * (power + 0.1)
    if op == Op.HEAL and it.in_combat:
        return sign * (power + 10.0)
    if op == Op.MOVE_OUT or (op == Op.MOVE and it.in_combat):
        return -power
    return sign * (power + 0.1)


@kernel
def rate_wounded(sign: float, op: int, amount: int, power: float, upgrades: float) -> float:
    """Rate a Wounded Character as the target of a Combat's effect: it adds no Power and can lose only Upgrades."""
    if op == Op.SHOOT:
        return -sign * 0.5 * (upgrades if power <= amount else min(float(amount), upgrades))
    return -0.1


@kernel
def can_aim(row: Ints, side: int, op: int, who: int, c: int, slots: Ints) -> bool:
    """Return whether a Character can be the target of an effect in a Combat, by a simplified test."""
    it = character(row, c, slots[0])
    is_own = c // SLOTS == side
    if ((who == Who.OWN or who == Who.SELF) and not is_own) or (who == Who.OPPOSING and is_own):
        return False
    in_combat = it.in_combat
    if not it.on_table and (op == Op.WOUND or not in_combat):
        return False
    if op == Op.MOVE_IN or op == Op.MOVE:
        return is_own and not in_combat and not it.employed
    return in_combat and (is_own or op != Op.MOVE_OUT)


@kernel
def best_aim(row: Ints, side: int, op: int, amount: int, who: int, slots: Ints) -> float:
    """Return the rating of an effect's best target in a Combat."""
    best = -1.0
    for half in range(2):
        for c in range(half * SLOTS, limit(half, slots)):
            if can_aim(row, side, op, who, c, slots):
                best = max(best, rate_aim(row, side, op, amount, c, slots))
    return best


@kernel
def text_value(row: Ints, side: int, cards: Ints, card: int, k: int, slots: Ints) -> float:
    """Return the value of a text's effects in the Stack."""
    value, at = 0.0, TEXT + k * TEXT_SIZE + EFFECT
    for e in range(EFFECTS):
        op, amount, who = cards[card, at + 3 * e], cards[card, at + 3 * e + 1], cards[card, at + 3 * e + 2]
        if (st.ON_A_CHARACTER >> op) & 1:
            value += best_aim(row, side, op, amount, who, slots)
        elif op == Op.DRAW:
            value += 1.2 * amount
        elif op != Op.NONE:
            value += 1.0
    return value


@kernel
def quiet_value(row: Ints, side: int, cards: Ints, card: int, k: int, slots: Ints) -> float:
    """Return the value of a text's effects outside Combat."""
    value, at = 0.0, TEXT + k * TEXT_SIZE + EFFECT
    for e in range(EFFECTS):
        op, amount, who = cards[card, at + 3 * e], cards[card, at + 3 * e + 1], cards[card, at + 3 * e + 2]
        if op == Op.DRAW:
            value += 2.0 * amount
        elif op == Op.HEAL:
            worth = strongest_wounded(row, side, slots)
            value += (1.5 if (st.UNCHOSEN >> who) & 1 else 1.0) * worth if worth > 0 else -3.0
        elif op == Op.UPGRADE or op == Op.DISCARD or op == Op.DISCARD_RANDOM or op == Op.DRAMA:
            value += 1.5 * amount
        elif op == Op.WOUND:
            value += 2.0
    return value


# Steps ------------------------------------------------------------------------------------------------------------


@kernel
def main_value(cards: Ints, card: int) -> float:
    """Return the value of a Main Card on the Table."""
    value = 1.5 * int(cards[card, POWER])
    for k in range(TEXTS):
        if cards[card, TEXT + k * TEXT_SIZE + WHEN] != st.When.NONE:
            value += 1.0
    return value - (0.0 if cards[card, KIND] == st.Kind.ALLY else 0.5)


@kernel
def rate_action(row: Ints, a: int, side: int, cards: Ints, slots: Ints) -> float:
    """Rate an action of an Action Phase."""
    seen = Seen.of(row)
    what = act_of(Act, a)
    if what == Act.CARD:
        card = side * CARDS + a - Act.CARD
        return -1.0 if cards[card, KIND] == st.Kind.EVENT else 4.0 + main_value(cards, card)
    if a == Act.FILL:
        lost = seen.own.wounds if side == 0 else 0
        return 2.2 * (seen.handsize - lost - held(seen, side))
    if a == Act.UPGRADE:
        return 2.0
    if a == Act.HEAL:
        return 1.0 + 1.5 * strongest_wounded(row, side, slots)
    if a == Act.BUY:
        return 50.0 if seen.own.actions == 1 and wants_combat(row, slots) else -5.0
    if what == Act.FLIP:
        return 100.0 if is_front(row, side, a - Act.FLIP, slots) else -9.0
    return 0.0 if a == Act.PASS else -1.0


@kernel
def wants_combat(row: Ints, slots: Ints) -> bool:
    """Return whether the Villains' Power leads by enough."""
    seen = Seen.of(row)
    left = (seen.turns - seen.turn) / max(1.0, float(seen.turns))
    return ready_power(row, 1, slots) - ready_power(row, 0, slots) >= LEAD * left


@kernel
def strongest_wounded(row: Ints, side: int, slots: Ints) -> float:
    """Return the Power of the strongest own Wounded Character."""
    best = 0.0
    for c in range(side * SLOTS, limit(side, slots)):
        it = character(row, c, slots[0])
        if it.wounded:
            best = max(best, float(it.power))
    return best


@kernel
def returning_power(row: Ints, side: int, slots: Ints) -> float:
    """Return the Power of the strongest own Character Wounded in Combat, which would fight on if healed."""
    best = 0.0
    for c in range(side * SLOTS, limit(side, slots)):
        it = character(row, c, slots[0])
        if it.wounded and it.in_combat:
            best = max(best, float(it.power))
    return best


@kernel
def is_front(row: Ints, side: int, k: int, slots: Ints) -> bool:
    """Return whether an Initial Card shows its first face."""
    for c in range(side * SLOTS, limit(side, slots)):
        if character(row, c, slots[0]).card[st.FRONT + k]:
            return True
    return False


@kernel
def leader_text(a: int, side: int) -> int:
    """Return the card whose Leader Action an action uses."""
    return side * CARDS + (st.LEADER if act_of(Act, a) == Act.LEADER else a - Act.CARD)


@kernel
def rate_leader(row: Ints, a: int, side: int, cards: Ints, slots: Ints, phase: int) -> float:
    """Rate a Leader Action: it waits for a Combat once one is bought, and is used at once otherwise."""
    seen = Seen.of(row)
    card = leader_text(a, side)
    k = a - Act.LEADER if act_of(Act, a) == Act.LEADER else 0
    op = cards[card, TEXT + k * TEXT_SIZE + EFFECT]
    amount = cards[card, TEXT + k * TEXT_SIZE + EFFECT + 1]
    if phase == Phase.REACT:
        return 5.0
    if phase == Phase.LAST:
        if op == Op.POWER or op == Op.HEAL:
            more = amount if op == Op.POWER else returning_power(row, side, slots)
            return 10.0 if lead(row) <= 0 and lead(row) + more >= 0 and more > 0 else -1.0
        return 0.5 + 0.1 * quiet_value(row, side, cards, card, k, slots)
    if phase == Phase.COMPOSE:
        if op == Op.HEAL:
            return returning_power(row, side, slots) - 1.0
        if op == Op.VALOR:
            return 3.0 if seen.own.valor <= 2 and held(seen, side) > 2 else -1.0
        if op == Op.WOUND:
            return 2.0 + best_aim(row, side, op, amount, Who.OPPOSING, slots)
        return -1.0
    if phase == Phase.MISSION:
        is_bought = seen.is_bought
        if op == Op.WOUND and is_bought:
            return 6.0
        if op == Op.HEAL:
            return 1.0 + 1.5 * strongest_wounded(row, side, slots)
        return -1.0 if is_bought else 0.5 + quiet_value(row, side, cards, card, k, slots)
    return -1.0


@kernel
def rate_mission(row: Ints, a: int, side: int, cards: Ints, slots: Ints) -> float:
    """Rate a Mission or a Character to Employ: by the effects, less the Power lost to a Combat."""
    is_bought = Seen.of(row).is_bought
    if a == Act.PASS:
        return 0.0
    if act_of(Act, a) == Act.OWN:
        it = character(row, side * SLOTS + a - Act.OWN, slots[0])
        card = side * CARDS + which(it.card)
        price = 2.0 * float(it.power) if is_bought else 0.1
        best = 0.0
        for k in range(TEXTS):
            if cards[card, TEXT + k * TEXT_SIZE + WHEN] == st.When.EMPLOY:
                best = max(best, quiet_value(row, side, cards, card, k, slots))
        return best - price
    card = side * CARDS + a - Act.CARD
    price = (4.0 if is_bought else 0.5) * int(cards[card, TEXT + PRICE])
    return quiet_value(row, side, cards, card, 0, slots) - price


# Combat -----------------------------------------------------------------------------------------------------------


@kernel
def asked_of(row: Ints, side: int, slots: Ints) -> int:
    """Return the Character of a side that the decision is about."""
    for k in range(slots[side]):
        if character(row, side * SLOTS + k, slots[0]).asked:
            return k
    return 0


@kernel
def rate_join(row: Ints, a: int, side: int, cards: Ints, slots: Ints) -> float:
    """Rate joining: Villains and Heroes always do, Heroes' Allies if Power and staged cards may suffice."""
    seen = Seen.of(row)
    if a == Act.STAY:
        return 0.0
    if side == 1:
        return 1.0
    fighting = 0
    for k in range(LIST):
        if cards[k, KIND] == st.Kind.COMBAT:
            fighting += int(seen.own.hand[k])
    it = character(row, side * SLOTS + asked_of(row, side, slots), slots[0])
    if which(it.card) >= st.FRONT:
        return 1.0
    slack = 3.0 + 1.5 * min(fighting, 5) / (1 + seen.own.wounds)
    return 1.0 if ready_power(row, 0, slots) + slack >= seen.their.power else -1.0


@kernel
def spare_valor(row: Ints, side: int, cards: Ints) -> int:
    """Return the Valor left after paying for everything staged."""
    seen = Seen.of(row)
    left = seen.own.valor
    for k in range(SLOTS):
        place = seen.own_places[k]
        if place.card == 0:
            break
        left -= cards[side * CARDS + place.card - 1, TEXT + place.text * TEXT_SIZE + COST]
    return left


@kernel
def stage_value(row: Ints, side: int, cards: Ints, card: int, k: int, slots: Ints) -> float:
    """Return the value of staging a text less its Valor; 0 if it cannot be paid."""
    cost = int(cards[card, TEXT + k * TEXT_SIZE + COST])
    if cost > spare_valor(row, side, cards):
        return -1.0
    value = text_value(row, side, cards, card, k, slots)
    if lead(row) >= 6:
        value *= 0.5
    return value - 0.5 * cost


@kernel
def ability_at(row: Ints, side: int, cards: Ints, c: int, n: int, slots: Ints) -> int:
    """Return a Character's n-th text that fits the Tic, as card * 2 + text, or -1; it approximates the rules' count."""
    it, tic = character(row, c, slots[0]), Seen.of(row).tic
    for gear in range(-1, st.GEARS):
        if gear < 0:
            card, used = which(it.card), 0
        else:
            card, used = int(it.gear[gear]) - 1, int(it.gear_used[gear])
        for k in range(TEXTS):
            if card < 0:
                continue
            at = TEXT + k * TEXT_SIZE
            fits = cards[side * CARDS + card, at + INITIATIVE]
            is_used = it.used[k] if gear < 0 else (used >> k) & 1 == 1
            if cards[side * CARDS + card, at + WHEN] != st.When.STACK or is_used:
                continue
            if fits == 0 or fits == tic:
                if n == 0:
                    return 2 * (side * CARDS + card) + k
                n -= 1
    return -1


@kernel
def has_more(row: Ints, side: int, cards: Ints) -> bool:
    """Return whether the hand holds a payable card that this Tic or a later one allows."""
    seen = Seen.of(row)
    valor, tic = seen.own.valor, seen.tic
    for k in range(LIST):
        card = side * CARDS + k
        if seen.own.hand[k] > 0 and cards[card, KIND] == st.Kind.COMBAT:
            fits = cards[card, TEXT + INITIATIVE]
            if (fits == 0 or fits > tic) and cards[card, TEXT + COST] <= valor:
                return True
    return False


@kernel
def rate_compose(row: Ints, a: int, side: int, cards: Ints, slots: Ints) -> float:
    """Rate staging a card in a Tic, and ending it."""
    if a == Act.PASS:
        return 0.0
    if a == Act.OVER:
        return 0.2 if lead(row) > 0 or not has_more(row, side, cards) else -0.1
    if act_of(Act, a) == Act.CARD:
        return stage_value(row, side, cards, side * CARDS + a - Act.CARD, 0, slots)
    at = a - Act.ABILITY
    found = ability_at(row, side, cards, side * SLOTS + at // TEXTS, at % TEXTS, slots)
    return 0.8 + stage_value(row, side, cards, found // 2, found % 2, slots) if found >= 0 else -1.0


@kernel
def rate_pay(row: Ints, a: int, side: int, slots: Ints) -> float:
    """Rate paying, by the best target."""
    seen = Seen.of(row)
    if a == Act.WHIFF:
        return 0.0
    op = which(seen.asked_op)
    if op < 0 or (st.ON_A_CHARACTER >> op) & 1 == 0:
        return 1.0
    who = which(seen.asked_who)
    return best_aim(row, side, op, seen.asked_amount, who, slots)


@kernel
def rate_keep(row: Ints, a: int, side: int, cards: Ints) -> float:
    """Rate keeping the first hand: it needs three or more cards for the Table."""
    n = 0
    for k in range(LIST):
        if (st.MAIN >> cards[side * CARDS + k, KIND]) & 1:
            n += int(Seen.of(row).own.hand[k])
    return 1.0 if (a == Act.KEEP) == (n >= 3) else 0.0


@kernel
def rate_target(row: Ints, a: int, side: int, slots: Ints) -> float:
    """Rate a Character chosen by number."""
    seen = Seen.of(row)
    c = (a - Act.OWN + side * SLOTS) % (2 * SLOTS)
    op = which(seen.asked_op)
    return rate_aim(row, side, op, seen.asked_amount, c, slots)


@kernel
def rate_body(row: Ints, a: int, side: int, slots: Ints, phase: int) -> float:
    """Rate the target of an Action or an Attachment: Initial Cards, which heal by themselves, and the strong."""
    c = (a - Act.OWN + side * SLOTS) % (2 * SLOTS)
    it = character(row, c, slots[0])
    power = float(it.power) - (0.5 if it.wounded else 0.0)
    if c // SLOTS != side:
        return -50.0
    if phase == Phase.EMPLOY:
        return -power
    if phase == Phase.HEAL:
        return power
    return power + (5.0 if which(it.card) >= st.FRONT else 0.0)


@kernel
def rate(row: Ints, a: int, cards: Ints, slots: Ints) -> float:
    """Rate a legal action."""
    seen = Seen.of(row)
    side, phase = which(seen.viewer), which(seen.phase)
    what = act_of(Act, a)
    if what == Act.LEADER:
        return rate_leader(row, a, side, cards, slots, phase)
    if what == Act.CARD and phase != Phase.DROP and phase != Phase.DISCARD:
        if cards[side * CARDS + a - Act.CARD, KIND] == st.Kind.EVENT:
            return rate_leader(row, a, side, cards, slots, phase)
    if phase == Phase.ACTION:
        return rate_action(row, a, side, cards, slots)
    if phase == Phase.MISSION:
        return rate_mission(row, a, side, cards, slots)
    if phase == Phase.COMPOSE:
        return rate_compose(row, a, side, cards, slots)
    if phase == Phase.PAY:
        return rate_pay(row, a, side, slots)
    if phase == Phase.ASSIGN:
        return rate_join(row, a, side, cards, slots)
    if phase == Phase.AIM or phase == Phase.TARGET:
        return rate_target(row, a, side, slots)
    if phase == Phase.BEARER or phase == Phase.UPGRADE or phase == Phase.HEAL or phase == Phase.EMPLOY:
        return rate_body(row, a, side, slots, phase)
    if phase == Phase.MULLIGAN:
        return rate_keep(row, a, side, cards)
    if phase == Phase.STOP:
        place = seen.their_places[a - Act.STACK]
        return float(cards[(1 - side) * CARDS + place.card - 1, TEXT + COST])
    if phase == Phase.DROP:
        return -main_value(cards, side * CARDS + a - Act.CARD)
    return 0.0 if a == Act.PASS else -1.0


@entry
def choose(
    observations: np.ndarray, masks: np.ndarray, cards: Ints, slots: Ints, chances: Floats, out: Ints
) -> None:
    """Write the best-rated legal action per row; a fraction of the chances breaks ties."""
    for i in range(observations.shape[0]):
        best = -1e9
        for a in range(masks.shape[1]):
            if masks[i, a] != 0:
                rating = rate(observations[i], a, cards, slots) + 1e-5 * tie_break(chances[i], a)
                if rating > best:
                    best, out[i] = rating, a


def card_table(cfg: st.Config) -> Ints:
    """Return the numbers of all cards: int64, shape (cards, CARD_SIZE)."""
    table = np.zeros((2 * CARDS, CARD_SIZE), np.int64)
    for c, card in enumerate(cfg.cards):
        table[c, :TEXT] = card.kind, card.power, card.classes
        for k, text in enumerate(card.texts):
            effects = [n for effect in text.effects for n in (effect.op, effect.amount, effect.who)]
            at = TEXT + k * TEXT_SIZE
            table[c, at : at + TEXT_SIZE] = text.when, text.cost, text.initiative, text.price, *effects
    return table


class Heuristic(RatedAgent):
    """Plays as the docstring of this module says, in both roles; it has to be bound to a setup."""

    game = "showdown-v0"
    numbers: tuple[Ints, Ints]

    def read(self, setup: Setup) -> None:
        """Read the numbers of a scenario."""
        cfg = config_of(setup)
        self.numbers = card_table(cfg), np.array(cfg.slots, np.int64)

    def choose(self, observations: Bytes, masks: Bytes, chances: Floats, out: Ints) -> None:
        """Write the best-rated legal action of each row."""
        choose(observations, masks, *self.numbers, chances, out)
