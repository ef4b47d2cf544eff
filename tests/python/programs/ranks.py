"""Started by mpirun: solves a config (JSON) in process, compares the owned values with a snapshot file and prints the hash.

usage: ranks.py CONFIG.json SNAPSHOT [mpi4py]
"""

import json
import sys

if sys.argv[3:]:
    from mpi4py import MPI

from tetracast import errors, library, snapshot

with open(sys.argv[1], encoding="utf-8") as file:
    config = json.load(file)


def fail_on_rank_0(step, time, value):
    if world.rank == 0 and step == 24:
        raise ZeroDivisionError


with library.World() as world, library.Problem.load(world, config) as problem:
    problem.set_up()
    with library.Stepper(problem) as stepper:
        stepper.advance(20)
        with snapshot.open(sys.argv[2]) as file:
            assert (stepper.field() == file.field(-1)[problem.cells().id]).all()
        if world.rank == 0:
            print(world.size, stepper.statistics().hash)
        else:
            stepper.statistics()
        # If one rank requests a stop, all ranks must stop. If one rank raises an exception, the
        # other ranks must raise an error.
        stepper.add_hook(1, lambda step, time, value: step == 22 and world.rank == world.size - 1)
        try:
            stepper.advance(10)
        except errors.Stopped:
            assert stepper.step == 22
        stepper.add_hook(1, fail_on_rank_0)
        try:
            stepper.advance(5)
        except ZeroDivisionError:
            assert world.rank == 0
        except errors.TetracastError as error:
            assert world.rank > 0 and error.code == 6, error

if sys.argv[3:]:  # a world on a communicator of mpi4py must not finalise MPI
    with library.World(MPI.COMM_SELF) as world:
        assert (world.rank, world.size) == (0, 1)
    try:
        library.World(MPI.COMM_NULL)
    except errors.UsageError as error:
        assert "MPI_COMM_NULL" in error.text, error
    assert MPI.Is_initialized() and not MPI.Is_finalized()
    assert MPI.COMM_WORLD.allreduce(1) == MPI.COMM_WORLD.size
