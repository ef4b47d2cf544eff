#!/usr/bin/env bash
# Runs the program with meshes that ship with Tetracast, and reads the snapshots with the independent reader
# meshio. The snapshots of several ranks, and the compressed snapshots, must be equal to those of one rank.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../apps/common.sh"
# meshio is a package of Debian, so the test uses Debian's Python and not the first one in PATH.
python=/usr/bin/python3
if ! "$python" -c 'import meshio, h5py' 2> /dev/null; then
  echo "skipped: $python has no meshio and h5py (apt-get install python3-meshio python3-h5py)"
  exit 77
fi
need h5diff hdf5-tools

# run NAME RANKS MESH [override...]: runs 25 steps, which write the steps 0, 10, 20 and 25 to
# $folder/NAME/run.h5, and reads the file.
run() {
  local name=$1 ranks=$2 mesh=$3 set
  settings "mesh.file=$mesh" time.steps=25 snapshots.every=10 "snapshots.file=$folder/$name/run.h5" "${@:4}"
  launch "$ranks" run configs/ventricle.yaml -q --machine "$known" "${set[@]}"
  expect_code "$name" 0
  "$python" tests/io/snapshot/snapshot_readback.py "$folder/$name/run.xdmf" "$mesh" 0,10,20,25 > "$folder/stderr" 2>&1 || fail "$name: reading back failed"
  [ "$(cd "$folder/$name" && echo *)" = 'run.h5 run.xdmf' ] || fail "$name: left other files: $(cd "$folder/$name" && echo *)"
}

# same A B: expects that h5diff finds no difference between the snapshots of the runs A and B. It must print
# nothing and return 0.
same() {
  local code=0
  h5diff "$folder/$1/run.h5" "$folder/$2/run.h5" > "$folder/stderr" 2>&1 || code=$?
  if [ "$code" != 0 ] || [ -s "$folder/stderr" ]; then fail "$1 and $2 differ (h5diff: $code)"; fi
}

run ventricle-1 0 meshes/ventricle
run ventricle-3 3 meshes/ventricle
run ventricle-3-compressed 3 meshes/ventricle snapshots.compress=4
same ventricle-1 ventricle-3
same ventricle-1 ventricle-3-compressed
run cube-1 0 meshes/cube 'initial=1+x*y'
run cube-2 2 meshes/cube 'initial=1+x*y'
same cube-1 cube-2

# If VTK is installed, its reader must return the mesh and the first snapshot that h5py returns.
if "$python" -c 'import vtk; vtk.vtkHDFReader()' 2> /dev/null; then
  for name in ventricle-3 ventricle-3-compressed; do
    "$python" tests/io/snapshot/vtk_readback.py "$folder/$name/run.h5" > "$folder/stderr" 2>&1 || fail "$name: VTK reads other data"
  done
else
  echo "not compared with VTK's reader: $python has no vtk (apt-get install python3-vtk9)"
fi

finish
