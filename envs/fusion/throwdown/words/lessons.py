"""What a first Throwdown teaches, each thing at the moment when it matters: from what the seat to move may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from throwdown.envs.core.kit import Lesson, Setup, plural, tr
from throwdown.envs.fusion.throwdown import drives, state
from throwdown.envs.fusion.throwdown.state import PHASES, Phase
from throwdown.envs.fusion.throwdown.words.decisions import WORDS
from throwdown.envs.fusion.throwdown.words.describe import strike_now, top_of
from throwdown.envs.fusion.words import lessons as shared, why_not
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
    return plural("{n} point", "{n} points", 1 << (stage - 1))


# Before the first stage ----------------------------------------------------------------------------------------------


def _initiative(s: state.State, setup: Setup) -> Iterator[Lesson]:
    if s.seat == COACH:
        text = tr(
            "Both sides lay a card face-down. The higher card, by rank and then by suit, opens stage 1, and "
            "the other side has the first turn against it; the lower card is discarded. Higher is not "
            "always better: if your card is further above theirs than your Strike, the Pilots' Commander "
            "gets a card (TS-41 to TS-43)."
        )
    else:
        text = tr(
            "Both sides lay a card face-down. The higher card, by rank and then by suit, opens stage 1, and "
            "the other side has the first turn against it; the lower card is discarded. Higher is not "
            "always better: if your card is further above theirs than your Strike, the team loses 1 Harmony "
            "(TS-41 to TS-43)."
        )
    yield Lesson("initiative", tr("The first card"), text)
    if s.phase == Phase.ANSWER:
        yield Lesson(
            "refuse",
            tr("Can I say no?"),
            tr(
                "You may Refuse and keep your cards, but then your side loses at once, without points or "
                "spoils. That is hardly ever worth it (TS-22)."
            ),
            2,
        )


# Before the Drive ----------------------------------------------------------------------------------------------------


def _assist(s: state.State, setup: Setup) -> Iterator[Lesson]:
    p, strike = int(s.seat), strike_now(s, int(s.seat))
    beyond = [c for c, gap in _gaps(s).items() if gap == strike + 1]
    boosts = [
        tr(tech["name"])
        for tech in setup.config.get("charge_techs", ())
        if any("+Strike:Self" in effect for effect in tech["effects"])
    ]
    if beyond and boosts and s.world.charges[p] > 0 and s.conflict.rumble == 0:
        yield Lesson(
            "reach",
            tr("Just out of reach"),
            tr(
                "{card} is {n} above {top}, one more than your Strike. {tech} makes up for that: it gives 1 "
                "Strike more, for this turn only, so that the card is no longer Dissonant.",
                card=card_name(beyond[0]),
                n=strike + 1,
                top=card_name(top_of(s)),
                tech=boosts[0],
            ),
        )
    yield Lesson(
        "assist",
        tr("Help before you play"),
        plural(
            "A turn is one Assist, if you like, and then one Drive. You have {n} Charge; each choice shows "
            "its cost and its effect. You can also Pass, which costs nothing; Charges last until you need "
            "them (TS-48, TS-76).",
            "A turn is one Assist, if you like, and then one Drive. You have {n} Charges; each choice shows "
            "its cost and its effect. You can also Pass, which costs nothing; Charges last until you need "
            "them (TS-48, TS-76).",
            int(s.world.charges[p]),
        ),
    )


def _coach_assist(s: state.State, setup: Setup) -> Iterator[Lesson]:
    yield Lesson(
        "coach-assist",
        tr("Waves, Storms, Omens"),
        tr(
            "Before you Drive you may use Waves and Storms of your Threats, which cost high cards of your "
            "hand, and Spend Active Omens for Escalation Events, each of them once. A card used to pay can "
            "no longer be played: consider whether you need it more for the Pile (TS-82, SY-29)."
        ),
    )


# The Drive -----------------------------------------------------------------------------------------------------------


def _drive(s: state.State, setup: Setup) -> Iterator[Lesson]:
    for found in (_beat, _in_the_way, _fitting, _standing):
        yield from found(s)


def _beat(s: state.State) -> Iterator[Lesson]:
    strike, top = strike_now(s, int(s.seat)), card_name(top_of(s))
    if s.seat == COACH:
        text = tr(
            "Your turn ends with one Drive. Beat {top} with a higher card. Your Strike of {strike} is a "
            "hard limit: your card may not be more than {strike} above {top} (TS-14). The cards that you "
            "may play are highlighted.",
            top=top,
            strike=strike,
        )
    else:
        text = tr(
            "Your turn ends with one Drive. Beat {top} with a higher card. Your Strike is {strike}: a card "
            "that is at most {strike} above {top} is safe. A higher card is also possible, but it is "
            "Dissonant, which costs {price} here.",
            top=top,
            strike=strike,
            price=_price(s),
        )
    yield Lesson("beat", tr("Beat {card}", card=top), text)
    if top[0] == "A" and int(BEATS[int(s.cfg.order), top_of(s) >> 2]):
        yield Lesson(
            "ace", tr("An Ace on top"), tr("No card is higher than an Ace; only a Two beats it (CD-15).")
        )


def _price(s: state.State) -> str:
    """Return what a Dissonant card costs here."""
    rumble = int(s.conflict.rumble)
    if rumble:
        return tr("the Final Form {n} Endurance (TS-92)", n=rumble)
    return tr("{n} Harmony (TS-10)", n=int(s.stage))


def _in_the_way(s: state.State) -> Iterator[Lesson]:
    """Teach what the last card of the other side is about."""
    stage = int(s.stage)
    is_opener = bool(why_not.plain_rule(drives.is_opener)(s))
    if s.opened[stage] == state.Opening.ESCALATE and is_opener and s.pile_by[s.pile_n - 1] != s.seat:
        title, who = tr("Why the Pilots gave up the stage"), tr("The Pilots")
        if s.side:
            title, who = tr("Why Coach gave up the stage"), tr("Coach")
        left = tr(
            "{who} gave you stage {before} with its {points} and opened stage {stage} with a card of their "
            "choice.",
            who=who,
            before=stage - 1,
            points=_worth(stage - 1),
            stage=stage,
        )
        aim = tr(
            "The new stage is worth {points}, more than all earlier stages together, which was the aim.",
            points=_worth(stage),
        )
        ways = tr("Beat the card, Block it, or Escalate in turn (TS-64).")
        if stage >= state.LAST_STAGE:
            ways = tr("Beat the card, Block it, or Concede (TS-64).")
        yield Lesson("escalated", title, f"{left} {aim} {ways}")


def _fitting(s: state.State) -> Iterator[Lesson]:
    """Teach what the mover's own cards can do here."""
    p, top, stage = int(s.seat), card_name(top_of(s)), int(s.stage)
    strike, gaps, blockers = strike_now(s, p), _gaps(s), _blockers(s)
    safe = [c for c, gap in gaps.items() if gap <= strike]
    if not safe and not blockers:
        yield Lesson("stuck", tr("No safe card beats {card}", card=top), _left(s, bool(gaps) and p != COACH))
    if blockers:
        text = tr(
            "{card} has the rank of {top} and no lower suit: it can Block. Both cards go to the Trash; the "
            "card beneath leads again, and the other side must beat it. For a Block, Strike does not matter "
            "(TS-60).",
            card=card_name(blockers[0]),
            top=top,
        )
        if why_not.plain_rule(drives.is_opener)(s):
            text = tr(
                "{card} has the rank of {top} and no lower suit: it can Block. Both cards go to the Trash; "
                "the card beneath leads again, and the other side must beat it. Here it also undoes the "
                "Escalate: stage {stage} returns with its points. For a Block, Strike does not matter "
                "(TS-60).",
                card=card_name(blockers[0]),
                top=top,
                stage=stage - 1,
            )
        yield Lesson("block", tr("Take the card away"), text)
    one = [c for c in safe if gaps[c] == 1]
    if one and p != COACH and s.conflict.rumble == 0:
        text = tr(
            "{card} is exactly 1 above {top}, which is Resonant: it beats the card and gives you a Charge, "
            "which can pay for an Assist in a later turn (TS-08).",
            card=card_name(one[0]),
            top=top,
        )
        yield Lesson("resonant", tr("Exactly one above"), text)
    if gaps and not safe and p != COACH and not blockers and s.conflict.rumble == 0:
        text = tr(
            "Harmony is {harmony}. A stage worth {points} can be worth losing {price} Harmony, and each "
            "Buffer of yours prevents a point. In Red, Schism hurts everybody instead (ME-61, ME-64).",
            harmony=int(s.world.harmony),
            points=_worth(stage),
            price=stage,
        )
        yield Lesson("price", tr("A Dissonant card has a price"), text, 2)


