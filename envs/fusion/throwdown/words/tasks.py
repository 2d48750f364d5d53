"""What each decision of the Throwdown asks for: what is listed can, for all that everybody knows, be legal now."""

from __future__ import annotations

from throwdown.envs.core.kit import Setup, tr
from throwdown.envs.fusion.throwdown import actions, assists, drives, state
from throwdown.envs.fusion.throwdown.words import phases
from throwdown.envs.fusion.words import names, why_not
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.choices import CoachAct
from throwdown.envs.fusion.world.terms import COACH

_Sorts = tuple[tuple[int, int, str], ...]
_ASSISTS: _Sorts = (
    (book.Page.TECHS, book.Page.ROBO_TECHS, tr("a Tech")),
    (book.Page.ROBO_TECHS, book.Page.ACTIVATE, tr("a Robo Tech")),
    (book.Page.ACTIVATE, book.Page.SUMMON, tr("Gear")),
    (book.Page.SUMMON, book.Page.CHARGE_TECHS, tr("her Robo")),
    (actions.Assist.CHARGE, actions.Assist.RUMBLE_TECH, tr("a Charge Tech")),
    (actions.Assist.RUMBLE_TECH, actions.Assist.BOON, tr("her Rumble Tech")),
    (actions.Assist.BOON, actions.Assist.PASS, tr("the Location")),
)
_COACH_ASSISTS: _Sorts = (
    (CoachAct.WAVES, CoachAct.STORMS, tr("a Wave")),
    (CoachAct.STORMS, CoachAct.OMENS, tr("a Storm")),
    (CoachAct.OMENS, CoachAct.OMENS + book.MAX_EVENTS, tr("an Omen")),
)
"""The first bit, the end and the name of what is used."""


def task(s: state.State, setup: Setup) -> str:
    """Return what the decision asks for."""
    phase = state.PHASES[s.phase]
    if phase == "drive":
        return tr("Drive: {ways}", ways=names.either(_ways_to_drive(s)))
    if phase in ("assist", "coach-assist"):
        out, rule = why_not.RuleOut(setup), why_not.plain_rule
        if phase == "assist":
            word, sorts = rule(assists.assist_word)(s, int(s.seat), True, out), _ASSISTS
        else:
            word, sorts = rule(assists.coach_word)(s, True, out), _COACH_ASSISTS
        found = [name for first, end, name in sorts if (int(word) >> first) & ((1 << (end - first)) - 1)]
        return tr("Assist: {ways}; or pass", ways=names.either(found))
    return phases.TASKS[phase]


def _ways_to_drive(s: state.State) -> list[str]:
    """Return the Drives that some hand could make here; whose turn it is, the stage and the Pile are public."""
    rule, seat = why_not.plain_rule, int(s.seat)
    allies = range(1, int(s.cfg.pilots) + 1) if seat != COACH else ()
    ways = (
        (tr("Counter"), True),
        (tr("Block"), rule(drives.can_be_blocked)(s)),
        (tr("Escalate"), rule(drives.can_escalate)(s)),
        (tr("Initiate Rumble"), s.cfg.positions > 0 and rule(drives.can_rumble)(s, seat)),
        (tr("Concede"), True),
        (tr("ask an ally"), any(rule(drives.can_ask)(s, p) for p in allies)),
    )
    return [way for way, is_open in ways if is_open]
