"""Reads a position of a Throwdown: its Piles, who commands, what is being decided; refuses what does not fit."""

from __future__ import annotations

from itertools import pairwise

from throwdown.envs.core.kit import NONE, did_you_mean
from throwdown.envs.fusion.positions import world_builder
from throwdown.envs.fusion.positions.conflict_builder import ConflictBuilder
from throwdown.envs.fusion.throwdown.decisions import DECISIONS
from throwdown.envs.fusion.throwdown.positions.position import SIDE_NAMES, Pile, Position
from throwdown.envs.fusion.throwdown.state import (
    LAST_STAGE,
    PHASES,
    RUMBLE_STAGE,
    STAGES,
    Result,
    State,
    Step,
)
from throwdown.envs.fusion.world.cards import NAMES
from throwdown.envs.fusion.world.order import BEATS
from throwdown.envs.fusion.world.terms import COACH

STEPS = dict(zip(PHASES, (row.step for row in DECISIONS.rows), strict=True))
"""The step that a phase is asked at; None where that may be any: while damage and effects wait."""


def phases(*steps: Step) -> tuple[str, ...]:
    """Return the phases that are asked at some steps, step by step."""
    return tuple(phase for asked in steps for phase, step in STEPS.items() if step == asked)


CHALLENGE_PHASES = phases(Step.ANSWER, Step.THREATS)
SIDED_PHASES = phases(Step.SIDES, Step.QUESTIONS, Step.BOARDING, Step.GIVES, Step.RETURNS, Step.RELAY)
OPENING_PHASES = (*CHALLENGE_PHASES, *SIDED_PHASES)
FIGHT_PHASES = phases(Step.ASSISTS, Step.COACH_ASSISTS, Step.DRIVE)
RUMBLE_PHASES = phases(Step.POSITIONS, Step.SHARES)
SHARE_PHASES = phases(Step.SHARES)
END_PHASES = phases(Step.DISCARDS, Step.END)
WAITING_PHASES = tuple(phase for phase, step in STEPS.items() if step is None)


def side_of(seat: int) -> int:
    """Return the side of a seat."""
    return 0 if seat == COACH else 1


