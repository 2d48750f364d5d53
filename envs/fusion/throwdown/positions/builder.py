"""Builds a Throwdown's state out of a position: fills in what is left out and refuses what cannot occur (C-160)."""

from __future__ import annotations

import numpy as np
from pydantic import BaseModel

from throwdown.envs.core.kit import NONE, Setup, how_many
from throwdown.envs.fusion.positions import world_builder
from throwdown.envs.fusion.throwdown import assists, initiative, outcome, turnout
from throwdown.envs.fusion.throwdown.decisions import DECISIONS
from throwdown.envs.fusion.throwdown.positions import reader
from throwdown.envs.fusion.throwdown.positions.position import AFTER, SIDE_NAMES
from throwdown.envs.fusion.throwdown.positions.stage_builder import StageBuilder
from throwdown.envs.fusion.throwdown.state import PHASES, RUMBLE_STAGE, Result, State, Step
from throwdown.envs.fusion.world.order import MAX_STRIKE
from throwdown.envs.fusion.world.terms import COACH, Commitment, Robo


def from_position(position: BaseModel, setup: Setup, s: State) -> None:
    """Write a position into a record; the record is unchanged if it is refused.

    Raises:
        InvalidPosition: the position cannot occur in this scenario.
    """
    Builder.write(position, setup, s)


