"""Why an action is illegal, why there is no choice, and the rules of a decision."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.core.cardset import popcount
from throwdown.envs.core.kit import Actions, Setup, plural, tr
from throwdown.envs.skirmish import interrupts, obs, state as st, terrain
from throwdown.envs.skirmish.actions import LAYOUT, Act, process_of
from throwdown.envs.skirmish.decisions import DECISIONS
from throwdown.envs.skirmish.state import MCS, Phase, Side, State
from throwdown.envs.skirmish.words import names
from throwdown.envs.skirmish.words.decisions import WORDS
from throwdown.envs.skirmish.words.describe import holder


def forced(s: State, setup: Setup) -> str:
    """Return one sentence that says why there is but the one legal action."""
    return WORDS.forced(s, setup)


def help(s: State) -> str:
    """Return the rules of what is being decided."""
    return WORDS.help(s)


def any_hand(s: State) -> None:
    """Let what is legal be what others know of it: whatever hand the side to move has, and whichever step it is at."""
    s.phase = obs.shown_phase(s, 1 - int(s.seat))
    s.rank = st.UNSEEN


def explain(s: State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an illegal action is illegal now."""
    refused = DECISIONS.refused(s, action)
    if refused:
        return refused
    act = LAYOUT.act_of(action)
    return WORDS.not_asked(s, action) or _REASONS[act](s, action, setup)


def _pass(s: State, action: int, setup: Setup) -> str:
    return tr("An MC lays a card, reloads, or with an empty hand takes a turn without one (SKO-06).")


def _reload(s: State, action: int, setup: Setup) -> str:
    if s.phase == Phase.ACTIVATE:
        return tr("Only a boss with Reload: Turn that may act now can reload the CPU (SK-92).")
    if s.by == st.CPU:
        return tr("The CPU reloads at the end of the round (SK-23, SK-92).")
    return tr("A reload takes the whole round, or one play with Reload: Turn (SK-89, SKO-07).")


def _no_card(s: State, action: int, setup: Setup) -> str:
    if s.by == st.CPU:
        return tr("Turns without a card are for MCs (SK-17).")
    return tr("A turn without a card needs an empty hand, and replaces any other turn (SK-17, SKO-06).")


def _card(s: State, action: int, setup: Setup) -> str:
    h = holder(s)
    n = popcount(int(s.hands[h].cards)) if h >= 0 else 0
    if action - Act.CARD >= n:
        return plural(
            "The hand has {n} card; it can hold {hand} (SKE-02).",
            "The hand has {n} cards; it can hold {hand} (SKE-02).",
            n,
            hand=st.HAND,
        )
    return tr("This card does not fit the cards laid for the Interrupt (SKO-28).")


def _rank(s: State, action: int, setup: Setup) -> str:
    return tr("An Ace is either low or high (SK-14).")


def _count(s: State, action: int, setup: Setup) -> str:
    return tr("There is no place below the low Ace or above the high Ace (SKO-08).")


def _area(s: State, action: int, setup: Setup) -> str:
    area, have = action - Act.AREA, names.areas(setup)
    if area >= len(have):
        return plural(
            "The map has {n} area: {areas}.",
            "The map has {n} areas: {areas}.",
            len(have),
            areas=names.joined(have),
        )
    where = have[area]
    if s.phase == Phase.DEPLOY:
        if area == s.cfg.start:
            return tr("{where} is where the MCs start (SK-05).", where=where)
        return tr("{where} is a Falling area, and this mob does not fly (SKO-01).", where=where)
    if s.phase == Phase.STORM:
        return tr("No enemy stands at {where}, or it is out of Range or sight (SKO-31).", where=where)
    p = int(s.actor if s.phase == Phase.TURN else s.target if s.phase == Phase.PUSH else s.faller)
    name = names.process(s, p, setup)
    if s.phase == Phase.EXIT:
        return tr("No one-way path leads from here to {where} (SK-96).", where=where)
    price = int(terrain.price(s, p, int(s.processes[p].area), area))
    if price == 0:
        return tr("No path leads {who} from here to {where} (SK-58, SK-95).", who=name, where=where)
    if s.is_closed:
        return tr("{who} met an enemy, which ends the walk until {who} attacks (SK-60, SKO-16).", who=name)
    if terrain.sheet_of(s, p).most == 0:
        return tr("{who} has no Auto steps left (SK-64).", who=name)
    return plural(
        "The way to {where} costs {price}, but {who} has {n} Move point (SK-59).",
        "The way to {where} costs {price}, but {who} has {n} Move points (SK-59).",
        int(s.processes[p].points),
        where=where,
        price=price,
        who=name,
    )


def _process(s: State, action: int, setup: Setup) -> str:
    q = int(process_of(action))
    if not names.has_process(s, q, setup):
        return tr("There is no such process in this fight.")
    name = names.process(s, q, setup)
    if not s.processes[q].is_up:
        return tr("{who} is down (SKA-45, SKO-15).", who=name)
    if s.phase == Phase.ACTIVATE:
        if s.processes[q].acted:
            return tr(
                "{who} has already acted in this round; only a boss acts again, after all others (SK-19, "
                "SKA-06).",
                who=name,
            )
        return tr("{who} has Lag and comes after those that do not (SKO-34).", who=name)
    if s.phase == Phase.PATCH:
        return tr("{who} is not wounded, or not in the same area (SKO-37).", who=name)
    if terrain.side_of(q) == s.seat:
        return tr("{who} is on your side (SKO-15).", who=name)
    if s.phase == Phase.TARGET:
        return tr("{who} is out of Range or sight, or cannot be pushed (SKO-31).", who=name)
    p = int(s.actor)
    if s.active_rank == 0:
        return tr("Without a card there is no attack (SK-17).")
    if s.has_attacked:
        return tr("The card has already been used (SK-16, SK-28).")
    reach = int(terrain.reach(s, p))
    return tr("{who} is beyond Range {reach}, or out of sight (SK-38 to SK-43).", who=name, reach=reach)


