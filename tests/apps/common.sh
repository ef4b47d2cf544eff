# shellcheck shell=bash
# What the whole-program tests share. Sourced, with `set -uo pipefail`; needs $TETRACAST, the program. $known is a machine
# file for tests that are not about the machine: with it nothing is measured, which takes ten times as long as a small run.
# $folder is a scratch folder that goes away; stdout, stderr and the exit code of the last `launch` are in
# $folder/stdout, $folder/stderr and $code.
export LC_ALL=C
: "${TETRACAST:?must name the tetracast program}"
cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
. tests/support/limited.sh
readonly known=$PWD/tests/support/machine.yaml mpirun=${MPIRUN:-mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1}
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder" "$folder.server"' EXIT
. tests/support/server.sh
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive
failures=0 checks=0 code=0

# Scripts that look into HDF5 files: $python is one that has h5py, Debian's; without it they are skipped.
need_h5py() {
  readonly python=/usr/bin/python3
  "$python" -c 'import h5py' 2> /dev/null && return
  echo "skipped: $python has no h5py (apt-get install python3-h5py)"
  exit 77
}

fail() { # what
  printf 'FAILED: %s\n' "$1"
  [ -e "$folder/stderr" ] && sed 's/^/    /' "$folder/stderr"
  failures=$((failures + 1))
}

# launch RANKS ARGUMENT..: runs $TETRACAST; 0 ranks: without a launcher. A command server runs it, if one can.
# Runs of tetracast replace the outputs of earlier ones of the script, unless $force is empty.
force=--force
launch() {
  local ranks=$1
  shift
  launch_with server_or_process "$ranks" "$@"
}

# The same in a process of its own: for arguments that differ between ranks, and to test the start and the end of a program.
launch_process() { launch_with process "$@"; }

launch_with() { # server_or_process or process, ranks, arguments...
  local way=$1 ranks=$2
  shift 2
  if [ "${1-}" = run ] && [ -n "$force" ] && [ "${TETRACAST##*/}" = tetracast ]; then set -- "$@" "$force"; fi
  rm -f "$folder/stdout" "$folder/stderr" # file systems wait for the disk when what is there is overwritten
  if [ "$way" = server_or_process ] && server_can; then server_launch "$ranks" 120 "$@" 2>> "$folder/stderr"
  else start_process "$ranks" "$@" > "$folder/stdout" 2> "$folder/stderr" < /dev/null
  fi
  code=$?
  checks=$((checks + 1))
  case $code in 124 | 137) fail "a hang" ;; esac
}

# Open MPI starts a daemon for each process without a launcher, which takes as long as the launch itself. The options prevent
# this, and the directory is one where no other such process is.
start_process() { # ranks, arguments...
  local ranks=$1
  shift
  # shellcheck disable=SC2086 # several words
  if [ "$ranks" = 0 ]; then
    OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_btl=self OMPI_MCA_orte_tmpdir_base=$folder limited 120 "$TETRACAST" "$@"
  else limited 120 $mpirun -np "$ranks" "$TETRACAST" "$@"
  fi
}

# The last launch gave this exit code; after a failure there is exactly one error line, which contains the words.
# $speaker: whose lines these are, if not tetracast's.
expect_code() { # name, code, words...
  local name=$1 wanted=$2 lines word
  shift 2
  [ "$code" = "$wanted" ] || fail "$name: exit code $code, not $wanted"
  lines=$(grep -c "^${speaker-tetracast}: error: " "$folder/stderr")
  [ "$lines" = $((wanted != 0)) ] || fail "$name: $lines error lines"
  for word in "$@"; do
    grep "^${speaker-tetracast}: error: " "$folder/stderr" | grep -qF -- "$word" || fail "$name: the error lacks \"$word\""
  done
}

expect_output() { # name, words...
  local name=$1 word
  shift
  for word in "$@"; do grep -qF -- "$word" "$folder/stdout" || fail "$name: the output lacks \"$word\""; done
}

expect_line() { # name, extended regular expression
  grep -qE -- "$2" "$folder/stdout" || fail "$1: no line '$2'"
}

# settings KEY=VALUE...: the same with -s before each, in the array `set`.
settings() {
  local override
  set=()
  for override; do set+=(-s "$override"); done
}

# A Python expression of r, a report, f, what it says of the field at the end, and start, the same of the start.
holds() { # name, report, expression
  /usr/bin/python3 -c 'import json, sys
name, report, expression = sys.argv[1:]
r = json.load(open(report)); f = r["results"][0]["field"]; start = r["initial"]
print(name + ":", {k: f[k] for k in ("min", "max", "max_error")}, "integral", f["integral"], "from", start["integral"])
sys.exit(not eval("(" + expression + ")"))' "$1" "$2" "$3" || fail "$1: not so: $3"
}

need() { # program, package
  command -v "$1" > /dev/null && return
  echo "skipped: $1 is missing (apt-get install $2)"
  exit 77
}

# For scripts that call jobs/field.sh.
need_field() {
  need gnuplot gnuplot-nox
  dpkg-query -W -f='${db:Status-Status}' gnuplot-nox fonts-dejavu-core python3-h5py 2> /dev/null | grep -qx 'installedinstalledinstalled' || {
    echo 'skipped: jobs/field.sh would install something (apt-get install gnuplot-nox fonts-dejavu-core python3-h5py)'
    exit 77
  }
}

finish() {
  server_end
  printf '%d launches, %d failures\n' "$checks" "$failures"
  [ "$failures" = 0 ]
  exit
}
