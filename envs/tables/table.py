"""One game as an object: for people, records, search, tests and pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from pydantic import BaseModel, ValidationError

from throwdown.envs import registry
from throwdown.envs.core import kit, recall, records
from throwdown.envs.core.batch import act_one, observe_seats, reset_games, restart_games
from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.core.events import CAPACITY, Happening, read
from throwdown.envs.tables import record
from throwdown.envs.tables.view import View

DEALS = 64
"""The number of deals sampled to tell a seat the possible actions of another."""


class Why(NamedTuple):
    """What a move did, and its alternatives.

    Attributes:
        move: its number, from 1.
        agent: the agent that made it.
        told: its events in sentences, as seen by the asking seat; without any, the choice, if the hand is shown.
        is_shown: whether the asking seat may know the mover's hand: if not, ``options`` are those of any hand.
        before: the table before the move.
        options: ids of the legal actions; without the one played if the hand is shown.
        forced: the reason why there was no alternative, if the hand is shown; else empty.
        merit: what the move did, in one sentence, if the hand is shown; empty if ``told`` says so already.
    """

    move: int
    agent: str
    told: list[str]
    is_shown: bool
    before: Table
    options: list[int]
    forced: str
    merit: str = ""


class Chapter(NamedTuple):
    """A part of a long game.

    Attributes:
        move: the number of moves made when it began, including the one that began it.
        title: the event that began it, in a sentence.
        told: its deciding events so far, in sentences.
    """

    move: int
    title: str
    told: list[str]


class Table:
    """A single game, with undo, views, explanations and saving.

    Make one with `deal`, `from_position` or `from_json`.

    Attributes:
        setup: the setup.
        history: the actions played, as (agent, text).
        check: a running hash of everything that happened.
        origin: the ``seed`` or ``position`` that the game started from.
    """

    def __init__(self, setup: kit.Setup, states: np.ndarray | None = None) -> None:
        self.setup = setup
        self.history: list[tuple[str, str]] = []
        self.notes: list[dict[str, Any]] = []
        self.check = recall.START
        self._states = setup.allocate(1) if states is None else states
        self._out = setup.make_out(CAPACITY)
        self._past: list[tuple[np.ndarray, int]] = []
        self._log: list[np.ndarray] = []
        self.origin: dict[str, Any] = {}

    @classmethod
    def deal(
        cls,
        id: str = "throwdown-v0",
        seed: int = 0,
        scenario: str | Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Table:
        """Deal a new game.

        Args:
            id: the game's id.
            seed: everything random follows from it.
            scenario: a scenario's name, a TOML file, or its data; the game's default if left out.
            **options: see `throwdown.make`.

        Raises:
            UnknownGame, InvalidConfig: there is no such game, scenario or option.
        """
        return cls.from_setup(registry.typed_setup(id, scenario, **options), seed)

    @classmethod
    def from_setup(cls, setup: kit.Setup, seed: int = 0) -> Table:
        """Deal a new game of a setup."""
        table = cls(setup)
        table.origin = {"seed": kit.check_seed(seed)}
        reset_games(table._states, np.array([seed], np.int64), np.ones(1, np.bool_), table._out)
        table._settle()
        return table

    @classmethod
    def following(cls, setup: kit.Setup, key: int) -> Table:
        """Deal the game after the one with a key (``state.rng.key``) in a row of a batch."""
        table = cls(setup)
        table.state.rng.key = key
        restart_games(table._states, np.zeros(1, np.int64), table._out)
        table._settle()
        return table

    @classmethod
    def from_position(
        cls,
        position: Mapping[str, Any] | BaseModel,
        id: str = "throwdown-v0",
        scenario: str | Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Table:
        """Set up a position; its schema is `position_schema`.

        Raises:
            InvalidPosition: the position is malformed or cannot occur.
        """
        return cls.from_setup_position(registry.typed_setup(id, scenario, **options), position)

    @classmethod
    def from_setup_position(cls, setup: kit.Setup, position: Mapping[str, Any] | BaseModel) -> Table:
        """Set up a position of a setup; see `from_position`."""
        positions = setup.game.need_positions("from_position")
        model = positions.Position
        data = position.model_dump() if isinstance(position, BaseModel) else dict(position)
        try:
            sheet = model.model_validate(data)
        except ValidationError as error:
            raise kit.InvalidPosition(kit.one_sentence(error, "Position", model.model_fields)) from None
        table = cls(setup)
        positions.from_position(sheet, setup, table.state)
        table.state.asks = not table.over
        table.origin = {"position": sheet.model_dump(mode="json", exclude_unset=True)}
        kit.row(table._out).count = 0
        table._settle()
        if not table.over and not table.mask().any():
            raise kit.InvalidPosition(
                f"Position: {table.agent} is to decide in phase '{table.phase}', but nothing is legal there."
            )
        return table

    def __repr__(self) -> str:
        """Show the game's id, the number of moves and the whole table."""
        moves = len(self.history)
        title = f"Table: {self.game.id}, '{self.setup.scenario}', {moves} move{'' if moves == 1 else 's'}"
        return f"{title}\n{self.render()}"

    def observed(self, seat: str | int | None = None) -> dict[str, int]:
        """Return a seat's observation (by default of the one to move) as values by name."""
        return self.setup.describe(self.observe(seat))

    def _settle(self) -> None:
        """Store the events of the last action and look at the game."""
        out: kit.Out = kit.row(self._out)
        rows = out.events[: out.count].copy()
        self._log.append(rows)
        self.check = recall.fold_events(self.check, rows, None)
        if len(self._log) == 1:
            kit.open_one(self._states, self._out)

    @property
    def game(self) -> kit.Game:
        """The game."""
        return self.setup.game

    @property
    def state(self) -> Any:
        """The state record; read it, do not write it."""
        return kit.row(self._states)

    @property
    def content(self) -> bytes:
        """The bytes of the current state, in the order of its fields."""
        return records.content(self._states)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.state.over)

    @property
    def agent(self) -> str | None:
        """The agent to move, None when the game is over."""
        return None if self.over else self.setup.seats[int(self.state.seat)]

    @property
    def phase(self) -> str:
        """The name of the current phase."""
        return self.game.phase_names[int(self.state.phase)]

    def _seat(self, seat: str | int | None) -> int | None:
        if seat is None or isinstance(seat, int):
            if seat is not None and not 0 <= seat < len(self.setup.seats):
                raise kit.InvalidConfig(
                    f"seat {seat} is not at this table; seats are 0 to {len(self.setup.seats) - 1}."
                )
            return seat
        if seat not in self.setup.seats:
            raise kit.InvalidConfig(
                f"'{seat}' is not at this table; the seats are {', '.join(self.setup.seats)}."
            )
        return self.setup.seats.index(seat)

    def _viewer(self, seat: str | int) -> int:
        """Return the index of a seat; raise if no seat has the name."""
        found = self._seat(seat)
        if found is None:
            raise kit.InvalidConfig(f"name a seat; the seats are {', '.join(self.setup.seats)}.")
        return found

    def legal_ids(self) -> list[int]:
        """Return the ids of the legal actions."""
        return np.flatnonzero(self.mask()).tolist()

    def legal(self) -> list[str]:
        """Return the legal actions as texts, such as ``counter 9S`` or ``concede``."""
        return [self.game.actions.labels[i] for i in self.legal_ids()]

    def mask(self) -> np.ndarray:
        """Return the mask of the seat to move: int8, shape (actions,); all zero when the game is over."""
        return np.array(kit.row(self._out).mask[: self.game.actions.n])

    def observe(self, seat: str | int | None = None) -> np.ndarray:
        """Return a seat's observation (by default of the one to move): int8, shape (width,)."""
        if seat is None:
            return np.array(kit.row(self._out).row[: self.setup.width])
        viewer = self._seat(seat)
        rows = np.empty((1, self.setup.width), np.int8)
        observe_seats(self._states, np.zeros(1, np.int64), np.array([viewer], np.int64), rows, self._out)
        return np.array(rows[0])

    def action_id(self, action: str | int) -> int:
        """Return the id of an action given as text or id.

        Raises:
            IllegalAction: it names no action of this game.
        """
        if isinstance(action, str):
            return self.game.actions.parse(action)
        number = kit.as_action(action, self.game.actions.n)
        if number is None:
            raise kit.IllegalAction(
                f"{kit.brief(action)} is not an action; ids run from 0 to {self.game.actions.n - 1}."
            )
        return number

    def play(self, action: str | int, **notes: Any) -> list[Happening]:
        """Play an action of the seat to move and return its events.

        Args:
            action: its text or id.
            **notes: kept with the move in records: ``policy``, probabilities by action, and ``value``, a number.

        Raises:
            IllegalAction: the action is not legal now; the game is unchanged.
            InvalidConfig: a note is not of these types, so no record could store it; the game is unchanged.
        """
        i, kept = self.action_id(action), record.check_notes(notes) if notes else {}
        before, agent = records.duplicate(self._states), self.agent
        if agent is None:
            raise kit.IllegalAction(_over())
        if not act_one(self._states, i, self._out):
            raise kit.IllegalAction(self.explain(i))
        self._past.append((before, self.check))
        self.history.append((agent, self.game.actions.labels[i]))
        self.notes.append(kept)
        self.check = recall.fold(self.check, i)
        self._settle()
        return read(self._out, self.game.event_names)

    def explain(self, action: str | int) -> str:
        """Return one sentence: why an action is illegal now; empty if it is legal."""
        i = self.action_id(action)
        if self.over:
            return _over()
        if self.mask()[i]:
            return ""
        return self.game.text.explain(self.state, i, self.setup)

    def describe(self, action: str | int) -> kit.Description:
        """Describe an action to people (``Focus, 1 Charge: +1 Strike this turn``); of an illegal one only its name.

        Raises:
            IllegalAction: it names no action of this game.
        """
        found: kit.Description = self._words("describe")(self.state, self.action_id(action), self.setup)
        return found

    def forced(self) -> str:
        """Return one sentence: why the agent to move has no choice; empty if it has one."""
        if len(self.legal_ids()) != 1:
            return ""
        reason: str = self._words("forced")(self.state, self.setup)
        return reason

    def decided(self) -> str:
        """Return one sentence: what decided the game; empty while it goes on, or if the game's words do not tell."""
        reason: str = self._words("decided")(self.state, self.setup) if self.over else ""
        return reason

    @property
    def decisive(self) -> int:
        """The number of the move that ended the game: the last that is an exit, such as Concede, else the last."""
        labels = [self.game.actions.labels[act] for act in self.game.exits]
        exits = [k for k, (_, action) in enumerate(self.history, start=1) if action in labels]
        return exits[-1] if exits else len(self.history)

    def headline(self, seat: str | int) -> str:
        """Return one short sentence: why the game was won or lost, told to a seat; empty while it goes on.

        It may name cards that were hidden from the seat while the game went on.
        """
        if not self.over:
            return ""
        verbs: frozenset[str] = frozenset()
        if self.history:
            acts = self.game.actions
            verbs = frozenset(acts.act_of(i).label for i in self.before(self.decisive).legal_ids())
        finish = kit.Finish(self.events, self._viewer(seat), verbs)
        told: str = self._words("headline")(self.state, finish, self.setup)
        value = self.returns()[self.setup.seats[finish.viewer]]
        return told or (tr("You won.") if value > 0 else tr("You lost.") if value < 0 else tr("Nobody won."))

    def goal(self, seat: str | int) -> str:
        """Return one sentence: the goal of a seat; empty if the game's words do not tell."""
        goal: str = self._words("goal")(self._seat(seat), self.setup)
        return goal

    def chapters(self, seat: str | int | None = None) -> list[Chapter]:
        """Return the chapters of a long game so far, as a seat saw them; none in a game without chapters."""
        begins, turns = self._words("chapters")(), self._words("turning")()
        found: list[Chapter] = []
        for move, events in enumerate(self._by_move(self._log, seat) if begins else ()):
            for event in events:
                if event.kind in begins:
                    found.append(Chapter(move, self.game.text.narrate(event, self.setup), []))
                elif found and event.kind in turns:
                    found[-1].told.append(self.game.text.narrate(event, self.setup))
        return found

    def lessons(self) -> list[kit.Lesson]:
        """Return the lessons of the current decision, from the information of the seat to move, most urgent first.

        Without lessons for it, the rules of the decision; nothing when the game is over.
        """
        if self.over:
            return []
        found: list[kit.Lesson] = list(self._words("lessons")(self.state, self.setup))
        return found or [kit.Lesson(self.phase, "", self.help())]

    def motives(self, move: int, seat: str | int | None = None) -> list[str]:
        """Return the purposes of a move (counted from 1) in the words of the rules, as far as a seat saw it."""
        mover = self.setup.seat(self.history[move - 1][0])
        tell = self._words("motive")
        found = (tell(event, self.setup) for event in self.events_at(move, seat) if event.seat == mover)
        return list(dict.fromkeys(text for text in found if text))

    def merit(self, action: str | int, rival: str | int | None = None) -> str:
        """Return one sentence: what a legal action does for the seat to move, from its information; may be empty.

        Args:
            action: the action.
            rival: another legal action, beside which it is seen.
        """
        other = kit.NONE if rival is None else self.action_id(rival)
        told: str = self._words("merit")(self.state, self.action_id(action), other, self.setup)
        return told

    def look_up(self, text: str) -> list[kit.Entry]:
        """Return the glossary's entries for a word, a name or a clause's id; empty if there are none."""
        return self.game.look_up(text, self.setup)

    def _words(self, name: str) -> Callable[..., Any]:
        """Return a function of `MoreTexts`."""
        words: Callable[..., Any] = kit.words_of(self.game.text, name)
        return words

    def before(self, move: int) -> Table:
        """Return a copy of the table as it was before a move, counted from 1."""
        copy = self.clone()
        copy.undo(len(self.history) - move + 1)
        return copy

    def options(self, seat: str | int | None = None) -> list[int]:
        """Return the ids of the actions that are possible from the information of a seat (None: public information).

        Seats other than the one to move do not know its hand: every action that some hand allows counts. Without
        ``any_hand`` among the game's words, these are the actions legal in some of `DEALS` deals consistent with the
        seat's information.
        """
        if seat is None or self.over or self._seat(seat) == int(self.state.seat):
            return self.legal_ids()
        change = kit.words_of(self.game.text, "any_hand")
        return self._possible(self._viewer(seat)) if change is None else self.amended(change).legal_ids()

    def _possible(self, viewer: int) -> list[int]:
        """Return the actions legal in some of `DEALS` deals consistent with a seat's information; deterministic."""
        states = records.duplicate(self._states, DEALS)
        kit.redeal_games(states, np.full(DEALS, viewer), np.arange(DEALS), self.setup.make_out())
        worlds = kit.Batch(self.setup, DEALS, autoreset=False)
        worlds.states = states
        return np.flatnonzero(worlds.look().masks.any(axis=0)).tolist()

    def amended(self, change: Callable[[Any], None]) -> Table:
        """Return a copy with an edited state record, such as moved hidden cards; its history stays the same."""
        copy = self.clone()
        change(copy.state)
        kit.open_one(copy._states, copy._out)
        return copy

    def why(self, move: int | None = None, seat: str | int | None = None) -> Why:
        """Return what a move did, and its alternatives, as far as a seat may know.

        Args:
            move: counted from 1; the last one if left out.
            seat: the asking seat; None: everything may be revealed.

        Raises:
            IllegalAction: there is no such move.
        """
        last = len(self.history)
        number = last if move is None else move
        if not 1 <= number <= last:
            raise kit.IllegalAction(
                tr("There is no move {number}; moves 1 to {last} have been played.", number=number, last=last)
                if last
                else tr("There is no move {number}; nothing has been played.", number=number)
            )
        before, (agent, action) = self.before(number), self.history[number - 1]
        is_shown = seat is None or self._seat(seat) == self.setup.seat(agent)
        told = self.narrate(seat, number, number + 1)
        options = [i for i in before.options(seat) if not is_shown or i != self.game.actions.parse(action)]
        forced, merit = (before.forced(), before.merit(action)) if is_shown else ("", "")
        if is_shown:
            choice = before.describe(action)
            told = told or [tr("{who} chose: {choice}.", who=before.setup.person(agent), choice=choice.title)]
            if merit == choice.sentence and choice.effect in told[0]:
                merit = ""
        return Why(number, agent, told, is_shown, before, options, forced, merit)

    def view(self, seat: str | int | None = None) -> dict[str, Any]:
        """Return everything known to a seat (None: everything) as plain data."""
        return self.game.text.view(self.state, self._seat(seat), self.setup)

    def render(self, seat: str | int | None = None) -> str:
        """Return the table as text, as seen by a seat (None: everything)."""
        return self.game.text.render(self.state, self._seat(seat), self.setup)

    def prompt(self) -> str:
        """Return the current decision and whose it is, in one line."""
        return self.game.text.prompt(self.state, self.setup)

    def help(self) -> str:
        """Return the rules of the current decision."""
        return self.game.text.help(self.state)

    def narrate(self, seat: str | int | None = None, since: int = 0, until: int | None = None) -> list[str]:
        """Return one sentence per event seen by a seat, from move ``since`` on (0: the deal), before ``until``."""
        events = self._seen(self._log[since:until], seat)
        return [self.game.text.narrate(event, self.setup) for event in events]

    @property
    def events(self) -> list[Happening]:
        """All events so far."""
        return self.events_seen(None)

    def events_seen(self, seat: str | int | None, since: int = 0) -> list[Happening]:
        """Return the events as seen by a seat, from move ``since`` on (0: the deal)."""
        return self._seen(self._log[since:], seat)

    def _seen(self, log: list[np.ndarray], seat: str | int | None) -> list[Happening]:
        """Return events as seen by a seat."""
        return [event for events in self._by_move(log, seat) for event in events]

    def _by_move(self, log: list[np.ndarray], seat: str | int | None) -> Iterator[list[Happening]]:
        """Yield the events of each move as seen by a seat."""
        outs = self.setup.make_out(CAPACITY)
        out, viewer = kit.row(outs), self._seat(seat)
        for rows in log:
            out.count = len(rows)
            out.events[: len(rows)] = rows
            yield read(outs, self.game.event_names, viewer)

    def events_at(self, move: int, seat: str | int | None = None) -> list[Happening]:
        """Return the events of a move (counted from 1; 0 is the deal) as seen by a seat."""
        return self._seen(self._log[move : move + 1], seat)

    def recall(self, seat: str | int) -> int:
        """Return the seat's perfect-recall key, equal for histories that the seat cannot distinguish."""
        viewer = self._viewer(seat)
        key = recall.fold_events(recall.fold(recall.START, viewer), self._log[0], viewer)
        for (agent, action), rows in zip(self.history, self._log[1:], strict=True):
            if agent == self.setup.seats[viewer]:
                key = recall.fold(key, self.game.actions.parse(action))
            key = recall.fold_events(key, rows, viewer)
        return key

    def information_set(self) -> int:
        """Return the name of the information set of the agent to move, as in solved games.

        Unlike in `recall`, histories that differ only in the order of cards drawn at once are equal.

        Raises:
            IllegalAction: the game is over.
        """
        if self.agent is None:
            raise kit.IllegalAction("The game is over; nobody decides.")
        past = [*(states for states, _ in self._past), self._states]
        here = past[0].copy()
        memory = recall.Memory(self.setup, here)
        for states, (agent, action) in zip(past[1:], self.history, strict=True):
            here[:] = states
            move = self.game.actions.parse(action)
            memory.follow(np.array([self.setup.seat(agent)]), np.array([move]))
        return memory.sets(np.zeros(1, np.int64), np.array([self.setup.seat(self.agent)]))[0]

    def undo(self, moves: int = 1) -> None:
        """Take the last moves back.

        Raises:
            IllegalAction: fewer moves have been played.
        """
        if moves < 1 or moves > len(self._past):
            raise kit.IllegalAction(
                plural(
                    "{n} move cannot be taken back; the game has {played}.",
                    "{n} moves cannot be taken back; the game has {played}.",
                    moves,
                    played=len(self._past),
                )
            )
        for _ in range(moves):
            states, self.check = self._past.pop()
            self._log.pop()
            self.history.pop()
            self.notes.pop()
        self._states[:] = states
        kit.open_one(self._states, self._out)

    def clone(self) -> Table:
        """Return an independent copy."""
        copy = Table(self.setup, records.duplicate(self._states))
        copy.history, copy.notes, copy.check = list(self.history), [dict(n) for n in self.notes], self.check
        copy._past, copy._log, copy.origin = list(self._past), list(self._log), dict(self.origin)
        kit.open_one(copy._states, copy._out)
        return copy

    def __copy__(self) -> Table:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        """Return the whole game as plain data, independent of compilation."""
        return {name: value for name, value in self.__dict__.items() if name != "_out"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the game."""
        self.__dict__.update(state)
        self._out = self.setup.make_out(CAPACITY)
        kit.open_one(self._states, self._out)

    def redeal(self, seat: str | int, seed: int) -> Table:
        """Return a copy with the information hidden from a seat resampled, uniformly over consistent deals.

        Raises:
            InvalidConfig: there is no such seat, or the seed is not an integer from 0 to 2**62 - 1.
        """
        copy = self.clone()
        viewer, key = np.array([self._viewer(seat)]), np.array([kit.check_seed(seed)])
        kit.redeal_games(copy._states, viewer, key, copy._out)
        copy.origin = {"position": copy.position()} if self.game.positions else {}
        copy._past, copy.history, copy.notes, copy._log = [], [], [], copy._log[:1]
        copy.check = recall.START
        kit.open_one(copy._states, copy._out)
        return copy

    def worlds(self, rng: np.random.Generator) -> kit.Worlds:
        """Return a possible world for the agent to move.

        Raises:
            IllegalAction: the game is over.
        """
        if self.over:
            raise kit.IllegalAction("The game is over; nobody decides.")
        return kit.imagine(self.setup, self._states, np.zeros(1, np.int64), rng)

    def open_states(self) -> np.ndarray:
        """Return a copy of the state, including hidden information: records, shape (1,)."""
        return records.duplicate(self._states)

    def decision(self) -> View:
        """Return the view of the agent to move, as agents get it.

        Raises:
            IllegalAction: the game is over.
        """
        if self.agent is None:
            raise kit.IllegalAction("The game is over; nobody decides.")
        seats = np.array([self.setup.seat(self.agent)])
        parts: dict[str, Callable[..., Any]] = {
            "setup": lambda: self.setup,
            "seats": lambda: seats,
            "observations": lambda: self.observe()[None],
            "masks": lambda: self.mask()[None],
            "texts": lambda: [self.render(self.agent)],
            "sets": lambda: [self.information_set()],
            "worlds": self.worlds,
        }
        return View(np.zeros(1, np.int64), parts)

    def returns(self) -> dict[str, float]:
        """Return every agent's return; zeros while the game goes on."""
        values = kit.row(self._out).returns if self.over else np.zeros(len(self.setup.seats))
        return {agent: float(v) for agent, v in zip(self.setup.seats, values, strict=False)}

    def position(self) -> dict[str, Any]:
        """Return the position as plain data for `from_position`.

        Raises:
            InvalidPosition: the game does not support positions.
        """
        write = self.game.need_positions("position").to_position
        return write(self.state, self.setup).model_dump(mode="json", exclude_none=True)

    @property
    def checks(self) -> list[int]:
        """The hash after every move."""
        return [*(check for _, check in self._past), self.check][1:]

    def to_json(self) -> str:
        """Return the game so far as a record (JSON text)."""
        return record.dump(self)

    @classmethod
    def from_json(cls, text: str) -> Table:
        """Return the game of a record, replayed and verified move by move.

        Raises:
            InvalidRecord: the text is damaged, foreign, of another version, or does not replay.
        """
        return cls.replay(record.parse(text))

    @classmethod
    def replay(cls, played: record.GameRecord, until: int | None = None) -> Table:
        """Return the game of a record after its first ``until`` moves (all by default), verified move by move.

        Raises:
            InvalidRecord: a move does not replay as recorded.
        """
        return record.replay(played, cls, until)

    def save(self, path: str | Path) -> None:
        """Write the record to a file atomically."""
        record.write(self, path)

    @classmethod
    def load(cls, path: str | Path) -> Table:
        """Read a record from a file; see `from_json`."""
        return cls.replay(record.read(path))


def _over() -> str:
    return tr("The game is over; deal a new one or undo.")


def position_schema(id: str = "throwdown-v0") -> dict[str, Any]:
    """Return the JSON Schema of a game's positions.

    Raises:
        UnknownGame, InvalidPosition: there is no such game, or it has no positions.
    """
    return registry.find_game(id).need_positions("position_schema").Position.model_json_schema()
