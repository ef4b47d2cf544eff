#!/usr/bin/python3
"""Runs small simulations in which one call fails, and checks the result of each run (see README.md in this folder).

usage: faults.py [--sample N | --stacks | --all | --one KIND:K:RANK] [--scenes a,b] [--kinds alloc,mpi,hdf5,file]
                 [--ranks 1,2] [--jobs N] [--log FILE] [--seconds N] [--keep FOLDER]

A launch runs one scene (scenario.py) on one rank without a launcher, or on two ranks, of which one has the fault. The folder
of a scene contains the results of an earlier run. --sample selects N calls of each kind, distributed over the run, --all selects
all calls, and --stacks some calls of each call stack (call_sites.py). --one runs one launch and prints the output. Launches that
the log contains as clean are skipped. No launch begins after --seconds, which the scenes share evenly. --keep collects the folders
of launches that were not clean, or that of --one. Environment: TETRACAST, TETRACAST_TESTS (the folder of libtc_faults.so) and
MPIRUN, as in ctest. The exit code is 1 if a launch was not clean, 3 if the time ended before all launches, and 77 if a module of
Python is missing.
"""
import argparse
import collections
import concurrent.futures
import os
import shutil
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
try:
    import verdict
except ImportError as missing:
    print(f"skipped: {missing} (apt-get install python3-h5py)")
    sys.exit(77)
import call_sites
from launch import KINDS, Place, Program
from scenario import Scene


class Tally:
    """Counts the results of all launches and writes them into the log."""

    def __init__(self, program, log):
        self.program, self.log, self.lock = program, log, threading.Lock()
        self.outcomes, self.complaints = collections.Counter(), collections.defaultdict(list)

    def add(self, name, launch, complaints):
        where = launch.where(self.program)
        with self.lock:
            self.outcomes["not reached" if not where else "clean" if not complaints else "NOT CLEAN"] += 1
            for complaint in complaints:
                self.complaints[complaint, where].append(name)
            print(f"{name} {where}: {launch.said()}: exit code {launch.code}, {'; '.join(complaints) or 'clean'}",
                  file=self.log, flush=True)
            if complaints:
                print("".join(f"    | {line}\n" for line in launch.stderr.splitlines()), file=self.log, end="", flush=True)

    def leave(self):
        with self.lock:
            self.outcomes["left"] += 1

    def tell(self):
        """Prints the results of all launches. Returns the exit code."""
        for (complaint, where), names in sorted(self.complaints.items(), key=lambda item: -len(item[1])):
            print(f"{complaint}: {where or 'nowhere'}: {len(names)}, as {names[0]}")
        print(", ".join(f"{count} {outcome}" for outcome, count in sorted(self.outcomes.items())))
        return 1 if self.outcomes["NOT CLEAN"] else 3 if self.outcomes["left"] else 0


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0])
    parser.add_argument("--sample", type=int, default=4)
    parser.add_argument("--stacks", action="store_true")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--one")
    parser.add_argument("--scenes", default="explicit,implicit,solve")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--ranks", default="1,2")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--log", default=os.devnull)
    parser.add_argument("--keep")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    return parser.parse_args()


def try_one(scene, place):
    launch, complaints = scene.fail(Place(*place.split(":")), show=True)
    print(launch.where(scene.program), "; ".join(complaints) or "clean")
    return 1 if complaints else 0


def try_all(scene, given, select, tally, known, deadline):
    listed = {where: calls for where, calls in scene.calls().items() if where[0] in given.kinds.split(",")}
    chosen = call_sites.all_places(scene.ranks, listed, select)
    print(f"{scene.name} on {scene.ranks}:", ", ".join(f"{len(calls)} {kind} on rank {rank}" for (kind, rank), calls in listed.items()),
          f"of which {len(chosen)} are tried", flush=True)

    def fail(place):
        name = f"{scene.name} on {scene.ranks}: {place}"
        if name in known:
            return
        if time.monotonic() > deadline:
            tally.leave()
        else:
            tally.add(name, *scene.fail(place))

    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        list(pool.map(fail, chosen))


def main():
    given, began = arguments(), time.monotonic()
    program = Program()
    if program.unlisted():
        sys.exit(f"tests/faults/mpi.def and hdf5.def lack {', '.join(program.unlisted())}")
    root = tempfile.mkdtemp(prefix="tc_faults.")
    known, select = call_sites.clean_ones(given.log), call_sites.selection(given)
    try:
        with open(given.log, "a") as log:
            tally = Tally(program, log)
            runs = [(name, int(ranks)) for name in given.scenes.split(",") for ranks in given.ranks.split(",")]
            for i, (name, ranks) in enumerate(runs):
                scene = Scene(name, ranks, program, root, given.keep)
                if given.one:
                    return try_one(scene, given.one)
                left = began + given.seconds - time.monotonic()
                try_all(scene, given, select, tally, known, time.monotonic() + left / (len(runs) - i))
    finally:
        shutil.rmtree(root, ignore_errors=True)
    return tally.tell()


if __name__ == "__main__":
    sys.exit(main())
