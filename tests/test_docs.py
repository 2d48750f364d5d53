from __future__ import annotations

import doctest
import re
import subprocess
import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import throwdown
from tests.support import ROOT
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.games import OWN
from throwdown.envs.registry import game_of, games, make_setup
from throwdown.evaluation import play

DOCS = ROOT / "docs"
PAGES = sorted(p for p in DOCS.rglob("*.md") if not {"_build", "generated"} & set(p.relative_to(DOCS).parts))
SKIP = re.compile(r"^:skipif: (.+)$", re.MULTILINE)
BLOCK = re.compile(r"^```\{doctest\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def name_of(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


def examples(page: Path) -> doctest.DocTest:
    """Return all doctests of a page as one, in order: later blocks use what earlier ones made.

    A block that says ``:skipif:`` is left out where Sphinx would leave it out.
    """
    text, found = page.read_text(encoding="utf-8"), []
    for block in BLOCK.finditer(text):
        skip = SKIP.search(block[1])
        if skip and eval(skip[1], {"find_spec": find_spec}):
            continue
        above = text.count("\n", 0, block.start(1))
        for example in doctest.DocTestParser().get_examples(block[1], name_of(page)):
            example.lineno += above
            found.append(example)
    names = {"throwdown": throwdown, "Table": throwdown.Table}
    return doctest.DocTest(found, names, name_of(page), str(page), 0, None)


WITH_EXAMPLES = [page for page in PAGES if BLOCK.search(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=name_of)
def test_the_examples_run(page: Path) -> None:
    report: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(examples(page), out=report.append)
    assert result.attempted > 0
    assert result.failed == 0, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_examples_are_marked_as_such(page: Path) -> None:
    """A prompt outside a doctest block would be shown and never run."""
    assert ">>> " not in BLOCK.sub("", page.read_text(encoding="utf-8"))


def test_committed_pages_are_current() -> None:
    """What is generated and kept in git follows the code: `make docs` or `python docs/conf.py` rewrites it."""
    spec = spec_from_file_location("docs_conf", DOCS / "conf.py")
    assert spec is not None and spec.loader is not None
    conf = module_from_spec(spec)
    spec.loader.exec_module(conf)
    pages = conf.committed()
    named = {page.relative_to(DOCS / "reference").as_posix() for page in pages}
    of_games = {
        page.relative_to(DOCS / "reference").as_posix() for page in PAGES if page.parent.name == "games"
    }
    assert of_games == {f"games/{id}.md" for id in games() if id in OWN}
    assert named == {
        "baselines.md",
        "games.md",
        "policies.md",
        "protocol.md",
        "rules.md",
        "strength.md",
        *of_games,
    }
    for page, text in pages.items():
        old = page.read_text(encoding="utf-8") if page.exists() else ""
        stale = [line for line in text.splitlines() if line not in set(old.splitlines())]
        assert text == old, f"{page.name} is not current: run python docs/conf.py; such as {stale[:3]}"


@pytest.mark.parametrize("id", OWN)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_page_of_a_game_locates_every_field(id: str, n: int) -> None:
    """Offsets are sums over how many things there are: read for ``n`` of each, they are those of the layout."""
    fields = games()[id].fields
    rows = {name: (at, f.size) for at, name, f in fields.rows(dict.fromkeys(fields.things, n))}
    text = (DOCS / "reference" / "games" / f"{id}.md").read_text(encoding="utf-8")
    found = {}
    for at, size, name in re.findall(
        r"^\| (.+?) \| (.+?) \| `(\S+?)` \|", text.partition("## Observation")[2], re.M
    ):
        marked = at.replace(r"n_pilot\*", "0" if n == 1 else str(n))
        code = re.sub(r"n_\w+", str(n), marked.replace("·", "*"))
        if name.endswith(".…"):
            part = [key for key in rows if key.startswith(name[:-1])]
            assert eval(code) == rows[part[0]][0]
            found |= {key: rows[key] for key in part}
            continue
        for k in range(24):
            found[re.sub(r"(?<=_)k(?=[_.]|$)", str(k), name)] = eval(code, {"k": k}), int(size)
            if not re.search(r"_k(?=[_.]|$)", name):
                break
    assert {name: found.get(name) for name in rows} == rows


def python_blocks(page: str) -> list[str]:
    return re.findall(
        r"^```python\n(.*?)^```$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def test_the_agents_of_the_page_play(tmp_path: Path) -> None:
    """The file that "Bring your own agent" shows is an agent as it stands."""
    file = tmp_path / "bots.py"
    file.write_text(python_blocks("tutorials/own_agent.md")[0], encoding="utf-8")
    setup = make_setup("throwdown-v0", "duel")
    lowest, bold = (throwdown.load_agent(f"{file}:{name}", setup) for name in ("lowest", "Bold"))
    assert play(setup, {"coach": bold, "pilot": lowest}, deals=5, seed=1).returns.shape == (2, 5)


@pytest.mark.parametrize("code", python_blocks("reference/frameworks.md"), ids=["wandb", "mlflow", "aim"])
def test_the_loggers_of_the_page_are_handed_what_they_take(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The libraries are not installed: what is called is their documented names."""
    name = code.split()[1]
    stub = Mock()
    made: dict[str, Any] = {}
    monkeypatch.setitem(sys.modules, name, stub)
    exec(compile(code, name, "exec"), made)
    figures = {"win_rate/pilot_against_random": 0.5}
    made["log"](figures, 100)
    calls = {
        "wandb": lambda: stub.log.assert_called_once_with(figures, step=100),
        "mlflow": lambda: stub.log_metrics.assert_called_once_with(figures, step=100),
        "aim": lambda: stub.Run().track.assert_called_once_with(0.5, name=next(iter(figures)), step=100),
    }
    calls[name]()
    assert len(code.strip().splitlines()) <= 8


@pytest.mark.parametrize("page", sorted((DOCS / "rulebook").glob("*.md")), ids=lambda page: page.stem)
def test_the_rulebook_names_clauses_that_exist(page: Path) -> None:
    """What it teaches can be looked up."""
    known = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "envs").rglob("RULES.md"))
    named = set(re.findall(r"\b(?:[A-Z]{2}|[SC])-\d+\b", page.read_text(encoding="utf-8")))
    spans = re.findall(r"\b([A-Z]{1,2})-(\d+) to \1-(\d+)", known)
    for name in named:
        sort, number = name.split("-")
        assert name in known or any(
            sort == x and int(low) <= int(number) <= int(high) for x, low, high in spans
        ), name


@pytest.mark.skipif(find_spec("sphinx") is None, reason="Sphinx is not installed")
@pytest.mark.skipif(find_spec("myst_parser") is None, reason="MyST is not installed")
@pytest.mark.skipif(find_spec("furo") is None, reason="the theme is not installed")
def test_the_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    done = subprocess.run(
        [*command, "-d", tmp_path / "doctrees", DOCS, tmp_path / "html"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for game in games().values():
        tables = (tmp_path / "html" / "reference" / "games" / f"{game.id}.html").read_text(encoding="utf-8")
        plain = re.sub(r"<[^>]+>", "", tables)
        for act in game.actions.acts:
            assert act.range.labels[0] in plain, f"{game.id}: {act!r}"
        schemas = list((tmp_path / "html" / "_downloads").rglob(f"position-{game.id}.schema.json"))
        assert bool(schemas) == (game.positions is not None)
    scenarios = (tmp_path / "html" / "reference" / "scenarios.html").read_text(encoding="utf-8")
    for name in THROWDOWN.scenarios:
        assert throwdown.make("throwdown-v0", name).unwrapped.setup.config["title"] in scenarios, name
    assert "typing." not in scenarios and "FieldInfo" not in scenarios, "types are told in words"
    training = (tmp_path / "html" / "reference" / "training.html").read_text(encoding="utf-8")
    assert "KL(uniform || new)" in re.sub(r"<[^>]+>", "", training), "a bar in a text ends its cell"


def test_the_page_of_versions_names_the_rules_of_every_game() -> None:
    text = (DOCS / "reference" / "versions.md").read_text(encoding="utf-8")
    told = {}
    for names, version in re.findall(r"^\| (`[^|]+-v\d+`) \| (\d+) \|", text, flags=re.MULTILINE):
        told |= dict.fromkeys(re.findall(r"`([^`]+)`", names), version)
    assert told == {id: game.rules_version for id, game in games().items() if id in OWN}


WHOLE = re.compile(r"^```toml\n(game = .*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    "text", WHOLE.findall((DOCS / "tutorials" / "designer.md").read_text(encoding="utf-8"))
)
def test_whole_scenarios_of_the_tutorial_can_be_played(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    setup = make_setup(game_of(file), file)
    table = throwdown.Table.from_setup(setup, 3)
    for _ in range(30):
        if not table.over:
            table.play(table.legal()[-1])
    assert table.history and setup.config["title"] in text
    assert {"gear", "cards", "areas"} & set(re.findall(r"\b(gear|cards|areas)\b", text))
