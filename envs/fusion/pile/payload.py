"""The outcome: spoils by suit, concessions, and the Payloads that land on both sides (TP-89 to TP-105)."""

from __future__ import annotations

from throwdown.envs.core.cards import SPADES
from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, act_of, allow, allow_each, cardset, kernel, tell
from throwdown.envs.fusion.pile import main_actions, table
from throwdown.envs.fusion.pile.actions import CANCELS, SUIT_OF, Act, Spoil
from throwdown.envs.fusion.pile.state import Event, Focus, Phase, Result, State, Step
from throwdown.envs.fusion.world import agenda, book, choices, subjects, terms, triggers
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.fusion.world.terms import COACH, Faction, Location, Robo

SPOILS = len(Spoil)
HIGHEST = 99

# What lies in the Payloads -------------------------------------------------------------------------------------------


@kernel
def incoming(s: State, side: int, kind: int) -> int:
    """Return how many triggers of a kind a side is to receive; Strife counts with its causers' (C-58)."""
    n: int = s.conflict.payload[side, kind]
    if kind == book.Kind.STRIFE:
        n += s.conflict.payload[side, book.Kind.SCHISM]
        for p in range(1, s.cfg.pilots + 1):
            if s.side[p] == side:
                n += s.strife[p]
    return n


@kernel
def add_trigger(s: State, side: int, kind: int) -> None:
    """Put one trigger into the Payload that a side receives."""
    s.conflict.payload[side, kind] = min(HIGHEST, s.conflict.payload[side, kind] + 1)


@kernel
def strike_off(s: State, side: int, kind: int) -> None:
    """Strike one trigger off: of Strife that of the Pilot with the fewest Buffers first (TP-95, P-18)."""
    if kind == book.Kind.STRIFE:
        worst = NONE
        for p in range(1, s.cfg.pilots + 1):
            if s.side[p] == side and s.strife[p] > 0:
                if worst == NONE or s.world.buffers[p] < s.world.buffers[worst]:
                    worst = p
        if worst != NONE:
            s.strife[worst] -= 1
            return
        if s.conflict.payload[side, kind] == 0:
            kind = book.Kind.SCHISM
    s.conflict.payload[side, kind] -= 1


@kernel
def members(s: State, side: int, kind: int) -> int:
    """Return those of a side whom a trigger may hit, as a word over subjects: participants only (TP-101, P-20)."""
    word = 0
    if kind == book.Kind.DISFAVOR:
        for f in range(s.cfg.factions):
            if s.world.faction[f] == Faction.IN_PLAY:
                word |= 1 << (Subject.FACTIONS + f)
        return word
    for p in range(1, s.cfg.pilots + 1):
        if s.side[p] == side and (
            subjects.can_suffer(s, p) if kind == book.Kind.TRAUMA else s.world.charges[p] > 0
        ):
            word |= 1 << (p - 1)
    if kind == book.Kind.TRAUMA and s.side[COACH] == side:
        for t in range(s.cfg.threats):
            if s.world.rating[t] > 0:
                word |= 1 << (Subject.THREATS + t)
    return word


@kernel
def members_hurt(s: State, side: int) -> int:
    """Return those of a side with a spent Buffer, as a word over subjects (TP-96)."""
    word = 0
    for p in range(1, s.cfg.pilots + 1):
        if s.side[p] == side and s.world.buffers[p] < s.cfg.buffer_max[p]:
            word |= 1 << (p - 1)
    if s.side[COACH] == side:
        for t in range(s.cfg.threats):
            if s.world.rating[t] > 0 and s.world.threat_buffers[t] < s.cfg.threat_buffer_max[t]:
                word |= 1 << (Subject.THREATS + t)
    return word


@kernel
def has_giants(s: State, side: int) -> bool:
    """Return whether a side featured Robos or Big Giant Monsters (TP-94)."""
    for p in range(1, s.cfg.pilots + 1):
        if s.side[p] == side and s.conflict.robo[p] != Robo.ABSENT:
            return True
    if s.side[COACH] == side:
        for t in range(s.cfg.threats):
            if s.world.rating[t] > 0 and s.cfg.giant[t]:
                return True
    return False


