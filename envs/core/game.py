"""The contract that a game's folder fills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from throwdown.envs.core.actions import ActionLayout
from throwdown.envs.core.calls import Kernels, compile_rules, register
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.events import Event, make_out
from throwdown.envs.core.fields import Fields
from throwdown.envs.core.records import allocate
from throwdown.envs.core.signals import Signals

if TYPE_CHECKING:
    from pydantic import BaseModel

CUSTOM = "custom"
"""The name of a scenario that is given as plain data."""


class Texts(Protocol):
    """A game's words: a module ``text`` with these functions."""

    def render(self, s: Any, viewer: int | None, setup: Setup) -> str:
        """Return the table as ``viewer`` (None: everything) sees it, in a few lines."""

    def explain(self, s: Any, action: int, setup: Setup) -> str:
        """Return one sentence that says why an illegal action is illegal now."""

    def narrate(self, event: Event, setup: Setup) -> str:
        """Return one sentence for an event."""

    def view(self, s: Any, viewer: int | None, setup: Setup) -> dict[str, Any]:
        """Return what ``viewer`` may know as plain data."""

    def prompt(self, s: Any, setup: Setup) -> str:
        """Return one line that says who decides what."""

    def help(self, s: Any) -> str:
        """Return the rules of what is being decided."""


@dataclass(frozen=True)
class Setup:
    """A game with one scenario and its options, ready to be dealt.

    Attributes:
        game: the game.
        scenario: the scenario's name.
        seats: agent names in seat order: ``coach_0``, ``pilot_0``, …
        roles: the role of every seat: seats of one role can be played by one policy.
        sides: the side of every seat: seats of one side win and lose together, and get the same return. By default
            every role is a side.
        zero_sum: whether the returns of the sides add up to 0.
        knows_alike: whether the seats of a side know the same of all cards, so that a side is one player.
        slots: Pilot slots of the observation layout.
        template: shape (1,), a state that holds the configuration only.
        config: the validated configuration, as plain data that `Game.configure` accepts again.
        options: the options it was made with.
        book: int16, at most `events.BOOK` numbers: what the scenario defines, as the rules read it in ``out.book``.
    """

    game: Game
    scenario: str
    seats: tuple[str, ...]
    roles: tuple[str, ...]
    slots: int
    template: np.ndarray
    config: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    book: np.ndarray | None = None
    sides: tuple[str, ...] = ()
    zero_sum: bool = True
    knows_alike: bool = False

    def __post_init__(self) -> None:
        if not self.sides:
            object.__setattr__(self, "sides", self.roles)

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
            have = "1 side" if len(names) == 1 else f"{len(names)} sides"
            sums = "" if self.zero_sum else " whose returns do not add up to 0"
            raise InvalidConfig(
                f"{what} needs two sides, one of which wins what the other loses; {self.game.id} with scenario "
                f"'{self.scenario}' has {have}{sums}."
            )
        return names[0], names[1]

    def called(self, name: str) -> str:
        """Return what texts call a side, role or seat inside a sentence, such as ``the Pilots``."""
        return self.game.called.get(name, f"the {name.replace('_', ' ')}")

    @property
    def width(self) -> int:
        """Width of an observation."""
        return self.game.fields.width(self.slots)

    def seat(self, name: str) -> int:
        """Return the seat of an agent's name."""
        return self.seats.index(name)

    def make_out(self, room: int = 0) -> np.ndarray:
        """Return an empty record of `events.Out` for this setup; it keeps up to ``room`` events.

        Whoever plays needs one, so the rules are compiled or loaded here.
        """
        for game in (*self.game.parts, self.game):
            compile_rules(game.state)
        actions = self.game.actions
        exits = [actions.first(name) for name in self.game.exits]
        return make_out(actions.starts, room, exits, self.book)


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its state, rules, layouts and words."""

    id: str
    title: str
    state: np.dtype
    kernels: Kernels
    actions: ActionLayout
    fields: Fields
    phases: tuple[str, ...]
    events: tuple[str, ...]
    text: Texts
    make_setup: Callable[[Game, str | Mapping[str, Any], Mapping[str, Any], str], Setup]
    """What `configure` calls."""
    scenarios: tuple[str, ...]
    position_model: type[BaseModel]
    to_position: Callable[[Any, Setup], BaseModel]
    from_position: Callable[[BaseModel, Setup, Any], None]
    rules_version: str
    exits: tuple[str, ...] = ()
    """Actions that end a game at once: what a random player should seldom do."""
    parts: tuple[Game, ...] = ()
    """Games whose records lie in this one's and whose rules its own call, through `legal`, `apply` and so on."""
    called: Mapping[str, str] = field(default_factory=dict)
    """What texts call sides and roles, with an article where there is one; by default ``the`` and the name."""
    signals: Callable[[Setup], Signals] | None = None
    """What fields of the observation say how far a game has come, and how many cards are hidden."""

    def __post_init__(self) -> None:
        register(self.state, self.kernels)

    def configure(
        self, scenario: str | Mapping[str, Any], options: Mapping[str, Any], name: str = CUSTOM
    ) -> Setup:
        """Return the setup of a scenario with options.

        Args:
            scenario: a shipped scenario's name, a file, or plain data.
            options: values by name.
            name: what plain data is called.

        Raises:
            InvalidConfig: there is no such scenario or option, or a field is wrong.
        """
        return self.make_setup(self, scenario, options, name)

    def allocate(self, n: int) -> np.ndarray:
        """Return ``n`` zeroed states."""
        return allocate(self.state, n)
