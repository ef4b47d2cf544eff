"""Problems: diffusion on a mesh with boundary conditions and sources."""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from ctypes import byref
from typing import Any, NamedTuple, Union

from tetracast import config as _config
from tetracast.library.binding import address, argument, encode, encode_path, result, view, zeros
from tetracast.library.mesh import Mesh
from tetracast.library.table import CELL_FUNCTION, FACE_FUNCTION, SOURCE_FUNCTION
from tetracast.library.world import Object, World

BOUNDARIES = ("flux", "value", "exchange")
OUTPUTS = ("new", "force", "resume")
_ALL = -(2**31)  # TETRACAST_ALL
DEPENDS = {"time": 1, "field": 2}

Formula = Union[str, float]
Source = Callable[[float, Any, Any, Any], Any]
Tensor = Callable[[Any, Any], Any]
BoundaryValue = Callable[[float, Any, Any], Any]


class Cells(NamedTuple):
    """Owned cells of a rank: numbers in the mesh [owned], centroids [owned, 3] and volumes [owned]."""

    id: Any
    centroid: Any
    volume: Any


class Problem(Object):
    """dv/dt = div(K grad v) + s on a mesh. Order of calls: setters, `set_up` once, then steppers."""

    _destroy = "tetracast_problem_destroy"

    def __init__(self, mesh: Mesh) -> None:
        """Collective. Creates a problem with the defaults of the config format and the initial field 0."""
        super().__init__(mesh.world)
        self._mesh: Mesh | None = mesh
        self._callbacks: list[Any] = []
        self._create("tetracast_problem_create", mesh._handle)

    @classmethod
    def load(cls, world: World, config: Mapping[str, Any] | str, mesh: Mesh | None = None, name: str = "config") -> Problem:
        """Collective. Creates a problem from a config: a dictionary or YAML text. `mesh` replaces its key mesh.file."""
        problem = cls.__new__(cls)
        Object.__init__(problem, world)
        problem._mesh, problem._callbacks = mesh, []
        text = config if isinstance(config, str) else _config.dump(config)
        problem._create("tetracast_problem_load", world._handle, encode(name), encode(text), mesh and mesh._handle)
        return problem

    def set(self, key: str, value: Any) -> None:
        """Collective. Sets a key such as "time.steps" to a number, text, list or dictionary."""
        self._call("tetracast_problem_set", self._handle, encode(key), encode(_config.dump_value(value)))

    def set_tensor(self, tensor: Sequence[float], region: int | None = None) -> None:
        """Collective. Sets kxx, kyy, kzz, kxy, kxz, kyz of a region; None: all regions without one of their own."""
        values = argument(tensor, "float64", (6,), "tensor")
        pointer = values.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
        self._call("tetracast_problem_set_tensor", self._handle, _ALL if region is None else region, pointer)

    def set_boundary(self, kind: str, value: Formula, h: Formula | None = None, marker: int | None = None) -> None:
        """Collective. Sets the condition flux, value or exchange of a marker; None: all other faces."""
        where = _ALL if marker is None else marker
        self._call("tetracast_problem_set_boundary", self._handle, where, BOUNDARIES.index(kind), _formula(value),
                   None if h is None else _formula(h))

    def set_tensor_function(self, function: Tensor | None) -> None:
        """Collective. Replaces all tensors by function(id, centroid), which returns them as [cells, 6].

        It is called for the owned cells of this rank and for cells near them. None removes the function.
        """
        callback = self._callback(CELL_FUNCTION, _fill_tensor, function)
        self._call("tetracast_problem_set_tensor_function", self._handle, callback, None)

    def set_boundary_function(self, kind: str, function: BoundaryValue, h: Formula | None = None, marker: int | None = None) -> None:
        """Collective. Sets a condition whose value is function(t, cell, centroid): an array [faces] or a number.

        It must not communicate, because only ranks with such faces call it.
        """
        callback = self._callback(FACE_FUNCTION, _fill_boundary, function)
        self._call("tetracast_problem_set_boundary_function", self._handle, _ALL if marker is None else marker,
                   BOUNDARIES.index(kind), callback, None, None if h is None else _formula(h))

    def set_source_function(self, function: Source | None, depends: Iterable[str] = ("time", "field")) -> None:
        """Collective. Adds function(t, id, centroid, v) to the source of the config.

        It returns the source of the owned cells of this rank: an array [owned] or a number. Its arguments are
        read-only and valid during the call. It must not count calls, nor use other cells of the field.
        depends: "time", "field", both or none of them. None removes the function.
        """
        bits = sum(DEPENDS[name] for name in set(depends))
        callback = self._callback(SOURCE_FUNCTION, _fill_source, function)
        self._call("tetracast_problem_set_source_function", self._handle, callback, bits, None)

    def enable_outputs(self, mode: str = "new") -> None:
        """Collective. The first stepper writes snapshots, history and checkpoints of the config, as the program does.

        mode: existing files are an error (new), are replaced (force), or are continued from the checkpoint (resume).
        """
        self._call("tetracast_problem_enable_outputs", self._handle, OUTPUTS.index(mode))

    def set_up(self) -> None:
        """Collective. Distributes the cells, assembles the matrix and chooses the step size. May last long."""
        self._check_mesh()
        self._call("tetracast_problem_set_up", self._handle)
        self._mesh = None

    def cells(self, copy: bool = True) -> Cells:
        """Returns the owned cells of this rank. Without `copy` the arrays are valid until the problem is closed."""
        owned, pointers = ctypes.c_int64(), [ctypes.c_void_p() for _ in range(3)]
        self._call("tetracast_problem_cells", self._handle, byref(owned), *map(byref, pointers))
        n = owned.value
        layouts: list[tuple[tuple[int, ...], Any]] = [((n,), ctypes.c_int64), ((n, 3), ctypes.c_double), ((n,), ctypes.c_double)]
        return Cells(*(result(pointer.value, shape, dtype, self, copy) for pointer, (shape, dtype) in zip(pointers, layouts)))

    def owned(self) -> int:
        """Returns the number of owned cells of this rank after the set-up."""
        owned = ctypes.c_int64()
        self._call("tetracast_problem_cells", self._handle, byref(owned), None, None, None)
        return owned.value

    def read_snapshot(self, path: str | os.PathLike[str], step: int = -1) -> tuple[Any, float]:
        """Collective. Returns the owned values [owned] and the time of a step in a snapshot file; -1: the last one."""
        value, time = zeros(self.owned(), "float64", "read_snapshot"), ctypes.c_double()
        self._call("tetracast_snapshot_read", self._handle, encode_path(path), step, address(value), byref(time))
        return value, time.value

    def _check_mesh(self) -> None:
        """Raises UsageError if the mesh was closed before the set-up, which uses its memory."""
        if self._mesh is not None:
            self._mesh._open_handle()

    def _callback(self, kind: Any, fill: Callable[..., int], function: Callable[..., Any] | None) -> Any:
        """Returns a function for the library, which the problem retains: fill(function, arguments without self)."""
        if function is None:
            return kind(0)
        guarded = self.world.guard(functools.partial(fill, function), 1)
        self._callbacks.append(kind(lambda _, *arguments: guarded(*arguments)))
        return self._callbacks[-1]


