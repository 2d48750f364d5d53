"""Refuses positions whose parts, each possible by itself, do not go together."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core.kit import NONE, how_many
from throwdown.envs.core.situations import need
from throwdown.envs.skirmish import attacks, commits, decks, interrupts, state as st, terrain, turns, windows
from throwdown.envs.skirmish.positions import position as plain
from throwdown.envs.skirmish.positions.draft import Draft
from throwdown.envs.skirmish.state import Doing, Phase

COMMITS = (Phase.COMMIT, Phase.RANK, Phase.SHIFT)
AIMED = (Phase.TARGET, Phase.STORM)


def check_knowledge(b: Draft) -> None:
    """Write what the other side knows of hands, and refuse what they do not bear out."""
    s, p = b.s, b.p
    for h in (*range(int(s.cfg.mcs)), st.CPU):
        hand, n = s.hands[h], int(decks.shown_size(s, h))
        name = plain.holder_name(h, b.setup)
        need(n <= st.HAND, f"hands: {name} has {n} cards; {st.HAND} at most.")
        part = p.hands.get(name)
        held = list(st.KIT.cards_in(hand.cards.reshape(1)))
        if s.is_sealed:
            held += [int(lay.card) for lay in s.lays[: int(s.lay_n)] if lay.owner == h and lay.card != NONE]
        caps = [st.KINDS - 1] * n
        if part is not None and part.at_most is not None:
            caps = [b.card(text, f"hands.{name}.at_most") for text in part.at_most]
            need(len(caps) == n, f"hands.{name}.at_most has {len(caps)}; the hand has {n}.")
        is_so = all(card <= cap for card, cap in zip(sorted(held), caps)) and caps == sorted(caps)
        need(is_so, f"hands.{name}.at_most is not what its cards, lowest first, can be.")
        hand.caps[:n] = caps


def check_end(b: Draft) -> None:
    """Refuse an end that has not come, and one that has."""
    s, p = b.s, b.p
    standing = [int(terrain.standing(s, side)) for side in st.Side]
    is_decided = 0 in standing
    if p.ended is None:
        need(
            not is_decided,
            f"nobody of the {'CPU' if standing[0] else 'MCs'} stands, so the fight is over.",
        )
        return
    if p.ended == "rounds":
        need(
            not is_decided and p.round == s.cfg.rounds,
            "ended is 'rounds', but the last round is not over.",
        )
    else:
        loser = st.Side.CPU if p.ended == "mcs" else st.Side.MCS
        need(standing[loser] == 0 and standing[1 - loser], f"ended is '{p.ended}', but both sides stand.")
        need(p.ended == "cpu" or p.fight == s.cfg.fights, "ended is 'mcs', but another fight follows.")
    need(not p.lays, "lays: a game that is over has none.")


def check_phase(b: Draft) -> None:
    """Refuse what does not belong to the phase."""
    s, p, phase = b.s, b.p, b.phase
    if s.over:
        return
    need((p.round == 0) == (phase == Phase.DEPLOY), f"round is {p.round} in phase '{p.phase}'.")
    unplaced = [q for q in b.there if s.processes[q].is_up and s.processes[q].area == NONE]
    if phase == Phase.DEPLOY:
        need(unplaced, "phase is 'deploy', but all have their places.")
        s.by = unplaced[0]
        need(not p.lays, "lays: nothing has been laid while mobs are placed.")
    if phase in COMMITS:
        check_commit(b)
    else:
        need(p.card is None and p.place is None and not p.plays, "card, place and plays are for commits.")
    has_doing = {Phase.PUSH, Phase.TARGET, Phase.EXIT, Phase.HACK}
    need(p.doing is None or phase in has_doing, f"doing is '{p.doing}' in phase '{p.phase}'.")
    check_resolution(b)


def check_commit(b: Draft) -> None:
    """Refuse a commit that cannot have come about."""
    s, p, phase = b.s, b.p, b.phase
    need((p.card is None) == (phase == Phase.COMMIT), f"card does not fit phase '{p.phase}'.")
    need((p.place is None) == (phase != Phase.SHIFT), f"place does not fit phase '{p.phase}'.")
    owners = [int(lay.owner) for lay in s.lays[: int(s.lay_n)]]
    later = [h for h in owners if h > s.by]
    need(not later, "lays: somebody has laid who commits later.")
    mine = owners.count(int(s.by))
    is_turn = s.by != st.CPU and terrain.sheet_of(s, int(s.by)).reload == st.Reload.TURN
    plays = mine + int(is_turn and s.reloading >> int(s.by) & 1)
    need(p.plays == plays, f"plays is {p.plays}; {plays} have been laid.")
    if s.by != st.CPU:
        most = int(terrain.sheet_of(s, int(s.by)).plays)
        need(p.plays < most, f"plays is {p.plays}; all {most} have been laid.")
        is_out = s.reloading >> int(s.by) & 1 and not is_turn
        need(not is_out, f"reloading: {p.asked_of or 'who commits'} has committed with it.")
        can_more = s.hands[s.by].cards or commits.may_reload_turn(s)
        need(not plays or can_more, "plays: with an empty hand the commit is over.")
    else:
        need(s.hands[st.CPU].cards, "asked_of: the CPU has no card to lay.")
        most = int(terrain.standing(s, st.Side.CPU))
        need(
            p.plays < most or terrain.boss(s) >= 0,
            f"plays is {p.plays}; the CPU has {how_many(most, 'mob')} to lay for.",
        )
    if p.card is not None:
        is_held = int(s.hands[s.by].cards) >> int(s.card) & 1
        need(is_held, f"card is {p.card}, which is not in the hand.")
        need(
            phase != Phase.RANK or commits.is_wild(int(s.card)),
            f"card is {p.card}, whose rank is not chosen.",
        )
    if phase == Phase.SHIFT:
        need(decks.has_up(s, int(s.seat), st.Row.FLUSH), "phase 'shift' needs the Uptime of a Flush.")
        card = int(s.card)
        can_be = (
            [0, 13] if card // 4 == commits.ACES else range(14) if commits.is_wild(card) else [card // 4 + 1]
        )
        need(p.place in can_be, f"place is {p.place}; {p.card} does not come there.")


def check_resolution(b: Draft) -> None:
    """Refuse pushes, falls, targets and gifts that have no cause."""
    s, p, phase = b.s, b.p, b.phase
    if phase in (
        Phase.TURN,
        Phase.WINDOW,
        Phase.ACTIVATE,
        Phase.GIVE,
        Phase.YIELD,
        Phase.LAY,
        *COMMITS,
        Phase.DEPLOY,
    ):
        for name in ("target", "shooter", "faller"):
            need(getattr(p, name) is None, f"{name} does not fit phase '{p.phase}'.")
    need(phase == Phase.EXIT or p.faller is None, f"faller does not fit phase '{p.phase}'.")
    if phase == Phase.PUSH:
        need(p.doing in ("attack", "reroute", "purge"), "doing must say why somebody is pushed.")
        need(s.target != NONE and terrain.is_pushable(s, int(s.target)), "target cannot be pushed.")
    if phase == Phase.EXIT:
        need(p.doing in ("walk", "attack", "reroute", "purge"), "doing must say why somebody falls.")
        falls = s.processes[s.faller].area != NONE and s.cfg.falling[s.processes[s.faller].area]
        need(falls and s.processes[s.faller].is_up, "faller is not in a Falling area.")
    if p.doing in ("attack", "walk"):
        need(s.actor != NONE, f"acting is missing while doing is '{p.doing}'.")
    if phase == Phase.HACK or (p.doing == "attack" and phase == Phase.PUSH):
        need(s.target != NONE and s.has_attacked, "target and has_attacked tell of the attack.")
        need(
            terrain.side_of(int(s.target)) != terrain.side_of(int(s.actor)),
            "target is on the side of who attacks.",
        )
        need(s.processes[s.target].is_up, "target is down.")
    if phase == Phase.HACK:
        need(
            attacks.hackable(s, int(s.target)) and terrain.connect(s, int(s.actor)),
            "nothing can be hacked here.",
        )
    if phase in (*AIMED, Phase.PUSH) and p.doing != "attack":
        shooter = int(s.shooter)
        need(
            s.processes[shooter].is_up and terrain.sheet_of(s, shooter).interrupt_n,
            "shooter has no Interrupt.",
        )
        check_aim(b, interrupts.own(s, shooter))
    if phase == Phase.GIVE:
        need(
            s.active != NONE and s.has_attacked and not s.processes[s.actor].gave,
            "there is no card to give.",
        )
    if phase == Phase.YIELD:
        need(s.teams[s.seat].n, "there is no Team Hand to give up a card of.")
    if phase == Phase.PATCH:
        worth = {int(x) for x in terrain.sheet_of(s, int(s.actor)).worth}
        need(p.left in worth and turns.patchable(s, int(s.actor)), "left must say how much a patch heals.")
    if phase == Phase.LAY:
        need(interrupts.may_use(s, int(s.by), False), "asked_of cannot use an Interrupt now.")
        need(
            interrupts.own(s, int(s.by)).cards > s.processes[s.by].laid_n,
            "asked_of needs no further card.",
        )
    if phase == Phase.WINDOW:
        owner = decks.side_of_holder(int(s.lays[s.at].owner))
        need(
            owner != s.seat and windows.can_intervene(s, int(s.seat)), "window: there is none for that side."
        )


def check_aim(b: Draft, what: Any) -> None:
    """Refuse an aim that the Interrupt does not take."""
    s, phase = b.s, b.phase
    effects = {
        Phase.TARGET: (st.Effect.STRIKE, st.Effect.FIRE, st.Effect.SHOT, st.Effect.REROUTE),
        Phase.STORM: (st.Effect.STORM,),
        Phase.PUSH: (st.Effect.REROUTE, st.Effect.PURGE),
    }[phase]
    need(what.effect in effects, f"shooter has another Interrupt than phase '{b.p.phase}' is for.")
    doing: dict[int, int] = {
        st.Effect.REROUTE: Doing.REROUTE,
        st.Effect.PURGE: Doing.PURGE,
        st.Effect.STORM: NONE,
    }
    need(
        s.doing == doing.get(int(what.effect), Doing.FIRE),
        "doing is not what the shooter's Interrupt does.",
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
