#!/usr/bin/env bash
# jobs/long-run.slurm on a real SLURM with two virtual nodes: a job that is told twice that time is up is queued again until
# all steps are made, and leaves what one run without a limit leaves. (The signal is that of --signal, which would come
# after half a minute here, whatever the run is at.)
set -uo pipefail
export LC_ALL=C

: "${TETRACAST:?must name the tetracast program}"
export TETRACAST TETRACAST_SOURCE=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
. "$TETRACAST_SOURCE/tests/support/limited.sh"
readonly slurm=$TETRACAST_SOURCE/tests/cluster/slurm.sh python=/usr/bin/python3
failures=0

fail() { # what
  printf 'FAILED: %s\n' "$1"
  tail -n 20 job.log 2> /dev/null | sed 's/^/    /'
  failures=$((failures + 1))
}

# In the room, on node1. A job that is queued again
# would wait for two minutes, and may not begin before its last steps have gone from the nodes.
inside() {
  local job told=0
  export OMPI_MCA_mpi_yield_when_idle=1 CHECKPOINT=c.h5 SECONDS_BETWEEN=0.2
  touch mark
  job=$(sbatch --parsable --nodes=2 --ntasks-per-node=1 --time=10 --output=job.log \
    "$TETRACAST_SOURCE/jobs/long-run.slurm" run.yaml -q --json r.json -s snapshots.file=x.h5 -s history.file=h.csv) || return 1
  while :; do # until `limited` ends it; between two starts the queue is empty for a moment
    [ ! -e r.json ] || [ -n "$(squeue --noheader)" ] || break
    # Time is up when there is a checkpoint that this start has written.
    if [ $told -lt 2 ] && [ "$(squeue --noheader --format=%T)" = RUNNING ] && [ -n "$(find . -name 'c.*.h5' -newer mark)" ]; then
      scancel --signal=USR1 "$job" && told=$((told + 1))
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
[ "$(jq -r '.results[0].field.hash' r.json)" = "$(jq -r '.results[0].field.hash' one.json)" ] || fail 'another field'
"$python" "$TETRACAST_SOURCE/tests/apps/resume_check.py" --data one.h5 x.h5 || fail 'other snapshots'
cmp one.csv h.csv || fail 'another history'
printf '%d failures\n' "$failures"
[ "$failures" = 0 ]
