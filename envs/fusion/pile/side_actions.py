"""The Side actions: abilities, Factions, Recharge, Waves, Storms, Omens, and the Lesser Fusion (TP-75 to TP-88)."""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, allow, allow_each, cardset, kernel, tell
from throwdown.envs.fusion.pile import main_actions, table
from throwdown.envs.fusion.pile.actions import FIRST_BOON, Act
from throwdown.envs.fusion.pile.state import Did, Event, Phase, State
from throwdown.envs.fusion.world import book, choices, deal, usage
from throwdown.envs.fusion.world.terms import COACH, USABLE

STORM_PRICE = 3


@kernel
def legal_side(s: State, p: int, out: Out) -> None:
    """Write the Side actions of a seat; none twice in a turn (TP-43, TP-47, C-57)."""
    done = s.done
    if done & Did.INVOKE == 0:
        for f in range(s.cfg.factions):
            if deal.is_source(s, p, f):
                allow(out, Act.INVOKE + f)
    if p == COACH:
        legal_waves(s, out)
        return
    allow_each(out, Act.ABILITY, usable_abilities(s, p, p, out))
    if done & Did.RECHARGE == 0 and s.world.charges[p] < s.cfg.charge_max[p] and table.cards_held(s, p) > 0:
        allow(out, Act.RECHARGE)
    if done & Did.FUSION == 0 and (s.fused[p] == p or invitable(s, p) != 0):
        allow(out, Act.FUSION)
    if s.fused[p] == p:
        for q in range(1, s.cfg.pilots + 1):
            if table.in_fusion(s, p, q) and usable_abilities(s, p, q, out) != 0:
                allow(out, Act.PARTNER + q - 1)


# Abilities -----------------------------------------------------------------------------------------------------------


@kernel
def usable_abilities(s: State, p: int, owner: int, out: Out) -> int:
    """Return the abilities of ``owner`` that ``p`` may use: her own, or a partner's Techs (TP-48, TP-76, TP-77)."""
    left = s.cfg.assists[owner] & ((1 << FIRST_BOON) - 1)
    if owner != p:
        left &= book.TECHS
    if s.done & Did.ACTIVATE != 0:
        left &= ~book.ACTIVATIONS
    if s.done & Did.SACRIFICE != 0:
        left &= ~book.SACRIFICES
    word = 0
    while left != 0:
        k = cardset.lowest(left)
        left &= left - 1
        if can_use_together(s, p, owner, k, out):
            word |= 1 << k
    if owner == p and (USABLE >> s.world.location) & 1:
        for k in range(book.MAX_BOONS):
            if usage.can_use_boon(s, p, k, False, out):
                word |= 1 << (FIRST_BOON + k)
    return word


@kernel
def can_use_together(s: State, p: int, owner: int, k: int, out: Out) -> bool:
    """Return whether an ability may be used, paid with all that a Fusion has (TP-77)."""
    if s.fused[p] != p:
        return usage.can_use(s, owner, k, False, out)
    w = s.world
    charges, one, both = w.charges[owner], w.hand[owner, 0], w.hand[owner, 1]
    pool = 0
    for q in range(1, s.cfg.pilots + 1):
        if s.fused[q] == p:
            pool += w.charges[q]
    h0, h1 = table.hand_word(s, p, 0), table.hand_word(s, p, 1)
    w.charges[owner] = min(127, pool)  # as if all were hers, for the moment
    w.hand[owner, 0] = h0
    w.hand[owner, 1] = h1
    able = usage.can_use(s, owner, k, False, out)
    w.charges[owner] = charges
    w.hand[owner, 0] = one
    w.hand[owner, 1] = both
    return able


@kernel
def use_ability(s: State, owner: int, k: int, out: Out) -> None:
    """Use an ability as a Side action; what it costs is paid before it acts."""
    p = s.turn
    if (book.ACTIVATIONS >> k) & 1 == 1:
        s.done |= Did.ACTIVATE
    elif (book.SACRIFICES >> k) & 1 == 1:
        s.done |= Did.SACRIFICE
    if k >= FIRST_BOON:
        usage.use_boon(s, p, k - FIRST_BOON, 1, out)
    else:
        if s.fused[p] == p:
            lend_charges(s, p, owner, book.entry_of(out, book.of_pilot(owner, k), book.Ability.CHARGES), out)
        usage.use(s, owner, k, 1, out)
    if s.fused[p] == p and s.pending.pay > 0:  # paid out of all hands of the Fusion
        s.owed = s.pending.pay
        s.owed_class = s.pending.pay_class
        s.pending.pay = 0


