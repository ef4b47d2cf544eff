"""Snapshot files, compared with the output of h5dump."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import h5py
import numpy

from tetracast import errors, run, snapshot

import support


def dump(path: str, dataset: str) -> list[float]:
    """Values of a dataset, as h5dump prints them with all digits."""
    command = ["h5dump", "-m", "%.17g", "-y", "-w", "0", "-d", dataset, path]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [float(word) for word in re.search(r"DATA \{(.*?)\}", text, re.S)[1].split(",")]


class Snapshots(support.FolderTest):
    @classmethod
    def setUpClass(cls) -> None:
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.file = os.path.join(scratch.name, "s.h5")
        cls.report = run.run(support.small_config(snapshots={"file": cls.file, "every": 10}), 2, support.FAST)

    @support.skip_unless(shutil.which("h5dump"), "h5dump is absent (apt-get install hdf5-tools)")
    def test_values_equal_h5dump(self) -> None:
        with snapshot.open(self.file) as file:
            self.assertEqual(len(file.cells), self.report["mesh"]["cells"])
            for dataset, rows in (("/field/v", [file.field(k) for k in (0, 1, 2)]), ("/state/w", [file.state("w", k) for k in (0, 1, 2)]),
                                  ("/mesh/cells", file.cells), ("/mesh/region", file.region), ("/mesh/points", file.points)):
                numpy.testing.assert_array_equal(numpy.ravel(rows), dump(self.file, dataset), dataset)

    def test_steps_times_and_states(self) -> None:
        with snapshot.open(self.file) as file:
            self.assertEqual(list(file.steps), [0, 10, 20])
            numpy.testing.assert_array_equal(file.times, file.steps * self.report["dt"])
            self.assertEqual(file.states, ["w"])
            self.assertEqual(float(file.field(-1).max()), self.report.results[0]["field"]["max"])
            self.assertEqual(file.cells.min(), 0)
            self.assertEqual(file.cells.max(), len(file.points) - 1)

    def test_rows_that_are_not_written_are_absent(self) -> None:
        path = shutil.copy(self.file, self.path("early.h5"))
        with h5py.File(path, "r+") as file:
            file["field/step"][1] = -1
        with snapshot.open(path) as file:
            self.assertEqual(list(file.steps), [0, 20])
            self.assertEqual(float(file.field(1).max()), self.report.results[0]["field"]["max"])
            with self.assertRaises(IndexError):
                file.field(2)

    def test_unknown_names(self) -> None:
        with snapshot.open(self.file) as file:
            for read in (lambda: file.state("u", 0), lambda: file.field(0, "time"), lambda: file.field(0, "frames")):
                with self.assertRaisesRegex(KeyError, "contains no (state|field)"):
                    read()


class OtherFiles(support.FolderTest):
    def test_files_of_another_kind(self) -> None:
        with h5py.File(self.path("empty.h5"), "w"):
            pass
        for name, words in ((self.path("empty.h5"), "is not a snapshot file: use"), ("README.md", "cannot be read as HDF5: use")):
            with self.assertRaisesRegex(errors.InputError, words):
                snapshot.open(name)
        with self.assertRaises(FileNotFoundError):
            snapshot.open(self.path("none.h5"))

    def test_message_without_h5py(self) -> None:
        with mock.patch.dict(sys.modules, h5py=None):
            with self.assertRaisesRegex(ImportError, "^snapshots: .* has no package h5py: install h5py with pip"):
                snapshot.open("any.h5")

    def test_library_is_not_loaded(self) -> None:
        """The modules snapshot and run do not load libtetracast, because h5py and libtetracast both contain an HDF5."""
        program = "import sys, tetracast.snapshot, tetracast.run; sys.exit('tetracast.library' in sys.modules)"
        subprocess.run([sys.executable, "-c", program], check=True)


if __name__ == "__main__":
    unittest.main()
