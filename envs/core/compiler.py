"""Compilation of kernels: linked into their callers, without machine code of their own.

Numba optimises every function and generates its machine code before another may call it, and again in each caller, into
which it is linked. A game has some hundreds of small kernels, so that takes as long as all the rest. Here a kernel
compiled for a caller is only linked into it; a function called from outside is optimised as a whole, once.
"""

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

import numba
from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering
from numba.core.types import Record

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
"""Numba options of every compiled function of the project."""
NO_HEAP: dict[str, Any] = {"_nrt": False}
"""Options for functions that allocate no arrays; kernels compiled for them inherit it."""

# Without this cache compiling takes an eighth longer (``benchmarks.hooks``): Numba formats the types of the arguments
# before every pass over a function, and that of a record with every field.
Record.__repr__ = cache(Record.__repr__)  # type: ignore[method-assign]


class PartLibrary(JITCodeLibrary):
    """A library that is only linked into others."""

    def finalize(self) -> None:
        """Link the callees; optimisation is left to the library of the caller."""
        seen = set()
        for library in self._linking_libraries:
            if library not in seen:
                seen.add(library)
                self._reload_init.update(library._reload_init)
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


class RootCompiler(CompilerBase):
    """Compiles an entry point."""

    depth: ClassVar[int] = 0
    """Depth of nested compilations."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile a Python function."""
        RootCompiler.depth += 1
        try:
            return super().compile_extra(func)
        finally:
            RootCompiler.depth -= 1

    def define_pipelines(self) -> list[Any]:
        """Return Numba's passes."""
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


class KernelCompiler(RootCompiler):
    """Compiles a kernel: as a part when a caller is being compiled, else as an entry point."""

    def define_pipelines(self) -> list[Any]:
        """Return Numba's passes, with `PartLowering` for parts."""
        (pipeline,) = super().define_pipelines()
        if RootCompiler.depth > 1:
            pipeline.passes = [
                (PartLowering if step is NativeLowering else step, text) for step, text in pipeline.passes
            ]
        return [pipeline]


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """Lowers a kernel to linkable code, without generating machine code.

    Without it `throwdown-v0` compiles in 2.6 times as long, and plays a tenth slower (``benchmarks.hooks``).
    """

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the current function."""
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = state.flags.no_cpython_wrapper = True
        super().run_pass(state)
        lowered = state["cr"]
        stub = _stub(state.func_id.func, lowered.env, state.library)
        state.targetctx.insert_user_function(stub, lowered.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state["cr"] = lowered._replace(cfunc=stub)
        return True


_CALLED = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)


def _stub(function: Callable[..., Any], env: Any, library: Any) -> Any:
    """Return a stand-in for a part's machine code; called from Python, it compiles the function as an entry point."""

    @cache
    def own() -> Callable[..., Any]:
        compiled: Callable[..., Any] = numba.njit(**OPTIONS)(function)
        return compiled

    called = _CALLED(lambda _self, args, _names: own()(*args))
    address = ctypes.cast(called, ctypes.c_void_p).value
    return _dynfunc.make_function(numba, function.__name__, "", address, env, (library, called))
