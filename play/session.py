"""Games between people and agents, without input and output: turns, undo, hints, saving and resuming."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from throwdown.agents import SUFFIX, Agent, default_opponent, is_opened, load, policy_file, read_header, usual
from throwdown.agents.personalities import personalities
from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.core.names import again, may_open
from throwdown.envs.tables import drive, record
from throwdown.envs.tables.table import Table
from throwdown.play.hint import Hint, judged, make_hint
from throwdown.play.outlook import BRIEF, FULL, Adviser, Effort, Outlook, Progress
from throwdown.play.puzzles import NamedPuzzle

FORMAT = "throwdown-session"
VERSION = 2
"""Version 1, without `SavedSession.is_shared_deal`, can also be read."""
_HINT = 0x417  # keeps the stream of hints apart from the opponents'


class TakenBack(BaseModel):
    """Moves taken back: those after the first ``kept``, as (agent, action)."""

    model_config = ConfigDict(extra="forbid")
    kept: Annotated[int, Field(ge=0)]
    moves: list[tuple[record.Plain, record.Plain]]


class SavedSession(BaseModel):
    """A saved session: its players, the game's record, and the other data of `Session`."""

    model_config = ConfigDict(extra="forbid", strict=True)
    format: str = FORMAT
    version: int = VERSION
    people: list[str]
    against: str
    allies: str
    seed: int
    record: dict[str, Any]
    given: Annotated[int, Field(ge=0)] = 0
    puzzle: str = ""
    is_trial: bool = False
    is_shared_deal: bool = False
    taken_back: list[TakenBack] = Field(default_factory=list)


def _one_way(seed: int, move: int) -> int:
    """Derive a seed from another and a move, by a one-way function."""
    made = hashlib.sha256(f"{seed} {move}".encode()).digest()
    return int.from_bytes(made[:8], "big") % kit.SEEDS


def read_seats(text: str, setup: kit.Setup) -> tuple[str, ...]:
    """Parse the seats named by a text, separated by commas.

    A name is a seat's (``player_0``), a role's for its first seat (``player``) or for all of them (``players``), a
    side's, or ``all``.

    Raises:
        InvalidConfig: a name is unknown in the setup.
    """
    groups: dict[str, list[str]] = {"all": list(setup.seats)}
    groups |= {side: [setup.seats[p] for p in seats] for side, seats in setup.teams.items()}
    for role in dict.fromkeys(setup.roles):
        seats = [seat for seat, other in zip(setup.seats, setup.roles, strict=True) if other == role]
        groups |= {role: seats[:1], f"{role}s": seats}
    groups |= {seat: [seat] for seat in setup.seats}
    chosen: list[str] = []
    for name in (part.strip().lower() for part in text.split(",")):
        if name not in groups:
            raise kit.InvalidConfig(
                f"'{name}' is not a seat of this game{kit.did_you_mean(name, groups)}; the seats are "
                f"{', '.join(setup.seats)}."
            )
        chosen += groups[name]
    return tuple(seat for seat in setup.seats if seat in chosen)


def usual_opponent(setup: kit.Setup, people: str) -> str:
    """Return the name of the default opponent; see `agents.default_opponent`.

    Args:
        setup: the setup.
        people: the people's seats, in the syntax of `read_seats`.
    """
    held = {setup.sides[setup.seat(seat)] for seat in read_seats(people, setup)}
    free = {role for role, side in zip(setup.roles, setup.sides) if side not in held}
    return default_opponent(setup, free.pop()) if len(free) == 1 else usual(setup)


def usual_allies(setup: kit.Setup, people: Sequence[str]) -> str:
    """Return the name of the default agent of the seats beside people.

    It is that of `agents.default_opponent` if all their roles have the same one, else the heuristic or random play.

    Args:
        setup: the setup.
        people: the people's seats.
    """
    held = {setup.sides[setup.seat(seat)] for seat in people}
    beside = {
        role
        for seat, role, side in zip(setup.seats, setup.roles, setup.sides, strict=True)
        if side in held and seat not in people
    }
    found = {default_opponent(setup, role) for role in beside}
    return found.pop() if len(found) == 1 else usual(setup)


