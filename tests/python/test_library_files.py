"""Snapshots, checkpoints and other outputs that the library writes and reads."""

from __future__ import annotations

import os
import pathlib
import shutil
import unittest

import numpy

from tetracast import errors, library, run, snapshot

import support
from library_case import FAILURE, LibraryTest


class Files(LibraryTest):
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
                raise FAILURE
        self.assertFalse(os.path.exists(self.path("x.h5")))

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

    def test_paths_are_not_utf8(self) -> None:
        folder = os.fsdecode(os.fsencode(self.folder) + b"/\xff")
        os.mkdir(folder)
        for suffix in (".node", ".ele"):
            shutil.copy(f"meshes/cube{suffix}", folder)
        other = self.enter(library.Mesh.read(self.world, f"{folder}/cube"))
        with self.assertRaisesRegex(errors.UsageError, "mesh.file=.*/\ufffd/cube.* not UTF-8"):  # configs are UTF-8
            library.Problem(other)
        mesh, problem = self.box()
        problem.set_up()
        with library.Stepper(problem) as stepper:
            with library.SnapshotWriter(problem, mesh, f"{folder}/s.h5", 1) as writer:
                writer.write(stepper)
            problem.read_snapshot(f"{folder}/s.h5")
            stepper.write_checkpoint(f"{folder}/c.h5")
            stepper.resume(f"{folder}/c.h5")
        with self.assertRaisesRegex(errors.TetracastError, "/\ufffd/none"):
            library.Machine(self.world, f"{folder}/none")


if __name__ == "__main__":
    unittest.main()
