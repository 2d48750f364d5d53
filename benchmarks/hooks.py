"""What each hook into Numba's private parts buys: ``python -m throwdown.benchmarks.hooks``.

A process for every hook switches that one off, compiles the loops and rules of a game anew, and plays. Times are
processor time of the user. Hooks without which nothing is right or compiles at all are tested in
``tests/core/test_numba.py``, not measured here.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

GAMES, STEPS = 1024, 300


def seconds() -> float:
    """Return the processor time of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def whole_kernels() -> None:
    """Make machine code of every kernel, as Numba does."""
    from throwdown.envs.core.compiler import KernelCompiler, RootCompiler

    KernelCompiler.define_pipelines = RootCompiler.define_pipelines  # type: ignore[method-assign]


def plain_names() -> None:
    """Write out the type of a record whenever it is asked for."""
    from throwdown.envs.core import compiler

    record: Any = vars(compiler)["Record"]
    record.__repr__ = record.__repr__.__wrapped__


def usual_inlining() -> None:
    """Leave LLVM's threshold of inlining as it is."""
    import llvmlite.binding

    llvmlite.binding.set_option = lambda name, option: None


def own_widths() -> None:
    """Compile a kernel anew for every width and literal that it is given."""
    from throwdown.envs.core import jit

    jit._widened = lambda given, place: given


def counted() -> None:
    """Count references in loops and rules."""
    from throwdown.envs.core.compiler import NO_HEAP

    NO_HEAP.clear()


def wrapped() -> None:
    """Compile a wrapper of every kernel that C could call."""
    import numba

    njit: Callable[..., Any] = numba.njit
    numba.njit = lambda *args, no_cfunc_wrapper=False, **options: njit(*args, **options)


def looped() -> None:
    """Find a bit of a set by sums and a table, as on processors without the instruction."""
    from throwdown.envs.core import cardset

    cardset._HAS_PDEP = False


HOOKS: dict[str, Callable[[], None]] = {
    "nothing": lambda: None,
    "kernels compiled as parts (compiler.PartLowering)": whole_kernels,
    "names of record types kept (compiler.Record.__repr__)": plain_names,
    "more inlining (jit, -inline-threshold)": usual_inlining,
    "numbers passed as int64 (jit._widened)": own_widths,
    "no references counted (compiler.NO_HEAP)": counted,
    "no wrappers for C (jit, no_cfunc_wrapper)": wrapped,
    "bits found by one instruction (cardset._pdep)": looped,
}


def measure(hook: str, game: str) -> dict[str, float]:
    """Return the seconds of compiling in this process, one hook switched off, and decisions a second after it."""
    HOOKS[hook]()
    from throwdown.envs.core.batch import Batch
    from throwdown.envs.registry import make_setup

    begin = seconds()
    batch = Batch(make_setup(game), GAMES, 0)
    batch.reset()
    for _ in range(3):
        batch.step(batch.random_actions())
    compiled, begin = seconds() - begin, seconds()
    for _ in range(STEPS):
        batch.step(batch.random_actions())
    return {"compile": round(compiled, 2), "speed": round(GAMES * STEPS / (seconds() - begin))}


def main(
    game: Annotated[str, typer.Option(help="The game that is compiled and played.")] = "throwdown-v0",
    hook: Annotated[str, typer.Option(help="Measure this one alone, in this process.", hidden=True)] = "",
) -> None:
    """Measure every hook in a process of its own, and print a table."""
    if hook:
        print(json.dumps(measure(hook, game)))
        return
    print("| without | compiles in, s | decisions a second |\n| --- | --- | --- |")
    base: dict[str, float] = {}
    for name in HOOKS:
        with TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "throwdown.benchmarks.hooks", "--game", game, "--hook", name]
            told = subprocess.run(
                command, env=os.environ | {"NUMBA_CACHE_DIR": folder}, check=True, stdout=subprocess.PIPE
            )
        found = json.loads(told.stdout)
        base = base or found
        more = [f"{found[key] / base[key] - 1:+.0%}" for key in ("compile", "speed")]
        print(f"| {name} | {found['compile']:.1f} ({more[0]}) | {found['speed']:,} ({more[1]}) |", flush=True)


if __name__ == "__main__":
    typer.run(main)
