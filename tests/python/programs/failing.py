"""Started by mpirun: rank 0 ends Python by an exception outside a `with` block, while the others wait for it."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from tetracast import library  # noqa: E402

import support  # noqa: E402

world = library.World()
problem = library.Problem.load(world, support.small_config())
if world.rank == 0:
    raise ZeroDivisionError
problem.set_up()
