"""What actions are to people: their names, costs and effects."""

from __future__ import annotations

from throwdown.envs.challenge import attempts, decks
from throwdown.envs.challenge.actions import LAYOUT, Act
from throwdown.envs.challenge.state import Core, Mode, Phase, Reaction, Shelf, State
from throwdown.envs.challenge.words import names
from throwdown.envs.core.kit import Description, Setup, plural, tr

ACTION = tr("1 Action")


def describe(s: State, action: int, setup: Setup) -> Description:
    """Return what an action of the seat to move is to people."""
    verb = LAYOUT.labels[action].partition(" ")[0]
    if verb == "pass":
        return _pass(s, setup)
    if verb == "choose":
        return _choose(s, action - Act.CHOOSE, setup)
    if verb == "template":
        return _template(s, action - Act.TEMPLATE, setup)
    if verb == "difficulty":
        return _difficulty(s, action - Act.OFFSET)
    if verb == "heartseeker":
        level = action - Act.HEARTSEEKER + 1
        bang = min(3, level + int(s.heroes[max(0, names.hero_of(int(s.seat), setup))].bang))
        name, cost = tr("Heartseeker {level}", level=names.ROMAN[level]), tr("{n} Stamina", n=level)
        return Description(name, "", cost, _seen(bang))
    if verb in ("double", "triple"):
        return _further(s, verb == "triple")
    return PLAIN[verb]


PLAIN = {
    "double-reach": Description(
        tr("Double Down"), tr("by Reach For It"), tr("1 Action and 1 Stamina"), tr("add a second card")
    ),
    "triple-reach": Description(
        tr("Triple Down"), tr("by Reach For It"), tr("1 Action and 1 Stamina"), tr("add a third card")
    ),
    "knuckle-down": Description(tr("Knuckle Down"), "", tr("2 Stamina"), tr("draw the last card anew")),
    "frenzy": Description(tr("Frenzy"), "", tr("2 Stamina"), tr("one more Action in this Round")),
    "react": Description(tr("React"), "", ACTION, tr("act at once when the hostile Action is over")),
    "react-fast": Description(
        tr("React fast"), "", tr("1 Action and 2 Stamina"), tr("act first, and perhaps cancel it")
    ),
    "boon-bang": Description(tr("Boon for a Bang"), "", tr("the Boon"), tr("see one more card of your deck")),
    "boon-bust": Description(
        tr("Boon against the Bust"), "", tr("the Boon"), tr("you are not Busted any more")
    ),
    "boon-gift": Description(tr("Give the Boon"), tr("to your ally"), ACTION, tr("she may use it")),
    "token": Description(
        tr("Lay a Bust"),
        tr("on the Character"),
        tr("1 Bust"),
        tr("until the Round ends she cannot simply Double"),
    ),
}
"""The actions that are the same whenever they are legal."""


def _further(s: State, is_third: bool) -> Description:
    """Return what a further card is, and what Flops (CH-31, CHA-02)."""
    limit = int(s.cfg.flop_limit)
    if is_third:
        effect = tr("add a third card; a Joker or more than {limit} Flops", limit=limit)
        return Description(tr("Triple Down"), "", ACTION, effect)
    if s.cfg.flop_on_double:
        effect = tr("add a second card; a Joker or more than {limit} Flops", limit=limit)
    else:
        effect = tr("add a second card; a Joker Flops")
    return Description(tr("Double Down"), "", ACTION, effect)


def _seen(bang: int) -> str:
    """Return what a level of Bang shows."""
    return plural(
        "Bang {level}: you see your top card",
        "Bang {level}: you see your top {n} cards",
        bang,
        level=names.ROMAN[bang],
    )


def _pass(s: State, setup: Setup) -> Description:
    """Return what id 0 is in the present phase."""
    if s.phase == Phase.ANSWER:
        return Description(tr("Take it"), "", "", tr("no Reaction"))
    if s.phase == Phase.BEFORE:
        w = s.heroes[names.hero_of(int(s.seat), setup)]
        cost = ACTION if w.actions > 0 else tr("Stagger −{n}", n=1 << int(w.stagger))
        return Description(tr("Draw"), "", cost, tr("make the forced Attempt"))
    if s.phase == Phase.CARDS:
        score = int(attempts.score_of(s, s.attempt))
        return Description(tr("Stand"), "", "", tr("keep a score of {score}", score=score))
    if s.phase == Phase.KNUCKLE:
        return Description(tr("Leave it"), "", "", tr("the failure stands"))
    return Description(tr("Pass"), "", "", tr("the Round ends when all pass in succession"))


