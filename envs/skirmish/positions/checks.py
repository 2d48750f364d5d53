"""Refuses positions whose parts, each possible by itself, do not go together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from throwdown.envs.core.kit import NONE, how_many
from throwdown.envs.core.situations import need, need_part
from throwdown.envs.skirmish import attacks, commits, decks, interrupts, state as st, terrain, turns, windows
from throwdown.envs.skirmish.positions import position as plain
from throwdown.envs.skirmish.positions.draft import Draft
from throwdown.envs.skirmish.state import Doing, Phase

PARTS = ("acting", "faller", "shooter", "asked_of", "card", "place", "doing", "target")
CAUSES = {"walk": "acting", "attack": "acting", "fire": "shooter", "reroute": "shooter", "purge": "shooter"}
"""Whose doing it is."""


class Scope(NamedTuple):
    """What a position can be while something is decided, beside what follows from who decides.

    Attributes:
        parts: the parts that are there.
        doing: what is being resolved; by default nothing.
        check: refuses what else does not belong to it.
        possible: parts that may be there.
    """

    parts: tuple[str, ...] = ()
    doing: tuple[str, ...] = ()
    check: Callable[[Draft], None] | None = None
    possible: tuple[str, ...] = ()


def check_parts(b: Draft) -> None:
    """Refuse parts that what is decided lacks, or has no place for."""
    p, scope = b.p, SCOPES.get(b.phase, Scope())
    needed, possible = b.decider_parts
    possible += scope.possible
    due = {*needed, *scope.parts, *(("doing",) if scope.doing else ())}
    if p.doing in scope.doing:
        due.add(CAUSES[str(p.doing)])
    for name in PARTS:
        is_given = getattr(p, name) is not None
        need_part(name, is_given, name in due or (is_given and name in possible), p.phase)
    is_done = p.doing is None or p.doing in scope.doing
    need(is_done, f"doing is '{p.doing}' in phase '{p.phase}'; it can be {' or '.join(scope.doing)}.")
    need(b.is_committing or not p.plays, f"plays is {p.plays} in phase '{p.phase}'; it counts in a commit.")


def check_knowledge(b: Draft) -> None:
    """Write what the other side knows of hands, and refuse what they do not bear out."""
    s, p = b.s, b.p
    for h in (*range(int(s.cfg.mcs)), st.CPU):
        hand, n = s.hands[h], int(decks.shown_size(s, h))
        name = plain.holder_name(h, b.setup)
        need(n <= st.HAND, f"hands: {name} has {n} cards; a hand holds at most {st.HAND}.")
        part = p.hands.get(name)
        held = list(st.KIT.cards_in(hand.cards.reshape(1)))
        if s.is_sealed:
            held += [int(lay.card) for lay in s.lays[: int(s.lay_n)] if lay.owner == h and lay.card != NONE]
        caps = [st.KINDS - 1] * n
        if part is not None and part.at_most is not None:
            caps = [b.card(text, f"hands.{name}.at_most") for text in part.at_most]
            need(len(caps) == n, f"hands.{name}.at_most has {len(caps)}; the hand has {n}.")
        is_so = all(card <= cap for card, cap in zip(sorted(held), caps)) and caps == sorted(caps)
        need(
            is_so,
            f"hands.{name}.at_most must be ascending, and each entry at least as high as the card at its "
            "place.",
        )
        hand.caps[:n] = caps


def check_end(b: Draft) -> None:
    """Refuse an end that has not come, and one that has."""
    s, p = b.s, b.p
    standing = [int(terrain.standing(s, side)) for side in st.Side]
    is_decided = 0 in standing
    if p.ended is None:
        need(
            not is_decided,
            f"no process of the {'CPU' if standing[0] else 'MCs'} stands, so the fight is over.",
        )
        return
    if p.ended == "rounds":
        need(
            not is_decided and p.round == s.cfg.rounds,
            "ended is 'rounds', but the last round has not ended.",
        )
    else:
        loser = st.Side.CPU if p.ended == "mcs" else st.Side.MCS
        need(standing[loser] == 0 and standing[1 - loser], f"ended is '{p.ended}', but both sides stand.")
        need(p.ended == "cpu" or p.fight == s.cfg.fights, "ended is 'mcs', but another fight follows.")
    need(not p.lays, "lays: must be empty when the game is over.")


def check_phase(b: Draft) -> None:
    """Refuse what does not belong to the phase."""
    p, scope = b.p, SCOPES.get(b.phase, Scope())
    if b.s.over:
        return
    need((p.round == 0) == (b.phase == Phase.DEPLOY), f"round is {p.round} in phase '{p.phase}'.")
    if scope.check is not None:
        scope.check(b)


def check_deployment(b: Draft) -> None:
    """Refuse cards laid before all mobs have been placed, and a deployment without a mob to place."""
    s = b.s
    unplaced = [q for q in b.there if s.processes[q].is_up and s.processes[q].area == NONE]
    need(unplaced, "phase is 'deploy', but all mobs have been placed.")
    s.by = unplaced[0]
    need(not b.p.lays, "lays: nothing has been laid while mobs are placed.")


def check_commit(b: Draft) -> None:
    """Refuse a commit that cannot have come about."""
    s, p = b.s, b.p
    owners = [int(lay.owner) for lay in s.lays[: int(s.lay_n)]]
    later = [h for h in owners if h > s.by]
    need(not later, "lays: a process that commits later has already laid a card.")
    mine = owners.count(int(s.by))
    is_turn = s.by != st.CPU and terrain.sheet_of(s, int(s.by)).reload == st.Reload.TURN
    plays = mine + int(is_turn and s.reloading >> int(s.by) & 1)
    need(p.plays == plays, f"plays is {p.plays}; {plays} have been laid.")
    if s.by != st.CPU:
        most = int(terrain.sheet_of(s, int(s.by)).plays)
        need(p.plays < most, f"plays is {p.plays}; all {most} have been laid.")
        is_out = s.reloading >> int(s.by) & 1 and not is_turn
        need(
            not is_out,
            f"reloading: {p.asked_of or 'the process that commits'} reloads, so it has committed already.",
        )
        can_more = s.hands[s.by].cards or commits.may_reload_turn(s)
        need(not plays or can_more, "plays: with an empty hand the commit is over.")
    else:
        need(s.hands[st.CPU].cards, "asked_of: the CPU has no card left to lay.")
        most = int(terrain.standing(s, st.Side.CPU))
        need(
            p.plays < most or terrain.boss(s) >= 0,
            f"plays is {p.plays}; the CPU lays for {how_many(most, 'mob')}.",
        )
    if p.card is not None:
        is_held = int(s.hands[s.by].cards) >> int(s.card) & 1
        need(is_held, f"card is {p.card}, which is not in the hand.")


def check_rank(b: Draft) -> None:
    """Refuse a card whose rank nobody chooses."""
    check_commit(b)
    need(commits.is_wild(int(b.s.card)), f"card is {b.p.card}, whose rank is not chosen.")


def check_shift(b: Draft) -> None:
    """Refuse a card that cannot be moved from there."""
    check_commit(b)
    s, card = b.s, int(b.s.card)
    need(decks.has_up(s, int(s.seat), st.Row.FLUSH), "phase 'shift' needs the Uptime of a Flush.")
    can_be = [0, 13] if card // 4 == commits.ACES else range(14) if commits.is_wild(card) else [card // 4 + 1]
    need(b.p.place in can_be, f"place is {b.p.place}; {b.p.card} cannot come at that place.")


def check_window(b: Draft) -> None:
    """Refuse a window in which nothing can be done."""
    s = b.s
    owner = decks.side_of_holder(int(s.lays[s.at].owner))
    can_act = owner != s.seat and windows.can_intervene(s, int(s.seat))
    need(can_act, "window: there is none for that side.")


def check_attack(b: Draft) -> None:
    """Refuse an attack without its card, on the own side, or on a process that is down."""
    s = b.s
    need(s.has_attacked, "has_attacked is false while an attack is resolved.")
    is_enemy = terrain.side_of(int(s.target)) != terrain.side_of(int(s.actor))
    need(is_enemy, "target is on the attacker's side.")
    need(s.processes[s.target].is_up, "target is down.")


def check_hack(b: Draft) -> None:
    """Refuse an attack to which no hack can be added."""
    check_attack(b)
    s = b.s
    can_hack = attacks.hackable(s, int(s.target)) and terrain.connect(s, int(s.actor))
    need(can_hack, "nothing can be hacked here.")


def check_push(b: Draft) -> None:
    """Refuse a push that is barred, or has no cause."""
    need(terrain.is_pushable(b.s, int(b.s.target)), "target cannot be pushed.")
    if b.p.doing == "attack":
        check_attack(b)
    else:
        check_aim(b)


def check_exit(b: Draft) -> None:
    """Refuse a fall of a process that is not in a Falling area."""
    s = b.s
    w = s.processes[s.faller]
    need(w.is_up and w.area != NONE and s.cfg.falling[w.area], "faller is not in a Falling area.")


def check_gift(b: Draft) -> None:
    """Refuse a gift that is over."""
    s = b.s
    can_give = s.active != NONE and s.has_attacked and not s.processes[s.actor].gave
    need(can_give, "there is no card to give.")


def check_yield(b: Draft) -> None:
    """Refuse giving up a card without a Team Hand."""
    need(b.s.teams[b.s.seat].n, "there is no Team Hand to give up a card from.")


def check_patch(b: Draft) -> None:
    """Refuse a patch without damage to heal, or of another worth."""
    s = b.s
    worth = {int(x) for x in terrain.sheet_of(s, int(s.actor)).worth}
    can_heal = b.p.left in worth and turns.patchable(s, int(s.actor))
    need(can_heal, "left must say how much a patch heals.")


def check_lay(b: Draft) -> None:
    """Refuse a card for an Interrupt that takes none."""
    s, p = b.s, int(b.s.by)
    need(interrupts.may_use(s, p, False), "asked_of cannot use an Interrupt now.")
    has_room = interrupts.own(s, p).cards > s.processes[p].laid_n
    need(has_room, "asked_of needs no further card.")


def check_aim(b: Draft) -> None:
    """Refuse an aim that the Interrupt does not take."""
    s, phase, shooter = b.s, b.phase, int(b.s.shooter)
    can_use = s.processes[shooter].is_up and terrain.sheet_of(s, shooter).interrupt_n
    need(can_use, "shooter has no Interrupt.")
    what: Any = interrupts.own(s, shooter)
    effects = {
        Phase.TARGET: (st.Effect.STRIKE, st.Effect.FIRE, st.Effect.SHOT, st.Effect.REROUTE),
        Phase.STORM: (st.Effect.STORM,),
        Phase.PUSH: (st.Effect.REROUTE, st.Effect.PURGE),
    }[phase]
    need(what.effect in effects, f"shooter's Interrupt does not fit phase '{b.p.phase}'.")
    doing: dict[int, int] = {
        st.Effect.REROUTE: Doing.REROUTE,
        st.Effect.PURGE: Doing.PURGE,
        st.Effect.STORM: NONE,
    }
    need(
        s.doing == doing.get(int(what.effect), Doing.FIRE),
        "doing does not fit the shooter's Interrupt.",
    )
    if s.doing == Doing.FIRE:
        need(
            1 <= s.left <= max(1, int(what.amount)),
            f"left is {b.p.left}; the Interrupt has fewer hits.",
        )
    else:
        need(s.doing == Doing.PURGE or s.left == 0, f"left is {b.p.left}; the Interrupt counts nothing.")
    if s.doing == Doing.PURGE:
        enemies = terrain.last_of(1 - s.seat) - terrain.first_of(1 - s.seat)
        need(s.left < 1 << enemies, f"left is {b.p.left}; it stands for enemies, as bits.")


SCOPES: dict[Phase, Scope] = {
    Phase.DEPLOY: Scope(check=check_deployment, possible=("asked_of",)),
    Phase.COMMIT: Scope(check=check_commit),
    Phase.RANK: Scope(("card",), check=check_rank),
    Phase.SHIFT: Scope(("card", "place"), check=check_shift),
    Phase.WINDOW: Scope(check=check_window),
    Phase.HACK: Scope(("target",), ("attack",), check_hack),
    Phase.PUSH: Scope(("target",), ("attack", "reroute", "purge"), check_push),
    Phase.EXIT: Scope((), ("walk", "attack", "reroute", "purge"), check_exit),
    Phase.GIVE: Scope(check=check_gift),
    Phase.YIELD: Scope(check=check_yield),
    Phase.LAY: Scope(check=check_lay),
    Phase.TARGET: Scope((), ("fire", "reroute"), check_aim),
    Phase.STORM: Scope(check=check_aim),
    Phase.PATCH: Scope(check=check_patch),
}
"""What positions of a decision can be; others need no more than follows from who decides."""
