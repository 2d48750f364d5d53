"""The table of every FUSION game: what a viewer may know of it, as plain data and in lines."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core.kit import Ints, Setup
from throwdown.envs.fusion.sheets.playbooks import SPECIALTIES
from throwdown.envs.fusion.words import names, powers
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.cards import NAMES, card_name, cards_in
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import COACH, Commitment, Faction, Location, Robo


def card_names(words: Ints) -> list[str]:
    """Return the cards of a set as texts."""
    return [card_name(c) for c in cards_in(words)]


def sees_hand(s: ConflictState, viewer: int | None, holder: int) -> bool:
    """Return whether a hand is open to ``viewer`` (None: everything is)."""
    if viewer is None or viewer == holder:
        return True
    return bool(s.cfg.share_hands == 1 and COACH not in (viewer, holder))


def known_cards(s: ConflictState, viewer: int | None, holder: int) -> list[str]:
    """Return the cards that a Pilot knows to be in a hand that is not open to her."""
    if viewer in (None, COACH) or holder == COACH or sees_hand(s, viewer, holder) or s.cfg.pilots == 1:
        return []
    return card_names(s.world.known[viewer - 1, holder - 1])


def hand_view(s: ConflictState, viewer: int | None, holder: int) -> dict[str, Any]:
    """Return a hand: its size, and the cards that ``viewer`` knows."""
    hand = card_names(s.world.hand[holder])
    return {
        "size": len(hand),
        "cards": hand if sees_hand(s, viewer, holder) else known_cards(s, viewer, holder),
    }


def pilot_view(s: ConflictState, p: int, setup: Setup) -> dict[str, Any]:
    """Return what everybody knows of a Pilot."""
    w, cfg, used = s.world, s.cfg, int(s.conflict.used[p])
    return {
        "charges": int(w.charges[p]),
        "charge_max": int(cfg.charge_max[p]),
        "buffers": int(w.buffers[p]),
        "buffer_max": int(cfg.buffer_max[p]),
        "commitments": {name: int(w.commitment[p, k]) for k, name in enumerate(Commitment.labels())},
        "commitment_max": {name: int(w.commitment_max[p, k]) for k, name in enumerate(Commitment.labels())},
        "specialty": SPECIALTIES[int(cfg.specialty[p])],
        "lessons": int(w.lessons[p]),
        "robo": Robo(int(s.conflict.robo[p])).label if cfg.endurance[p] else None,
        "endurance": int(w.endurance[p]),
        "gear": [g for g in range(book.MAX_GEAR) if (int(w.gear[p]) >> g) & 1],
        "used": [powers.key(book.PAGE * p + k, setup) for k in range(book.PAGE) if (used >> k) & 1],
    }


def faction_view(s: ConflictState, f: int, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return a Faction; cards of its stack that were never face-up are for nobody but ``None``."""
    w, n = s.world, int(s.world.favor_n[f])
    secret = 0 if viewer is None else int(w.favor_hidden[f])
    cards = [NAMES[int(c)] for c in w.favor[f][:n]]
    return {
        "name": names.faction_name(f, setup),
        "state": names.FACTION_STATES[int(w.faction[f])],
        "strikes": int(w.strikes[f]),
        "favor": n,
        "top": cards[-1] if n else None,
        "cards": ["??"] * min(secret, n) + cards[secret:],
        "controller": "coach" if s.cfg.favor_coach[f] else "pilots",
    }


