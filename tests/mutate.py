"""Breaks the compiled rules one small way at a time, and reports which breaks no test notices.

A *mutant* is one kernel of a game, with one change: a comparison flipped, a number off by one, ``and`` for ``or``, a
sign turned round, a condition turned round, a statement left out. For each the tests that enter the kernel run on
plain Python, the quickest first, up to the first failure, in a process of its own: no file is changed. Results are
kept, by default in ``throwdown-mutants`` in the folder for temporary files, so that a run may be stopped at any time
and goes on where it was. Not a part of ``make test``; needs ``os.fork``::

    python tests/mutate.py --count 100 --seed 1           # a hundred mutants of all packages of FUSION
    python tests/mutate.py --only pile/payload --count 0  # all mutants of one file
    python tests/mutate.py --of challenge --count 20      # twenty of the Challenges' rules

Those who live are looked up in ``mutation_survivors.tsv``, which gives the reason for each that changes nothing that
anybody could see, or that is not worth a test; the others are a gap. The rate counts the rest.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import gettempdir
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
SURVIVORS = ROOT / "tests" / "mutation_survivors.tsv"
PACKAGES = {
    "fusion": ("fusion/throwdown", "fusion/world", "fusion/pile", "fusion/gambit", "fusion/session"),
    "challenge": ("challenge",),
    "skirmish": ("skirmish",),
    "showdown": ("showdown",),
}
"""Folders of rules under `envs`, by what ``--of`` may name."""
TESTS = {
    "fusion": ("tests/fusion", "tests/throwdown", "tests/pile", "tests/gambit", "tests/session"),
    "challenge": ("tests/challenge",),
    "skirmish": ("tests/skirmish",),
    "showdown": ("tests/showdown",),
}
NOT_RULES = (
    "__init__.py",
    "obs.py",
    "actions.py",
    "state.py",
    "book.py",
    "choices.py",
    "order.py",
    "terms.py",
)
"""Files that lay data out, or that run before the rules; observations have tests of their own in `tests/leak`."""

SLOW = 2.0
"""Seconds in plain Python, watched, beyond which a test is left out, so that the rate is a lower bound."""

LIMIT = 10
"""Seconds after which a test of a mutant ends the run: what loops forever dies."""

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Mutant(NamedTuple):
    """One change of one file."""

    file: str
    kernel: str
    key: str
    """What names it, also when lines above it move: file, kernel, the line before and after."""
    source: str
    """The whole file with the change."""


def _changed(node: ast.AST) -> Iterator[Any]:
    """Yield what a node may be changed into."""
    new: Any = copy.deepcopy(node)
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARE:
            new.ops = [COMPARE[type(op)]()]
            yield new
        case ast.BoolOp():
            new.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
            yield new
            for k, flag in enumerate(node.values):
                if isinstance(flag, ast.Attribute | ast.Subscript):
                    new = copy.deepcopy(node)
                    new.values[k] = ast.UnaryOp(ast.Not(), flag)
                    yield new
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.BinOp(op=op) if type(op) in ARITHMETIC:
            new.op = ARITHMETIC[type(op)]()
            yield new
        case ast.Constant(value=bool(flag)):
            yield ast.Constant(not flag)
        case ast.Constant(value=int(number)):
            yield ast.Constant(number + 1)
        case (
            ast.If(test=ast.Call() | ast.Name() | ast.Attribute() | ast.Subscript())
            | ast.While(test=ast.Call() | ast.Attribute() | ast.Subscript())
        ):
            new.test = ast.UnaryOp(ast.Not(), node.test)
            new.body, new.orelse = [], []
            yield new
        case ast.AugAssign(op=op) if type(op) in ARITHMETIC:
            new.op = ARITHMETIC[type(op)]()
            yield new
            yield ast.Pass()
        case ast.Expr(value=ast.Call()) | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()


def _is_kernel(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(d).split("(")[0].endswith("kernel") for d in node.decorator_list)


def _replaced(lines: list[bytes], node: Any, text: str) -> str:
    """Return a file with the text of one node replaced."""
    first, last = node.lineno - 1, node.end_lineno - 1
    head, tail = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
    return b"".join([*lines[:first], head, text.encode(), tail, *lines[last + 1 :]]).decode()


def _line(source: str, first: int, last: int) -> str:
    """Return some lines of a file as one."""
    return " ".join(" ".join(source.splitlines()[first:last]).split())


def mutants_of(file: Path, root: Path = ROOT) -> Iterator[Mutant]:
    """Yield the mutants of one file."""
    source = file.read_bytes()
    lines, name = source.splitlines(keepends=True), file.relative_to(root / "envs").as_posix()
    seen: Counter[str] = Counter()
    for kernel in ast.walk(ast.parse(source)):
        if not isinstance(kernel, ast.FunctionDef) or not _is_kernel(kernel):
            continue
        for node in (n for statement in kernel.body for n in ast.walk(statement)):
            for new in _changed(node):
                old: Any = node
                if isinstance(node, ast.If | ast.While):  # only its condition is rewritten
                    old, new = node.test, new.test
                text = "pass" if isinstance(new, ast.Pass) else ast.unparse(new)
                if isinstance(old, ast.expr):
                    text = f"({text})"
                broken, first = _replaced(lines, old, text), old.lineno - 1
                after = _line(broken, first, old.end_lineno - source.count(b"\n") + broken.count("\n"))
                key = f"{name}:{kernel.name}: {_line(source.decode(), first, old.end_lineno)} -> {after}"
                seen[key] += 1
                yield Mutant(name, kernel.name, key + f" ({seen[key]})" * (seen[key] > 1), broken)


def files(package: str, only: str = "") -> list[Path]:
    """Return the files of rules of a package, or those whose path has ``only`` in it."""
    envs = ROOT / "envs"
    found = [f for f in sorted((envs / package).glob("*.py")) if f.name not in NOT_RULES]
    return [f for f in found if only in f.relative_to(envs).with_suffix("").as_posix()]


def sample(only: str, count: int, seed: int, of: str = "fusion") -> list[Mutant]:
    """Return ``count`` mutants by chance, as many of each package as of any other; all of them if 0."""
    stream, groups = random.Random(seed), []
    for package in PACKAGES[of]:
        group = [m for f in files(package, only) for m in mutants_of(f)]
        stream.shuffle(group)
        groups.append(group)
    mixed = [m for k in range(max(map(len, groups))) for group in groups for m in group[k : k + 1]]
    return mixed[: count or None]


class Tracer:
    """Pytest plugin that writes down which kernels each test enters, and how long it takes."""

    def __init__(self) -> None:
        """Watch nothing yet."""
        self.seen: dict[str, dict[str, Any]] = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Watch one test, and end it when it takes too long."""
        found: set[CodeType] = set()

        def watch(frame: FrameType, event: str, arg: Any) -> None:
            if event == "call":
                found.add(frame.f_code)

        def end(number: int, frame: FrameType | None) -> None:
            raise TimeoutError

        signal.signal(signal.SIGVTALRM, end)
        signal.setitimer(signal.ITIMER_VIRTUAL, SLOW)
        began = time.process_time()
        sys.setprofile(watch)
        outcome = yield
        sys.setprofile(None)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if outcome.excinfo is None:
            rules = [code for code in found if "/envs/" in code.co_filename]
            enters = {f"{code.co_filename.rsplit('/envs/', 1)[1]}:{code.co_name}" for code in rules}
            self.seen[item.nodeid] = {"seconds": time.process_time() - began, "enters": sorted(enters)}
        elif outcome.excinfo[0] is TimeoutError:
            outcome.force_result(None)  # raised between any two instructions, it may have no line to report
        else:
            print(f"Left out, for it fails unbroken: {item.nodeid}", file=sys.stderr)


