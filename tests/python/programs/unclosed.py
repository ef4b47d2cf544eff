"""Leaves objects unclosed. They are destroyed during the exit of Python.

usage: unclosed.py [FILE]: also leaves the writer of a snapshot file unclosed
"""

import sys

from tetracast import library

import support

world = library.World()
mesh = library.Mesh.read(world, "meshes/cube")
problem = library.Problem.load(world, support.small_config(), mesh)
problem.set_up()
stepper = library.Stepper(problem)
stepper.advance(2)
if sys.argv[1:]:
    writer = library.SnapshotWriter(problem, mesh, sys.argv[1], 2)
    writer.write(stepper)
cycle = [stepper]
cycle.append(cycle)
if world.rank == 0:
    print("done")
