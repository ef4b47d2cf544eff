#!/usr/bin/env bash
# heat2d: the same bits on any grid of ranks, errors against the closed form, the table of the paper, and
# wrong input.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
TETRACAST=$(dirname "$TETRACAST")/heat2d speaker=heat2d # the program that launch starts
[ -x "$TETRACAST" ] || { echo "skipped: $TETRACAST is not built"; exit 77; }
readonly abel=configs/machines/abel.yaml

cat > "$folder/node.yaml" <<YAML
name: one node
ranks_per_node: 2
private_bandwidth_Bps: 1.0e10
cache_line_B: 64
YAML

# Reads the report into the array `number`: the last number or text of each JSON name. Starts no processes,
# which would take longer than the runs.
declare -A number
read_report() {
  local lines line
  number=()
  mapfile -t lines < "$folder/r.json"
  for line in "${lines[@]}"; do
    [[ ! $line =~ ^' '*'"'([a-zA-Z_]+)'": '\"?([^\",]*)\"?,?$ ]] || number[${BASH_REMATCH[1]}]=${BASH_REMATCH[2]}
  done
}

# ---- equal bits on all grids of ranks ----
declare -A hash
while read -r ranks grid threads rows cols steps; do
  name="$rows x $cols, $ranks ranks as $grid, $threads threads, $steps steps"
  OMP_NUM_THREADS=$threads launch "$ranks" run -q --machine "$folder/node.yaml" --rows "$rows" --cols "$cols" \
    --steps "$steps" --grid "$grid" --json "$folder/r.json"
  expect_code "$name" 0
  expect_output "$name" 'against the closed form' 'pack' 'compute'
  read_report
  [[ ${number[hash]} =~ ^[0-9a-f]{16}$ ]] || fail "$name: hash '${number[hash]}'"
  awk -v e="${number[max_error]}" -v t="${number[tolerance]}" 'BEGIN { exit !(e != "" && e >= 0 && e <= t && t < 1e-11) }' ||
    fail "$name: error ${number[max_error]}, tolerance ${number[tolerance]}"
  key="$rows $cols $steps"
  [ "${hash[$key]:=${number[hash]}}" = "${number[hash]}" ] || fail "$name: hash ${number[hash]}, not ${hash[$key]}"
done <<'TABLE'
0 1x1 1 60 60 101
2 2x1 1 60 60 101
2 1x2 2 60 60 101
4 2x2 1 60 60 101
0 1x1 2 37 23 50
4 1x4 2 37 23 50
4 4x1 1 37 23 50
6 3x2 1 37 23 50
0 1x1 1 5 4 3
4 2x2 1 5 4 3
TABLE
[ "${hash[60 60 101]}" != "${hash[37 23 50]}" ] || fail 'different meshes have the same hash'

# ---- table and JSON report ----
launch 4 run --machine "$folder/node.yaml" --size 40 --steps 3 --ranks-per-node 2 --json "$folder/r.json"
expect_code 'two virtual nodes without network parameters' 0
expect_output 'two virtual nodes' '4 ranks (2x2) x 1 thread on 2 nodes' 'No forecast (-) across nodes'
grep -qE '^  halo +[0-9.]+ .s +- +-$' "$folder/stdout" || fail 'the halo has a forecast without remote parameters'
grep -qE '^  compute +[0-9.]+ .s +960 ns' "$folder/stdout" || fail 'compute is not forecast by hand: 3*20*20*8 B / 1e10 B/s'
python3 - "$folder/r.json" <<'PYTHON' || fail 'the JSON report of two nodes is not as expected'
import json, sys
r = json.load(open(sys.argv[1]))
result = r["results"][0]
assert (r["program"], r["ranks"], r["nodes"], r["grid"], r["mesh"]) == ("heat2d", 4, 2, [2, 2], {"rows": 40, "cols": 40})
assert r["machine"]["private_bandwidth_Bps"] == 1e10 and r["machine"]["remote_latency_s"] is None
assert result["predicted_s"]["halo"] is None and result["predicted_s"]["total"] is None and result["error"] is None
assert result["counts"] == {"horizontal_values": 80, "local_values": 80, "remote_values": 80, "remote_messages": 4}
assert [rank["node"] for rank in result["per_rank"]] == [0, 0, 1, 1]
for rank in result["per_rank"] + [result]:
    s = rank["measured_s"]
    assert all(s[part] >= 0 for part in s) and s["total"] >= s["compute"] > 0
PYTHON
launch 2 run --size 30 --steps 3 --json "$folder/r.json" # measures the machine
expect_code 'a measured machine' 0
expect_output 'a measured machine' '2 ranks (1x2)' 'per rank (machine: this one)'
# The model of the paper uses W_private, the bandwidth of memory (10 GB/s). It does so even if the block, here
# 256 x 128 points, fits into caches with a higher bandwidth (60 GB/s).
launch 2 run --size 256 --steps 2 --machine tests/support/machine.yaml --json "$folder/cached.json"
expect_code 'a block in the caches' 0
[ "$(jq -c '[.machine.private_bandwidth_Bps, (1e9 * .results[0].predicted_s.compute | round)]' "$folder/cached.json")" = '[10000000000,78643]' ] || fail 'W_private is not that of the memory'
read_report
awk -v b="${number[private_bandwidth_Bps]}" 'BEGIN { exit !(b > 1e6) }' || fail 'no memory bandwidth in the report'

# ---- Table 5 of the paper: the compute column for all ranks, and the halo column of the second variant up to
# 256 ranks ----
column() { # number of a column of the table, without marks
  awk -v c="$1" '$1 ~ /^[0-9]+$/ && NF == 6 { sub(/\*$/, "", $c); printf "%s ", $c }' "$folder/stdout"
}
expect_column() { # name, column, wanted
  [ "$(column "$2")" = "$3 " ] || fail "$1: $(column "$2"), not $3"
}
for size in 20000 40000; do
  launch 0 predict --machine $abel --size $size --ranks 16,32,64,128,256,512 --json "$folder/r.json"
  expect_code "predict $size" 0
  expect_column "grids of $size" 3 '4x4 4x8 8x8 8x16 16x16 16x32'
  expect_column "nodes of $size" 2 '1 2 4 8 16 32'
  if [ $size = 20000 ]; then
    expect_column "compute of $size" 6 '122.07 61.04 30.52 15.26 7.63 3.81'
    [[ $(column 5) = '0.33 0.37 0.21 0.21 0.13 '* ]] || fail "halo of $size: $(column 5)"
  else
    expect_column "compute of $size" 6 '488.28 244.14 122.07 61.04 30.52 15.26'
    [[ $(column 5) = '0.65 0.73 0.42 0.42 0.26 '* ]] || fail "halo of $size: $(column 5)"
  fi
  expect_output "predict $size" 'equal neither column'
  [ "$(grep -cE '^ +[0-9]+ .*\*' "$folder/stdout")" = 1 ] || fail 'not exactly one marked row'
done
for key in tabulated_s second_reading_s; do # the second is the former name
  [ "$(grep -c "\"$key\"" "$folder/r.json")" = 6 ] || fail "the JSON forecast has not six $key"
done
launch 2 predict --machine $abel --size 100 --ranks 4
expect_code 'predict under a launcher' 0
[ "$(grep -c '^2D heat equation' "$folder/stdout")" = 1 ] || fail 'predict prints more than once under a launcher'
launch 0 predict --machine "$folder/node.yaml" --size 100 --ranks 2,4
expect_code 'predict without remote parameters' 0
[[ $(column 5) =~ ^[0-9.e-]+\ -\ $ ]] || fail "two nodes have a forecast without remote parameters: $(column 5)"

# ---- help and wrong input ----
for words in --help 'run --help' 'predict -h'; do
  read -ra words <<< "$words"
  launch 0 "${words[@]}"
  expect_code "${words[*]}" 0
  expect_output "${words[*]}" 'usage: '
done
launch 0
[ "$code" = 2 ] || fail "no command: exit code $code"

printf 'in the way\n' > "$folder/file"
sed 's/cache_line_B: 64/cache_line_B: many/' "$folder/node.yaml" > "$folder/bad.yaml"
while IFS='|' read -r ranks wanted words arguments; do
  read -ra arguments <<< "$arguments"
  launch "$ranks" "${arguments[@]}"
  expect_code "${arguments[*]}" "$wanted" "$words"
  [ ! -e "$folder/out.json" ] || fail "${arguments[*]}: left a report"
done <<TABLE
0|2|dance|dance
0|2|--colour|run --colour red
0|2|--steps|run --steps
0|2|--steps 0|run --steps 0
0|2|--size 1.5e3|run --size 1.5e3
0|2|100000000 x 100000000 points need 1.6e+08 GB on a node|run --size 100000000
2|2|or less|run --size 100000000
0|2|--grid 2y2|run --grid 2y2
0|2|--grid 2x|run --grid 2x
0|2|--ranks|run --ranks 3
0|2|--machine|predict --ranks 3
0|2|--ranks LIST|predict --machine $abel
0|2|--ranks 4,,8|predict --machine $abel --ranks 4,,8
0|2|--ranks 4,|predict --machine $abel --ranks 4,
0|2|too large for 3 x 3 points|predict --machine $abel --ranks 16 --size 3 --json $folder/out.json
0|2|none.yaml|predict --machine $folder/none.yaml --ranks 2
0|2|bad.yaml:4|predict --machine $folder/bad.yaml --ranks 2 --json $folder/out.json
0|5|$folder/file/r.json|predict --machine $folder/node.yaml --ranks 2 --json $folder/file/r.json
4|2|--grid 3x1 needs 3 ranks, but there are 4: use another grid or mpirun -n 3|run --grid 3x1 --json $folder/out.json
4|2|too large for 2 x 2 points|run --size 2 --grid 1x4 --json $folder/out.json
4|2|bad.yaml:4|run --machine $folder/bad.yaml --json $folder/out.json
4|5|$folder/file/r.json|run --size 9 --json $folder/file/r.json
TABLE
"$TETRACAST" --help > /dev/full 2> "$folder/stderr"
code=$?
expect_code 'a full disk under stdout' 5 stdout
finish
