"""Dispatch from the kit's loops to a game's rules.

The loops in `batch` call ``setup(s, out)``, ``legal(s, out)`` … of this module. In plain Python these look the game up
by the dtype of the record. Compiled, they are calls by a name derived from the dtype: a rule linked into the loops
would be optimised anew for each of a dozen. So one loop serves every game, stays in Numba's cache and contains no
rules; a rule is compiled, or loaded, with the first loop that calls it.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import llvmlite.binding
import numba
import numpy as np
from numba.core import cgutils, types
from numba.core.ccallback import CFunc
from numba.core.compiler_lock import global_compiler_lock
from numba.core.types.misc import unliteral
from numba.extending import intrinsic, overload
from numba.np.arrayobj import populate_array

from throwdown.envs.core.compiler import NO_HEAP, OPTIONS, KernelCompiler, RootCompiler
from throwdown.envs.core.errors import InvalidGame
from throwdown.envs.core.events import Out
from throwdown.envs.core.jit import IS_COMPILED, LINKED, alone, keep
from throwdown.envs.core.records import Key, Record, key_of


class Kernels(NamedTuple):
    """A game's rules as kernels over one record ``s`` (see `state.GameState`).

    Results are written to ``out``, a record of `events.Out`.
    """

    setup: Callable[[Any, Any], None]
    """``setup(s, out)``: deal a new game from the configuration in ``s`` and its stream."""
    legal: Callable[[Any, Any], None]
    """``legal(s, out)``: write the legal set of the seat to move into ``out.words``."""
    apply: Callable[[Any, int, Any], None]
    """``apply(s, action, out)``: play a legal action up to the next decision and write its events to ``out``."""
    returns: Callable[[Any, Any], None]
    """``returns(s, out)``: write the return of every seat of a finished game into ``out.returns``."""
    observe: Callable[[Any, int, Any, Any], None]
    """``observe(s, viewer, row, out)``: write the view of ``viewer`` into ``row``: int8, shape (width,), all zero."""
    redeal: Callable[[Any, int, Any], None]
    """``redeal(s, viewer, out)``: resample all that ``viewer`` cannot know, uniformly over consistent deals."""


WITH_NUMBER = ("apply", "redeal")
"""Rules with a number between ``s`` and ``out``; `observe` has a number and a row there."""


_GAMES: dict[Key, tuple[str, Kernels]] = {}
_COMPILED: dict[str, CFunc] = {}


def _symbol(key: Key, name: str) -> str:
    return f"throwdown_{name}_{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}"


def register(id: str, dtype: np.dtype, kernels: Kernels) -> None:
    """Register a game's rules for the dtype of its records.

    Raises:
        InvalidGame: a rule is not a kernel, or another game has registered other rules for this dtype.
    """
    for name, rule in kernels._asdict().items():
        if IS_COMPILED and not hasattr(rule, "py_func"):
            raise InvalidGame(f"the rule {name} of {id} is not a kernel; decorate it with @kernel.")
    key = key_of(dtype)
    if key in _GAMES:
        known, rules = _GAMES[key]
        if rules != kernels:
            raise InvalidGame(
                f"{known} and {id} have one class of states, but other rules; give each its own."
            )
        id = f"{known}, {id}"
    _GAMES[key] = id, kernels
    for name in Kernels._fields:
        LINKED[_symbol(key, name).encode()] = partial(_provide, dtype, name)


_type_of = cache(numba.from_dtype)


def _rules_of(s: types.Record) -> Kernels:
    return _GAMES[key_of(numba.np.numpy_support.as_dtype(s))][1]


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
    """Return the types of a rule's arguments between ``s`` and ``out``; a row is passed as a pointer and a width."""
    if name == "observe":
        return [types.int64, row, types.int64]
    return [types.int64] if name in WITH_NUMBER else []


def _call(name: str) -> Callable[..., None]:
    """Return the function for calling a rule from loops."""

    def rule(s: Any, *args: Any) -> None:
        if name == "observe":
            args[1].fill(0)
        getattr(_GAMES[key_of(s.dtype)][1], name)(s, *args)

    def external(s: types.Record) -> types.ExternalFunction:
        dtype = numba.np.numpy_support.as_dtype(s)
        _provide(dtype, name)
        signature = types.void(types.voidptr, *_between(name, types.voidptr), types.voidptr)
        return types.ExternalFunction(_symbol(key_of(dtype), name), signature)

    def call_with_row(s: Any, number: Any, row: Any, out: Any) -> Any:
        call = external(s)
        return lambda s, number, row, out: call(_address(s), number, _start(row), row.size, _address(out))

    def call_with_number(s: Any, number: Any, out: Any) -> Any:
        call = external(s)
        return lambda s, number, out: call(_address(s), number, _address(out))

    def call(s: Any, out: Any) -> Any:
        call = external(s)
        return lambda s, out: call(_address(s), _address(out))

    rule.__name__ = rule.__qualname__ = name  # identifies it in a cache
    calling = call_with_row if name == "observe" else call_with_number if name in WITH_NUMBER else call
    overload(rule, strict=False)(calling)
    return rule


setup, legal, apply, returns, observe, redeal = (_call(name) for name in Kernels._fields)


F = TypeVar("F", bound=Callable[..., Any])


