"""How every decision is put to people."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from throwdown.envs.core.cardset import popcount
from throwdown.envs.core.decisions import Answer, Wording, Words
from throwdown.envs.core.kit import NONE, Description, Setup, plural, tr
from throwdown.envs.core.narration import called_card
from throwdown.envs.skirmish import attacks, chart, commits, moves, state as st, terrain
from throwdown.envs.skirmish.actions import Act, process_of
from throwdown.envs.skirmish.decisions import DECISIONS, PROCESSES
from throwdown.envs.skirmish.state import MCS, Phase, State
from throwdown.envs.skirmish.words import describe, effects, names

COMMIT = tr("choose in secret which cards to lay")
"""All that others know of a commit, whichever step it is at (SKO-42)."""
WINDOW = tr("pay Move points or interrupt before the next turn, or pass")
ONLY = tr("It is the only legal choice.")


def _placing(s: State, setup: Setup) -> str:
    return tr("place {who}", who=names.process(s, int(s.by), setup))


def _in_turn(s: State, setup: Setup) -> str:
    return tr("play the turn of {who}", who=names.process(s, int(s.actor), setup))


def _pushing(s: State, setup: Setup) -> str:
    return tr("choose where {who} is pushed", who=names.process(s, int(s.target), setup))


def _falling(s: State, setup: Setup) -> str:
    return tr("choose where {who} falls", who=names.process(s, int(s.faller), setup))


def _laying(s: State, setup: Setup) -> str:
    """Return what others see of it, who do not know that an Interrupt has been begun."""
    return WINDOW if s.actor == NONE else _in_turn(s, setup)


# What their answers are --------------------------------------------------------------------------------------------


def _place(s: State, k: int, setup: Setup) -> Description:
    where, on = describe.area(k, setup)
    name = tr("Place {who}", who=names.process(s, int(s.by), setup))
    return Description(name, tr("at {where}", where=where), on=on)


def _reload(s: State, k: int, setup: Setup) -> Description:
    """Return what a reload brings an MC, as far as its hand stays as it is."""
    if not 0 <= s.by < MCS:
        return Description(
            tr("Reload"), "", tr("no card this round"), tr("draw up to the Draw number when it ends")
        )
    name, sheet = names.process(s, int(s.by), setup), terrain.sheet_of(s, int(s.by))
    is_turn = sheet.reload == st.Reload.TURN and sheet.plays > 1  # with one play it costs the round (SKO-07)
    cost = tr("one of two plays") if is_turn else tr("no card this round")
    draw = int(sheet.draw)
    n = max(0, draw - popcount(int(s.hands[s.by].cards)))
    if n:
        effect = plural(
            "{who} fills the hand up to {draw} when the round ends: {n} card as it stands",
            "{who} fills the hand up to {draw} when the round ends: {n} cards as it stands",
            n,
            who=name,
            draw=draw,
        )
    else:
        effect = tr("the hand of {who} is full, so that nothing is drawn as it stands", who=name)
    return Description(tr("Reload"), tr("with {who}", who=name), cost, effect, on=name)


def _card_at(s: State, slot: int) -> tuple[str, str]:
    """Return what a card of the hand is called, and its name; empty for a slot without one."""
    card = describe.card_of(s, slot)
    on = "" if card == NONE else st.KIT.name(card)
    return called_card(on) or tr("card {n} of {hand}", n=slot + 1, hand=st.HAND), on


def _lay(s: State, k: int, setup: Setup) -> Description:
    what, on = _card_at(s, k)
    if not on:
        return Description(tr("Lay"), what)
    card = describe.card_of(s, k)
    if commits.is_wild(card):
        tag = tr("Any rank") if card >= st.FACES else tr("Low or high")
        effect = tr("its rank is chosen next")
        return Description(tr("Lay"), what, "", effect, on=on, tag=tag, lies=names.COUNT)
    effect, place = comes(s, card // 4 + 1, setup), names.place(_place_of(s, card // 4 + 1))
    tag = tr("At {place}", place=place)
    return Description(tr("Lay"), what, "", effect, on=on, tag=tag, lies=names.COUNT)


def _lay_for_interrupt(s: State, k: int, setup: Setup) -> Description:
    what, on = _card_at(s, k)
    return Description(tr("Lay for the Interrupt"), what, on=on)


def comes(s: State, place: int, setup: Setup) -> str:
    """Return whose turn comes where in the count with a card."""
    if not 0 <= s.by < MCS:
        return tr("a turn at {place}", place=names.place(place))
    who, comes = names.process(s, int(s.by), setup), names.place(_place_of(s, place))
    if terrain.has_status(s, int(s.by), st.Status.LAG):
        return tr("{who}'s turn comes at {place}, because of Lag", who=who, place=comes)
    return tr("{who}'s turn comes at {place}", who=who, place=comes)


def _place_of(s: State, place: int) -> int:
    """Return the place in the count that a card's place becomes (SKO-34)."""
    is_late = 0 <= s.by < MCS and terrain.has_status(s, int(s.by), st.Status.LAG)
    return min(st.HIGH_ACE, place + 1) if is_late else place


