"""The words of a session; what is inside a conflict is said by the conflict's own words."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import Description, Finish, Lesson, Setup, plural, tr, words_of
from throwdown.envs.core.texts import without_clauses
from throwdown.envs.fusion.session import actions, state
from throwdown.envs.fusion.session.positions import position
from throwdown.envs.fusion.session.words import decisions, labels
from throwdown.envs.fusion.session.words.explain import explain as explain
from throwdown.envs.fusion.session.words.merits import merit as merit
from throwdown.envs.fusion.session.words.narration import PILOTS_WIN, narrate as narrate
from throwdown.envs.fusion.throwdown.positions.position import SIDE_NAMES
from throwdown.envs.fusion.words import names, table
from throwdown.envs.fusion.words.glossary import glossary as glossary, summary as summary
from throwdown.envs.fusion.world.terms import COACH

# What one sees -------------------------------------------------------------------------------------------------------


def _own(s: state.State, setup: Setup) -> dict[str, Any]:
    """Return where the session stands, all of which is public."""
    acting = int(s.acting)
    return {
        "scene": int(s.number),
        "scenes": int(s.scenes),
        "side": SIDE_NAMES[s.side],
        "acting": setup.seats[acting] if acting else None,
        "goal": actions.Goal(s.goal).label,
        "escalations": int(s.throwdown.world.used[COACH] & 0xF).bit_count(),
        "doom": int(s.doom) or None,
        "conflict": state.Active(s.active).label,
        "result": state.Result(s.result).label,
    }


def view(s: state.State, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return all that ``viewer`` (None: everybody together, and the deck) may know, and nothing else."""
    part, game = position.part_of(s)
    inside = position.part_setup(setup, game)
    seen = game.text.view(part, viewer, inside) if s.active else _view_between(s, viewer, setup, inside)
    return {
        **seen,
        "game": setup.game.id,
        "phase": position.phase_of(s),
        "turn": None if s.over else setup.seats[s.seat],
        "session": _own(s, setup),
    }


def ending(s: state.State, setup: Setup) -> dict[str, Any]:
    """Return the last scene, as the stage, and how the session came to an end."""
    return {"stage": int(s.number), "result": state.Result(s.result).label}


def _view_between(s: state.State, viewer: int | None, setup: Setup, inside: Setup) -> dict[str, Any]:
    """Return the world between conflicts."""
    full = position.to_position(s, setup).model_dump(mode="json", exclude_none=True)["world"]
    return table.view_world(s.throwdown, full, viewer, inside)


def render(s: state.State, viewer: int | None, setup: Setup) -> str:
    """Return the table as ``viewer`` (None: everything) sees it, in a few lines."""
    part, game = position.part_of(s)
    inside = position.part_setup(setup, game)
    if s.active:
        lines = game.text.render(part, viewer, inside).splitlines()[:-1]  # the last one prompts
    else:
        lines = _render_between(s, viewer, setup, inside)
    return "\n".join([_header(s, setup), *lines, prompt(s, setup)])


def _render_between(s: state.State, viewer: int | None, setup: Setup, inside: Setup) -> list[str]:
    """Return the lines on the world between conflicts."""
    t, seen = s.throwdown, _view_between(s, viewer, setup, inside)
    harmony = int(t.world.harmony)
    decks = " + ".join(str(n) for n in seen["deck"])
    parts = (
        tr("Between conflicts"),
        tr("Harmony {n} {colour}", n=harmony, colour=names.HARMONY_NAMES[harmony]),
        tr("deck {n}", n=decks),
    )
    lines = [" · ".join(parts)]
    for p in range(len(setup.seats)):
        mark = "*" if not s.over and p == s.seat else " "
        lines.append(f"{mark} {names.called(p, viewer, setup)}: {table.render_seat(t, p, seen, inside)}")
    return [*lines, *table.render_world(t, viewer, inside)]