def by_record(*rules: tuple[type[Record], F]) -> F:
    """Return a function that dispatches to a kernel by the class of its first argument, a record.

    This lets games with different record classes share kernels.
    """
    found = {key_of(record.dtype): rule for record, rule in rules}

    def call(s: Any, *args: Any) -> Any:
        return found[key_of(s.dtype)](s, *args)

    def compiled(s: Any, *args: Any) -> Any:
        rule = found[key_of(numba.np.numpy_support.as_dtype(s))]
        return lambda s, *args: rule(s, *args)

    overload(call, strict=False, jit_options={"pipeline_class": KernelCompiler, **OPTIONS})(compiled)
    return cast("F", call)


def by_number(rules: Sequence[F], number: Callable[[Any], int]) -> F:
    """Return a function that calls the kernel at index ``number(s)`` of ``rules``; compiled it is a single switch."""
    if all(rule is rules[0] for rule in rules):
        return rules[0]

    def call(s: Any, *args: Any) -> Any:
        return rules[number(s)](s, *args)

    @intrinsic
    def switch(typingctx: Any, index: Any, s: Any, args: Any) -> Any:
        given = s, *args
        kinds = {rule: typingctx.resolve_value_type(rule) for rule in rules}
        called = {rule: typingctx.resolve_function_type(kind, given, {}) for rule, kind in kinds.items()}
        result = typingctx.unify_types(*(unliteral(one.return_type) for one in called.values()))

        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            passed = values[1], *cgutils.unpack_tuple(builder, values[2])
            found = cgutils.alloca_once(builder, context.get_value_type(result))
            cases = {rule: builder.append_basic_block() for rule in called}
            end = builder.append_basic_block()
            jump = builder.switch(values[0], cases[rules[0]])
            for place, rule in enumerate(rules):
                jump.add_case(place, cases[rule])
            for rule, one in called.items():
                builder.position_at_end(cases[rule])
                taken = [context.cast(builder, *each) for each in zip(passed, given, one.args)]
                taken += [None] * (len(one.args) - len(taken))  # defaults are in the types
                value = context.get_function(kinds[rule], one)(builder, taken)
                builder.store(context.cast(builder, value, one.return_type, result), found)
                builder.branch(end)
            builder.position_at_end(end)
            return builder.load(found)

        return result(types.int64, s, args), code

    def compiled(s: Any, *args: Any) -> Any:
        return lambda s, *args: switch(number(s), s, args)

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
    """Return the C function of a rule, which takes bare pointers, for the linker."""
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


def _provide(dtype: np.dtype, name: str) -> None:
    """Compile or load a rule and register it with the linker.

    All rules of a third-party game are compiled at once, so that a rule that does not compile is refused before play,
    not at the first hint.
    """
    rule = getattr(_GAMES[key_of(dtype)][1], name)
    is_ours = rule.__module__.startswith("throwdown.")
    for each in (name,) if is_ours else Kernels._fields:
        compile_rule(dtype, each)


@global_compiler_lock
def compile_rule(dtype: np.dtype, name: str) -> None:
    """Compile or load a rule of the game with a record type and register it with the linker.

    Raises:
        InvalidGame: the rule cannot be compiled.
    """
    symbol = _symbol(key_of(dtype), name)
    if symbol in _COMPILED:
        return
    id, kernels = _GAMES[key_of(dtype)]
    rule: Any = getattr(kernels, name)
    pointer = types.CPointer  # type: ignore[attr-defined]
    state, out = (pointer(_type_of(record)) for record in (dtype, Out.dtype))
    signature = types.void(state, *_between(name, pointer(types.int8)), out)
    function = _c_function(name)
    compiled: Any = CFunc(function, (signature.args, types.void), {}, OPTIONS | NO_HEAP, RootCompiler)
    keep(compiled, function, rule.__module__, rule.py_func.__code__.co_filename, id)
    try:
        with alone(symbol):
            compiled.compile()
    except Exception as error:  # any error of the compiler
        raise InvalidGame(_why_not(id, rule, error)) from None
    llvmlite.binding.add_symbol(symbol, compiled.address)
    _COMPILED[symbol] = compiled


_PLACE = re.compile(r"at ([^\n]+?\.py) \((\d+)\)|File \"([^\n]+?\.py)\", line (\d+)")
_MEMORY = ("NRT required", "Only accept returning of array", "_ol_array_allocate")
"""Excerpts of Numba's errors for code that allocates an array, a list or a text."""


def _why_not(id: str, rule: Any, error: Exception) -> str:
    """Return one sentence: why a rule cannot be compiled, and the offending line."""
    text = str(error)
    kit = (Path(__file__).parent, Path(numba.__file__).parent)
    places = [(Path(a or b), m or n) for a, m, b, n in _PLACE.findall(text)]
    own = [f"{file.name}, line {n}" for file, n in places if not set(kit) & {*file.resolve().parents}]
    where = f" ({own[0]})" if own else ""
    if any(sign in text for sign in _MEMORY):
        why = (
            "it makes an array, a list or a text, and rules take no memory; give the state a field to work in"
        )
    elif isinstance(error, KeyError):
        why = f"a record has no field {error}"
    else:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        told = next((line for line in lines if not line.startswith("Failed in")), type(error).__name__)
        why = told.rstrip(".")
    return f"the rule {rule.__name__} of {id} cannot be compiled{where}: {why}."
