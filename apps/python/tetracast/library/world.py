"""Worlds, and what all objects of the library have in common."""

from __future__ import annotations

import ctypes
import sys
import threading
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

from tetracast.errors import TetracastError, UsageError
from tetracast.library import mpi
from tetracast.library.binding import check, load
from tetracast.library.table import FUNCTIONS, LOG_FUNCTION

LEVELS = ("warning", "normal", "verbose")

_OF_ALL_RANKS = "_tetracast_of_all_ranks"  # attribute of an exception that a collective call has raised on all ranks
_Self = TypeVar("_Self", bound="Object")


class Object:
    """An object of the library. `close`, or the end of a `with` block, destroys it on all ranks together.

    A `with` block of several ranks that ends with an exception destroys the object only if a collective call has raised
    the exception, because all ranks have it then. After another exception the object remains, see World.__exit__.
    """

    _destroy: str  # function that destroys it

    def __init__(self, world: World) -> None:
        self._world = world
        self._handle = ctypes.c_void_p()

    @property
    def world(self) -> World:
        """World of the object."""
        return self._world

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, *_: object) -> None:
        if self.world._is_left_by_all(error):
            self.close()

    def __del__(self) -> None:
        """Destroys the object where this needs no other rank, because ranks collect garbage at different times."""
        if not getattr(self, "_handle", None):
            return
        if self.world.size == 1 or mpi.is_finalised():
            self.world._close_or_postpone(self)
        else:
            warnings.warn(f"{type(self).__name__}: was not closed: use `with` or close()", ResourceWarning, stacklevel=2)

    def close(self) -> None:
        """Collective. Destroys the object. Later calls do nothing."""
        getattr(load(), self._destroy)(ctypes.byref(self._handle))

    def _discard(self) -> None:
        """Destroys the object as garbage, without an exception."""
        self.close()

    def _open_handle(self) -> ctypes.c_void_p:
        """Returns the object of the library, for functions that do not check it. Raises UsageError after `close`."""
        if not self._handle:
            raise UsageError(2, f"{type(self).__name__}: is closed: use it before close() or within its `with` block")
        return self._handle

    def _call(self, name: str, *arguments: Any) -> None:
        """Calls a function that returns an error. Raises the error, or the exception of a callback of the call."""
        world = self.world
        world._close_postponed()
        if not world._calls:
            world._replaced_logs.clear()
        world._calls += 1
        try:
            error = getattr(load(), name)(*arguments)
        finally:
            world._calls -= 1
        world.check(error, FUNCTIONS[name].collective)

    def _create(self, name: str, *arguments: Any) -> None:
        """Calls a function whose last argument returns the object."""
        self._call(name, *arguments, ctypes.byref(self._handle))


class _Stored:
    """Exception of a callback, which the next check raises."""

    error: BaseException | None = None


