"""Mission Phases: Missions and their price, and Characters that are Employed for their own effects."""

from throwdown.envs.core.cardset import popcount
from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, act_of, allow, allow_each, kernel, tell
from throwdown.envs.showdown import combat, decks, effects, leader, table
from throwdown.envs.showdown.actions import Act
from throwdown.envs.showdown.state import (
    CARDS,
    LIST,
    SLOTS,
    TEXTS,
    Event,
    Kind,
    Phase,
    Side,
    State,
    Step,
    When,
)


@kernel
def is_employable(s: State, c: int) -> bool:
    """Return whether a Character may be Employed (SD-45, SHO-20)."""
    return table.is_on_table(s, c) and not s.characters[c].is_employed


@kernel
def employables(s: State, side: int, last: int) -> int:
    """Return a side's Characters that may be Employed as bits, in order after the last one."""
    word = 0
    for k in range(s.teams[side].top):
        if is_employable(s, side * SLOTS + k) and (last == NONE or side * SLOTS + k > last):
            word |= 1 << k
    return word


@kernel
def is_mission(s: State, side: int, card: int) -> bool:
    """Return whether a Mission can be played (SD-142, SHO-20, SHO-21)."""
    if s.cfg.cards[card].kind != Kind.MISSION or (s.teams[side].missions >> (card % CARDS)) & 1:
        return False
    text = s.cfg.cards[card].texts[0]
    if popcount(employables(s, side, NONE)) < text.price:
        return False
    return effects.is_useful(s, side, text, NONE, 1) and effects.is_playable(s, side, card)


@kernel
def employ_text(s: State, c: int) -> int:
    """Return which own text a Character can be Employed for now, or -1 (SD-45, SHO-05)."""
    if not is_employable(s, c):
        return -1
    for k in range(TEXTS):
        text = table.card_of(s, c).texts[k]
        if text.when == When.EMPLOY:
            return k if effects.is_useful(s, table.side_of(c), text, c, 0) else -1
    return -1


@kernel
def employ(s: State, c: int, out: Out) -> None:
    """Employ a Character (SD-107)."""
    s.characters[c].is_employed = True
    tell(out, Event.EMPLOYED, table.side_of(c), card=s.characters[c].card, amount=c)


@kernel
def ask_mission(s: State, out: Out) -> None:
    """Ask for what a side does in its Mission Phase."""
    ask(s, Phase.MISSION)


@kernel
def choices(s: State, out: Out) -> None:
    """Write the Missions, whom to Employ, the Leader Actions, and passing."""
    side = s.seat
    team = s.teams[side]
    allow(out, Act.PASS)
    for k in range(LIST):
        if team.hand[k] > 0 and is_mission(s, side, side * CARDS + k):
            allow(out, Act.CARD + k)
    for k in range(team.top):
        if employ_text(s, side * SLOTS + k) >= 0:
            allow(out, Act.OWN + k)
    leader.choices(s, out)


@kernel
def act(s: State, action: int, out: Out) -> None:
    """Play a Mission, Employ a Character, use a Leader Action, or pass."""
    if action == Act.PASS:
        end_missions(s, out)
    elif act_of(Act, action) == Act.OWN:
        employ_for_own(s, table.character_at(s, action), out)
    elif leader.is_use(s, action):
        leader.use(s, action, out)
    else:
        play(s, decks.card_at(s, action), out)


@kernel
def end_missions(s: State, out: Out) -> None:
    """End a Mission Phase: the Villains' follows the Heroes'; then Combat, or discards (SD-47, SD-48, SDA-09)."""
    if s.side == Side.HEROES:
        s.side = Side.VILLAINS
    elif s.is_bought:
        combat.open_combat(s, out)
    else:
        tell(out, Event.DISCARDS_BEGAN)
        s.side, s.step = Side.HEROES, Step.DISCARD


@kernel
def employ_for_own(s: State, c: int, out: Out) -> None:
    """Employ a Character for its own effect (SD-45)."""
    k = employ_text(s, c)
    employ(s, c, out)
    effects.begin(s, s.side, s.characters[c].card, k, c)


@kernel
def play(s: State, card: int, out: Out) -> None:
    """Play a Mission: to the discard pile, then its price and its effects (SD-142, SHO-20)."""
    side = s.side
    decks.leave_hand(s, card)
    s.teams[side].trash[card % CARDS] += 1
    s.teams[side].missions |= 1 << (card % CARDS)
    tell(out, Event.MISSION, side, card=card)
    effects.begin(s, side, card, 0, NONE)


@kernel
def payers(s: State, out: Out) -> None:
    """Write whom the Mission's price may Employ next, several in ascending order."""
    allow_each(out, Act.OWN, effects.in_order(employables(s, s.seat, s.last), s.price))


@kernel
def pay_price(s: State, action: int, out: Out) -> None:
    """Employ a Character for the Mission that is resolved (SHO-20)."""
    c = table.character_at(s, action)
    employ(s, c, out)
    s.price -= 1
    s.last = c if s.price > 0 else NONE
