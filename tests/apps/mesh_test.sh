#!/usr/bin/env bash
# `tetracast mesh`: the commands info, check, order and generate, whose results must agree.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

line() { # label: the rest of its line
  sed -nE "s/^$1 +//p" "$folder/stdout"
}

launch 0 mesh generate cube --bricks 3 -o "$folder/g"
expect_code generate 0
expect_output generate "$folder/g.node" '162 cells, 64 nodes'
launch 0 mesh info "$folder/g"
expect_code 'info of the generated cube' 0
expect_output info '162 (region 1: 162)' 'inverted cells    0' '378 (270 interior)' 'marker 1: 18' 'marker 6: 18' 'volume            1 ' \
  'extent            1 x 1 x 1, from (0, 0, 0) to (1, 1, 1)'
launch 0 mesh check "$folder/g.ele" # a name with suffix
expect_code check 0
expect_output check 'good: 162 cells, 64 nodes, 108 boundary faces'

for mesh in cube ventricle; do # the shipped meshes
  launch 0 mesh check "meshes/$mesh"
  expect_code "check meshes/$mesh" 0
  expect_output "check meshes/$mesh" good
done
expect_output 'the ventricle has 10 000 to 20 000 cells' ' 14312 cells'
expect_output 'the shape of the cells' 'dihedral angles   18.3 (cell 11045) to 149.8' 'slivers           0'
launch 0 mesh check meshes/ventricle --tensor 1,1,25 # without stabilisation (0) a mode grows by 1.3e-4 per step in that cell
expect_code 'check --tensor' 0
expect_output 'check --tensor' 'largest step      0.00139' 'stabilisation 0.3' 'no mode grows' 'cell 4488 at'
launch 0 mesh check meshes/ventricle --scheme two-point --json "$folder/real.json"
expect_output 'check --scheme two-point' '(two-point scheme)' 'stable            proved stable' 'eigenvalues       real'
launch 0 mesh check meshes/ventricle --scheme gradient --json "$folder/ellipse.json" # the ellipse of stabilised steps
expect_output 'check --scheme gradient' 'eigenvalues       inside an ellipse of axis ratio 0.06' 'Euler steps per product' 'limited by        cell '
jq -e '.mesh.stability | .axis_ratio > 0.05 and .axis_ratio < 0.08 and .euler_steps_per_product > 12 and .axis_ratio_cell > 0 and (.axis_ratio_at | length == 3)' \
  "$folder/ellipse.json" > /dev/null || fail 'check --json has no ellipse'
jq -e '.mesh.stability | .axis_ratio == 0 and .euler_steps_per_product == null' "$folder/real.json" > /dev/null || fail 'check --json of real eigenvalues'
launch 0 mesh check meshes/ventricle --tensor 1,1,-1
expect_code 'check --tensor that is none' 2 '--tensor: the tensor [1, 1, -1,' 'is not positive definite'
launch 0 mesh info meshes/ventricle
expect_output 'markers of the ventricle' 'marker 1: ' 'marker 2: ' 'marker 3: '

# Two adjacent copies of a cube are separate components, because each has its own nodes on the common face.
# After these nodes are merged, the mesh has one component.
launch 0 mesh generate cube --bricks 2 -o "$folder/one"
twice() { # ending, first line, awk program with `copy` 0 and 1 and the number n of lines of the first
  { echo "$2"; for copy in 0 1; do awk -v copy=$copy -v n="${2%% *}" "$3" <(sed '1d;/^#/d' "$folder/one.$1"); done; } > "$folder/two.$1"
}
twice node '54 3 0 0' '{ print $1 + 27 * copy, $2 + copy, $3, $4 }'
twice ele '96 4 1' '{ print $1 + 48 * copy, $2 + 27 * copy, $3 + 27 * copy, $4 + 27 * copy, $5 + 27 * copy, 1 + copy }'
launch 0 mesh check "$folder/two" --json "$folder/two.json"
expect_code 'check of two bodies' 0
expect_output 'check of two bodies' 'two: 2 components that touch without sharing a face' 'coincident nodes  9 pairs' 'interfaces        16 boundary faces'
grep -q good "$folder/stdout" && fail 'two bodies are good'
jq -e '.mesh.topology | .components == 2 and .coincident_nodes == 9 and .coincident_distance == 0 and .interior_boundary_faces == 16 and .touching' \
  "$folder/two.json" > /dev/null || fail 'check --json'
