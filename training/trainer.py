"""Self-play: every role learns from games against the current and past nets of the others, and other agents."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

import numpy as np
import torch as th

from throwdown.agents import Policy
from throwdown.envs.core.kit import Floats, InvalidConfig, InvalidRecord, Singles, how_many
from throwdown.evaluation.workers import cores
from throwdown.training import opponents, selfplay
from throwdown.training.config import TrainConfig
from throwdown.training.crew import Crew, Players, TurnDone
from throwdown.training.learner import CPU, Figures, Learner, compile_all, device_for, new_learner
from throwdown.training.nets import scale_of
from throwdown.training.ranks import ALONE, RankLost, Ranks
from throwdown.training.roles import start_policy
from throwdown.training.run import Run
from throwdown.training.samples import weights_at

LOSSES = 3
"""A run ends if processes are lost so often in one turn."""


Played = tuple[selfplay.Taken, Floats]
"""The learners' decisions in a part of a turn, and the sides' results: see `selfplay.SelfPlay.play`."""


@contextlib.contextmanager
def precision(name: str) -> Iterator[None]:
    """Set torch's precision of matrix products temporarily; it holds for the whole process."""
    before = th.get_float32_matmul_precision()
    th.set_float32_matmul_precision(name)
    try:
        yield
    finally:
        th.set_float32_matmul_precision(before)


