"""What actions are to people: their names, costs and effects."""

from __future__ import annotations

from throwdown.envs.challenge import attempts, decks
from throwdown.envs.challenge.actions import LAYOUT, Act
from throwdown.envs.challenge.state import Mode, Phase, Reaction, Shelf, State
from throwdown.envs.challenge.words import names
from throwdown.envs.core.kit import Description, Setup

ACTION = "1 Action"


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
        effect = f"Bang {names.ROMAN[bang]}: you see your top {'card' if bang == 1 else f'{bang} cards'}"
        return Description(f"Heartseeker {names.ROMAN[level]}", "", names.count(level, "Stamina"), effect)
    return PLAIN[verb]


PLAIN = {
    "double": Description("Double Down", "", ACTION, "add a second card; a Joker Flops"),
    "double-reach": Description(
        "Double Down", "by Reach For It", "1 Action and 1 Stamina", "add a second card"
    ),
    "triple": Description("Triple Down", "", ACTION, "add a third card; a Joker or more than 15 Flops"),
    "triple-reach": Description(
        "Triple Down", "by Reach For It", "1 Action and 1 Stamina", "add a third card"
    ),
    "knuckle-down": Description("Knuckle Down", "", "2 Stamina", "draw the last card anew"),
    "frenzy": Description("Frenzy", "", "2 Stamina", "one more Action in this Round"),
    "react": Description("React", "", ACTION, "act at once when the hostile Action is over"),
    "react-fast": Description("React fast", "", "1 Action and 2 Stamina", "act first, and perhaps cancel it"),
    "boon-bang": Description("Boon for a Bang", "", "the Boon", "see one more card of your deck"),
    "boon-bust": Description("Boon against the Bust", "", "the Boon", "you are not Busted any more"),
    "boon-gift": Description("Give the Boon", "to your ally", ACTION, "she may use it"),
    "token": Description(
        "Lay a Bust", "on the Character", "1 Bust", "until the Round ends she cannot simply Double"
    ),
}
"""The actions that are the same whenever they are legal."""


def _pass(s: State, setup: Setup) -> Description:
    """Return what id 0 is in the present phase."""
    if s.phase == Phase.ANSWER:
        return Description("Take it", "", "", "no Reaction")
    if s.phase == Phase.BEFORE:
        w = s.heroes[names.hero_of(int(s.seat), setup)]
        if w.actions > 0:
            return Description("Draw", "", ACTION, "make the forced Attempt")
        penalty = 1 << int(w.stagger)
        return Description("Draw", "", f"Stagger −{penalty}", "make the forced Attempt")
    if s.phase == Phase.CARDS:
        return Description("Stand", "", "", f"keep a score of {int(attempts.score_of(s, s.attempt))}")
    if s.phase == Phase.KNUCKLE:
        return Description("Leave it", "", "", "the failure stands")
    return Description("Pass", "", "", "the Round ends when all pass in succession")


def _choose(s: State, k: int, setup: Setup) -> Description:
    """Return what a numbered choice is in the present phase."""
    mode, h = names.mode_of(setup), names.hero_of(int(s.seat), setup)
    is_reaction = s.phase == Phase.REACTION
    cost = "" if is_reaction or mode == Mode.ATTEMPT else ACTION
    if s.phase == Phase.TARGET:
        target = 1 - (h & 1) + 2 * k
        if target >= len(setup.people):
            return Description("Aim", f"at opponent {k + 1}")
        return Description("Aim", f"at {names.called(s, target, None, setup)}")
    if mode == Mode.DUEL:
        if k >= len(setup.config["presses"]):
            return Description("Press", f"number {k + 1}")
        attack, defence = int(s.cfg.press_from[k]), int(s.cfg.press_to[k])
        effect = f"your {names.core_text(s, h, attack)} against {names.core_name(defence)}"
        return Description(names.press_name(k, setup), "", cost, effect)
    if is_reaction and s.reaction == Reaction.FAST:
        return Description(
            "React", f"with {names.core_text(s, 0, k) if k < 4 else k}", "", "against the hazard"
        )
    if k >= s.open_n:
        return Description("Attempt", f"obstacle {k + 1}")
    bill = s.bills[int(s.open[k])]
    core = int(s.cfg.core) if mode == Mode.ATTEMPT else int(s.cfg.template_core[bill.shelf, bill.template])
    difficulty = (
        int(bill.difficulty) if bill.known else names.band_text(s, Shelf.OBSTACLE, int(bill.template))
    )
    effect = f"{names.core_text(s, 0, core)} against {difficulty}"
    return Description(
        "Attempt", names.template_name(Shelf.OBSTACLE, int(bill.template), setup), cost, effect
    )


def _template(s: State, k: int, setup: Setup) -> Description:
    """Return what a template is in the present phase."""
    shelf = Shelf.OBSTACLE if s.phase == Phase.POST else Shelf.HAZARD
    name = "Post" if shelf == Shelf.OBSTACLE else "Strike"
    known = names.templates(shelf, setup)
    if k >= len(known) or names.mode_of(setup) == Mode.ATTEMPT:
        return Description(name, f"number {k + 1}")
    core, band = int(s.cfg.template_core[shelf, k]), names.band_text(s, shelf, k)
    what = f"with {known[k]['name']}" if shelf == Shelf.HAZARD else str(known[k]["name"])
    return Description(name, what, "", f"{names.core_text(s, 0, core)} against {band}")


def _difficulty(s: State, k: int) -> Description:
    """Return what a Difficulty above the lowest of the band is."""
    if s.phase != Phase.DIFFICULTY:
        return Description("Difficulty", f"+{k}")
    low = int(s.cfg.low[s.cfg.template_band[s.shelf, s.template]])
    h = s.heroes[0]
    core = int(s.cfg.template_core[s.shelf, s.template])
    need = low + k - int(h.core[core]) + int(decks.penalty_of(h))
    return Description(
        "Difficulty", str(low + k), f"{low + k} points", f"the cards must count {need} as it stands"
    )