launch 0 mesh merge "$folder/two" -o "$folder/joined.node" --merge exact
expect_code 'merge' 0
expect_output merge 'components        1 (before the merge: 2)' 'merged            9 nodes' "written: $folder/joined.node, .ele"
sed -i '1i # region 2 right' "$folder/joined.ele"
launch 0 mesh info "$folder/joined" --json "$folder/joined.json"
expect_output 'info of the merged mesh' 'components        1' 'nodes             45' "region 2 'right': 48" 'marked interior   0'
jq -e '.mesh | .topology.components == 1 and .nodes == 45 and .high == [2, 1, 1] and ([.regions[] | .name, .cells] == [null, 48, "right", 48])' "$folder/joined.json" > /dev/null || fail 'info --json'

# mesh order reports the bandwidth of the mesh that it writes, which mesh info must confirm. The other
# properties of the mesh do not change.
for method in rcm metis random none; do
  launch 0 mesh order meshes/cube --method $method --block 500 -o "$folder/o"
  expect_code "order $method" 0
  after=$(line 'bandwidth after') before=$(line 'bandwidth before')
  launch 0 mesh info "$folder/o"
  expect_code "info after order $method" 0
  [ "$(line bandwidth)" = "$after" ] || fail "$method: bandwidth $(line bandwidth), reported $after"
  [ "$method" = none ] || [ "$after" != "$before" ] || fail "$method: nothing was ordered"
  expect_output "info after order $method" '4297 (region 1: 4297)' 'inverted cells    0' '9340 (7848 interior)' 'marker 1: 255' 'volume            1 '
done
cmp -s <(grep -v '^#' "$folder/o.ele" | tail -n +2 | awk '{ print $2, $3, $4, $5 }') \
  <(grep -v '^#' meshes/cube.ele | tail -n +2 | awk '{ print $2, $3, $4, $5 }') || fail 'order none changes the cells'

# mesh order --ranks computes the subdomains of the ranks in one process.
launch 0 mesh order meshes/cube --method rcm --ranks 4
metis=$(line 'edge cut' | awk '{ print $1 }')
for partitioner in chunks curve; do
  launch 0 mesh order meshes/cube --method rcm --ranks 4 --partitioner $partitioner
  expect_output "order --partitioner $partitioner" "metis distribution by $partitioner on 4 ranks" 'imbalance         1.0'
  cut=$(line 'edge cut' | awk '{ print $1 }')
  if [ "$cut" -lt "$metis" ] || [ "$cut" -gt $((3 * metis)) ]; then fail "$partitioner cuts $cut faces, METIS $metis"; fi
done
launch 0 mesh order meshes/cube --method none --ranks 4 --distribution cyclic --block-size 10
cyclic=$(line 'edge cut' | awk '{ print $1 }')
expect_output 'order --ranks' imbalance
if [ "$metis" = 0 ] || [ $((10 * metis)) -ge "$cyclic" ]; then fail "METIS cuts $metis faces, cyclic $cyclic"; fi

launch 0 mesh order meshes/cube --method metis --objective volume --ranks 5
expect_code 'order --objective' 0
volume=$(line volume | awk '{ print $1 }')
launch 0 mesh order meshes/cube --method metis --ranks 5
expect_output 'values that ranks receive' 'values that ranks receive from each other'
[ "$volume" != "$(line volume | awk '{ print $1 }')" ] || fail 'order --objective volume splits as cut does'

