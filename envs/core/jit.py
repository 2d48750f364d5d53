"""The one compile decorator and where compiled code is kept.

The cache folder is keyed by a hash of every source file that kernels come from (a player's also by the files beside
its own): Numba's own key covers only the file of the compiled function, so an edited callee or constant would
otherwise go unnoticed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import llvmlite.binding
import numba
import numpy as np

if TYPE_CHECKING:
    wide = int
else:
    wide = np.int64  # widens a field before arithmetic: narrow integers wrap in plain Python, not compiled

F = TypeVar("F", bound=Callable[..., Any])

SOURCES = Path(__file__).resolve().parent.parent


NOT_COMPILED = ("words", "sheets", "positions")
"""Folders of a game that hold no kernel and no constant of one; like the modules right under ``envs/``."""


def compiled_sources() -> list[Path]:
    """Return every file that compiled code may come from."""
    found = (f.relative_to(SOURCES) for f in SOURCES.glob("*/**/*.py"))
    return sorted(SOURCES / f for f in found if not set(NOT_COMPILED) & set(f.parts))


def _hash(files: Iterable[Path], root: Path) -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for file in files:
        digest.update(str(file.relative_to(root)).encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _choose_cache_dir() -> Path:
    given = os.environ.get("NUMBA_CACHE_DIR")
    base = Path(given) if given else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "throwdown" / "numba" / _hash(compiled_sources(), SOURCES)
    if _is_writable(folder):
        return folder
    fallback = Path(tempfile.gettempdir()) / f"throwdown-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    return (
        fallback / folder.name
        if _is_writable(fallback / folder.name)
        else Path(tempfile.mkdtemp(prefix="throwdown-"))
    )


CACHE_DIR = _choose_cache_dir()


@cache
def cache_dir_of(folder: Path) -> Path:
    """Return where the entry points of the modules in a folder are kept: players' apart from the rules'."""
    if SOURCES in folder.parents:
        return CACHE_DIR
    return CACHE_DIR / _hash(sorted(folder.glob("*.py")), folder)


IS_COMPILED = not numba.config.DISABLE_JIT

# Rules are many small functions, and a call costs as much as most of them do: at LLVM's own threshold a step takes a
# fifth longer. The option holds for the whole process.
llvmlite.binding.set_option("throwdown", "-inline-threshold=1000")


def kernel(function: F) -> F:
    """Compile a rule. Kernels are called by other kernels and by entry points, not from Python directly."""
    compiled: F = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    return compiled


def entry(function: F) -> F:
    """Compile a function that Python calls, and keep the machine code for the next process."""
    numba.config.CACHE_DIR = str(cache_dir_of(Path(function.__code__.co_filename).resolve().parent))
    compiled: F = numba.njit(nogil=True, error_model="numpy", cache=True)(function)
    return compiled


@kernel
def fill(values: Any, value: int) -> None:
    """Set every entry of a one-dimensional array; a plain loop compiles to far less than a slice assignment."""
    for i in range(values.shape[0]):
        values[i] = value


def fixed_kernel(signature: Any) -> Callable[[F], F]:
    """Compile a kernel for one signature only, to which callers' arguments are cast.

    Without it, a helper that is called with many mixes of integer widths is compiled for each.
    """

    def decorate(function: F) -> F:
        numba.config.CACHE_DIR = str(CACHE_DIR)
        compiled: F = numba.njit(signature, nogil=True, error_model="numpy", cache=True)(function)
        return compiled

    return decorate


_announced: set[str] = set()


def announce(name: str) -> None:
    """Say once on stderr that a game is about to be compiled, if nothing of it is cached yet."""
    if not IS_COMPILED or name in _announced:
        return
    _announced.add(name)
    marker = CACHE_DIR / f"{name}.compiled"
    if marker.exists():
        return
    print(
        f"throwdown: compiling the rules of {name} (once; a minute or two) ...", file=sys.stderr, flush=True
    )
    with contextlib.suppress(OSError):
        marker.touch()
