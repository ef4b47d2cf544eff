"""Packages that only some functions need."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType


def require(name: str, purpose: str) -> ModuleType:
    """Imports a package. `purpose` begins the message of the ImportError."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(
            f"{purpose}: {sys.executable} has no package {name}: install {name} with pip, or python3-{name} on Debian for /usr/bin/python3"
        ) from error