class Reader(ConflictBuilder[Position, State]):
    """Reads a position; `Builder` writes the conflict.

    Attributes:
        piles: every Pile as (card, seat), bottom to top.
        laid: the seats of all cards in the Piles.
        first: the stage of the first Pile.
        sealed: the face-down cards by seat.
        turn: the seat that decides, if it is told.
        boss: the Pilots' Commander.
    """

    model = Position
    jokers_only = (
        "The deck holds Jokers only, which would have surfaced: every Joker must be an Omen then (CD-24)."
    )

    # Cards ---------------------------------------------------------------------------------------------------------

    def read_table(self) -> None:
        """Read the face-down cards and the Piles."""
        self.sealed = {
            (seat := self.seat(n, "sealed")): self.claim([card], f"sealed.{n}", self.deck_of(seat))[0]
            for n, card in self.p.sealed.items()
        }
        self.piles = [self.read_pile(pile, k) for k, pile in enumerate(self.p.pile, 1)]
        self.laid = [by for pile in self.piles for _, by in pile]
        self.first = RUMBLE_STAGE if self.piles and self.p.pile[0].opened == "rumble" else 1

    def read_pile(self, pile: Pile, k: int) -> list[tuple[int, int]]:
        """Return the cards of a Pile, each with the seat that laid it."""
        place = f"pile {k}"
        world_builder.need(len(pile.cards) > 0, f"{place} has no card; a Pile always keeps its opening card.")
        seats = [self.seat(x.by, place) for x in pile.cards]
        return [(self.claim([x.card], place, self.deck_of(b))[0], b) for x, b in zip(pile.cards, seats)]

    # Who and what --------------------------------------------------------------------------------------------------

    def read_who(self) -> None:
        """Find the Pilots' Commander, the challenger and how it stands."""
        p = self.p
        self.turn = None if p.turn is None else self.seat(p.turn, "turn")
        self.boss = self.find_commander()
        if p.challenger is not None:
            self.challenger = self.seat(p.challenger, "challenger")
        elif not self.laid and len(self.sealed) < 2 and p.phase in (None, *CHALLENGE_PHASES):
            fixed = max(0, int(self.cfg.challenger))
            self.challenger = next(iter(self.sealed), fixed if self.turn is None else self.turn)
        else:
            fixed = int(self.cfg.challenger)
            self.challenger = self.boss if fixed > COACH else COACH

    def find_commander(self) -> int:
        """Return the Pilot who commands, as far as the position tells."""
        p = self.p
        if p.commander is not None:
            return self.pilot(p.commander, "commander")
        if p.challenger is not None and self.seat(p.challenger, "challenger") != COACH:
            return self.seat(p.challenger, "challenger")
        clues = [seat for seat in self.sealed if seat != COACH]
        deciding = p.phase in (None, "drive", "spoil", "relay", "return") and not self.waits
        if self.turn and deciding and p.turn not in p.asked:
            clues.append(self.turn)
        return next(iter([*clues, *(by for by in self.laid if by != COACH)]), 1)

    def read_phase(self) -> None:
        """Find result and phase, from what is told and what lies on the table."""
        p = self.p
        world_builder.need(
            p.phase is None or p.phase in PHASES,
            f"phase is '{p.phase}'{did_you_mean(p.phase or '', PHASES)}.",
        )
        world_builder.need(
            p.result is None or p.result in Result.labels(),
            f"result is '{p.result}'; it is one of {Result.labels()}.",
        )
        ended = p.phase in ("spoil", *END_PHASES) or p.winner is not None
        world_builder.need(
            p.result is not None or not ended or bool(self.piles) or bool(p.stage),
            f"phase '{p.phase}' needs a result: {', '.join(Result.labels()[1:])}.",
        )
        self.result = Result.of(p.result) if p.result else Result.CONCEDED if ended else Result.RUNNING
        self.phase = p.phase or self.guess_phase()

    def guess_phase(self) -> str:
        """Return the phase that a position without one is in."""
        if self.waits:
            return self.waiting_phase()
        if self.result != Result.RUNNING:
            return "spoil" if self.piles else "over"
        if self.piles:
            return "ally-drive" if self.p.turn in self.p.asked and self.p.turn else "drive"
        world_builder.need(len(self.sealed) < 2, f"phase is missing: it is one of {', '.join(SIDED_PHASES)}.")
        return "answer" if self.sealed else "challenge"

    def check_phase(self) -> None:
        """Refuse a phase without what it needs."""
        phase, place = self.phase, f"phase '{self.phase}'"
        running = phase in (*OPENING_PHASES, *FIGHT_PHASES, *RUMBLE_PHASES)
        world_builder.need(
            running <= (self.result == Result.RUNNING),
            f"{place} does not exist in a Throwdown that has a result.",
        )
        ended = phase in ("spoil", *END_PHASES)
        world_builder.need(
            ended <= (self.result != Result.RUNNING), f"{place} needs a result, but the Throwdown is running."
        )
        world_builder.need(
            (phase == "spoil") <= (self.result == Result.CONCEDED),
            f"{place} needs a conceded Throwdown; otherwise no spoils are taken.",
        )
        world_builder.need(
            (phase in WAITING_PHASES) == self.waits,
            f"{place}: damage and effects can be waiting only in {WAITING_PHASES[0]} and similar phases.",
        )
        self.check_piled(place)
        self.check_sealed(place)

    def check_piled(self, place: str) -> None:
        """Refuse Piles where there can be none, and the want of them."""
        phase = self.phase
        fight = phase in (*FIGHT_PHASES, *RUMBLE_PHASES, "spoil", *WAITING_PHASES)
        fight |= phase == "discard" and self.result == Result.CONCEDED
        world_builder.need(fight <= bool(self.piles), f"{place} needs a Pile: the card that won initiative.")
        stopped = phase == "discard" and self.result == Result.CALLED_OFF
        world_builder.need(
            fight or stopped or not self.piles,
            f"{place} can have no Pile: initiative has not been won yet, or the Piles have been cleared "
            "away.",
        )
        opener = self.first == RUMBLE_STAGE and len(self.laid) == 1
        world_builder.need(
            (phase in RUMBLE_PHASES) <= opener,
            f"{place} needs a Rumble that has just been Initiated: one Pile with one card.",
        )

    def check_sealed(self, place: str) -> None:
        """Refuse face-down cards that cannot lie there, or are missing."""
        both = {COACH, self.boss}
        fitting: list[set[int]] = [both] if self.phase in OPENING_PHASES else [set()]
        if self.phase == "relay":
            fitting = [set(), {self.boss if self.challenger else COACH}]
        elif self.phase == "challenge":
            fitting = [set()]
        elif self.phase == "answer" or (self.phase == "threats" and self.challenger == COACH):
            fitting = [{self.challenger}]
        names = " and ".join(self.setup.seats[x] for x in sorted(fitting[-1])) or "nobody"
        world_builder.need(
            set(self.sealed) in fitting,
            f"{place}: the face-down initiative cards must be those of {names}.",
        )
        certain = self.phase in SIDED_PHASES or (bool(self.piles) and self.first == 1)
        world_builder.need(
            not certain or self.challenger in both,
            "challenger: the challenger has laid a card and so is a Commander (TS-24).",
        )

    # Stages --------------------------------------------------------------------------------------------------------

    def find_stage(self) -> int:
        """Return the stage: that of the last Pile, or what is told where none is left."""
        p, n = self.p, len(self.piles)
        stage = self.first + n - 1 if n else (p.stage or len(p.scored or ()))
        rumbles = self.first == RUMBLE_STAGE if n else self.cfg.positions > 0
        last = STAGES if rumbles else LAST_STAGE
        world_builder.need(
            stage <= last, f"stage is {stage}; without a Rumble {last} is the last (TS-53, TS-66)."
        )
        world_builder.need(
            p.stage in (None, stage),
            f"stage is {p.stage}, but pile lists {n}: every stage has its Pile, in a Rumble from stage 4 "
            "(PL-22).",
        )
        return stage

    def check_piles(self) -> None:
        """Refuse Piles that no sequence of Drives leaves behind."""
        order = int(self.cfg.order)
        sides = [side_of(by) for by in self.laid]
        world_builder.need(
            all(a != b for a, b in pairwise(sides)),
            "pile: Coach and the Pilots lay cards in turn, also from one Pile to the next (C-160).",
        )
        for k, pile in enumerate(self.piles, self.first):
            for (below, _), (above, _) in pairwise(pile):
                fits = (int(BEATS[order, below >> 2]) >> above) & 1
                world_builder.need(
                    bool(fits),
                    f"pile (stage {k}): {NAMES[above]} does not beat {NAMES[below]}, on which it lies "
                    "(TS-58).",
                )

    def find_scored(self, stage: int) -> list[int]:
        """Return who scored each stage, as far as it was yielded: `NONE` where a Rumble skipped one."""
        told = [NONE if x is None else SIDE_NAMES.index(x) for x in self.p.scored or ()]
        ended = self.result == Result.CONCEDED
        sure = {k: 1 - side_of(pile[0][1]) for k, pile in enumerate(self.piles[1:], self.first)}
        if self.first == RUMBLE_STAGE:
            sure[self.rumbled_in(told)] = 1 - side_of(self.laid[0])
        scored = [self.scorer(k, sure, told) for k in range(1, stage)]
        if ended and stage > 0:
            scored.append(self.last_scorer(stage, told))
        return scored

    def rumbled_in(self, told: list[int]) -> int:
        """Return the stage in which the Rumble was Initiated: the last one before it that was scored."""
        if not self.p.scored or self.cfg.rumble_from == 0:
            return LAST_STAGE
        return max((k for k, side in enumerate(told[:LAST_STAGE], 1) if side != NONE), default=LAST_STAGE)

    def scorer(self, k: int, sure: dict[int, int], told: list[int]) -> int:
        """Return who scored a stage: as the Piles have it, as is told, or all that the Rumble's opener yielded."""
        p = self.p
        if k in sure:
            return sure[k]
        if p.scored is not None:
            return told[k - 1] if k <= len(told) else NONE
        if p.score is not None:
            bits = [(p.score.get(side, 0) >> (k - 1)) & 1 for side in SIDE_NAMES]
            return bits.index(1) if 1 in bits else NONE
        return sure.get(LAST_STAGE, NONE)

    def last_scorer(self, stage: int, told: list[int]) -> int:
        """Return who scored the stage in which it ended."""
        p = self.p
        if len(told) == stage:
            return told[-1]
        if p.winner is not None:
            return SIDE_NAMES.index(p.winner)
        if p.score is not None and not self.piles:
            return (p.score.get("pilots", 0) >> (stage - 1)) & 1
        return side_of(self.laid[-1]) if self.piles else NONE
