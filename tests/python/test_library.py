"""The library in this process, on one rank; programs/ranks.py does the same on several."""

from __future__ import annotations

import ctypes
import gc
import os
import pathlib
import sys
import tempfile
import threading
import types
import unittest
import warnings
from unittest import mock

import numpy

from tetracast import errors, library, run, snapshot
from tetracast.library import binding, mpi

import support

FAIL = RuntimeError("of the callback")


def raise_it(*_: object) -> None:
    raise FAIL


@support.needs_library
class LibraryTest(support.FolderTest):
    """A test with a world. Programs that it starts have another session directory than MPI in this process."""

    @classmethod
    def setUpClass(cls) -> None:
        mpi.start()
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        sessions = mock.patch.dict(os.environ, OMPI_MCA_orte_tmpdir_base=scratch.name)
        sessions.start()
        cls.addClassCleanup(sessions.stop)

    def setUp(self) -> None:
        super().setUp()
        self.world = self.enter(library.World())

    def enter(self, thing: library.World) -> library.World:
        self.addCleanup(thing.close)
        return thing

    def load(self, **changes: object) -> library.Problem:
        return self.enter(library.Problem.load(self.world, support.small_config(**changes)))

    def set_up(self, **changes: object) -> library.Problem:
        problem = self.load(**changes)
        problem.set_up()
        return problem

    def box(self) -> tuple[library.Mesh, library.Problem]:
        mesh = self.enter(library.Mesh.box(self.world, (3, 3, 3), (1, 1, 1)))
        problem = self.enter(library.Problem(mesh))
        problem.set("strategy", "neighbour")
        return mesh, problem


class Fields(LibraryTest):
    def test_field_has_the_bits_of_a_snapshot(self) -> None:
        path = self.path("s.h5")
        report = run.run(support.small_config(snapshots={"file": path}), options=support.FAST)
        problem = self.set_up(snapshots={"file": path})
        with library.Stepper(problem) as stepper, snapshot.open(path) as file:
            stepper.advance(20)
            self.assertEqual(stepper.statistics().hash, report.results[0]["field"]["hash"])
            order = problem.cells().id
            numpy.testing.assert_array_equal(stepper.field(), file.field(-1)[order])
            numpy.testing.assert_array_equal(stepper.field("w"), file.state("w", -1)[order])
            self.assertEqual((stepper.step, stepper.time, stepper.dt), (20, file.times[-1], report["dt"]))
            self.assertGreater(stepper.measured(), 0)

    def test_views_keep_their_owner(self) -> None:
        stepper = library.Stepper(self.set_up())
        view, copy = stepper.field(copy=False), stepper.field()
        self.assertFalse(view.flags.writeable)
        self.assertTrue(copy.flags.writeable)
        del stepper
        gc.collect()
        numpy.testing.assert_array_equal(view, copy)

    def test_field_is_set(self) -> None:
        problem = self.set_up()
        with library.Stepper(problem) as stepper:
            stepper.set_field(numpy.full(problem.owned(), 2.0))
            stepper.set_field(3 * stepper.field(copy=False), "w")
            self.assertEqual((stepper.statistics().min, stepper.field("w")[0]), (2, 6))
            with self.assertRaisesRegex(errors.UsageError, r"set_field: the array has the shape \[3\]: pass one of shape") as caught:
                stepper.set_field([1, 2, 3])
            self.assertTrue(caught.exception.is_local)
            with self.assertRaises(errors.NumericalError):
                stepper.set_field(numpy.full(problem.owned(), numpy.nan))

    def test_snapshots_are_written_and_read(self) -> None:
        mesh, problem = self.box()
        problem.set("initial", "x")
        problem.set_up()
        path = self.path("w.h5")
        with library.Stepper(problem) as stepper:
            with library.SnapshotWriter(problem, mesh, path, 2) as writer:
                writer.write(stepper)
            value, time = problem.read_snapshot(pathlib.Path(path))
            numpy.testing.assert_array_equal(value, stepper.field())
            self.assertEqual(time, 0)
            with self.assertRaises(errors.UsageError):
                library.SnapshotWriter(problem, mesh, path, 1)
            with self.assertRaises(RuntimeError), library.SnapshotWriter(problem, mesh, self.path("x.h5"), 1):
                raise FAIL
        self.assertFalse(os.path.exists(self.path("x.h5")))


