"""The Throwdown, pile edition: the deal, one action, and the flow between decisions.

`apply` carries out one decision; `advance` then runs the steps of the rulebook until somebody must decide again.
"""

from __future__ import annotations

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import Out
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.core.records import reset
from throwdown.envs.fusion.pile.actions import (
    ABILITY_START,
    BEAT_START,
    CARD_ASSIST_BIT,
    CONSENT,
    DECLINE,
    DONE,
    FOLD,
    FUSION,
    GIVE_START,
    INITIATIVE_START,
    INVOKE,
    JOIN,
    OTHER,
    PARTNER,
    PUSH_START,
    RECHARGE,
    SIT_OUT,
    SPOILS_START,
    STAKES,
    STRIKE_ASSIST_BIT,
)
from throwdown.envs.fusion.pile.initiative import (
    await_sides,
    begin_challenge,
    call_off,
    draw_bonus,
    lay_initiative,
    name_challenger,
    resolve_initiative,
    set_stakes,
    take_side,
)
from throwdown.envs.fusion.pile.main_actions import (
    beat_back,
    begin_assist,
    begin_turn,
    finish_assist,
    fold,
    pay_assist,
    push,
)
from throwdown.envs.fusion.pile.outcome import await_drops, end, finish_payloads
from throwdown.envs.fusion.pile.payload import (
    ask_leader,
    assign,
    await_payloads,
    await_spoils,
    choose_spoil,
    restore,
)
from throwdown.envs.fusion.pile.side_actions import (
    answer_invitation,
    await_fusion_pay,
    begin_fusion,
    break_one,
    close_fusion,
    invitable,
    invite,
    invoke,
    pay_together,
    recharge,
    trigger,
    use_ability,
)
from throwdown.envs.fusion.pile.state import (
    AFTER,
    ASSIST_DISCARD,
    BEGIN,
    CARD_ASSIST,
    DRAWS,
    DROPS,
    FUSION_PAY,
    INVITE_PHASE,
    NO_ASSIST,
    ORDER_PHASE,
    PARTNER_PHASE,
    PAYLOADS,
    RECHARGE_PHASE,
    RESTORE_PHASE,
    REVEAL,
    SIDES,
    SPOILS,
    SPOILS_PHASE,
    STRIKE_ASSIST,
    TURN,
    TURN_PHASE,
    State,
)
from throwdown.envs.fusion.pile.table import cards_held, show_hands, trim_received
from throwdown.envs.fusion.world.book import DAMAGES
from throwdown.envs.fusion.world.choices import (
    CHOOSE_DAMAGE,
    CHOOSE_PILOT,
    DISCARD_START,
    INVEST_START,
    WAVE_START,
    decide_choice,
)
from throwdown.envs.fusion.world.conflict import FIRST_PHASE
from throwdown.envs.fusion.world.deal import discard, draw, hand_size, setup_world, table_word
from throwdown.envs.fusion.world.effects import work
from throwdown.envs.fusion.world.stakes import take_stock
from throwdown.envs.fusion.world.state import COACH, RAZED


@kernel
def clear_conflict(s: State) -> None:
    """Start a conflict over the present world: nobody has acted yet."""
    reset(s)
    s.conflict.deferred = 1
    take_stock(s)


@kernel
def clear_choices(s: State) -> None:
    """Let no decision be half made."""
    s.done = 0
    s.asked = 0
    s.agreed = 0
    s.owner = NONE
    s.owed = 0
    s.owed_class = 0
    s.assist = NO_ASSIST
    s.concessions = 0
    s.effect = 0
    s.landing = 0


@kernel
def setup(s: State, out: Out) -> None:
    """Deal a scenario and let the challenger throw the gauntlet; Coach has no hand before (PL-12, TP-33)."""
    most = wide(s.cfg.hand_max[COACH])
    s.cfg.hand_max[COACH] = 0
    setup_world(s, out)
    s.cfg.hand_max[COACH] = most
    begin_conflict(s, out)


@kernel
def begin_conflict(s: State, out: Out) -> None:
    """Start a Throwdown over the present world."""
    clear_conflict(s)
    for t in range(s.cfg.threats):
        if s.world.rating[t] > 0 and s.cfg.from_hand[t] == 1:
            room = wide(s.cfg.hand_max[COACH]) - hand_size(s, COACH)
            draw(s, COACH, min(room, wide(s.world.rating[t])), out)
    if not name_challenger(s, out):
        s.challenger = COACH
        call_off(s, out)
        end(s, out)
    elif not begin_challenge(s, out) and not await_sides(s, out):
        settle_at_once(s, out)


@kernel
def settle_at_once(s: State, out: Out) -> None:
    """Nobody can answer Coach's challenge: its spoils come next, if only to say that there are none."""
    if not await_spoils(s, out):
        s.taker = s.winner
        s.step = SPOILS
        ask_leader(s, SPOILS_PHASE)


# Actions -------------------------------------------------------------------------------------------------------------


