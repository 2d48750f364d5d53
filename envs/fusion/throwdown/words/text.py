"""The Throwdown in words: what one sees, what happened, what is being decided; why not is in `explain`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.fusion.throwdown import actions, state
from throwdown.envs.fusion.throwdown.positions import position
from throwdown.envs.fusion.throwdown.words import notes, phases, tasks
from throwdown.envs.fusion.throwdown.words.describe import describe as describe
from throwdown.envs.fusion.throwdown.words.explain import (
    explain as explain,
    is_bound,
    phase_of,
    strike_now,
    top_of,
)
from throwdown.envs.fusion.throwdown.words.lessons import lessons as lessons
from throwdown.envs.fusion.throwdown.words.motives import motive as motive
from throwdown.envs.fusion.words import names, table, telling, why_not
from throwdown.envs.fusion.words.glossary import glossary as glossary, summary as summary
from throwdown.envs.fusion.world import deal, terms
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.terms import COACH

STAGE_NAMES = (
    *("before the stages", "Confrontation", "Struggle", "Final Attack"),
    *("Robo time", "did you see that", "dayum", "final round for real"),
)
"""Names of the stages, 4 to 7 being those of a Rumble."""

OPENED = {
    "none": "opened",
    "initiative": "won by initiative",
    "escalate": "opened by an Escalate",
    "rumble": "opened by the Rumble",
}
"""How a Pile was opened, by the names of `state.Opening`."""

# What happened -----------------------------------------------------------------------------------------------------


def _questions(event: Happening) -> str:
    goal = "the team" if event.amount % 2 else "herself"
    return f"fights for {goal}; {'the Pilots' if event.amount >= 2 else 'Coach'} began it."


def _gap(event: Happening) -> str:
    return f", a difference of {event.amount}"


def _dissonance(event: Happening) -> str:
    if event.number >= state.RUMBLE_STAGE:
        return f"played Dissonantly, which costs the Final Form {event.amount} Endurance."
    return f"played Dissonantly: Schism({event.amount})."


_BY_SEAT: dict[str, Callable[[Happening], str]] = {
    "CHALLENGER_NAMED": lambda e: "challenges.",
    "CHALLENGE_PASSED_ON": lambda e: "left the challenge unanswered.",
    "GIVING_ENDED": lambda e: "gave no more cards.",
    "INITIATIVE_LAID": lambda e: f"laid {names.described_card(e)} face-down as initiative card.",
    "BOARDED": lambda e: "brought her Robo.",
    "WENT_ON_FOOT": lambda e: "left her Robo out of it.",
    "SUPPORTED": lambda e: "backed the Commander up.",
    "STAYED_OUT": lambda e: "stayed out.",
    "VOTED": lambda e: f"judged that the Commander fights for {'the team' if e.amount else 'herself'}.",
    "QUESTIONS_ANSWERED": _questions,
    "INITIATIVE_REVEALED": lambda e: f"turned up {names.described_card(e)}.",
    "INITIATIVE_WON": lambda e: f"won initiative with {names.described_card(e)}{_gap(e)}.",
    "ASSIST_PASSED": lambda e: "made no more Assists.",
    "DRIVE_HANDED_BACK": lambda e: "handed the Drive back to the Commander.",
    "COUNTERED": lambda e: f"Countered with {names.described_card(e)}{_gap(e)}.",
    "BLOCKED": lambda e: (
        f"Blocked {card_name(e.amount)} with {names.described_card(e)}; both went to the Trash."
    ),
    "ESCALATED": lambda e: f"Escalated to stage {e.number} with {names.described_card(e)}{_gap(e)}.",
    "CONCEDED": lambda e: f"Conceded in stage {e.number}.",
    "RESONATED": lambda e: "played Resonantly.",
    "DISSONATED": _dissonance,
    "SCORE_NEGATED": lambda e: f"undid the Escalate: {names.count(e.amount, 'point')} no longer counted.",
    "RUMBLE_INITIATED": lambda e: (
        f"Initiated Rumble with {names.described_card(e)}{_gap(e)}; all Piles were discarded."
    ),
    "FORM_ASSEMBLED": lambda e: f"heads the Final Form, which has Buffers and Strike {e.amount}.",
    "SHARING_ENDED": lambda e: "shared no more cards.",
    "ROUTED": lambda e: "was routed and must Concede.",
    "SPOIL_TAKEN": lambda e: f"took a spoil: {notes.NOTES[f'spoil {actions.Spoil(e.amount).label}']}.",
    "SPOILS_WAIVED": lambda e: f"waived {names.count(e.amount, 'spoil')}.",
}

_ALONE: dict[str, Callable[[Happening], str]] = {
    "CHALLENGE_REFUSED": lambda e: f"{'Coach' if e.seat == COACH else 'The Pilots'} refused the challenge.",
    "INITIATIVE_TIED": lambda e: f"Both sides had laid {names.described_card(e)}: a tie.",
    "CALLED_OFF": lambda e: "The Throwdown was called off.",
}

_OWN = {event.label for event in terms.THROWDOWN_EVENTS}


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence, in the past, for an event; a card that the viewer may not know is *a card*."""
    if event.kind not in _OWN:
        return telling.narrate_world(event, setup)
    if event.kind in _ALONE:
        return _ALONE[event.kind](event)
    if event.kind in _BY_SEAT:
        return f"{setup.people[event.seat]} {_BY_SEAT[event.kind](event)}"
    return _narrate_two(event, setup)