# --study counts the cache misses of each order, forecasts the time per row from these counts, and recommends
# the best order. The forecast needs the machine's times of single reads. The first call uses a machine file
# without these times.
sed 's/^gather\(4\|16\)_s.*//; s/^spread_B.*//; s/^level_cache_B.*//' "$known" > "$folder/known.yaml"
launch 0 mesh order meshes/cube --study --machine "$folder/known.yaml" --orders random,none,metis --order-blocks 100,0
expect_code 'order --study without reads' 0
expect_output 'order --study without reads' 'gradient scheme, width 16; metis distribution on 1 rank' 'counting took' 'No forecast (-): the machine lacks gather4_s'
[ "$(grep -c '^order:' "$folder/stdout")" = 0 ] || fail 'a best order without a forecast'
cat >> "$folder/known.yaml" <<YAML
spread_B: [1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288]
gather4_s: [1e-9, 2e-9, 3e-9, 4e-9, 5e-9, 6e-9, 7e-9, 8e-9, 9e-9, 10e-9]
gather16_s: [1e-9, 2e-9, 3e-9, 4e-9, 5e-9, 6e-9, 7e-9, 8e-9, 9e-9, 10e-9]
level_cache_B: [1120, 8192, 65536, 1048576]
YAML
for ranks in 1 3; do
  launch 0 mesh order meshes/cube --study --machine "$folder/known.yaml" --orders random,none,metis --order-blocks 100,0 --scheme two-point --ranks $ranks
  expect_code 'order --study' 0
  expect_output 'order --study' "width 4; metis distribution on $ranks rank" '  best' 'Recommended order: metis' "less than the mesh's own order" 'order:' '  method: metis'
  [ "$(grep -cE '^  (random|none|metis) ' "$folder/stdout")" = 4 ] || fail 'order --study: not a line for each'
  sed -n '/^order:/,$p' "$folder/stdout" > "$folder/order.yaml" # the output ends with keys of a config
  launch 0 run configs/cube.yaml -q --machine none -s time.end=null -s time.steps=1 -s "order={$(sed -n 's/^  //p' "$folder/order.yaml" | paste -sd,)}"
  expect_code 'the order of the study in a config' 0
done

# The JSON report of --study contains each choice as the value of its config key.
launch 0 mesh order meshes/cube --study --machine "$folder/known.yaml" --orders rcm,metis --order-blocks 100 --scheme two-point --ranks 2 --partitioner curve --json "$folder/study.json"
expect_output 'order --study --partitioner' 'metis distribution by curve on 2 ranks' 'distribution:' '  partitioner: curve'
expect_code 'order --study --json' 0
/usr/bin/python3 - "$folder/study.json" <<'PY' || fail 'order --study --json'
import json, sys
study = json.load(open(sys.argv[1]))
assert [(r["order"], r["order_block"]) for r in study["results"]] == [("rcm", None), ("metis", 100)], study["results"]
assert study["mesh"]["cells"] == 4297 and study["width"] == 4 and study["ranks"] == 2 and (study["distribution"], study["partitioner"]) == ("metis", "curve")
assert study["machine"]["level_cache_B"][2] == 65536
for r in study["results"]:
    assert r["row_s"] > 0 and r["ordering_s"] >= 0 and r["lines_per_row_beyond"]["L1"] >= r["lines_per_row_beyond"]["L2"], r
best = min(study["results"], key=lambda r: r["row_s"])
assert study["best"] in [{k: r[k] for k in ("order", "order_block")} for r in study["results"] if r["row_s"] <= 1.01 * best["row_s"]]
PY

# The number of ranks may exceed the number of cells, as in a run.
launch 0 mesh generate cube --bricks 1 -o "$folder/few"
launch 0 mesh order "$folder/few" --study --machine "$folder/known.yaml" --ranks 7 --scheme two-point
expect_code 'order --study of more ranks than cells' 0
expect_output 'order --study of more ranks than cells' 'distribution on 7 ranks' '  best' 'Recommended order: '
launch 0 mesh order "$folder/few" --ranks 7
expect_code 'order of more ranks than cells' 0
expect_output 'order of more ranks than cells' 'metis, metis distribution on 7 ranks' 'imbalance         1.1667'
launch 0 mesh order "$folder/few"
grep -q 'distribution on 1 rank$' "$folder/stdout" || fail 'order on one rank'

