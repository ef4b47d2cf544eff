#!/usr/bin/env bash
# configs_test.sh [--all]: runs every shipped config, shortened, and checks the results that the header of the
# config states. Without --all, configs that need more than two seconds of CPU time run only some steps
# (golden/hashes_test.sh compares their fields).
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need /usr/bin/python3 python3
need jq jq
readonly all=${1-}

# Runs a config with overrides of this test, on one rank. One rank suffices, because fields have the same bits
# on any number of ranks. The run writes only into $folder, because other tests may run the same config at the
# same time.
run_short() { # config, overrides...
  local config=$1 set
  settings "${@:2}"
  launch 0 run "configs/$config.yaml" -q --machine none -s snapshots=null --json "$folder/$config.json" "${set[@]}"
  expect_code "$config" 0
  grep -qE 'too coarse for the fronts|without sharing a face' "$folder/stderr" && fail "$config: a warning about its mesh"
}

# Without --all: runs only the first steps of a config. With --all: returns 1, and the caller runs more.
run_brief() { # config, overrides...
  [ "$all" != --all ] || return 1
  run_short "$1" time.end=null time.steps=20 "${@:2}"
  jq -e '.steps == 20 and (.results[0].field | .valid and .min < .max)' "$folder/$1.json" > /dev/null || fail "$1: the first steps"
}

holds_for() { holds "$1" "$folder/$1.json" "$2"; } # config, expression

# Condition: the integral is conserved, and no value is outside the initial range by more than 5 % of this
# range.
keeps_to_its_range='abs(f["integral"] - start["integral"]) <= 1e-12*abs(start["integral"]) and
  f["min"] >= start["min"] - 0.05*(start["max"] - start["min"]) and f["max"] <= start["max"] + 0.05*(start["max"] - start["min"])'

check_ventricle() {
  run_short ventricle time.steps=40
  holds_for ventricle "$keeps_to_its_range"
}

check_cube() {
  run_short cube
  holds_for cube 'f["l2_error"] < 2e-3 and f["max_error"] < 1e-2'
}

check_end_time() {
  run_short end-time
  holds_for end-time 'r["time"] == 27 and r["results"][0]["stages"]["products"] < 400'
}

check_fibres() {
  run_short fibres time.steps=60
  holds_for fibres "$keeps_to_its_range and r['stability']['stabilisation'] > 0"
}

check_fvca6_1() {
  run_brief fvca6-1 && return
  run_short fvca6-1
  holds_for fvca6-1 'f["l2_error"] < 5e-3 and r["time"] < 1'
}

check_turning() {
  run_brief turning && return
  run_short turning time.steady=1e-3
  holds_for turning 'f["l2_error"] < 5e-3 and r["time"] < 1'
}

check_fvca6_3() {
  run_short fvca6-3
  holds_for fvca6-3 'f["l2_error"] < 4e-2 and r["time"] < 0.002 and r["stability"]["stabilisation"] > 0'
}

check_mixed() {
  run_short mixed time.end=0.02
  holds_for mixed 'f["l2_error"] < 1e-3 and abs(r["balance"]["error"]) < 1e-12'
}

check_layers() {
  run_short layers time.steps=500
  holds_for layers 'f["max_error"] < 0.01'
  launch 0 verify configs/layers.yaml -q --steady --meshes meshes/layers
  expect_code 'the steady layers' 0
  expect_output 'the steady layers' ' 4180 '
}

check_regions() {
  run_brief regions && return
  run_short regions time.steady=1e-6
  holds_for regions 'f["max_error"] < 1e-6'
}

check_cooling() {
  run_short cooling
  holds_for cooling 'f["max_error"] < 0.01 and 20 < f["min"] < f["max"] < 37 and abs(r["balance"]["error"]) < 1e-12'
}

check_heater() {
  run_short heater "history={file: $folder/heater.csv}"
  /usr/bin/python3 -c 'import csv, sys
rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(open(sys.argv[1]))]
near, behind, far = ([row[f"probe_{k}"] for row in rows] for k in (1, 2, 3))
assert max(near) > 37.5 and max(near) > max(behind) > 37.1 and max(far) < 37.1
assert 4.5 < rows[near.index(max(near))]["time"] < 5.5 and near[-1] < 37.5
assert max(abs(row["balance_error"]) for row in rows) < 1e-12' "$folder/heater.csv" || fail 'heater: values at the probes'
}