def _narrate_two(event: Happening, setup: Setup) -> str:
    """Return the sentence of an event that names more than its seat."""
    kind, amount = event.kind, event.amount
    name = setup.people[event.seat] if event.seat != NONE else "Nobody"
    if kind in ("CARD_GIVEN", "CARD_SHARED"):
        verb = "gave" if kind == "CARD_GIVEN" else "shared"
        whom = f"{'to' if verb == 'gave' else 'with'} {setup.people[amount]}"
        return f"{name} {verb} {names.described_card(event)} {whom}."
    if kind == "ALLY_ASKED":
        return f"{name} asked {setup.people[amount]} to Drive."
    if kind == "POSITION_TAKEN":
        return f"{name} became the {names.position_name(amount, setup)} of the Final Form."
    if kind == "THREAT_LEFT_OUT":
        return f"{names.threat_name(amount, setup)} took no part."
    if kind == "INVESTED_CARDS_TAKEN":
        return f"{name} took {names.described_card(event)} that was invested in {names.threat_name(amount, setup)}."
    if kind == "STAGE_SCORED":
        who = "Coach" if event.seat == COACH else "The Pilots"
        return f"{who} scored stage {event.number}: {names.count(amount, 'point')}."
    winner = "nobody" if event.seat == NONE else "Coach" if event.seat == COACH else "the Pilots"
    return f"The Throwdown ended ({state.Result(amount).label}); {winner} won."


# What one sees -----------------------------------------------------------------------------------------------------

_PUBLIC = (
    *("stage", "phase", "turn", "challenger", "commander", "involved", "started_by", "for_team", "votes"),
    *("left_out", "asked", "given", "assisted", "scored", "score", "result", "winner", "taker", "spoils"),
)


