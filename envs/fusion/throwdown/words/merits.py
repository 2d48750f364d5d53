"""What a move of the Throwdown does for the seat to move: in one sentence, from what that seat may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from throwdown.envs.core.kit import NONE, Setup, joined, plural, tr
from throwdown.envs.fusion.throwdown import drives, initiative, state
from throwdown.envs.fusion.throwdown.actions import LAYOUT, Act
from throwdown.envs.fusion.throwdown.state import State
from throwdown.envs.fusion.throwdown.words import decisions, describe
from throwdown.envs.fusion.words import headline as parts, merits, why_not
from throwdown.envs.fusion.world.cards import cards_in
from throwdown.envs.fusion.world.order import BEATS, BLOCKS, WITHIN
from throwdown.envs.fusion.world.terms import COACH


def merit(s: State, action: int, rival: int, setup: Setup) -> str:
    """Return what a legal action wins, costs and keeps; see `MoreTexts.merit`."""
    act = LAYOUT.act_of(action)
    if act in _TOLD:
        found = joined(_TOLD[act](s, action - act, setup), _keeps(s, action, rival))
    else:
        found = joined(merits.told(s, act, action - act, setup))
    return found or decisions.WORDS.describe(s, action, setup).sentence


def _counter(s: State, card: int, setup: Setup) -> str:
    known = {
        "card": parts.rank(card),
        "top": parts.rank(describe.top_of(s)),
        "answer": _answer(s, card, int(s.stage)),
    }
    price = _price(s, Act.COUNTER + card, setup)
    if price:
        return tr("the {card} beats the {top}, {price}; {answer}", price=price, **known)
    return tr("the {card} beats the {top}; {answer}", **known)


def _block(s: State, card: int, setup: Setup) -> str:
    known = {"card": parts.rank(card), "top": parts.rank(describe.top_of(s))}
    beneath = int(s.pile_card[int(s.pile_n) - 2])
    if why_not.plain_rule(drives.is_opener)(s):
        return tr("the {card} Blocks the {top}, and undoes the Escalate", **known)
    return tr(
        "the {card} takes the {top} away, whatever your Strike; the {beneath} leads again",
        beneath=parts.rank(beneath),
        **known,
    )


def _escalate(s: State, card: int, setup: Setup) -> str:
    return _opens(s, card, int(s.stage) + 1)


def _rumble(s: State, card: int, setup: Setup) -> str:
    return _opens(s, card, state.RUMBLE_STAGE)


def _opens(s: State, card: int, then: int) -> str:
    return plural(
        "it gives up {n} point to fight for {more} on the {card}; {answer}",
        "it gives up {n} points to fight for {more} on the {card}; {answer}",
        1 << (int(s.stage) - 1),
        more=1 << (then - 1),
        card=parts.rank(card),
        answer=_answer(s, card, then),
    )


def _concede(s: State, _: int, setup: Setup) -> str:
    n = len(cards_in(s.world.hand[s.seat]))
    if s.stage < state.LAST_STAGE:
        return plural(
            "it gives up this stage before a dearer one is reached, and keeps {n} card",
            "it gives up this stage before a dearer one is reached, and keeps {n} cards",
            n,
        )
    return plural("it ends the fight, and keeps {n} card", "it ends the fight, and keeps {n} cards", n)


def _pass(s: State, _: int, setup: Setup) -> str:
    return tr("it keeps Charges, cards and Omens for a later turn")


def _vote(is_team: bool) -> Callable[[State, int, Setup], str]:
    def told(s: State, _: int, setup: Setup) -> str:
        p = int(s.conflict.commander[1])
        n = int(why_not.plain_rule(initiative.bonus_for)(s, p, is_team))
        who = setup.people[p]
        return plural(
            "if the vote goes this way, {who} draws {n} card",
            "if the vote goes this way, {who} draws {n} cards",
            n,
            who=who,
        )

    return told


def _initiative(s: State, card: int, setup: Setup) -> str:
    name = parts.rank(card)
    highest = tr("the {card} is your highest card, and the likeliest to open stage 1", card=name)
    return merits.by_rank(
        s, card, highest, tr("the {card} may open stage 1 without your best card", card=name)
    )


_TOLD: Mapping[int, Callable[[State, int, Setup], str]] = {
    Act.COUNTER: _counter,
    Act.BLOCK: _block,
    Act.ESCALATE: _escalate,
    Act.RUMBLE: _rumble,
    Act.CONCEDE: _concede,
    Act.INITIATIVE: _initiative,
    Act.PASS: _pass,
    Act.VOTE_SELF: _vote(False),
    Act.VOTE_TEAM: _vote(True),
}


_SPENDS = (Act.COUNTER, Act.BLOCK, Act.ESCALATE, Act.RUMBLE, Act.INITIATIVE)
"""The actions that spend a card."""


def _price(s: State, action: int, setup: Setup) -> str:
    """Return what a card costs or brings beside, in a few words; empty if nothing."""
    told = decisions.WORDS.describe(s, action, setup)
    if told.mark == "good":
        return tr("and brings a Charge")
    if told.mark == "costly":
        return tr("which costs {n} Harmony", n=int(s.stage)) if told.then else tr("which costs Endurance")
    return ""


def _answer(s: State, card: int, stage: int) -> str:
    """Return with what the other side could answer a card, as far as everybody can tell."""
    order, old = int(s.cfg.order), card >> 2
    if s.seat == COACH or why_not.plain_rule(drives.is_unbound)(s):
        word = int(BEATS[order, old])
    else:
        word = int(WITHIN[order, old, describe.strike_now(s, COACH)])
    other = tr("the Pilots") if s.seat == COACH else tr("Coach")
    ranks = merits.ranks_in(word)
    if not ranks:
        return tr("{other} cannot Counter it, only Block it", other=other)
    told = merits.any_of(ranks)
    if stage == state.STAGES or (stage == state.LAST_STAGE and not s.cfg.positions):
        return tr("{other} must Counter it with {ranks}, Block it or Concede", other=other, ranks=told)
    if len(ranks) > merits.MOST_RANKS:
        return tr("{other} can Counter it with {ranks}", other=other, ranks=told)
    return tr("{other} can Counter it only with {ranks}", other=other, ranks=told)


def _keeps(s: State, action: int, rival: int) -> str:
    """Return which better card an action keeps that the rival would spend."""
    card, other = _card_of(action), _card_of(rival) if rival != NONE else NONE
    if NONE in (card, other) or other == card:
        return ""
    top = int(s.pile_card[int(s.pile_n) - 1]) if s.pile_n else NONE
    held = cards_in(s.world.hand[s.seat])
    if top != NONE:
        blocks = [c for c in held if int(BLOCKS[int(s.cfg.strict_block), top]) >> c & 1]
        if blocks == [other] and why_not.plain_rule(drives.can_be_blocked)(s):
            return tr("it keeps the {card}, your only Block", card=parts.rank(other))
    if other >> 2 > card >> 2:
        return tr("it keeps the {card}", card=parts.rank(other))
    return ""


def _card_of(action: int) -> int:
    """Return the card that an action spends, or NONE."""
    act = LAYOUT.act_of(action)
    return action - act if act in _SPENDS else NONE