def _left(s: state.State, is_dissonant: bool) -> str:
    """Return what can be done where nothing safe beats the top card."""
    stage, ways = int(s.stage), []
    if is_dissonant:
        ways.append(tr("a Dissonant card, at its price"))
    if _can_escalate(s):
        ways.append(
            tr(
                "Escalate: they get {points}, and you open stage {stage} with any card that you may play",
                points=_worth(stage),
                stage=stage + 1,
            )
        )
    ways.append(
        tr("Concede: the stage and the Throwdown are lost, {points} to the other side", points=_worth(stage))
    )
    return tr("Your options: {ways} (TS-68).", ways=tr("; ").join(ways))


def _standing(s: state.State) -> Iterator[Lesson]:
    """Teach what the whole Throwdown is about."""
    stage = int(s.stage)
    yield _after(s)
    yield Lesson(
        "stages",
        tr("The value of a stage"),
        tr(
            "Stage {stage} is worth {points}: the stages count 1, 2 and 4, each more than all earlier ones "
            "together. It can be right to lose the first stage cheaply and keep good cards for the last one "
            "(TS-52).",
            stage=stage,
            points=_worth(stage),
        ),
        2,
    )
    held = len(cards_in(s.world.hand[s.seat]))
    if held <= ENOUGH_LEFT:
        text = plural(
            "You hold {n} card. Nobody draws a card after a Drive: a card that has been played is gone "
            "until the fight is over. A side that cannot play a card must Concede, so count the cards that "
            "the other side has left (TS-70).",
            "You hold {n} cards. Nobody draws a card after a Drive: a card that has been played is gone "
            "until the fight is over. A side that cannot play a card must Concede, so count the cards that "
            "the other side has left (TS-70).",
            held,
        )
        yield Lesson("few", tr("Your hand runs out"), text, 2)
    yield Lesson(
        "seen",
        tr("Count the cards that are gone"),
        tr(
            "All cards that have been played are visible in the Piles and in the Trash. Before you rely on "
            "a card, check how many of the cards that beat it are already gone."
        ),
        3,
    )
    if s.seat != COACH and s.world.omens > 0:
        text = tr(
            "In his turn Coach may Spend an Active Omen for an Escalation Event of this scenario. He "
            "chooses the moment: expect it when it hurts most (SY-29)."
        )
        yield Lesson("omen", tr("An Omen is on the table"), text, 3)


