"""Why an action is illegal."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.core.cardset import popcount
from throwdown.envs.core.kit import NONE, Actions, Setup, plural, tr
from throwdown.envs.showdown import decks, missions, stack, steps, table
from throwdown.envs.showdown.actions import LAYOUT, Act
from throwdown.envs.showdown.decisions import DECISIONS
from throwdown.envs.showdown.state import (
    CARDS,
    FRONT,
    MAIN,
    SLOTS,
    TEXTS,
    Class,
    Kind,
    Op,
    Phase,
    Side,
    State,
)
from throwdown.envs.showdown.words import names
from throwdown.envs.showdown.words.decisions import WORDS

Reason = Callable[[State, int, Setup], str]

NO_ACTION = tr("No Action is left (SD-29, SD-38).")


def any_hand(s: State) -> None:
    """Let the side to move hold a copy of every card of its list, and have staged nothing that others do not see."""
    side = int(s.seat)
    for k in range(len(s.teams[side].hand)):
        s.teams[side].hand[k] = int(s.cfg.deck[side, k] > 0)
    if s.is_sealed:
        s.teams[side].stack_n = 0


def explain(s: State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an illegal action is illegal now."""
    refused = DECISIONS.refused(s, action)
    if refused:
        return refused
    act = LAYOUT.act_of(action)
    not_asked = WORDS.not_asked(s, action)
    return not_asked or _REASONS[act](s, action, setup)


def _always(text: str) -> Reason:
    """Return what gives one reason."""
    return lambda s, action, setup: text


def _with_action(reason: Reason) -> Reason:
    """Return what gives a reason where an Action is left to be spent."""
    return lambda s, action, setup: reason(s, action, setup) if s.teams[s.seat].actions else NO_ACTION


def _pass(s: State, action: int, setup: Setup) -> str:
    return plural(
        "{n} Action must still be spent (SHO-17).",
        "{n} Actions must still be spent (SHO-17).",
        int(s.teams[s.seat].actions),
    )


def _switch(s: State, action: int, setup: Setup) -> str:
    if steps.ship_at(s, int(s.seat), action - Act.SWITCH) < 0:
        return tr("There is no such Ship Vehicle on the Table (SD-127).")
    return tr("This Ship has already been switched in this Turn (SD-127).")


def _buy(s: State, action: int, setup: Setup) -> str:
    if s.seat == Side.HEROES:
        return tr("Only the Villains can buy a Combat (SD-43).")
    if s.teams[s.seat].actions == 0:
        return NO_ACTION
    if s.is_bought:
        return tr("This Turn already has a Combat (SDA-08).")
    return tr("No Villain could join a Combat (SDA-06).")


def _fill(s: State, action: int, setup: Setup) -> str:
    n, handsize = int(s.teams[s.seat].hand_n), int(decks.handsize(s, int(s.seat)))
    if n < handsize:
        return tr("The deck is empty (SDA-41).")
    return plural(
        "The hand has {n} card, which is no less than its handsize of {handsize} (SDA-10).",
        "The hand has {n} cards, which is no less than its handsize of {handsize} (SDA-10).",
        n,
        handsize=handsize,
    )


def _flip(s: State, action: int, setup: Setup) -> str:
    side, k = int(s.seat), action - Act.FLIP
    c = int(steps.initial_at(s, side, k))
    if c < 0:
        return tr("There is no Initial Card {n}.", n=k + 1)
    who = names.character(s, c, setup)
    if s.characters[c].is_wounded:
        return tr("{who} is Wounded, and only cards on the Table can flip (SHO-18).", who=who)
    if s.characters[c].has_flipped:
        return tr("{who} has already flipped in this Action Phase (SD-120).", who=who)
    if side == Side.HEROES:
        return tr("Heroes can flip only when their Leader has a Wound (SD-119).")
    need = int(s.cfg.cards[side * CARDS + FRONT + k].drama)
    return tr(
        "{who} needs {need} Drama to flip, but the Drama Pool has {drama} (SD-118).",
        who=who,
        need=need,
        drama=int(s.teams[side].drama),
    )


def _card(s: State, action: int, setup: Setup) -> str:
    side, card, phase = int(s.seat), int(decks.card_at(s, action)), Phase(int(s.phase))
    if not names.is_card(card, setup):
        n = len(setup.config[names.SIDES[side]]["cards"])
        return plural(
            "There is {n} card in your list, numbered 1.",
            "There are {n} cards in your list, numbered 1 to {n}.",
            n,
        )
    name, own = names.card_name(card, setup), s.cfg.cards[card]
    if s.teams[side].hand[card % CARDS] == 0:
        return tr("{card} is not in your hand.", card=name)
    if phase == Phase.DISCARD:
        return tr("{card} is not a Combat Card, and only Combat Cards may be discarded (SD-83).", card=name)
    if own.kind == Kind.EVENT:
        return _event(s, card, name, setup)
    if phase == Phase.ACTION:
        return _main(s, card, name, setup)
    if phase == Phase.MISSION:
        return _mission(s, card, name, setup)
    if phase == Phase.COMPOSE:
        return _combat_card(s, card, name, setup)
    return tr("{card} is not an Event, and only a Leader Action can be used now (SD-140).", card=name)


