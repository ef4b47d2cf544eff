#!/usr/bin/env bash
# Runs on a device: the same field as without, and what does not go with one is refused.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

run() { # ranks, arguments of run...: steps of the cube
  launch "$1" run configs/cube.yaml -q -s time.end=null -s time.steps=30 --machine none --json "$folder/r.json" "${@:2}"
}

hash_of_field() { sed -nE 's/^ *"hash": "([0-9a-f]{16})",?$/\1/p' "$folder/r.json" | tail -1; }

# ---- whatever is installed ----
run 0 -s device=gpu
expect_code 'no such back-end' 2 'expected one of opencl, cuda, none, auto'
run 0 -s 'device=""'
expect_code 'no word at all' 2 "device=\"\"" "expected one of opencl, cuda, none, auto, found ''"
run 0 -s 'device={opencl: 1}'
expect_code 'no word' 2 'expected a word, found a mapping'
run 0 -s device_tile=64
expect_code 'a tile without a device' 2 'device_tile' 'is used only on a device'
run 0 -s device=auto
expect_code 'auto' 0
run 2 -s device=auto -s strategy=fine
expect_code 'reading while computing, and auto' 2 'strategy=fine' 'device=auto'
run 0 -s device=auto -s device_tile=65
expect_code 'a tile that is none' 2 'device_tile' 'expected one of 0, 64, 128, 256, 512'
run 0 -s device=auto -s time.method=implicit
expect_code 'systems' 2 'device=auto' 'time.method=implicit'
run 0 -s device=auto -s storage=ell16
expect_code 'storage' 2 'storage=ell16' 'device=auto'

# ---- forecasts of what need not be here ----
sheet=$folder/sheet.yaml
{ cat "$known"; printf '%s\n' 'device: "opencl: of a data sheet"' 'devices: 2' 'device_bandwidth_Bps: 1e11' 'launch_s: 1e-5' 'link_Bps: 1e10' 'link_s: 8e-6'; } > "$sheet"
launch 0 predict configs/cube.yaml -s device=opencl --machine "$known"
if grep -q 'this build has no opencl' "$folder/stderr"; then backend=cuda; else backend=opencl; fi
launch 0 predict configs/cube.yaml -q -s device=$backend --machine "$known"
expect_code 'predict without a device' 2 "device=$backend: machine file $known has no device parameters (launch_s): measure them with tetracast calibrate --device NAME -o FILE"
launch 0 predict configs/cube.yaml -q -s device=auto --machine "$known"
expect_code 'predict where there may be none' 0
expect_output 'predict where there may be none' 'refined model'
launch 0 predict configs/cube.yaml -q -s device=$backend --machine "$sheet" --ranks-per-node 1,2,4 --json "$folder/p.json"
expect_code 'predict' 0
expect_output 'predict' 'refined model' block condensed neighbour
grep -qw fine "$folder/stdout" && fail 'predict: what no device can do is forecast'
sed 's/^device: .*/device: "another: of a data sheet"/' "$sheet" > "$folder/another.yaml"
launch 0 predict configs/cube.yaml -q -s device=$backend --machine "$folder/another.yaml" --ranks-per-node 1
expect_code 'predict for another device' 0
grep -q 'was measured with another device (another: of a data sheet)' "$folder/stderr" || fail 'predict for another device: no warning'
launch 0 predict configs/cube.yaml -q -s device=$backend --machine "$sheet" --model hierarchy
expect_code 'predict by a model that knows none' 2 'the hierarchy model does not describe devices: use --model refined'
sed '/link_s/d' "$sheet" > "$folder/half.yaml"
launch 0 predict configs/cube.yaml -q -s device=$backend --machine "$folder/half.yaml" --ranks-per-node 2
expect_code 'predict with half of it' 2 'lacks link_s (a small message between the memories of host and device): tetracast calibrate --device NAME measures it'
printf 'launch_s: -1\n' | cat "$known" - > "$folder/half.yaml"
launch 0 predict configs/cube.yaml -q -s device=$backend --machine "$folder/half.yaml"
expect_code 'a bad machine file' 2 'launch_s' 'half.yaml:'
launch 0 calibrate -q --device gpu
expect_code 'calibrate no such back-end' 2 '--device: expected one of opencl, cuda, none, auto'
launch 0 calibrate --device opencl:1000
[ "$(wc -l < "$folder/stderr")" = 1 ] || fail 'calibrate no such device: it begins to measure'
launch 0 calibrate -q --device none
expect_code 'calibrate nothing' 2 '--device none: no device to measure'

