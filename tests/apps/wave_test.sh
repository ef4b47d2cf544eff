#!/usr/bin/env bash
# A planar wave moves along a bar. The error of its speed decreases on successively finer bars, and verify can
# determine the order of convergence.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need jq jq
need tetgen tetgen

# Sets `error` to the relative error of the wave's mean speed until t = 1. The exact speed is 2.
speed_error() { # mesh
  launch 0 run configs/wave.yaml -q --machine none -s time.end=1 -s mesh.file="$1" --json "$folder/wave.json"
  expect_code "$1" 0
  error=$(jq '(.results[0].field.integral - .initial.integral) / 2 - 1 | fabs' "$folder/wave.json")
}

for cells in 1000 2500; do limited 120 meshes/make.sh bar $cells "$folder/bar-$cells" > "$folder/log" 2>&1 || fail "bar of $cells cells"; done
errors=()
for mesh in "$folder/bar-1000" "$folder/bar-2500" meshes/bar; do speed_error "$mesh" && errors+=("$error"); done
awk 'BEGIN { exit !(ARGV[1] > ARGV[2] && ARGV[2] > ARGV[3] && ARGV[3] < 0.02) }' "${errors[@]}" || fail "speeds do not converge: ${errors[*]}"

launch 0 verify configs/wave.yaml -q -s time.end=1 --meshes "$folder/bar-1000,$folder/bar-2500,meshes/bar"
expect_code verify 0
expect_output verify 'second order'
finish
