"""What a player may do."""

from throwdown.envs.core.kit import ActionLayout, Named, single, tr


class Action(Named):
    """The three actions, as they are numbered."""

    FOLD = 0
    CALL = 1
    RAISE = 2


LAYOUT = ActionLayout(
    [
        [
            single("fold", tr("give the pot up, where there is something to call (PO-06)")),
            single("call", tr("pay as much as the other, or check where there is nothing to pay (PO-07)")),
            single("raise", tr("pay as much as the other and a raise on top, or bet it (PO-08)")),
        ]
    ]
)
