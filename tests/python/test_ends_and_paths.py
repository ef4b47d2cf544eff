"""Objects and functions that are replaced or not closed, and paths that are not UTF-8."""

from __future__ import annotations

import gc
import os
import shutil
import unittest
import weakref

from tetracast import errors, library

import support
from test_library import LibraryTest


class Logs(LibraryTest):
    def test_log_is_replaced_by_itself(self) -> None:
        def log(level: str, text: str) -> None:
            calls.append(weakref.ref(self.world._log))
            self.world.set_log(None)
            gc.collect()
            self.assertIsNotNone(calls[-1]())

        calls: list[weakref.ref] = []
        self.world.set_log(log, "verbose")
        self.set_up()
        self.assertEqual(len(calls), 1)
        self.world.set_threads(1)  # the next call
        self.assertIsNone(calls[0]())


class Paths(LibraryTest):
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
