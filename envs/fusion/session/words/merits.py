"""What a choice of a session does for the seat to move, in one sentence; in a conflict, in the conflict's words."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Description, Setup, joined, tr, words_of
from throwdown.envs.fusion.session.actions import Act
from throwdown.envs.fusion.session.positions import position
from throwdown.envs.fusion.session.state import State
from throwdown.envs.fusion.session.words import decisions
from throwdown.envs.fusion.world.terms import COACH


def merit(s: State, action: int, rival: int, setup: Setup) -> str:
    """Return what a legal action does for the seat to move; see `MoreTexts.merit`."""
    part, game = position.part_of(s)
    known = set(game.actions.labels)
    label, other = (setup.game.actions.labels[i] if i != NONE else "" for i in (action, rival))
    if decisions.is_own(s) or label not in known:
        told = decisions.words_of(s).describe(s, action, setup)
        found = _told(s, setup.game.actions.act_of(action), told)
        return joined(found) or told.sentence
    beside = game.actions.parse(other) if other in known else NONE
    text: str = words_of(game.text, "merit")(
        part, game.actions.parse(label), beside, position.part_setup(setup, game)
    )
    return text


def _told(s: State, act: int, told: Description) -> str:
    """Return what a choice about a scene risks and may bring."""
    if act == Act.VENTURE:
        return tr("Coach grants it or a Gambit decides, without a Throwdown: {effect}", effect=told.effect)
    if act == Act.CHALLENGE and s.seat != COACH:
        return tr("a Throwdown decides, whose spoils alone can hurt Threats: {effect}", effect=told.effect)
    if act == Act.CHALLENGE:
        return tr("a Throwdown decides, or the Pilots refuse it: {effect}", effect=told.effect)
    if act == Act.REST:
        return tr("nothing is risked, but Coach uses the time for his Threats")
    return ""
