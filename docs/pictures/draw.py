"""Draw the README's picture: ``python docs/pictures/draw.py``."""

from pathlib import Path

from PIL import Image

from throwdown import Table
from throwdown.envs.draw import to_array

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

if __name__ == "__main__":
    table = Table.from_position(POSITION, "throwdown-v0", "duel")
    text = table.render("pilot_0") + "\n\nLegal: " + ", ".join(table.legal())
    Image.fromarray(to_array(text, "Throwdown, as pilot_0 sees it")).save(Path(__file__).parent / "table.png")