class Outputs(LibraryTest):
    def test_checkpoint_is_resumed(self) -> None:
        problem, path = self.set_up(), self.path("c.h5")
        with library.Stepper(problem) as first, library.Stepper(problem) as second:
            first.advance(7)
            first.write_checkpoint(path)
            second.resume(path)
            for stepper in (first, second):
                stepper.advance(3)
            self.assertEqual((second.step, second.statistics().hash), (10, first.statistics().hash))
            with self.assertRaises(errors.InputError):
                second.resume(self.path("none.h5"))
            with self.assertRaises(errors.OutputError):
                second.write_checkpoint("/proc/c.h5")

    def test_outputs_and_report_equal_those_of_the_program(self) -> None:
        report = run.run(support.small_config(snapshots={"file": self.path("run.h5")}), options=support.FAST)
        path = self.path("library.h5")
        problem = self.load(snapshots={"file": path})
        problem.enable_outputs()
        problem.set_up()
        with library.Stepper(problem) as stepper:
            stepper.advance(20)
            own = stepper.report()
            stepper.publish()
            with self.assertRaises(errors.UsageError):
                stepper.publish()
        for key in ("dt", "steps", "matrix_hash", "initial", "balance"):
            self.assertEqual(own[key], report[key], key)
        self.assertEqual(own["results"][0]["field"], report.results[0]["field"])
        with snapshot.open(path) as file, snapshot.open(self.path("run.h5")) as other:
            numpy.testing.assert_array_equal(file.field(-1), other.field(-1))
        again = self.load(snapshots={"file": path})
        again.enable_outputs()
        with self.assertRaises(errors.OutputError):
            again.set_up()


