"""Started by mpirun: exceptions that leave `with World()` and that the program catches outside.

usage: exceptions.py one | exit | all | mpi4py

one     only rank 0 raises an exception
exit    only rank 0 calls sys.exit
all     collective calls and a hook of rank 0 raise exceptions on all ranks; prints "done" on rank 0
mpi4py  as `one`, if mpi4py has initialised MPI
"""

import contextlib
import sys

case, worlds = sys.argv[1], []
if case == "mpi4py":
    from mpi4py import MPI  # noqa: F401

from tetracast import errors, library  # noqa: E402

import support  # noqa: E402


@contextlib.contextmanager
def opened(strategy="neighbour"):
    """Opens a world with a stepper."""
    with library.World() as world, library.Problem.load(world, support.small_config(strategy=strategy)) as problem:
        worlds.append(world)
        problem.set_up()
        with library.Stepper(problem) as stepper:
            yield world, stepper


def fail(*_):
    raise ZeroDivisionError


def fail_on_rank_0(end):
    with opened("naive") as (world, stepper):  # all ranks free its window collectively
        if world.rank == 0:
            end()
        stepper.advance(100000)


def fail_on_all_ranks():
    """Returns the classes of the exceptions and the rank."""
    found = []
    for every, function in ((1, lambda *_: True), (2, fail)):
        try:
            with opened() as (world, stepper):
                rank = world.rank
                stepper.add_hook(every, function if rank == 0 else lambda *_: False)
                stepper.advance(5)
        except (errors.TetracastError, ZeroDivisionError) as error:
            found.append(type(error).__name__)
    return found, rank


if case == "all":
    expected = ["ZeroDivisionError", "TetracastError"]
    found, rank = fail_on_all_ranks()
    assert found == ["Stopped", expected[rank]], found
    if rank == 0:
        print("done")
elif case == "exit":
    fail_on_rank_0(lambda: sys.exit(7))
else:
    try:
        fail_on_rank_0(fail)
    except ZeroDivisionError:
        worlds[0].abort(5) if case == "mpi4py" else print("caught")
