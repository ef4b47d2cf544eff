#!/usr/bin/env bash
# Measures which lines and branches of lib/ the tests execute, by target and by file (gcov).
#
#   jobs/coverage.sh [REGEX]
#
# REGEX: runs only tests with such names (ctest -R); default: all tests except those of tests/structure, which takes three to
# four times as long as without counting. Prints the table of targets and writes that of files to build-coverage/files.txt.
# Ranks that are killed and code that runs on a device are not counted.
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

offer_help "$@"
[ $# -le 1 ] || { echo 'usage: jobs/coverage.sh [REGEX]' >&2; exit 2; }
install_packages "${packages_build[@]}" "${packages_test[@]}"
cd "$root"
build_preset coverage
find build-coverage -name '*.gcda' -delete
log "testing"
# Tests may fail because counting slows them down. Their lines count nevertheless, so the script continues.
ctest --preset coverage -j $((2 * $(nproc))) -R "${1-.}" > build-coverage/ctest.txt 2>&1 || log "some tests failed: see build-coverage/ctest.txt"
tail -n 3 build-coverage/ctest.txt
/usr/bin/python3 tests/support/coverage.py build-coverage/lib lib build-coverage/files.txt
