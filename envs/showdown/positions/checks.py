"""What a position is refused for: things that no game comes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from throwdown.envs.core.actions import count_members
from throwdown.envs.core.kit import NONE, Setup, row
from throwdown.envs.core.situations import need, need_part
from throwdown.envs.showdown import flow, stack, state as st, steps, table
from throwdown.envs.showdown.decisions import DECISIONS
from throwdown.envs.showdown.positions import position as plain
from throwdown.envs.showdown.state import (
    CARDS,
    GEARS,
    HAND,
    ON_CHARACTERS,
    SLOTS,
    Class,
    Op,
    Phase,
    Side,
    Status,
    Step,
    When,
)
from throwdown.envs.showdown.words import names

IN_TIC = (Step.COMPOSE, Step.REACT, Step.PAY)
IN_COMBAT = (*IN_TIC, Step.ASSIGN, Step.LAST)
"""The steps of Tics and of Combats."""
RESOLVING = (flow.resolving, flow.suffering)
"""Who decides while a text is resolved."""


class Scope(NamedTuple):
    """What a position can be while something is decided, beside what the table of decisions says.

    Attributes:
        parts: the parts of a position that are there.
        ops: the effects that ask for it.
        check: refuses, of the side that decides, what else does not belong to it.
    """

    parts: tuple[str, ...] = ()
    ops: tuple[Op, ...] = ()
    check: Callable[[Any, Side], None] | None = None


def scope_of(phase: int) -> Scope:
    """Return what a position can be in a phase."""
    return SCOPES.get(Phase(phase), Scope())


def check_parts(p: plain.Position, phase: int) -> None:
    """Refuse parts that what is decided lacks, or has no place for."""
    parts = scope_of(phase).parts
    is_running = DECISIONS.rows[phase].who in RESOLVING
    need_part("running", p.running is not None, is_running or "running" in parts, p.phase)
    need_part("asked", p.asked is not None, "asked" in parts, p.phase)


def check(s: Any, setup: Setup) -> None:
    """Refuse a state that cannot occur; mark the Stacks as face down where they are being composed.

    Raises:
        InvalidPosition: it cannot occur.
    """
    s.is_sealed = s.step == Step.COMPOSE and not s.over
    for side in Side:
        check_side(s, side, setup)
        check_stack(s, side, setup)
    check_course(s)
    if s.over:
        check_end(s)
        return
    need(s.ended == NONE, "ended is given, but the game is not over.")
    check_running(s, setup)
    check_phase(s)


def check_side(s: Any, side: Side, setup: Setup) -> None:
    """Check a side's hand, Leader and Characters."""
    team, place = s.teams[side], names.SIDES[side]
    need(team.hand_n <= HAND, f"{place}.hand has {int(team.hand_n)} cards; a hand holds at most {HAND}.")
    most = int(s.cfg.wounds) - (not s.over)
    need(team.wounds <= most, f"{place}.wounds is {int(team.wounds)}; here it can be at most {most}.")
    lost = int(team.wounds) if side == Side.VILLAINS else 0
    actions = max(0, int(s.cfg.actions[side]) - lost)
    need(team.actions <= actions, f"{place}.actions is {int(team.actions)}; a Step has {actions} here.")
    need(side == Side.VILLAINS or team.drama == 0, "heroes.drama: Drama is for the Villains.")
    seqs: list[int] = []
    initials: list[int] = []
    for c in range(side * SLOTS, (side + 1) * SLOTS):
        w = s.characters[c]
        if w.card == NONE:
            continue
        name = names.numbered(names.printed_name(int(w.card), setup), int(w.card), c, setup)
        check_character(s, c, f"{place}.characters, {name}")
        seqs += [int(w.seq), *(int(w.gear_seq[k]) for k in range(GEARS) if w.gear[k] != NONE)]
        if table.is_initial(s, c):
            initials.append((int(w.card) % CARDS - st.FRONT) % st.INITIALS)
    need(len(set(initials)) == len(initials), f"{place}.characters has an Initial Card twice.")
    need(
        len(set(seqs)) == len(seqs),
        f"{place}.characters: since is the same for two cards; every card needs a number of its own.",
    )
    check_table_rule(s, side, setup)


def check_character(s: Any, c: int, who: str) -> None:
    """Check one Character and its Attachments."""
    w, card = s.characters[c], table.card_of(s, c)
    side = table.side_of(c)
    is_mook = table.is_class(card, Class.MOOK)
    need(side == Side.VILLAINS or not is_mook, f"{who}: the Heroes have no Mooks.")
    is_super_ally = table.is_class(card, Class.SUPER) and not table.is_initial(s, c)
    need(
        side == Side.HEROES or not is_super_ally,
        f"{who}: the Villains' Super comes into Play only by a flip.",
    )
    is_late = not (w.in_combat and w.is_wounded and s.phase == Phase.ASSIGN)
    need(
        is_late, f"{who}: nobody can be both in_combat and wounded while it is still being decided who joins."
    )
    need(not (w.in_combat and w.is_employed), f"{who}: in_combat and employed exclude each other.")
    need(not w.in_combat or s.in_combat, f"{who}: in_combat, but there is no Combat.")
    words = table.words_in_play(s, side)
    for k in range(GEARS):
        if w.gear[k] != NONE:
            gear = s.cfg.cards[int(w.gear[k])]
            fits = table.can_bear(s, c, gear) and table.has_term(words, int(gear.requires))
            need(fits, f"{who}: it cannot bear its {names.GEARS[k]}.")


