#!/usr/bin/env bash
# Runs the whole program on meshes that ship and reads the snapshots back with another reader (meshio); what several
# ranks wrote, or what was written compressed, must not differ from what one rank wrote.
set -uo pipefail
export LC_ALL=C

: "${TETRACAST:?must name the tetracast program}"
source=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
cd "$source" || exit 1
# meshio is Debian's package, so it has to be Debian's Python, whatever stands first in PATH.
python=/usr/bin/python3
if ! "$python" -c 'import meshio, h5py' 2> /dev/null; then
  echo "skipped: $python has no meshio and h5py (apt-get install python3-meshio python3-h5py)"
  exit 77
fi
if ! command -v h5diff > /dev/null; then
  echo 'skipped: h5diff is missing (apt-get install hdf5-tools)'
  exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
readonly mpirun=(mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1
failures=0

fail() {
  printf 'FAILED: %s\n' "$1"
  sed 's/^/    /' "$folder/log"
  failures=$((failures + 1))
}

# run NAME RANKS MESH [override...]: writes $folder/NAME/run.h5 with the steps 0, 10, 20 and 25, and reads it back.
run() {
  local name=$1 ranks=$2 mesh=$3
  shift 3
  local options=(-s "mesh.file=$mesh" -s time.steps=25 -s snapshots.every=10 -s "snapshots.file=$folder/$name/run.h5")
  for override in "$@"; do options+=(-s "$override"); done
  if ! "${mpirun[@]}" -np "$ranks" "$TETRACAST" run configs/ventricle.yaml -q "${options[@]}" > "$folder/log" 2>&1 < /dev/null; then
    fail "$name: the run failed"
  elif ! "$python" tests/io/snapshot_readback.py "$folder/$name/run.xdmf" "$mesh" 0,10,20,25 > "$folder/log" 2>&1; then
    fail "$name: reading back failed"
  elif [ "$(cd "$folder/$name" && echo *)" != 'run.h5 run.xdmf' ]; then
    fail "$name: left other files: $(cd "$folder/$name" && echo *)"
  else
    printf 'ok: %s\n' "$name"
  fi
}

# same A B: h5diff finds nothing, and says so in words as well as in its exit code.
same() {
  h5diff "$folder/$1/run.h5" "$folder/$2/run.h5" > "$folder/log" 2>&1
  local code=$?
  if [ "$code" != 0 ] || [ -s "$folder/log" ]; then fail "$1 and $2 differ (h5diff: $code)"; else printf 'ok: %s is %s\n' "$1" "$2"; fi
}

run ventricle-1 1 meshes/ventricle
run ventricle-3 3 meshes/ventricle
run ventricle-3-compressed 3 meshes/ventricle snapshots.compress=4
same ventricle-1 ventricle-3
same ventricle-1 ventricle-3-compressed
run cube-1 1 meshes/cube 'initial=1+x*y'
run cube-2 2 meshes/cube 'initial=1+x*y'
same cube-1 cube-2

printf '%d failures\n' "$failures"
[ "$failures" = 0 ]
