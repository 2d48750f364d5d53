"""Maps: steps, shots and falls, clause by clause; bad maps are refused."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.skirmish.support import deal
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import make_setup
from throwdown.envs.skirmish.sheets import library
from throwdown.envs.skirmish.sheets.battlefield import Battlefield, MapSheet
from throwdown.envs.skirmish.state import OUT_OF_SIGHT

DOCKSIDE = Battlefield(MapSheet.model_validate(library.LIBRARY.find("dockside", "maps", "")))


def sight(a: str, b: str, field: Battlefield = DOCKSIDE) -> int:
    return field.sight[field.names.index(a)][field.names.index(b)]


def bent(
    *points: tuple[float, float], links: tuple[tuple[str, str], ...] = (), paths: bool = True
) -> Battlefield:
    """Areas in a row, each joined to the next; without paths only the first two, which no scenario may have."""
    names = "ABCDEFG"[: len(points)]
    areas = [{"name": n, "x": x, "y": y} for n, (x, y) in zip(names, points, strict=True)]
    areas[0]["start"], areas[1]["boss"] = True, True
    routes = [{"from": a, "to": b, "cost": 1} for a, b in pairwise(names)]
    found = MapSheet.model_validate({"name": "M", "areas": areas, "routes": routes, "links": links})
    return Battlefield(found if paths else found.model_copy(update={"routes": found.routes[:1]}))


def test_sk_38_39_the_own_area_is_at_range_0() -> None:
    assert all(DOCKSIDE.sight[a][a] == 0 for a in range(7))


def test_sk_40_41_42_43_44_dockside_is_seen_as_the_sample_says() -> None:
    """Straight, one shallow bend, a right angle, a one-way shaft, a link (SKA-16 to SKA-19)."""
    assert sight("Dock", "Throne") == 3
    assert sight("Gallery", "Throne") == 2
    assert sight("Dock", "Gallery") == OUT_OF_SIGHT
    assert sight("Throne", "Sump") == 2 and sight("Sump", "Throne") == OUT_OF_SIGHT
    assert sight("Bridge", "Sump") == sight("Sump", "Bridge") == 2


def test_sk_40_a_straight_line_of_two_steps_is_range_2() -> None:
    """G2.20."""
    assert sight("A", "C", bent((0, 0), (4, 0), (8, 0))) == 2


def test_sk_41_one_bend_of_45_degrees_is_tolerated() -> None:
    """G2.21."""
    assert sight("A", "C", bent((0, 0), (4, 0), (8, 4))) == 2


def test_sk_42_two_bends_are_too_many_however_shallow() -> None:
    """G2.22: twice 20 degrees."""
    field = bent((0, 0), (10, 0), (19.4, 3.42), (27.06, 9.85))
    assert sight("A", "C", field) == 2 and sight("A", "D", field) == OUT_OF_SIGHT


@pytest.mark.parametrize(
    ("corner", "is_seen"), [((4.0, 4.0), False), ((3.9, 4.0), False), ((4.1, 4.0), True)]
)
def test_sk_42_ska_16_a_right_angle_and_more_block(corner: tuple[float, float], is_seen: bool) -> None:
    assert (sight("A", "C", bent((0, 0), (4, 0), corner)) == 2) == is_seen


def test_sk_44_ska_17_a_link_sets_shape_and_path_aside_not_the_distance() -> None:
    """G2.23, G2.24: round a corner at its distance, without any path at one."""
    corner = ((0.0, 0.0), (4.0, 0.0), (0.0, 3.0))
    assert sight("A", "C", bent(*corner)) == OUT_OF_SIGHT
    assert sight("A", "C", bent(*corner, links=(("A", "C"),))) == 2
    assert sight("A", "C", bent(*corner, links=(("A", "C"),), paths=False)) == 1


def test_sk_43_ska_18_a_path_must_be_open_in_the_direction_of_the_shot() -> None:
    data = library.LIBRARY.find("dockside", "maps", "")
    assert sight("Throne", "Shaft") == 1 and sight("Shaft", "Throne") == OUT_OF_SIGHT
    assert data["links"] == [["Bridge", "Sump"]]


def test_ska_19_any_path_that_is_short_enough_will_do() -> None:
    assert sight("Bridge", "Concourse") == 1 and sight("Sump", "Concourse") == 1


def test_sk_95_99_sko_18_steps_on_foot_and_in_the_air() -> None:
    """Paths that touch the shaft cost flyers three both ways; others stay as they are."""
    at = DOCKSIDE.names.index
    cost, flight = DOCKSIDE.cost, DOCKSIDE.flight
    assert cost[at("Bridge")][at("Shaft")] == 1 and cost[at("Shaft")][at("Bridge")] == 0
    assert flight[at("Bridge")][at("Shaft")] == flight[at("Shaft")][at("Bridge")] == 3
    assert flight[at("Sump")][at("Shaft")] == 3 and flight[at("Dock")][at("Concourse")] == 2
    assert DOCKSIDE.exits[at("Shaft")] == 1 << at("Sump") | 1 << at("Concourse")


def test_sk_04_06_100_a_map_marks_the_start_and_the_x() -> None:
    s = deal().s
    assert (int(s.cfg.start), int(s.cfg.x)) == (0, 3)


AREAS = [{"name": "A", "x": 0, "y": 0, "start": True}, {"name": "B", "x": 4, "y": 0, "boss": True}]
ROUTES = [{"from": "A", "to": "B", "cost": 2}]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"areas": [AREAS[0] | {"start": False}, AREAS[1]]}, "marks 0 areas as the start"),
        ({"areas": [AREAS[0], AREAS[1] | {"start": True}]}, "marks 2 areas as the start"),
        ({"areas": [AREAS[0], AREAS[1] | {"boss": False}]}, "marks 0 areas as the X"),
        ({"areas": [AREAS[0], AREAS[1] | {"name": "A"}]}, "'A' twice"),
        ({"areas": [AREAS[0] | {"falling": True}, AREAS[1]]}, "nobody can start there"),
        ({"areas": [*AREAS, {"name": "C", "x": 1, "y": 1, "falling": True}]}, "leads out of it"),
        ({"areas": [*AREAS, {"name": "C", "x": 1, "y": 1}]}, "no route leads from the start 'A' to area 'C'"),
        (
            {
                "areas": [*AREAS, {"name": "C", "x": 1, "y": 1}],
                "routes": [*ROUTES, {"from": "C", "to": "B", "cost": 1, "one-way": True}],
            },
            "no route leads from the start 'A' to area 'C'",
        ),
        ({"areas": [AREAS[0], AREAS[1] | {"x": 0}]}, "areas 'A' and 'B' are both at x = 0, y = 0"),
        ({"areas": [AREAS[0] | {"x": "left"}, AREAS[1]]}, "areas.0.x"),
        ({"areas": AREAS * 4}, "areas"),
        ({"routes": [{"from": "A", "to": "Bb", "cost": 2}]}, "'Bb', which is not an area"),
        ({"routes": [{"from": "A", "to": "A", "cost": 2}]}, "to itself"),
        ({"routes": ROUTES * 2}, "two ways from 'A' to 'B'"),
        ({"routes": [{"from": "A", "to": "B", "cost": 0}]}, "cost"),
        ({"links": [["A", "Z"]]}, "'Z', which is not an area"),
        ({"paths": []}, "paths"),
    ],
)
def test_sko_19_a_bad_map_is_refused_in_a_sentence(change: dict[str, Any], said: str) -> None:
    data = {"name": "M", "areas": AREAS, "routes": ROUTES} | change
    scenario = {"title": "T", "map": data, "mcs": ["ronin"], "fights": [{"mobs": ["glitch"]}]}
    with pytest.raises(InvalidConfig) as error:
        make_setup("skirmish-v0", scenario)
    assert said in str(error.value) and str(error.value).count("\n") == 0


def test_a_map_of_the_library_is_taken_by_name_or_refused() -> None:
    assert make_setup("skirmish-v0", "tutorial", map="dockside").counts["area"] == 7
    with pytest.raises(InvalidConfig, match="dockside"):
        make_setup("skirmish-v0", "tutorial", map="docksid")
