"""Why an action of the Throwdown is illegal now, in one sentence; see `explain_assists` for Assists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from throwdown.envs.core.cards import ACE
from throwdown.envs.core.kit import NONE, Actions, Setup, tr
from throwdown.envs.fusion.throwdown import actions, drives, state, turnout
from throwdown.envs.fusion.throwdown.actions import ASSISTS, LAYOUT, PLAYS, Act
from throwdown.envs.fusion.throwdown.decisions import DECISIONS
from throwdown.envs.fusion.throwdown.state import Phase
from throwdown.envs.fusion.throwdown.words import explain_assists
from throwdown.envs.fusion.throwdown.words.decisions import WORDS
from throwdown.envs.fusion.throwdown.words.describe import is_bound, strike_now, top_of
from throwdown.envs.fusion.words import why_not
from throwdown.envs.fusion.words.decisions import CHOICES
from throwdown.envs.fusion.world import choices, conflict
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.order import BEATS, DIFFERENCE, OPEN_DIFFERENCE, VALUE, Ace, Reference
from throwdown.envs.fusion.world.terms import COACH, Faction


def acts(s: state.State, p: int) -> bool:
    """Return whether a Pilot may act: involved, and in a Rumble part of the Final Form."""
    c = s.conflict
    return bool(c.involved[p] and (c.rumble == 0 or why_not.plain_rule(conflict.in_form)(s, p)))


def _article(card: int) -> str:
    name = card_name(card)
    return tr("an {card}", card=name) if name[0] in "8A" else tr("a {card}", card=name)


def _has(s: state.State, seat: int, c: int) -> bool:
    """Return whether a card is in a hand or on the table for its seat to play."""
    w, cfg = s.world, s.cfg
    if (int(w.hand[seat, 0]) >> c) & 1 or (seat == COACH and (int(w.extra[0]) >> c) & 1):
        return True
    for f in range(int(cfg.factions)):
        mine = cfg.favor_coach[f] == (seat == COACH)
        n = int(w.favor_n[f])
        if mine and w.faction[f] == Faction.IN_PLAY and n > 0 and w.favor[f, n - 1] == c:
            return True
    return False


def explain(s: state.State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an action is illegal now."""
    refused = DECISIONS.refused(s, action)
    if refused:
        return refused
    if s.phase == Phase.ALLY_DRIVE and action == Act.CONCEDE:
        who = setup.people[s.seat]
        return tr("{who} Drives for the Commander, and only the Commander can Concede (C-153).", who=who)
    return (
        WORDS.not_asked(s, action)
        or _why_not(s, action, setup)
        or tr("'{label}' is legal now.", label=LAYOUT.labels[action])
    )


def _why_not(s: state.State, action: int, setup: Setup) -> str:
    """Return why an action is illegal that can answer what is asked; nothing if it is legal."""
    if s.phase in CHOICES:
        return why_not.explain_choice(s, action, setup)
    act = LAYOUT.act_of(action)
    if isinstance(act, choices.Act):
        return _why_not_shared(s, action, setup)
    if act in (Act.INITIATIVE, Act.GIVE, *PLAYS):
        return _why_not_card(s, act, action - act, setup)
    if act in ASSISTS:
        return explain_assists.explain_assist(s, action, setup)
    return _why_not_other(s, act, action - act, setup)


def _why_not_shared(s: state.State, action: int, setup: Setup) -> str:
    """Explain an action of the shared pages in one of the Throwdown's own phases."""
    if s.phase == Phase.SHARE_TO:
        return _why_not_share_to(s, action - choices.Act.PILOT + 1, setup)
    if s.phase == Phase.COACH_ASSIST:
        return explain_assists.explain_coach_assist(s, LAYOUT.labels[action], setup)
    c, seat = action - choices.Act.DISCARD, int(s.seat)
    if (int(s.world.hand[seat, 0]) >> c) & 1:
        return ""
    return tr(
        "{who} does not hold {card}; only cards in hand can be discarded (TS-128).",
        who=setup.people[seat],
        card=card_name(c),
    )


# Cards -------------------------------------------------------------------------------------------------------------


def _why_not_card(s: state.State, act: Actions, c: int, setup: Setup) -> str:
    seat = int(s.seat)
    who = setup.people[seat]
    if act in (Act.INITIATIVE, Act.GIVE):
        if not (int(s.world.hand[seat, 0]) >> c) & 1:
            return tr(
                "{who} does not hold {card}; the card must come from the Hand (TS-19, TS-34).",
                who=who,
                card=_article(c),
            )
        if s.phase == Phase.SHARE and not (int(s.fresh[0]) >> c) & 1:
            return tr(
                "{card} is not among the cards that {who} drew as the Head and may share (TS-100).",
                card=card_name(c),
                who=who,
            )
        return ""
    if not _has(s, seat, c):
        return tr(
            "{who} does not hold {card}, and it is not on the table to be played; cards come from the "
            "player's own Hand or the Factions of the same side (TS-58, C-92).",
            who=who,
            card=_article(c),
        )
    rules: dict[Actions, Callable[[Any, int], str]] = {
        Act.COUNTER: _why_not_counter,
        Act.BLOCK: _why_not_block,
        Act.ESCALATE: _why_not_escalate,
        Act.RUMBLE: _why_not_rumble,
    }
    return rules[act](s, c)


