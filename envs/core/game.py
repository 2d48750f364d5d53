"""The contract that a game's folder fills, and how the kit's loops reach a game's kernels.

The loops in `batch` call ``setup(s)``, ``legal(s, out)`` … of this module. Compiled, each is an overload on the record
type, so that one loop serves every game and stays in Numba's cache; in plain Python it looks the game up by its dtype.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import llvmlite.binding
import numba
import numpy as np
from numba.core import types
from numba.extending import intrinsic, overload

from throwdown.envs.core.actions import ActionLayout
from throwdown.envs.core.events import OUT, Event, make_out
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

    @property
    def width(self) -> int:
        """Width of an observation."""
        return self.game.fields.width(self.slots)

    def seat(self, name: str) -> int:
        """Return the seat of an agent's name."""
        return self.seats.index(name)

    def make_out(self, room: int = 0) -> np.ndarray:
        """Return an empty record of `events.OUT` for this setup; it keeps up to ``room`` events.

        Whoever plays needs one, so the rules are compiled or loaded here.
        """
        for game in (*self.game.parts, self.game):
            _compile(game.state)
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
    configure: Callable[[str | Mapping[str, Any], Mapping[str, Any]], Setup]
    scenarios: tuple[str, ...]
    position_model: type[BaseModel]
    to_position: Callable[[Any, Setup], BaseModel]
    from_position: Callable[[BaseModel, Setup, Any], None]
    rules_version: str
    exits: tuple[str, ...] = ()
    """Actions that end a game at once: what a random player should seldom do."""
    parts: tuple[Game, ...] = ()
    """Games whose records lie in this one's and whose rules its own call, through `legal`, `apply` and so on."""

    def __post_init__(self) -> None:
        _KERNELS[_key(self.state)] = self.kernels

    def allocate(self, n: int) -> np.ndarray:
        """Return ``n`` zeroed states."""
        states = np.zeros(n, self.state)
        return states if IS_COMPILED else states.view(np.recarray)


_KERNELS: dict[tuple[Any, ...], Kernels] = {}
_READY: set[str] = set()


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


# Setup, legality, a move and observation are compiled once per game into functions that the loops call by name. Linked
# into every loop, they would be optimised anew for each.

_ONE = types.void(types.voidptr, types.voidptr)
_TWO = types.void(types.voidptr, types.int64, types.voidptr)
_SIGNATURES = {"setup": _ONE, "legal": _ONE, "apply": _TWO, "observe": _TWO}


@intrinsic
def _address(typingctx: Any, record: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], context.get_value_type(types.voidptr))

    return types.voidptr(record), code


def _symbol(dtype: np.dtype, name: str) -> str:
    digest = hashlib.sha256(repr(_key(dtype)).encode()).hexdigest()[:16]
    return f"throwdown_{name}_{digest}"


def _external(s: types.Record, name: str) -> types.ExternalFunction:
    return types.ExternalFunction(_symbol(numba.np.numpy_support.as_dtype(s), name), _SIGNATURES[name])


def _c_setup(states: Any, outs: Any) -> None:
    _rule_setup(numba.carray(states, 1)[0], numba.carray(outs, 1)[0])


def _c_legal(states: Any, outs: Any) -> None:
    _rule_legal(numba.carray(states, 1)[0], numba.carray(outs, 1)[0])


def _c_apply(states: Any, action: Any, outs: Any) -> None:
    _rule_apply(numba.carray(states, 1)[0], action, numba.carray(outs, 1)[0])


def _c_observe(states: Any, viewer: Any, outs: Any) -> None:
    _rule_observe(numba.carray(states, 1)[0], viewer, numba.carray(outs, 1)[0])


def _rule_setup(s: Any, out: Any) -> None:
    raise NotImplementedError


def _rule_legal(s: Any, out: Any) -> None:
    raise NotImplementedError


def _rule_apply(s: Any, action: Any, out: Any) -> None:
    raise NotImplementedError


def _rule_observe(s: Any, viewer: Any, out: Any) -> None:
    raise NotImplementedError


@overload(_rule_setup)
def _own_setup(s: Any, out: Any) -> Any:
    rule = _typed(s).setup

    def compiled(s: Any, out: Any) -> Any:
        return rule(s, out)

    return compiled


@overload(_rule_legal)
def _own_legal(s: Any, out: Any) -> Any:
    rule = _typed(s).legal

    def compiled(s: Any, out: Any) -> Any:
        return rule(s, out)

    return compiled


@overload(_rule_apply)
def _own_apply(s: Any, action: Any, out: Any) -> Any:
    rule = _typed(s).apply

    def compiled(s: Any, action: Any, out: Any) -> Any:
        return rule(s, action, out)

    return compiled


@overload(_rule_observe)
def _own_observe(s: Any, viewer: Any, out: Any) -> Any:
    rule = _typed(s).observe

    def compiled(s: Any, viewer: Any, out: Any) -> Any:
        return rule(s, viewer, out)

    return compiled


def _compile(dtype: np.dtype) -> None:
    """Compile a game's rules, or load them, and let the linker know them by name."""
    symbol = _symbol(dtype, "")
    if not IS_COMPILED or symbol in _READY:
        return
    pointer = types.CPointer  # type: ignore[attr-defined]
    state, out = pointer(numba.from_dtype(dtype)), pointer(numba.from_dtype(OUT))
    one, two = types.void(state, out), types.void(state, types.int64, out)
    wrappers = {
        "setup": (_c_setup, one),
        "legal": (_c_legal, one),
        "apply": (_c_apply, two),
        "observe": (_c_observe, two),
    }
    for name, (function, signature) in wrappers.items():
        compiled = numba.cfunc(signature, cache=True, error_model="numpy")(function)
        llvmlite.binding.add_symbol(_symbol(dtype, name), compiled.address)
        _COMPILED.append(compiled)
    _READY.add(symbol)


_COMPILED: list[Any] = []


@overload(setup)
def _setup(s: Any, out: Any) -> Any:
    call = _external(s, "setup")

    def compiled(s: Any, out: Any) -> Any:
        return call(_address(s), _address(out))

    return compiled


@overload(legal)
def _legal(s: Any, out: Any) -> Any:
    call = _external(s, "legal")

    def compiled(s: Any, out: Any) -> Any:
        return call(_address(s), _address(out))

    return compiled


@overload(apply)
def _apply(s: Any, action: Any, out: Any) -> Any:
    call = _external(s, "apply")

    def compiled(s: Any, action: Any, out: Any) -> Any:
        return call(_address(s), action, _address(out))

    return compiled


@overload(observe)
def _observe(s: Any, viewer: Any, out: Any) -> Any:
    call = _external(s, "observe")

    def compiled(s: Any, viewer: Any, out: Any) -> Any:
        return call(_address(s), viewer, _address(out))

    return compiled


@overload(returns)
def _returns(s: Any, out: Any) -> Any:
    rule = _typed(s).returns

    def compiled(s: Any, out: Any) -> Any:
        return rule(s, out)

    return compiled


@overload(redeal)
def _redeal(s: Any, viewer: Any) -> Any:
    rule = _typed(s).redeal

    def compiled(s: Any, viewer: Any) -> Any:
        return rule(s, viewer)

    return compiled