def _as_rank(place: int) -> str:
    if place == 0:
        return tr("always hits, double damage; comes first")
    return tr("always hits, double damage; comes last") if place == st.ACE - 1 else ""


def _rank(s: State, k: int, setup: Setup) -> Description:
    tag = tr("At {place}", place=names.place(_place_of(s, k)))
    return Description(tr("Play it as"), names.RANKS[k], "", _as_rank(k), tag=tag)


SHIFTS = {
    -1: tr("Count the card one lower"),
    0: tr("Count the card as it is"),
    1: tr("Count the card one higher"),
}


def _shift(s: State, k: int, setup: Setup) -> Description:
    by = k - 1
    where = int(s.rank) + by
    if 0 <= where < len(names.RANKS):
        return Description(SHIFTS[by], "", "", tr("it comes at {place}", place=names.place(where)))
    return Description(SHIFTS[by], "", "", tr("there is no such place in the count"))


def _go(s: State, k: int, setup: Setup) -> Description:
    where, on = describe.area(k, setup)
    p = int(s.actor)
    if p == NONE or not on:
        return Description(tr("Go to"), where, on=on)
    price = int(terrain.price(s, p, int(s.processes[p].area), k))
    has_points = terrain.sheet_of(s, p).most > 0
    cost = plural("{n} Move point", "{n} Move points", price) if has_points else tr("1 step")
    then = describe.spent(s, p, price) if has_points and price and p < MCS else ()
    return Description(tr("Go to"), where, cost if price else "", describe.falls(s, k), on=on, then=then)


def _push(s: State, k: int, setup: Setup) -> Description:
    where, on = describe.area(k, setup)
    name = tr("Push {who}", who=names.process(s, int(s.target), setup))
    return Description(name, tr("to {where}", where=where), "", describe.falls(s, k), on=on)


def _fall(s: State, k: int, setup: Setup) -> Description:
    where, on = describe.area(k, setup)
    loss = int(moves.fall_loss(s, int(s.faller)))
    tag = tr("−{n} HP", n=loss)
    return Description(tr("Fall"), tr("to {where}", where=where), describe.hp(loss), on=on, tag=tag)


def _storm(s: State, k: int, setup: Setup) -> Description:
    where, on = describe.area(k, setup)
    return Description(tr("Storm"), where, "", tr("every enemy there is hit"), on=on)


def _choosing(
    describe_one: Callable[[State, int, str], Description], acts: tuple[Act, ...] = PROCESSES
) -> dict[Act, Answer]:
    """Return what describes the choice of a process, of which there is one."""

    def from_(first: int) -> Answer:
        def describe_any(s: State, k: int, setup: Setup) -> Description:
            name = describe.process(s, first + k, setup)
            return describe_one(s, first + k, name) if name else describe.nobody(first + k)

        return describe_any

    return {act: from_(int(process_of(act))) for act in acts}


def _activate(s: State, q: int, name: str) -> Description:
    return Description(
        tr("Activate"), name, "", tr("it has {hp}", hp=describe.hp(s.processes[q].hp)), on=name
    )


