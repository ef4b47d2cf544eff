#!/usr/bin/env bash
# finegrain analyse and predict: partitions and counts of the shipped programs, forecasts derived from Table 1
# of Zhang and Seidel 2006, and wrong input.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
TETRACAST=$(dirname "$TETRACAST")/finegrain speaker=finegrain # the program that launch starts
[ -x "$TETRACAST" ] || { echo "skipped: $TETRACAST is not built"; exit 77; }
readonly machines=configs/machines

# ---- run times computed from the access rates in Table 1, which contains no run times ----
while read -r program file layer seconds options; do
  # shellcheck disable=SC2086 # several words
  launch 0 predict "$program" --machine "$machines/$file-2006.yaml" --ranks 12 --layer "$layer" $options
  expect_code "$program on $file" 0
  expect_line "$program on $file" "^ +12 +12 +$layer +${seconds//_/ } "
  expect_output "$program on $file" 'Derived from' 'neither measured nor' 'Zhang and Seidel 2006'
done <<'TABLE'
histogram mupc plain 11.1_s --size 1048576 --percent 10
histogram mupc plain 55.7_s --size 1048576 --percent 50:50:10
histogram mupc plain 55.7_s --percent 50,50
histogram mupc-cache cached 22.1_s --size 1048576 --percent 10
histogram berkeley-upc batched 8.59_s --size 1048576 --percent 10
histogram gcc-upc-t3e plain 351_ms --size 1048576 --percent 10
matrix mupc plain 88.4_s
matrix mupc cached 75.9_s
matrix mupc-cache cached 1.80_s --layout cyclic
matrix berkeley-upc batched 70.5_s
matrix gcc-upc-t3e plain 6.90_s
TABLE

# ---- rates depend on the number of ranks: the two halves of Table 1 ----
while read -r program file layer seconds; do
  launch 0 predict "$program" --machine "$machines/$file-2006.yaml" --ranks 2 --layer "$layer"
  expect_line "$program on $file, 2 ranks" "^ +2 +2 +$layer +${seconds//_/ } "
done <<'TABLE'
histogram mupc plain 5.23_s
histogram mupc-cache cached 6.86_s
histogram berkeley-upc batched 3.64_s
histogram gcc-upc-t3e plain 275_ms
matrix mupc plain 250_s
matrix mupc-cache cached 6.37_s
matrix berkeley-upc batched 167_s
matrix gcc-upc-t3e plain 32.0_s
sobel mupc plain 2.59_s
sobel mupc-cache cached 2.17_s
sobel berkeley-upc batched 2.26_s
sobel gcc-upc-t3e plain 16.2_s
TABLE
launch 0 predict sobel --machine "$machines/mupc-2006.yaml" --ranks 1,2,4,12,24 --json "$folder/r.json"
expect_code 'other numbers of ranks' 0
grep -qF 'warning: MuPC has rates for 2 to 12 ranks: the forecast for 24 ranks uses those for 12' "$folder/stderr" || fail 'no warning for 24 ranks'
expect_output 'other numbers of ranks' '*: rates interpolated between 2 and 12 ranks' '!: no rates for this number of ranks' '; 4 ranks, interpolated:'
expect_line 'other numbers of ranks' '^ +1! +1 +plain '
expect_line 'other numbers of ranks' '^ +4\* +4 +plain '
# The rates are 14 K/s with 2 ranks and 12 K/s with 12 ranks. Interpolation of the logarithms gives 14
# (12/14)^(log 2 / log 6) = 13.19 K/s with 4 ranks, which are 75.8 us.
expect_line 'other numbers of ranks' '^  baseline, far +75.8 us '
[ "$(jq -c '[.results[].rates]' "$folder/r.json")" = '["outside","measured","interpolated","measured","outside"]' ] || fail 'origin of the rates'
launch 0 predict histogram --machine "$machines/mupc-cache-2006.yaml" --ranks 12
expect_line 'gain of vectors' '^  vector, far +1.30 us +71.3 '
launch 0 predict histogram --machine "$machines/berkeley-upc-2006.yaml" --ranks 12
expect_line 'gain of coalescing' '^  coalesce, far +8.20 us +8.08 '

# ---- partitions of references by access pattern ----
launch 0 analyse sobel --ranks 2,12 --layer cached --json "$folder/a.json"
expect_code 'sobel' 0
expect_output 'sobel' '2 ranks on 2 nodes, layer cached: 4 partitions' '1  writes elements of other ranks: the blocks of the array and' \
  'O[i-1][j+1] O[i-1][j-1] O[i-1][j]; 2 repetitions of these'
