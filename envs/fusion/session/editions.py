"""What a session asks of a Throwdown, in either edition: the kernels that go with the record that lies in it."""

from __future__ import annotations

from throwdown.envs.core.kit import Out, by_record, kernel
from throwdown.envs.fusion.pile import (
    decisions as pile_decisions,
    initiative as pile_initiative,
    rules as pile_rules,
    state as pile,
)
from throwdown.envs.fusion.throwdown import decisions, initiative, rules, state as stages
from throwdown.envs.fusion.world import deal


@kernel
def _deal_stages(t: stages.State, out: Out) -> None:
    deal.setup_world(t, out)


@kernel
def _can_lead_pile(t: pile.State, p: int) -> bool:
    return True


@kernel
def _may_challenge_stages(t: stages.State, p: int) -> bool:
    return deal.hand_size(t, p) > 0


@kernel
def _rest_stages(t: stages.State) -> None:
    t.step = stages.Step.END


@kernel
def _rest_pile(t: pile.State) -> None:
    t.step = pile.Step.END


deal_world = by_record((stages.State, _deal_stages), (pile.State, pile_rules.deal_world))
"""``deal_world(t, out)``: deal the scenario."""
begin = by_record((stages.State, rules.begin_conflict), (pile.State, pile_rules.begin_conflict))
"""``begin(t, challenger, out)``: begin a Throwdown over the present world (TS-17, TP-16)."""
can_lead = by_record((stages.State, initiative.can_lead), (pile.State, _can_lead_pile))
"""``can_lead(t, p)``: whether a Pilot may lay an initiative card; a Rout is of the stages edition (TS-130)."""
may_challenge = by_record((stages.State, _may_challenge_stages), (pile.State, pile_initiative.may_challenge))
"""``may_challenge(t, p)``: whether a seat has an initiative card to lay; on the Pile Coach lays the deck's (TP-17)."""
settle = by_record((stages.State, decisions.DECISIONS.settle), (pile.State, pile_decisions.DECISIONS.settle))
"""``settle(t, out)``: go on with what waits until somebody must decide."""
rest = by_record((stages.State, _rest_stages), (pile.State, _rest_pile))
"""``rest(t)``: have nothing follow but what waits."""
