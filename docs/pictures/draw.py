"""Draw the pictures of tables that the documentation shows: ``python docs/pictures/draw.py``."""

from pathlib import Path

from throwdown import Table
from throwdown.envs import draw

POSITION = {
    "hands": {"pilot_0": ["6H", "9S", "TD", "2C"], "coach_0": ["5C", "JD", "QH"]},
    "pile": [
        {
            "opened": "initiative",
            "cards": [{"card": "7D", "by": "coach_0"}, {"card": "8C", "by": "pilot_0"}],
        },
        {
            "opened": "escalate",
            "cards": [
                {"card": "6S", "by": "coach_0"},
                {"card": "7H", "by": "pilot_0"},
                {"card": "9D", "by": "coach_0"},
            ],
        },
    ],
    "phase": "drive",
    "trash": ["4S", "KH"],
    "strike": {"pilot_0": 3, "coach_0": 4},
}


def save(name: str, table: Table, seat: str | None) -> None:
    """Save the table as a seat sees it."""
    viewer = None if seat is None else table.setup.seat(seat)
    scene = draw.scene_of(table.state, viewer, table.setup)
    draw.to_image(scene).save(Path(__file__).parent / f"{name}.png", optimize=True)


def main() -> None:
    """Draw all of them."""
    save("table", Table.from_position(POSITION, "throwdown-v0", "duel"), "pilot_0")


if __name__ == "__main__":
    main()
