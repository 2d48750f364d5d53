"""What actions are to people: their names, costs and effects."""

from __future__ import annotations

from throwdown.envs.core.cardset import nth_bit, popcount
from throwdown.envs.core.kit import NONE, Description, Setup
from throwdown.envs.skirmish import flow, state as st, terrain, turns
from throwdown.envs.skirmish.actions import Act
from throwdown.envs.skirmish.state import MCS, Phase, Side, State
from throwdown.envs.skirmish.words import effects, names

POINTS = f"{st.PRICE} Move points"
STATUSES = {
    st.Status.LAG: "comes one place later in the count",
    st.Status.EXPOSED: "is easier to hit",
    st.Status.JAMMED: "hits less",
    st.Status.LEAK: "loses HP at the start of its turns",
}


def describe(s: State, action: int, setup: Setup) -> Description:
    """Return what an action of the seat to move is to people."""
    if action < Act.CARD:
        return _plain(s, action, setup)
    if action < Act.RANK:
        return _card(s, action - Act.CARD, setup)
    if action < Act.SHIFT:
        return Description("Play it as", names.RANKS[action - Act.RANK], "", _as_rank(action - Act.RANK))
    if action < Act.AREA:
        return _shift(s, action - Act.SHIFT - 1)
    if action < Act.MOB:
        return _area(s, action - Act.AREA, setup)
    if action < Act.HACK:
        p = MCS + action - Act.MOB if action < Act.MC else action - Act.MC
        return _process(s, p, setup)
    if action < Act.BONUS:
        k = st.Status(action - Act.HACK)
        return Description("Hack", names.status(k), "", f"if it works, the target {STATUSES[k]}")
    if action < Act.PAY:
        return _bonus(s, action - Act.BONUS, setup)
    if action < Act.SWITCH:
        return _any_time(s, action, setup)
    if action == Act.SWITCH:
        return _switch(s, setup)
    if action == Act.GIVE:
        return Description("Give", _name(int(s.active)), "", "it goes to the Team Hand")
    return _yield(s, action - Act.YIELD)


def _name(card: int) -> str:
    return "" if card == NONE else st.KIT.name(card)


def _plain(s: State, action: int, setup: Setup) -> Description:
    """Return what ids 0 to 2 are in the present phase."""
    if action == Act.NO_CARD:
        return Description("Go without a card", "", "", "a turn after the Kings, without an attack")
    if action == Act.RELOAD:
        if s.phase == Phase.ACTIVATE:
            return Description("Reload", "", "the boss's turn", "the CPU draws up to its Draw")
        return _reload(s, setup)
    if s.phase == Phase.COMMIT:
        return Description("Lay no more", "", "", "the commit is over")
    return {
        Phase.TURN: Description("End the turn", "", "", "its card is discarded if it is still there"),
        Phase.HACK: Description("Hack nothing", "", "", "the attack goes on alone"),
        Phase.GIVE: Description("Keep it", "", "", "the card is discarded when the turn ends"),
    }.get(Phase(int(s.phase)), Description("Pass", "", "", "the next turn begins"))


