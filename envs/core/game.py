"""The interface of a game: `Game`, and `Setup`, a game with a scenario."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from importlib import import_module
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from throwdown.envs.core.actions import ActionLayout, Actions
from throwdown.envs.core.calls import Kernels, register
from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.errors import InvalidConfig, InvalidPosition, did_you_mean, how_many
from throwdown.envs.core.events import Events, Happening, Sound, make_out
from throwdown.envs.core.observations import Fields
from throwdown.envs.core.records import allocate, duplicate
from throwdown.envs.core.scenarios import scenario_names
from throwdown.envs.core.scene import Scene
from throwdown.envs.core.signals import Signals
from throwdown.envs.core.state import GameState
from throwdown.envs.core.texts import (
    Description,
    Entry,
    Finish,
    Lesson,
    clause_id,
    find_entries,
    read_clauses,
    without_clauses,
)

if TYPE_CHECKING:
    from pydantic import BaseModel

CUSTOM = "custom"
"""The name of a scenario given as plain data."""
STANDARD = "standard"
"""The name of the only scenario of a game that has no choice."""

Labels = Sequence[str] | Sequence[IntEnum] | type[IntEnum]
"""Names of numbered things: texts in their order from 0 on, or members of enums, which may have a ``label``."""


def labels_of(names: Labels) -> dict[int, str]:
    """Return the names of numbered things by number."""
    found = {}
    for i, name in enumerate(names):
        if isinstance(name, IntEnum):
            found[int(name)] = str(getattr(name, "label", name.name))
        else:
            found[i] = str(name)
    return found


class Texts(Protocol):
    """A game's words: a module or an object with these functions."""

    def render(self, s: Any, viewer: int | None, setup: Setup) -> str:
        """Return the table as seen by ``viewer`` (None: everything), in a few lines."""

    def explain(self, s: Any, action: int, setup: Setup) -> str:
        """Return one sentence: why an illegal action is illegal now."""

    def narrate(self, event: Happening, setup: Setup) -> str:
        """Return one sentence for an event."""

    def view(self, s: Any, viewer: int | None, setup: Setup) -> dict[str, Any]:
        """Return everything known to ``viewer`` (None: everything) as plain data."""

    def prompt(self, s: Any, setup: Setup) -> str:
        """Return one line: who decides what."""

    def help(self, s: Any) -> str:
        """Return the rules of the current decision."""


REQUIRED = ("render", "explain", "narrate", "view", "prompt", "help")
"""The functions of `Texts`."""


class MoreTexts:
    """Optional functions of a game's words, with their defaults."""

    def describe(self, s: Any, action: int, setup: Setup) -> Description:
        """Describe an action of the seat to move to people; of an illegal one only the name is used."""
        label = setup.game.actions.labels[action]
        name, _, what = label.partition(" ")
        return Description(name.capitalize(), what, "", setup.game.meaning(label), on=what)

    def forced(self, s: Any, setup: Setup) -> str:
        """Return one sentence: why the seat to move has only one legal action."""
        return tr("It is the only legal choice.")

    any_hand: Callable[[Any], None] | None = None
    """``any_hand(s)`` gives the seat to move of a copy every card it might hold; the actions then legal are public.

    Without it, other seats are shown the actions legal in a sample of the deals consistent with their information.
    """

    def ending(self, s: Any, setup: Setup) -> Mapping[str, Any]:
        """Return the outcome of a finished game: ``score`` (by side, higher is better), ``stage``, ``result``."""
        return {}

    def decided(self, s: Any, setup: Setup) -> str:
        """Return one sentence: what decided a finished game; empty if there is nothing to say."""
        return ""

    def headline(self, s: Any, finish: Finish, setup: Setup) -> str:
        """Return one short sentence: why a finished game was won or lost; by default what decided it."""
        decided: str = words_of(setup.game.text, "decided")(s, setup)
        return without_clauses(decided)

    def turning(self) -> Sequence[str]:
        """Return the kinds of events that explain the outcome of a finished game."""
        return ()

    def chapters(self) -> Sequence[str]:
        """Return the kinds of events that begin a chapter of a long game, such as a scene or a round."""
        return ()

    def goal(self, seat: int, setup: Setup) -> str:
        """Return one sentence: the goal of a seat."""
        return ""

    def summary(self, setup: Setup) -> str:
        """Return a short summary of a scenario, for a list to choose from."""
        return ""

    def motive(self, event: Happening, setup: Setup) -> str:
        """Return the purpose of the move behind an event in the words of the rules, from the event's data alone."""
        return ""

    def merit(self, s: Any, action: int, rival: int, setup: Setup) -> str:
        """Return one sentence: what a legal action does for the seat to move, from its own information.

        By default its effect and cost; empty if it has no effect.

        Args:
            s: the state.
            action: the action.
            rival: another legal action, beside which it is seen; NONE: none.
            setup: the setup.
        """
        told: Description = words_of(setup.game.text, "describe")(s, action, setup)
        return told.sentence

    def lessons(self, s: Any, setup: Setup) -> Sequence[Lesson]:
        """Return the lessons of the current decision for the seat to move, from its own information, most urgent first.

        Without lessons, the rules of the decision are told when it first comes up.
        """
        return ()

    def glossary(self, setup: Setup | None) -> Sequence[Entry]:
        """Return the glossary: the game's terms, and those that a setup (None: the shipped content) defines."""
        return ()


