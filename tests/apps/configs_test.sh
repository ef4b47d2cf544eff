#!/usr/bin/env bash
# Every config that ships runs, and shows in short what its header says.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need /usr/bin/python3 python3

# The config with what the test changes of it, on 2 ranks; nothing is written but the report.
run_short() { # config, overrides...
  local config=$1 set=()
  shift
  for override; do set+=(-s "$override"); done
  launch 2 run "configs/$config.yaml" -q --machine none -s 'snapshots={file: null, every: 0}' --json "$folder/$config.json" "${set[@]}"
  expect_code "$config" 0
}

# A Python expression of r, the report, and f, what it says of the field at the end.
holds() { # config, expression
  /usr/bin/python3 -c 'import json, sys
r = json.load(open(sys.argv[1])); f = r["results"][0]["field"]; start = r["initial"]
sys.exit(not eval("(" + sys.argv[2] + ")"))' "$folder/$1.json" "$2" || fail "$1: not so: $2"
}

# The integral is kept, and the values stay within 5 % of the range that they had.
keeps_to_its_range='abs(f["integral"] - start["integral"]) <= 1e-12*abs(start["integral"]) and
  f["min"] >= start["min"] - 0.05*(start["max"] - start["min"]) and f["max"] <= start["max"] + 0.05*(start["max"] - start["min"])'

check_ventricle() {
  run_short ventricle time.steps=100
  holds ventricle "$keeps_to_its_range"
}

check_cube() {
  run_short cube
  holds cube 'f["l2_error"] < 2e-3 and f["max_error"] < 1e-2'
}

check_fibres() {
  run_short fibres time.steps=200
  holds fibres "$keeps_to_its_range and r['stability']['stabilisation'] > 0"
}

check_compare() {
  launch 2 compare configs/compare.yaml -q --machine "$known" --block-sizes 256,4096 -s time.steps=20 --json "$folder/compare.json"
  expect_code compare 0
  expect_output compare condensed neighbour naive 'fastest: '
  /usr/bin/python3 -c 'import json, sys
of = {(r["strategy"], r["block_size"]): r for r in json.load(open(sys.argv[1]))["results"]}
values = lambda name, size: of[name, size]["counts"]["local_values"]
assert of["block", 256]["counts"]["local_block_values"] > values("condensed", 256) > values("condensed", 4096) > 0
assert values("neighbour", 256) == values("condensed", 256)
assert len({r["field"]["hash"] for k, r in of.items() if k[0] != "none"}) == 1' "$folder/compare.json" || fail 'compare: what is moved'
}

for config in configs/*.yaml; do
  config=${config#configs/} config=${config%.yaml}
  if declare -F "check_${config//-/_}" > /dev/null; then "check_${config//-/_}"
  else fail "$config: this test does not know what it shows"
  fi
  grep -q "\`$config.yaml\`" configs/README.md || fail "$config: configs/README.md does not tell of it"
  grep -q '^# It should show: ' "configs/$config.yaml" || fail "$config: its header does not tell what it should show"
done
finish
