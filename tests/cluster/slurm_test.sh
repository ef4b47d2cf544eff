#!/usr/bin/env bash
# jobs/compare.slurm and jobs/collect.sh on a real SLURM with two virtual nodes. All results must be correct
# and must have the right names. A second submission must measure only missing results. A failed task must
# have a log and no result. At the end nothing of SLURM may remain on the machine.
set -uo pipefail
export LC_ALL=C

: "${TETRACAST:?must name the tetracast program}"
export TETRACAST TETRACAST_SOURCE=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
. "$TETRACAST_SOURCE/tests/support/limited.sh"
readonly slurm=$TETRACAST_SOURCE/tests/cluster/slurm.sh compare=$TETRACAST_SOURCE/jobs/compare.slurm
failures=0

fail() { # case, message
  printf 'FAILED: %s: %s\n' "$1" "$2"
  tail -n 12 log 2> /dev/null | sed 's/^/    /'
  failures=$((failures + 1))
}

expect() { # case, expected, found
  if [ "$2" = "$3" ]; then printf 'ok: %s\n' "$1"; else fail "$1" "expected: ${2//$'\n'/; }; found: ${3//$'\n'/; }"; fi
}

finish() {
  printf '%d failures\n' "$failures"
  [ "$failures" = 0 ]
  exit
}

# ---- executed on node1, in the directory of the test

# `sbatch -W` may never return, so the test waits until the queue is empty.
wait_for_jobs() { # case
  local waited
  for waited in {1..1000}; do [ -n "$(squeue --noheader)" ] || return 0; sleep 0.2; done
  squeue > log
  fail "$1" "jobs are not done after $((waited / 5)) s"
  scancel --user=root
}

submit() { # case, arguments of compare.slurm
  local case=$1
  shift
  "$compare" "$@" > log 2>&1 || fail "$case" "exit code $?"
  wait_for_jobs "$case"
}

