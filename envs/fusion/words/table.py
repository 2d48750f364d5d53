"""The table of every FUSION game: what a viewer may know of it, as plain data and in lines."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core.kit import Ints, Setup, plural, tr
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
    return bool(s.cfg.share_hands and COACH not in (viewer, holder))


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
        "name": str(setup.config["factions"][f]["name"]),
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
        "name": str(names.threats(setup)[t]["name"]),
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
        "resources": {
            name.replace("-", " "): int(w.resource[r]) for r, name in enumerate(names.resource_names(setup))
        },
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
    return " ".join(map(names.show, texts)) or tr("none")


def render_world(s: ConflictState, viewer: int | None, setup: Setup) -> list[str]:
    """Return lines on Threats, Factions, the Location, Resources, Omens and the Trash, as ``viewer`` knows them."""
    w, cfg = s.world, s.cfg
    lines = [_render_threat(s, t, viewer, setup) for t in range(int(cfg.threats)) if is_met(s, t)]
    lines += [_render_faction(seen) for seen in factions_view(s, viewer, setup)]
    if extra := card_names(w.extra):
        lines.append(tr("Beside the Threats: {cards}", cards=show_all(extra)))
    if w.location != Location.NONE:
        place, state = names.location_name(setup), names.LOCATION_STATES[int(w.location)]
        lines.append(tr("Location {place}: {state}", place=place, state=state))
    if cfg.resources:
        points = [
            f"{names.resource_name(r, setup)} {w.resource[r]}/{cfg.resource_max[r]}"
            for r in range(int(cfg.resources))
        ]
        lines.append(tr("Resources: {points}", points=tr(", ").join(points)))
    if w.omens or w.spent:
        lines.append(
            tr(
                "Omens: {active} Active, {spent} Spent; Crisis tier {tier}",
                active=int(w.omens),
                spent=int(w.spent),
                tier=int(w.crisis),
            )
        )
    trash = [c for d in range(int(cfg.decks)) for c in card_names(w.decks[d].trash)]
    return [f"  {line}" for line in (*lines, tr("Trash: {cards}", cards=show_all(trash)))]


def is_met(s: ConflictState, t: int) -> bool:
    """Return whether a Threat is more than what a Faction may become."""
    dormant = t in s.cfg.faction_threat[: int(s.cfg.factions)]
    return not dormant or bool(s.world.rating[t] > 0)


def _render_threat(s: ConflictState, t: int, viewer: int | None, setup: Setup) -> str:
    """Return a line on a Threat."""
    seen, cfg = threat_view(s, t, viewer, setup), s.cfg
    stack = seen["invested"]
    parts = [
        tr("Rating {n}/{most}", n=seen["rating"], most=seen["rating_max"]),
        tr("Buffers {n}/{most}", n=seen["buffers"], most=int(cfg.threat_buffer_max[t])),
        tr("invested {cards}", cards=stack if isinstance(stack, int) else show_all(stack)),
    ]
    if (int(s.conflict.left_out) >> t) & 1:
        parts.append(tr("takes no part"))
    name, told = names.threat_name(t, setup), tr(", ").join(parts)
    if cfg.giant[t]:
        return tr("Threat {name}, a Monster: {gauges}", name=name, gauges=told)
    return tr("Threat {name}: {gauges}", name=name, gauges=told)


def _render_faction(seen: dict[str, Any]) -> str:
    name = tr(seen["name"])
    if seen["state"] != names.FACTION_STATES[Faction.IN_PLAY]:
        return tr("Faction {name}: {state}", name=name, state=names.FACTION_NOTES[seen["state"]])
    cards = tr("no Favor")
    if seen["favor"]:
        cards = tr("Favor {cards} (top last)", cards=show_all(seen["cards"]))
    told = tr(", ").join((plural("{n} Strike", "{n} Strikes", seen["strikes"]), cards))
    if seen["controller"] == "coach":
        return tr("Faction {name} (Coach's): {state}", name=name, state=told)
    return tr("Faction {name} (the Pilots'): {state}", name=name, state=told)


def hand_text(hand: dict[str, Any]) -> str:
    """Return a hand out of `hand_view`: its size, and the cards that are known of it."""
    known = show_all(hand["cards"])
    if not hand["cards"]:
        return tr("hand {n}", n=hand["size"])
    if len(hand["cards"]) == hand["size"]:
        return tr("hand {n}: {cards}", n=hand["size"], cards=known)
    return tr("hand {n}, with {cards}", n=hand["size"], cards=known)


def gear_names(p: int, word: int, setup: Setup) -> list[str]:
    """Return the names of a Pilot's pieces of Gear out of a set of them."""
    sheets = setup.config["pilots"][p - 1]["gear"]
    return [tr(str(sheet["name"])) for g, sheet in enumerate(sheets) if (word >> g) & 1]


ROBOS: dict[int, str] = {
    Robo.ABSENT: tr("Robo absent"),
    Robo.PRESENT: tr("Robo present"),
    Robo.SUMMONED: tr("Robo Summoned"),
}


def gauges_line(s: ConflictState, p: int, setup: Setup) -> str:
    """Return a Pilot's gauges in a line."""
    w, cfg = s.world, s.cfg
    points = [
        f"{name} {w.commitment[p, k]}/{w.commitment_max[p, k]}" for k, name in names.COMMITMENTS.items()
    ]
    parts = [
        tr("Charges {n}/{most}", n=int(w.charges[p]), most=int(cfg.charge_max[p])),
        tr("Buffers {n}/{most}", n=int(w.buffers[p]), most=int(cfg.buffer_max[p])),
        " ".join(points),
    ]
    if cfg.endurance[p]:
        parts.append(ROBOS[int(s.conflict.robo[p])])
        parts.append(tr("Endurance {n}/{most}", n=int(w.endurance[p]), most=int(cfg.endurance[p])))
    gear = int(w.gear[p])
    if gear:
        parts.append(tr("Gear {pieces}", pieces=tr(" and ").join(gear_names(p, gear, setup))))
    return tr(", ").join(parts)


def render_seat(s: ConflictState, p: int, seen: dict[str, Any], setup: Setup) -> str:
    """Return a seat's gauges and the cards that ``seen`` (out of `view_world`) shows of its hand."""
    name = setup.seats[p]
    size, known = seen["hand_sizes"][name], None
    hand = tr("hand {n}", n=size)
    if name in seen["hands"]:
        hand = tr("hand {n}: {cards}", n=size, cards=show_all(seen["hands"][name]))
    elif seen["viewer"] is not None:
        known = seen["known"].get(name)
    if known:
        hand = tr("hand {n}, with {cards}", n=size, cards=show_all(known))
    return hand if p == COACH else tr(", ").join((hand, gauges_line(s, p, setup)))
