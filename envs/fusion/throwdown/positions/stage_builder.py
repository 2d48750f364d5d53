"""Builds the stages, the score and the outcome of a Throwdown's state out of a position (C-160)."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE
from throwdown.envs.fusion.positions import world_builder
from throwdown.envs.fusion.throwdown.positions import position, reader
from throwdown.envs.fusion.throwdown.positions.form_builder import FormBuilder
from throwdown.envs.fusion.throwdown.positions.position import SpoilsLeft
from throwdown.envs.fusion.throwdown.state import LAST_STAGE, RUMBLE_STAGE, Opening, Result


class StageBuilder(FormBuilder):
    """Writes Piles, stages, scores, the winner and the spoils left."""

    # Stages and score ----------------------------------------------------------------------------------------------

    def write_stages(self) -> None:
        """Write the Piles, the stages and who scored them."""
        s = self.s
        stage = self.find_stage()
        fought = self.phase in reader.END_PHASES and self.result not in (Result.RUNNING, Result.REFUSED)
        world_builder.need(
            (stage > 0) <= (bool(self.piles) or fought),
            f"stage is {stage}, which does not fit phase '{self.phase}'.",
        )
        stops = self.cfg.reshuffle == 2
        world_builder.need(
            stage == 0 or self.result != Result.CALLED_OFF or bool(stops),
            f"result is 'called off' in stage {stage}, which needs a deck that runs out and rules.deck_out "
            "= 'stop'.",
        )
        s.stage = stage
        self.write_piles()
        self.check_piles()
        self.write_score(stage)

    def write_piles(self) -> None:
        """Write the Piles and how each stage was opened."""
        s, at = self.s, 0
        for k, pile in enumerate(self.piles, self.first):
            told = self.p.pile[k - self.first].opened
            how = "escalate" if k > self.first else "rumble" if k == RUMBLE_STAGE else "initiative"
            world_builder.need(told in (None, how), f"pile: stage {k} cannot be opened by {told}.")
            s.opened[k] = position.OPENINGS.index(how)
            s.pile_from[k] = at
            for c, by in pile:
                s.pile_card[at], s.pile_by[at] = c, by
                at += 1
        s.pile_n = at
        if self.first == RUMBLE_STAGE:
            world_builder.need(
                self.cfg.positions > 0,
                "pile: there is no Rumble in this scenario, for it has no Positions (TS-53).",
            )
            s.opened[1] = Opening.INITIATIVE

    def write_score(self, stage: int) -> None:
        """Write who scored each stage: the opponent of who opened the next one (C-160)."""
        s, given, scored = self.s, self.p.scored, self.find_scored(stage)
        told = [NONE if x is None else position.SIDE_NAMES.index(x) for x in given or ()]
        told += [NONE] * (len(scored) - len(told))
        world_builder.need(
            (given is None or told == scored) and (self.result != Result.CONCEDED or NONE not in scored[-1:]),
            "scored does not fit: the side that opens a stage has yielded the one before; the winner scored "
            "the last one (C-160).",
        )
        self.check_scored(scored)
        for k, side in enumerate(scored):
            s.scored[k + 1] = side
            if side != NONE:
                s.score[side] += 1 << k
        points = {name: int(s.score[k]) for k, name in enumerate(position.SIDE_NAMES)}
        world_builder.need(
            self.p.score is None or {**dict.fromkeys(position.SIDE_NAMES, 0), **self.p.score} == points,
            f"score does not fit: the stages give Coach {points['coach']} and the Pilots "
            f"{points['pilots']} (C-160).",
        )

    def check_scored(self, scored: list[int]) -> None:
        """Refuse stages that nobody scored, but those that a Rumble skipped (C-98, C-109, R-18)."""
        rumbles = int(self.s.stage) >= RUMBLE_STAGE
        for k, side in enumerate(scored, 1):
            later = any(x != NONE for x in scored[k:LAST_STAGE])
            skipped = self.cfg.rumble_from == 1 and rumbles and 1 < k <= LAST_STAGE and not later
            world_builder.need(
                side != NONE or skipped,
                f"scored: stage {k} was yielded, so some side scored it; give scored or score (C-98, C-160).",
            )

    # Outcome -------------------------------------------------------------------------------------------------------

    def write_outcome(self) -> None:
        """Write who won and the spoils that are left."""
        self.write_winner()
        self.write_taker()
        for k, name in enumerate(position.SIDE_NAMES):
            left = (self.p.spoils or {}).get(name, SpoilsLeft())
            self.s.basic[k] = self.gauge(f"spoils.{name}.basic", left.basic, 7, 0)
            self.s.ultimate[k] = self.gauge(f"spoils.{name}.ultimate", left.ultimate, 3, 0)

    def write_winner(self) -> None:
        """Write the result and who won."""
        s, p = self.s, self.p
        s.result = self.result
        winner = NONE
        if self.result == Result.CONCEDED:
            winner = int(s.scored[s.stage])
        elif self.result == Result.REFUSED:
            winner = reader.side_of(self.challenger)
        s.winner = winner
        told = None if p.winner is None else position.SIDE_NAMES.index(p.winner)
        world_builder.need(
            told in (None, winner),
            f"winner is '{p.winner}', but it is {position.side_name(winner) or 'nobody'}: the side that did "
            "not yield the last stage.",
        )

    def write_taker(self) -> None:
        """Write who takes spoils, by default whose turn it is or the winner."""
        p, s = self.p, self.s
        taking = self.result == Result.CONCEDED and (
            self.phase == "spoil" or self.phase in reader.WAITING_PHASES
        )
        if taking:
            side = reader.side_of(self.turn) if self.turn is not None and self.phase == "spoil" else s.winner
            s.taker = side if p.taker is None else position.SIDE_NAMES.index(p.taker)
        world_builder.need(taking or p.taker is None, f"taker: no spoils are taken in phase '{self.phase}'.")
