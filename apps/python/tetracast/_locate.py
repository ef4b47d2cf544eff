"""Finds the program `tetracast` and the shared library."""

from __future__ import annotations

import glob
import os
import shutil

from tetracast.errors import UsageError

_LIBRARY = "libtetracast.so.0"


def find_program() -> str:
    """Returns the path in TETRACAST_PROGRAM, or that of `tetracast` on PATH."""
    path = os.environ.get("TETRACAST_PROGRAM") or shutil.which("tetracast")
    if path:
        return path
    raise UsageError(2, "tetracast: the program is not on PATH: set TETRACAST_PROGRAM to its path")


def find_library() -> str:
    """Returns the path in TETRACAST_LIBRARY, or of the library next to the program, or the name for the loader."""
    path = os.environ.get("TETRACAST_LIBRARY")
    return path or next(iter(_beside_program()), _LIBRARY)


def _beside_program() -> list[str]:
    """Returns the libraries in the prefix of the program: lib, lib64, or lib/x86_64-linux-gnu."""
    try:
        prefix = os.path.dirname(os.path.dirname(os.path.realpath(find_program())))
    except UsageError:
        return []
    return [path for folder in ("lib*", "lib/*") for path in sorted(glob.glob(os.path.join(glob.escape(prefix), folder, _LIBRARY)))]
