"""The actions of the pile edition as people read them: name, card or target, cost, effect."""

from __future__ import annotations

from collections.abc import Mapping

from throwdown.envs.core.kit import NONE, Description, Setup
from throwdown.envs.fusion.pile.actions import ABILITIES, CANCELLED, LAYOUT, Spoil
from throwdown.envs.fusion.pile.state import PHASES, State
from throwdown.envs.fusion.words import describe as shared, names
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.cards import card_id, card_name
from throwdown.envs.fusion.world.order import DIFFERENCE, MAX_STRIKE
from throwdown.envs.fusion.world.terms import COACH, Robo

CANCELS = tuple(
    f"strikes one {book.Kind(kind).label.capitalize()} off your own Payload" for kind in CANCELLED
)
BOUGHT = dict(
    zip(
        Spoil,
        (
            "adds +Trauma to the other side's Payload",
            "adds +Ruin to the other side's Payload",
            *CANCELS,
            "a spent Buffer of your side returns",
            "a card for a Faction of your side",
            "the Damaged Location stands again",
        ),
        strict=True,
    )
)
"""What a card of the final Pile buys (TP-93 to TP-97)."""


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
        return Description("Push", what, "", "beats the top card")
    gap = int(DIFFERENCE[int(s.cfg.order), card_id(what) >> 2, int(s.pile_card[int(s.pile_n) - 1]) >> 2])
    if gap > strike(s, p):
        effect = f"Dissonant, beyond Strike {strike(s, p)}: causes Strife"
        return Description("Push", what, "", effect, "costly")
    return Description("Push", what, "", "beats the top card")


def _beat_back(s: State, what: str, setup: Setup) -> Description:
    top = card_name(int(s.pile_card[int(s.pile_n) - 1])) if s.pile_n else "the top card"
    return Description("Beat-Back", what, "", f"tucks {top} and itself under the Pile")


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
        return found._replace(cost="a face card" if verb == "wave" else "3 face cards") if is_paid else found

    return describe


def _spoil(verb: str) -> shared.Describe:
    """Return what describes an effect that a card of the final Pile buys."""
    how = {"spend": "", "spade": "a Spade, which lets the loser add an effect", "concession": ""}[verb]

    def describe(s: State, what: str, setup: Setup) -> Description:
        kind = Spoil.of(what)
        suit = "" if verb != "spend" else ("a Club", "a Diamond", "a Heart")[min(2, (kind > 1) + (kind > 6))]
        return Description(names.first_upper(what.replace("-", " ")), "", how or suit, BOUGHT[Spoil(kind)])

    return describe


def _fusion(s: State, what: str, setup: Setup) -> Description:
    if s.fused[s.seat] == NONE:
        return Description(
            "FUSION!", "", "", "a Lesser Fusion: allies who consent share hands, Charges and Techs"
        )
    return Description("Break the Fusion", "", "", "everybody has her own cards again")


def _plain(name: str, effect: str = "", cost: str = "") -> shared.Describe:
    return lambda s, what, setup: Description(name, "", cost, effect)


_STAKES = {
    "fight": "whatever is at hand",
    "favor": "a Faction's favor: Hearts may buy +Favor",
    "repair": "the Damaged Location: Hearts may buy +Rebuild",
}

DESCRIBE: Mapping[str, shared.Describe] = {
    **shared.SHARED,
    "initiative": lambda s, what, setup: Description("Lay", what, "", "face-down as your initiative card"),
    "push": _push,
    "beat-back": _beat_back,
    "give": lambda s, what, setup: Description("Pass on", what, "", "to the next ally"),
    "stakes": lambda s, what, setup: Description(f"Stakes: {what}", "", "", _STAKES[what]),
    "join": _plain("Join", "take the challenger's side"),
    "oppose": _plain("Oppose", "take the side against the challenger"),
    "sit-out": _plain("Sit out", "take no part"),
    "fold": _plain("Fold", "leave the Throwdown for good; Main action"),
    "card-assist": _plain("Card-Assist", "pass another card to the next ally; Main action", "a card"),
    "strike-assist": _plain("Strike-Assist", "change the next ally's Strike; Main action", "a card"),
    "recharge": _plain("Recharge", "Charges by its suit: Clubs 1, Diamonds 2, Hearts 3, Spades 4", "a card"),
    "fusion": _fusion,
    "done": _plain("Done", "invite nobody else"),
    "consent": _plain("Consent", "enter the Lesser Fusion"),
    "decline": _plain("Decline", "stay out of the Lesser Fusion"),
    "invoke": lambda s, what, setup: Description(
        "Invoke", names.faction_name(int(what), setup), "", "take its face-up card into the Hand"
    ),
    "partner": lambda s, what, setup: Description(
        "Partner", shared.person(what, setup), "", "use one of her Techs in the Fusion"
    ),
    **{verb: _ability(verb) for verb in dict.fromkeys(label.split(" ")[0] for label in ABILITIES)},
    "spend": _spoil("spend"),
    "spade": _spoil("spade"),
    "concession": _spoil("concession"),
    "spoils-done": _plain("Done", "no more effects"),
    "wave": _attack("wave"),
    "storm": _attack("storm"),
}
"""What describes the actions, by their verbs."""


def describe(s: State, action: int, setup: Setup) -> Description:
    """Return what an action of the seat to move is to people."""
    verb, _, what = LAYOUT.labels[action].partition(" ")
    return DESCRIBE[verb](s, what, setup)
