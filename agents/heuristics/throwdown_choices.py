"""The Throwdown heuristic's ratings of choices other than Drives: damage, targets, Assists, Waves, sides, spoils."""

import numpy as np

from throwdown.agents.heuristics import throwdown_view, throwdown_worth
from throwdown.agents.heuristics.rated import which
from throwdown.agents.heuristics.throwdown_view import Look, Rules, Weight
from throwdown.envs.core.kit import Floats, Ints, act_of, kernel
from throwdown.envs.fusion.throwdown import state as st
from throwdown.envs.fusion.throwdown.actions import Act, Spoil
from throwdown.envs.fusion.throwdown.obs import Pilot, Seen
from throwdown.envs.fusion.world import book, choices, usage
from throwdown.envs.fusion.world.choices import SUBJECTS
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.fusion.world.terms import Choice, Commitment, Point, Resource

_SPOIL_RATINGS = {
    "chargeup-self": 2.0,
    "chargeup-team": 3.0,
    "favor": 2.5,
    "disfavor": 3.0,
    "fortify-self": 4.0,
    "fortify-team": 5.0,
    "purge": 2.0,
    "recover-self": 6.0,
    "recover-threat": 7.0,
    "replenish": 1.0,
    "schism-team": 6.0,
    "trauma-pilot": 5.0,
    "trauma-threat": 9.0,
    "wave": 4.0,
    "chargeup-team-full": 3.0,
    "fortify-team-full": 6.0,
    "rally": 8.0,
    "rebuild": 2.0,
    "ruin": 2.0,
    "recover-self-all": 7.0,
    "recover-threat-all": 8.0,
    "replenish-full": 2.0,
    "storm": 9.0,
}
SPOIL_RATINGS = np.array([_SPOIL_RATINGS[name] for name in Spoil.labels()])
RECOVERIES = np.array([name.startswith("recover-self") for name in Spoil.labels()])
IDLE = 0.01
"""The minimum value of an Assist."""
SACRIFICING, DECISIVE = 0.4, 0.1
"""The value of a piece of Gear beyond this conflict: at first, and when the conflict is about to be decided."""


# Damage and targets --------------------------------------------------------------------------------------------------


@kernel
def rate_buffer(v: Look, row: Ints) -> float:
    """Rate preventing the current point of damage."""
    seen = Seen.of(row)
    kind = which(seen.pending.damage) + 1
    if kind == Point.SCHISM:
        return 1.0 if v.stage >= 2 or v.harmony <= 3 else -1.0
    if kind == Point.PURGE:
        return 1.0 if Pilot.of(row, v.me).gauges.charges >= 2 else -1.0
    if kind == Point.RUIN:  # the Form needs its Buffers more than the place does
        return 1.0 if seen.form_buffers > 4 else -1.0
    return 1.0


@kernel
def rate_shift(v: Look, row: Ints) -> float:
    """Rate letting the Robo take a point of Trauma: after the Buffers, while it can stand it or its Pilot cannot."""
    return (
        0.5
        if Pilot.of(row, v.me).outfit.endurance > 2 or throwdown_view.slack(Pilot.of(row, v.me)) <= 2
        else -0.5
    )


@kernel
def rate_subject(v: Look, row: Ints, x: int) -> float:
    """Rate an effect's target."""
    seen = Seen.of(row)
    sign = 1.0 if v.side == 1 else -1.0
    kind = which(seen.pending.effect)
    if x < Subject.THREATS:
        pilot = Pilot.of(row, x)
        if v.phase == Choice.ENDURANCE:  # the strongest Robo takes the point, the Head's last
            return float(pilot.outfit.endurance) - (3.0 if pilot.position[0] else 0.0)
        if v.phase == st.Phase.SHARE_TO or kind == book.Kind.STRIKE or kind == book.Kind.DRAW:
            return (1.0 if pilot.commander else 0.0) - 0.01 * float(pilot.hand_size)
        return sign * throwdown_worth.to_pilot(v, row, kind, 1, pilot) + (
            0.01 * sign if pilot.commander else 0.0
        )
    if x < Subject.FACTIONS:
        t = x - Subject.THREATS
        if kind == book.Kind.TRAUMA:  # Threats that nothing protects first, and those that are nearly down
            return sign * (
                1.0 - 0.05 * float(seen.threats.rating[t]) - 0.3 * float(seen.threats.threat_buffers[t])
            )
        return -sign * float(seen.threats.rating_max[t] - seen.threats.rating[t])
    if x < Subject.RESOURCES:
        f = x - Subject.FACTIONS
        have, hurt = float(seen.team.favor[f]), float(seen.team.strikes[f])
        return hurt + (0.1 * have if v.side == 0 else -0.1 * have)
    return -float(seen.team.resource[x - Subject.RESOURCES]) + (
        0.5 if x - Subject.RESOURCES == Resource.PIT_CREW else 0.0
    )