expect_line 'sobel on 2' '^  all +reads +15962022 +0 +5994$'
expect_line 'sobel on 12' '^  all +reads +2654006 +0 +16661$'
expect_line 'sobel on 12' '^  all +writes +332999 +0 +1336$'
/usr/bin/python3 - "$folder/a.json" <<'PYTHON' || fail 'the JSON of sobel'
import json, sys
report = json.load(open(sys.argv[1]))
two, twelve = report["results"]
assert (report["program"], report["input"], report["loops"]) == ("finegrain", "sobel", "sobel")
assert [len(case["partitions"]) for case in (two, twelve)] == [4, 4]
assert (two["layer"], two["ranks"], two["nodes"]) == ("cached", 2, 2) and "predicted_s" not in two
above = two["partitions"][1]
assert above["name"] == "O" and len(above["references"]) == 5 and above["interval"] == 1
assert above["reads"] == {"references": 3, "local": 5988006, "near": 0, "far": 5994}
assert above["pattern"]["vector"] == 5994 and above["pattern"]["baseline"] == 0
assert twelve["partitions"][0]["writes"]["far"] == 1336
PYTHON
launch 0 analyse matrix --ranks 4 --layout cyclic
expect_code 'matrix' 0
expect_output 'matrix' '4 partitions' '2  is not merged with partition 1' '1  would have 14400 writes if'
expect_line 'matrix' '^  all +reads +7776000 +0 +2592000$'
launch 0 analyse neighbours --layer cached
expect_output 'the first example' '1 partition' '75 % vector, 25 % local'
launch 0 analyse neighbours-cyclic --layer cached
expect_output 'the second example' '2 partitions' '75 % baseline, 25 % local'
launch 0 analyse histogram
expect_output 'histogram' '1 partition' '75 % baseline, 25 % local'
launch 0 analyse matrix --ranks 4 --ranks-per-node 2
expect_line 'two ranks on a node' '^ +4 B +1 reads +75 % baseline, 25 % local +864000 +864000 +1728000$'

# ---- a machine file with all parameters, and loops from a file ----
cat > "$folder/m.yaml" <<'YAML'
name: made up
ranks_per_node: 2
patterns:
  private_read_s: 1e-9
  private_write_s: 1e-9
  local_read_s: 5e-9
  local_write_s: 5e-9
  baseline_near_read_s: 1e-8
YAML
cat > "$folder/l.yaml" <<'YAML'
values: {N: 100}
arrays: {A: {size: [N], block: indefinite, owner: T-1}}
intervals:
- loop: [{i: [0, N]}]
  references: [{read: 'A[i]'}]
YAML
# A machine file that contains only `patterns` must have a baseline_far rate. Without such a rate,
# private_bandwidth_Bps is required.
launch 0 predict "$folder/l.yaml" --machine "$folder/m.yaml" --ranks 2
expect_code 'only patterns of one node' 2 'private_bandwidth_Bps is missing'
echo '  baseline_far_read_s: 1e-6' >> "$folder/m.yaml"
launch 0 predict "$folder/l.yaml" --machine "$folder/m.yaml" --ranks 1,2,4 --json "$folder/p.json" --set N=1000
expect_code 'loops of our own' 0
expect_line 'one rank' '^ +1 +1 +plain +5.00 us +5.00 us +0 +0.2$'
expect_line 'two ranks of a node' '^ +2 +1 +plain +10.0 us '
expect_line 'two nodes' '^ +4 +2 +plain +1.00 ms '
launch 0 predict "$folder/l.yaml" --machine "$folder/m.yaml" --ranks 2 --layer private --private 1e-6
expect_line 'private accesses in addition' '^ +2 +1 +private +1.90 us '
for option in --variant --reading; do # --reading is the former name
  launch 0 predict "$folder/l.yaml" --machine "$folder/m.yaml" --ranks 2 --private 1 $option printed
  expect_output 'as printed' 'Shared accesses count in addition to private ones, as printed'
done
/usr/bin/python3 - "$folder/p.json" <<'PYTHON' || fail 'the JSON of a forecast'
import json, sys
report = json.load(open(sys.argv[1]))
assert report["set"] == {"N": 1000} and (report["variant"], report["reading"]) == ("incremental", "beyond") and report["machine"]["name"] == "made up"
assert report["machine"]["patterns"]["local_read_s"] == 5e-9
assert [abs(case["predicted_s"] - s) < 1e-9 * s for case, s in zip(report["results"], (5e-6, 1e-5, 1e-3))] == [True] * 3
assert report["results"][0]["speedup"] == 0.2
PYTHON
launch 0 predict "$folder/l.yaml" --machine "$folder/m.yaml" --ranks 2 --layer plain,cached
expect_code 'a missing rate' 2 'no forecast (-) for 2 ranks on 1 node with layer cached' 'vector_near_read_s'
expect_line 'the other layers have forecasts' '^ +2 +1 +plain +1.00 us '
expect_line 'the unknown one too' '^ +2 +1 +cached +- +- '

# ---- commands list and --help ----
launch 0 list
expect_code 'list' 0
expect_output 'list' 'histogram ' 'matrix ' 'sobel ' 'plain ' 'batched '
for command in analyse predict run list; do
  launch 0 "$command" --help
  expect_code "$command --help" 0
  expect_output "$command --help" 'usage: ' "finegrain $command"
