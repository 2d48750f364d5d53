"""The actions of the pile edition as people read them: name, card or target, cost, effect."""

from __future__ import annotations

from collections.abc import Mapping

from throwdown.envs.core.kit import NONE, Description, Setup, tr
from throwdown.envs.fusion.pile.actions import ABILITIES, LAYOUT, Spoil
from throwdown.envs.fusion.pile.state import PHASES, State
from throwdown.envs.fusion.pile.words.labels import SPOIL_WORDS, STAKES
from throwdown.envs.fusion.words import describe as shared, names
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.cards import card_id, card_name
from throwdown.envs.fusion.world.order import DIFFERENCE, MAX_STRIKE
from throwdown.envs.fusion.world.terms import COACH, Robo


def strike(s: State, p: int) -> int:
    """Return a participant's Strike now: `table.strike_of` in plain Python, for records that are no arrays."""
    c, cfg, gear = s.conflict, s.cfg, int(s.world.gear[p])
    n = int(c.strike[p]) + int(s.modifier[p]) + int(c.bonus[p])
    if p != COACH:
        n += sum(int(cfg.gear_strike[p, g]) for g in range(book.MAX_GEAR) if (gear >> g) & 1)
        n += int(cfg.rider[p]) if c.robo[p] == Robo.SUMMONED else 0
        n += sum(int(c.bonus[q]) for q in range(1, 8) if q != p and s.fused[p] == p == s.fused[q])
    return max(0, min(MAX_STRIKE, n))


def _push(s: State, what: str, setup: Setup) -> Description:
    p = int(s.seat)
    if PHASES[int(s.phase)] != "turn" or p == COACH or s.pile_n == 0:
        return Description(tr("Push"), what, "", tr("beats the top card"))
    gap = int(DIFFERENCE[int(s.cfg.order), card_id(what) >> 2, int(s.pile_card[int(s.pile_n) - 1]) >> 2])
    if gap > strike(s, p):
        effect = tr("Dissonant, beyond Strike {n}: causes Strife", n=strike(s, p))
        return Description(tr("Push"), what, "", effect, "costly")
    return Description(tr("Push"), what, "", tr("beats the top card"))


def _beat_back(s: State, what: str, setup: Setup) -> Description:
    top = card_name(int(s.pile_card[int(s.pile_n) - 1])) if s.pile_n else tr("the top card")
    return Description(tr("Beat-Back"), what, "", tr("tucks {card} and itself under the Pile", card=top))


def _ability(verb: str) -> shared.Describe:
    def describe(s: State, what: str, setup: Setup) -> Description:
        owner = int(s.seat) if s.owner == NONE else int(s.owner)
        return shared.ability_of(owner, verb, what, setup)

    return describe


def _attack(verb: str) -> shared.Describe:
    """Return what describes a Wave or a Storm, with its price where Coach pays one (TP-86)."""

    def describe(s: State, what: str, setup: Setup) -> Description:
        found = shared.SHARED[verb](s, what, setup)
        is_paid = PHASES[int(s.phase)] == "turn" and bool(found.effect)
        price = tr("a face card") if verb == "wave" else tr("3 face cards")
        return found._replace(cost=price) if is_paid else found

    return describe


def _spoil(verb: str) -> shared.Describe:
    """Return what describes an effect that a card of the final Pile buys."""
    spade = tr("a Spade, which lets the loser add an effect") if verb == "spade" else ""
    suits = (tr("a Club"), tr("a Diamond"), tr("a Heart"))

    def describe(s: State, what: str, setup: Setup) -> Description:
        kind = Spoil(Spoil.of(what))
        price = suits[(kind > 1) + (kind > 6)] if verb == "spend" else spade
        return Description(SPOIL_WORDS[kind].name, "", price, SPOIL_WORDS[kind].effect)

    return describe


def _fusion(s: State, what: str, setup: Setup) -> Description:
    if s.fused[s.seat] == NONE:
        effect = tr("a Lesser Fusion: allies who consent share hands, Charges and Techs")
        return Description(tr("FUSION!"), "", "", effect)
    return Description(tr("Break the Fusion"), "", "", tr("everybody has her own cards again"))


def _stakes(s: State, what: str, setup: Setup) -> Description:
    return Description(tr("Stakes: {stakes}", stakes=STAKES[what]), "", "", _ABOUT[what])


def _plain(name: str, effect: str = "", cost: str = "") -> shared.Describe:
    return lambda s, what, setup: Description(name, "", cost, effect)


_ABOUT = {
    "fight": tr("whatever is at hand"),
    "favor": tr("a Faction's favor: Hearts may buy +Favor"),
    "repair": tr("the Damaged Location: Hearts may buy +Rebuild"),
}

DESCRIBE: Mapping[str, shared.Describe] = {
    **shared.SHARED,
    "initiative": lambda s, what, setup: Description(
        tr("Lay"), what, "", tr("face-down as your initiative card")
    ),
    "push": _push,
    "beat-back": _beat_back,
    "give": lambda s, what, setup: Description(tr("Pass on"), what, "", tr("to the next ally")),
    "stakes": _stakes,
    "join": _plain(tr("Join"), tr("take the challenger's side")),
    "oppose": _plain(tr("Oppose"), tr("take the side against the challenger")),
    "sit-out": _plain(tr("Sit out"), tr("take no part")),
    "fold": _plain(tr("Fold"), tr("leave the Throwdown for good; Main action")),
    "card-assist": _plain(
        tr("Card-Assist"), tr("pass another card to the next ally; Main action"), tr("a card")
    ),
    "strike-assist": _plain(
        tr("Strike-Assist"), tr("change the next ally's Strike; Main action"), tr("a card")
    ),
    "recharge": _plain(
        tr("Recharge"), tr("Charges by its suit: Clubs 1, Diamonds 2, Hearts 3, Spades 4"), tr("a card")
    ),
    "fusion": _fusion,
    "done": _plain(tr("Done"), tr("invite nobody else")),
    "consent": _plain(tr("Consent"), tr("enter the Lesser Fusion")),
    "decline": _plain(tr("Decline"), tr("stay out of the Lesser Fusion")),
    "invoke": shared.with_thing(tr("Invoke"), names.faction_name, tr("take its face-up card into the Hand")),
    "partner": shared.with_person(tr("Partner"), tr("use one of her Techs in the Fusion")),
    **{verb: _ability(verb) for verb in dict.fromkeys(label.split(" ")[0] for label in ABILITIES)},
    "spend": _spoil("spend"),
    "spade": _spoil("spade"),
    "concession": _spoil("concession"),
    "spoils-done": _plain(tr("Done"), tr("no more effects")),
    "wave": _attack("wave"),
    "storm": _attack("storm"),
}
"""What describes the actions, by their verbs."""


def describe(s: State, action: int, setup: Setup) -> Description:
    """Return what an action of the seat to move is to people."""
    return shared.describe(DESCRIBE, s, LAYOUT.labels[action], setup)
