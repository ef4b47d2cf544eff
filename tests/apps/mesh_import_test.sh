#!/usr/bin/env bash
# `tetracast mesh import`: report, files, exit codes and existing outputs. Other tests check the readers and
# the conversion.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# A mesh of two cells, of which one is left-handed (negative volume). It has two markers, a line, and a vertex
# that no cell uses.
cat > "$folder/heart.msh" << 'end'
$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
3
2 7 "wall"
3 1 "tissue"
3 2 "scar"
$EndPhysicalNames
$Nodes
6
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
5 1 1 1
6 9 9 9
$EndNodes
$Elements
5
1 1 2 0 1 1 2
2 2 2 7 1 1 2 3
3 2 2 8 1 2 3 5
4 4 2 1 1 1 2 3 4
5 4 2 2 1 3 2 4 5
$EndElements
end
printf '5\n0 0 0\n41200 0 0\n0 38900 0\n0 0 70100\n41200 38900 70100\n' > "$folder/c.pts"
printf '2\nTt 0 1 2 3 1\nTt 1 2 3 4 1\n' > "$folder/c.elem"
printf '1\n1 0 0\n0 1 0\n' > "$folder/c.lon"

launch 0 mesh import "$folder/heart.msh" -o "$folder/new/heart" --json "$folder/r.json" --scale 10 --marker-map wall:3
expect_code import 0
expect_output import 'source            ' '(Gmsh MSH 2.2, text' 'options           --scale 10 --marker-map wall:3' \
  "written           $folder/new/heart.mesh.h5: 2 cells, 5 vertices, 6 boundary faces" 'extent            10 x 10 x 10' \
  "regions           1 'tissue': 1 cell," "2 'scar': 1 cell," 'components        1'
jq -e '.command == "mesh import" and .mesh.cells == 2 and .source.scale == 10 and .counts.dropped_unused_nodes == 1 and
  .counts.ignored_lines == 1 and .mesh.regions[1].name == "scar" and ([.mesh.markers[] | .marker] == [0, 3, 8]) and .mesh.component_cells == [2]' \
  "$folder/r.json" > /dev/null || fail "--json"
launch 0 mesh import "$folder/heart.msh" -o "$folder/new/heart"
expect_code 'import again' 5 'heart.mesh.h5: exists: use --force to replace it'
launch 2 mesh import "$folder/heart.msh" -o "$folder/new/heart.mesh.h5" --force
expect_code 'import --force on 2 ranks' 0
launch 0 mesh info "$folder/new/heart"
expect_code 'info of the mesh file' 0
expect_output 'info of the mesh file' 'components        1' 'extent            1 x 1 x 1'

launch 0 mesh import "$folder/c.pts" "$folder/c.elem" -o "$folder/t" --text
expect_code '--text' 0
expect_output '--text' 'no boundary face has a marker, so all have the condition of the key boundary.default' "t.node, .ele, .lon: 2 cells" 'c.pts: the extent is 41200 x 38900 x 70100 and openCARP writes micrometres: use --scale 1e-3'
diff "$folder/c.lon" <(grep -v '^#' "$folder/t.lon") || fail '.lon of --text'
launch 0 mesh import "$folder/c.pts" -o "$folder/t" --text --force --scale 1e-3
expect_code '--text --force' 0
grep -q micrometres "$folder/stdout" && fail 'the advice about the unit despite --scale'

launch 0 mesh import "$folder/c.pts" -o "$folder/c" --text
expect_code 'an output that is an input' 2 'c.lon'
launch 0 mesh import "$folder/heart.msh" "$folder/c.elem" -o "$folder/x"
expect_code 'files of two meshes' 2 'c.elem'
launch 0 mesh import "$folder/heart.msh" -o "$folder/x.msh"
expect_code 'an ending of another format' 2 '-o'
launch 0 mesh import "$folder/heart.msh" -o "$folder/"
expect_code 'a directory' 2 'the name of the mesh is missing'
launch 0 mesh import "$folder/none.msh" -o "$folder/x"
expect_code 'a missing file' 3 none.msh
launch 0 mesh import "$folder/heart.msh" -o "$folder/x" --region-map skar:3
expect_code 'an unknown name' 2 skar scar
launch 0 mesh import "$folder/heart.msh" -o "$folder/heart.msh/x"
expect_code 'a directory that cannot be created' 5
[ ! -e "$folder/x.mesh.h5" ] || fail 'a failed import wrote a file'
finish