class Problems(LibraryTest):
    def test_meshes_from_arrays(self) -> None:
        points = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], float)
        cells = [[0, 1, 2, 3], [1, 2, 3, 4]]
        whole = self.enter(library.Mesh.from_arrays(self.world, points, cells))
        parts = self.enter(library.Mesh.from_distributed(self.world, range(4, -1, -1), points[::-1], [1, 0], cells[::-1]))
        for mesh in (whole, parts):
            self.assertEqual((mesh.vertices, mesh.cells), (5, 2))
            mesh.set_regions([1, 2])
            mesh.set_markers([[0, 1, 2]], [7])
            problem = self.enter(library.Problem(mesh))
            problem.set_tensor([2, 2, 2, 0, 0, 0], region=2)
            problem.set_boundary("exchange", "x+t", h=1.5, marker=7)
            problem.set_boundary("flux", 0)
            problem.set_up()
            found = problem.cells()
            numpy.testing.assert_allclose(found.volume[found.id.argsort()], [1 / 6, 1 / 3])
            self.assertEqual(found.centroid.shape, (2, 3))
        with self.assertRaisesRegex(errors.UsageError, r"cells: the array has the shape \[2, 3\]: pass one of shape \[any, 4\]"):
            library.Mesh.from_arrays(self.world, points, numpy.zeros((2, 3)))
        with self.assertRaises(errors.InputError):
            library.Mesh.from_arrays(self.world, points, [[0, 1, 2, 9]])
        for cells in ([[0.5, 1, 2, 3]], numpy.array([[2**64 - 1, 1, 2, 3]], "uint64")):
            with self.assertRaisesRegex(errors.UsageError, "cells: a value of type .* is not an integer of 64 bits: pass int64"):
                library.Mesh.from_arrays(self.world, points, cells)
        with self.assertRaisesRegex(errors.UsageError, "region: .* integer of 32 bits"):
            whole.set_regions([1, 2**32 + 1])
        with self.assertRaises(errors.UsageError):
            whole.set_markers(None), whole.set_regions(None)

    def test_problem_of_setters_equals_config(self) -> None:
        mesh = self.enter(library.Mesh.read(self.world, pathlib.Path("meshes/cube")))
        problem = self.enter(library.Problem(mesh))
        for key, value in support.small_config().items():
            if key != "mesh":
                problem.set(key, value)
        problem.set_up()
        hashes = []
        for one in (problem, self.set_up()):
            with library.Stepper(one) as stepper:
                stepper.advance(5)
                hashes.append(stepper.statistics().hash)
        self.assertEqual(hashes[0], hashes[1])
        with self.assertRaises(errors.UsageError):
            problem.set("time.steps", 3)

    def test_source_function_equals_formula(self) -> None:
        hashes = []
        for source in ("x*v+t", None):
            problem = self.load(source=source or 0)
            if source is None:
                problem.set_source(lambda t, ids, centroid, v: centroid[:, 0] * v + t)
            problem.set_up()
            with library.Stepper(problem) as stepper:
                stepper.advance(3)
                hashes.append(stepper.statistics().hash)
        self.assertEqual(hashes[0], hashes[1])
        problem = self.load()
        problem.set_source(raise_it)
        problem.set_source(None)
        problem.set_up()

    def test_functions_of_tensor_and_boundary_equal_formulas(self) -> None:
        hashes = []
        for by_function in (False, True):
            problem = self.load()
            problem.set_boundary("value", "x+t")
            problem.set_tensor([2, 1, 1, 0, 0, 0])
            if by_function:
                problem.set_boundary_function("value", lambda t, cell, centroid: centroid[:, 0] + t)
                problem.set_tensor_function(lambda ids, centroid: [[2, 1, 1, 0, 0, 0]] * len(ids))
            problem.set_up()
            with library.Stepper(problem) as stepper:
                stepper.advance(3)
                hashes.append(stepper.statistics().hash)
        self.assertEqual(hashes[0], hashes[1])
        problem = self.load()
        problem.set_tensor_function(raise_it)
        with self.assertRaisesRegex(RuntimeError, "of the callback"):
            problem.set_up()

    def test_operator(self) -> None:
        problem = self.set_up()
        with library.Operator(problem) as operator:
            rows, x = operator.rows(), problem.cells().centroid[:, 0]
            product = numpy.add.reduceat(rows.value * x[rows.column - rows.first_row], rows.begin[:-1])
            numpy.testing.assert_allclose(operator.apply(x), product, atol=1e-9)
            self.assertFalse(operator.forcing(0.0).any() or operator.forcing(0.0, x).any())
        with self.assertRaises(errors.UsageError):
            library.Operator(problem, strategy="fast")

    def test_forecast_equals_program(self) -> None:
        machine = self.enter(library.Machine(self.world, "tests/support/machine.yaml"))
        config = support.small_config(states=None)  # seconds of sources are measured
        report = run.predict(config, ["--machine", "tests/support/machine.yaml", "-q", "--nodes", "4", "--ranks-per-node", "2"])
        mesh = self.enter(library.Mesh.read(self.world, "meshes/cube"))
        problem = self.enter(library.Problem.load(self.world, config, mesh))
        with library.Forecast(problem, machine, 4, 2) as forecast:
            self.assertEqual(forecast.strategies, [case["strategy"] for case in sorted(report.results, key=lambda case: case["predicted_s"]["total"])])
            own = forecast.report()["results"]
            self.assertEqual([case["predicted_s"] for case in own], [case["predicted_s"] for case in report.results])
            for case in report.results:
                self.assertEqual(forecast.seconds(case["strategy"]), case["predicted_s"]["total"])
                self.assertEqual(forecast.seconds(case["strategy"], part="compute"), case["predicted_s"]["compute"])
                for name, count in case["counts"].items():
                    self.assertEqual(forecast.count(name, case["strategy"]), count)

    def test_machine_is_measured(self) -> None:
        with library.Machine.measure(self.world) as machine:
            mesh = self.enter(library.Mesh.read(self.world, "meshes/cube"))
            problem = self.enter(library.Problem.load(self.world, support.small_config(), mesh))
            with library.Forecast(problem, machine) as forecast:
                self.assertGreater(forecast.seconds(), 0)

    def test_versions_and_names(self) -> None:
        found = library.version()
        self.assertEqual(found["number"], sum(int(part) * factor for part, factor in zip(found["version"].split("."), (10000, 100, 1))))
        self.assertIn("neighbour", library.names("strategies"))
        self.assertIn("explicit", library.names("methods")["euler"].lower())
        for kind in library.LISTS:
            self.assertGreater(len(library.names(kind)), 1)


class Callbacks(LibraryTest):
    def test_hooks(self) -> None:
        seen = []
        with library.Stepper(self.set_up()) as stepper:
            stepper.add_hook(2, lambda step, time, value: seen.append((step, time, value.copy())))
            stepper.add_hook(1, lambda step, time, value: step == 5)
            with self.assertRaises(errors.Stopped) as stopped:
                stepper.advance(20)
            self.assertIsNone(stopped.exception.checkpoint)
            self.assertEqual([step for step, _, _ in seen], [2, 4])
            stepper.add_hook(1, lambda *_: stepper.request_stop())
            with self.assertRaises(errors.Stopped):
                stepper.advance(20)

    def test_exceptions_are_raised_again(self) -> None:
        source = self.load()
        source.set_source(raise_it)
        with self.assertRaisesRegex(RuntimeError, "of the callback"):
            source.set_up()
        with library.Stepper(self.set_up()) as stepper:
            stepper.add_hook(1, raise_it)
            with self.assertRaisesRegex(RuntimeError, "of the callback"):
                stepper.advance(3)
        self.world.set_log(raise_it, "verbose")
        with self.assertRaisesRegex(RuntimeError, "of the callback"):
            self.set_up()

    def test_exception_of_a_wrong_shape(self) -> None:
        problem = self.load()
        problem.set_source(lambda t, ids, centroid, v: numpy.zeros(3))
        with self.assertRaisesRegex(ValueError, "broadcast"):
            problem.set_up()

    def test_calls_from_callbacks_are_rejected(self) -> None:
        with library.Stepper(self.set_up()) as stepper:
            stepper.add_hook(1, lambda *_: stepper.advance(1))
            with self.assertRaisesRegex(errors.UsageError, "callback"):
                stepper.advance(1)

    def test_log(self) -> None:
        lines = []
        self.world.set_log(lambda level, text: lines.append((level, text)), "verbose")
        self.set_up()
        self.assertIn("normal", {level for level, _ in lines})
        self.world.set_log(None)
        count = len(lines)
        self.set_up()
        self.assertEqual(len(lines), count)


