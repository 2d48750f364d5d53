"""The compile decorators and the cache of compiled code.

The cache folder is keyed by a hash of all kernel sources; for players, learning and evaluation also by the files beside
their own and those of players, and for a game or player of another package by all files of that package. Numba's own
key covers only the file of the compiled function, so an edited callee or constant would otherwise go unnoticed.
"""

from __future__ import annotations

import hashlib
import io
import multiprocessing
import os
import re
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, cached_property
from pathlib import Path
from typing import IO, Any, TypeVar, cast

import llvmlite.binding
import numba
from numba.core import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, NullCache
from numba.core.compiler_lock import global_compiler_lock

from throwdown.envs.core.compiler import NO_HEAP, OPTIONS, KernelCompiler, RootCompiler
from throwdown.envs.core.locks import lock

F = TypeVar("F", bound=Callable[..., Any])

IS_COMPILED = not numba.config.DISABLE_JIT
SOURCES = Path(__file__).resolve().parent.parent


NOT_COMPILED = ("words", "sheets", "positions", "environments", "tables", "pictures")
"""Folders, of games or beside them, that hold no kernel and no constant of one; like the modules under ``envs/``."""


def compiled_sources() -> list[Path]:
    """Return all source files of compiled code."""
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


def _is_private(folder: Path) -> bool:
    """Create a folder if missing; return whether only this user has access to it: loading compiled code runs it."""
    try:
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        found = folder.lstat()
    except OSError:
        return False
    is_ours = not hasattr(os, "getuid") or (
        found.st_uid == os.getuid() and stat.S_IMODE(found.st_mode) == 0o700
    )
    return stat.S_ISDIR(found.st_mode) and is_ours


def _choose_cache_dir() -> Path | None:
    """Return the cache folder: the user's cache, else a private temporary folder, else None."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    base = Path(given) if given else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "throwdown" / "numba" / _hash(compiled_sources(), SOURCES)
    if _is_writable(folder):
        return folder
    fallback = Path(tempfile.gettempdir()) / f"throwdown-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    if _is_private(fallback) and _is_writable(fallback / folder.name):
        return fallback / folder.name
    if IS_COMPILED and multiprocessing.parent_process() is None:
        print(
            f"throwdown: compiled code is not kept: '{folder}' cannot be written to, and '{fallback}' is not a folder "
            "of yours with mode 700. Set NUMBA_CACHE_DIR to a folder of your own.",
            file=sys.stderr,
            flush=True,
        )
    return None


CACHE_DIR = _choose_cache_dir()
"""The cache folder; None: nothing is cached."""


@cache
def cache_dir_of(module: str, file: str) -> Path | None:
    """Return the cache folder of a module; None if nothing is cached, or if the module has no source file."""
    path = Path(file).resolve()
    if CACHE_DIR is None or SOURCES in path.parents:
        return CACHE_DIR
    if module.startswith("throwdown."):
        root = SOURCES.parent
        files = {*path.parent.glob("*.py"), *(root / "agents").rglob("*.py")}  # whose kernels all others call
        return CACHE_DIR / _hash(sorted(files), root)
    if not path.is_file():
        return None
    package = sys.modules[module.partition(".")[0]]
    digest = hashlib.sha256()
    for folder in map(Path, getattr(package, "__path__", ())):
        digest.update(_hash(sorted(folder.rglob("*.py")), folder).encode())
    return CACHE_DIR / f"{digest.hexdigest()[:16]}-{_hash([path], path.parent)}"


# Rules are many small functions, and a call costs as much as most of them do: at LLVM's own threshold play is 7 to 15 %
# slower (``benchmarks.hooks``). The option holds for the whole process.
llvmlite.binding.set_option("throwdown", "-inline-threshold=1000")


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Serialise compilation by ``name`` across processes; the others wait, then load the result. Not re-entrant."""
    if CACHE_DIR is None:
        yield
        return
    with ExitStack() as stack:
        with suppress(OSError):  # without write access or locks some work is done twice
            file = (CACHE_DIR / f"{hashlib.sha256(name.encode()).hexdigest()[:16]}.lock").open("w")
            lock(stack.enter_context(file), wait=True)
        yield


LINKED: dict[bytes, Callable[[], None]] = {}
"""By the name of a function called by compiled code, the function that registers it with the linker."""
_NAME = re.compile(rb"throwdown_[a-z]+_[0-9a-f]{16}")


class _Loading(CompileResultCacheImpl):
    def rebuild(self, target_context: Any, payload: Any) -> Any:
        (_, _, (machine_code, _)), *_ = payload
        for name in set(_NAME.findall(machine_code)):
            LINKED[name]()
        return super().rebuild(target_context, payload)


_SEAL = hashlib.sha256().digest_size
"""The size of the hash at the end of a file of compiled code."""


def _is_sealed(path: str) -> bool:
    """Return whether a file exists and its checksum is right."""
    try:
        content = Path(path).read_bytes()
    except OSError:
        return False
    return hashlib.sha256(content[:-_SEAL]).digest() == content[-_SEAL:]


class _Sealed(IndexDataCacheFile):
    """The cache files of a function: an index, and one file per signature.

    Each file ends with a checksum, and code is stored with its signature. A damaged file, such as after a power cut,
    counts as missing: it is compiled again and overwritten.
    """

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[IO[bytes]]:
        held = io.BytesIO()
        yield held
        content = held.getvalue()
        with super()._open_for_write(filepath) as file:
            file.write(content + hashlib.sha256(content).digest())  # pickle ignores trailing bytes

    def _load_index(self) -> Any:
        return super()._load_index() if _is_sealed(self._index_path) else {}

    def _load_data(self, name: str) -> Any:
        if not _is_sealed(self._data_path(name)):
            raise OSError(f"'{name}' is damaged")  # which `load` treats as a missing file
        return super()._load_data(name)

    def save(self, key: Any, data: Any) -> None:
        super().save(key, (key, data))

    def load(self, key: Any) -> Any:
        of, data = super().load(key) or (None, None)
        return data if of == key else None


