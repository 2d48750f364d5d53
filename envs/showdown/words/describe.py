"""What actions are to people that several decisions share: their names, costs and effects."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.core.decisions import Answer
from throwdown.envs.core.kit import NONE, Description, Setup, tr
from throwdown.envs.showdown import table
from throwdown.envs.showdown.actions import Act
from throwdown.envs.showdown.decisions import ANYBODY
from throwdown.envs.showdown.state import CARDS, LEADER, Side, State
from throwdown.envs.showdown.words import names

LEADER_ACTION = tr("the Leader Action")


def play(s: State, k: int, setup: Setup) -> Description:
    """Return what playing or staging a card of the own list is."""
    card = int(s.seat) * CARDS + k
    if not names.is_card(card, setup):
        return Description(tr("Play"), tr("card {n}", n=k + 1))
    own, is_villain = names.printed(card, setup), s.seat == Side.VILLAINS
    name, kind = names.card_name(card, setup), own["kind"]
    if kind == "mission":
        return Description(tr("Play"), name, "", names.text_line(own["texts"][0], is_villain), on=name)
    if kind in ("event", "combat"):
        does = names.effects_text(own["texts"][0], is_villain)
        if kind == "event":
            return Description(tr("Play"), name, LEADER_ACTION, does, on=name)
        price = valor(own["texts"][0])
        return Description(tr("Stage"), name, price, does, on=name, tag=price)
    verb = tr("Play") if kind == "ally" else tr("Attach")
    return Description(verb, name, tr("1 Action"), names.card_text(own, is_villain), on=name)


def discard(s: State, k: int, setup: Setup) -> Description:
    """Return what discarding a card of the own list is."""
    card = int(s.seat) * CARDS + k
    if not names.is_card(card, setup):
        return Description(tr("Play"), tr("card {n}", n=k + 1))
    name = names.card_name(card, setup)
    text = names.card_text(names.printed(card, setup), s.seat == Side.VILLAINS)
    return Description(tr("Discard"), name, "", text, on=name)


def valor(text: names.Data) -> str:
    """Return what a text costs."""
    return tr("{n} Valor", n=text["cost"])


def _leader(s: State, k: int, setup: Setup) -> Description:
    side = int(s.seat)
    card = side * CARDS + LEADER
    texts = names.printed(card, setup)["texts"]
    if k >= len(texts):
        return Description(tr("Leader Action"), f"{k + 1}")
    does, name = names.effects_text(texts[k], side == Side.VILLAINS), names.card_name(card, setup)
    if len(texts) > 1:
        name = tr("{leader}, text {n}", leader=name, n=k + 1)
    return Description(tr("Use"), name, LEADER_ACTION, does)


def character(s: State, act: Act, k: int) -> int:
    """Return the Character that an action names."""
    return int(table.facing(int(s.seat), int(act) - int(Act.OWN) + k))


Gain = Callable[[State, int], int]
"""Returns by how much a choice changes the Power of a Character."""


def no_gain(s: State, c: int) -> int:
    """Return that a choice leaves the Power of a Character as it is."""
    return 0


def choosing(
    acts: tuple[Act, ...], verb: str, form: str = "{who}", gain: Gain = no_gain
) -> dict[Act, Answer]:
    """Return what describes the choice of a Character."""

    def of(act: Act) -> Answer:
        def describe(s: State, k: int, setup: Setup) -> Description:
            c = character(s, act, k)
            name = names.character(s, c, setup)
            if s.characters[c].card == NONE:
                return Description(tr("Choose"), name)
            now, more = int(table.power(s, c)), gain(s, c)
            if not more:
                effect = tr("Power {n}", n=now)
                return Description(verb, form.format(who=name), "", effect, on=name, tag=effect)
            effect = tr("Power {now} → {then}", now=now, then=now + more)
            told = Description(verb, form.format(who=name), "", effect, on=name, tag=effect)
            return told._replace(then=((tr("Power"), now + more),))

        return describe

    return {act: of(act) for act in acts}


SHARED: dict[Act, Answer] = {
    Act.PASS: Description(tr("Pass"), "", "", tr("keep the Leader Action")),
    Act.CARD: play,
    Act.LEADER: _leader,
    **choosing(ANYBODY, tr("Choose")),
}
"""The actions that mean the same in every decision that does not say otherwise."""
