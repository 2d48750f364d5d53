"""A game of another distribution: one folder, and an entry point that names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import GAMES, run_python
from throwdown.envs.core.jit import IS_COMPILED

RULES = '''
"""Nim: take one to three sticks off a heap; who takes the last wins."""

from types import SimpleNamespace

from throwdown.envs.core.actions import ActionLayout, Actions, Range
from throwdown.envs.core.calls import Kernels
from throwdown.envs.core.events import Out
from throwdown.envs.core.game import Game, Setup, refuse_unknown
from throwdown.envs.core.jit import kernel
from throwdown.envs.core.observations import Fields, Observation, number
from throwdown.envs.core.records import Ints, int8, reset
from throwdown.envs.core.rng import pick
from throwdown.envs.core.state import GameState

GAIN = 1


class Act(Actions):
    """What a player may do."""

    TAKE = Range("take", ("take 1", "take 2", "take 3"), "take so many sticks")


class State(GameState):
    """A game of Nim."""

    most: int = int8("sticks that the heap may begin with", start=12, kept=True)
    sticks: int = int8("sticks left")


class Seen(Observation):
    """What both players see."""

    sticks: int = number("sticks left", 0, 12)


@kernel
def setup(s: State, out: Out) -> None:
    reset(s)
    s.sticks = 5 + pick(s, s.most - 4)


@kernel
def legal(s: State, out: Out) -> None:
    out.words[0] = (1 << min(3, s.sticks)) - 1


@kernel
def apply(s: State, action: int, out: Out) -> None:
    s.sticks -= action - Act.TAKE + 1
    s.over = s.sticks == 0
    if not s.over:
        s.seat = 1 - s.seat


@kernel
def returns(s: State, out: Out) -> None:
    out.returns[s.seat], out.returns[1 - s.seat] = GAIN, -GAIN


@kernel
def observe(s: State, viewer: int, row: Ints, out: Out) -> None:
    Seen.of(row).sticks = s.sticks


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    pass


def make_setup(game, scenario, options, name):
    refuse_unknown(game, scenario, options)
    return Setup(game, str(scenario), ("player_0", "player_1"), ("first", "second"), game.state.blank())


TEXT = SimpleNamespace(
    render=lambda s, viewer, setup: f"{s.sticks} sticks are left on the heap.",
    explain=lambda s, action, setup: f"Only {s.sticks} sticks are left.",
    narrate=lambda event, setup: "",
    view=lambda s, viewer, setup: {"sticks": int(s.sticks)},
    prompt=lambda s, setup: f"{setup.seats[s.seat]} takes sticks.",
    help=lambda s: "Take one to three sticks; who takes the last wins.",
)
NIM = Game(
    id="nim-v0",
    title="Nim",
    state=State,
    kernels=Kernels(setup, legal, apply, returns, observe, redeal),
    actions=ActionLayout(Act),
    fields=Fields(Seen),
    text=TEXT,
    make_setup=make_setup,
    phases=("take",),
)
'''

HEURISTIC = '''
"""Leave a multiple of four."""

import numpy as np

from throwdown.agents import Agent


class Heuristic(Agent):
    name = "heuristic"

    def act(self, view, rng):
        wanted = (view.observations[:, 0].astype(np.int64) - 1) % 4
        return np.where(wanted < 3, wanted, 0)
'''

PLAY = """
import warnings
import numpy as np, pettingzoo, throwdown
from pettingzoo.test import api_test
from throwdown.agents import load
from throwdown.envs.registry import make_setup

assert "nim-v0" in throwdown.ids()
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    api_test(throwdown.make("nim-v0"), num_cycles=100)
make = getattr(pettingzoo, "make", None)  # there from 1.27 on
env = make("aec", "throwdown/nim-v0") if make else throwdown.make("nim-v0")
env.reset(seed=1)
table = throwdown.Table.deal("nim-v0", seed=1)
assert (env.last()[0]["observation"] == table.observe()).all()
while not table.over:
    table.play(table.legal()[-1])
assert throwdown.Table.from_json(table.to_json()).returns() == table.returns()
assert table.redeal("player_0", 3).view() == table.view()
batch = throwdown.Batch("nim-v0", 50)
step, ended = batch.reset(), 0
for _ in range(60):
    step = batch.step(batch.random_actions())
    ended += int(step.done.sum())
