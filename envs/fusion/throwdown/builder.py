"""Builds a Throwdown's state out of a position: fills in what is left out and refuses what cannot occur (C-160)."""

from __future__ import annotations

from typing import Any

import numpy as np
from pydantic import BaseModel

from throwdown.envs.core.batch import look
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.errors import did_you_mean
from throwdown.envs.core.events import make_out
from throwdown.envs.core.game import Setup
from throwdown.envs.fusion.builder import interpreted, need
from throwdown.envs.fusion.order import MAX_STRIKE
from throwdown.envs.fusion.throwdown.actions import RECOVER_SELF
from throwdown.envs.fusion.throwdown.actions import SPOILS as SPOIL_NAMES
from throwdown.envs.fusion.throwdown.outcome import count_spoils, measure
from throwdown.envs.fusion.throwdown.position import SIDE_NAMES, SpoilsLeft, side_name
from throwdown.envs.fusion.throwdown.reader import (
    DAMAGE_PHASES,
    END_PHASES,
    SPOILS_PHASES,
    Reader,
    side_of,
)
from throwdown.envs.fusion.throwdown.state import (
    ANSWER,
    ASSISTS,
    BY_ESCALATE,
    BY_INITIATIVE,
    CONCEDED,
    DISCARDS,
    DRIVE,
    END,
    GIVES,
    LAST_STAGE,
    PHASES,
    QUESTIONS,
    REFUSED,
    RELAY,
    RETURNS,
    RUNNING,
    SPOILS,
    TURN,
)
from throwdown.envs.fusion.throwdown.state import (
    SIDES as SIDES_STEP,
)
from throwdown.envs.fusion.triggers import TRAUMA
from throwdown.envs.fusion.world import COACH, FLESH, STEEL

STEPS = {
    "over": END,
    "challenge": ANSWER,
    "answer": ANSWER,
    "support": SIDES_STEP,
    "vote": QUESTIONS,
    "give": GIVES,
    "return": RETURNS,
    "relay": RELAY,
    "assist": ASSISTS,
    "drive": DRIVE,
    "ally-drive": DRIVE,
    "spoil": SPOILS,
    "spoil-pilot": SPOILS,
    "spoil-threat": SPOILS,
    "recover": SPOILS,
    "discard": DISCARDS,
}


def from_position(position: BaseModel, setup: Setup, s: Any) -> None:
    """Write a position into a record; the record is unchanged if it is refused.

    Raises:
        InvalidPosition: the position cannot occur in this scenario.
    """
    Builder.write(position, setup, s)


