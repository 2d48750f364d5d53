"""Maps in pictures: spots where the map has them, who stands there, and the ways between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from PIL import ImageColor

from throwdown.envs.core.scene import (
    CardRow,
    Face,
    Figure,
    Gauge,
    Laid,
    Map,
    Person,
    Pile,
    Scene,
    Spot,
    Thing,
    Way,
)
from throwdown.envs.pictures import board, draw
from throwdown.envs.pictures.canvas import PAPER

RED, BLUE = "#ff0000", "#0000ff"
WEST, EAST = Spot("West", 0, 0), Spot("East", 10, 10)


def figure(colour: str, hp: int = 5, name: str = "Glitch 1") -> Figure:
    return Figure(name, "G1", colour, Gauge("HP", hp, 10, "#00ff00"))


def picture(*spots: Spot, ways: tuple[Way, ...] = ()) -> np.ndarray:
    return draw.to_array(Scene("", map=Map(spots, ways)))


def place_of(image: np.ndarray, colour: str) -> tuple[float, float]:
    """Return the middle (x, y) of what has a colour."""
    ys, xs = np.nonzero((image == ImageColor.getrgb(colour)).all(axis=2))
    assert len(xs), f"nothing is {colour}"
    return float(xs.mean()), float(ys.mean())


def amount(image: np.ndarray, colour: str) -> int:
    return int((image == ImageColor.getrgb(colour)).all(axis=2).sum())


def with_figures(spot: Spot, *figures: Figure) -> Spot:
    return replace(spot, figures=figures)


def test_north_is_up_and_east_is_right() -> None:
    image = picture(with_figures(WEST, figure(RED)), with_figures(EAST, figure(BLUE)))
    (west, south), (east, north) = place_of(image, RED), place_of(image, BLUE)
    assert draw.EDGE < west < east < draw.EDGE + draw.BOARD
    assert draw.MIDDLE < north < south < draw.NEAR


def test_a_bar_says_how_much_is_left_of_a_figure() -> None:
    full, half, none = (amount(picture(with_figures(WEST, figure(RED, hp))), "#00ff00") for hp in (10, 5, 0))
    assert full > half > none == 0


def test_who_has_no_room_on_a_spot_is_counted() -> None:
    crowd = tuple(figure(RED) for _ in range(board.MOST))
    assert (picture(with_figures(WEST, *crowd)) != picture(with_figures(WEST, *crowd, *crowd))).any()
    more = amount(picture(with_figures(WEST, *crowd)), RED)
    assert amount(picture(with_figures(WEST, *crowd, *crowd)), RED) < more


def differ(one: dict[str, Any], other: dict[str, Any]) -> bool:
    a, b = (picture(WEST, EAST, ways=(Way(0, 1, **of),)) for of in (one, other))
    return bool((a != b).any())


def test_prices_arrows_and_sight_are_told_apart() -> None:
    road = {"note": "2"}
    assert differ(road, {"note": "3"})
    assert differ(road, {**road, "is_one_way": True})
    assert differ({}, {"is_sight": True})


def test_the_tip_of_an_arrow_is_where_the_way_ends() -> None:
    plain, there, back = (
        picture(replace(WEST, y=10), EAST, ways=ways)
        for ways in ((Way(0, 1),), (Way(0, 1, is_one_way=True),), (Way(1, 0, is_one_way=True),))
    )
    tips = [float(np.nonzero((plain != arrow).any(axis=2))[1].mean()) for arrow in (there, back)]
    middle = draw.EDGE + draw.BOARD / 2
    assert tips[0] > middle > tips[1]


def test_a_map_of_one_spot_and_one_in_a_row_can_be_drawn() -> None:
    for spots in ((WEST,), (WEST, replace(EAST, y=0)), (WEST, replace(EAST, x=0))):
        assert picture(*spots, ways=(Way(0, len(spots) - 1),)).shape == (draw.HEIGHT, draw.WIDTH, 3)


def test_a_pile_may_take_a_larger_share() -> None:
    def widths(*shares: float) -> list[int]:
        piles = tuple(Pile("", is_lit=True, share=share) for share in shares)
        image = draw.to_array(Scene("", piles=piles, map=Map((WEST,), ())))
        row = (image[draw.MIDDLE + 60] == ImageColor.getrgb("#225242")).all(axis=1)
        ends = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(int), [0]])))
        return [int(b - a) for a, b in zip(ends[::2], ends[1::2])]

    assert len(set(widths(1, 1))) == 1
    narrow, wide = widths(1, 3)
    assert wide > 2.8 * narrow


def test_cards_of_a_full_pile_stay_inside_it() -> None:
    cards = (Laid("TH", "Red", RED),) * 30
    for n in range(31):
        for room in (70, 140, 300):
            card, most = draw._laying(n, room) if n else (44, 1)
            assert card <= room and -(-n // most) <= 3
    assert draw.to_array(Scene("", piles=(Pile("", cards),) * 4)).shape == (draw.HEIGHT, draw.WIDTH, 3)


def test_what_cards_come_to_stands_below_them() -> None:
    """The running total of a pile is written between its last row of cards and its note."""
    for n in (0, 2, 30):
        piles = [Pile("", (Laid("TH", "Red", RED),) * n, "a note", total=total) for total in ("20", "21")]
        images = [draw.to_array(Scene("", piles=(pile,))) for pile in piles]
        rows = np.flatnonzero((images[0] != images[1]).any(axis=(1, 2)))
        paper = np.flatnonzero((images[0] == PAPER).all(axis=2).sum(axis=1) > 20)
        assert np.ptp(rows) > 12 and rows.max() < draw.NEAR - 8 - 20, "a whole figure differs, above the note"
        assert not len(paper) or paper.max() < rows.min()


def test_many_gauges_of_somebody_with_room_take_two_columns() -> None:
    def drawn(n: int) -> int:
        gauges = tuple(Gauge(str(k), 3, 3, "#00ff00") for k in range(n))
        return amount(draw.to_array(Scene("", far=(Person("One", gauges=gauges),))), "#00ff00")

    one = drawn(1)
    assert one and [drawn(n) for n in (5, 8, 10)] == [5 * one, 8 * one, 10 * one]


def test_a_map_that_is_alone_takes_the_whole_table_and_keeps_its_angles() -> None:
    """Ten to the right and ten up are as long as one another; beside a table the map is as wide as its place."""
    spots = (with_figures(WEST, figure(RED)), with_figures(EAST, figure(BLUE)))
    alone, beside = (draw.to_array(Scene("", map=Map(spots, (), is_alone=x))) for x in (True, False))
    lengths = []
    for image in (alone, beside):
        (west, south), (east, north) = place_of(image, RED), place_of(image, BLUE)
        lengths.append((east - west, south - north))
    assert abs(lengths[0][0] - lengths[0][1]) < 2 < abs(lengths[1][0] - lengths[1][1])
    assert lengths[0][1] > lengths[1][1]


def test_a_spot_has_a_number_at_its_corner_and_can_be_lit() -> None:
    plain, marked, lit = (
        picture(WEST, x) for x in (EAST, replace(EAST, mark="2"), replace(EAST, is_lit=True))
    )
    other = picture(WEST, replace(EAST, mark="3"))
    assert (marked != plain).any() and (marked != other).any() and (lit != plain).any()


SKY = "#12abef"


def differs_at(one: Scene, other: Scene) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of what differs between two pictures."""
    ys, xs = np.nonzero((draw.to_array(one) != draw.to_array(other)).any(axis=2))
    return int(xs.min()), int(ys.min()), int(xs.max()), int(ys.max())