# Spoils and concessions ----------------------------------------------------------------------------------------------


@kernel
def can_take(s: State, side: int, effect: int) -> bool:
    """Return whether an effect would do anything for a side (TP-93 to TP-97, P-17)."""
    if effect == Spoil.TRAUMA:
        return members(s, 1 - side, book.Kind.TRAUMA) != 0
    if effect == Spoil.RUIN:
        return has_giants(s, side) and (terms.USABLE >> s.world.location) & 1 != 0
    if CANCELS[effect] != book.Kind.NONE:
        return incoming(s, side, CANCELS[effect]) > 0
    if effect == Spoil.RESTORE:
        return members_hurt(s, side) != 0
    if table.count_side(s, side) == 0:
        return False
    if effect == Spoil.FAVOR:
        return s.focus == Focus.FAVOR and subjects.faction_word(s, book.Kind.FAVOR, s.leader[side]) != 0
    return s.focus == Focus.REPAIR and s.world.location == Location.DAMAGED


@kernel
def takeable(s: State, side: int) -> int:
    """Return the effects that a side may take, as a word."""
    word = 0
    for e in range(SPOILS):
        word |= (1 if can_take(s, side, e) else 0) << e
    return word


@kernel
def card_of_suit(s: State, suit: int) -> int:
    """Return the place of the highest card of a suit in the final Pile, or NONE; face-down ones count (C-52)."""
    for i in range(s.pile_n - 1, -1, -1):
        if s.pile_card[i] % 4 == suit:
            return i
    return NONE


@kernel
def spoils_word(s: State) -> int:
    """Return what the victor may spend, as a word from `Act.SPEND` on."""
    effects, word = takeable(s, s.winner), 0
    for e in range(SPOILS):
        if (effects >> e) & 1 == 1 and card_of_suit(s, SUIT_OF[e]) != NONE:
            word |= 1 << e
    if card_of_suit(s, SPADES) != NONE:
        word |= effects << (Act.SPADE - Act.SPEND)
    return word


@kernel
def ask_spoils(s: State, out: Out) -> None:
    """Let the victor spend the final Pile, then the loser take concessions (TP-92)."""
    if s.taker == NONE:
        s.taker = s.winner
        s.won = s.pile_n
        s.conflict.deferred = False
        tally(s, out)
    if s.taker == s.winner:
        if spoils_word(s) != 0:
            ask_leader(s, Phase.SPOILS)
            return
        clear_pile(s, out)
        s.taker = 1 - s.winner
    if s.concessions > 0 and s.leader[s.taker] != NONE and takeable(s, s.taker) != 0:
        ask_leader(s, Phase.CONCESSION)
        return
    s.taker = 1 - s.winner
    s.step = Step.PAYLOADS


@kernel
def ask_leader(s: State, phase: int) -> None:
    """Ask the leader of the side that takes (C-49, C-70)."""
    table.command(s, s.taker)
    ask(s, phase)


@kernel
def leader(s: State) -> int:
    """Return who leads the side that takes spoils or a Payload."""
    return int(s.leader[s.taker])


@kernel
def tally(s: State, out: Out) -> None:
    """Announce both Payloads (TP-91)."""
    for side in range(2):
        for k in range(len(book.DAMAGES)):
            kind = book.DAMAGES[k]
            n = incoming(s, side, kind)
            if n > 0:
                tell(out, Event.PAYLOAD_TALLIED, amount=kind, number=2 * n + side)


@kernel
def clear_pile(s: State, out: Out) -> None:
    """Discard what is left of the final Pile (TP-92, PL-04)."""
    while s.pile_n > 0:
        tell(out, terms.Event.CARD_DISCARDED, s.pile_by[s.pile_n - 1], card=s.pile_card[s.pile_n - 1])
        main_actions.leave_pile(s, s.pile_n - 1)


