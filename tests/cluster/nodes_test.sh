#!/usr/bin/env bash
# Tests the virtual nodes (nodes.sh). They must be separate from each other and from the machine, and must be
# reachable. At the end they must be removed, even after a kill.
set -uo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
readonly nodes=$here/nodes.sh
. "$here/../support/limited.sh"
"$nodes" check || exit

folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failures=0

expect() { # name of the check, expected, found
  if [ "$2" = "$3" ]; then printf 'ok: %s\n' "$1"; return; fi
  printf 'FAILED: %s\n  expected: %s\n  found:    %s\n' "$1" "$2" "$3"
  failures=$((failures + 1))
}

# Lists the names on this machine that a node might leave, such as network interfaces. Names that other MPI
# programs use are excluded, because such programs may run at the same time.
traces() {
  hostname
  ip -o link | cut -d' ' -f2
  ip netns list
  mount | grep -c '^room on'
  find /run /dev/shm /tmp -maxdepth 1 '(' -name '*node[0-9]*' -o -name nodes.sh ')'
}
before=$(traces)

# stderr is written to a file, because mpirun may warn that a child process ended before mpirun expected it.
expect 'every rank is on its node' 'node1 node1 node2 node2' \
  "$(limited 60 "$nodes" run 2 2 hostname 2> "$folder/log" | sort | paste -sd' ')"
expect 'the working directory is preserved' "$folder" "$(cd "$folder" && limited 60 "$nodes" run 1 1 pwd)"
expect 'the exit code is returned' 7 "$(limited 60 "$nodes" with 1 sh -c 'exit 7'; echo $?)"
expect 'input reaches the command' hello "$(echo hello | limited 60 "$nodes" with 1 cat)"

# shellcheck disable=SC2016
expect 'nodes share neither memory nor network, but reach each other' 'node1: alone, eth0 lo; node2 answers' "$(
  limited 60 "$nodes" with 2 bash -c '
    on() { /run/nodes.sh on "$@"; }
    on 2 touch /dev/shm/of-node2
    [ -e "$(on 1 ls /dev/shm)" ] || seen=alone
    echo "node1: $seen, $(on 1 ip -o link | cut -d" " -f2 | tr -d : | sed "s/@.*//" | sort | paste -sd" ");" \
      "$(on 1 bash -c "exec 3<>/dev/tcp/node2/1" 2>&1 | grep -q "Connection refused" && echo node2 answers)"' 2> "$folder/log")"

# A command sleeps on each node, and nodes.sh receives a signal. The sleeping commands must then end. The
# signal INT is not tested, because commands that a script starts in the background ignore it.
gone_after() { # signal
  local mark="$RANDOM$RANDOM.5" harness waited
  "$nodes" run 2 1 sleep "$mark" > "$folder/log" 2>&1 &
  harness=$!
  for waited in {1..600}; do [ "$(pgrep -fc "^sleep $mark")" = 2 ] && break; sleep 0.1; done
  kill "-$1" "$harness"
  wait "$harness" 2> /dev/null
  for waited in {1..300}; do pgrep -f "sleep $mark" > /dev/null || { echo "gone"; return; }; sleep 0.1; done
  echo "still there after ${waited} tenths of a second: $(pgrep -af "sleep $mark" | paste -sd';')"
}
for signal in TERM HUP KILL; do expect "all processes end with the harness ($signal)" gone "$(gone_after $signal)"; done

# If mpirun is killed within the room, the nodes must be removed too.
expect 'the nodes end when mpirun is killed' 137 "$(
  # shellcheck disable=SC2016
  limited 60 "$nodes" with 2 bash -c '
    /run/nodes.sh mpirun 2 1 sleep 600 & sleep 0.7; kill -KILL $!; wait $!' > "$folder/log" 2>&1
  echo $?)"

for k in 1 2 3; do limited 60 "$nodes" run 2 1 hostname > "$folder/parallel-$k" 2> "$folder/log-$k" & done
wait
expect 'several rooms at once are separate' 'node1 node1 node1 node2 node2 node2' "$(sort "$folder"/parallel-* | paste -sd' ')"

expect 'nothing remains on the machine' "$before" "$(traces)"

printf '%d failures\n' "$failures"
[ "$failures" = 0 ]
