from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.parity.game_hash import hash_batches, hash_tables
from tests.support import CASES, GAMES, OLDER, ROOT, run_python, setup_of
from throwdown.envs.core import jit
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.jit import IS_COMPILED, alone

compiled_only = pytest.mark.skipif(
    not IS_COMPILED, reason="this run itself is not compiled (NUMBA_DISABLE_JIT)"
)


def run_module(name: str, **env: str) -> list[str]:
    return (
        run_python(f"import runpy; runpy.run_module('{name}', run_name='__main__')", **env)
        .strip()
        .splitlines()
    )


@compiled_only
def test_compiled_games_equal_plain_python() -> None:
    """The same sources without the compiler show the same observations, masks, rewards, events and returns."""
    plain = run_module("tests.parity.game_hash", NUMBA_DISABLE_JIT="1")
    compiled = [f"{id} {s} {hash_batches(id, s)} {hash_tables(id, s, range(2))}" for id, s in CASES]
    assert plain == compiled


TREE = """
from hashlib import sha256
from throwdown.envs.registry import make_setup
from throwdown.evaluation.exact import build_tree
tree = build_tree(make_setup("leduc-v0"), threads=1)
print([sha256(x.tobytes()).hexdigest() for x in (tree.parent, tree.slot, tree.chance, tree.value, tree.action)])
"""


@compiled_only
def test_a_tree_is_the_same_in_plain_python() -> None:
    assert run_python(TREE, NUMBA_DISABLE_JIT="1") == run_python(TREE)


def test_the_bounds_check_would_notice(tmp_path: Path) -> None:
    """See `bounds_check`, which `make boundscheck` runs."""
    code = (
        "import numpy as np\n"
        "from throwdown.envs.core.jit import kernel\n"
        "def f(a, i):\n    return a[i]\n"
        "try:\n    kernel(f)(np.zeros(3), 99)\n    print('unnoticed')\n"
        "except IndexError:\n    print('noticed')\n"
    )
    assert run_python(code, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path)).strip() == "noticed"


def play_one_of_each() -> int:
    """Play a move of every game, the older edition of sessions among them; return how many types of state that are."""
    types = set()
    for id, scenario in (*((id, None) for id in GAMES), OLDER[0]):
        batch = Batch(setup_of(id, scenario), 4)
        batch.reset()
        batch.step(batch.random_actions())
        types.add(batch.states.dtype)
    return len(types)


COUNT_HITS = """
from tests.parity.test_processes import play_one_of_each
from throwdown.envs.core import batch, calls
types = play_one_of_each()
loops = (batch.reset_games, batch.look, batch.step_games, batch.sample_actions)
hits, misses = (sum(sum(getattr(f.stats, x).values()) for f in loops) for x in ("cache_hits", "cache_misses"))
rules = calls._COMPILED.values()
print(hits - 3 * types, misses, len(rules) - 5 * types, [f.__name__ for f in rules if not f.cache_hits])
"""


@compiled_only
def test_a_second_process_compiles_nothing() -> None:
    """Three loops, and setup, legal, observe, apply and returns, are loaded once per game, and a loop for all once."""
    assert play_one_of_each() >= 6
    assert run_python(COUNT_HITS).strip() == "1 0 0 []"


CALL_A_KERNEL = """
import numpy as np
from throwdown.envs.core import cardset
print(cardset.size(np.array([7, 1])), *map(sum, (s.values() for s in cardset.size.stats[1:])))
"""


@compiled_only
def test_a_kernel_that_python_calls_is_compiled_once(tmp_path: Path) -> None:
    """Words and positions call kernels one by one; what a game is made of is compiled as a whole, and kept so."""
    counts = [run_python(CALL_A_KERNEL, NUMBA_CACHE_DIR=str(tmp_path)).split() for _ in range(2)]
    assert counts == [["4", "0", "1"], ["4", "1", "0"]]
    assert {file.name.partition("-")[0] for file in tmp_path.rglob("cardset.*.nbi")} == {"cardset.size"}


WAIT = """
import sys
from pathlib import Path
from throwdown.envs.core.jit import alone
print("ready", flush=True)
with alone("a rule"):
    print(Path(sys.argv[1]).exists())
"""


def test_what_one_process_compiles_others_wait_for(tmp_path: Path) -> None:
    compiled = tmp_path / "compiled"
    command = [sys.executable, "-c", WAIT, str(compiled)]
    with alone("a rule"):
        other = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert other.stdout is not None and other.stdout.readline() == "ready\n"
        compiled.touch()
    assert other.communicate() == ("True\n", None)