@kernel
def rate_commitment(v: Look, row: Ints, k: int) -> float:
    """Rate the Commitment that is lowered (the highest) or recovers (one nearly gone, then the one lowered most)."""
    now = float(Pilot.of(row, v.me).gauges.commitment[k])
    if v.phase == Choice.COMMITMENT:
        return now
    lost = float(Pilot.of(row, v.me).gauges.commitment_max[k]) - now
    return lost + (5.0 if now == 0 else 2.0 if now == 1 else 0.0)


@kernel
def rate_choice(v: Look, row: Ints, action: int) -> float:
    """Rate a shared action without a card that is no attack."""
    act = act_of(choices.Act, action)
    if act in SUBJECTS:
        return rate_subject(v, row, action)
    if act == choices.Act.COMMITMENT:
        return rate_commitment(v, row, action - act)
    if act == choices.Act.BUFFER:
        return rate_buffer(v, row)
    if act == choices.Act.SHIFT:
        return rate_shift(v, row)
    if act == choices.Act.REMOVE_STRIKE:  # a card on the stack can still be played: it costs next to nothing
        return 1.0 if throwdown_view.most_strikes(row) >= 2 else -0.3
    if act == choices.Act.DAMAGE:  # in the order of `book.DAMAGES`, of which the last is Trauma
        return float(action)
    return 1.0 if act == choices.Act.FAN_CLUB or act == choices.Act.TURN_FACTION else 0.0


# Assists -------------------------------------------------------------------------------------------------------------


@kernel
def ability_id(v: Look, row: Ints, action: int) -> int:
    """Return the ability behind an Assist."""
    act = act_of(Act, action)
    if act == Act.RUMBLE_TECH:
        return book.POSITION_PAGE + max(0, which(Pilot.of(row, v.me).position))
    if act == Act.BOON:
        return book.CoachPage.BOONS + action - act
    return (v.me + 1) * book.PAGE + action - Act.TECH


@kernel
def is_late(v: Look) -> bool:
    """Return whether the conflict is about to be decided."""
    return v.tier == st.LAST_STAGE or v.ours <= 3 or v.rumble > 1


