"""What a seat of a Throwdown observes."""

from __future__ import annotations

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.kit import NONE, Block, Fields, Flags, Ints, Observation, Out, cardset, kernel
from throwdown.envs.core.observations import flag, flags, group, number, numbers
from throwdown.envs.fusion.throwdown import drives, state
from throwdown.envs.fusion.world import agenda, book, obs as obs_world
from throwdown.envs.fusion.world.terms import COACH, MAX_THREATS, SEATS, SHARED_PHASES


class Seen(Observation):
    """What all observations begin with."""

    phase: Flags = obs_world.phases(state.PHASES)
    head: obs_world.Head = group(obs_world.Head)
    sealed: Flags = flags("the viewer's own face-down initiative card, one-hot", FACES)
    top: Flags = flags("the card on top of the Pile, one-hot", FACES)
    under: Flags = flags("the card under the top card, one-hot", FACES)
    piles: Ints = numbers("all cards in the Piles, copies per card", 0, 2, FACES)
    trash: Ints = obs_world.trash()
    top_mine: bool = flag("whether the viewer's side leads")
    top_opener: int = number(
        "the way in which the top card opened its stage: 0 it did not, 1 initiative, 2 Escalate, 3 Rumble",
        0,
        3,
    )
    stage: Flags = flags("the stage, one-hot; none before initiative is won", state.STAGES)
    won: Ints = numbers(
        "the side that scored each stage: 1 the viewer's, -1 the other, 0 none", -1, 1, state.STAGES
    )
    score: Ints = numbers("points of the viewer's side and of the other", 0, 127, 2)
    team: obs_world.Team = group(obs_world.Team)
    for_team: int = number("whether the Commander fights for the team; -1 not asked yet", -1, 1)
    started_by: int = number("which side began: 0 Coach, 1 Pilots; -1 not asked yet", -1, 1)
    challenger: Flags = flags("the challenger, one-hot", SEATS)
    coach_hand: int = obs_world.coach_hand()
    coach_sealed: bool = flag("whether Coach has a face-down initiative card")
    coach_strike: int = number("Coach's Strike, 0 before it is fixed", 0, 15)
    result: Flags = flags(f"the result, one-hot: {', '.join(state.Result.labels())}", len(state.Result))
    basic: Ints = numbers("Basic Spoils left to the viewer's side and to the other", 0, 7, 2)
    ultimate: Ints = numbers("Ultimate Spoils left, likewise", 0, 3, 2)
    rumble: int = number("the Rumble stage, 0 outside a Rumble", 0, 4)
    form_buffers: int = number("Buffers of the Final Form", 0, 127)
    form_charges: int = number("its Charges", 0, 127)
    fresh: Ints = numbers(
        "shown to the Head while she shares cards: the cards that she may give", 0, 2, FACES
    )
    pending: obs_world.Pending = group(obs_world.Pending)
    threats: obs_world.Threats = group(obs_world.Threats)
    left_out: Flags = flags(
        "by Threat: whether it takes no part; before the initiative cards are turned up, shown to Coach only",
        MAX_THREATS,
    )
    asked_threat: Flags = flags("the Threat about which Coach decides, one-hot", MAX_THREATS)


class Pilot(Observation):
    """A Pilot."""

    involved: bool = flag("whether she takes part")
    commander: bool = flag("whether she is the Commander")
    hand_size: int = obs_world.hand_size()
    has_sealed: bool = flag("whether she has a face-down initiative card")
    strike: int = number("Strike now, 0 before it is fixed", 0, 15)
    gauges: obs_world.Gauges = group(obs_world.Gauges)
    outfit: obs_world.Outfit = group(obs_world.Outfit)
    position: Flags = flags("her Position in the Final Form, one-hot, the Head first", book.MAX_POSITIONS)
    ejected: bool = flag("whether she was forced out of the Rumble")
    asked: bool = flag("whether she was offered the Drive this turn")
    given: int = number("cards that the Commander owes her", 0, 108)
    cursor: bool = flag("whether a round of all seats has reached her")


class Known(obs_world.Known):
    """What is known of a Pilot's hand, where there are several."""


FIELDS = Fields(Seen, Block(obs_world.PILOT, Pilot), Block(obs_world.PILOT, Known, least=2))


