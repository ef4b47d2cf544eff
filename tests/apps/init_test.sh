#!/usr/bin/env bash
# `tetracast init` writes a config and a mesh. Both run without a warning about them, and init never replaces
# a file.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "$0")/common.sh"

# Runs the config that init wrote for some steps, from the root of the repository.
run_starter() { # kind, ranks, options..
  local kind=$1 ranks=$2 at=$folder/$1
  shift 2
  launch "$ranks" run "$at/config.yaml" --machine "$known" -s "mesh.file=$at/mesh" -s "snapshots.file=$at/field.h5" "$@"
  expect_code "run $kind on $ranks ranks" 0
  expect_output "run $kind" 'balance:'
  [ -s "$at/field.h5" ] || fail "$kind: no snapshots"
}

for kind in heat cardiac porous; do
  launch 0 init "$kind" "$folder/$kind"
  expect_code "init $kind" 0
  expect_output "init $kind" "cd '$folder/$kind' && tetracast run config.yaml"
done
for kind in heat cardiac; do
  run_starter "$kind" 0 -s "history.file=$folder/$kind/history.csv" -s time.end=null -s time.steps=4 -s snapshots.every=0
done
run_starter porous 2

config=$folder/heat/config.yaml
cmp -s configs/starters/heat.yaml "$config" || fail 'the config is not the text of configs/starters'
sum=$(cat "$folder"/heat/mesh.* | cksum)
launch 2 init cardiac "$folder/heat"
expect_code 'an existing config' 5 "$config: exists"
rm "$config"
launch 2 init cardiac "$folder/heat"
expect_code 'an existing mesh' 5 "$folder/heat/mesh.node: exists"
[ "$(cat "$folder"/heat/mesh.* | cksum)" = "$sum" ] && [ ! -e "$config" ] || fail 'files of a refused init changed'
launch 0 init heat ''
expect_code 'an empty directory' 2 'is empty'
launch 0 init heta "$folder/x"
expect_code 'an unknown kind' 2 "heat, cardiac, porous"
[ ! -e "$folder/x" ] || fail 'an unknown kind left a directory'
finish
