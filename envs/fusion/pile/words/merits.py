"""What a move of the pile edition does for the seat to move: in one sentence, from what that seat may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from throwdown.envs.core.kit import Setup, joined, plural, tr
from throwdown.envs.fusion.pile.actions import LAYOUT, Act
from throwdown.envs.fusion.pile.state import State
from throwdown.envs.fusion.pile.words.decisions import WORDS
from throwdown.envs.fusion.pile.words.describe import strike
from throwdown.envs.fusion.words import headline as parts, merits
from throwdown.envs.fusion.world.cards import cards_in
from throwdown.envs.fusion.world.order import BEATS, WITHIN
from throwdown.envs.fusion.world.terms import COACH


def merit(s: State, action: int, rival: int, setup: Setup) -> str:
    """Return what a legal action wins, costs and keeps; see `MoreTexts.merit`."""
    act = LAYOUT.act_of(action)
    if act in _TOLD:
        found = _TOLD[act](s, action - act, setup)
    else:
        found = merits.told(s, act, action - act, setup)
    return joined(found, _keeps(act, action, rival)) or WORDS.describe(s, action, setup).sentence


def _push(s: State, card: int, setup: Setup) -> str:
    told = tr("the {card} takes the top of the Pile", card=parts.rank(card))
    if WORDS.describe(s, Act.PUSH + card, setup).mark:
        told = tr("{push}, but causes Strife", push=told)
    answer = _answer(s, card)
    return tr("{push}; {answer}", push=told, answer=answer) if answer else told


def _answer(s: State, card: int) -> str:
    """Return with what the other side could beat a card, where there are but two sides."""
    if s.cfg.pvp:
        return ""
    if s.seat == COACH:
        found = merits.ranks_in(int(BEATS[int(s.cfg.order), card >> 2]))
        if not found:
            return tr("no card of the Pilots beats it")
        return tr("the Pilots can beat it with {ranks}", ranks=merits.any_of(found))
    found = merits.ranks_in(int(WITHIN[int(s.cfg.order), card >> 2, strike(s, COACH)]))
    if not found:
        return tr("no card within Coach's Strike beats it")
    return tr("Coach can beat it with {ranks}", ranks=merits.any_of(found))


def _beat_back(s: State, card: int, setup: Setup) -> str:
    top, beneath = (int(s.pile_card[int(s.pile_n) - k]) for k in (1, 2))
    known = {"top": parts.rank(top), "beneath": parts.rank(beneath)}
    return tr("it takes the {top} off the top, whatever your Strike; the {beneath} leads again", **known)


def _initiative(s: State, card: int, setup: Setup) -> str:
    name = parts.rank(card)
    highest = tr("the {card} is your highest card, and the likeliest to lead", card=name)
    return merits.by_rank(s, card, highest, tr("the {card} may lead without your best card", card=name))


def _fold(s: State, _: int, setup: Setup) -> str:
    return plural(
        "it ends your part in the fight, and keeps {n} card",
        "it ends your part in the fight, and keeps {n} cards",
        len(cards_in(s.world.hand[s.seat])),
    )


_TOLD: Mapping[int, Callable[[State, int, Setup], str]] = {
    Act.INITIATIVE: _initiative,
    Act.PUSH: _push,
    Act.BEAT_BACK: _beat_back,
    Act.FOLD: _fold,
}


def _keeps(act: int, action: int, rival: int) -> str:
    """Return which better card a Push keeps that the rival would spend."""
    if act != Act.PUSH or LAYOUT.act_of(rival) != Act.PUSH:
        return ""
    other = rival - Act.PUSH
    return tr("it keeps the {card}", card=parts.rank(other)) if other >> 2 > (action - act) >> 2 else ""