class Trainer(Run):
    """A run of self-play.

    A turn plays a number of games to the end with the current nets; then every net learns from its decisions.
    Results do not depend on the number of processes and threads. A resumed run limited by steps continues bit by bit as
    if never stopped, on the same machine and versions.

    Attributes:
        size: the number of processes that play and learn, as of `ranks_for`; 1 unless it is set.
        on: where they run, as for `start_workers`: nothing for this machine.
        ahead: what was last heard of the processes on a cluster, if they are ahead of this one.
        ranks: these processes, as this one sees them.
        device: where the nets learn; on a graphics card only this process learns, and the others play.
    """

    def __init__(
        self, config: TrainConfig, is_new: bool = True, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__(config, is_new, clock)
        self.size, self.device = 1, device_for(self.config)
        self.ranks: Ranks = ALONE
        self.on = ""
        self.crew: Crew | Players | None = None
        self.ahead: TurnDone | None = None
        self.kept: dict[str, Any] = {}
        config, roles = self.config, self.roles
        # Pools of one side share a stream for snapshots, so that an index holds the same turn in all of them.
        sides = dict.fromkeys(self.setup.sides[self.setup.roles.index(role)] for role in roles)
        self.pools = {
            role: self._pool(role, np.random.default_rng([config.seed, k, 3]))
            for k, side in enumerate(sides)
            for role in roles
            if self.setup.sides[self.setup.roles.index(role)] == side
        }
        groups = [tuple(roles)] if config.share_net else [(role,) for role in roles]
        # A run that goes on finds its scale in the checkpoint; measuring it anew takes seconds.
        scale = scale_of(self.setup, config.inputs if is_new else "range")
        self.learners = {
            "+".join(group): new_learner(self.setup, config, group, [config.seed, k], scale, self.device)
            for k, group in enumerate(groups)
        }
        self.exploiters = {
            role: new_learner(self.setup, config, [role], [config.seed, k, 4], scale, self.device)
            for k, role in enumerate(roles if config.mix.exploiters > 0 else [])
        }
        for role, name in config.start.items() if is_new else ():
            found = start_policy(name, self.setup, role)
            self._learner(role).start_from(found)
            if role in self.exploiters:
                self.exploiters[role].start_from(found)
        for role, names in config.league.items() if is_new else ():
            self._meet(role, names)
        self.opponents = opponents.OpponentMix(self.setup, config, self.pools, self.rivals)
        self.games = selfplay.SelfPlay(self.setup, self.opponents, config.critic == "full")
        self._exchange()
        # Missing compilation is done here, before the clock of the run starts.
        self.games.play(2, [config.seed])
        compile_all(config, self.device)

    def _pool(self, role: str, rng: np.random.Generator) -> opponents.Pool:
        league = len(self.config.league.get(role, ()))
        return opponents.Pool(self.config.pool_size + league, rng, league)

    def _meet(self, role: str, names: Sequence[str]) -> None:
        """Put the league of a role among its snapshots.

        Raises:
            InvalidConfig: a policy has other layers than the run.
        """
        own, pool = self._learner(role).nets.actor_net(), self.pools[role]
        for name in names:
            net = start_policy(name, self.setup, role, "league").net
            if (net.sizes, net.activation) != (own.sizes, own.activation):
                raise InvalidConfig(
                    f"league: '{name}' has the layers {list(net.sizes[1:-1])} {net.activation}, the run "
                    f"{list(own.sizes[1:-1])} {own.activation}; they must be the same."
                )
            pool.update(net)
            pool.snapshot(0)

    @property
    def decisions(self) -> int:
        """The number of decisions learnt from, of all roles, without exploiters."""
        return sum(learner.decisions for learner in self.learners.values())

    def _learner(self, role: str) -> Learner:
        return next(learner for learner in self.learners.values() if role in learner.roles)

    def _exchange(self) -> None:
        """Copy every net to the pools of players."""
        for role, pool in self.pools.items():
            pool.update(self._learner(role).nets.actor_net())
            if self.turn % self.config.snapshot_every == 0:
                pool.snapshot(self.turn)
            if role in self.exploiters:
                pool.update(self.exploiters[role].nets.actor_net(), opponents.HUNTER)

    def follow(self, turn: int, nets: Mapping[str, Singles]) -> None:
        """Take over, for playing, the nets of the same run in another process: `Pool.current` by role, at a turn."""
        for role, pool in self.pools.items():
            pool.current[:] = nets[role]
            if turn > self.turn and turn % self.config.snapshot_every == 0:
                pool.snapshot(turn)
        self.turn = turn

    def notes(self) -> dict[str, str]:
        """Return sentences for the beginning of the run, by subject."""
        c, found = self.config, super().notes()
        if (c.workers or 0) > self.size:
            found["workers"] = (
                f"Training uses {how_many(self.size, 'process', 'processes')}, not {c.workers}: as many as help. "
                f"A turn has {how_many(c.cut, 'part')}; set parts for more."
            )
        if self.device != CPU:
            found["device"] = f"Learning on the graphics card {th.cuda.get_device_name(self.device)}."
        return found

    def policy(self, role: str, info: dict[str, Any]) -> Policy:
        """Return the averaged policy of a learning role."""
        self._catch_up()
        return self._learner(role).policy(role, info)

    def step(self) -> dict[str, Any]:
        """Do one turn with all ranks, as `Run.step`; after the loss of one, from where the last checkpoint was due.

        Raises:
            RankLost: processes end again and again.
        """
        warnings = {}
        for left in reversed(range(LOSSES)):
            try:
                entry = super().step()
                break
            except RankLost:
                self.crew, self.ranks, self.ahead = None, ALONE, None
                if not left:
                    raise
                before = self.turn
                self.set_state(self.kept)
                warnings["lost"] = (
                    f"Warning: a process ended in turn {before + 1}; the run went on from turn {self.turn}."
                )
        if warnings:
            entry["warnings"] = entry.get("warnings", {}) | warnings
        return entry

    def advance(self) -> dict[str, Any]:
        """Do one turn; return its figures."""
        progress = self.progress
        if self.size == 1 and not self.on:
            return self.play_and_learn(progress)
        if self.turn % self.config.checkpoint_every == 0:
            self.kept = self.get_state()
        crew = self.gather()
        if isinstance(crew, Players):
            return self.learn(progress, crew.play(self))
        if self.on:
            return self._far_turn(crew, progress)
        with crew.turn(progress):
            return self.play_and_learn(progress)

    def gather(self) -> Crew | Players:
        """Return the processes of the run, which are begun unless they are there.

        Raises:
            RankLost: one has ended.
        """
        if self.crew is None:
            self.kept = self.get_state()
        if self.crew is None and self.device != CPU:
            self.crew = Players(Trainer, self.config, self.size)
        elif self.crew is None:
            everyone = self._everyone().values()
            # A gradient has 4 bytes for a parameter; counts of how often inputs and actions are met have 8 for each.
            largest = max(8 * sum(p.numel() for p in x.nets.parameters()) for x in everyone)
            self.crew = Crew(Trainer, self.config, self.size, self.kept, largest, self.on)
            self.ranks = self.crew.ranks
        return self.crew

    def _far_turn(self, crew: Crew, progress: float) -> dict[str, Any]:
        """Let the ranks on a cluster do a turn; what they hold is fetched when it is needed."""
        done = crew.far_turn(progress)
        self.turn, self.ahead = self.turn + 1, done
        for name, n in done.decisions.items():
            self.learners[name].decisions = n
        return done.entry

    def _catch_up(self) -> None:
        """Fetch what the ranks on a cluster have learnt."""
        if self.ahead is not None and isinstance(self.crew, Crew):
            state = self.crew.far_state()
            self.ahead = None
            self.restore(state)

    def fingerprint(self) -> str:
        """Return a hash of the nets."""
        found = hashlib.sha256()
        for learner in self._everyone().values():
            for tensor in learner.nets.state_dict().values():
                found.update(tensor.numpy().tobytes())
        return found.hexdigest()

    def play_and_learn(self, progress: float) -> dict[str, Any]:
        """Play and learn this rank's parts of a turn; return the figures of all.

        Args:
            progress: the share of the run that is done, 0 to 1.
        """
        return self.learn(progress, self.play(self.ranks.own(self.config.cut)))

    def play(self, parts: range) -> list[Played]:
        """Play some parts of a turn."""
        c, n, half = self.config, self.config.cut, (len(parts) + 1) // 2

        def play(some: range) -> list[Played]:
            sizes = [c.rows // n + (k < c.rows % n) for k in some]
            return self.games.play_blocks(sizes, [[c.seed, self.turn, k, 5] for k in some])

        if not self.is_threaded or len(parts) == 1:
            return play(parts)
        return [part for found in self.threads.map(play, (parts[:half], parts[half:])) for part in found]

    @property
    def is_threaded(self) -> bool:
        """Whether this process plays and learns with two threads: ranks have to keep in step."""
        return self.ranks is ALONE and self.device == CPU and min(self.config.workers or cores(), 2) == 2

    @cached_property
    def threads(self) -> ThreadPoolExecutor:
        """Two threads, reused in every turn, as new ones would allocate everything anew."""
        return ThreadPoolExecutor(2, initializer=th.set_num_threads, initargs=(1,))

    def learn(self, progress: float, played: Sequence[Played]) -> dict[str, Any]:
        """Learn from this rank's parts of a turn; see `play_and_learn`."""
        c = self.config
        weights = weights_at(c, progress)

        def learn(job: tuple[Learner, list[selfplay.Rollout]]) -> Figures:
            return job[0].learn(job[1], weights, self.ranks)

        jobs = self.jobs([taken for taken, _ in played])
        with precision(c.matmul_precision):
            figures = list((self.threads.map if self.is_threaded else map)(learn, jobs))
        self.turn += 1
        if self.turn % c.exploiter_every == 0:
            for role, learner in self.exploiters.items():
                learner.set_state(self._learner(role).get_state())
        self._exchange()
        entry: dict[str, Any] = {}
        for name, found in zip(self.learners, figures):
            entry[name] = {f"train/{what}": value for what, value in found.items()}
        for side, sums in zip(self.setup.teams, self.ranks.total([sums for _, sums in played])):
            if side in self.sides:
                results = selfplay.Results(*sums)
                means = {f"return/{kind}": mean for kind, mean in results.means().items()}
                entry.setdefault(side, {}).update(means | {"deviation": results.deviation})
        return entry

    def close(self) -> None:
        """End the processes of the other ranks; the next turn begins new ones."""
        if self.crew is not None:
            self.crew.close()
        self.crew, self.ranks, self.ahead = None, ALONE, None

    def faults(self) -> list[str]:
        """Return what of the learners is not finite."""
        if self.ahead is not None:
            return self.ahead.faults
        everyone = self._everyone().items()
        return [f"the net of {name}" for name, learner in everyone if not learner.is_finite]

    def jobs(self, taken: list[selfplay.Taken]) -> Iterator[tuple[Learner, list[selfplay.Rollout]]]:
        """Yield every learner with its rollout in every part: first `learners` in their order, then `exploiters`."""
        for place, learners in ((opponents.LATEST, self.learners), (opponents.HUNTER, self.exploiters)):
            for learner in learners.values():
                own = [k for k, part in enumerate(self.opponents.parts) if part.role in learner.roles]
                found = [[part[k, place] for k in own if (k, place) in part] for part in taken]
                yield learner, [selfplay.join(some or [self.games.nothing]) for some in found]

    def examine(self, entry: dict[str, Any]) -> None:
        """Add the strength of the policies, and the results between snapshots, when due."""
        super().examine(entry)
        if "win_rate" in entry and self.setup.zero_sum and len(self.sides) == len(self.setup.teams) == 2:
            entry["snapshots"] = self.snapshots(max(1, self.config.eval_games // 10))

    def snapshots(self, games: int) -> dict[str, Any]:
        """Return the results between both sides' snapshots, without a league: old ones that beat new ones are a cycle.

        The matrix ``returns`` holds the second side's mean return, by snapshots of the first side and of the second;
        ``turns`` holds the turns of the snapshots by side.
        """
        self._catch_up()
        pools = {side: pool for side, pool in zip(self.setup.teams, self.opponents.pool_of) if pool}
        turns = {side: pool.turns[pool.league :] for side, pool in pools.items()}
        first, second = (pool.league + np.argsort(turns[side]) for side, pool in pools.items())
        matrix = self.games.meet([self.config.seed, self.turn, 6], games)[first][:, second]
        return {
            "returns": matrix.round(4).tolist(),
            "turns": {side: sorted(taken) for side, taken in turns.items()},
            "games": games,
        }

    def _everyone(self) -> dict[str, Learner]:
        return self.learners | {f"{role} exploiter": learner for role, learner in self.exploiters.items()}

    def get_state(self) -> dict[str, Any]:
        """Return the whole run as arrays and plain data."""
        self._catch_up()
        return super().get_state() | {
            "pools": {role: pool.get_state() for role, pool in self.pools.items()},
            "learners": {name: learner.get_state() for name, learner in self._everyone().items()},
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Set the pools and the learners."""
        if state["pools"].keys() != self.pools.keys() or state["learners"].keys() != self._everyone().keys():
            raise InvalidRecord("the checkpoint is damaged: it holds other roles than its settings name.")
        for role, pool in self.pools.items():
            pool.set_state(state["pools"][role])
        for name, learner in self._everyone().items():
            learner.set_state(state["learners"][name])