assert ended > 300
assert type(load("heuristic", make_setup("nim-v0"))).__module__ == "nim.heuristic"
solo = throwdown.make_vec("nim-v0", 8, "first")
observation, _ = solo.reset(seed=1)
print(sorted(table.returns().values()), table.render(), observation["observation"].shape)
"""


def install(folder: Path, rules: str = RULES, offers: str = "nim-v0 = nim") -> None:
    """Lay the game out as an installer would."""
    (folder / "nim").mkdir(exist_ok=True)
    games = "from nim.rules import NIM\n\nGAMES = (NIM,)\n"
    (folder / "nim" / "__init__.py").write_text(games, encoding="utf-8")
    (folder / "nim" / "rules.py").write_text(rules, encoding="utf-8")
    (folder / "nim" / "heuristic.py").write_text(HEURISTIC, encoding="utf-8")
    info = folder / "nim-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: nim\nVersion: 1.0\n", encoding="utf-8")
    entries = f"[throwdown.games]\n{offers}\n[throwdown.heuristics]\nnim-v0 = nim.heuristic:Heuristic\n"
    (info / "entry_points.txt").write_text(entries, encoding="utf-8")


def run(folder: Path, code: str) -> str:
    path = f"import sys\nsys.path.insert(0, {str(folder)!r})\n"
    return run_python(path + code).strip()


def test_a_game_of_another_distribution_plays_like_our_own(tmp_path: Path) -> None:
    install(tmp_path)
    assert run(tmp_path, PLAY).splitlines()[-1] == "[-1.0, 1.0] 0 sticks are left on the heap. (8, 1)"


@pytest.mark.skipif(not IS_COMPILED, reason="only compiled rules are kept")
def test_edited_rules_are_compiled_anew(tmp_path: Path) -> None:
    code = (
        "import throwdown\ntable = throwdown.Table.deal('nim-v0')\n"
        "while not table.over:\n    table.play('take 1')\nprint(max(table.returns().values()))\n"
    )
    install(tmp_path)
    assert run(tmp_path, code).splitlines()[-1] == run(tmp_path, code).splitlines()[-1] == "1.0"
    install(tmp_path, RULES.replace("GAIN = 1", "GAIN = 3"))
    assert run(tmp_path, code).splitlines()[-1] == "3.0"


@pytest.mark.parametrize(
    ("offers", "id", "said"),
    [
        ("chess-v0 = nim", "chess-v0", "'chess-v0' is offered by nim, but not among its GAMES."),
        ("Nim = nim", "nim-v0", "'nim-v0' is not a game"),
    ],
)
def test_a_half_game_is_refused_in_a_sentence(tmp_path: Path, offers: str, id: str, said: str) -> None:
    install(tmp_path, offers=offers)
    code = f"import throwdown\ntry:\n    throwdown.make({id!r})\nexcept throwdown.UnknownGame as e:\n    print(e)\n"
    assert run(tmp_path, code).startswith(said)


NOTHING = "def redeal(s: State, viewer: int, out: Out) -> None:\n    pass"
HINT = "import throwdown\ntry:\n    throwdown.Table.deal('nim-v0')\nexcept throwdown.InvalidGame as e:\n    print(e)\n"


CHECK = """
from throwdown.testing import check_game

report = check_game("nim-v0")
print([check.state for check in report.checks][:3], *report.faults)
"""


@pytest.mark.skipif(not IS_COMPILED, reason="only compiled rules take no memory")
@pytest.mark.parametrize("body", ["[i for i in range(s.sticks)][0]", "(s.sticks + s.heaps)[0]"])
def test_a_rule_that_takes_memory_is_refused_before_anything_is_played(tmp_path: Path, body: str) -> None:
    """Here `redeal`, which only a hint would call."""
    rules = RULES.replace(NOTHING, NOTHING.replace("pass", f"s.sticks += {body}"))
    sticks = '    sticks: int = int8("sticks left")\n'
    install(tmp_path, rules.replace(sticks, f'{sticks}    heaps: Ints = int8("heaps", 3)\n'))
    said, checked = run(tmp_path, HINT + CHECK).splitlines()
    assert "the rule redeal of nim-v0 cannot be compiled (rules.py, line " in said
    assert checked == f"['ok', 'fault', 'skipped'] {said}"
    assert said.endswith(
        "it makes an array, a list or a text, and rules take no memory; give the state a field to work in."
    )


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("sticks = s.sticks", "sticks = s.stickz", "cannot be compiled: a record has no field 'stickz'."),
        ("@kernel\ndef redeal", "def redeal", "the rule redeal of nim-v0 is not a kernel; decorate it with @kernel."),
    ],
)  # fmt: skip
def test_a_rule_that_does_not_compile_is_refused_in_a_sentence(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    install(tmp_path, RULES.replace(old, new))
    assert run(tmp_path, HINT).endswith(said)


BROKEN = {
    "an import": ("import no_such_module\n" + RULES, "ModuleNotFoundError: No module named 'no_such_module'"),
    "an exit": ("import sys\nsys.exit('bye')\n" + RULES, "SystemExit: bye"),
    "a word": (RULES.replace("    help=lambda s:", "    helps=lambda s:"), "it lacks the word help"),
    "a setup": (RULES.replace("(game, scenario, options)\n", "(game, scenario)\n"), "TypeError: "),
}
LISTS = """
from typer.testing import CliRunner
import throwdown
from throwdown.cli.main import app
from throwdown.envs.registry import games
from throwdown.play.web.offers import catalogue

found = CliRunner().invoke(app, ["envs", "--json"])
print(found.exit_code, len(games()), len(catalogue().games), found.stderr.count("nim-v0"))
try:
    throwdown.make("nim-v0")
except throwdown.ThrowdownError as e:
    print(e)
"""


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_game_takes_no_list_down(tmp_path: Path, kind: str) -> None:
    """Every list and page goes on without it, stderr says so once, and who asks for it is told why."""
    rules, said = BROKEN[kind]
    install(tmp_path, rules)
    listed, why = run(tmp_path, LISTS).splitlines()
    assert listed == f"0 {len(GAMES)} {len(GAMES)} 1"
    assert why.startswith("'nim-v0' cannot be loaded: ") and said in why and why.endswith(".")


def test_a_broken_heuristic_is_refused_in_a_sentence(tmp_path: Path) -> None:
    install(tmp_path)
    (tmp_path / "nim" / "heuristic.py").write_text("import no_such_module\n", encoding="utf-8")
    code = (
        "import throwdown\nfrom throwdown.envs.registry import make_setup\ntry:\n"
        "    throwdown.load_agent('heuristic', make_setup('nim-v0'))\n"
        "except throwdown.InvalidConfig as e:\n    print(e)\n"
    )
    assert run(tmp_path, code).startswith("the heuristic of nim-v0 cannot be loaded: ModuleNotFoundError: ")
