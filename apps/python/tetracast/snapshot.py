"""Snapshot files as NumPy arrays in the numbering of the mesh.

This module does not load the library: outside Debian, h5py and the library may contain different versions of HDF5
with the same symbols. Use two processes there.
"""

from __future__ import annotations

import functools
import os
from typing import Any

from tetracast._optional import require
from tetracast.errors import InputError


class Snapshot:
    """An open snapshot file. The mesh is read at its first use, a field at each call."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._numpy = require("numpy", "snapshots")
        h5py = require("h5py", "snapshots")
        self._path = os.fspath(path)
        self._file = _open_file(h5py, self._path)
        if "mesh/cells" not in self._file or "field/step" not in self._file:
            self._file.close()
            raise InputError(3, f"{self._path}: is not a snapshot file: use the file of the key snapshots.file")

    def __enter__(self) -> Snapshot:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file. Arrays that were read remain valid."""
        self._file.close()

    @functools.cached_property
    def points(self) -> Any:
        """[vertices, 3]: coordinates."""
        return self._file["mesh/points"][:]

    @functools.cached_property
    def cells(self) -> Any:
        """[cells, 4]: vertices of each cell, from 0."""
        return self._file["mesh/cells"][:]

    @functools.cached_property
    def region(self) -> Any:
        """[cells]: region of each cell."""
        return self._file["mesh/region"][:]

    @functools.cached_property
    def steps(self) -> Any:
        """[snapshots]: steps of the written snapshots."""
        return self._file["field/step"][:][self._rows]

    @functools.cached_property
    def times(self) -> Any:
        """[snapshots]: times of the written snapshots."""
        return self._file["field/time"][:][self._rows]

    @property
    def states(self) -> list[str]:
        """Names of the local states."""
        return sorted(self._file["state"]) if "state" in self._file else []

    def field(self, k: int, name: str = "v") -> Any:
        """Returns [cells] values of the k-th written snapshot; -1 is the last one."""
        return self._read("field", name, k)

    def state(self, name: str, k: int) -> Any:
        """Returns [cells] values of a local state in the k-th written snapshot; -1 is the last one."""
        return self._read("state", name, k)

    @functools.cached_property
    def _rows(self) -> Any:
        """Rows of the file that are written. A run that ended early leaves step -1 in the others."""
        return self._numpy.flatnonzero(self._file["field/step"][:] != -1)

    def _read(self, group: str, name: str, k: int) -> Any:
        row = self._rows[k]
        data = self._file.get(f"{group}/{name}")
        if data is None or getattr(data, "ndim", 0) != 2:
            known = [key for key, item in self._file.get(group, {}).items() if getattr(item, "ndim", 0) == 2]
            raise KeyError(f"{self._path}: contains no {group} {name}: use one of {', '.join(known) or '(none)'}")
        return data[row]


def open(path: str | os.PathLike[str]) -> Snapshot:
    """Opens a snapshot file of `tetracast run` or of the library, as a context manager.

    Raises ImportError if NumPy or h5py is absent, FileNotFoundError, and InputError for a file of another kind.
    """
    return Snapshot(path)


def _open_file(h5py: Any, path: str) -> Any:
    try:
        return h5py.File(path, "r")
    except FileNotFoundError:
        raise
    except OSError as error:
        raise InputError(3, f"{path}: cannot be read as HDF5: use the file of the key snapshots.file") from error
