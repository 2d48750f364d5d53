"""The Throwdown, pile edition: the deal, one action, and the flow between decisions.

`apply` carries out one decision; `advance` then runs the steps of the rulebook until somebody must decide again.
"""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Out, kernel, reset
from throwdown.envs.fusion.pile import initiative, main_actions, outcome, payload, side_actions, table
from throwdown.envs.fusion.pile.actions import Act, Start
from throwdown.envs.fusion.pile.state import Assist, Phase, State, Step
from throwdown.envs.fusion.world import choices, deal, decisions, stakes
from throwdown.envs.fusion.world.book import DAMAGES
from throwdown.envs.fusion.world.terms import COACH, FIRST_PHASE, Location


@kernel
def clear_conflict(s: State) -> None:
    """Start a conflict over the present world: nobody has acted yet."""
    reset(s)
    s.conflict.deferred = True
    stakes.take_stock(s, s.start)


@kernel
def setup(s: State, out: Out) -> None:
    """Deal a scenario and let the challenger throw the gauntlet."""
    deal_world(s, out)
    open_conflict(s, out)
    if initiative.name_challenger(s, out):
        await_challenge(s, out)
    else:
        s.challenger = COACH
        initiative.call_off(s, out)
        outcome.end(s, out)


@kernel
def deal_world(s: State, out: Out) -> None:
    """Deal a scenario; Coach has no hand before a Throwdown (PL-12, TP-33)."""
    most = s.cfg.hand_max[COACH]
    s.cfg.hand_max[COACH] = 0
    deal.setup_world(s, out)
    s.cfg.hand_max[COACH] = most


@kernel
def begin_conflict(s: State, challenger: int, out: Out) -> None:
    """Let a challenger throw the gauntlet over the present world (TP-16)."""
    open_conflict(s, out)
    initiative.throw_gauntlet(s, challenger, out)
    await_challenge(s, out)


@kernel
def open_conflict(s: State, out: Out) -> None:
    """Start a Throwdown over the present world, with a hand for Coach where a Threat gives him one."""
    clear_conflict(s)
    for t in range(s.cfg.threats):
        if s.world.rating[t] > 0 and s.cfg.from_hand[t]:
            room = s.cfg.hand_max[COACH] - deal.hand_size(s, COACH)
            deal.draw(s, COACH, min(room, s.world.rating[t]), out)


@kernel
def await_challenge(s: State, out: Out) -> None:
    """Ask the challenger, and then all others, for what they lay."""
    if not initiative.begin_challenge(s, out) and not initiative.await_sides(s, out):
        settle_at_once(s, out)


@kernel
def settle_at_once(s: State, out: Out) -> None:
    """Nobody can answer Coach's challenge: its spoils come next, if only to say that there are none."""
    if not payload.await_spoils(s, out):
        s.taker = s.winner
        s.step = Step.SPOILS
        payload.ask_leader(s, Phase.SPOILS)


# Actions -------------------------------------------------------------------------------------------------------------


@kernel
def apply(s: State, action: int, out: Out) -> None:
    """Carry out a legal action, then go on to the next decision."""
    if s.phase < FIRST_PHASE:
        waits = decisions.decide_choice(s, action, out)
    elif action < Start.INITIATIVE:
        waits = choose(s, action, out)
    elif action < Start.OTHER:
        waits = play_card(s, action, out)
    elif action < Start.ABILITY:
        waits = decide(s, action - Start.OTHER, out)
    elif action < Start.SPOILS:
        owner = s.turn if s.phase == Phase.TURN else s.owner
        s.owner = NONE
        side_actions.use_ability(s, owner, action - Start.ABILITY, out)
        waits = False
    else:
        waits = payload.choose_spoil(s, action - Start.SPOILS, out)
    if not waits:
        advance(s, out)
    for p in range(1, s.cfg.pilots + 1):
        if s.passed[p] > 0:
            table.trim_received(s, p)


@kernel
def choose(s: State, action: int, out: Out) -> bool:
    """Carry out an action of the shared pages in a phase of this game; return whether the decision goes on."""
    if action < choices.Start.DISCARD:
        if s.phase == Phase.ORDER:
            s.landing = DAMAGES[action - choices.Act.DAMAGE]
            return False
        return choose_subject(s, action, out)
    if action >= choices.Start.WAVE:
        side_actions.trigger(s, action - choices.Start.WAVE, out)
    elif action < choices.Start.INVEST:
        return drop_card(s, action - choices.Start.DISCARD, out)
    return False