def test_people_things_figures_and_named_cards_are_drawn_with_their_emblems() -> None:
    sides: dict[str, Callable[[str], Scene]] = {
        "far": lambda on: Scene("", far=(Person("Ann", colour=RED, kind=on and "pilot"),)),
        "thing": lambda on: Scene("", things=(Thing("Tide", kind=on and "threat"),)),
        "map": lambda on: Scene(
            "", map=Map((with_figures(WEST, replace(figure(RED), kind=on and "mob")),), ())
        ),
        "row": lambda on: Scene("", card_rows=(CardRow("", faces=(Face("Jab", kind=on and "combat"),)),)),
    }
    tops = {}
    for what, scene in sides.items():
        left, tops[what], right, bottom = differs_at(scene("it"), scene(""))
        assert right - left > 8 and bottom - tops[what] > 8, f"{what} has no emblem"
    assert tops["far"] < draw.MIDDLE <= tops["thing"] < draw.NEAR


def test_what_a_pile_brings_hangs_at_its_corner_in_the_colour_of_who_has_won_it() -> None:
    scenes = [Scene("", piles=(Pile("", worth=worth, owner=SKY),)) for worth in ("", "2", "4")]
    none, two, four = map(draw.to_array, scenes)
    assert amount(none, SKY) == 0 < 300 < amount(two, SKY) != amount(four, SKY)
    assert place_of(two, SKY)[1] < draw.MIDDLE + 32


def test_a_ring_of_as_many_arcs_as_its_value_is_drawn_around_the_pile_in_use() -> None:
    def drawn(value: int, is_lit: bool = True, cards: int = 0) -> int:
        pile = Pile("", (Laid("TH", "Red", RED),) * cards, is_lit=is_lit)
        return amount(draw.to_array(Scene("", piles=(pile,), ring=Gauge("", value, 7, SKY))), SKY)

    one, two, seven = (drawn(n) - drawn(n, is_lit=False) for n in (1, 2, 7))
    assert 0 < one < two < seven and abs(two - 2 * one) < one / 2
    assert drawn(7, cards=40) == drawn(7, is_lit=False, cards=40), "none under rows of cards"


def test_the_light_on_the_table_has_the_colour_of_the_place() -> None:
    plain, red = (draw.to_array(Scene("", tint=tint))[360, 20].astype(int) for tint in ("", RED))
    assert red[0] > plain[0] and red[1] < plain[1]
