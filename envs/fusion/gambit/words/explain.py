"""Why an action is illegal now, in one sentence."""

from __future__ import annotations

from throwdown.envs.core.kit import Actions, Setup, tr
from throwdown.envs.fusion.gambit import actions, outcome, state, threshold
from throwdown.envs.fusion.gambit.actions import Act
from throwdown.envs.fusion.gambit.decisions import DECISIONS
from throwdown.envs.fusion.gambit.words import labels
from throwdown.envs.fusion.gambit.words.decisions import WORDS, is_positive
from throwdown.envs.fusion.words import names, table, why_not
from throwdown.envs.fusion.world import choices
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.terms import Faction


def explain(s: state.State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an action is illegal now."""
    refused = DECISIONS.refused(s, action)
    if refused:
        return refused
    label = actions.LAYOUT.labels[action]
    if s.phase == state.Phase.ACCEPT and action == choices.Act.ACCEPT:
        return tr("'accept' lets damage land; write 'accept-gambit' to accept the Gambit.")
    return (
        WORDS.not_asked(s, action) or _why_not(s, action, setup) or tr("'{label}' is legal now.", label=label)
    )


def _why_not(s: state.State, action: int, setup: Setup) -> str:
    """Return why an action is illegal that can answer what is asked; nothing if it is legal."""
    act = actions.LAYOUT.act_of(action)
    if act == choices.Act.OMEN:
        return why_not.explain_omen(s, actions.LAYOUT.labels[action], setup)
    if isinstance(act, choices.Act):
        return why_not.explain_choice(s, action, setup)
    if act in (Act.THRESHOLD, Act.ANSWER):
        return _why_not_card(s, act, action - act, setup)
    if act in (Act.BLIND, Act.FLIP):
        return _why_not_off_deck(s, setup)
    return _why_not_consequence(s, action - act, setup) if act == Act.CONSEQUENCE else ""


def _why_not_card(s: state.State, act: Actions, c: int, setup: Setup) -> str:
    if act == Act.ANSWER and card_name(c) in _on_table(s, setup):
        return ""
    lacks = why_not.lacks_card(s, c, setup)
    if lacks and act == Act.ANSWER and int(s.cfg.factions):
        return tr(
            "{who} has no {card} in hand, and it is not the top card of one of the Pilots' Factions (GA-09, "
            "C-45).",
            who=setup.people[int(s.seat)],
            card=card_name(c),
        )
    return lacks


def _on_table(s: state.State, setup: Setup) -> list[str]:
    """Return the cards of Factions that the Pilots may play (C-45)."""
    seen = table.team_view(s, None, setup)["factions"]
    in_play = names.FACTION_STATES[Faction.IN_PLAY]
    return [f["top"] for f in seen if f["state"] == in_play and f["controller"] == "pilots"]


def _why_not_off_deck(s: state.State, setup: Setup) -> str:
    if why_not.plain_rule(threshold.can_draw)(s, int(s.seat)):
        return ""
    return tr("The deck is empty and cannot be reshuffled: a card must be played.")


_NO_USE = {
    "chargeup": tr("Chargeup would change nothing: {who}'s Charges are full (C-136)."),
    "favor": tr(
        "Favor would change nothing: none of the Pilots' Factions can take a card from {who} or lose a "
        "Strike (C-136)."
    ),
    "fortify": tr("Fortify would change nothing: {who} has all her Buffers (C-136)."),
    "rebuild": tr("Rebuild would change nothing: there is no Damaged Location (C-136)."),
    "recover": tr("Recover would change nothing: no Commitment of {who} is lowered (C-136)."),
    "replenish": tr("Replenish would change nothing: no Resource is below its maximum (C-136)."),
    "wave": tr("Wave would change nothing: no Threat in play has a Wave (C-136)."),
    "disfavor": tr("Disfavor would change nothing: no Faction is in play (C-136)."),
    "purge": tr("Purge would change nothing: {who} has no Charges (C-136)."),
    "strife": tr("Strife would change nothing: Harmony is at its lowest, and nobody can be hurt (C-136)."),
}
"""Why a consequence of the right sign cannot be chosen."""


def _why_not_consequence(s: state.State, k: int, setup: Setup) -> str:
    kind = actions.Consequence(k).label
    if (why_not.plain_rule(outcome.consequences)(s, why_not.rule_out(setup)) >> k) & 1:
        return ""
    if k == actions.Consequence.NARRATIVE:
        return tr(
            "A turn of the story can be chosen only when no trigger would change anything (C-39), unless the "
            "scenario has 'narrative = \"allowed\"'."
        )
    is_good = is_positive(s)
    if is_good == (k in actions.POSITIVE):
        return _NO_USE[kind].format(who=setup.people[int(s.acting)])
    came = labels.OUTCOMES[state.Outcome(int(s.outcome)).label]
    if is_good:
        return tr(
            "'{outcome}' brings positive consequences, but {kind} is not positive (GA-28).",
            outcome=came,
            kind=labels.TRIGGERS[kind],
        )
    return tr(
        "'{outcome}' brings negative consequences, but {kind} is not negative (GA-28).",
        outcome=came,
        kind=labels.TRIGGERS[kind],
    )
