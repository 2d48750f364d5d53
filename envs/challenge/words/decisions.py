"""How every decision is put to people."""

from __future__ import annotations

from throwdown.envs.challenge import attempts, decks, hostile
from throwdown.envs.challenge.actions import Act
from throwdown.envs.challenge.decisions import DECISIONS
from throwdown.envs.challenge.state import Core, Mode, Phase, Reaction, Shelf, State
from throwdown.envs.challenge.words import ahead, chances, describe, names
from throwdown.envs.challenge.words.describe import ACTION
from throwdown.envs.core.decisions import Answer, Wording, Words
from throwdown.envs.core.kit import Description, Setup, tr

# How decisions are asked that vary ---------------------------------------------------------------------------------


def _at_priority(s: State, setup: Setup) -> str:
    mode = names.mode_of(setup)
    if mode == Mode.SCENE:
        return tr("strike with a hazard, or pass") if s.seat == 0 else tr("act, or pass")
    return tr("press, or pass") if mode == Mode.DUEL else tr("draw the first card")


def _reacting(s: State, setup: Setup) -> str:
    is_core = names.mode_of(setup) == Mode.SCENE and s.reaction == Reaction.FAST
    return tr("choose the Core to react with") if is_core else tr("choose how to react")


def _further(s: State, setup: Setup) -> str:
    return tr("stand, or Double Down") if s.attempt.n == 1 else tr("stand, or Triple Down")


# What their answers are --------------------------------------------------------------------------------------------


def _from(shelf: Shelf) -> Answer:
    """Return what describes posting an obstacle or striking with a hazard."""
    is_hazard = shelf == Shelf.HAZARD

    def describe_template(s: State, k: int, setup: Setup) -> Description:
        name = tr("Strike") if is_hazard else tr("Post")
        if k >= len(names.templates(shelf, setup)) or names.mode_of(setup) == Mode.ATTEMPT:
            return Description(name, tr("number {n}", n=k + 1))
        what = names.template_name(shelf, k, setup)
        what = tr("with {hazard}", hazard=what) if is_hazard else what
        core = int(s.cfg.template_core[shelf, k])
        return Description(name, what, "", describe.against(s, core, names.band_text(s, shelf, k)))

    return describe_template


def _difficulty(s: State, k: int, setup: Setup) -> Description:
    low = int(s.cfg.low[s.cfg.template_band[s.shelf, s.template]])
    h = s.heroes[0]
    core = int(s.cfg.template_core[s.shelf, s.template])
    need = str(low + k - int(h.core[core]) + int(decks.penalty_of(h))).replace("-", "−")
    effect = tr("the cards must make {n}, as things stand", n=need)
    tag = tr("{n} to reach", n=need)
    return Description(tr("Difficulty"), str(low + k), names.points_text(low + k), effect, tag=tag)


def _aim(s: State, k: int, setup: Setup) -> Description:
    target = 1 - (names.hero_of(int(s.seat), setup) & 1) + 2 * k
    if target >= len(setup.people):
        return Description(tr("Aim"), tr("at opponent {n}", n=k + 1))
    who = names.called(s, target, None, setup)
    return Description(tr("Aim"), tr("at {who}", who=who), on=who)


def _react(s: State, k: int, setup: Setup) -> Description:
    if names.mode_of(setup) == Mode.DUEL or s.reaction != Reaction.FAST:
        return describe.press_or_attempt(s, k, "", setup)
    core = names.core_text(s, 0, k) if k < len(Core) else k
    return Description(tr("React"), tr("with {core}", core=core), "", tr("against the hazard"))


def _draw(s: State, k: int, setup: Setup) -> Description:
    w = s.heroes[names.hero_of(int(s.seat), setup)]
    cost = ACTION if w.actions > 0 else tr("Stagger −{n}", n=1 << int(w.stagger))
    then = ahead.spent(s, setup, actions=1) if w.actions > 0 else ()
    return Description(tr("Draw"), "", cost, tr("make the forced Attempt"), then=then)