class Builder(Reader):
    """Fills one state from a position."""

    def build(self) -> None:
        """Run all steps."""
        self.write_world()
        self.collect()
        self.check_cards()
        self.lay_out()
        self.write_known()
        self.write_decks()
        self.blank()
        self.read_damage()
        self.read_who()
        self.read_phase()
        self.check_phase()
        self.write_stages()
        self.write_commanders()
        self.write_involved()
        self.write_questions()
        self.write_turn()
        self.write_outcome()
        self.write_seat()
        self.finish()

    # Stages and score ----------------------------------------------------------------------------------------------

    def write_stages(self) -> None:
        """Write the Piles, the stages and who scored them."""
        s, n = self.s, len(self.piles)
        stage = (n or len(self.p.scored or ())) if self.p.stage is None else self.p.stage
        need(
            stage <= LAST_STAGE,
            f"stage is {stage}; without a Rumble {LAST_STAGE} is the last (TS-53, TS-66).",
        )
        need(stage == n or not n, f"stage is {stage}, but pile lists {n}: every stage has its Pile (PL-22).")
        fought = self.phase in END_PHASES and self.result == CONCEDED
        need(
            (stage > 0) == (bool(n) or fought), f"stage is {stage}, which does not fit phase '{self.phase}'."
        )
        s["stage"] = stage
        self.write_piles()
        self.check_piles()
        self.write_score(stage)

    def write_piles(self) -> None:
        """Write the Piles and how each stage was opened."""
        s, at = self.s, 0
        for k, pile in enumerate(self.piles, 1):
            how = self.p.pile[k - 1].opened or ("initiative" if k == 1 else "escalate")
            need((how == "initiative") == (k == 1), f"pile: stage {k} cannot be opened by {how}.")
            s["opened"][k] = BY_INITIATIVE if k == 1 else BY_ESCALATE
            s["pile_from"][k] = at
            for c, by in pile:
                s["pile_card"][at], s["pile_by"][at] = c, by
                at += 1
        s["pile_n"] = at

    def write_score(self, stage: int) -> None:
        """Write who scored each stage: the opponent of who opened the next one (C-160)."""
        s, given, scored = self.s, self.p.scored, self.find_scored(stage)
        told = None if given is None else [SIDE_NAMES.index(x) for x in given]
        need(
            told in (None, scored) and len(scored) == max(0, stage - (self.result != CONCEDED)),
            "scored does not fit: who opens a stage yielded the one before; the winner scored the last (C-160).",
        )
        for k, side in enumerate(scored):
            s["scored"][k + 1] = side
            s["score"][side] += 1 << k
        points = {name: int(s["score"][k]) for k, name in enumerate(SIDE_NAMES)}
        need(
            self.p.score is None or {**dict.fromkeys(SIDE_NAMES, 0), **self.p.score} == points,
            f"score does not fit: the stages give Coach {points['coach']} and the Pilots {points['pilots']} (C-160).",
        )

    def find_scored(self, stage: int) -> list[int]:
        """Return who scored each stage, as far as the position tells."""
        p = self.p
        if self.piles:
            scored = [1 - side_of(pile[0][1]) for pile in self.piles[1:]]
            return [*scored, side_of(self.laid[-1])] if self.result == CONCEDED else scored
        if stage and p.scored is None and p.score is not None:
            return [(p.score.get("pilots", 0) >> k) & 1 for k in range(stage)]
        if stage == 1 and p.scored is None and p.winner is not None:
            return [SIDE_NAMES.index(p.winner)]
        return [SIDE_NAMES.index(x) for x in p.scored or ()]

    # Who takes part ------------------------------------------------------------------------------------------------

    def write_commanders(self) -> None:
        """Write challenger and Commanders."""
        s = self.s
        s["challenger"] = self.challenger
        self.sides = self.phase not in ("challenge", "answer") and self.result != REFUSED
        if self.sides:
            s["commander"] = [COACH, self.boss]
        elif self.phase != "challenge":
            s["commander"][side_of(self.challenger)] = self.challenger
        told = self.p.commander
        need(
            told is None or s["commander"][1] == self.boss,
            f"commander is {told}, but no Pilot of this phase has laid an initiative card (TS-24).",
        )

    def write_involved(self) -> None:
        """Write who takes part."""
        s, given, place = self.s, self.p.involved, "involved"
        if not self.sides:
            need(
                not given,
                "involved must be empty: sides are taken after both initiative cards are laid (TS-26).",
            )
            return
        seats = {COACH, self.boss, *self.laid}
        if given is None:
            seats |= {self.seat(name, "asked") for name in self.p.asked}
            if self.turn is not None and self.phase in ("assist", "ally-drive", "give"):
                seats.add(self.turn)
        else:
            need(len(set(given)) == len(given), "involved lists a seat twice.")
            told = {self.seat(name, place) for name in given} | {COACH}
            missing = [self.setup.seats[x] for x in sorted(seats - told)]
            need(not missing, f"involved lacks {', '.join(missing)}, a Commander or who laid a card.")
            seats = told
        for seat in seats:
            s["involved"][seat] = 1

    def write_questions(self) -> None:
        """Write the answers to the questions, and the Strikes that follow from them."""
        s, p, cfg, side = self.s, self.p, self.cfg, side_of(self.challenger)
        votes: dict[str, int] = dict(p.votes.items())
        for k, name in enumerate(("self", "team")):
            s["votes"][k] = votes.get(name, 0)
        answered = self.sides and self.phase not in ("support", "vote")
        if p.started_by is not None:
            s["started_by"] = SIDE_NAMES.index(p.started_by)
        elif answered:
            s["started_by"] = cfg["started_by"] if cfg["started_by"] < 2 else side
        if p.for_team is not None:
            s["for_team"] = p.for_team
        elif answered:
            s["for_team"] = cfg["fights_for"] == 1
        need(
            answered or s["started_by"] == NONE, "started_by is answered only after sides are taken (TS-30)."
        )
        need(answered or s["for_team"] == NONE, "for_team is answered only after sides are taken (TS-29).")
        if answered:
            self.fix_strikes()
        for name, x in p.strike.items():
            s["strike"][self.seat(name, "strike")] = self.gauge(f"strike.{name}", x, MAX_STRIKE, 0)

    def fix_strikes(self) -> None:
        """Write the Strikes of the sheets (TS-36, TS-38)."""
        s, w = self.s, self.w
        for seat in range(1, len(self.setup.seats)):
            points = w["commitment"][seat, STEEL if s["started_by"] == 1 else FLESH]
            s["strike"][seat] = min(MAX_STRIKE, points)
        ratings = [int(x) for x in w["rating"] if x > 0]
        s["strike"][COACH] = min(MAX_STRIKE, max(ratings) + len(ratings) - 1) if ratings else 0

    def write_turn(self) -> None:
        """Write what holds for this turn: whose it is, Strike gained, who was asked, what is owed."""
        s, p = self.s, self.p
        s["side"] = 1 - side_of(self.laid[-1]) if self.laid else 0
        for name, x in p.bonus.items():
            s["bonus"][self.pilot(name, "bonus")] = self.gauge(f"bonus.{name}", x, MAX_STRIKE, 0)
        for name in p.asked:
            seat = self.pilot(name, "asked")
            need(
                s["involved"][seat] == 1 and seat != self.boss, f"asked: {name} is no ally in this Throwdown."
            )
            s["asked"][seat] = 1
        for name, x in p.given.items():
            seat = self.pilot(name, "given")
            need(seat != self.boss, "given: the Commander owes herself nothing (TS-35).")
            need(self.phase in ("give", "return"), f"given: nothing is owed in phase '{self.phase}'.")
            s["given"][seat] = x
        owed, held = int(s["given"].sum()), len(self.hands.get(self.boss, []))
        need(owed <= held, f"given: {owed} cards are owed, but the Commander holds {held} (TS-35).")

    # Outcome -------------------------------------------------------------------------------------------------------

    def write_outcome(self) -> None:
        """Write who won and the spoils that are left."""
        self.write_winner()
        self.write_taker()
        for k, name in enumerate(SIDE_NAMES):
            left = (self.p.spoils or {}).get(name, SpoilsLeft())
            self.s["basic"][k] = self.gauge(f"spoils.{name}.basic", left.basic, 7, 0)
            self.s["ultimate"][k] = self.gauge(f"spoils.{name}.ultimate", left.ultimate, 3, 0)
        self.write_spoil()

    def write_winner(self) -> None:
        """Write the result and who won."""
        s, p = self.s, self.p
        s["result"] = self.result
        winner = NONE
        if self.result == CONCEDED:
            winner = int(s["scored"][s["stage"]])
        elif self.result == REFUSED:
            winner = side_of(self.challenger)
        s["winner"] = winner
        told = None if p.winner is None else SIDE_NAMES.index(p.winner)
        need(
            told in (None, winner),
            f"winner is '{p.winner}', but it is {side_name(winner) or 'nobody'}: who did not yield the last stage.",
        )

    def write_taker(self) -> None:
        """Write who takes spoils, by default whose turn it is or the winner."""
        p, s = self.p, self.s
        taking = self.result == CONCEDED and (self.phase in SPOILS_PHASES or self.phase in DAMAGE_PHASES)
        if taking:
            seat = (
                side_of(self.turn) if self.turn is not None and self.phase in SPOILS_PHASES else s["winner"]
            )
            s["taker"] = seat if p.taker is None else SIDE_NAMES.index(p.taker)
        need(taking or p.taker is None, f"taker: no spoils are taken in phase '{self.phase}'.")

    def write_spoil(self) -> None:
        """Write the spoil whose target is being chosen."""
        s, p, phase = self.s, self.p, self.phase
        choosing = phase in ("spoil-pilot", "spoil-threat", "recover")
        name = "recover-self" if phase == "recover" and p.spoil is None else p.spoil
        need((name is not None) == choosing, f"spoil is '{name}', which does not fit phase '{phase}'.")
        need(
            name is None or name in SPOIL_NAMES,
            f"spoil is '{name}'{did_you_mean(name or '', SPOIL_NAMES)}; no such spoil.",
        )
        if name is not None:
            s["spoil"] = SPOIL_NAMES.index(name)
        need(
            (phase == "recover") == (p.spoil_target is not None),
            "spoil_target is the Pilot who recovers; it belongs to phase 'recover'.",
        )
        if p.spoil_target is not None:
            need(s["spoil"] == RECOVER_SELF, "phase 'recover' belongs to the spoil recover-self.")
            s["target"] = self.pilot(p.spoil_target, "spoil_target")

    # Who decides ---------------------------------------------------------------------------------------------------

    def write_seat(self) -> None:
        """Write phase, step, the seat to decide and where the rounds stand."""
        s, phase = self.s, self.phase
        s["phase"] = PHASES.index(phase)
        s["step"] = (TURN if self.result == RUNNING else SPOILS) if phase in DAMAGE_PHASES else STEPS[phase]
        s["over"] = phase == "over"
        must = self.must_decide()
        seat = must if self.turn is None else self.turn
        who = "nobody" if must is None or must == NONE else self.setup.seats[must]
        if phase == "over":
            need(self.turn is None, "turn: nobody decides when it is over.")
            return
        need(seat is not None and seat != NONE, f"phase '{phase}' needs turn, the seat that decides.")
        need(
            must is None or seat == must,
            f"turn is {self.p.turn or 'missing'}, but in phase '{phase}' here {who} decides.",
        )
        s["seat"] = COACH if seat is None else seat
        self.write_round(int(s["seat"]))
        self.check_seat(int(s["seat"]))

    def must_decide(self) -> int | None:
        """Return who decides where that is certain, None where the position must tell."""
        s, phase = self.s, self.phase
        if phase == "challenge":
            return self.challenger
        if phase == "answer":
            holders = [seat for seat in range(1, len(self.setup.seats)) if self.hands.get(seat)]
            if self.challenger != COACH:
                return COACH
            return next(iter(holders), NONE) if self.turn is None else None
        if phase == "drive":
            return COACH if s["side"] == 0 else self.boss
        if phase == "buffer":
            return self.buffer_seat()
        if phase == "commitment":
            return int(s["damage"]["target"]) if s["damage"]["kind"] == TRAUMA else NONE
        if phase in SPOILS_PHASES:
            return int(s["commander"][s["taker"]])
        if phase == "return":
            return self.boss
        if phase == "relay":
            first = COACH if self.challenger == COACH else self.boss
            return first if not self.sealed else self.boss if first == COACH else COACH
        return None

    def write_round(self, seat: int) -> None:
        """Write the place at which a round stands."""
        s, phase, n = self.s, self.phase, len(self.setup.seats)
        if phase in ("answer", "support", "vote", "give", "assist"):
            s["at"] = n if phase == "vote" and seat == COACH else seat
        elif phase == "return":
            s["at"] = next((p for p in range(1, n) if s["given"][p] > 0), n)
        elif phase == "discard":
            s["at"] = self.order().index(seat)
        elif phase != "challenge":
            coach = s["side"] == 0 and (phase == "drive" or s["step"] == SPOILS)
            s["at"] = 1 if coach else n

    def order(self) -> list[int]:
        """Return the seats in the order of the final step (C-148)."""
        s, n = self.s, len(self.setup.seats)
        boss = max(1, int(s["commander"][1]))
        pilots = [boss, *(p for p in range(1, n) if p != boss)]
        first = int(s["winner"]) if s["winner"] != NONE else side_of(self.challenger)
        return [COACH, *pilots] if first == 0 else [*pilots, COACH]

    def check_seat(self, seat: int) -> None:
        """Refuse a decision that this seat cannot have."""
        s, phase, name = self.s, self.phase, self.setup.seats[seat]
        held = len(self.hands.get(seat, []))
        place = f"phase '{phase}': {name}"
        if phase in ("challenge", "answer", "give", "return", "relay"):
            need(held > 0, f"{place} has no card in hand to lay or give.")
        if phase == "answer":
            need(side_of(seat) != side_of(self.challenger), f"{place} is not challenged.")
        self.check_ally(seat, place)
        if phase == "assist":
            can = self.w["charges"][seat] > 0 and s["strike"][seat] < MAX_STRIKE
            need(bool(can), f"{place} has no Charge, or no Strike to gain.")
        if phase == "vote":
            self.check_vote(seat, place)
        if phase == "discard":
            most = int(self.cfg["hand_max"][seat])
            need(held > most, f"{place} holds {held} cards, not more than her Max of {most} (TS-128).")

    def check_ally(self, seat: int, place: str) -> None:
        """Refuse what is asked of allies, of someone who is none."""
        s, phase = self.s, self.phase
        if phase in ("support", "give", "ally-drive", "assist"):
            need(seat != COACH, f"{place} is not a Pilot.")
        if phase in ("support", "give", "ally-drive"):
            need(seat != self.boss, f"{place} is the Commander herself.")
        if phase in ("give", "ally-drive", "assist"):
            need(s["involved"][seat] == 1, f"{place} is not involved.")
        if phase in ("ally-drive", "assist"):
            need(s["side"] == 1, f"{place} cannot act, for it is Coach's turn: the Pilots' card is on top.")
        if phase == "ally-drive":
            s["asked"][seat] = 1

    def check_vote(self, seat: int, place: str) -> None:
        """Refuse a vote that is not hers."""
        votes = self.s["votes"]
        need(self.cfg["fights_for"] == 3, f"{place} has no vote: rules.fights_for is not 'vote'.")
        need(seat != self.boss, f"{place} does not judge herself (TS-29).")
        need(seat != COACH or votes[0] == votes[1], f"{place} votes only to break a tie (C-85).")

    def finish(self) -> None:
        """Work out by the rules what was left out, and make sure that there is something to decide."""
        p, s = self.p, self.s
        s["start"] = self.stock() if p.start is None else p.start
        if p.stakes is not None:
            s["stakes"] = p.stakes
        taking = self.result == CONCEDED and self.phase == "spoil"
        if taking and p.spoils is None and p.taker is None:
            interpreted(count_spoils)(s)
        if p.stakes is None and self.phase in END_PHASES:
            interpreted(measure)(s)
        if self.phase == "over":
            s["at"] = len(self.setup.seats) if self.cfg["final_step"] == 1 else 0
        else:
            self.check_decision()

    def check_decision(self) -> None:
        """Refuse a position in which there is nothing to decide."""
        layout, width = self.setup.game.actions, self.setup.width
        words = np.zeros((1, len(layout.starts) - 1), np.int64)
        masks, rows = np.zeros((1, layout.n), np.int8), np.zeros((1, width), np.int8)
        look(self.states, words, masks, rows, np.zeros(1, np.int64), make_out(layout.starts))
        least = 2 if self.phase == "spoil" else 1  # nobody is asked only to waive
        need(
            int(masks.sum()) >= least,
            f"In phase '{self.phase}' {self.setup.seats[self.s['seat']]} has nothing to decide.",
        )
