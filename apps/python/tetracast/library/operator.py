"""The assembled operator, for other solvers."""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, NamedTuple

from tetracast.library.binding import address, argument, encode, zeros
from tetracast.library.problem import Problem
from tetracast.library.world import Object


class Rows(NamedTuple):
    """Owned rows in CSR form: begin [owned + 1], column [entries], value [entries].

    Rows and columns are numbered rank after rank, from `first_row` on this rank.
    """

    first_row: int
    begin: Any
    column: Any
    value: Any


class Operator(Object):
    """R of dv/dt = R v + b(t) + s(t, v), for a problem that is set up."""

    _destroy = "tetracast_operator_destroy"

    def __init__(self, problem: Problem, strategy: str | None = None, storage: str | None = None) -> None:
        """Collective. Default: strategy neighbour and storage ell."""
        super().__init__(problem.world)
        self._problem = problem
        self._create("tetracast_operator_create", problem._handle, encode(strategy), encode(storage))
        self._owned = problem.owned()

    def apply(self, x: Any) -> Any:
        """Collective. Returns R x for x [owned]."""
        values = argument(x, "float64", (self._owned,), "apply").copy()
        self._call("tetracast_operator_apply", self._handle, address(values), address(values))
        return values

    def forcing(self, t: float, v: Any = None) -> Any:
        """Collective. Returns [owned] boundary data and source at time t for the field v; None on all ranks: 0."""
        field = None if v is None else argument(v, "float64", (self._owned,), "forcing")
        values = zeros(self._owned, "float64", "forcing")
        self._call("tetracast_operator_forcing", self._handle, t, address(field), address(values))
        return values

    def rows(self) -> Rows:
        """Returns a copy of the owned rows."""
        first, entries = ctypes.c_int64(), ctypes.c_int64()
        self._call("tetracast_operator_rows", self._handle, byref(first), byref(entries), None, None, None)
        begin = zeros(self._owned + 1, "int64", "rows")
        column = zeros(entries.value, "int64", "rows")
        value = zeros(entries.value, "float64", "rows")
        self._call("tetracast_operator_rows", self._handle, None, None, address(begin), address(column), address(value))
        return Rows(first.value, begin, column, value)