@kernel
def legal_spoils(s: State, out: Out) -> None:
    """Whatever the cards of the Pile buy, or no more."""
    allow_each(out, Act.SPEND, spoils_word(s))
    allow(out, Act.SPOILS_DONE)


@kernel
def spend(s: State, action: int, out: Out) -> None:
    """Spend a card of the Pile, for which a Spade gives the loser a concession, or no more (TP-92, TP-98)."""
    if action == Act.SPOILS_DONE:
        tell(out, Event.SPOILS_ENDED, s.seat)
        clear_pile(s, out)
        return
    by_spade = act_of(Act, action) == Act.SPADE
    effect = action - (Act.SPADE if by_spade else Act.SPEND)
    at = card_of_suit(s, SPADES if by_spade else SUIT_OF[effect])
    tell(out, Event.SPOIL_SPENT, s.seat, card=s.pile_card[at], amount=effect)
    main_actions.leave_pile(s, at)
    if by_spade:
        s.concessions += 1
    take(s, s.taker, effect, out)


@kernel
def legal_concessions(s: State, out: Out) -> None:
    """Any effect that would do something for the side, or no more."""
    allow_each(out, Act.CONCESSION, takeable(s, s.taker))
    allow(out, Act.SPOILS_DONE)


@kernel
def concede(s: State, action: int, out: Out) -> None:
    """Add an effect for a Spade that the victor spent, or no more (TP-99)."""
    if action == Act.SPOILS_DONE:
        tell(out, Event.SPOILS_ENDED, s.seat)
        s.concessions = 0
        return
    effect = action - Act.CONCESSION
    s.concessions -= 1
    tell(out, Event.CONCESSION_TAKEN, s.seat, amount=effect)
    take(s, s.taker, effect, out)


@kernel
def take(s: State, side: int, effect: int, out: Out) -> None:
    """Let a side take an effect, or ask whose Buffer it restores (TP-93 to TP-99)."""
    if effect == Spoil.TRAUMA:
        add_trigger(s, 1 - side, book.Kind.TRAUMA)
    elif effect == Spoil.RUIN:
        add_trigger(s, 1 - side, book.Kind.RUIN)
    elif effect == Spoil.FAVOR:
        add_trigger(s, side, book.Kind.FAVOR)
    elif effect == Spoil.REBUILD:
        add_trigger(s, side, book.Kind.REBUILD)
    elif CANCELS[effect] != book.Kind.NONE:
        strike_off(s, side, CANCELS[effect])
    else:
        word = members_hurt(s, side)
        if cardset.popcount(word) > 1:
            ask(s, Phase.RESTORE)
        else:
            restore(s, cardset.lowest(word), out)


@kernel
def legal_restores(s: State, out: Out) -> None:
    """Any of the side who has a spent Buffer."""
    allow_each(out, choices.Act.PILOT, members_hurt(s, s.taker))


@kernel
def restore(s: State, x: int, out: Out) -> None:
    """A spent Buffer returns, at once (TP-96)."""
    if x < Subject.THREATS:
        triggers.fortify(s, x + 1, 1, out)
    else:
        s.world.threat_buffers[x - Subject.THREATS] += 1
        tell(out, Event.THREAT_FORTIFIED, COACH, amount=x - Subject.THREATS)


# The Payloads land ---------------------------------------------------------------------------------------------------


@kernel
def ask_payloads(s: State, out: Out) -> None:
    """Let the next trigger of a Payload land, the loser's side first (TP-101, P-21).

    One kind of damage follows another in the order that the side's leader picks (ME-46, C-35). Damage that a trigger
    causes is settled before the next.
    """
    if s.result == Result.CALLED_OFF or s.taker == NONE:
        s.step = Step.AFTER
        return
    side = s.taker
    table.command(s, side)
    word = landing_word(s, side)
    if word == 0:
        s.landing = book.Kind.NONE
        s.taker = s.winner if side != s.winner else NONE
        return
    if s.landing == book.Kind.NONE or not is_landing(s, side, s.landing):
        if cardset.popcount(word) > 1 and s.leader[side] != NONE:
            ask_leader(s, Phase.ORDER)
            return
        s.landing = book.DAMAGES[cardset.lowest(word)]
    if s.landing == book.Kind.STRIFE:
        land_strife(s, side)
    else:
        land_next(s, side, s.landing, out)


