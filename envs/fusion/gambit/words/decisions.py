"""How every decision is put to people."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.core.decisions import Wording, Words
from throwdown.envs.core.kit import NONE, Description, Setup, tr
from throwdown.envs.fusion.gambit import actions, outcome, threshold
from throwdown.envs.fusion.gambit.actions import Act
from throwdown.envs.fusion.gambit.decisions import DECISIONS
from throwdown.envs.fusion.gambit.state import Phase, State
from throwdown.envs.fusion.gambit.words import labels
from throwdown.envs.fusion.words import ahead, describe, unseen, why_not
from throwdown.envs.fusion.words.decisions import CHOICES
from throwdown.envs.fusion.world import usage
from throwdown.envs.fusion.world.terms import COACH, Choice

# What is open now: the deck's top card only where there is one (C-15), likewise an Omen ------------------------------


def _can_draw(s: State) -> bool:
    return bool(why_not.plain_rule(threshold.can_draw)(s, int(s.seat)))


def _or_omen(task: str, s: State, setup: Setup) -> str:
    """Return what is to be done, or that Coach may Spend an Omen before it."""
    spends = why_not.plain_rule(usage.omen_word)(s, why_not.rule_out(setup))
    return tr("{task}, or Spend an Omen", task=task) if spends else task


def _threshold(s: State, setup: Setup) -> str:
    task = tr("lay a Hand card face-down as the Threshold")
    if _can_draw(s):
        task = tr("{task}, or lay the top card of the deck unseen", task=task)
    return _or_omen(task, s, setup)


def _answer(s: State, setup: Setup) -> str:
    task = tr("play a card face-up")
    return tr("{task}, or flip the top card of the deck", task=task) if _can_draw(s) else task


def _consequence(s: State, setup: Setup) -> str:
    who, n = setup.people[int(s.acting)], int(s.left)
    if is_positive(s):
        task = tr("choose a positive consequence for {who} ({n} to go)", who=who, n=n)
    else:
        task = tr("choose a negative consequence for {who} ({n} to go)", who=who, n=n)
    return _or_omen(task, s, setup)


def is_positive(s: State) -> bool:
    """Return whether the outcome brings something good."""
    return bool(why_not.plain_rule(outcome.is_positive)(int(s.outcome)))


def _consequence_told(s: State, k: int, setup: Setup) -> Description:
    what = actions.Consequence(k).label
    if k == actions.Consequence.NARRATIVE:
        return Description(labels.TRIGGERS[what], "", "", tr("nothing on the table changes"))
    then = ahead.team(s, int(actions.CONSEQUENCE_EFFECT[k, 0]), 1)
    return Description(labels.TRIGGERS[what], "", "", labels.CONSEQUENCES[what], then=then)


def _lay(s: State, k: int, setup: Setup) -> Description:
    share = _share(s, COACH, lambda c: is_higher(c, k))
    effect = tr("face-down as the Threshold; {n} % of the cards you have not seen beat it", n=share)
    told = describe.card(tr("Lay"), k, _counting(k, effect))
    return told._replace(lies=labels.THRESHOLD, tag=tr("Beaten by {n} %", n=share))


def _play(s: State, k: int, setup: Setup) -> Description:
    share = _share(s, int(s.seat), lambda c: is_higher(k, c))
    effect = tr("against the Threshold; beats {n} % of the cards you have not seen", n=share)
    told = describe.card(tr("Play"), k, _counting(k, effect))
    return told._replace(lies=labels.ANSWER, tag=tr("Beats {n} %", n=share))


def is_higher(one: int, other: int) -> bool:
    """Return whether a card beats another as the Threshold."""
    return bool(why_not.plain_rule(threshold.is_higher)(one, other))


def _share(s: State, viewer: int, fits: Callable[[int], bool]) -> int:
    """Return how many of a hundred cards fit, of those that a seat has not seen."""
    own = int(s.sealed[COACH]) if viewer != COACH else NONE
    cards = unseen.cards(s, viewer, (own, int(s.blind)))
    return round(100 * sum(map(fits, cards)) / max(1, len(cards)))


def _counting(k: int, effect: str) -> str:
    """Return an effect with the number that a card counts, where its rank does not show it."""
    counts = describe.counts(threshold.PLAIN, k)
    return tr("; ").join((counts, effect)) if counts else effect


WORDS = Words(
    DECISIONS,
    {
        **CHOICES,
        Choice.OVER: CHOICES[Choice.OVER]._replace(
            ask=tr("the Gambit is over"),
            help=(tr("The Gambit is over; its consequences were Coach's choice (GA-18, GA-23)."),),
        ),
        Phase.ACCEPT: Wording(
            tr("whether to accept the Gambit"),
            tr("accept the Gambit, or decline"),
            (
                tr("Coach proposes a Gambit for your intention."),
                tr(
                    "If you accept, cards decide; if you decline, nothing happens, and it costs you nothing "
                    "(GA-04, GA-05)."
                ),
            ),
            tr("There is no other answer (GA-04)."),
            {
                Act.ACCEPT: Description(tr("Accept"), "", "", tr("cards decide whether you reach your goal")),
                Act.DECLINE: Description(
                    tr("Decline"), "", "", tr("give up your intention; nothing happens"), gives_up=True
                ),
            },
        ),
        Phase.CLAIM: Wording(
            tr("whether her Specialty is involved"),
            tr("claim that her Specialty is involved, or not"),
            (
                tr(
                    "If your Specialty is involved, there are two consequences of the same sign: two good "
                    "ones, or two bad ones."
                ),
                tr("You claim it, and Coach agrees or does not (GA-27, GA-28, C-44)."),
            ),
            tr("There is no other answer (C-44)."),
            {
                Act.CLAIM: Description(
                    tr("Claim your Specialty"),
                    "",
                    "",
                    tr("if Coach agrees, two consequences of the outcome's sign follow"),
                ),
                Act.NO_CLAIM: Description(tr("No Specialty"), "", "", tr("one consequence follows")),
            },
        ),
        Phase.AGREE: Wording(
            tr("whether to agree that her Specialty is involved"),
            tr("agree that her Specialty is involved, or not"),
            (
                tr("The Pilot claims that her intention involves her Specialty."),
                tr(
                    "If you agree, the outcome brings two consequences of the same sign, whichever sign it "
                    "is (GA-27, GA-28, C-44)."
                ),
            ),
            tr("There is no other answer (C-44)."),
            {
                Act.AGREE: Description(
                    tr("Agree"), "", "", tr("her Specialty is involved: two consequences follow")
                ),
                Act.DISAGREE: Description(
                    tr("Disagree"), "", "", tr("her Specialty is not involved: one consequence follows")
                ),
            },
        ),
        Phase.THRESHOLD: Wording(
            tr("the Threshold"),
            _threshold,
            (
                tr("The card you lay is the Threshold, which the Pilot must exceed without having seen it."),
                tr(
                    "A card from the deck spares your Hand, but you do not see it either (GA-07, GA-08, "
                    "C-40)."
                ),
                tr("Before that, you may Spend Active Omens, each for an Escalation Event (SY-29)."),
            ),
            tr("There is no other card to lay (GA-07)."),
            {
                Act.THRESHOLD: _lay,
                Act.BLIND: Description(
                    tr("Lay the top card of the deck"),
                    "",
                    "",
                    tr("as the Threshold, unseen by all"),
                    lies=labels.THRESHOLD,
                ),
            },
        ),
        Phase.ANSWER: Wording(
            tr("the card against the Threshold"),
            _answer,
            (
                tr(
                    "Only a number strictly higher than the Threshold's gives 'Yes, and'; an Ace counts 11, "
                    "and neither suits nor Strike matter (GA-12, GA-13, GA-31, C-02)."
                ),
                tr(
                    "You may also play the top cards of the Pilots' Factions, like those of your Hand (C-45)."
                ),
                tr("If you flip the top card of the deck, you spare both (GA-09)."),
            ),
            tr("There is no other card to play (GA-09)."),
            {
                Act.ANSWER: _play,
                Act.FLIP: Description(
                    tr("Flip the top card of the deck"),
                    "",
                    "",
                    tr("it counts as your card"),
                    lies=labels.ANSWER,
                ),
            },
        ),
        Phase.OUTCOME: Wording(
            tr("the outcome"),
            tr("pick the outcome: Yes, but; No, but; or No, and"),
            (
                tr("Your card is not higher than the Threshold."),
                tr(
                    "With 'Yes, but' you reach the goal, but it costs you something. With 'No, but' you "
                    "miss it, but gain something. With 'No, and' you miss it and it costs you something, "
                    "but you gain a Charge at once, and a Lesson if your Specialty is involved (GA-14, "
                    "GA-20 to GA-29)."
                ),
                tr("With a small goal, only the consequences count for winning or losing (G-01)."),
            ),
            tr("There is no other outcome (GA-14)."),
            {
                Act.YES_BUT: Description(tr("Yes, but"), "", "", tr("you reach your goal, at a price")),
                Act.NO_BUT: Description(
                    tr("No, but"), "", "", tr("you miss your goal, and get something good instead")
                ),
                Act.NO_AND: Description(
                    tr("No, and"), "", "", tr("you miss your goal and it costs you, but you gain a Charge")
                ),
            },
        ),
        Phase.CONSEQUENCE: Wording(
            tr("the consequence"),
            _consequence,
            (
                tr(
                    "Coach chooses the consequence: one of the lesser triggers of the right sign that would "
                    "change something, or a turn of the story if there is none (GA-18, GA-23, C-39)."
                ),
                tr(
                    "If the Specialty is involved, there are two consequences, and they should differ "
                    "(GA-27, C-43)."
                ),
                tr("He may also Spend Active Omens (SY-29)."),
            ),
            tr("No other consequence of that sign would change anything (C-136)."),
            {Act.CONSEQUENCE: _consequence_told},
        ),
    },
    describe.SHARED,
)
