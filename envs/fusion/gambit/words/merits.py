"""What a move of a Gambit does for the seat to move: in one sentence, from what that seat may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from throwdown.envs.core.kit import Setup, joined, tr
from throwdown.envs.fusion.gambit.actions import LAYOUT, Act
from throwdown.envs.fusion.gambit.state import State
from throwdown.envs.fusion.gambit.words.decisions import WORDS, is_higher
from throwdown.envs.fusion.words import headline as parts, merits
from throwdown.envs.fusion.world.cards import cards_in


def merit(s: State, action: int, rival: int, setup: Setup) -> str:
    """Return what a legal action wins, costs and keeps; see `MoreTexts.merit`."""
    act = LAYOUT.act_of(action)
    found = _TOLD[act](s, action - act) if act in _TOLD else merits.told(s, act, action - act, setup)
    return joined(found, _keeps(act, action, rival)) or WORDS.describe(s, action, setup).sentence


def _ranks(fits: Callable[[int], bool]) -> int:
    """Return how many of the 13 ranks fit, of which a card each is asked about."""
    return sum(fits(4 * rank) for rank in range(13))


def _beaten(card: int) -> int:
    """Return how many ranks a card beats."""
    return _ranks(lambda other: is_higher(card, other))


def _told(n: int, card: int, none: str, some: str) -> str:
    """Return how a card compares with ``n`` ranks, in one of two forms."""
    return (some if n else none).format(n=n, card=parts.rank(card))


def _answer(s: State, card: int) -> str:
    none, some = (
        tr("the {card} beats no Threshold"),
        tr("the {card} beats a Threshold of {n} of the 13 ranks"),
    )
    return _told(_beaten(card), card, none, some)


def _threshold(s: State, card: int) -> str:
    none, some = tr("no card beats the {card}"), tr("cards of {n} of the 13 ranks beat the {card}")
    return _told(_ranks(lambda other: is_higher(other, card)), card, none, some)


def _accept(s: State, _: int) -> str:
    held = cards_in(s.world.hand[s.seat])
    if not held:
        return tr("you hold no card, and only the deck can help")
    return tr("cards decide: {best}", best=_answer(s, max(held, key=_beaten)))


_TOLD: Mapping[int, Callable[[State, int], str]] = {
    Act.ANSWER: _answer,
    Act.THRESHOLD: _threshold,
    Act.ACCEPT: _accept,
    Act.FLIP: lambda s, _: tr("it spares your Hand, but leaves the rank to chance"),
    Act.BLIND: lambda s, _: tr("it spares your Hand, but nobody knows how high it is"),
}


def _keeps(act: int, action: int, rival: int) -> str:
    """Return which better card an action keeps that the rival would spend."""
    if act not in (Act.ANSWER, Act.THRESHOLD) or LAYOUT.act_of(rival) != act:
        return ""
    other = rival - act
    return tr("it keeps the {card}", card=parts.rank(other)) if other >> 2 > (action - act) >> 2 else ""