@kernel
def rate_assist(v: Look, rules: Rules, row: Ints, action: int, best: Floats, w: Floats) -> float:
    """Rate an Assist: its effects less its cost, relative to passing at `IDLE`."""
    act, a = act_of(Act, action), ability_id(v, row, action)
    rating = throwdown_worth.ability_worth(v, rules, row, a, best) - throwdown_worth.ability_cost(
        v, rules, row, a, w
    )
    if act == Act.SUMMON:  # its Rider Bonus stays, and so do its Techs
        return rating + 0.05 + 0.10 * float(rules.rider[a // book.PAGE])
    if act == Act.SACRIFICE:
        return rating - (DECISIVE if is_late(v) else SACRIFICING)
    if act == Act.RUMBLE_TECH and not is_late(v):  # it grows with the Rumble stage
        return rating - 0.15
    return rating


@kernel
def wave_class(v: Look, rules: Rules, t: int, is_storm: bool) -> int:
    """Return the class of card that pays for a Threat's Wave or Storm."""
    cheaper = v.rumble > 0 and rules.giant[t] == 1
    if is_storm:
        return book.CardClass.FACE_OR_ACE if cheaper else book.CardClass.ACE
    return book.CardClass.ANY if cheaper else book.CardClass.FACE_OR_ACE


@kernel
def rate_attack(v: Look, rules: Rules, row: Ints, action: int, best: Floats, w: Floats) -> float:
    """Rate a Wave, a Storm or an Omen, whose price Coach pays in his own turn only."""
    act = act_of(choices.Act, action)
    if act == choices.Act.OMEN:
        event = book.CoachPage.EVENTS + action - act
        return throwdown_worth.ability_worth(v, rules, row, event, best) + 0.02
    t = usage.threat_of(action)
    a = book.of_threat(t, usage.attack_of(action))
    rating = throwdown_worth.ability_worth(v, rules, row, a, best)
    if v.phase != st.Phase.COACH_ASSIST:
        return rating
    return rating - throwdown_worth.cheapest(v, row, wave_class(v, rules, t, act == choices.Act.STORM), w)


# Sides, allies, Positions --------------------------------------------------------------------------------------------


@kernel
def rate_ask(v: Look, row: Ints, p: int, w: Floats) -> float:
    """Rate asking an ally: above playing out of range, below a cheap play within it."""
    pilot = Pilot.of(row, p)
    if pilot.hand_size == 0:
        return -1.0
    return float(w[Weight.ASKING, v.side] + 0.01 * pilot.strike + 0.005 * pilot.hand_size)


@kernel
def quality(pilot: Pilot) -> int:
    """Return a Pilot's quality as Commander: by cards to draw and in hand, unless close to a Rout."""
    shaky = 4 if throwdown_view.slack(pilot) <= 1 else 0
    draws = int(pilot.gauges.commitment[Commitment.SYNCH]) + int(pilot.gauges.commitment[Commitment.SOLO])
    return draws + pilot.hand_size - shaky


@kernel
def rate_refuse(v: Look, row: Ints, slots: int) -> float:
    """Rate leaving a challenge to a later Pilot: right if that Pilot is clearly the better Commander."""
    if v.side == 1:
        for p in range(v.me + 1, slots):
            pilot = Pilot.of(row, p)
            if (
                pilot.hand_size > 0
                and quality(pilot) > quality(Pilot.of(row, v.me)) + 1
                and throwdown_view.slack(pilot) > 0
            ):
                return 1.0
    return -100.0


@kernel
def rate_vote(v: Look, row: Ints, slots: int, team: bool) -> float:
    """Rate a vote: Pilots want the Commander's larger draw, Coach the smaller one."""
    pilot = Pilot.of(row, throwdown_view.commander_of(row, slots))
    gain = int(pilot.gauges.commitment[Commitment.SYNCH]) - int(pilot.gauges.commitment[Commitment.SOLO])
    return float(gain if team == (v.side == 1) else -gain)


@kernel
def rate_threat(row: Ints, t: int) -> float:
    """Rate bringing a Threat: its cards and its Strike are wanted, but one about to fall is better kept out."""
    seen = Seen.of(row)
    is_weak = seen.threats.rating[t] == 1 and seen.threats.rating_max[t] > 1
    return -1.0 if is_weak and seen.threats.stack[t] == 0 and seen.threats.threat_buffers[t] == 0 else 1.0


@kernel
def rate_position(v: Look, rules: Rules, row: Ints, i: int, best: Floats) -> float:
    """Rate a Position: the Head is the Commander's if her Robo is sturdy; the others by their Rumble Tech."""
    if i == 0:
        sturdy = Pilot.of(row, v.me).outfit.endurance >= 3
        return 1.0 if Pilot.of(row, v.me).commander and sturdy else (0.0 if sturdy else -1.0)
    return min(0.9, throwdown_worth.ability_worth(v, rules, row, book.POSITION_PAGE + i, best))


@kernel
def rate_other(v: Look, rules: Rules, row: Ints, action: int, best: Floats, w: Floats) -> float:
    """Rate an action without a card; all others are neutral alternatives and rate 0."""
    act = act_of(Act, action)
    if act == Act.INVOLVE:
        return rate_threat(row, which(Seen.of(row).asked_threat))
    if act == Act.BOARD:  # its Techs are worth the point; the others' Robos are as good
        return 1.0
    if act == Act.POSITION:
        return rate_position(v, rules, row, action - act, best)
    if act == Act.ASK:
        return rate_ask(v, row, action - act, w)
    if act == Act.PASS:
        return IDLE
    if act == Act.REFUSE:
        return rate_refuse(v, row, rules.slots)
    if act == Act.SUPPORT:
        return 1.0 if v.harmony >= 2 or v.mine > 1 else -1.0
    if act == Act.VOTE_TEAM or act == Act.VOTE_SELF:
        return rate_vote(v, row, rules.slots, act == Act.VOTE_TEAM)
    if act == Act.HAND_BACK:
        return float(w[Weight.HANDING_BACK, v.side])
    return -0.5 if act == Act.CONCEDE else 0.0


@kernel
def rate_spoil(v: Look, row: Ints, kind: int, slots: int) -> float:
    """Rate a spoil by fixed preference, but Commitments that are nearly gone come first."""
    rating = float(SPOIL_RATINGS[kind])
    if RECOVERIES[kind]:
        for p in range(slots):
            pilot = Pilot.of(row, p)
            if pilot.involved and throwdown_view.slack(pilot) <= 2:
                rating += 4.0
                break
    return rating
