"""What is legal: four words of bits for every decision."""

from throwdown.envs.core.cardset import lowest, popcount
from throwdown.envs.core.kit import Out, kernel
from throwdown.envs.showdown import combat, effects, flow, stack, table
from throwdown.envs.showdown.actions import FOURTH, SECOND, THIRD, Act
from throwdown.envs.showdown.state import (
    CARDS,
    LEADER,
    LIST,
    SLOTS,
    TEXTS,
    Kind,
    Phase,
    State,
)

PASS = 1 << Act.PASS
ANY_CARD = ((1 << LIST) - 1) << Act.CARD
LEADER_PHASES = (Phase.ACTION, Phase.WINDOW, Phase.MISSION, Phase.COMPOSE, Phase.REACT, Phase.LAST)
"""Where a Leader Action can be used (SDA-24)."""


@kernel
def write(s: State, out: Out) -> None:
    """Write the legal set of who decides."""
    out.words[0], out.words[1] = first_page(s), second_page(s)
    out.words[2], out.words[3] = third_page(s), fourth_page(s)


@kernel
def takes_leader(s: State) -> bool:
    """Return whether who decides may use a Leader Action now."""
    return s.phase in LEADER_PHASES and s.teams[s.seat].leader


@kernel
def first_page(s: State) -> int:
    """Return the legal actions up to the cards of the own list, as bits."""
    side = s.seat
    if s.phase == Phase.MULLIGAN:
        return (1 << Act.MULLIGAN) | (1 << Act.KEEP)
    word = cards(s, side) << Act.CARD
    if s.phase == Phase.ACTION:
        word |= simple_actions(s, side)
        if s.teams[side].actions == 0 or not has_action(s, word):
            word |= PASS
    elif s.phase == Phase.COMPOSE:
        word |= PASS if s.teams[side].stack_n > 0 else PASS | (1 << Act.OVER)
    elif s.phase in (Phase.WINDOW, Phase.MISSION, Phase.REACT, Phase.LAST, Phase.DISCARD):
        word |= PASS
    return word


@kernel
def has_action(s: State, word: int) -> bool:
    """Return whether an Action can be taken, Events left aside (SHO-17)."""
    if word & ANY_CARD != word:
        return True
    while word != 0:
        if s.cfg.cards[s.seat * CARDS + lowest(word) - Act.CARD].kind != Kind.EVENT:
            return True
        word &= word - 1
    return False


@kernel
def simple_actions(s: State, side: int) -> int:
    """Return the Actions without a card, as bits (SD-31 to SD-33, SD-40 to SD-43)."""
    if s.teams[side].actions == 0:
        return 0
    word = 0
    if flow.can_fill(s, side):
        word |= 1 << Act.FILL
    if flow.can_buy(s, side):
        word |= 1 << Act.BUY
    if flow.upgradable(s, side) != 0:
        word |= 1 << Act.UPGRADE
    if flow.healable(s, side) != 0:
        word |= 1 << Act.HEAL
    return word


@kernel
def cards(s: State, side: int) -> int:
    """Return the cards of the own list that may be played, staged or discarded, as bits."""
    phase, word = s.phase, 0
    may_lead = takes_leader(s)
    words = table.words_in_combat(s, side) if phase == Phase.COMPOSE else 0
    team = s.teams[side]
    for k in range(LIST):
        if team.hand[k] > 0 and is_choice(s, side, k, phase, may_lead, words):
            word |= 1 << k
    return word


@kernel
def is_choice(s: State, side: int, k: int, phase: int, may_lead: bool, words: int) -> bool:
    """Return whether a card in hand is one of the choices."""
    at = side * CARDS + k
    kind = s.cfg.cards[at].kind
    if phase == Phase.DROP:
        return True
    if phase == Phase.DISCARD:
        return bool(kind == Kind.COMBAT)
    if kind == Kind.EVENT:
        return may_lead and effects.is_leader_text(s, side, at, 0)
    if phase == Phase.ACTION:
        return s.teams[side].actions > 0 and flow.is_main(s, side, k)
    if phase == Phase.MISSION:
        return effects.is_mission(s, side, at)
    return phase == Phase.COMPOSE and stack.is_stageable_card(s, side, at, words)


