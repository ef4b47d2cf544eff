#!/usr/bin/env bash
# The headers of configs state orders of convergence. This test checks them with short runs on two TetGen
# meshes, of which the finer one ships with Tetracast.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need tetgen tetgen

for name in cube layers; do
  limited 120 meshes/make.sh $name 1000 "$folder/$name" > "$folder/stderr" 2>&1 || fail "making the mesh of the $name"
done

second_order() { # config, required order, arguments...
  local config=$1 order=$2 mesh=cube
  shift 2
  [ "$config" != layers ] || mesh=layers
  launch 0 verify "configs/$config.yaml" -q --meshes "$folder/$mesh,meshes/$mesh" --at-least "$order" "$@"
  expect_code "$config" 0
  grep -F ' between the two' "$folder/stdout" | sed "s/^/$config:/"
}

second_order cube 1.8
second_order mixed 1.8
second_order fvca6-1 1.8 --steady
second_order fvca6-3 1.4 --steady
second_order layers 1.7 --steady
second_order turning 1.7 --steady
second_order turning 1.5 --steady -s 'diffusion.fibres.tensor={along: 25}' \
  -s 'source=sin(2*x+y+z)*(6 + 24*(2*cos(2*pi/3*z)+sin(2*pi/3*z))^2)'

# The two-point scheme is not consistent on meshes of TetGen, and verify reports this. The fields of steady
# states have the same bits on any number of ranks.
launch 0 verify configs/fvca6-1.yaml -q --steady --schemes two-point,gradient --meshes "$folder/cube,meshes/cube" --json "$folder/one.json"
expect_code 'two-point' 0
expect_output 'two-point' 'not consistent'
launch 2 verify configs/fvca6-1.yaml -q --steady --schemes two-point,gradient --meshes "$folder/cube,meshes/cube" --json "$folder/two.json"
expect_code 'on 2 ranks' 0
[ "$(grep -c '"hash"' "$folder/one.json")" = 4 ] || fail 'no hashes'
[ "$(grep '"hash"' "$folder/one.json")" = "$(grep '"hash"' "$folder/two.json")" ] || fail '2 ranks: other bits'
finish