def check_table_rule(s: Any, side: Side, setup: Setup) -> None:
    """Check that no two cards of one name are on a side of the Table, Mooks aside."""
    seen: set[int] = set()
    for c in range(side * SLOTS, (side + 1) * SLOTS):
        if not table.is_on_table(s, c):
            continue
        w = s.characters[c]
        own = [] if table.is_class(table.card_of(s, c), Class.MOOK) else [int(w.card)]
        for card in (*own, *(int(w.gear[k]) for k in range(GEARS) if w.gear[k] != NONE)):
            name = int(s.cfg.cards[card].name)
            text = names.printed_name(card, setup)
            need(
                name not in seen,
                f"{names.SIDES[side]}.characters has {text} twice on the Table, which the Table Rule "
                "forbids.",
            )
            seen.add(name)


def check_stack(s: Any, side: Side, setup: Setup) -> None:
    """Check what lies in a Stack."""
    place = names.SIDES[side]
    need(
        s.step in IN_TIC or not s.teams[side].stack_n,
        f"{place}.stack: nothing is staged now.",
    )
    for k in range(side * SLOTS, side * SLOTS + int(s.teams[side].stack_n)):
        entry, where = s.stack[k], f"{place}.stack.{k % SLOTS}"
        text = stack.entry_text(s, entry)
        name = names.printed_name(int(entry.card), setup)
        fits = text.when == When.STACK and (text.initiative in (0, s.tic))
        need(fits, f"{where}: {name} has no text for Tic {int(s.tic)}.")
        need(
            not s.is_sealed or entry.status == Status.OPEN,
            f"{where}.status: Stacks are still being composed.",
        )
        need(entry.target == NONE or entry.status != Status.OPEN, f"{where}.target: {where} is not paid yet.")
        if entry.target != NONE:
            need(s.characters[int(entry.target)].card != NONE, f"{where}.target: there is no such Character.")
        for j in range(side * SLOTS, k):
            other = s.stack[j]
            same = other.source != NONE and (other.source, other.gear, other.text) == (
                entry.source, entry.gear, entry.text,
            )  # fmt: skip
            need(not same, f"{where}: the Ability is already in the Stack.")


def check_course(s: Any) -> None:
    """Check that Combat, Tic and phase belong together."""
    phase = Phase(int(s.phase))
    need(not s.in_combat or s.is_bought, "combat is true, but bought is false.")
    if s.over:
        return
    need((s.turn == 0) == (phase == Phase.MULLIGAN), f"turn is {int(s.turn)} in phase '{phase.label}'.")
    in_combat, in_tic = s.step in IN_COMBAT, s.step in IN_TIC
    need(s.in_combat or not in_combat, f"phase '{phase.label}' belongs to a Combat; combat is false.")
    need(in_combat or not s.in_combat, f"combat is true in phase '{phase.label}'.")
    need((s.tic > 0) == in_tic, f"tic is {int(s.tic)} in phase '{phase.label}'.")
    need(not s.is_bought or s.turn > 0, "bought is true before the first Turn.")


def check_end(s: Any) -> None:
    """Check how a game that is over ended."""
    need(s.ended != NONE, "ended is missing; it must be given when the game is over.")
    wounds = [int(team.wounds) for team in s.teams]
    last = int(s.cfg.wounds)
    want = {st.End.HEROES: (False, True), st.End.VILLAINS: (True, False), st.End.CLOCK: (False, False)}
    found = tuple(n >= last for n in wounds)
    label = st.End(int(s.ended)).label
    need(
        found == want[st.End(int(s.ended))],
        f"ended is '{label}', which does not fit {wounds[0]} and {wounds[1]} Leader Wounds.",
    )
    need(
        s.ended != st.End.CLOCK or s.turn == s.cfg.turns,
        f"ended is 'clock' in Turn {int(s.turn)}, not the last one.",
    )


