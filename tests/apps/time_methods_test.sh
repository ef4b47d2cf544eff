#!/usr/bin/env bash
# `verify --steps` and `compare --time-methods`: tables and files, the same bits on any number of ranks, and
# options that conflict.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
implicit=(-s time.method=implicit -s time.theta=0.5)

for ranks in 0 2; do
  launch $ranks verify configs/cube.yaml -q --steps 4,8 "${implicit[@]}" --at-least 1.9 --json "$folder/$ranks.json" --csv "$folder/$ranks.csv"
  expect_code "verify on $ranks ranks" 0
  expect_output "verify on $ranks ranks" 'Fading cosine' '64 steps of implicit (theta 0.5)' '  order 2.' "Report: $folder/$ranks.csv"
done
[ "$(grep '"hash"' "$folder/0.json")" = "$(grep '"hash"' "$folder/2.json")" ] || fail '2 ranks: other bits'
[ "$(grep -c '"hash"' "$folder/0.json")" = 3 ] || fail 'two runs and a reference'
[ "$(wc -l < "$folder/0.csv")" = 3 ] || fail 'the CSV has a row for each run'
launch 0 verify configs/cube.yaml -q --steps 4,8 -s time.method=implicit --at-least 1.9
expect_code 'an order that is not reached' 4 configs/cube.yaml implicit '--at-least requires 1.9'

launch 2 compare configs/cube.yaml -q --time-methods euler,implicit -s time.dt=0.002 -s time.theta=0.5 --rounds 1 \
  --json "$folder/c.json" --html "$folder/c.html"
expect_code compare 0
expect_output compare '80 steps of implicit (theta 0.5)' 'ratio: to euler' 'median wall time of 1 round' "Report: $folder/c.html"
[ "$(grep -c '"error_ratio"' "$folder/c.json")" = 2 ] || fail 'two methods'

while IFS='|' read -r code words arguments; do
  read -ra arguments <<< "$arguments"
  launch 0 "${arguments[0]}" configs/cube.yaml -q "${arguments[@]:1}"
  expect_code "${arguments[*]}" "$code" "$words"
done <<TABLE
2|--boxes: cannot be combined with --steps|verify --steps 4,8 --boxes 4
2|--steady: cannot be combined with --steps|verify --steps 4,8 --steady
4|use at least|verify --steps 4,8
2|--methods: cannot be combined with --time-methods|compare --time-methods euler --methods cg
2|--time-methods: cannot be combined with --orders|compare --time-methods euler --orders rcm
2|--reference: needs --time-methods|compare --reference euler:9
5|is a report of tetracast compare|verify --steps 4,8 --json $folder/c.json
TABLE
finish
