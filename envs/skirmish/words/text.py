"""What people read: the table, and who decides what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from throwdown.envs.core.kit import NONE, Finish, Setup, plural, tr
from throwdown.envs.skirmish import commits, decks, obs, state as st, terrain
from throwdown.envs.skirmish.state import MCS, Event, Phase, Side, State
from throwdown.envs.skirmish.words import names
from throwdown.envs.skirmish.words.decisions import WORDS
from throwdown.envs.skirmish.words.explain import (
    any_hand as any_hand,
    explain as explain,
    forced as forced,
    help as help,
)
from throwdown.envs.skirmish.words.glossary import glossary as glossary, summary as summary
from throwdown.envs.skirmish.words.merits import merit as merit
from throwdown.envs.skirmish.words.narration import narrate as narrate

describe = WORDS.describe

# What one sees -----------------------------------------------------------------------------------------------------


def view(s: State, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return what ``viewer`` may know as plain data; ``??`` stands for cards that it may not know."""
    phase = int(s.phase) if viewer is None else int(obs.shown_phase(s, viewer))
    return {
        "game": setup.game.id,
        "viewer": None if viewer is None else setup.seats[viewer],
        "phase": Phase(phase).label,
        "turn": None if s.over else setup.seats[int(s.seat)],
        "fight": int(s.fight) + 1,
        "fights": int(s.cfg.fights),
        "round": int(s.round_no),
        "rounds": int(s.cfg.rounds),
        "acting": None if s.actor == NONE else names.process(s, int(s.actor), setup),
        "card": _active(s),
        "count": count_view(s, viewer, setup),
        "areas": area_view(s, setup),
        "processes": {
            names.process(s, p, setup): process_view(s, p, viewer, setup)
            for p in range(st.PROCESSES)
            if names.has_process(s, p, setup)
        },
        "cpu": {"draw": int(s.draw), "hand": hand_view(s, st.CPU, viewer)},
        "team_hands": {setup.seats[side]: team_view(s, side) for side in Side},
        "reloading": reloading(s, viewer, setup),
        "laying": laying(s, viewer, setup),
    }


def _active(s: State) -> str | None:
    """Return the card by which a turn is taken, and as what it is played."""
    if s.actor == NONE or s.active_rank == 0:
        return None
    if s.active == NONE:
        return tr("given")
    card, text = int(s.active), st.KIT.name(int(s.active))
    if not commits.is_wild(card) or card // 4 == commits.ACES:
        return text
    return tr("{card} as {rank}", card=text, rank=names.rank(int(s.active_rank)))


def hand_view(s: State, holder: int, viewer: int | None) -> list[str]:
    """Return a hand, lowest cards first; others see its size, with what was laid in secret."""
    if viewer is None or viewer == decks.side_of_holder(holder):
        return [st.KIT.name(card) for card in st.KIT.cards_in(np.array([s.hands[holder].cards], np.int64))]
    return ["??"] * int(decks.shown_size(s, holder))


def reloading(s: State, viewer: int | None, setup: Setup) -> list[str]:
    """Return the MCs that reload in this round, as far as the viewer knows."""
    if s.is_sealed and viewer == Side.CPU:
        return []
    return [names.tagged(i, setup) for i in range(MCS) if s.reloading >> i & 1]


def laying(s: State, viewer: int | None, setup: Setup) -> str | None:
    """Return who lays in secret, for its own side: how far the others have come is nobody's business (SKO-42)."""
    if not s.is_sealed or s.over or viewer not in (None, int(s.seat)):
        return None
    return names.holder(int(s.by), setup)


def count_view(s: State, viewer: int | None, setup: Setup) -> list[dict[str, Any]]:
    """Return what is still to come in the count; in secret only the viewer's own."""
    first = 0 if s.is_sealed else int(s.at) + int(s.actor != NONE)
    lays: Sequence[st.Lay] = s.lays[first : int(s.lay_n)]
    return [
        {
            "who": names.holder(int(lay.owner), setup),
            "place": names.place(int(lay.count)),
            "card": None if lay.card == NONE else st.KIT.name(int(lay.card)),
        }
        for lay in lays
        if not s.is_sealed or viewer in (None, decks.side_of_holder(int(lay.owner)))
    ]


