#!/usr/bin/python3
"""Makes one call after the other fail, in small runs, and judges what becomes of each run (README.md beside this file).

usage: faults.py [--sample N | --all | --one KIND:K:RANK] [--scenes a,b] [--kinds alloc,mpi,hdf5,file] [--ranks 1,2]
                 [--jobs N] [--log FILE]

A launch is one scene (scenes/*.yaml) on one rank, without a launcher, or on two, where the call fails on rank 0 or on
rank 1. In its folder stand the results of an earlier run. --sample takes N calls of each kind, spread over the run;
--all each one, and prints how many there were. --one leaves its folder, and shows what was said. Environment:
TETRACAST, TETRACAST_TESTS (where libtc_faults.so lies), MPIRUN, as in ctest. The exit code is 1 when a launch was not
clean, 77 where a module of Python is missing.
"""
import argparse
import collections
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
try:
    import judge
except ImportError as missing:
    print(f"skipped: {missing} (apt-get install python3-h5py)")
    sys.exit(77)
from launch import KINDS, Place, Program

LEAST_SECONDS = 20  # for a launch that takes a fraction of one; then it hangs


class Plan:
    """What a scene is made of: its config, the run that goes before with its exit code, the run itself, and what brings it to
    its end when it has failed, if that is tried."""

    def __init__(self, config, before=(), code=0, words=(), after=None):
        self.config, self.before, self.code, self.words, self.after = config, list(before), code, list(words), after


ANEW, KEEP = ["--force"], ["-s", "checkpoint={file: keep.h5, every: 2}"]
PLANS = {
    "explicit": Plan("explicit", words=ANEW),
    "implicit": Plan("implicit", words=ANEW),
    # A run that keeps checkpoints.
    "checkpoint": Plan("explicit", words=[*KEEP, *ANEW], after=[*KEEP, "--resume"]),
    # One that has been interrupted goes on.
    "resume": Plan("implicit", [*KEEP, *ANEW, "-s", "checkpoint.wall=1e-9"], 75, [*KEEP, "--resume"], [*KEEP, "--resume"]),
}


class Scene:
    """A scene on so many ranks: its folder as an earlier run has left it, and what an undisturbed run makes of it."""

    def __init__(self, name, ranks, program, root):
        self.name, self.ranks, self.program, self.plan = name, ranks, program, PLANS[name]
        self.template = os.path.join(root, f"{name}-{ranks}")
        os.mkdir(self.template)
        config = os.path.join(HERE, "scenes", f"{self.plan.config}.yaml")
        shutil.copy(config, os.path.join(self.template, "scene.yaml"))
        program.make_mesh(self.template)
        self.must(["-s", "initial=2 + y", "-s", "title=earlier"], self.template, 0)
        if self.plan.before:
            self.must(self.plan.before, self.template, self.plan.code)
        self.undisturbed = os.path.join(root, f"{name}-{ranks}-undisturbed")
        shutil.copytree(self.template, self.undisturbed)
        launch = self.must(self.plan.words, self.undisturbed, 0)
        self.seconds = max(LEAST_SECONDS, 40 * launch.seconds)
        self.judge = judge.Judge(self.template, self.undisturbed)

    def must(self, more, folder, code):
        launch = self.program.run(self.ranks, folder, None, 120, more)
        if launch.code != code:
            sys.exit(f"{self.name} on {self.ranks} ranks fails by itself:\n{launch.stderr}")
        return launch

    def count(self, root):
        """Calls by kind and rank."""
        folder = tempfile.mkdtemp(dir=root)
        shutil.copytree(self.template, folder, dirs_exist_ok=True)
        launch = self.program.run(self.ranks, folder, Place("none", 0, 0), self.seconds, self.plan.words)
        complaints = self.judge.undisturbed(launch, folder)
        if complaints:
            sys.exit(f"{self.name} on {self.ranks} ranks, without a fault: {'; '.join(complaints)}\n{launch.stderr}")
        shutil.rmtree(folder)
        return launch.calls()

    def end(self, folder):
        """Complaints about the run that goes on from what the failed one has left."""
        kept = any(name.startswith("keep.") and not name.endswith(".tmp") for name in os.listdir(folder))
        words = self.plan.after if kept else [*KEEP, *ANEW]  # nothing to go on from, and results of the earlier run
        launch = self.program.run(self.ranks, folder, None, self.seconds, words)
        return [f"afterwards {complaint}" for complaint in self.judge.undisturbed(launch, folder, rest=True)]

    def fail(self, place, root, keep=False):
        """The launch and what is to be said against it."""
        folder = tempfile.mkdtemp(dir=root)
        shutil.copytree(self.template, folder, dirs_exist_ok=True)
        launch = self.program.run(self.ranks, folder, place, self.seconds, self.plan.words)
        complaints = self.judge.disturbed(launch, folder, place)
        if self.plan.after and launch.code:
            complaints += self.end(folder)
        if keep:
            print(f"{folder}\nexit code {launch.code}\n{launch.stdout}{launch.stderr}")
            print("\n".join(sorted(os.listdir(folder))))
        else:
            shutil.rmtree(folder, ignore_errors=True)
        return launch, complaints