def words_of(text: Texts, name: str) -> Any:
    """Return a function of `MoreTexts`: the game's own, else the default."""
    return getattr(text, name, None) or getattr(MoreTexts(), name)


class Pictures(Protocol):
    """A game's pictures: a module or an object with this function."""

    def scene(self, s: Any, viewer: int | None, setup: Setup) -> Scene:
        """Return the table as seen by ``viewer`` (None: everything)."""


class Plans(Protocol):
    """Pictures of scenarios before the deal: a module or an object with this function."""

    def plan(self, setup: Setup, start: str) -> Scene:
        """Return the map of a scenario as seen from the place named ``start`` (empty: the game's choice)."""


@dataclass(frozen=True)
class DeckList:
    """The deck of a side.

    Attributes:
        title: its name for people.
        cards: the number of copies of each card, by its name for people.
        others: cards that could be added.
    """

    title: str
    cards: Mapping[str, int]
    others: tuple[str, ...] = ()


class Decks(Protocol):
    """The decks of a game in which each side brings its own: a module or an object with these functions.

    A scenario sets a side's deck in the field with the side's name.
    """

    def decks(self, setup: Setup) -> Mapping[str, DeckList]:
        """Return the decks of a scenario by side."""

    def shelf(self, setup: Setup) -> Mapping[str, tuple[str, ...]]:
        """Return the names of the alternative decks by side."""

    def find(self, name: str) -> tuple[str, Any]:
        """Return the side of the deck with a name (or file), and the scenario's value that selects it.

        Raises:
            InvalidConfig: there is no such deck.
        """

    def swapped(self, setup: Setup, side: str, out: str, into: str) -> Setup:
        """Return the scenario with one copy of a card in a side's deck replaced by another card.

        Raises:
            InvalidConfig: the deck would break a rule.
        """


class Positions(Protocol):
    """Conversion between states and plain data: a module or an object with these attributes.

    Attributes:
        Position: the schema of a position, a pydantic model.
        to_position: ``to_position(s, setup)`` returns a complete state as a position.
        from_position: ``from_position(position, setup, s)`` writes a position to a state that holds the configuration.
    """

    Position: type[BaseModel]
    to_position: Callable[[Any, Setup], BaseModel]
    from_position: Callable[[Any, Setup, Any], None]


