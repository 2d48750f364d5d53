"""The decisions that every FUSION game shares: their actions, legal sets and consequences.

Every game's layout begins with `PAGES_SHARED`, its phases with `conflict.SHARED_PHASES`.
"""

from __future__ import annotations

from enum import auto

from throwdown.envs.core.kit import (
    FRENCH,
    ActionLayout,
    Named,
    Out,
    Range,
    card_range,
    cardset,
    kernel,
    single,
    tr,
)
from throwdown.envs.fusion.world import agenda, book, damage, effects, subjects, terms, triggers, usage
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.fusion.world.terms import Choice, Commitment, Point

PAGES_SHARED = (
    (
        Range(
            "pilot",
            tuple(f"pilot pilot_{k}" for k in range(terms.MAX_PILOTS)),
            tr("the Pilot whom it concerns"),
        ),
        Range(
            "threat",
            tuple(f"threat {k}" for k in range(terms.MAX_THREATS)),
            tr("the Threat whom it concerns"),
        ),
        Range(
            "faction",
            tuple(f"faction {k}" for k in range(terms.MAX_FACTIONS)),
            tr("the Faction that it concerns"),
        ),
        Range(
            "resource",
            tuple(f"resource {k}" for k in range(terms.MAX_RESOURCES)),
            tr("the Resource that rises (ME-34)"),
        ),
        Range(
            "commitment",
            tuple(f"commitment {name}" for name in Commitment.labels()),
            tr("the Commitment that is lowered, or recovers (ME-66, ME-31)"),
        ),
        single("buffer", tr("spend a Buffer to prevent this point of damage (ME-55, ME-64, ME-71, TS-89)")),
        single("fan-club", tr("spend a point of the Fan Club to prevent this Strike on a Faction (ME-52)")),
        single("shift", tr("let the Robo take this point of Trauma (SY-11)")),
        single("accept", tr("let this point of damage land")),
        single("remove-strike", tr("take a Strike off the Faction instead of investing (ME-21)")),
        single("remove-faction", tr("the Faction leaves play (ME-51)")),
        single("turn-faction", tr("the Faction becomes a Threat (ME-51)")),
        Range(
            "damage",
            tuple(f"damage {book.Kind(kind).label}" for kind in book.DAMAGES),
            tr("the damage that is fired, or lands first (ME-08, ME-46)"),
        ),
    ),
    (
        card_range(
            "discard",
            FRENCH,
            tr("discard this card, as a cost, an effect or down to the Hand Max (OP-01, TS-128)"),
        ),
    ),
    (card_range("invest", FRENCH, tr("lay this card on the Faction's stack (ME-20)")),),
    (
        Range(
            "wave",
            tuple(f"wave {t}.{k}" for t in range(terms.MAX_THREATS) for k in range(book.MAX_WAVES)),
            tr("a Wave of this Threat (ME-42, TS-82)"),
        ),
        Range(
            "storm",
            tuple(f"storm {t}.{k}" for t in range(terms.MAX_THREATS) for k in range(book.MAX_STORMS)),
            tr("a Storm of this Threat (ME-36, TS-82)"),
        ),
        Range(
            "omen",
            tuple(f"omen {k}" for k in range(book.MAX_EVENTS)),
            tr("Spend an Omen for this Escalation Event (SY-29)"),
        ),
    ),
)
"""Pages of actions with which the layout of every FUSION game begins."""


class Page(Named):
    """The shared pages."""

    CHOICE = auto()
    DISCARD = auto()
    INVEST = auto()
    WAVE = auto()


SHARED_LAYOUT = ActionLayout(PAGES_SHARED)
SHARED_ACTIONS = SHARED_LAYOUT.n
_bit = SHARED_LAYOUT.bit


class Act(Named):
    """Places in the page of choices."""

    PILOT = _bit("pilot")
    THREAT = _bit("threat")
    FACTION = _bit("faction")
    RESOURCE = _bit("resource")
    COMMITMENT = _bit("commitment")
    BUFFER = _bit("buffer")
    FAN_CLUB = _bit("fan-club")
    SHIFT = _bit("shift")
    ACCEPT = _bit("accept")
    REMOVE_STRIKE = _bit("remove-strike")
    REMOVE_FACTION = _bit("remove-faction")
    TURN_FACTION = _bit("turn-faction")
    DAMAGE = _bit("damage")


class CoachAct(Named):
    """Places in the page of Waves."""

    WAVES = _bit("wave")
    STORMS = _bit("storm")
    OMENS = _bit("omen")


assert [int(x) for x in Act][: len(Subject)] == [int(x) for x in Subject], "the first choices are subjects"


class Start(Named):
    """The first actions of the shared pages."""

    DISCARD = int(SHARED_LAYOUT.starts[Page.DISCARD])
    INVEST = int(SHARED_LAYOUT.starts[Page.INVEST])
    WAVE = int(SHARED_LAYOUT.starts[Page.WAVE])