check_wave() {
  run_short wave time.end=1
  holds_for wave 'abs((f["integral"] - start["integral"])/2 - 1) < 0.005 and f["l2_error"] < 0.005'
}

check_excitation() {
  run_brief excitation "history={file: $folder/excitation.csv}" && return
  run_short excitation "history={file: $folder/excitation.csv}"
  holds_for excitation 'f["max"] < 0.01 and abs(r["balance"]["error"]) < 1e-12'
  /usr/bin/python3 -c 'import csv, sys
rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(open(sys.argv[1]))]
at_10 = min(rows, key=lambda row: abs(row["time"] - 10))
assert 0.95 < at_10["min"] and at_10["max"] < 1.02
rises = [b["integral"] > a["integral"] for a, b in zip(rows, rows[1:])]
assert rises == sorted(rises, reverse=True)' "$folder/excitation.csv" || fail 'excitation: values in the history'
}

check_implicit() {
  run_short implicit time.steps=5
  holds_for implicit "$keeps_to_its_range"
  holds_for implicit 'r["results"][0]["solver"]["reasons"] == {"converged": 5} and r["results"][0]["solver"]["bitwise"]'
}

check_steady() {
  run_short steady
  holds_for steady '20 < f["min"] < 37 < 45 < f["max"] and r["results"][0]["solver"]["reasons"] == {"converged": 1} and abs(r["balance"]["error"]) < 1e-6'
}

check_methods() {
  launch 0 compare configs/methods.yaml -q --machine none --methods cg,bicg,bicgstab,cgs --preconditioners none --json "$folder/methods.json" -s time.steps=2
  expect_code methods 0
  expect_output methods 'cgs diverged' 'fastest: '
  /usr/bin/python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
of = {x["solver"]["method"]: x["solver"] for x in r["results"]}
assert [x["method"] for x in r["failures"]] == ["cgs"] and "iteration 6" in r["failures"][0]["reason"]
assert of["cg"]["iterations"] == of["bicg"]["iterations"] and of["bicgstab"]["iterations"]["first"] < of["cg"]["iterations"]["first"]
assert max(x["difference"] or 0 for x in of.values()) < 1e-7' "$folder/methods.json" || fail 'methods: iterations'
  launch 0 compare configs/methods.yaml -q --machine none --methods cg,bicgstab -s diffusion.scheme=gradient -s time.steps=1
  expect_code 'methods, gradient' 0
  expect_output 'methods, gradient' 'failed: cg needs a symmetric matrix'
}

check_compare() {
  launch 2 compare configs/compare.yaml -q --machine "$known" --block-sizes 256,4096 -s time.steps=2 --json "$folder/compare.json"
  expect_code compare 0
  expect_output compare condensed neighbour naive 'fastest: '
  /usr/bin/python3 -c 'import json, sys
of = {(r["strategy"], r["block_size"]): r for r in json.load(open(sys.argv[1]))["results"]}
values = lambda name, size: of[name, size]["counts"]["local_values"]
assert of["block", 256]["counts"]["local_block_values"] > values("condensed", 256) > values("condensed", 4096) > 0
assert values("neighbour", 256) == values("condensed", 256)
assert len({r["field"]["hash"] for k, r in of.items() if k[0] != "none"}) == 1' "$folder/compare.json" || fail 'compare: counts of values'
}

for config in configs/*.yaml; do
  config=${config#configs/} config=${config%.yaml}
  if declare -F "check_${config//-/_}" > /dev/null; then "check_${config//-/_}"
  else fail "$config: this test has no check for it"
  fi
  grep -q "\`$config.yaml\`" configs/README.md || fail "$config: configs/README.md does not list it"
  grep -q '^# Expected: ' "configs/$config.yaml" || fail "$config: its header does not state what to expect"
done
finish
