"""The script that breaks the rules: which mutants it makes, and how it counts them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests import mutate

CODE = '''
@kernel
def rule(s: State) -> bool:
    """A docstring, with 1 number."""
    if s.a < 2 and not s.b:
        s.c += 1
    if ready(s):
        tell(s)
    if s.d:
        tell(s, s.d)
    s.g = s.e and s.f[0]
    return True


def words(n: int) -> int:
    return n + 1
'''
EXPECTED = {
    "if s.a < 2 and not s.b: -> if (s.a < 2 or not s.b):",
    "if s.a < 2 and not s.b: -> if (s.a <= 2) and not s.b:",
    "if s.a < 2 and not s.b: -> if s.a < (3) and not s.b:",
    "if s.a < 2 and not s.b: -> if s.a < 2 and (s.b):",
    "s.c += 1 -> s.c -= 1",
    "s.c += 1 -> pass",
    "s.c += 1 -> s.c += (2)",
    "if ready(s): -> if (not ready(s)):",
    "tell(s) -> pass",
    "if s.d: -> if (not s.d):",
    "tell(s, s.d) -> pass",
    "s.g = s.e and s.f[0] -> pass",
    "s.g = s.e and s.f[0] -> s.g = (s.e or s.f[0])",
    "s.g = s.e and s.f[0] -> s.g = (not s.e and s.f[0])",
    "s.g = s.e and s.f[0] -> s.g = (s.e and (not s.f[0]))",
    "s.g = s.e and s.f[0] -> s.g = s.e and s.f[(1)]",
    "return True -> return (False)",
}


def test_a_mutant_changes_one_thing_of_a_kernel_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "envs" / "fusion" / "world" / "some.py"
    file.parent.mkdir(parents=True)
    file.write_text(CODE, encoding="utf-8")
    found = list(mutate.mutants_of(file, tmp_path))
    assert {m.key for m in found} == {f"fusion/world/some.py:rule: {change}" for change in EXPECTED}
    for mutant in found:
        changed = zip(CODE.splitlines(), mutant.source.splitlines(), strict=True)
        assert sum(a != b for a, b in changed) == 1 and ast.parse(mutant.source).body


def test_a_mutant_is_other_code_for_its_kernel() -> None:
    for mutant in mutate.sample("world/agenda", 3, 1):
        kernel = mutate.kernel_of(mutant)
        whole, broken = getattr(kernel, "py_func", kernel).__code__, mutate.broken(mutant)
        assert broken.co_name == whole.co_name == mutant.kernel and broken.co_varnames == whole.co_varnames
        assert (broken.co_code, broken.co_consts) != (whole.co_code, whole.co_consts)


@pytest.fixture(scope="module")
def every() -> dict[str, list[mutate.Mutant]]:
    """Return all mutants by what they are of."""
    return {of: mutate.sample("", 0, 1, of) for of in mutate.PACKAGES}


def test_a_sample_is_the_same_again_and_of_all_packages(every: dict[str, list[mutate.Mutant]]) -> None:
    one, two = (mutate.sample("throwdown/r", 8, seed) for seed in (1, 1))
    assert one == two and len(one) == 8 and one != mutate.sample("throwdown/r", 8, 2)
    fusion = every["fusion"]
    assert len({m.key for m in fusion}) == len(fusion) > 5000
    assert [m.file.rsplit("/", 1)[0] for m in fusion[:5]] == list(mutate.PACKAGES["fusion"])


def test_a_sample_is_of_the_rules_that_are_asked_for(every: dict[str, list[mutate.Mutant]]) -> None:
    found = every["challenge"]
    assert {m.file.split("/")[0] for m in found} == {"challenge"} and len(found) > 500
    assert {m.file for m in mutate.sample("flow", 5, 1, "challenge")} == {"challenge/flow.py"}


def test_the_rate_leaves_out_those_with_a_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mutate, "reasons", lambda: {"b": "changes nothing"})
    assert mutate.report({"a": True, "b": False, "c": False, "d": True, "e": True}) == 1
    told = capsys.readouterr().out
    assert "lives: c" in told and "1 live with a reason, 1 without; 75.0%" in told


def test_reasons_are_of_mutants_that_there_are(every: dict[str, list[mutate.Mutant]]) -> None:
    keys = {m.key for mutants in every.values() for m in mutants}
    assert [key for key in mutate.reasons() if key not in keys] == []
