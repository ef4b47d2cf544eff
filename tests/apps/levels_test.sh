#!/usr/bin/env bash
# `tetracast levels`: Tables 1 and 2 of Langguth et al. 2015 and derived values, machines with missing parameters, and wrong input.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
. tests/support/golden.sh
need jq jq
readonly core=configs/machines/sandybridge-core.yaml sets=140,4000,32000,500000,2500000

has() { # a line with single blanks
  tr -s ' ' < "$folder/stdout" | grep -qF -- "$1" || fail "no line '$1'"
}

launch 0 levels --machine "$core" --working-sets "$sets" --json "$folder/core.json"
expect_code 'the paper' 0
expect_golden apps levels.txt "$folder/stdout"
[ "$(jq -c '[.working_sets[] | .least / 1e7 | round]' "$folder/core.json")" = '[295,125,122,109,105]' ] || fail 'the least of each set'
[ "$(jq -c '[.program, .machine.level_cache_B[3], (.memory.roof_flops / 1e7 | round), .device.roof_flops]' "$folder/core.json")" \
  = '["tetracast",20000000,295,null]' ] || fail 'the report of the paper'

# With other working sets, or a changed machine file, the output does not compare its values with the printed
# table of the paper.
launch 0 levels --machine "$core" --working-sets 1000
expect_code 'a set of our own' 0
grep -q 'as printed' "$folder/stdout" && fail 'a set of our own: the table is printed'
sed 's/35.14e9/35.15e9/' "$core" > "$folder/like.yaml"
launch 0 levels --machine "$folder/like.yaml" --working-sets "$sets"
expect_code 'another machine' 0
grep -qE 'published|misprint' "$folder/stdout" && fail 'another machine: the table is printed'

# Default working sets: the capacities of registers and caches, and four times the last one.
launch 0 levels --machine "$core" --json "$folder/sets.json"
expect_code 'sets of the machine' 0
[ "$(jq -c '[.working_sets[].values]' "$folder/sets.json")" = '[140,4000,32000,2500000,10000000]' ] || fail 'sets of the machine'

# Machine files with missing parameters: the output has the values that do not need them.
launch 0 levels --machine configs/machines/k20.yaml
expect_code 'a device' 0
has 'device: 29.42 GFLOP/s if each value moves once'
has 'device: 9.81 GFLOP/s if every read of a neighbour moves 32 bytes'
has 'a* = 4.60 by equation (2)'
launch 0 levels --machine configs/machines/abel.yaml --working-sets 140 --json "$folder/abel.json"
expect_code 'memory alone' 0
has ' memory - 4.92 0.84'
has '(6) needs level_cache_B and level_Bps'
[ "$(jq -c '.working_sets[0].least' "$folder/abel.json")" = null ] || fail 'memory alone: no forecast'
XDG_CACHE_HOME=$folder/none launch 0 levels
expect_code 'a machine without measurements' 0
expect_output 'a machine without measurements' 'not measured yet'
{ cat "$core"; printf 'spread_B: [2e4, 3e4, 4e4, 5e4, 6e4, 7e4, 8e4, 9e4, 1e5, 2e5]\ngather4_s: [1e-12, 1e-11, 2e-11, 3e-11, 4e-11, 5e-11, 6e-11, 7e-11, 8e-11, 9e-11]\n'; } > "$folder/spread.yaml"
launch 0 levels --machine "$folder/spread.yaml"
expect_code 'single reads' 0
has ' 200 0.090 -'

# Under mpirun with 2 ranks, only one rank prints.
launch 2 levels --machine "$core" --working-sets "$sets"
expect_code 'under mpirun' 0
[ "$(grep -c '17 of 20' "$folder/stdout")" = 1 ] || fail 'under mpirun: one table is expected'

# Wrong input, which must be refused with exit code 2.
for words in "0|--working-sets 0" "140,many|--working-sets many" "3e9|--working-sets 3e9" "|--working-sets (nothing)"; do
  launch 0 levels --machine "$core" --working-sets "${words%%|*}"
  expect_code "sets '${words%%|*}'" 2 "${words#*|}"
done
launch 0 levels 140
expect_code 'a word' 2 'for levels: remove it'
launch 0 levels --machine none
expect_code 'no machine' 2 '--machine none'
launch 0 levels --machine "$folder/nowhere.yaml"
expect_code 'a file that is not there' 2 nowhere.yaml
sed 's/, 20e6//' "$core" > "$folder/three.yaml"
launch 0 levels --machine "$folder/three.yaml"
expect_code 'three levels' 2 "$folder/three.yaml:18: level_cache_B: expected a list of 4 numbers, found 3"
sed 's/35.31e9/3/' "$core" > "$folder/slow.yaml"
launch 0 levels --machine "$folder/slow.yaml"
expect_code 'out of range' 2 'level_Bps: 3 is out of range'
sed 's/35.31e9/1e9/' "$core" > "$folder/odd.yaml"
launch 0 levels --machine "$folder/odd.yaml"
expect_code 'a first cache slower than the second' 2 'level_Bps: number 1'
launch 0 levels --machine "$folder/like.yaml" --json "$folder/like.yaml"
expect_code 'a report over the machine' 2 "$folder/like.yaml"
launch 0 levels --machine "$core" --json "$folder/odd.yaml"
expect_code 'a report over another file' 5 'odd.yaml: exists and is not a JSON report of tetracast'
limited 60 "$TETRACAST" levels --machine "$core" > /dev/full 2> "$folder/stderr"
code=$?
expect_code 'a full disk under stdout' 5 stdout
finish
