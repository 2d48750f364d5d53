"""Emblems: drawn from a kind and a name, no two alike, the same everywhere."""

from __future__ import annotations

import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from itertools import islice

import numpy as np
import pytest

from tests.support import GAMES, ROOT, run_python, walk
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.scene import HIDDEN, Face, Figure, Person, Scene, Thing
from throwdown.envs.pictures import draw, emblems, shapes
from throwdown.envs.registry import games

SHELVES = {
    "fusion": {
        "pilots": "pilot",
        "threats": "threat",
        "factions": "faction",
        "locations": "location",
        "gear": "equipment",
    },
    "skirmish": {"classes": "mc", "mobs": "mob"},
    "challenge": {
        "characters": "character",
        "obstacles": "obstacle",
        "hazards": "hazard",
        "presses": "press",
    },
    "showdown": {"leaders": "leader"},
}
"""The files of entries, and a kind of theirs."""
CASES = [(id, scenario) for id in GAMES for scenario in games()[id].scenarios]
each_kind = pytest.mark.parametrize("kind", emblems.KINDS)


def parts(scene: Scene) -> Iterator[Person | Thing | Figure | Face]:
    yield from (*scene.far, *scene.near)
    yield from scene.things
    for spot in scene.map.spots if scene.map else ():
        yield from spot.figures
    for row in scene.card_rows:
        yield from row.faces


@cache
def entries() -> frozenset[tuple[str, str]]:
    """Return the kind and the name of every entry of the shipped files."""
    found = set()
    for game, shelves in SHELVES.items():
        for shelf, kind in shelves.items():
            sheets = tomllib.loads((ROOT / f"envs/{game}/content/{shelf}.toml").read_text("utf-8"))
            found |= {(kind, sheet["name"]) for sheet in sheets.values()}
            found |= {("robo", sheet["robo"]["name"]) for sheet in sheets.values() if "robo" in sheet}
            found |= {("monster", sheet["name"]) for sheet in sheets.values() if sheet.get("giant")}
    cards = tomllib.loads((ROOT / "envs/showdown/content/cards.toml").read_text("utf-8"))
    for sheet in cards.values():
        kinds = ("hero", "villain") if sheet["kind"] == "ally" else (sheet["kind"],)
        found |= {(kind, sheet["name"]) for kind in kinds}
    return frozenset(found)


@cache
def shown() -> frozenset[tuple[str, str]]:
    """Return the kind and the name of everything in scenes of all games and scenarios."""
    found = set()
    for id, scenario in CASES:
        for table in islice(walk(id, scenario, seed=3, keep=0.02), 0, 240, 12):
            scene = draw.scene_of(table.state, None, table.setup)
            found |= {(part.kind, part.name) for part in parts(scene) if part.name != HIDDEN}
    return frozenset(found)


def test_everything_in_a_scene_has_an_emblem() -> None:
    """All people, things, figures and named cards; a card that lies face-down has nothing to show."""
    assert {name for kind, name in shown() if kind not in emblems.KINDS} == set()
    kinds = {kind for kind, _ in shown()}
    assert kinds >= {"coach", "pilot", "threat", "monster", "faction", "location", "resource", "robo"}
    assert kinds >= {
        "mc",
        "cpu",
        "mob",
        "boss",
        "character",
        "table",
        "obstacle",
        "leader",
        "hero",
        "villain",
    }
    assert kinds >= {"combat", "player"}


def test_a_card_that_lies_face_down_has_no_emblem() -> None:
    faces = [
        part
        for table in walk("showdown-v0", "short", seed=1, keep=0.02)
        for viewer in (0, 1)
        for part in parts(draw.scene_of(table.state, viewer, table.setup))
        if part.name == HIDDEN
    ]
    assert faces and {face.kind for face in faces} == {""}


def test_no_two_entries_look_alike() -> None:
    named = sorted(entries() | shown())
    assert len(named) > 150
    found: dict[tuple[str, tuple[shapes.Shape, ...]], str] = {}
    for kind, name in named:
        key = kind, emblems.emblem(kind, name)
        assert found.setdefault(key, name) == name, f"{kind}: {name} looks like {found[key]}"


def test_their_features_differ_and_not_only_their_colours() -> None:
    """Two entries of a kind that come out in one colour are told apart all the same."""
    named = sorted(entries())
    found: dict[tuple[str, tuple[shapes.Shape, ...]], str] = {}
    for kind, name in named:
        key = kind, emblems.emblem(kind, name, "#808080")
        assert found.setdefault(key, name) == name, f"{kind}: {name} looks like {found[key]}"