@kernel
def choose_subject(s: State, x: int, out: Out) -> bool:
    """Carry out the choice of a Pilot, a Threat or a Faction; return whether the decision goes on."""
    if s.phase == Phase.INVITE:
        side_actions.invite(s, x - choices.Act.PILOT + 1, out)
        return True
    if s.phase == Phase.RESTORE:
        payload.restore(s, x, out)
    else:
        payload.assign(s, x, out)
    return False


@kernel
def drop_card(s: State, c: int, out: Out) -> bool:
    """Carry out a discard; return whether the decision goes on."""
    if s.phase == Phase.ASSIST_DISCARD:
        return main_actions.pay_assist(s, c, out)
    if s.phase == Phase.RECHARGE:
        side_actions.recharge(s, c, out)
    elif s.phase == Phase.FUSION_PAY:
        side_actions.pay_together(s, c, out)
    else:
        deal.discard(s, s.seat, c, out)
    return False


@kernel
def play_card(s: State, action: int, out: Out) -> bool:
    """Carry out an action that lays or gives a card."""
    p = s.seat
    if action < Start.PUSH:
        initiative.lay_initiative(s, action - Start.INITIATIVE, out)
    elif action < Start.BEAT:
        main_actions.push(s, p, action - Start.PUSH, out)
    elif action < Start.GIVE:
        main_actions.beat_back(s, p, action - Start.BEAT, out)
    else:
        main_actions.finish_assist(s, action - Start.GIVE, out)
    return False


@kernel
def decide(s: State, what: int, out: Out) -> bool:
    """Carry out an action without a card; return whether the decision goes on."""
    if what < Act.JOIN:
        return initiative.set_stakes(s, what - Act.STAKES, out)
    if what <= Act.SIT_OUT:
        return initiative.take_side(s, what, out)
    if what == Act.FOLD:
        main_actions.fold(s, out)
        return False
    if what == Act.CARD_ASSIST or what == Act.STRIKE_ASSIST:
        main_actions.begin_assist(s, Assist.CARD if what == Act.CARD_ASSIST else Assist.STRIKE)
        return True
    if what == Act.RECHARGE:
        s.phase = Phase.RECHARGE
        return True
    if what == Act.FUSION:
        return side_actions.begin_fusion(s, out)
    if what == Act.DONE:
        side_actions.close_fusion(s, out)
        return False
    if what == Act.CONSENT or what == Act.DECLINE:
        return side_actions.answer_invitation(s, what == Act.CONSENT, out)
    if what < Act.PARTNER:
        side_actions.invoke(s, what - Act.INVOKE, out)
        return False
    s.owner = what - Act.PARTNER + 1
    s.phase = Phase.PARTNER
    return True


# The flow ------------------------------------------------------------------------------------------------------------


@kernel
def advance(s: State, out: Out) -> None:
    """Run the steps of a Throwdown until somebody must decide."""
    waits = False
    while not waits:
        if s.owed > 0 and side_actions.await_fusion_pay(s):
            return
        if decisions.work(s, out):
            return
        step = s.step
        if step == Step.TURN:
            waits = await_turn(s, out)
        elif step == Step.BEGIN:
            main_actions.begin_turn(s, out)
        elif step == Step.SIDES:
            waits = initiative.await_sides(s, out)
        elif step == Step.REVEAL:
            initiative.resolve_initiative(s, out)
        elif step == Step.DRAWS:
            initiative.draw_bonus(s, out)
        elif step == Step.SPOILS:
            waits = payload.await_spoils(s, out)
        elif step == Step.PAYLOADS:
            waits = payload.await_payloads(s, out)
        elif step == Step.AFTER:
            outcome.finish_payloads(s, out)
        elif step == Step.DROPS:
            waits = outcome.await_drops(s, out)
        else:
            return


@kernel
def await_turn(s: State, out: Out) -> bool:
    """Ask for an action; who publicly has none but to Fold, does (TP-65, C-63, P-10)."""
    p = s.turn
    if s.conflict.broken:
        side_actions.break_one(s, out)
    if s.fused[p] == p:
        table.show_hands(s, out)
    s.phase = Phase.TURN
    s.seat = p
    if has_nothing_left(s, p):
        main_actions.fold(s, out)
        return False
    return True


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
    return s.cfg.assists[p] == 0 and s.world.location <= Location.RAZED and side_actions.invitable(s, p) == 0
