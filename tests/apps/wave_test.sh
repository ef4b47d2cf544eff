#!/usr/bin/env bash
# The speed of a planar wave converges on finer and finer bars, and its order can be verified.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need /usr/bin/python3 python3
need tetgen tetgen

speed_error() { # mesh
  launch 2 run configs/wave.yaml -q --machine none -s mesh.file="$1" --json "$folder/wave.json" >&2
  expect_code "$1" 0
  /usr/bin/python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
print(abs((r["results"][0]["field"]["integral"] - r["initial"]["integral"])/2.5/2 - 1))' "$folder/wave.json"
}

for cells in 1000 2500; do limited 120 meshes/make.sh bar $cells "$folder/bar-$cells" > "$folder/log" 2>&1 || fail "bar of $cells cells"; done
coarse=$(speed_error "$folder/bar-1000") middle=$(speed_error "$folder/bar-2500") fine=$(speed_error meshes/bar)
/usr/bin/python3 -c 'import sys
coarse, middle, fine = map(float, sys.argv[1:])
assert coarse > middle > fine and fine < 0.02, sys.argv' "$coarse" "$middle" "$fine" || fail "speeds do not converge: $coarse $middle $fine"

launch 2 verify configs/wave.yaml -q --meshes "$folder/bar-1000,$folder/bar-2500,meshes/bar"
expect_code verify 0
expect_output verify 'second order'
finish
