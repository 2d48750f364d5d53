"""The same games played by compiled rules and by plain Python, with every array index checked.

As a program it plays a game in a process of its own and prints what it shows: plain Python stops at a wrong index by
itself, compiled code under ``NUMBA_BOUNDSCHECK=1``, which has to be set before anything is compiled.
"""

from __future__ import annotations

import faulthandler
import hashlib
import json
import os
import re
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path

from throwdown.envs.core.errors import how_many, reason
from throwdown.envs.core.game import Game, Setup
from throwdown.envs.core.jit import CACHE_DIR
from throwdown.envs.core.names import typed
from throwdown.envs.core.records import content
from throwdown.envs.tables.table import Table
from throwdown.testing.hidden import redealt
from throwdown.testing.walks import choose, place

MOVES = 120
"""Moves of a game that are compared at most."""
PATIENCE = 900
"""Seconds after which a rule is taken to go round in circles: far more than these games take."""
KEEP = 0.1

Shown = dict[str, str]
"""What a moment of a game shows: a short hash by what was looked at."""


def show(table: Table) -> Shown:
    """Return hashes of all that a game shows at a moment, and of redeals."""
    setup, seats = table.setup, range(len(table.setup.seats))
    parts: dict[str, bytes] = {
        "the legal set": table.mask().tobytes(),
        "an observation": b"".join(table.observe(seat).tobytes() for seat in seats),
        "events": repr(table.events_at(len(table.history))).encode(),
        "a redeal": b"".join(content(redealt(setup, table._states, seat, range(2))) for seat in seats),
        "who decides": repr((table.agent, table.phase)).encode(),
        "returns": repr(sorted(table.returns().items())).encode(),
    }
    return {name: hashlib.sha256(part).hexdigest()[:12] for name, part in parts.items()}


def moves(setup: Setup, seed: int, most: int = MOVES) -> Iterator[tuple[str, Shown]]:
    """Play a game by fixed picks, up to ``most`` moves; yield where it stands and what it shows."""
    table = Table.from_setup(setup, seed)
    yield place(table), show(table)
    while not table.over and len(table.history) < most:
        legal = table.legal_ids()
        if not legal:
            return
        table.play(choose(table.game, legal, seed, len(table.history), KEEP))
        yield place(table), show(table)


def module_of(game: Game) -> str:
    """Return the name of the module that has a game among its ``GAMES``."""
    name = game.kernels.setup.__module__
    while name:
        if game in getattr(sys.modules.get(name), "GAMES", ()):
            return name
        name = name.rpartition(".")[0]
    return ""


Line = tuple[str, Shown]
Played = tuple[list[Line], list[str]]
"""What games show, moment after moment, and a sentence for each fault."""


def play(game: Game, scenarios: Sequence[str], seeds: Sequence[int]) -> Played:
    """Play games of some scenarios from each of some seeds, as this process plays them."""
    lines: list[Line] = []
    faults: list[str] = []
    for scenario in scenarios:
        for seed in seeds:
            try:
                lines.extend(moves(game.configure(scenario), seed))
            except Exception as error:
                faults.append(raised(error))
    return lines, faults


def replay(game: Game, scenarios: Sequence[str], seeds: Sequence[int], compiled: bool) -> Played:
    """Play games in a process of its own: by compiled rules, whose indices are checked, or in plain Python.

    The game must be found by the name of its module.
    """
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    if compiled:
        env |= {"NUMBA_BOUNDSCHECK": "1", "NUMBA_DISABLE_JIT": "0"}
        env |= {"NUMBA_CACHE_DIR": str(CACHE_DIR / "boundscheck")} if CACHE_DIR else {}
    else:
        env["NUMBA_DISABLE_JIT"] = "1"
    plan = json.dumps([module_of(game), game.id, list(scenarios), list(seeds)])
    command = [sys.executable, "-m", "throwdown.testing.parity", plan]
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    try:
        lines, faults = json.loads(done.stdout)
    except json.JSONDecodeError:
        return [], [_died(done)]
    return [(where, shown) for where, shown in lines], faults or _heard(done.stderr)


def _heard(stderr: str) -> list[str]:
    """Return what compiled code said of errors: it can raise nothing, so it says so and goes on."""
    if "Exception ignored" not in stderr:
        return []
    kinds = re.findall(r"^\w*Error: .*$", stderr, re.MULTILINE)
    return [f"a compiled rule stopped with {kinds[0].strip().rstrip('.') if kinds else 'an error'}."]


def _died(done: subprocess.CompletedProcess[str]) -> str:
    """Return what ended a process."""
    own = [line.strip() for line in done.stderr.splitlines() if line.startswith("  File ")]
    if "Timeout" in done.stderr and own:
        return f"a rule does not come to an end within {PATIENCE} seconds: {own[0]}."
    last = (done.stderr.strip().splitlines() or ["it printed nothing"])[-1]
    return f"the process that played ended with status {done.returncode}: {last.rstrip('.')}."


def compare(plain: Sequence[Line], compiled: Sequence[Line]) -> Iterator[str]:
    """Yield a sentence if compiled rules show anything else than plain Python."""
    for (where, one), (other_place, other) in zip(plain, compiled):
        different = [name for name in one if one[name] != other.get(name)]
        if where != other_place or different:
            what = different[0] if different else "the course of the game"
            yield f"{where}: {what} differs between compiled rules and plain Python."
            return
    if len(plain) != len(compiled):
        yield f"compiled games show {how_many(len(compiled), 'moment')}, plain Python {len(plain)}."


def main(plan: str) -> None:
    """Play what a plan says, and print what was shown as JSON; games that go on for too long end the process."""
    module, id, scenarios, seeds = json.loads(plan)
    game = next(game for game in import_module(module).GAMES if game.id == id)
    faulthandler.dump_traceback_later(PATIENCE, exit=True)
    print(json.dumps(play(game, typed(scenarios), seeds)))


def raised(error: Exception) -> str:
    """Return what somebody's code raised, and where, as a sentence."""
    frames = traceback.extract_tb(error.__traceback__)
    frame = frames[-1]
    kit = Path(__file__).resolve().parents[2]
    own = [f for f in frames if not Path(f.filename).resolve().is_relative_to(kit / "envs" / "core")]
    frame = own[-1] if own else frame
    return f"{Path(frame.filename).name}, line {frame.lineno}: {reason(error)}."


if __name__ == "__main__":
    main(sys.argv[1])