def _attack(s: State, q: int, name: str) -> Description:
    p, rank = int(s.actor), names.rank(int(s.active_rank))
    told = Description(tr("Attack"), name, on=name)
    if p == NONE or s.active_rank == 0 or terrain.side_of(p) == terrain.side_of(q):
        return told
    damage, accuracy, evade = outcome(s, q)
    if accuracy is not None:
        effect = tr("it misses: {rank} is below Accuracy {accuracy}", rank=rank, accuracy=accuracy)
        return told._replace(effect=effect, tag=tr("Misses"))
    if evade is not None:
        effect = tr("it dodges: {rank} is not below Evade {evade}", rank=rank, evade=evade)
        return told._replace(effect=effect, tag=tr("Dodged"))
    then = () if int(terrain.connect(s, p)) else describe.hurt(s, q, damage)
    return told._replace(effect=_taken(s, q, damage), tag=tr("−{n} HP", n=damage), then=then)


def _patch(s: State, q: int, name: str) -> Description:
    w = s.processes[q]
    healed = min(int(s.left), int(w.max_hp) - int(w.hp))
    tag, then = tr("+{n} HP", n=healed), describe.hurt(s, q, -healed)
    return Description(tr("Patch"), name, "", describe.hp(healed), on=name, tag=tag, then=then)


def _target(s: State, q: int, name: str) -> Description:
    p = int(s.shooter)
    if p == NONE:
        return _attack(s, q, name)
    if s.doing == st.Doing.REROUTE:
        return Description(tr("Push"), name, on=name)
    interrupt = s.cfg.interrupts[terrain.sheet_of(s, p).interrupt[s.processes[p].interrupt]]
    damage = int(terrain.damage(s, p, q, False, interrupt.effect == st.Effect.SHOT))
    tag, then = tr("−{n} HP", n=damage), describe.hurt(s, q, damage)
    return Description(tr("Hit"), name, "", _taken(s, q, damage), on=name, tag=tag, then=then)


class Outcome(NamedTuple):
    """What an attack with the turn's card does.

    Attributes:
        damage: the HP that the hit takes; 0 without a hit.
        accuracy: the Accuracy that the card does not reach; None if it does.
        evade: the Evade that the card is not below, though it reaches Accuracy; None if it hits.
    """

    damage: int
    accuracy: int | None = None
    evade: int | None = None


def outcome(s: State, q: int) -> Outcome:
    """Return what an attack with the turn's card does to a process."""
    p, rank = int(s.actor), int(s.active_rank)
    accuracy, evade = int(terrain.accuracy(s, p)), int(terrain.evade(s, q))
    if attacks.hits(rank, accuracy, evade):
        return Outcome(int(terrain.damage(s, p, q, rank == st.ACE, False)))
    return Outcome(0, accuracy=accuracy) if rank < accuracy else Outcome(0, evade=evade)


def _taken(s: State, q: int, damage: int) -> str:
    """Return what a hit takes from a process."""
    have = int(s.processes[q].hp)
    if damage >= have:
        return tr("it goes down: the hit takes all of its {hp}", hp=describe.hp(have))
    return tr("the hit takes {damage} of its {hp}", damage=damage, hp=describe.hp(have))


HACKS = {
    st.Status.LAG: tr("if it works, the target comes one place later in the count"),
    st.Status.EXPOSED: tr("if it works, the target is easier to hit"),
    st.Status.JAMMED: tr("if it works, the target hits less often"),
    st.Status.LEAK: tr("if it works, the target loses HP at the start of its turns"),
}


def _hack(s: State, k: int, setup: Setup) -> Description:
    status = st.Status(k)
    return Description(tr("Hack"), names.status(status), "", HACKS[status])


def _bonus(s: State, k: int, setup: Setup) -> Description:
    own = names.sheet(s, int(s.actor), setup)["bonus"] if s.actor != NONE else []
    if k >= len(own):
        return Description(tr("Bonus action"), str(k + 1))
    return Description(tr(own[k]["name"]), "", tr("once a round"), effects.bonus(own[k]))


def _switch(s: State, k: int, setup: Setup) -> Description:
    own = names.sheet(s, int(s.actor), setup)["interrupts"] if s.actor != NONE else []
    if len(own) < 2:
        return Description(tr("Switch the Interrupt"))
    to = own[1 - int(s.processes[s.actor].interrupt)]
    return Description(tr("Switch"), tr("to {name}", name=tr(to["name"])), "", effects.effect(to))


