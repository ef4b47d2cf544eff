#!/usr/bin/env bash
# Virtual nodes on one Linux machine, for tests. Each node has its own host name, network interface, IPC and
# /dev/shm, so MPI treats the nodes as separate machines. Needs root, the `ip` program and namespaces. See
# README.md in this directory.
#
#   nodes.sh check                                  exit 0, or 77 and one line that names what is missing
#   nodes.sh run NODES RANKS_PER_NODE COMMAND...    creates the nodes, runs COMMAND on all ranks, removes the nodes
#   nodes.sh with NODES COMMAND...                  creates the nodes, runs COMMAND outside them, removes the nodes
# Within such a COMMAND:
#   nodes.sh mpirun NODES RANKS_PER_NODE COMMAND... mpirun, started on node1; COMMAND may begin with options of mpirun
#   nodes.sh on K COMMAND...                        COMMAND on nodeK
#
# The nodes are in a "room": separate namespaces for mounts, network and processes. Nothing in the room has a
# name on the machine, so any number of rooms can exist at the same time. When the first process of a room
# ends, the kernel removes the room, even if other processes still run in it.
# shellcheck disable=SC2015,SC2016
set -euo pipefail

self=$(readlink -f "${BASH_SOURCE[0]}")
readonly self room=(unshare --mount --net --uts --ipc --pid --fork --kill-child=KILL --mount-proc)

usage() {
  sed -n '2,/^$/{/^#   /s/^#   //p}' "$self" | grep '^nodes.sh' >&2
  exit 2
}

is_count() { [[ "${1:-}" =~ ^[1-9][0-9]?$ ]]; }

missing() {
  echo "skipped: virtual nodes need $1"
  exit 77
}

check() {
  local tool log
  [ "$(uname -s)" = Linux ] || missing 'Linux'
  [ "$(id -u)" = 0 ] || missing 'root'
  for tool in ip:iproute2 mpirun:openmpi-bin unshare:util-linux nsenter:util-linux setpriv:util-linux; do
    command -v "${tool%:*}" > /dev/null || missing "the program ${tool%:*} (apt-get install ${tool#*:})"
  done
  log=$("${room[@]}" sh -ec 'mount -t tmpfs room /run; ip link add name switch type bridge; ip link add name port0 type veth peer name port1' 2>&1) ||
    missing "namespaces with a network bridge, which this machine refuses: ${log//$'\n'/; }"
}

# with_room: runs a command in a new room. The command uses the input and output of this script, which returns
# the command's exit code. A signal to this script ends the whole room.
with_room() {
  local pid code=0
  setpriv --pdeathsig KILL -- "${room[@]}" "$self" in-room "$@" <&0 &
  pid=$!
  trap 'kill -KILL "$pid" 2> /dev/null; wait "$pid" 2> /dev/null || true; exit 143' HUP INT TERM
  wait "$pid" || code=$?
  exit "$code"
}

# in_room: the first process of the room. When it ends, the kernel ends all other processes and removes the
# namespaces and mounts.
in_room() {
  local nodes=$1 k
  shift
  mount -t tmpfs room /run
  mkdir /run/node /run/session
  ln -s "$self" /run/nodes.sh
  { echo '127.0.0.1 localhost'; for k in $(seq "$nodes"); do echo "10.77.0.$k node$k"; done; } > /run/hosts
  if [ -f /etc/hosts ]; then mount --bind /run/hosts /etc/hosts; fi
  ip link add name switch type bridge
  ip link set switch up
  for k in $(seq "$nodes"); do add_node "$k"; done
  "$@" <&0 &
  wait $!
}

# A node consists of four namespaces, which exist as long as a process sleeps in them. This process prints its
# process number when the node is ready. (Binding a mount namespace to a file would need no process, but
# recent kernels lose such namespaces at random.)
add_node() {
  local ready pid
  exec {ready}< <(exec unshare --net --uts --ipc --mount sh -ec '
    hostname "$0"
    mount -t tmpfs -o size=1g,mode=1777 shm /dev/shm
    ip link set lo up
    echo $$
    exec sleep infinity > /dev/null < /dev/null' "node$1")
  read -r pid <&"$ready"
  exec {ready}<&-
  echo "$pid" > "/run/node/$1"
  ip link add name "port$1" type veth peer name eth0 netns "$pid"
  ip link set "port$1" master switch up
  (on "$1" ip addr add "10.77.0.$1/24" dev eth0)
  (on "$1" ip link set eth0 up)
}

# on K COMMAND: nsenter changes the working directory when it enters a mount namespace, so the directory is
# restored.
on() {
  local pid
  pid=$(cat "/run/node/$1")
  shift
  exec nsenter --target "$pid" --net --uts --ipc --mount sh -c 'cd "$0" && exec "$@"' "$PWD" "$@"
}

# rsh: mpirun calls this function instead of ssh, with a host name and a command line for the shell on that
# host.
rsh() {
  local node=$1
  shift
  on "${node#node}" sh -c "$*"
}

# Starts mpirun with only those variables that mpirun needs to reach the nodes. How one-sided communication
# between nodes works must be the choice of the program.
start_mpirun() {
  local nodes=$1 ranks=$2 hosts='' k
  shift 2
  for k in $(seq "$nodes"); do hosts+="${hosts:+,}node$k:$ranks"; done
  export OMPI_MCA_plm=rsh OMPI_MCA_plm_rsh_agent='/run/nodes.sh rsh' OMPI_MCA_orte_tmpdir_base=/run/session
  export OMPI_MCA_oob_tcp_if_include=eth0 OMPI_MCA_btl_tcp_if_include=eth0
  # mpirun counts the cores of the machine once per node. It would not detect that ranks share cores and must
  # yield them.
  export OMPI_MCA_mpi_yield_when_idle=$((nodes * ranks > $(nproc)))
  on 1 mpirun --allow-run-as-root --host "$hosts" --bind-to none "$@"
}

inside() { [ -e /run/nodes.sh ] || { echo 'nodes.sh: only within "nodes.sh with NODES COMMAND..."' >&2; exit 2; }; }

action=${1:-}
[ $# = 0 ] || shift
case $action in
  check) [ $# = 0 ] || usage; check ;;
  run) is_count "${1:-}" && is_count "${2:-}" && [ $# -ge 3 ] || usage; check; with_room "$1" "$self" mpirun "$@" ;;
  with) is_count "${1:-}" && [ $# -ge 2 ] || usage; check; with_room "$@" ;;
  mpirun) is_count "${1:-}" && is_count "${2:-}" && [ $# -ge 3 ] || usage; inside; start_mpirun "$@" ;;
  on) is_count "${1:-}" && [ $# -ge 2 ] || usage; inside; on "$@" ;;
  rsh) inside; rsh "$@" ;;
  in-room) in_room "$@" ;;
  *) usage ;;
esac
