"""Runs of the program: reports, exceptions, launchers and environment."""

from __future__ import annotations

import glob
import json
import os
import pickle
import unittest
from unittest import mock

from tetracast import _locate, errors, run

import support


def silent(_: str) -> None:
    """Discards the lines of stderr."""


class Reports(support.FolderTest):
    def test_ranks_have_the_same_field(self) -> None:
        reports = [run.run(support.small_config(), ranks, support.FAST, log=silent) for ranks in (1, 2)]
        self.assertEqual([report["ranks"] for report in reports], [1, 2])
        hashes = {report.results[0]["field"]["hash"] for report in reports}
        self.assertEqual(len(hashes), 1)

    def test_report_equals_json(self) -> None:
        """A program between the package and tetracast copies the file of --json."""
        copy = self.path("copy.json")
        program = self.script(f'"{support.PROGRAM}" "$@" || exit; while [ "$1" != --json ]; do shift; done; cp "$2" "{copy}"')
        with mock.patch.dict(os.environ, TETRACAST_PROGRAM=program):
            report = run.run(support.small_config(), options=support.FAST, log=silent)
        with open(copy, encoding="utf-8") as file:
            self.assertEqual(report, json.load(file))
        self.assertIs(report.results, report["results"])

    def test_config_file_and_options(self) -> None:
        report = run.run("configs/cube.yaml", options=[*support.FAST, "-s", "time={steps: 3, end: null}", "-s", "snapshots=null"], log=silent)
        self.assertEqual((report["config"]["file"], report["steps"]), ("configs/cube.yaml", 3))

    def test_compare_and_predict(self) -> None:
        options = ["-q", "--machine", "tests/support/machine.yaml", "--strategies", "neighbour,condensed"]
        measured = run.compare(support.small_config(), 2, options, log=silent)
        forecast = run.predict(support.small_config(), [*options, "--ranks-per-node", "2"], log=silent)
        for report in (measured, forecast):
            self.assertEqual({case["strategy"] for case in report.results}, {"neighbour", "condensed"})
        self.assertEqual(measured.results[0]["ranks"], forecast.results[0]["ranks"])


