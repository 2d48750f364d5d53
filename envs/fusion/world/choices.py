"""The decisions that every FUSION game shares: their actions, legal sets and consequences.

Every game's layout begins with `PAGES_SHARED`, its phases with `conflict.SHARED_PHASES`.
"""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.actions import ActionLayout, Range, card_range, single
from throwdown.envs.core.cards import FRENCH
from throwdown.envs.core.events import Out
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.agenda import top_aim, top_kind
from throwdown.envs.fusion.world.conflict import (
    ASSIGN,
    BUFFER,
    COMMITMENT,
    DAMAGE_PHASE,
    DISCARD_ONE,
    DISFAVOR,
    FATE,
    FORM_TRAUMA,
    INVEST,
    PAY,
    RECOVER,
    RUIN,
    STORM_PHASE,
    TARGET,
    THREAT_TRAUMA,
    TRAUMA,
    WAVE_PHASE,
    ConflictState,
)
from throwdown.envs.fusion.world.damage import (
    can_shift,
    decide_assign,
    decide_buffer,
    decide_commitment,
    decide_fate,
    decide_shift,
    forms_robos,
)
from throwdown.envs.fusion.world.effects import (
    choose_damage,
    choose_recovery,
    choose_subject,
    choose_threat,
    damage_word,
    discard_one,
    invest,
    unstrike,
)
from throwdown.envs.fusion.world.state import (
    COMMITMENTS,
    MAX_FACTIONS,
    MAX_FAVOR,
    MAX_PILOTS,
    MAX_RESOURCES,
    MAX_THREATS,
)
from throwdown.envs.fusion.world.subjects import FACTIONS, RESOURCES, SUBJECTS, THREATS, subjects
from throwdown.envs.fusion.world.triggers import lowered_commitments
from throwdown.envs.fusion.world.usage import pay, payable, threats_with

PAGES_SHARED = (
    (
        Range("pilot", tuple(f"pilot pilot_{k}" for k in range(MAX_PILOTS)), "the Pilot whom it concerns"),
        Range("threat", tuple(f"threat {k}" for k in range(MAX_THREATS)), "the Threat whom it concerns"),
        Range("faction", tuple(f"faction {k}" for k in range(MAX_FACTIONS)), "the Faction that it concerns"),
        Range(
            "resource",
            tuple(f"resource {k}" for k in range(MAX_RESOURCES)),
            "the Resource that rises (ME-34)",
        ),
        Range(
            "commitment",
            tuple(f"commitment {name}" for name in COMMITMENTS),
            "the Commitment that is lowered, or recovers (ME-66, ME-31)",
        ),
        single("buffer", "spend a Buffer to prevent this point of damage (ME-55, ME-64, ME-71, TS-89)"),
        single("fan-club", "spend a point of the Fan Club to prevent this Strike on a Faction (ME-52)"),
        single("shift", "let the Robo take this point of Trauma (SY-11)"),
        single("accept", "let this point of damage land"),
        single("remove-strike", "take a Strike off the Faction instead of investing (ME-21)"),
        single("remove-faction", "the Faction leaves play (ME-51)"),
        single("turn-faction", "the Faction becomes a Threat (ME-51)"),
        Range(
            "damage",
            tuple(f"damage {book.KINDS[kind]}" for kind in book.DAMAGES),
            "the damage that is fired, or lands first (ME-08, ME-46)",
        ),
    ),
    (
        card_range(
            "discard",
            FRENCH,
            "discard this card, as a cost, an effect or down to the Hand Max (OP-01, TS-128)",
        ),
    ),
    (card_range("invest", FRENCH, "lay this card on the Faction's stack (ME-20)"),),
    (
        Range(
            "wave",
            tuple(f"wave {t}.{k}" for t in range(MAX_THREATS) for k in range(book.MAX_WAVES)),
            "a Wave of this Threat (ME-42, TS-82)",
        ),
        Range(
            "storm",
            tuple(f"storm {t}.{k}" for t in range(MAX_THREATS) for k in range(book.MAX_STORMS)),
            "a Storm of this Threat (ME-36, TS-82)",
        ),
        Range(
            "omen",
            tuple(f"omen {k}" for k in range(book.MAX_EVENTS)),
            "Spend an Omen for this Escalation Event (SY-29)",
        ),
    ),
)
"""Pages of actions with which the layout of every FUSION game begins."""
CHOICE_PAGE, DISCARD_PAGE, INVEST_PAGE, WAVE_PAGE = range(4)
SHARED_LAYOUT = ActionLayout(PAGES_SHARED)
SHARED_ACTIONS = SHARED_LAYOUT.n
_bit = SHARED_LAYOUT.bit
CHOOSE_PILOT, CHOOSE_THREAT, CHOOSE_FACTION, CHOOSE_RESOURCE = (
    _bit("pilot"),
    _bit("threat"),
    _bit("faction"),
    _bit("resource"),
)
CHOOSE_COMMITMENT, SPEND_BUFFER, SPEND_FAN_CLUB, SHIFT, ACCEPT = (
    _bit("commitment"),
    _bit("buffer"),
    _bit("fan-club"),
    _bit("shift"),
    _bit("accept"),
)
REMOVE_STRIKE, REMOVE_FACTION, TURN_FACTION = (
    _bit("remove-strike"),
    _bit("remove-faction"),
    _bit("turn-faction"),
)
CHOOSE_DAMAGE = _bit("damage")
WAVES, STORMS, OMENS = _bit("wave"), _bit("storm"), _bit("omen")
assert (CHOOSE_PILOT, CHOOSE_THREAT, CHOOSE_FACTION, CHOOSE_RESOURCE) == (0, THREATS, FACTIONS, RESOURCES)
assert CHOOSE_COMMITMENT == SUBJECTS
DISCARD_START, INVEST_START, WAVE_START = (int(x) for x in SHARED_LAYOUT.starts[1:4])


