"""The words of a session; what is inside a conflict is said by the conflict's own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import Event
from throwdown.envs.core.game import Game, Setup
from throwdown.envs.fusion.gambit import GAMBIT
from throwdown.envs.fusion.gambit.state import GAMBIT_EVENTS as GAMBIT_NAMES
from throwdown.envs.fusion.session.actions import (
    END_OF_VENTURES,
    FIRST_COACHS,
    GAMBIT_ACTIONS,
    GOALS,
    LAYOUT,
    SCENE_START,
)
from throwdown.envs.fusion.session.positions.position import part_of, part_setup, to_position
from throwdown.envs.fusion.session.state import (
    ACTIVE,
    BEATEN,
    GAMBIT_OWN,
    IN_GAMBIT,
    IN_THROWDOWN,
    NO_CONFLICT,
    PHASES,
    RESULTS,
    SESSION_EVENTS,
    State,
)
from throwdown.envs.fusion.session.words.phases import HELP, TASKS, WHEN
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.fusion.throwdown.positions.position import SIDE_NAMES
from throwdown.envs.fusion.words.names import HARMONY
from throwdown.envs.fusion.words.table import render_seat, render_world, view_world
from throwdown.envs.fusion.world.choices import SHARED_ACTIONS
from throwdown.envs.fusion.world.conflict import FIRST_PHASE
from throwdown.envs.fusion.world.state import COACH

N_GAMBIT = SCENE_START - THROWDOWN.actions.n
"""Actions of the Gambit's own."""

# What happened -------------------------------------------------------------------------------------------------------


def _aim(event: Event) -> str:
    return f"for the goal '{GOALS[event.amount]}'" if event.amount else "for nothing in particular"


_BY_SEAT: dict[str, Callable[[Event], str]] = {
    "VENTURED": lambda e: f"ventures {_aim(e)}.",
    "GAUNTLET_THROWN": lambda e: f"throws the gauntlet {_aim(e)}.",
    "RESTED": lambda e: "lets her scene go by.",
    "GAMBIT_OFFERED": lambda e: "wants to see cards for it.",
    "GOAL_REACHED": lambda e: f"reaches the goal '{GOALS[e.amount]}'.",
    "GOAL_MISSED": lambda e: f"misses the goal '{GOALS[e.amount]}'.",
}


def narrate(event: Event, setup: Setup) -> str:
    """Return one sentence for an event; a card that the viewer may not know is *a card*."""
    if event.kind in GAMBIT_OWN:
        name = GAMBIT_NAMES[GAMBIT_OWN.index(event.kind)]
        return GAMBIT.text.narrate(event._replace(kind=name), part_setup(setup, GAMBIT))
    if event.kind not in SESSION_EVENTS:
        return THROWDOWN.text.narrate(event, part_setup(setup, THROWDOWN))
    who = setup.seats[event.seat] if event.seat != NONE else "nobody"
    if event.kind in _BY_SEAT:
        return f"{who} {_BY_SEAT[event.kind](event)}"
    if event.kind == "SCENE_OPENED":
        return f"Scene {event.amount} is {'Coach' if event.seat == COACH else who}'s."
    if event.kind == "LET_GO":
        return "Coach lets it be." if event.amount else "Coach lets the moment pass."
    winner = "the Pilots" if event.amount == BEATEN else "Coach"
    return f"The session ends in scene {event.stage} ({RESULTS[event.amount]}); {winner} won."


# What one sees -------------------------------------------------------------------------------------------------------


def _own(s: State, setup: Setup) -> dict[str, Any]:
    """Return where the session stands, all of which is public."""
    acting = int(s.acting)
    return {
        "scene": int(s.number),
        "scenes": int(s.scenes),
        "side": SIDE_NAMES[s.side],
        "acting": setup.seats[acting] if acting else None,
        "goal": GOALS[s.goal],
        "escalations": int(s.throwdown.world.used[COACH] & 0xF).bit_count(),
        "doom": int(s.doom) or None,
        "conflict": ACTIVE[s.active],
        "result": RESULTS[s.result],
    }