def threat_view(s: ConflictState, t: int, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return a Threat; which cards lie on its stack nobody knows."""
    w, cfg = s.world, s.cfg
    stack = card_names(w.stack[t])
    return {
        "name": names.threat_name(t, setup),
        "rating": int(w.rating[t]),
        "rating_max": int(cfg.rating_max[t]),
        "buffers": int(w.threat_buffers[t]),
        "invested": stack if viewer is None else len(stack),
    }


def factions_view(s: ConflictState, viewer: int | None, setup: Setup) -> list[dict[str, Any]]:
    """Return the Factions that are revealed."""
    shown = [f for f in range(int(s.cfg.factions)) if s.world.faction[f] != Faction.HIDDEN]
    return [faction_view(s, f, viewer, setup) for f in shown]


def team_view(s: ConflictState, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return what everybody knows of the team, the table and the decks."""
    w, cfg = s.world, s.cfg
    decks = range(int(cfg.decks))
    return {
        "harmony": int(w.harmony),
        "omens": int(w.omens),
        "spent_omens": int(w.spent),
        "crisis": int(w.crisis),
        "location": Location(int(w.location)).label,
        "resources": {names.resource_name(r, setup): int(w.resource[r]) for r in range(int(cfg.resources))},
        "factions": factions_view(s, viewer, setup),
        "extra": card_names(w.extra),
        "threats": [threat_view(s, t, viewer, setup) for t in range(int(cfg.threats))],
        "decks": [int(w.decks[d].n) for d in decks],
        "trash": [card_names(w.decks[d].trash) for d in decks],
    }


# The view out of a whole position ----------------------------------------------------------------------------------

_PUBLIC = (
    *(
        "omens",
        "spent",
        "crisis",
        "harmony",
        "location",
        "resources",
        "commitments",
        "commitment_max",
        "charges",
    ),
    *("buffers", "lessons", "endurance", "gear", "extra", "used_up", "used", "used_now", "threats_used"),
    *("strike", "bonus", "robos", "positions", "ejected", "form_buffers", "form_charges", "form_strike"),
    *("damage", "agenda", "choice", "trash", "pilots_trash"),
)


def view_world(s: ConflictState, full: dict[str, Any], viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return the shared part of what ``viewer`` (None: everybody and the deck) may know, out of a whole position."""
    out: dict[str, Any] = {"viewer": None if viewer is None else setup.seats[viewer]}
    out |= {name: full[name] for name in _PUBLIC if full.get(name) not in (None, {}, [])}
    out |= {"trash": full["trash"], "damage": full.get("damage", {})}
    out["hand_sizes"] = {name: len(cards) for name, cards in full["hands"].items()}
    out["hands"] = {n: cards for p, (n, cards) in enumerate(full["hands"].items()) if sees_hand(s, viewer, p)}
    known = full.get("known", {})
    out["known"] = known if viewer is None else known.get(setup.seats[viewer], {})
    out["threats"] = [threat_view(s, t, viewer, setup) for t in range(int(s.cfg.threats))]
    out["factions"] = factions_view(s, viewer, setup)
    out["deck"] = [int(s.world.decks[d].n) for d in range(int(s.cfg.decks))]
    if viewer is None:
        out["next"] = full["deck"].get("next", [])
    return out


# Lines -------------------------------------------------------------------------------------------------------------


def show_all(texts: list[str]) -> str:
    """Return cards in a row."""
    return " ".join(map(names.show, texts)) or "none"


def render_world(s: ConflictState, viewer: int | None, setup: Setup) -> list[str]:
    """Return lines on Threats, Factions, the Location, Resources, Omens and the Trash, as ``viewer`` knows them."""
    cfg = s.cfg
    lines = [_render_threat(s, t, viewer, setup) for t in range(int(cfg.threats)) if is_met(s, t)]
    lines += [_render_faction(seen) for seen in factions_view(s, viewer, setup)]
    team = team_view(s, viewer, setup)
    if team["extra"]:
        lines.append(f"  Beside the Threats: {show_all(team['extra'])}")
    if team["location"] != "none":
        lines.append(f"  Location {names.location_name(setup)}: {team['location']}")
    if team["resources"]:
        points = [
            f"{name} {n}/{cfg.resource_max[r]}" for r, (name, n) in enumerate(team["resources"].items())
        ]
        lines.append(f"  Resources: {', '.join(points)}")
    if team["omens"] or team["spent_omens"]:
        lines.append(
            f"  Omens: {team['omens']} active, {team['spent_omens']} Spent; Crisis tier {team['crisis']}"
        )
    trash = [c for cards in team["trash"] for c in cards]
    return [*lines, f"  Trash: {show_all(trash)}"]


def is_met(s: ConflictState, t: int) -> bool:
    """Return whether a Threat is more than what a Faction may become."""
    dormant = t in s.cfg.faction_threat[: int(s.cfg.factions)]
    return not dormant or bool(s.world.rating[t] > 0)


def _render_threat(s: ConflictState, t: int, viewer: int | None, setup: Setup) -> str:
    """Return a line on a Threat."""
    seen, cfg = threat_view(s, t, viewer, setup), s.cfg
    stack = seen["invested"]
    invested = str(stack) if isinstance(stack, int) else show_all(stack)
    giant = ", a Monster" if cfg.giant[t] else ""
    out = ", takes no part" if (int(s.conflict.left_out) >> t) & 1 else ""
    return (
        f"  Threat {seen['name']}{giant}: Rating {seen['rating']}/{seen['rating_max']}, Buffers "
        f"{seen['buffers']}/{cfg.threat_buffer_max[t]}, invested {invested}{out}"
    )


def _render_faction(seen: dict[str, Any]) -> str:
    if seen["state"] != names.FACTION_STATES[Faction.IN_PLAY]:
        return f"  Faction {seen['name']}: {seen['state']}"
    side = "Coach's" if seen["controller"] == "coach" else "the Pilots'"
    cards = f"Favor {show_all(seen['cards'])} (top last)" if seen["favor"] else "no Favor"
    return f"  Faction {seen['name']} ({side}): {names.count(seen['strikes'], 'Strike')}, {cards}"


def hand_text(hand: dict[str, Any]) -> str:
    """Return a hand out of `hand_view`: its size, and the cards that are known of it."""
    known = show_all(hand["cards"])
    if not hand["cards"]:
        return f"hand {hand['size']}"
    return f"hand {hand['size']}{':' if len(hand['cards']) == hand['size'] else ', with'} {known}"


def gear_names(p: int, word: int, setup: Setup) -> list[str]:
    """Return the names of a Pilot's pieces of Gear out of a set of them."""
    sheets = setup.config["pilots"][p - 1]["gear"]
    return [str(sheet["name"]) for g, sheet in enumerate(sheets) if (word >> g) & 1]


def gauges_line(s: ConflictState, p: int, setup: Setup) -> str:
    """Return a Pilot's gauges in a line."""
    w, cfg = s.world, s.cfg
    points = [
        f"{n.capitalize()} {w.commitment[p, k]}/{w.commitment_max[p, k]}"
        for k, n in enumerate(Commitment.labels())
    ]
    parts = [
        f"Charges {w.charges[p]}/{cfg.charge_max[p]}",
        f"Buffers {w.buffers[p]}/{cfg.buffer_max[p]}",
        " ".join(points),
    ]
    if cfg.endurance[p]:
        where = Robo(int(s.conflict.robo[p])).label
        parts.append(f"Robo {where}, Endurance {w.endurance[p]}/{cfg.endurance[p]}")
    gear = int(w.gear[p])
    if gear:
        parts.append(f"Gear {' and '.join(gear_names(p, gear, setup))}")
    return ", ".join(parts)


def render_seat(s: ConflictState, p: int, seen: dict[str, Any], setup: Setup) -> str:
    """Return a seat's gauges and the cards that ``seen`` (out of `view_world`) shows of its hand."""
    name = setup.seats[p]
    size, known = seen["hand_sizes"][name], None
    hand = f"hand {size}"
    if name in seen["hands"]:
        hand += f": {show_all(seen['hands'][name])}"
    elif seen["viewer"] is not None:
        known = seen["known"].get(name)
    hand += f", with {show_all(known)}" if known else ""
    return hand if p == COACH else f"{hand}, {gauges_line(s, p, setup)}"
