#!/usr/bin/env bash
# Shared arrays on virtual nodes. Each layer must transfer and count values that ranks put on other nodes,
# just as within a node. The programs of loop nests must also work.
set -uo pipefail
export LC_ALL=C

: "${TETRACAST_TESTS:?must name the folder of the test programs}"
here=$(cd "$(dirname "$0")" && pwd)
readonly nodes=$here/nodes.sh layers=$TETRACAST_TESTS/pgas_tests
readonly programs=$TETRACAST_TESTS/finegrain_tests
"$nodes" check || exit
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive
unset OMPI_MCA_osc OMPI_MCA_btl

log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
failures=0
expect() { # nodes x ranks, test program, tests...
  local shape=$1 code
  shift
  # shellcheck disable=SC2086 # two words
  timeout -k 5 240 "$nodes" run $shape "$@" > "$log" 2>&1 < /dev/null
  code=$?
  if [ $code = 0 ] && grep -q '^\([0-9]*\) of \1 tests passed' "$log"; then
    echo "ok: $shape $(basename "$1")"
  else
    printf 'FAILED: nodes x ranks %s, %s: exit code %d\n' "$shape" "$1" "$code"
    tail -n 12 "$log" | sed 's/^/    /'
    failures=$((failures + 1))
  fi
}
expect '2 1' "$layers" shared_access/one_node shared_access/imagined_nodes
expect '2 2' "$layers" shared_access/one_node shared_access/imagined_nodes
expect '2 2' "$programs" real_nodes
[ "$failures" = 0 ]
