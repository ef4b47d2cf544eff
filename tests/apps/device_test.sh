#!/usr/bin/env bash
# Tests of devices that need no device. Wrong settings are refused, forecasts need only machine files, and
# programs start without a driver. device_run_test.sh contains the tests that need a device.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

run() { # ranks, arguments of run...: steps of the cube
  launch "$1" run configs/cube.yaml -q -s time.end=null -s time.steps=30 --machine none --json "$folder/r.json" "${@:2}"
}

# ---- errors that do not depend on the installed drivers ----
run 0 -s device=gpu
expect_code 'no such back-end' 2 'expected one of opencl, cuda, none, auto'
run 0 -s 'device=""'
expect_code 'an empty word' 2 "device=\"\"" "expected one of opencl, cuda, none, auto, found ''"
run 0 -s 'device={opencl: 1}'
expect_code 'a mapping instead of a word' 2 'expected a word, found a mapping'
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

# ---- forecasts for a device of another machine, whose parameters are in a machine file ----
sheet=$folder/sheet.yaml
{ cat "$known"; printf '%s\n' 'device: "opencl: of a data sheet"' 'devices: 2' 'device_bandwidth_Bps: 1e11' 'launch_s: 1e-5' 'link_Bps: 1e10' 'link_s: 8e-6'; } > "$sheet"
launch 0 predict configs/cube.yaml -s device=opencl --machine "$known"
if grep -q 'this build has no opencl' "$folder/stderr"; then backend=cuda; else backend=opencl; fi
launch 0 predict configs/cube.yaml -q -s device=$backend --machine "$known"
expect_code 'predict without a device' 2 "device=$backend: machine file $known has no device parameters (launch_s): measure them with tetracast calibrate --device NAME -o FILE"
launch 0 predict configs/cube.yaml -q -s device=auto --machine "$known"
expect_code 'predict for a missing device' 0
expect_output 'predict for a missing device' 'refined model'
launch 0 predict configs/cube.yaml -q -s device=$backend --machine "$sheet" --ranks-per-node 1,2,4 --json "$folder/p.json"
expect_code 'predict' 0
expect_output 'predict' 'refined model' block condensed neighbour
grep -qw fine "$folder/stdout" && fail 'predict: a strategy without device support is forecast'
sed 's/^device: .*/device: "another: of a data sheet"/' "$sheet" > "$folder/another.yaml"
launch 0 predict configs/cube.yaml -q -s device=$backend --machine "$folder/another.yaml" --ranks-per-node 1
expect_code 'predict for another device' 0
grep -q 'was measured with another device (another: of a data sheet)' "$folder/stderr" || fail 'predict for another device: no warning'
launch 0 predict configs/cube.yaml -q -s device=$backend --machine "$sheet" --model hierarchy
expect_code 'predict with a model without devices' 2 'the hierarchy model does not support devices: use --model refined'
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
expect_code 'calibrate --device none' 2 '--device none: no device to measure'

# ---- start of the program without a driver ----
if readelf -d "$TETRACAST" | grep -E 'NEEDED.*lib(OpenCL|cuda)'; then fail 'the program needs a driver to start'; fi
mkdir "$folder/none"
: > "$folder/none/libOpenCL.so.1"
LD_LIBRARY_PATH=$folder/none:${LD_LIBRARY_PATH:-} run 0 -s device=opencl
if ! grep -q 'this build has no opencl' "$folder/stderr"; then expect_code 'no OpenCL' 1 'device opencl: no device or no driver was found on this machine'; fi
finish