def spread(calls, sample):
    """Numbers from 1 to calls: all, or so many of them, evenly, the first at a third of its share."""
    if not sample or sample >= calls:
        return list(range(1, calls + 1))
    return [1 + (3 * i + 1) * calls // (3 * sample) for i in range(sample)]


def places_of(scene, kinds, sample, root):
    """What fails in turn, and how many calls there are of each kind on each rank."""
    counts = {where: calls for where, calls in sorted(scene.count(root).items()) if where[0] in kinds}
    return [Place(kind, k, rank) for (kind, rank), calls in counts.items() for k in spread(calls, sample)], counts


class Tally:
    """What came of all launches, told as it comes."""

    def __init__(self, program, log):
        self.program, self.log, self.lock = program, log, threading.Lock()
        self.outcomes, self.complaints = collections.Counter(), collections.defaultdict(list)

    def add(self, scene, place, launch, complaints):
        name = f"{scene.name} on {scene.ranks}: {place}"
        where = launch.where(self.program)
        with self.lock:
            self.outcomes["not reached" if not where else "clean" if not complaints else "NOT CLEAN"] += 1
            for complaint in complaints:
                self.complaints[complaint, where].append(name)
            print(f"{name} {where}: exit code {launch.code}, {'; '.join(complaints) or 'clean'}\n    {launch.said()}",
                  file=self.log, flush=True)
            if complaints:
                print("".join(f"    | {line}\n" for line in launch.stderr.splitlines()), file=self.log, end="", flush=True)

    def tell(self):
        for (complaint, where), names in sorted(self.complaints.items(), key=lambda item: -len(item[1])):
            print(f"{complaint}: {where or 'nowhere'}: {len(names)}, as {names[0]}")
        print(", ".join(f"{count} {outcome}" for outcome, count in sorted(self.outcomes.items())))
        return self.outcomes["NOT CLEAN"] == 0


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0])
    parser.add_argument("--sample", type=int, default=4)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--one")
    parser.add_argument("--scenes", default="explicit,implicit")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--ranks", default="1,2")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--log", type=argparse.FileType("w"), default=None)
    return parser.parse_args()


def main():
    given = arguments()
    program = Program()
    if program.unlisted():
        sys.exit(f"tests/faults/mpi.def and hdf5.def lack {', '.join(program.unlisted())}")
    root = tempfile.mkdtemp(prefix="tc_faults.")
    tally = Tally(program, given.log or open(os.devnull, "w"))
    try:
        for name in given.scenes.split(","):
            for ranks in map(int, given.ranks.split(",")):
                scene = Scene(name, ranks, program, root)
                if given.one:
                    launch, complaints = scene.fail(Place(*given.one.split(":")), root, keep=True)
                    print(launch.where(program), "; ".join(complaints) or "clean")
                    continue
                places, counts = places_of(scene, given.kinds.split(","), 0 if given.all else given.sample, root)
                print(f"{name} on {ranks}:", ", ".join(f"{calls} {kind} on rank {rank}" for (kind, rank), calls in counts.items()),
                      flush=True)
                with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
                    for place, outcome in zip(places, pool.map(lambda place: scene.fail(place, root), places)):
                        tally.add(scene, place, *outcome)
    finally:
        if not given.one:
            shutil.rmtree(root, ignore_errors=True)
    return 0 if given.one or tally.tell() else 1


if __name__ == "__main__":
    sys.exit(main())