# mesh order writes a pattern file and the mesh in one call.
launch 0 mesh order meshes/cube --method rcm --scheme two-point --pattern "$folder/new/p" -o "$folder/with"
expect_code 'order --pattern' 0
expect_output 'order --pattern' "written: $folder/new/p: 4297 rows of 4 columns (two-point scheme)" "written: $folder/with.node"
[ "$(head -n 1 "$folder/new/p")" = 'tetracast pattern 1 4297 4' ] || fail 'order --pattern: its first line'
[ "$(wc -c < "$folder/new/p")" = $((27 + 16 * 4297)) ] || fail 'order --pattern: its size'
launch 0 mesh order meshes/cube --pattern "$folder/new/p" # replaces the first pattern
expect_code 'order --pattern again' 0
[ "$(head -n 1 "$folder/new/p")" = 'tetracast pattern 1 4297 16' ] || fail 'order --pattern again: its first line'

# mesh export writes the field of a snapshot with the mesh. Other formats are tested in tests/io/exporters.
launch 0 mesh generate cube --bricks 1 -o "$folder/box"
launch 0 run configs/cube.yaml -q --machine none -s "mesh.file=$folder/box" -s time.end=null -s time.steps=2 -s "snapshots={file: $folder/box.h5, every: 1}"
expect_code 'a run on the box' 0
launch 3 mesh export "$folder/box" -o "$folder/x/box.vtu" --field "$folder/box.h5:1" -q
expect_code 'export' 0
expect_output export "written: $folder/x/box.vtu: 6 cells, 8 vertices, field v of step 1, t = "
grep -aq 'NumberOfPoints="8" NumberOfCells="18"' "$folder/x/box.vtu" || fail 'export: the file'
launch 0 mesh export "$folder/box" -o "$folder/x/box.vtu"
expect_code 'export to an existing file' 5 "x/box.vtu: exists: use --force to replace it"
launch 0 mesh export "$folder/box" -o "$folder/x/box.vtu" --force
expect_code 'export --force' 0
launch 0 mesh export "$folder/box" -o "$folder/x/box.elem"
expect_output 'export to CARP' 'x/box.pts, ' 'not stored in this format: markers'
{ echo 1; for _ in 1 2 3 4 5 6; do echo '0 0.6 0.8'; done; } > "$folder/x/box.lon"
launch 0 mesh export "$folder/x/box.elem" -o "$folder/x/again.pts" -q # imports the mesh and its fibres
expect_code 'export of a mesh with fibres' 0
for ending in pts elem lon; do
  cmp -s "$folder/x/box.$ending" "$folder/x/again.$ending" || fail "export of a mesh with fibres: .$ending differs"
done

# With several ranks only one rank prints, and all ranks end with the same exit code.
launch 3 mesh info meshes/cube
expect_code 'info on 3 ranks' 0
[ "$(grep -c '^cells' "$folder/stdout")" = 1 ] || fail 'info on 3 ranks prints more than once'
launch 3 mesh check "$folder/none"
expect_code 'no such mesh' 3 "$folder/none.node" 'No such file'

touch "$folder/plain" # a file instead of a directory
while IFS='|' read -r wanted words arguments; do
  read -ra arguments <<< "$arguments"
  launch 0 mesh "${arguments[@]}"
  expect_code "mesh ${arguments[*]}" "$wanted" "$words"
