"""The words of a session; what is inside a conflict is said by the conflict's own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Description, Game, Lesson, Setup, plural, tr, words_of
from throwdown.envs.fusion import gambit, pile
from throwdown.envs.fusion.session import actions, scenes, state
from throwdown.envs.fusion.session.positions import position
from throwdown.envs.fusion.session.words import labels
from throwdown.envs.fusion.session.words.phases import FORCED, HELP, TASKS, WHEN
from throwdown.envs.fusion.throwdown.positions.position import SIDE_NAMES
from throwdown.envs.fusion.words import names, table, why_not
from throwdown.envs.fusion.words.glossary import glossary as glossary, summary as summary
from throwdown.envs.fusion.world import choices, terms, usage
from throwdown.envs.fusion.world.terms import COACH, FIRST_PHASE

# What happened -------------------------------------------------------------------------------------------------------

PILOTS_WIN = (state.Result.THREATS_BEATEN, state.Result.HELD_OUT)
"""How the Pilots win a session."""


def _goal(event: Happening) -> str:
    return names.first_upper(labels.GOALS[actions.Goal(event.amount).label])


def _ventured(event: Happening, who: str) -> str:
    if not event.amount:
        return tr("{who} ventures for nothing in particular.", who=who)
    return tr("{who} ventures for {goal}.", who=who, goal=_goal(event))


def _challenged(event: Happening, who: str) -> str:
    if not event.amount:
        return tr("{who} throws the gauntlet for nothing in particular.", who=who)
    return tr("{who} throws the gauntlet for {goal}.", who=who, goal=_goal(event))


def _opened(event: Happening, who: str) -> str:
    if event.seat == COACH:
        return tr("Scene {n} is Coach's.", n=event.amount)
    return tr("Scene {n} is {who}'s.", n=event.amount, who=who)


def _let_go(event: Happening, who: str) -> str:
    return tr("Coach lets it be.") if event.amount else tr("Coach lets the moment pass.")


def _ended(event: Happening, who: str) -> str:
    result = labels.RESULTS[state.Result(event.amount).label]
    if event.amount in PILOTS_WIN:
        return tr("The session ends in scene {n} ({result}); the Pilots won.", n=event.number, result=result)
    return tr("The session ends in scene {n} ({result}); Coach won.", n=event.number, result=result)


_TOLD: dict[str, Callable[[Happening, str], str]] = {
    "SCENE_OPENED": _opened,
    "VENTURED": _ventured,
    "GAUNTLET_THROWN": _challenged,
    "RESTED": lambda e, who: tr("{who} lets her scene go by.", who=who),
    "LET_GO": _let_go,
    "GAMBIT_OFFERED": lambda e, who: tr("{who} wants to see cards for it.", who=who),
    "GOAL_REACHED": lambda e, who: tr("{who} reaches the goal: {goal}.", who=who, goal=_goal(e)),
    "GOAL_MISSED": lambda e, who: tr("{who} misses the goal: {goal}.", who=who, goal=_goal(e)),
    "SESSION_ENDED": _ended,
}
assert tuple(_TOLD) == tuple(event.label for event in terms.SESSION_EVENTS)

_GAMBIT = {event.label for event in terms.GAMBIT_EVENTS}


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence for an event; a card that the viewer may not know is *a card*."""
    if event.kind in _GAMBIT:
        return gambit.GAMBIT.text.narrate(event, position.part_setup(setup, gambit.GAMBIT))
    if event.kind not in _TOLD:
        game, _ = setup.game.parts
        return game.text.narrate(event, position.part_setup(setup, game))
    return _TOLD[event.kind](event, setup.people[event.seat] if event.seat != NONE else tr("nobody"))


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


def _is_own(s: state.State) -> bool:
    """Return whether a scene itself is being decided."""
    return position.phase_of(s) in TASKS


def _task(s: state.State, setup: Setup) -> str:
    """Return what one of the session's own decisions asks for: what is listed is open, for all to see."""
    t, phase = s.throwdown, position.phase_of(s)
    holds = [tr("challenge")] if _may_challenge(s, setup) else []
    if phase == "scene":
        return TASKS[phase].format(ways=names.either([tr("venture"), *holds, tr("rest")]))
    spends = why_not.plain_rule(usage.omen_word)(t, why_not.RuleOut(setup)) != 0
    ways = [*holds, *([tr("Spend an Omen")] if spends else []), tr("have a quiet scene")]
    return TASKS[phase].format(ways=names.either(ways))


