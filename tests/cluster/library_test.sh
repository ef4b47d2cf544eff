#!/usr/bin/env bash
# libtetracast on virtual nodes, where MPI opens no windows between nodes by default. Strategies that need
# windows must return TETRACAST_USAGE and name the environment variable to set. The strategy `neighbour` must
# work without windows. After a call of tetracast_process_prepare, windows must work, except with
# MPI_THREAD_MULTIPLE.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
: "${TETRACAST_TESTS:?must name the directory of the test programs}"
tests/cluster/nodes.sh check || exit
[ -e "$TETRACAST_TESTS/api_shared" ] || { echo 'skipped: this build has no libtetracast'; exit 77; }
unset OMPI_MCA_osc OMPI_MCA_btl
grep -qs '^osc *= *^.*pt2pt' /etc/openmpi/openmpi-mca-params.conf || { echo 'skipped: MPI has windows between nodes by default'; exit 77; }

printf 'mesh: {file: meshes/bar}\ninitial: "1+x"\ntime: {steps: 20}\n' > "$folder/run.yaml"
# step STRATEGY: makes 20 steps on two virtual nodes.
step() {
  limited 120 tests/cluster/nodes.sh run 2 1 "$TETRACAST_TESTS/api_shared" step "$folder/run.yaml" "$1" 20 \
    > "$folder/stdout" 2> "$folder/stderr" < /dev/null
  local code=$?
  checks=$((checks + 1))
  return $code
}
# expect_refusal STRATEGY: expects an error with code 2 that names the environment variable and the strategy
# `neighbour`.
expect_refusal() {
  step "$1"
  [ $? -eq 2 ] || fail "$1: not refused"
  grep 'error: .*OMPI_MCA_osc' "$folder/stderr" | grep -q 'strategy neighbour' || fail "$1: the message lacks the variable or the strategy"
}

limited 60 "$TETRACAST_TESTS/api_shared" step "$folder/run.yaml" neighbour 20 > "$folder/alone" || fail 'one rank'
for strategy in fine batched block condensed; do expect_refusal $strategy; done
step neighbour || fail 'neighbour'
[ "$(sort -u "$folder/stdout")" = "$(sort -u "$folder/alone")" ] || fail "neighbour: hashes $(xargs < "$folder/stdout")"
export API_PREPARE=1
step condensed || fail 'condensed with windows'
[ "$(sort -u "$folder/stdout")" = "$(sort -u "$folder/alone")" ] || fail "condensed: hashes $(xargs < "$folder/stdout")"
export API_MULTIPLE=1
expect_refusal condensed
step neighbour || fail 'neighbour with MPI_THREAD_MULTIPLE'
finish