def check_running(s: Any, setup: Setup) -> None:
    """Check that the text that is resolved asks for what is decided."""
    if s.by == NONE:
        return
    phase = Phase(int(s.phase))
    text = s.cfg.cards[int(s.card)].texts[int(s.text)]
    op = int(text.effects[int(s.effect)].op)
    name = names.printed_name(int(s.card), setup)
    if phase != Phase.EMPLOY:
        need(
            op in scope_of(phase).ops,
            f"running: effect {int(s.effect) + 1} of {name} asks for nothing in phase '{phase.label}'.",
        )
        need(s.left > 0, "running.left is the number of choices that remain; give 1 or more.")
    need(
        (s.price > 0) == (phase == Phase.EMPLOY), f"running.price is {int(s.price)} in phase '{phase.label}'."
    )
    need(s.price <= text.price, f"running.price is {int(s.price)}; {name} Employs {int(text.price)}.")


def check_phase(s: Any) -> None:
    """Check that what is asked can be."""
    check_it, side = scope_of(s.phase).check, Side(int(DECISIONS.who(s)))
    if check_it is not None:
        check_it(s, side)


def check_action(s: Any, side: Side) -> None:
    """Check that a side has something to do in its Step."""
    need(not steps.is_done(s), "phase 'action' ends by itself here: only ending the Step is possible.")


def check_paid(s: Any, side: Side) -> None:
    """Check that a side has the Action that it is choosing for."""
    where = f"{names.SIDES[side]}.actions is 0 in phase '{Phase(int(s.phase)).label}'."
    need(s.teams[side].actions > 0, where)


def check_leader(s: Any, side: Side) -> None:
    """Check that a side has a Leader Action to use."""
    need(
        s.teams[side].leader,
        f"phase '{Phase(int(s.phase)).label}' needs a Leader Action, and {names.SIDES[side]} hold none.",
    )


def check_hand(s: Any, side: Side) -> None:
    """Check that a side has a card to discard."""
    need(s.teams[side].hand_n > 0, f"{names.SIDES[side]}.hand is empty, so nothing is discarded.")


def check_discards(s: Any, side: Side) -> None:
    """Check that there is a Discard Phase."""
    check_hand(s, side)
    need(not s.is_bought, "phase 'discard' exists only in Turns without a Combat.")


def check_assigned(s: Any, side: Side) -> None:
    """Check that the Character can join the Combat."""
    need(table.is_eligible(s, int(s.at)), "asked names a Character that cannot join the Combat.")


def check_choice(s: Any, setup: Setup) -> None:
    """Check that public facts leave who decides a choice."""
    out = row(setup.make_out())
    DECISIONS.legal(s, out)
    need(
        s.over or count_members(out) != 1 or not DECISIONS.is_public(s),
        f"only one thing is legal in phase '{Phase(int(s.phase)).label}', so the game does it without "
        "asking.",
    )


def check_place(s: Any, side: Side, status: Status) -> None:
    """Check the place of the Stack that is being paid or aimed."""
    need(s.at < side * SLOTS + s.teams[side].stack_n, "asked is a place beyond the end of the Stack.")
    need(
        s.stack[int(s.at)].status == status,
        f"asked: what is asked for in phase '{Phase(int(s.phase)).label}' must be {status.label}.",
    )
    for j in range(side * SLOTS, int(s.at)):
        need(s.stack[j].status != Status.OPEN, "asked: what lies before it in the Stack is still open.")


def check_payment(s: Any, side: Side) -> None:
    """Check that what is to be paid can be."""
    check_place(s, side, Status.OPEN)
    entry = s.stack[int(s.at)]
    text = stack.entry_text(s, entry)
    need(text.cost <= s.teams[side].valor, "asked: it cannot be paid, so it Whiffs unasked.")
    need(stack.is_sound(s, entry), "asked: its Character cannot use it, so it Whiffs unasked.")
    has_target = stack.aimed_effect(text) < 0 or stack.aims_of(s, side, int(s.at))
    need(has_target, "asked: it has no target, so it Whiffs unasked.")


def check_aim(s: Any, side: Side) -> None:
    """Check that what is aimed has been paid."""
    check_place(s, side, Status.PAID)


SCOPES: dict[Phase, Scope] = {
    Phase.ACTION: Scope(check=check_action),
    Phase.BEARER: Scope(("running",), check=check_paid),
    Phase.UPGRADE: Scope(check=check_paid),
    Phase.HEAL: Scope(check=check_paid),
    Phase.WINDOW: Scope(check=check_leader),
    Phase.TARGET: Scope(ops=ON_CHARACTERS),
    Phase.DROP: Scope(ops=(Op.DISCARD,), check=check_hand),
    Phase.STOP: Scope(ops=(Op.WHIFF,)),
    Phase.ASSIGN: Scope(("asked",), check=check_assigned),
    Phase.REACT: Scope(check=check_leader),
    Phase.PAY: Scope(("asked",), check=check_payment),
    Phase.AIM: Scope(("asked",), check=check_aim),
    Phase.LAST: Scope(check=check_leader),
    Phase.DISCARD: Scope(check=check_discards),
}
"""What positions of a decision can be; others need no more than the table of decisions says."""