def _give(s: State, k: int, setup: Setup) -> Description:
    """Return what a card makes of the Team Hand; a full one is discarded (SK-67, SK-87)."""
    if s.active == NONE:
        return Description(tr("Give"), called_card(""), "", tr("the card goes to the Team Hand"))
    team, card = s.teams[s.seat], st.KIT.name(int(s.active))
    n = int(team.n)
    cards = np.append(team.cards[:n], s.active)
    row = int(chart.row_of(cards, n + 1))
    effect, tag = tr("the card goes to the Team Hand"), ""
    if row > int(chart.best_attained(team)):
        tag = names.CHART[row]
        effect = tr("makes {row}: {boot}", row=tag, boot=names.BOOTS[row])
    lies = names.TEAM_HANDS[int(s.seat)]
    if n + 1 >= s.cfg.limit:
        effect, lies = tr("{effect}; the Team Hand is then full, and discarded", effect=effect), ""
    return Description(tr("Give"), called_card(card), "", effect, on=card, tag=tag, lies=lies)


def _yield(s: State, k: int, setup: Setup) -> Description:
    team = s.teams[s.seat]
    on = st.KIT.name(int(team.cards[k])) if k < team.n else ""
    return Description(tr("Give up"), called_card(on) or tr("card {n}", n=k + 1), on=on)


