"""Small runs and solves, their initial folders, and their results if one call fails."""
import gzip
import hashlib
import os
import shutil
import sys
import tempfile

import call_sites
import verdict
from launch import SOURCES, Place

HERE = os.path.dirname(os.path.abspath(__file__))
LEAST_SECONDS = 90  # a launch needs less than a second on an idle machine; after this time it is considered to hang


class Plan:
    """Description of a scene. `config` is the name of its config, and `before` has the options of an earlier run with the exit code
    `code`. `words` are the options of the run itself, and `after` those of a run that completes it after a failure, or None."""
    earlier = ["-s", "initial=2 + y", "-s", "title=earlier"]  # options of the run whose results are replaced

    def __init__(self, config, before=(), code=0, words=(), after=None):
        self.config, self.before, self.code, self.words, self.after = config, list(before), code, list(words), after

    def prepare(self, program, folder):
        """Writes the inputs of the scene."""
        shutil.copy(os.path.join(HERE, "scenarios", f"{self.config}.yaml"), os.path.join(folder, "scene.yaml"))
        program.make_mesh(folder)

    @staticmethod
    def command(more):
        return ["run", "scene.yaml", "--machine", f"{SOURCES}/tests/support/machine.yaml", "--json", "report.json",
                "--csv", "report.csv", *more]


def write_market(path, head, lines):
    """Writes a Matrix Market file, compressed if its name ends with .gz."""
    text = "\n".join([f"%%MatrixMarket matrix {head} general", *lines, ""]).encode()
    with open(path, "wb") as file:
        file.write(gzip.compress(text, mtime=0) if path.endswith(".gz") else text)


class SolvePlan:
    """Description of a scene with the command solve: an arrow matrix, so that rows differ in length, two right-hand sides in a
    compressed file, an initial guess and volumes."""
    earlier, before, words, after = ["-s", "solver.tolerance=0.1"], [], [], None
    rows = 80
    suffix = ""  # of the right-hand sides

    def prepare(self, program, folder):
        n = self.rows
        entries = [(i, i, 4 + i % 3) for i in range(1, n + 1)] + [(i + 1, i, -1) for i in range(1, n)]
        entries += [(1, i, -1 / n) for i in range(2, n + 1)]
        write_market(f"{folder}/a.mtx", "coordinate real", [f"{n} {n} {len(entries)}", *(f"{i} {j} {a!r}" for i, j, a in entries)])
        self.suffix = ".gz" if program.has_zlib() else ""
        write_market(f"{folder}/b.mtx{self.suffix}", "array real", [f"{n} 2", *(str(1 + k % 7) for k in range(2 * n))])
        write_market(f"{folder}/start.mtx", "array real", [f"{n} 1", *["0.25"] * n])
        write_market(f"{folder}/volumes.mtx", "array real", [f"{n} 1", *(str(1 + k % 2) for k in range(n))])

    def command(self, more):
        return ["solve", "a.mtx", f"b.mtx{self.suffix}", "--start", "start.mtx", "--volumes", "volumes.mtx", "-o", "x.mtx",
                "--json", "report.json", "--history", "residuals.csv", "-s", "solver.method=bicg",
                "-s", "solver.preconditioner.name=ilu0", *more]


ANEW, KEEP = ["--force"], ["-s", "checkpoint={file: keep.h5, every: 2}"]
PLANS = {
    "explicit": Plan("explicit", words=ANEW),
    "implicit": Plan("implicit", words=ANEW),
    # A run that writes checkpoints.
    "checkpoint": Plan("explicit", words=[*KEEP, *ANEW], after=[*KEEP, "--resume"]),
    # A run that resumes an interrupted run.
    "resume": Plan("implicit", [*KEEP, *ANEW, "-s", "checkpoint.wall=1e-9"], 75, [*KEEP, "--resume"], [*KEEP, "--resume"]),
    "solve": SolvePlan(),
}


