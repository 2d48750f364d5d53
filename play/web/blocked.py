"""Unplayable cards of a hand, and the reasons, derived from the labels of actions."""

from __future__ import annotations

from throwdown.envs.core.scene import HIDDEN, Scene
from throwdown.envs.tables.table import Table


def blocked(table: Table, scene: Scene) -> dict[str, str]:
    """Return by card why cards in the viewer's hand cannot be played like other cards can now."""
    labels = table.game.actions.labels
    legal = [labels[i] for i in table.legal_ids()]
    played = {label.split(" ", 1)[1] for label in legal if " " in label}
    held = [card for person in scene.near if person.is_viewer for card in person.cards]
    found = {}
    for card in dict.fromkeys(held):
        if card == HIDDEN or card in played:
            continue
        for verb in dict.fromkeys(label.split()[0] for label in legal if label.split()[-1] in held):
            if f"{verb} {card}" in labels:
                found[card] = table.explain(f"{verb} {card}")
                break
    return found
