#!/usr/bin/env bash
# stop_test.sh [TIMES [PHASE..]]: SIGTERM, SIGINT or SIGUSR1 to a random rank of two, or to both, during the set-up, the steps, snapshots,
# checkpoints and while snapshots are compressed, so many times each: exit code 75 with a checkpoint (in the set-up a signal may come before anybody listens,
# and then does what it always did), nothing torn, and the run that goes on gives the field of one that nobody has stopped.
# PHASE: these phases; default: steps and checkpoints. TETRACAST_TIMES does as TIMES; TETRACAST_SEED repeats a sequence.
set -uo pipefail
. "$(dirname "$0")/common.sh"
readonly times=${1:-${TETRACAST_TIMES:-1}} seed=${TETRACAST_SEED:-$$}
need_h5py
RANDOM=$seed
names=("${@:2}")
[ $# -gt 1 ] || names=(steps checkpoints)
for bricks in 5 14; do "$TETRACAST" mesh generate cube --bricks $bricks -o "$folder/m$bricks" > /dev/null || exit 1; done

# What a phase is: the mesh, the steps, how often snapshots and checkpoints are written.
declare -A phase=([set-up]='14 40 0 0' [steps]='5 20000 0 0' [snapshots]='5 400 1 0' [checkpoints]='5 150 0 1' [packing]='14 40 1 0')

write_config() { # bricks, steps, steps between snapshots, and between checkpoints
  printf 'mesh: {file: %s/m%s}\ninitial: "1 + x*y"\nmachine: none\ntime: {steps: %s}\n' "$folder" "$1" "$2"
  printf 'boundary: {markers: [{marker: 1, kind: value, value: "sin(40*t)+y"}]}\norder: {block: 64}\n'
  [ "$3" = 0 ] || printf 'snapshots: {file: %s/x.h5, every: %s, compress: %s}\n' "$folder" "$3" $((9 * ($1 == 14)))
  printf 'checkpoint: {file: %s/c.h5, every: %s}\n' "$folder" "$4"
}

hash_of() { "$python" -c 'import json, sys; print(json.load(open(sys.argv[1]))["results"][0]["field"]["hash"])' "$1"; }

# The ranks of a launch, once they are there.
ranks_of() { # launcher
  local waited found
  for ((waited = 0; waited < 200; waited++)); do
    found=$(pgrep -x tetracast -P "$(pgrep -P "$1" | head -n 1)" 2> /dev/null)
    [ "$(wc -w <<< "$found")" = 2 ] && break
    sleep 0.05
  done
  echo "$found"
}

# stop_one PHASE: its exit code in `rc`.
stop_one() {
  local launched pids signals=(TERM INT USR1) waited
  # shellcheck disable=SC2086
  timeout -k 5 200 $mpirun -np 2 "$TETRACAST" run "$folder/run.yaml" --json "$folder/r.json" > "$folder/log" 2> "$folder/stderr" < /dev/null &
  launched=$!
  pids=$(ranks_of $launched)
  # A rank that has begun with the phase: the log says so, or a file is there.
  for ((waited = 0; waited < 400; waited++)); do
    case $1 in
      set-up) grep -q 'reading the mesh' "$folder/stderr" && break ;;
      steps) grep -q 'stable' "$folder/stderr" && break ;;
      snapshots) [ -e "$folder/x.xdmf" ] && break ;;
      packing) grep -q 'completing the snapshot' "$folder/stderr" && break ;;
      checkpoints) compgen -G "$folder/c.*.h5*" > /dev/null && break ;;
    esac
    kill -0 $launched 2> /dev/null || break
    sleep 0.01
  done
  sleep "0.$(printf %03d $((RANDOM % 300)))"
  [ $((RANDOM % 2)) = 0 ] || pids=$(shuf -n 1 --random-source=<(yes $RANDOM) -e $pids)
  # shellcheck disable=SC2086
  kill "-${signals[RANDOM % 3]}" $pids 2> /dev/null
  wait $launched 2> /dev/null
  rc=$?
}

# Whatever is there can be read; nothing is half done.
look() {
  ! compgen -G "$folder/*.tmp" > /dev/null || { echo "left: $(echo "$folder"/*.tmp)"; return 1; }
  ! compgen -G "$folder/*.lock" > /dev/null || [ "$rc" != 75 ] || { echo "left: $(echo "$folder"/*.lock)"; return 1; }
  "$python" tests/apps/resume_check.py --read "$folder"/[xc].*h5 || return 1
}

stopped=0 ended=0 early=0 all=0
stop_phase() { # phase
  rm -f "$folder"/[xcr].*
  stop_one "$1" 2> /dev/null
  case $rc in
    75) stopped=$((stopped + 1)) all=$((all + 1)) && grep -q '^tetracast: stopped by SIG' "$folder/stderr" || return 1 ;;
    0) ended=$((ended + 1)) ;;
    *) [ "$1" = set-up ] || return 1 && early=$((early + 1)) ;;
  esac
  look || return 1
  [ "$rc" = 0 ] && return
  launch 2 run "$folder/run.yaml" --resume -q --json "$folder/r.json"
  [ "$code" = 0 ] && look && [ "$(hash_of "$folder/r.json")" = "$wanted" ]
}

force=
for name in "${names[@]}"; do
  # shellcheck disable=SC2086
  write_config ${phase[$name]} > "$folder/run.yaml"
  rm -f "$folder"/[xcr].*
  launch 0 run "$folder/run.yaml" -q --json "$folder/r.json"
  expect_code "$name: undisturbed" 0
  wanted=$(hash_of "$folder/r.json")
  for ((i = 0; i < times; i++)); do
    checks=$((checks + 1))
    stop_phase $name || { fail "$name, time $i (seed $seed): exit code $rc, then $code" && break; }
  done
  printf '%s: %d stopped with a checkpoint, %d over before the signal, %d before anybody listened\n' $name $stopped $ended $early
  stopped=0 ended=0 early=0
done
[ "$all" -gt 0 ] || [ "${names[*]}" = set-up ] || fail "no run was stopped (seed $seed)"
finish