def _formula(value: Formula) -> bytes:
    return (value if isinstance(value, str) else repr(float(value))).encode()


def _fill_source(function: Source, t: float, count: int, ids: int, centroid: int, v: int, source: int) -> int:
    """Calls a function with the arguments of tetracast_source_function."""
    _store(source, (count,), function(t, *_cells(count, ids, centroid), view(v, (count,), ctypes.c_double, None)))
    return 0


def _fill_tensor(function: Tensor, count: int, ids: int, centroid: int, value: int) -> int:
    """Calls a function with the arguments of tetracast_cell_function."""
    _store(value, (count, 6), function(*_cells(count, ids, centroid)))
    return 0


def _fill_boundary(function: BoundaryValue, t: float, count: int, cell: int, centroid: int, value: int) -> int:
    """Calls a function with the arguments of tetracast_face_function."""
    _store(value, (count,), function(t, *_cells(count, cell, centroid)))
    return 0


def _cells(count: int, ids: int, centroid: int) -> tuple[Any, Any]:
    return view(ids, (count,), ctypes.c_int64, None), view(centroid, (count, 3), ctypes.c_double, None)


def _store(address_of: int, shape: tuple[int, ...], values: Any) -> None:
    """Copies the result of a function to memory of the library."""
    array = view(address_of, shape, ctypes.c_double, None)
    array.flags.writeable = True
    array[...] = values
