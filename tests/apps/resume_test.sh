#!/usr/bin/env bash
# resume_test.sh [TRIALS]: kills one rank of a run (kill -9) at a random moment. A single trial has up to two
# kills, and each of several trials up to four. After each kill the run resumes with random numbers of ranks
# and threads and a random strategy. The final field, snapshots, history and residuals must equal those of an
# undisturbed run. Every HDF5 file of a killed run must be readable. TETRACAST_TRIALS is the default of
# TRIALS. TETRACAST_SEED repeats a random sequence.
set -uo pipefail
. "$(dirname "$0")/common.sh"
readonly trials=${1:-${TETRACAST_TRIALS:-1}} seed=${TETRACAST_SEED:-$$}
need_h5py
RANDOM=$seed
readonly most_kills=$((trials > 1 ? 4 : 2)) strategies=(condensed block fine neighbour batched)
"$TETRACAST" mesh generate cube --bricks 6 -o "$folder/m" > /dev/null || exit 1

# Two kinds of runs, with explicit and with implicit steps. Both have time-dependent boundary data, a source and a local state.
write_config() { # kind
  printf 'mesh: {file: %s/m}\ninitial: "1 + x*y"\nmachine: none\n' "$folder"
  printf 'boundary: {markers: [{marker: 1, kind: value, value: "sin(40*t)+y"}, {marker: 2, kind: flux, value: "cos(30*t)*z"}]}\n'
  printf 'source: "cos(20*t) - 0.1*w"\nstates: {w: {initial: x, rate: v-w}}\nprobes: [[0.1, 0.2, 0.3]]\n'
  if [ "$1" = explicit ]; then printf 'time: {steps: 1500}\n'
  else printf 'time: {method: implicit, steps: 100, multiple: 10}\n'
  fi
}

# start KIND DIRECTORY RANKS THREADS STRATEGY OPTION...: sets the array `run` to the command line that
# launches a run. Its files are in DIRECTORY.
start() {
  local kind=$1 into=$2 ranks=$3 threads=$4 strategy=$5 every=60 rows=250
  shift 5
  [ "$kind" = explicit ] || every=5 rows=10
  # shellcheck disable=SC2206 # several words
  run=($mpirun -np "$ranks" "$TETRACAST" run "$folder/$kind.yaml" -q --json "$into/r.json" -s "threads=$threads" -s "strategy=$strategy"
    -s "snapshots={file: $into/x.h5, every: $rows}" -s "history.file=$into/h.csv" -s "checkpoint={file: $into/c.h5, every: $every}" "$@")
  [ "$kind" = explicit ] || run+=(-s "solver.history=$into/residuals.csv")
}

hash_of() { # report
  "$python" -c 'import json, sys; print(json.load(open(sys.argv[1]))["results"][0]["field"]["hash"])' "$1"
}

# undisturbed KIND: executes a run of this kind without kills, unless this was done before, and stores its
# duration in milliseconds.
declare -A duration
undisturbed() {
  local began
  [ -z "${duration[$1]-}" ] || return 0
  write_config "$1" > "$folder/$1.yaml"
  mkdir "$folder/$1"
  start "$1" "$folder/$1" 2 1 condensed
  began=${EPOCHREALTIME/./}
  limited 60 "${run[@]}" > "$folder/log" 2>&1 || { cat "$folder/log" && exit 1; }
  duration[$1]=$(((${EPOCHREALTIME/./} - began) / 1000))
}

# kill_one KIND: runs the command line in `run`, kills one of its ranks at a random moment, and sets `rc` to
# the exit code. A launcher that has not ended 10 s later is killed too, because this test does not judge
# launchers.
kill_one() {
  local launched pids moment=$((RANDOM % duration[$1]))
  timeout -k 5 120 "${run[@]}" > "$folder/log" 2>&1 < /dev/null &
  launched=$!
  sleep "$(printf '%d.%03d' $((moment / 1000)) $((moment % 1000)))"
  pids=$(pgrep -P "$(pgrep -P $launched | head -n 1)" 2> /dev/null)
  if [ -n "$pids" ]; then
    # shellcheck disable=SC2086
    kill -9 "$(shuf -n 1 --random-source=<(yes $RANDOM) -e $pids)" 2> /dev/null
    for ((wait = 0; wait < 100; wait++)); do
      kill -0 $launched 2> /dev/null || break
      sleep 0.1
    done
    kill -9 $launched 2> /dev/null
  fi
  wait $launched 2> /dev/null
  rc=$?
}

# Compares all results with those of the undisturbed run of the same kind.
compare() { # kind, folder
  local file
  [ "$(hash_of "$2/r.json")" = "$(hash_of "$folder/$1/r.json")" ] || return 1
  "$python" tests/apps/resume_check.py "$folder/$1/x.h5" "$2/x.h5" || return 1
  for file in h.csv residuals.csv; do
    [ ! -e "$folder/$1/$file" ] || cmp "$folder/$1/$file" "$2/$file" || return 1
  done
}

resumed=0 killed=0
# trial NUMBER: kills and resumes a run up to $most_kills times, then compares its results.
trial() {
  local into=$folder/trial kind=explicit kills=$((RANDOM % most_kills + 1)) k
  [ $((RANDOM % 2)) = 0 ] || kind=implicit
  undisturbed "$kind"
  rm -rf "$into"
  mkdir "$into"
  start "$kind" "$into" 2 1 condensed
  for ((k = 0; k < kills; k++)); do
    kill_one "$kind" 2> /dev/null
    [ "$rc" = 0 ] && break
    killed=$((killed + 1))
    "$python" tests/apps/resume_check.py --read "$into"/*.h5 || return 1
    ls "$into"/c.*.h5 > /dev/null 2>&1 && resumed=$((resumed + 1))
    start "$kind" "$into" $((RANDOM % 4 + 1)) $((RANDOM % 2 + 1)) "${strategies[RANDOM % ${#strategies[@]}]}" --resume
  done
  [ -e "$into/r.json" ] || limited 60 "${run[@]}" > "$folder/log" 2>&1 < /dev/null || { cat "$folder/log" && return 1; }
  compare "$kind" "$into"
}

for ((i = 0; i < trials; i++)); do
  checks=$((checks + 1))
  trial "$i" || { fail "trial $i (seed $seed): ${run[*]}" && break; }
done
# The job's remaining time in SLURM is too short for another step. The exit code is 75, or 1 if the run was
# resumed and cannot make a step.
expect_no_room() { # exit code, further options
  local wanted=$1 code=0
  shift
  SLURM_JOB_ID=7 SLURM_JOB_END_TIME='' PATH=$folder/slurm:$PATH limited 60 "$TETRACAST" run "$folder/explicit.yaml" -q \
    -s "checkpoint.file=$folder/limit.h5" "$@" > "$folder/log" 2>&1 < /dev/null || code=$?
  checks=$((checks + 1))
  [ "$code" = "$wanted" ] && grep -q 'the time limit is too short for one step: set --time to at least 00:0' "$folder/log" && return
  fail "a limit without time for a step: exit code $code, not $wanted: $(cat "$folder/log")"
}
write_config explicit > "$folder/explicit.yaml"
mkdir "$folder/slurm"
printf '#!/bin/sh\necho 0:00\n' > "$folder/slurm/squeue" # the remaining time of a job
chmod +x "$folder/slurm/squeue"
expect_no_room 75
expect_no_room 1 --resume

printf '%d trials, seed %s: %d kills, %d of them with a checkpoint to resume from\n' "$i" "$seed" "$killed" "$resumed"
finish
