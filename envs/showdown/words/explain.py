"""Why an action is illegal, why there is no choice, and the rules of a decision."""

from __future__ import annotations

from throwdown.envs.core.cardset import popcount
from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.showdown import decks, effects, flow, stack, table
from throwdown.envs.showdown.actions import LAYOUT, Act
from throwdown.envs.showdown.state import CARDS, FRONT, SLOTS, Class, Kind, Phase, Side, State
from throwdown.envs.showdown.words import names

LEADS = (Phase.ACTION, Phase.WINDOW, Phase.MISSION, Phase.COMPOSE, Phase.REACT, Phase.LAST)
BODIES = (
    Phase.BEARER, Phase.UPGRADE, Phase.HEAL, Phase.MISSION, Phase.EMPLOY, Phase.TARGET, Phase.AIM,
)  # fmt: skip
WHEN = {
    "pass": (
        Phase.ACTION,
        Phase.WINDOW,
        Phase.MISSION,
        Phase.COMPOSE,
        Phase.REACT,
        Phase.LAST,
        Phase.DISCARD,
    ),
    "over": (Phase.COMPOSE,),
    "mulligan": (Phase.MULLIGAN,),
    "keep": (Phase.MULLIGAN,),
    **dict.fromkeys(("fill", "buy", "upgrade", "heal", "flip", "switch"), (Phase.ACTION,)),
    "card": (*LEADS, Phase.DROP, Phase.DISCARD),
    "own": BODIES,
    "opposing": (Phase.HEAL, Phase.TARGET, Phase.AIM),
    "ability": (Phase.COMPOSE,),
    "leader": LEADS,
    "stack": (Phase.STOP,),
    "pay": (Phase.PAY,),
    "whiff": (Phase.PAY,),
    "join": (Phase.ASSIGN,),
    "stay": (Phase.ASSIGN,),
}
"""The phases in which the actions of each range can be legal."""
TITLES = {
    "pass": "Passing",
    "over": "Calling the Combat over",
    "mulligan": "A mulligan",
    "keep": "Keeping the hand",
    "fill": "Filling the hand",
    "buy": "Buying a Combat",
    "upgrade": "Upgrading",
    "heal": "Healing",
    "flip": "Flipping",
    "switch": "Switching a Ship",
    "card": "A card of the hand",
    "own": "An own Character",
    "opposing": "An opposing Character",
    "ability": "An Ability",
    "leader": "A Leader Action",
    "stack": "A place of the opposing Stack",
    "pay": "Paying",
    "whiff": "Letting something Whiff",
    "join": "Joining the Combat",
    "stay": "Staying out of the Combat",
}
HELP = {
    Phase.MULLIGAN: "Keep the hand, or shuffle it back once and draw as many (SD-25).",
    Phase.ACTION: "All Actions must be spent while any is legal (SD-29, SD-38, SHO-17): bring out a Main Card, "
    "Upgrade, heal, fill the hand; the Villains may buy the Turn's Combat (SD-43). Flips, Ship switches and a Leader "
    "Action are free (SDA-26).",
    Phase.BEARER: "Attachments go onto own Characters on the Table that fit them (SD-97 to SD-102, SHO-15).",
    Phase.UPGRADE: "An Upgrade is +1 Power for an own Initial Card or Super (SD-31, SD-40, SHO-16).",
    Phase.HEAL: "A healed Character returns to the Table; the Villains may heal Heroes', too (SD-32, SD-41).",
    Phase.WINDOW: "After every Action of the other side you may use a Leader Action (SD-141, SHO-04).",
    Phase.MISSION: "Employ Characters for their effects, and play Missions, each once a game (SD-45, SD-142).",
    Phase.EMPLOY: "The Mission's price: who is Employed does not join the Combat of this Turn (SD-107, SHO-20).",
    Phase.TARGET: "Effects come in printed order; what is possible is compulsory (SHO-21).",
    Phase.DROP: "You choose which card of your hand you discard (SHO-19).",
    Phase.STOP: "The card stays in the Stack and Whiffs (SD-62).",
    Phase.ASSIGN: "One Character after the other joins or stays out; the Villains need at least one (SD-49, SHO-28). "
    "Power that joins is Valor now and counts at the end (SD-52, SD-78).",
    Phase.COMPOSE: "Stage Combat Cards of this Tic, or of any, face down, and Abilities; whether you can pay does not "
    "matter yet (SD-57 to SD-60). Combat ends when both sides call it over in one Tic, or from Tic 10 on when "
    "nothing is staged (SDA-16).",
    Phase.REACT: "Between the reveal and the payment a Leader Action may make an opposing card Whiff (SD-62).",
    Phase.PAY: "Pay in Valor and aim, or let it Whiff (SD-63, SD-64). First come MOVEs, then SHOOTs, then Power, "
    "then the rest (SD-69 to SD-72).",
    Phase.AIM: "A card may be aimed at Characters in Combat; a MOVE into it at one outside (SD-65, SD-69).",
    Phase.LAST: "The last Leader Action before Powers are compared (SHO-27).",
    Phase.DISCARD: "A Turn without Combat ends with discards: any Combat Cards of the hand (SD-83).",
}
"""The rules of each decision."""
FORCED = {
    Phase.ACTION: "Nothing else can be done with this Step (SHO-17).",
    Phase.WINDOW: "No Leader Action would change anything now (SHO-04, SHO-05).",
    Phase.MISSION: "There is neither a Mission to play nor anybody to Employ (SHO-05).",
    Phase.REACT: "The hand holds nothing that touches the Stack (SHO-04).",
    Phase.LAST: "No Leader Action would change anything now (SHO-05).",
    Phase.DISCARD: "The hand holds no Combat Card (SD-83).",
    Phase.COMPOSE: "Nothing else fits this Tic (SD-55).",
    Phase.DROP: "There is no other card in hand (SHO-19).",
}
"""Why a decision has but one answer, if it has."""


