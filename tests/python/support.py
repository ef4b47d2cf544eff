"""Programs, configs and launches on several ranks for the tests of the Python package."""

from __future__ import annotations

import os
import shlex
import stat
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Callable

SOURCE = os.environ.get("TETRACAST_SOURCE") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ["TETRACAST"]
LIBRARY = os.path.join(os.path.dirname(os.path.dirname(PROGRAM)), "lib", "libtetracast.so.0")
MPIRUN = os.environ.get("MPIRUN", "mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1")
FAST = ("-q", "--machine", "none")  # nothing is measured

os.environ["TETRACAST_PROGRAM"] = PROGRAM
os.environ["TETRACAST_LAUNCHER"] = MPIRUN


def skip_unless(condition: object, reason: str) -> Callable:
    """Decorator that skips a test. Prints the line by which jobs/test.sh lists skipped tests."""
    if not condition:
        print(f"skipped: {reason}", flush=True)
    return unittest.skipUnless(condition, reason)


needs_library = skip_unless(os.path.exists(LIBRARY), "this build has no libtetracast")


def small_config(**changes: object) -> dict:
    """A config that runs in a fraction of a second."""
    config = {"mesh": {"file": "meshes/cube"}, "initial": "1+x*y", "strategy": "neighbour", "time": {"steps": 20},
              "states": {"w": {"initial": 0.25, "rate": "v-w"}}}
    return {**config, **changes}


def run_python(ranks: int, program: str, *arguments: str, launcher: bool = False) -> str:
    """Runs a program of the folder `programs`, with mpirun if there are several ranks or on request. Returns its stdout."""
    launch = [*shlex.split(MPIRUN), "-np", str(ranks)] if launcher or ranks > 1 else []
    path = os.path.join(SOURCE, "tests/python/programs", program)
    environment = dict(os.environ)  # without the variables that MPI_Init adds to that of this process
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)  # programs import this module
    done = subprocess.run([*launch, sys.executable, "-W", "error", path, *arguments], capture_output=True, text=True, timeout=120, check=False, env=environment)
    if done.returncode or "Exception ignored" in done.stderr:
        raise AssertionError(f"{program} on {ranks} ranks: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def readme_blocks(language: str) -> list[str]:
    """Returns the code blocks of apps/python/README.md in a language; "" selects the commands of the shell."""
    with open(os.path.join(SOURCE, "apps/python/README.md"), encoding="utf-8") as file:
        parts = [part.split("\n", 1) for part in file.read().split("```")[1::2]]
    return [text for kind, text in parts if kind == language]


class FolderTest(unittest.TestCase):
    """A test with a scratch folder."""

    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def script(self, text: str, name: str = "program") -> str:
        """Writes a program for bash and returns its path."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/bash\n{text}\n")
        os.chmod(path, stat.S_IRWXU)
        return path
