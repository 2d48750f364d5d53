"""How every decision is put to people."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.core.decisions import Wording, Words
from throwdown.envs.core.kit import NONE, Description, Setup, tr
from throwdown.envs.showdown import decks, stack, steps, table
from throwdown.envs.showdown.actions import Act
from throwdown.envs.showdown.decisions import ANYBODY, DECISIONS
from throwdown.envs.showdown.state import BACK, CARDS, FRONT, INITIALS, SLOTS, TEXTS, Phase, Side, State
from throwdown.envs.showdown.words import describe, names

ACTION = tr("1 Action")
ONLY = tr("It is the only legal choice.")
"""Why there is but one answer, where there is no more to be said."""


def _of(form: str) -> Callable[[State, Setup], str]:
    """Return what puts into a text what the decision is about, and the Tic."""
    return lambda s, setup: form.format(what=names.asked(s, setup), tic=int(s.tic))


def _acting(s: State, setup: Setup) -> str:
    left = int(s.teams[s.seat].actions)
    if left:
        return tr("take an Action ({n} left)", n=left)
    return tr("no Action is left; flip, switch, or end the Step")


def _aiming(s: State, setup: Setup) -> str:
    what, left = names.asked(s, setup), int(s.left)
    if left > 1:
        return tr("choose {n} targets for {what}", what=what, n=left)
    return tr("choose a target for {what}", what=what)


# What their answers are --------------------------------------------------------------------------------------------


def _fill(s: State, k: int, setup: Setup) -> Description:
    n = int(decks.handsize(s, int(s.seat))) - int(s.teams[s.seat].hand_n)
    return Description(tr("Fill the hand"), "", ACTION, names.drawn(max(0, n)))


def _flip(s: State, k: int, setup: Setup) -> Description:
    """Return what flipping an Initial Card is."""
    side = int(s.seat)
    if k >= len(setup.config[names.SIDES[side]]["initials"]):
        return Description(tr("Flip"), tr("Initial Card {n}", n=k + 1))
    c = int(steps.initial_at(s, side, k))
    now = int(s.characters[c].card) if c >= 0 else side * CARDS + FRONT + k
    other = now + INITIALS if now % CARDS < BACK else now - INITIALS
    name, to = names.card_name(now, setup), names.card_name(other, setup)
    does = names.card_text(names.printed(other, setup), side == Side.VILLAINS)
    does = does if to == name else tr(", ").join((to, does))
    return Description(tr("Flip"), name, "", does, on=names.character(s, c, setup) if c >= 0 else "")


def _switch(s: State, k: int, setup: Setup) -> Description:
    """Return what switching a Ship Vehicle is."""
    side = int(s.seat)
    c = int(steps.ship_at(s, side, k))
    if c < 0:
        return Description(tr("Switch"), tr("Ship {n}", n=k + 1))
    who = names.character(s, c, setup)
    if s.characters[c].is_active:
        return Description(tr("Switch"), tr("off the Ship of {who}", who=who), on=who)
    return Description(tr("Switch"), tr("on the Ship of {who}", who=who), on=who)


def _employ(s: State, k: int, setup: Setup) -> Description:
    c = describe.character(s, Act.OWN, k)
    name, card = names.character(s, c, setup), int(s.characters[c].card)
    if card == NONE:
        return Description(tr("Choose"), name)
    is_villain, texts = c >= SLOTS, names.printed(card, setup)["texts"]
    does = [names.effects_text(text, is_villain) for text in texts if text["when"] == "employ"]
    return Description(tr("Employ"), name, "", does[0] if does else "", on=name)


def _stop(s: State, k: int, setup: Setup) -> Description:
    """Return what a place of the opposing Stack is."""
    side = int(s.seat)
    if s.is_sealed or k >= int(s.teams[1 - side].stack_n):
        return Description(tr("Stop"), tr("place {n} of the opposing Stack", n=k + 1))
    at = (1 - side) * SLOTS + k
    entry = s.stack[at]
    text = names.printed(int(entry.card), setup)["texts"][int(entry.text)]
    name = names.card_name(int(entry.card), setup)
    same = [
        j for j in range(int(s.teams[1 - side].stack_n)) if s.stack[(1 - side) * SLOTS + j].card == entry.card
    ]
    if len(same) > 1:
        name = tr("{card}, place {n}", card=name, n=k + 1)
    does = names.effects_text(text, side == Side.HEROES)
    return Description(tr("Stop"), name, "", does, on=names.entry(s, at, setup))


def _borne(s: State, c: int) -> int:
    """Return by how much the Attachment changes a Character's Power; it takes the place of another (SD-99)."""
    own, gear = s.cfg.cards[int(s.card)], s.characters[c].gear
    before = int(gear[int(table.gear_of(own))])
    return int(own.power) - (0 if before == NONE else int(s.cfg.cards[before].power))


def _join(s: State, k: int, setup: Setup) -> Description:
    effect = tr("its Power counts, and it may be Wounded")
    return Description(tr("Join"), tr("the Combat"), "", effect, on=names.asked(s, setup) or "")