class Builder(StageBuilder):
    """Fills one state from a position."""

    def build(self) -> None:
        """Run all steps."""
        self.write_world()
        self.write_all_cards()
        self.blank()
        self.write_conflict()
        self.foresee_rumble()
        self.write_pending()
        self.read_who()
        self.read_phase()
        self.check_phase()
        self.write_stages()
        self.write_commanders()
        self.write_involved()
        self.write_turnout()
        self.write_questions()
        self.write_form()
        self.write_turn()
        self.write_outcome()
        self.write_seat()
        self.finish()

    def blank(self) -> None:
        """Write a conflict in which nothing has happened."""
        s = self.s
        for seat, c in self.sealed.items():
            s.sealed[seat] = c
        self.write_stream()

    def foresee_rumble(self) -> None:
        """Let what waits find its phase in a Rumble, whose Final Form is written only later."""
        if self.first == RUMBLE_STAGE:
            self.s.conflict.rumble = len(self.piles)
            if self.p.form_buffers is None:
                self.s.conflict.form_buffers = self.w.harmony

    # Who takes part ------------------------------------------------------------------------------------------------

    def write_commanders(self) -> None:
        """Write challenger and Commanders."""
        s = self.s
        s.challenger = self.challenger
        open_still = self.phase in ("challenge", "answer") or (
            self.phase == "threats" and self.challenger == COACH
        )
        self.sides = not open_still and self.result != Result.REFUSED
        if self.sides:
            s.conflict.commander[:] = [COACH, self.boss]
        elif self.phase != "challenge":
            s.conflict.commander[reader.side_of(self.challenger)] = self.challenger
        told = self.p.commander
        world_builder.need(
            told is None or s.conflict.commander[1] == self.boss,
            f"commander is {told}, but in this phase no Pilot has laid an initiative card (TS-24).",
        )

    def write_involved(self) -> None:
        """Write who takes part."""
        s, given, place = self.s, self.p.involved, "involved"
        if not self.sides:
            world_builder.need(
                not given,
                "involved must be empty: sides are taken after both initiative cards have been laid (TS-26).",
            )
            return
        seats = {COACH, self.boss, *self.laid}
        if given is None:
            seats |= {self.seat(name, "asked") for name in self.p.asked}
            if self.turn is not None and self.phase in ("assist", "ally-drive", "give", "position"):
                seats.add(self.turn)
        else:
            world_builder.need(len(set(given)) == len(given), "involved lists a seat twice.")
            told = {self.seat(name, place) for name in given} | {COACH}
            missing = [self.setup.seats[x] for x in sorted(seats - told)]
            world_builder.need(
                not missing, f"involved lacks {', '.join(missing)}, which are Commanders or have laid a card."
            )
            seats = told
        for seat in seats:
            s.conflict.involved[seat] = True

    def write_turnout(self) -> None:
        """Write which Threats stay out, and which ones Coach has sealed to."""
        s, p, n = self.s, self.p, int(self.cfg.threats)
        sealed = COACH in self.sealed and self.phase != "relay"
        seen = self.sides and not sealed
        for name, given, fits in (("left_out", p.left_out, seen), ("leaving", p.leaving, sealed)):
            world_builder.need(
                not given or (fits and self.cfg.choose_threats),
                f"{name} must be empty here: Coach chooses after laying his initiative card, the choice is "
                "public "
                "once the card is turned up, and with rules.threats = 'all' he does not choose (TS-37).",
            )
            for t in given:
                self.below(name, t, n, "Threat")
        s.conflict.left_out, s.leaving = (sum(1 << t for t in set(x)) for x in (p.left_out, p.leaving))
        living = [t for t in range(n) if self.w.rating[t] > 0]
        out = {*p.left_out, *p.leaving}
        begun = self.phase in (*reader.OPENING_PHASES, *reader.FIGHT_PHASES)
        world_builder.need(
            not out or not begun or not out.issuperset(living),
            "left_out, leaving: at least one Threat in play takes part (TS-37).",
        )

    def write_questions(self) -> None:
        """Write the answers to the questions, and what follows from them: Robos and Strikes."""
        s, p, cfg, side = self.s, self.p, self.cfg, reader.side_of(self.challenger)
        votes: dict[str, int] = dict(p.votes.items())
        for k, name in enumerate(("self", "team")):
            s.votes[k] = self.fit(f"votes.{name}", votes.get(name, 0), s, "votes")
        answered = self.sides and not self.is_before(Step.BOARDING)
        if p.started_by is not None:
            s.started_by = SIDE_NAMES.index(p.started_by)
        elif answered:
            s.started_by = cfg.started_by if cfg.started_by < 2 else side
        if p.for_team is not None:
            s.for_team = p.for_team
        elif answered:
            s.for_team = cfg.fights_for == 1
        world_builder.need(
            answered or s.started_by == NONE,
            "started_by is decided only after sides have been taken (TS-30).",
        )
        world_builder.need(
            answered or s.for_team == NONE, "for_team is decided only after sides have been taken (TS-29)."
        )
        if answered and not self.is_before(Step.DRAWS):
            self.fix_strikes()
            self.board_robos()
        for name, x in p.strike.items():
            s.conflict.strike[self.seat(name, "strike")] = self.gauge(f"strike.{name}", x, MAX_STRIKE, 0)

    def is_before(self, step: Step) -> bool:
        """Return whether what is being decided is asked before a step."""
        now = reader.STEPS[self.phase]
        return now is not None and now < step

    def fix_strikes(self) -> None:
        """Write the Strikes of the sheets (TS-36, TS-38)."""
        s, strike = self.s, self.s.conflict.strike
        for seat in range(1, len(self.setup.seats)):
            points = int(self.w.commitment[seat, Commitment.STEEL if s.started_by == 1 else Commitment.FLESH])
            strike[seat] = min(
                MAX_STRIKE, points + int(world_builder.interpreted(initiative.from_gear)(s, seat))
            )
        if not self.is_before(Step.REVEAL):  # his Threats turn out with the initiative cards
            strike[COACH] = min(MAX_STRIKE, int(world_builder.interpreted(turnout.coach_strike)(s)))

    def board_robos(self) -> None:
        """Have Robos that the sheets call present take part, unless something is told of them (TS-31)."""
        for seat in range(1, len(self.setup.seats)):
            ready = self.cfg.robo_present[seat] and self.w.endurance[seat] > 0
            if ready and self.s.conflict.involved[seat] and self.setup.seats[seat] not in self.p.robos:
                self.s.conflict.robo[seat] = Robo.PRESENT

    def write_turn(self) -> None:
        """Write what holds for this turn: whose it is, who was asked, what is owed, the Assists used."""
        s, p = self.s, self.p
        opening = self.phase in reader.RUMBLE_PHASES or self.after() == Step.HEAD_DRAW
        s.side = (reader.side_of(self.laid[-1]) + (not opening)) % 2 if self.laid else 0
        for name in p.asked:
            seat = self.pilot(name, "asked")
            involved = s.conflict.involved[seat]
            world_builder.need(
                involved and seat != self.boss, f"asked: {name} is not an ally in this Throwdown."
            )
            s.asked[seat] = 1
        for name, x in p.given.items():
            seat = self.pilot(name, "given")
            world_builder.need(seat != self.boss, "given: the Commander owes herself nothing (TS-35).")
            world_builder.need(
                self.phase in ("give", "return"), f"given: nothing is owed in phase '{self.phase}'."
            )
            s.given[seat] = x
        owed, held = int(s.given.sum()), len(self.hands.get(self.boss, []))
        world_builder.need(
            owed <= held,
            f"given: the Commander owes {how_many(owed, 'card')}, but holds {held} (TS-35).",
        )
        for name in ("techs", "others"):
            setattr(s, name, self.fit(f"assisted.{name}", getattr(p.assisted, name), s, name))

    def after(self) -> int:
        """Return the step that follows once nothing waits, or `NONE` where nothing does."""
        if self.phase not in reader.WAITING_PHASES:
            return NONE
        if self.p.after is not None:
            return AFTER[self.p.after]
        if self.result == Result.CONCEDED:
            return Step.SPOILS
        firer = self.firer()
        if firer == NONE:  # the damage of a play: the opener's lands before the Head draws (C-156)
            opens = self.first == RUMBLE_STAGE and len(self.laid) == 1 and self.laid[0] != COACH
            return Step.HEAD_DRAW if opens else Step.TURN
        return Step.COACH_ASSISTS if firer == COACH else Step.ASSISTS

    # Who decides ---------------------------------------------------------------------------------------------------

    def write_seat(self) -> None:
        """Write phase, step, the seat to decide and where the rounds stand."""
        s, phase = self.s, self.phase
        s.phase = PHASES.index(phase)
        step = reader.STEPS[phase]
        s.step = self.after() if step is None else step
        s.over = phase == "over"
        if phase == "over":
            world_builder.need(self.turn is None, "turn: nobody decides when the Throwdown is over.")
            return
        if phase == "ally-drive" and self.turn is not None:
            s.ally = self.turn
        last = max(len(self.setup.seats), int(s.cfg.threats))
        at = self.round_of(self.turn) if self.p.round is None else self.p.round
        world_builder.need(0 <= at <= last, f"round is {at}; here it is 0 to {last}.")
        s.at = at
        seat = self.waiting_seat(phase, self.turn) if self.waits else int(DECISIONS.who(s))
        who = dict(enumerate(self.setup.seats)).get(seat)
        world_builder.need(
            who is not None or self.turn is not None, f"phase '{phase}' needs turn, the seat that decides."
        )
        world_builder.need(
            self.p.turn in (None, who),
            f"turn is {self.p.turn}, but in phase '{phase}' here {who or 'nobody'} decides.",
        )
        s.seat = seat
        self.check_seat(seat)
        if phase == "threats":
            self.check_threats()

    def round_of(self, seat: int | None) -> int:
        """Return the place at which a round stands, as far as it follows; ``seat`` decides, if it is told."""
        s, phase, n = self.s, self.phase, len(self.setup.seats)
        if phase == "answer" and seat is None:
            seat = next((p for p in range(1, n) if self.hands.get(p)), None)
        if phase == "answer" and self.challenger != COACH:
            seat = COACH
        if phase == "return":
            return next((p for p in range(1, n) if s.given[p] > 0), n)
        if phase == "threats":
            return int(np.argmax(self.w.rating > 0))
        if phase == "challenge":
            return 0
        asked = [] if self.waits else self.deciders(n)
        if len(set(asked)) > 1:
            world_builder.need(seat is not None, f"phase '{phase}' needs turn, the seat that decides.")
            if phase == "vote" and seat == COACH:
                return n
            return asked.index(seat) if seat in asked else 0
        if s.step in (Step.SHARES, Step.HEAD_DRAW):
            return n - 1
        if s.step == Step.ASSISTS:
            return self.firer() + 1
        coach = s.side == 0 and (
            phase in ("drive", "coach-assist") or s.step in (Step.COACH_ASSISTS, Step.SPOILS)
        )
        return 1 if coach else n

    def deciders(self, n: int) -> list[int]:
        """Return who decides at each of ``n`` places of a round, if one seat after the other is asked."""
        found = []
        for place in range(n):
            self.s.at = place
            found.append(int(DECISIONS.who(self.s)))
        return found

    def check_seat(self, seat: int) -> None:
        """Refuse a decision that this seat cannot have."""
        phase, name = self.phase, self.setup.seats[seat]
        held = len(self.hands.get(seat, []))
        place = f"phase '{phase}': {name}"
        if phase in ("challenge", "answer", "give", "return", "relay"):
            world_builder.need(held > 0, f"{place} has no card in hand that could be laid or given.")
        if phase == "answer":
            world_builder.need(
                reader.side_of(seat) != reader.side_of(self.challenger), f"{place} is not challenged."
            )
        self.check_ally(seat, place)
        if phase == "board":
            able = seat != COACH and world_builder.interpreted(turnout.can_board)(self.s, seat)
            world_builder.need(
                able, f"{place} has no Robo here that a point of Pit Crew could bring (TS-31)."
            )
        if phase == "vote":
            self.check_vote(seat, place)
        if phase == "discard":
            most = self.hand_max(seat)
            world_builder.need(
                held > most,
                f"{place} holds {how_many(held, 'card')}, not more than the Hand Max of {most} (TS-128).",
            )

    def check_ally(self, seat: int, place: str) -> None:
        """Refuse what is asked of allies, of someone who is none."""
        s, phase = self.s, self.phase
        if phase in ("support", "give", "ally-drive", "assist", "position"):
            world_builder.need(seat != COACH, f"{place} is not a Pilot.")
        if phase in ("support", "give", "ally-drive"):
            world_builder.need(seat != self.boss, f"{place} is the Commander herself.")
        if phase in ("give", "ally-drive", "assist", "position"):
            world_builder.need(s.conflict.involved[seat], f"{place} is not involved.")
        if phase in ("ally-drive", "assist"):
            world_builder.need(
                s.side == 1, f"{place} cannot act: a card of the Pilots is on top, so it is Coach's turn."
            )
            world_builder.need(self.acts(seat), f"{place} is not part of the Final Form (TS-94).")
        if phase == "coach-assist":
            world_builder.need(
                s.side == 0, f"{place} cannot act: a card of Coach is on top, so it is the Pilots' turn."
            )
        if phase == "ally-drive":
            s.asked[seat] = 1

    def check_threats(self) -> None:
        """Refuse to ask Coach about a Threat where he has no choice, and an answer about one not yet asked."""
        t, living = int(self.s.at), int(world_builder.interpreted(turnout.living_threats)(self.s))
        world_builder.need(
            self.cfg.choose_threats and living.bit_count() > 1 and bool((living >> t) & 1),
            "phase 'threats' needs several Threats in play, and does not exist with rules.threats = 'all' "
            "(TS-37).",
        )
        world_builder.need(
            not int(self.s.leaving) >> t,
            f"leaving: Coach decides about Threat {t} now, so only Threats before it can be listed.",
        )

    def check_vote(self, seat: int, place: str) -> None:
        """Refuse a vote that is not hers."""
        votes = self.s.votes
        world_builder.need(self.cfg.fights_for == 3, f"{place} cannot vote: rules.fights_for is not 'vote'.")
        world_builder.need(
            seat != self.boss, f"{place} is the Commander, who does not vote on herself (TS-29)."
        )
        world_builder.need(
            seat != COACH or votes[0] == votes[1], f"{place} votes only to break a tie (C-85)."
        )

    def finish(self) -> None:
        """Work out by the rules what was left out, and make sure that there is something to decide."""
        p, s = self.p, self.s
        s.start[:] = self.stock() if p.start is None else p.start
        if p.stakes is not None:
            s.stakes = p.stakes
        taking = self.result == Result.CONCEDED and self.phase == "spoil"
        counts = taking and p.spoils is None and p.taker is None
        measures = p.stakes is None and self.phase in reader.END_PHASES
        if taking or measures:
            outcome.complete_spoils(self.states, counts, taking, measures, self.setup.make_out())
        if self.phase == "over":
            s.at = len(self.setup.seats) if self.cfg.final_step else 0
        else:
            self.check_choice()

    def check_choice(self) -> None:
        """Refuse spoils of which none is offered, and an Assist that there is not."""
        name = self.setup.seats[self.s.seat]
        world_builder.need(
            self.phase != "spoil" or bool(self.s.offer),
            f"In phase 'spoil' {name} has nothing to decide.",
        )
        if self.phase in ("assist", "coach-assist"):
            able = assists.can_assist(self.states, self.setup.make_out())
            world_builder.need(
                bool(able),
                f"phase '{self.phase}': {name} has no Assist that could be paid for (TS-76, TS-77).",
            )
