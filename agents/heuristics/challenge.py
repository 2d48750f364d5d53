"""A sensible Table, a sensible Character and a sensible duellist for Challenges.

- **Cards**: stand, Double or Triple by the chance to reach the target number, counted over the cards left in the deck
  and over the band's Difficulties (or the attacker's possible cards); one more card has to be worth its Action.
  An attacker Doubles on a low card and Triples where a Flop is unlikely.
- **Knuckle Down**: where redrawing the last card has a fair chance.
- **The Character** attempts the obstacle that promises most Progress for least Harm, takes hazards as they come, and
  keeps her Stamina for Knuckle Down. A Boon ends a Bust, or is a Bang.
- **The duellist** presses with the Core that leads most on the opponent with most Harm, reacts as long as Actions
  are left, since a press costs the other one too, and buys Frenzy.
- **The Table** posts obstacles and hazards that the Character needs two cards for, lays its Busts while she has
  Actions, and strikes as often as it may.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from throwdown.agents.heuristics.rated import RatedAgent, config_of, tie_break, which
from throwdown.envs.challenge import state as st
from throwdown.envs.challenge.actions import Act
from throwdown.envs.challenge.obs import Hero, Seen, Slot, Template
from throwdown.envs.core.kit import Bytes, Floats, Ints, Setup, act_of, entry, kernel

PRICE, DUEL_PRICE = 0.22, 0.3
"""The gain in the chance of success that makes one more card worth its Action."""
FAIR = 0.3
"""The chance from which Knuckling Down is worth 2 Stamina."""
LOW_CARD = 9
"""The highest first card on which an attacker Doubles."""
OBSTACLE_NEED, HAZARD_NEED = 15, 13
"""The score that the Table wants the Character to need."""
ONE_CARD, TWO_CARDS = (2, 13), (9, 21)
"""An attacker's approximate score."""


@kernel
def left(hero: Hero, red: int, v: int) -> int:
    """Return the number of cards of value ``v`` that a hero has not discarded."""
    if v == 15 or v == 0:
        return 0 if hero.jokers[0 if (v == 15) == (red == 1) else 1] else 1
    if v == 14 or v == 1:
        is_red = (v == 14) == (red == 1)
        return 2 - int(hero.red[12] if is_red else hero.black[12])
    return 4 - int(hero.red[v - 2]) - int(hero.black[v - 2])


@kernel
def share(score: int, low: int, high: int) -> float:
    """Return the share of the numbers from ``low`` to ``high`` that a score reaches."""
    return min(1.0, max(0.0, (score - low + 1) / (high - low + 1)))


@kernel
def chance_with(hero: Hero, red: int, score: int, flop: int, room: int, low: int, high: int) -> float:
    """Return the chance of success with one more card: a Joker, or more than ``room``, falls back to ``flop``."""
    total, good = 0, 0.0
    for v in range(16):
        n = left(hero, red, v)
        total += n
        falls = v == 0 or v == 15 or v > room
        good += n * share(flop if falls else score + v, low, high)
    return good / total if total > 0 else 0.0


@kernel
def low_of(posted: Template, low: Ints) -> int:
    """Return the lowest Difficulty of a posted template; the exact one if known."""
    return posted.difficulty if posted.known else int(low[which(posted.band)])


@kernel
def bar_of(row: Ints, ends: Ints, heroes: int, is_high: bool) -> int:
    """Return the lowest or the highest possible target of the current Attempt."""
    seen = Seen.of(row)
    if seen.kind[st.Kind.DEFENCE]:
        attack = seen.attack
        other = Hero.of(row, which(attack.by))
        cards = ONE_CARD if attack.cards == 1 else TWO_CARDS
        return int(other.core[which(attack.core)]) + cards[1 if is_high else 0]
    slot = which(seen.target)
    return low_of(seen.posted if slot < 0 else Slot.of(row, slot, (heroes,)).posted, ends)


@kernel
def rate_cards(row: Ints, a: int, low: Ints, high: Ints, heroes: int) -> float:
    """Rate standing (0) and one more card by the gain in the chance of success."""
    if a == Act.PASS:
        return 0.0
    if a == Act.FRENZY:
        return -1.0
    seen, own = Seen.of(row), Hero.of(row)
    cards = seen.attempt
    n, first = cards.cards, int(cards.values[0])
    score = cards.score
    total = first + int(cards.values[1]) + int(cards.values[2])
    red = which(cards.core) // 2
    room = 15 if n == 1 else 15 - total
    if seen.kind[st.Kind.ATTACK]:
        if n == 1:
            return 1.0 if first <= LOW_CARD else -1.0
        return chance_with(own, red, 1, 0, room, 1, 1) - 0.75
    begin, end = bar_of(row, low, heroes, False), bar_of(row, high, heroes, True)
    flop = score - total + first
    price = DUEL_PRICE if seen.kind[st.Kind.DEFENCE] else PRICE
    more = chance_with(own, red, score, flop, room, begin, max(begin, end))
    return more - share(score, begin, max(begin, end)) - price


