"""Started by mpirun: one rank fails, and the other waits for it."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from tetracast import library  # noqa: E402

import support  # noqa: E402

with library.World() as world, library.Problem.load(world, support.small_config()) as problem:
    if world.rank == 0:
        raise ZeroDivisionError
    problem.set_up()
