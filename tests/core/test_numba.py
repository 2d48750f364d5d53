"""What the kit relies on in Numba's private parts is there; a release that changes it fails here with a sentence."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from throwdown.envs.core import jit
from throwdown.envs.core.compiler import PartLibrary
from throwdown.envs.core.records import Record, int8

compiled_only = pytest.mark.skipif(not jit.IS_COMPILED, reason="nothing is compiled")


class Hook(NamedTuple):
    """Something of Numba's that is called or replaced.

    Attributes:
        name: ``module:object``.
        takes: names of parameters that it must have; None for what is no function.
        why: the module of ours that relies on it, and for what.
    """

    name: str
    takes: tuple[str, ...] | None
    why: str


PARTS = "compiler links kernels into their callers without machine code of their own"
FILES = "jit seals the files of compiled code"
LOADS = "jit links what loaded code calls by name"
TYPES = "jit passes numbers as int64"
HOOKS = (
    Hook("numba.core.codegen:JITCodeLibrary.finalize", ("self",), PARTS),
    Hook("numba.core.codegen:JITCodeLibrary._get_module_for_linking", ("self",), PARTS),
    Hook("numba.core.compiler:CompilerBase.compile_extra", ("self", "func"), PARTS),
    Hook("numba.core.compiler:CompilerBase.define_pipelines", ("self",), PARTS),
    Hook("numba.core.compiler:DefaultPassBuilder.define_nopython_pipeline", ("state",), PARTS),
    Hook("numba.core.typed_passes:NativeLowering.run_pass", ("self", "state"), PARTS),
    Hook("numba.core.compiler_machinery:register_pass", ("mutates_CFG", "analysis_only"), PARTS),
    Hook("numba.core.base:BaseContext.insert_user_function", ("self", "func", "fndesc", "libs"), PARTS),
    Hook("numba._dynfunc:make_function", None, PARTS),
    Hook("numba.core.types:Record.__repr__", ("self",), "compiler keeps the names of record types"),
    Hook("numba.core.types:unliteral", ("lit_type",), TYPES),
    Hook("numba.core.types:signed_domain", None, TYPES),
    Hook("numba.core.types:Omitted", None, "jit fills in defaults of fixed kernels"),
    Hook("numba.core.dispatcher:_FunctionCompiler.fold_argument_types", ("self", "args", "kws"), TYPES),
    Hook(
        "numba.core.dispatcher:Dispatcher.compile", ("self", "sig"), "jit lets one process compile at a time"
    ),
    Hook("numba.core.compiler_lock:global_compiler_lock", None, "jit lets one thread compile at a time"),
    Hook("numba.core.caching:CompileResultCacheImpl.rebuild", ("self", "target_context", "payload"), LOADS),
    Hook("numba.core.caching:FunctionCache.load_overload", ("self", "sig", "target_context"), FILES),
    Hook("numba.core.caching:FunctionCache.save_overload", ("self", "sig", "data"), FILES),
    Hook("numba.core.caching:NullCache", None, "jit keeps parts nowhere"),
    Hook("numba.core.caching:IndexDataCacheFile", ("cache_path", "filename_base", "source_stamp"), FILES),
    Hook("numba.core.caching:IndexDataCacheFile._open_for_write", ("self", "filepath"), FILES),
    Hook("numba.core.caching:IndexDataCacheFile._load_index", ("self",), FILES),
    Hook("numba.core.caching:IndexDataCacheFile._load_data", ("self", "name"), FILES),
    Hook("numba.core.caching:IndexDataCacheFile._data_path", ("self", "name"), FILES),
    Hook("numba.core.caching:IndexDataCacheFile.save", ("self", "key", "data"), FILES),
    Hook("numba.core.caching:IndexDataCacheFile.load", ("self", "key"), FILES),
    Hook(
        "numba.core.ccallback:CFunc",
        ("pyfunc", "sig", "locals", "options", "pipeline_class"),
        "calls compiles rules as C functions",
    ),
    Hook(
        "numba.np.arrayobj:populate_array",
        ("array", "data", "shape", "strides", "itemsize", "meminfo"),
        "calls",
    ),
    Hook(
        "numba.core.cgutils:raw_memcpy",
        ("builder", "dst", "src", "count", "itemsize"),
        "records copies records",
    ),
    Hook("numba.core.cgutils:make_bytearray", ("buf",), "records writes blank records"),
    Hook(
        "numba.core.cgutils:global_constant", ("builder_or_module", "name", "value"), "records writes blanks"
    ),
    Hook("numba.core.cgutils:get_or_insert_function", ("module", "fnty", "name"), "cardset finds bits"),
    Hook("numba.core.codegen:get_host_cpu_features", (), "cardset looks for pdep"),
    Hook("numba.core.cgutils:alloca_once", ("builder", "ty"), "calls switches between kernels"),
    Hook("numba.core.cgutils:unpack_tuple", ("builder", "tup"), "calls switches between kernels"),
    Hook(
        "numba.core.typing:Context.resolve_function_type",
        ("self", "func", "args", "kws"),
        "calls switches between kernels",
    ),
    Hook("numba.core.typing:Context.resolve_value_type", ("self", "val"), "calls switches between kernels"),
    Hook("numba.core.base:BaseContext.get_function", ("self", "fn", "sig"), "calls switches between kernels"),
    Hook("numba.core.types:IntEnumClass.member_type", None, "enums are int64 in compiled code"),
    Hook("numba.core.types:Boolean", None, "records has flags in records"),
)


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook.name)
def test_numba_still_has_what_is_relied_on(hook: Hook) -> None:
    said = f"Numba {numba.__version__} changed {hook.name}, which envs/core relies on: {hook.why}."
    module, _, path = hook.name.partition(":")
    try:
        found: Any = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        pytest.fail(f"{said} {error}.", pytrace=False)
    if hook.takes is not None:
        has = list(inspect.signature(found).parameters)
        missing = [name for name in hook.takes if name not in has]
        assert not missing, f"{said} It takes {', '.join(has)}, no {', '.join(missing)}."


def add(x: int, y: int = 1) -> int:
    return x + y


@compiled_only
def test_a_compiled_function_has_what_is_replaced() -> None:
    said = f"Numba {numba.__version__} changed its dispatchers, which core/jit replaces parts of: no"
    compiled = jit.kernel(add)
    for name in ("_cache", "_compiler", "compile", "disable_compile", "py_func"):
        assert hasattr(compiled, name), f"{said} {name}."
    assert hasattr(compiled._compiler, "fold_argument_types"), f"{said} fold_argument_types."
    library = PartLibrary(numba.core.registry.cpu_target.target_context.codegen(), "part")
    for name in ("_linking_libraries", "_reload_init", "_final_module", "_finalized"):
        assert hasattr(library, name), f"Numba changed JITCodeLibrary: no {name}, which PartLibrary links by."


@compiled_only
def test_numbers_reach_a_kernel_as_int64() -> None:
    kernel: Any = jit.kernel(add)
    caller = numba.njit(lambda x, y: kernel(x, y) + kernel(x, 1))
    for x in (np.int8(100), np.int32(100), 100):
        assert caller(x, x) == 301
    assert len(kernel.signatures) == 1, f"Numba {numba.__version__} asks no longer how arguments are folded."


@compiled_only
def test_compiled_code_is_kept_as_it_is_looked_through() -> None:
    """`jit._Loading` finds in it the names by which it calls rules."""
    compiled = numba.njit(add)
    compiled(1, 1)
    (result,) = compiled.overloads.values()
    (_, kind, (code, _)), *_ = result._reduce()
    assert kind == "object" and isinstance(code, bytes), (
        f"Numba {numba.__version__} keeps compiled code in another form than core/jit looks through."
    )


class Small(Record):
    flag: bool = int8("a flag")


def test_the_name_of_a_record_type_is_written_once() -> None:
    kind: Any = numba.from_dtype(Small.dtype)
    assert repr(kind) is repr(kind), "Record.__repr__ is not the one that core/compiler keeps the answers of."