WORDS = Words(
    DECISIONS,
    {
        Phase.DEPLOY: Wording(
            tr("the area for the mob"),
            _placing,
            (
                tr(
                    "Place the mob in any area except the start; only flyers can be placed in Falling areas "
                    "(SK-05, SKO-01)."
                ),
            ),
            tr("There is no other area in which this mob may be placed (SKO-01)."),
            {Act.AREA: _place},
        ),
        Phase.COMMIT: Wording(
            tr("the cards to lay"),
            COMMIT,
            (
                tr("Choose in secret which cards to lay; all cards are turned up together (SK-08, SKA-05)."),
                tr(
                    "Cards come in the count from Two to King, an Ace first or last (SK-12, SK-14). An MC "
                    "lays a card or reloads; with an empty hand it may take a turn after the Kings "
                    "(SKO-06). The CPU lays as many cards as there are mobs; with a boss it may lay any "
                    "number (SK-18, SK-20)."
                ),
            ),
            ONLY,
            {
                Act.PASS: Description(tr("Lay no more"), "", "", tr("the commit is over")),
                Act.RELOAD: _reload,
                Act.NO_CARD: Description(
                    tr("Go without a card"), "", "", tr("a turn after the Kings, without an attack")
                ),
                Act.CARD: _lay,
            },
        ),
        Phase.RANK: Wording(
            tr("the rank as which the card is played"),
            COMMIT,
            (
                tr(
                    "An Ace is low or high, and a Joker is any rank. An Ace always hits, at double damage "
                    "(SK-14, SK-15, SK-37)."
                ),
            ),
            ONLY,
            {Act.RANK: _rank},
        ),
        Phase.SHIFT: Wording(
            tr("the card's place in the count"),
            COMMIT,
            (
                tr(
                    "The Uptime of a Flush lets a card come one place earlier or later in the count (SK-75, "
                    "SKA-52)."
                ),
            ),
            ONLY,
            {Act.SHIFT: _shift},
        ),
        Phase.WINDOW: Wording(
            tr("an action before the next turn"),
            WINDOW,
            (
                tr(
                    "Before a turn of the other side you may pay 3 Move points for a card or a change of "
                    "loadout, or use an Interrupt (SK-47, SK-61, SK-62, SKO-11)."
                ),
            ),
            tr("No card in the hand fits the Interrupt (SKO-11)."),
            {Act.PASS: Description(tr("Pass"), "", "", tr("the next turn begins"))},
        ),
        Phase.ACTIVATE: Wording(
            tr("the process that the card activates"),
            tr("choose the process that the card activates"),
            (
                tr(
                    "Every card of the CPU activates a different process; a boss may act again when all "
                    "others have acted (SK-19, SKA-06)."
                ),
            ),
            tr("The card cannot activate any other process (SK-19, SKA-06)."),
            {
                Act.RELOAD: Description(
                    tr("Reload"), "", tr("the boss's turn"), tr("the CPU draws up to its Draw number")
                ),
                **_choosing(_activate, (Act.MOB,)),
            },
        ),
        Phase.TURN: Wording(
            tr("an action in the turn"),
            _in_turn,
            (
                tr(
                    "Attack with the card, walk, use bonus actions and Interrupts, in any order (SK-28 to "
                    "SK-33)."
                ),
                tr(
                    "A card hits if it reaches Accuracy and is below Evade (SK-34 to SK-36). A walk ends "
                    "where an enemy stands, until you attack (SK-60)."
                ),
            ),
            tr("There is nothing to do but end the turn (SK-28 to SK-33)."),
            {
                Act.PASS: Description(
                    tr("End the turn"), "", "", tr("the card of the turn is discarded if it is still there")
                ),
                Act.AREA: _go,
                **_choosing(_attack),
                Act.BONUS: _bonus,
                Act.SWITCH: _switch,
            },
        ),
        Phase.HACK: Wording(
            tr("the status to inflict"),
            tr("choose the status that the hack is to inflict"),
            (
                tr(
                    "The hack goes with the attack and uses the same card: it works if the card reaches "
                    "Connect and is below Resist (SK-46, SKA-40)."
                ),
            ),
            ONLY,
            {
                Act.PASS: Description(tr("No hack"), "", "", tr("attack without hacking")),
                Act.HACK: _hack,
            },
        ),
        Phase.PUSH: Wording(
            tr("the direction of the push"),
            _pushing,
            (tr("Choose the area to which the target is pushed (SKA-41)."),),
            tr("There is no other area to push the target to (SKA-41)."),
            {Act.AREA: _push},
        ),
        Phase.EXIT: Wording(
            tr("the way out"),
            _falling,
            (
                tr(
                    "A process that cannot fly does not stay in a Falling area: choose the way out (SK-96, "
                    "SK-97)."
                ),
            ),
            tr("There is no other way out (SK-96)."),
            {Act.AREA: _fall},
        ),
        Phase.GIVE: Wording(
            tr("whether to give the card"),
            tr("give the card to the Team Hand, or keep it"),
            (
                tr("The card of an attack may go to the Team Hand, once a round for each process (SK-29)."),
                tr(
                    "A stronger row brings a Boot for the side's next turn, and an Uptime for as long as "
                    "the Team Hand lasts (SK-67, SK-68)."
                ),
            ),
            ONLY,
            {
                Act.PASS: Description(tr("Keep it"), "", "", tr("the card is discarded when the turn ends")),
                Act.GIVE: _give,
            },
        ),
        Phase.YIELD: Wording(
            tr("the card to give up"),
            tr("give up a card from the Team Hand"),
            (tr("The other side made Three of a Kind: give up a card from your Team Hand (SK-77)."),),
            tr("There is no other card in the Team Hand (SKO-23)."),
            {Act.YIELD: _yield},
        ),
        Phase.LAY: Wording(
            tr("the card for the Interrupt"),
            _laying,
            (
                tr(
                    "Cards for an Interrupt are laid one by one, and each must fit those already laid "
                    "(SK-52, SKO-28)."
                ),
            ),
            tr("No other card in the hand fits (SKO-28)."),
            {Act.CARD: _lay_for_interrupt},
        ),
        Phase.TARGET: Wording(
            tr("the Interrupt's target"),
            tr("choose the Interrupt's target"),
            (tr("Choose the target of the Interrupt (SKO-31)."),),
            tr("There is no other target (SKO-31)."),
            _choosing(_target),
        ),
        Phase.STORM: Wording(
            tr("the area of the storm"),
            tr("choose the area of the storm"),
            (tr("Choose an area within Range; every enemy there is hit (SKO-31)."),),
            tr("No enemy stands in another area within Range (SKO-31)."),
            {Act.AREA: _storm},
        ),
        Phase.PATCH: Wording(
            tr("the MC to patch"),
            tr("choose the MC to patch"),
            (tr("Choose a wounded MC in the area (SKO-37)."),),
            tr("Nobody else in the area is wounded (SKO-37)."),
            _choosing(_patch),
        ),
    },
    describe.SHARED,
)
