#!/usr/bin/env bash
# Properties that hold for all problems, tested on stretched cells and on the ventricle. The integral is
# conserved if no flux crosses the boundary. The gradient scheme is exact for linear fields with linear
# boundary data. With the two-point scheme no value leaves the range of the initial field and the boundary
# data.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need /usr/bin/python3 python3

march() { # name, overrides...
  local name=$1 set
  settings "${@:2}"
  launch 0 run configs/cube.yaml -q --machine none -s exact=null -s time='{steps: 100, end: null}' --json "$folder/r.json" "${set[@]}"
  expect_code "$name" 0
}

# A box whose cells are 32 times as long as high.
launch 0 mesh generate cube --bricks 6 -o "$folder/box"
awk 'NR > 1 && NF >= 4 && $1 !~ /#/ { $2 *= 4; $4 /= 8 } { print }' "$folder/box.node" > "$folder/flat.node"
cp "$folder/box.ele" "$folder/flat.ele"
cp "$folder/box.face" "$folder/flat.face"

readonly tensor='diffusion.tensor=[2, 1, 3, 0.5, 0.2, -0.1]' linear='1+x-2*y+0.5*z'
for mesh in "$folder/flat" meshes/ventricle; do
  name=${mesh##*/}
  for scheme in gradient two-point; do
    march "$name, no flux, $scheme" "mesh.file=$mesh" "diffusion.scheme=$scheme" "$tensor" 'initial=2+sin(x)*cos(3*y)+z^2'
    holds "$name, no flux, $scheme" "$folder/r.json" 'abs(f["integral"]/start["integral"] - 1) < 1e-12'
  done
  march "$name, linear values" "mesh.file=$mesh" "$tensor" "initial=$linear" "exact=$linear" \
    "boundary={default: {kind: value, value: $linear}}"
  holds "$name, linear values" "$folder/r.json" 'f["max_error"] < 1e-12 * max(abs(f["min"]), abs(f["max"]))'
  march "$name, two-point between values and exchanges" "mesh.file=$mesh" diffusion.scheme=two-point "$tensor" time.safety=0.5 \
    'initial=0.5+0.5*sin(50*x)*sin(40*y)*sin(60*z)' "history={file: $folder/$name.csv, every: 1}" \
    'boundary.markers=[{marker: 1, kind: value, value: 0}, {marker: 2, kind: exchange, h: 5, outside: 1}, {marker: 3, kind: exchange, h: 1000, outside: 0.5}]'
  holds "$name, two-point between values and exchanges" "$folder/r.json" '0 <= f["min"] and f["max"] <= 1 and r["balance"]["error"] < 1e-12'
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["min"] < 0 || $at["max"] > 1 { bad = 1 } END { exit bad || NR < 100 }' \
    "$folder/$name.csv" || fail "$name: two-point left the range during the run"
done

# All kinds of boundary conditions, with data that hold for a linear field. K is the diffusion tensor, and K
# grad v = (1.1, -1.55, 1.9).
values="{marker: 1, kind: value, value: $linear}, {marker: 2, kind: flux, value: 1.1}, {marker: 3, kind: flux, value: 1.55}"
exchanges="{marker: 4, kind: exchange, h: 2, outside: $linear-1.55/2}, {marker: 5, kind: exchange, h: 0.1, outside: $linear-19}"
varying="{marker: 6, kind: exchange, h: 1+x, outside: $linear+1.9/(1+x)}"
march 'linear data' "mesh.file=$folder/flat" "$tensor" "initial=$linear" "exact=$linear" \
  "boundary.markers=[$values, $exchanges, $varying]"
holds 'linear data' "$folder/r.json" 'f["max_error"] < 1e-12 * f["max"]'
finish
