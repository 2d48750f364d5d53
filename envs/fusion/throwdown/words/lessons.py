"""What a first Throwdown teaches, each thing at the moment when it matters: from what the seat to move may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from throwdown.envs.core.kit import Lesson, Setup
from throwdown.envs.fusion.throwdown import drives, state
from throwdown.envs.fusion.throwdown.words import phases
from throwdown.envs.fusion.throwdown.words.explain import phase_of, strike_now, top_of
from throwdown.envs.fusion.words import lessons as shared, names, why_not
from throwdown.envs.fusion.world.cards import card_name, cards_in
from throwdown.envs.fusion.world.order import BEATS, BLOCKS, DIFFERENCE
from throwdown.envs.fusion.world.terms import COACH

ENOUGH_LEFT = 3
"""Cards in a hand that is about to run out."""


def _gaps(s: state.State) -> dict[int, int]:
    """Return by how much each card in the mover's hand that beats the top one exceeds it."""
    order, old = int(s.cfg.order), top_of(s) >> 2
    beaten = int(BEATS[order, old])
    held = cards_in(s.world.hand[s.seat])
    return {c: int(DIFFERENCE[order, c >> 2, old]) for c in held if (beaten >> c) & 1}


def _blockers(s: state.State) -> list[int]:
    """Return the cards in the mover's hand that can Block the top one."""
    if not why_not.plain_rule(drives.can_be_blocked)(s):
        return []
    word = int(BLOCKS[int(s.cfg.strict_block), top_of(s)])
    return [c for c in cards_in(s.world.hand[s.seat]) if (word >> c) & 1]


def _can_escalate(s: state.State) -> bool:
    return bool(why_not.plain_rule(drives.can_escalate)(s))


def _worth(stage: int) -> str:
    return names.count(1 << (stage - 1), "point")


# Before the first stage ----------------------------------------------------------------------------------------------


def _initiative(s: state.State, setup: Setup) -> Iterator[Lesson]:
    risk = (
        "a card further above theirs than your Strike gives the Pilots' Commander a card"
        if s.seat == COACH
        else "a card further above theirs than your Strike costs the team 1 Harmony"
    )
    yield Lesson(
        "initiative",
        "The first card",
        "Both sides lay a card face-down. The higher one, by rank and then by suit, opens stage 1, and the other "
        f"side has the first turn against it; the lower one is discarded. Higher is not always better: {risk} (TS-41 "
        "to TS-43).",
    )
    if phase_of(s) == "answer":
        yield Lesson(
            "refuse",
            "May I say no?",
            "You may Refuse, and keep your cards; but your side then loses at once, without a point or a spoil. It is "
            "hardly ever worth it (TS-22).",
            2,
        )


# Before the Drive ----------------------------------------------------------------------------------------------------


def _assist(s: state.State, setup: Setup) -> Iterator[Lesson]:
    p, strike = int(s.seat), strike_now(s, int(s.seat))
    charges = names.count(int(s.world.charges[p]), "Charge")
    beyond = [c for c, gap in _gaps(s).items() if gap == strike + 1]
    boosts = [
        tech["name"]
        for tech in setup.config.get("charge_techs", ())
        if any("+Strike:Self" in effect for effect in tech["effects"])
    ]
    if beyond and boosts and s.world.charges[p] > 0 and s.conflict.rumble == 0:
        card, top = card_name(beyond[0]), card_name(top_of(s))
        yield Lesson(
            "reach",
            "Just out of reach",
            f"{card} lies {strike + 1} above {top}, one more than your Strike. {boosts[0]} pays for that: 1 Strike "
            "more, for this turn only, so that the card is no longer Dissonant.",
        )
    yield Lesson(
        "assist",
        "Help before you play",
        f"A turn is one Assist, if you like, and then one Drive. Your gauge holds {charges}; each choice says what "
        "it costs and brings. To Pass costs nothing, and Charges keep until you need them (TS-48, TS-76).",
    )


