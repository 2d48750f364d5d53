"""Why an action of a session is illegal now, in one sentence; inside a conflict its own words say so."""

from __future__ import annotations

from throwdown.envs.core.kit import Actions, Game, Setup, tr
from throwdown.envs.fusion.gambit import actions as gambit
from throwdown.envs.fusion.session import actions, state
from throwdown.envs.fusion.session.positions import position
from throwdown.envs.fusion.session.words import labels
from throwdown.envs.fusion.session.words.decisions import (
    decisions_of,
    has_gauntlet,
    is_calm,
    is_own,
    words_of,
)
from throwdown.envs.fusion.words import why_not
from throwdown.envs.fusion.world import choices


def owner_of(act: Actions, setup: Setup) -> Game | None:
    """Return the game whose own actions these are; None for shared ones."""
    if isinstance(act, choices.Act):
        return None
    return setup.game.parts[isinstance(act, gambit.Act)]


def explain(s: state.State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an illegal action is illegal now."""
    refused = decisions_of(s).refused(s, action)
    if refused:
        return refused
    act, label = setup.game.actions.act_of(action), setup.game.actions.labels[action]
    owner = owner_of(act, setup)
    part, game = position.part_of(s)
    if isinstance(act, actions.Act):
        return _explain_scene(s, action, label, setup)
    if is_own(s):
        if owner is None and decisions_of(s).can_answer(s, action):
            return why_not.explain_omen(s.throwdown, label, position.part_setup(setup, setup.game.parts[0]))
        known = {"label": label, "who": setup.people[s.seat], "task": words_of(s).ask(s, setup)}
        if owner is None:
            return tr("'{label}' belongs to an effect, but none is going on: {who} has to {task}.", **known)
        return tr(
            "'{label}' belongs to a {game}, but none is going on: {who} has to {task}.",
            game=owner.title,
            **known,
        )
    if owner is not None and owner is not game:
        return tr("'{label}' belongs to a {game}, but none is going on.", label=label, game=owner.title)
    own = actions.in_throwdown(action)
    return game.text.explain(part, own, position.part_setup(setup, game))


def _explain_scene(s: state.State, action: int, label: str, setup: Setup) -> str:
    """Explain an action of a scene."""
    if not is_own(s):
        return labels.STILL_ON[int(s.active)].format(label=label)
    not_asked = words_of(s).not_asked(s, action)
    if not_asked:
        return not_asked
    verb, who = label.split()[0], setup.people[s.seat]
    if verb == "challenge" and is_calm(s):
        return tr("This round is calm: nobody may throw the gauntlet (S-19).")
    if verb == "challenge" and not has_gauntlet(s, setup):
        return tr("{who} has no card in hand with which to throw the gauntlet (TS-17).", who=who)
    goal = actions.Goal(actions.Goal.of(label.split()[1]))
    if goal and not actions.GOALS_OF[int(s.side)] >> goal & 1:
        if actions.GOALS_OF[0] >> goal & 1:
            return tr("{goal} is a goal for Coach only (S-04).", goal=labels.GOALS[goal.label])
        return tr("{goal} is a goal for the Pilots only (S-04).", goal=labels.GOALS[goal.label])
    return tr(
        "{goal} would change nothing now, so it cannot be the goal (S-04).", goal=labels.GOALS[goal.label]
    )
