"""What Coach proposes: whether the Pilot takes it on, and whether her Specialty is involved (GA-03 to GA-05, GA-26)."""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import Out, allow, kernel, tell
from throwdown.envs.fusion.gambit import outcome
from throwdown.envs.fusion.gambit.actions import Act
from throwdown.envs.fusion.gambit.state import CLAIMED, Event, Phase, Result, State
from throwdown.envs.fusion.world.terms import COACH


@kernel
def pilot(s: State) -> int:
    """Return the Pilot whose Gambit it is."""
    return s.acting


@kernel
def legal_replies(s: State, out: Out) -> None:
    """Take the Gambit on, or decline."""
    allow(out, Act.ACCEPT)
    allow(out, Act.DECLINE)


@kernel
def reply(s: State, action: int, out: Out) -> None:
    """Take the Gambit on, or leave it: then no cards are played and nothing changes (GA-04, GA-05)."""
    if action == Act.DECLINE:
        s.result = Result.DECLINED
        tell(out, Event.GAMBIT_DECLINED, s.acting)
        outcome.end(s, out)
        return
    tell(out, Event.GAMBIT_ACCEPTED, s.acting)
    if s.cfg.specialty_involved == CLAIMED and s.cfg.specialty[s.acting] > 0:
        ask(s, Phase.CLAIM)


@kernel
def legal_claims(s: State, out: Out) -> None:
    """Claim her Specialty, or not."""
    allow(out, Act.CLAIM)
    allow(out, Act.NO_CLAIM)


@kernel
def claim(s: State, action: int, out: Out) -> None:
    """The Pilot claims her Specialty, which Coach has to agree to, or leaves it out (GA-26, C-44)."""
    is_claimed = action == Act.CLAIM
    tell(out, Event.SPECIALTY_CLAIMED, s.acting, amount=is_claimed)
    if is_claimed:
        ask(s, Phase.AGREE)


@kernel
def legal_judgements(s: State, out: Out) -> None:
    """Agree, or not."""
    allow(out, Act.AGREE)
    allow(out, Act.DISAGREE)


@kernel
def judge(s: State, action: int, out: Out) -> None:
    """Coach says whether the Specialty is involved."""
    s.specialty = action == Act.AGREE
    tell(out, Event.SPECIALTY_JUDGED, COACH, amount=s.specialty)
