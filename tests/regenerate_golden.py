"""Write the golden playthroughs of every game anew (`make golden`); review the diff."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.golden_games import files, playthrough
from tests.support import GAMES


def main() -> None:
    """Write every file and name those that changed; remove those that are no longer played."""
    played: set[Path] = set()
    for id in GAMES:
        for file, (scenario, seed) in files(id).items():
            played.add(file)
            text = playthrough(id, scenario, seed)
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                file.parent.mkdir(exist_ok=True)
                file.write_text(text, encoding="utf-8")
                print(f"wrote {file}")
    for folder in {file.parent for file in played}:
        for file in set(folder.glob("*.txt")) - played:
            file.unlink()
            print(f"removed {file}")


if __name__ == "__main__":
    main()