def _compose_no_more(s: State, k: int, setup: Setup) -> Description:
    if s.teams[s.seat].stack_n > 0:
        return Description(tr("Be done"), "", "", tr("the Stack is composed"))
    return Description(tr("Stage nothing"), "", "", tr("Combat goes on"))


def _ability(s: State, k: int, setup: Setup) -> Description:
    """Return what an Ability of an own Character is."""
    side = int(s.seat)
    c = side * SLOTS + k // TEXTS
    who = names.character(s, c, setup)
    found = int(stack.nth_stageable(s, c, k % TEXTS))
    if found < 0:
        return Description(tr("Use"), tr("Ability {n} of {who}", n=k % TEXTS + 1, who=who))
    gear = found // 2 - 1
    card = int(table.text_card(s, c, gear))
    text = names.printed(card, setup)["texts"][found % 2]
    what = names.ability(who, "" if gear < 0 else names.card_name(card, setup))
    does = names.effects_text(text, side == Side.VILLAINS)
    price = describe.valor(text)
    return Description(tr("Use"), what, price, does, on=who, tag=price)


def _pay(s: State, k: int, setup: Setup) -> Description:
    """Return what paying is."""
    entry = s.stack[int(s.at)]
    text = names.printed(int(entry.card), setup)["texts"][int(entry.text)]
    does = names.effects_text(text, entry.card >= CARDS)
    valor = int(s.teams[s.seat].valor)
    cost = tr("{n} Valor of {valor}", n=text["cost"], valor=valor)
    tag = tr("Valor {now} → {then}", now=valor, then=valor - int(text["cost"]))
    return Description(tr("Pay"), "", cost, does, on=names.entry(s, int(s.at), setup), tag=tag)