@kernel
def second_page(s: State) -> int:
    """Return the Characters that may be chosen as bits, own ones first."""
    side = s.seat
    if s.phase == Phase.BEARER:
        return flow.bearers(s, side, s.card)
    if s.phase == Phase.UPGRADE:
        return flow.upgradable(s, side)
    if s.phase == Phase.HEAL:
        return flow.healable(s, side)
    if s.phase == Phase.MISSION:
        return workers(s, side)
    if s.phase == Phase.EMPLOY:
        return payers(s, side)
    if s.phase == Phase.TARGET:
        return in_order(s, side)
    if s.phase == Phase.AIM:
        return stack.aims(s, side, s.at)
    return 0


@kernel
def workers(s: State, side: int) -> int:
    """Return the Characters that may be Employed for their own effects, as bits."""
    word = 0
    for k in range(s.teams[side].top):
        if effects.employ_text(s, side * SLOTS + k) >= 0:
            word |= 1 << k
    return word


@kernel
def cut(word: int, left: int) -> int:
    """Leave out the last choices of a word, so that enough are left for those that follow in ascending order."""
    n = popcount(word) - left + 1
    kept = 0
    for _ in range(n):
        kept |= word & -word
        word &= word - 1
    return kept


@kernel
def payers(s: State, side: int) -> int:
    """Return whom a Mission's price may Employ next, several in ascending order."""
    return cut(effects.employables(s, side, s.last), s.price)


@kernel
def in_order(s: State, side: int) -> int:
    """Return at whom the effect that is resolved may be aimed next, several in ascending order."""
    effect = s.cfg.cards[s.card].texts[s.text].effects[s.effect]
    return cut(effects.targets(s, side, effect, s.source, s.last), s.left)


@kernel
def third_page(s: State) -> int:
    """Return the legal Abilities, flips, switches and printed Leader Actions, as bits."""
    side, word = s.seat, 0
    if s.phase == Phase.COMPOSE:
        for k in range(s.teams[side].top):
            n = stack.count_stageable(s, side * SLOTS + k)
            word |= ((1 << n) - 1) << (TEXTS * k)
    elif s.phase == Phase.ACTION:
        word |= flow.flips(s, side) << (Act.FLIP - THIRD)
        word |= flow.switches(s, side) << (Act.SWITCH - THIRD)
    if takes_leader(s):
        for k in range(TEXTS):
            if effects.is_leader_text(s, side, side * CARDS + LEADER, k):
                word |= 1 << (Act.LEADER - THIRD + k)
    return word


@kernel
def fourth_page(s: State) -> int:
    """Return the places of the opposing Stack, payments and assignments that are legal, as bits."""
    if s.phase == Phase.STOP:
        return effects.stoppable(s, s.seat)
    if s.phase == Phase.PAY:
        return (1 << (Act.PAY - FOURTH)) | (1 << (Act.WHIFF - FOURTH))
    if s.phase == Phase.ASSIGN:
        join = 1 << (Act.JOIN - FOURTH)
        return join if combat.must_join(s) else join | (1 << (Act.STAY - FOURTH))
    return 0


@kernel
def is_open_choice(s: State) -> bool:
    """Return whether public facts alone make the legal set, so that a single choice may be made unasked."""
    if s.phase in (Phase.BEARER, Phase.UPGRADE, Phase.HEAL, Phase.EMPLOY, Phase.TARGET):
        return True
    return bool(s.phase in (Phase.STOP, Phase.ASSIGN, Phase.AIM))


@kernel
def only_choice(s: State) -> int:
    """Return the action that public facts leave as the only one, or -1."""
    if not is_open_choice(s):
        return -1
    second, fourth = second_page(s), fourth_page(s)
    if popcount(second) + popcount(fourth) != 1:
        return -1
    return SECOND + lowest(second) if second != 0 else FOURTH + lowest(fourth)