def area_view(s: State, setup: Setup) -> dict[str, Any]:
    """Return the map: where the ways lead and what they cost, and who stands where."""
    have, found = names.areas(setup), {}
    for a, name in enumerate(have):
        here = [p for p in range(st.PROCESSES) if s.processes[p].is_up and s.processes[p].area == a]
        found[name] = {
            "start": bool(s.cfg.start == a),
            "x": bool(s.cfg.x == a),
            "falling": bool(s.cfg.falling[a]),
            "ways": {have[b]: int(s.cfg.cost[a, b]) for b in range(len(have)) if s.cfg.cost[a, b]},
            "here": [names.process(s, p, setup) for p in here],
        }
    return found


def process_view(s: State, p: int, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return a process as plain data."""
    w, sheet = s.processes[p], terrain.sheet_of(s, p)
    interrupt = names.interrupt(s, p, setup)
    found: dict[str, Any] = {
        "side": Side(int(terrain.side_of(p))).label,
        "up": w.is_up,
        "area": None if w.area == NONE else names.areas(setup)[int(w.area)],
        "hp": int(w.hp),
        "max_hp": int(w.max_hp),
        "accuracy": int(terrain.accuracy(s, p)),
        "evade": int(terrain.evade(s, p)),
        "connect": int(terrain.connect(s, p)) or None,
        "resist": int(terrain.resist(s, p)),
        "loadout": names.loadout(s, p, int(w.loadout), setup),
        "range": int(sheet.reach[w.loadout]),
        "damage": int(sheet.damage[w.loadout]),
        "armored": bool(terrain.is_armored(s, p)),
        "flying": bool(sheet.flying),
        "boss": bool(sheet.boss),
        "statuses": names.statuses(int(w.status)),
        "move_points": int(w.points) if sheet.most else None,
        "steps": None if sheet.most else int(w.steps),
        "interrupt": None if interrupt is None else tr(interrupt["name"]),
        "meter": None if interrupt is None else int(w.meter),
        "laid": [st.KIT.name(int(c)) for c in w.laid[: int(w.laid_n)]],
        "bonus": [
            tr(own["name"])
            for k, own in enumerate(names.sheet(s, p, setup)["bonus"])
            if sheet.bonus[k] != st.Bonus.NONE and not w.bonus >> k & 1
        ],
    }
    return found | ({"hand": hand_view(s, p, viewer)} if p < MCS else {})


def team_view(s: State, side: int) -> dict[str, Any]:
    """Return a side's Team Hand and what comes of it as plain data."""
    team = s.teams[side]
    return {
        "cards": [st.KIT.name(int(c)) for c in team.cards[: int(team.n)]],
        "limit": int(s.cfg.limit),
        "uptimes": names.rows(int(team.rows)),
        "nullified": bool(decks.is_nullified(s, side)),
        "boot": names.CHART[int(team.boot)] if team.boot else None,
        "boot_now": names.CHART[int(team.boot_now)] if team.boot_now else None,
        "ward": team.ward,
        "deck": int(team.deck.n),
        "discards": [st.KIT.name(c) for c in st.KIT.cards_in(np.asarray(team.deck.trash))],
    }


def render(s: State, viewer: int | None, setup: Setup) -> str:
    """Return the table as ``viewer`` (None: everything) sees it."""
    seen = view(s, viewer, setup)
    head = [round_text(seen) if seen["round"] else tr("The CPU places its mobs")]
    if seen["fights"] > 1:
        head.insert(0, fight_text(seen))
    lines = [" · ".join(head), *(area_text(name, area, seen) for name, area in seen["areas"].items())]
    down = [name for name, x in seen["processes"].items() if not x["up"]]
    if down:
        lines.append(tr("Down: {names}", names=names.listed(down)))
    for side, title in zip(Side, (tr("Team Hand of the MCs"), tr("Team Hand of the CPU"))):
        lines.append(team_text(title, seen["team_hands"][setup.seats[side]]))
    if seen["count"]:
        lines.append(tr("To come: {cards}", cards=names.joined(_coming(x) for x in seen["count"])))
    if seen["reloading"]:
        lines.append(tr("Reloading: {names}", names=names.listed(seen["reloading"])))
    for name, x in seen["processes"].items():
        if "hand" in x and x["up"]:
            lines.append(tr("{who}'s hand: {cards}", who=name, cards=hand_text(x["hand"])))
    hand, draw = hand_text(seen["cpu"]["hand"]), seen["cpu"]["draw"]
    lines.append(tr("The CPU's hand: {cards}, Draw {draw}", cards=hand, draw=draw))
    if seen["laying"]:
        lines.append(tr("{who} lays in secret", who=seen["laying"]))
    if seen["acting"]:
        lines.append(_turn_text(seen["acting"], seen["card"]))
    return "\n".join([*lines, prompt(s, setup)])


def round_text(seen: dict[str, Any]) -> str:
    """Return which round it is."""
    return tr("Round {n} of {rounds}", n=seen["round"], rounds=seen["rounds"])


def fight_text(seen: dict[str, Any]) -> str:
    """Return which fight it is."""
    return tr("Fight {n} of {fights}", n=seen["fight"], fights=seen["fights"])


def _turn_text(who: str, card: str | None) -> str:
    return (
        tr("{who} has the turn with {card}", who=who, card=card)
        if card
        else tr("{who} has the turn", who=who)
    )


def _coming(x: dict[str, Any]) -> str:
    if x["card"]:
        return tr("{who} {card} at {place}", who=x["who"], card=x["card"], place=x["place"])
    return f"{x['who']} {x['place']}"


def hand_text(cards: list[str]) -> str:
    """Return a hand in one line."""
    return " ".join(cards) if cards else tr("empty")


def area_text(name: str, area: dict[str, Any], seen: dict[str, Any]) -> str:
    """Return a line about an area and who stands there."""
    marked = (("start", tr("start")), ("x", "X"), ("falling", tr("Falling")))
    marks = [mark for key, mark in marked if area[key]]
    ways = names.joined(f"{to} {cost}" for to, cost in area["ways"].items()) or tr("nowhere")
    title = f"{name} ({names.joined(marks)})" if marks else name
    line = f"{title} → {ways}"
    return "\n".join([line, *(f"    {process_text(who, seen['processes'][who])}" for who in area["here"])])


def process_text(name: str, x: dict[str, Any]) -> str:
    """Return a line about a process."""
    parts = [
        tr("{n} of {most} HP", n=x["hp"], most=x["max_hp"]),
        tr(
            "{loadout} Range {range} Damage {damage}",
            loadout=x["loadout"],
            range=x["range"],
            damage=x["damage"],
        ),
        tr("Accuracy {accuracy} Evade {evade}", accuracy=x["accuracy"], evade=x["evade"]),
    ]
    if x["connect"]:
        parts.append(tr("Connect {n}", n=x["connect"]))
    parts.append(tr("Resist {n}", n=x["resist"]))
    if x["move_points"] is not None:
        parts.append(plural("{n} Move point", "{n} Move points", x["move_points"]))
    if x["interrupt"]:
        parts.append(_meter_text(x))
    parts += [word for key, word in (("armored", tr("armored")), ("flying", tr("flying"))) if x[key]]
    return f"{name}: {names.joined([*parts, *x['statuses']])}"


def _meter_text(x: dict[str, Any]) -> str:
    values = {"interrupt": x["interrupt"], "n": x["meter"], "full": st.FULL}
    if x["laid"]:
        return tr("{interrupt} {n} of {full} with {cards} laid", cards=" ".join(x["laid"]), **values)
    return tr("{interrupt} {n} of {full}", **values)


def team_text(title: str, team: dict[str, Any]) -> str:
    """Return a line about a Team Hand."""
    parts = [hand_text(team["cards"])]
    if rows := team["uptimes"]:
        if team["nullified"]:
            parts.append(tr("Uptimes {rows} (not in force this turn)", rows=names.listed(rows)))
        else:
            parts.append(tr("Uptimes {rows}", rows=names.listed(rows)))
    if team["boot"]:
        parts.append(tr("Boot {row} for the next turn", row=team["boot"]))
    if team["boot_now"]:
        parts.append(tr("Boot {row} now", row=team["boot_now"]))
    if team["ward"]:
        parts.append(tr("Ward"))
    return f"{title}: {names.joined(parts)}"


# Who decides what --------------------------------------------------------------------------------------------------


def prompt(s: State, setup: Setup) -> str:
    """Return one line that says who decides what, as everybody knows it."""
    if s.over:
        return " ".join((tr("The game is over."), decided(s, setup)))
    return f"{setup.people[int(s.seat)]}: {WORDS.ask(s, setup)}."


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for."""
    fights = len(setup.config["fights"])
    rounds = plural("{n} round", "{n} rounds", setup.config["rounds"])
    if seat == Side.CPU:
        return tr(
            "You win when no MC is left standing, and lose when no process of yours is. After {rounds} of a "
            "fight the larger share of HP counts as half a win.",
            rounds=rounds,
        )
    if fights > 1:
        return tr(
            "You win when no process of the CPU is left standing after {fights}, and lose when no MC is. "
            "After {rounds} of a fight the larger share of HP counts as half a win.",
            fights=plural("{n} fight", "{n} fights", fights),
            rounds=rounds,
        )
    return tr(
        "You win when no process of the CPU is left standing, and lose when no MC is. After {rounds} of a "
        "fight the larger share of HP counts as half a win.",
        rounds=rounds,
    )


def decided(s: State, setup: Setup) -> str:
    """Return one sentence that says what decided a game that is over."""
    if s.ended == st.End.MCS:
        left = [names.tagged(i, setup) for i in range(MCS) if s.processes[i].is_up]
        if len(left) > 1:
            return tr("No process of the CPU stands any more; {names} still stand.", names=names.listed(left))
        return tr("No process of the CPU stands any more; {name} still stands.", name=left[0])
    if s.ended == st.End.CPU:
        left = [names.process(s, p, setup) for p in range(MCS, st.PROCESSES) if s.processes[p].is_up]
        if len(left) > 1:
            return tr("No MC stands any more; {names} still stand.", names=names.listed(left))
        return tr("No MC stands any more; {name} still stands.", name=left[0])
    mcs, cpu = (tr("{n} %", n=f"{100 * _share(s, side):.0f}") for side in Side)
    return tr("The last round ended: the MCs had {mcs} of their HP, the CPU {cpu}.", mcs=mcs, cpu=cpu)


def headline(s: State, finish: Finish, setup: Setup) -> str:
    """Return whose attack brought the last one down; what decided it, where nobody's did."""
    downs = [e for e in finish.events if e.kind == Event.DOWN.label]
    attacks = [e for e in finish.events if e.kind == Event.ATTACKED.label]
    if s.ended not in (st.End.MCS, st.End.CPU) or not (downs and attacks):
        return decided(s, setup)
    last, attack = downs[-1], attacks[-1]
    if last.amount != attack.number:
        return decided(s, setup)
    known = {"one": names.tagged(attack.amount, setup), "other": names.tagged(last.amount, setup)}
    if s.ended == st.End.MCS:
        return tr("{one} brought {other} down, the last process of the CPU.", **known)
    return tr("{one} brought {other} down, the last of the MCs.", **known)


def _share(s: State, side: int) -> float:
    own = [s.processes[p] for p in range(int(terrain.first_of(side)), int(terrain.last_of(side)))]
    there = [w for w in own if w.sheet != NONE]
    return sum(int(w.hp) for w in there) / sum(int(w.max_hp) for w in there)


def ending(s: State, setup: Setup) -> dict[str, Any]:
    """Return how a game that is over ended."""
    return {"result": decided(s, setup)}


def turning() -> tuple[str, ...]:
    """Return the kinds of events that tell why a game ended as it did."""
    return tuple(
        kind.label for kind in (Event.DOWN, Event.CLIMBED, Event.INTERRUPTED, Event.FELL, Event.FIGHT_WON)
    )


def chapters() -> tuple[str, ...]:
    """Return the kinds of events that begin a chapter: Rounds."""
    return (Event.ROUND_BEGAN.label,)
