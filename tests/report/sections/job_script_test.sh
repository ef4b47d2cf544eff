#!/usr/bin/env bash
# Runs a job script of `tetracast quote` with replacements for the commands of SLURM. Checks exit
# codes, requeues and the signal before the time limit. test_job_script.c checks that such a script
# consists of a head, which is a golden file, and the commands of jobs/long-run.slurm.
# shellcheck disable=SC2016
set -uo pipefail
export LC_ALL=C
cd "${TETRACAST_SOURCE:-$(dirname "$0")/../../..}" || exit 1
. tests/support/limited.sh
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
unset "${!SLURM_@}" MOST MPI TETRACAST 2> /dev/null
failures=0 checks=0

fail() {
  printf 'FAILED: %s\n' "$1"
  sed 's/^/    /' "$folder/stderr"
  failures=$((failures + 1))
}

# Writes the script NAME from the head in a golden file and the commands of jobs/long-run.slurm.
# Replaces the paths, and sets a late expiry time of the quote.
make_script() { # name
  {
    sed "s|^cd .*|cd '$folder/a b'|; s|^TETRACAST=.*|TETRACAST='$folder/a b/tetracast'|; s|^CHECKPOINT=.*|CHECKPOINT=c.h5|
      s|-lt [0-9]* \]|-lt \${EXPIRES:-99999999999} ]|" "tests/report/golden/job_script_$1.txt"
    sed -n '/^# ---- commands/,$p' jobs/long-run.slurm
  } > "$folder/$1"
}

tool() { # name, commands
  printf '#!/usr/bin/env bash\necho "%s $*" >> calls\n%s\n' "$1" "$2" > "$folder/bin/$1"
  chmod +x "$folder/bin/$1"
}

mkdir "$folder/bin" "$folder/a b"
tool scontrol 'exit "${REQUEUE:-0}"'
# squeue prints the end time of the job, which the test writes to the file `limit`.
tool squeue 'cat limit'
# srun simulates the run. If RUNNING is set, srun ends when the file `end` exists or when it
# receives the signal.
tool srun '
while [[ "$1" == --* ]]; do shift; done
printf "{\n  \"ranks\": %s\n}\n" "${RANKS:-2}" > c.json
if [ -n "${RUNNING:-}" ]; then
  trap "exit 75" USR1
  touch started
  while [ ! -e end ]; do sleep 0.02; done
fi
exit "${CODE:-0}"'
tool tetracast ''
cp "$folder/bin/tetracast" "$folder/a b"
PATH=$folder/bin:$PATH
export SLURM_JOB_ID=7 SLURM_NTASKS=2 SLURM_CPUS_PER_TASK=1
for name in plain modules overrides; do make_script $name; done
cd "$folder/a b" || exit 1

# Starts the script with environment variables. Expects an exit code, the calls of scontrol, and a
# part of the message.
start() { # name of the case, variables, exit code, calls, words
  local code
  rm -f calls c.json
  echo 2026-12-01T10:00:00 > limit
  # shellcheck disable=SC2086 # several variables
  limited 60 env $2 bash "$folder/${script:-plain}" > ../stdout 2> ../stderr < /dev/null
  code=$?
  checks=$((checks + 1))
  [ "$code" = "$3" ] || fail "$1: exit code $code, not $3"
  [ "$(grep '^scontrol' calls 2> /dev/null)" = "$4" ] || fail "$1: $(cat calls)"
  [ -z "$5" ] || grep -qF -- "$5" ../stdout ../stderr || fail "$1: no '$5'"
}