class _LazyModule:
    def __init__(self, name: str) -> None:
        self._name = name
        self._module: ModuleType | None = None

    def __getattr__(self, name: str) -> Any:
        if self._module is None:
            self._module = import_module(self._name)
        return getattr(self._module, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return _LazyModule, (self._name,)


def lazy(name: str) -> Any:
    """Return a stand-in for a module that imports it on first use: many programs never need it."""
    return _LazyModule(name)


@dataclass(frozen=True)
class Piece:
    """A named, usable part of a scenario, such as an ability.

    Attributes:
        name: its name for people.
        kind: its kind, such as ``Tech``.
        owner: its owner, such as the name of a playbook; empty if it has none.
        seats: the seats allowed to use it.
        actions: the actions that use it.
        phases: the phases, as numbers, in which these actions use it; empty: all.
    """

    name: str
    kind: str
    owner: str
    seats: tuple[int, ...]
    actions: tuple[int, ...]
    phases: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Setup:
    """A game with one scenario and its options, ready to be dealt.

    Attributes:
        game: the game.
        scenario: the scenario's name.
        seats: agent names in seat order, such as ``player_0``, ``player_1``.
        roles: the role of every seat: seats of one role can be played by one policy.
        sides: the side of every seat: seats of one side win and lose together, and get the same return. By default
            every role is a side.
        people: the name of every seat for people; by default derived from the seat's name.
        zero_sum: whether the returns of the sides add up to 0.
        knows_alike: whether the seats of a side have the same information, so that a side is one player.
        template: shape (1,), a state that contains only the configuration.
        config: the validated configuration, as plain data that `Game.configure` accepts again.
        options: the options, by name.
        counts: how many blocks of the observation layout there are, by thing (see `observations.Fields`).
        content: int16, at most `events.MAX_CONTENT` numbers: the scenario's content, which rules read in
            ``out.content``.
    """

    game: Game
    scenario: str
    seats: tuple[str, ...]
    roles: tuple[str, ...]
    template: np.ndarray
    config: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    content: np.ndarray | None = None
    sides: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    zero_sum: bool = True
    knows_alike: bool = False

    def __post_init__(self) -> None:
        if not self.sides:
            object.__setattr__(self, "sides", self.roles)
        if not self.people:
            object.__setattr__(
                self, "people", tuple(seat.replace("_", " ").capitalize() for seat in self.seats)
            )

    def __deepcopy__(self, memo: object) -> Setup:
        return self  # nobody changes it

    def allocate(self, n: int) -> np.ndarray:
        """Return ``n`` states that contain only the configuration."""
        return duplicate(self.template, n)

    @property
    def teams(self) -> dict[str, tuple[int, ...]]:
        """The seats of every side, sides in the order of their first seats."""
        names = dict.fromkeys(self.sides)
        return {name: tuple(p for p, side in enumerate(self.sides) if side == name) for name in names}

    def opponents(self, what: str) -> tuple[str, str]:
        """Return the names of the two sides of a zero-sum game.

        Args:
            what: the caller's name in the error message.

        Raises:
            InvalidConfig: the game does not have two sides, or is not zero-sum.
        """
        names = tuple(self.teams)
        if len(names) != 2 or not self.zero_sum:
            have = how_many(len(names), "side")
            sums = "" if self.zero_sum else " whose returns do not add up to 0"
            raise InvalidConfig(
                f"{what} needs two sides, one of which wins what the other loses; {self.game.id} with scenario "
                f"'{self.scenario}' has {have}{sums}."
            )
        return names[0], names[1]

    def called(self, name: str) -> str:
        """Return the name of a side, role or seat inside a sentence, such as ``the first player``."""
        return self.game.called.get(name, f"the {name.replace('_', ' ')}")

    @property
    def width(self) -> int:
        """Width of an observation."""
        return self.game.fields.width(self.counts)

    def describe(self, observation: Any) -> dict[str, int]:
        """Return the values of an observation by name, in the order of the layout.

        Args:
            observation: one seat's: shape (width,), or what environments hand out with such a row in it.

        Raises:
            InvalidConfig: it has another width.
        """
        numbers = np.asarray(observation["observation"] if isinstance(observation, Mapping) else observation)
        if numbers.shape != (self.width,):
            raise InvalidConfig(
                f"an observation of {self.game.id} with scenario '{self.scenario}' has shape ({self.width},), not "
                f"{numbers.shape}."
            )
        return dict(zip(self.game.fields.names(self.counts), numbers.tolist()))

    def seat(self, name: str) -> int:
        """Return the seat of an agent's name."""
        return self.seats.index(name)

    def person(self, name: str) -> str:
        """Return what people read for an agent's name."""
        return self.people[self.seats.index(name)]

    def make_out(self, room: int = 0) -> np.ndarray:
        """Return an empty record of `events.Out` for this setup; it keeps up to ``room`` events."""
        return make_out(self.game.actions.n, self.width, room, self.game.exits, self.content)


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its state, rules, layouts and words. Fields with a default are optional."""

    id: str
    title: str
    state: type[GameState]
    kernels: Kernels
    actions: ActionLayout
    fields: Fields
    text: Texts
    make_setup: Callable[[Game, str | Mapping[str, Any], Mapping[str, Any], str], Setup]
    """Called by `configure`."""
    phases: Labels
    events: Labels = ()
    scenarios: tuple[str, ...] = ()
    """By default those in ``files``, or only `STANDARD`."""
    default: str = ""
    """The default scenario; if left out, the first."""
    files: Path | None = None
    """The folder with a file ``NAME.toml`` per scenario, if scenarios are files."""
    positions: Positions | None = None
    pictures: Pictures | None = None
    """Pictures of the table; by default the lines of ``text.render``."""
    plans: Plans | None = None
    """Pictures of a scenario's map, if the game has maps."""
    decks: Decks | None = None
    """The decks of the sides, if each brings its own."""
    rules_version: str = "1"
    variant: str = ""
    """Part of the names of its policies, if another game has the same id and scenarios, but other layouts."""
    exits: tuple[Actions, ...] = ()
    """Actions that end a game at once, which a random player should seldom choose."""
    parts: tuple[Game, ...] = ()
    """Games whose records are nested in this one's and whose rules its rules call."""
    called: Mapping[str, str] = field(default_factory=dict)
    """The names of sides and roles inside a sentence, with their article; by default ``the`` and the name."""
    person: str = ""
    """The default role of a person; if left out, the last."""
    wins: Mapping[str, Any] = field(default_factory=dict)
    """The options under which returns are wins and losses, if the game has other payoffs, too."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """The meanings of single actions, by label, that differ from the meaning of their range."""
    pieces: Callable[[Setup], Sequence[Piece]] | None = None
    """Returns the named parts of a setup, with the actions that use them."""
    signals: Callable[[Setup], Signals] | None = None
    """Returns the observation's fields for the progress of a game and the number of hidden cards."""

    def __post_init__(self) -> None:
        found = () if self.files is None else scenario_names(self.files)
        object.__setattr__(self, "scenarios", self.scenarios or found or (STANDARD,))
        object.__setattr__(self, "default", self.default or self.scenarios[0])
        register(self.id, self.state.dtype, self.kernels)

    def __deepcopy__(self, memo: object) -> Game:
        return self  # nobody changes it

    @cached_property
    def phase_names(self) -> dict[int, str]:
        """The names of phases by the number in a state's ``phase``."""
        return labels_of(self.phases)

    @cached_property
    def event_names(self) -> dict[int, str]:
        """The names of events by their kind."""
        return labels_of(self.events)

    @cached_property
    def event_sounds(self) -> dict[str, Sound]:
        """The sounds of events by their names; silent events are left out."""
        sounds = {self.event_names[int(x)]: x.sound for x in self.events if isinstance(x, Events)}
        return {name: sound for name, sound in sounds.items() if sound}

    def configure(
        self,
        scenario: str | Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        name: str = CUSTOM,
    ) -> Setup:
        """Return the setup for a scenario and options.

        Args:
            scenario: the name of a shipped scenario; a file, if the game reads files (a path or `names.Typed`: a plain
                text opens none); or plain data. The default scenario if left out.
            options: values by name.
            name: the name of a scenario given as plain data.

        Raises:
            InvalidConfig: there is no such scenario or option, or a field is wrong.
        """
        if scenario is not None and not isinstance(scenario, str | Mapping | PathLike):
            raise InvalidConfig(
                f"scenario is {scenario!r}; it must be a scenario's name, the path of a file, or its data by name."
            )
        if "seed" in (options or {}):
            raise InvalidConfig(
                "seed is not an option of a game; it belongs to what deals: env.reset(seed=3), Table.deal(seed=3), "
                "Batch(seed=3), make_solo(seed=3) and the like."
            )
        return self.make_setup(self, self.default if scenario is None else scenario, options or {}, name)

    def meaning(self, label: str) -> str:
        """Return the meaning of an action without clause numbers: its note, else the meaning of its range."""
        if label in self.notes:
            return self.notes[label]
        found = [act.range.meaning for act in self.actions.acts if label in act.range.labels]
        return without_clauses(found[0]) if found else ""

    @property
    def folder(self) -> Path:
        """The folder of the game's package."""
        return Path(sys.modules[self.kernels.setup.__module__].__file__ or "").resolve().parent

    @cached_property
    def clauses(self) -> dict[str, str]:
        """The clauses of the game's ``RULES.md`` by their ids."""
        parts = [part.clauses for part in self.parts]
        return {
            key: text for own in (*parts, read_clauses(self.folder / "RULES.md")) for key, text in own.items()
        }

    def entries(self, setup: Setup | None = None) -> Sequence[Entry]:
        """Return the glossary: the game's terms, and those that a setup (None: the shipped content) defines."""
        found: Sequence[Entry] = words_of(self.text, "glossary")(setup)
        return found

    def look_up(self, text: str, setup: Setup | None = None) -> list[Entry]:
        """Look up a clause (``TS-42``) or a term; return the entries with that name, else those with similar names."""
        clause = clause_id(text)
        if clause in self.clauses:
            return [Entry(clause, tr("clause"), tr(self.clauses[clause]), is_rule=True)]
        return find_entries(text, self.entries(setup))

    def allocate(self, n: int) -> np.ndarray:
        """Return ``n`` zeroed states."""
        return allocate(self.state.dtype, n)

    def need_files(self, what: str) -> Path:
        """Return the folder of the scenarios' files.

        Args:
            what: the caller's name in the error message.

        Raises:
            InvalidConfig: the game's scenarios are not files.
        """
        if self.files is None:
            have = ", ".join(self.scenarios)
            raise InvalidConfig(
                f"{what} needs a game whose scenarios are files; those of {self.id}, {have}, are not."
            )
        return self.files

    def need_plans(self, what: str) -> Plans:
        """Return the pictures of the game's maps.

        Args:
            what: the caller's name in the error message.

        Raises:
            InvalidConfig: the game has no maps.
        """
        if self.plans is None:
            raise InvalidConfig(f"{what} needs a game that is played on a map; {self.id} is not.")
        return self.plans

    def need_decks(self, what: str) -> Decks:
        """Return the decks of the game's sides.

        Args:
            what: the caller's name in the error message.

        Raises:
            InvalidConfig: the game's sides do not bring decks.
        """
        if self.decks is None:
            raise InvalidConfig(f"{what} needs a game in which every side brings a deck; {self.id} is not.")
        return self.decks

    def need_positions(self, what: str) -> Positions:
        """Return the conversion between states and positions.

        Args:
            what: the caller's name in the error message.

        Raises:
            InvalidPosition: the game has none.
        """
        if self.positions is None:
            raise InvalidPosition(f"{what} needs positions, and {self.id} has none; deal a game from a seed.")
        return self.positions


def refuse_unknown(
    game: Game, scenario: object, options: Mapping[str, Any], known: Sequence[str] = ()
) -> None:
    """Raise if a game without scenario files does not know a scenario or an option.

    Args:
        game: the game.
        scenario: a scenario's name; plain data is accepted.
        options: options by name.
        known: the names of the game's options.

    Raises:
        InvalidConfig: there is no such scenario or option.
    """
    if not isinstance(scenario, Mapping) and scenario not in game.scenarios:
        near = did_you_mean(str(scenario), game.scenarios)
        raise InvalidConfig(
            f"'{scenario}' is not a scenario of {game.id}{near}; give one of {', '.join(game.scenarios)}."
        )
    for name in options:
        if name not in known:
            have = f"the options are {', '.join(known)}" if known else f"{game.id} has none"
            raise InvalidConfig(f"'{name}' is not an option{did_you_mean(name, known) or '; ' + have}.")
