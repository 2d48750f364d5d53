"""The README does what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support import FUSION

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the README's code blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


@pytest.mark.parametrize("code", blocks("python"))
def test_python_blocks_run(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    promised = re.findall(r"^print\(.*?\)  # (.*) \.\.\.$", code, flags=re.MULTILINE)
    assert len(promised) == 1 and printed.startswith(promised[0])


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"\bmake ([a-z]+)\b", README))
    assert {"demo", "test", "bench"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), f"make {target}"


def test_ci_runs_the_test_command() -> None:
    assert "\nmake test\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_map_is_true() -> None:
    folders = set(re.findall(r"^\| `([a-z]+)/` \|", README, flags=re.MULTILINE))
    kept = {"build", "dist", "runs"}
    there = {p.name for p in ROOT.iterdir() if p.is_dir() and not p.name.startswith(".")}
    assert folders == {name for name in there if name not in kept and not name.endswith(".egg-info")}


def test_pictures_and_links_exist() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_games_and_scenarios_are_listed() -> None:
    from throwdown.envs.registry import games

    for id, game in games().items():
        assert f"`{id}`" in README
        for scenario in game.scenarios if id in FUSION else ():
            assert f"`{scenario}`" in README


def test_the_citation_names_this_version() -> None:
    import throwdown

    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    fields = dict(re.findall(r"^([a-z-]+): (.+)$", text, flags=re.MULTILINE))
    assert fields["cff-version"] == "1.2.0" and fields["version"] == throwdown.__version__
    assert {"message", "title", "type"} <= set(fields) and "authors:\n  - name: " in text
