"""How every decision is put to people: those of a part in its own words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from throwdown.envs.core.decisions import Answer, Decisions, Text, Wording, Words
from throwdown.envs.core.kit import Description, Named, Setup, tr
from throwdown.envs.fusion import pile, throwdown
from throwdown.envs.fusion.gambit import state as gambit
from throwdown.envs.fusion.gambit.words.decisions import WORDS as GAMBIT
from throwdown.envs.fusion.pile.words.decisions import WORDS as PILE
from throwdown.envs.fusion.session import actions, decisions, scenes
from throwdown.envs.fusion.session.actions import Act
from throwdown.envs.fusion.session.positions import position
from throwdown.envs.fusion.session.state import Phase, PilePhase, StagesPhase, State
from throwdown.envs.fusion.session.words import labels
from throwdown.envs.fusion.throwdown.words.decisions import WORDS as STAGES
from throwdown.envs.fusion.words import describe, names, why_not
from throwdown.envs.fusion.words.decisions import CHOICES
from throwdown.envs.fusion.world import choices, usage
from throwdown.envs.fusion.world.terms import COACH, Choice

# What is open, for all to see ----------------------------------------------------------------------------------------


def is_calm(s: State) -> bool:
    """Return whether nobody may throw the gauntlet in this round."""
    return bool(why_not.plain_rule(scenes.is_calm)(s))


def has_gauntlet(s: State, setup: Setup) -> bool:
    """Return whether the seat to move has a card to challenge with; on the Pile Coach lays the deck's (TP-17)."""
    pool = s.throwdown.world.decks[0]
    has_card = pool.n > 0 or (s.throwdown.cfg.reshuffle == 1 and pool.trash[0] != 0)
    is_blind = bool(s.seat == COACH and setup.game.parts[0] is pile.PILE and has_card)
    return is_blind or bool(s.throwdown.world.hand[s.seat].any())


def _challenge(s: State, setup: Setup) -> list[str]:
    return [tr("challenge")] if not is_calm(s) and has_gauntlet(s, setup) else []


def _scene(s: State, setup: Setup) -> str:
    ways = names.either([tr("venture"), *_challenge(s, setup), tr("rest")])
    return tr("say what the scene is about: {ways}", ways=ways)


def _plot(s: State, setup: Setup) -> str:
    spends = why_not.plain_rule(usage.omen_word)(s.throwdown, why_not.rule_out(setup)) != 0
    omen = [tr("Spend an Omen")] if spends else []
    return names.either([*_challenge(s, setup), *omen, tr("have a quiet scene")])


# What the answers are about scenes -----------------------------------------------------------------------------------


def _for_goal(name: str) -> Answer:
    """Return what describes a goal."""

    def describe_goal(s: State, k: int, setup: Setup) -> Description:
        what = actions.Goal(k).label
        goal = names.first_upper(labels.GOALS[what]) if k else tr("nothing")
        return Description(name, goal, "", labels.EFFECTS_OF_GOALS[what])

    return describe_goal


def _answered(answer: Answer) -> Answer:
    """Return an answer of a part as it is described here."""
    if isinstance(answer, Description):
        return answer

    def describe_in_part(s: State, k: int, setup: Setup) -> Description:
        part, game = position.part_of(s)
        return answer(part, k, position.part_setup(setup, game))

    return describe_in_part


