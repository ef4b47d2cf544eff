#!/usr/bin/env bash
# Runs on an OpenCL device (pocl, on the processor): the same field as without a device, forecasts, and
# refused settings.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

run() { # ranks, arguments of run...: steps of the cube
  launch "$1" run configs/cube.yaml -q -s time.end=null -s time.steps=30 --machine none --json "$folder/r.json" "${@:2}"
}

hash_of_field() { sed -nE 's/^ *"hash": "([0-9a-f]{16})",?$/\1/p' "$folder/r.json" | tail -1; }

skip() { # reason
  echo "skipped: $1"
  [ "$failures" = 0 ] || exit 1
  exit 77
}
run 0 -s device=opencl
if grep -q 'this build has no opencl' "$folder/stderr"; then skip 'this build has no OpenCL'; fi
if grep -q 'no device or no driver was found on this machine' "$folder/stderr"; then skip 'no OpenCL device here (pocl-opencl-icd makes one of the processor)'; fi

sheet=$folder/sheet.yaml
{ cat "$known"; printf '%s\n' 'device: "opencl: of a data sheet"' 'devices: 2' 'device_bandwidth_Bps: 1e11' 'launch_s: 1e-5' 'link_Bps: 1e10' 'link_s: 8e-6'; } > "$sheet"

# ---- equal bits with and without a device ----
for scheme in two-point gradient; do
  run 0 -s diffusion.scheme=$scheme
  expect_code "$scheme without a device" 0
  right=$(hash_of_field)
  for words in '0 condensed shared 0' '1 none shared 64' '2 block direct 256' '2 condensed shared 256' '3 neighbour direct 0'; do
    read -r ranks strategy kernel tile <<< "$words"
    rm -f "$folder/r.json"
    run "$ranks" -s device=opencl -s diffusion.scheme=$scheme -s strategy="$strategy" -s device_kernel="$kernel" -s device_tile="$tile"
    expect_code "$scheme, $words" 0
    [ "$(hash_of_field)" = "$right" ] || fail "$scheme, $words: another field"
    grep -q '"backend": "opencl"' "$folder/r.json" || fail "$scheme, $words: the report names no device"
    grep -q '"local_page_share": null' "$folder/r.json" || fail "$scheme, $words: pages of the processor are reported"
    grep -q "\"kernel\": \"$kernel\"" "$folder/r.json" || fail "$scheme, $words: the report names no kernel"
  done
done

run 0 -s diffusion.scheme=two-point -s kernel=difference
expect_code 'differences without a device' 0
right=$(hash_of_field)
run 2 -s diffusion.scheme=two-point -s kernel=difference -s device=opencl
expect_code 'differences' 0
[ "$(hash_of_field)" = "$right" ] || fail 'differences: another field'

# ---- forecasts with and without device parameters ----
run 0 -s device=opencl --machine "$known"
expect_code 'a machine without a device' 0
launch 0 run configs/cube.yaml -s time.end=null -s time.steps=30 -s device=opencl --machine "$known" -s snapshots.file=null
expect_code 'a machine without a device' 0
expect_output 'a machine without a device' 'No forecast (-) by the refined model: it needs launch_s' 'tetracast calibrate --device NAME measures'
run 2 -s device=opencl --machine "$sheet" -s strategy=auto
expect_code 'a machine of another device' 0
grep -q "warning: $sheet: was measured with another device (opencl: of a data sheet)" "$folder/stderr" || fail 'another device: no warning'
for strategy in none condensed block neighbour; do
  run 2 -s device=opencl --machine "$sheet" -s strategy=$strategy
  expect_code "forecast of $strategy" 0
  jq -cS '.results[0].forecasts.refined' "$folder/r.json" > "$folder/run"
  launch 0 predict configs/cube.yaml -q -s device=opencl --machine "$sheet" --ranks-per-node 2 --strategies $strategy --json "$folder/p.json"
  expect_code "predict $strategy" 0
  jq -cS '.results[0].forecasts.refined' "$folder/p.json" | cmp -s - "$folder/run" || fail "$strategy: run and predict differ"
  jq -e '.results[0].forecasts.refined.total > 1e-5' "$folder/r.json" > "$folder/sense" || fail "$strategy: no forecast"
done
# run and predict read the device parameters that calibrate writes.
launch 0 calibrate --quick -q --device opencl -o "$folder/own.yaml"
expect_code 'calibrate with a device' 0
for key in device: devices: device_bandwidth_Bps: launch_s: link_Bps: link_s:; do
  grep -q "^$key " "$folder/own.yaml" || fail "calibrate with a device: the file lacks $key"
done
run 0 -s device=opencl -s strategy=condensed --machine "$folder/own.yaml"
expect_code 'a run with calibrated parameters' 0
grep -q 'another device' "$folder/stderr" && fail 'a run with calibrated parameters: another device'
jq -cS '.results[0].forecasts.refined | if .total > 0 then . else error end' "$folder/r.json" > "$folder/run" || fail 'a run with calibrated parameters: no forecast'
launch 0 predict configs/cube.yaml -q -s device=opencl --machine "$folder/own.yaml" --ranks-per-node 1 --strategies condensed --json "$folder/p.json"
expect_code 'predict with calibrated parameters' 0
jq -cS '.results[0].forecasts.refined' "$folder/p.json" | cmp -s - "$folder/run" || fail 'run and predict differ with calibrated parameters'
run 0 -s device=opencl --machine "$folder/gone"
expect_code 'no such machine' 2 gone

# ---- sources, and hooks (history) that read the field between steps ----
set_up() { # device
  launch 2 run configs/heater.yaml -q -s time.steps=40 -s time.end=null -s time.method=euler -s device="$1" --machine none \
    --json "$folder/r.json" -s snapshots.file=null -s history.file="$folder/$1.csv" -s history.every=7
}
set_up none
expect_code 'heater' 0
right=$(hash_of_field)
set_up opencl
expect_code 'heater on a device' 0
[ "$(hash_of_field)" = "$right" ] || fail 'heater: another field on the device'
cmp -s "$folder/none.csv" "$folder/opencl.csv" || fail 'heater: another history on the device'

# ---- refused settings ----
run 2 -s device=opencl:1000
expect_code 'no such device' 1 'device opencl:1000: there '
run 2 -s device=opencl -s strategy=naive
expect_code 'naive' 2 'strategy=naive' 'device=opencl'
run 0 -s device=opencl -s strategy=auto
expect_code 'auto selects a supported strategy' 0
launch 2 compare configs/cube.yaml -q --machine none -s device=opencl
expect_code 'compare' 0
expect_output 'compare' condensed block neighbour 'device opencl:'
grep -q fine "$folder/stdout" && fail 'compare: an unsupported strategy is compared'
launch 2 compare configs/cube.yaml -q --machine none -s device=opencl --strategies none,fine
expect_code 'compare with an unsupported strategy' 2 '--strategies' fine
rm -f "$folder/r.json"
launch 0 verify configs/cube.yaml -q --boxes 2,3 -s device=opencl --json "$folder/r.json"
expect_code 'verify' 0
expect_output 'verify' 'device opencl:' 'kernel shared'
grep -q '"backend": "opencl"' "$folder/r.json" || fail 'verify: the report names no device'
launch 0 verify configs/cube.yaml -q --boxes 2,3 --json "$folder/r.json"
grep -q '"device": null' "$folder/r.json" || fail 'verify without a device: the report names one'
finish
