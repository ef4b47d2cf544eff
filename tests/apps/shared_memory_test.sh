#!/usr/bin/env bash
# A node with little shared memory, as in containers. Programs whose MPI windows fit into it succeed, and the
# others end with one message. With Open MPI alone, one rank would report the error and the others would wait
# for ever. The test needs mount namespaces (root).
set -uo pipefail
. "$(dirname "$0")/common.sh"
unshare --mount mount -t tmpfs none /dev/shm 2> /dev/null || { echo 'skipped: mount namespaces are refused here'; exit 77; }
readonly heat2d=${TETRACAST%/*}/heat2d ventricle=(run configs/ventricle.yaml -q -s snapshots=null -s time.steps=2 -s machine=configs/machines/abel.yaml)

# within SIZE FILL PROGRAM...: runs the program on two ranks with a /dev/shm of SIZE, of which FILL is
# occupied.
within() {
  local size=$1 fill=$2
  shift 2
  # shellcheck disable=SC2016
  unshare --mount bash -c 'mount -t tmpfs -o size="$0" none /dev/shm && head -c "$1" /dev/zero > /dev/shm/taken; shift
    exec timeout -k 5 60 mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 -np 2 "$@"' "$size" "$fill" "$@" \
    > "$folder/stdout" 2> "$folder/stderr" < /dev/null
  code=$?
  checks=$((checks + 1))
}

expect_refusal() { # name
  [ "$code" = 1 ] || fail "$1: exit code $code, not 1"
  [ "$(grep -c '^[a-z0-9]*: error: /dev/shm on node .* is too small: the 2 ranks' "$folder/stderr")" = 1 ] || fail "$1: not one message"
}

within 64m 0 "$heat2d" run -q --machine configs/machines/abel.yaml # the default sizes of containers and of heat2d
expect_refusal 'heat2d in 64 MB'
within 1m 0 "$TETRACAST" calibrate --quick
expect_refusal 'calibrate in 1 MB'
within 4k 0 "$TETRACAST" "${ventricle[@]}"
expect_refusal 'condensed in 4 kB'
within 6m 6m "$TETRACAST" "${ventricle[@]}" -s strategy=fine
expect_refusal 'fine with full shared memory'
within 4k 0 "$TETRACAST" "${ventricle[@]}" -s strategy=neighbour # uses no shared memory
expect_code 'neighbour in 4 kB' 0
within 6m 0 "$TETRACAST" compare "${ventricle[@]:1}" # the windows of all strategies fit
expect_code 'compare in 6 MB' 0

finish
