"""Cards of a hand that cannot be played, with the reasons."""

from __future__ import annotations

from throwdown.envs.core.scene import HIDDEN, Scene
from throwdown.envs.tables.table import Table
from throwdown.play.reading import refused


def blocked(table: Table, scene: Scene) -> dict[str, str]:
    """Return by card why cards in the viewer's hand cannot be played like other cards can now."""
    layout, legal = table.game.actions, table.legal_ids()
    held = {card for person in scene.near if person.is_viewer for card in person.cards if card != HIDDEN}
    played = {i for i in legal if table.describe(i).on in held}
    left = held - {table.describe(i).on for i in played}
    found: dict[str, str] = {}
    for act in layout.acts:
        ids = range(act, act + len(act.range.labels))
        if left and not played.isdisjoint(ids):
            for i in ids:
                card = table.describe(i).on
                if card in left:
                    found.setdefault(card, refused(table, i))
    return found
