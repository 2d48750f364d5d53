"""What a player may do."""

from throwdown.envs.core.kit import ActionLayout, Actions, single, tr


class Act(Actions):
    """The three actions."""

    FOLD = single("fold", tr("give the pot up, where there is something to call (PO-06)"))
    CALL = single("call", tr("pay as much as the other, or check where there is nothing to pay (PO-07)"))
    RAISE = single("raise", tr("pay as much as the other and a raise on top, or bet it (PO-08)"))


LAYOUT = ActionLayout(Act)
