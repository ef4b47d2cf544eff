#!/usr/bin/env bash
# bare_test.sh [--all]: checks that the program kernels can be configured without MPI and other
# libraries. In the test CMake cannot find these libraries, and must not search for them. With
# --all, the test also builds and runs kernels.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../support/limited.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/lend_build.sh"
readonly source=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

fail() { # message
  printf 'FAILED: %s\n' "$1"
  tail -n 30 "$folder/log"
  exit 1
}

unset CMAKE_C_COMPILER_LAUNCHER
configure() { # program
  lend_compiler "$folder/$1"
  cmake -S "$source" -B "$folder/$1" -DTETRACAST_ONLY="$1" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O0 -DTETRACAST_WERROR=ON \
    -DTETRACAST_TESTS=ON -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON \
    -DCMAKE_DISABLE_FIND_PACKAGE_OpenCL=ON -DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON > "$folder/log" 2>&1
}

configure kernels || fail 'it cannot be configured'
grep -q 'Building kernels alone, without MPI, .*; other programs and tests are not built$' "$folder/log" || fail 'no message about what is not built'
grep -q 'Devices: none; not built: opencl (opencl-c-headers is not installed), cuda (nvcc was not found)$' "$folder/log" || fail 'no message about devices'
if grep -E '^(MPI|HDF5|METIS|FYAML|MUPARSER|CRITERION)_' "$folder/kernels/CMakeCache.txt"; then fail 'CMake searched for a library'; fi
if configure heat2d; then fail 'a program that cannot be built alone is accepted'; fi
tr -s ' \n' ' ' < "$folder/log" | grep -q "TETRACAST_ONLY is 'heat2d': set it to kernels or to nothing" || fail 'no message about what can be built alone'
[ "${1-}" = --all ] || exit 0

if configure ''; then fail 'the whole is configured without MPI'; fi
cmake --build "$folder/kernels" -j2 > "$folder/log" 2>&1 || fail 'it does not compile'
[ "$(ls "$folder/kernels/bin")" = kernels ] || fail "more was built: $(ls "$folder/kernels/bin")"
readelf -d "$folder/kernels/bin/kernels" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p' > "$folder/log"
if grep -vE '^(libc|libm|libgomp|ld-linux[^.]*)\.so' "$folder/log"; then fail 'it needs more libraries'; fi
limited 60 "$folder/kernels/bin/kernels" run --cells 2000 --blocks 8,2000 --threads 2 --steps 5 --json "$folder/r.json" \
  > "$folder/log" 2>&1 || fail 'it does not run'
grep -q '"block": 2000' "$folder/r.json" || fail 'it writes no report'
limited 60 "$folder/kernels/bin/kernels" count --cells 2000 > "$folder/log" 2>&1 || fail 'it does not count'
echo 'kernels needs the C library and OpenMP alone'