@kernel
def apply(s: State, action: int, out: Out) -> None:
    """Carry out a legal action, then go on to the next decision."""
    if s.phase < FIRST_PHASE:
        waits = decide_choice(s, action, out)
    elif action < INITIATIVE_START:
        waits = choose(s, action, out)
    elif action < OTHER:
        waits = play_card(s, action, out)
    elif action < ABILITY_START:
        waits = decide(s, action - OTHER, out)
    elif action < SPOILS_START:
        owner = wide(s.turn) if s.phase == TURN_PHASE else wide(s.owner)
        s.owner = NONE
        use_ability(s, owner, action - ABILITY_START, out)
        waits = False
    else:
        waits = choose_spoil(s, action - SPOILS_START, out)
    if not waits:
        advance(s, out)
    for p in range(1, s.cfg.pilots + 1):
        if s.passed[p] > 0:
            trim_received(s, p)


@kernel
def choose(s: State, action: int, out: Out) -> bool:
    """Carry out an action of the shared pages in a phase of this game; return whether the decision goes on."""
    if action < DISCARD_START:
        if s.phase == ORDER_PHASE:
            s.landing = DAMAGES[action - CHOOSE_DAMAGE]
            return False
        return choose_subject(s, action, out)
    if action >= WAVE_START:
        trigger(s, action - WAVE_START, out)
    elif action < INVEST_START:
        return drop_card(s, action - DISCARD_START, out)
    return False


@kernel
def choose_subject(s: State, x: int, out: Out) -> bool:
    """Carry out the choice of a Pilot, a Threat or a Faction; return whether the decision goes on."""
    if s.phase == INVITE_PHASE:
        invite(s, x - CHOOSE_PILOT + 1, out)
        return True
    if s.phase == RESTORE_PHASE:
        restore(s, x, out)
    else:
        assign(s, x, out)
    return False


@kernel
def drop_card(s: State, c: int, out: Out) -> bool:
    """Carry out a discard; return whether the decision goes on."""
    if s.phase == ASSIST_DISCARD:
        return pay_assist(s, c, out)
    if s.phase == RECHARGE_PHASE:
        recharge(s, c, out)
    elif s.phase == FUSION_PAY:
        pay_together(s, c, out)
    else:
        discard(s, wide(s.seat), c, out)
    return False


@kernel
def play_card(s: State, action: int, out: Out) -> bool:
    """Carry out an action that lays or gives a card."""
    p = wide(s.seat)
    if action < PUSH_START:
        lay_initiative(s, action - INITIATIVE_START, out)
    elif action < BEAT_START:
        push(s, p, action - PUSH_START, out)
    elif action < GIVE_START:
        beat_back(s, p, action - BEAT_START, out)
    else:
        finish_assist(s, action - GIVE_START, out)
    return False


@kernel
def decide(s: State, what: int, out: Out) -> bool:
    """Carry out an action without a card; return whether the decision goes on."""
    if what < JOIN:
        return set_stakes(s, what - STAKES, out)
    if what <= SIT_OUT:
        return take_side(s, what, out)
    if what == FOLD:
        fold(s, out)
        return False
    if what == CARD_ASSIST_BIT or what == STRIKE_ASSIST_BIT:
        begin_assist(s, CARD_ASSIST if what == CARD_ASSIST_BIT else STRIKE_ASSIST)
        return True
    if what == RECHARGE:
        s.phase = RECHARGE_PHASE
        return True
    if what == FUSION:
        return begin_fusion(s, out)
    if what == DONE:
        close_fusion(s, out)
        return False
    if what == CONSENT or what == DECLINE:
        return answer_invitation(s, what == CONSENT, out)
    if what < PARTNER:
        invoke(s, what - INVOKE, out)
        return False
    s.owner = what - PARTNER + 1
    s.phase = PARTNER_PHASE
    return True


# The flow ------------------------------------------------------------------------------------------------------------


@kernel
def advance(s: State, out: Out) -> None:
    """Run the steps of a Throwdown until somebody must decide."""
    waits = False
    while not waits:
        if s.owed > 0 and await_fusion_pay(s):
            return
        if work(s, out):
            return
        step = s.step
        if step == TURN:
            waits = await_turn(s, out)
        elif step == BEGIN:
            begin_turn(s, out)
        elif step == SIDES:
            waits = await_sides(s, out)
        elif step == REVEAL:
            resolve_initiative(s, out)
        elif step == DRAWS:
            draw_bonus(s, out)
        elif step == SPOILS:
            waits = await_spoils(s, out)
        elif step == PAYLOADS:
            waits = await_payloads(s, out)
        elif step == AFTER:
            finish_payloads(s, out)
        elif step == DROPS:
            waits = await_drops(s, out)
        else:
            return


@kernel
def await_turn(s: State, out: Out) -> bool:
    """Ask for an action; who publicly has none but to Fold, does (TP-65, C-63, P-10)."""
    p = wide(s.turn)
    if s.conflict.broken == 1:
        break_one(s, out)
    if s.fused[p] == p:
        show_hands(s, out)
    s.phase = TURN_PHASE
    s.seat = p
    if has_nothing_left(s, p):
        fold(s, out)
        return False
    return True


@kernel
def has_nothing_left(s: State, p: int) -> bool:
    """Return whether a seat, for all to see, has neither card nor ability to act with; or Coach has no Threat left."""
    if p == COACH:
        for t in range(s.cfg.threats):
            if s.world.rating[t] > 0:
                return s.cfg.coach_assists == 0 and hand_size(s, COACH) == 0 and table_word(s, COACH) == 0
        return True
    if cards_held(s, p) > 0 or s.fused[p] == p or table_word(s, p) != 0:
        return False
    return s.cfg.assists[p] == 0 and s.world.location <= RAZED and invitable(s, p) == 0
