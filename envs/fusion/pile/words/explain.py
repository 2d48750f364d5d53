"""Why an action is illegal now, in one sentence."""

from __future__ import annotations

from throwdown.envs.core.cards import ACE, FACES
from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.fusion.pile.actions import LAYOUT, Spoil, Start
from throwdown.envs.fusion.pile.state import LAST_TURN, PHASES, State
from throwdown.envs.fusion.pile.words.tasks import task
from throwdown.envs.fusion.words import names, powers, why_not
from throwdown.envs.fusion.world import book, choices
from throwdown.envs.fusion.world.cards import card_name, cards_in
from throwdown.envs.fusion.world.choices import SHARED_ACTIONS
from throwdown.envs.fusion.world.order import BEATS, DIFFERENCE, Ace
from throwdown.envs.fusion.world.terms import COACH, FIRST_PHASE, Faction

TURN = ("turn",)
WHEN: dict[str, tuple[str, ...]] = {
    "initiative": ("lay",),
    "push": TURN,
    "beat-back": TURN,
    "give": ("assist-pass",),
    "stakes": ("stakes",),
    "join": ("side",),
    "oppose": ("side",),
    "sit-out": ("side",),
    "fold": TURN,
    "card-assist": TURN,
    "strike-assist": TURN,
    "recharge": TURN,
    "fusion": TURN,
    "done": ("invite",),
    "consent": ("consent",),
    "decline": ("consent",),
    "invoke": TURN,
    "partner": TURN,
    "spend": ("spoils",),
    "spade": ("spoils",),
    "concession": ("concession",),
    "spoils-done": ("spoils", "concession"),
    "wave": ("turn", "wave"),
    "storm": ("turn", "storm"),
    "omen": TURN,
    "discard": ("discard-one", "pay", "assist-discard", "recharge", "fusion-pay", "drop"),
    "invest": ("invest",),
    "pilot": ("target", "endurance", "invite", "restore", "payload"),
    "threat": ("target", "restore", "payload"),
    "faction": ("target", "payload"),
    "resource": ("target",),
    "commitment": ("commitment", "recover"),
    "buffer": ("buffer",),
    "fan-club": ("buffer",),
    "shift": ("buffer",),
    "accept": ("buffer",),
    "remove-strike": ("invest",),
    "remove-faction": ("fate",),
    "turn-faction": ("fate",),
    "damage": ("damage", "order"),
}
"""The phases in which the actions of each range can be legal; abilities are for a turn or a partner's."""