@kernel
def rate_knuckle(row: Ints, a: int) -> float:
    """Rate Knuckling Down by the chance that the last card, drawn anew, suffices."""
    if a == Act.PASS:
        return 0.0
    seen, own = Seen.of(row), Hero.of(row)
    cards = seen.attempt
    n, first = cards.cards, int(cards.values[0])
    red = which(cards.core) // 2
    total = first + int(cards.values[1]) + int(cards.values[2])
    last = int(cards.values[n - 1])
    base = cards.score - (first if cards.flopped else total)
    bar = seen.bar
    if n == 1:
        good, count = 0, 0
        for v in range(16):
            count += left(own, red, v)
            good += left(own, red, v) if base + v >= bar else 0
        return good / max(1, count) - FAIR
    kept = total - last
    room = 15 if n == 2 else 15 - kept
    return chance_with(own, red, base + kept, base + first, room, bar, bar) - FAIR


@kernel
def rate_obstacle(row: Ints, slot: int, low: Ints, high: Ints, bonus: Ints, heroes: int) -> float:
    """Rate an open obstacle by the Progress and the Harm that a Double at it promises."""
    posted, own = Slot.of(row, slot, (heroes,)).posted, Hero.of(row)
    core = which(posted.core)
    value = int(own.core[core])
    begin, end = low_of(posted, low), low_of(posted, high)
    chance = 0.0
    for v in range(2, 15):
        chance += chance_with(own, core // 2, value + v, value + v, 15, begin, end) / 13.0
    gain = 1.5 + float(bonus[which(posted.band)])
    return gain * chance - 1.5 * (1.0 - chance)


@kernel
def rate_press(row: Ints, k: int, press: Ints) -> float:
    """Rate a press by the lead of its Core, averaged over the opponents if the target is still open."""
    seen = Seen.of(row)
    attack, defence = int(press[0, k]), int(press[1, k])
    mine = float(Hero.of(row).core[attack])
    place = which(seen.attacker if seen.phase[st.Phase.REACTION] else seen.defender)
    return mine - float(Hero.of(row, place if place > 0 else 1).core[defence])


@kernel
def rate_choice(row: Ints, k: int, low: Ints, high: Ints, bonus: Ints, press: Ints, heroes: int) -> float:
    """Rate a numbered choice in its phase."""
    seen = Seen.of(row)
    if seen.phase[st.Phase.TARGET]:
        me = which(seen.viewer)
        return 1.0 + float(Hero.of(row, (1 - (me & 1) + 2 * k - me) % heroes).harm)
    if heroes > 1:
        return 20.0 + rate_press(row, k, press)
    if seen.reaction[st.Reaction.FAST]:
        return 20.0 + float(Hero.of(row).core[k])
    return 20.0 + rate_obstacle(row, k, low, high, bonus, heroes)


@kernel
def rate_prepared(row: Ints, a: int, heroes: int, can_press: bool) -> float:
    """Rate preparations and answers: Boons are used at once, Stamina is kept, duellists react and go into a Frenzy.

    A Character without presses keeps the Boon for an ally who is still in.
    """
    is_duel = heroes > 1
    if a == Act.BOON_GIFT:
        return -1.0 if can_press else 70.0
    if a == Act.BOON_BUST or a == Act.BOON_BANG:
        if not can_press and not Hero.of(row, 2).out:
            return -1.0
        return 60.0 if a == Act.BOON_BUST else 50.0
    if a == Act.REACT:
        return 1.0 if is_duel else -1.0
    if a == Act.FRENZY:
        return 1.0 if is_duel and Seen.of(row).phase[st.Phase.PRIORITY] else -1.0
    return -1.0


@kernel
def miss(row: Ints, shelf: int, k: int, core: Ints, band: Ints, low: Ints, high: Ints, goal: int) -> float:
    """Return the distance of a template's nearest payable Difficulty from the desired score."""
    value = int(Hero.of(row).core[core[shelf, k]])
    begin, end = int(low[band[shelf, k]]), int(high[band[shelf, k]])
    most = min(end, Seen.of(row).points)
    best = 99.0
    for d in range(begin, max(begin, most) + 1):
        best = min(best, abs(float(d - value - goal)))
    return best


@kernel
def rate_table(row: Ints, a: int, core: Ints, band: Ints, low: Ints, high: Ints) -> float:
    """Rate an action of the Table."""
    seen, hero = Seen.of(row), Hero.of(row)
    if a == Act.PASS:
        return 0.0
    if a == Act.TOKEN:
        return 90.0 if hero.actions >= 2 else -1.0
    if act_of(Act, a) == Act.OFFSET:
        goal = HAZARD_NEED if seen.posting[st.Shelf.HAZARD] else OBSTACLE_NEED
        value = int(hero.core[which(seen.posted.core)])
        begin = int(low[which(seen.posted.band)])
        return 50.0 - abs(float(begin + a - Act.OFFSET - value - goal))
    is_post = seen.phase[st.Phase.POST]
    shelf = st.Shelf.OBSTACLE if is_post else st.Shelf.HAZARD
    goal = OBSTACLE_NEED if is_post else HAZARD_NEED
    return 50.0 - miss(row, shelf, a - Act.TEMPLATE, core, band, low, high, goal)


class Numbers(NamedTuple):
    """The numbers of a scenario.

    Attributes:
        core: [shelf, template]: the challenged Core.
        band: [shelf, template]: the band.
        low: [band]: its lowest Difficulty.
        high: [band]: its highest one.
        bonus: [band]: Progress in addition to the degree.
        press: [attack or defence, press]: the Core.
        heroes: Characters in the game.
        cast: [character]: its Cores, and 1 if it makes presses.
    """

    core: Ints
    band: Ints
    low: Ints
    high: Ints
    bonus: Ints
    press: Ints
    heroes: int
    cast: Ints


@kernel
def rate(row: Ints, a: int, n: Numbers, can_press: bool) -> float:
    """Rate a legal action."""
    seen = Seen.of(row)
    if n.heroes == 1 and seen.viewer[0]:
        return rate_table(row, a, n.core, n.band, n.low, n.high)
    if seen.phase[st.Phase.CARDS]:
        return rate_cards(row, a, n.low, n.high, n.heroes)
    if seen.phase[st.Phase.KNUCKLE]:
        return rate_knuckle(row, a)
    if act_of(Act, a) == Act.CHOOSE:
        return rate_choice(row, a - Act.CHOOSE, n.low, n.high, n.bonus, n.press, n.heroes)
    return 0.0 if a == Act.PASS else rate_prepared(row, a, n.heroes, can_press)


@kernel
def makes_presses(row: Ints, cast: Ints) -> bool:
    """Return whether the viewer makes presses, identified by its Cores."""
    own = Hero.of(row)
    for k in range(cast.shape[0]):
        is_she = True
        for core in range(st.CORES):
            is_she = is_she and own.core[core] == cast[k, core]
        if is_she and cast[k, st.CORES] == 0:
            return False
    return True


@entry
def choose(observations: np.ndarray, masks: np.ndarray, numbers: Numbers, chances: Floats, out: Ints) -> None:
    """Write the best-rated legal action per row; a fraction of the chances breaks ties."""
    for i in range(observations.shape[0]):
        best = -1e9
        can_press = numbers.heroes < 4 or makes_presses(observations[i], numbers.cast)
        for a in range(masks.shape[1]):
            if masks[i, a] != 0:
                rating = rate(observations[i], a, numbers, can_press) + 1e-5 * tie_break(chances[i], a)
                if rating > best:
                    best, out[i] = rating, a


class Heuristic(RatedAgent):
    """Plays as the docstring of this module says, in all roles; it has to be bound to a setup."""

    game = "challenge-v0"
    numbers: Numbers

    def read(self, setup: Setup) -> None:
        """Read the numbers of a scenario."""
        cfg = config_of(setup)
        people = int(cfg.candidate.max()) + 1
        self.numbers = Numbers(
            core=np.array(cfg.template_core, np.int64),
            band=np.array(cfg.template_band, np.int64),
            low=np.array(cfg.low, np.int64),
            high=np.array(cfg.high, np.int64),
            bonus=np.array(cfg.bonus, np.int64),
            press=np.array([cfg.press_from, cfg.press_to], np.int64),
            heroes=int(cfg.heroes),
            cast=np.column_stack([cfg.cast_core, cfg.cast_presses])[:people].astype(np.int64),
        )

    def choose(self, observations: Bytes, masks: Bytes, chances: Floats, out: Ints) -> None:
        """Write the best-rated legal action of each row."""
        choose(observations, masks, self.numbers, chances, out)
