"""Start and end of MPI, through the MPI library that libtetracast has loaded."""

from __future__ import annotations

import atexit
import ctypes
import sys
import weakref
from typing import Any

from tetracast.errors import TetracastError, UsageError
from tetracast.library.binding import load

WORLD = -1  # TETRACAST_COMM_WORLD_F
_THREAD_FUNNELED = 1
_MPICH_COMM_WORLD = 0x44000000
_open_files: weakref.WeakSet[Any] = weakref.WeakSet()  # objects with files, see discard_at_exit
_owner = False  # True after this package has initialised MPI


def start(comm: Any = None) -> int:
    """Returns the Fortran handle of a communicator of mpi4py or of MPI_COMM_WORLD.

    Without a communicator: uses mpi4py if it has initialised MPI, or MPI as another component has initialised it.
    Otherwise initialises MPI, and finalises it when Python exits. If Python exits because of an exception and there are
    several ranks, it ends all of them by MPI_Abort, because others may wait for this rank.
    """
    if isinstance(comm, int):
        return comm
    mpi4py = sys.modules.get("mpi4py.MPI")
    if comm is not None and not (mpi4py and hasattr(comm, "py2f")):
        raise UsageError(2, f"comm: {comm!r} is not a communicator: pass one of mpi4py, or a Fortran handle", True)
    if mpi4py is not None and (comm is not None or mpi4py.Is_initialized()):
        _check_same_library(mpi4py)
        return (mpi4py.COMM_WORLD if comm is None else comm).py2f()
    if not _flag("MPI_Initialized"):
        _initialise()
    return WORLD


def is_finalised() -> bool:
    """True after MPI_Finalize."""
    return _flag("MPI_Finalized")


def is_owner() -> bool:
    """True if this package has initialised MPI."""
    return _owner


def abort(comm: int, code: int) -> None:
    """Ends all ranks of a communicator, after writing buffered output of this rank."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    load().MPI_Abort(_c_handle(comm), code)


def discard_at_exit(thing: Any) -> None:
    """Lets an object of one rank be destroyed before MPI_Finalize, if it exists then, because its file needs MPI."""
    if thing.world.size == 1:
        _open_files.add(thing)


def rank_and_size(comm: int) -> tuple[int, int]:
    """Returns the rank of this process in a communicator, and the number of ranks."""
    handle, rank, size = _c_handle(comm), ctypes.c_int(), ctypes.c_int()
    load().MPI_Comm_rank(handle, ctypes.byref(rank))
    load().MPI_Comm_size(handle, ctypes.byref(size))
    return rank.value, size.value


def _flag(name: str) -> bool:
    value = ctypes.c_int()
    getattr(load(), name)(ctypes.byref(value))
    return bool(value.value)


def _initialise() -> None:
    global _owner
    provided = ctypes.c_int()
    if load().MPI_Init_thread(None, None, _THREAD_FUNNELED, ctypes.byref(provided)):
        raise TetracastError(1, "MPI: cannot be initialised: start Python with the launcher of MPI")
    _owner = True
    atexit.register(_finalise)


def _finalise() -> None:
    if is_finalised():
        return
    if getattr(sys, "last_type", None) is not None and rank_and_size(WORLD)[1] > 1:  # Python has printed an exception
        abort(WORLD, 1)
    for thing in list(_open_files):
        thing._discard()
    load().MPI_Finalize()


def _check_same_library(mpi4py: Any) -> None:
    """Raises an exception if mpi4py uses another MPI library, in which the handles have other meanings."""
    own, other = _library_version(), mpi4py.Get_library_version().rstrip("\0")
    if own != other:
        raise UsageError(2, f"mpi4py: uses {_first(other)}, but libtetracast uses {_first(own)}: install mpi4py for the latter")


def _first(text: str) -> str:
    return text.split(",")[0].strip()


def _library_version() -> str:
    text, length = ctypes.create_string_buffer(8192), ctypes.c_int()  # MPI_MAX_LIBRARY_VERSION_STRING of MPICH
    load().MPI_Get_library_version(text, ctypes.byref(length))
    return text.value.decode()


def _c_handle(comm: int) -> Any:
    """Returns MPI_Comm: a pointer in Open MPI, and the number itself in MPICH."""
    library = load()
    if not hasattr(library, "ompi_mpi_comm_world"):
        return ctypes.c_int(_MPICH_COMM_WORLD if comm == WORLD else comm)
    library.MPI_Comm_f2c.restype = ctypes.c_void_p
    return ctypes.c_void_p(library.MPI_Comm_f2c(ctypes.c_int(0 if comm == WORLD else comm)))
