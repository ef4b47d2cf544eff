"""Started by mpirun: rank 0 ends Python by an exception outside a `with` block, while the others wait for it."""

from tetracast import library

import support

world = library.World()
problem = library.Problem.load(world, support.small_config())
if world.rank == 0:
    raise ZeroDivisionError
problem.set_up()