def _stand(s: State, k: int, setup: Setup) -> Description:
    score = int(attempts.score_of(s, s.attempt))
    effect = tr("keep a score of {score}", score=score)
    return Description(tr("Stand"), "", "", effect, tag=tr("Score {n}", n=score))


def _double(s: State, k: int, setup: Setup) -> Description:
    """Return what a second card is, and what Flops (CH-31, CHA-02)."""
    effect = tr("add a second card; with a Joker the Attempt Flops")
    if s.cfg.flop_on_double:
        effect = tr(
            "add a second card; with a Joker or more than {limit} the Attempt Flops",
            limit=int(s.cfg.flop_limit),
        )
    return _one_more(s, tr("Double Down"), effect, setup)


def _triple(s: State, k: int, setup: Setup) -> Description:
    effect = tr(
        "add a third card; with a Joker or more than {limit} the Attempt Flops", limit=int(s.cfg.flop_limit)
    )
    return _one_more(s, tr("Triple Down"), effect, setup)


def _one_more(s: State, name: str, effect: str, setup: Setup) -> Description:
    """Return what one more card is, for an Action."""
    told = Description(name, "", ACTION, effect)
    if not s.attempt.n:
        return told
    found = chances.next_card(s, setup, True)
    then = ahead.spent(s, setup, actions=1)
    return told._replace(effect=ahead.effect(found, effect), tag=ahead.tag(found), then=then)


def _by_reach(name: str, effect: str) -> Answer:
    """Return what describes one more card by Reach For It."""

    def describe_reach(s: State, k: int, setup: Setup) -> Description:
        then = ahead.spent(s, setup, actions=1, stamina=1)
        told = _one_more(s, name, effect, setup)._replace(then=then)
        return told._replace(what=tr("by Reach For It"), cost=tr("1 Action and 1 Stamina"))

    return describe_reach


def _paid(told: Description, actions: int = 0, stamina: int = 0) -> Answer:
    """Return what describes an answer with what the Character has left."""
    return lambda s, k, setup: told._replace(then=ahead.spent(s, setup, actions, stamina))


def _bust(s: State, k: int, setup: Setup) -> Description:
    effect = tr("until the Round ends, Double Down takes Reach For It")
    then = ((names.BUSTS, int(s.tokens) - 1),)
    return Description(tr("Lay a Bust"), tr("on the Character"), tr("1 Bust"), effect, then=then)