@kernel
def buffer_word(s: ConflictState) -> int:
    """Return what may be done about the present point of damage, as a word of the page of choices."""
    d = s.pending
    word = cardset.ONE << ACCEPT
    if d.kind == DISFAVOR:
        return word | (cardset.ONE << SPEND_FAN_CLUB)
    if d.kind == THREAT_TRAUMA or d.kind == RUIN or d.kind == FORM_TRAUMA:
        return word | (cardset.ONE << SPEND_BUFFER)
    if s.world.buffers[s.seat] > 0 and s.conflict.rumble == 0:
        word |= cardset.ONE << SPEND_BUFFER
    if d.kind == TRAUMA and can_shift(s, wide(s.seat)):
        word |= cardset.ONE << SHIFT
    return word


@kernel
def legal_choice(s: ConflictState, out: Out) -> None:
    """Write the legal set of a shared phase; every word is 0 before."""
    phase, words, d = s.phase, out.words, s.pending
    if phase == BUFFER:
        words[CHOICE_PAGE] = buffer_word(s)
    elif phase == COMMITMENT:
        for k in range(4):
            if s.world.commitment[s.seat, k] > 0:
                words[CHOICE_PAGE] |= cardset.ONE << (CHOOSE_COMMITMENT + k)
    elif phase == RECOVER:
        words[CHOICE_PAGE] = cardset.ONE * lowered_commitments(s, wide(s.seat)) << CHOOSE_COMMITMENT
    elif phase == TARGET:
        i = wide(d.depth) - 1
        words[CHOICE_PAGE] = subjects(s, top_kind(s, out), top_aim(s, out), wide(d.by[i]), wide(d.source[i]))
    elif phase == INVEST:
        legal_invest(s, out)
    elif phase == DISCARD_ONE:
        words[DISCARD_PAGE] = s.world.hand[s.seat, 0]
    elif phase == PAY:
        words[DISCARD_PAGE] = payable(s, wide(s.seat), wide(d.pay_class))
    elif phase == FATE:
        words[CHOICE_PAGE] = (cardset.ONE << REMOVE_FACTION) | (cardset.ONE << TURN_FACTION)
    elif phase == ASSIGN:
        words[CHOICE_PAGE] = cardset.ONE * forms_robos(s) << CHOOSE_PILOT
    elif phase == DAMAGE_PHASE:
        words[CHOICE_PAGE] = damage_word(s) << CHOOSE_DAMAGE
    elif phase == WAVE_PHASE:
        words[WAVE_PAGE] = threats_with(s, 0, book.MAX_WAVES, out) << WAVES
    elif phase == STORM_PHASE:
        words[WAVE_PAGE] = threats_with(s, book.MAX_WAVES, book.MAX_STORMS, out) << STORMS


@kernel
def legal_invest(s: ConflictState, out: Out) -> None:
    """Write what may be done with a +Favor on the chosen Faction."""
    w, f = s.world, wide(s.pending.faction)
    if w.favor_n[f] < min(MAX_FAVOR, wide(s.cfg.favor_max[f])):
        out.words[INVEST_PAGE] = w.hand[s.seat, 0]
    if s.cfg.unstrike == 1 and w.strikes[f] > 0:
        out.words[CHOICE_PAGE] = cardset.ONE << REMOVE_STRIKE


@kernel
def decide_choice(s: ConflictState, action: int, out: Out) -> bool:
    """Carry out the decision of a shared phase; return whether it goes on (else `work` comes next)."""
    if action < DISCARD_START:
        return choose(s, action, out)
    if action < INVEST_START:
        if s.phase == PAY:
            pay(s, action - DISCARD_START, out)
            return False
        return discard_one(s, action - DISCARD_START, out)
    if action < WAVE_START:
        invest(s, action - INVEST_START, out)
        return False
    bit = action - WAVE_START
    if bit < STORMS:
        choose_threat(s, bit - WAVES, 0, out)
    else:
        choose_threat(s, bit - STORMS, book.MAX_WAVES, out)
    return False


@kernel
def choose(s: ConflictState, what: int, out: Out) -> bool:
    """Carry out an action of the page of choices; return whether the decision goes on."""
    if what < CHOOSE_COMMITMENT:
        if s.phase == TARGET:
            return choose_subject(s, what, out)
        decide_assign(s, what + 1, out)
    elif what < SPEND_BUFFER:
        if s.phase == RECOVER:
            choose_recovery(s, what - CHOOSE_COMMITMENT, out)
        else:
            decide_commitment(s, what - CHOOSE_COMMITMENT, out)
    elif what == SPEND_BUFFER or what == SPEND_FAN_CLUB or what == ACCEPT:
        decide_buffer(s, what != ACCEPT, out)
    elif what == SHIFT:
        decide_shift(s, out)
    elif what == REMOVE_STRIKE:
        unstrike(s, out)
    elif what >= CHOOSE_DAMAGE:
        choose_damage(s, what - CHOOSE_DAMAGE, out)
    else:
        decide_fate(s, wide(s.pending.fate), what == TURN_FACTION, out)
    return False


def is_shared(action: int) -> bool:
    """Return whether an action belongs to the shared pages."""
    return action < SHARED_ACTIONS