def usual_people(setup: kit.Setup, against: str = "") -> str:
    """Return the default seat of a person: the first of the role ``Game.person``.

    Args:
        setup: the setup.
        against: the opponent; if it is a policy, the default is a role that it does not play.
    """
    file = policy_file(against)
    plays = read_header(file).get("role") if may_open(against) and file.endswith(SUFFIX) else None
    free = [role for role in setup.roles if role != plays] or setup.roles
    role = setup.game.person if setup.game.person in free else free[-1]
    return setup.seats[setup.roles.index(role)]


def called(agent: str, game: str = "") -> str:
    """Return an agent's name for people, given its id, and the game for agents of that game only."""
    kind, _, rest = agent.partition(":")
    if kind == "level":
        return tr("level {n}", n=rest)
    if kind == "ismcts":
        return tr("search {n}", n=rest) if rest else tr("search")
    if rest in (some := personalities(game).get(kind, {})):
        return some[rest].title
    found = {
        "trained": tr("trained"),
        "solved": tr("solved"),
        "heuristic": tr("heuristic"),
        "random": tr("random"),
    }
    return found.get(agent) or tr(agent)


def seat_agents(
    setup: kit.Setup, people: Sequence[str], against: str = "", allies: str = ""
) -> dict[str, Agent]:
    """Return the agents of the seats without a person, by seat; see `Session`.

    Raises:
        ThrowdownError: see `agents.load`.
    """
    held = {setup.sides[setup.seat(seat)] for seat in people}
    agents: dict[tuple[str, str], Agent] = {}
    allies = allies or usual_allies(setup, people)
    found = {}
    for seat, role, side in zip(setup.seats, setup.roles, setup.sides, strict=True):
        if seat not in people:
            spec = allies if side in held else against or usual(setup)
            if (role, side) not in agents:
                agents[role, side] = load(spec, setup, role)
            found[seat] = agents[role, side]
    return found