start 'complete' '' 0 '' ''
[ ! -s ../stderr ] || fail 'complete: messages'
grep -qF -- "srun --mpi=pmix --kill-on-bad-exit=0 --wait=30 --cpus-per-task=1 $folder/a b/tetracast run /home/anna/heart.yaml -s strategy=neighbour \
-s storage=ell16 -s threads=1 --json c.json -s checkpoint.file='c.h5' -s checkpoint.limit=auto --resume" calls || fail "complete: $(cat calls)"
start 'interrupted' CODE=75 0 'scontrol requeue 7' '== interrupted: queueing job 7 again'
start 'requeue refused' 'CODE=75 REQUEUE=1' 75 'scontrol requeue 7' ''
start 'last but one start' 'CODE=75 MOST=3 SLURM_RESTART_COUNT=1' 0 'scontrol requeue 7' ''
start 'last start' 'CODE=75 MOST=3 SLURM_RESTART_COUNT=2' 75 '' 'heart: started 3 times, so it is not queued again: raise the time limit or MOST'
start 'start 100' 'CODE=75 SLURM_RESTART_COUNT=99' 75 '' 'heart: started 100 times'
start 'no step fits' CODE=1 1 '' ''
start 'unstable' CODE=4 4 '' ''
start 'ranks that run alone' RANKS=1 1 '' 'heart: c.json: the run had 1 ranks, not 2: set MPI'
start 'another MPI' MPI=pmi2 0 '' ''
grep -q '^srun --mpi=pmi2 ' calls || fail "another MPI: $(cat calls)"
start 'no job' '-u SLURM_JOB_ID' 2 '' 'heart: runs only as a job: submit it with sbatch'
start 'expired' EXPIRES=1000 0 '' 'heart: this quote has expired: run tetracast quote again'
script=overrides start 'overrides' '' 0 '' ''
grep -qF -- '-s title=a heart'"'"'s "beat" of $HOME -s initial=exp(x*y) + `id` $(id) -s checkpoint={every: 100} -s title= ' calls ||
  fail "overrides: $(cat calls)"
mv tetracast other
start 'no program' '' 2 '' 'no such program: build it or correct the path'
mv other tetracast

module() { printf 'module %s\n' "$*" >> "$MODULES" && return "${MODULE:-0}"; }
export -f module
export MODULES=$folder/loaded
script=modules start 'modules' '' 0 '' ''
[ "$(cat "$MODULES")" = "module load LUMI/24.03 cray-hdf5-parallel odd name's/1" ] || fail "modules: $(cat "$MODULES")"
script=modules start 'a missing module' MODULE=3 3 '' ''
[ ! -e calls ] || fail "a missing module: $(cat calls)"

# The shell of the job receives the signal of SLURM before the time limit. It must pass the signal
# to the run only if the limit was unknown at the start of the run or has changed since then.
await() { # command
  local i
  for ((i = 0; i < 1000; i++)); do ! "$@" || return 0; sleep 0.02; done
  fail "no $*"
}
asked_twice() { [ "$(grep -c squeue calls)" = 2 ]; }
interrupt() { # name, limit at the start, limit at the signal, exit code of the run, calls
  local job
  rm -f calls started end limit
  [ -z "$2" ] || echo "$2" > limit
  RUNNING=1 CODE=${4:-0} bash "$folder/plain" > ../stdout 2> ../stderr < /dev/null &
  job=$!
  await test -e started
  [ -z "$3" ] || echo "$3" > limit
  kill -USR1 $job
  if [ -n "$2" ]; then await asked_twice; fi
  [ -n "$5" ] || touch end
  wait $job || fail "$1: exit code $?"
  checks=$((checks + 1))
  [ "$(grep '^scontrol' calls)" = "$5" ] || fail "$1: $(cat calls)"
}
interrupt 'a signal that the run does not need' 2026-12-01T10:00:00 2026-12-01T10:00:00 0 ''
interrupt 'an unknown limit' '' '' 0 'scontrol requeue 7'
interrupt 'an earlier limit' 2026-12-01T10:00:00 2026-12-01T09:00:00 0 'scontrol requeue 7'
printf '%d checks, %d failures\n' "$checks" "$failures"
[ "$failures" = 0 ]