def broken(mutant: Mutant) -> CodeType:
    """Return the code of the kernel that a mutant changes."""
    module = compile(mutant.source, mutant.file, "exec", dont_inherit=True)
    return next(c for c in module.co_consts if isinstance(c, CodeType) and c.co_name == mutant.kernel)


def kernel_of(mutant: Mutant) -> Any:
    """Return the function that a mutant changes."""
    name = mutant.file.removesuffix(".py").replace("/", ".")
    return getattr(importlib.import_module(f"throwdown.envs.{name}"), mutant.kernel)


class Hunter:
    """Pytest plugin that, instead of running the tests it is given, tries them on one mutant after another."""

    def __init__(self, mutants: list[Mutant], tests: dict[str, list[str]], folder: Kept) -> None:
        """Take the mutants, the tests that enter each kernel, quick ones first, and where results are kept."""
        self.mutants, self.tests, self.folder = mutants, tests, folder

    def pytest_runtest_setup(self) -> None:
        """Wind the clock, which ends the process of a test that does not end."""
        signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all mutants."""
        items = {item.nodeid: item for item in session.items}
        for mutant in self.mutants:
            names = self.tests.get(f"{mutant.file}:{mutant.kernel}", [])
            dies = self.dies(mutant, session, [items[name] for name in names if name in items])
            self.folder.note(mutant, dies)
            print("died " if dies else "LIVES", mutant.key, file=sys.stderr, flush=True)
        return True

    def dies(self, mutant: Mutant, session: pytest.Session, items: list[pytest.Item]) -> bool:
        """Return whether one of these tests fails with the mutant, or does not end."""
        child = os.fork()
        if child == 0:
            ended = 1
            try:
                kernel_of(mutant).__code__ = broken(mutant)
                for item, after in zip(items, [*items[1:], None], strict=True):
                    item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
                    if session.testsfailed:
                        break
                else:
                    ended = 0
            finally:
                os._exit(ended)
        return os.waitpid(child, 0)[1] != 0


class Kept:
    """The folder of what is known already."""

    def __init__(self, folder: Path, of: str) -> None:
        """Make it if it is not there; ``of`` says whose tests count."""
        self.folder, self.results, self.of = folder, folder / "results.jsonl", of
        folder.mkdir(parents=True, exist_ok=True)

    def traced(self) -> dict[str, dict[str, Any]]:
        """Return by file of tests what `Tracer` saw; files that changed since the last time are watched anew."""
        kept = self.folder / "trace.json"
        known = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
        now = {
            f.relative_to(ROOT).as_posix(): f.stat().st_mtime
            for d in TESTS[self.of]
            for f in (ROOT / d).glob("test_*.py")
            if f.stem
            != "test_heuristic"  # whole games, slow in plain Python, of players rather than of rules
        }
        new = [name for name in sorted(now) if known.get(name, {}).get("changed") != now[name]]
        if new:
            print(f"Watching which tests of {len(new)} files enter which kernel.", file=sys.stderr)
            if os.fork() == 0:  # a hunt begins with nothing in any cache
                self.watch(new, now, known)
                os._exit(0)
            os.wait()
            known = json.loads(kept.read_text(encoding="utf-8"))
        return {name: known[name]["tests"] for name in now}

    def watch(self, new: list[str], now: dict[str, float], known: dict[str, Any]) -> None:
        """Run some files of tests and keep what `Tracer` saw."""
        tracer = Tracer()
        self.run(tracer, new)
        for name in new:
            tests = {test: found for test, found in tracer.seen.items() if test.startswith(f"{name}::")}
            known[name] = {"changed": now[name], "tests": tests}
        (self.folder / "trace.json").write_text(json.dumps(known), encoding="utf-8")

    def tests(self) -> dict[str, list[str]]:
        """Return the tests that enter each kernel, quick ones first."""
        found: dict[str, list[str]] = {}
        seen = {test: watched for tests in self.traced().values() for test, watched in tests.items()}
        for test in sorted(seen, key=lambda test: float(seen[test]["seconds"])):
            for kernel in seen[test]["enters"]:
                found.setdefault(kernel, []).append(test)
        return found

    def run(self, plugin: Tracer | Hunter, files: list[str]) -> None:
        """Collect some files of tests, without the compiler, and leave what follows to a plugin."""
        quiet = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:terminalreporter", "-s"]
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        os.chdir(ROOT)
        with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
            pytest.main(["-q", *quiet, f"--basetemp={self.folder / 'temp'}", *files], plugins=[plugin])

    def known(self) -> dict[str, bool]:
        """Return what is known already: whether each mutant died."""
        if not self.results.exists():
            return {}
        rows = map(json.loads, self.results.read_text(encoding="utf-8").splitlines())
        return {row["key"]: row["dies"] for row in rows}

    def note(self, mutant: Mutant, dies: bool) -> None:
        """Keep a result."""
        with self.results.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"key": mutant.key, "dies": dies}) + "\n")


def reasons() -> dict[str, str]:
    """Return why mutants that live may."""
    lines = SURVIVORS.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if "\t" in line)


def report(results: dict[str, bool]) -> int:
    """Print the rate, and who lives without a reason; return how many these are."""
    excused = reasons()
    dead = sum(results.values())
    same = [key for key, dies in results.items() if not dies and key in excused]
    gaps = [key for key, dies in results.items() if not dies and key not in excused]
    for key in gaps:
        print(f"lives: {key}")
    rate = dead / max(1, len(results) - len(same))
    print(
        f"{len(results)} mutants: {dead} died, {len(same)} live with a reason, {len(gaps)} without; "
        f"{rate:.1%} of those that change something died."
    )
    return len(gaps)


def main() -> int:
    """Run what the command line asks for; return 1 if mutants live without a reason."""
    parser = argparse.ArgumentParser(description="Break the rules and see whether a test notices.")
    parser.add_argument("--count", type=int, default=100, help="how many mutants; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--of", default="fusion", choices=PACKAGES, help="whose rules")
    parser.add_argument("--only", default="", help="part of a file's path, such as pile/payload")
    parser.add_argument(
        "--folder", type=Path, default=Path(gettempdir()) / "throwdown-mutants", help="where to work"
    )
    parser.add_argument(
        "--again", action="store_true", help="try those again that lived, with the tests of now"
    )
    args = parser.parse_args()
    folder, mutants = Kept(args.folder, args.of), sample(args.only, args.count, args.seed, args.of)
    tests, known = folder.tests(), folder.known()
    left = [m for m in mutants if m.key not in known or (args.again and not known[m.key])]
    folder.run(
        Hunter(left, tests, folder),
        sorted({name.split("::")[0] for names in tests.values() for name in names}),
    )
    known = folder.known()
    return min(1, report({m.key: known[m.key] for m in mutants if m.key in known}))


if __name__ == "__main__":
    sys.exit(main())
