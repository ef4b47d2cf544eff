# shellcheck shell=bash
# Functions of the whole-program tests, for scripts with `set -uo pipefail` that source this file. $TETRACAST
# names the program. $known is a machine file for tests that do not test the machine, because measuring the
# machine takes ten times as long as a small run. $folder is a directory that is removed at the end.
# $folder/stdout, $folder/stderr and $code have the output and the exit code of the last `launch`.
export LC_ALL=C
: "${TETRACAST:?must name the tetracast program}"
cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
. tests/support/limited.sh
readonly known=$PWD/tests/support/machine.yaml mpirun=${MPIRUN:-mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1}
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder" "$folder.server"' EXIT
. tests/support/server.sh
# Without a launcher, Open MPI starts a daemon for each process. The setting ess_singleton_isolated prevents
# this.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_ess_singleton_isolated=1 OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive
failures=0 checks=0 code=0

# need_h5py: for scripts that read HDF5 files. Sets $python to Debian's Python, and skips the script if this
# Python has no h5py.
need_h5py() {
  readonly python=/usr/bin/python3
  "$python" -c 'import h5py' 2> /dev/null && return
  echo "skipped: $python has no h5py (apt-get install python3-h5py)"
  exit 77
}

fail() { # message
  printf 'FAILED: %s\n' "$1"
  [ -e "$folder/stderr" ] && sed 's/^/    /' "$folder/stderr"
  failures=$((failures + 1))
}

# launch RANKS ARGUMENT..: runs $TETRACAST, without a launcher if RANKS is 0. Commands that the command server
# (tests/support/server.sh) supports run there instead of in a new process. While $force is not empty,
# tetracast gets the option --force, so that runs may replace earlier outputs of the script.
force=--force
launch() {
  local ranks=$1
  shift
  launch_with server_or_process "$ranks" "$@"
}

# Like launch, but always starts a new process. This is needed for arguments that differ between ranks, and
# for tests of the start and end of a program.
launch_process() { launch_with process "$@"; }

launch_with() { # server_or_process or process, ranks, arguments...
  local way=$1 ranks=$2
  shift 2
  if [ "${1-}" = run ] && [ -n "$force" ] && [ "${TETRACAST##*/}" = tetracast ]; then set -- "$@" "$force"; fi
  clear_output
  if [ "$way" = server_or_process ] && server_can; then server_launch "$ranks" 120 "$@" 2>> "$folder/stderr"
  else start_process "$ranks" "$@" >> "$folder/stdout" 2>> "$folder/stderr" < /dev/null
  fi
  code=$?
  checks=$((checks + 1))
  case $code in 124 | 137) fail "a hang" ;; esac
}

# Empties $folder/stdout and $folder/stderr. Commands append to these files, because some file systems wait
# for the disk if a file is closed by the descriptor that emptied it. rm would be another process.
clear_output() {
  : > "$folder/stdout"
  : > "$folder/stderr"
}

# $folder is the session directory of Open MPI, so that no two processes without a launcher use the same
# directory.
start_process() { # ranks, arguments...
  local ranks=$1
  shift
  # shellcheck disable=SC2086 # several words
  if [ "$ranks" = 0 ]; then
    OMPI_MCA_btl=self OMPI_MCA_orte_tmpdir_base=$folder limited 120 "$TETRACAST" "$@"
  else limited 120 $mpirun -np "$ranks" "$TETRACAST" "$@"
  fi
}

# The functions that check texts start no processes. Starting grep takes longer than most command lines on a
# command server.

# Checks the exit code of the last launch. If this code is not 0, stderr must have exactly one error line,
# which contains the words. $speaker is the program's name in error lines; default: tetracast.
expect_code() { # name, code, words...
  local name=$1 wanted=$2 lines line word errors=()
  shift 2
  [ "$code" = "$wanted" ] || fail "$name: exit code $code, not $wanted"
  mapfile -t lines < "$folder/stderr"
  for line in "${lines[@]}"; do [[ $line != "${speaker-tetracast}: error: "* ]] || errors+=("$line"); done
  [ ${#errors[@]} = $((wanted != 0)) ] || fail "$name: ${#errors[@]} error lines"
  for word; do [[ "${errors[*]}" == *"$word"* ]] || fail "$name: the error lacks \"$word\""; done
}

# has_text FILE TEXT: succeeds if the file contains the text.
has_text() {
  local text
  text=$(< "$1")
  [[ $text == *"$2"* ]]
}

# has_line FILE EXPRESSION: succeeds if a line of the file matches the extended regular expression.
has_line() {
  local lines line
  mapfile -t lines < "$1"
  for line in "${lines[@]}"; do [[ ! $line =~ $2 ]] || return 0; done
  return 1
}

expect_output() { # name, words...
  local word
  for word in "${@:2}"; do has_text "$folder/stdout" "$word" || fail "$1: the output lacks \"$word\""; done
}

expect_line() { # name, extended regular expression
  has_line "$folder/stdout" "$2" || fail "$1: no line '$2'"
}

# settings KEY=VALUE...: sets the array `set` to the options -s KEY=VALUE...
settings() {
  local override
  set=()
  for override; do set+=(-s "$override"); done
}

# Fails if a Python expression is false. It may use r (the report), f (statistics of the field at the end) and
# start (those of the initial field).
holds() { # name, report, expression
  /usr/bin/python3 -c 'import json, sys
name, report, expression = sys.argv[1:]
r = json.load(open(report)); f = r["results"][0]["field"]; start = r["initial"]
print(name + ":", {k: f[k] for k in ("min", "max", "max_error")}, "integral", f["integral"], "from", start["integral"])
sys.exit(not eval("(" + expression + ")"))' "$1" "$2" "$3" || fail "$1: false: $3"
}

need() { # program, package
  command -v "$1" > /dev/null && return
  echo "skipped: $1 is missing (apt-get install $2)"
  exit 77
}

# Skips the script if jobs/field.sh, which it calls, would have to install packages.
need_field() {
  need gnuplot gnuplot-nox
  dpkg-query -W -f='${db:Status-Status}' gnuplot-nox fonts-dejavu-core python3-h5py 2> /dev/null | grep -qx 'installedinstalledinstalled' || {
    echo 'skipped: jobs/field.sh would install packages (apt-get install gnuplot-nox fonts-dejavu-core python3-h5py)'
    exit 77
  }
}

finish() {
  server_end
  printf '%d launches, %d failures\n' "$checks" "$failures"
  [ "$failures" = 0 ]
  exit
}
