"""The words of the Gambit: the table, the prompts, the events, why an action is illegal, what the rules say."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core.cards import FACES, NONE, card_name, cards_in
from throwdown.envs.core.events import Event
from throwdown.envs.core.game import Setup
from throwdown.envs.fusion.gambit.actions import CONSEQUENCES, LAYOUT, OTHER
from throwdown.envs.fusion.gambit.state import (
    FROM_HAND,
    NO_BUT,
    OUTCOMES,
    PHASES,
    RESULTS,
    SOURCES,
    YES_AND,
)
from throwdown.envs.fusion.sheets import SPECIALTIES
from throwdown.envs.fusion.triggers import PURGE, SCHISM, TRAUMA
from throwdown.envs.fusion.world import COACH, COMMITMENTS

HARMONIES = ("none", "Red", "Orange", "Yellow", "Green", "Blue", "Indigo", "Violet")
EDITIONS = ("older", "newer")
_POINTS = {TRAUMA: "Trauma", PURGE: "Purge", SCHISM: "Strife"}
_WORDS = {
    "yes-and": "Yes, and: the goal is attained, with something good on top",
    "yes-but": "Yes, but: the goal is attained, at a price",
    "no-but": "No, but: the goal is missed, with something good instead",
    "no-and": "No, and: the goal is missed, and it gets worse",
}
_TASKS = {
    "accept": "take the Gambit on, or decline",
    "threshold": "lay a Hand card face-down as the Threshold, or take the deck's top card blind",
    "answer": "play a Hand card face-up, or flip the deck's top card",
    "outcome": "pick 'yes-but', 'no-but' or 'no-and'",
    "consequence": "choose a consequence",
    "recover": "choose the Commitment that recovers",
    "buffer": "spend a Buffer, or accept the damage",
    "commitment": "choose the Commitment that is lowered",
}
_HELP = {
    "accept": "Coach proposes a Gambit for what you intend. Taking it on brings cards into play; declining costs "
    "nothing, and nothing happens (GA-04, GA-05).",
    "threshold": "Your card is the Threshold that the Pilot must exceed without having seen it. A card off the deck "
    "spares your Hand, but you do not know it either (GA-07, GA-08, C-40).",
    "answer": "Only a strictly higher number than the Threshold's gives 'Yes, and'; an Ace counts 11, suits do not "
    "count and Strike Range has no part in it (GA-12, GA-13, GA-31, C-02). Flipping spares your Hand (GA-09).",
    "outcome": "Your card is not higher. 'yes-but' attains the goal and costs you; 'no-but' misses it and helps "
    "you; 'no-and' misses it and costs you, but gives you a Charge at once (GA-14, GA-20 to GA-25).",
    "consequence": "Coach chooses what comes of it: something in the story, or one of the lesser triggers of the "
    "right sign that would change anything (GA-18, GA-23). With the Specialty involved there are two, and they should "
    "differ (GA-27, C-43).",
    "recover": "One point of a lowered Commitment returns: choose which (ME-31).",
    "buffer": "A Buffer, once spent, prevents this point of damage (ME-55, ME-64, ME-71).",
    "commitment": "Trauma lowers one Commitment of your choice by 1 (ME-66).",
    "over": "The Gambit is over.",
}


def _card(c: Any) -> str:
    return card_name(int(c))


def _cards(words: Any) -> list[str]:
    return [card_name(c) for c in cards_in(words)]


def _sees_hand(s: Any, viewer: int | None, holder: int) -> bool:
    if viewer is None or viewer == holder:
        return True
    return bool(s["cfg"]["share_hands"] == 1 and COACH not in (viewer, holder))


def _threshold(s: Any, viewer: int | None) -> str | None:
    """Return the Threshold as ``viewer`` knows it: a card, ``??``, or nothing."""
    if s["threshold"] != NONE:
        return _card(s["threshold"])
    if s["sealed"][COACH] != NONE:
        return _card(s["sealed"][COACH]) if viewer in (None, COACH) else "??"
    if s["blind"] != NONE:
        return _card(s["blind"]) if viewer is None else "??"
    return None


def _decks(s: Any) -> int:
    return int(s["cfg"]["decks"])


def view(s: Any, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return what ``viewer`` may know as plain data."""
    w = s["world"]
    return {
        "game": setup.game.id,
        "edition": EDITIONS[int(s["cfg"]["edition"])],
        "viewer": None if viewer is None else setup.seats[viewer],
        "phase": PHASES[int(s["phase"])],
        "turn": None if s["over"] else setup.seats[int(s["seat"])],
        "acting": setup.seats[int(s["acting"])],
        "specialty_involved": bool(s["specialty"]),
        **_conflict(s, viewer),
        "harmony": int(w["harmony"]),
        "omens": int(w["omens"]),
        "decks": [int(w["decks"][d]["n"]) for d in range(_decks(s))],
        "trash": [_cards(w["decks"][d]["trash"]) for d in range(_decks(s))],
        "hands": {name: _hand(s, viewer, p) for p, name in enumerate(setup.seats)},
        "pilots": {name: _pilot(s, p) for p, name in enumerate(setup.seats[1:], 1)},
    }