def test_an_unwritable_cache_folder_falls_back(tmp_path: Path) -> None:
    """A path under a plain file cannot be written, even by root: kernels are then kept elsewhere."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    (tmp_path / "tmp").mkdir()
    code = (
        "from throwdown.envs.core import events\n"  # compiles one kernel when it is imported
        "from throwdown.envs.core.jit import CACHE_DIR\n"
        "print(CACHE_DIR)\nprint(len(list(CACHE_DIR.rglob('*.nbi'))))\n"
    )
    for name in ("XDG_CACHE_HOME", "NUMBA_CACHE_DIR"):
        env = {"NUMBA_CACHE_DIR": "", name: str(blocked / "cache"), "TMPDIR": str(tmp_path / "tmp")}
        folder, kept = run_python(code, **env).strip().splitlines()
        assert Path(folder).is_relative_to(tmp_path / "tmp")
        assert int(kept) > 0 or not IS_COMPILED
    assert blocked.read_text(encoding="utf-8") == "not a folder"


PLANTED = ("link", "file", "readable", "foreign")


@pytest.mark.parametrize("planted", PLANTED)
def test_a_temporary_folder_that_is_not_ours_alone_is_refused(
    planted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Compiled code is pickled: whoever can write into the folder could have us run anything."""
    folder = tmp_path / f"throwdown-{os.getuid()}"
    if planted == "link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        folder.symlink_to(tmp_path / "elsewhere")
    elif planted == "file":
        folder.touch(mode=0o700)
    else:
        folder.mkdir(mode=0o700)
        folder.chmod(0o755 if planted == "readable" else 0o700)
    if planted == "foreign":
        monkeypatch.setattr("os.getuid", lambda: os.stat(tmp_path).st_uid + 1)
        folder.rename(tmp_path / f"throwdown-{os.getuid()}")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(Path(__file__) / "cache"))
    assert jit._choose_cache_dir() is None
    told = capsys.readouterr().err
    assert ("is not a folder of yours with mode 700" in told and told.count("\n") == 1) or not IS_COMPILED
    assert not list(folder.glob("*")) if folder.is_dir() else True


def test_a_temporary_folder_of_our_own_is_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(Path(__file__) / "cache"))
    folder = jit._choose_cache_dir()
    assert folder is not None and folder.parent.parent == tmp_path and folder == jit._choose_cache_dir()
    assert stat.S_IMODE(folder.parent.stat().st_mode) == 0o700


@compiled_only
def test_without_a_cache_rules_are_compiled_all_the_same(tmp_path: Path) -> None:
    (tmp_path / f"throwdown-{os.getuid()}").touch()
    code = (
        "import throwdown\n"
        "from throwdown.envs.core.jit import CACHE_DIR\n"
        "print(CACHE_DIR, throwdown.Table.deal('kuhn-v0', seed=1).legal())\n"
    )
    env = {"NUMBA_CACHE_DIR": str(Path(__file__) / "cache"), "TMPDIR": str(tmp_path)}
    assert run_python(code, **env).strip() == "None ['call', 'raise']"


def test_edited_sources_get_a_cache_of_their_own(tmp_path: Path) -> None:
    """Numba's own key misses an edited callee; ours covers every file that kernels come from."""
    from throwdown.envs.core import jit

    sources = [str(f.relative_to(jit.SOURCES)) for f in jit.compiled_sources()]
    for need in ("core/cardset.py", "core/rng.py", "fusion/world/order.py", "fusion/throwdown/drives.py"):
        assert need in sources
    assert not any(set(jit.NOT_COMPILED) & set(Path(name).parts) for name in sources)
    kernels = {f for f in jit.SOURCES.rglob("*.py") if "\n@kernel" in f.read_text(encoding="utf-8")}
    assert kernels <= set(jit.compiled_sources())


def test_compiling_is_announced_once_on_stderr(tmp_path: Path) -> None:
    code = (
        "from throwdown.envs.core.jit import announce\n"
        "announce('a-game')\nannounce('a-game')\nannounce('another')\n"
    )
    env = {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT), "PATH": "", "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=env,
        check=False,
    )
    assert done.returncode == 0 and done.stdout == "", done.stderr
    assert done.stderr.count("a-game") == 1 and done.stderr.count("another") == 1


@compiled_only
def test_results_do_not_depend_on_the_process() -> None:
    code = "from tests.parity.game_hash import hash_batches\nprint(hash_batches('throwdown-v0', 'duel'))\n"
    assert run_python(code, PYTHONHASHSEED="77").strip() == hash_batches("throwdown-v0", "duel")


def test_seeds_of_any_size_are_taken() -> None:
    batch = Batch(setup_of(), 3)
    step = batch.reset(np.array([0, 2**62 - 1, 2**40]))
    assert (step.masks.sum(axis=1) > 0).all()
