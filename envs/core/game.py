"""The contract that a game's folder fills."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from throwdown.envs.core.actions import ActionLayout
from throwdown.envs.core.calls import Kernels, register
from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.errors import InvalidConfig, InvalidPosition, did_you_mean, how_many
from throwdown.envs.core.events import Happening, make_out
from throwdown.envs.core.observations import Fields
from throwdown.envs.core.records import allocate
from throwdown.envs.core.scene import Scene
from throwdown.envs.core.signals import Signals
from throwdown.envs.core.state import GameState
from throwdown.envs.core.texts import Description, Entry, Lesson, clause_id, find_entries, read_clauses

if TYPE_CHECKING:
    from pydantic import BaseModel

CUSTOM = "custom"
"""The name of a scenario that is given as plain data."""
STANDARD = "standard"
"""The name of the only scenario of a game that has no choice."""

_CLAUSES = re.compile(r" \([A-Z]{1,3}-\d+[^)]*\)")

Labels = Sequence[str] | Sequence[IntEnum] | type[IntEnum]
"""Names of numbered things: texts in their order from 0 on, or members of enums, which may have a ``label``."""


def labels_of(names: Labels) -> dict[int, str]:
    """Return the texts of numbered things by their numbers."""
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
        """Return the table as ``viewer`` (None: everything) sees it, in a few lines."""

    def explain(self, s: Any, action: int, setup: Setup) -> str:
        """Return one sentence that says why an illegal action is illegal now."""

    def narrate(self, event: Happening, setup: Setup) -> str:
        """Return one sentence for an event."""

    def view(self, s: Any, viewer: int | None, setup: Setup) -> dict[str, Any]:
        """Return what ``viewer`` may know as plain data."""

    def prompt(self, s: Any, setup: Setup) -> str:
        """Return one line that says who decides what."""

    def help(self, s: Any) -> str:
        """Return the rules of what is being decided."""


REQUIRED = ("render", "explain", "narrate", "view", "prompt", "help")
"""The functions of `Texts`."""


class MoreTexts:
    """What words may add, each a function of the same name: here is what holds for games that do not."""

    def describe(self, s: Any, action: int, setup: Setup) -> Description:
        """Return what an action of the seat to move is to people; of illegal ones the name counts."""
        label = setup.game.actions.labels[action]
        name, _, what = label.partition(" ")
        return Description(name.capitalize(), what, "", setup.game.meaning(label))

    def forced(self, s: Any, setup: Setup) -> str:
        """Return one sentence that says why the seat to move has but the one legal action."""
        return tr("It is the only legal choice.")

    any_hand: Callable[[Any], None] | None = None
    """``any_hand(s)`` lets the seat to move of a copy hold whatever it might: what is legal then is known to everybody.

    Without it, others are told what is legal in some of the deals that they cannot tell apart.
    """

    def ending(self, s: Any, setup: Setup) -> Mapping[str, Any]:
        """Return how a game that is over ended: ``score``, points by side, more being better; ``stage``, ``result``."""
        return {}

    def decided(self, s: Any, setup: Setup) -> str:
        """Return one sentence that says what decided a game that is over; none where there is nothing to say."""
        return ""

    def turning(self) -> Sequence[str]:
        """Return the kinds of events that tell, after a game, why it ended as it did."""
        return ()

    def chapters(self) -> Sequence[str]:
        """Return the kinds of events that begin a chapter of a long game, such as a scene or a round."""
        return ()

    def goal(self, seat: int, setup: Setup) -> str:
        """Return one sentence that says what a seat plays for."""
        return ""

    def summary(self, setup: Setup) -> str:
        """Return what a scenario is made of in a few words, for who chooses one."""
        return ""

    def motive(self, event: Happening, setup: Setup) -> str:
        """Return what a move is for that an event tells of, in the words of the rules; from what the event shows."""
        return ""

    def lessons(self, s: Any, setup: Setup) -> Sequence[Lesson]:
        """Return what this moment can teach the seat to move, from what it may know, the most urgent first.

        Where nothing fits, the rules of the decision are told when it first comes up.
        """
        return ()

    def glossary(self, setup: Setup | None) -> Sequence[Entry]:
        """Return what may be looked up: the game's words, and what a setup (None: what ships) defines."""
        return ()


def words_of(text: Texts, name: str) -> Any:
    """Return one of the functions of `MoreTexts`, the game's own if it has one."""
    return getattr(text, name, None) or getattr(MoreTexts(), name)


class Pictures(Protocol):
    """What a game's pictures show: a module or an object with this function."""

    def scene(self, s: Any, viewer: int | None, setup: Setup) -> Scene:
        """Return the table as ``viewer`` (None: everything) sees it."""


class Plans(Protocol):
    """What is drawn of a scenario before it is dealt: a module or an object with this function."""

    def plan(self, setup: Setup, start: str) -> Scene:
        """Return what a scenario is played on, as it looks from a place named ``start`` (empty: the game's choice)."""


