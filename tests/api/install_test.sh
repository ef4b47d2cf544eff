#!/usr/bin/env bash
# The installed library can be used from a prefix that was moved, by find_package and by pkg-config.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
: "${TETRACAST_TESTS:?must name the directory of the test programs}"
readonly build=${TETRACAST_TESTS%/tests}
[ -e "$TETRACAST_TESTS/api_shared" ] || { echo 'skipped: this build has no libtetracast'; exit 77; }
command -v pkg-config > /dev/null || { echo 'skipped: pkg-config is missing'; exit 77; }

for component in library development; do
  cmake --install "$build" --prefix "$folder/first" --component $component > "$folder/stdout" 2> "$folder/stderr" ||
    fail "cmake --install of $component"
done
mv "$folder/first" "$folder/prefix"
readonly prefix=$folder/prefix
! grep -rlE "$build|$PWD|$folder/first" "$prefix" --include='*.cmake' --include='*.pc' --include='*.h' || fail 'a file has a path of the build'

# expect_run PROGRAM: it prints a forecast.
expect_run() {
  OMPI_MCA_ess_singleton_isolated=1 limited 60 "$1" forecast meshes/bar "$known" 2 2 > "$folder/stdout" 2> "$folder/stderr" ||
    fail "$1: exit code $?"
  grep -q '^condensed predicted_s' "$folder/stdout" || fail "$1: no forecast"
  checks=$((checks + 1))
}

pc=$(find "$prefix" -name tetracast.pc)
export PKG_CONFIG_PATH=${pc%/*}
# shellcheck disable=SC2046 # several words
cc -o "$folder/by_pkg" tests/api/program.c $(pkg-config --cflags --libs tetracast) \
  -Wl,-rpath,"$(pkg-config --variable=libdir tetracast)" 2> "$folder/stderr" || fail 'pkg-config'
[ "$(pkg-config --modversion tetracast)" = 0.2.0 ] || fail 'the version of pkg-config'
expect_run "$folder/by_pkg"

mkdir "$folder/project"
cat > "$folder/project/CMakeLists.txt" << END
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C)
find_package(Tetracast 0.2 REQUIRED)
add_executable(user $PWD/tests/api/program.c)
target_link_libraries(user PRIVATE Tetracast::tetracast)
END
{ cmake -S "$folder/project" -B "$folder/user" -DCMAKE_PREFIX_PATH="$prefix" && cmake --build "$folder/user"; } \
  > "$folder/stdout" 2> "$folder/stderr" || fail 'find_package'
expect_run "$folder/user/user"
sed -i 's/0.2 REQUIRED/7.0 REQUIRED/' "$folder/project/CMakeLists.txt"
! cmake -S "$folder/project" -B "$folder/wrong" -DCMAKE_PREFIX_PATH="$prefix" > "$folder/stdout" 2> "$folder/stderr" || fail 'version 7'
grep -q 'version: 0.2.0' "$folder/stderr" || fail 'the message of a wrong version'
finish
