"""The Throwdown in words: the table, why an action is illegal, what happened, what is being decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from throwdown.envs.core.cards import ACE, FACES, JOKERS, NONE, SUIT_SYMBOLS, card_name
from throwdown.envs.core.events import Event
from throwdown.envs.core.game import Setup
from throwdown.envs.fusion.order import ACES, BEATS, DIFFERENCE, OPEN_DIFFERENCE, REFERENCES, VALUE
from throwdown.envs.fusion.throwdown.actions import (
    ASK,
    BLOCK_PAGE,
    CARD_PAGES,
    CHOOSE_COMMITMENT,
    CHOOSE_PILOT,
    CHOOSE_THREAT,
    COUNTER_PAGE,
    ESCALATE_PAGE,
    LAYOUT,
    N_BASIC,
    OTHER,
    PURGE_CHOICE,
    RECOVER_SELF,
    RECOVER_SELF_ALL,
    RECOVER_THREAT,
    RECOVER_THREAT_ALL,
    SCHISM_TEAM,
    SPOIL_NONE,
    SPOIL_START,
    SPOILS,
    TRAUMA_PILOT,
    TRAUMA_THREAT,
)
from throwdown.envs.fusion.throwdown.position import to_position
from throwdown.envs.fusion.throwdown.state import BY_INITIATIVE, LAST_STAGE, PHASES, RESULTS
from throwdown.envs.fusion.triggers import SCHISM
from throwdown.envs.fusion.world import COACH, COMMITMENTS

HARMONY = ("none", "Red", "Orange", "Yellow", "Green", "Blue", "Indigo", "Violet")
STAGE_NAMES = ("before the stages", "Confrontation", "Struggle", "Final Attack")
FOR_COACH = (PURGE_CHOICE, SCHISM_TEAM, TRAUMA_PILOT, RECOVER_THREAT, RECOVER_THREAT_ALL)
SELF_SPOILS = ("chargeup-self", "fortify-self", "recover-self", "recover-self-all")

TASKS = {
    "over": "the Throwdown is over",
    "buffer": "spend a Buffer on the point of damage, or accept it",
    "commitment": "choose the Commitment that is lowered",
    "challenge": "lay an initiative card",
    "answer": "answer with an initiative card, or refuse",
    "support": "support the Commander, or stay out",
    "vote": "judge whether the Commander fights for herself or the team",
    "give": "give the Commander cards, or be done",
    "return": "return a card to who gave",
    "relay": "lay a new initiative card after the tie",
    "assist": "spend a Charge for Strike, or pass",
    "drive": "Drive: Counter, Block, Escalate, Concede, or ask an ally",
    "ally-drive": "Drive for the Commander, or hand back",
    "spoil": "take a spoil, or none",
    "spoil-pilot": "choose the Pilot whom the spoil concerns",
    "spoil-threat": "choose the Threat whom the spoil concerns",
    "recover": "choose the Commitment that recovers",
    "discard": "discard down to the Hand Max",
}
"""What each phase asks for."""

NAMES_OF_PHASES = {
    "ally-drive": "Drive",
    "assist": "Assist",
    "answer": "answer to the challenge",
    "relay": "new initiative card",
    "give": "gift of cards",
    "return": "return of cards",
    "buffer": "choice about a Buffer",
    "commitment": "choice of a Commitment",
    "recover": "choice of a Commitment",
    "spoil-pilot": "choice of a Pilot",
    "spoil-threat": "choice of a Threat",
    "drive": "Drive",
}

DRIVES = ("drive", "ally-drive")
WHEN: dict[str, tuple[str, ...]] = {
    "initiative": ("challenge", "answer", "relay"),
    "counter": DRIVES,
    "block": DRIVES,
    "escalate": DRIVES,
    "give": ("give", "return"),
    "discard": ("discard",),
    "concede": ("drive",),
    "refuse": ("answer",),
    "support": ("support",),
    "stay-out": ("support",),
    "vote-self": ("vote",),
    "vote-team": ("vote",),
    "done": ("give",),
    "charge": ("assist",),
    "pass": ("assist",),
    "hand-back": ("ally-drive",),
    "buffer": ("buffer",),
    "accept": ("buffer",),
    "ask": ("drive",),
    "commitment": ("commitment", "recover"),
    "pilot": ("spoil-pilot",),
    "threat": ("spoil-threat",),
    "spoil": ("spoil",),
}
"""The phases in which the actions of each range can be legal."""

HELP = {
    "over": "Nothing is left to decide. The score of the stages, 1, 2 and 4 points, decided it (TS-16, TS-52).",
    "buffer": "A Buffer prevents one point: of Trauma or a Purge that hits you, or of Schism that you caused or "
    "that hits the whole team (ME-55, ME-64, ME-71). If you accept, the point lands at once.",
    "commitment": "A point of Trauma lowers one of your Commitments, of your choice, not below 0 (ME-66, ME-67).",
    "challenge": "You open with a face-down card from your Hand (TS-17). Rank, then suit, wins initiative (TS-41). It "
    "must not lie too high above the other card: a Pilot beyond Strike suffers Schism (TS-42), Coach "
    "beyond his gives the Pilots' Commander a card (TS-43). Whoever lays a side's card commands it "
    "(TS-24).",
    "answer": "Answer with a face-down card and command your side (TS-18, TS-24), or refuse: then the next Pilot "
    "may answer, and if nobody does, your side loses without score or spoils (TS-22).",
    "support": "Pilots may back the Commander up while fewer are involved than Harmony allows, the Commander counted"
    " (TS-26). Only involved Pilots Assist, Drive and swap cards.",
    "vote": "If she fights for the team the Commander draws as many cards as her Synch, for herself as her Solo "
    "(TS-29, TS-33). Coach breaks a tie.",
    "give": "Give the Commander any number of your cards (TS-34); she returns as many, of her choice (TS-35).",
    "return": "Return as many cards to each giver as she gave; they need not be the same (TS-35).",
    "relay": "Both cards were the same and are discarded; the same Commanders lay again (TS-44, C-78, C-151).",
    "assist": "Each involved Pilot may Assist once before the Drive (TS-48, TS-76): a Charge gives her +1 Strike "
    "this turn (TS-12).",
    "drive": "One Drive hands the turn over (TS-56). Counter: a higher rank than the top card; only a Two beats an"
    " Ace (TS-58, CD-15). Block: the same rank and no lower suit; both cards go, and your side's card "
    "before leads again, a blocked Escalate is undone (TS-60, TS-61). Escalate: yield this stage's points"
    " and open the next with any card, not in stage 3 (TS-64, TS-66). Concede: yield the stage and the "
    "Throwdown (TS-68). The Commander may ask each ally once to Drive instead (C-91). How far a card "
    "exceeds the top one is held against the Strike of who plays it: 1 within it charges a Pilot up, "
    "beyond it a Pilot causes Schism by the stage; Coach may not exceed his (TS-07 to TS-14).",
    "ally-drive": "Counter, Block or Escalate from your own Hand and Strike (TS-57, C-92), or hand the Drive back. Only"
    " the Commander Concedes (C-153).",
    "spoil": "The winner takes a Basic Spoil per stage, and an Ultimate one if the loser has no point (TS-106, "
    "TS-107); a loser with more than half the winner's points takes one Basic Spoil (TS-110). The same "
    "one may be taken again (TS-111); only those that change something are offered.",
    "spoil-pilot": "Self means an involved Pilot; Purge and Trauma may hit any Pilot (C-136, ME-06).",
    "spoil-threat": "Any Threat whose Rating is above 0 and whom the spoil would change (TS-116, TS-119).",
    "recover": "A lowered Commitment rises by one, not above its maximum (ME-31).",
    "discard": "Who holds more cards than the Hand Max discards down to it; then everybody draws up to it (TS-128).",
}
"""The rules of each decision."""


def _held(s: Any, seat: int, c: int) -> bool:
    return bool((int(s["world"]["hand"][seat, 0]) >> c) & 1)


def _phase(s: Any) -> str:
    return PHASES[s["phase"]]


def _top(s: Any) -> int:
    return int(s["pile_card"][int(s["pile_n"]) - 1])


def _article(card: int) -> str:
    return ("an " if card_name(card)[0] in "8A" else "a ") + card_name(card)


def _threat(t: int, setup: Setup) -> str:
    threats = setup.config.get("threats", ())
    return f"Threat {t} ({threats[t]['name']})" if 0 <= t < len(threats) else f"Threat {t}"


# Why not -----------------------------------------------------------------------------------------------------------


def explain(s: Any, action: int, setup: Setup) -> str:
    """Return one sentence that says why an action is illegal now."""
    if not 0 <= action < LAYOUT.n:
        return f"There is no action {action}; they are numbered 0 to {LAYOUT.n - 1}."
    label = LAYOUT.labels[action]
    if s["over"]:
        return f"'{label}' comes too late: the Throwdown is over."
    verb = label.split(" ")[0]
    phase, seat = _phase(s), setup.seats[s["seat"]]
    if verb == "concede" and phase == "ally-drive":
        return f"{seat} Drives for the Commander, and only the Commander Concedes (C-153)."
    if phase not in WHEN[verb]:
        name = NAMES_OF_PHASES.get(phase, phase)
        return f"'{label}' is no part of this decision: it is {seat}'s {name}, who may {TASKS[phase]}."
    if action < CARD_PAGES * FACES:
        reason = _why_not_card(s, action // FACES, action % FACES, setup)
    elif action < SPOIL_START:
        reason = _why_not_choice(s, action - OTHER, setup)
    else:
        reason = _why_not_spoil(s, action - SPOIL_START, setup)
    return reason or f"'{label}' is legal now."


def _why_not_card(s: Any, page: int, c: int, setup: Setup) -> str:
    seat = int(s["seat"])
    if not _held(s, seat, c):
        return (
            f"{setup.seats[seat]} does not hold {_article(c)}; cards come from one's own Hand (TS-19, C-92)."
        )
    if page == COUNTER_PAGE:
        return _why_not_counter(s, c)
    if page == BLOCK_PAGE:
        return _why_not_block(s, c)
    if page == ESCALATE_PAGE:
        return _why_not_escalate(s, c)
    return ""


def _why_not_counter(s: Any, c: int) -> str:
    top, order = _top(s), int(s["cfg"]["order"])
    gap, strike = int(DIFFERENCE[order, c >> 2, top >> 2]), int(s["strike"][COACH])
    mine, its = card_name(c), card_name(top)
    if c >> 2 == top >> 2:
        return f"{mine} does not beat the top card {its}: an equal rank may Block, not Counter (TS-58)."
    if _beats(c, top, order):
        if s["seat"] == COACH and gap > strike:
            limit = f"out of Coach's Strike of {strike}, a hard limit"
            return f"{mine} on {its} is {limit}: difference {gap} (TS-14, C-103)."
        return ""
    if top >> 2 == ACE and ACES[order // 2] == "trump":
        which = "only a Two does" if order % 2 else "nothing does"
        return f"{mine} does not beat the Ace {its}: {which} (TS-58, CD-15)."
    return f"{mine} does not beat the top card {its}: a Counter needs a higher rank (TS-58)."


def _beats(c: int, top: int, order: int) -> bool:
    return bool((int(BEATS[order, top >> 2]) >> c) & 1)


def _why_not_block(s: Any, c: int) -> str:
    top, stage = _top(s), int(s["stage"])
    mine, its = card_name(c), card_name(top)
    opens = int(s["pile_n"]) - 1 == int(s["pile_from"][stage])
    if opens and s["opened"][stage] == BY_INITIATIVE:
        return f"{its} won initiative, and the initiative card cannot be Blocked (TS-46, TS-62)."
    if c >> 2 != top >> 2:
        return f"{mine} cannot Block {its}: a Block needs a card of the same rank (TS-60)."
    strict = bool(s["cfg"]["strict_block"])
    if c % 4 < top % 4 or (strict and c % 4 == top % 4):
        need = "a higher suit" if strict else "no lower suit"
        return f"{mine} cannot Block {its}: a Block needs {need}; suits rise from Clubs to Spades (C-94)."
    return ""


def _why_not_escalate(s: Any, c: int) -> str:
    if s["stage"] >= LAST_STAGE:
        return f"There is no Escalate in stage {LAST_STAGE}, the last one (TS-66)."
    order, top, strike = int(s["cfg"]["order"]), _top(s), int(s["strike"][COACH])
    kind = REFERENCES[int(s["cfg"]["reference"])]
    gap = int(OPEN_DIFFERENCE[order, c >> 2, top >> 2]) if kind == "opponent" else int(VALUE[order, c >> 2])
    if s["seat"] == COACH and kind != "exempt" and gap > strike:
        over = f"over {card_name(top)}" if kind == "opponent" else "by its own value"
        return (
            f"Escalating with {card_name(c)} {over} is out of Coach's Strike of {strike}, a hard limit: "
            f"difference {gap} (TS-65, C-103)."
        )
    return ""


def _why_not_choice(s: Any, what: int, setup: Setup) -> str:
    if ASK <= what < CHOOSE_COMMITMENT:
        return _why_not_ask(s, what - ASK + 1, setup)
    if CHOOSE_COMMITMENT <= what < CHOOSE_PILOT:
        return _why_not_commitment(s, what - CHOOSE_COMMITMENT, setup)
    if CHOOSE_PILOT <= what < CHOOSE_THREAT:
        return _why_not_pilot(s, what - CHOOSE_PILOT + 1, setup)
    if what >= CHOOSE_THREAT:
        return _why_not_threat(s, what - CHOOSE_THREAT, setup)
    return ""


def _why_not_ask(s: Any, p: int, setup: Setup) -> str:
    if p >= len(setup.seats):
        return f"There is no pilot_{p - 1} in this game; its Pilots are {', '.join(setup.seats[1:])}."
    name = setup.seats[p]
    if s["seat"] == COACH:
        return f"Coach cannot ask {name}, who is on the other side (C-91)."
    if p == s["commander"][1]:
        return f"{name} is the Commander herself: she Drives or asks an ally (TS-56)."
    if not s["involved"][p]:
        return f"{name} is not involved in this Throwdown and cannot be asked (TS-26)."
    if s["asked"][p]:
        return f"{name} was already asked this turn; every ally is asked once (C-91)."
    return ""


def _why_not_commitment(s: Any, k: int, setup: Setup) -> str:
    name = COMMITMENTS[k].capitalize()
    if _phase(s) == "recover":
        p = int(s["target"])
        whole = s["world"]["commitment"][p, k] >= s["cfg"]["commitment_max"][p, k]
        return f"{setup.seats[p]}'s {name} is not lowered; nothing can recover (ME-31)." if whole else ""
    p = int(s["seat"])
    empty = s["world"]["commitment"][p, k] <= 0
    return f"{setup.seats[p]}'s {name} is 0 already and cannot fall further (ME-67)." if empty else ""


def _why_not_pilot(s: Any, p: int, setup: Setup) -> str:
    if p >= len(setup.seats):
        return f"There is no pilot_{p - 1} in this game; its Pilots are {', '.join(setup.seats[1:])}."
    spoil, name = SPOILS[s["spoil"]], setup.seats[p]
    if spoil in SELF_SPOILS and not s["involved"][p]:
        return f"'{spoil}' concerns an involved Pilot, and {name} is not involved (C-136)."
    return "" if _changes_pilot(s, spoil, p) else f"'{spoil}' would change nothing for {name} (C-136)."


def _changes_pilot(s: Any, spoil: str, p: int) -> bool:
    w, cfg = s["world"], s["cfg"]
    if spoil == "purge":
        return bool(w["charges"][p] > 0)
    if spoil == "trauma-pilot":
        return bool((w["commitment"][p] > 0).any())
    if spoil == "chargeup-self":
        return bool(w["charges"][p] < cfg["charge_max"][p])
    if spoil == "fortify-self":
        return bool(w["buffers"][p] < cfg["buffer_max"][p])
    return bool((w["commitment"][p] < cfg["commitment_max"][p]).any())


def _why_not_threat(s: Any, t: int, setup: Setup) -> str:
    n = int(s["cfg"]["threats"])
    if t >= n:
        return f"There is no Threat {t}; this scenario has {n}, numbered from 0."
    spoil, rating = int(s["spoil"]), int(s["world"]["rating"][t])
    if rating == 0:
        return f"{_threat(t, setup)} is defeated and out of play (ME-70)."
    if spoil != TRAUMA_THREAT and rating >= s["cfg"]["rating_max"][t]:
        return (
            f"'{SPOILS[spoil]}' would change nothing for {_threat(t, setup)}, whose Rating is full (C-136)."
        )
    return ""


def _why_not_spoil(s: Any, kind: int, setup: Setup) -> str:
    if kind == SPOIL_NONE:
        return ""
    name, side = SPOILS[kind], int(s["taker"])
    group = "Basic" if kind < N_BASIC else "Ultimate"
    who = ("Coach", "the Pilots")[side]
    if (kind in FOR_COACH) != (side == 0):
        return f"'{name}' is not for {who}: each side takes what helps its own or hurts the other (C-136)."
    if s["basic" if kind < N_BASIC else "ultimate"][side] <= 0:
        return f"'{name}' is one of the {group} Spoils, of which {who} may take no more (TS-106 to TS-110)."
    return "" if _would_change(s, kind) else f"'{name}' would change nothing as things stand (C-136)."


def _would_change(s: Any, kind: int) -> bool:
    w, cfg, pilots = s["world"], s["cfg"], range(1, int(s["cfg"]["pilots"]) + 1)
    name = SPOILS[kind]
    if kind in (RECOVER_THREAT, RECOVER_THREAT_ALL, TRAUMA_THREAT):
        alive = [t for t in range(int(cfg["threats"])) if w["rating"][t] > 0]
        return any(kind == TRAUMA_THREAT or w["rating"][t] < cfg["rating_max"][t] for t in alive)
    if kind in (PURGE_CHOICE, TRAUMA_PILOT, RECOVER_SELF, RECOVER_SELF_ALL) or name in SELF_SPOILS:
        return any(_changes_pilot(s, name, p) for p in pilots if name not in SELF_SPOILS or s["involved"][p])
    if name == "rally" and w["harmony"] < len(HARMONY) - 1:
        return True
    if kind == SCHISM_TEAM:
        return bool(w["harmony"] > 1) or any((w["commitment"][p] > 0).any() for p in pilots)
    gauge = "fortify-self" if name.startswith("fortify") else "chargeup-self"
    return any(_changes_pilot(s, gauge, p) for p in pilots)


# What happened -----------------------------------------------------------------------------------------------------


def _card(event: Event) -> str:
    if event.card == NONE:
        return "a card"
    return (
        f"the {'red' if event.card == FACES else 'black'} Joker"
        if event.card >= FACES
        else card_name(event.card)
    )


def _count(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def _questions(event: Event) -> str:
    goal = "the team" if event.amount % 2 else "herself"
    return f"fights for {goal}; {'the Pilots' if event.amount >= 2 else 'Coach'} began it."


def _aim(event: Event) -> str:
    return f"Threat {event.amount}" if "threat" in SPOILS[event.card] else f"pilot_{event.amount - 1}"


def _gap(event: Event) -> str:
    return f", a difference of {event.amount}"


_BY_SEAT: dict[str, Callable[[Event], str]] = {
    "CARD_DRAWN": lambda e: f"drew {_card(e)}.",
    "CARD_DISCARDED": lambda e: f"discarded {_card(e)}.",
    "CHARGED": lambda e: f"gained {_count(e.amount, 'Charge')}.",
    "CHARGE_SPENT": lambda e: f"spent {_count(e.amount, 'Charge')}.",
    "FORTIFIED": lambda e: f"regained {_count(e.amount, 'Buffer')}.",
    "CHARGES_PURGED": lambda e: f"lost all {_count(e.amount, 'Charge')} to a Purge.",
    "COMMITMENT_LOWERED": lambda e: (
        f"suffered Trauma: {COMMITMENTS[e.card].capitalize()} fell by {e.amount}."
    ),
    "COMMITMENT_RECOVERED": lambda e: f"recovered {e.amount} of {COMMITMENTS[e.card].capitalize()}.",
    "LESSON_RECORDED": lambda e: "recorded a Lesson.",
    "BUFFER_KEPT": lambda e: "spent no Buffer.",
    "CHALLENGER_NAMED": lambda e: "challenges.",
    "CHALLENGE_PASSED_ON": lambda e: "left the challenge unanswered.",
    "GIVING_ENDED": lambda e: "gave no more cards.",
    "SPOIL_AIMED": lambda e: f"aimed it at {_aim(e)}.",
    "INITIATIVE_LAID": lambda e: f"laid {_card(e)} face-down as initiative card.",
    "SUPPORTED": lambda e: "backed the Commander up.",
    "STAYED_OUT": lambda e: "stayed out.",
    "VOTED": lambda e: f"judged that the Commander fights for {'the team' if e.amount else 'herself'}.",
    "QUESTIONS_ANSWERED": _questions,
    "INITIATIVE_REVEALED": lambda e: f"turned up {_card(e)}.",
    "INITIATIVE_WON": lambda e: f"won initiative with {_card(e)}{_gap(e)}.",
    "CHARGE_TECH_USED": lambda e: "spent a Charge for 1 Strike this turn.",
    "ASSIST_PASSED": lambda e: "passed the Assist.",
    "DRIVE_HANDED_BACK": lambda e: "handed the Drive back to the Commander.",
    "COUNTERED": lambda e: f"Countered with {_card(e)}{_gap(e)}.",
    "BLOCKED": lambda e: f"Blocked {card_name(e.amount)} with {_card(e)}; both went to the Trash.",
    "ESCALATED": lambda e: f"Escalated to stage {e.stage} with {_card(e)}{_gap(e)}.",
    "CONCEDED": lambda e: f"Conceded in stage {e.stage}.",
    "RESONATED": lambda e: "played Resonantly.",
    "DISSONATED": lambda e: f"played Dissonantly: Schism({e.amount}).",
    "SCORE_NEGATED": lambda e: f"undid the Escalate: {_count(e.amount, 'point')} no longer counted.",
    "SPOIL_TAKEN": lambda e: f"took the spoil {SPOILS[e.amount]}.",
    "SPOILS_WAIVED": lambda e: f"waived {_count(e.amount, 'spoil')}.",
}

_ALONE: dict[str, Callable[[Event], str]] = {
    "NOTHING": lambda e: "Nothing happened.",
    "JOKER_SURFACED": lambda e: (
        f"{_card(e).capitalize()} surfaced as an Omen, and every Pilot was charged up."
    ),
    "DECK_RESHUFFLED": lambda e: f"The Trash was shuffled back into the deck: {_count(e.amount, 'card')}.",
    "HARMONY_LOST": lambda e: f"Schism struck: Harmony fell by {e.amount}.",
    "HARMONY_RAISED": lambda e: f"The team rallied: Harmony rose by {e.amount}.",
    "CHALLENGE_REFUSED": lambda e: f"{'Coach' if e.seat == COACH else 'The Pilots'} refused the challenge.",
    "INITIATIVE_TIED": lambda e: f"Both sides had laid {_card(e)}: a tie.",
    "CALLED_OFF": lambda e: "The Throwdown was called off.",
}


def narrate(event: Event, setup: Setup) -> str:
    """Return one sentence, in the past, for an event; a card that the viewer may not know is *a card*."""
    if event.kind in _ALONE:
        return _ALONE[event.kind](event)
    if event.kind in _BY_SEAT:
        return f"{setup.seats[event.seat]} {_BY_SEAT[event.kind](event)}"
    return _narrate_two(event, setup)


def _narrate_two(event: Event, setup: Setup) -> str:
    """Return the sentence of an event that names more than its seat."""
    kind, amount = event.kind, event.amount
    if kind in ("RATING_LOWERED", "RATING_RECOVERED"):
        return f"{_threat(event.seat, setup)} {'lost' if kind == 'RATING_LOWERED' else 'recovered'} {amount} Rating."
    name = setup.seats[event.seat] if event.seat != NONE else "Nobody"
    if kind == "BUFFER_SPENT":
        whose = " of a Threat" if event.seat == COACH else ""
        return f"{name} spent {_count(amount, 'Buffer')}{whose} and prevented a point of damage."
    if kind == "CARD_GIVEN":
        return f"{name} gave {_card(event)} to {setup.seats[amount]}."
    if kind == "ALLY_ASKED":
        return f"{name} asked {setup.seats[amount]} to Drive."
    if kind == "INVESTED_CARDS_TAKEN":
        return f"{name} took {_card(event)} that was invested in {_threat(amount, setup)}."
    if kind == "STAGE_SCORED":
        who = "Coach" if event.seat == COACH else "The Pilots"
        return f"{who} scored stage {event.stage}: {_count(amount, 'point')}."
    if kind == "THROWDOWN_ENDED":
        winner = "nobody" if event.seat == NONE else "Coach" if event.seat == COACH else "the Pilots"
        return f"The Throwdown ended ({RESULTS[amount]}); {winner} won."
    return f"{kind.replace('_', ' ').capitalize()}."


# What one sees -----------------------------------------------------------------------------------------------------

_PUBLIC = (
    "stage",
    "phase",
    "turn",
    "pile",
    "omens",
    "challenger",
    "commander",
    "involved",
    "started_by",
    "for_team",
    "votes",
    "strike",
    "bonus",
    "asked",
    "given",
    "harmony",
    "commitments",
    "charges",
    "buffers",
    "scored",
    "score",
    "damage",
    "result",
    "winner",
    "taker",
    "spoils",
    "spoil",
    "spoil_target",
    "trash",
    "pilots_trash",
)


def view(s: Any, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return all that ``viewer`` (None: everybody together, and the deck) may know, and nothing else."""
    full = to_position(s, setup).model_dump(mode="json", exclude_none=True)
    seats = setup.seats
    out: dict[str, Any] = {"viewer": None if viewer is None else seats[viewer]}
    out |= {name: full[name] for name in _PUBLIC if name in full}
    if s["cfg"]["decks"] == 1:
        out.pop("pilots_trash", None)
    out["pile"], out["set_aside"] = full["pile"][-1:], full["pile"][:-1]
    out["hand_sizes"] = {name: len(cards) for name, cards in full["hands"].items()}
    own = {name: cards for p, (name, cards) in enumerate(full["hands"].items()) if _sees(s, viewer, p)}
    out["hands"] = own
    out["sealed"] = {
        name: card if viewer is None or seats[viewer] == name else "??"
        for name, card in full["sealed"].items()
    }
    out["known"] = full["known"] if viewer is None else full["known"].get(seats[viewer], {})
    out["threats"] = _threats(full, viewer, setup)
    out["deck"] = [int(s["world"]["decks"][d]["n"]) for d in range(int(s["cfg"]["decks"]))]
    if viewer is None:
        out["next"] = full["deck"]["next"]
    return out


