#!/usr/bin/env bash
# Reports of a run and of a comparison. The JSON has the documented keys and valid numbers, and the CSV has
# one row per part of a step.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need /usr/bin/python3 python3

check() { # name, report, expected ranks, strategies (a,b), steps
  /usr/bin/python3 tests/apps/report_check.py "${@:2}" > "$folder/stderr" 2>&1 || fail "$1"
}

for ranks in 1 2; do # the run on 1 rank measures the machine, the other one reads a machine file
  machine=auto
  [ $ranks = 1 ] || machine=$known
  launch $((ranks > 1 ? ranks : 0)) run configs/cube.yaml -q --machine "$machine" -s time.end=null -s time.steps=20 -s 'title=A "title", with ü' \
    --json "$folder/r.json" --csv "$folder/r.csv"
  expect_code "run on $ranks ranks" 0
  expect_output 'the table' 'compute' 'total' 'wall time of ' ' of the step' 'start: min' 'field: min' 'L2 error' "Report: $folder/r.json"
  check "the report of a run on $ranks ranks" "$folder/r.json" "$folder/r.csv" $ranks condensed 20
done

# Boundary data and sources are parts of the step, which the run measures and every model forecasts. In this
# test they are so small that the exact solution hardly changes.
{
  cat "$known"
  echo 'spread_B: [1e4, 2e4, 4e4, 8e4, 2e5, 4e5, 8e5, 2e6, 4e6, 8e6]'
  echo 'gather4_s: [1e-12, 1e-12, 2e-11, 9e-11, 3e-10, 7e-10, 9e-10, 1.5e-9, 2.5e-9, 3.1e-9]'
  echo 'gather16_s: [1e-12, 1e-12, 1e-11, 4e-11, 1e-10, 2e-10, 3e-10, 6e-10, 9e-10, 1.1e-9]'
  echo 'patterns: {vector_near_write_s: 1e-9}'
} > "$folder/reads.yaml"
launch 2 run configs/cube.yaml -q --machine "$folder/reads.yaml" -s time.end=null -s time.steps=5 -s 'source=1e-9*v*(1-v)' \
  -s 'boundary={default: {kind: flux, value: "1e-9*t*x"}}' --json "$folder/r.json" --csv "$folder/r.csv"
expect_code 'a run with a source and data at the boundary' 0
expect_output 'its table' 'boundary' 'source'
check 'its report' "$folder/r.json" "$folder/r.csv" 2 condensed 5
/usr/bin/python3 - "$folder/r.json" << 'TEXT' || fail 'its parts'
import json, sys
result = json.load(open(sys.argv[1]))["results"][0]
for part in ("boundary", "source"):
    for seconds in (result["measured_s"], *result["forecasts"].values()):
        assert seconds[part] > 0 and seconds[part] < seconds["total"], (part, seconds)
assert result["costs_s"]["forcing"] > 0
assert all(result["counts"][name] > 0 for name in ("boundary_data", "boundary_rows", "source_cells")), result["counts"]
TEXT

# The config names report files. Files named on the command line have priority.
launch 0 run configs/cube.yaml -q --machine "$known" -s time.end=null -s time.steps=3 -s "report.json=$folder/c.json" \
  -s "report.csv=$folder/c.csv" -s threads=3
expect_code 'report files named in the config' 0
check 'the report named in the config' "$folder/c.json" "$folder/c.csv" 1 condensed 3
grep -q '"threads": 3,' "$folder/c.json" || fail 'the report names other threads'

if grep -q '^TC_ENTRY(compare)' apps/tetracast/commands/commands.def; then
  strategies=$(sed -nE 's/^TC_[A-Z]+\(([a-z0-9_]+)[,)].*/\1/p' lib/comm/exchange/strategies.def | tr _ - | paste -sd,)
  rm -f "$folder/r.json" "$folder/r.csv"
  launch 2 compare configs/cube.yaml -q --machine "$known" -s time.end=null -s time.steps=5 -s distribution.kind=cyclic \
    --block-sizes 64,4096 --json "$folder/r.json" --csv "$folder/r.csv"
  expect_code compare 0
  expect_output 'the comparison' ' strategy ' ' slowest' '  fastest: ' 'not a solution' 'field: min'
  check 'the report of a comparison' "$folder/r.json" "$folder/r.csv" 2 "$strategies,$strategies" 5
  launch 2 compare configs/cube.yaml -q --machine "$known" -s time.end=null -s time.steps=5 --strategies condensed,none \
    --json "$folder/r.json" --csv "$folder/r.csv"
  expect_code 'compare with strategies named' 0
  check 'the report of two strategies' "$folder/r.json" "$folder/r.csv" 2 condensed,none 5
  launch 2 compare configs/cube.yaml -q --machine "$known" --strategies condensed,telepathy
  expect_code 'compare with an unknown strategy' 2 telepathy
fi

if grep -q '^TC_ENTRY(predict)' apps/tetracast/commands/commands.def; then
  rm -f "$folder/r.json" "$folder/r.csv"
  launch 0 predict configs/cube.yaml -v -s time.end=null -s time.steps=20 --machine configs/machines/abel.yaml --nodes 2 \
    --ranks-per-node 2 --strategies block,condensed --block-sizes 64,4096 --json "$folder/r.json" --csv "$folder/r.csv"
  expect_code predict 0
  expect_output 'the prediction' 'paper model' ' fastest' 'Advice' '  Fastest: ' '  Limited by '
  check 'the report of a prediction' "$folder/r.json" "$folder/r.csv" 4 block,condensed,block,condensed 0
fi
finish
