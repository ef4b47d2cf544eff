#!/usr/bin/env bash
# finegrain_run_test.sh [--all]: `finegrain run` counts the accesses to shared arrays in each layer. The
# reports must contain the values of the table, and wrong input is refused.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
TETRACAST=$(dirname "$TETRACAST")/finegrain speaker=finegrain # the program that launch starts
[ -x "$TETRACAST" ] || { echo "skipped: $TETRACAST is not built"; exit 77; }

# Expects that the counts of a run equal the sums over its partitions, and that the JSON report has all keys.
expect_counts() { # name, report, lines
  /usr/bin/python3 - "$2" "$3" <<'PYTHON' || fail "$1: the JSON"
import json, sys
report, lines = json.load(open(sys.argv[1])), int(sys.argv[2])
assert report["program"] == "finegrain" and len(report["results"]) == lines
assert {"is_comparable", "oversubscribed", "shared_elements", "layout", "set"} <= set(report)
for case in report["results"]:
    assert {"program", "layer", "ranks", "nodes", "size", "measured_s", "predicted_s", "error", "partitions", "rates"} <= set(case)
    assert case["measured_s"] > 0 and case["private_s"] > 0 and case["predicted_s"] > 0
    for use in ("reads", "writes"):
        counted = case["counted"][use]
        wanted = {kind: sum(p[use][kind] for p in case["partitions"]) for kind in ("local", "near", "far")}
        if case["program"] == "sobel":
            assert (counted["local"], counted["near"], counted["far"]) == ((5662, 114, 0) if use == "reads" else (722, 0, 0))
        elif case["program"] == "histogram":
            assert abs(sum(wanted.values()) - counted["local"] - counted["near"]) < 0.1 * sum(wanted.values())
        else:
            assert all(counted[kind] == wanted[kind] for kind in wanted), (case["layer"], use, counted, wanted)
PYTHON
}

# ---- programs that ship with finegrain ----
launch 2 run histogram --size 1000 --percent 10:30:20 --layer private --repeats 2 --json "$folder/h.json" --csv "$folder/h.csv"
expect_code 'histogram' 0
expect_output 'histogram' '2 ranks on 1 node, size 1000; checked: every element' ' private   10 %' ' private   30 %' 'speed-up    (3)'
expect_counts 'histogram' "$folder/h.json" 2
/usr/bin/python3 -c 'import json, sys; assert "P" not in json.load(open(sys.argv[1]))["set"]' "$folder/h.json" || fail 'the report has one percentage for all lines'
head -n 1 "$folder/h.csv" | grep -q '^program,layer,ranks,nodes,size,percent,layout,own,near,far,measured_s,' || fail 'the head of the CSV'
[ "$(grep -c '^histogram,private,2,1,1000,[13]0,,' "$folder/h.csv")" = 2 ] || fail 'the lines of the CSV'
grep -qF '(2 of 2, about' "$folder/stderr" || fail 'no progress'
launch 2 run histogram --size 1000 --percent 50 --layer plain --collide -q
expect_code 'ranks that meet' 0
expect_output 'ranks that meet' ', ranks may collide'
[ -s "$folder/stderr" ] && fail 'progress with -q'
launch 2 run sobel --size 40 --layer cached,batched --json "$folder/s.json"
expect_code 'sobel' 0
expect_output 'sobel' ' cached ' ' batched ' 'no value is remote on one node'
expect_counts 'sobel' "$folder/s.json" 2
cat > "$folder/l.yaml" <<'YAML'
values: {N: 60}
arrays: {A: {size: [N, N], block: N}, B: {size: [N], block: indefinite}}
intervals:
- loop: [{i: [0, N]}, {j: [1, N]}]
  affinity: "A[i][0]"
  references: [{read: "A[i][j-1]"}, {read: "A[N-1-i][j]"}, {update: "A[i][0]"}, {read: "B[j]"}]
- loop: [{i: [0, N]}]
  references: [{read: "B[i]"}, {write: "B[random(anywhere)]"}]