def prompt(s: state.State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s.over:
        result = labels.RESULTS[state.Result(s.result).label]
        if s.result in PILOTS_WIN:
            return tr("The session is over ({result}): the Pilots won.", result=result)
        return tr("The session is over ({result}): Coach won.", result=result)
    if _is_own(s):
        task = _task(s, setup)
        if s.goal:
            goal = labels.GOALS[actions.Goal(s.goal).label]
            task = tr("{task} (the goal is '{goal}')", task=task, goal=goal)
        return f"{setup.people[s.seat]}: {task}."
    part, game = position.part_of(s)
    return game.text.prompt(part, position.part_setup(setup, game))


def help(s: state.State) -> str:
    """Return the rules of what is being decided."""
    if s.over:
        return tr("The session is over.")
    part, game = position.part_of(s)
    return HELP[position.phase_of(s)] if _is_own(s) else game.text.help(part)


# Why, and what actions are -------------------------------------------------------------------------------------------


def forced(s: state.State, setup: Setup) -> str:
    """Return one sentence that says why the seat to move has but the one legal action."""
    if _is_own(s):
        return FORCED[position.phase_of(s)]
    part, game = position.part_of(s)
    reason: str = words_of(game.text, "forced")(part, position.part_setup(setup, game))
    return reason


def motive(event: Happening, setup: Setup) -> str:
    """Return what a move is for, by what an event shows of it: one of the conflict that it belongs to."""
    found = (words_of(game.text, "motive")(event, setup) for game in setup.game.parts)
    return next((text for text in found if text), "")


def lessons(s: state.State, setup: Setup) -> list[Lesson]:
    """Return what this moment can teach the seat to move: what the conflict that goes on teaches."""
    if _is_own(s):
        return []
    part, game = position.part_of(s)
    return list(words_of(game.text, "lessons")(part, position.part_setup(setup, game)))


def any_hand(s: state.State) -> None:
    """Let the seat to move hold every card."""
    part, game = position.part_of(s)
    if _is_own(s):
        part.world.hand[s.seat] = (1 << FACES) - 1
    else:
        words_of(game.text, "any_hand")(part)


def decided(s: state.State, setup: Setup) -> str:
    """Return one sentence that says what decided a session that is over."""
    return labels.DECIDED[int(s.result)].format(n=int(s.number))


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for."""
    n = setup.config["session"]["scenes"]
    if seat == COACH:
        return plural(
            "You win if the team breaks, if Doom comes, or on time: if the Pilots are not clearly ahead after {n} "
            "scene.",
            "You win if the team breaks, if Doom comes, or on time: if the Pilots are not clearly ahead after {n} "
            "scenes.",
            n,
        )
    return plural(
        "You win by beating every Threat, or by being clearly ahead after {n} scene: challenge Coach, and win, to "
        "hurt his Threats.",
        "You win by beating every Threat, or by being clearly ahead after {n} scenes: challenge Coach, and win, to "
        "hurt his Threats.",
        n,
    )


_TITLES = {
    "venture": (tr("Venture for"), ""),
    "challenge": (tr("Challenge for"), ""),
    "rest": (tr("Rest"), tr("let the scene go by")),
    "fiat": (tr("Let it be"), tr("the goal is simply reached")),
    "gambit": (tr("Propose a Gambit"), tr("cards decide whether the goal is reached")),
}
"""The name and the effect of what is decided about scenes, by the verb."""


def describe(s: state.State, action: int, setup: Setup) -> Description:
    """Return what an action of the seat to move is to people."""
    if actions.Start.SCENE <= action < actions.Start.THROWDOWN:
        verb, _, what = setup.game.actions.labels[action].partition(" ")
        name, effect = _TITLES[verb]
        if verb == "fiat" and position.phase_of(s) == "plot":
            effect = tr("a quiet scene: a card for a Threat, and all Threats recover")
        if not what:
            return Description(name, "", "", effect)
        goal = tr("nothing") if what == "none" else names.first_upper(labels.GOALS[what])
        return Description(name, goal, "", labels.EFFECTS_OF_GOALS[what])
    owner = _owner(action, setup)
    part, game = position.part_of(s)
    if owner is not None:
        part, game = s.gambit if owner is gambit.GAMBIT else s.throwdown, owner
    own = action - actions.THROWDOWN_ACTIONS if action >= actions.Start.THROWDOWN else action
    found: Description = words_of(game.text, "describe")(part, own, position.part_setup(setup, game))
    return found


def turning() -> tuple[str, ...]:
    """Return the kinds of events that tell why a session ended as it did."""
    own = ("GOAL_REACHED", "GOAL_MISSED", "OMEN_SPENT", "THREAT_DEFEATED", "THROWDOWN_ENDED", "SESSION_ENDED")
    return ("SCENE_OPENED", "OUTCOME_REACHED", *own)


def chapters() -> tuple[str, ...]:
    """Return the kinds of events that begin a chapter: scenes."""
    return ("SCENE_OPENED",)


# Why not -------------------------------------------------------------------------------------------------------------


def _owner(action: int, setup: Setup) -> Game | None:
    """Return the game whose own action this is; None for shared ones."""
    if action < choices.SHARED_ACTIONS:
        return None
    return setup.game.parts[action < actions.Start.SCENE]


def explain(s: state.State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an illegal action is illegal now."""
    label, mover = setup.game.actions.labels[action], setup.people[s.seat]
    part, game = position.part_of(s)
    if actions.Start.SCENE <= action < actions.Start.THROWDOWN:
        return _explain_scene(s, label, mover, setup)
    owner = _owner(action, setup)
    if _is_own(s):
        if label.startswith("omen ") and position.phase_of(s) == "plot":
            return why_not.explain_omen(s.throwdown, label, position.part_setup(setup, setup.game.parts[0]))
        task = _task(s, setup)
        if owner is None:
            return tr(
                "'{label}' belongs to an effect, and none is going on: {who} is to {task}.",
                label=label,
                who=mover,
                task=task,
            )
        return tr(
            "'{label}' belongs to a {game}, and none is going on: {who} is to {task}.",
            label=label,
            game=owner.title,
            who=mover,
            task=task,
        )
    if owner is not None and owner is not game:
        return tr("'{label}' belongs to a {game}, and none is going on.", label=label, game=owner.title)
    own = action - actions.THROWDOWN_ACTIONS if action >= actions.Start.THROWDOWN else action
    return game.text.explain(part, own, position.part_setup(setup, game))


def _is_calm(s: state.State) -> bool:
    """Return whether nobody may throw the gauntlet in this round."""
    return bool(why_not.plain_rule(scenes.is_calm)(s))


def _may_challenge(s: state.State, setup: Setup) -> bool:
    """Return whether the seat to move may throw the gauntlet, and has a card to do it with."""
    return not _is_calm(s) and (bool(s.throwdown.world.hand[s.seat].any()) or _can_lay_blind(s, setup))


def _can_lay_blind(s: state.State, setup: Setup) -> bool:
    """Return whether it is Coach who would challenge, with a card off the deck, as on the Pile (TP-17)."""
    pool = s.throwdown.world.decks[0]
    has_card = pool.n > 0 or (s.throwdown.cfg.reshuffle == 1 and pool.trash[0] != 0)
    return bool(s.seat == COACH and setup.game.parts[0] is pile.PILE and has_card)


def _explain_scene(s: state.State, label: str, mover: str, setup: Setup) -> str:
    phase, verb = position.phase_of(s), label.split()[0]
    if s.active != state.Active.NONE or s.phase < FIRST_PHASE:
        return labels.STILL_ON[int(s.active)].format(label=label)
    if phase not in WHEN.get(verb, ("respond", "plot")):
        task = _task(s, setup)
        return tr(
            "'{label}' does not fit the decision: {who} is to {task}.", label=label, who=mover, task=task
        )
    if verb == "challenge" and _is_calm(s):
        return tr("This round is calm: nobody may throw the gauntlet in it (S-19).")
    if verb == "challenge" and not s.throwdown.world.hand[s.seat].any() and not _can_lay_blind(s, setup):
        return tr("{who} has no card in hand to throw the gauntlet with (TS-17).", who=mover)
    goal = actions.Goal(actions.Goal.of(label.split()[1]))
    if goal and (goal >= actions.FIRST_COACHS) != (phase == "plot"):
        if goal >= actions.FIRST_COACHS:
            return tr("'{goal}' is a goal of Coach's (S-04).", goal=labels.GOALS[goal.label])
        return tr("'{goal}' is a goal of the Pilots' (S-04).", goal=labels.GOALS[goal.label])
    assert goal < actions.FIRST_COACHS or verb == "challenge" or goal >= actions.END_OF_VENTURES
    return tr(
        "'{goal}' would change nothing now, so it cannot be the goal (S-04).", goal=labels.GOALS[goal.label]
    )