def _demands(s: State, card: int, name: str, setup: Setup) -> str:
    """Return which of a card's demands is not met on the Table, or nothing."""
    words = int(table.words_on_table(s, card // CARDS))
    if table.has_term(words, int(s.cfg.cards[card].keyword)):
        return _requires(s, card, name, setup)
    return tr(
        "{card} demands {term}, which none of your Characters on the Table has (SD-133 to SD-137).",
        card=name,
        term=names.field(names.printed(card, setup), "keyword"),
    )


def _requires(s: State, card: int, name: str, setup: Setup) -> str:
    """Return what a card Requires and what is not in Play, or nothing."""
    if table.has_term(int(table.words_in_play(s, card // CARDS)), int(s.cfg.cards[card].requires)):
        return ""
    term = names.field(names.printed(card, setup), "requires")
    return tr("{card} Requires {term}, which no card of yours in Play has (SD-138).", card=name, term=term)


def _main(s: State, card: int, name: str, setup: Setup) -> str:
    """Return why a card cannot be put on the Table."""
    side, own = card // CARDS, s.cfg.cards[card]
    if not MAIN >> int(own.kind) & 1:
        if own.kind == Kind.COMBAT:
            return tr("{card} is played in a Combat (SD-19, SD-21).", card=name)
        return tr("{card} is played in a Mission Phase (SD-19, SD-21).", card=name)
    if s.teams[side].actions == 0:
        return NO_ACTION
    if own.kind != Kind.ALLY:
        return _requires(s, card, name, setup) or tr(
            "None of your Characters on the Table can bear {card} (SD-98 to SD-102, SD-122 to SD-124).",
            card=name,
        )
    if table.is_class(own, Class.MOOK) and side == Side.HEROES:
        return tr("{card} is a Mook, and only the Villains put Mooks into Play (SD-143).", card=name)
    if table.is_class(own, Class.SUPER):
        if side == Side.VILLAINS:
            return tr("{card} is a Super; the Villains get theirs only by a flip (SD-132).", card=name)
        return tr("{card} is a Super, but the Villain's Super is not in Play (SD-131).", card=name)
    return _demands(s, card, name, setup) or tr("There is no room for another Character.")


def _event(s: State, card: int, name: str, setup: Setup) -> str:
    """Return why an Event cannot be played."""
    if not s.teams[card // CARDS].leader:
        return tr("{card} needs a Leader Action, but you hold none (SD-139).", card=name)
    if s.phase == Phase.REACT:
        return tr("{card} does not affect the Stack, and nothing else can be used now (SDA-23).", card=name)
    return _demands(s, card, name, setup) or tr("{card} would change nothing now (SHO-05).", card=name)


def _mission(s: State, card: int, name: str, setup: Setup) -> str:
    """Return why a card cannot be played in a Mission Phase."""
    side, own = card // CARDS, s.cfg.cards[card]
    if own.kind != Kind.MISSION:
        return tr("{card} is not a Mission (SD-21).", card=name)
    if int(s.teams[side].missions) >> (card % CARDS) & 1:
        return tr("{card} has already been played in this game (SD-142).", card=name)
    price = int(own.texts[0].price)
    if popcount(missions.employables(s, side, NONE)) < price:
        return plural(
            "{card} Employs {n} Character, but you have too few to Employ (SHO-20).",
            "{card} Employs {n} Characters, but you have too few to Employ (SHO-20).",
            price,
            card=name,
        )
    return _demands(s, card, name, setup) or tr("{card} would change nothing now (SHO-05).", card=name)


def _combat_card(s: State, card: int, name: str, setup: Setup) -> str:
    """Return why a card cannot be staged."""
    side, own = card // CARDS, s.cfg.cards[card]
    if own.kind != Kind.COMBAT:
        return tr("{card} is not a Combat Card (SD-57).", card=name)
    if not stack.fits_tic(s, own.texts[0]):
        return tr(
            "{card} has Initiative {n}, but this is Tic {tic} (SD-55).",
            card=name,
            n=int(own.texts[0].initiative),
            tic=int(s.tic),
        )
    if table.has_term(int(table.words_in_combat(s, side)), int(own.keyword)):
        return _requires(s, card, name, setup) or tr("The Stack is full.")
    return tr(
        "{card} demands {term}, which none of your Characters in Combat has (SD-133 to SD-137).",
        card=name,
        term=names.field(names.printed(card, setup), "keyword"),
    )


def _leader(s: State, action: int, setup: Setup) -> str:
    side = int(s.seat)
    texts = setup.config[names.SIDES[side]]["leader"]["texts"]
    if action - Act.LEADER >= len(texts):
        return plural("The Leader has {n} Leader Action.", "The Leader has {n} Leader Actions.", len(texts))
    if not s.teams[side].leader:
        return tr("You hold no Leader Action (SD-139).")
    if s.phase == Phase.REACT:
        return tr("This Leader Action does not affect the Stack, and nothing else can be used now (SDA-23).")
    return tr("This Leader Action would change nothing now (SHO-05, SHO-22).")


def _ability(s: State, action: int, setup: Setup) -> str:
    c = int(s.seat) * SLOTS + (action - Act.ABILITY) // TEXTS
    who, w = names.character(s, c, setup), s.characters[c]
    if w.card == NONE:
        return tr("There is no such Character.")
    if w.is_wounded:
        return tr("{who} is Wounded, and its texts are blank (SD-150).", who=who)
    if not w.in_combat:
        return tr("{who} is not in Combat (SD-59).", who=who)
    return tr(
        "{who} has no further Ability that fits this Tic and has not been used in this Turn (SD-55, SD-84).",
        who=who,
    )


def _character(s: State, action: int, setup: Setup) -> str:
    c = int(table.character_at(s, action))
    w, phase = s.characters[c], Phase(int(s.phase))
    if w.card == NONE:
        return tr("There is no such Character.")
    who = names.character(s, c, setup)
    if phase == Phase.HEAL:
        if w.is_wounded and table.side_of(c) != s.seat:
            return tr(
                "{who} is on the other side, and only the Villains can heal both sides (SDA-11).", who=who
            )
        return tr("{who} is not Wounded (SDA-12).", who=who)
    if phase in (Phase.MISSION, Phase.EMPLOY) and w.is_employed:
        return tr("{who} is already Employed (SD-107).", who=who)
    if w.is_wounded and phase in (Phase.MISSION, Phase.EMPLOY):
        return tr("{who} is Wounded, and cannot be Employed (SD-149).", who=who)
    if w.is_wounded and phase == Phase.BEARER:
        return tr("{who} is Wounded, and Attachments go only onto Characters on the Table (SHO-15).", who=who)
    if phase == Phase.MISSION:
        return tr("{who} has no Employ effect that would change anything (SHO-05).", who=who)
    if phase == Phase.BEARER:
        card = names.card_name(int(s.card), setup)
        return tr("{who} cannot bear {card} (SD-98 to SD-102, SD-122 to SD-124).", who=who, card=card)
    if phase == Phase.UPGRADE:
        return tr("{who} is neither an Initial Card nor a Super (SD-31, SHO-02).", who=who)
    if w.is_wounded and _wounds(s, phase):
        return tr("{who} is already Wounded (SD-152, SHO-48).", who=who)
    if phase == Phase.AIM and not w.in_combat:
        return tr("{who} is not in Combat (SD-65).", who=who)
    if phase in (Phase.TARGET, Phase.EMPLOY) and s.last != NONE:
        return tr(
            "{who} cannot be chosen now; when there are several targets, they are chosen in the order of "
            "their places (SHO-21).",
            who=who,
        )
    return tr("{who} is not a possible target of this effect (SD-65, SHO-06).", who=who)


def _wounds(s: State, phase: Phase) -> bool:
    """Return whether what is to be aimed is a WOUND."""
    if phase == Phase.AIM:
        text = stack.entry_text(s, s.stack[int(s.at)])
        return bool(text.effects[int(stack.aimed_effect(text))].op == Op.WOUND)
    text = s.cfg.cards[int(s.card)].texts[int(s.text)]
    return phase == Phase.TARGET and bool(text.effects[int(s.effect)].op == Op.WOUND)


_REASONS: dict[Actions, Reason] = {
    Act.PASS: _pass,
    Act.OVER: _always(
        tr("You have already staged something, so you cannot call the Combat over in this Tic (SHO-44).")
    ),
    Act.FILL: _with_action(_fill),
    Act.BUY: _buy,
    Act.UPGRADE: _with_action(_always(tr("You have no Initial Card or Super in Play (SD-31)."))),
    Act.HEAL: _with_action(_always(tr("No Character that you could heal is Wounded (SHO-05)."))),
    Act.FLIP: _flip,
    Act.SWITCH: _switch,
    Act.CARD: _card,
    Act.OWN: _character,
    Act.OPPOSING: _character,
    Act.ABILITY: _ability,
    Act.LEADER: _leader,
    Act.STACK: _always(
        tr("There is no Combat Card at this place of the opposing Stack that could Whiff (SD-62).")
    ),
    Act.STAY: _always(
        tr("The Villains need a Character in Combat, and this is the last that could join (SHO-28).")
    ),
}
"""What says why an action that can answer what is asked is illegal; the other ranges never are."""
