"""Deals of poker with certain cards."""

from __future__ import annotations

from itertools import count

from throwdown.envs.tables.table import Table

TITLES = {"J": "Jack", "Q": "Queen", "K": "King"}


def deal(id: str, cards: str, shared: str = "", moves: str = "") -> Table:
    """Return a game in which the players hold two ranks such as ``JK``, after some moves by their first letters.

    Args:
        id: the game's id.
        cards: the ranks of the first and of the second player.
        shared: the rank of the card turned up by the moves, if it matters.
        moves: such as ``crc``: call (or check), raise, call.
    """
    for seed in count():
        table = Table.deal(id, seed)
        if [table.view(seat)["hands"][seat] for seat in table.setup.seats] == [TITLES[c] for c in cards]:
            for move in moves:
                table.play({"f": "fold", "c": "call", "r": "raise"}[move])
            if not shared or table.view()["shared"] == TITLES[shared]:
                return table
    raise AssertionError