class Session:
    """A table with people on some seats and agents on the others.

    An agent's choices depend only on the seed and the number of the move, so that a resumed session continues the same
    way.

    Args:
        table: the game.
        people: the people's seats.
        against: the agent of the sides without people; see `usual_opponent`.
        allies: the agent of the other seats on sides with people; see `usual_allies`.
        seed: of the agents' choices.
        path: where `save` writes by default.
        effort: the budget of a hint.
        agents: by seat, if already loaded; see `seat_agents`.

    Attributes:
        given: the number of moves before the session began; they cannot be taken back.
        puzzle: the name of the puzzle at its start, if any.
        is_trial: whether it began in the middle of a game, as a trial; trials do not count in statistics.
        is_shared_deal: whether the seed, and with it all cards, may have been known before the end: it was given, or
            shown to be shared.
        taken_back: the moves taken back, in that order.

    Raises:
        InvalidConfig: the seed is not an integer from 0 to 2**62 - 1, or an agent cannot be loaded.
    """

    def __init__(
        self,
        table: Table,
        people: Sequence[str],
        against: str = "",
        allies: str = "",
        seed: int = 0,
        path: str | Path | None = None,
        effort: Effort = FULL,
        agents: Mapping[str, Agent] | None = None,
    ) -> None:
        self.table, self.people, self.seed = table, tuple(people), kit.check_seed(seed)
        self.against = against or usual(table.setup)
        self.allies = allies or usual_allies(table.setup, self.people)
        self.path = None if path is None else Path(path)
        if agents is None:
            agents = seat_agents(table.setup, self.people, self.against, self.allies)
        self._agents = agents
        self.effort = effort
        self.given, self.puzzle, self.is_trial, self.is_shared_deal = 0, "", False, False
        self.taken_back: list[TakenBack] = []
        self._adviser: Adviser | None = None

    @classmethod
    def deal(
        cls,
        setup: kit.Setup,
        seed: int = 0,
        people: str = "",
        against: str = "",
        allies: str = "",
        **options: Any,
    ) -> Session:
        """Load the agents and deal a new game; see `read_seats`, `usual_people` and `Session`."""
        chosen = read_seats(people or usual_people(setup), setup)
        agents = seat_agents(setup, chosen, against, allies)
        return cls(Table.from_setup(setup, seed), chosen, against, allies, seed, agents=agents, **options)

    @classmethod
    def of_puzzle(cls, puzzle: NamedPuzzle) -> Session:
        """Return a trial that begins with a puzzle; the person has the seat to move."""
        table = puzzle.table()
        seat = table.agent or ""
        session = cls(table, [seat], usual_opponent(table.setup, seat), seed=puzzle.puzzle.seed)
        session.given, session.puzzle, session.is_trial = len(table.history), puzzle.name, True
        return session

    @property
    def seat(self) -> str | None:
        """The seat to move if a person holds it; None if an agent decides or the game is over."""
        return self.table.agent if self.table.agent in self.people else None

    @property
    def is_shared(self) -> bool:
        """Whether several people share a keyboard, so that hands must be hidden between turns."""
        return len(self.people) > 1

    def name_of(self, seat: str) -> str:
        """Return the name of a seat's player: ``you``, or the agent's name."""
        return "you" if seat in self.people else self._agents[seat].name

    def last_own(self, seat: str) -> int:
        """Return the number of moves before the seat's last one; 0 if it has made none."""
        own = [k for k, (agent, _) in enumerate(self.table.history) if agent == seat]
        return own[-1] if own else -1

    def news(self, seat: str) -> list[str]:
        """Return the events since the seat's last decision (its outcome first), as seen by it."""
        return self.table.narrate(seat, self.last_own(seat) + 1)

    def advance(self, report: Callable[[], None] | None = None) -> None:
        """Let the agents play until a person decides or the game is over."""
        while not self.table.over and self.seat is None:
            self._agent_move()
            if report is not None:
                report()

    def _agent_move(self) -> None:
        table = self.table
        assert table.agent is not None
        table.play(self._ask(self._agents[table.agent]))

    def _ask(self, agent: Agent, *stream: int) -> int:
        """Return an agent's choice for the seat to move."""
        rng = np.random.default_rng([self.seed, len(self.table.history), *stream])
        return int(drive.Seated(agent, rng).choose(self.table.decision())[0])

    def chances(self, table: Table) -> kit.Singles | None:
        """Return the action probabilities of the agent to move at a table; None if it has none."""
        agent = self._agents[table.agent or ""]
        found = agent.probabilities(table.decision())
        return None if found is None else found[0]

    def act(self, action: str | int) -> None:
        """Play an action, its text or id, for the person to move.

        Raises:
            IllegalAction: it is not legal now, or no person is to move; the game is unchanged.
        """
        if self.seat is None:
            raise kit.IllegalAction(
                tr("The game is over.")
                if self.table.over
                else tr("{who} is to move, not you.", who=self.table.agent)
            )
        self.table.play(action)

    @property
    def can_undo(self) -> bool:
        """Whether there is a person's decision that can be taken back."""
        return any(agent in self.people for agent, _ in self.table.history[self.given :])

    def undo(self) -> str:
        """Take back all moves from a person's last decision on, note them in `taken_back` and return the person's seat.

        Raises:
            IllegalAction: no person has decided anything yet.
        """
        history = self.table.history
        if not self.can_undo:
            raise kit.IllegalAction(tr("There is nothing to undo: you have not decided anything yet."))
        last = max(k for k, (agent, _) in enumerate(history) if agent in self.people)
        self.taken_back.append(TakenBack(kept=last, moves=history[last:]))
        self.table.undo(len(history) - last)
        assert self.seat is not None
        return self.seat

    def branch(self, move: int, viewer: str, people: Sequence[str] = ()) -> Session:
        """Return a trial: a session that begins from this game after a number of moves.

        If the game is not over, the information hidden from the viewer is redealt, with another seed.

        Args:
            move: the number of moves made.
            viewer: a person's seat.
            people: the people's seats in it; by default the same as here.

        Raises:
            IllegalAction: fewer moves have been made, or the game was over after them.
            InvalidRecord: the game goes on and does not support positions.
        """
        table, n = self.table, len(self.table.history)
        if not 0 <= move <= n:
            raise kit.IllegalAction(no_such_move(n))
        then = table.before(move + 1) if move < n else table.clone()
        if then.over:
            raise kit.IllegalAction(tr("The game was over then; begin at an earlier move."))
        seed = self.seed
        if not table.over:
            seed = _one_way(seed, move)
            dealt = then.redeal(viewer, seed)
            if not dealt.origin:
                raise kit.InvalidRecord(
                    tr(
                        "What is hidden cannot be dealt anew in {game}; try this when the game is over.",
                        game=table.game.title,
                    )
                )
            then = Table.from_setup_position(table.setup, dealt.origin["position"])
        trial = Session(then, people or self.people, self.against, self.allies, seed, effort=self.effort)
        trial.given, trial.is_trial = len(then.history), True
        return trial

    def who_plays(self) -> str:
        """Return a description of who holds which seats: people and agents."""
        setup = self.table.setup
        mine = reduce(
            lambda some, last: tr("{some} and {last}", some=some, last=last), map(setup.person, self.people)
        )
        others = [
            tr(
                "{who}: {agent}",
                who=setup.person(seat),
                agent=called(self.name_of(seat), setup.game.id),
            )
            for seat in setup.seats
            if seat not in self.people
        ]
        if not others:
            return tr("You are {mine}.", mine=mine)
        return tr("You are {mine}. {others}.", mine=mine, others=tr(", ").join(others))

    def hint(self, progress: Progress | None = None) -> Hint:
        """Return the best choice of the person to move, the win chance of every choice, and the reasons.

        It is computed at full strength, whoever the opponent is, and from the information of the seat alone.

        Args:
            progress: called as ``progress(done, all)`` now and then.

        Raises:
            IllegalAction: no person is to move.
        """
        if self.seat is None:
            raise kit.IllegalAction(tr("There is nothing to decide."))
        return make_hint(self.table, self._consider(self.table, self.effort, progress))

    def better(self, move: int) -> str:
        """Return which choice was clearly better than a person's move, and why, from what the person could know.

        Empty for moves of others and for moves without a choice. As in a review, `BRIEF` bounds the playouts.

        Args:
            move: its number, counted from 1.
        """
        agent, action = self.table.history[move - 1]
        before = self.table.before(move)
        if agent not in self.people or len(before.legal_ids()) == 1:
            return ""
        effort = min(self.effort, BRIEF, key=lambda x: x.worlds)
        return judged(before, self._consider(before, effort), action)

    def _consider(self, table: Table, effort: Effort, progress: Progress | None = None) -> Outlook:
        """Return the playouts of the choices at a table."""
        if self._adviser is None:
            self._adviser = Adviser(table.setup)
        seed = self.seed, len(table.history), _HINT
        return self._adviser.consider(table.decision(), seed, effort, progress)

    def rematch(self, seed: int | None = None, people: Sequence[str] = ()) -> Session:
        """Return a new game with the same people and agents, and by default the next seed.

        Args:
            seed: of its deal.
            people: the seats that people get instead of theirs; beside them the usual agents play.
        """
        seed = (self.seed + 1) % kit.SEEDS if seed is None else seed
        table = Table.from_setup(self.table.setup, seed)
        allies = "" if people else self.allies
        return Session(table, people or self.people, self.against, allies, seed, self.path, self.effort)

    def to_json(self) -> str:
        """Return the session as JSON."""
        saved = SavedSession(
            people=list(self.people),
            against=self.against,
            allies=self.allies,
            seed=self.seed,
            record=json.loads(self.table.to_json()),
            given=self.given,
            puzzle=self.puzzle,
            is_trial=self.is_trial,
            is_shared_deal=self.is_shared_deal,
            taken_back=self.taken_back,
        )
        return saved.model_dump_json(indent=1)

    def save(self, path: str | Path | None = None) -> Path:
        """Write the session atomically and return the file, which becomes the default.

        Raises:
            InvalidConfig: the file exists and is not a saved game, or cannot be written.
        """
        target = Path(path) if path is not None else self.path or Path("throwdown-game.json")
        check_target(target)
        try:
            kit.write_file(target, self.to_json() + "\n")
        except OSError as error:
            raise kit.InvalidConfig(f"'{target}' cannot be written: {error.strerror}.") from None
        self.path = target
        return target

    @classmethod
    def from_json(cls, text: str, source: str = "The text", named: Collection[str] = ()) -> Session:
        """Return the session that `to_json` wrote, its game replayed and verified; see `read_game`.

        Args:
            text: the JSON text.
            source: its name in error messages.
            named: the files and the code among its agents, as `core.names.Typed` again: others are not opened.

        Raises:
            InvalidRecord: the text is damaged, foreign or of another version.
            InvalidConfig: an agent cannot be loaded any more, or see `named_again`.
        """
        saved, game = read_game(text, source)
        return cls.from_saved(saved, game, named)

    @classmethod
    def from_saved(
        cls, saved: SavedSession | None, game: record.GameRecord, named: Collection[str] = ()
    ) -> Session:
        """Return the session of a game parsed by `read_game`; a plain record gets the default people.

        Raises:
            InvalidRecord: the game does not replay as recorded.
            InvalidConfig: a seat or an agent is unknown, or see `named_again`.
        """
        agents = {} if saved is None else {"--against": saved.against, "--allies": saved.allies}
        agents = named_again(agents, named)
        table = Table.replay(game)
        if saved is None:
            people = read_seats(usual_people(table.setup), table.setup)
            return cls(table, people, usual_opponent(table.setup, people[0]), seed=game.seed or 0)
        people = read_seats(",".join(saved.people), table.setup)
        session = cls(table, people, agents["--against"], agents["--allies"], seed=saved.seed)
        session.given, session.puzzle = min(saved.given, len(table.history)), saved.puzzle
        session.is_trial, session.is_shared_deal = saved.is_trial, saved.is_shared_deal
        session.taken_back = saved.taken_back
        return session

    @classmethod
    def load(cls, path: str | Path, named: Collection[str] = ()) -> Session:
        """Return the session in a file; see `from_json`."""
        session = cls.from_json(read_text(path), f"'{path}'", named)
        session.path = Path(path)
        return session