WORDS = Words(
    DECISIONS,
    {
        Phase.POST: Wording(
            tr("the obstacle to post"),
            tr("choose an obstacle to post"),
            (
                tr(
                    "Post one obstacle. You set its Difficulty next and pay as many points; the Difficulty "
                    "stays hidden until the obstacle is attempted (CHE-03, CHE-04)."
                ),
                tr("Harder bands bring the Character more Progress (CHO-31)."),
            ),
            tr("The Table cannot pay for any other obstacle, and must post one (CHE-03)."),
            {Act.TEMPLATE: _from(Shelf.OBSTACLE)},
        ),
        Phase.DIFFICULTY: Wording(
            tr("its Difficulty"),
            tr("set the Difficulty"),
            (
                tr(
                    "Set the exact Difficulty within the band and pay for it; the Character knows only the "
                    "band (CHE-04, CHA-30)."
                ),
            ),
            tr("The Table cannot pay for any other Difficulty of the band (CHE-04)."),
            {Act.OFFSET: _difficulty},
        ),
        Phase.PRIORITY: Wording(
            tr("an Action, or a pass"),
            _at_priority,
            (
                tr(
                    "Take one Action, or pass. Priority then goes to the next player; when all pass in "
                    "succession, the Round ends (CHA-33)."
                ),
                tr("After preparing yourself with Stamina or a Boon, you still decide (CHO-06)."),
            ),
            tr("There is nothing else to do (CHA-33)."),
            {
                Act.PASS: Description(tr("Pass"), "", "", tr("the Round ends when all pass in succession")),
                Act.BOON_GIFT: _paid(
                    Description(tr("Give the Boon"), tr("to your ally"), ACTION, tr("she may use it")), 1
                ),
                Act.TEMPLATE: _from(Shelf.HAZARD),
                Act.TOKEN: _bust,
            },
        ),
        Phase.TARGET: Wording(
            tr("the opponent to press on"),
            tr("choose the opponent to press on"),
            (tr("Choose the opponent to press on (CHO-36)."),),
            tr("There is no other opponent left (CHO-36)."),
            {Act.CHOOSE: _aim},
        ),
        Phase.ANSWER: Wording(
            tr("the answer to a hostile Action"),
            tr("take the hostile Action, or react"),
            (
                tr(
                    "Take the hostile Action, or react for an Action. A Fast Reaction comes first and may "
                    "cancel the hostile Action; an ordinary Reaction follows it (CH-52, CH-53, CHA-35)."
                ),
                tr("The forced Attempt also costs an Action (CHA-10, CHO-17)."),
            ),
            tr("No Action is left for a Reaction (CHA-35)."),
            {
                Act.PASS: Description(tr("Take it"), "", "", tr("no Reaction")),
                Act.REACT: Description(
                    tr("React"), "", ACTION, tr("act as soon as the hostile Action is over")
                ),
                Act.REACT_FAST: _paid(
                    Description(
                        tr("React fast"),
                        "",
                        tr("1 Action and 2 Stamina"),
                        tr("act first, and perhaps cancel it"),
                    ),
                    1,
                    hostile.FAST_COST,
                ),
            },
        ),
        Phase.REACTION: Wording(
            tr("the means of the Reaction"),
            _reacting,
            (tr("Choose how you react; the Reaction is already paid for (CHO-16 to CHO-19)."),),
            tr("There is no other way to react (CHO-16)."),
            {Act.CHOOSE: _react},
        ),
        Phase.BEFORE: Wording(
            tr("the preparation for a forced Attempt"),
            tr("prepare, or draw for the forced Attempt"),
            (
                tr("Prepare yourself, or draw."),
                tr(
                    "The forced Attempt takes an Action, or Staggers you if none is left (CH-62 to CH-65); "
                    "Frenzy gives one more (CHA-15)."
                ),
            ),
            tr("You have neither Stamina nor a Boon to prepare yourself with (CHO-06)."),
            {Act.PASS: _draw},
        ),
        Phase.CARDS: Wording(
            tr("whether to draw another card"),
            _further,
            (
                tr("Stand, or pay an Action for one more card (CH-25 to CH-28)."),
                tr(
                    "With three cards above {limit}, or a Joker after the first card, the Attempt Flops: "
                    "only the first card counts (CH-31, CH-33)."
                ),
            ),
            tr("The Attempt has Flopped, or no Action is left for another card (CH-31, CH-33)."),
            {
                Act.PASS: _stand,
                Act.DOUBLE: _double,
                Act.DOUBLE_REACH: _by_reach(tr("Double Down"), tr("add a second card")),
                Act.TRIPLE: _triple,
                Act.TRIPLE_REACH: _by_reach(tr("Triple Down"), tr("add a third card")),
            },
        ),
        Phase.KNUCKLE: Wording(
            tr("what to do about a failure"),
            tr("leave the failure, or Knuckle Down"),
            (
                tr("The Attempt has failed."),
                tr(
                    "For 2 Stamina the last card is drawn anew (CH-49 to CH-51); if that also fails, the "
                    "first result stands (CHA-17)."
                ),
            ),
            tr("There is not enough Stamina to Knuckle Down (CH-49)."),
            {
                Act.PASS: Description(tr("Leave it"), "", "", tr("the failure stands")),
                Act.KNUCKLE: _paid(
                    Description(tr("Knuckle Down"), "", tr("2 Stamina"), tr("draw the last card anew")),
                    stamina=attempts.KNUCKLE_COST,
                ),
            },
        ),
    },
    describe.SHARED,
)
