#!/usr/bin/env bash
# heat2d on virtual nodes, which share no memory. With one-sided access between the nodes, the field must have
# the bits of one process.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
tests/cluster/nodes.sh check || exit
need jq jq
readonly heat2d=${TETRACAST%/*}/heat2d
options=(run -q --machine configs/machines/abel.yaml --rows 37 --cols 23 --steps 50 --json "$folder/r.json")
hash_of_field() { sed -nE 's/^ *"hash": "([0-9a-f]{16})",?$/\1/p' "$folder/r.json" | tail -n 1; }

TETRACAST=$heat2d launch 0 "${options[@]}" --grid 1x1
speaker=heat2d expect_code 'one process' 0
reference=$(hash_of_field)
[ -n "$reference" ] || fail 'one process: no field'
for nodes in '2 1 1x2' '2 2 2x2' '3 2 3x2'; do
  read -r count each grid <<< "$nodes"
  rm -f "$folder/r.json"
  limited 60 tests/cluster/nodes.sh run "$count" "$each" "$heat2d" "${options[@]}" --grid "$grid" > "$folder/stdout" 2> "$folder/stderr" < /dev/null
  code=$? checks=$((checks + 1))
  speaker=heat2d expect_code "$count nodes with $each ranks" 0
  [ "$(jq '.nodes' "$folder/r.json")" = "$count" ] || fail "$count nodes: the report has $(jq '.nodes' "$folder/r.json")"
  [ "$(hash_of_field)" = "$reference" ] || fail "$count nodes with $each ranks: hash $(hash_of_field)"
done
finish
