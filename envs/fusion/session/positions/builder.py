"""Builds a session's state out of a position: the part that is told by its own builder, and the scene around it."""

from __future__ import annotations

import numpy as np
from pydantic import BaseModel

from throwdown.envs.core.kit import NONE, Game, InvalidPosition, Setup, copy_record, did_you_mean, row
from throwdown.envs.fusion import gambit
from throwdown.envs.fusion.positions import conflict, conflict_builder, world_builder
from throwdown.envs.fusion.session import actions, scenes, state
from throwdown.envs.fusion.session.decisions import DECISIONS
from throwdown.envs.fusion.session.parts import stand_down_one
from throwdown.envs.fusion.session.positions.position import Position, part_setup
from throwdown.envs.fusion.throwdown.positions.position import SIDE_NAMES
from throwdown.envs.fusion.world import conflict as world_conflict, stakes
from throwdown.envs.fusion.world.terms import COACH, SHARED_PHASES, Choice


def from_position(position: BaseModel, setup: Setup, s: state.State) -> None:
    """Write a position into a record; the record is unchanged if it is refused.

    Raises:
        InvalidPosition: the position cannot occur in this scenario.
    """
    if not isinstance(position, Position):
        raise InvalidPosition("The position must be a `Position` of this game.")
    states = setup.allocate(1)
    Builder(position, setup, states).build()
    copy_record(s, row(states))


class World(conflict_builder.ConflictBuilder[conflict.ConflictPosition, world_conflict.ConflictState]):
    """Reads the world between conflicts into a Throwdown's record."""

    model = conflict.ConflictPosition
    jokers_only = (
        "The deck holds Jokers only, which would have surfaced: every Joker must be an Omen then (CD-24)."
    )

    def read_table(self) -> None:
        """There are no cards on the table between conflicts."""
        self.sealed = {}

    def build(self) -> None:
        """Write the world and where chance stands."""
        self.write_world()
        self.write_all_cards()
        self.write_stream()

    def write_between(self) -> None:
        """Write what a scene has left behind, and what waits."""
        p, c = self.p, self.s.conflict
        self.write_conflict()
        self.write_pending()
        if p.commander is not None:
            c.commander[1] = self.pilot(p.commander, "commander")
        if p.involved is not None:
            c.involved[:] = False
            for name in p.involved:
                c.involved[self.seat(name, "involved")] = True


