"""What a player may do."""

from __future__ import annotations

from throwdown.envs.core.actions import ActionLayout, single

LAYOUT = ActionLayout(
    [
        [
            single("fold", "give the pot up, where there is something to call (PO-06)"),
            single("call", "pay as much as the other, or check where there is nothing to pay (PO-07)"),
            single("raise", "pay as much as the other and a raise on top, or bet it (PO-08)"),
        ]
    ]
)
FOLD, CALL, RAISE = (LAYOUT.first(name) for name in ("fold", "call", "raise"))
