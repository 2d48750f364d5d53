"""What every FUSION game asks besides its own: the rows that its table of decisions begins with."""

from __future__ import annotations

from throwdown.envs.core.decisions import Decision
from throwdown.envs.core.kit import NONE, Out, kernel
from throwdown.envs.fusion.world import conflict, damage, effects, favor, usage
from throwdown.envs.fusion.world.choices import Act
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import COACH, Choice


@kernel
def coach(s: ConflictState) -> int:
    """Return Coach's seat."""
    return COACH


@kernel
def nobody(s: ConflictState) -> int:
    """Return no seat."""
    return NONE


@kernel
def nothing(s: ConflictState, out: Out) -> None:
    """Leave the legal set empty."""


@kernel
def stay(s: ConflictState, action: int, out: Out) -> None:
    """Do nothing."""


CHOICES: dict[Choice, Decision] = {
    Choice.OVER: Decision((), nobody, nothing, stay),
    Choice.BUFFER: Decision(
        (Act.BUFFER, Act.FAN_CLUB, Act.SHIFT, Act.ACCEPT),
        damage.next_asked,
        damage.legal_prevention,
        damage.prevent,
    ),
    Choice.COMMITMENT: Decision(
        (Act.COMMITMENT,), damage.target, damage.legal_commitments, damage.choose_commitment
    ),
    Choice.RECOVER: Decision(
        (Act.COMMITMENT,), damage.target, effects.legal_recoveries, effects.choose_recovery
    ),
    Choice.TARGET: Decision(
        (Act.PILOT, Act.THREAT, Act.FACTION, Act.RESOURCE),
        effects.chooser,
        effects.legal_subjects,
        effects.choose_subject,
    ),
    Choice.INVEST: Decision(
        (Act.INVEST, Act.REMOVE_STRIKE), favor.investor, favor.legal_investments, favor.invest
    ),
    Choice.DISCARD_ONE: Decision((Act.DISCARD,), damage.target, effects.legal_discards, effects.discard_one),
    Choice.FATE: Decision(
        (Act.REMOVE_FACTION, Act.TURN_FACTION), coach, damage.legal_fates, damage.choose_fate
    ),
    Choice.ENDURANCE: Decision((Act.PILOT,), conflict.leader, damage.legal_robos, damage.choose_robo),
    Choice.WAVE: Decision((Act.WAVE,), coach, effects.legal_waves, effects.choose_attack),
    Choice.STORM: Decision((Act.STORM,), coach, effects.legal_storms, effects.choose_attack),
    Choice.PAY: Decision((Act.DISCARD,), usage.payer, usage.legal_payments, usage.pay),
    Choice.DAMAGE: Decision((Act.DAMAGE,), effects.firer, effects.legal_damage, effects.choose_damage),
}
"""The decision of every shared phase; nobody is asked when it is over."""
