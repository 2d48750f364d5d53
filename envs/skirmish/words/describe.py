"""What actions are to people: their names, costs and effects."""

from __future__ import annotations

from throwdown.envs.core.cardset import nth_bit, popcount
from throwdown.envs.core.kit import NONE, Description, Setup, plural, tr
from throwdown.envs.skirmish import attacks, commits, moves, state as st, terrain
from throwdown.envs.skirmish.actions import Act, process_of
from throwdown.envs.skirmish.state import MCS, Phase, Side, State
from throwdown.envs.skirmish.words import effects, names

POINTS = plural("{n} Move point", "{n} Move points", st.PRICE)
HACKS = {
    st.Status.LAG: tr("if it works, the target comes one place later in the count"),
    st.Status.EXPOSED: tr("if it works, the target is easier to hit"),
    st.Status.JAMMED: tr("if it works, the target hits less"),
    st.Status.LEAK: tr("if it works, the target loses HP at the start of its turns"),
}


def describe(s: State, action: int, setup: Setup) -> Description:
    """Return what an action of the seat to move is to people."""
    if action < Act.CARD:
        return _plain(s, action, setup)
    if action < Act.RANK:
        return _card(s, action - Act.CARD, setup)
    if action < Act.SHIFT:
        return Description(tr("Play it as"), names.RANKS[action - Act.RANK], "", _as_rank(action - Act.RANK))
    if action < Act.AREA:
        return _shift(s, action - Act.SHIFT - 1)
    if action < Act.MOB:
        return _area(s, action - Act.AREA, setup)
    if action < Act.HACK:
        return _process(s, int(process_of(action)), setup)
    if action < Act.BONUS:
        k = st.Status(action - Act.HACK)
        return Description(tr("Hack"), names.status(k), "", HACKS[k])
    if action < Act.PAY:
        return _bonus(s, action - Act.BONUS, setup)
    if action < Act.SWITCH:
        return _any_time(s, action, setup)
    if action == Act.SWITCH:
        return _switch(s, setup)
    if action == Act.GIVE:
        card = _name(int(s.active))
        return Description(tr("Give"), card, "", tr("it goes to the Team Hand"), on=card)
    return _yield(s, action - Act.YIELD)


def _name(card: int) -> str:
    return "" if card == NONE else st.KIT.name(card)


def _plain(s: State, action: int, setup: Setup) -> Description:
    """Return what ids 0 to 2 are in the present phase."""
    if action == Act.NO_CARD:
        effect = tr("a turn after the Kings, without an attack")
        return Description(tr("Go without a card"), "", "", effect)
    if action == Act.RELOAD:
        if s.phase == Phase.ACTIVATE:
            cost, effect = tr("the boss's turn"), tr("the CPU draws up to its Draw")
            return Description(tr("Reload"), "", cost, effect)
        return _reload(s, setup)
    return PASSES.get(Phase(int(s.phase)), PASS)


PASS = Description(tr("Pass"), "", "", tr("the next turn begins"))
PASSES = {
    Phase.COMMIT: Description(tr("Lay no more"), "", "", tr("the commit is over")),
    Phase.TURN: Description(tr("End the turn"), "", "", tr("its card is discarded if it is still there")),
    Phase.HACK: Description(tr("Hack nothing"), "", "", tr("the attack goes on alone")),
    Phase.GIVE: Description(tr("Keep it"), "", "", tr("the card is discarded when the turn ends")),
}


def _reload(s: State, setup: Setup) -> Description:
    """Return what a reload brings an MC, as far as its hand stays as it is."""
    if not 0 <= s.by < MCS:
        return Description(tr("Reload"), "", tr("the round"), tr("draw up to Draw at its end"))
    name, sheet = names.process(s, int(s.by), setup), terrain.sheet_of(s, int(s.by))
    is_turn = sheet.reload == st.Reload.TURN and sheet.plays > 1  # with one play it costs the round (SKO-07)
    cost = tr("one of two plays") if is_turn else tr("the round")
    draw = int(sheet.draw)
    n = max(0, draw - popcount(int(s.hands[s.by].cards)))
    if n:
        effect = plural(
            "{who} draws up to {draw} at the end, now {n} card",
            "{who} draws up to {draw} at the end, now {n} cards",
            n,
            who=name,
            draw=draw,
        )
    else:
        effect = tr("{who} draws up to {draw} at the end, now none", who=name, draw=draw)
    return Description(tr("Reload"), tr("with {who}", who=name), cost, effect, on=name)