def _sees(s: Any, viewer: int | None, holder: int) -> bool:
    if viewer is None or viewer == holder:
        return True
    return bool(s["cfg"]["share_hands"]) and COACH not in (viewer, holder)


def _threats(full: dict[str, Any], viewer: int | None, setup: Setup) -> list[dict[str, Any]]:
    sheets = setup.config.get("threats", ())
    return [
        {
            "name": sheets[t]["name"] if t < len(sheets) else str(t),
            "rating": threat["rating"],
            "buffers": threat["buffers"],
            "invested": threat["invested"] if viewer is None else len(threat["invested"]),
        }
        for t, threat in enumerate(full["threats"])
    ]


def _show(text: str) -> str:
    """Return a card's text with its suit as a symbol."""
    if text == "??" or text in JOKERS.values():
        return text
    return text[0] + SUIT_SYMBOLS["CDHS".index(text[1])]


def _cards(texts: list[str]) -> str:
    return " ".join(map(_show, texts)) or "none"


def render(s: Any, viewer: int | None, setup: Setup) -> str:
    """Return the table as ``viewer`` (None: everything) sees it, in a few lines."""
    seen = view(s, viewer, setup)
    stage, score, harmony = seen["stage"], seen["score"], seen["harmony"]
    place = f"Stage {stage}, {STAGE_NAMES[stage]}" if stage else "Before the stages"
    lines = [
        f"{place} · Coach {score['coach']}, Pilots {score['pilots']} · Harmony {harmony} {HARMONY[harmony]} · "
        f"deck {' + '.join(map(str, seen['deck']))} · Omens {seen['omens']}"
    ]
    for k, pile in enumerate([*seen["set_aside"], *seen["pile"]], 1):
        cards = ", ".join(f"{_show(x['card'])} {x['by']}" for x in pile["cards"])
        aside = "leads" if k == stage else "set aside"
        lines.append(f"  Pile {k}, opened by {pile['opened']}: {cards} ({aside})")
    lines += [_render_seat(s, p, seen, setup) for p in range(len(setup.seats))]
    for t, threat in enumerate(seen["threats"]):
        stack = threat["invested"]
        invested = str(stack) if isinstance(stack, int) else _cards(stack)
        lines.append(
            f"  {_threat(t, setup)}: Rating {threat['rating']}/{s['cfg']['rating_max'][t]}, Buffers "
            f"{threat['buffers']}/{s['cfg']['threat_buffer_max'][t]}, invested {invested}"
        )
    trash = [*seen["trash"], *seen.get("pilots_trash", [])]
    lines.append(f"  Trash: {_cards(trash)}")
    return "\n".join([*lines, prompt(s, setup)])