def view(s: state.State, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return all that ``viewer`` (None: everybody together, and the deck) may know, and nothing else."""
    full = position.to_position(s, setup).model_dump(mode="json", exclude_none=True)
    seats = setup.seats
    out = table.view_world(s, full, viewer, setup)
    out |= {name: full[name] for name in _PUBLIC if name in full}
    out["pile"], out["set_aside"] = full["pile"][-1:], full["pile"][:-1]
    out["sealed"] = {
        name: card if viewer is None or seats[viewer] == name else "??"
        for name, card in full["sealed"].items()
    }
    if viewer in (None, COACH) and full.get("leaving"):
        out["leaving"] = full["leaving"]
    sharing = viewer is None or viewer == s.conflict.head
    if sharing:
        out |= {name: full[name] for name in ("drawn", "sharing") if full.get(name)}
    return out


def ending(s: state.State, setup: Setup) -> dict[str, Any]:
    """Return the score, the last stage and how it came to an end."""
    score = {side: int(points) for side, points in zip(setup.teams, s.score)}
    return {"score": score, "stage": int(s.stage), "result": state.Result(int(s.result)).label}


def render(s: state.State, viewer: int | None, setup: Setup) -> str:
    """Return the table as ``viewer`` (None: everything) sees it, in a few lines."""
    seen = view(s, viewer, setup)
    stage, score, harmony = int(s.stage), s.score, int(s.world.harmony)
    decks = " + ".join(str(d.n) for d in s.world.decks[: int(s.cfg.decks)])
    lines = [
        f"{place_of(stage)} · Coach {int(score[0])}, Pilots {int(score[1])} · "
        f"Harmony {harmony} {names.HARMONY_NAMES[harmony]} · deck {decks} · Omens {int(s.world.omens)}"
    ]
    first = stage - len(seen["set_aside"])
    for k, pile in enumerate([*seen["set_aside"], *seen["pile"]], first):
        cards = ", ".join(f"{names.show(x['card'])} {setup.person(x['by'])}" for x in pile["cards"])
        set_aside = "" if k == stage else " (set aside)"
        lines.append(f"  Pile {k}{set_aside}, {OPENED[pile['opened']]}: {cards} (top)")
    lines += [_render_seat(s, p, viewer, seen, setup) for p in range(len(setup.seats))]
    lines += _render_form(s, setup)
    return "\n".join([*lines, *table.render_world(s, viewer, setup), prompt(s, setup)])


def place_of(stage: int) -> str:
    """Return a stage with its name."""
    if stage == 0:
        return "Before the stages"
    rumble = f"Rumble {stage - state.LAST_STAGE}, " if stage > state.LAST_STAGE else ""
    return f"Stage {stage}, {rumble}{STAGE_NAMES[stage]}"


def _render_form(s: state.State, setup: Setup) -> list[str]:
    """Return a line on the Final Form."""
    c = s.conflict
    if c.rumble == 0:
        return []
    inside = [
        f"{setup.people[p]} {names.position_name(int(c.position[p]), setup)}"
        + (" (out)" if c.ejected[p] else "")
        for p in range(1, len(setup.seats))
        if c.position[p] != NONE
    ]
    return [
        f"  Final Form: {', '.join(inside)}; Strike {strike_now(s, int(c.head))}, Buffers "
        f"{int(c.form_buffers)}, Charges {int(c.form_charges)}"
    ]


def _render_seat(s: state.State, p: int, viewer: int | None, seen: dict[str, Any], setup: Setup) -> str:
    name, c = setup.seats[p], s.conflict
    mark = "*" if seen.get("turn") == name else " "
    commands = c.commander[0 if p == COACH else 1] == p
    role = "commands" if commands else "involved" if c.involved[p] else "aside"
    more = f", face-down {names.show(seen['sealed'][name])}" if name in seen["sealed"] else ""
    who = f"{setup.people[p]} (you, {role})" if p == viewer else f"{setup.people[p]} ({role})"
    strike = f"Strike {strike_now(s, p)}, " if s.stage > 0 else ""
    return f"{mark} {who}: {strike}{table.render_seat(s, p, seen, setup)}{more}"


def prompt(s: state.State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s.over:
        winner = {0: "Coach won", 1: "the Pilots won"}.get(int(s.winner), "nobody won")
        return f"The Throwdown is over ({state.Result(s.result).label}): {winner}."
    phase, seat = phase_of(s), int(s.seat)
    more = ""
    if phase in phases.DRIVES:
        more = f" (stage {int(s.stage)}, on {card_name(top_of(s))}, Strike {strike_now(s, seat)})"
    elif phase == "return":
        more = f" (to {setup.people[s.at]})"
    elif phase == "threats":
        more = f" ({names.threat_name(int(s.at), setup)})"
    elif phase == "spoil":
        side = int(s.taker)
        more = f" ({int(s.basic[side])} Basic, {int(s.ultimate[side])} Ultimate left)"
    else:
        more = why_not.point(s, setup)
    return f"{setup.people[seat]}: {tasks.task(s, setup)}{more}."


def help(s: state.State) -> str:
    """Return the rules of what is being decided."""
    return phases.HELP[phase_of(s)]


# Why ---------------------------------------------------------------------------------------------------------------


def forced(s: state.State, setup: Setup) -> str:
    """Return one sentence that says why the seat to move has but the one legal action."""
    phase, p = phase_of(s), int(s.seat)
    if phase not in phases.DRIVES:
        return phases.FORCED[phase]
    must = "Concede" if phase == "drive" else "hand the Drive back"
    who = f"{setup.people[p]} must {must}"
    if not why_not.plain_rule(deal.playable)(s, p):
        return f"{who}: there is no card left to play (TS-70)."
    reach = f"within his Strike {strike_now(s, p)} " if is_bound(s) else ""
    rule = "TS-14, TS-70" if is_bound(s) else "TS-58, TS-70"
    more = (
        f", and stage {int(s.stage)} has no Escalate" if s.stage in (state.LAST_STAGE, state.STAGES) else ""
    )
    return f"{who}: no card {reach}beats or Blocks {card_name(top_of(s))}{more} ({rule})."


def any_hand(s: state.State) -> None:
    """Let the seat to move hold every card, the Head have drawn them, and Coach leave nobody out so far."""
    why_not.any_hand(s)
    s.leaving = 0
    s.fresh[:] = s.world.hand[s.seat]


def decided(s: state.State, setup: Setup) -> str:
    """Return one sentence that says what decided a Throwdown that is over."""
    if s.winner == NONE:
        return "Nobody was left to play on, so nobody won (TS-04)."
    sides = ("Coach", "the Pilots")
    won, lost = sides[s.winner], sides[1 - s.winner]
    if s.result == state.Result.REFUSED:
        return f"{names.first_upper(lost)} did not answer the challenge, so {won} won without score or spoils (TS-22)."
    mine, other = int(s.score[s.winner]), int(s.score[1 - s.winner])
    stage = int(s.stage)
    return (
        f"{names.first_upper(lost)} Conceded stage {stage}, which gave {won} {names.count(1 << (stage - 1), 'point')} "
        f"and the Throwdown, {mine} to {other} (TS-52, TS-68)."
    )


def turning() -> tuple[str, ...]:
    """Return the kinds of events that tell why a Throwdown ended as it did."""
    return (
        *("INITIATIVE_WON", "CHALLENGE_REFUSED", "CALLED_OFF", "CONCEDED", "STAGE_SCORED", "SCORE_NEGATED"),
        *("SPOIL_TAKEN", "THROWDOWN_ENDED"),
    )


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for."""
    other = "the Pilots" if seat == COACH else "Coach"
    return (
        f"You win when {other} Concede{'' if seat == COACH else 's'}: keep laying cards that the other side cannot, or "
        "will not, beat; the stages are worth 1, 2 and 4 points, and each brings a spoil."
    )
