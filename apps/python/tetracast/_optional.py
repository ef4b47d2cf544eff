"""Packages that only some functions need."""

from __future__ import annotations

import importlib
from types import ModuleType


def require(name: str, purpose: str) -> ModuleType:
    """Imports a package. `purpose` begins the message of the ImportError."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"{purpose}: the Python package {name} is missing: install python3-{name} (Debian) or {name} (pip)") from error
