"""What people read: the table, who decides what, and what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.skirmish import decks, flow, obs, state as st, terrain
from throwdown.envs.skirmish.state import MCS, Event, Phase, Side, State
from throwdown.envs.skirmish.words import names
from throwdown.envs.skirmish.words.describe import describe as describe
from throwdown.envs.skirmish.words.explain import (
    any_hand as any_hand,
    explain as explain,
    forced as forced,
    help as help,
)
from throwdown.envs.skirmish.words.glossary import glossary as glossary, summary as summary

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
    text = "given" if s.active == NONE else st.KIT.name(int(s.active))
    is_declared = s.active != NONE and flow.is_wild(int(s.active)) and int(s.active) // 4 != flow.ACES
    return f"{text} as {names.rank(int(s.active_rank))}" if is_declared else text


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
        "up": bool(w.is_up),
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
        "interrupt": None if interrupt is None else interrupt["name"],
        "meter": None if interrupt is None else int(w.meter),
        "laid": [st.KIT.name(int(c)) for c in w.laid[: int(w.laid_n)]],
        "bonus": [
            own["name"]
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
        "ward": bool(team.ward),
        "deck": int(team.deck.n),
        "discards": [st.KIT.name(c) for c in st.KIT.cards_in(np.asarray(team.deck.trash))],
    }


def render(s: State, viewer: int | None, setup: Setup) -> str:
    """Return the table as ``viewer`` (None: everything) sees it."""
    seen = view(s, viewer, setup)
    head = f"Round {seen['round']} of {seen['rounds']}" if seen["round"] else "The CPU places its mobs"
    if seen["fights"] > 1:
        head = f"Fight {seen['fight']} of {seen['fights']} · {head}"
    lines = [head, *(area_text(name, area, seen) for name, area in seen["areas"].items())]
    down = [name for name, x in seen["processes"].items() if not x["up"]]
    if down:
        lines.append(f"Down: {names.listed(down)}")
    for side, title in zip(Side, ("MCs", "CPU")):
        lines.append(team_text(f"Team Hand of the {title}", seen["team_hands"][setup.seats[side]]))
    if seen["count"]:
        lines.append(f"To come: {', '.join(_coming(x) for x in seen['count'])}")
    if seen["reloading"]:
        lines.append(f"Reloading: {names.listed(seen['reloading'])}")
    for name, x in seen["processes"].items():
        if "hand" in x and x["up"]:
            lines.append(f"{name}'s hand: {hand_text(x['hand'])}")
    lines.append(f"CPU's hand: {hand_text(seen['cpu']['hand'])}, Draw {seen['cpu']['draw']}")
    if seen["laying"]:
        lines.append(f"{seen['laying']} lays in secret")
    if seen["acting"]:
        with_card = f" with {seen['card']}" if seen["card"] else ""
        lines.append(f"{seen['acting']} has the turn{with_card}")
    return "\n".join([*lines, prompt(s, setup)])


def _coming(x: dict[str, Any]) -> str:
    card = f" {x['card']}" if x["card"] else ""
    return f"{x['who']}{card} at {x['place']}" if x["card"] else f"{x['who']} {x['place']}"


def hand_text(cards: list[str]) -> str:
    """Return a hand in one line."""
    return " ".join(cards) if cards else "empty"


def area_text(name: str, area: dict[str, Any], seen: dict[str, Any]) -> str:
    """Return a line about an area and who stands there."""
    marks = [
        mark for mark, on in (("start", area["start"]), ("X", area["x"]), ("Falling", area["falling"])) if on
    ]
    ways = ", ".join(f"{to} {cost}" for to, cost in area["ways"].items())
    title = f"{name} ({', '.join(marks)})" if marks else name
    line = f"{title} → {ways or 'nowhere'}"
    return "\n".join([line, *(f"    {process_text(who, seen['processes'][who])}" for who in area["here"])])


def process_text(name: str, x: dict[str, Any]) -> str:
    """Return a line about a process."""
    parts = [f"{x['hp']} of {x['max_hp']} HP", f"{x['loadout']} Range {x['range']} Damage {x['damage']}"]
    parts.append(f"Accuracy {x['accuracy']} Evade {x['evade']}")
    if x["connect"]:
        parts.append(f"Connect {x['connect']}")
    parts.append(f"Resist {x['resist']}")
    if x["move_points"] is not None:
        parts.append(names.count(x["move_points"], "Move point"))
    if x["interrupt"]:
        laid = f" with {' '.join(x['laid'])} laid" if x["laid"] else ""
        parts.append(f"{x['interrupt']} {x['meter']} of {st.FULL}{laid}")
    parts += [word for word in ("armored", "flying") if x[word]]
    return f"{name}: {', '.join([*parts, *x['statuses']])}"


def team_text(title: str, team: dict[str, Any]) -> str:
    """Return a line about a Team Hand."""
    parts = [hand_text(team["cards"])]
    if team["uptimes"]:
        state = " (absent for this turn)" if team["nullified"] else ""
        parts.append(f"Uptimes {names.listed(team['uptimes'])}{state}")
    if team["boot"]:
        parts.append(f"Boot {team['boot']} for the next turn")
    if team["boot_now"]:
        parts.append(f"Boot {team['boot_now']} now")
    if team["ward"]:
        parts.append("Ward")
    return f"{title}: {', '.join(parts)}"


# Who decides what --------------------------------------------------------------------------------------------------


def prompt(s: State, setup: Setup) -> str:
    """Return one line that says who decides what, as everybody knows it."""
    if s.over:
        return f"The game is over. {decided(s, setup)}"
    phase = Phase(int(obs.shown_phase(s, 1 - int(s.seat))))
    return f"{setup.people[int(s.seat)]}: {task_of(s, phase, setup)}."


def task_of(s: State, phase: Phase, setup: Setup) -> str:
    """Return what a decision of a phase asks for."""
    if phase == Phase.DEPLOY:
        return f"place {names.process(s, int(s.by), setup)}"
    if phase == Phase.TURN:
        return f"play the turn of {names.process(s, int(s.actor), setup)}"
    if phase in (Phase.PUSH, Phase.EXIT):
        who = names.process(s, int(s.target if phase == Phase.PUSH else s.faller), setup)
        return f"choose where {who} is pushed" if phase == Phase.PUSH else f"choose where {who} falls"
    return {
        Phase.COMMIT: "choose in secret what to lay",
        Phase.RANK: "say as which rank the card is played",
        Phase.SHIFT: "choose where the card counts",
        Phase.WINDOW: "pay Move points or interrupt before the next turn, or pass",
        Phase.ACTIVATE: "choose whom the card activates",
        Phase.HACK: "choose the status that the hack is to inflict",
        Phase.GIVE: "give the card to the Team Hand, or keep it",
        Phase.YIELD: "give up a card of the Team Hand",
        Phase.LAY: "lay a card for the Interrupt",
        Phase.TARGET: "choose the Interrupt's target",
        Phase.STORM: "choose the area of the storm",
        Phase.PATCH: "choose who is patched",
    }[phase]


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for."""
    cap = f"after {setup.config['rounds']} rounds of a fight the larger share of HP counts half"
    fights = len(setup.config["fights"])
    if seat == Side.MCS:
        what = (
            "nothing of the CPU stands" if fights == 1 else f"nothing of the CPU stands after {fights} fights"
        )
        return f"You win when {what}, and lose when no MC stands; {cap}."
    return f"You win when no MC stands, and lose when nothing of yours does; {cap}."


