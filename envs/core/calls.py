"""How the kit's loops reach a game's rules.

The loops in `batch` call ``setup(s, out)``, ``legal(s, out)`` … of this module. Compiled, each is an overload on the
record type, so that one loop serves every game and stays in Numba's cache; in plain Python it looks the game up by its
dtype.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

import llvmlite.binding
import numba
import numpy as np
from numba.core import types
from numba.extending import intrinsic, overload

from throwdown.envs.core.events import Out
from throwdown.envs.core.jit import CACHE_DIR, IS_COMPILED


class Kernels(NamedTuple):
    """A game's rules as kernels over one record ``s``.

    ``out`` is a record of `events.Out`. ``s`` has at least the fields ``phase``, ``seat``, ``over`` and ``rng``
    (see `state.GameState`).
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


_KERNELS: dict[tuple[Any, ...], Kernels] = {}
_READY: set[str] = set()


def _key(dtype: np.dtype) -> tuple[Any, ...]:
    return (dtype.names, dtype.itemsize)


def register(dtype: np.dtype, kernels: Kernels) -> None:
    """Let the loops find the rules over a record type."""
    _KERNELS[_key(dtype)] = kernels


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


def compile_rules(dtype: np.dtype) -> None:
    """Compile the rules over a record type, or load them, and let the linker know them by name."""
    symbol = _symbol(dtype, "")
    if not IS_COMPILED or symbol in _READY:
        return
    numba.config.CACHE_DIR = str(CACHE_DIR)
    pointer = types.CPointer  # type: ignore[attr-defined]
    state, out = pointer(numba.from_dtype(dtype)), pointer(numba.from_dtype(Out.dtype))
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