class Endings(LibraryTest):
    def test_closing_twice_and_threads(self) -> None:
        self.world.set_threads(2)
        with self.assertRaises(errors.UsageError):
            self.world.set_threads(-1)
        problem = self.set_up()
        problem.close()
        problem.close()

    def test_closed_objects_are_refused(self) -> None:
        mesh, problem = self.box()
        machine = self.enter(library.Machine(self.world, "tests/support/machine.yaml"))
        mesh.close()
        for call in (lambda: mesh.cells, problem.set_up, lambda: library.Forecast(problem, machine), lambda: library.Problem(mesh)):
            with self.assertRaises(errors.UsageError):
                call()
        stepper = library.Stepper(self.set_up())
        stepper.close()
        for call in (lambda: stepper.step, stepper.request_stop, stepper.field, stepper.advance):
            with self.assertRaises(errors.UsageError):
                call()

    def test_garbage_is_destroyed_before_the_next_call(self) -> None:
        def collect(*_: object) -> None:
            garbage.clear()
            gc.collect()
            counts.append(len(self.world._postponed))

        problem, counts = self.set_up(), []
        with library.Stepper(problem) as stepper:
            stepper.add_hook(1, collect)
            garbage = [library.Stepper(problem)]
            stepper.advance(1)
            garbage = [library.Stepper(problem)]
            thread = threading.Thread(target=collect)
            thread.start()
            thread.join()
            self.assertEqual(counts, [1, 1])
            stepper.statistics()
            self.assertEqual(self.world._postponed, [])

    def test_several_ranks_are_not_destroyed_by_garbage_collection(self) -> None:
        problem = self.load()
        with mock.patch.object(problem.world, "size", 2), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            problem.__del__()
        self.assertEqual([str(one.message) for one in caught], ["Problem: was not closed: use `with` or close()"])

    def test_message_without_numpy(self) -> None:
        with library.Stepper(self.set_up()) as stepper, mock.patch.dict(sys.modules, numpy=None):
            stepper.advance(1)
            with self.assertRaisesRegex(ImportError, "the Python package numpy is missing: install python3-numpy"):
                stepper.field()

    def test_mpi4py_of_another_mpi_is_refused(self) -> None:
        other = types.SimpleNamespace(Is_initialized=lambda: True, Get_library_version=lambda: "MPICH Version: 4.0, of 2022\0")
        with mock.patch.dict(sys.modules, {"mpi4py.MPI": other}):
            with self.assertRaisesRegex(errors.UsageError, "mpi4py: uses MPICH Version: 4.0, but libtetracast uses"):
                library.World()

    def test_wrong_communicators(self) -> None:
        with self.assertRaisesRegex(errors.UsageError, "comm: 'all' is not a communicator: pass"):
            library.World("all")
        with self.assertRaises(errors.UsageError):
            library.World(ranks_per_node=-1)

    def test_library_that_cannot_be_loaded(self) -> None:
        for path, words in (("/none.so", "cannot be loaded: .*: set TETRACAST_LIBRARY"), ("libm.so.6", "has no function tetracast_error_code")):
            with mock.patch.dict(os.environ, TETRACAST_LIBRARY=path), self.assertRaisesRegex(errors.UsageError, words):
                binding.load.__wrapped__()

    def test_library_is_that_of_the_program(self) -> None:
        self.assertEqual(os.path.realpath(binding.load()._name), os.path.realpath(support.LIBRARY))
        self.assertEqual(mpi.rank_and_size(mpi.WORLD), (0, 1))
        self.assertIsInstance(binding.load(), ctypes.CDLL)


if __name__ == "__main__":
    unittest.main()