@kernel
def observe(s: state.State, viewer: int, row: Ints, out: Out) -> None:
    """Write what ``viewer`` knows."""
    seen = Seen.of(row)
    seen.phase[s.phase] = True
    obs_world.observe_head(s, viewer, seen.head)
    obs_world.observe_team(s, viewer, seen.team, seen.trash)
    if s.sealed[viewer] != NONE:
        seen.sealed[s.sealed[viewer]] = True
    side = 0 if viewer == COACH else 1
    observe_piles(s, side, seen)
    observe_conflict(s, side, seen)
    observe_rumble(s, viewer, row)
    obs_world.observe_threats(s, seen.threats)
    observe_turnout(s, viewer, seen)
    is_asked = s.pending.depth > 0 and (SHARED_PHASES >> s.phase) & 1 != 0
    kind = agenda.top_kind(s, out) if is_asked else 0
    obs_world.observe_pending(s, kind, seen.pending)
    for p in range(1, s.cfg.pilots + 1):
        observe_pilot(s, p, Pilot.of(row, p - 1))
    if s.cfg.slots > 1:
        for p in range(1, s.cfg.pilots + 1):
            obs_world.observe_known(s, viewer, p, Known.of(row, p - 1, (s.cfg.slots,)))


@kernel
def observe_piles(s: state.State, side: int, seen: Seen) -> None:
    """Write the Piles, the stages and the score."""
    for i in range(s.pile_n):
        seen.piles[s.pile_card[i]] += 1
    if s.pile_n > 0:
        seen.top[drives.top_card(s)] = True
        seen.top_mine = (s.pile_by[s.pile_n - 1] == COACH) == (side == 0)
        if s.pile_n - 1 == s.pile_from[s.stage]:
            seen.top_opener = s.opened[s.stage]
        if s.pile_n > 1:
            seen.under[s.pile_card[s.pile_n - 2]] = True
    if s.stage > 0:
        seen.stage[s.stage - 1] = True
        for k in range(1, s.stage + 1):
            if s.scored[k] != NONE:
                seen.won[k - 1] = 1 if s.scored[k] == side else -1
    seen.score[0] = s.score[side]
    seen.score[1] = s.score[1 - side]


@kernel
def observe_conflict(s: state.State, side: int, seen: Seen) -> None:
    """Write what is publicly known of the conflict."""
    seen.for_team = s.for_team
    seen.started_by = s.started_by
    seen.challenger[s.challenger] = True
    seen.coach_hand = cardset.size(s.world.hand[COACH])
    seen.coach_sealed = s.sealed[COACH] != NONE
    seen.coach_strike = drives.strike_of(s, COACH)
    seen.result[s.result] = True
    for k in range(2):
        seen.basic[k] = s.basic[side if k == 0 else 1 - side]
        seen.ultimate[k] = s.ultimate[side if k == 0 else 1 - side]


@kernel
def observe_turnout(s: state.State, viewer: int, seen: Seen) -> None:
    """Write which Threats take no part: Coach's secret until the initiative cards are turned up."""
    word = s.conflict.left_out | (s.leaving if viewer == COACH else 0)
    for t in range(s.cfg.threats):
        seen.left_out[t] = (word >> t) & 1 != 0
    if s.phase == state.Phase.THREATS:
        seen.asked_threat[s.at] = True


@kernel
def observe_rumble(s: state.State, viewer: int, row: Ints) -> None:
    """Write the Final Form; the cards that its Head may share are hers to know."""
    c, seen = s.conflict, Seen.of(row)
    if s.stage < state.RUMBLE_STAGE:
        return
    seen.rumble = c.rumble
    seen.form_buffers = c.form_buffers
    seen.form_charges = c.form_charges
    for p in range(1, s.cfg.pilots + 1):
        pilot = Pilot.of(row, p - 1)
        pilot.ejected = c.ejected[p]
        if c.position[p] != NONE:
            pilot.position[c.position[p]] = True
    if viewer == c.head and (s.phase == state.Phase.SHARE or s.phase == state.Phase.SHARE_TO):
        cardset.show(s.fresh, seen.fresh)


@kernel
def observe_pilot(s: state.State, p: int, pilot: Pilot) -> None:
    """Write what is publicly known of a Pilot."""
    pilot.involved = s.conflict.involved[p]
    pilot.commander = s.conflict.commander[1] == p
    pilot.hand_size = cardset.size(s.world.hand[p])
    pilot.has_sealed = s.sealed[p] != NONE
    pilot.strike = drives.strike_of(s, p)
    obs_world.observe_gauges(s, p, pilot.gauges)
    obs_world.observe_outfit(s, p, pilot.outfit)
    pilot.asked = s.asked[p]
    pilot.given = s.given[p]
    pilot.cursor = s.at == p and s.phase != state.Phase.THREATS