@kernel
def lend_charges(s: State, p: int, owner: int, cost: int, out: Out) -> None:
    """Partners make up for the Charges that a Tech's owner lacks, the Fusion's leader first (TP-77, P-14)."""
    for k in range(s.cfg.pilots + 1):
        q = p if k == 0 else k
        need = cost - s.world.charges[owner]
        if need <= 0:
            return
        if q != owner and s.fused[q] == p:
            n = min(need, s.world.charges[q])
            if n > 0:
                s.world.charges[q] -= n
                s.world.charges[owner] += n
                tell(out, Event.CHARGE_LENT, q, amount=n, number=owner)


@kernel
def turn_to(s: State, q: int) -> None:
    """Go on to the Techs of a partner (TP-77)."""
    s.owner = q
    ask(s, Phase.PARTNER)


@kernel
def legal_partner(s: State, out: Out) -> None:
    """Any Tech of the partner that the Fusion can pay for."""
    allow_each(out, Act.ABILITY, usable_abilities(s, s.turn, s.owner, out))


@kernel
def use_partner(s: State, action: int, out: Out) -> None:
    """Use a Tech of the partner (TP-77)."""
    owner = s.owner
    s.owner = NONE
    use_ability(s, owner, action - Act.ABILITY, out)


@kernel
def ask_fusion_pay(s: State) -> None:
    """Have a Fusion pay the cards that it owes, as far as it can."""
    if payable_together(s) == 0:
        s.owed = 0
    else:
        ask(s, Phase.FUSION_PAY)


@kernel
def payable_together(s: State) -> int:
    """Return the cards that may pay what a Fusion owes, as a word."""
    word = 0
    for q in range(1, s.cfg.pilots + 1):
        if s.fused[q] == s.turn:
            word |= usage.payable(s, q, s.owed_class)
    return word


@kernel
def legal_fusion_pay(s: State, out: Out) -> None:
    """Any card of the Fusion that pays."""
    allow_each(out, choices.Act.DISCARD, payable_together(s))


@kernel
def pay_together(s: State, action: int, out: Out) -> None:
    """Discard a card of the Fusion to pay (TP-77)."""
    c = action - choices.Act.DISCARD
    s.owed -= 1
    deal.discard(s, table.holder_of(s, s.turn, c), c, out)
    table.trim_received(s, s.turn)


# Factions, Recharge, Waves -------------------------------------------------------------------------------------------


@kernel
def invoke(s: State, f: int, out: Out) -> None:
    """Take a Faction's face-up card into the hand, for all to see (TP-80, TP-81)."""
    p = s.turn
    s.done |= Did.INVOKE
    c = deal.take_favor(s, p, f, out)
    cardset.add(s.world.hand[p], c)
    if p != COACH:
        for v in range(1, s.cfg.pilots + 1):
            if v != p:
                cardset.add(s.world.known[v - 1, p - 1], c)
    tell(out, Event.FACTION_INVOKED, p, card=c, amount=f)


@kernel
def legal_recharges(s: State, out: Out) -> None:
    """Any card in hand, a Fusion's partners' included."""
    allow_each(out, choices.Act.DISCARD, table.hand_word(s, s.turn, 0))


@kernel
def suit_value(c: int) -> int:
    """Return the Suit Value of a card: Clubs 1, Diamonds 2, Hearts 3, Spades 4 (CD-13)."""
    return c % 4 + 1


@kernel
def recharge(s: State, action: int, out: Out) -> None:
    """Discard a card for as many Charges as its Suit Value (TP-82, CD-13)."""
    p, c = s.turn, action - choices.Act.DISCARD
    s.done |= Did.RECHARGE
    deal.discard(s, table.holder_of(s, p, c), c, out)
    table.trim_received(s, p)
    deal.chargeup(s, p, suit_value(c), out)


@kernel
def legal_waves(s: State, out: Out) -> None:
    """Write Coach's Waves, Storms and Omens: a face for a Wave, three for a Storm, each once a turn (TP-86, TP-87)."""
    if not s.cfg.coach_assists:
        return
    faces = usage.count_payable(s, COACH, book.CardClass.FACE)
    for t in range(s.cfg.threats):
        if s.world.rating[t] == 0:
            continue
        for k in range(book.MAX_WAVES + book.MAX_STORMS):
            is_wave = k < book.MAX_WAVES
            fresh = (s.conflict.threat_used[t] >> k) & 1 == 0
            if fresh and faces >= (1 if is_wave else STORM_PRICE) and book.exists(out, book.of_threat(t, k)):
                allow(out, usage.attack_action(t, k))
    for k in range(book.MAX_EVENTS):
        if usage.can_spend_omen(s, k, out):
            allow(out, choices.Act.OMEN + k)


