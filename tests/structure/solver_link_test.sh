#!/usr/bin/env bash
# The solver must be linked without the studies and the profiler. It is linked with pgas for the benchmarks of the calibration.
set -uo pipefail
: "${TETRACAST_TESTS:?must name the directory of the test programs}"
readonly command=$TETRACAST_TESTS/../apps/tetracast/CMakeFiles/tetracast-bin.dir/link.txt
[ -e "$command" ] || { echo 'skipped: the generator of the build leaves no link.txt'; exit 77; }
grep -q 'libtetracast-run\.a' "$command" || { echo "FAILED: $command: does not name libtetracast-run.a"; exit 1; }
if grep -oE 'libtetracast-(loops|papers|blame)\.a|libtcblame[^ ]*' "$command"; then
  echo 'FAILED: tetracast is linked with these: remove the dependency from lib/CMakeLists.txt or apps/tetracast/CMakeLists.txt'
  exit 1
fi