def _choose(s: State, k: int, setup: Setup) -> Description:
    """Return what a numbered choice is in the present phase."""
    mode, h = names.mode_of(setup), names.hero_of(int(s.seat), setup)
    is_reaction = s.phase == Phase.REACTION
    cost = "" if is_reaction or mode == Mode.ATTEMPT else ACTION
    if s.phase == Phase.TARGET:
        target = 1 - (h & 1) + 2 * k
        if target >= len(setup.people):
            return Description(tr("Aim"), tr("at opponent {n}", n=k + 1))
        who = names.called(s, target, None, setup)
        return Description(tr("Aim"), tr("at {who}", who=who), on=who)
    if mode == Mode.DUEL:
        return _press(s, k, h, cost, setup)
    if is_reaction and s.reaction == Reaction.FAST:
        own = names.core_text(s, 0, k) if k < len(Core) else k
        return Description(tr("React"), tr("with {core}", core=own), "", tr("against the hazard"))
    if k >= s.open_n:
        return Description(tr("Attempt"), tr("obstacle {n}", n=k + 1))
    bill = s.bills[int(s.open[k])]
    core = int(s.cfg.core) if mode == Mode.ATTEMPT else int(s.cfg.template_core[bill.shelf, bill.template])
    difficulty = (
        int(bill.difficulty) if bill.known else names.band_text(s, Shelf.OBSTACLE, int(bill.template))
    )
    name = names.template_name(Shelf.OBSTACLE, int(bill.template), setup)
    return Description(tr("Attempt"), name, cost, _against(s, 0, core, difficulty), on=name)


def _press(s: State, k: int, h: int, cost: str, setup: Setup) -> Description:
    """Return what a press of a hero is."""
    if k >= len(setup.config["presses"]):
        return Description(tr("Press"), tr("number {n}", n=k + 1))
    core, other = names.core_text(s, h, int(s.cfg.press_from[k])), names.core_name(int(s.cfg.press_to[k]))
    effect = tr("your {core} against {other}", core=core, other=other)
    return Description(names.press_name(k, setup), "", cost, effect)


def _against(s: State, h: int, core: int, difficulty: int | str) -> str:
    """Return with which Core a hero meets which Difficulty."""
    return tr("{core} against {difficulty}", core=names.core_text(s, h, core), difficulty=difficulty)


def _template(s: State, k: int, setup: Setup) -> Description:
    """Return what a template is in the present phase."""
    shelf = Shelf.OBSTACLE if s.phase == Phase.POST else Shelf.HAZARD
    name = tr("Post") if shelf == Shelf.OBSTACLE else tr("Strike")
    if k >= len(names.templates(shelf, setup)) or names.mode_of(setup) == Mode.ATTEMPT:
        return Description(name, tr("number {n}", n=k + 1))
    what = names.template_name(shelf, k, setup)
    what = tr("with {hazard}", hazard=what) if shelf == Shelf.HAZARD else what
    core = int(s.cfg.template_core[shelf, k])
    return Description(name, what, "", _against(s, 0, core, names.band_text(s, shelf, k)))


def _difficulty(s: State, k: int) -> Description:
    """Return what a Difficulty above the lowest of the band is."""
    if s.phase != Phase.DIFFICULTY:
        return Description(tr("Difficulty"), f"+{k}")
    low = int(s.cfg.low[s.cfg.template_band[s.shelf, s.template]])
    h = s.heroes[0]
    core = int(s.cfg.template_core[s.shelf, s.template])
    need = low + k - int(h.core[core]) + int(decks.penalty_of(h))
    effect = tr("the cards must count {n} as it stands", n=need)
    return Description(tr("Difficulty"), str(low + k), names.points_text(low + k), effect)