def _render_seat(s: Any, p: int, seen: dict[str, Any], setup: Setup) -> str:
    name, cfg, w = setup.seats[p], s["cfg"], s["world"]
    mark = "*" if seen.get("turn") == name else " "
    role = (
        "commands"
        if s["commander"][0 if p == COACH else 1] == p
        else "involved"
        if s["involved"][p]
        else "aside"
    )
    strike = str(int(s["strike"][p])) + (f"+{int(s['bonus'][p])}" if s["bonus"][p] else "")
    parts = [f"{mark} {name} ({role}): Strike {strike}"]
    if p != COACH:
        gauges = [f"{n.capitalize()} {w['commitment'][p, k]}" for k, n in enumerate(COMMITMENTS)]
        parts.append(f"Charges {w['charges'][p]}/{cfg['charge_max'][p]}")
        parts.append(f"Buffers {w['buffers'][p]}/{cfg['buffer_max'][p]}")
        parts.append(" ".join(gauges))
    size = seen["hand_sizes"][name]
    hand = f"hand {size}: {_cards(seen['hands'][name])}" if name in seen["hands"] else f"hand {size}"
    known = seen["known"].get(name) if seen["viewer"] is not None and name not in seen["hands"] else None
    parts.append(hand + (f", with {_cards(known)}" if known else ""))
    if name in seen["sealed"]:
        parts.append(f"face-down {_show(seen['sealed'][name])}")
    return ", ".join(parts)


