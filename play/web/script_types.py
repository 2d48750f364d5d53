"""Writes ``types/messages.d.ts``: TypeScript declarations of the page's messages, from their JSON Schema.

``make types`` runs it. The file is not served: the page's scripts use these types only in comments.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

from throwdown.envs.core import kit
from throwdown.play.web import dispatcher, messages as say

FILE = Path(__file__).parent / "types" / "messages.d.ts"
HEAD = """\
// Made by `make types` from play/web/messages.py; do not edit.
declare namespace Wire {
"""
MOST_WIDE = 110
"""The maximum width of a type on one line."""
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_OF_NET = ("type", "request")
"""Fields of requests filled in by the connection."""


def make() -> str:
    """Return the declarations: a type for each message, and the map from requests to answers."""
    schema = say.schema()
    requests, answers = schema["requests"]["$defs"], schema["answers"]["$defs"]
    by_type = {
        tag: ref.rpartition("/")[2] for tag, ref in schema["requests"]["discriminator"]["mapping"].items()
    }
    answered = {kind.__name__: names for kind, names in _answered().items()}
    parts = [
        _interface(
            name, {k: x for k, x in _fields(sheet).items() if k not in _OF_NET}, sheet.get("required", ())
        )
        for name, sheet in sorted(requests.items())
    ]
    parts += [_interface(name, _fields(sheet), _fields(sheet)) for name, sheet in sorted(answers.items())]
    replies = {tag: answered[name] for tag, name in by_type.items()}
    parts += [_interface("Requests", by_type, by_type), _interface("Answers", replies, replies)]
    parts.append(f"  type Answer = {_of(schema['answers'])};\n")
    return f"{HEAD}{''.join(parts)}}}\n"


def _answered() -> dict[type[say.Request], str]:
    """Return the types of the answers to each kind of request, besides `Problem` and `Compiling`."""
    found: dict[type[say.Request], set[str]] = {}
    for table in (dispatcher.OF_PLAYER, dispatcher.OF_GAME, dispatcher.OF_REAL):
        for kind, handler in table.items():
            hint = get_type_hints(handler)["return"]
            found.setdefault(kind, set()).update(x.__name__ for x in get_args(hint) or (hint,))
    return {kind: " | ".join(sorted(names)) for kind, names in found.items()}


def _fields(sheet: Mapping[str, Any]) -> dict[str, str]:
    return {name: _of(field) for name, field in sheet.get("properties", {}).items()}


def _interface(name: str, fields: Mapping[str, str], required: Any) -> str:
    if not fields:
        return f"  type {name} = Record<string, never>;\n"
    rows = [f"{k}{'' if k in required else '?'}: {x};" for k, x in fields.items()]
    line = f"  interface {name} {{ {' '.join(rows)} }}\n"
    if len(line) <= MOST_WIDE:
        return line
    return "\n    ".join([f"  interface {name} {{", *rows]) + "\n  }\n"


def _of(schema: Mapping[str, Any]) -> str:
    """Return the type of a schema."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(x) for x in schema["enum"])
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return " | ".join(_of(x) for x in schema[word])
    if schema["type"] == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_of(x) for x in schema['prefixItems'])}]"
        item = _of(schema["items"])
        return f"({item})[]" if "|" in item else f"{item}[]"
    if schema["type"] == "object":
        return f"{{ [key: string]: {_of(schema['additionalProperties'])} }}"
    return _PLAIN[schema["type"]]


def main() -> None:
    """Write the file."""
    kit.write_file(FILE, make())


if __name__ == "__main__":
    main()
