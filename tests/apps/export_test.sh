#!/usr/bin/env bash
# `tetracast export` writes the linear system that a run solves. The test checks the files for every weighting
# and order.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need /usr/bin/python3 python3

cat > "$folder/c.yaml" <<YAML
mesh: {file: meshes/cube}
diffusion: {scheme: two-point}
boundary: {markers: [{marker: 1, kind: value, value: "2+t"}, {marker: 2, kind: exchange, h: 1, outside: 3}]}
initial: "1 + sin(3*x) + y*z"
source: "x"
time: {method: implicit, theta: 0.6, steps: 1, dt: 0.002}
solver: {tolerance: 1e-12}
machine: none
YAML
launch 0 run "$folder/c.yaml" -q --json "$folder/run.json"
expect_code run 0
for ranks in 0 2; do
  rm -rf "$folder/new"
  launch $ranks export "$folder/c.yaml" -q -o "$folder/new/a"
  expect_code "export on $ranks ranks" 0
  expect_output "export on $ranks ranks" "written: $folder/new/a.mtx" "$folder/new/a-rhs.mtx" "$folder/new/a-start.mtx" "$folder/new/a-cells.mtx" "$folder/new/a-volumes.mtx"
done
launch 0 export "$folder/c.yaml" -q -o "$folder/w" --weighting symmetric
expect_code weighted 0
launch 0 export "$folder/c.yaml" -q -o "$folder/c" --order colour
expect_code coloured 0
launch 0 export "$folder/c.yaml" -q -o "$folder/k" --weighting volume --unknown distance --hierarchy -s 'solver.preconditioner={name: multigrid, coarsest: 20}'
expect_code 'weighted by volumes' 0
expect_output 'levels' "written: $folder/k-level-0.mtx" "written: $folder/k-aggregates-0.mtx" "written: $folder/k-level-1.mtx"
/usr/bin/python3 tests/apps/export_check.py "$folder/new/a" "$folder/w" "$folder/c" "$folder/k" "$folder/run.json" || fail 'the system of a step'

launch 0 export "$folder/c.yaml" -q -o "$folder/s" -s 'time={method: steady, theta: null, steps: null, dt: auto}'
expect_code 'a steady state' 0

launch 2 export "$folder/c.yaml" -q
expect_code 'no -o' 2 '-o BASE'
launch 0 export "$folder/c.yaml" -q -o "$folder/"
expect_code 'a folder' 2 'names no file'
[ ! -e "$folder/.mtx" ] || fail 'wrote a hidden file'
launch 0 export "$folder/c.yaml" -q -o "$folder/new"
expect_code 'a folder without a slash' 2 "-o $folder/new: is a directory" "$folder/new/system"
[ ! -e "$folder/new.mtx" ] || fail 'wrote next to the folder'
launch 0 export "$folder/c.yaml" -q -o /dev/null
expect_code 'a device' 2 '-o /dev/null: is a device or a pipe'
if [ -e /dev/null.mtx ]; then fail 'wrote among the devices'; fi
launch 2 export "$folder/c.yaml" -q -o "$folder/x" --order rainbow
expect_code 'no such order' 2 '--order: expected' 'colour'
launch 2 export "$folder/c.yaml" -q -o "$folder/x" -s time.method=euler -s time.theta=null -s solver=null
expect_code 'no systems' 2 'euler solves no systems'
printf 'in the way\n' > "$folder/y-rhs.mtx"
launch 2 export "$folder/c.yaml" -q -o "$folder/y"
expect_code 'something in the way' 5 'y-rhs.mtx' 'is not a Matrix Market file that Tetracast has written'
[ ! -e "$folder/y.mtx" ] || fail 'wrote only a part of the files'
printf '%%%%MatrixMarket matrix coordinate real general\n%% of another program\n1 1 1\n1 1 3\n' > "$folder/z.mtx"
before=$(cksum < "$folder/z.mtx")
launch 2 export "$folder/c.yaml" -q -o "$folder/z"
expect_code 'a matrix of another program' 5 'z.mtx' 'is not a Matrix Market file that Tetracast has written'
[ "$(cksum < "$folder/z.mtx")" = "$before" ] || fail 'replaced the matrix of another program'
launch 2 export "$folder/c.yaml" -q -o "$folder/w"
expect_code 'over its own files' 0
printf 'in the way\n' > "$folder/v-level-7.mtx"
launch 2 export "$folder/c.yaml" -q -o "$folder/v" --hierarchy
expect_code 'something in the way of a level' 5 'v-level-7.mtx' 'is not a Matrix Market file that Tetracast has written'
[ ! -e "$folder/v.mtx" ] || fail 'wrote the system without the levels'
finish