def named_again(agents: Mapping[str, str], named: Collection[str]) -> dict[str, str]:
    """Return the agents of a saved game; files and code must have been named again by the caller.

    Args:
        agents: their saved names, by option.
        named: the names given by the caller.

    Raises:
        InvalidConfig: a file or code is not named again, or a name is not an agent of the game.
    """
    if other := set(named) - set(agents.values()):
        own = ", ".join(sorted({name for name in agents.values() if name}))
        if not own:
            raise kit.InvalidConfig(tr("'{name}' does not play in this game; leave it out.", name=min(other)))
        raise kit.InvalidConfig(
            tr(
                "This game is played by {agents}, not by '{name}': name files and code in the same "
                "words as before, and no other agents.",
                name=min(other),
                agents=own,
            )
        )
    found = {option: again(name, named) for option, name in agents.items()}
    for option, name in found.items():
        if is_opened(name) and not may_open(name):
            raise kit.InvalidConfig(
                tr(
                    "'{name}', which plays in this game, is a file or code, which a saved game may not "
                    "open by itself: name it again with {option} {name}.",
                    name=name,
                    option=option,
                )
            )
    return found


def no_such_move(n: int) -> str:
    """Return an error message with the number of moves of a game."""
    return plural(
        "There is {n} move; give a number from 0 to {n}.",
        "There are {n} moves; give a number from 0 to {n}.",
        n,
    )