def _conflict(s: Any, viewer: int | None) -> dict[str, Any]:
    """Return the cards on the table and what came of them."""
    outcome, last, source = int(s["outcome"]), int(s["last"]), int(s["source"])
    return {
        "threshold": _threshold(s, viewer),
        "threshold_source": SOURCES[source] if source else None,
        "threshold_face_up": bool(s["threshold"] != NONE),
        "played": None if s["played"] == NONE else _card(s["played"]),
        "flipped": bool(s["flipped"]),
        "outcome": OUTCOMES[outcome] if outcome else None,
        "consequences_left": int(s["left"]),
        "last_consequence": None if last == NONE else CONSEQUENCES[last],
        "result": RESULTS[int(s["result"])],
    }


def _hand(s: Any, viewer: int | None, holder: int) -> dict[str, Any]:
    """Return a hand: its size, and the cards that ``viewer`` knows."""
    hand = _cards(s["world"]["hand"][holder])
    if _sees_hand(s, viewer, holder):
        return {"size": len(hand), "cards": hand}
    known = [] if int(s["cfg"]["pilots"]) == 1 else _cards(s["world"]["known"][viewer, holder])
    return {"size": len(hand), "cards": known}


def _pilot(s: Any, p: int) -> dict[str, Any]:
    w, cfg = s["world"], s["cfg"]
    return {
        "charges": int(w["charges"][p]),
        "charge_max": int(cfg["charge_max"][p]),
        "buffers": int(w["buffers"][p]),
        "buffer_max": int(cfg["buffer_max"][p]),
        "commitments": {name: int(w["commitment"][p, k]) for k, name in enumerate(COMMITMENTS)},
        "commitment_max": {name: int(cfg["commitment_max"][p, k]) for k, name in enumerate(COMMITMENTS)},
        "specialty": SPECIALTIES[int(cfg["specialty"][p])],
        "lessons": int(w["lessons"][p]),
    }


def render(s: Any, viewer: int | None, setup: Setup) -> str:
    """Return the table as ``viewer`` (None: everything) sees it, in a few lines."""
    seen = view(s, viewer, setup)
    involved = ", her Specialty involved" if seen["specialty_involved"] else ""
    harmony = f"Harmony {seen['harmony']} ({HARMONIES[seen['harmony']]})"
    decks = " and ".join(str(n) for n in seen["decks"])
    lines = [
        f"Gambit ({seen['edition']} edition) of {seen['acting']}{involved} | {harmony} | "
        f"deck {decks} | Omens {seen['omens']}",
        _table_line(seen),
    ]
    for name in setup.seats:
        hand = seen["hands"][name]
        hidden = hand["size"] - len(hand["cards"])
        cards = " ".join([*hand["cards"], *["??"] * hidden]) or "no cards"
        lines.append(f"{name:8} {cards}{_gauges(seen['pilots'].get(name))}")
    lines.append(prompt(s, setup))
    return "\n".join(lines)


