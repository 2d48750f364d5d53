"""The benefit of each hook into Numba's private parts: ``python -m throwdown.benchmarks.hooks``.

For every hook, a process disables that hook, recompiles the loops and rules of a game, and plays; the best round
counts. Times are user processor time. Hooks that correctness or compilation depends on are tested in
``tests/core/test_numba.py``, not measured here. ``hooks.json`` holds the figures of the last run.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import numba
import typer

from throwdown.envs.core.kit import in_a_sentence, write_file

GAMES, STEPS = 1024, 1000


def seconds() -> float:
    """Return the processor time of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def whole_kernels() -> None:
    """Generate machine code for every kernel, as Numba does."""
    from throwdown.envs.core.compiler import KernelCompiler, RootCompiler

    KernelCompiler.define_pipelines = RootCompiler.define_pipelines  # type: ignore[method-assign]


def plain_names() -> None:
    """Rebuild the name of a record type on every use."""
    from throwdown.envs.core import compiler

    record: Any = vars(compiler)["Record"]
    record.__repr__ = record.__repr__.__wrapped__


def usual_inlining() -> None:
    """Leave LLVM's inlining threshold unchanged."""
    import llvmlite.binding

    llvmlite.binding.set_option = lambda name, option: None


def own_widths() -> None:
    """Recompile a kernel for every integer width and literal argument."""
    from throwdown.envs.core import jit

    jit._widened = lambda given, place: given


def counted() -> None:
    """Count references in loops and rules."""
    from throwdown.envs.core.compiler import NO_HEAP

    NO_HEAP.clear()


def wrapped() -> None:
    """Compile a C wrapper for every kernel."""
    njit: Callable[..., Any] = numba.njit
    numba.njit = lambda *args, no_cfunc_wrapper=False, **options: njit(*args, **options)


def looped() -> None:
    """Find a bit of a set by prefix sums and a table, as on processors without the instruction."""
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
    """Return the compile time in this process, with one hook disabled, and the decisions per second afterwards."""
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


def measure_alone(hook: str, game: str) -> dict[str, float]:
    """Return what `measure` does in a new process with an empty cache."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "throwdown.benchmarks.hooks", "--game", game, "--hook", hook]
        env = os.environ | {"NUMBA_CACHE_DIR": folder}
        told = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE)
    found: dict[str, float] = json.loads(told.stdout)
    return found


def table(found: dict[str, dict[str, float]]) -> str:
    """Return a Markdown table of the results, each beside those with every hook in place."""
    base = found["nothing"]
    lines = ["| without | compiles in, s | decisions a second |", "| --- | --- | --- |"]
    for name, one in found.items():
        compiled, speed = (f"{one[key] / base[key] - 1:+.0%}" for key in ("compile", "speed"))
        lines.append(f"| {name} | {one['compile']:.1f} ({compiled}) | {one['speed']:,} ({speed}) |")
    return "\n".join(lines) + "\n"


@in_a_sentence()
def main(
    game: Annotated[str, typer.Option(help="The game to compile and play.")] = "throwdown-v0",
    rounds: Annotated[int, typer.Option(help="Number of measurements of each hook.")] = 2,
    out: Annotated[Path | None, typer.Option(help="JSON file.")] = None,
    hook: Annotated[str, typer.Option(help="Measure only this one, in this process.", hidden=True)] = "",
) -> None:
    """Measure every hook, and print a table."""
    if hook:
        print(json.dumps(measure(hook, game)))
        return
    found: dict[str, dict[str, float]] = {}
    for _ in range(rounds):
        for name in HOOKS:
            one = measure_alone(name, game)
            print(f"{name}: {one}", file=sys.stderr, flush=True)
            best = found.setdefault(name, one)
            found[name] = {
                "compile": min(best["compile"], one["compile"]),
                "speed": max(best["speed"], one["speed"]),
            }
    print(table(found), end="")
    if out is not None:
        text = json.dumps(
            {"game": game, "rounds": rounds, "numba": numba.__version__, "without": found}, indent=2
        )
        write_file(out, text + "\n")


if __name__ == "__main__":
    typer.run(main)
