"""How the kit's loops reach a game's rules.

The loops in `batch` call ``setup(s, out)``, ``legal(s, out)`` … of this module. In plain Python each looks the game up
by the dtype of the record. Compiled, each is a call by a name that follows from the dtype: linked into every loop, a
rule would be optimised anew for each of a dozen. So one loop serves every game, stays in Numba's cache and holds no
game's rules; a rule is compiled, or loaded, together with the first loop that calls it.
"""

import hashlib
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple, TypeVar, cast

import llvmlite.binding
import numba
import numpy as np
from numba.core import types
from numba.core.ccallback import CFunc
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic, overload
from numba.np.arrayobj import populate_array

from throwdown.envs.core.compiler import NO_HEAP, OPTIONS, KernelCompiler, RootCompiler
from throwdown.envs.core.events import Out
from throwdown.envs.core.jit import LINKED, alone, keep
from throwdown.envs.core.records import Record


class Kernels(NamedTuple):
    """A game's rules as kernels over one record ``s`` (see `state.GameState`).

    All they have to say they write into ``out``, a record of `events.Out`.
    """

    setup: Callable[[Any, Any], None]
    """``setup(s, out)``: deal a new game from the configuration in ``s`` and its stream."""
    legal: Callable[[Any, Any], None]
    """``legal(s, out)``: write the legal set of the seat to move into ``out.words``."""
    apply: Callable[[Any, int, Any], None]
    """``apply(s, action, out)``: play a legal action up to the next decision, and out its events."""
    returns: Callable[[Any, Any], None]
    """``returns(s, out)``: write the return of every seat of a finished game into ``out.returns``."""
    observe: Callable[[Any, int, Any, Any], None]
    """``observe(s, viewer, row, out)``: write what ``viewer`` knows into ``row``: int8, shape (width,), all zero."""
    redeal: Callable[[Any, int, Any], None]
    """``redeal(s, viewer, out)``: resample all that ``viewer`` cannot know, uniformly over consistent deals."""


WITH_NUMBER = ("apply", "redeal")
"""The rules that take a number between ``s`` and ``out``; `observe` takes a number and a row there."""


Key = tuple[Any, ...]
_GAMES: dict[Key, tuple[str, Kernels]] = {}
_COMPILED: dict[str, CFunc] = {}


def _key(dtype: np.dtype) -> Key:
    return (dtype.names, dtype.itemsize)


def _symbol(key: Key, name: str) -> str:
    return f"throwdown_{name}_{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}"


def register(id: str, dtype: np.dtype, kernels: Kernels) -> None:
    """Let the loops find a game's rules over a record type.

    Raises:
        TypeError: another game's state has the same fields.
    """
    key = _key(dtype)
    if key in _GAMES:
        known, rules = _GAMES[key]
        if rules != kernels:
            raise TypeError(f"the states of {known} and {id} have the same fields: rename one.")
        id = f"{known}, {id}"
    _GAMES[key] = id, kernels
    for name in Kernels._fields:
        LINKED[_symbol(key, name).encode()] = partial(provide, dtype, name)


def _rules_of(s: types.Record) -> Kernels:
    return _GAMES[_key(numba.np.numpy_support.as_dtype(s))][1]


@intrinsic
def _address(typingctx: Any, record: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], context.get_value_type(types.voidptr))

    return types.voidptr(record), code


@intrinsic
def _start(typingctx: Any, row: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(row)(context, builder, args[0])
        return builder.bitcast(array.data, context.get_value_type(types.voidptr))

    return types.voidptr(row), code


@intrinsic
def _record(typingctx: Any, pointer: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], context.get_value_type(pointer.dtype))

    return pointer.dtype(pointer), code


@intrinsic
def _row(typingctx: Any, pointer: Any, width: Any) -> Any:
    row = types.Array(pointer.dtype, 1, "C")

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(row)(context, builder)
        size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(row.dtype)))
        populate_array(array, args[0], [args[1]], [size], size, None)
        return array._getvalue()

    return row(pointer, types.int64), code


def _between(name: str, row: Any) -> list[Any]:
    """Return the types of what a rule takes between ``s`` and ``out``, where a row is a pointer and a width."""
    if name == "observe":
        return [types.int64, row, types.int64]
    return [types.int64] if name in WITH_NUMBER else []


