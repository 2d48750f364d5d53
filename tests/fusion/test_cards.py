"""FUSION's cards: two French packs and four Jokers."""

from __future__ import annotations

import pytest

from throwdown.envs.core.cards import FRENCH
from throwdown.envs.core.errors import ThrowdownError
from throwdown.envs.fusion.world.cards import (
    ALL_CARDS,
    BLACK_JOKER,
    KIT,
    NAMES,
    RED_JOKER,
    card_id,
    card_name,
    words_of,
)


def test_jokers_follow_the_faces() -> None:
    assert NAMES[:52] == FRENCH.names and ALL_CARDS == 108 and KIT.shape == (2,)
    assert [card_name(c) for c in (RED_JOKER, BLACK_JOKER)] == ["*r", "*b"]
    assert card_id("*") == card_id("*R") == RED_JOKER and card_id("*b") == BLACK_JOKER
    assert card_id("10H") == card_id("th")


def test_a_third_copy_is_refused_by_name() -> None:
    with pytest.raises(ThrowdownError, match="9S is listed 3 times; there are 2 of each card"):
        words_of([card_id("9S")] * 3)