def decided(s: State, setup: Setup) -> str:
    """Return one sentence that says what decided a game that is over."""
    if s.ended == st.End.MCS:
        left = [names.tagged(i, setup) for i in range(MCS) if s.processes[i].is_up]
        return (
            f"Nothing of the CPU stands any more; {names.listed(left)} {'do' if len(left) > 1 else 'does'}."
        )
    if s.ended == st.End.CPU:
        left = [names.process(s, p, setup) for p in range(MCS, st.PROCESSES) if s.processes[p].is_up]
        return f"No MC stands any more; {names.listed(left)} {'do' if len(left) > 1 else 'does'}."
    share = [_share(s, side) for side in Side]
    return f"The rounds were over: the MCs had {share[0]:.0%} of their HP, the CPU {share[1]:.0%}."


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


# What happened -----------------------------------------------------------------------------------------------------

Told = str | Callable[[Happening, Setup], str]


def _whom(form: str) -> Told:
    """Return what names the process or holder in ``amount``, and in ``{other}`` the process in ``number``."""

    def told(e: Happening, setup: Setup) -> str:
        other = names.tagged(e.number, setup) if "{other}" in form else ""
        return form.replace("{one}", names.tagged(e.amount, setup)).replace("{other}", other)

    return told


def _holder(form: str) -> Told:
    return lambda e, setup: form.replace("{one}", names.holder(e.amount, setup))


def _area(form: str) -> Told:
    def told(e: Happening, setup: Setup) -> str:
        return form.format(one=names.tagged(e.amount, setup), where=names.areas(setup)[e.number])

    return told


def _row(form: str) -> Told:
    return lambda e, setup: form.replace("{row}", names.CHART[e.number]).replace(
        "{boot}", names.BOOTS[e.number]
    )


def _activated(e: Happening, setup: Setup) -> str:
    with_card = " with {card}" if e.card != NONE else ", without a card"
    return f"{names.tagged(e.amount, setup)} took a turn{with_card}."


