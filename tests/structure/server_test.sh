#!/usr/bin/env bash
# Checks that the command server (tests/support/server.sh) runs a command line like a new process.
# It must still work after a command line has crashed or hung.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
need jq jq
[ -x "${TETRACAST_TESTS-}/server" ] || { echo 'skipped: the server is not built: build the target server'; exit 77; }

# Runs a command line with and without a server. Exit code, output and messages must be equal, except for times.
same() { # name, exit code, ranks, arguments...
  local name=$1 wanted=$2 way seconds='s/[0-9.e+-]+ ?(s|ms|us|µs|ns|GB|MB|kB)\b/TIME/g; s/ +/ /g'
  shift 2
  for way in server_or_process process; do
    launch_with $way "$@"
    [ "$code" = "$wanted" ] || fail "$name, $way: exit code $code, not $wanted"
    sed -E "$seconds" "$folder/stdout" > "$folder/$way.out"
    grep -E '^(tetracast|warning): ' "$folder/stderr" > "$folder/$way.err" # mpirun prints additional messages
  done
  cmp -s "$folder/process.err" "$folder/server_or_process.err" || fail "$name: other messages: $(diff "$folder/process.err" "$folder/server_or_process.err")"
  cmp -s "$folder/process.out" "$folder/server_or_process.out" || fail "$name: other output: $(diff "$folder/process.out" "$folder/server_or_process.out")"
}
run=(run configs/cube.yaml -q --machine none -s time.end=null -s time.steps=3)
for ranks in 0 3; do
  same 'a step' 4 $ranks "${run[@]}" -s time.dt=1
  for way in server_or_process process; do
    launch_with $way $ranks "${run[@]}" --json "$folder/$ranks.$way.json"
    expect_code "a run, $way" 0
  done
done
same 'a list' 0 0 list
same 'a command line' 2 0 "${run[@]}" --colour red
same 'a mesh' 3 0 "${run[@]}" -s mesh.file=none
same 'a directory' 5 0 "${run[@]}" --json "$folder"
same 'no command' 2 0
same 'a predicted run' 0 0 predict configs/cube.yaml -q --machine tests/support/machine.yaml --ranks-per-node 2
[ "$(for report in "$folder"/[03].*.json; do jq -r '.results[0].field.hash' "$report"; done | sort -u | wc -l)" = 1 ] || fail 'fields differ'
[ ${#server_process[@]} = 2 ] || fail "${#server_process[@]} servers for 0 and 3 ranks"

# The number of threads must be that of the environment and not depend on earlier command lines.
threads_of() { sed -nE 's/^ *"threads": ([0-9]+),?$/\1/p' "$folder/r.json" | head -n 1; }
for threads in 2 1; do
  OMP_NUM_THREADS=$threads launch 0 "${run[@]}" --json "$folder/r.json"
  [ "$(threads_of)" = $threads ] || fail "$threads threads: $(threads_of)"
  launch 0 "${run[@]}" -s threads=2
done

# If the environment or a limit has changed, the server must not be used, and the program needs a
# new process. A command substitution cannot use the server of its parent shell.
OMP_THREAD_LIMIT=1 server_can && fail 'a server accepts another environment'
OMP_NUM_THREADS=many server_can && fail 'a server accepts an invalid number of threads'
(ulimit -f 100; server_can) && fail 'a server accepts another limit'
$(server_can) && fail 'a subshell can use the server'
server_can || fail 'the server is unavailable'

# If a rank is killed, the command line in progress must fail, and the next one must not.
long=(run configs/cube.yaml --machine none -s time.end=null -s time.steps=100000000 -s snapshots=null)
(sleep 1; kill -SEGV "$(pgrep -f -n "^$TETRACAST_TESTS/server $folder.server/3")") &
launch 3 "${long[@]}"
[ "$code" != 0 ] || fail 'a killed rank is no error'
launch 3 "${run[@]}"
expect_code 'after a killed rank' 0

# A command line that hangs must be ended.
server_launch 0 0 "${long[@]}" 2> "$folder/stderr"
code=$?
[ "$code" = 124 ] || fail "a hang: exit code $code"
grep -q '^HANGS: ' "$folder/stderr" || fail 'a hang without a message'
launch 0 "${run[@]}"
expect_code 'after a hang' 0
finish