def _coach_assist(s: state.State, setup: Setup) -> Iterator[Lesson]:
    yield Lesson(
        "coach-assist",
        "Waves, Storms, Omens",
        "Before you Drive you may use what your Threats can do, for high cards of your hand, and Spend Active Omens "
        "for Escalation Events, each once. A card that pays can no longer be laid: ask whether the Pile needs it "
        "more (TS-82, SY-29).",
    )


# The Drive -----------------------------------------------------------------------------------------------------------


def _drive(s: state.State, setup: Setup) -> Iterator[Lesson]:
    for found in (_beat, _in_the_way, _fitting, _standing):
        yield from found(s)


def _beat(s: state.State) -> Iterator[Lesson]:
    strike, top, stage = strike_now(s, int(s.seat)), card_name(top_of(s)), int(s.stage)
    rumble = int(s.conflict.rumble)
    costs = f"the Final Form {rumble} Endurance (TS-92)" if rumble else f"{stage} Harmony (TS-10)"
    if s.seat == COACH:
        text = (
            f"Your turn ends with one Drive. Beat {top} with a higher card; but your Strike is {strike}, and no card "
            f"of yours may lie more than {strike} above it, for that is your hard limit (TS-14). The cards that you "
            "may lay are lit."
        )
    else:
        text = (
            f"Your turn ends with one Drive. Beat {top} with a higher card. Your Strike is {strike}: up to {strike} "
            f"above it a card is safe. A higher one counts as well, but is Dissonant, which here costs {costs}."
        )
    yield Lesson("beat", f"Beat {top}", text)
    if top[0] == "A" and int(BEATS[int(s.cfg.order), top_of(s) >> 2]):
        yield Lesson("ace", "An Ace on top", "Nothing lies above an Ace; only a Two beats it (CD-15).")


def _in_the_way(s: state.State) -> Iterator[Lesson]:
    """Teach what the last card of the other side is about."""
    stage = int(s.stage)
    is_opener = bool(why_not.plain_rule(drives.is_opener)(s))
    if s.opened[stage] == state.Opening.ESCALATE and is_opener and s.pile_by[s.pile_n - 1] != s.seat:
        who, whom = ("Coach", "Coach") if s.side else ("The Pilots", "the Pilots")
        yield Lesson(
            "escalated",
            f"Why {whom} gave the stage away",
            f"{who} left you stage {stage - 1} with its {_worth(stage - 1)} and opened stage {stage} with a card of "
            f"choice. It is worth {_worth(stage)}, more than all before it together: that is the aim. Beat the card, "
            f"Block it, or {'do the same again' if stage < state.LAST_STAGE else 'Concede'} (TS-64).",
        )


def _fitting(s: state.State) -> Iterator[Lesson]:
    """Teach what the mover's own cards can do here."""
    p, top, stage = int(s.seat), card_name(top_of(s)), int(s.stage)
    strike, gaps, blockers = strike_now(s, p), _gaps(s), _blockers(s)
    safe = [c for c, gap in gaps.items() if gap <= strike]
    if not safe and not blockers:
        ways = [f"Concede: the stage and the Throwdown are lost, {_worth(stage)} to the other side"]
        if _can_escalate(s):
            ways.insert(
                0,
                f"Escalate: they get {_worth(stage)}, and you open stage {stage + 1} with any card you may lay",
            )
        if gaps and p != COACH:
            ways.insert(0, "a Dissonant card, at its price")
        yield Lesson("stuck", f"Nothing safe beats {top}", f"What is left: {'; '.join(ways)} (TS-68).")
    if blockers:
        undoes = (
            f" Here it takes back the Escalate, too: stage {stage - 1} returns with its points."
            if why_not.plain_rule(drives.is_opener)(s)
            else ""
        )
        yield Lesson(
            "block",
            "Take the card away",
            f"{card_name(blockers[0])} has the rank of {top} and no lower suit: it can Block. Both cards go to the "
            f"Trash, and the card beneath leads again, for the other side to beat.{undoes} A Block costs no Strike "
            "(TS-60).",
        )
    one = [c for c in safe if gaps[c] == 1]
    if one and p != COACH and s.conflict.rumble == 0:
        yield Lesson(
            "resonant",
            "Exactly one above",
            f"{card_name(one[0])} lies exactly 1 above {top}: that is Resonant. It beats the card and brings a "
            "Charge, which pays for an Assist in a later turn (TS-08).",
        )
    if gaps and not safe and p != COACH and not blockers and s.conflict.rumble == 0:
        yield Lesson(
            "price",
            "Dissonant is a price, not a ban",
            f"Harmony stands at {int(s.world.harmony)}. A stage that is worth {_worth(stage)} can be worth {stage} "
            "of it, and a Buffer of yours prevents a point. In Red, Schism hurts everybody instead (ME-61, ME-64).",
            2,
        )


