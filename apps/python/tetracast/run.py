"""Runs, forecasts and comparisons by the program `tetracast`, and their reports."""

from __future__ import annotations

import collections
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Union

from tetracast import config as _config
from tetracast._locate import find_program
from tetracast.errors import Stopped, TetracastError, UsageError, create_error

Config = Union[Mapping[str, Any], str, "os.PathLike[str]"]
Launcher = Union[str, Sequence[str]]
Log = Callable[[str], None]

_GRACE_S = 10.0  # seconds between SIGTERM, after which a run writes its checkpoint, and SIGKILL
_LINES = 200  # lines of stderr in which the error is searched


class Report(dict):
    """Report of a run, a comparison or a forecast: the JSON report as a dictionary."""

    @property
    def results(self) -> list[dict[str, Any]]:
        """Entries of the report, one for each case."""
        return self["results"]


def run(config: Config, ranks: int = 1, options: Iterable[str] = (), launcher: Launcher | None = None,
        timeout: float | None = None, log: Log | None = None) -> Report:
    """Makes the time steps or the steady solve of a config and returns the report.

    config: dictionary, or path of a file. Paths in it are relative to the working directory.
    ranks: number of MPI processes. options: further words of the command line, such as ["-s", "time.steps=10"].
    launcher: words to which "-n RANKS" is appended. Default: TETRACAST_LAUNCHER, or srun in a SLURM allocation, or
    mpirun. One rank needs none.
    timeout: seconds until the run is ended by SIGTERM, after which TimeoutError is raised.
    log: receives each line of stderr. Default: the lines go to sys.stderr.

    Rank 0 reads the config and writes the report in a temporary directory (TMPDIR), so it must see that directory.
    Raises the exceptions of tetracast.errors for exit codes, and Stopped for a run that can be resumed.
    """
    return _report("run", config, options, _launch_words(ranks, launcher), timeout, log)


def compare(config: Config, ranks: int = 1, options: Iterable[str] = (), launcher: Launcher | None = None,
            timeout: float | None = None, log: Log | None = None) -> Report:
    """Makes the same steps with several strategies, methods or orderings. Arguments and exceptions: those of `run`."""
    return _report("compare", config, options, _launch_words(ranks, launcher), timeout, log)


def predict(config: Config, options: Iterable[str] = (), timeout: float | None = None, log: Log | None = None) -> Report:
    """Forecasts without a run; options such as ["--nodes", "1,2,4"]. Arguments and exceptions: those of `run`."""
    return _report("predict", config, options, [], timeout, log)


def _report(command: str, config: Config, options: Iterable[str], launch: list[str], timeout: float | None,
            log: Log | None) -> Report:
    options = list(options)
    with tempfile.TemporaryDirectory(prefix="tetracast-") as folder:
        path, report = _path_of(config, folder), os.path.join(folder, "report.json")
        words = [*launch, find_program(), command, path, "--json", report, *options]
        code, lines = _follow(words, timeout, log or _print_line)
        if code:
            raise _failure(code, lines, config)
        if not os.path.exists(report):
            raise UsageError(2, f"options: with {options} there is no report: remove --json and --help")
        with open(report, encoding="utf-8") as file:
            return Report(json.load(file))


def _path_of(config: Config, folder: str) -> str:
    """Returns the path of a config, after writing it to the folder if it is a dictionary."""
    if not isinstance(config, Mapping):
        return os.fspath(config)
    path = os.path.join(folder, "config.yaml")
    _config.write(config, path)
    return path


def _print_line(line: str) -> None:
    print(line, file=sys.stderr)


def _launch_words(ranks: int, launcher: Launcher | None) -> list[str]:
    if ranks < 1:
        raise UsageError(2, f"ranks: {ranks} is below 1: use a positive number")
    if launcher is None and ranks == 1:
        return []
    words = launcher or os.environ.get("TETRACAST_LAUNCHER") or ("srun" if "SLURM_JOB_ID" in os.environ else "mpirun")
    return [*(shlex.split(words) if isinstance(words, str) else words), "-n", str(ranks)]


# Environment variables by which a launcher of MPI identifies the processes that it starts. Other
# variables, such as settings of the user, do not match.
_IDENTITY = re.compile(r"PMI|OMPI_(?!MCA_|ALLOW_)|OMPI_MCA_(ess|orte|pmix|initial_wdir|mpi_oversubscribe|shmem_RUNTIME)")
_STARTED = ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK")


def _environment() -> dict[str, str]:
    """Returns the environment without the identity of a process that a launcher started, because the program would
    otherwise join the job of this process. os.environ lacks the variables that MPI_Init adds in this process."""
    started = any(name in os.environ for name in _STARTED)
    return {name: value for name, value in os.environ.items() if not (started and _IDENTITY.match(name))}


def _follow(words: list[str], timeout: float | None, log: Log) -> tuple[int, list[str]]:
    """Starts a program and passes each line on stderr to `log`. Returns its exit code and the last lines."""
    lines: collections.deque[str] = collections.deque(maxlen=_LINES)
    expired = threading.Event()
    with _start(words) as process:
        timer = threading.Timer(timeout or 0, _expire, [process, expired])
        try:
            if timeout is not None:
                timer.start()
            for line in process.stderr or ():
                lines.append(line.rstrip("\n"))
                log(lines[-1])
            code = process.wait()
        except BaseException:
            _end(process)
            raise
        finally:
            timer.cancel()
    if expired.is_set():
        raise TimeoutError(f"{words[0]}: has run for {timeout} s and was ended: increase the timeout")
    return code, list(lines)


def _start(words: list[str]) -> subprocess.Popen[str]:
    try:
        return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                encoding="utf-8", errors="replace", env=_environment())
    except OSError as error:
        remedy = "set TETRACAST_PROGRAM to the program, and TETRACAST_LAUNCHER to the launcher of MPI"
        raise UsageError(2, f"{words[0]}: cannot be started: {error.strerror}: {remedy}") from error


def _expire(process: subprocess.Popen[str], expired: threading.Event) -> None:
    if process.poll() is None:
        expired.set()
        _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(_GRACE_S)
    except subprocess.TimeoutExpired:
        process.kill()


def _failure(code: int, lines: list[str], config: Config) -> TetracastError:
    """Creates the exception of an exit code from the last lines of stderr."""
    found = [line for line in lines if re.match(r"tetracast: (error: |stopped )", line)]
    if found:
        text = re.sub(r"^tetracast: (error: )?", "", found[-1])
    elif code < 0:
        text = f"tetracast: was ended by signal {-code}: see its messages"
    else:
        text = "\n".join(lines[-10:]) or f"tetracast: ended with exit code {code} and no message: run it in a terminal"
    error = create_error(code, text)
    if isinstance(error, Stopped):
        error.checkpoint = _latest_checkpoint(config)
    return error


def _latest_checkpoint(config: Config) -> str | None:
    """Returns the newest file of checkpoint.file, whose name contains the step: out/c.100.h5 for out/c.h5."""
    name = (config.get("checkpoint") or {}).get("file") if isinstance(config, Mapping) else None
    if not name:
        return None
    base, extension = os.path.splitext(name)
    found = glob.glob(f"{glob.escape(base)}.*{glob.escape(extension)}")
    return max(found, key=os.path.getmtime, default=None)
