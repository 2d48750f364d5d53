"""How every decision is put to people: those of a part in its own words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from throwdown.envs.core.decisions import Answer, Decisions, Text, Wording, Words
from throwdown.envs.core.kit import Description, Game, Named, Setup, tr
from throwdown.envs.fusion import pile, throwdown
from throwdown.envs.fusion.gambit import GAMBIT as GAMBIT_GAME, state as gambit
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

PartOf = Callable[[State], tuple[Any, Game]]
"""Returns the record of a part, and its game."""

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
    return tr("decide about the scene: {ways}", ways=ways)


def _plot(s: State, setup: Setup) -> str:
    spends = why_not.plain_rule(usage.omen_word)(s.throwdown, why_not.rule_out(setup)) != 0
    omen = [tr("Spend an Omen")] if spends else []
    return names.either([*_challenge(s, setup), *omen, tr("have a quiet scene")])


# What the answers are about scenes -----------------------------------------------------------------------------------


def _for_goal(name: str, without: str) -> Answer:
    """Return what describes a goal; ``without`` is the name of having none."""

    def describe_goal(s: State, k: int, setup: Setup) -> Description:
        if k == actions.Goal.NONE:
            return Description(without, "", "", tr("no goal is at stake"))
        what = actions.Goal(k).label
        return Description(name, labels.GOALS[what], "", labels.EFFECTS_OF_GOALS[what])

    return describe_goal


def _gambit(s: State) -> tuple[Any, Game]:
    return s.gambit, GAMBIT_GAME


def _throwdown(s: State) -> tuple[Any, Game]:
    return s.throwdown, position.throwdown_of(s)


def _answered(answer: Answer, part_of: PartOf = position.part_of) -> Answer:
    """Return an answer of a part as it is described here; of one that is not being fought, as it was left."""
    if isinstance(answer, Description):
        return answer

    def describe_in_part(s: State, k: int, setup: Setup) -> Description:
        part, game = part_of(s)
        return answer(part, k, position.part_setup(setup, game))

    return describe_in_part


_CHALLENGE = _for_goal(tr("Challenge for"), tr("Challenge without a goal"))
_OWN = {
    Choice.OVER: CHOICES[Choice.OVER]._replace(
        ask=tr("the session is over"), help=(tr("The session is over."),)
    ),
    Phase.SCENE: Wording(
        tr("the Pilot's scene"),
        _scene,
        (
            tr("It is your scene."),
            tr(
                "A venture is an attempt at a goal, a trigger of a single point: Coach lets you reach it, "
                "or proposes a Gambit for it."
            ),
            tr(
                "A challenge is a Throwdown: if you win, or Coach refuses, you reach the goal in addition "
                "to the spoils. Only challenges and their spoils can hurt Threats."
            ),
            tr("Goals that would change nothing are not offered, except having none (S-04 to S-07)."),
            tr("In a calm round nobody may challenge (S-19)."),
            tr("If you rest, Coach uses the time (S-20)."),
        ),
        tr("There is nothing else to do in this scene (S-04)."),
        {
            Act.VENTURE: _for_goal(tr("Venture for"), tr("Venture without a goal")),
            Act.CHALLENGE: _CHALLENGE,
            Act.REST: Description(tr("Rest"), "", "", tr("let the scene go by")),
        },
    ),
    Phase.RESPOND: Wording(
        tr("the answer to a venture"),
        tr("let the goal be reached, or propose a Gambit for it"),
        (
            tr("With 'fiat' the Pilot simply reaches her goal."),
            tr(
                "In a Gambit cards decide. She may decline; then nothing happens, but you may invest cards "
                "in your Threats (S-05, S-20, GA-02, GA-05)."
            ),
        ),
        tr("There is no other answer (S-05)."),
        {
            Act.FIAT: Description(tr("Let it be"), "", "", tr("the goal is simply reached")),
            Act.GAMBIT: Description(
                tr("Propose a Gambit"), "", "", tr("cards decide whether the goal is reached")
            ),
        },
    ),
    Phase.PLOT: Wording(
        tr("Coach's scene"),
        _plot,
        (
            tr("It is your scene."),
            tr(
                "A challenge is a Throwdown for a goal of your own, which you also reach if the Pilots "
                "refuse."
            ),
            tr(
                "You may Spend any number of Active Omens: each fires an Escalation Event, and enough of "
                "these bring Doom."
            ),
            tr(
                "With 'fiat' the scene is quiet: cards are invested in a Threat, all Threats recover, and "
                "time goes by (S-07 to S-15)."
            ),
        ),
        tr(
            "No challenge is possible now, because there is no card or the round is calm, and there is no "
            "Omen to Spend (S-07, S-19)."
        ),
        {
            Act.CHALLENGE: _CHALLENGE,
            Act.FIAT: Description(
                tr("Let it be"),
                "",
                "",
                tr("a quiet scene, in which a Threat gets a card and all Threats recover"),
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


def _in_part(
    table: Decisions, words: Words, phases: Iterable[Named], part_of: PartOf
) -> Mapping[Named, Wording]:
    """Return the words of a part by the phases that its decisions have here, in the order of those of its own."""
    return {
        phase: row._replace(
            ask=_told(row.ask),
            forced=_told(row.forced),
            answers={
                act: _answered(answer, position.part_of if phase in Choice else part_of)
                for act, answer in zip(table.rows[phase].acts, row.answers.values(), strict=True)
            },
        )
        for phase, row in zip(phases, words.rows, strict=True)
    }


def _words(table: Decisions, throwdown: Words, phases: type[Named]) -> Words:
    """Return the words of a session with the Throwdown of one edition."""
    lent = {
        **_in_part(table, GAMBIT, (*Choice, *gambit.Phase), _gambit),
        **_in_part(table, throwdown, (*Choice, *phases), _throwdown),
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