done
launch 0 --help
expect_code '--help' 0
launch 0
[ "$code" = 2 ] || fail "without arguments: exit code $code"

# ---- wrong input ----
while IFS='|' read -r words wanted; do
  # shellcheck disable=SC2086 # several words
  launch 0 $words
  expect_code "$words" 2 "$wanted"
done <<TABLE
analise sobel|unknown command 'analise' (did you mean 'analyse'?)
analyse|analyse needs a program or a file
analyse sobell|unknown program 'sobell' (did you mean 'sobel'?)
analyse zzzzz|known: histogram, matrix, neighbours-cyclic, neighbours, sobel): use one of these or a file
analyse sobel matrix|unexpected argument 'matrix' for analyse
analyse none.yaml|none.yaml: cannot be opened
analyse sobel --machine x|unknown option --machine
analyse sobel --ranks 0|--ranks 0: expected a list of at most 32 numbers from 1 to 65536
analyse sobel --ranks 2,|--ranks 2,: expected a list
analyse sobel --ranks|option --ranks needs a value
analyse sobel --ranks 12 --size 10|--size 10: smaller than the number of ranks, 12: increase the size
analyse sobel --size 50000|the array has 2500000000 elements, but must have fewer than 2^31: reduce the size
analyse sobel --percent 10|has no value named 'P' (values: N): use one of these or remove the option that sets 'P'
analyse histogram --percent 0|--percent 0: expected a whole number from 1 to 100
analyse histogram --percent 101|--percent 101: expected a whole number from 1 to 100
analyse histogram --set P|--set P: expected a value of the program, like N=1000
analyse histogram --set P=-1|(exclusive) has no iterations
analyse matrix --size 100 --ranks 12|blocks of columns require a size that is a multiple of the 12 ranks: use 108
analyse matrix --layout rows|--layout rows: expected cyclic or block
analyse matrix --layer cache|--layer: expected one of plain, cached, batched, private, found 'cache' (did you mean 'cached'?)
predict sobel --ranks 2|predict needs --machine FILE
predict sobel --machine $machines/mupc-2006.yaml|predict needs --ranks LIST
predict sobel --machine auto --ranks 2|--machine auto: the forecast needs the values of a machine file
predict sobel --machine none.yaml --ranks 2|none.yaml: cannot be opened
predict sobel --machine $machines/abel.yaml --ranks 32|lacks local_read_s, baseline_near_read_s, baseline_far_read_s, local_write_s, baseline_near_write_s: measure with mpirun .. finegrain bench -o FILE
predict sobel --machine $machines/mupc-2006.yaml --ranks 2 --private fast|--private fast: expected a number of seconds up to 1e9
predict sobel --machine $machines/mupc-2006.yaml --ranks 2 --private 1e300|--private 1e300: expected a number of seconds up to 1e9
predict sobel --machine $machines/mupc-2006.yaml --ranks 2 --variant mine|--variant mine: expected printed or incremental
predict sobel --machine $machines/mupc-2006.yaml --ranks 2 --json $machines/mupc-2006.yaml|--json
TABLE
launch 0 analyse matrix --size 100 --ranks 12 --layout cyclic
expect_code 'in turn any size will do' 0
cat > "$folder/bad.yaml" <<'YAML'
arrays: {A: {size: [10, 10]}}
intervals:
- loop: [{i: [0, 10]}, {j: [0, 10]}]
  references:
  - read: A[i][j]
  - write: A[i*j][0]
YAML
launch 0 analyse "$folder/bad.yaml"
expect_code 'a subscript that is not affine' 2 "bad.yaml:6: intervals, item 1: references, item 2: write: 'A[i*j][0]': not affine"
{
  printf 'arrays: {A: {size: [131072]}}\nintervals:\n- loop: [{i: [0, 1]}]\n  references:\n'
  for ((r = 0; r < 60; r++)); do echo "  - read: A[i+$((1000 * r))]"; done
} > "$folder/many.yaml"
launch 0 analyse "$folder/many.yaml" --ranks 64
expect_code 'many references' 0
memory=$(ulimit -v)
ulimit -S -v 700000
launch 0 analyse "$folder/many.yaml" --ranks 64,65536
ulimit -S -v "$memory"
expect_code 'more than the memory' 2 '--ranks 65536: the access counts of 60 references need up to 0.5 GB' 'use fewer ranks'
printf '{\n  "program": "tetracast",\n}\n' > "$folder/run.json"
launch 0 analyse sobel --json "$folder/run.json"
expect_code 'the report of another program' 5 'run.json: exists and is not a JSON report of finegrain'
grep -q tetracast "$folder/run.json" || fail 'the report of another program is gone'
launch 0 --version
expect_code --version 0
expect_output --version 'finegrain ' 'commit '
OMP_NUM_THREADS=abc launch 0 list
expect_code OMP_NUM_THREADS 2 "OMP_NUM_THREADS is 'abc'"
launch 0 analyse sobel --json /dev/full
[ "$code" = 5 ] || fail "a full disk: exit code $code"
finish