def _header(s: state.State, setup: Setup) -> str:
    own = _own(s, setup)
    parts = [labels.scene_of(own, "" if own["side"] == "coach" else setup.person(own["acting"]))]
    if own["doom"]:
        parts.append(tr("Doom {n} of {most}", n=own["escalations"], most=own["doom"]))
    if s.goal:
        parts.append(tr("at stake: {goal}", goal=labels.GOALS[own["goal"]]))
    return " · ".join(parts)


def prompt(s: state.State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s.over:
        result = labels.RESULTS[state.Result(s.result).label]
        if s.result in PILOTS_WIN:
            return tr("The session is over ({result}): the Pilots won.", result=result)
        return tr("The session is over ({result}): Coach won.", result=result)
    if decisions.is_own(s):
        task = decisions.words_of(s).ask(s, setup)
        if s.goal:
            goal = labels.GOALS[actions.Goal(s.goal).label]
            task = tr("{task} (the goal is {goal})", task=task, goal=goal)
        return f"{setup.people[s.seat]}: {task}."
    part, game = position.part_of(s)
    return game.text.prompt(part, position.part_setup(setup, game))


def help(s: state.State) -> str:
    """Return the rules of what is being decided."""
    return decisions.words_of(s).help(s)


# Why, and what actions are -------------------------------------------------------------------------------------------


def forced(s: state.State, setup: Setup) -> str:
    """Return one sentence that says why the seat to move has but the one legal action."""
    return decisions.words_of(s).forced(s, setup)


def motive(event: Happening, setup: Setup) -> str:
    """Return what a move is for, by what an event shows of it: one of the conflict that it belongs to."""
    found = (words_of(game.text, "motive")(event, setup) for game in setup.game.parts)
    return next((text for text in found if text), "")


def lessons(s: state.State, setup: Setup) -> list[Lesson]:
    """Return what this moment can teach the seat to move: what the conflict that goes on teaches."""
    if decisions.is_own(s):
        return []
    part, game = position.part_of(s)
    return list(words_of(game.text, "lessons")(part, position.part_setup(setup, game)))


def any_hand(s: state.State) -> None:
    """Let the seat to move hold every card."""
    part, game = position.part_of(s)
    if decisions.is_own(s):
        part.world.hand[s.seat] = (1 << FACES) - 1
    else:
        words_of(game.text, "any_hand")(part)


def decided(s: state.State, setup: Setup) -> str:
    """Return one sentence that says what decided a session that is over."""
    return labels.DECIDED[int(s.result)].format(n=int(s.number))


def headline(s: state.State, finish: Finish, setup: Setup) -> str:
    """Return what decided a session."""
    return without_clauses(decided(s, setup))


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for."""
    n = setup.config["session"]["scenes"]
    if seat == COACH:
        return plural(
            "You win if the team breaks, if Doom comes, or if the Pilots are not clearly ahead after {n} "
            "scene.",
            "You win if the team breaks, if Doom comes, or if the Pilots are not clearly ahead after {n} "
            "scenes.",
            n,
        )
    return plural(
        "You win by beating every Threat, or by being clearly ahead after {n} scene: challenge Coach, and "
        "win, to hurt his Threats.",
        "You win by beating every Threat, or by being clearly ahead after {n} scenes: challenge Coach, and "
        "win, to hurt his Threats.",
        n,
    )


def describe(s: state.State, action: int, setup: Setup) -> Description:
    """Return what an action of the seat to move is to people."""
    return decisions.words_of(s).describe(s, action, setup)


def turning() -> tuple[str, ...]:
    """Return the kinds of events that tell why a session ended as it did."""
    own = ("GOAL_REACHED", "GOAL_MISSED", "OMEN_SPENT", "THREAT_DEFEATED", "THROWDOWN_ENDED", "SESSION_ENDED")
    return ("SCENE_OPENED", "OUTCOME_REACHED", *own)


def chapters() -> tuple[str, ...]:
    """Return the kinds of events that begin a chapter: scenes."""
    return ("SCENE_OPENED",)
