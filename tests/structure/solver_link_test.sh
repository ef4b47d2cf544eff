#!/usr/bin/env bash
# Checks that the program tetracast is linked without the studies and the profiler. It needs the
# target pgas for the benchmarks of the calibration.
set -uo pipefail
: "${TETRACAST_TESTS:?must name the directory of the test programs}"
readonly build=$TETRACAST_TESTS/..
# Prints the command that links the program, or nothing if the generator of the build directory does
# not store this command.
link_command() {
  if [ -e "$build/build.ninja" ]; then
    ninja -C "$build" -t commands bin/tetracast | tail -n 1
  else
    cat "$build/apps/tetracast/CMakeFiles/tetracast-bin.dir/link.txt"
  fi
}

command=$(link_command) && [ -n "$command" ] || { echo 'FAILED: the build directory keeps no link command'; exit 1; }
grep -q 'libtetracast-run\.a' <<< "$command" || { echo "FAILED: the program is not linked with libtetracast-run.a: $command"; exit 1; }
if grep -oE 'libtetracast-(loops|papers|blame)\.a|libtcblame[^ ]*' <<< "$command"; then
  echo 'FAILED: tetracast is linked with these: remove the dependency from lib/CMakeLists.txt or apps/tetracast/CMakeLists.txt'
  exit 1
fi