def prompt(s: Any, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s["over"]:
        winner = {0: "Coach won", 1: "the Pilots won"}.get(int(s["winner"]), "nobody won")
        return f"The Throwdown is over ({RESULTS[s['result']]}): {winner}."
    phase, name = _phase(s), setup.seats[s["seat"]]
    more = ""
    if phase in DRIVES:
        more = f" (stage {int(s['stage'])}, on {card_name(_top(s))}, Strike {_strike(s)})"
    elif phase == "buffer":
        more = f" ({_point(s, setup)})"
    elif phase == "return":
        more = f" (to {setup.seats[s['at']]})"
    elif phase == "spoil":
        side = int(s["taker"])
        more = f" ({int(s['basic'][side])} Basic, {int(s['ultimate'][side])} Ultimate left)"
    elif phase in ("spoil-pilot", "spoil-threat", "recover"):
        more = f" ({SPOILS[s['spoil']] if s['spoil'] != NONE else 'recover-self'})"
    return f"{name}: {TASKS[phase]}{more}."


def _strike(s: Any) -> int:
    seat = int(s["seat"])
    return int(s["strike"][seat]) + int(s["bonus"][seat])


def _point(s: Any, setup: Setup) -> str:
    d = s["damage"]
    kind, target = int(d["kind"]), int(d["target"])
    if kind == SCHISM:
        return f"Schism, {int(d['schism'])} waiting"
    names = ("", f"Trauma on {setup.seats[target]}" if target < len(setup.seats) else "", "a Purge")
    return names[kind] if kind < len(names) else f"Trauma on {_threat(target, setup)}"


def help(s: Any) -> str:
    """Return the rules of what is being decided."""
    return HELP[_phase(s)]