@kernel
def trigger(s: State, action: int, out: Out) -> None:
    """Trigger a Wave or a Storm (TP-86)."""
    t, k = usage.threat_of(action), usage.attack_of(action)
    is_wave = k < book.MAX_WAVES
    s.conflict.threat_used[t] |= 1 << k
    usage.use_threat(s, t, k, 1, out)
    usage.demand(s, COACH, 1 if is_wave else STORM_PRICE, book.CardClass.FACE)


# The Lesser Fusion ---------------------------------------------------------------------------------------------------


@kernel
def invitable(s: State, p: int) -> int:
    """Return the Pilots whom an un-fused Pilot may invite, as a word: un-fused allies still up (TP-77, P-12)."""
    word = 0
    if s.fused[p] != NONE:
        return word
    for q in range(1, s.cfg.pilots + 1):
        if q != p and s.side[q] == s.side[p] and table.has_turns(s, q) and s.fused[q] == NONE:
            word |= 1 << (q - 1)
    return word


@kernel
def begin_fusion(s: State, out: Out) -> None:
    """Start a Lesser Fusion, or break one's own (TP-77, TP-79)."""
    p = s.turn
    s.done |= Did.FUSION
    if s.fused[p] == p:
        break_fusion(s, p, out)
        return
    s.asked = 0
    s.agreed = 0
    ask_invitation(s, out)


@kernel
def ask_invitation(s: State, out: Out) -> None:
    """Let the Pilot invite one ally after another; then those who consented join."""
    if invitable(s, s.turn) & ~s.asked != 0:
        ask(s, Phase.INVITE)
    else:
        close_fusion(s, out)


@kernel
def legal_invitations(s: State, out: Out) -> None:
    """Any ally who may fuse and was not asked, or nobody else."""
    allow_each(out, choices.Act.PILOT, invitable(s, s.turn) & ~s.asked)
    allow(out, Act.DONE)


@kernel
def invite(s: State, action: int, out: Out) -> None:
    """Ask an ally to fuse, or nobody else."""
    if action == Act.DONE:
        close_fusion(s, out)
        return
    s.invited = action - choices.Act.PILOT + 1
    s.asked |= 1 << (s.invited - 1)
    tell(out, Event.FUSION_PROPOSED, s.turn, amount=s.invited)
    ask(s, Phase.CONSENT)


@kernel
def invited(s: State) -> int:
    """Return who is asked to fuse."""
    return s.invited


@kernel
def legal_consent(s: State, out: Out) -> None:
    """Consent or not."""
    allow(out, Act.CONSENT)
    allow(out, Act.DECLINE)


@kernel
def answer_invitation(s: State, action: int, out: Out) -> None:
    """Consent to fuse, or decline; the next ally is invited then (TP-77)."""
    q, consents = s.invited, action == Act.CONSENT
    s.invited = NONE
    tell(out, Event.FUSION_ANSWERED, q, amount=1 if consents else 0)
    if consents:
        s.agreed |= 1 << (q - 1)
    ask_invitation(s, out)


@kernel
def close_fusion(s: State, out: Out) -> None:
    """Those who consented leave the rotation and share one hand with the Pilot (TP-77, TP-78, P-13)."""
    p = s.turn
    if s.agreed == 0:
        return
    for q in range(1, s.cfg.pilots + 1):
        if q == p or (s.agreed >> (q - 1)) & 1 == 1:
            s.fused[q] = p
            tell(out, Event.FUSED, q, amount=p)
            if q != p:
                main_actions.end_chain(s, q)
    table.show_hands(s, out)


@kernel
def break_fusion(s: State, p: int, out: Out) -> None:
    """Partners return to the rotation, each with her own cards; new ones stay where they are (TP-79, C-73)."""
    tell(out, Event.FUSION_BROKEN, p)
    for q in range(1, s.cfg.pilots + 1):
        if s.fused[q] == p:
            s.fused[q] = NONE


@kernel
def break_one(s: State, out: Out) -> None:
    """+BREAK! ends the greatest Lesser Fusion against its firer, the next in turn among equals (ME-12, ME-13, P-11)."""
    s.conflict.broken = False
    best, most = NONE, 0
    for k in range(1, s.cfg.pilots + 1):
        p = table.seat_after(s, s.turn, k)
        if p != COACH and s.fused[p] == p and not s.folded[p] and s.side[p] != s.side[s.turn]:
            n = 0
            for q in range(1, s.cfg.pilots + 1):
                n += 1 if s.fused[q] == p else 0
            if n > most:
                best, most = p, n
    if best != NONE:
        break_fusion(s, best, out)