skip() { # why
  echo "skipped: $1"
  [ "$failures" = 0 ] || exit 1
  exit 77
}
if readelf -d "$TETRACAST" | grep -E 'NEEDED.*lib(OpenCL|cuda)'; then fail 'it does not start where there is no driver'; fi
mkdir "$folder/none"
: > "$folder/none/libOpenCL.so.1"
LD_LIBRARY_PATH=$folder/none:${LD_LIBRARY_PATH:-} run 0 -s device=opencl
if ! grep -q 'this build has no opencl' "$folder/stderr"; then expect_code 'no OpenCL' 1 'device opencl: there is none on this machine'; fi
run 0 -s device=opencl
if grep -q 'this build has no opencl' "$folder/stderr"; then skip 'this build has no OpenCL'; fi
if grep -q 'there is none on this machine' "$folder/stderr"; then skip 'no OpenCL device here (pocl-opencl-icd makes one of the processor)'; fi

# ---- bits ----
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

# ---- forecasts ----
run 0 -s device=opencl --machine "$known"
expect_code 'a machine without a device' 0
launch 0 run configs/cube.yaml -s time.end=null -s time.steps=30 -s device=opencl --machine "$known" -s snapshots.file=null
expect_code 'a machine without a device' 0
expect_output 'a machine without a device' 'No forecast (-) by the refined model: it needs launch_s' 'tetracast calibrate --device NAME measures'
run 2 -s device=opencl --machine "$sheet" -s strategy=auto
expect_code 'a machine of another device' 0
grep -q "warning: the machine file $sheet was measured with another device (opencl: of a data sheet)" "$folder/stderr" || fail 'another device: no warning'
for strategy in none condensed block neighbour; do
  run 2 -s device=opencl --machine "$sheet" -s strategy=$strategy
  expect_code "forecast of $strategy" 0
  jq -cS '.results[0].forecasts.refined' "$folder/r.json" > "$folder/run"
  launch 0 predict configs/cube.yaml -q -s device=opencl --machine "$sheet" --ranks-per-node 2 --strategies $strategy --json "$folder/p.json"
  expect_code "predict $strategy" 0
  jq -cS '.results[0].forecasts.refined' "$folder/p.json" | cmp -s - "$folder/run" || fail "$strategy: run and predict differ"
  jq -e '.results[0].forecasts.refined.total > 1e-5' "$folder/r.json" > "$folder/sense" || fail "$strategy: no forecast"
done
# What calibrate writes of the device is what run and predict read.
launch 0 calibrate --quick -q --device opencl -o "$folder/own.yaml"
expect_code 'calibrate with a device' 0
for key in device: devices: device_bandwidth_Bps: launch_s: link_Bps: link_s:; do
  grep -q "^$key " "$folder/own.yaml" || fail "calibrate with a device: the file says nothing of $key"
done
run 0 -s device=opencl -s strategy=condensed --machine "$folder/own.yaml"
expect_code 'run by what was calibrated' 0
grep -q 'another device' "$folder/stderr" && fail 'run by what was calibrated: another device'
jq -cS '.results[0].forecasts.refined | if .total > 0 then . else error end' "$folder/r.json" > "$folder/run" || fail 'run by what was calibrated: no forecast'
launch 0 predict configs/cube.yaml -q -s device=opencl --machine "$folder/own.yaml" --ranks-per-node 1 --strategies condensed --json "$folder/p.json"
expect_code 'predict by what was calibrated' 0
jq -cS '.results[0].forecasts.refined' "$folder/p.json" | cmp -s - "$folder/run" || fail 'run and predict differ by what was calibrated'
run 0 -s device=opencl --machine "$folder/gone"
expect_code 'no such machine' 2 gone

# ---- what enters, and who looks on the way ----
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

# ---- refused ----
run 2 -s device=opencl:1000
expect_code 'no such device' 1 'device opencl:1000: there '
run 2 -s device=opencl -s strategy=naive
expect_code 'naive' 2 'strategy=naive' 'device=opencl'
run 0 -s device=opencl -s strategy=auto
expect_code 'auto takes one that fits' 0
launch 2 compare configs/cube.yaml -q --machine none -s device=opencl
expect_code 'compare' 0
expect_output 'compare' condensed block neighbour 'device opencl:'
grep -q fine "$folder/stdout" && fail 'compare: what cannot be done is compared'
launch 2 compare configs/cube.yaml -q --machine none -s device=opencl --strategies none,fine
expect_code 'compare with one that cannot' 2 '--strategies' fine
launch 0 verify configs/cube.yaml -q --boxes 2,3 -s device=opencl --json "$folder/r.json"
expect_code 'verify' 0
expect_output 'verify' 'device opencl:' 'kernel shared'
grep -q '"backend": "opencl"' "$folder/r.json" || fail 'verify: the report names no device'
launch 0 verify configs/cube.yaml -q --boxes 2,3 --json "$folder/r.json"
grep -q '"device": null' "$folder/r.json" || fail 'verify: a device where there is none'
finish