def contents(folder):
    """Returns a hash of all files in the folder."""
    digest = hashlib.sha256()
    for name in sorted(os.listdir(folder)):
        digest.update(name.encode() + b"\0" + verdict.read(f"{folder}/{name}"))
    return digest.digest()


class Scene:
    """A scene on a number of ranks. It has a folder with the results of an earlier run, and a folder with those of a run without a
    fault."""

    def __init__(self, name, ranks, program, root, keep=None):
        self.name, self.ranks, self.program, self.plan, self.root = name, ranks, program, PLANS[name], root
        self.keep = keep  # the folder that receives the folders of launches that were not clean
        self.template = os.path.join(root, f"{name}-{ranks}")
        os.mkdir(self.template)
        self.plan.prepare(program, self.template)
        self.must(self.plan.earlier, self.template, 0)
        if self.plan.before:
            self.must(self.plan.before, self.template, self.plan.code)
        self.undisturbed = os.path.join(root, f"{name}-{ranks}-undisturbed")
        shutil.copytree(self.template, self.undisturbed)
        launch = self.must(self.plan.words, self.undisturbed, 0)
        self.seconds = max(LEAST_SECONDS, 40 * launch.seconds)
        self.judge = verdict.Judge(self.template, self.undisturbed)
        self.ended_well = set()  # hashes of folders from which a run has resumed without a complaint

    def run(self, folder, place, more, seconds=None, lists=None):
        return self.program.run(self.ranks, folder, place, seconds or self.seconds, self.plan.command(more), lists)

    def must(self, more, folder, code):
        launch = self.run(folder, None, more, seconds=120)
        if launch.code != code:
            sys.exit(f"{self.name} on {self.ranks} ranks fails by itself:\n{launch.stderr}")
        return launch

    def copy(self):
        folder = tempfile.mkdtemp(dir=self.root)
        shutil.copytree(self.template, folder, dirs_exist_ok=True)
        return folder

    def calls(self):
        """Returns all calls by kind and rank, in the form of call_sites.read_list."""
        folder = self.copy()
        launch = self.run(folder, Place("none", 0, 0), self.plan.words, lists=f"{folder}.calls")
        complaints = self.judge.undisturbed(launch, folder)
        if complaints:
            sys.exit(f"{self.name} on {self.ranks} ranks, without a fault: {'; '.join(complaints)}\n{launch.stderr}")
        return {(kind, rank): calls for rank in range(self.ranks)
                for kind, calls in call_sites.read_list(f"{folder}.calls.{rank}").items()}

    def end(self, folder):
        """Resumes in the folder of a failed run. Returns complaints about the resumed run."""
        before = contents(folder)
        if before in self.ended_well:
            return []
        kept = any(name.startswith("keep.") and not name.endswith(".tmp") for name in os.listdir(folder))
        words = self.plan.after if kept else [*KEEP, *ANEW]  # no checkpoint exists, but results of the earlier run do
        launch = self.run(folder, None, words)
        complaints = self.judge.undisturbed(launch, folder, rest=True)
        if not complaints:
            self.ended_well.add(before)
        return [f"afterwards {complaint}" for complaint in complaints]

    def fail(self, place, show=False):
        """Runs the scene with a fault. Returns the launch and the complaints about it."""
        folder = self.copy()
        launch = self.run(folder, place, self.plan.words)
        complaints = self.judge.disturbed(launch, folder, place)
        if self.plan.after and launch.code:
            complaints += self.end(folder)
        if show:
            print(f"{folder}\nexit code {launch.code}\n{launch.stdout}{launch.stderr}")
            print("\n".join(sorted(os.listdir(folder))))
        if self.keep and (complaints or show):
            shutil.move(folder, os.path.join(self.keep, f"{self.name}-{self.ranks}-{place}"))
        else:
            shutil.rmtree(folder, ignore_errors=True)
        return launch, complaints
