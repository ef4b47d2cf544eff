#!/usr/bin/env bash
# If the ranks may use only one core, the log begins with a warning, and the report names the cause. The
# machine is then neither measured nor cached. Processes that were started together, but that MPI has not
# combined into one run, are refused. Commands that do not start MPI accept them.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need taskset util-linux
export XDG_CACHE_HOME=$folder/cache
readonly short=(configs/cube.yaml -s time.end=null -s time.steps=40)
first=$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')

# ---- ranks that share a core ----
mkdir "$folder/bin"
printf '#!/bin/sh\nexec taskset -c %s %s "$@"\n' "$first" "$(readlink -f "$TETRACAST")" > "$folder/bin/tetracast"
chmod +x "$folder/bin/tetracast"
one_core() { TETRACAST=$folder/bin/tetracast launch "$@"; } # ranks, arguments of tetracast...

for machine in auto "$known"; do
  one_core 2 run "${short[@]}" --machine "$machine" --json "$folder/r.json"
  expect_code "one core, $machine" 0
  head -1 "$folder/stderr" | grep -q '^warning: ranks share cores: 2 ranks x 1 thread, and the 2 threads on one node may use only 1 core ' ||
    fail "one core, $machine: the first line is no warning"
  expect_output "one core, $machine" 'Ranks and threads share cores, but forecasts assume one core for each thread'
  if grep -q disturbed "$folder/stdout"; then fail "one core, $machine: another cause"; fi
  grep -q '"ranks share cores: ' "$folder/r.json" || fail "one core, $machine: no warning in the report"
done
one_core 2 run "${short[@]}"
expect_output 'not measured' '(machine: not measured, ranks share cores)' 'No forecast (-)'
if grep -qE '^measur(e|ing) the machine' "$folder/stderr"; then fail 'one core: measured'; fi
[ ! -e "$folder/cache/tetracast" ] || fail "cached: $(ls "$folder/cache/tetracast")"
one_core 1 run "${short[@]}" -s machine=none
if grep -q 'share cores' "$folder/stderr" "$folder/stdout"; then fail 'one rank on one core: a warning'; fi

# ---- processes of a launcher that MPI does not combine into one run ----
readonly run=(run "${short[@]}" -s machine=none -q)
started() { # variable=value..., --, arguments
  local variables=()
  while [ "$1" != -- ]; do variables+=("$1") && shift; done
  shift
  limited 120 env "${variables[@]}" OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_btl=self "$TETRACAST" "$@" > "$folder/stdout" 2> "$folder/stderr" < /dev/null
  code=$?
  checks=$((checks + 1))
}

started PMI_SIZE=2 PMI_RANK=0 -- "${run[@]}"
expect_code 'PMI_SIZE alone' 2 'PMI_SIZE is 2, but MPI has 1 rank' 'srun --mpi=' 'or unset PMI_SIZE if no launcher started this program'
started PMI_SIZE=2 PMI_RANK=1 -- "${run[@]}"
[ "$code" = 2 ] || fail "PMI_SIZE alone, the second: exit code $code"
[ ! -s "$folder/stderr" ] || fail 'PMI_SIZE alone, the second: the message comes twice'
started SLURM_STEP_NUM_TASKS=3 SLURM_PROCID=0 -- "${run[@]}"
expect_code 'a step of srun' 2 'SLURM_STEP_NUM_TASKS is 3, but MPI has 1 rank'
for words in 'list' '--help' '--version' 'run --help'; do
  # shellcheck disable=SC2086 # several words
  started PMI_SIZE=2 PMI_RANK=0 -- $words
  [ "$code" = 0 ] || fail "$words: exit code $code"
done
started SLURM_NTASKS=16 -- "${run[@]}"
expect_code 'an allocation alone' 0
SLURM_NTASKS=16 launch 2 "${run[@]}"
expect_code 'an allocation' 0
if [[ $mpirun != *mpich* ]]; then # MPICH's own mpiexec sets PMI_SIZE
  PMI_SIZE=4 PMI_RANK=3 SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=3 launch 2 "${run[@]}"
  expect_code 'mpirun within a step' 0
fi
finish
