"""The README does what it says."""

from __future__ import annotations

import re
import tomllib
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
    kept = {"build", "dist", "node_modules", "runs"}
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
    page = (ROOT / "docs" / "reference" / "cite.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^  (\w+) += \{+([^{}]+)\}+,$", page, flags=re.MULTILINE))
    assert shown == {
        "title": fields["title"].strip('"'),
        "author": re.findall(r"^  - name: (.+)$", text, flags=re.MULTILINE)[0],
        "version": fields["version"],
        "date": fields["date-released"].strip('"'),
    }


def test_the_changelog_begins_with_this_version_and_its_date() -> None:
    import throwdown

    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.findall(r"^## (.+)$", text, flags=re.MULTILINE)[0]
    assert re.fullmatch(rf"{re.escape(throwdown.__version__)} \(\d{{1,2}} [A-Z][a-z]+ 20\d\d\)", found)


def test_pages_for_contributors_name_what_there_is() -> None:
    for name in ("CONTRIBUTING.md", "SECURITY.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (ROOT / target).exists(), target
        for target in re.findall(r"\bmake ([a-z]+)\b", text):
            assert f"\n{target}:" in (ROOT / "Makefile").read_text(encoding="utf-8"), target


def test_the_notice_names_files_that_there_are() -> None:
    text = (ROOT / "NOTICE").read_text(encoding="utf-8")
    named = re.findall(r"\b[\w./-]+/[\w.-]+\.(?:md|json|js)\b", text)
    assert {"envs/skirmish/RULES.md", "docs/rulebook/skirmish.md", "play/rulebook.json"} <= set(named)
    assert all((ROOT / name).is_file() for name in named)


def test_the_oldest_versions_are_those_that_the_package_allows() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    least = dict(re.findall(r'"([a-z]+)>=([\d.]+)', str(project["dependencies"]).replace("'", '"')))
    oldest = dict(
        re.findall(r"^([a-z]+)==([\d.]+)$", (ROOT / "tests/oldest.txt").read_text(), flags=re.MULTILINE)
    )
    assert set(oldest) == {"numpy", "numba", "gymnasium", "pettingzoo"}
    assert all(version.startswith(least[name]) for name, version in oldest.items())


def test_pages_name_the_pythons_of_the_classifiers() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pythons = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    oldest = project["requires-python"].removeprefix(">=")
    assert pythons[0] == oldest
    tested = f"Python {oldest} or newer, tested with {', '.join(pythons[:-1])} and {pythons[-1]}."
    assert tested in (ROOT / "docs/reference/faq.md").read_text(encoding="utf-8")
    for name in ("README.md", "CONTRIBUTING.md", "docs/tutorials/researcher.md", "Makefile"):
        assert f"Python {oldest} or newer" in (ROOT / name).read_text(encoding="utf-8"), name
