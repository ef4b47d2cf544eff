#!/usr/bin/env bash
# kill_test.sh [KILLS]: kills runs that write a snapshot at every step with SIGKILL at random moments. The
# runs have 1 or 2 ranks, new names or the names of an earlier run, and files with or without compression.
# Each remaining file must be readable and contain, with the same bits, every step that it lists. The
# snapshots of the earlier run must be complete. By default four of the eight kinds of runs are killed. Each
# pair of these choices occurs among the four.
set -uo pipefail
export LC_ALL=C OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1
: "${TETRACAST:?must name the tetracast program}"
readonly kills=${1:-4} kinds=(0 3 5 6 7 4 2 1)
cd "${TETRACAST_SOURCE:-$(dirname "$0")/../../..}" || exit 1
readonly python=/usr/bin/python3 # h5py is a package of Debian, which another Python does not find
if ! "$python" -c 'import h5py' 2> /dev/null; then
  echo "skipped: $python has no h5py (apt-get install python3-h5py)"
  exit 77
fi
# A file system in memory with space for 20 runs is used if there is one. The runs then spend most of their
# time in writing calls, so that kills hit these calls.
if [ -z "${TMPDIR:-}" ] && [ "$(df --output=avail -k /dev/shm 2> /dev/null | tail -n 1)" -gt 1000000 ] 2> /dev/null; then
  TMPDIR=/dev/shm
fi
folder=$(mktemp -d -p "${TMPDIR:-/tmp}") || exit 1
trap 'rm -rf "$folder"' EXIT
"$TETRACAST" mesh generate cube --bricks 7 -o "$folder/m" > /dev/null || exit 1
printf 'mesh: {file: %s/m}\ninitial: "1 + x*y"\ntime: {steps: 600}\nmachine: configs/machines/abel.yaml\n' "$folder" > "$folder/k.yaml"

start() { # ranks, folder, overrides...: the arguments of a run
  local ranks=$1 into=$2 override
  shift 2
  run=("$TETRACAST" run "$folder/k.yaml" -q --force -s "snapshots={file: $into/x.h5, every: 1}" -s history.every=1 -s 'probes=[[0.1, 0.2, 0.3]]')
  for override in "$@"; do run+=(-s "$override"); done
  # Without these options Open MPI starts a daemon for a process without mpirun.
  if [ "$ranks" = 1 ]; then run=(env OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_btl=self "OMPI_MCA_orte_tmpdir_base=$into" "${run[@]}")
  else run=(mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 -np "$ranks" "${run[@]}"); fi
}

mkdir "$folder/reference"
start 1 "$folder/reference"
timeout 60 "${run[@]}" > "$folder/log" 2>&1 || { cat "$folder/log" && exit 1; }

# Prints the process ids of the ranks: the launched program itself if there is one rank, otherwise the
# children of mpirun.
find_ranks() { # launched, ranks
  local below
  below=$(pgrep -P "$1") || return
  if [ "$2" = 1 ]; then echo "$below"; else pgrep -P "$below"; fi
}

# kill_one NUMBER: starts a run and kills it at a random moment. NUMBER selects one of eight kinds of runs,
# and the files are in $folder/NUMBER. For most runs the moment is after the first snapshot, and for one in
# eight it may be earlier.
kill_one() {
  local into=$folder/$1 ranks=$(($1 % 2 + 1)) overrides=() name=x pids launched wait
  mkdir "$into"
  if [ $(($1 / 2 % 2)) = 1 ]; then
    cp "$folder"/reference/x.* "$into"
    name=x.new
  fi
  [ $(($1 / 4 % 2)) = 0 ] || overrides=(snapshots.compress=1)
  start "$ranks" "$into" "${overrides[@]}"
  timeout -s KILL 60 "${run[@]}" > "$folder/log" 2>&1 &
  launched=$!
  if [ $((RANDOM % 8)) != 0 ]; then
    for ((wait = 0; wait < 2000; wait++)); do
      if [ -e "$into/$name.xdmf" ] || ! kill -0 "$launched" 2> /dev/null; then break; fi
      sleep 0.01
    done
  fi
  sleep "0.$(printf %04d $((RANDOM % 2500)))"
  pids=$(find_ranks "$launched" "$ranks")
  # shellcheck disable=SC2086
  [ -z "$pids" ] || kill -9 $pids 2> /dev/null
  wait "$launched" 2> /dev/null
}

fail() {
  echo "FAILED: $1"
  exit 1
}

# check NUMBER...: checks the files of the runs with these numbers and removes their directories.
check() {
  local i folders=()
  for i in "$@"; do
    folders+=("$folder/$i")
    [ $((i / 2 % 2)) = 0 ] || [ -e "$folder/$i/x.h5" ] || fail "run $i has removed the snapshots of the earlier run"
  done
  "$python" tests/io/snapshot/kill_check.py "$folder/reference/x.h5" "${folders[@]}" || fail 'see above'
  # h5diff checks with a second reader that all data can be read.
  if [ -e "${folders[0]}/x.h5" ] && command -v h5diff > /dev/null; then
    cp "${folders[0]}/x.h5" "$folder/copy.h5" # h5diff does not read a file that it compares with itself
    h5diff "${folders[0]}/x.h5" "$folder/copy.h5" || fail h5diff
  fi
  rm -rf "${folders[@]}"
}

batch=()
for ((i = 0; i < kills; i++)); do
  number=$((i / 8 * 8 + kinds[i % 8]))
  kill_one "$number" 2> /dev/null
  batch+=("$number")
  [ ${#batch[@]} -lt 20 ] || { check "${batch[@]}" && batch=(); }
done
[ ${#batch[@]} = 0 ] || check "${batch[@]}"