def _reload(s: State, setup: Setup) -> Description:
    """Return what a reload brings an MC, as far as its hand stays as it is."""
    if not 0 <= s.by < MCS:
        return Description("Reload", "", "the round", "draw up to Draw at its end")
    name, sheet = names.process(s, int(s.by), setup), terrain.sheet_of(s, int(s.by))
    cost = "one of two plays" if sheet.reload == st.Reload.TURN else "the round"
    n = max(0, int(sheet.draw) - popcount(int(s.hands[s.by].cards)))
    now = f"now {names.count(n, 'card')}" if n else "now none"
    return Description(
        "Reload", f"with {name}", cost, f"{name} draws up to {int(sheet.draw)} at the end, {now}"
    )


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
    what = f"card {slot + 1} of {st.HAND}" if card == NONE else st.KIT.name(card)
    if s.phase == Phase.LAY:
        return Description("Lay for the Interrupt", what)
    is_wild = card != NONE and bool(flow.is_wild(card))
    effect = "then say as what" if is_wild else _comes(s, card // 4 + 1, setup) if card != NONE else ""
    return Description("Lay", what, "", effect)


def _comes(s: State, place: int, setup: Setup) -> str:
    """Return where a card comes in the count; Lag puts it one later (SKO-34)."""
    if not 0 <= s.by < MCS:
        return f"comes at {names.place(place)}"
    lags = terrain.has_status(s, int(s.by), st.Status.LAG)
    place = min(st.HIGH_ACE, place + 1) if lags else place
    return f"{names.process(s, int(s.by), setup)} comes at {names.place(place)}{', by Lag' if lags else ''}"


def _as_rank(place: int) -> str:
    if place in (0, st.ACE - 1):
        return f"always hits, double damage; comes {'first' if place == 0 else 'last'}"
    return ""


def _shift(s: State, by: int) -> Description:
    where = int(s.rank) + by
    text = names.place(where) if 0 <= where < len(names.RANKS) else "off the count"
    name = {-1: "Count it one lower", 0: "Count it as it is", 1: "Count it one higher"}[by]
    return Description(name, "", "", f"it comes at {text}")


def _area(s: State, area: int, setup: Setup) -> Description:
    have = names.areas(setup)
    where = have[area] if area < len(have) else f"area {area + 1}"
    if s.phase == Phase.DEPLOY:
        return Description(f"Place {names.process(s, int(s.by), setup)}", f"at {where}")
    if s.phase == Phase.PUSH:
        return Description(
            f"Push {names.process(s, int(s.target), setup)}", f"to {where}", "", _falls(s, area)
        )
    if s.phase == Phase.EXIT:
        return Description("Fall", f"to {where}", f"{fall_loss(s, int(s.faller))} HP")
    if s.phase == Phase.STORM:
        return Description("Storm", where, "", "every enemy there is hit")
    p = int(s.actor)
    if s.phase != Phase.TURN or p == NONE or area >= len(have):
        return Description("Go to", where)
    price = int(terrain.price(s, p, int(s.processes[p].area), area))
    has_points = terrain.sheet_of(s, p).most > 0
    cost = names.count(price, "Move point") if has_points else "1 step"
    return Description("Go to", where, cost if price else "", _falls(s, area))


def _falls(s: State, area: int) -> str:
    return "a Falling area" if area < s.cfg.areas and s.cfg.falling[area] else ""


def fall_loss(s: State, p: int) -> int:
    """Return the HP that a fall costs a process."""
    loss = int(s.processes[p].max_hp)
    for _ in range(turns.FALL_CUTS):
        loss = int(terrain.cut(s, loss))
    return max(1, loss)


def _process(s: State, q: int, setup: Setup) -> Description:
    if not names.has_process(s, q, setup):
        side, k = ("MC", q) if q < MCS else ("process of the CPU", q - MCS)
        return Description("Choose", f"{side} {k + 1}")
    name = names.process(s, q, setup)
    if s.phase == Phase.ACTIVATE:
        return Description("Activate", name, "", _hp(s, q))
    if s.phase == Phase.PATCH:
        amount = min(int(s.left), int(s.processes[q].max_hp) - int(s.processes[q].hp))
        return Description("Patch", name, "", f"{amount} HP")
    if s.phase == Phase.TARGET and s.shooter != NONE:
        p = int(s.shooter)
        if s.doing == st.Doing.REROUTE:
            return Description("Push", name)
        is_shot = (
            s.cfg.interrupts[terrain.sheet_of(s, p).interrupt[s.processes[p].interrupt]].effect
            == st.Effect.SHOT
        )
        return Description("Hit", name, "", f"{int(terrain.damage(s, p, q, False, is_shot))} of {_hp(s, q)}")
    return Description("Attack", name, "", _outcome(s, q))


def _hp(s: State, q: int) -> str:
    return f"{int(s.processes[q].hp)} HP"


def _outcome(s: State, q: int) -> str:
    """Return what an attack with the turn's card does to a process."""
    p, rank = int(s.actor), int(s.active_rank)
    if p == NONE or rank == 0 or terrain.side_of(p) == terrain.side_of(q):
        return ""
    accuracy, evade = int(terrain.accuracy(s, p)), int(terrain.evade(s, q))
    if not turns.hits(rank, accuracy, evade):
        if rank < accuracy:
            return f"misses: {names.rank(rank)} is under Accuracy {accuracy}"
        return f"is dodged: {names.rank(rank)} is not under Evade {evade}"
    return f"hits: {int(terrain.damage(s, p, q, rank == st.ACE, False))} of {_hp(s, q)}"


def _bonus(s: State, k: int, setup: Setup) -> Description:
    own = names.sheet(s, int(s.actor), setup)["bonus"] if s.actor != NONE else []
    if k >= len(own):
        return Description("Bonus action", str(k + 1))
    return Description(own[k]["name"], "", "once a round", effects.bonus(own[k]))


def _any_time(s: State, action: int, setup: Setup) -> Description:
    """Return what paying for a card or a loadout and Interrupts are."""
    k, what = (action - Act.PAY) % MCS, (action - Act.PAY) // MCS
    p = k if s.seat == Side.MCS else int(terrain.boss(s))
    if p < 0 or not names.has_process(s, p, setup):
        return Description(("Draw", "Swap", "Interrupt")[what], f"with {k + 1}")
    name = names.process(s, p, setup)
    if what == 0:
        return Description("Draw a card", f"with {name}", POINTS)
    if what == 1:
        own = names.sheet(s, p, setup)["loadouts"]
        if len(own) == 1:
            return Description("Swap", f"of {name}")
        to = own[1 - int(s.processes[p].loadout)]
        return Description(
            "Take", f"{to['name']} with {name}", POINTS, f"Range {to['range']}, Damage {to['damage']}"
        )
    own_interrupt = names.interrupt(s, p, setup)
    if own_interrupt is None:
        return Description("Interrupt", f"of {name}")
    left = int(own_interrupt["cards"]) - int(s.processes[p].laid_n)
    cost = "10 charges" if left == 0 else f"10 charges and {names.count(left, 'card')}"
    return Description(own_interrupt["name"], f"by {name}", cost, effects.effect(own_interrupt))


def _switch(s: State, setup: Setup) -> Description:
    own = names.sheet(s, int(s.actor), setup)["interrupts"] if s.actor != NONE else []
    if len(own) < 2:
        return Description("Switch the Interrupt")
    to = own[1 - int(s.processes[s.actor].interrupt)]
    return Description("Switch", f"to {to['name']}", "", effects.effect(to))


def _yield(s: State, k: int) -> Description:
    team = s.teams[s.seat]
    what = st.KIT.name(int(team.cards[k])) if k < team.n else f"card {k + 1}"
    return Description("Give up", what)
