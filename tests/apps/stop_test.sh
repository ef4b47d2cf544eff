#!/usr/bin/env bash
# stop_test.sh [TIMES [PHASE..]]: sends SIGTERM, SIGINT or SIGUSR1 to one or both of two ranks, TIMES times in
# each phase. The run must end with exit code 75 and a checkpoint, and its files must be complete. After
# resuming it must give the field of an undisturbed run. During the set-up a signal may arrive before its
# handler is installed. Then the signal has its default effect.
# PHASE: set-up, steps, snapshots, checkpoints or packing (compression of snapshots); default: steps and
# checkpoints. TETRACAST_TIMES is the default of TIMES (1). TETRACAST_SEED repeats a random sequence.
set -uo pipefail
. "$(dirname "$0")/common.sh"
readonly times=${1:-${TETRACAST_TIMES:-1}} seed=${TETRACAST_SEED:-$$}
need_h5py
need jq jq
RANDOM=$seed
names=("${@:2}")
[ $# -gt 1 ] || names=(steps checkpoints)

# phase[NAME]: bricks per edge of the mesh, number of steps, steps between snapshots, and steps between
# checkpoints (0: none are written).
declare -A phase=([set-up]='14 40 0 0' [steps]='5 8000 0 0' [snapshots]='5 400 1 0' [checkpoints]='5 150 0 1' [packing]='14 40 1 0')

write_config() { # bricks, steps, steps between snapshots, and between checkpoints
  printf 'mesh: {file: %s/m%s}\ninitial: "1 + x*y"\nmachine: none\ntime: {steps: %s}\n' "$folder" "$1" "$2"
  printf 'boundary: {markers: [{marker: 1, kind: value, value: "sin(40*t)+y"}]}\norder: {block: 64}\n'
  [ "$3" = 0 ] || printf 'snapshots: {file: %s/x.h5, every: %s, compress: %s}\n' "$folder" "$3" $((9 * ($1 == 14)))
  printf 'checkpoint: {file: %s/c.h5, every: %s}\n' "$folder" "$4"
}

hash_of() { jq -r '.results[0].field.hash' "$1"; }

# Waits until both ranks of a launch exist, and prints their process ids. The argument is the process id of
# the launcher.
ranks_of() { # launcher
  local waited found
  for ((waited = 0; waited < 200; waited++)); do
    found=$(pgrep -x tetracast -P "$(pgrep -P "$1" | head -n 1)" 2> /dev/null)
    [ "$(wc -w <<< "$found")" = 2 ] && break
    sleep 0.05
  done
  echo "$found"
}

# stop_one PHASE: starts a run, sends a signal during the phase, and sets `rc` to the exit code.
stop_one() {
  local launched pids signals=(TERM INT USR1) waited
  # shellcheck disable=SC2086
  timeout -k 5 200 $mpirun -np 2 "$TETRACAST" run "$folder/run.yaml" --json "$folder/r.json" > "$folder/log" 2> "$folder/stderr" < /dev/null &
  launched=$!
  pids=$(ranks_of $launched)
  # Waits until a rank has begun the phase. A line of the log or an output file shows this.
  for ((waited = 0; waited < 400; waited++)); do
    case $1 in
      set-up) has_text "$folder/stderr" 'reading the mesh' && break ;;
      steps) has_text "$folder/stderr" 'stable' && break ;;
      snapshots) [ -e "$folder/x.xdmf" ] && break ;;
      packing) has_text "$folder/stderr" 'completing the snapshot' && break ;;
      checkpoints) compgen -G "$folder/c.*.h5*" > /dev/null && break ;;
    esac
    kill -0 $launched 2> /dev/null || break
    sleep 0.01
  done
  sleep "0.$(printf %03d $((RANDOM % 100)))"
  [ $((RANDOM % 2)) = 0 ] || pids=$(shuf -n 1 --random-source=<(yes $RANDOM) -e $pids)
  # shellcheck disable=SC2086
  kill "-${signals[RANDOM % 3]}" $pids 2> /dev/null
  wait $launched 2> /dev/null
  rc=$?
}

# Checks that existing outputs can be read, and that no temporary file remains.
check_files() {
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
  check_files || return 1
  [ "$rc" = 0 ] && return
  launch 2 run "$folder/run.yaml" --resume -q --json "$folder/r.json"
  [ "$code" = 0 ] && check_files && [ "$(hash_of "$folder/r.json")" = "$wanted" ]
}

force=
for name in "${names[@]}"; do
  bricks=${phase[$name]%% *}
  [ -e "$folder/m$bricks.ele" ] || launch 0 mesh generate cube --bricks "$bricks" -o "$folder/m$bricks"
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
  printf '%s: %d stopped with a checkpoint, %d over before the signal, %d before the handler was installed\n' $name $stopped $ended $early
  stopped=0 ended=0 early=0
done
[ "$all" -gt 0 ] || [ "${names[*]}" = set-up ] || fail "no run was stopped (seed $seed)"
finish
