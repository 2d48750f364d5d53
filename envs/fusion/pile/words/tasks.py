"""What each decision of the pile edition asks for: what is listed can, for all that everybody knows, be legal now."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Setup, tr
from throwdown.envs.fusion.pile import initiative, side_actions, table
from throwdown.envs.fusion.pile.actions import Act
from throwdown.envs.fusion.pile.state import LAST_TURN, PHASES, Did, State
from throwdown.envs.fusion.pile.words import phases
from throwdown.envs.fusion.words import names, why_not
from throwdown.envs.fusion.world import book, deal, usage
from throwdown.envs.fusion.world.terms import COACH


def task(s: State, setup: Setup) -> str:
    """Return what the decision asks for."""
    phase = PHASES[int(s.phase)]
    text = phases.TASKS[phase]
    if phase == "side":
        word = int(why_not.plain_rule(initiative.side_word)(s, int(s.seat)))
        sides = ((Act.JOIN, tr("join")), (Act.OPPOSE, tr("oppose")))
        ways = [name for act, name in sides if (word >> act) & 1]
        return text.format(ways=names.either([*ways, tr("sit out")]))
    if phase == "turn":
        text = phases.WITH_SIDE_ACTIONS if _has_side_action(s, setup) else text
        return text.format(ways=names.either(_main_actions(s)))
    return text


def _main_actions(s: State) -> list[str]:
    """Return the Main actions that some hand of this size could make here (TP-46)."""
    rule, p = why_not.plain_rule, int(s.seat)
    lasts = int(s.turns) <= LAST_TURN
    ally = p != COACH and rule(table.next_ally)(s, p) != NONE and rule(table.own_count)(s, p) > 0
    ways = (
        (tr("Push"), lasts),
        (tr("Beat-Back"), lasts and s.pile_n - s.pile_down > 1),
        (tr("Assist"), lasts and ally),
        (tr("Fold"), True),
    )
    return [way for way, is_open in ways if is_open]


def _has_attack(s: State, out: why_not.RuleOut) -> bool:
    """Return whether a Threat in play has a Wave or a Storm."""
    with_one = why_not.plain_rule(usage.threats_with)
    return bool(with_one(s, 0, book.MAX_WAVES, out) or with_one(s, book.MAX_WAVES, book.MAX_STORMS, out))


def _has_side_action(s: State, setup: Setup) -> bool:
    """Return whether there is a Side action left that, for all to see, could be taken (TP-47, C-57)."""
    rule, out = why_not.plain_rule, why_not.RuleOut(setup)
    p, done, w = int(s.seat), int(s.done), s.world
    invokes = not done & Did.INVOKE and any(rule(deal.is_source)(s, p, f) for f in range(int(s.cfg.factions)))
    if invokes:
        return True
    if p == COACH:
        return s.cfg.coach_assists and (
            any(rule(usage.can_spend_omen)(s, k, out) for k in range(book.MAX_EVENTS))
            or (rule(deal.hand_size)(s, p) > 0 and _has_attack(s, out))
        )
    fused = bool(s.fused[p] == p)
    recharges = not done & Did.RECHARGE and w.charges[p] < s.cfg.charge_max[p]
    fuses = not done & Did.FUSION and (fused or rule(side_actions.invitable)(s, p) != 0)
    boons = w.location > 1 and any(
        rule(usage.can_use_boon)(s, p, k, True, out) for k in range(book.MAX_BOONS)
    )
    return bool(recharges or fuses or fused or boons or rule(usage.usable)(s, p, True, out) != 0)