def forced(s: State, setup: Setup) -> str:
    """Return one sentence that says why there is but the one legal action."""
    return FORCED.get(Phase(int(s.phase)), "It is the only legal choice.")


def help(s: State) -> str:
    """Return the rules of what is being decided."""
    return HELP[Phase(int(s.phase))]


def any_hand(s: State) -> None:
    """Let the side to move hold a copy of every card of its list, and have staged nothing that others do not see."""
    side = int(s.seat)
    for k in range(len(s.teams[side].hand)):
        s.teams[side].hand[k] = int(s.cfg.deck[side, k] > 0)
    if s.is_sealed:
        s.teams[side].stack_n = 0


def explain(s: State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an illegal action is illegal now."""
    if not 0 <= action < LAYOUT.n:
        return f"There is no action {action}; they are numbered 0 to {LAYOUT.n - 1}."
    if s.over:
        return "The game is over."
    verb = LAYOUT.labels[action].partition(" ")[0]
    phase, side = Phase(int(s.phase)), int(s.seat)
    if phase not in WHEN[verb]:
        return f"{TITLES[verb]} is not part of this decision: {HELP[phase].split('. ')[0].rstrip('.')}."
    if verb == "card":
        return _card(s, side * CARDS + action - Act.CARD, setup)
    if verb in ("own", "opposing"):
        return _character(s, int(table.facing(side, action - Act.OWN)), setup)
    if verb == "leader":
        return _leader(s, side, action - Act.LEADER, setup)
    if verb == "ability":
        return _ability(s, side * SLOTS + (action - Act.ABILITY) // 2, setup)
    if phase == Phase.ACTION:
        return _action(s, verb, action, setup)
    if verb == "pass":
        return "Something has to be chosen here."
    if verb == "over":
        return "Something is staged already, so the Combat cannot be called over in this Tic (SHO-44)."
    if verb == "stack":
        return "There is no Combat Card at this place of the opposing Stack that could Whiff (SD-62)."
    return "The Villains need a Character in Combat, and this is the last that could join (SHO-28)."


def _action(s: State, verb: str, action: int, setup: Setup) -> str:
    """Return why something without a card cannot be done in an Action Phase."""
    side = int(s.seat)
    team = s.teams[side]
    if verb == "pass":
        return f"{names.count(int(team.actions), 'Action')} must still be spent (SHO-17)."
    if verb == "flip":
        return _flip(s, side, action - Act.FLIP, setup)
    if verb == "switch":
        k = action - Act.SWITCH
        if flow.ship_at(s, side, k) < 0:
            return "There is no such Ship Vehicle on the Table (SD-127)."
        return "This Ship has been switched in this Turn (SD-127)."
    if verb == "buy" and side == Side.HEROES:
        return "Only the Villains buy Combats (SD-43)."
    if team.actions == 0:
        return "No Action is left (SD-29, SD-38)."
    if verb == "fill":
        if team.hand_n >= decks.handsize(s, side):
            return f"The hand has {int(team.hand_n)} cards, and handsize is {int(decks.handsize(s, side))} (SDA-10)."
        return "The deck is empty (SDA-41)."
    if verb == "buy":
        bought = "This Turn has a Combat already (SDA-08)."
        return bought if s.is_bought else "No Villain could join a Combat (SDA-06)."
    if verb == "upgrade":
        return "No own Initial Card or Super is on the Table (SD-31, SDA-46)."
    return "Nobody in reach is Wounded (SHO-05)."


def _flip(s: State, side: int, k: int, setup: Setup) -> str:
    """Return why an Initial Card cannot flip."""
    c = int(flow.initial_at(s, side, k))
    if c < 0:
        return f"There is no Initial Card {k + 1}."
    who = names.character(s, c, setup)
    if s.characters[c].is_wounded:
        return f"{who} is Wounded, and only cards on the Table flip (SHO-18)."
    if s.characters[c].has_flipped:
        return f"{who} has flipped in this Action Phase (SD-120)."
    if side == Side.HEROES:
        return "Heroes flip once their Leader has a Wound (SD-119)."
    need = int(s.cfg.cards[side * CARDS + FRONT + k].drama)
    return f"{who} needs {need} Drama to flip, and there is {int(s.teams[side].drama)} (SD-118)."


def _card(s: State, card: int, setup: Setup) -> str:
    """Return why a card of the list cannot be played, staged or discarded."""
    side, k, phase = int(s.seat), card % CARDS, Phase(int(s.phase))
    if not names.is_card(card, setup):
        n = len(setup.config[names.SIDES[side]]["cards"])
        return f"There are {n} cards in this list, numbered 1 to {n}."
    name, own = names.card_name(card, setup), s.cfg.cards[card]
    if s.teams[side].hand[k] == 0:
        return f"{name} is not in your hand."
    if phase == Phase.DISCARD:
        return f"{name} is no Combat Card, and only these may be discarded (SD-83)."
    if own.kind == Kind.EVENT:
        return _event(s, card, name, setup)
    if phase == Phase.ACTION:
        return _main(s, card, name, setup)
    if phase == Phase.MISSION:
        return _mission(s, card, name, setup)
    if phase == Phase.COMPOSE:
        return _combat_card(s, card, name, setup)
    return f"{name} is no Event, and only a Leader Action can be used now (SD-140)."


def _demands(s: State, card: int, name: str, words: int, where: str, setup: Setup) -> str:
    """Return which of a card's demands is not met, or nothing."""
    own, printed = s.cfg.cards[card], names.printed(card, setup)
    if not table.has_term(words, int(own.keyword)):
        return f"{name} demands {printed['keyword']}, which none of your Characters {where} has (SD-133 to SD-137)."
    if not table.has_term(int(table.words_in_play(s, card // CARDS)), int(own.requires)):
        return f"{name} Requires {printed['requires']}, which nothing of yours in Play has (SD-138)."
    return ""


def _main(s: State, card: int, name: str, setup: Setup) -> str:
    """Return why a card cannot be put on the Table."""
    side, own = card // CARDS, s.cfg.cards[card]
    if own.kind > Kind.VEHICLE:
        when = {Kind.COMBAT: "in a Combat", Kind.MISSION: "in a Mission Phase"}[Kind(int(own.kind))]
        return f"{name} is played {when} (SD-19, SD-21)."
    if s.teams[side].actions == 0:
        return "No Action is left (SD-29, SD-38)."
    if own.kind != Kind.ALLY:
        missing = "" if own.requires == NONE else _demands(s, card, name, -1, "", setup)
        return (
            missing
            or f"None of your Characters on the Table can bear {name} (SD-98 to SD-102, SD-122 to SD-124)."
        )
    if table.is_class(own, Class.MOOK) and side == Side.HEROES:
        return f"{name} is a Mook, and only the Villains put these into Play (SD-143)."
    if table.is_class(own, Class.SUPER):
        if side == Side.VILLAINS:
            return f"{name} is a Super; the Villains come to theirs by a flip only (SD-132)."
        return f"{name} is a Super, and the Villain's Super is not in Play (SD-131)."
    missing = _demands(s, card, name, int(table.words_on_table(s, side)), "on the Table", setup)
    return missing or "There is no place for another Character."


def _event(s: State, card: int, name: str, setup: Setup) -> str:
    """Return why an Event cannot be played."""
    side = card // CARDS
    if s.phase == Phase.DROP:
        return "Something has to be chosen here."
    if s.teams[side].leader == 0:
        return f"{name} needs a Leader Action, and you hold none (SD-139)."
    if s.phase == Phase.REACT:
        return f"{name} does not touch the Stack, which is all that is possible now (SDA-23)."
    missing = _demands(s, card, name, int(table.words_on_table(s, side)), "on the Table", setup)
    return missing or f"{name} would change nothing now (SHO-05)."


def _mission(s: State, card: int, name: str, setup: Setup) -> str:
    """Return why a card cannot be played in a Mission Phase."""
    side, own = card // CARDS, s.cfg.cards[card]
    if own.kind != Kind.MISSION:
        return f"{name} is no Mission (SD-21)."
    if int(s.teams[side].missions) >> (card % CARDS) & 1:
        return f"{name} has been played in this game (SD-142)."
    price = int(own.texts[0].price)
    if popcount(effects.employables(s, side, NONE)) < price:
        return f"{name} Employs {names.count(price, 'Character')}, and you have too few to Employ (SHO-20)."
    missing = _demands(s, card, name, int(table.words_on_table(s, side)), "on the Table", setup)
    return missing or f"{name} would change nothing now (SHO-05)."


def _combat_card(s: State, card: int, name: str, setup: Setup) -> str:
    """Return why a card cannot be staged."""
    side, own = card // CARDS, s.cfg.cards[card]
    if own.kind != Kind.COMBAT:
        return f"{name} is no Combat Card (SD-57)."
    if not stack.fits_tic(s, own.texts[0]):
        return f"{name} has Initiative {int(own.texts[0].initiative)}, and this is Tic {int(s.tic)} (SD-55)."
    missing = _demands(s, card, name, int(table.words_in_combat(s, side)), "in Combat", setup)
    return missing or "The Stack is full."


def _leader(s: State, side: int, k: int, setup: Setup) -> str:
    """Return why a printed Leader Action cannot be used."""
    texts = setup.config[names.SIDES[side]]["leader"]["texts"]
    if k >= len(texts):
        return f"The Leader has {names.count(len(texts), 'Leader Action')}."
    if s.teams[side].leader == 0:
        return "You hold no Leader Action (SD-139)."
    if s.phase == Phase.REACT:
        return "This Leader Action does not touch the Stack, which is all that is possible now (SDA-23)."
    return "This Leader Action would change nothing now (SHO-05, SHO-22)."


def _ability(s: State, c: int, setup: Setup) -> str:
    """Return why an Ability cannot be staged."""
    who, w = names.character(s, c, setup), s.characters[c]
    if w.card == NONE:
        return "There is no such Character."
    if w.is_wounded:
        return f"{who} is Wounded, and its texts are blank (SD-112)."
    if not w.in_combat:
        return f"{who} is not in Combat (SD-59)."
    return f"{who} has no Ability, or no other one, that fits this Tic and was not used in this Turn (SD-55, SD-84)."


def _character(s: State, c: int, setup: Setup) -> str:
    """Return why a Character cannot be chosen."""
    w, phase = s.characters[c], Phase(int(s.phase))
    if w.card == NONE:
        return "There is no such Character."
    who = names.character(s, c, setup)
    if phase == Phase.HEAL:
        foreign = table.side_of(c) != s.seat and w.is_wounded
        return f"{who} is not yours to heal (SDA-11)." if foreign else f"{who} is not Wounded (SDA-12)."
    if phase in (Phase.MISSION, Phase.EMPLOY) and w.is_employed:
        return f"{who} is Employed already (SD-107)."
    if w.is_wounded and phase != Phase.TARGET:
        return f"{who} is Wounded (SD-112, SDA-46)."
    if phase == Phase.MISSION:
        return f"{who} cannot be Employed for anything that would change something (SHO-05)."
    if phase == Phase.BEARER:
        return f"{who} cannot bear {names.card_name(int(s.card), setup)} (SD-98 to SD-102, SD-122 to SD-124)."
    if phase == Phase.UPGRADE:
        return f"{who} is neither an Initial Card nor a Super (SD-31, SHO-02)."
    if phase == Phase.AIM and not w.in_combat:
        return f"{who} is not in Combat (SD-65)."
    if phase in (Phase.TARGET, Phase.EMPLOY) and s.last != NONE:
        return f"{who} is none of those that may be chosen; several are chosen in the order of their places (SHO-21)."
    return f"{who} is none of those that this may mean (SD-65, SHO-06)."