def _why_not_counter(s: state.State, c: int) -> str:
    top, order = top_of(s), int(s.cfg.order)
    gap, strike = int(DIFFERENCE[order, c >> 2, top >> 2]), strike_now(s, COACH)
    card, its = card_name(c), card_name(top)
    if c >> 2 == top >> 2:
        return tr(
            "{card} does not beat the top card {top}: a card of equal rank may Block, but not Counter "
            "(TS-58).",
            card=card,
            top=its,
        )
    if (int(BEATS[order, top >> 2]) >> c) & 1:
        if is_bound(s) and gap > strike:
            return tr(
                "{card} on {top} is a difference of {n}, beyond Coach's Strike of {strike}, which is a hard "
                "limit (TS-14, C-103).",
                card=card,
                top=its,
                strike=strike,
                n=gap,
            )
        return ""
    if top >> 2 == ACE and Ace(order // 2).label == "trump":
        if order % 2:
            return tr(
                "{card} does not beat the Ace {top}: only a Two does (TS-58, CD-15).", card=card, top=its
            )
        return tr("{card} does not beat the Ace {top}: nothing does (TS-58, CD-15).", card=card, top=its)
    return tr(
        "{card} does not beat the top card {top}: a Counter needs a higher rank (TS-58).", card=card, top=its
    )


def _why_not_block(s: state.State, c: int) -> str:
    top, stage = top_of(s), int(s.stage)
    card, its = card_name(c), card_name(top)
    if int(s.pile_n) - 1 == int(s.pile_from[stage]):
        if s.opened[stage] == state.Opening.INITIATIVE:
            return tr(
                "{top} won initiative, and an initiative card cannot be Blocked (TS-46, TS-62).", top=its
            )
        if s.opened[stage] == state.Opening.RUMBLE:
            return tr("{top} started the Rumble, and that card cannot be Blocked (TS-63).", top=its)
    if c >> 2 != top >> 2:
        return tr(
            "{card} cannot Block {top}: a Block needs a card of the same rank (TS-60).", card=card, top=its
        )
    if s.cfg.strict_block and c % 4 <= top % 4:
        return tr(
            "{card} cannot Block {top}: a Block needs a higher suit; suits rise from Clubs to Spades (C-94).",
            card=card,
            top=its,
        )
    if c % 4 < top % 4:
        return tr(
            "{card} cannot Block {top}: a Block must not have a lower suit; suits rise from Clubs to Spades "
            "(C-94).",
            card=card,
            top=its,
        )
    return ""


def _why_not_escalate(s: state.State, c: int) -> str:
    stage = int(s.stage)
    if stage == state.LAST_STAGE and s.cfg.positions > 0:
        return tr("There is no Escalate in stage {n}: Initiate Rumble instead (TS-66).", n=stage)
    if stage in (state.LAST_STAGE, state.STAGES):
        return tr("There is no Escalate in stage {n}: it is the last one (TS-66).", n=stage)
    return _why_not_open(s, c, Act.ESCALATE)


def _why_not_open(s: state.State, c: int, act: Act) -> str:
    """Explain why a card is out of Coach's range when it opens a stage."""
    order, top, strike = int(s.cfg.order), top_of(s), strike_now(s, COACH)
    kind = Reference(int(s.cfg.reference)).label
    gap = int(OPEN_DIFFERENCE[order, c >> 2, top >> 2]) if kind == "opponent" else int(VALUE[order, c >> 2])
    if not is_bound(s) or kind == "exempt" or gap <= strike:
        return ""
    card = card_name(c)
    if kind == "opponent":
        what = tr("{card} over {top}", card=card, top=card_name(top))
    else:
        what = tr("{card} (by its own value)", card=card)
    if act == Act.RUMBLE:
        return tr(
            "Initiating Rumble with {card} is a difference of {n}, beyond Coach's Strike of {strike}, which "
            "is a hard limit (TS-65, TS-72, C-103).",
            card=what,
            strike=strike,
            n=gap,
        )
    return tr(
        "Escalating with {card} is a difference of {n}, beyond Coach's Strike of {strike}, which is a hard "
        "limit (TS-65, TS-72, C-103).",
        card=what,
        strike=strike,
        n=gap,
    )


def _why_not_rumble(s: state.State, c: int) -> str:
    cfg, w = s.cfg, s.world
    if cfg.positions == 0:
        return tr("There is no Rumble in this scenario: it has no Positions (SY-14).")
    if s.conflict.rumble > 0:
        return tr("The Rumble has already begun, and there is only one (TS-74).")
    if s.stage < state.LAST_STAGE and cfg.rumble_from == 0:
        return tr("A Rumble can be Initiated in stage {n}, not before (C-109).", n=state.LAST_STAGE)
    if s.seat == COACH:
        if w.crisis < cfg.crisis_gate:
            return tr(
                "Coach can Initiate Rumble only from Crisis tier {gate}; the tier is {tier} and rises with "
                "every Spent Omen (TS-75, SY-31).",
                gate=int(cfg.crisis_gate),
                tier=int(w.crisis),
            )
        if cfg.gate_giant and not why_not.plain_rule(drives.has_giant)(s):
            return tr("Coach can Initiate Rumble only with a Big Giant Monster in play (TS-75).")
    if not (s.conflict.involved[1:] & (w.endurance[1:] > 0)).any():
        return tr("No involved Pilot has a Robo with Endurance left that could be the Head (C-118).")
    return _why_not_open(s, c, Act.RUMBLE)


# Actions without a card --------------------------------------------------------------------------------------------


def _no_pilot(p: int, setup: Setup) -> str:
    return tr(
        "There is no Pilot {i} in this game; its Pilots are {names}.",
        i=p - 1,
        names=tr(", ").join(setup.people[1:]),
    )


def _why_not_other(s: state.State, act: Actions, k: int, setup: Setup) -> str:
    if act == Act.ASK:
        return _why_not_ask(s, k + 1, setup)
    if act == Act.POSITION:
        return _why_not_position(s, k, setup)
    if act == Act.SPOIL:
        return _why_not_spoil(s, k, setup)
    if act == Act.LEAVE_OUT and not why_not.plain_rule(turnout.can_leave_out)(s):
        return tr("One Threat must take part, and every other Threat has been left out (TS-37).")
    return ""


def _why_not_ask(s: state.State, p: int, setup: Setup) -> str:
    if p >= len(setup.seats):
        return _no_pilot(p, setup)
    who = setup.people[p]
    if s.seat == COACH:
        return tr("Coach cannot ask {who}, who is on the other side (C-91).", who=who)
    if p == s.conflict.commander[1]:
        return tr("{who} is the Commander herself: she Drives or asks an ally (TS-56).", who=who)
    if not s.conflict.involved[p]:
        return tr("{who} is not involved in this Throwdown and cannot be asked (TS-26).", who=who)
    if not acts(s, p):
        return tr("{who} is not part of the Final Form and cannot act in the Rumble (TS-94, C-127).", who=who)
    if not s.asked[p]:
        return ""
    return tr("{who} was already asked this turn; every ally can be asked once (C-91).", who=who)


def _why_not_position(s: state.State, i: int, setup: Setup) -> str:
    n = int(s.cfg.positions)
    if i >= n:
        return tr("There is no Position {i}; this scenario has {n}, numbered from 0, the Head.", i=i, n=n)
    taken = [p for p in range(1, len(setup.seats)) if s.conflict.position[p] == i]
    if taken:
        return tr(
            "Position {n} is already taken by {who}; each can be chosen once (TS-99).",
            n=i,
            who=setup.people[taken[0]],
        )
    free = (s.conflict.position[1 : len(setup.seats)] != 0).all()
    others = sum(
        bool(s.conflict.involved[p] and s.world.endurance[p] > 0 and s.conflict.position[p] == NONE)
        for p in range(1, len(setup.seats))
        if p != s.seat
    )
    if i != 0 and free and others == 0:
        return tr(
            "Nobody is the Head yet, and {who} is the last to choose, so {who} must be the Head (TS-99).",
            who=setup.people[s.seat],
        )
    return ""


def _why_not_share_to(s: state.State, p: int, setup: Setup) -> str:
    if p >= len(setup.seats):
        return _no_pilot(p, setup)
    if p == s.conflict.head:
        return tr("{who} is the Head, who already has the card (TS-100).", who=setup.people[p])
    if not acts(s, p):
        return tr("{who} is not part of the Final Form (TS-100).", who=setup.people[p])
    return ""


def _why_not_spoil(s: state.State, kind: int, setup: Setup) -> str:
    name, side, is_basic = actions.Spoil(kind).label, int(s.taker), kind in actions.BASIC_SPOILS
    who = (tr("Coach"), tr("the Pilots"))[side]
    if (kind in actions.COACH_SPOILS) != (side == 0):
        return tr(
            "'{name}' is not for {who}: each side takes only spoils that help itself or hurt the other side "
            "(C-136).",
            name=name,
            who=who,
        )
    if is_basic and s.basic[side] <= 0:
        return tr(
            "'{name}' is a Basic Spoil, and {who} may take no more Basic Spoils (TS-106 to TS-110).",
            name=name,
            who=who,
        )
    if not is_basic and s.ultimate[side] <= 0:
        return tr(
            "'{name}' is an Ultimate Spoil, and {who} may take no more Ultimate Spoils (TS-106 to TS-110).",
            name=name,
            who=who,
        )
    offered = (int(s.offer) >> kind) & 1
    return "" if offered else tr("'{name}' would change nothing now (C-136).", name=name)
