"""A turn: any Side actions, then one Main action (TP-42)."""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import Out, act_of, kernel
from throwdown.envs.fusion.pile import main_actions, side_actions, table
from throwdown.envs.fusion.pile.actions import Act
from throwdown.envs.fusion.pile.state import Assist, Phase, State
from throwdown.envs.fusion.world import choices, deal, usage
from throwdown.envs.fusion.world.terms import COACH, USABLE


@kernel
def ask_turn(s: State, out: Out) -> None:
    """Ask for an action; who publicly has none but to Fold, does (TP-65, C-63, P-10)."""
    if s.conflict.broken:
        side_actions.break_one(s, out)
    if s.fused[s.turn] == s.turn:
        table.show_hands(s, out)
    if has_nothing_left(s, s.turn):
        main_actions.fold(s, out)
    else:
        ask(s, Phase.TURN)


@kernel
def has_nothing_left(s: State, p: int) -> bool:
    """Return whether a seat, for all to see, has neither card nor ability to act with; or Coach has no Threat left."""
    if p == COACH:
        for t in range(s.cfg.threats):
            if s.world.rating[t] > 0:
                return (
                    not s.cfg.coach_assists
                    and deal.hand_size(s, COACH) == 0
                    and deal.table_word(s, COACH) == 0
                )
        return True
    if table.cards_held(s, p) > 0 or s.fused[p] == p or deal.table_word(s, p) != 0:
        return False
    is_bare = (USABLE >> s.world.location) & 1 == 0
    return s.cfg.assists[p] == 0 and is_bare and side_actions.invitable(s, p) == 0


@kernel
def mover(s: State) -> int:
    """Return whose turn it is."""
    return s.turn


@kernel
def legal_turn(s: State, out: Out) -> None:
    """Any Main or Side action."""
    main_actions.legal_main(s, s.turn, out)
    side_actions.legal_side(s, s.turn, out)


@kernel
def act(s: State, action: int, out: Out) -> None:
    """Take a Main action, which ends the turn, or a Side action."""
    what = act_of(Act, action)
    if what == Act.PUSH:
        main_actions.push(s, s.turn, action - Act.PUSH, out)
    elif what == Act.BEAT_BACK:
        main_actions.beat_back(s, s.turn, action - Act.BEAT_BACK, out)
    elif what == Act.FOLD:
        main_actions.fold(s, out)
    elif what == Act.CARD_ASSIST:
        main_actions.begin_assist(s, Assist.CARD)
    elif what == Act.STRIKE_ASSIST:
        main_actions.begin_assist(s, Assist.STRIKE)
    else:
        act_aside(s, action, out)


@kernel
def act_aside(s: State, action: int, out: Out) -> None:
    """Take a Side action."""
    what = act_of(Act, action)
    if what == Act.ABILITY:
        side_actions.use_ability(s, s.turn, action - Act.ABILITY, out)
    elif what == Act.RECHARGE:
        ask(s, Phase.RECHARGE)
    elif what == Act.FUSION:
        side_actions.begin_fusion(s, out)
    elif what == Act.INVOKE:
        side_actions.invoke(s, action - Act.INVOKE, out)
    elif what == Act.PARTNER:
        side_actions.turn_to(s, action - Act.PARTNER + 1)
    elif act_of(choices.Act, action) == choices.Act.OMEN:
        usage.spend_omen(s, action - choices.Act.OMEN, 1, out)
    else:
        side_actions.trigger(s, action, out)
