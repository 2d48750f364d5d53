"""Scenarios as setups: found, read, checked, given options and written into what the rules read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from throwdown.envs.core import catalogue, kit, scenarios
from throwdown.envs.showdown import state as st
from throwdown.envs.showdown.sheets import cards, library, sheet

FILES = scenarios.ScenarioFiles(
    library.CONTENT / "scenarios", cards.Sheet, sheet.Scenario, sheet.Options, sheet.PLAIN
)
DEFAULT = "showdown"
"""The scenario that is played if none is named."""


def load(scenario: Any, options: Mapping[str, Any], name: str = kit.CUSTOM) -> tuple[str, sheet.Scenario]:
    """Return the name and the sheet of a scenario with options.

    Raises:
        InvalidConfig: there is no such scenario or option, or a field is wrong.
    """
    name, data, own = FILES.read(scenario, options, name)
    data = library.resolve(data | own, f"Scenario '{name}'", scenarios.file_of(scenario))
    return name, FILES.check(name, data)


def make_setup(
    game: kit.Game, scenario: Any, options: Mapping[str, Any], name: str = kit.CUSTOM
) -> kit.Setup:
    """Return the setup of a scenario with options.

    Raises:
        InvalidConfig: there is no such scenario or option, or a field is wrong.
    """
    name, found = load(scenario, options, name)
    template = game.state.blank()
    write(found, kit.row(template))
    return kit.Setup(
        game=game,
        scenario=name,
        seats=("heroes_0", "villains_0"),
        roles=("heroes", "villains"),
        template=template,
        config=found.model_dump(mode="json"),
        counts={"hero": sheet.slots_of(found.heroes), "villain": sheet.slots_of(found.villains)},
        people=(catalogue.tr("Heroes"), catalogue.tr("Villains")),
    )


def write(found: sheet.Scenario, s: st.State) -> None:
    """Write a scenario into a state."""
    cfg = s.cfg
    cfg.turns, cfg.wounds, cfg.handsize = found.turns, found.wounds, found.handsize
    cfg.actions[:] = found.hero_actions, found.villain_actions
    cfg.bonus_valor, cfg.quiet_tic, cfg.mulligan = found.bonus_valor, found.quiet_tic, found.mulligan
    cfg.wound_losers, cfg.wounded_power = found.wound_scope == "losers", found.wounded_power == "counts"
    terms = found.terms()
    for side, deck in enumerate((found.heroes, found.villains)):
        cfg.deck[side, : len(deck.cards)] = [card.copies for card in deck.cards]
        cfg.initials[side], cfg.slots[side] = len(deck.initials), sheet.slots_of(deck)
        cards = deck.printed()
        cfg.whiffs[side] = any(
            effect.do == "whiff"
            for card in cards
            if card is not None
            for text in card.texts
            for effect in text.effects
        )
        names = sheet.names_of(cards)
        for k, card in enumerate(cards):
            if card is not None:
                own = cfg.cards[side * st.CARDS + k]
                _write_card(card, own, terms)
                own.name = names[k]
        for k, initial in enumerate(deck.initials):
            cfg.cards[side * st.CARDS + st.FRONT + k].drama = initial.drama


def _write_card(card: cards.Printed, own: st.Card, terms: Sequence[str]) -> None:
    own.kind = _kind(card)
    own.power = card.power
    own.classes = sum(1 << member for member in st.Class if member.label in _labels(card))
    own.words = sum(1 << i for i, term in enumerate(terms) if cards.contains(card, term))
    if isinstance(
        card, cards.CardSheet
    ):  # Initial Cards ignore Keywords, Leaders' are met at the start (SD-14, SD-16)
        own.keyword = terms.index(card.keyword) if card.keyword else kit.NONE
        own.requires = terms.index(card.requires) if card.requires else kit.NONE
    for k, text in enumerate(card.texts):
        to = own.texts[k]
        to.when, to.cost, to.price = st.When.of(text.when), text.cost, text.employ
        to.initiative = 0 if text.initiative == "X" else text.initiative
        for e, effect in enumerate(text.effects):
            to.effects[e].op, to.effects[e].who = st.Op.of(effect.do), st.Who.of(effect.who)
            to.effects[e].amount = effect.amount


def _kind(card: cards.Printed) -> st.Kind:
    if isinstance(card, cards.CardSheet):
        return st.Kind.of(card.kind)
    return st.Kind.LEADER if isinstance(card, cards.LeaderSheet) else st.Kind.INITIAL


def _labels(card: cards.Printed) -> set[str]:
    return {name.lower() for name in cards.classes_of(card)}