def read_text(path: str | Path) -> str:
    """Return the text of a file; raise `InvalidRecord` if it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise kit.InvalidRecord(f"'{path}' cannot be read: {reason}.") from None


def read_game(text: str, source: str = "The text") -> tuple[SavedSession | None, record.GameRecord]:
    """Parse the record of a text, and the saved session around it if there is one.

    Raises:
        InvalidRecord: it is neither, or of another version.
    """
    try:
        data = kit.parse_json(text)
    except ValueError:
        data = None  # reported below
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return None, record.parse(text, source)
    if data.get("version") not in (1, VERSION):
        raise kit.InvalidRecord(
            f"{source} has session version {data.get('version')}; this release reads versions 1 and {VERSION}."
        )
    try:
        saved = SavedSession.model_validate(data)
    except ValidationError as error:
        raise kit.InvalidRecord(
            kit.one_sentence(error, f"{source} is a damaged session", SavedSession.model_fields)
        ) from None
    return saved, record.parse(json.dumps(saved.record), source)


def check_target(path: Path) -> None:
    """Raise rather than overwrite a file that is not a saved game; devices and pipes are accepted."""
    if not path.is_file():
        return
    try:
        read_game(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, kit.InvalidRecord):
        raise kit.InvalidConfig(f"'{path}' exists and is not a saved game; choose another name.") from None