@dataclass(frozen=True)
class DeckList:
    """A deck that a side of a scenario plays with.

    Attributes:
        title: what people call it.
        cards: the copies of every card, by what people call it.
        others: cards that it does not have and could take.
    """

    title: str
    cards: Mapping[str, int]
    others: tuple[str, ...] = ()


class Decks(Protocol):
    """The decks of a game in which every side brings its own: a module or an object with these functions.

    A scenario gives a side its deck in the field of the side's name.
    """

    def decks(self, setup: Setup) -> Mapping[str, DeckList]:
        """Return the decks that a scenario is played with, by side."""

    def shelf(self, setup: Setup) -> Mapping[str, tuple[str, ...]]:
        """Return the names of the decks that could take their places, by side."""

    def find(self, name: str) -> tuple[str, Any]:
        """Return whose deck one of that name (or file) is, and what a scenario says to play with it.

        Raises:
            InvalidConfig: there is no such deck.
        """

    def swapped(self, setup: Setup, side: str, out: str, into: str) -> Setup:
        """Return a scenario in which one copy of a card of a side's deck is another card.

        Raises:
            InvalidConfig: the deck would break a rule.
        """


class Positions(Protocol):
    """A game's situations as plain data, for who wants to set one up: a module or an object with these.

    Attributes:
        Position: what a position may say, a pydantic model.
        to_position: ``to_position(s, setup)`` writes a whole state down.
        from_position: ``from_position(position, setup, s)`` sets a state up that holds the configuration.
    """

    Position: type[BaseModel]
    to_position: Callable[[Any, Setup], BaseModel]
    from_position: Callable[[Any, Setup, Any], None]


class _LazyModule:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)

    def __reduce__(self) -> tuple[Any, ...]:
        return _LazyModule, (self._name,)


def lazy(name: str) -> Any:
    """Return a stand-in for a module that imports it on first use: many programs never need it."""
    return _LazyModule(name)


@dataclass(frozen=True)
class Piece:
    """Something in a scenario that has a name and that somebody may use, such as an ability.

    Attributes:
        name: what people call it.
        kind: what sort of thing it is, such as ``Tech``.
        owner: whose it is, such as the name of a playbook; empty if it is nobody's own.
        seats: the seats that may use it.
        actions: the actions by which they do.
        phases: the phases, as numbers, in which these actions use it, where others are something else; empty: all.
    """

    name: str
    kind: str
    owner: str
    seats: tuple[int, ...]
    actions: tuple[int, ...]
    phases: tuple[int, ...] = ()


