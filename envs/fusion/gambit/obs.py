"""What a seat of a Gambit observes."""

from __future__ import annotations

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.kit import NONE, Block, Fields, Flags, Ints, Observation, Out, cardset, kernel
from throwdown.envs.core.observations import flag, flags, group, number, one_hot
from throwdown.envs.fusion.gambit import actions, state
from throwdown.envs.fusion.sheets.playbooks import SPECIALTIES
from throwdown.envs.fusion.world import agenda, obs as obs_world
from throwdown.envs.fusion.world.terms import COACH, SHARED_PHASES


class Seen(Observation):
    """What all observations begin with."""

    phase: Flags = obs_world.phases(state.PHASES)
    head: obs_world.Head = group(obs_world.Head)
    threshold: Flags = flags("the Threshold if the viewer knows it, one-hot", FACES)
    played: Flags = flags("the acting Pilot's face-up card, one-hot", FACES)
    trash: Ints = obs_world.trash()
    source: Flags = one_hot("where the Threshold came from", state.Source)
    face_up: bool = flag("whether the Threshold lies face-up")
    flipped: bool = flag("whether the Pilot's card came from the deck")
    newer: bool = flag("whether the newer edition is played")
    specialty: bool = flag("whether the acting Pilot's Specialty is involved")
    great: bool = flag("whether the acting Pilot's goal is great; else it is small")
    narrative: bool = flag("whether Coach may choose a narrative consequence at any time")
    outcome: Flags = flags(f"the outcome, one-hot: {', '.join(state.Outcome.labels())}", len(state.Outcome))
    result: Flags = flags(f"the result, one-hot: {', '.join(state.Result.labels())}", len(state.Result))
    left: int = number("consequences that Coach still has to choose", 0, 2)
    last: Flags = one_hot("the consequence chosen last", actions.Consequence)
    team: obs_world.Team = group(obs_world.Team)
    coach_hand: int = obs_world.coach_hand()
    pending: obs_world.Pending = group(obs_world.Pending)
    threats: obs_world.Threats = group(obs_world.Threats)


class Pilot(Observation):
    """A Pilot."""

    acting: bool = flag("whether the Gambit is hers")
    hand_size: int = obs_world.hand_size()
    gauges: obs_world.Gauges = group(obs_world.Gauges)
    playbook: Flags = flags(f"her Specialty, one-hot: {', '.join(SPECIALTIES)}", len(SPECIALTIES))
    lessons: int = number("Lessons that she has recorded", 0, 100)
    outfit: obs_world.Outfit = group(obs_world.Outfit)


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
    observe_cards(s, viewer, seen)
    observe_conflict(s, seen)
    obs_world.observe_threats(s, seen.threats)
    is_asked = s.pending.depth > 0 and (SHARED_PHASES >> s.phase) & 1 != 0
    kind = agenda.top_kind(s, out) if is_asked else 0
    obs_world.observe_pending(s, kind, seen.pending)
    for p in range(1, s.cfg.pilots + 1):
        observe_pilot(s, p, Pilot.of(row, p - 1))
    if s.cfg.slots > 1:
        for p in range(1, s.cfg.pilots + 1):
            obs_world.observe_known(s, viewer, p, Known.of(row, p - 1, (s.cfg.slots,)))


@kernel
def observe_cards(s: state.State, viewer: int, seen: Seen) -> None:
    """Write the cards of the table: a face-down Threshold is known to Coach, if it left his Hand (C-40)."""
    if s.threshold != NONE:
        seen.threshold[s.threshold] = True
        seen.face_up = True
    elif s.source == state.Source.HAND and viewer == COACH and s.sealed[COACH] != NONE:
        seen.threshold[s.sealed[COACH]] = True
    if s.played != NONE:
        seen.played[s.played] = True
    seen.coach_hand = cardset.size(s.world.hand[COACH])


@kernel
def observe_conflict(s: state.State, seen: Seen) -> None:
    """Write what is publicly known of the Gambit."""
    seen.source[s.source] = True
    seen.flipped = s.flipped
    seen.newer = s.cfg.edition != 0
    seen.specialty = s.specialty
    seen.great = s.great
    seen.narrative = s.cfg.narrative
    seen.outcome[s.outcome] = True
    seen.result[s.result] = True
    seen.left = s.left
    if s.last != NONE:
        seen.last[s.last] = True


@kernel
def observe_pilot(s: state.State, p: int, pilot: Pilot) -> None:
    """Write what is publicly known of a Pilot."""
    w = s.world
    pilot.acting = s.acting == p
    pilot.hand_size = cardset.size(w.hand[p])
    obs_world.observe_gauges(s, p, pilot.gauges)
    pilot.playbook[s.cfg.specialty[p]] = True
    pilot.lessons = w.lessons[p]
    obs_world.observe_outfit(s, p, pilot.outfit)
