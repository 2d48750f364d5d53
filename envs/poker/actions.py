"""What a player may do."""

from throwdown.envs.core.kit import ActionLayout, Actions, single, tr


class Act(Actions):
    """The three actions."""

    FOLD = single("fold", tr("give up the pot; only when there is a bet to call (PO-06)"))
    CALL = single(
        "call", tr("pay as much as the other player, or check when there is nothing to pay (PO-07)")
    )
    RAISE = single(
        "raise",
        tr("pay as much as the other player and a raise on top; with nothing to pay, bet that raise (PO-08)"),
    )


LAYOUT = ActionLayout(Act)