@kernel
def is_landing(s: State, side: int, kind: int) -> bool:
    """Return whether triggers of a kind wait in a Payload and would hit somebody."""
    if incoming(s, side, kind) == 0:
        return False
    return kind == book.Kind.STRIFE or kind == book.Kind.RUIN or members(s, side, kind) != 0


@kernel
def landing_word(s: State, side: int) -> int:
    """Return the kinds of `book.DAMAGES` that a side has still to take, as a word."""
    word = 0
    for k in range(len(book.DAMAGES)):
        word |= (1 if is_landing(s, side, book.DAMAGES[k]) else 0) << k
    return word


@kernel
def legal_orders(s: State, out: Out) -> None:
    """Any kind of damage that the side has still to take."""
    allow_each(out, choices.Act.DAMAGE, landing_word(s, s.taker))


@kernel
def choose_order(s: State, action: int, out: Out) -> None:
    """Say which kind of damage lands next (ME-46)."""
    s.landing = book.DAMAGES[action - choices.Act.DAMAGE]


@kernel
def land_strife(s: State, side: int) -> None:
    """Let the Strife of the next causer land: she alone may buffer it, Pink excepted (TP-104, C-58)."""
    for p in range(1, s.cfg.pilots + 1):
        if s.side[p] == side and s.strife[p] > 0:
            n = s.strife[p]
            s.strife[p] = 0
            triggers.schism(s, p, n)
            return
    payload = s.conflict.payload
    n = payload[side, book.Kind.STRIFE] + payload[side, book.Kind.SCHISM]
    payload[side, book.Kind.STRIFE] = 0
    payload[side, book.Kind.SCHISM] = 0
    triggers.schism(s, NONE, n)


@kernel
def land_next(s: State, side: int, kind: int, out: Out) -> None:
    """Let one trigger land; where it may hit several, the leader says whom (TP-102, C-69)."""
    if kind == book.Kind.RUIN:
        s.conflict.payload[side, kind] -= 1
        triggers.ruin(s, 1)
        return
    word = members(s, side, kind)
    s.effect = kind
    if cardset.popcount(word) > 1:
        ask(s, Phase.PAYLOAD)
    else:
        assign(s, cardset.lowest(word), out)


@kernel
def legal_hits(s: State, out: Out) -> None:
    """Any of the side whom the trigger may hit."""
    allow_each(out, choices.Act.PILOT, members(s, s.taker, s.effect))


@kernel
def assign(s: State, x: int, out: Out) -> None:
    """Let the trigger hit one subject (TP-101)."""
    kind = s.effect
    s.conflict.payload[s.taker, kind] -= 1
    s.effect = book.Kind.NONE
    tell(out, Event.DAMAGE_ASSIGNED, s.leader[s.taker], amount=kind, number=x)
    if kind == book.Kind.TRAUMA:
        if x < Subject.THREATS:
            triggers.trauma(s, x + 1, 1)
        else:
            triggers.threat_trauma(s, x - Subject.THREATS, 1)
    elif kind == book.Kind.PURGE:
        triggers.purge(s, x + 1)
    else:
        triggers.disfavor(s, x - Subject.FACTIONS, 1)


@kernel
def resolve_rest(s: State, out: Out) -> bool:
    """Resolve the triggers that are no damage; return whether something was fired (TP-105)."""
    for side in range(2):
        payload = s.conflict.payload
        if payload[side, book.Kind.REBUILD] > 0:
            payload[side, book.Kind.REBUILD] = 0
            triggers.rebuild(s, out)
        if payload[side, book.Kind.FAVOR] > 0:
            n = payload[side, book.Kind.FAVOR]
            payload[side, book.Kind.FAVOR] = 0
            table.command(s, side)
            agenda.fire(s, book.Kind.FAVOR, book.Target.NONE, n, s.leader[side])
            return True
    return False