YAML
launch 2 run "$folder/l.yaml" --layer batched --set N=50 --json "$folder/l.json"
expect_code 'loops of our own' 0
expect_output 'loops of our own' 'a program' 'size 50' 'every value that is read is verified'

# Only with --all, because each launch measures the machine. tests/finegrain/test_runner.c also runs these
# programs, on one and three ranks.
if [ "${1-}" = --all ]; then
  for layout in block cyclic; do
    launch 2 run matrix --size 24 --layout "$layout" --layer plain --json "$folder/m.$layout.json"
    expect_code "matrix, $layout" 0
    expect_counts "matrix, $layout" "$folder/m.$layout.json" 1
  done
  cat > "$folder/m.yaml" <<'YAML'
name: matrix
values: {N: 10}
arrays: {X: {size: [N]}}
intervals: [{loop: [{i: [0, N]}], affinity: "X[i]", references: [{read: "X[i]"}]}]
YAML
  launch 2 run "$folder/m.yaml" --layer plain --json "$folder/m.json" # the name in a file does not select a shipped program
  expect_code 'a file with the name matrix' 0
  /usr/bin/python3 -c 'import json, sys; r = json.load(open(sys.argv[1]))["results"][0]["counted"]["reads"]; assert r["local"] + r["near"] == 5, r' "$folder/m.json" || fail 'a file with the name matrix: its reads'
  launch 1 run neighbours --layer plain
  expect_code 'one rank' 0
  launch 3 run neighbours-cyclic --layer plain
  expect_code 'three ranks' 0
fi

# ---- wrong input ----
cat > "$folder/owner.yaml" <<'YAML'
arrays: {A: {size: [10], block: indefinite, owner: T-1}}
intervals: [{loop: [{i: [0, 10]}], references: [{read: 'A[i]'}]}]
YAML
while IFS='|' read -r words wanted; do
  # shellcheck disable=SC2086 # several words
  launch 2 run $words
  expect_code "$words" 2 "$wanted"
done <<TABLE
histogram --size 2000000000 --layer plain|use a smaller --size
sobel --size 20 --collide|--collide: ranks never update the same element of sobel: remove the option
histogram --size 2|--size 2: below the minimum of 3: increase the size
matrix --size 6 --set CYCLIC=2|--set CYCLIC=2: neither 0 nor 1: use --layout
sobell|unknown program 'sobell' (did you mean 'sobel'?)
histogram --percent 0|--percent 0: expected a whole number from 1 to 100
histogram --percent 10:101:10|--percent 10:101:10: expected a list of percentages from 1 to 100, like 10:90:10
histogram --percent 30:10:10|--percent 30:10:10: expected a list of percentages
histogram --percent 10:30|--percent 10:30: expected a list of percentages
histogram --percent 1:100:1|--percent 1:100:1: expected a list of at most 32 percentages
histogram --size 1 --percent 100|--size 1: smaller than the number of ranks, 2: increase the size
sobel --percent 10|has no value named 'P' (values: N): use one of these or remove the option that sets 'P'
matrix --size 25|blocks of columns require a size that is a multiple of the 2 ranks: use 26 or --layout cyclic
histogram --repeats 0|--repeats 0: expected a whole number from 1 to 1000
histogram --layer cache|did you mean 'cached'?
histogram --machine x|unknown option --machine
$folder/owner.yaml|owner.yaml: array A belongs to rank 1 alone, which run does not support: set its owner to 0
$folder/l.yaml --json $folder/l.yaml|--json
histogram --json $folder/x --csv $folder/x|--csv
TABLE
launch 0 analyse histogram --percent 10:30:10
expect_code 'several percentages without a run' 2 '--percent: analyse supports one percentage only'
launch 2 run histogram --size 1000 --layer plain --repeats 1 --csv "$folder/l.yaml"
expect_code 'a CSV over another file' 5 'l.yaml'
finish