done <<TABLE
2|dance|dance meshes/cube
2|--help|info
2|sphere|generate sphere -o $folder/s
2|-o BASE|generate cube
2|--bricks 0|generate cube --bricks 0 -o $folder/s
2|--bricks x|generate cube --bricks x -o $folder/s
2|--method: expected one of none, rcm, metis|order meshes/cube --method alphabetic
2|--objective: METIS is not used|order meshes/cube --method random --distribution cyclic --objective volume
2|--objective: METIS is not used|order meshes/cube --study --orders rcm,none --distribution cyclic --objective volume
2|one of cut, volume|order meshes/cube --objective time
2|--orders: needs --study|order meshes/cube --orders rcm
2|--json: needs --study|order meshes/cube --json $folder/o.json
2|unknown option --json|merge meshes/cube -o $folder/s --merge exact --json $folder/o.json
2|are the same file|info meshes/cube --json meshes/cube.ele
5|order.yaml|check meshes/cube --json $folder/order.yaml
2|mesh merge needs -o BASE|merge meshes/cube --merge exact
2|mesh merge needs --merge exact|merge meshes/cube -o $folder/s
2|--merge near: expected the word exact|merge meshes/cube -o $folder/s --merge near
2|--merge 0.2: expected the word exact|merge meshes/cube -o $folder/s --merge 0.2
2|--merge 0: expected the word exact|merge meshes/cube -o $folder/s --merge 0
2|are the same file|merge meshes/cube -o meshes/cube --merge exact
3|would become flat|merge meshes/cube -o $folder/s --merge 0.1
2|unknown option --merge|info meshes/cube --merge exact
2|are the same file|order meshes/cube --study --json meshes/cube.ele
5|order.yaml|order meshes/cube --study --json $folder/order.yaml
2|--machine: needs --study|order meshes/cube --machine none
2|--method: --study compares several orders|order meshes/cube --study --method rcm
2|--pattern: --study writes no pattern|order meshes/cube --study --pattern $folder/p
2|are the same file|order meshes/cube --pattern meshes/cube.ele
2|are the same file|order meshes/cube -o $folder/t --pattern $folder/t.node
5|is not a pattern of Tetracast|order meshes/cube --pattern $folder/order.yaml
5|plain/p|order meshes/cube --pattern $folder/plain/p
2|-o: --study writes no mesh|order meshes/cube --study -o $folder/s
2|--orders: expected one of none, rcm|order meshes/cube --study --orders alphabetic
2|--order-blocks 8k|order meshes/cube --study --order-blocks 8k
2|--machine none: the command needs a machine|order meshes/cube --study --machine none
2|no format has this ending|export meshes/cube -o $folder/s.stl
2|one of tetgen, vtu|export meshes/cube -o $folder/s --format vtk
2|cannot store a field|export meshes/cube -o $folder/s.elem --field $folder/box.h5
2|FILE:STEP with the number of a step|export meshes/cube -o $folder/s.vtu --field $folder/box.h5:first
3|has no snapshot of step 7: use one of the steps 0, 1, 2|export $folder/box -o $folder/s.vtu --field $folder/box.h5:7
3|contains fields of another mesh|export meshes/cube -o $folder/s.vtu --field $folder/box.h5
2|are the same file|export meshes/cube -o meshes/cube.node --force
2|are the same file|export $folder/box -o $folder/box.h5 --format vtu --force --field $folder/box.h5
2|unknown option -s|export meshes/cube -o $folder/s.vtu -s a=1
2|more than the 131072 ranks allowed for a mesh of 4297 cells|order meshes/cube --study --ranks 131073 --machine $known
2|unknown option --pattern|info meshes/cube --pattern $folder/p
2|unknown option -o|info meshes/cube -o $folder/s
2|unknown option --study|check meshes/cube --study
2|unknown option --tensor|order meshes/cube --tensor 1
2|--scheme: needs --study or --pattern|order meshes/cube --scheme two-point
2|--order-blocks: only the orders metis and blocks use it|order meshes/cube --study --orders rcm --order-blocks 8
2|--distribution: expected one of metis, cyclic, found 'random'|order meshes/cube --distribution random
2|--partitioner: expected one of auto, metis, chunks, curve, found 'stored'|order meshes/cube --partitioner stored
2|--partitioner: --distribution cyclic has no subdomains|order meshes/cube --partitioner chunks --distribution cyclic
2|--objective: METIS is not used by these orders|order meshes/cube --partitioner curve --method rcm --objective cut
2|--ranks 0|order meshes/cube --ranks 0
5|plain/s.node: cannot be written|generate cube --bricks 1 -o $folder/plain/s
5|plain/s.node: cannot be written|order meshes/cube -o $folder/plain/s
2|--ranks 200000: more than the 131072 ranks allowed for a mesh of 4297 cells|order meshes/cube --ranks 200000
TABLE
if compgen -G "$folder/s*.[nve]*" > /dev/null; then fail 'a refused command has written a mesh'; fi
finish
