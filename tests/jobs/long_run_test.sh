#!/usr/bin/env bash
# Tests that jobs/long-run.slurm compares the number of ranks in the report with the number that
# SLURM has started. The substitute for srun starts the program with a single rank, as srun does if
# the MPI of the program does not support the option --mpi.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "$0")/../apps/common.sh"
readonly job=$PWD/jobs/long-run.slurm cube=$PWD/meshes/cube
TETRACAST=$(readlink -f "$TETRACAST")
export TETRACAST SLURM_JOB_ID=1 CHECKPOINT=c.h5 OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_btl=self
cd "$folder" || exit 1
mkdir bin
cat > bin/srun <<'SH'
#!/usr/bin/env bash
while [[ "$1" == --* ]]; do shift; done
exec "$@"
SH
chmod +x bin/srun
PATH=$PWD/bin:$PATH
cat > run.yaml <<YAML
mesh: {file: $cube}
initial: x
time: {steps: 3}
machine: none
YAML

start() { # name, SLURM's number of tasks, expected exit code, words of the message, options...
  local name=$1 tasks=$2 wanted=$3 words=$4
  shift 4
  rm -f ./*.json ./c.*
  SLURM_NTASKS=$tasks limited 120 bash "$job" run.yaml -q "$@" > stdout 2> stderr < /dev/null
  code=$?
  checks=$((checks + 1))
  [ $code = "$wanted" ] || fail "$name: exit code $code, not $wanted"
  [ -z "$words" ] || grep -qF -- "$words" stderr || fail "$name: no '$words'"
}

start 'one rank' 1 0 ''
[ -s c.json ] || fail 'one rank: no report next to the checkpoint'
start 'two programs of one rank' 2 1 'long-run.slurm: c.json: the run had 1 ranks, not 2: set MPI'
start 'a report of the user' 2 1 'long-run.slurm: r.json: the run had 1 ranks, not 2' --json r.json
[ ! -e c.json ] || fail 'a report of the user: two reports'
start 'an error' 2 2 'time.steps' -s time.steps=-1
finish