results() { (cd "$1" && stat --format='%n' ./*.json 2> /dev/null | sed 's,^\./,,'); }
submitted() { sed -n 's/^== nodes: \([0-9]*\), ranks: \([0-9]*\), job [0-9]*:/\1 \2:/p' log; }

test_matrix() {
  local nodes strategy
  submit 'all pairs' run.yaml -s time.steps=4
  expect 'an array for each number of nodes, a task for each strategy' $'1 2: block condensed\n2 4: block condensed' "$(submitted)"
  expect 'results are named after nodes, ranks, strategy' \
    'nodes1-ranks2-block.json nodes1-ranks2-condensed.json nodes2-ranks4-block.json nodes2-ranks4-condensed.json' "$(results out | paste -sd' ')"
  for nodes in 1 2; do
    for strategy in block condensed; do
      expect "$strategy on $nodes nodes" "$nodes $((nodes * 2)) 1 4 $strategy 1000 [$nodes] $hash" "$(
        jq -r '.results[] as $r | "\(.nodes) \(.ranks) \(.threads) \(.steps) \($r.strategy) \($r.block_size) " +
          "[\($r.per_rank | map(.node) | unique | length)] \($r.field.hash)"' "out/nodes$nodes-ranks$((nodes * 2))-$strategy.json" 2>&1)"
    done
  done
  expect 'each task logs its end' 4 "$(grep -l '^== done: out/' out/compare-[12]n-*.log | wc -l)"
}

test_table() {
  "$TETRACAST_SOURCE/jobs/collect.sh" out -o out/compare --no-plots > log 2>&1 || fail collect "exit code $?"
  expect 'the table of all results' $'1 2 block 1000\n1 2 condensed 1000\n2 4 block 1000\n2 4 condensed 1000' \
    "$(awk '$1 ~ /^[0-9]+$/ { print $1, $2, $3, $4 }' log)"
  expect 'the CSV' 5 "$(wc -l < out/compare.csv)"
}

# Submits the jobs again after one result was removed. The other results must not change, unless FORCE=1 is
# set.
test_again() {
  local before kept=out/nodes2-ranks4-condensed.json
  rm out/nodes1-ranks2-block.json
  before=$(stat --format=%y $kept)
  submit 'again' run.yaml -s time.steps=4
  expect 'only missing results are submitted' '1 2: block' "$(submitted)"
  expect 'missing results are measured' 4 "$(results out | wc -l)"
  sbatch --parsable --nodes=2 --ntasks-per-node=2 --array=1 --output=requeued.log "$compare" run.yaml -s time.steps=4 > log 2>&1 || fail requeue "exit code $?"
  wait_for_jobs requeue
  expect 'a task with a result measures nothing' "== not measured again: $kept exists" "$(tail -n 1 requeued.log)"
  expect 'its result is unchanged' "$before" "$(stat --format=%y $kept)"
  FORCE=1 NODES=2 STRATEGIES=condensed submit 'by force' run.yaml -s time.steps=4
  [ "$before" != "$(stat --format=%y $kept)" ] || fail 'by force' "$kept is as old as before"
}

test_failures() {
  OUT=bad NODES=1 STRATEGIES='block block,fine' submit 'unstable steps' run.yaml -s time.dt=1000
  expect 'a failed task has no result' '' "$(results bad)"
  expect 'a failed task logs the failure' '== FAILED: block on nodes: 1: exit code 4, no result' "$(tail -n 1 bad/compare-1n-*_0.log)"
  expect 'a failed task with several strategies logs the failure' '== FAILED: block,fine on nodes: 1: exit code 4, no result' "$(tail -n 1 bad/compare-1n-*_1.log)"
  cat > apart <<'SH'
#!/bin/sh
# Runs the program as if srun did not support its MPI. Rank 0 is then a separate run of one rank, and the
# other ranks do nothing.
[ "${SLURM_PROCID:-0}" = 0 ] || exit 0
exec env -i PATH="$PATH" OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_orte_tmpdir_base=/run/session "${0%/apart}/tetracast" "$@"
SH
  chmod +x apart
  ln -s "$TETRACAST" tetracast
  OUT=alone NODES=2 STRATEGIES=block TETRACAST=$PWD/apart submit 'ranks apart' run.yaml
  expect 'separate ranks give no result' '' "$(results alone)"
  expect 'the log reports separate ranks' '== the run had 1 ranks, not 4' "$(sed -n 's/^\(== the run had 1 ranks, not 4\).*/\1/p' alone/*.log)"
  OUT=large NODES='9 1' STRATEGIES=block "$compare" run.yaml > log 2>&1
  expect 'too many nodes: exit code' 1 $?
  expect 'too many nodes: the others are submitted' '1 2: block' "$(submitted)"
  wait_for_jobs 'too many nodes'
}

inside() {
  hash=$1
  # All ranks share the cores of this machine and must yield them while they wait. Open MPI does not detect
  # this if srun starts the ranks.
  export OMPI_MCA_mpi_yield_when_idle=1
  export NODES='1 2' STRATEGIES='block condensed' RANKS_PER_NODE=2 OUT=out
  test_matrix
  test_table
  test_again
  test_failures
  finish
}

if [ "${1:-}" = inside ]; then inside "$2"; fi

# ---- executed on the machine

"$slurm" check || exit
if ! command -v jq > /dev/null; then
  echo 'skipped: jq is missing (apt-get install jq)'
  exit 77
fi
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
self=$(readlink -f "$0")
cd "$folder" || exit 1
unset OMPI_MCA_osc
unset "${!SLURM_@}" "${!SBATCH_@}" 2> /dev/null
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive

# Lists the processes of a process namespace, given its number.
members() { find /proc -maxdepth 3 -path '/proc/[0-9]*/ns/pid' -lname "*\[$1\]" 2> /dev/null | cut -d/ -f3; }
names() { for p in $(members "$1"); do cat "/proc/$p/comm" 2> /dev/null; done | sort -u | paste -sd' '; }

# After SLURM has started a job, slurm.sh receives a signal. All processes of the nodes must then end.
gone_after() { # signal
  local mark="$RANDOM$RANDOM.5" harness waited room job
  "$slurm" with 2 1 srun -N2 sleep "$mark" > log 2>&1 &
  harness=$!
  job="^/[^ ]*/sleep $mark" # srun puts the folder before the name
  for waited in {1..600}; do [ "$(pgrep -fc "$job")" = 2 ] && break; sleep 0.1; done
  room=$(readlink "/proc/$(pgrep -f "$job" | head -n 1)/ns/pid" | tr -dc 0-9)
  [[ "$(names "$room")" == *slurmctld*slurmd*slurmstepd* ]] || echo "not up: $(names "$room")"
  kill "-$1" "$harness"
  wait "$harness" 2> /dev/null
  for waited in {1..300}; do [ -n "$(members "$room")" ] || { echo gone; return; }; sleep 0.1; done
  echo "there after ${waited} tenths of a second: $(names "$room")"
}

traces() { find /run /var/run/ /var/log /var/lib/slurm /var/spool /tmp /dev/shm -maxdepth 2 '(' -iname '*slurm*' -o -name 'spmix*' -o -name '*node[0-9]*' ')' 2> /dev/null | sort; }
before=$(traces)

cat > run.yaml <<YAML
mesh: {file: $TETRACAST_SOURCE/meshes/cube}
distribution: {block_size: 1000}
initial: "exp(x*y)+sin(7*z)"
time: {steps: 2}
machine: $TETRACAST_SOURCE/tests/support/machine.yaml
YAML
limited 60 "$TETRACAST" run run.yaml -q -s time.steps=4 --json one.json > log 2>&1 < /dev/null || fail 'one rank' "exit code $?"
hash=$(jq -r '.results[0].field.hash' one.json)
[[ "$hash" =~ ^[0-9a-f]{16}$ ]] || fail 'one rank' "has no hash: $hash"

expect 'the exit code is returned' 7 "$(limited 60 "$slurm" with 1 1 sh -c 'exit 7' > log 2>&1; echo $?)"
limited 400 "$slurm" with 2 2 bash "$self" inside "$hash" < /dev/null
expect 'jobs on two nodes' 0 $?
for signal in TERM KILL; do expect "SLURM ends with the harness ($signal)" gone "$(gone_after $signal)"; done
expect 'nothing remains on the machine' "$before" "$(traces)"
finish
