#!/usr/bin/env bash
# Meshes in formats of other programs. meshio writes the ventricle in many formats. A run with each file, named in the config or imported
# by the command, must give the same field as the TetGen files, with the same bits. The importers must read exported files as the same
# mesh. The tests in tests/io/importers check the same with small meshes in one process. This test needs python3-meshio.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../apps/common.sh"
python=/usr/bin/python3
"$python" -c 'import meshio' 2> /dev/null || { echo 'skipped: meshio is missing (apt-get install python3-meshio)'; exit 77; }

# field_hash: prints the hash of the field from the output of the last run.
field_hash() { sed -nE 's/^ *field: .* hash ([0-9a-f]{16})$/\1/p' "$folder/stdout"; }

run_mesh() { # ranks, mesh
  launch "$1" run configs/ventricle.yaml --machine "$known" -s "mesh.file=$2" -s time.steps=20 -s snapshots.every=0
}

# check_field NAME RANKS MESH: expects that a run with the mesh gives the field of the TetGen files.
check_field() {
  run_mesh "$2" "$3"
  expect_code "$1" 0
  [ "$(field_hash)" = "$wanted" ] || fail "$1 on $2 ranks: the field has the hash $(field_hash), not $wanted"
  echo "$1: $(field_hash)"
}

run_mesh 0 meshes/ventricle
expect_code 'TetGen' 0
wanted=$(field_hash)
[ -n "$wanted" ] || fail 'the run of the TetGen mesh has no hash'

# ---- formats that meshio writes ----

mkdir "$folder/other"
"$python" tests/io/importers/write_formats.py meshes/ventricle "$folder/other" > "$folder/names" || fail 'write_formats.py'
[ "$(wc -l < "$folder/names")" -ge 8 ] || fail "only $(wc -l < "$folder/names") formats were written"
while read -r name; do
  check_field "$name" 0 "$folder/other/$name"          # imports
  check_field "$name again" 2 "$folder/other/$name"    # reads the mesh file
  launch 0 mesh import "$folder/other/$name" -o "$folder/imported/${name%.*}"
  expect_code "import of $name" 0
  check_field "$name imported" 0 "$folder/imported/${name%.*}"
done < "$folder/names"

# ---- round trips: export, import and comparison ----

# mesh_hash BASE: prints hashes of the points, of the cells with regions, and of the markers of a TetGen mesh. They depend neither on the
# first number nor on the order of faces.
mesh_hash() {
  "$python" -c 'import hashlib, os, sys
sys.path.insert(0, "tests/io/importers")
from write_formats import read_mesh
points, cells, regions, faces, markers = read_mesh(sys.argv[1])
rows = sorted((*sorted(map(int, face)), int(marker)) for face, marker in zip(faces, markers))
for part in (points.tolist(), [cells.tolist(), regions.tolist()], rows):
    print(hashlib.sha256(repr(part).encode()).hexdigest()[:8], end=" ")' "$1"
}

# round_trip NAME FILE [OPTION..]: exports the mesh with regions and markers, imports the file as text, and prints the hashes.
round_trip() {
  local name=$1 file=$2
  shift 2
  launch 0 mesh export meshes/layers -o "$file" "$@"
  expect_code "export to $name" 0
  launch 0 mesh import "$file" -o "$folder/back/$name" --text
  expect_code "import of the exported $name" 0
  echo "$name: $(mesh_hash "$folder/back/$name")"
}

launch 0 mesh import meshes/layers.node -o "$folder/back/first" --text
expect_code 'TetGen as text' 0
whole=$(mesh_hash "$folder/back/first")
mkdir "$folder/out"
for trip in 'msh2 layers2.msh' 'msh layers4.msh' 'tetgen layers.node' 'vtu layers.vtu'; do
  read -r format file <<< "$trip"
  round_trip "$format" "$folder/out/$file" --format "$format"
  [ "$(mesh_hash "$folder/back/$format")" = "$whole" ] || fail "$format: $(mesh_hash "$folder/back/$format"), not $whole"
done
round_trip carp "$folder/out/layers.elem"
[ "$(mesh_hash "$folder/back/carp" | cut -d' ' -f1,2)" = "$(cut -d' ' -f1,2 <<< "$whole")" ] || fail "carp: the points or cells differ"

# ---- meshes that an import must change: merged vertices, divided hexahedra ----

# The cells of this mesh share no vertices, so the import needs --merge. The mesh has no markers, which the
# boundary conditions of cube.yaml do not need.
"$python" tests/io/importers/write_boxes.py apart meshes/cube "$folder/apart.msh"
launch 0 mesh import "$folder/apart.msh" -o "$folder/apart"
expect_code 'a discontinuous mesh' 3 'coincide' '--merge exact'
launch 0 mesh import "$folder/apart.msh" -o "$folder/apart" --merge exact
expect_code 'a discontinuous mesh, merged' 0
launch 0 run configs/cube.yaml --machine "$known" -s time.end=null -s time.steps=20
expect_code 'cube' 0
wanted=$(field_hash)
launch 0 run configs/cube.yaml --machine "$known" -s time.end=null -s time.steps=20 -s "mesh.file=$folder/apart"
expect_code 'the merged cube' 0
[ "$(field_hash)" = "$wanted" ] || fail "the merged cube has the hash $(field_hash), not $wanted"

# Boxes of n x n x n hexahedra, which the import divides into tetrahedra. The test checks the number of cells,
# that no interior face is a boundary face, and the order of convergence of the scheme.
for n in 5 10 20; do
  "$python" tests/io/importers/write_boxes.py hexahedra $n "$folder/box$n.msh"
  launch 0 mesh import "$folder/box$n.msh" -o "$folder/box$n"
  expect_code "$n^3 hexahedra" 3 "$((n * n * n)) hexahedra" '--split'
  launch 0 mesh import "$folder/box$n.msh" -o "$folder/box$n" --split --json "$folder/box$n.json"
  expect_code "$n^3 hexahedra, divided" 0
  launch 0 mesh check "$folder/box$n" --json "$folder/check$n.json"
  expect_code "check of $n^3 divided hexahedra" 0
done
"$python" -c 'import json, sys
mesh = json.load(open(sys.argv[1]))["mesh"]
topology = mesh["topology"]
sys.exit(not (40000 <= mesh["cells"] <= 48000 and mesh["boundary_faces"] == 6 * 2 * 400 and topology["components"] == 1
              and topology["interior_boundary_faces"] == 0))' "$folder/check20.json" || fail "20^3 divided hexahedra: $(cat "$folder/check20.json")"
launch 0 verify configs/cube.yaml -q --meshes "$folder/box5,$folder/box10,$folder/box20" --at-least 1.9
expect_code 'order on divided hexahedra' 0
cat "$folder/stdout"
finish
