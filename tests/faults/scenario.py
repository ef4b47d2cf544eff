"""Small runs, their initial folders, and their results if one call fails."""
import hashlib
import os
import shutil
import sys
import tempfile

import call_sites
import verdict
from launch import Place

HERE = os.path.dirname(os.path.abspath(__file__))
LEAST_SECONDS = 90  # a launch needs less than a second on an idle machine; after this time it is considered to hang


class Plan:
    """Description of a scene. `config` is the name of its config, and `before` has the options of an earlier run with the exit code
    `code`. `words` are the options of the run itself, and `after` those of a run that completes it after a failure, or None."""

    def __init__(self, config, before=(), code=0, words=(), after=None):
        self.config, self.before, self.code, self.words, self.after = config, list(before), code, list(words), after


ANEW, KEEP = ["--force"], ["-s", "checkpoint={file: keep.h5, every: 2}"]
PLANS = {
    "explicit": Plan("explicit", words=ANEW),
    "implicit": Plan("implicit", words=ANEW),
    # A run that writes checkpoints.
    "checkpoint": Plan("explicit", words=[*KEEP, *ANEW], after=[*KEEP, "--resume"]),
    # A run that resumes an interrupted run.
    "resume": Plan("implicit", [*KEEP, *ANEW, "-s", "checkpoint.wall=1e-9"], 75, [*KEEP, "--resume"], [*KEEP, "--resume"]),
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
        config = os.path.join(HERE, "scenarios", f"{self.plan.config}.yaml")
        shutil.copy(config, os.path.join(self.template, "scene.yaml"))
        program.make_mesh(self.template)
        self.must(["-s", "initial=2 + y", "-s", "title=earlier"], self.template, 0)
        if self.plan.before:
            self.must(self.plan.before, self.template, self.plan.code)
        self.undisturbed = os.path.join(root, f"{name}-{ranks}-undisturbed")
        shutil.copytree(self.template, self.undisturbed)
        launch = self.must(self.plan.words, self.undisturbed, 0)
        self.seconds = max(LEAST_SECONDS, 40 * launch.seconds)
        self.judge = verdict.Judge(self.template, self.undisturbed)
        self.ended_well = set()  # hashes of folders from which a run has resumed without a complaint

    def must(self, more, folder, code):
        launch = self.program.run(self.ranks, folder, None, 120, more)
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
        launch = self.program.run(self.ranks, folder, Place("none", 0, 0), self.seconds, self.plan.words, lists=f"{folder}.calls")
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
        launch = self.program.run(self.ranks, folder, None, self.seconds, words)
        complaints = self.judge.undisturbed(launch, folder, rest=True)
        if not complaints:
            self.ended_well.add(before)
        return [f"afterwards {complaint}" for complaint in complaints]

    def fail(self, place, show=False):
        """Runs the scene with a fault. Returns the launch and the complaints about it."""
        folder = self.copy()
        launch = self.program.run(self.ranks, folder, place, self.seconds, self.plan.words)
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
