"""Pictures of tables: one size, hidden cards face-down, people by name, all of it inside the frame."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

import throwdown
from tests.support import FUSION, GAMES, TWO, Sampler, setup_of, walk
from throwdown.envs.core.errors import IllegalAction, InvalidConfig
from throwdown.envs.core.scene import HIDDEN, Gauge, Laid, Person, Pile, Scene, Stock, Thing
from throwdown.envs.pictures import canvas, draw

each_team = pytest.mark.parametrize(("id", "scenario"), TWO)
FULL = [(id, "seven") for id in FUSION]


@pytest.mark.parametrize("id", GAMES)
def test_a_game_is_filmed_in_frames_of_one_size(id: str) -> None:
    env = throwdown.make(id, render_mode="rgb_array")
    env.reset(seed=3)
    shapes, seen = set(), set()
    for _ in range(8):
        frame = env.render()
        shapes.add((frame.shape, frame.dtype))
        seen.add(frame.tobytes())
        agent = env.agent_selection
        if env.terminations[agent]:
            break
        env.step(int(np.flatnonzero(env.observe(agent)["action_mask"])[-1]))
    assert shapes == {((draw.HEIGHT, draw.WIDTH, 3), np.dtype(np.uint8))}
    assert len(seen) > 1, "the picture must show what happens"
    assert draw.WIDTH <= 1000 and draw.WIDTH % 16 == draw.HEIGHT % 16 == 0


@pytest.mark.parametrize(("id", "scenario"), [*TWO, *FULL])
def test_every_moment_can_be_drawn_and_names_people(id: str, scenario: str) -> None:
    setup = setup_of(id, scenario)
    for ply, table in enumerate(islice(walk(id, scenario, seed=5, keep=0.02), 150)):
        viewer = None if ply % 3 == 0 else ply % len(setup.seats)
        scene = draw.scene_of(table.state, viewer, setup)
        said = repr(scene)
        assert not any(seat in said for seat in setup.seats), said
        if ply % 25 == 0 or table.over:
            assert draw.to_array(scene).shape == (draw.HEIGHT, draw.WIDTH, 3)


@each_team
def test_hands_of_the_other_side_lie_face_down(id: str, scenario: str) -> None:
    setup, sampler = setup_of(id, scenario), Sampler(first=6, every=12)
    for table in walk(id, scenario, seed=2, keep=0.05):
        if table.over or not sampler.takes(table.phase):
            continue
        for viewer in range(len(setup.seats)):
            scene = draw.scene_of(table.state, viewer, setup)
            if scene.card_rows:  # rows of named cards, of which the other side's hand is none
                hands = [row for row in scene.card_rows if "hand" in row.title.lower()]
                assert [row.title for row in hands] == ["Your hand"]
                assert HIDDEN not in {face.name for face in hands[0].faces}
                continue
            sides = (scene.near, scene.far) if viewer or id not in FUSION else (scene.far, scene.near)
            mine = [person for person in sides[0] if person.is_viewer]
            several = id == "skirmish-v0" and viewer == 0  # one seat plays all MCs
            assert len(mine) == (setup.counts["mc"] if several else 1)
            assert not any(HIDDEN in person.cards for person in mine)
            assert all(set(person.cards) <= {HIDDEN} for person in sides[1])


def crowded() -> Scene:
    """Return more of everything than any game has."""
    gauges = tuple(Gauge(f"A long name {k}", k, 3 * k, "#ff0000", "said of it" * (k % 2)) for k in range(9))
    person = Person(
        "Somebody with a long name", (HIDDEN,) * 40, "", gauges, ("a note",) * 9, ("AS",) * 3, True
    )
    piles = tuple(Pile("A very long title of a pile", (Laid("TH", "Red", "#ff0000"),) * 40) for _ in range(7))
    things = tuple(Thing("A thing", "with words on it" * 3, gauges[:3], ("2C",) * 6) for _ in range(20))
    stocks = tuple(Stock("Heap", n, None if n == 0 else "*r") for n in (0, 1, 60, 300))
    return Scene(
        "Title " * 30, "place", (person,) * 3, (person,) * 9, piles, things, stocks, gauges, (), "x" * 300
    )


def test_a_crowded_table_still_fits() -> None:
    assert draw.to_array(crowded()).shape == (draw.HEIGHT, draw.WIDTH, 3)


def test_the_note_of_a_gauge_takes_several_lines_and_breaks_between_parts() -> None:
    parts = [f"{n}\xa0{word}" for n, word in enumerate(("Disfavor", "Purge", "Ruin", "Strife", "Trauma"), 1)]
    lines = canvas.wrap(", ".join(parts), 11.5, 120, draw.LINES)
    assert len(lines) > 1 and " ".join(lines) == ", ".join(parts).replace("\xa0", " ")
    assert all(line[0].isdigit() and canvas.width_of(line, 11.5) <= 120 for line in lines)
    one, two = (
        draw.to_array(Scene("", gauges=(Gauge("To the Pilots", 0, note=", ".join(found)), Gauge("Below", 1))))
        for found in (parts[:1], parts)
    )
    below = draw.MIDDLE + 12 + 14  # the second line
    assert not (two[below : below + 14] == one[below : below + 14]).all()


def test_every_card_has_a_picture_of_its_own() -> None:
    texts = [rank + suit for rank in "23456789TJQKA" for suit in ("C", "D", "H", "S")]
    found = {canvas.card(text, 60).tobytes() for text in [*texts, "J", "Q", "K", "*r", "*b", HIDDEN]}
    assert len(found) == 52 + 6


def test_a_game_without_pictures_is_shown_in_lines() -> None:
    setup = setup_of("kuhn-v0")
    table = next(iter(walk("kuhn-v0", setup.scenario, seed=1)))
    plain = replace(setup, game=replace(setup.game, pictures=None))
    scene = draw.scene_of(table.state, 0, plain)
    assert "\n".join(scene.lines) == table.render(0)
    assert len(np.unique(draw.to_array(scene))) > 3


@pytest.mark.parametrize("id", GAMES)
def test_one_learner_is_shown_her_own_game_to_its_end(id: str) -> None:
    env = throwdown.make_solo(id, opponent="random", render_mode="rgb_array")
    with pytest.raises(IllegalAction, match="call reset"):
        env.render()
    obs, _ = env.reset(seed=4)
    over, ply = False, 0
    while not over:
        if ply % 16 == 0:
            assert env.render().shape == (draw.HEIGHT, draw.WIDTH, 3)
        obs, _, over, _, _ = env.step(np.flatnonzero(obs["action_mask"])[-1])
        ply += 1
    assert env.render().shape == (draw.HEIGHT, draw.WIDTH, 3)
    text = throwdown.make_solo(id, opponent="random", render_mode="ansi")
    obs, _ = text.reset(seed=4)
    over = False
    while not over:
        obs, _, over, _, _ = text.step(np.flatnonzero(obs["action_mask"])[-1])
    assert "over" in text.render().splitlines()[-1], "not the next game, which has been dealt already"


def test_an_unknown_render_mode_is_refused() -> None:
    with pytest.raises(InvalidConfig, match="render_mode is 'film'"):
        throwdown.make_solo("kuhn-v0", opponent="random", render_mode="film")