class World(Object):
    """Ranks that work together.

    `rank` and `size` are the number of this process and the number of processes. All ranks create, use and close
    objects in the same order. Other objects of the library belong to a world and are closed before it.
    """

    _destroy = "tetracast_world_destroy"

    def __init__(self, comm: Any = None, ranks_per_node: int = 0) -> None:
        """Collective. comm: a communicator of mpi4py, or a Fortran handle. Default: all processes, see mpi.start."""
        self._handle = ctypes.c_void_p()
        self._stored = _Stored()
        self._log: Any = None
        self._replaced_logs: list[Any] = []  # one of them may be running, until the next call that is not in a callback
        self._calls = 0  # calls that run: more than one if a callback calls the library
        self._thread = threading.get_ident()
        self._postponed: list[Object] = []
        self._comm = mpi.start(comm)
        self._create("tetracast_world_create_f", self._comm, ranks_per_node)  # checks the communicator
        self.rank, self.size = mpi.rank_and_size(self._comm)

    @property
    def world(self) -> World:
        """This world."""
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any = None, *_: object) -> None:
        """Destroys the world on all ranks together. After an exception that other ranks may not have, ends all ranks.

        The latter applies to several ranks, and to all exceptions but those of collective calls, sys.exit(0) and
        GeneratorExit. The exception is printed first. If another component, such as mpi4py, has initialised MPI, the
        world and its objects remain, and no rank is ended. Such a program catches the exception outside the `with`
        block and calls `abort`, or is started by `python3 -m mpi4py`, which ends all ranks.
        """
        if self._is_left_by_all(error):
            self.close()
        elif mpi.is_owner() and _is_failure(error):
            self.abort(_print_exception(kind, error, trace))

    def _is_left_by_all(self, error: BaseException | None) -> bool:
        """True if all ranks leave a `with` block that ends with this exception, or without one."""
        return error is None or self.size == 1 or getattr(error, _OF_ALL_RANKS, False)

    def abort(self, code: int = 1) -> None:
        """Ends all ranks of the world by MPI_Abort, for an exception that other ranks may not have."""
        mpi.abort(self._comm, code)

    def close(self) -> None:
        """Collective. Destroys the world. Later calls do nothing."""
        self._close_postponed()
        super().close()

    def _close_or_postpone(self, thing: Object) -> None:
        """Closes an object that is garbage now, or before the next call.

        Garbage is collected in any thread and during callbacks, where the library must not be called.
        """
        if thing is self or not self._calls and threading.get_ident() == self._thread:
            thing._discard()
        else:
            self._postponed.append(thing)

    def _close_postponed(self) -> None:
        while self._postponed and not self._calls:
            self._postponed.pop()._discard()

    def set_threads(self, threads: int) -> None:
        """Collective. Number of OpenMP threads per rank; 0: that of the process."""
        self._call("tetracast_world_set_threads", self._handle, threads)

    def set_log(self, function: Callable[[str, str], None] | None, level: str = "normal") -> None:
        """Passes level and text of each line up to `level` (warning, normal or verbose) to a function."""
        number = LEVELS.index(level)
        self._replaced_logs.append(self._log)
        self._log = LOG_FUNCTION(0) if function is None else LOG_FUNCTION(_log_callback(self.guard(function, None)))
        load().tetracast_world_set_log(self._handle, self._log, None, number)

    def guard(self, function: Callable[..., Any], failed: Any) -> Callable[..., Any]:
        """Returns a function that the library can call. It stores an exception and returns `failed`.

        The next `check` raises the exception. Until then the function is not called again.
        """
        stored = self._stored  # without a reference to the world, so that no cycle delays its destruction

        def call(*arguments: Any) -> Any:
            if stored.error is not None:
                return failed
            try:
                return function(*arguments)
            except BaseException as error:  # an exception must not enter the library
                stored.error = error
                return failed

        return call

    def check(self, error: int | None, is_collective: bool = False) -> None:
        """Raises the exception that a callback has stored, or else the error of a call.

        Marks it as one of all ranks if the call is collective and its error is not local.
        """
        stored, self._stored.error = self._stored.error, None
        try:
            check(error)
        except TetracastError as failure:
            setattr(failure if stored is None else stored, _OF_ALL_RANKS, is_collective and not failure.is_local)
            if stored is None:
                raise
        if stored is not None:
            raise stored


def _is_failure(error: BaseException | None) -> bool:
    """False for sys.exit(0), and for a generator that is not resumed."""
    return error.code not in (None, 0) if isinstance(error, SystemExit) else not isinstance(error, GeneratorExit)


def _print_exception(kind: Any, error: BaseException | None, trace: Any) -> int:
    """Prints an exception as Python does when it ends. Returns the exit code."""
    if not isinstance(error, SystemExit):
        sys.excepthook(kind, error, trace)
    elif isinstance(error.code, int):
        return error.code
    else:
        print(error.code, file=sys.stderr)
    return 1


def _log_callback(function: Callable[[str, str], None]) -> Callable[[Any, int, bytes], None]:
    def call(_: Any, level: int, text: bytes) -> None:
        function(LEVELS[level], text.decode(errors="replace"))

    return call
