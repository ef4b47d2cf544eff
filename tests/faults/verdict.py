"""Complaints about a launch in which one call has failed."""
import json
import os
import re

import h5py

RESULTS = ["field.h5", "field.xdmf", "history.csv", "residuals.csv", "report.json", "report.csv", "x.mtx"]
TEMPORARY = re.compile(r"\.[0-9a-f]{8}\.tmp$|\.lock$")
# Unfinished files and checkpoints. They may remain after a failed run.
REST = re.compile(r"(field\.new\.(h5|xdmf)|(history|residuals)\.csv\.part|keep\.\d+\.h5)$")
CODES = {"alloc": {1}, "mpi": {1, 5}, "hdf5": {1, 3, 5}, "file": {1, 2, 3, 5}}
WORDS = {
    "alloc": r"memory|allocate",
    "mpi": r"MPI|cannot be written|cannot be read",
    "hdf5": r"HDF5|\.h5",
    "file": r"[\w.]+: .*(cannot|not)|Input/output error|stdout|out of memory for",  # a stream into memory
}


def read(path):
    with open(path, "rb") as file:
        return file.read()


def frames(path):
    """Returns the time and the fields of all snapshots in a file, by step."""
    with h5py.File(path, "r") as file:
        names = ["field/v"] + [f"state/{name}" for name in file["state"]] if "state" in file else ["field/v"]
        steps, times = file["field/step"][:], file["field/time"][:]
        return {int(step): (times[k], *(file[name][k].tobytes() for name in names))
                for k, step in enumerate(steps) if step >= 0}


def meaning(path):
    """Returns the part of a result that does not change from run to run."""
    name = os.path.basename(path)
    if name.endswith(".h5"):
        return frames(path)
    if name == "report.json":
        with open(path) as file:
            report = json.load(file)
        return [result.get("field", result) for result in report["results"]]
    if name == "report.csv":
        return [line.split(b",")[0] for line in read(path).splitlines()]
    return read(path)


class Judge:
    """Compares the files of launches with the results of the earlier run, from the folder `template`, and with those of the run
    without a fault."""

    def __init__(self, template, undisturbed):
        self.names = sorted(os.listdir(undisturbed))
        self.results = [name for name in RESULTS if name in self.names]
        self.old = {name: read(f"{template}/{name}") for name in self.results}
        self.new = {name: meaning(f"{undisturbed}/{name}") for name in self.results}
        for name in self.results:  # old and new results must differ, or the check could not distinguish them
            assert name == "report.csv" or meaning(f"{template}/{name}") != self.new[name] or name == "field.xdmf"

    def state(self, folder, name):
        path = f"{folder}/{name}"
        if not os.path.exists(path):
            return "absent"
        if read(path) == self.old[name]:
            return "old"
        try:
            return "new" if meaning(path) == self.new[name] else "torn"
        except (OSError, ValueError, KeyError, RuntimeError) as problem:
            return f"torn ({problem})"

    def rest(self, folder, name):
        """Returns complaints about an unfinished file of a failed run."""
        if not name.startswith("field.") or not name.endswith(".h5"):
            return []
        try:
            found = frames(f"{folder}/{name}")
        except (OSError, ValueError, KeyError, RuntimeError):
            return [f"{name} cannot be read"]
        wrong = [step for step, values in found.items() if self.new["field.h5"].get(step) != values]
        return [f"{name} holds wrong values"] if wrong else []

    def files(self, launch, folder, rest):
        """Returns complaints about the files in the folder. If `rest` is true, the folder may contain files of a failed run."""
        state = {name: self.state(folder, name) for name in self.results}
        if launch.code and state.get("field.h5") == "new" and "field.xdmf: " in launch.said():
            del state["field.xdmf"]  # the snapshots are complete, and the error states that the file for ParaView is missing
        fine = ("new", "old") if launch.code else ("new",)
        complaints = [f"{name} is {what}" for name, what in state.items()
                      if what not in fine and (name, what, launch.code) != ("field.xdmf", "old", 0)]
        there = set(os.listdir(folder))
        complaints += [f"{name} is missing" for name in set(self.names) - there if launch.code == 0]
        for name in sorted(there - set(self.names)):
            if rest and REST.match(name):
                complaints += self.rest(folder, name)
            elif not self.may_leave(launch) and not self.unknown(launch, name):
                temporary = TEMPORARY.search(name)
                complaints.append(f"{temporary[0][-5:] if temporary else name} is left")
        return complaints

    @staticmethod
    def may_leave(launch):
        """True if temporary files may remain, because a file could not be removed or because MPI ended the run. The next run
        removes them."""
        return launch.ended_by_mpi() or bool(launch.told(r"fault: file \d+, (unlink|remove) "))

    @staticmethod
    def unknown(launch, name):
        """True for a checkpoint that could not be read. It remains, because the run cannot know that it is a checkpoint."""
        return bool(re.match(r"keep\.\d+\.h5$", name) and launch.told(r"fault: (hdf5|file|alloc) \d+, "))

    def held(self, launch):
        if re.search(r"Sanitizer|runtime error:", launch.stderr):
            return ["a sanitizer complains"]
        if launch.ended_by_mpi():
            return []
        return [f"rank {rank} leaks memory" for rank, _ in launch.told("held:")] + \
               [f"rank {rank} leaves a file open" for rank, _ in launch.told("open:")]

    def undisturbed(self, launch, folder, rest=False):
        """Returns complaints about a run without a fault. If `rest` is true, the folder may contain files of a failed run."""
        complaints = ["it fails"] if launch.code or launch.error_lines() else []
        return complaints + self.held(launch) + self.files(launch, folder, rest)

    def disturbed(self, launch, folder, place):
        """Returns complaints about a run with a fault."""
        if launch.hung:
            return ["a hang"]
        complaints, errors = [], launch.error_lines()
        if launch.code < 0 or launch.code >= 128 or "signal" in launch.stderr:
            complaints.append("a crash")
        elif launch.code and launch.code not in CODES[place.kind]:
            complaints.append(f"exit code {launch.code}")
        if len(errors) != (launch.code != 0):
            complaints.append(f"{len(errors)} error lines")
        elif errors and not re.search(WORDS[place.kind], errors[0]):
            complaints.append("the error does not say what failed")
        return complaints + self.held(launch) + self.files(launch, folder, launch.code != 0)
