"""Leaves objects unclosed on one rank. They are destroyed during the exit of Python, after MPI_Finalize."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from tetracast import library  # noqa: E402

import support  # noqa: E402

world = library.World()
problem = library.Problem.load(world, support.small_config())
problem.set_up()
stepper = library.Stepper(problem)
stepper.advance(2)
cycle = [stepper]
cycle.append(cycle)
print("done")