class Failures(support.FolderTest):
    def fail_run(self, kind: type, ranks: int = 1, options: tuple = (), **changes: object) -> errors.TetracastError:
        with self.assertRaises(kind) as caught:
            run.run(support.small_config(**changes), ranks, [*support.FAST, *options], log=silent)
        return caught.exception

    def fail_script(self, text: str, kind: type = errors.TetracastError) -> errors.TetracastError:
        with mock.patch.dict(os.environ, TETRACAST_PROGRAM=self.script(text)):
            return self.fail_run(kind)

    def test_each_code(self) -> None:
        usage = self.fail_run(errors.UsageError, 2, tim={})
        self.assertRegex(str(usage), r"^/.*config\.yaml:1?\d: unknown key 'tim'")
        self.assertFalse(usage.is_local)
        self.assertEqual(self.fail_run(errors.InputError, mesh={"file": self.path("no")}).code, 3)
        wrong = self.fail_run(errors.NumericalError, time={"steps": 10, "dt": 1})
        self.assertEqual(wrong.code, 4)
        self.assertEqual(self.fail_run(errors.OutputError, snapshots={"file": "/proc/none.h5"}).code, 5)

    def test_stop_has_a_checkpoint(self) -> None:
        stopping = {"time": {"steps": 10**8}, "checkpoint": {"file": self.path("c.h5"), "wall": 0.05}}
        stopped = self.fail_run(errors.Stopped, **stopping)
        self.assertRegex(stopped.text, "^stopped by checkpoint.wall after step .*: use --resume to continue$")
        self.assertEqual([stopped.checkpoint], glob.glob(self.path("c.*.h5")))
        again = self.fail_run(errors.Stopped, options=("--resume",), **stopping)
        self.assertNotEqual(again.checkpoint, stopped.checkpoint)

    def test_checkpoint_of_a_config_file_is_unknown(self) -> None:
        with mock.patch.dict(os.environ, TETRACAST_PROGRAM=self.script("exit 75")):
            with self.assertRaises(errors.Stopped) as caught:
                run.run("configs/cube.yaml", log=silent)
        self.assertIsNone(caught.exception.checkpoint)

    def test_other_endings(self) -> None:
        self.assertEqual(self.fail_script("echo 'not enough slots' >&2; exit 1").text, "not enough slots")
        self.assertEqual(self.fail_script("exit 7").text, "tetracast: ended with exit code 7 and no message: run it in a terminal")
        self.assertRegex(self.fail_script("kill -9 $$").text, "signal 9")

    def test_options_without_report(self) -> None:
        for option in (("--help",), ("--json", self.path("other.json"))):
            self.assertRegex(self.fail_run(errors.UsageError, options=option).text, "there is no report: remove --json and --help$")

    def test_timeout(self) -> None:
        with self.assertRaisesRegex(TimeoutError, "for 0.3 s"):
            run.run(support.small_config(time={"steps": 10**8}), 2, support.FAST, timeout=0.3, log=silent)

    def test_exception_of_log_ends_the_run(self) -> None:
        def fail(line: str) -> None:
            raise LookupError(line)

        with self.assertRaises(LookupError):
            run.run(support.small_config(time={"steps": 10**8}), options=["--machine", "none"], log=fail)

    def test_missing_programs(self) -> None:
        with mock.patch.dict(os.environ, PATH="/nowhere"):
            with self.assertRaisesRegex(errors.UsageError, "cannot be started: .*TETRACAST_LAUNCHER"):
                run.run(support.small_config(), 2, launcher="mpirun")
            del os.environ["TETRACAST_PROGRAM"]
            with self.assertRaisesRegex(errors.UsageError, "not on PATH: set TETRACAST_PROGRAM"):
                run.run(support.small_config())

    def test_program_in_the_prefix_of_the_package(self) -> None:
        program = self.script("exit 0", "bin/tetracast")
        with mock.patch.dict(os.environ, PATH="/nowhere"), mock.patch.object(_locate, "_package_prefix", lambda: self.path("")):
            del os.environ["TETRACAST_PROGRAM"]
            self.assertEqual(os.path.realpath(_locate.find_program()), os.path.realpath(program))

    def test_errors_can_be_pickled(self) -> None:
        error = pickle.loads(pickle.dumps(errors.create_error(4, "cell 3: is not finite", True)))
        self.assertEqual((type(error), str(error), error.is_local), (errors.NumericalError, "cell 3: is not finite", True))


class Launch(unittest.TestCase):
    def test_words(self) -> None:
        with mock.patch.dict(os.environ, clear=True):
            self.assertEqual(run._launch_words(1, None), [])
            self.assertEqual(run._launch_words(3, None), ["mpirun", "-n", "3"])
            self.assertEqual(run._launch_words(1, ["a b"]), ["a b", "-n", "1"])
            os.environ["SLURM_JOB_ID"] = "1"
            self.assertEqual(run._launch_words(2, None), ["srun", "-n", "2"])
            os.environ["TETRACAST_LAUNCHER"] = "srun --mpi=pmix"
            self.assertEqual(run._launch_words(2, None), ["srun", "--mpi=pmix", "-n", "2"])
        with self.assertRaisesRegex(errors.UsageError, "ranks: 0 is below 1"):
            run._launch_words(0, None)

    def test_identity_of_a_started_process_is_removed(self) -> None:
        settings = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_MCA_btl": "self", "HOME": "/"}
        identity = {"OMPI_COMM_WORLD_RANK": "0", "PMIX_RANK": "0", "OMPI_MCA_ess_base_jobid": "1", "OMPI_MCA_orte_app_num": "0"}
        with mock.patch.dict(os.environ, {**settings, **identity}, clear=True):
            self.assertEqual(run._environment(), settings)
        with mock.patch.dict(os.environ, {"OMPI_MCA_orte_tmpdir_base": "/x"}, clear=True):
            self.assertEqual(run._environment(), {"OMPI_MCA_orte_tmpdir_base": "/x"})

    def test_run_from_a_process_of_mpirun(self) -> None:
        self.assertEqual(support.run_python(1, "nested.py", launcher=True).split(), ["2"])


if __name__ == "__main__":
    unittest.main()
