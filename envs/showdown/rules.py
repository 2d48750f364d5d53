"""The rules of Showdown as kernels, clause by clause as in RULES.md: the deal, moves and returns."""

from throwdown.envs.core.kit import Out, kernel, reset
from throwdown.envs.showdown import combat, decks, effects, flow, legality, resolve, stack, table
from throwdown.envs.showdown.actions import Act
from throwdown.envs.showdown.hidden import redeal as redeal
from throwdown.envs.showdown.state import CARDS, LEADER, SLOTS, End, Kind, Phase, State, Step


@kernel
def setup(s: State, out: Out) -> None:
    """Put out the Initial Cards, shuffle and draw, up to the first question."""
    reset(s)
    flow.deal(s, out)
    advance(s, out)


@kernel
def legal(s: State, out: Out) -> None:
    """Write the legal set, four words."""
    legality.write(s, out)


@kernel
def apply(s: State, action: int, out: Out) -> None:
    """Play an action, and on until somebody has a choice that public facts do not make."""
    act(s, action, out)
    advance(s, out)


@kernel
def advance(s: State, out: Out) -> None:
    """Do what the rules do by themselves until somebody has to be asked."""
    while not s.over:
        if s.todo == Step.ASK:
            action = legality.only_choice(s)
            if action < 0:
                return
            act(s, action, out)
        else:
            step(s, out)
    if s.todo != Step.ASK:  # a game ends inside a Combat: what belongs to the Turn ends with it
        flow.end_turn(s, out)
    s.todo = Step.ASK


@kernel
def step(s: State, out: Out) -> None:
    """Take the step that comes next."""
    todo = s.todo
    if todo == Step.MULLIGAN:
        flow.mulligan_next(s, out)
    elif todo == Step.OPENING:
        flow.open_step(s, out)
    elif todo == Step.ACTION:
        flow.ask_action(s)
    elif todo == Step.AFTER_ACTION:
        flow.after_action(s)
    elif todo == Step.MISSION:
        effects.ask(s, Phase.MISSION, s.side)
    elif todo == Step.EFFECT:
        effects.go_on(s, out)
    elif todo == Step.ASSIGN:
        combat.assign_next(s)
    elif todo == Step.START_COMBAT:
        combat.start(s, out)
    elif todo == Step.COMPOSE:
        effects.ask(s, Phase.COMPOSE, s.side)
    elif todo == Step.REACT:
        stack.react_next(s)
    elif todo == Step.PAY:
        stack.pay_next(s, out)
    elif todo == Step.RESOLVE:
        resolve.resolve(s, out)
    elif todo == Step.LAST:
        combat.last_next(s)
    elif todo == Step.END_COMBAT:
        combat.end_combat(s, out)
    elif todo == Step.DISCARD:
        flow.discard_next(s)
    else:
        flow.end_turn(s, out)


@kernel
def character_of(s: State, action: int) -> int:
    """Return the Character that an action names."""
    return table.facing(s.seat, action - Act.OWN)


@kernel
def act(s: State, action: int, out: Out) -> None:
    """Play one action in the phase that it belongs to."""
    phase = s.phase
    if action == Act.PASS or action == Act.OVER:
        end_phase(s, action, out)
    elif Act.LEADER <= action < Act.STACK:
        card = s.seat * CARDS + LEADER
        effects.use_leader(s, s.seat, card, action - Act.LEADER, after_leader(s), out)
    elif Act.CARD <= action < Act.OWN:
        act_card(s, s.seat * CARDS + action - Act.CARD, out)
    elif Act.OWN <= action < Act.ABILITY:
        act_on(s, character_of(s, action), out)
    elif phase == Phase.MULLIGAN:
        if action == Act.MULLIGAN:
            flow.mulligan(s, out)
        else:
            flow.keep(s, out)
    elif phase == Phase.ACTION:
        act_action(s, action, out)
    elif phase == Phase.COMPOSE:
        at = action - Act.ABILITY
        stack.stage_ability(s, s.seat * SLOTS + at // 2, at % 2)
    elif phase == Phase.STOP:
        effects.stop(s, action - Act.STACK, out)
    elif phase == Phase.PAY:
        if action == Act.PAY:
            stack.pay(s, out)
        else:
            stack.whiff(s, s.stack[s.at], out)
            s.todo = Step.PAY
    else:
        combat.decide_join(s, action == Act.JOIN, out)


@kernel
def end_phase(s: State, action: int, out: Out) -> None:
    """Be done with what is being decided."""
    phase = s.phase
    if phase == Phase.ACTION:
        flow.end_step(s)
    elif phase == Phase.WINDOW:
        s.todo = Step.ACTION
    elif phase == Phase.MISSION:
        flow.end_missions(s, out)
    elif phase == Phase.COMPOSE:
        stack.end_composing(s, action == Act.OVER, out)
    elif phase == Phase.REACT:
        stack.end_react(s)
    elif phase == Phase.LAST:
        combat.end_last(s)
    else:
        flow.end_discards(s)


@kernel
def after_leader(s: State) -> int:
    """Return the step that follows a Leader Action."""
    phase = s.phase
    if phase == Phase.ACTION or phase == Phase.WINDOW:
        return Step.ACTION
    if phase == Phase.MISSION:
        return Step.MISSION
    if phase == Phase.COMPOSE:
        return Step.COMPOSE
    return Step.REACT if phase == Phase.REACT else Step.LAST


@kernel
def act_action(s: State, action: int, out: Out) -> None:
    """Take an Action without a card, or flip or switch."""
    side = s.seat
    if action == Act.FILL:
        flow.fill(s, out)
    elif action == Act.BUY:
        flow.buy(s, out)
    elif action == Act.UPGRADE:
        effects.ask(s, Phase.UPGRADE, side)
    elif action == Act.HEAL:
        effects.ask(s, Phase.HEAL, side)
    elif action < Act.SWITCH:
        table.flip(s, flow.initial_at(s, side, action - Act.FLIP), out)
        s.todo = Step.ACTION
    else:
        flow.switch(s, flow.ship_at(s, side, action - Act.SWITCH), out)


@kernel
def act_card(s: State, card: int, out: Out) -> None:
    """Play, stage or discard a card."""
    if s.phase == Phase.DROP:
        effects.drop(s, card, out)
    elif s.phase == Phase.DISCARD:
        decks.discard(s, card, out)
        s.todo = Step.DISCARD
    elif s.cfg.cards[card].kind == Kind.EVENT:
        effects.use_leader(s, s.seat, card, 0, after_leader(s), out)
    elif s.phase == Phase.ACTION:
        flow.play(s, card, out)
    elif s.phase == Phase.MISSION:
        flow.play_mission(s, card, out)
    else:
        stack.stage_card(s, card)


@kernel
def act_on(s: State, c: int, out: Out) -> None:
    """Choose a Character."""
    phase = s.phase
    if phase == Phase.BEARER:
        flow.bear(s, c, out)
    elif phase == Phase.UPGRADE:
        table.upgrade(s, c, out)
        flow.spend(s)
    elif phase == Phase.HEAL:
        table.heal(s, c, out)
        flow.spend(s)
    elif phase == Phase.MISSION:
        flow.employ(s, c, out)
    elif phase == Phase.EMPLOY:
        effects.pay_price(s, c, out)
    elif phase == Phase.TARGET:
        effects.aim(s, c, out)
    else:
        stack.aim(s, c, out)


@kernel
def returns(s: State, out: Out) -> None:
    """Write the returns: a win is worth 1 (SD-09 to SD-11)."""
    value = -1.0 if s.ended == End.VILLAINS else 1.0
    out.returns[0], out.returns[1] = value, -value
