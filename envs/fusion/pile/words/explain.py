"""Why an action is illegal now, in one sentence."""

from __future__ import annotations

from throwdown.envs.core.cards import ACE
from throwdown.envs.core.kit import NONE, Actions, Setup, plural, tr
from throwdown.envs.fusion.pile.actions import FIRST_BOON, LAYOUT, Act, Spoil
from throwdown.envs.fusion.pile.decisions import DECISIONS
from throwdown.envs.fusion.pile.state import LAST_TURN, Did, Phase, State
from throwdown.envs.fusion.pile.words import labels
from throwdown.envs.fusion.pile.words.decisions import WORDS
from throwdown.envs.fusion.words import names, powers, why_not
from throwdown.envs.fusion.words.decisions import CHOICES
from throwdown.envs.fusion.world import book, choices
from throwdown.envs.fusion.world.cards import card_name, cards_in
from throwdown.envs.fusion.world.order import BEATS, DIFFERENCE, Ace
from throwdown.envs.fusion.world.terms import COACH, Faction


def explain(s: State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an action is illegal now."""
    refused = DECISIONS.refused(s, action)
    if refused:
        return refused
    return WORDS.not_asked(s, action) or _why_not(s, action, LAYOUT.labels[action], setup)


def _why_not(s: State, action: int, label: str, setup: Setup) -> str:
    """Return why an action is illegal that can answer what is asked."""
    if s.phase in CHOICES:
        reason = why_not.explain_choice(s, action, setup)
        return reason or tr("'{label}' is not available now.", label=label)
    act = LAYOUT.act_of(action)
    if isinstance(act, choices.Act):
        return _shared(s, action, label, setup)
    if act in _CARDS:
        return _card(s, act, action - act, setup)
    if act == Act.ABILITY:
        return _ability(s, action - act, label, setup)
    if act in (Act.SPEND, Act.SPADE, Act.CONCESSION):
        return _spoil(act.label, label.split(" ")[-1])
    return _other(s, act.label, label, setup)


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
        n, mine = int(w.favor_n[f]), cfg.favor_coach[f] == (p == COACH)
        if mine and w.faction[f] == Faction.IN_PLAY and n:
            found.append(int(w.favor[f, n - 1]))
    return found


_CARDS = (Act.INITIATIVE, Act.PUSH, Act.BEAT_BACK, Act.GIVE)


def _card(s: State, act: Actions, c: int, setup: Setup) -> str:
    p = int(s.seat)
    name, mover = card_name(c), setup.people[p]
    if c not in hands(s, p):
        if act in (Act.INITIATIVE, Act.GIVE):
            return tr("{who} has no {card} in hand.", who=mover, card=name)
        if c not in on_table(s, p):
            return tr(
                "{who} has no {card} in hand, and there is none on the table for {who} to play.",
                who=mover,
                card=name,
            )
    if act == Act.GIVE:
        return tr(
            "{who} received {card} by an Assist: it is passed on in any case, and another card must be "
            "added (TP-56, C-60).",
            who=mover,
            card=name,
        )
    if s.turns > LAST_TURN:
        return tr("After {n} turns only Fold is allowed (C-76).", n=LAST_TURN)
    return _beat_back(s, c) if act == Act.BEAT_BACK else _push(s, c)


def _push(s: State, c: int) -> str:
    order, at = int(s.cfg.order), int(s.pile_card[int(s.pile_n) - 1])
    card, top = card_name(c), card_name(at)
    if (int(BEATS[order, at // 4]) >> c) & 1:
        return tr(
            "{card} on {top} is a difference of {n}, beyond Coach's Strike, which is a hard limit (TP-14).",
            card=card,
            top=top,
            n=int(DIFFERENCE[order, c // 4, at // 4]),
        )
    if at // 4 == ACE and Ace(order // 2).label == "trump":
        if order % 2:
            return tr("{card} does not beat {top}: only a Two does (CD-15, CD-20).", card=card, top=top)
        return tr("{card} does not beat {top}: nothing does (CD-15, CD-20).", card=card, top=top)
    return tr(
        "{card} does not beat {top}, the top card of the Pile, whoever laid it (TP-71, TP-73).",
        card=card,
        top=top,
    )


def _beat_back(s: State, c: int) -> str:
    at = int(s.pile_card[int(s.pile_n) - 1])
    card, top = card_name(c), card_name(at)
    if s.pile_n - s.pile_down < 2:
        return tr("{top} is the only face-up card of the Pile: no card would be left on top (C-50).", top=top)
    if c // 4 != at // 4:
        return tr(
            "{card} does not have the rank of {top}, which a Beat-Back needs (TP-60).", card=card, top=top
        )
    return tr(
        "{card} has a lower suit than {top}; a Beat-Back needs an equal or higher one (TP-60).",
        card=card,
        top=top,
    )


# Actions without a card ----------------------------------------------------------------------------------------------


def _other(s: State, verb: str, label: str, setup: Setup) -> str:
    p = int(s.seat)
    mover, what = setup.people[p], label.split(" ")[-1]
    if verb == "stakes":
        if what == "favor":
            return tr("These Stakes are not possible: no Faction of the Pilots is in play (TP-97).")
        return tr("These Stakes are not possible: there is no Damaged Location (TP-97).")
    if verb in ("join", "oppose"):
        return _fixed_side(s, verb, setup)
    if verb == "invoke":
        return _invoke(s, int(what), setup)
    if p == COACH:
        return tr("'{label}' is for Pilots (TP-46, TP-82, TP-77).", label=label)
    if verb in ("card-assist", "strike-assist"):
        return _assist(s, verb, mover)
    if verb == "recharge":
        return _recharge(s, mover)
    if verb == "fusion":
        if s.done & Did.FUSION:
            return tr(
                "{who} has already used FUSION! this turn; no Side action is allowed twice (TP-43).",
                who=mover,
            )
        return tr("{who} has no ally left in the Throwdown who is not in a Lesser Fusion (TP-77).", who=mover)
    return _partner(s, p, int(what.split("_")[1]) + 1, setup)


def _fixed_side(s: State, verb: str, setup: Setup) -> str:
    mover, other = setup.people[int(s.seat)], setup.people[int(s.challenger)]
    if verb == "join":
        return tr(
            "{who} cannot join {other}: the sides here are fixed (TP-21, TP-109).", who=mover, other=other
        )
    return tr(
        "{who} cannot oppose {other}: the sides here are fixed (TP-21, TP-109).", who=mover, other=other
    )


def _recharge(s: State, mover: str) -> str:
    p = int(s.seat)
    if s.done & Did.RECHARGE:
        return tr(
            "{who} has already Recharged this turn; no Side action is allowed twice (TP-43).", who=mover
        )
    if s.world.charges[p] >= s.cfg.charge_max[p]:
        return tr("{who}'s Charges are full.", who=mover)
    return tr("{who} has no card to discard.", who=mover)


def _invoke(s: State, f: int, setup: Setup) -> str:
    mover, w, cfg = setup.people[int(s.seat)], s.world, s.cfg
    if f >= cfg.factions:
        return tr("There is no Faction {n} in this scenario.", n=f)
    name = names.faction_name(f, setup)
    if s.done & Did.INVOKE:
        return tr(
            "{who} has already Invoked a Faction this turn; no Side action is allowed twice (TP-43, C-57).",
            who=mover,
        )
    if w.faction[f] != Faction.IN_PLAY or w.favor_n[f] == 0:
        return tr("{faction} has no face-up card to give (TP-80).", faction=name)
    return tr("{faction} is not on the side of {who} (TP-81).", faction=name, who=mover)


def _assist(s: State, verb: str, mover: str) -> str:
    p = int(s.seat)
    if s.turns > LAST_TURN:
        return tr("After {n} turns only Fold is allowed (C-76).", n=LAST_TURN)
    own = len(hands(s, p)) - len(cards_in(s.received[p]))
    if verb == "card-assist" and own < 2:
        return plural(
            "{who} has {n} card of her own; a Card-Assist needs 2 (TP-52, TP-53, C-60).",
            "{who} has {n} cards of her own; a Card-Assist needs 2 (TP-52, TP-53, C-60).",
            own,
            who=mover,
        )
    if own < 1:
        return tr("{who} has no card of her own; a Strike-Assist needs 1 (TP-52, TP-53, C-60).", who=mover)
    return tr("{who} has no ally left to Assist (C-62).", who=mover)


def _partner(s: State, p: int, q: int, setup: Setup) -> str:
    ally = setup.people[q] if q < len(setup.people) else tr("Pilot {n}", n=q - 1)
    if q >= len(setup.seats) or q == p or s.fused[q] != p or s.fused[p] != p:
        mover = setup.people[p]
        return tr("{ally} is not a partner in a Lesser Fusion of {who} (TP-77).", ally=ally, who=mover)
    return tr("{ally} has no Tech that can be used now (TP-77).", ally=ally)


def _ability(s: State, k: int, label: str, setup: Setup) -> str:
    p = int(s.seat)
    mover, owner = setup.people[p], p if s.owner == NONE else int(s.owner)
    if p == COACH:
        return tr("'{label}' is for Pilots; Coach has Waves, Storms and Omens (TP-47).", label=label)
    if k >= FIRST_BOON:
        return tr("The Location has no such boon for {who} now (SY-16).", who=mover)
    if not (int(s.cfg.assists[owner]) >> k) & 1:
        return tr("{who} has no ability '{label}' (TP-48).", who=setup.people[owner], label=label)
    name = powers.name(book.PAGE * owner + k, setup)
    if owner != p and not (book.TECHS >> k) & 1:
        return tr(
            "{who} may use only the Techs of a partner, not {ability} (TP-77).", who=mover, ability=name
        )
    activates, sacrifices = (book.ACTIVATIONS >> k) & 1, (book.SACRIFICES >> k) & 1
    if (activates and s.done & Did.ACTIVATE) or (sacrifices and s.done & Did.SACRIFICE):
        return tr(
            "{who} has already done that with a piece of Gear this turn; no Side action is allowed twice "
            "(TP-43, C-57).",
            who=mover,
        )
    if (int(s.conflict.turn_used[owner]) >> k) & 1 or (int(s.conflict.used[owner]) >> k) & 1:
        return tr("{ability} has already been used (TP-43, TP-76, TP-84).", ability=name)
    return tr(
        "{ability} cannot be used now: its cost cannot be paid, or something that it needs is missing "
        "(TP-48, TP-85).",
        ability=name,
    )


# Spoils --------------------------------------------------------------------------------------------------------------


_NO_USE = {
    "trauma": tr("nobody on the other side could suffer Trauma (TP-93)"),
    "ruin": tr("Ruin needs Robos or a Big Giant Monster, and a Location that is not Razed (TP-94)"),
    "cancel-strife": tr("no +Strife is in the Payload for that side (TP-95)"),
    "cancel-trauma": tr("no +Trauma is in the Payload for that side (TP-95)"),
    "cancel-purge": tr("no +Purge is in the Payload for that side (TP-95)"),
    "cancel-disfavor": tr("no +Disfavor is in the Payload for that side (TP-95)"),
    "cancel-ruin": tr("no +Ruin is in the Payload for that side (TP-95)"),
    "restore": tr("no Buffer of that side is spent (TP-96)"),
    "favor": tr("the Stakes were not a Faction's favor, or no Faction could take a card (TP-97)"),
    "rebuild": tr("the Stakes were not a Damaged Location (TP-97)"),
}
"""Why an effect would change nothing."""


def _spoil(verb: str, effect: str) -> str:
    reason, effect = _NO_USE[effect], labels.SPOIL_WORDS[Spoil.of(effect)].name
    if verb == "spade":
        return tr(
            "'{effect}' is not available: {reason}, or no Spade is left in the Pile.",
            effect=effect,
            reason=reason,
        )
    if verb == "spend":
        return tr(
            "'{effect}' is not available: {reason}, or no card of the suit that pays for it is left in "
            "the Pile.",
            effect=effect,
            reason=reason,
        )
    return tr("'{effect}' is not available: {reason}.", effect=effect, reason=reason)


# The shared decisions ------------------------------------------------------------------------------------------------


def _shared(s: State, action: int, label: str, setup: Setup) -> str:
    """Return why a shared action is illegal in a phase of this game."""
    verb, what, mover = label.split(" ")[0], label.split(" ")[-1], setup.people[int(s.seat)]
    if LAYOUT.act_of(action) == choices.Act.DISCARD:
        return _discard(s, action - choices.Act.DISCARD, mover)
    if verb in ("wave", "storm", "omen"):
        return _wave(s, verb, what, setup)
    if s.phase == Phase.INVITE and what in setup.seats:
        return tr(
            "{who} cannot be invited: only allies who are still in the Throwdown, in no Lesser Fusion and "
            "not asked yet can be (TP-77).",
            who=setup.people[setup.seat(what)],
        )
    return tr("'{label}' cannot be a target now (TP-96, TP-101).", label=label)


def _discard(s: State, c: int, mover: str) -> str:
    name, p = card_name(c), int(s.seat)
    held = cards_in(s.world.hand[p]) if s.phase == Phase.DROP else hands(s, p)
    if c not in held:
        return tr("{who} has no {card} in hand.", who=mover, card=name)
    if s.phase == Phase.ASSIST_DISCARD:
        return tr(
            "{who} received {card} by an Assist; the card must be passed on (C-60).", who=mover, card=name
        )
    return tr("{card} is not a card that can pay here (TP-86, OP-01).", card=name)


_ONLY_COACHS = {
    "wave": tr("Waves are only for Coach (TP-86)."),
    "storm": tr("Storms are only for Coach (TP-86)."),
    "omen": tr("Omens are only for Coach (TP-86)."),
}
_NO_ATTACK = {
    "wave": tr(
        "{threat} has no such Wave, or has already used it this turn, or the face card to pay for it is "
        "missing (TP-86, TP-87)."
    ),
    "storm": tr(
        "{threat} has no such Storm, or has already used it this turn, or the three face cards to pay for "
        "it are missing (TP-86, TP-87)."
    ),
}
"""Why Coach cannot attack, by the attack's verb."""


def _wave(s: State, verb: str, what: str, setup: Setup) -> str:
    if s.seat != COACH:
        return _ONLY_COACHS[verb]
    if verb == "omen":
        return tr("Coach has no Active Omen, or there is no such Escalation Event, or it is used up (SY-29).")
    t = int(what.split(".")[0])
    if t >= s.cfg.threats or s.world.rating[t] == 0:
        return tr("Threat {n} is not in play (TP-86).", n=t)
    return _NO_ATTACK[verb].format(threat=names.threat_name(t, setup))