_CHALLENGE = _for_goal(tr("Challenge for"))
_OWN = {
    Choice.OVER: CHOICES[Choice.OVER]._replace(
        ask=tr("the session is over"), help=(tr("The session is over."),)
    ),
    Phase.SCENE: Wording(
        tr("what the scene is about"),
        _scene,
        (
            tr("A Pilots' scene."),
            tr(
                "A venture is an intention with a goal, a single-point trigger: Coach lets it be, or proposes a "
                "Gambit for it."
            ),
            tr(
                "A challenge is a Throwdown: if you win, or Coach refuses, the goal comes true besides the "
                "spoils; only this, and spoils, can hurt Threats."
            ),
            tr("Goals that would change nothing are not offered, save 'none' (S-04 to S-07)."),
            tr("In a calm round nobody may challenge (S-19)."),
            tr("If nothing is tried, Coach uses the time (S-20)."),
        ),
        tr("There is nothing else to do in this scene (S-04)."),
        {
            Act.VENTURE: _for_goal(tr("Venture for")),
            Act.CHALLENGE: _CHALLENGE,
            Act.REST: Description(tr("Rest"), "", "", tr("let the scene go by")),
        },
    ),
    Phase.RESPOND: Wording(
        tr("what the goal takes"),
        tr("let the goal be reached, or propose a Gambit for it"),
        (
            tr("By 'fiat' the Pilot simply gets what she wants."),
            tr(
                "A Gambit makes her show cards for it; she may decline, and then nothing happens, but you may "
                "lay cards on your Threats (S-05, S-20, GA-02, GA-05)."
            ),
        ),
        tr("There is nothing else to answer (S-05)."),
        {
            Act.FIAT: Description(tr("Let it be"), "", "", tr("the goal is simply reached")),
            Act.GAMBIT: Description(
                tr("Propose a Gambit"), "", "", tr("cards decide whether the goal is reached")
            ),
        },
    ),
    Phase.PLOT: Wording(
        tr("what Coach's scene is about"),
        _plot,
        (
            tr("It is your scene."),
            tr(
                "A challenge is a Throwdown for a goal of your own, which also comes true if the Pilots refuse."
            ),
            tr(
                "Spend as many Active Omens as you like: each fires an Escalation Event, and enough of them "
                "bring Doom."
            ),
            tr(
                "By 'fiat' the scene is quiet: cards are invested in a Threat, all Threats recover, and time "
                "goes by (S-07 to S-15)."
            ),
        ),
        tr(
            "There can be no challenge now, for want of a card or in a calm round, and no Omen to Spend (S-07, S-19)."
        ),
        {
            Act.CHALLENGE: _CHALLENGE,
            Act.FIAT: Description(
                tr("Let it be"), "", "", tr("a quiet scene: a card for a Threat, and all Threats recover")
            ),
            choices.Act.OMEN: _answered(describe.omen),
        },
    ),
}


def _told(text: Text) -> Text:
    def tell(s: State, setup: Setup) -> str:
        part, game = position.part_of(s)
        return text if isinstance(text, str) else text(part, position.part_setup(setup, game))

    return text if isinstance(text, str) else tell


def _in_part(table: Decisions, words: Words, phases: Iterable[Named]) -> Mapping[Named, Wording]:
    """Return the words of a part by the phases that its decisions have here, in the order of those of its own."""
    return {
        phase: row._replace(
            ask=_told(row.ask),
            forced=_told(row.forced),
            answers=dict(zip(table.rows[phase].acts, map(_answered, row.answers.values()), strict=True)),
        )
        for phase, row in zip(phases, words.rows, strict=True)
    }


def _words(table: Decisions, throwdown: Words, phases: type[Named]) -> Words:
    """Return the words of a session with the Throwdown of one edition."""
    lent = {
        **_in_part(table, GAMBIT, (*Choice, *gambit.Phase)),
        **_in_part(table, throwdown, (*Choice, *phases)),
    }
    return Words(table, {**lent, **_OWN})


_STAGES = _words(decisions.DECISIONS, STAGES, StagesPhase)
_PILE = _words(decisions.OLDER_DECISIONS, PILE, PilePhase)


def decisions_of(s: State) -> Decisions:
    """Return the decisions of a session's edition."""
    return (
        decisions.DECISIONS if position.throwdown_of(s) is throwdown.THROWDOWN else decisions.OLDER_DECISIONS
    )


def words_of(s: State) -> Words:
    """Return their words."""
    return _STAGES if position.throwdown_of(s) is throwdown.THROWDOWN else _PILE


def is_own(s: State) -> bool:
    """Return whether a scene itself is being decided."""
    return s.phase in (*Phase,)
