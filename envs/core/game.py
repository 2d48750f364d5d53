"""The contract that a game's folder fills, and how the kit's loops reach a game's kernels.

The loops in `batch` call ``setup(s)``, ``legal(s, out)`` … of this module. Compiled, each is an overload on the record
type, so that one loop serves every game and stays in Numba's cache; in plain Python it looks the game up by its dtype.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numba
import numpy as np
from numba.core import types
from numba.extending import overload

from throwdown.envs.core.actions import ActionLayout
from throwdown.envs.core.events import Event
from throwdown.envs.core.fields import Fields
from throwdown.envs.core.jit import IS_COMPILED

if TYPE_CHECKING:
    from pydantic import BaseModel


class Kernels(NamedTuple):
    """A game's rules as kernels over one record ``s``.

    ``out`` is a record of `events.OUT`. ``s`` has at least the fields ``phase``, ``seat``, ``over`` and ``rng``
    (`rng.STREAM`).
    """

    setup: Callable[[Any, Any], None]
    """``setup(s, out)``: deal a new game from the configuration in ``s`` and its stream."""
    legal: Callable[[Any, Any], None]
    """``legal(s, out)``: write the legal set of the seat to move into ``out.words``."""
    apply: Callable[[Any, int, Any], None]
    """``apply(s, action, out)``: play a legal action up to the next decision, and out its events."""
    returns: Callable[[Any, Any], None]
    """``returns(s, out)``: write every seat's return (float32, shape (seats,))."""
    observe: Callable[[Any, int, Any], None]
    """``observe(s, viewer, out)``: write what ``viewer`` knows into ``out.row``."""
    redeal: Callable[[Any, int], None]
    """``redeal(s, viewer)``: resample all that ``viewer`` cannot know, uniformly over consistent deals."""


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
        roles: the role of every seat: ``coach`` or ``pilot``.
        slots: Pilot slots of the observation layout.
        template: shape (1,), a state that holds the configuration only.
        config: the validated configuration, as plain data that `Game.configure` accepts again.
        options: the options it was made with.
    """

    game: Game
    scenario: str
    seats: tuple[str, ...]
    roles: tuple[str, ...]
    slots: int
    template: np.ndarray
    config: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """Width of an observation."""
        return self.game.fields.width(self.slots)

    def seat(self, name: str) -> int:
        """Return the seat of an agent's name."""
        return self.seats.index(name)


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
    configure: Callable[[str | Mapping[str, Any], Mapping[str, Any]], Setup]
    scenarios: tuple[str, ...]
    position_model: type[BaseModel]
    to_position: Callable[[Any, Setup], BaseModel]
    from_position: Callable[[BaseModel, Setup, Any], None]
    rules_version: str
    exits: tuple[str, ...] = ()
    """Actions that end a game at once: what a random player should seldom do."""

    def __post_init__(self) -> None:
        _KERNELS[_key(self.state)] = self.kernels

    def allocate(self, n: int) -> np.ndarray:
        """Return ``n`` zeroed states."""
        states = np.zeros(n, self.state)
        return states if IS_COMPILED else states.view(np.recarray)


_KERNELS: dict[tuple[Any, ...], Kernels] = {}


def _key(dtype: np.dtype) -> tuple[Any, ...]:
    return (dtype.names, dtype.itemsize)


def _typed(s: types.Record) -> Kernels:
    return _KERNELS[_key(numba.np.numpy_support.as_dtype(s))]


def setup(s: Any, out: Any) -> None:
    """Deal a new game."""
    _KERNELS[_key(s.dtype)].setup(s, out)


def legal(s: Any, out: Any) -> None:
    """Write the legal set."""
    _KERNELS[_key(s.dtype)].legal(s, out)


def apply(s: Any, action: int, out: Any) -> None:
    """Play a legal action."""
    _KERNELS[_key(s.dtype)].apply(s, action, out)


def returns(s: Any, out: Any) -> None:
    """Write every seat's return."""
    _KERNELS[_key(s.dtype)].returns(s, out)


def observe(s: Any, viewer: int, out: Any) -> None:
    """Write what ``viewer`` knows."""
    _KERNELS[_key(s.dtype)].observe(s, viewer, out)


def redeal(s: Any, viewer: int) -> None:
    """Resample what ``viewer`` cannot know."""
    _KERNELS[_key(s.dtype)].redeal(s, viewer)


@overload(setup)
def _setup(s: Any, out: Any) -> Any:
    rule = _typed(s).setup

    def call(s: Any, out: Any) -> Any:
        return rule(s, out)

    return call


@overload(legal)
def _legal(s: Any, out: Any) -> Any:
    rule = _typed(s).legal

    def call(s: Any, out: Any) -> Any:
        return rule(s, out)

    return call


@overload(apply)
def _apply(s: Any, action: Any, out: Any) -> Any:
    rule = _typed(s).apply

    def call(s: Any, action: Any, out: Any) -> Any:
        return rule(s, action, out)

    return call


@overload(returns)
def _returns(s: Any, out: Any) -> Any:
    rule = _typed(s).returns

    def call(s: Any, out: Any) -> Any:
        return rule(s, out)

    return call


@overload(observe)
def _observe(s: Any, viewer: Any, out: Any) -> Any:
    rule = _typed(s).observe

    def call(s: Any, viewer: Any, out: Any) -> Any:
        return rule(s, viewer, out)

    return call


@overload(redeal)
def _redeal(s: Any, viewer: Any) -> Any:
    rule = _typed(s).redeal

    def call(s: Any, viewer: Any) -> Any:
        return rule(s, viewer)

    return call
