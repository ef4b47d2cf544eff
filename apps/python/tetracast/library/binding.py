"""Loads libtetracast, and converts its errors to exceptions and arrays to NumPy."""

from __future__ import annotations

import ctypes
import functools
import json
import os
from collections.abc import Sequence
from typing import Any

from tetracast._locate import find_library
from tetracast._optional import require
from tetracast.errors import UsageError, create_error
from tetracast.library.table import FUNCTIONS

_REMEDY = "set TETRACAST_LIBRARY to the path of libtetracast.so.0"


@functools.lru_cache(maxsize=None)
def load() -> ctypes.CDLL:
    """Returns the library, with the types of all functions of the table."""
    path = find_library()
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise UsageError(2, f"{path}: cannot be loaded: {error}: {_REMEDY}") from error
    for name, function in FUNCTIONS.items():
        _declare(library, path, name, function.argtypes, function.restype)
    return library


def _declare(library: ctypes.CDLL, path: str, name: str, argtypes: tuple[Any, ...], restype: Any) -> None:
    try:
        function = getattr(library, name)
    except AttributeError as error:
        raise UsageError(2, f"{path}: has no function {name}, so it is older than this package: {_REMEDY}") from error
    function.argtypes, function.restype = argtypes, restype


def check(error: int | None) -> None:
    """Raises the exception of an error object, which is freed. Does nothing for NULL."""
    if not error:
        return
    library, owned = load(), ctypes.c_void_p(error)
    code, is_local = library.tetracast_error_code(owned), bool(library.tetracast_error_is_local(owned))
    text = library.tetracast_error_text(owned).decode(errors="replace")  # may contain a path
    library.tetracast_error_free(ctypes.byref(owned))
    raise create_error(code, text, is_local)


def read_json(text: ctypes.c_void_p) -> Any:
    """Returns the value of a JSON text of the library, which is freed. Returns None for NULL."""
    if not text:
        return None
    try:
        return json.loads(ctypes.string_at(text.value or 0))
    finally:
        load().tetracast_text_free(text)


def encode(text: str | None) -> bytes | None:
    """Returns the UTF-8 bytes of an argument. None is NULL."""
    return None if text is None else text.encode()


def encode_path(path: str | bytes | os.PathLike[Any]) -> bytes:
    """Returns the bytes of a path, which need not be UTF-8."""
    return os.fsencode(path)


def view(address: int | None, shape: tuple[int, ...], dtype: Any, owner: object) -> Any:
    """Returns a read-only NumPy array of memory of the library. The array refers to `owner`."""
    numpy = require("numpy", "arrays of the library")
    count = int(numpy.prod(shape))
    if not address or not count:
        array = numpy.empty(shape, dtype)
    else:
        buffer = (dtype * count).from_address(address)
        buffer.owner = owner
        array = numpy.frombuffer(buffer, dtype).reshape(shape)
    array.flags.writeable = False
    return array


def result(address: int | None, shape: tuple[int, ...], dtype: Any, owner: object, copy: bool) -> Any:
    """Returns a copy of memory of the library, or a view that is valid until the library changes it."""
    array = view(address, shape, dtype, owner)
    return array.copy() if copy else array


def argument(value: Any, dtype: Any, shape: Sequence[int | None], what: str) -> Any:
    """Returns a contiguous NumPy array of an argument. None in `shape` is any length.

    Raises UsageError on this rank alone if the shape is another one, or if `dtype` is an integer that cannot hold a value.
    """
    numpy = require("numpy", what)
    found = numpy.asarray(value)
    array = numpy.ascontiguousarray(found, dtype)
    if array.ndim != len(shape) or any(length not in (None, found) for length, found in zip(shape, array.shape)):
        expected = ", ".join("any" if length is None else str(length) for length in shape)
        raise UsageError(2, f"{what}: the array has the shape {list(array.shape)}: pass one of shape [{expected}]", True)
    if array.dtype.kind == "i" and not numpy.array_equal(array, found):
        raise UsageError(2, f"{what}: a value of type {found.dtype} is not an integer of {array.itemsize * 8} bits: pass {dtype}", True)
    return array


def zeros(count: int, dtype: Any, what: str) -> Any:
    """Returns a NumPy array for the library to fill."""
    return require("numpy", what).zeros(count, dtype)


def address(array: Any) -> int | None:
    """Returns the address of the first value of a NumPy array, or None (NULL) for None."""
    return None if array is None else array.ctypes.data
