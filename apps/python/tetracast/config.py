"""Configs from dictionaries: a writer for the part of YAML that configs need."""

from __future__ import annotations

import math
import numbers
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any


def dump(config: Mapping[str, Any]) -> str:
    """Returns the text of a config.

    Values are dictionaries, lists, tuples, strings, numbers, booleans, None, and arrays and numbers of NumPy. The
    program reads the same bits of a float, because `repr` writes enough digits.
    Raises TypeError for another type and ValueError for a number that is not finite.
    """
    return "".join(f"{line}\n" for line in _block(config, "")) or "{}\n"


def write(config: Mapping[str, Any], path: str | os.PathLike[str]) -> None:
    """Writes a config to the file `path`."""
    text = dump(config)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def dump_value(value: Any) -> str:
    """Returns the YAML text of one value, on one line."""
    return _flow(value)


def _block(mapping: Mapping[str, Any], indent: str) -> Iterator[str]:
    """Yields the lines of a mapping, one key per line."""
    for key, value in mapping.items():
        if isinstance(value, Mapping) and value:
            yield f"{indent}{_key(key)}:"
            yield from _block(value, indent + "  ")
        else:
            yield f"{indent}{_key(key)}: {_flow(value)}"


def _flow(value: Any) -> str:
    """Returns a value on one line."""
    if hasattr(value, "tolist"):  # arrays and numbers of NumPy
        value = value.tolist()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quote(value)
    if isinstance(value, numbers.Integral):
        return repr(int(value))
    if isinstance(value, numbers.Real):
        return _real(float(value))
    raise TypeError(f"config: a value has the type {type(value).__name__}: use numbers, texts, lists and dictionaries")


def _real(value: float) -> str:
    if not math.isfinite(value):
        raise ValueError(f"config: {value} is not finite: use a finite number")
    return repr(value)


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(f"config: the key {key!r} is not a text: use names as keys")
    return key if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", key) else _quote(key)


def _quote(text: str) -> str:
    """Returns the text in double quotes. Characters that cannot be printed become escape sequences of YAML."""
    return '"' + "".join(map(_escape, text)) + '"'


def _escape(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