def holder(s: State) -> int:
    """Return whose hand slots mean now, or NONE."""
    if s.seat == Side.CPU:
        return st.CPU
    return int(s.by) if 0 <= s.by < MCS else int(s.actor)


def card_of(s: State, slot: int) -> int:
    """Return the card in a slot of the hand that is used now, or NONE."""
    h = holder(s)
    hand = int(s.hands[h].cards) if 0 <= h <= st.CPU else 0
    return int(nth_bit(hand, slot)) if slot < popcount(hand) else NONE


def _card(s: State, slot: int, setup: Setup) -> Description:
    card = card_of(s, slot)
    on = _name(card)
    what = on or tr("card {n} of {hand}", n=slot + 1, hand=st.HAND)
    if s.phase == Phase.LAY:
        return Description(tr("Lay for the Interrupt"), what, on=on)
    if card == NONE:
        return Description(tr("Lay"), what)
    effect = tr("then say as what") if commits.is_wild(card) else _comes(s, card // 4 + 1, setup)
    return Description(tr("Lay"), what, "", effect, on=on)


def _comes(s: State, place: int, setup: Setup) -> str:
    """Return where a card comes in the count; Lag puts it one later (SKO-34)."""
    if not 0 <= s.by < MCS:
        return tr("comes at {place}", place=names.place(place))
    who = names.process(s, int(s.by), setup)
    if terrain.has_status(s, int(s.by), st.Status.LAG):
        place = min(st.HIGH_ACE, place + 1)
        return tr("{who} comes at {place}, by Lag", who=who, place=names.place(place))
    return tr("{who} comes at {place}", who=who, place=names.place(place))


def _as_rank(place: int) -> str:
    if place == 0:
        return tr("always hits, double damage; comes first")
    return tr("always hits, double damage; comes last") if place == st.ACE - 1 else ""


SHIFTS = {-1: tr("Count it one lower"), 0: tr("Count it as it is"), 1: tr("Count it one higher")}


def _shift(s: State, by: int) -> Description:
    where = int(s.rank) + by
    if 0 <= where < len(names.RANKS):
        return Description(SHIFTS[by], "", "", tr("it comes at {place}", place=names.place(where)))
    return Description(SHIFTS[by], "", "", tr("it comes at off the count"))


def _area(s: State, area: int, setup: Setup) -> Description:
    have = names.areas(setup)
    on = have[area] if area < len(have) else ""
    where = on or tr("area {n}", n=area + 1)
    if s.phase == Phase.DEPLOY:
        name = tr("Place {who}", who=names.process(s, int(s.by), setup))
        return Description(name, tr("at {where}", where=where), on=on)
    if s.phase == Phase.PUSH:
        name = tr("Push {who}", who=names.process(s, int(s.target), setup))
        return Description(name, tr("to {where}", where=where), "", _falls(s, area), on=on)
    if s.phase == Phase.EXIT:
        loss = _hp(fall_loss(s, int(s.faller)))
        return Description(tr("Fall"), tr("to {where}", where=where), loss, on=on)
    if s.phase == Phase.STORM:
        return Description(tr("Storm"), where, "", tr("every enemy there is hit"), on=on)
    p = int(s.actor)
    if s.phase != Phase.TURN or p == NONE or area >= len(have):
        return Description(tr("Go to"), where, on=on)
    price = int(terrain.price(s, p, int(s.processes[p].area), area))
    has_points = terrain.sheet_of(s, p).most > 0
    cost = plural("{n} Move point", "{n} Move points", price) if has_points else tr("1 step")
    return Description(tr("Go to"), where, cost if price else "", _falls(s, area), on=on)


def _falls(s: State, area: int) -> str:
    return tr("a Falling area") if area < s.cfg.areas and s.cfg.falling[area] else ""


def fall_loss(s: State, p: int) -> int:
    """Return the HP that a fall costs a process."""
    loss = int(s.processes[p].max_hp)
    for _ in range(moves.FALL_CUTS):
        loss = int(terrain.cut(s, loss))
    return max(1, loss)


def _process(s: State, q: int, setup: Setup) -> Description:
    if not names.has_process(s, q, setup):
        if q < MCS:
            return Description(tr("Choose"), tr("MC {n}", n=q + 1))
        return Description(tr("Choose"), tr("process of the CPU {n}", n=q - MCS + 1))
    name, w = names.process(s, q, setup), s.processes[q]
    if s.phase == Phase.ACTIVATE:
        return Description(tr("Activate"), name, "", _hp(w.hp), on=name)
    if s.phase == Phase.PATCH:
        healed = min(int(s.left), int(w.max_hp) - int(w.hp))
        return Description(tr("Patch"), name, "", _hp(healed), on=name)
    if s.phase == Phase.TARGET and s.shooter != NONE:
        p = int(s.shooter)
        if s.doing == st.Doing.REROUTE:
            return Description(tr("Push"), name, on=name)
        is_shot = (
            s.cfg.interrupts[terrain.sheet_of(s, p).interrupt[s.processes[p].interrupt]].effect
            == st.Effect.SHOT
        )
        damage = int(terrain.damage(s, p, q, False, is_shot))
        effect = tr("{damage} of {hp}", damage=damage, hp=_hp(w.hp))
        return Description(tr("Hit"), name, "", effect, on=name)
    return Description(tr("Attack"), name, "", _outcome(s, q), on=name)


def _hp(n: int) -> str:
    return tr("{n} HP", n=int(n))


def _outcome(s: State, q: int) -> str:
    """Return what an attack with the turn's card does to a process."""
    p, rank = int(s.actor), int(s.active_rank)
    if p == NONE or rank == 0 or terrain.side_of(p) == terrain.side_of(q):
        return ""
    accuracy, evade = int(terrain.accuracy(s, p)), int(terrain.evade(s, q))
    if attacks.hits(rank, accuracy, evade):
        damage = int(terrain.damage(s, p, q, rank == st.ACE, False))
        return tr("hits: {damage} of {hp}", damage=damage, hp=_hp(s.processes[q].hp))
    if rank < accuracy:
        return tr("misses: {rank} is under Accuracy {accuracy}", rank=names.rank(rank), accuracy=accuracy)
    return tr("is dodged: {rank} is not under Evade {evade}", rank=names.rank(rank), evade=evade)


def _bonus(s: State, k: int, setup: Setup) -> Description:
    own = names.sheet(s, int(s.actor), setup)["bonus"] if s.actor != NONE else []
    if k >= len(own):
        return Description(tr("Bonus action"), str(k + 1))
    return Description(tr(own[k]["name"]), "", tr("once a round"), effects.bonus(own[k]))


ANY_TIME = (tr("Draw"), tr("Swap"), tr("Interrupt"))


def _any_time(s: State, action: int, setup: Setup) -> Description:
    """Return what paying for a card or a loadout and Interrupts are."""
    k, what = (action - Act.PAY) % MCS, (action - Act.PAY) // MCS
    p = k if s.seat == Side.MCS else int(terrain.boss(s))
    if p < 0 or not names.has_process(s, p, setup):
        return Description(ANY_TIME[what], tr("with {who}", who=k + 1))
    name = names.process(s, p, setup)
    if what == 0:
        return Description(tr("Draw a card"), tr("with {who}", who=name), POINTS, on=name)
    if what == 1:
        own = names.sheet(s, p, setup)["loadouts"]
        if len(own) == 1:
            return Description(tr("Swap"), tr("of {who}", who=name), on=name)
        to = own[1 - int(s.processes[p].loadout)]
        what_to = tr("{loadout} with {who}", loadout=tr(to["name"]), who=name)
        effect = tr("Range {range}, Damage {damage}", range=to["range"], damage=to["damage"])
        return Description(tr("Take"), what_to, POINTS, effect, on=name)
    own_interrupt = names.interrupt(s, p, setup)
    if own_interrupt is None:
        return Description(tr("Interrupt"), tr("of {who}", who=name), on=name)
    left = int(own_interrupt["cards"]) - int(s.processes[p].laid_n)
    cost = tr("10 charges")
    if left:
        cost = plural("10 charges and {n} card", "10 charges and {n} cards", left)
    effect = effects.effect(own_interrupt)
    return Description(tr(own_interrupt["name"]), tr("by {who}", who=name), cost, effect, on=name)


def _switch(s: State, setup: Setup) -> Description:
    own = names.sheet(s, int(s.actor), setup)["interrupts"] if s.actor != NONE else []
    if len(own) < 2:
        return Description(tr("Switch the Interrupt"))
    to = own[1 - int(s.processes[s.actor].interrupt)]
    return Description(tr("Switch"), tr("to {name}", name=tr(to["name"])), "", effects.effect(to))


def _yield(s: State, k: int) -> Description:
    team = s.teams[s.seat]
    on = st.KIT.name(int(team.cards[k])) if k < team.n else ""
    return Description(tr("Give up"), on or tr("card {n}", n=k + 1), on=on)
