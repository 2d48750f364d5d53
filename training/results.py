"""JSON files of plain data in the folders of runs: results, notes and logs; written atomically."""

import json
from pathlib import Path
from typing import Any

from throwdown.envs.core.kit import InvalidRecord, parse_json, write_file


def save_json(path: Path, data: Any) -> None:
    """Write plain data."""
    write_file(path, json.dumps(data, indent=1))


def load_json(path: Path) -> dict[str, Any]:
    """Read plain data by name.

    Raises:
        InvalidRecord: the file is damaged.
    """
    try:
        data = parse_json(path.read_text(encoding="utf-8"))
    except ValueError:
        raise InvalidRecord(f"'{path}' is damaged; delete it to make it again.") from None
    if not isinstance(data, dict):
        raise InvalidRecord(f"'{path}' holds no result; delete it, or choose another folder.")
    return data
