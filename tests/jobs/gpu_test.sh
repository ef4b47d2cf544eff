#!/usr/bin/env bash
# Tests that jobs/gpu.sh needs only a shell, awk, a C compiler and CMake, that it writes one JSON
# file without nested objects, and that it reports a missing GPU.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
need jq jq
unset CMAKE_C_COMPILER_LAUNCHER

mkdir "$folder/path"
for tool in bash sh env cat sed awk mawk gawk date mktemp rm mkdir tail head nproc uname mv dirname grep wc cmake make gmake cc gcc ld as ar ranlib; do
  ! path=$(command -v $tool) || ln -s "$path" "$folder/path/$tool"
done

# measure DEVICE OUT: runs the script with a PATH that contains only the programs of $folder/path.
measure() {
  limited 110 env -i PATH="$folder/path" DEVICE="$1" BUILD="$folder/build" CELLS=10000 SIZES=3 OPTIONS=-DTETRACAST_CUDA_ARCH=sm_90 OCL_ICD_VENDORS="${OCL_ICD_VENDORS:-}" POCL_CACHE_DIR="$folder" \
    jobs/gpu.sh "$2" > "$folder/stdout" 2> "$folder/stderr"
  code=$?
}
flat() { # name, file
  jq -e 'type == "object" and all(.[]; type == "number" or type == "string" or type == "boolean" or . == null)' "$2" > /dev/null || fail "$1: not one flat JSON"
  jq -e '.figure16_b8_reads_a_row == 1.75 and .figure17_b5000_reads_a_row > 2 and .seconds >= 0 and .cells == 10000' "$2" > /dev/null || fail "$1: wrong counts"
}

measure auto "$folder/new/auto.json"
flat 'any device' "$folder/new/auto.json"
if [ "$code" = 1 ]; then
  grep -q 'there is no GPU to measure on' "$folder/stderr" || fail 'no GPU: not reported'
  jq -e '.device == null and (has("bits") | not)' "$folder/new/auto.json" > /dev/null || fail 'no GPU: there are results'
elif [ "$code" != 0 ]; then
  fail "exit code $code"
fi

measure opencl "$folder/opencl.json"
if [ "$code" = 0 ]; then
  flat 'a device of OpenCL' "$folder/opencl.json"
  jq -e '.bits == "those of the processor" and .bits_lines > 0 and .memory_GBps > 0 and .copy_GBps > 0 and .best_share_of_copy > 0 and .forecasts == 1 and .forecasts_within_15_percent <= 1
    and .figure6_tile64_b8_gflops > 0 and .figure7_tile512_b5000_gflops > 0' "$folder/opencl.json" > /dev/null || fail 'a device of OpenCL: wrong results'
elif [ "$code" != 1 ]; then
  fail "a device of OpenCL: exit code $code"
fi

refused() { # VARIABLE=VALUE: the script refuses it before it builds anything
  limited 20 env "$1" BUILD="$folder/unbuilt" jobs/gpu.sh "$folder/refused.json" > "$folder/stdout" 2> "$folder/stderr"
  [ $? = 2 ] || fail "$1 is accepted"
  grep -q "${1%%=*}: expected .*, found '${1#*=}'" "$folder/stderr" || fail "$1: the error does not name the fault"
  [ ! -e "$folder/unbuilt" ] && [ ! -e "$folder/refused.json" ] || fail "$1: the script began to build"
}
for words in DEVICE=foo DEVICE=none DEVICE=opencl: CELLS=1 CELLS=1e6 CELLS=600000000 SIZES=0 SIZES=129 SIZES=x; do refused $words; done

limited 20 jobs/gpu.sh --fast > "$folder/stdout" 2> "$folder/stderr"
[ $? = 2 ] || fail 'an unknown option is taken'

# The script must not replace files that it has not written.
limited 20 env BUILD="$folder/unbuilt" jobs/gpu.sh "$folder" > "$folder/stdout" 2> "$folder/stderr"
[ $? = 2 ] && grep -q 'is not a regular file' "$folder/stderr" || fail 'a folder is overwritten'
echo 'mesh: {file: L.1}' > "$folder/my.yaml"
limited 20 env BUILD="$folder/unbuilt" jobs/gpu.sh "$folder/my.yaml" > "$folder/stdout" 2> "$folder/stderr"
[ $? = 2 ] && grep -q 'not written by gpu.sh' "$folder/stderr" && grep -q 'L.1' "$folder/my.yaml" || fail 'a foreign file is overwritten'
finish
