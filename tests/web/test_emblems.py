"""Emblems over the wire: drawn when asked for, kept for ever, and nothing else at their addresses."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient

from throwdown.envs.pictures import emblems
from throwdown.play.web.server import Server
from throwdown.play.web.store import GameStore

LOCAL = {"host": "localhost"}


@pytest.fixture
def http(tmp_path: Path) -> TestClient:
    return TestClient(Server(GameStore(tmp_path / "games.sqlite")).app(), base_url="http://localhost")


@pytest.mark.parametrize("name", ["Red", "Nobody's Aunt", "Ωmega", "a/b", 'a<b>&"c', "../../secret", "50%"])
def test_an_emblem_is_served_as_a_picture_that_is_kept(http: TestClient, name: str) -> None:
    found = http.get(f"/emblem/pilot/{quote(name, safe='')}.svg?colour=%23d64045", headers=LOCAL)
    assert found.status_code == 200 and found.text == emblems.svg(emblems.emblem("pilot", name, "#d64045"))
    assert found.headers["content-type"].startswith("image/svg+xml")
    assert "immutable" in found.headers["cache-control"] and "no-cache" not in found.headers["cache-control"]
    assert "default-src 'none'" in found.headers["content-security-policy"]
    assert name not in found.text


@pytest.mark.parametrize(
    "path",
    [
        "/emblem/pilott/Red.svg",
        "/emblem/pilot/Red.svg?colour=red",
        f"/emblem/pilot/{'x' * 121}.svg",
        "/emblem/%3Cscript%3E/Red.svg",
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_sentence(http: TestClient, path: str) -> None:
    found = http.get(path, headers=LOCAL)
    assert found.status_code == 404 and found.headers["content-type"].startswith("text/plain")
    assert len(found.text.splitlines()) == 1 and found.text.endswith(".")
    assert found.headers["cache-control"] == "no-cache"


def test_other_files_are_fetched_anew(http: TestClient) -> None:
    assert http.get("/static/page.css", headers=LOCAL).headers["cache-control"] == "no-cache"
