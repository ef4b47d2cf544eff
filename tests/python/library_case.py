"""Base class of the tests that use the library in this process, on one rank."""

from __future__ import annotations

import os
import tempfile
from unittest import mock

from tetracast import library
from tetracast.library import mpi

import support

FAILURE = RuntimeError("of the callback")


def raise_failure(*_: object) -> None:
    raise FAILURE


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
