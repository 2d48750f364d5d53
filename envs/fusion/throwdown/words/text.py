"""The Throwdown in words: what one sees, what happened, what is being decided; why not is in `explain`."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core.kit import NONE, Setup, plural, tr
from throwdown.envs.fusion.throwdown import state
from throwdown.envs.fusion.throwdown.positions import position
from throwdown.envs.fusion.throwdown.state import Phase
from throwdown.envs.fusion.throwdown.words import stages
from throwdown.envs.fusion.throwdown.words.decisions import DRIVES, WORDS
from throwdown.envs.fusion.throwdown.words.describe import strike_now, top_of
from throwdown.envs.fusion.throwdown.words.explain import explain as explain
from throwdown.envs.fusion.throwdown.words.headline import headline as headline
from throwdown.envs.fusion.throwdown.words.lessons import lessons as lessons
from throwdown.envs.fusion.throwdown.words.merits import merit as merit
from throwdown.envs.fusion.throwdown.words.motives import motive as motive
from throwdown.envs.fusion.throwdown.words.narration import RESULTS, narrate as narrate
from throwdown.envs.fusion.words import names, table, why_not
from throwdown.envs.fusion.words.glossary import glossary as glossary, summary as summary
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.terms import COACH

describe, forced, help = WORDS.describe, WORDS.forced, WORDS.help

OPENED = {
    "none": tr("opened"),
    "initiative": tr("won by initiative"),
    "escalate": tr("opened by an Escalate"),
    "rumble": tr("opened by the Rumble"),
}
"""How a Pile was opened, by the names of `state.Opening`."""

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
    heading = (
        place_of(stage),
        tr("Coach {coach}, Pilots {pilots}", coach=int(score[0]), pilots=int(score[1])),
        tr("Harmony {n} {colour}", n=harmony, colour=names.HARMONY_NAMES[harmony]),
        tr("deck {n}", n=decks),
        tr("Omens {n}", n=int(s.world.omens)),
    )
    lines = [" · ".join(heading)]
    first = stage - len(seen["set_aside"])
    for k, pile in enumerate([*seen["set_aside"], *seen["pile"]], first):
        cards = tr(", ").join(f"{names.show(x['card'])} {setup.person(x['by'])}" for x in pile["cards"])
        opened = OPENED[pile["opened"]]
        told = tr("Pile {n}, {opened}: {cards} (top)", n=k, opened=opened, cards=cards)
        if k != stage:
            told = tr("Pile {n} (set aside), {opened}: {cards} (top)", n=k, opened=opened, cards=cards)
        lines.append(f"  {told}")
    lines += [_render_seat(s, p, viewer, seen, setup) for p in range(len(setup.seats))]
    lines += _render_form(s, setup)
    return "\n".join([*lines, *table.render_world(s, viewer, setup), prompt(s, setup)])


def place_of(stage: int) -> str:
    """Return a stage with its name."""
    if stage == 0:
        return tr("Before the stages")
    name, rumble = stages.STAGE_NAMES[stage], stage - state.LAST_STAGE
    if rumble > 0:
        return tr("Stage {n}, Rumble {rumble}, {name}", n=stage, rumble=rumble, name=name)
    return tr("Stage {n}, {name}", n=stage, name=name)


def _render_form(s: state.State, setup: Setup) -> list[str]:
    """Return a line on the Final Form."""
    c = s.conflict
    if c.rumble == 0:
        return []
    inside = []
    for p in range(1, len(setup.seats)):
        if c.position[p] != NONE:
            told = f"{setup.people[p]} {names.position_name(int(c.position[p]), setup)}"
            inside.append(tr("{pilot} (out)", pilot=told) if c.ejected[p] else told)
    form = tr(
        "Final Form: {pilots}; Strike {strike}, Buffers {buffers}, Charges {charges}",
        pilots=tr(", ").join(inside),
        strike=strike_now(s, int(c.head)),
        buffers=int(c.form_buffers),
        charges=int(c.form_charges),
    )
    return [f"  {form}"]


def _render_seat(s: state.State, p: int, viewer: int | None, seen: dict[str, Any], setup: Setup) -> str:
    name, c = setup.seats[p], s.conflict
    mark = "*" if seen.get("turn") == name else " "
    commands = c.commander[0 if p == COACH else 1] == p
    role = tr("commands") if commands else tr("involved") if c.involved[p] else tr("aside")
    if p == viewer:
        who = tr("{name} (you, {role})", name=setup.people[p], role=role)
    else:
        who = tr("{name} ({role})", name=setup.people[p], role=role)
    parts = [tr("Strike {n}", n=strike_now(s, p))] if s.stage > 0 else []
    parts.append(table.render_seat(s, p, seen, setup))
    if name in seen["sealed"]:
        parts.append(tr("face-down {card}", card=names.show(seen["sealed"][name])))
    told = tr(", ").join(parts)
    return f"{mark} {who}: {told}"


def prompt(s: state.State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s.over:
        how = RESULTS[int(s.result)]
        if s.winner == NONE:
            return tr("The Throwdown is over ({how}): nobody won.", how=how)
        if s.winner == 0:
            return tr("The Throwdown is over ({how}): Coach won.", how=how)
        return tr("The Throwdown is over ({how}): the Pilots won.", how=how)
    return f"{setup.people[int(s.seat)]}: {WORDS.ask(s, setup)}{_point(s, setup)}."


def _point(s: state.State, setup: Setup) -> str:
    """Return, in brackets, what a decision is about; nothing where that is plain."""
    if s.phase in DRIVES:
        top, strike = card_name(top_of(s)), strike_now(s, int(s.seat))
        about = tr("stage {stage}, on {card}, Strike {strike}", stage=int(s.stage), card=top, strike=strike)
    elif s.phase == Phase.RETURN:
        about = tr("to {who}", who=setup.people[s.at])
    elif s.phase == Phase.SPOIL:
        basic, ultimate = (int(left[int(s.taker)]) for left in (s.basic, s.ultimate))
        about = tr("{basic} Basic, {ultimate} Ultimate left", basic=basic, ultimate=ultimate)
    else:
        return why_not.point(s, setup)
    return f" ({about})"


# Why ---------------------------------------------------------------------------------------------------------------


def any_hand(s: state.State) -> None:
    """Let the seat to move hold every card, the Head have drawn them, and Coach leave nobody out so far."""
    why_not.any_hand(s)
    s.leaving = 0
    s.fresh[:] = s.world.hand[s.seat]


def decided(s: state.State, setup: Setup) -> str:
    """Return one sentence that says what decided a Throwdown that is over."""
    if s.winner == NONE:
        return tr("Nobody was left who could play on, so nobody won (TS-04).")
    if s.result == state.Result.REFUSED:
        if s.winner == COACH:
            return tr(
                "The Pilots did not answer the challenge, so Coach won without score or spoils (TS-22)."
            )
        return tr("Coach did not answer the challenge, so the Pilots won without score or spoils (TS-22).")
    stage, mine, other = int(s.stage), int(s.score[s.winner]), int(s.score[1 - s.winner])
    points = 1 << (stage - 1)
    if s.winner == COACH:
        return plural(
            "The Pilots Conceded stage {stage}, which gave Coach {n} point and the Throwdown, {mine} to "
            "{other} (TS-52, TS-68).",
            "The Pilots Conceded stage {stage}, which gave Coach {n} points and the Throwdown, {mine} to "
            "{other} (TS-52, TS-68).",
            points,
            stage=stage,
            mine=mine,
            other=other,
        )
    return plural(
        "Coach Conceded stage {stage}, which gave the Pilots {n} point and the Throwdown, {mine} to {other} "
        "(TS-52, TS-68).",
        "Coach Conceded stage {stage}, which gave the Pilots {n} points and the Throwdown, {mine} to {other} "
        "(TS-52, TS-68).",
        points,
        stage=stage,
        mine=mine,
        other=other,
    )


def turning() -> tuple[str, ...]:
    """Return the kinds of events that tell why a Throwdown ended as it did."""
    return (
        *("INITIATIVE_WON", "CHALLENGE_REFUSED", "CALLED_OFF", "CONCEDED", "STAGE_SCORED", "SCORE_NEGATED"),
        *("SPOIL_TAKEN", "THROWDOWN_ENDED"),
    )


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for, and one on the deck if that is a small one."""
    text = tr(
        "You win when Coach Concedes: keep playing cards that the other side cannot, or will not, beat. The "
        "stages are worth 1, 2 and 4 points, and each brings a spoil."
    )
    if seat == COACH:
        text = tr(
            "You win when the Pilots Concede: keep playing cards that the other side cannot, or will not, "
            "beat. The stages are worth 1, 2 and 4 points, and each brings a spoil."
        )
    return names.with_deck(text, setup)
