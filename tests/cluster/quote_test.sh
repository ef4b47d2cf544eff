#!/usr/bin/env bash
# Job scripts of `tetracast quote` on a real SLURM with one node. A job must end with exit code 0 within its
# time limit. With a limit that is too short, the job must be interrupted and queued again, and must give the
# same field. With a limit that is too short for one step, the job must not be queued again.
set -uo pipefail
export LC_ALL=C

: "${TETRACAST:?must name the tetracast program}"
export TETRACAST TETRACAST_SOURCE=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
. "$TETRACAST_SOURCE/tests/support/limited.sh"
readonly slurm=$TETRACAST_SOURCE/tests/cluster/slurm.sh
failures=0

fail() { # what
  printf 'FAILED: %s\n' "$1"
  tail -n 20 job.log "${2:-/dev/null}" 2> /dev/null | sed 's/^/    /'
  failures=$((failures + 1))
}

expect() { # case, expected, found
  if [ "$2" = "$3" ]; then printf 'ok: %s\n' "$1"; else fail "$1: expected $2, found $3" "${1%%:*}.log"; fi
}

# On node1: submits a script with options of sbatch, waits until the job ends, and stores the description of
# the job in NAME.job. A job that is queued again would wait for two minutes, so its start time is changed to
# now after its last job steps have ended.
submit() { # name, script, options of sbatch...
  local name=$1 script=$2 job state
  shift 2
  job=$(sbatch --parsable --output="$name.log" "$@" "$script") || return 1
  while :; do # until `limited` ends it
    scontrol show job "$job" > "$name.job" || return 1
    state=$(sed -n 's/.*JobState=\([A-Z]*\) .*/\1/p' "$name.job")
    case $state in PENDING | RUNNING | COMPLETING) ;; *) return ;; esac
    if [ "$state" = PENDING ] && grep -q 'Reason=BeginTime' "$name.job"; then
      sleep 6
      scontrol update "JobId=$job" StartTime=now
    fi
    sleep 0.5
  done
}

# Time limits of SLURM are whole minutes. The tasks of the job `short` are started with a delay, so that only
# 15 s of its first limit remain.
inside() {
  export OMPI_MCA_mpi_yield_when_idle=1
  sbatch --test-only quoted.slurm 2> accepted || echo refused >> accepted
  submit quoted quoted.slurm
  submit short short.slurm --time=1 "--export=ALL,SLURM_TASK_PROLOG=$1"
  submit roomless roomless.slurm --time=1
}

if [ "${1:-}" = inside ]; then
  inside "$2"
  exit
fi

"$slurm" check || exit
if ! command -v jq > /dev/null; then
  echo 'skipped: jq is missing (apt-get install jq)'
  exit 77
fi
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
self=$(readlink -f "$0")
mkdir "$folder/a b" && cd "$folder/a b" || exit 1
unset OMPI_MCA_osc
unset "${!SLURM_@}" "${!SBATCH_@}" MOST MPI 2> /dev/null
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive
export XDG_CACHE_HOME=$folder/cache

# In machine.yaml, launching takes longer than on this machine, so that the limit of the job is large compared
# with its work. In roomless.yaml, closing the files takes longer than the shortest limit.
{
  cat "$TETRACAST_SOURCE/tests/support/machine.yaml"
  echo 'job: {job_launch_s: 99, assemble_two_point_row_s: 1e-6, assemble_gradient_row_s: 2e-5, neighbour_cell_s: 2e-6, order_cell_s: 1e-6, halo_row_s: 1e-7}'
} > machine.yaml
sed 's/^job: {/&close_s: 90, /' machine.yaml > roomless.yaml
# shellcheck disable=SC2016
printf '#!/bin/sh\n[ "${SLURM_RESTART_COUNT:-0}" -gt 0 ] || sleep 45\n' > "$folder/late"
chmod +x "$folder/late"
"$TETRACAST" mesh generate cube --bricks 12 -o m > /dev/null || exit 1
cat > run.yaml <<YAML
title: a job's script
mesh: {file: m}
initial: "1 + x*y"
machine: machine.yaml
boundary: {markers: [{marker: 1, kind: value, value: "sin(40*t)+y"}]}
time: {steps: 2000}
YAML

quote() { # name, overrides...
  local name=$1
  shift
  limited 120 "$TETRACAST" quote run.yaml --machine machine.yaml -o "$name.slurm" --nodes 1 --ranks-per-node 2 --threads 1 -q \
    -s "checkpoint.file=$name.h5" "$@" > job.log 2>&1 < /dev/null || fail "the quote $name"
  bash -n "$name.slurm" || fail "the script $name"
}
run() { # name, overrides...
  local name=$1
  shift
  limited 300 "${mpirun[@]}" -np 2 "$TETRACAST" run run.yaml -q --json "$name.json" "$@" > job.log 2>&1 < /dev/null || fail "the run $name"
}
read -r -a mpirun <<< "${MPIRUN:-mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1}"

# Chooses the number of steps so that the steps of the job `short` take about 40 s.
run trial
steps=$(jq '[.job.phases[] | select(.group == "steps") | .measured_s] | (2000 * 40 / add | floor)' trial.json) || fail 'no steps in the report'
printf '%s steps\n' "$steps"
run long -s "time.steps=$steps"
quote quoted
quote short -s "time.steps=$steps"
quote roomless -s machine=roomless.yaml

limited 900 "$slurm" with 1 2 bash "$self" inside "$folder/late" < /dev/null || fail 'the jobs'

# value NAME KEY: prints the value of a key in the description of a job (NAME.job).
value() { sed -n "s/.*\b$2=\([^ ]*\).*/\1/p" "$1.job" 2>&1; }
hash_of() { jq -r '.results[0].field.hash' "$1.json" 2>&1; }

grep -q 'to start at' accepted || fail 'sbatch --test-only' accepted
! grep -q refused accepted || fail 'sbatch --test-only' accepted
expect 'quoted: exit code' 'COMPLETED 0:0 0' "$(value quoted JobState) $(value quoted ExitCode) $(value quoted Restarts)"
expect 'quoted: the limit is that of the script' "$(sed -n 's/^#SBATCH --time=//p' quoted.slurm)" "$(value quoted TimeLimit)"
expect 'quoted: ranks' 2 "$(jq .ranks quoted.json)"
expect 'short: exit code' 'COMPLETED 0:0' "$(value short JobState) $(value short ExitCode)"
expect 'short: queued again, as often as SLURM counts' "$(value short Restarts)" "$(grep -c 'queueing job [0-9]* again' short.log)"
[ "$(value short Restarts)" -ge 1 ] || fail 'short: the job was not interrupted' short.log
! grep -q SIGUSR1 short.log || fail 'short: a signal interrupted it' short.log
expect 'quoted: the field' "$(hash_of trial)" "$(hash_of quoted)"
expect 'short: the field' "$(hash_of long)" "$(hash_of short)"
[[ "$(hash_of trial) $(hash_of long)" =~ ^[0-9a-f]{16}\ [0-9a-f]{16}$ ]] || fail "hashes: $(hash_of trial) $(hash_of long)"
expect 'roomless: exit code' 'FAILED 1:0 1' "$(value roomless JobState) $(value roomless ExitCode) $(value roomless Restarts)"
expect 'roomless: messages' 2 "$(grep -c 'the time limit is too short for one step: set --time to at least' roomless.log)"
printf '%d failures\n' "$failures"
[ "$failures" = 0 ]
