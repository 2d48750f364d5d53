"""What every FUSION game asks besides its own: the rows that its table of decisions begins with."""

from __future__ import annotations

from throwdown.envs.core.decisions import Decision
from throwdown.envs.core.kit import NONE, Out, kernel
from throwdown.envs.fusion.world import conflict, damage, effects, favor, usage
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
        ("buffer", "fan-club", "shift", "accept"),
        damage.next_asked,
        damage.legal_prevention,
        damage.prevent,
    ),
    Choice.COMMITMENT: Decision(
        ("commitment",), damage.target, damage.legal_commitments, damage.choose_commitment
    ),
    Choice.RECOVER: Decision(
        ("commitment",), damage.target, effects.legal_recoveries, effects.choose_recovery
    ),
    Choice.TARGET: Decision(
        ("pilot", "threat", "faction", "resource"),
        effects.chooser,
        effects.legal_subjects,
        effects.choose_subject,
    ),
    Choice.INVEST: Decision(
        ("invest", "remove-strike"), favor.investor, favor.legal_investments, favor.invest
    ),
    Choice.DISCARD_ONE: Decision(("discard",), damage.target, effects.legal_discards, effects.discard_one),
    Choice.FATE: Decision(("remove-faction", "turn-faction"), coach, damage.legal_fates, damage.choose_fate),
    Choice.ENDURANCE: Decision(("pilot",), conflict.leader, damage.legal_robos, damage.choose_robo),
    Choice.WAVE: Decision(("wave",), coach, effects.legal_waves, effects.choose_wave),
    Choice.STORM: Decision(("storm",), coach, effects.legal_storms, effects.choose_storm),
    Choice.PAY: Decision(("discard",), usage.payer, usage.legal_payments, usage.pay),
    Choice.DAMAGE: Decision(("damage",), effects.firer, effects.legal_damage, effects.choose_damage),
}
"""The decision of every shared phase; nobody is asked when it is over."""
