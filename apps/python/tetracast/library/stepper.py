"""Time steps and steady solves, and files with their fields."""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Callable
from ctypes import byref
from typing import Any, NamedTuple

from tetracast.errors import TetracastError
from tetracast.library import mpi
from tetracast.library.binding import address, argument, encode, encode_path, load, read_json, result, view
from tetracast.library.mesh import Mesh
from tetracast.library.problem import Problem
from tetracast.library.table import STEP_FUNCTION
from tetracast.library.world import Object, World

Hook = Callable[[int, float, Any], Any]


class Statistics(NamedTuple):
    """Extremes, integral and hash of the bits of a field, as in the report and the same on all ranks."""

    min: float
    max: float
    integral: float
    hash: str


class Stepper(Object):
    """A field with its time, and the steps that advance it."""

    _destroy = "tetracast_stepper_destroy"

    def __init__(self, problem: Problem, method: str | None = None, strategy: str | None = None) -> None:
        """Collective. Default: method and strategy of the problem's config."""
        super().__init__(problem.world)
        self._problem = problem
        self._hooks: list[Any] = []
        self._create("tetracast_stepper_create", problem._handle, encode(method), encode(strategy))
        self._owned = problem.owned()

    def advance(self, steps: int = 1) -> None:
        """Collective. Makes steps, or solves the steady state. Raises Stopped after a request to stop."""
        self._call("tetracast_stepper_advance", self._handle, steps)

    @property
    def step(self) -> int:
        """Number of steps made."""
        return self._position()[0]

    @property
    def time(self) -> float:
        """Time of the field."""
        return self._position()[1]

    @property
    def dt(self) -> float:
        """Step size."""
        return self._position()[2]

    def field(self, name: str = "v", copy: bool = True) -> Any:
        """Returns [owned] the field, or the local state `name`, in the order of Problem.cells.

        Without `copy`: a read-only view that is valid until the next call on the stepper.
        """
        pointer = ctypes.c_void_p()
        self._call("tetracast_stepper_field", self._handle, encode(name), byref(pointer))
        return result(pointer.value, (self._owned,), ctypes.c_double, self, copy)

    def set_field(self, value: Any, name: str = "v") -> None:
        """Collective. Copies value [owned] to the field or to the local state `name`."""
        array = argument(value, "float64", (self._owned,), "set_field")
        self._call("tetracast_stepper_set_field", self._handle, encode(name), address(array))

    def statistics(self) -> Statistics:
        """Collective. Returns extremes, integral and hash of the field."""
        values, bits = [ctypes.c_double() for _ in range(3)], ctypes.c_uint64()
        self._call("tetracast_stepper_statistics", self._handle, *map(byref, values), byref(bits))
        return Statistics(*(value.value for value in values), f"{bits.value:016x}")

    def add_hook(self, every: int, function: Hook) -> None:
        """Collective. Calls function(step, time, value) after every `every`-th step, with a view of the owned values.

        If it returns a true value on any rank, `advance` raises Stopped on all ranks after this step.
        """
        callback = STEP_FUNCTION(_step_callback(self.world, function, self._owned))
        self._hooks.append(callback)
        self._call("tetracast_stepper_add_hook", self._handle, every, callback, None)

    def request_stop(self) -> None:
        """Ends `advance` on all ranks after a step that they agree on. Hooks and signal handlers may call it on any rank.

        Python runs a signal handler during `advance` only when the library calls a function of Python, such as a hook.
        """
        load().tetracast_stepper_request_stop(self._open_handle())

    def measured(self, part: str | None = None) -> float:
        """Collective. Returns the median seconds of a part of the steps so far; None: of the whole step."""
        seconds = ctypes.c_double()
        self._call("tetracast_stepper_measured", self._handle, encode(part), byref(seconds))
        return seconds.value

    def write_checkpoint(self, path: str | os.PathLike[str]) -> None:
        """Collective. Writes a checkpoint of the present step."""
        self._call("tetracast_stepper_write_checkpoint", self._handle, encode_path(path))

    def resume(self, path: str | os.PathLike[str]) -> None:
        """Collective. Continues from a checkpoint of the same problem."""
        self._call("tetracast_stepper_resume", self._handle, encode_path(path))

    def report(self) -> Any:
        """Collective. Returns the report of the steps so far as a dictionary on rank 0, and None on other ranks."""
        text = ctypes.c_void_p()
        self._call("tetracast_stepper_report", self._handle, byref(text))
        return read_json(text)

    def publish(self) -> None:
        """Collective. Completes the files of Problem.enable_outputs after the last step."""
        self._call("tetracast_stepper_publish", self._handle)

    def _position(self) -> tuple[int, float, float]:
        step, time, dt = ctypes.c_int64(), ctypes.c_double(), ctypes.c_double()
        load().tetracast_stepper_position(self._open_handle(), byref(step), byref(time), byref(dt))
        return step.value, time.value, dt.value


class SnapshotWriter(Object):
    """Writes a snapshot file. The end of a `with` block publishes the file, or removes it after an exception.

    After an exception that other ranks may not have, the file remains incomplete, see World.__exit__. The file of a
    writer that is never closed is removed if there is one rank, and remains incomplete if there are several.
    """

    def __init__(self, problem: Problem, mesh: Mesh, path: str | os.PathLike[str], rows: int, replace: bool = False) -> None:
        """Collective. mesh: that of the problem. rows: number of snapshots. replace: an existing file is replaced."""
        super().__init__(problem.world)
        self._problem = problem
        self._create("tetracast_snapshot_create", problem._handle, mesh._handle, encode_path(path), rows, replace)
        mpi.discard_at_exit(self)

    def __exit__(self, kind: object, error: BaseException | None, *_: object) -> None:
        if self.world._is_left_by_all(error):
            self.close(publish=error is None)

    def write(self, stepper: Stepper) -> None:
        """Collective. Writes the field and the local states of a stepper as the next snapshot."""
        self._call("tetracast_snapshot_write", self._handle, stepper._handle)

    def _discard(self) -> None:
        """Removes the file. After MPI_Finalize the file remains, and the error of the library is ignored."""
        with contextlib.suppress(TetracastError):
            self.close()

    def close(self, publish: bool = False) -> None:
        """Collective. Publishes or removes the file. Later calls do nothing."""
        self._call("tetracast_snapshot_close", byref(self._handle), publish)


def _step_callback(world: World, function: Hook, owned: int) -> Callable[..., int]:
    """Returns a function with the arguments of tetracast_step_function."""

    def call(step: int, time: float, value: int) -> int:
        return int(bool(function(step, time, view(value, (owned,), ctypes.c_double, None))))

    guarded = world.guard(call, 2)
    return lambda _, *arguments: guarded(*arguments)