def _standing(s: state.State) -> Iterator[Lesson]:
    """Teach what the whole Throwdown is about."""
    stage = int(s.stage)
    if s.seat == COACH:
        yield Lesson(
            "after",
            "What the Pilots are after",
            "They want a card on top that your Strike does not reach, for then you must give the stage away. They "
            "may go beyond their own Strike, but it costs them Harmony: make them (TS-11).",
        )
    else:
        limit = strike_now(s, COACH)
        yield Lesson(
            "after",
            "What Coach is after",
            "Coach wants you to run out of safe cards, and then to give up the dearer stage. His weakness: his "
            f"Strike of {limit} is a hard limit. On your card he may lay only what is at most {limit} higher, or "
            "Block (TS-14).",
        )
    yield Lesson(
        "stages",
        "What a stage is worth",
        f"Stage {stage} is worth {_worth(stage)}: the stages count 1, 2, 4, each more than all before it together. "
        "To lose the first one cheaply and keep the good cards for the last can be right (TS-52).",
        2,
    )
    held = len(cards_in(s.world.hand[s.seat]))
    if held <= ENOUGH_LEFT:
        yield Lesson(
            "few",
            "Your hand runs out",
            f"You hold {names.count(held, 'card')}. Nobody draws because of a Drive: what is laid is gone until the "
            "fight is over. Who has nothing to lay must Concede, so count what the other side has left (TS-70).",
            2,
        )
    yield Lesson(
        "seen",
        "Count what is gone",
        "All that was laid lies open, in the Piles and in the Trash. Before you trust that a card cannot be beaten, "
        "look how many of those that beat it you have already seen.",
        3,
    )
    if s.seat != COACH and s.world.omens > 0:
        yield Lesson(
            "omen",
            "An Omen lies on the table",
            "Coach may Spend an Active Omen in his turn for an Escalation Event of this scenario. He has to choose "
            "the moment: expect it when it hurts most (SY-29).",
            3,
        )


# After it ------------------------------------------------------------------------------------------------------------


def _spoil(s: state.State, setup: Setup) -> Iterator[Lesson]:
    whom = (
        "what weakens the Pilots or mends your Threats"
        if s.seat == COACH
        else "what strengthens the team, or Trauma on a Threat, which lowers Coach's Strike with its Rating"
    )
    yield Lesson(
        "spoil",
        "What the fight was for",
        f"You take a spoil for every stage that was reached. They last beyond this fight: {whom} (TS-106).",
    )


_LESSONS: dict[str, Callable[[state.State, Setup], Iterator[Lesson]]] = {
    "challenge": _initiative,
    "answer": _initiative,
    "relay": _initiative,
    "assist": _assist,
    "coach-assist": _coach_assist,
    "drive": _drive,
    "spoil": _spoil,
}


def lessons(s: state.State, setup: Setup) -> list[Lesson]:
    """Return what this moment can teach the seat to move, the most urgent first."""
    if s.over:
        return []
    phase = phase_of(s)
    found = list(_LESSONS[phase](s, setup)) if phase in _LESSONS else shared.lessons(s, setup)
    return found or [Lesson(phase, "", phases.HELP[phase])]
