#!/usr/bin/env bash
# Without LLVM 14 or libdw, CMake configures everything except tcblame, and one message names the package to install.
set -uo pipefail
export LC_ALL=C
source=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
. "$source/tests/support/lend_build.sh"
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failures=0
fail() {
  printf 'FAILED: %s\n' "$*"
  [ -e "$folder/log" ] && tail -n 20 "$folder/log" | sed 's/^/    /'
  failures=$((failures + 1))
}

# The smallest CMake project that uses find.cmake. It prints the messages and the value of TCBLAME_FOUND.
cat > "$folder/CMakeLists.txt" << END
cmake_minimum_required(VERSION 3.25)
project(optional C)
find_package(PkgConfig REQUIRED)
include($source/lib/blame/find.cmake)
message(STATUS "tcblame: \${TCBLAME_FOUND}")
END
says() { # name, expected lines, options of cmake..
  local name=$1 wanted=$2 found
  shift 2
  rm -rf "$folder/build"
  lend_compiler "$folder/build"
  cmake -S "$folder" -B "$folder/build" "$@" > "$folder/log" 2>&1 || fail "$name: cmake fails"
  found=$(grep '^-- tcblame: ' "$folder/log" | cut -c13- | paste -sd'|')
  [ "$found" = "$wanted" ] || fail "$name: prints '$found', not '$wanted'"
}
llvm='not built, requires LLVM 14: run apt-get install llvm-14-dev'
libdw='not built, requires libdw: run apt-get install libdw-dev'
none=(-DCMAKE_DISABLE_FIND_PACKAGE_LLVM=ON)

if [ -n "${TCBLAME:-}" ]; then
  says 'with both' ON
  says 'without LLVM' "$llvm|OFF" "${none[@]}"
fi
mkdir "$folder/nothing"
export PKG_CONFIG_LIBDIR=$folder/nothing
[ -z "${TCBLAME:-}" ] || says 'without libdw' "$libdw|OFF"
says 'without either' "$llvm|$libdw|OFF" "${none[@]}"
unset PKG_CONFIG_LIBDIR

# Without the packages, the whole project must have neither targets nor tests of tcblame.
lend_libraries "$folder/whole"
cmake -S "$source" -B "$folder/whole" -DTETRACAST_TESTS=ON "${none[@]}" > "$folder/log" 2>&1 || fail 'the project is not configured'
[ "$(grep -c '^-- tcblame: ' "$folder/log")" = 1 ] || fail 'the project: not one message'
cmake --build "$folder/whole" --target help > "$folder/log" 2>&1
grep -q 'tetracast-bin' "$folder/log" || fail 'the targets are not listed'
grep -iE 'tcblame|(blame|sampler)_test' "$folder/log" && fail 'there are targets of tcblame'
exit $((failures > 0))