class Builder:
    """Fills one state from a position."""

    def __init__(self, position: Position, setup: Setup, states: np.ndarray) -> None:
        self.p, self.setup, self.states = position, setup, states
        self.s: state.State = row(states)
        self.throwdown, self.phases = setup.game.parts[0], tuple(map(str, setup.game.phases))

    def build(self) -> None:
        """Run all steps."""
        p = self.p
        parts = [name for name in ("throwdown", "gambit", "world") if getattr(p, name) is not None]
        world_builder.need(len(parts) <= 1, f"{' and '.join(parts)}: only one of them can be given (S-14).")
        world_builder.need(
            p.goal in actions.Goal.labels(),
            f"goal is '{p.goal}'{did_you_mean(p.goal, actions.Goal.labels())}.",
        )
        world_builder.need(
            p.result in state.Result.labels(),
            f"result is '{p.result}'; it is one of {', '.join(state.Result.labels())}.",
        )
        if p.throwdown is not None:
            self.build_conflict(self.throwdown, p.throwdown)
        elif p.gambit is not None:
            self.build_conflict(gambit.GAMBIT, p.gambit)
        else:
            self.build_between()
        self.check_goal()

    def seat(self, name: str | None, place: str) -> int | None:
        """Return the seat of a name that may be left out."""
        known = self.setup.seats
        world_builder.need(
            name is None or name in known,
            f"{place}: '{name}' is not a seat of this game; they are {', '.join(known)}.",
        )
        return None if name is None else self.setup.seat(name)

    # Conflicts -----------------------------------------------------------------------------------------------------

    def build_conflict(self, game: Game, position: BaseModel) -> None:
        """Write a conflict that is being fought."""
        s, name = self.s, "gambit" if game is gambit.GAMBIT else "throwdown"
        world_builder.need(
            self.p.phase is None and self.p.turn is None and self.p.after is None,
            f"phase, turn and after must be left out while {name} is being fought, which has its own.",
        )
        world_builder.need(
            self.p.result == state.Result.RUNNING.label,
            f"result is '{self.p.result}' while {name} is being fought.",
        )
        inside = part_setup(self.setup, game)
        states = inside.allocate(1)
        part = row(states)
        game.need_positions(name).from_position(position, inside, part)
        world_builder.need(not part.over, f"{name} is over; give the position between conflicts instead.")
        leader = int(part.acting if game is gambit.GAMBIT else part.challenger)
        self.write_scene(0 if leader == COACH else 1, None if leader == COACH else leader)
        s.rng = part.rng
        if game is gambit.GAMBIT:
            s.throwdown.world = part.world
            stand_down_one(self.states)
        setattr(s, name, part)
        self.write_start()
        s.active = state.Active.GAMBIT if game is gambit.GAMBIT else state.Active.THROWDOWN
        s.phase = self.phases.index(self.phase_name(game, int(part.phase)))
        s.seat, s.step = part.seat, state.Step.CLOSE

    @staticmethod
    def phase_name(game: Game, phase: int) -> str:
        """Return what a part's phase is called here."""
        own = game is gambit.GAMBIT and not SHARED_PHASES >> phase & 1
        return f"gambit-{game.phase_names[phase]}" if own else game.phase_names[phase]

    def write_scene(self, side: int, leader: int | None) -> None:
        """Write the scene: its number, whose it is, and the goal."""
        s, p = self.s, self.p
        world_builder.need(
            1 <= p.scene <= s.scenes,
            f"scene is {p.scene}; there are {s.scenes}, numbered from 1 (S-01).",
        )
        world_builder.need(
            p.side in (None, SIDE_NAMES[side]),
            f"side is '{p.side}', but the leader of the scene is not on that side.",
        )
        acting = self.seat(p.acting, "acting")
        world_builder.need(acting != COACH, "acting must be a Pilot, not Coach.")
        world_builder.need(
            leader is None or acting in (None, leader), f"acting is {p.acting}, who does not lead this scene."
        )
        s.number, s.side, s.goal = p.scene, side, actions.Goal.of(p.goal)
        s.acting = leader or acting or side

    def check_goal(self) -> None:
        """Refuse a goal that nobody can have declared."""
        s, goal = self.s, int(self.s.goal)
        phase = self.phases[s.phase]
        world_builder.need(
            goal == actions.Goal.NONE or phase not in ("scene", "plot"),
            f"goal: in phase '{phase}' no goal has been declared yet.",
        )
        if goal == actions.Goal.NONE or s.over:
            return
        world_builder.need(
            actions.GOALS_OF[int(s.side)] >> goal & 1 != 0,
            f"goal: '{actions.Goal(goal).label}' is not a goal of the scene's side (S-04).",
        )
        venture = s.active == state.Active.GAMBIT or phase == "respond"
        world_builder.need(
            not venture or actions.VENTURED >> goal & 1 != 0,
            f"goal: '{actions.Goal(goal).label}' cannot be the goal of a venture (S-07).",
        )

    # Between conflicts ---------------------------------------------------------------------------------------------

    def build_between(self) -> None:
        """Write the world between conflicts, and what is being decided."""
        s, p = self.s, self.p
        inside = part_setup(self.setup, self.throwdown)
        states = inside.allocate(1)
        world = World(p.world or conflict.ConflictPosition(), inside, states)
        world.build()
        copy_record(s.throwdown, world.s)
        copy_record(s.rng, world.s.rng)
        self.write_start()
        turn = self.seat(p.turn, "turn")
        side = self.find_side(turn)
        self.write_scene(side, turn if side and turn and p.phase in (None, "scene") else None)
        stand_down_one(self.states)
        copy_record(world.s, s.throwdown)
        world.write_between()
        self.write_phase(world, turn)
        copy_record(s.throwdown, world.s)

    def find_side(self, turn: int | None) -> int:
        """Return whose scene it is: as told, or as the phase or the seat to decide says."""
        if self.p.side is not None:
            return SIDE_NAMES.index(self.p.side)
        if self.p.phase in state.Phase.labels():
            return 0 if self.p.phase == "plot" else 1
        return 0 if turn == COACH and self.p.phase is None else 1

    def write_phase(self, world: World, turn: int | None) -> None:
        """Write what is being decided, and by whom."""
        s, p, t = self.s, self.p, world.s
        if p.result != state.Result.RUNNING.label or p.phase == self.phases[Choice.OVER]:
            self.write_end()
            return
        world_builder.need(
            p.phase is None or p.phase in self.phases,
            f"phase is '{p.phase}'{did_you_mean(p.phase or '', self.phases)}.",
        )
        if world.waits:
            phase = p.phase or world.waiting_phase()
            world_builder.need(
                phase in Choice.labels()[1:], f"phase is '{phase}', but damage or effects are waiting."
            )
            world_builder.need(
                world.waiting_seat(phase, turn) != NONE, f"phase '{phase}' needs turn, the seat that decides."
            )
            t.over = False
            s.step = state.Step.ASK if p.after == "ask" else state.Step.CLOSE
        else:
            phase = p.phase or ("scene" if s.side else "plot")
            world_builder.need(
                phase in state.Phase.labels(),
                f"phase is '{phase}', but nothing is waiting and no conflict is being fought.",
            )
            world_builder.need(
                (phase == "plot") == (s.side == 0), f"phase '{phase}' does not fit the scene's side."
            )
            s.step = state.Step.ASK
            found = scenes.end_of(self.states)
            world_builder.need(
                found == state.Result.RUNNING,
                f"the session would be over here: {state.Result(found).label} (S-09 to S-11).",
            )
        s.phase = self.phases.index(phase)
        s.seat = t.seat if world.waits else DECISIONS.who(s)
        world_builder.need(
            turn in (None, s.seat),
            f"turn is {p.turn}, but in phase '{phase}' {self.setup.seats[s.seat]} decides.",
        )

    def write_start(self) -> None:
        """Write what the session began with (S-12)."""
        told, count = self.p.start, world_builder.interpreted(stakes.stock)
        self.s.start[:] = [int(count(self.s.throwdown, i)) for i in range(5)] if told is None else told

    def write_end(self) -> None:
        """Write a session that is over."""
        s, p = self.s, self.p
        result, found = state.Result.of(p.result), scenes.end_of(self.states)
        late = found == state.Result.RUNNING and s.number == s.scenes
        late = late and result == scenes.late_end_of(self.states)
        world_builder.need(
            result != state.Result.RUNNING and (found == result or late),
            f"result is '{p.result}', which does not fit the world.",
        )
        world_builder.need(p.turn is None, "turn: nobody decides when the session is over.")
        s.result, s.over, s.phase = result, True, Choice.OVER
        s.seat = s.acting if s.side else COACH