def _after(s: state.State) -> Lesson:
    """Teach what the other side wants."""
    if s.seat == COACH:
        text = tr(
            "The Pilots want a card on top that your Strike does not reach, so that you must give up the "
            "stage. They may go beyond their own Strike, but that costs them Harmony: make them do it "
            "(TS-11)."
        )
        return Lesson("after", tr("The Pilots' plan"), text)
    text = tr(
        "Coach wants you to run out of safe cards and then give up the more valuable stage. His weakness is "
        "that his Strike of {n} is a hard limit: on your card he may play only a card that is at most {n} "
        "higher, or Block (TS-14).",
        n=strike_now(s, COACH),
    )
    return Lesson("after", tr("Coach's plan"), text)


# After it ------------------------------------------------------------------------------------------------------------


def _spoil(s: state.State, setup: Setup) -> Iterator[Lesson]:
    if s.seat == COACH:
        text = tr(
            "You take a spoil for every stage that was reached. Spoils last beyond this fight: they weaken "
            "the Pilots or mend your Threats (TS-106)."
        )
    else:
        text = tr(
            "You take a spoil for every stage that was reached. Spoils last beyond this fight: they "
            "strengthen the team, or bring Trauma on a Threat, which lowers its Rating and so Coach's "
            "Strike (TS-106)."
        )
    yield Lesson("spoil", tr("The spoils of the fight"), text)


_LESSONS: dict[int, Callable[[state.State, Setup], Iterator[Lesson]]] = {
    Phase.CHALLENGE: _initiative,
    Phase.ANSWER: _initiative,
    Phase.RELAY: _initiative,
    Phase.ASSIST: _assist,
    Phase.COACH_ASSIST: _coach_assist,
    Phase.DRIVE: _drive,
    Phase.SPOIL: _spoil,
}


def lessons(s: state.State, setup: Setup) -> list[Lesson]:
    """Return what this moment can teach the seat to move, the most urgent first."""
    if s.over:
        return []
    phase = int(s.phase)
    found = list(_LESSONS[phase](s, setup)) if phase in _LESSONS else shared.lessons(s, setup)
    return found or [Lesson(PHASES[phase], "", WORDS.help(s))]
