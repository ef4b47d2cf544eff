#!/usr/bin/env bash
# Shared arrays across virtual nodes: every layer gets what others put and counts it, as inside a node.
set -uo pipefail
export LC_ALL=C

: "${TETRACAST_TESTS:?must name the folder of the test programs}"
here=$(cd "$(dirname "$0")" && pwd)
readonly nodes=$here/nodes.sh program=$TETRACAST_TESTS/comm_test_shared_access
"$nodes" check || exit
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive
unset OMPI_MCA_osc OMPI_MCA_btl

log=$(mktemp)
trap 'rm -f "$log"' EXIT
failures=0
for shape in '2 1' '2 2'; do
  # shellcheck disable=SC2086 # two words
  timeout -k 5 240 "$nodes" run $shape "$program" one_node imagined_nodes > "$log" 2>&1 < /dev/null
  code=$?
  if [ $code = 0 ] && grep -q '^\([0-9]*\) of \1 tests passed' "$log"; then
    echo "ok: $shape"
  else
    printf 'FAILED: nodes x ranks %s: exit code %d\n' "$shape" "$code"
    tail -n 12 "$log" | sed 's/^/    /'
    failures=$((failures + 1))
  fi
done
[ "$failures" = 0 ]
