#!/usr/bin/env bash
# jobs/long-run.slurm on a real SLURM with two virtual nodes. The job receives the signal of its time limit
# twice. Each time it must be queued again, until all steps are made. Its results must equal those of a run
# without a limit. The test itself sends the signal of the option --signal. SLURM would send it only after
# half a minute, at any state of the run.
set -uo pipefail
export LC_ALL=C

: "${TETRACAST:?must name the tetracast program}"
export TETRACAST TETRACAST_SOURCE=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
. "$TETRACAST_SOURCE/tests/support/limited.sh"
readonly slurm=$TETRACAST_SOURCE/tests/cluster/slurm.sh python=/usr/bin/python3
failures=0

fail() { # message
  printf 'FAILED: %s\n' "$1"
  tail -n 20 job.log 2> /dev/null | sed 's/^/    /'
  failures=$((failures + 1))
}

# Runs on node1 (nodes.sh). A job that is queued again would wait for two minutes, so the test changes its
# start time to now. Before that it waits until the last job steps have left the nodes.
inside() {
  local job signals=0
  export OMPI_MCA_mpi_yield_when_idle=1 CHECKPOINT=c.h5 SECONDS_BETWEEN=0.2
  touch mark
  job=$(sbatch --parsable --nodes=2 --ntasks-per-node=1 --time=10 --output=job.log \
    "$TETRACAST_SOURCE/jobs/long-run.slurm" run.yaml -q --json r.json -s snapshots.file=x.h5 -s history.file=h.csv) || return 1
  # The loop ends when the report exists and the queue is empty. An empty queue alone is not enough, because
  # it is also empty for a moment between two starts. `limited` ends the loop if the job hangs.
  while :; do
    [ ! -e r.json ] || [ -n "$(squeue --noheader)" ] || break
    # The test sends the signal after this start of the job has written a checkpoint.
    if [ $signals -lt 2 ] && [ "$(squeue --noheader --format=%T)" = RUNNING ] && [ -n "$(find . -name 'c.*.h5' -newer mark)" ]; then
      scancel --signal=USR1 "$job" && signals=$((signals + 1))
      while [ "$(squeue --noheader --format=%T)" = RUNNING ]; do sleep 0.2; done
      touch mark
    fi
    if [ "$(squeue --noheader --format=%r)" = BeginTime ]; then
      sleep 6
      scontrol update "JobId=$job" StartTime=now
    fi
    sleep 0.2
  done
}

if [ "${1:-}" = inside ]; then
  inside
  exit
fi

"$slurm" check || exit
if ! command -v jq > /dev/null || ! "$python" -c 'import h5py' 2> /dev/null; then
  echo 'skipped: jq or python3-h5py is missing (apt-get install jq python3-h5py)'
  exit 77
fi
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
self=$(readlink -f "$0")
cd "$folder" || exit 1
unset OMPI_MCA_osc
unset "${!SLURM_@}" "${!SBATCH_@}" 2> /dev/null
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive

"$TETRACAST" mesh generate cube --bricks 6 -o m > /dev/null || exit 1
cat > run.yaml <<YAML
mesh: {file: m}
initial: "1 + x*y"
machine: none
time: {steps: 20000}
boundary: {markers: [{marker: 1, kind: value, value: "sin(40*t)+y"}]}
snapshots: {file: one.h5, every: 4000}
history: {file: one.csv, every: 200}
YAML
limited 120 "$TETRACAST" run run.yaml -q --json one.json > job.log 2>&1 < /dev/null || fail 'a run without a limit'

limited 400 "$slurm" with 2 2 bash "$self" inside < /dev/null || fail 'the job'
again=$(grep -c 'queueing job [0-9]* again' job.log)
printf 'queued again %s times\n' "$again"
[ "$again" = 2 ] || fail 'the job was not interrupted twice'
[ "$(jq -r '.results[0].field.hash' r.json)" = "$(jq -r '.results[0].field.hash' one.json)" ] || fail 'the field differs'
"$python" "$TETRACAST_SOURCE/tests/apps/resume_check.py" --data one.h5 x.h5 || fail 'the snapshots differ'
cmp one.csv h.csv || fail 'the history differs'
printf '%d failures\n' "$failures"
[ "$failures" = 0 ]