class Cache(FunctionCache):
    """The disk cache of one function. Functions that loaded code calls by name are linked before it runs.

    Args:
        function: the function.
        game: the game, if the function is one of its rules.
    """

    _impl_class = _Loading

    def __init__(self, function: Callable[..., Any], game: str = "") -> None:
        super().__init__(function)
        self.game, place = game, self._impl.locator
        self._cache_file = _Sealed(self._cache_path, self._impl.filename_base, place.get_source_stamp())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the cached code for a signature; None if there is none."""
        found = super().load_overload(sig, target_context)
        if found is None and self.game:
            announce(self.game)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store the code for a signature, under the lock of the index; write errors are ignored."""
        with alone(self._cache_file._index_path), suppress(OSError):
            super().save_overload(sig, data)


def cache_of(function: Callable[..., Any], module: str, file: str, game: str = "") -> Any:
    """Return the cache of a function in its module's folder; a null cache if nothing is cached."""
    folder = cache_dir_of(module, file)
    if folder is None:
        return NullCache()
    numba.config.CACHE_DIR = str(folder)
    return Cache(function, game)


def keep(compiled: Any, function: Callable[..., Any], module: str, file: str, game: str = "") -> None:
    """Make Numba cache a function in its module's folder."""
    compiled._cache = cache_of(function, module, file, game)


class KernelCache(NullCache):
    """The cache of a kernel called from Python (words, positions); parts of compiled callers are not cached."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    @cached_property
    def kept(self) -> Any:
        """The cache itself, created on first use: creation accesses the disk, and there are many kernels."""
        return cache_of(self.function, self.function.__module__, self.function.__code__.co_filename)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the cached code for a signature; None if there is none, or while a caller is being compiled."""
        return None if RootCompiler.depth else self.kept.load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store the code for a signature, unless it is a part."""
        if not RootCompiler.depth:
            self.kept.save_overload(sig, data)


def kernel(function: F) -> F:
    """Compile a rule, to be called by other kernels, entry points, words and positions.

    With wrappers for C compiling takes an eighth longer (``benchmarks.hooks``).
    """
    compiled: Any = numba.njit(no_cfunc_wrapper=True, pipeline_class=KernelCompiler, **OPTIONS)(function)
    if IS_COMPILED:
        compiled._cache = KernelCache(function)
        _pass_as(_widened, compiled)
    return cast("F", compiled)


def _pass_as(type_of: Callable[[Any, int], Any], compiled: Any) -> None:
    """Type the arguments of a compiled function by ``type_of(given, place)``."""
    compiler = compiled._compiler
    fold = compiler.fold_argument_types

    def folded(args: Any, kws: Any) -> Any:
        signature, given = fold(args, kws)
        return signature, tuple(type_of(x, i) for i, x in enumerate(given))

    compiler.fold_argument_types = folded


def _widened(given: Any, place: int) -> Any:
    """Widen numbers to int64: rules compiled for every width and literal take a fifth longer (``benchmarks.hooks``)."""
    plain = types.unliteral(given)  # type: ignore[attr-defined]
    return types.int64 if plain in types.signed_domain else plain


def entry(function: F, **options: Any) -> F:
    """Compile an entry point, a function called from Python, and cache its machine code on disk."""
    compiled: F = numba.njit(no_cfunc_wrapper=True, pipeline_class=RootCompiler, **OPTIONS, **options)(
        function
    )
    if IS_COMPILED:
        keep(compiled, function, function.__module__, function.__code__.co_filename)
        _compile_alone(compiled, f"{function.__module__}.{function.__qualname__}")
    return compiled


def loop(function: F) -> F:
    """Compile an entry point that allocates no arrays, nor do its callees, without reference counting.

    With reference counting play is an eighth slower (``benchmarks.hooks``).
    """
    return entry(function, **NO_HEAP)


def _compile_alone(compiled: Any, name: str) -> None:
    compile = compiled.compile

    def compile_or_wait(signature: Any) -> Any:
        with global_compiler_lock, alone(f"{name} {signature}"):
            return compile(signature)

    compiled.compile = compile_or_wait


@kernel
def fill(values: Any, value: int) -> None:
    """Set every entry of a one-dimensional array; a loop compiles to far less code than a slice assignment."""
    for i in range(values.shape[0]):
        values[i] = value


def fixed_kernel(signature: Any) -> Callable[[F], F]:
    """Compile a kernel for a single signature; arguments are cast to it and defaults filled in.

    It is compiled once and cached; an ordinary kernel is copied into every caller.
    """

    def wanted(given: Any, place: int) -> Any:
        is_default = isinstance(given, types.Omitted)  # type: ignore[attr-defined]
        return signature.args[place] if is_default else given

    def decorate(function: F) -> F:
        compiled = entry(function)
        if IS_COMPILED:
            _pass_as(wanted, compiled)
            compiled.compile(signature)  # type: ignore[attr-defined]
            compiled.disable_compile()  # type: ignore[attr-defined]
        return compiled

    return decorate


_announced: set[str] = set()


def announce(name: str) -> None:
    """Print once to stderr that the rules of a game are being compiled."""
    if name not in _announced:
        _announced.add(name)
        print(
            f"throwdown: compiling the rules of {name} (once; about half a minute) ...",
            file=sys.stderr,
            flush=True,
        )
