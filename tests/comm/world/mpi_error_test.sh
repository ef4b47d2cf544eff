#!/usr/bin/env bash
# An MPI call fails on one rank while the other ranks wait in it. If the program has not set its own handler, the rank gets a
# local error and may continue with any error handler of MPI. The library then prints nothing and calls no error handler.
set -uo pipefail
export LC_ALL=C
cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../../..}" || exit 1
: "${TETRACAST_TESTS:?must name the directory of the test programs}"
. tests/support/limited.sh
readonly mpirun=${MPIRUN:-mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1
text=$(mktemp) || exit 1
trap 'rm -f "$text"' EXIT
failures=0

fail() { # what
  printf 'FAILED: %s\n' "$1"
  sed 's/^/    /' "$text"
  failures=$((failures + 1))
}

expect() { # handler, exit code, expected line
  local code
  # shellcheck disable=SC2086 # several words
  limited 5 $mpirun -np 2 "$TETRACAST_TESTS/comm_host" "$1" > "$text" 2>&1 < /dev/null
  code=$?
  [ "$code" = "$2" ] || fail "$1: exit code $code, not $2"
  [ "$(grep -c 'MPI failed while' "$text")" = 1 ] || fail "$1: the error is not printed exactly once"
  grep -q "$3" "$text" || fail "$1: no line '$3'"
  ! grep -q 'foreign handler' "$text" || fail "$1: the error handler of the other library was called"
}
for handler in none foreign abort; do
  expect $handler 42 '^host: a local error: MPI failed while '
  grep -q '^host: continues: MPI has failed in an earlier call' "$text" || fail "$handler: the rank does not continue"
done
expect own 1 '^host: ends all ranks: MPI failed while '
[ "$failures" = 0 ]