@each_kind
def test_an_entry_that_somebody_makes_up_gets_one(kind: str) -> None:
    one, other = (emblems.emblem(kind, name) for name in ("Nobody's Aunt", "Nobody's Uncle"))
    assert one != other and len(one) > 2
    assert len(emblems.emblem(kind, "")) > 2 and emblems.emblem(kind, "Ωmega ▲") != one


@each_kind
def test_an_emblem_is_small_and_well_formed(kind: str) -> None:
    for name in (
        "Nobody's Aunt",
        *(f"Somebody {n}" for n in range(40)),
        *(n for k, n in entries() if k == kind),
    ):
        text = emblems.svg(emblems.emblem(kind, name))
        assert len(text) < 3000, f"{kind}: {name}"
        root = ET.fromstring(text)
        assert root.tag == "{http://www.w3.org/2000/svg}svg" and len(root) > 1
        assert {child.tag.rpartition("}")[2] for child in root} <= {"path", "ellipse"}
        assert not set(text) - set(map(chr, range(32, 127)))


@each_kind
def test_both_ways_of_drawing_show_the_same_shapes(kind: str) -> None:
    """The numbers in SVG, read back, are the shapes that Pillow draws."""
    drawn = emblems.emblem(kind, "Nobody's Aunt")
    root = ET.fromstring(emblems.svg(drawn))
    ovals = [shape for shape in drawn if isinstance(shape, shapes.Oval)]
    paths = [shape for shape in drawn if isinstance(shape, shapes.Path)]
    read = [child for child in root if child.tag.endswith("ellipse")]
    centres = [float(x.attrib[key]) for x in read for key in ("cx", "rx")]
    assert centres == pytest.approx([number for oval in ovals for number in (oval.x, oval.rx)], abs=0.06)
    data = "".join(child.attrib["d"] for child in root if child.tag.endswith("path"))
    starts = [
        tuple(map(float, part.split("L")[0].split("Q")[0].strip("z").split())) for part in data.split("M")[1:]
    ]
    assert starts == [pytest.approx(shapes.corners(path)[0], abs=0.06) for path in paths]
    fills = {x.attrib["fill"] for x in root if "fill" in x.attrib}
    assert fills == {shape.fill for shape in drawn if shape.fill}
    picture = np.asarray(shapes.image(drawn, 100))
    solid = {tuple(pixel[:3]) for pixel in picture[picture[..., 3] == 255]}
    assert len({tuple(bytes.fromhex(fill[1:])) for fill in fills} & solid) >= 2


def test_curves_pass_where_svg_draws_them() -> None:
    soft = shapes.Path(((0, 0), (100, 0), (100, 100), (0, 100)), "#ff0000", is_soft=True)
    image = np.asarray(shapes.image((soft,), 100))[..., 3] > 127
    assert shapes.svg((soft,)).count("Q") == 4 and "M0 50" in shapes.svg((soft,))
    assert {(12.5, 12.5), (87.5, 12.5), (87.5, 87.5), (12.5, 87.5)} < set(shapes.corners(soft))
    assert image[50, 1] and image[50, 98] and image[1, 50] and not image[6, 6] and image[14, 14]


def test_an_emblem_is_the_same_in_every_process() -> None:
    code = (
        "from throwdown.envs.pictures import emblems as e; import hashlib;"
        "print(hashlib.sha256(''.join(e.svg(e.emblem(k, 'Tide')) for k in e.KINDS).encode()).hexdigest())"
    )
    assert run_python(code, PYTHONHASHSEED="1") == run_python(code, PYTHONHASHSEED="2")


def test_one_of_several_differs_by_its_marks() -> None:
    one, two = (emblems.emblem("mob", f"Glitch {n}") for n in (1, 2))
    both = min(len(one), len(two)) - 1
    assert one != two and one[: both - 1] == two[: both - 1]


def test_a_colour_can_be_given() -> None:
    red = emblems.emblem("pilot", "Ann", "#D64045")
    assert "#d64045" in emblems.svg(red) and red != emblems.emblem("pilot", "Ann")


@pytest.mark.parametrize(
    ("kind", "name", "colour", "said"),
    [
        ("pilott", "Red", "", "did you mean 'pilot'"),
        ("pilot", "x" * 121, "", "121 characters"),
        ("pilot", "Red", "red", "write it like #d64045"),
        ("pilot", "Red", "#12345g", "write it like #d64045"),
    ],
)
def test_what_cannot_be_drawn_is_refused(kind: str, name: str, colour: str, said: str) -> None:
    with pytest.raises(InvalidConfig, match=said):
        emblems.emblem(kind, name, colour)
