"""Forecasts of the time of a step and of a job for any number of ranks, without a run."""

from __future__ import annotations

import ctypes
import itertools
import os
from ctypes import byref
from typing import Any

from tetracast.library.binding import encode, encode_path, load, read_json
from tetracast.library.problem import Problem
from tetracast.library.world import Object, World


class Machine(Object):
    """Parameters of a machine, from a machine file or measured."""

    _destroy = "tetracast_machine_destroy"

    def __init__(self, world: World, path: str | os.PathLike[str]) -> None:
        """Collective. Rank 0 reads the file."""
        super().__init__(world)
        self._create("tetracast_machine_read", world._handle, encode_path(path))

    @classmethod
    def measure(cls, world: World, use_cache: bool = True) -> Machine:
        """Collective. Measures the machine of the ranks in some seconds, or uses the cache of earlier measurements."""
        machine = cls.__new__(cls)
        Object.__init__(machine, world)
        machine._create("tetracast_machine_measure", world._handle, use_cache)
        return machine


class Forecast(Object):
    """Seconds and counts of a step, and seconds of a job, on nodes x ranks_per_node ranks."""

    _destroy = "tetracast_forecast_destroy"

    def __init__(self, problem: Problem, machine: Machine, nodes: int = 0, ranks_per_node: int = 0) -> None:
        """Collective. The problem is not set up. nodes 0: ranks and nodes of the world."""
        super().__init__(problem.world)
        problem._check_mesh()
        self._create("tetracast_forecast_create", problem._handle, machine._handle, nodes, ranks_per_node)

    @property
    def strategies(self) -> list[str]:
        """Names of the strategies, the fastest one first."""
        names = (load().tetracast_forecast_strategy(self._handle, index) for index in itertools.count())
        return [name.decode() for name in itertools.takewhile(bool, names)]

    def seconds(self, strategy: str | None = None, model: str | None = None, part: str | None = None) -> float:
        """Returns the seconds of a part or, without one, of a step. Default: fastest strategy, main model."""
        value = ctypes.c_double()
        self._call("tetracast_forecast_seconds", self._handle, encode(strategy), encode(model), encode(part), byref(value))
        return value.value

    def job(self, strategy: str | None = None, phase: str | None = None) -> tuple[float, float]:
        """Returns the median and the bound of the whole job in seconds or, with a name of `names("job_phases")`, of a phase."""
        value, bound = ctypes.c_double(), ctypes.c_double()
        self._call("tetracast_forecast_job", self._handle, encode(strategy), encode(phase), byref(value), byref(bound))
        return value.value, bound.value

    def count(self, name: str, strategy: str | None = None, rank: int = -1) -> int:
        """Returns a count of a step; -1: of all ranks. Rank 0 of the world has those of single ranks."""
        value = ctypes.c_int64()
        self._call("tetracast_forecast_count", self._handle, encode(strategy), encode(name), rank, byref(value))
        return value.value

    def report(self) -> Any:
        """Returns the report of `tetracast predict` as a dictionary on rank 0, and None on other ranks."""
        text = ctypes.c_void_p()
        self._call("tetracast_forecast_report", self._handle, byref(text))
        return read_json(text)