def view(s: State, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return all that ``viewer`` (None: everybody together, and the deck) may know, and nothing else."""
    part, game = part_of(s)
    inside = part_setup(setup, game)
    seen = game.text.view(part, viewer, inside) if s.active else _view_between(s, viewer, setup, inside)
    return {
        **seen,
        "game": setup.game.id,
        "phase": PHASES[s.phase],
        "turn": None if s.over else setup.seats[s.seat],
        "session": _own(s, setup),
    }


def _view_between(s: State, viewer: int | None, setup: Setup, inside: Setup) -> dict[str, Any]:
    """Return the world between conflicts."""
    full = to_position(s, setup).model_dump(mode="json", exclude_none=True)["world"]
    return view_world(s.throwdown, full, viewer, inside)


def render(s: State, viewer: int | None, setup: Setup) -> str:
    """Return the table as ``viewer`` (None: everything) sees it, in a few lines."""
    part, game = part_of(s)
    inside = part_setup(setup, game)
    if s.active:
        lines = game.text.render(part, viewer, inside).splitlines()[:-1]  # the last one prompts
    else:
        lines = _render_between(s, viewer, setup, inside)
    return "\n".join([_header(s, setup), *lines, prompt(s, setup)])


def _render_between(s: State, viewer: int | None, setup: Setup, inside: Setup) -> list[str]:
    """Return the lines on the world between conflicts."""
    t, seen = s.throwdown, _view_between(s, viewer, setup, inside)
    harmony = int(t.world.harmony)
    decks = " + ".join(str(n) for n in seen["deck"])
    lines = [f"Between conflicts · Harmony {harmony} {HARMONY[harmony]} · deck {decks}"]
    for p, name in enumerate(setup.seats):
        mark = "*" if not s.over and p == s.seat else " "
        lines.append(f"{mark} {name}: {render_seat(t, p, seen, inside)}")
    return [*lines, *render_world(t, viewer, inside)]


def _header(s: State, setup: Setup) -> str:
    own = _own(s, setup)
    leader = "Coach's" if own["side"] == "coach" else f"{own['acting']}'s"
    doom = f" · Doom {own['escalations']} of {own['doom']}" if own["doom"] else ""
    goal = f" · at stake: {own['goal']}" if s.goal else ""
    return f"Scene {own['scene']} of {own['scenes']}, {leader}{doom}{goal}"


def _is_own(s: State) -> bool:
    """Return whether a scene itself is being decided."""
    return PHASES[s.phase] in TASKS


def prompt(s: State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s.over:
        winner = "the Pilots" if s.result == BEATEN else "Coach"
        return f"The session is over ({RESULTS[s.result]}): {winner} won."
    if _is_own(s):
        more = f" (the goal is '{GOALS[s.goal]}')" if s.goal else ""
        return f"{setup.seats[s.seat]}: {TASKS[PHASES[s.phase]]}{more}."
    part, game = part_of(s)
    return game.text.prompt(part, part_setup(setup, game))


def help(s: State) -> str:
    """Return the rules of what is being decided."""
    if s.over:
        return "The session is over."
    part, game = part_of(s)
    return HELP[PHASES[s.phase]] if _is_own(s) else game.text.help(part)


# Why not -------------------------------------------------------------------------------------------------------------


def _owner(action: int) -> Game | None:
    """Return the game whose own action this is; None for shared ones."""
    if action < SHARED_ACTIONS:
        return None
    return THROWDOWN if action < THROWDOWN.actions.n else GAMBIT


def explain(s: State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an illegal action is illegal now."""
    label, mover = LAYOUT.labels[action], setup.seats[s.seat]
    part, game = part_of(s)
    if action >= SCENE_START:
        return _explain_scene(s, label, mover, setup)
    owner = _owner(action)
    if _is_own(s):
        if label.startswith("omen ") and PHASES[s.phase] == "plot":
            return _explain_omen(s, label)
        what = "an effect" if owner is None else f"a {owner.title}"
        return f"'{label}' belongs to {what}, and none is going on: {mover} is to {TASKS[PHASES[s.phase]]}."
    if owner not in (None, game):
        assert owner is not None
        return f"'{label}' belongs to a {owner.title}, and none is going on."
    own = action - GAMBIT_ACTIONS if owner is GAMBIT else action
    return game.text.explain(part, own, part_setup(setup, game))


def _explain_omen(s: State, label: str) -> str:
    w, k = s.throwdown.world, int(label.split()[1])
    if w.omens == 0:
        return f"'{label}': there is no Active Omen to Spend (SY-29)."
    if (int(w.used[COACH]) >> k) & 1:
        return f"'{label}': that Escalation Event has come to pass already."
    return f"'{label}': the scenario has no such Escalation Event."


def _explain_scene(s: State, label: str, mover: str, setup: Setup) -> str:
    phase, verb = PHASES[s.phase], label.split()[0]
    if s.active != NO_CONFLICT or s.phase < FIRST_PHASE:
        what = {IN_GAMBIT: "a Gambit", IN_THROWDOWN: "a Throwdown"}.get(int(s.active), "an effect")
        return f"'{label}' is about a scene, and {what} is still going on."
    if phase not in WHEN.get(verb, ("respond", "plot")):
        return f"'{label}' is no answer to what is being decided: {mover} is to {TASKS[phase]}."
    if verb == "challenge" and not s.throwdown.world.hand[s.seat].any():
        return f"{mover} has no card in hand to throw the gauntlet with (TS-17)."
    goal = GOALS.index(label.split()[1])
    if goal and (goal >= FIRST_COACHS) != (phase == "plot"):
        whose = "Coach's" if goal >= FIRST_COACHS else "the Pilots'"
        return f"'{GOALS[goal]}' is a goal of {whose} (S-04)."
    assert goal < FIRST_COACHS or verb == "challenge" or goal >= END_OF_VENTURES
    return f"'{GOALS[goal]}' would change nothing now, so it is no goal (S-04)."
