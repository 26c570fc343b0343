"""Writes the page's types from their one definition in Python: `python tools/page_types.py` writes, `--check` compares.

What a client sends may leave out what has a default; what it gets is always whole.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from dicecup import view
from dicecup.table import wire

FILE = Path(__file__).parents[1] / "web" / "src" / "lib" / "types.ts"
HEAD = """// Written by tools/page_types.py from src/dicecup/table/wire.py and src/dicecup/view.py: change those.

export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };
export type Face = string | number;
"""
UNIONS = {"Command": wire.Command, "Frame": wire.Frame}
NAMED = {"Kind": wire.Kind, "Phase": wire.Phase}
"""Short lists of words that deserve a name on the page, too."""


def typescript() -> str:
    """The whole file."""
    kinds = [kind for home in (view, wire) for name in home.__all__ if isinstance(kind := getattr(home, name), type)]
    _, schemas = msgspec.json.schema_components(kinds, ref_template="{name}")
    parts = [HEAD]
    parts += [f"export type {name} = {_words(get_args(kind))};\n" for name, kind in NAMED.items()]
    parts += [_interface(kind.__name__, schemas[kind.__name__]) for kind in kinds]
    parts += [
        f"export type {name} = {' | '.join(kind.__name__ for kind in get_args(union))};\n"
        for name, union in UNIONS.items()
    ]
    return "\n".join(parts)


def _interface(name: str, schema: dict[str, Any]) -> str:
    sent = schema.get("additionalProperties") is False
    plain = not hasattr(getattr(wire, name, getattr(view, name, None)), "__struct_fields__")
    required = set(schema["required"]) if sent or plain else set(schema["properties"])
    lines = [f"/** {' '.join(schema['description'].split())} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    lines += [
        f"  {field}{'' if field in required else '?'}: {_type(each)};" for field, each in schema["properties"].items()
    ]
    return "\n".join([*lines, "}", ""])


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return _either(list(dict.fromkeys(_type(each) for each in schema["anyOf"])))
    if "enum" in schema:
        words = _words(schema["enum"])
        return next((name for name, kind in NAMED.items() if sorted(get_args(kind)) == sorted(schema["enum"])), words)
    match schema.get("type"):
        case "string":
            return "string"
        case "integer" | "number":
            return "number"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(_type(each) for each in schema['prefixItems'])}]"
        case "array":
            item = _type(schema["items"])
            return f"({item})[]" if "|" in item else f"{item}[]"
        case "object":
            return f"{{ [key: string]: {_type(schema.get('additionalProperties', {}))} }}"
        case None:
            return "Plain"
    raise ValueError(f"there is no type for {schema}")


def _either(kinds: list[str]) -> str:
    if {"string", "number"} <= set(kinds):
        kinds = ["Face", *(kind for kind in kinds if kind not in ("string", "number"))]
    return " | ".join(kinds)


def _words(words: Any) -> str:
    return " | ".join(f'"{word}"' for word in words)


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        current = FILE.is_file() and FILE.read_text(encoding="utf-8") == typescript()
        if not current:
            print(f"{FILE.name} is not what the definitions say: python tools/page_types.py")
        return 0 if current else 1
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(typescript(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
