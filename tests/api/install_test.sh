#!/usr/bin/env bash
# install_test.sh [--all]: installs the library and moves the installation directory. find_package and
# pkg-config must find it there. Programs with the shared and the static library are built and run. With
# --all, all examples are built and run instead of one.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
. tests/support/lend_build.sh
readonly all=${1-}
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

# expect_example RANKS WORDS EXAMPLE ARGUMENT..: runs the example on RANKS ranks. It must succeed and print
# the words.
expect_example() {
  local ranks=$1 words=$2
  shift 2
  # shellcheck disable=SC2086 # several words
  limited 60 $mpirun -np "$ranks" "$@" > "$folder/stdout" 2> "$folder/stderr" || fail "$1: exit code $?"
  grep -qF -- "$words" "$folder/stdout" || fail "$1: does not print \"$words\", but: $(cat "$folder/stdout")"
  checks=$((checks + 1))
}

examples=(heater)
[ "$all" != --all ] || examples+=(implicit steady forecast transport)
# run_examples DIRECTORY: runs the examples that need no library other than Tetracast's, or one of them
# without --all.
run_examples() {
  expect_example 2 't = ' "$1/heater"
  [ "$all" = --all ] || return
  expect_example 2 'integral 0.' "$1/implicit"
  expect_example 2 'the fields are equal' "$1/transport"
  expect_example 1 'values between nodes' "$1/forecast" "$known"
  expect_example 2 'integral of the steady field' "$1/steady" meshes/cube "$folder/steady.h5"
  [ -s "$folder/steady.h5" ] || fail 'steady writes no snapshot'
}

pc=$(find "$prefix" -name tetracast.pc)
export PKG_CONFIG_PATH=${pc%/*}
mkdir "$folder/by_pkg"
for example in "${examples[@]}"; do
  # shellcheck disable=SC2046 # several words
  cc -std=c99 -Wall -Wextra -Werror -o "$folder/by_pkg/$example" apps/examples/$example.c $(pkg-config --cflags --libs tetracast) -lm \
    -Wl,-rpath,"$(pkg-config --variable=libdir tetracast)" 2> "$folder/stderr" || fail "pkg-config: $example"
done
# shellcheck disable=SC2046 # several words
cc -std=c99 -Wall -Wextra -Werror -fsyntax-only apps/examples/{heater,implicit,steady,forecast,transport}.c $(pkg-config --cflags tetracast) \
  2> "$folder/stderr" || fail 'examples that do not compile'
[ "$(pkg-config --modversion tetracast)" = 0.2.0 ] || fail 'the version of pkg-config'
run_examples "$folder/by_pkg"

# build_examples SOURCE BUILD: builds all examples with --all, otherwise the example heater.
build_examples() {
  local target=()
  [ "$all" = --all ] || target=(--target heater)
  lend_compiler "$2"
  cmake -S "$1" -B "$2" -DCMAKE_PREFIX_PATH="$prefix" > "$folder/stdout" 2> "$folder/stderr" &&
    cmake --build "$2" "${target[@]}" > "$folder/stdout" 2> "$folder/stderr"
}
build_examples apps/examples "$folder/user" || fail 'find_package'
run_examples "$folder/user"
# CMake builds the example with PETSc only if PETSc is installed.
if [ "$all" = --all ] && [ -x "$folder/user/petsc" ]; then
  for ranks in 1 2; do expect_example $ranks 'relative residual' "$folder/user/petsc"; done
  grep -qE 'residual [0-9]+e-1[0-9]$' "$folder/stdout" || fail "petsc: $(cat "$folder/stdout")"
fi
mkdir "$folder/project" "$folder/unshared"
cp apps/examples/*.[ch] "$folder/unshared"
sed 's/0.2 REQUIRED/& COMPONENTS static/; s/Tetracast::tetracast /Tetracast::tetracast_static /' apps/examples/CMakeLists.txt > "$folder/unshared/CMakeLists.txt"
build_examples "$folder/unshared" "$folder/static" || fail 'component static'
expect_example 2 't = ' "$folder/static/heater"
! ldd "$folder/static/heater" | grep -q libtetracast || fail 'component static links libtetracast.so'
lend_compiler "$folder/none"
! cmake -S "$folder/unshared" -B "$folder/none" -DCMAKE_PREFIX_PATH="$prefix" -DTETRACAST_metis_LIBRARY= > "$folder/stdout" 2> "$folder/stderr" ||
  fail 'component static without METIS'
tr -s ' \n' ' ' < "$folder/stderr" | grep -q 'needs the library metis: install' || fail 'the message of a missing library'
sed 's/0.2 REQUIRED/7.0 REQUIRED/' apps/examples/CMakeLists.txt > "$folder/project/CMakeLists.txt"
lend_compiler "$folder/wrong"
! cmake -S "$folder/project" -B "$folder/wrong" -DCMAKE_PREFIX_PATH="$prefix" > "$folder/stdout" 2> "$folder/stderr" || fail 'version 7'
grep -q 'version: 0.2.0' "$folder/stderr" || fail 'the message of a wrong version'
finish