WORDS = Words(
    DECISIONS,
    {
        Phase.MULLIGAN: Wording(
            tr("whether to keep the hand"),
            tr("keep the hand, or shuffle it back and draw a new one"),
            (tr("Keep the hand, or shuffle it back once and draw as many cards (SD-25)."),),
            ONLY,
            {
                Act.MULLIGAN: Description(
                    tr("Mulligan"), "", "", tr("shuffle the hand back and draw as many cards")
                ),
                Act.KEEP: Description(tr("Keep"), tr("the hand")),
            },
        ),
        Phase.ACTION: Wording(
            tr("an Action"),
            _acting,
            (
                tr(
                    "You must spend all your Actions as long as any is legal (SD-29, SD-38, SHO-17): play a "
                    "Main Card, Upgrade, heal or fill the hand; the Villains may also buy the Turn's Combat "
                    "(SD-43)."
                ),
                tr("Flips, Ship switches and a Leader Action cost no Action (SDA-26)."),
            ),
            tr("Nothing else can be done in this Step (SHO-17)."),
            {
                Act.PASS: Description(tr("End the Step"), "", "", tr("the other side goes on")),
                Act.FILL: _fill,
                Act.BUY: Description(
                    tr("Buy a Combat"), "", ACTION, tr("it comes after both Mission Phases")
                ),
                Act.UPGRADE: Description(tr("Upgrade"), "", ACTION, tr("+1 Power, until it is lost")),
                Act.HEAL: Description(tr("Heal"), "", ACTION, tr("a Wounded Character returns to the Table")),
                Act.FLIP: _flip,
                Act.SWITCH: _switch,
            },
        ),
        Phase.BEARER: Wording(
            tr("the bearer of the Attachment"),
            _of(tr("choose the Character that gets {what}")),
            (
                tr(
                    "An Attachment goes onto one of your Characters on the Table that can bear it (SD-97 to "
                    "SD-102, SHO-15)."
                ),
            ),
            ONLY,
            describe.choosing((Act.OWN,), tr("Give it"), tr("to {who}"), _borne),
        ),
        Phase.UPGRADE: Wording(
            tr("the Character to Upgrade"),
            tr("choose the Character to Upgrade"),
            (
                tr(
                    "An Upgrade is +1 Power for one of your Initial Cards or your Super, Wounded or not "
                    "(SD-31, SD-40, SHO-16, SHO-45)."
                ),
            ),
            ONLY,
            describe.choosing((Act.OWN,), tr("Upgrade"), gain=lambda s, c: 1),
        ),
        Phase.HEAL: Wording(
            tr("the Character to heal"),
            tr("choose the Character to heal"),
            (
                tr(
                    "A healed Character returns to the Table; the Villains may also heal Characters of the "
                    "Heroes (SD-32, SD-41)."
                ),
            ),
            ONLY,
            describe.choosing(ANYBODY, tr("Heal")),
        ),
        Phase.WINDOW: Wording(
            tr("a Leader Action after the other side's Action"),
            tr("use the Leader Action after the other side's Action, or pass"),
            (tr("After every Action of the other side you may use a Leader Action (SD-141, SHO-04)."),),
            tr("No Leader Action would change anything now (SHO-04, SHO-05)."),
        ),
        Phase.MISSION: Wording(
            tr("Missions, and Characters to Employ"),
            tr("play Missions, Employ Characters, or end the Mission Phase"),
            (
                tr(
                    "Employ Characters for their effects, and play Missions, each once a game (SD-45, "
                    "SD-142)."
                ),
            ),
            tr("There is neither a Mission to play nor a Character to Employ (SHO-05)."),
            {
                Act.PASS: Description(tr("End the Mission Phase"), "", "", tr("the Turn goes on")),
                Act.OWN: _employ,
            },
        ),
        Phase.EMPLOY: Wording(
            tr("the Character that the Mission Employs"),
            _of(tr("choose the Character that {what} Employs")),
            (
                tr(
                    "This is the Mission's price: an Employed Character does not join the Combat of this "
                    "Turn (SD-107, SHO-20)."
                ),
            ),
            ONLY,
            describe.choosing((Act.OWN,), tr("Employ")),
        ),
        Phase.TARGET: Wording(
            tr("the target of an effect"),
            _aiming,
            (tr("Effects happen in printed order; every effect that is possible is compulsory (SHO-21)."),),
            ONLY,
        ),
        Phase.DROP: Wording(
            tr("the card to discard"),
            _of(tr("choose a card to discard because of {what}")),
            (tr("You choose which card of your hand you discard (SHO-19)."),),
            tr("There is no other card in hand (SHO-19)."),
            {Act.CARD: describe.discard},
        ),
        Phase.STOP: Wording(
            tr("the card that Whiffs"),
            _of(tr("choose the card that Whiffs because of {what}")),
            (tr("The card stays in the Stack and Whiffs (SD-62)."),),
            ONLY,
            {Act.STACK: _stop},
        ),
        Phase.ASSIGN: Wording(
            tr("whether a Character joins the Combat"),
            _of(tr("decide whether {what} joins the Combat")),
            (
                tr(
                    "One Character after the other joins or stays out; the Villains need at least one "
                    "(SD-49, SHO-28)."
                ),
                tr(
                    "The Power of Characters that join gives Valor now and counts at the end of the Combat "
                    "(SD-52, SD-78)."
                ),
            ),
            ONLY,
            {Act.JOIN: _join, Act.STAY: Description(tr("Stay"), tr("out of the Combat"))},
        ),
        Phase.COMPOSE: Wording(
            tr("the cards and Abilities to stage"),
            _of(tr("compose the Stack of Tic {tic} in secret")),
            (
                tr(
                    "Stage, face down, Combat Cards that fit this Tic or any Tic, and Abilities; whether "
                    "you can pay for them does not matter yet (SD-57 to SD-60)."
                ),
                tr(
                    "Combat ends when both sides call it over in one Tic, or from Tic 10 on when nothing is "
                    "staged (SDA-16)."
                ),
            ),
            tr("Nothing else fits this Tic (SD-55)."),
            {
                Act.PASS: _compose_no_more,
                Act.OVER: Description(
                    tr("Call it over"),
                    "",
                    "",
                    tr("stage nothing; Combat ends if the other side does the same"),
                ),
                Act.ABILITY: _ability,
            },
        ),
        Phase.REACT: Wording(
            tr("a Leader Action on the opposing Stack"),
            tr("use a Leader Action on the opposing Stack, or pass"),
            (
                tr(
                    "Between the reveal and the payment a Leader Action may make an opposing card Whiff "
                    "(SD-62)."
                ),
            ),
            tr("You have no card that affects the Stack (SHO-04)."),
        ),
        Phase.PAY: Wording(
            tr("whether to pay"),
            _of(tr("pay for {what}, or let it Whiff")),
            (
                tr("Pay in Valor and choose a target, or let it Whiff (SD-63, SD-64)."),
                tr("MOVEs come first, then SHOOTs, then changes of Power, then the rest (SD-69 to SD-72)."),
            ),
            ONLY,
            {
                Act.PAY: _pay,
                Act.WHIFF: Description(tr("Let it Whiff"), "", "", tr("no Valor, no effect")),
            },
        ),
        Phase.AIM: Wording(
            tr("the target"),
            _of(tr("choose the target of {what}")),
            (
                tr(
                    "A card may be aimed at Characters in Combat, Wounded or not; a MOVE into Combat, at a "
                    "Character outside (SD-65, SD-69, SHO-46)."
                ),
            ),
            ONLY,
            describe.choosing(ANYBODY, tr("Aim"), tr("at {who}")),
        ),
        Phase.LAST: Wording(
            tr("the last Leader Action"),
            tr("use the Leader Action before Powers are compared, or pass"),
            (tr("This is the last opportunity for a Leader Action before Powers are compared (SHO-27)."),),
            tr("No Leader Action would change anything now (SHO-05)."),
        ),
        Phase.DISCARD: Wording(
            tr("the cards to discard"),
            tr("discard Combat Cards, or pass"),
            (
                tr(
                    "At the end of a Turn without a Combat you may discard any number of Combat Cards from "
                    "your hand (SD-83)."
                ),
            ),
            tr("The hand holds no Combat Card (SD-83)."),
            {Act.PASS: Description(tr("Keep"), tr("the rest")), Act.CARD: describe.discard},
        ),
    },
    describe.SHARED,
)
