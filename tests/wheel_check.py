"""Build the wheel, look inside, install it without extras into a fresh environment and use it: `make wheelcheck`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEEDS_AN_EXTRA = (
    "throwdown/training/",
    "throwdown/benchmarks/",
    "throwdown/evaluation/exact/openspiel.py",
    "throwdown/evaluation/ray.py",
    "throwdown/play/extract.py",
    *(f"throwdown/play/web/{name}.py" for name in ("gate", "listen", "server", "talk", "turns")),
)
LICENSES = ("LICENSE", "NOTICE")
ABSENT = ("torch", "stable_baselines3", "sb3_contrib", "pyspiel", "ray")

# Runs in the fresh environment, given the modules to import and the folders that must not be importable by themselves.
USE = f"""
import importlib, importlib.util, sys
modules, rooms = (argument.split(",") for argument in sys.argv[1:])
import throwdown
for name in {ABSENT}:
    assert importlib.util.find_spec(name) is None, f"{{name}} came with the base dependencies"
for room in rooms:
    assert importlib.util.find_spec(room) is None, f"{{room}} is importable as a top-level name"
for module in modules:
    importlib.import_module(module)
    assert not sys.modules.keys() & set({ABSENT}), f"{{module}} imports one of {ABSENT}"
"""

# Plays a game against a policy that ships, the first legal choice every time.
PLAY = """
from throwdown.envs.registry import make_setup
from throwdown.play.session import Session

session = Session.deal(make_setup("throwdown-v0", "duel"), 1, "pilot_0", against="trained")
session.advance()
while not session.table.over:
    session.act(session.table.legal()[0])
    session.advance()
assert len(session.table.history) > 2
"""


def rooms() -> list[str]:
    """Return the top-level folders that the package holds by links."""
    return sorted(path.name for path in (ROOT / "throwdown").iterdir() if path.is_symlink())


def copy_sources(target: Path) -> set[str]:
    """Copy what a build needs, so that no old build leaks in; return the names that the wheel must hold."""
    for name in ("pyproject.toml", "setup.py", "README.md", *LICENSES):
        shutil.copy(ROOT / name, target)
    for folder in ("throwdown", *rooms()):
        unwanted = shutil.ignore_patterns("__pycache__", ".*")
        shutil.copytree(ROOT / folder, target / folder, symlinks=True, ignore=unwanted)
    package = target / "throwdown"
    files = [path for path in package.iterdir() if path.is_file()]
    files += (path for folder in package.iterdir() if folder.is_dir() for path in folder.rglob("*"))
    return {path.relative_to(target).as_posix() for path in files if path.is_file()}


def run(*command: str | Path, home: Path) -> None:
    """Run a command in ``home``; end with its output where it fails."""
    done = subprocess.run(command, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}\nwheel check failed at: {' '.join(map(str, command[:4]))} ...")


def build(sources: Path, out: Path) -> Path:
    """Build the wheel and return its path."""
    run(sys.executable, "-m", "build", "--wheel", "--outdir", out, sources, home=sources)
    (wheel,) = out.glob("*.whl")
    return wheel


def check_names(wheel: Path, expected: set[str]) -> list[str]:
    """Compare the wheel's content with the folders; return its modules that need no extra."""
    names = zipfile.ZipFile(wheel).namelist()
    version = wheel.name.split("-")[1]
    strangers = [
        name for name in names if not name.startswith(("throwdown/", f"throwdown-{version}.dist-info/"))
    ]
    assert not strangers, f"outside throwdown/: {strangers}"
    for name in LICENSES:
        assert f"throwdown-{version}.dist-info/licenses/{name}" in names, f"{name} is not in the wheel"
    content = {name for name in names if name.startswith("throwdown/")}
    assert expected <= content, f"missing: {sorted(expected - content)} (package-data of pyproject.toml)"
    assert content <= expected, f"unknown: {sorted(content - expected)}"
    assert any(name.endswith(".toml") for name in content), "no scenario in the wheel"
    assert any(name.endswith(".npz") for name in content), "no trained policy in the wheel"
    assert {"throwdown/py.typed", "throwdown/play/words.pot"} <= content
    sources = sorted(name for name in content if name.endswith(".py") and not name.startswith(NEEDS_AN_EXTRA))
    print(f"{wheel.name}: {len(names)} files, all of them below throwdown/")
    return [
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in sources
        if name != "throwdown/__main__.py"
    ]


def check_use(wheel: Path, modules: list[str], home: Path) -> None:
    """Install the wheel without extras into a fresh environment, import it and run its command."""
    venv.create(home / "venv", with_pip=True)
    programs = home / "venv" / ("Scripts" if os.name == "nt" else "bin")
    python = programs / "python"
    run(python, "-m", "pip", "install", "-q", wheel, home=home)
    run(python, "-I", "-c", USE, ",".join(modules), ",".join(rooms()), home=home)
    run(programs / "throwdown", "--help", home=home)
    run(python, "-I", "-c", PLAY, home=home)
    print(
        f"installed without extras: {len(modules)} modules import, the command answers, a trained policy plays"
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "sources").mkdir()
        expected = copy_sources(home / "sources")
        wheel = build(home / "sources", home / "out")
        check_use(wheel, check_names(wheel, expected), home)
    print("wheel check passed")


if __name__ == "__main__":
    main()