def explain(s: State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an action is illegal now."""
    label, phase = LAYOUT.labels[action], PHASES[int(s.phase)]
    mover, verb = setup.people[int(s.seat)], label.split(" ", 1)[0]
    if s.over:
        return f"'{label}' comes too late: the Throwdown is over."
    if phase not in WHEN.get(verb, ("turn", "partner")):
        return f"'{label}' does not fit the decision: {mover} is to {task(s, setup)}."
    if s.phase < FIRST_PHASE:
        return why_not.explain_choice(s, action, setup) or f"'{label}' is not available now."
    if action < SHARED_ACTIONS:
        return _shared(s, action, label, phase, setup)
    if action < Start.OTHER:
        return _card(s, action, setup)
    if action < Start.ABILITY:
        return _other(s, verb, label, setup)
    if action < Start.SPOILS:
        return _ability(s, action - Start.ABILITY, label, setup)
    return _spoil(s, verb, label.split(" ")[-1], phase, setup)


# Cards ---------------------------------------------------------------------------------------------------------------


def hands(s: State, p: int) -> list[int]:
    """Return the cards in a hand, a Fusion's partners' included."""
    found = cards_in(s.world.hand[p])
    if s.fused[p] == p:
        for q in range(1, len(s.fused)):
            if q != p and s.fused[q] == p:
                found += cards_in(s.world.hand[q])
    return found


def on_table(s: State, p: int) -> list[int]:
    """Return the cards on the table that a seat may play."""
    w, cfg = s.world, s.cfg
    found = cards_in(w.extra) if p == COACH else []
    for f in range(int(cfg.factions)):
        n, mine = int(w.favor_n[f]), (cfg.favor_coach[f] == 1) == (p == COACH)
        if mine and w.faction[f] == Faction.IN_PLAY and n:
            found.append(int(w.favor[f, n - 1]))
    return found


def _card(s: State, action: int, setup: Setup) -> str:
    p = int(s.seat)
    c = (action - Start.INITIATIVE) % FACES
    name, mover = card_name(c), setup.people[p]
    if c not in hands(s, p):
        if action < Start.PUSH or action >= Start.GIVE:
            return f"{mover} has no {name} in hand."
        if c not in on_table(s, p):
            return f"{mover} has no {name} in hand, and none lies on the table for {mover} to play."
    if action >= Start.GIVE:
        return f"{mover} received {name} by an Assist: it is passed on anyway, and another is added (TP-56, C-60)."
    if s.turns > LAST_TURN:
        return f"After {LAST_TURN} turns only Fold is allowed (C-76)."
    return _beat_back(s, c) if action >= Start.BEAT else _push(s, c)


def _push(s: State, c: int) -> str:
    order, top, name = int(s.cfg.order), int(s.pile_card[int(s.pile_n) - 1]), card_name(c)
    if (int(BEATS[order, top // 4]) >> c) & 1:
        gap = int(DIFFERENCE[order, c // 4, top // 4])
        return f"{name} on {card_name(top)} is a difference of {gap}, beyond Coach's Strike, which binds him (TP-14)."
    if top // 4 == ACE and Ace(order // 2).label == "trump":
        which = "only a Two does" if order % 2 else "nothing does"
        return f"{name} does not beat {card_name(top)}: {which} (CD-15, CD-20)."
    return f"{name} does not beat {card_name(top)}, the top card of the Pile, whoever laid it (TP-71, TP-73)."


def _beat_back(s: State, c: int) -> str:
    top, name = int(s.pile_card[int(s.pile_n) - 1]), card_name(c)
    if s.pile_n - s.pile_down < 2:
        return f"{card_name(top)} is the only face-up card of the Pile: no card would be left on top (C-50)."
    if c // 4 != top // 4:
        return f"{name} does not have the rank of {card_name(top)}, which a Beat-Back needs (TP-60)."
    return f"{name} has a lower suit than {card_name(top)}; a Beat-Back needs an equal or higher one (TP-60)."


# Actions without a card ----------------------------------------------------------------------------------------------


def _other(s: State, verb: str, label: str, setup: Setup) -> str:
    p = int(s.seat)
    mover, what = setup.people[p], label.split(" ")[-1]
    if verb == "stakes":
        thing = "Faction of the Pilots' is in play" if what == "favor" else "Damaged Location is there"
        return f"The Stakes cannot be about that: no {thing} (TP-97)."
    if verb in ("join", "oppose"):
        return f"{mover} cannot {verb} {setup.people[int(s.challenger)]}: the sides here are fixed (TP-21, TP-109)."
    if verb == "invoke":
        return _invoke(s, int(what), setup)
    if p == COACH:
        return f"'{label}' is for Pilots (TP-46, TP-82, TP-77)."
    if verb in ("card-assist", "strike-assist"):
        return _assist(s, verb, mover)
    if verb == "recharge":
        if s.done & 16:
            return f"{mover} has Recharged this turn; no Side action is allowed twice (TP-43)."
        full = s.world.charges[p] >= s.cfg.charge_max[p]
        return f"{mover}'s Charges are full." if full else f"{mover} has no card to discard."
    if verb == "fusion":
        if s.done & 4:
            return f"{mover} has used FUSION! this turn; no Side action is allowed twice (TP-43)."
        return f"{mover} has no un-fused ally left in the Throwdown (TP-77)."
    return _partner(s, p, int(what.split("_")[1]) + 1, setup)


def _invoke(s: State, f: int, setup: Setup) -> str:
    mover, w, cfg = setup.people[int(s.seat)], s.world, s.cfg
    if f >= cfg.factions:
        return f"There is no Faction {f} in this scenario."
    name = names.faction_name(f, setup)
    if s.done & 8:
        return f"{mover} has Invoked a Faction this turn; no Side action is allowed twice (TP-43, C-57)."
    if w.faction[f] != Faction.IN_PLAY or w.favor_n[f] == 0:
        return f"{name} has no face-up card to give (TP-80)."
    return f"{name} is not on the side of {mover} (TP-81)."


def _assist(s: State, verb: str, mover: str) -> str:
    p = int(s.seat)
    if s.turns > LAST_TURN:
        return f"After {LAST_TURN} turns only Fold is allowed (C-76)."
    own = len(hands(s, p)) - len(cards_in(s.received[p]))
    need = 2 if verb == "card-assist" else 1
    if own < need:
        return f"{mover} has {own} card(s) of her own; a {verb} takes {need} (TP-52, TP-53, C-60)."
    return f"{mover} has no ally left in the rotation to Assist (C-62)."


def _partner(s: State, p: int, q: int, setup: Setup) -> str:
    who = setup.people[q] if q < len(setup.people) else f"Pilot {q - 1}"
    if q >= len(setup.seats) or q == p or s.fused[q] != p or s.fused[p] != p:
        return f"{who} is not a partner in a Lesser Fusion of {setup.people[p]} (TP-77)."
    return f"{setup.people[q]} has no Tech that can be used now (TP-77)."


def _ability(s: State, k: int, label: str, setup: Setup) -> str:
    p = int(s.seat)
    mover, owner = setup.people[p], p if s.owner == NONE else int(s.owner)
    if p == COACH:
        return f"'{label}' is for Pilots; Coach has Waves, Storms and Omens (TP-47)."
    if k > book.Page.CHARGE_TECHS + 1:
        return f"The Location has no such boon for {mover} now (SY-16)."
    if not (int(s.cfg.assists[owner]) >> k) & 1:
        return f"{setup.people[owner]} has nothing called '{label}' (TP-48)."
    name = powers.name(book.PAGE * owner + k, setup)
    if owner != p and book.Page.ACTIVATE <= k <= book.Page.SUMMON:
        return f"{mover} may use only the Techs of a partner, not {name} (TP-77)."
    if book.Page.ACTIVATE <= k < book.Page.SUMMON and s.done & (1 if k < book.Page.SACRIFICE else 2):
        return f"{mover} has done that with a piece of Gear this turn; no Side action is allowed twice (TP-43, C-57)."
    if (int(s.conflict.turn_used[owner]) >> k) & 1 or (int(s.conflict.used[owner]) >> k) & 1:
        return f"{name} has been used (TP-43, TP-76, TP-84)."
    return f"{name} cannot be used now: what it costs or needs is missing (TP-48, TP-85)."


# Spoils --------------------------------------------------------------------------------------------------------------


def _spoil(s: State, verb: str, effect: str, phase: str, setup: Setup) -> str:
    reasons = {
        "trauma": "nobody on the other side could suffer it (TP-93)",
        "ruin": "it takes Robos or a Big Giant Monster, and a Location that is not razed (TP-94)",
        "restore": "no Buffer of that side is spent (TP-96)",
        "favor": "the Stakes were not about a Faction's favor, or no Faction could take a card (TP-97)",
        "rebuild": "the Stakes were not about a Damaged Location (TP-97)",
    }
    reason = reasons.get(effect, f"no +{effect.split('-')[-1].capitalize()} is coming to that side (TP-95)")
    if verb in ("spend", "spade") and Spoil.of(effect) >= 0:
        suit = "Spade" if verb == "spade" else "card of the suit that pays for it"
        reason += f", or no {suit} is left in the Pile"
    return f"'{effect}' is not available: {reason}."


# The shared decisions ------------------------------------------------------------------------------------------------


def _shared(s: State, action: int, label: str, phase: str, setup: Setup) -> str:
    """Return why a shared action is illegal in a phase of this game."""
    verb, what, mover = label.split(" ")[0], label.split(" ")[-1], setup.people[int(s.seat)]
    if choices.Start.DISCARD <= action < choices.Start.INVEST:
        return _discard(s, action - choices.Start.DISCARD, phase, mover)
    if verb in ("wave", "storm", "omen"):
        return _wave(s, verb, what, setup)
    if phase == "invite":
        return f"{what} cannot be invited: she is not an un-fused ally in the rotation, or was asked already (TP-77)."
    return f"'{label}' cannot be a target now (TP-96, TP-101)."


def _discard(s: State, c: int, phase: str, mover: str) -> str:
    name, p = card_name(c), int(s.seat)
    held = hands(s, p) if phase in ("assist-discard", "recharge", "fusion-pay") else cards_in(s.world.hand[p])
    if c not in held:
        return f"{mover} has no {name} in hand."
    if phase == "assist-discard":
        return f"{mover} received {name} by an Assist; it must be passed on (C-60)."
    return f"{name} is not the kind of card that pays or fits here (TP-86, OP-01)."


def _wave(s: State, verb: str, what: str, setup: Setup) -> str:
    if s.seat != COACH:
        return f"{verb.capitalize()}s are only for Coach (TP-86)."
    if verb == "omen":
        return "Coach has no Active Omen, or that Escalation Event is not there or used up (SY-29)."
    t = int(what.split(".")[0])
    if t >= s.cfg.threats or s.world.rating[t] == 0:
        return f"Threat {t} is not in play (TP-86)."
    price = "one Face card" if verb == "wave" else "three Face cards"
    threat = names.threat_name(t, setup)
    return f"{threat} has no such {verb}, it was used this turn, or {price} is missing (TP-86, TP-87)."
