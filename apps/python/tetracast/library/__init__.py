"""Solutions, forecasts and fields in this process, by the library libtetracast.

Order of use: World, Mesh, Problem, Stepper. All functions that are marked collective are called by all ranks in the
same order. The headers include/tetracast/*.h describe each function in detail. Errors are exceptions of
tetracast.errors. One with `is_local`, and an exception of a single rank, may leave other ranks waiting: do not catch
it within `with World()`, whose end then ends all ranks, or call World.abort() if mpi4py has initialised MPI. Import an
h5py that was built with MPI after creating the World, because its import initialises MPI.
"""

from __future__ import annotations

import ctypes
import itertools
from typing import Any

from tetracast.library.binding import check, load, read_json
from tetracast.library.forecast import Forecast, Machine
from tetracast.library.mesh import Mesh
from tetracast.library.operator import Operator, Rows
from tetracast.library.problem import Cells, Problem
from tetracast.library.stepper import SnapshotWriter, Statistics, Stepper
from tetracast.library.world import World

__all__ = ["Cells", "Forecast", "Machine", "Mesh", "Operator", "Problem", "Rows", "SnapshotWriter", "Statistics", "Stepper",
           "World", "names", "version"]

LISTS = ("strategies", "schemes", "methods", "solvers", "preconditioners", "models", "parts", "counts", "job_phases")


def version() -> dict[str, Any]:
    """Returns version, commit, compiler and libraries of the loaded library."""
    text = ctypes.c_void_p()
    check(load().tetracast_version_describe(ctypes.byref(text)))
    return {**read_json(text), "number": load().tetracast_version()}


def names(kind: str) -> dict[str, str]:
    """Returns the names of a list (strategies, schemes, methods, ..) with their descriptions."""
    number, summary, found = LISTS.index(kind), ctypes.c_char_p(), {}
    for index in itertools.count():
        name = load().tetracast_list_name(number, index, ctypes.byref(summary))
        if name is None:
            return found
        found[name.decode()] = (summary.value or b"").decode()