@dataclass(frozen=True)
class Setup:
    """A game with one scenario and its options, ready to be dealt.

    Attributes:
        game: the game.
        scenario: the scenario's name.
        seats: agent names in seat order, such as ``player_0``, ``player_1``.
        roles: the role of every seat: seats of one role can be played by one policy.
        sides: the side of every seat: seats of one side win and lose together, and get the same return. By default
            every role is a side.
        people: the name that people read for every seat; by default made of the seat's name.
        zero_sum: whether the returns of the sides add up to 0.
        knows_alike: whether the seats of a side know the same of all cards, so that a side is one player.
        template: shape (1,), a state that holds the configuration only.
        config: the validated configuration, as plain data that `Game.configure` accepts again.
        options: the options it was made with.
        counts: how many blocks of the observation layout there are, by thing (see `observations.Fields`).
        content: int16, at most `events.MAX_CONTENT` numbers: what the scenario defines, as the rules read it in
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

    @property
    def teams(self) -> dict[str, tuple[int, ...]]:
        """The seats of every side, sides in the order of their first seats."""
        names = dict.fromkeys(self.sides)
        return {name: tuple(p for p, side in enumerate(self.sides) if side == name) for name in names}

    def opponents(self, what: str) -> tuple[str, str]:
        """Return the names of the two sides of a game in which one side wins what the other loses.

        Args:
            what: who asks, for the sentence.

        Raises:
            InvalidConfig: the game has another number of sides, or is not zero-sum.
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
        """Return what texts call a side, role or seat inside a sentence, such as ``the first player``."""
        return self.game.called.get(name, f"the {name.replace('_', ' ')}")

    @property
    def width(self) -> int:
        """Width of an observation."""
        return self.game.fields.width(self.counts)

    def describe(self, observation: Any) -> dict[str, int]:
        """Return every number of an observation by its name, in the order of the layout.

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
        actions = self.game.actions
        exits = [actions.first(name) for name in self.game.exits]
        return make_out(actions.starts, self.width, room, exits, self.content)


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its state, rules, layouts and words. What has a default a game may do without."""

    id: str
    title: str
    state: type[GameState]
    kernels: Kernels
    actions: ActionLayout
    fields: Fields
    text: Texts
    make_setup: Callable[[Game, str | Mapping[str, Any], Mapping[str, Any], str], Setup]
    """What `configure` calls."""
    phases: Labels
    events: Labels = ()
    scenarios: tuple[str, ...] = (STANDARD,)
    default: str = ""
    """The scenario that is played if none is named: by default the first."""
    files: Path | None = None
    """The folder that holds a file ``NAME.toml`` for every scenario, in a game that reads scenarios from files."""
    positions: Positions | None = None
    pictures: Pictures | None = None
    """What is drawn; by default the lines of ``text.render``."""
    plans: Plans | None = None
    """What is drawn of a scenario, in a game that is played on a map."""
    decks: Decks | None = None
    """The decks of the sides, in a game in which every side brings its own."""
    rules_version: str = "1"
    exits: tuple[str, ...] = ()
    """Actions that end a game at once: what a random player should seldom do."""
    parts: tuple[Game, ...] = ()
    """Games whose records lie in this one's and whose rules its own call, through `legal`, `apply` and so on."""
    called: Mapping[str, str] = field(default_factory=dict)
    """What texts call sides and roles, with an article where there is one; by default ``the`` and the name."""
    person: str = ""
    """The role that a person takes unless they say otherwise; by default the last."""
    wins: Mapping[str, Any] = field(default_factory=dict)
    """The options under which returns say who won, where a game can also pay otherwise."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What single actions mean, by their labels, where the meaning of their range does not tell."""
    pieces: Callable[[Setup], Sequence[Piece]] | None = None
    """What in a setup has a name of its own, and the actions that use it."""
    signals: Callable[[Setup], Signals] | None = None
    """What fields of the observation say how far a game has come, and how many cards are hidden."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "default", self.default or self.scenarios[0])
        register(self.id, self.state.dtype, self.kernels)

    def __deepcopy__(self, memo: object) -> Game:
        return self  # nobody changes it

    @cached_property
    def phase_names(self) -> dict[int, str]:
        """What is being decided, by the number in a state's ``phase``."""
        return labels_of(self.phases)

    @cached_property
    def event_names(self) -> dict[int, str]:
        """What can happen, by the kind of an event."""
        return labels_of(self.events)

    def configure(
        self,
        scenario: str | Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        name: str = CUSTOM,
    ) -> Setup:
        """Return the setup of a scenario with options.

        Args:
            scenario: a shipped scenario's name, a file where the game reads files (a path, or `names.Typed`: a plain
                text opens none), or plain data; the default one if left out.
            options: values by name.
            name: what plain data is called.

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
        """Return what an action means, without clauses: the note on it, or the meaning of its range."""
        if label in self.notes:
            return self.notes[label]
        found = [r.meaning for page in self.actions.pages for r in page if label in r.labels]
        return _CLAUSES.sub("", found[0]) if found else ""

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
        """Return what people may look up: words, and what a setup (None: what ships with the game) defines."""
        found: Sequence[Entry] = words_of(self.text, "glossary")(setup)
        return found

    def look_up(self, text: str, setup: Setup | None = None) -> list[Entry]:
        """Return what a text means: a clause (``TS-42``), or the entries of that name, or of similar ones."""
        clause = clause_id(text)
        if clause in self.clauses:
            return [Entry(clause, tr("clause"), tr(self.clauses[clause]))]
        return find_entries(text, self.entries(setup))

    def allocate(self, n: int) -> np.ndarray:
        """Return ``n`` zeroed states."""
        return allocate(self.state.dtype, n)

    def need_files(self, what: str) -> Path:
        """Return the folder of the scenarios' files.

        Args:
            what: who asks, for the sentence.

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
        """Return what draws the game's scenarios.

        Args:
            what: who asks, for the sentence.

        Raises:
            InvalidConfig: the game is played on no map.
        """
        if self.plans is None:
            raise InvalidConfig(f"{what} needs a game that is played on a map; {self.id} is not.")
        return self.plans

    def need_decks(self, what: str) -> Decks:
        """Return what knows the game's decks.

        Args:
            what: who asks, for the sentence.

        Raises:
            InvalidConfig: the sides of the game bring no decks.
        """
        if self.decks is None:
            raise InvalidConfig(f"{what} needs a game in which every side brings a deck; {self.id} is not.")
        return self.decks

    def need_positions(self, what: str) -> Positions:
        """Return the game's positions.

        Args:
            what: who asks, for the sentence.

        Raises:
            InvalidPosition: the game has none.
        """
        if self.positions is None:
            raise InvalidPosition(f"{what} needs positions, and {self.id} has none; deal a game from a seed.")
        return self.positions


def refuse_unknown(
    game: Game, scenario: object, options: Mapping[str, Any], known: Sequence[str] = ()
) -> None:
    """Refuse what a game without files of scenarios does not know.

    Args:
        game: the game.
        scenario: a scenario's name, or plain data, which passes.
        options: options by name.
        known: the names of the options that there are.

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
