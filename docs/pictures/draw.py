"""Draw the pictures of tables that the documentation shows: ``python docs/pictures/draw.py``."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from throwdown import Table
from throwdown.agents import load
from throwdown.envs.pictures import draw

CONFRONTATION = {
    "opened": "initiative",
    "cards": [{"card": "7D", "by": "coach_0"}, {"card": "8C", "by": "pilot_0"}],
}
STRUGGLE = {
    "opened": "escalate",
    "cards": [
        {"card": "6S", "by": "coach_0"},
        {"card": "7H", "by": "pilot_0"},
        {"card": "9D", "by": "coach_0"},
    ],
}
POSITION: dict[str, Any] = {
    "hands": {"pilot_0": ["6H", "9S", "TD", "2C"], "coach_0": ["5C", "JD", "QH"]},
    "pile": [CONFRONTATION, STRUGGLE],
    "phase": "drive",
    "trash": ["4S", "KH"],
    "strike": {"pilot_0": 3, "coach_0": 4},
}
"""The middle of a duel, which the pages explain card by card."""
OPENING = {
    **POSITION,
    "hands": {"pilot_0": ["6H", "9S", "TD", "2C", "8C"], "coach_0": ["5C", "JD", "QH", "6S"]},
    "pile": [{"opened": "initiative", "cards": [{"card": "7D", "by": "coach_0"}]}],
}
PLIES = 400
Is = Callable[[Table], bool]


def keep(name: str, image: Image.Image) -> None:
    """Save a picture with 256 colours, which take half the space; other methods lose those of small things."""
    whole = image.convert("RGB")
    few = whole.quantize(method=Image.Quantize.MAXCOVERAGE, kmeans=2)
    whole.quantize(palette=few, dither=Image.Dither.FLOYDSTEINBERG).save(
        Path(__file__).parent / f"{name}.png", optimize=True
    )


def save(name: str, table: Table, seat: str | None) -> None:
    """Save the table as a seat sees it."""
    viewer = None if seat is None else table.setup.seat(seat)
    scene = draw.scene_of(table.state, viewer, table.setup)
    keep(name, draw.to_image(scene))


def found(id: str, scenario: str | None, is_it: Is, agent: str = "heuristic", **options: Any) -> Table:
    """Return the first moment of a kind in games that agents play, from the first seed on."""
    for seed in range(100):
        table, rng = Table.deal(id, seed, scenario, **options), np.random.default_rng(seed)
        player = load(agent, table.setup)
        for _ in range(PLIES):
            if is_it(table):
                return table
            if table.over:
                break
            table.play(int(player.act(table.decision(), rng)[0]))
    raise SystemExit(f"No game of {id} comes to such a moment.")


def main() -> None:
    """Draw all of them."""
    save("table", Table.from_position(POSITION, "throwdown-v0", "duel"), "pilot_0")
    save("learn-opening", Table.from_position(OPENING, "throwdown-v0", "duel"), "pilot_0")
    rumble = found("throwdown-v0", "trio", lambda t: int(t.state.stage) == 5 and t.phase == "drive")
    save("learn-rumble", rumble, rumble.agent)
    pile = found("pile-v0", "trio", lambda t: int(t.state.pile_n) >= 5 and "Push" in t.prompt())
    save("learn-pile", pile, pile.agent)
    save("learn-threshold", found("gambit-v0", "trio", lambda t: t.phase == "answer"), "pilot_0")
    answered = found("gambit-v0", "trio", lambda t: t.phase in ("outcome", "consequence"))
    save("learn-answer", answered, answered.agent)
    scene = found("session-v0", "trio", lambda t: t.phase == "scene" and int(t.state.number) > 2)
    save("learn-scene", scene, scene.agent)
    cards = found("challenge-v0", "scene", lambda t: t.phase == "cards" and int(t.state.attempt.n) == 2)
    save("learn-challenge", cards, "character_0")
    defence = found("challenge-v0", "duel", lambda t: t.phase == "cards" and int(t.state.attack.n) == 2)
    save("learn-press", defence, defence.agent)
    turn = found(
        "skirmish-v0",
        "skirmish",
        lambda t: t.phase == "turn" and t.agent == "mcs_0" and int(t.state.round_no) == 2,
    )
    save("learn-skirmish", turn, "mcs_0")
    tic = found(
        "showdown-v0", "showdown", lambda t: t.phase == "pay" and t.agent == "heroes_0" and t.state.turn > 3
    )
    save("learn-showdown", tic, "heroes_0")
    leduc = found("leduc-v0", None, lambda t: t.phase == "second-round", "random")
    save("learn-leduc", leduc, leduc.agent)


if __name__ == "__main__":
    main()