def _any_time(s: State, action: int, setup: Setup) -> str:
    act = LAYOUT.act_of(action)
    k = action - act
    p = k if s.seat == Side.MCS else int(terrain.boss(s))
    if s.seat == Side.CPU and (k > 0 or p < 0):
        return tr("The CPU can do this only for a boss that stands, with the first of these actions (SK-63).")
    if not names.has_process(s, p, setup):
        return plural("There are {n} MC.", "There are {n} MCs.", len(setup.config["mcs"]))
    name, w = names.process(s, p, setup), s.processes[p]
    if not w.is_up:
        return tr("{who} is down (SKA-45).", who=name)
    if act == Act.INTERRUPT:
        return _interrupt(s, p, name, setup)
    if act == Act.SWAP and (p >= MCS or terrain.sheet_of(s, p).loadouts < st.LOADOUTS):
        return tr("{who} has no other loadout (SK-62).", who=name)
    if w.points < st.PRICE:
        return plural(
            "It costs {n} Move point, but {who} has {own} (SK-61 to SK-63).",
            "It costs {n} Move points, but {who} has {own} (SK-61 to SK-63).",
            st.PRICE,
            who=name,
            own=int(w.points),
        )
    if popcount(int(s.hands[interrupts.holder_of(p)].cards)) >= st.HAND:
        return plural(
            "A hand holds at most {n} card (SKE-02).", "A hand holds at most {n} cards (SKE-02).", st.HAND
        )
    return tr("There is no card left to draw (SKA-01).")


def _interrupt(s: State, p: int, name: str, setup: Setup) -> str:
    own = names.interrupt(s, p, setup)
    w = s.processes[p]
    if own is None:
        return tr("{who} has no Interrupt (SKA-36).", who=name)
    if w.meter < st.FULL:
        return plural(
            "{who}'s meter holds {held} of {n} charge (SK-51).",
            "{who}'s meter holds {held} of {n} charges (SK-51).",
            st.FULL,
            who=name,
            held=int(w.meter),
        )
    interrupt = tr(own["name"])
    if own["effect"] == st.Effect.SHOT.label and not interrupts.is_at_count(s, p):
        return tr(
            "{interrupt} takes the place of {who}'s attack, with a Ten or higher (SK-54, SKO-32).",
            interrupt=interrupt,
            who=name,
        )
    if w.laid_n < own["cards"] and interrupts.fitting(s, p) == 0:
        return tr("{who} holds no card that fits {interrupt} (SKO-28).", who=name, interrupt=interrupt)
    return tr("{interrupt} has no target now (SKO-28, SKO-31).", interrupt=interrupt)


def _hack(s: State, action: int, setup: Setup) -> str:
    return tr("The target already has {status} (SKO-34).", status=names.status(action - Act.HACK))


def _yield(s: State, action: int, setup: Setup) -> str:
    n = int(s.teams[s.seat].n)
    return plural("The Team Hand has {n} card (SK-77).", "The Team Hand has {n} cards (SK-77).", n)


def _bonus(s: State, action: int, setup: Setup) -> str:
    k, own = action - Act.BONUS, names.sheet(s, int(s.actor), setup)["bonus"]
    if k >= len(own):
        return plural(
            "{who} has {n} bonus action (SK-30).",
            "{who} has {n} bonus actions (SK-30).",
            len(own),
            who=names.process(s, int(s.actor), setup),
        )
    bonus = tr(own[k]["name"])
    if s.processes[s.actor].bonus >> k & 1:
        return tr("{bonus} has been used in this round (SK-30).", bonus=bonus)
    return tr("{bonus} helps nobody here (SKO-37).", bonus=bonus)


def _switch(s: State, action: int, setup: Setup) -> str:
    if terrain.sheet_of(s, int(s.actor)).interrupt_n < st.LOADOUTS:
        name = names.process(s, int(s.actor), setup)
        return tr("{who} has no other Interrupt (SK-48).", who=name)
    if s.has_switched:
        return tr("An Interrupt can be switched only once a turn (SKO-29).")
    return tr("Switching takes a turn opened by a Jack, Queen or King (SK-48, SKA-42).")


_REASONS: dict[Actions, Callable[[State, int, Setup], str]] = {
    Act.PASS: _pass,
    Act.RELOAD: _reload,
    Act.NO_CARD: _no_card,
    Act.CARD: _card,
    Act.RANK: _rank,
    Act.SHIFT: _count,
    Act.AREA: _area,
    Act.MOB: _process,
    Act.MC: _process,
    Act.HACK: _hack,
    Act.BONUS: _bonus,
    Act.PAY: _any_time,
    Act.SWAP: _any_time,
    Act.INTERRUPT: _any_time,
    Act.SWITCH: _switch,
    Act.YIELD: _yield,
}
"""What says why an action is illegal in its decision; giving a card never is."""