def _call(name: str) -> Callable[..., None]:
    """Return the function by which loops call a rule."""

    def rule(s: Any, *args: Any) -> None:
        if name == "observe":
            args[1].fill(0)
        getattr(_GAMES[_key(s.dtype)][1], name)(s, *args)

    def external(s: types.Record) -> types.ExternalFunction:
        dtype = numba.np.numpy_support.as_dtype(s)
        provide(dtype, name)
        signature = types.void(types.voidptr, *_between(name, types.voidptr), types.voidptr)
        return types.ExternalFunction(_symbol(_key(dtype), name), signature)

    def call_with_row(s: Any, number: Any, row: Any, out: Any) -> Any:
        call = external(s)
        return lambda s, number, row, out: call(_address(s), number, _start(row), row.size, _address(out))

    def call_with_number(s: Any, number: Any, out: Any) -> Any:
        call = external(s)
        return lambda s, number, out: call(_address(s), number, _address(out))

    def call(s: Any, out: Any) -> Any:
        call = external(s)
        return lambda s, out: call(_address(s), _address(out))

    rule.__name__ = rule.__qualname__ = name  # by which it is found again in a cache
    calling = call_with_row if name == "observe" else call_with_number if name in WITH_NUMBER else call
    overload(rule, strict=False)(calling)
    return rule


setup, legal, apply, returns, observe, redeal = (_call(name) for name in Kernels._fields)


F = TypeVar("F", bound=Callable[..., Any])


def by_record(*rules: tuple[type[Record], F]) -> F:
    """Return a function that calls the kernel that belongs to the class of the record that it is given first.

    So the kernels of a game that holds records of one class can serve another that holds those of a second one.
    """
    found = {_key(record.dtype): rule for record, rule in rules}

    def call(s: Any, *args: Any) -> Any:
        return found[_key(s.dtype)](s, *args)

    def compiled(s: Any, *args: Any) -> Any:
        rule = found[_key(numba.np.numpy_support.as_dtype(s))]
        return lambda s, *args: rule(s, *args)

    overload(call, strict=False, jit_options={"pipeline_class": KernelCompiler, **OPTIONS})(compiled)
    return cast("F", call)


def _own(rule: Any, s: Any) -> Any:
    raise NotImplementedError


@overload(_own, strict=False)
def _own_rule(rule: Any, s: Any) -> Any:
    own = getattr(_rules_of(s), rule.typing_key.__name__)
    return lambda rule, s: own


@cache
def _c_function(name: str) -> Callable[..., None]:
    """Return what the linker knows a rule by: it takes bare pointers."""
    rule = globals()[name]

    def with_row(state: Any, number: Any, row: Any, width: Any, out: Any) -> None:
        s, numbers = _record(state), _row(row, width)
        for j in range(width):
            numbers[j] = 0
        _own(rule, s)(s, number, numbers, _record(out))

    def with_number(state: Any, number: Any, out: Any) -> None:
        s = _record(state)
        _own(rule, s)(s, number, _record(out))

    def without(state: Any, out: Any) -> None:
        s = _record(state)
        _own(rule, s)(s, _record(out))

    return with_row if name == "observe" else with_number if name in WITH_NUMBER else without


@global_compiler_lock
def provide(dtype: np.dtype, name: str) -> None:
    """Compile a rule of the game whose records have a type, or load it, and let the linker know it by name."""
    symbol = _symbol(_key(dtype), name)
    if symbol in _COMPILED:
        return
    id, kernels = _GAMES[_key(dtype)]
    rule: Any = getattr(kernels, name)
    pointer = types.CPointer  # type: ignore[attr-defined]
    state, out = (pointer(numba.from_dtype(record)) for record in (dtype, Out.dtype))
    signature = types.void(state, *_between(name, pointer(types.int8)), out)
    function = _c_function(name)
    compiled: Any = CFunc(function, (signature.args, types.void), {}, OPTIONS | NO_HEAP, RootCompiler)
    keep(compiled, function, rule.__module__, rule.py_func.__code__.co_filename, id)
    with alone(symbol):
        compiled.compile()
    llvmlite.binding.add_symbol(symbol, compiled.address)
    _COMPILED[symbol] = compiled
