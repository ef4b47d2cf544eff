"""Launches of the program with a fault, and their output."""
import bisect
import os
import re
import shutil
import signal
import subprocess
import time

KINDS = ["alloc", "mpi", "hdf5", "file"]
LOOKUPS = {"MPI_Comm_rank", "MPI_Comm_size", "MPI_Comm_f2c", "MPI_Comm_test_inter", "MPI_Initialized", "MPI_Finalized",
           "MPI_Comm_get_errhandler", "MPI_Comm_set_errhandler", "MPI_Comm_create_errhandler",
           "MPI_Win_set_errhandler", "MPI_Errhandler_free", "MPI_Error_string", "MPI_Abort", "MPI_Get_count", "MPI_Get_library_version",
           "MPI_Query_thread", "H5check_version", "H5get_libversion", "H5dont_atexit", "H5Eget_auto2", "H5Eset_auto2", "H5Iget_type", "H5Ewalk2"}
SOURCES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Place:
    """Call number k of a kind on a rank. k may be "17+", which means call 17 and all later ones. If k is 0, no call fails and all
    calls are counted."""

    def __init__(self, kind, k, rank):
        self.kind, self.k, self.rank = kind, k, int(rank)

    def __str__(self):
        return f"{self.kind}:{self.k}:{self.rank}" if self.k else "none"


class Launch:
    def __init__(self, code, stdout, stderr, seconds, hung):
        self.code, self.stdout, self.stderr, self.seconds, self.hung = code, stdout, stderr, seconds, hung

    def error_lines(self):
        return [line for line in self.stderr.splitlines() if line.startswith("tetracast: error: ")]

    def ended_by_mpi(self):
        return any(re.search(r"MPI .*\(on rank \d+\)$", line) for line in self.error_lines())

    def told(self, pattern):
        """Returns (rank, groups of the pattern) for the matching lines of libtc_faults.so."""
        # The line of the library may follow the name of a phase on the same line of stderr.
        found = re.finditer(r"tc_faults: rank (\d+): " + pattern, self.stderr)
        return [(int(match[1]), match.groups()[1:]) for match in found]

    def calls(self):
        """Returns the number of calls by kind and rank."""
        return {(kind, rank): int(number) for rank, (kind, number) in self.told(r"calls: (\w+) (\d+)")}

    def where(self, program):
        """Returns the function that failed and its caller, or "" if the call was not reached."""
        for _, (called, address) in self.told(r"fault: \w+ \d+, (\w+) at 0x([0-9a-f]+)"):
            return f"{called} in {program.function(int(address, 16))}"
        return ""

    def said(self):
        return " | ".join(self.error_lines()) or "no error"


class Program:
    def __init__(self):
        self.path = os.environ.get("TETRACAST", f"{SOURCES}/build/bin/tetracast")
        self.library = os.environ.get("TETRACAST_TESTS", f"{SOURCES}/build/tests") + "/libtc_faults.so"
        self.mpirun = os.environ.get("MPIRUN", "mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1").split()
        self.environment = {**os.environ, "OMP_NUM_THREADS": "1", "OMPI_ALLOW_RUN_AS_ROOT": "1",
                            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_odls_base_sigkill_timeout": "0",
                            "OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "self,vader",
                            "HWLOC_PLUGINS_PATH": "/nowhere"}  # no search for graphics devices
        sanitizer = {"ASAN_OPTIONS": "verify_asan_link_order=0:fast_unwind_on_malloc=0:" + os.environ.get("ASAN_OPTIONS", ""),
                     "LSAN_OPTIONS": os.environ.get("LSAN_OPTIONS", f"suppressions={SOURCES}/tests/support/lsan.supp:print_suppressions=0")}
        self.environment.update(sanitizer)
        listing = subprocess.run(["nm", "-n", "--defined-only", self.path], capture_output=True, text=True, check=True)
        symbols = [line.split() for line in listing.stdout.splitlines()]
        self.symbols = [(int(address, 16), name) for address, kind, name in symbols if kind in "tT"]

    def unlisted(self):
        """Returns the functions of MPI and HDF5 that the program calls and that libtc_faults.so does not replace. Functions that
        only query data are not returned."""
        def names(path, which):
            listing = subprocess.run(["nm", "-D", which, path], capture_output=True, text=True, check=True).stdout
            return {line.split()[-1].split("@")[0] for line in listing.splitlines()}
        called = {name for name in names(self.path, "--undefined-only") if name.startswith(("MPI_", "H5"))}
        variables = {name for name in called if name.endswith("_g")}  # of HDF5; not functions
        return sorted(called - variables - names(self.library, "--defined-only") - LOOKUPS)

    def function(self, address):
        """Returns the name of the function that contains this return address."""
        at = bisect.bisect_left(self.symbols, (address, "")) - 1
        return self.symbols[at][1].split(".")[0] if at >= 0 else "?"

    def make_mesh(self, folder):
        subprocess.run([self.path, "mesh", "generate", "cube", "--bricks", "2", "-o", f"{folder}/mesh"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment, timeout=120)

    def has_zlib(self):
        """True if the program can read compressed matrices."""
        listing = subprocess.run(["nm", "-D", "--undefined-only", self.path], capture_output=True, text=True, check=True)
        return "inflateInit2_" in listing.stdout

    def run(self, ranks, folder, place, seconds, command, lists=None):
        """Runs the command of a scene in the folder, with a launcher if there is more than one rank. `place` is the fault or None.
        `lists` is the prefix of the files that list all calls."""
        fault = ["env", f"LD_PRELOAD={self.library}", f"TC_FAULT={place}"] if place else []
        fault += [f"TC_FAULT_LIST={lists}"] if lists else []
        words = [*(self.mpirun + ["-np", str(ranks)] if ranks > 1 else []), *fault, self.path, *command]
        began, hung = time.monotonic(), False
        session = f"{folder}.session"  # concurrent launchers would otherwise remove each other's folders
        os.makedirs(session, exist_ok=True)
        process = subprocess.Popen(words, cwd=folder, env={**self.environment, "TMPDIR": session}, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                                   start_new_session=True)
        try:
            stdout, stderr = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            hung = True
            process.send_signal(signal.SIGTERM)  # mpirun ends its ranks
            try:
                stdout, stderr = process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                stdout, stderr = process.communicate()
        shutil.rmtree(session, ignore_errors=True)
        return Launch(process.returncode, stdout, stderr, time.monotonic() - began, hung)