def _booted(e: Happening, setup: Setup) -> str:
    return (
        f"{names.tagged(e.amount, setup)} had the Boot of a {names.CHART[e.number]}: {names.BOOTS[e.number]}."
    )


def _laid(e: Happening, setup: Setup) -> str:
    return f"{names.holder(e.amount, setup)} laid {{card}} at {names.place(e.number)}."


def _hacked(e: Happening, setup: Setup) -> str:
    return f"The hack worked: {names.status(e.number)} on {names.tagged(e.amount, setup)}."


def _swapped(e: Happening, setup: Setup) -> str:
    own = setup.config["mcs"][e.amount]["loadouts"][e.number]
    return f"{names.tagged(e.amount, setup)} took the {own['name']}."


def _switched(e: Happening, setup: Setup) -> str:
    own = setup.config["mcs"][e.amount]["interrupts"][e.number]
    return f"{names.tagged(e.amount, setup)} switched to {own['name']}."


def _interrupted(e: Happening, setup: Setup) -> str:
    return f"{names.tagged(e.amount, setup)} used {names.interrupts(setup)[e.number]['name']}."


def _reloaded(e: Happening, setup: Setup) -> str:
    return f"{names.holder(e.amount, setup)} reloaded: {names.count(e.number, 'card')}."


def _fight(e: Happening, setup: Setup) -> str:
    fight = setup.config["fights"][e.amount]
    return f"A fight began: {names.listed(names.numbered(fight['mobs']))}."


TOLD: dict[Event, Told] = {
    Event.FIGHT_BEGAN: _fight,
    Event.COLLECTED: "The Garbage Collector passed: all were restored.",
    Event.DEPLOYED: _area("{one} was placed at {where}."),
    Event.RELOADED: _reloaded,
    Event.CARD_DRAWN: _holder("{one} drew {card}."),
    Event.RESHUFFLED: "The discards of the {who} were shuffled into a new deck.",
    Event.ROUND_BEGAN: "Round {amount} began.",
    Event.CARD_LAID: _laid,
    Event.RELOADING: _whom("{one} chose to reload."),
    Event.IDLE: _whom("{one} had no card and comes after the Kings."),
    Event.ACTIVATED: _activated,
    Event.LAPSED: _holder("{card} of {one} lapsed."),
    Event.BOOTED: _booted,
    Event.LEAKED: _whom("{one} leaked."),
    Event.MOVED: _area("{one} went to {where}."),
    Event.PUSHED: _area("{one} was pushed to {where}."),
    Event.FELL: _area("{one} fell to {where}."),
    Event.ATTACKED: _whom("{one} attacked {other}."),
    Event.MISSED: _whom("{one} missed {other}."),
    Event.DODGED: _whom("{one} dodged."),
    Event.HIT: _whom("{one} was hit."),
    Event.HURT: _whom("{one} lost {number} HP."),
    Event.HACKED: _hacked,
    Event.HACK_FAILED: _whom("The hack of {one} failed."),
    Event.DOWN: _whom("{one} was down."),
    Event.CHARGED: _whom("{one}'s meter rose to {number}."),
    Event.GIVEN: _whom("{one} gave {card} to the Team Hand."),
    Event.CLIMBED: _row("The Team Hand of the {who} climbed to a {row}: {boot}."),
    Event.TEAM_DISCARDED: "The Team Hand of the {who} was discarded.",
    Event.GAVE_UP: "The {who} gave up {card} of their Team Hand.",
    Event.DISCARDED: _holder("{one} discarded {card}."),
    Event.RESTORED: "All of the {who} were restored.",
    Event.BRACED: _whom("{one} braced."),
    Event.PATCHED: _whom("{one} regained {number} HP."),
    Event.PAID: _whom("{one} paid 3 Move points for a card."),
    Event.SWAPPED: _swapped,
    Event.SWITCHED: _switched,
    Event.INTERRUPT_CARD: _whom("{one} laid {card} for the Interrupt."),
    Event.INTERRUPTED: _interrupted,
    Event.TURN_ENDED: _whom("{one}'s turn was over."),
    Event.FIGHT_WON: "The {who} won the fight.",
    Event.ROUNDS_OVER: "The last round was over.",
}
assert tuple(TOLD) == tuple(Event)


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence, in the past, for an event; a card that the viewer may not know is *a card*."""
    told = TOLD[Event.of(event.kind)]
    form = told if isinstance(told, str) else told(event, setup)
    who = "" if event.seat == NONE else setup.people[event.seat]
    card = "a card" if event.card == NONE else st.KIT.name(event.card)
    return form.format(who=who, card=card, amount=event.amount, number=event.number)