def _table_line(seen: dict[str, Any]) -> str:
    if seen["threshold"] is None:
        return "No card is on the table."
    source = "Coach's Hand" if seen["threshold_source"] == "hand" else "the deck"
    side = "face-up" if seen["threshold_face_up"] else "face-down"
    line = f"Threshold {seen['threshold']} ({side}, off {source})"
    if seen["played"] is not None:
        line += f" against {seen['played']} ({'flipped' if seen['flipped'] else 'out of her Hand'})"
    return line + (f": {seen['outcome']}" if seen["outcome"] else "")


def _gauges(pilot: dict[str, Any] | None) -> str:
    if pilot is None:
        return ""
    points = " ".join(
        f"{name.capitalize()} {n}/{pilot['commitment_max'][name]}" for name, n in pilot["commitments"].items()
    )
    return (
        f" | Charges {pilot['charges']}/{pilot['charge_max']} | Buffers {pilot['buffers']}/{pilot['buffer_max']}"
        f" | {points} | Lessons {pilot['lessons']}"
    )


def prompt(s: Any, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s["over"]:
        return f"The Gambit is over: {_ending(int(s['result']), int(s['outcome']))}."
    phase = PHASES[int(s["phase"])]
    task = _TASKS[phase]
    if phase == "consequence":
        sign = "positive" if int(s["outcome"]) in (YES_AND, NO_BUT) else "negative"
        task = f"choose a {sign} consequence for {setup.seats[int(s['acting'])]} ({int(s['left'])} to go)"
    elif phase in ("buffer", "commitment"):
        task += f" ({_POINTS[int(s['damage']['kind'])]})"
    return f"{setup.seats[int(s['seat'])]}: {task}."


def _ending(result: int, outcome: int) -> str:
    return OUTCOMES[outcome] if RESULTS[result] == "played" else RESULTS[result]


def help(s: Any) -> str:
    """Return the rules of what is being decided."""
    return _HELP[PHASES[int(s["phase"])]]


def explain(s: Any, action: int, setup: Setup) -> str:
    """Return one sentence that says why an illegal action is illegal now."""
    label, phase = LAYOUT.labels[action], PHASES[int(s["phase"])]
    mover = setup.seats[int(s["seat"])]
    verb = label.split()[0]
    if verb == "accept" and phase == "accept":
        return "'accept' lets damage land; write 'accept-gambit' to take the Gambit on."
    if _phase_of(verb, phase) != phase:
        return f"'{label}' is no answer to what is being decided: {mover} is to {_TASKS[phase]}."
    if action < OTHER:
        return f"{mover} has no {_card(action % FACES)} in hand."
    if verb in ("blind", "flip"):
        return "The deck is empty, and there is no Trash to reshuffle: a Hand card must be played."
    if verb == "consequence":
        return _explain_consequence(s, label.split()[1], setup)
    name = label.split()[1].capitalize()
    if phase == "recover":
        return f"{mover}'s {name} is not lowered, so it cannot recover (ME-31)."
    return f"{mover}'s {name} is 0 already; Trauma lowers another Commitment (ME-66)."


def _phase_of(verb: str, phase: str) -> str:
    """Return the phase to which an action belongs."""
    if verb == "commitment":
        return phase if phase in ("commitment", "recover") else "commitment"
    own = {"accept-gambit": "accept", "decline": "accept", "blind": "threshold", "flip": "answer"}
    own |= {"yes-but": "outcome", "no-but": "outcome", "no-and": "outcome", "accept": "buffer"}
    return own.get(verb, verb)


def _explain_consequence(s: Any, kind: str, setup: Setup) -> str:
    acting, outcome = setup.seats[int(s["acting"])], OUTCOMES[int(s["outcome"])]
    is_positive = int(s["outcome"]) in (YES_AND, NO_BUT)
    if is_positive != (kind in ("chargeup", "fortify", "recover")):
        sign = "positive" if is_positive else "negative"
        return f"'{outcome}' brings {sign} consequences, and '{kind}' is not one (GA-28)."
    reasons = {
        "chargeup": f"{acting}'s Charges are full",
        "fortify": f"{acting} has all her Buffers",
        "recover": f"no Commitment of {acting} is lowered",
        "purge": f"{acting} has no Charges",
        "strife": "Harmony is at its lowest and nobody can be hurt by it",
    }
    return f"{reasons[kind]}, so '{kind}' would change nothing."


def narrate(event: Event, setup: Setup) -> str:
    """Return one sentence for an event."""
    who = setup.seats[event.seat] if 0 <= event.seat < len(setup.seats) else "the team"
    card, n = card_name(event.card), event.amount
    if event.kind in _TOLD:
        return _TOLD[event.kind].format(who=who, card=card if event.card != NONE else "a card", n=n)
    if event.kind == "GAMBIT_PROPOSED":
        more = ", with her Specialty involved" if n else ""
        return f"Coach proposes a Gambit to {who}{more}."
    if event.kind == "THRESHOLD_LAID":
        source = "out of his Hand" if n == FROM_HAND else "blind off the deck"
        what = card if event.card != NONE else "a card"
        return f"Coach lays {what} face-down {source} as the Threshold."
    if event.kind == "OUTCOME_REACHED":
        return f"{_WORDS[OUTCOMES[n]]}."
    if event.kind in ("CONSEQUENCE_CHOSEN", "CONSEQUENCE_REPEATED"):
        return _narrate_consequence(event.kind, who, CONSEQUENCES[n])
    if event.kind in ("COMMITMENT_LOWERED", "COMMITMENT_RECOVERED"):
        name = COMMITMENTS[event.card].capitalize() if event.card != NONE else "Commitment"
        return f"{who}'s {name} {'falls' if event.kind.endswith('LOWERED') else 'rises'} by {n}."
    if event.kind == "GAMBIT_ENDED":
        return f"The Gambit is over ({RESULTS[n]})."
    return f"{event.kind.replace('_', ' ').capitalize()}."


def _narrate_consequence(event: str, who: str, kind: str) -> str:
    if event == "CONSEQUENCE_REPEATED":
        return f"The second consequence repeats the first ({kind}); the rules mean another (C-43)."
    if kind == "narrative":
        return f"Coach chooses a turn of the story for {who}."
    return f"Coach chooses +{kind.capitalize()} for {who}."


_TOLD = {
    "CARD_DRAWN": "{who} draws {card}.",
    "CARD_DISCARDED": "{card} of {who} goes to the Trash.",
    "JOKER_SURFACED": "A Joker ({card}) surfaces as an Omen.",
    "DECK_RESHUFFLED": "The Trash is reshuffled into a deck of {n} cards.",
    "CHARGED": "{who} gains {n} Charge(s).",
    "FORTIFIED": "{who} regains {n} Buffer(s).",
    "BUFFER_SPENT": "{who} spends a Buffer; the damage is prevented.",
    "BUFFER_KEPT": "{who} spends no Buffer.",
    "HARMONY_LOST": "Harmony falls by {n}.",
    "CHARGES_PURGED": "{who} loses all Charges ({n}).",
    "LESSON_RECORDED": "{who} records a Lesson.",
    "GAMBIT_ACCEPTED": "{who} takes the Gambit on.",
    "GAMBIT_DECLINED": "{who} declines; nothing happens.",
    "CARD_PLAYED": "{who} plays {card} face-up.",
    "CARD_FLIPPED": "{who} flips {card} off the deck.",
    "THRESHOLD_REVEALED": "The Threshold is {card}.",
    "CALLED_OFF": "There is no card to be had; the Gambit is called off.",
}
