"""What actions are to people that several decisions share: their names, costs and effects."""

from __future__ import annotations

from throwdown.envs.challenge import preparing
from throwdown.envs.challenge.actions import Act
from throwdown.envs.challenge.state import Mode, Phase, Shelf, State
from throwdown.envs.challenge.words import ahead, names
from throwdown.envs.core.decisions import Answer
from throwdown.envs.core.kit import Description, Setup, plural, tr

ACTION = tr("1 Action")


def _heartseeker(s: State, k: int, setup: Setup) -> Description:
    bang = min(3, k + 1 + int(s.heroes[max(0, names.hero_of(int(s.seat), setup))].bang))
    seen = plural(
        "Bang {level}: you see your top card",
        "Bang {level}: you see your top {n} cards",
        bang,
        level=names.ROMAN[bang],
    )
    then = ahead.spent(s, setup, stamina=k + 1)
    return Description(
        tr("Heartseeker {level}", level=names.ROMAN[k + 1]), "", tr("{n} Stamina", n=k + 1), seen, then=then
    )


def _frenzy(s: State, k: int, setup: Setup) -> Description:
    gain = 0 if s.phase in (Phase.ANSWER, Phase.BEFORE) else 1  # a forced Attempt may take it at once
    then = ahead.spent(s, setup, -gain, preparing.FRENZY_COST)
    return Description(tr("Frenzy"), "", tr("2 Stamina"), tr("one more Action in this Round"), then=then)


def _attempt(s: State, k: int, setup: Setup) -> Description:
    """Return what a press, or an Attempt at an open obstacle, is for an Action; a lone one is paid by its cards."""
    cost = "" if names.mode_of(setup) == Mode.ATTEMPT else ACTION
    return press_or_attempt(s, k, cost, setup)._replace(then=ahead.spent(s, setup, actions=1))


def press_or_attempt(s: State, k: int, cost: str, setup: Setup) -> Description:
    """Return what a press, or an Attempt at an open obstacle, is."""
    mode = names.mode_of(setup)
    if mode == Mode.DUEL:
        return _press(s, k, names.hero_of(int(s.seat), setup), cost, setup)
    if k >= s.open_n:
        return Description(tr("Attempt"), tr("obstacle {n}", n=k + 1))
    bill = s.bills[int(s.open[k])]
    core = int(s.cfg.core) if mode == Mode.ATTEMPT else int(s.cfg.template_core[bill.shelf, bill.template])
    difficulty = (
        int(bill.difficulty) if bill.known else names.band_text(s, Shelf.OBSTACLE, int(bill.template))
    )
    name = names.template_name(Shelf.OBSTACLE, int(bill.template), setup)
    tag = tr("Against {difficulty}", difficulty=str(difficulty).split()[-1])
    return Description(tr("Attempt"), name, cost, against(s, core, difficulty), on=name, tag=tag)


def _press(s: State, k: int, h: int, cost: str, setup: Setup) -> Description:
    if k >= len(setup.config["presses"]):
        return Description(tr("Press"), tr("number {n}", n=k + 1))
    core, other = names.core_text(s, h, int(s.cfg.press_from[k])), names.core_name(int(s.cfg.press_to[k]))
    effect = tr("your {core} against {other}", core=core, other=other)
    return Description(names.press_name(k, setup), "", cost, effect)


def against(s: State, core: int, difficulty: int | str) -> str:
    """Return with which Core the Character meets which Difficulty."""
    return tr("{core} against {difficulty}", core=names.core_text(s, 0, core), difficulty=difficulty)


SHARED: dict[Act, Answer] = {
    Act.CHOOSE: _attempt,
    Act.HEARTSEEKER: _heartseeker,
    Act.FRENZY: _frenzy,
    Act.BOON_BANG: Description(
        tr("Boon for a Bang"), "", tr("the Boon"), tr("see one more card of your deck")
    ),
    Act.BOON_BUST: Description(
        tr("Boon against the Bust"), "", tr("the Boon"), tr("you are no longer Busted")
    ),
}
"""The actions that mean the same in every decision that does not say otherwise."""
