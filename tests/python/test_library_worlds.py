"""The loaded library with its versions and names, and worlds with their MPI, communicators and threads."""

from __future__ import annotations

import os
import sys
import types
import unittest
from unittest import mock

from tetracast import errors, library
from tetracast.library import binding, mpi

import support
from library_case import LibraryTest


class Worlds(LibraryTest):
    def test_library_is_that_of_the_program(self) -> None:
        self.assertEqual(os.path.realpath(binding.load()._name), os.path.realpath(support.LIBRARY))
        self.assertEqual(mpi.rank_and_size(mpi.WORLD), (0, 1))

    def test_library_that_cannot_be_loaded(self) -> None:
        for path, words in (("/none.so", "cannot be loaded: .*: set TETRACAST_LIBRARY"), ("libm.so.6", "has no function tetracast_error_code")):
            with mock.patch.dict(os.environ, TETRACAST_LIBRARY=path), self.assertRaisesRegex(errors.UsageError, words):
                binding.load.__wrapped__()

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

    def test_threads(self) -> None:
        self.world.set_threads(2)
        with self.assertRaises(errors.UsageError):
            self.world.set_threads(-1)

    def test_message_without_numpy(self) -> None:
        with library.Stepper(self.set_up()) as stepper, mock.patch.dict(sys.modules, numpy=None):
            stepper.advance(1)
            with self.assertRaisesRegex(ImportError, "has no package numpy: install numpy with pip"):
                stepper.field()

    def test_versions_and_names(self) -> None:
        found = library.version()
        self.assertEqual(found["number"], sum(int(part) * factor for part, factor in zip(found["version"].split("."), (10000, 100, 1))))
        self.assertIn("neighbour", library.names("strategies"))
        self.assertIn("explicit", library.names("methods")["euler"].lower())
        for kind in library.LISTS:
            self.assertGreater(len(library.names(kind)), 1)


if __name__ == "__main__":
    unittest.main()
