"""Finds the program `tetracast` and the shared library."""

from __future__ import annotations

import glob
import os
import shutil
from collections.abc import Iterator

from tetracast.errors import UsageError

_LIBRARY = "libtetracast.so.0"


def find_program() -> str:
    """Returns the path in TETRACAST_PROGRAM, or that of `tetracast` on PATH or in the prefix of this package."""
    own = os.path.join(_package_prefix(), "bin", "tetracast")
    path = os.environ.get("TETRACAST_PROGRAM") or shutil.which("tetracast") or shutil.which(own)
    if path:
        return path
    raise UsageError(2, "tetracast: the program is not on PATH: set TETRACAST_PROGRAM to its path")


def find_library() -> str:
    """Returns the path in TETRACAST_LIBRARY, or of the library in a prefix, or the name for the loader."""
    path = os.environ.get("TETRACAST_LIBRARY")
    return path or next((library for prefix in _prefixes() for library in _libraries_in(prefix)), _LIBRARY)


def _prefixes() -> Iterator[str]:
    """Yields the prefix of the program, then that of this package."""
    try:
        yield os.path.dirname(os.path.dirname(os.path.realpath(find_program())))
    except UsageError:
        pass
    yield _package_prefix()


def _package_prefix() -> str:
    """Returns the prefix of this package if it is in share/tetracast/python."""
    return os.path.realpath(os.path.join(os.path.dirname(__file__), *4 * [os.pardir]))


def _libraries_in(prefix: str) -> list[str]:
    """Returns the libraries in lib, lib64, or lib/x86_64-linux-gnu of a prefix."""
    folders = ("lib*", "lib/*")
    return [path for folder in folders for path in sorted(glob.glob(os.path.join(glob.escape(prefix), folder, _LIBRARY)))]