@kernel
def buffer_word(s: ConflictState) -> int:
    """Return what may be done about the present point of damage, as a word of the page of choices."""
    d = s.pending
    word = cardset.ONE << Act.ACCEPT
    if d.kind == Point.DISFAVOR:
        return word | (cardset.ONE << Act.FAN_CLUB)
    if d.kind == Point.THREAT_TRAUMA or d.kind == Point.RUIN or d.kind == Point.FORM_TRAUMA:
        return word | (cardset.ONE << Act.BUFFER)
    if s.world.buffers[s.seat] > 0 and s.conflict.rumble == 0:
        word |= cardset.ONE << Act.BUFFER
    if d.kind == Point.TRAUMA and damage.can_shift(s, s.seat):
        word |= cardset.ONE << Act.SHIFT
    return word


@kernel
def legal_choice(s: ConflictState, out: Out) -> None:
    """Write the legal set of a shared phase; every word is 0 before."""
    phase, words, d = s.phase, out.words, s.pending
    if phase == Choice.BUFFER:
        words[Page.CHOICE] = buffer_word(s)
    elif phase == Choice.COMMITMENT:
        for k in range(4):
            if s.world.commitment[s.seat, k] > 0:
                words[Page.CHOICE] |= cardset.ONE << (Act.COMMITMENT + k)
    elif phase == Choice.RECOVER:
        words[Page.CHOICE] = cardset.ONE * triggers.lowered_commitments(s, s.seat) << Act.COMMITMENT
    elif phase == Choice.TARGET:
        i = d.depth - 1
        words[Page.CHOICE] = subjects.subjects(
            s, agenda.top_kind(s, out), agenda.top_aim(s, out), d.by[i], d.source[i]
        )
    elif phase == Choice.INVEST:
        legal_invest(s, out)
    elif phase == Choice.DISCARD_ONE:
        words[Page.DISCARD] = s.world.hand[s.seat, 0]
    elif phase == Choice.PAY:
        words[Page.DISCARD] = usage.payable(s, s.seat, d.pay_class)
    elif phase == Choice.FATE:
        words[Page.CHOICE] = (cardset.ONE << Act.REMOVE_FACTION) | (cardset.ONE << Act.TURN_FACTION)
    elif phase == Choice.ENDURANCE:
        words[Page.CHOICE] = cardset.ONE * damage.forms_robos(s) << Act.PILOT
    elif phase == Choice.DAMAGE:
        words[Page.CHOICE] = effects.damage_word(s) << Act.DAMAGE
    elif phase == Choice.WAVE:
        words[Page.WAVE] = usage.threats_with(s, 0, book.MAX_WAVES, out) << CoachAct.WAVES
    elif phase == Choice.STORM:
        words[Page.WAVE] = usage.threats_with(s, book.MAX_WAVES, book.MAX_STORMS, out) << CoachAct.STORMS


@kernel
def legal_invest(s: ConflictState, out: Out) -> None:
    """Write what may be done with a +Favor on the chosen Faction."""
    w, f = s.world, s.pending.faction
    if w.favor_n[f] < min(terms.MAX_FAVOR, s.cfg.favor_max[f]):
        out.words[Page.INVEST] = w.hand[s.seat, 0]
    if s.cfg.unstrike and w.strikes[f] > 0:
        out.words[Page.CHOICE] = cardset.ONE << Act.REMOVE_STRIKE


@kernel
def decide_choice(s: ConflictState, action: int, out: Out) -> bool:
    """Carry out the decision of a shared phase; return whether it goes on (else `work` comes next)."""
    if action < Start.DISCARD:
        return choose(s, action, out)
    if action < Start.INVEST:
        if s.phase == Choice.PAY:
            usage.pay(s, action - Start.DISCARD, out)
            return False
        return effects.discard_one(s, action - Start.DISCARD, out)
    if action < Start.WAVE:
        effects.invest(s, action - Start.INVEST, out)
        return False
    bit = action - Start.WAVE
    if bit < CoachAct.STORMS:
        effects.choose_threat(s, bit - CoachAct.WAVES, 0, out)
    else:
        effects.choose_threat(s, bit - CoachAct.STORMS, book.MAX_WAVES, out)
    return False


@kernel
def choose(s: ConflictState, what: int, out: Out) -> bool:
    """Carry out an action of the page of choices; return whether the decision goes on."""
    if what < Act.COMMITMENT:
        if s.phase == Choice.TARGET:
            return effects.choose_subject(s, what, out)
        damage.decide_assign(s, what + 1, out)
    elif what < Act.BUFFER:
        if s.phase == Choice.RECOVER:
            effects.choose_recovery(s, what - Act.COMMITMENT, out)
        else:
            damage.decide_commitment(s, what - Act.COMMITMENT, out)
    elif what == Act.BUFFER or what == Act.FAN_CLUB or what == Act.ACCEPT:
        damage.decide_buffer(s, what != Act.ACCEPT, out)
    elif what == Act.SHIFT:
        damage.decide_shift(s, out)
    elif what == Act.REMOVE_STRIKE:
        effects.unstrike(s, out)
    elif what >= Act.DAMAGE:
        effects.choose_damage(s, what - Act.DAMAGE, out)
    else:
        damage.decide_fate(s, s.pending.fate, what == Act.TURN_FACTION, out)
    return False
