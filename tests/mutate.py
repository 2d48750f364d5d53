"""Breaks the compiled rules one small way at a time, and reports which breaks no test notices.

A *mutant* is one kernel of `envs/fusion` with one change: a comparison flipped, a number off by one, ``and`` for
``or``, a sign turned round, a condition turned round, a statement left out. For each the tests that enter the kernel
run on plain Python, the quickest first, up to the first failure. Nothing is changed in this tree: all happens in a
copy, by default ``throwdown-mutants`` in the folder for temporary files, where results are kept as well, so that a run
may be stopped at any time and goes on where it was. Not a part of ``make test``::

    python tests/mutate.py --count 100 --seed 1          # a hundred mutants of all packages
    python tests/mutate.py --only pile/payload --count 0  # all mutants of one file

Those who live are looked up in ``mutation_survivors.tsv``, which gives the reason for each that changes nothing that
anybody could see, or that is not worth a test; the others are a gap. The rate counts the rest.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
SURVIVORS = ROOT / "tests" / "mutation_survivors.tsv"
PACKAGES = ("throwdown", "world", "pile", "gambit", "session")
TESTS = ("tests/fusion", "tests/throwdown", "tests/pile", "tests/gambit", "tests/session")
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
"""Seconds in plain Python beyond which a test is left out, so that the rate is a lower bound."""

LIMIT = 20
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
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.BinOp(op=op) if type(op) in ARITHMETIC:
            new.op = ARITHMETIC[type(op)]()
            yield new
        case ast.Constant(value=bool(flag)):
            yield ast.Constant(not flag)
        case ast.Constant(value=int(number)):
            yield ast.Constant(number + 1)
        case ast.If(test=ast.Call() | ast.Name()) | ast.While(test=ast.Call()):
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
    lines, name = source.splitlines(keepends=True), file.relative_to(root / "envs" / "fusion").as_posix()
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


def files(only: str = "") -> list[Path]:
    """Return the files of rules, or those whose path has ``only`` in it."""
    fusion = ROOT / "envs" / "fusion"
    found = [
        f for package in PACKAGES for f in sorted((fusion / package).glob("*.py")) if f.name not in NOT_RULES
    ]
    return [f for f in found if only in f.relative_to(fusion).with_suffix("").as_posix()]


def sample(only: str, count: int, seed: int) -> list[Mutant]:
    """Return ``count`` mutants by chance, as many of each package as of any other; all of them if 0."""
    stream, groups = random.Random(seed), []
    for package in PACKAGES:
        group = [m for f in files(only) if f.parent.name == package for m in mutants_of(f)]
        stream.shuffle(group)
        groups.append(group)
    mixed = [m for k in range(max(map(len, groups))) for group in groups for m in group[k : k + 1]]
    return mixed[: count or None]


class Tracer:
    """Pytest plugin that writes down which kernels each test enters, and how long it takes."""

    def __init__(self) -> None:
        """Watch nothing yet."""
        self.seen: dict[str, dict[str, Any]] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Watch one test."""
        found: set[str] = set()

        def watch(frame: Any, event: str, arg: Any) -> None:
            code = frame.f_code
            if event == "call" and "/fusion/" in code.co_filename:
                found.add(f"{code.co_filename.rsplit('/fusion/', 1)[1]}:{code.co_name}")

        began = time.perf_counter()
        sys.setprofile(watch)
        yield
        sys.setprofile(None)
        if time.perf_counter() - began <= SLOW and item.nodeid not in self.failed:
            self.seen[item.nodeid] = {"seconds": time.perf_counter() - began, "enters": sorted(found)}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Leave out what fails unbroken."""
        if report.failed:
            self.failed.add(report.nodeid)


def trace(out: str, files: list[str]) -> int:
    """Run some files of tests in the present folder and write what `Tracer` saw."""
    tracer = Tracer()
    pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *files], plugins=[tracer])
    for test in sorted(tracer.failed):
        print(f"Left out, for it fails unbroken: {test}", file=sys.stderr)
    Path(out).write_text(json.dumps(tracer.seen), encoding="utf-8")
    return 0


class Alarm:
    """Pytest plugin that ends the process when a test does not end."""

    def pytest_runtest_setup(self) -> None:
        """Wind the clock."""
        signal.alarm(LIMIT)


def try_tests(names: list[str]) -> int:
    """Run some tests in the present folder up to the first failure; return how they ended."""
    return int(
        pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *names], plugins=[Alarm()])
    )


class Scratch:
    """A copy of the tree to break."""

    def __init__(self, folder: Path) -> None:
        """Copy what git tracks and what is new; keep results of an earlier run."""
        self.folder, self.results = folder, folder / "results.jsonl"
        self.tree = folder / "tree"
        shutil.rmtree(self.tree, ignore_errors=True)
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        for name in filter(None, listed.stdout.split("\n")):
            target = self.tree / name
            if (ROOT / name).exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, target, follow_symlinks=False)

    def python(self, *args: str) -> bool:
        """Run this script in the copy, without the compiler; return whether it ended well."""
        env = {
            **os.environ,
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(self.tree),
        }
        command = [sys.executable, "tests/mutate.py", *args]
        return subprocess.run(command, cwd=self.tree, env=env, stdout=subprocess.DEVNULL).returncode == 0

    def traced(self) -> dict[str, dict[str, Any]]:
        """Return by file of tests what `Tracer` saw; files that changed since the last time are watched anew."""
        kept, part = self.folder / "trace.json", self.folder / "part.json"
        known = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
        now = {
            f.relative_to(ROOT).as_posix(): f.stat().st_mtime
            for d in TESTS
            for f in (ROOT / d).glob("test_*.py")
        }
        new = [name for name in sorted(now) if known.get(name, {}).get("changed") != now[name]]
        if new:
            print(f"Watching which tests of {len(new)} files enter which kernel.", file=sys.stderr)
            self.python("--trace", str(part), *new)
            seen = json.loads(part.read_text(encoding="utf-8"))
            for name in new:
                tests = {test: found for test, found in seen.items() if test.startswith(f"{name}::")}
                known[name] = {"changed": now[name], "tests": tests}
            kept.write_text(json.dumps(known), encoding="utf-8")
        return {name: known[name]["tests"] for name in now}

    def tests(self) -> dict[str, list[str]]:
        """Return the tests that enter each kernel, quick ones first."""
        found: dict[str, list[str]] = {}
        seen = {test: watched for tests in self.traced().values() for test, watched in tests.items()}
        for test in sorted(seen, key=lambda test: float(seen[test]["seconds"])):
            for kernel in seen[test]["enters"]:
                found.setdefault(kernel, []).append(test)
        return found

    def dies(self, mutant: Mutant, tests: list[str]) -> bool:
        """Return whether one of these tests fails with the mutant, or does not end."""
        file = self.tree / "envs" / "fusion" / mutant.file
        whole = file.read_bytes()
        try:
            file.write_text(mutant.source, encoding="utf-8")
            return bool(tests) and not self.python("--try", *tests)
        finally:
            file.write_bytes(whole)

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
    parser.add_argument("--only", default="", help="part of a file's path, such as pile/payload")
    parser.add_argument(
        "--folder", type=Path, default=Path(gettempdir()) / "throwdown-mutants", help="where to work"
    )
    parser.add_argument(
        "--again", action="store_true", help="try those again that lived, with the tests of now"
    )
    parser.add_argument("--try", nargs="+", dest="tests", help=argparse.SUPPRESS)
    parser.add_argument("--trace", nargs="+", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.tests:
        return try_tests(args.tests)
    if args.trace:
        return trace(args.trace[0], args.trace[1:])
    scratch = Scratch(args.folder)
    tests, known, results = scratch.tests(), scratch.known(), {}
    for mutant in sample(args.only, args.count, args.seed):
        entering = tests.get(f"{mutant.file}:{mutant.kernel}", [])
        if mutant.key not in known or (args.again and not known[mutant.key]):
            known[mutant.key] = scratch.dies(mutant, entering)
            scratch.note(mutant, known[mutant.key])
            print("died " if known[mutant.key] else "LIVES", mutant.key, file=sys.stderr, flush=True)
        results[mutant.key] = known[mutant.key]
    return min(1, report(results))


if __name__ == "__main__":
    sys.exit(main())
