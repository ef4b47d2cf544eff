#!/usr/bin/env bash
# Measures with gcov which lines and branches of lib/ the tests execute, by target and by file.
#
#   jobs/coverage.sh [REGEX]
#
# REGEX: runs only the tests whose names match (ctest -R); default: all tests except those of tests/structure.
# This takes three to four times as long as without counting. Prints the table of targets and writes the table of
# files to build-coverage/files.txt. Code in ranks that are killed and code on a device is not counted.
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
# Tests may fail, because counting makes them slow. The lines that they execute are counted nevertheless, so
# the script continues.
ctest --preset coverage -j $((2 * $(nproc))) -R "${1-.}" > build-coverage/ctest.txt 2>&1 || log "some tests failed: see build-coverage/ctest.txt"
tail -n 3 build-coverage/ctest.txt
/usr/bin/python3 tests/support/coverage.py build-coverage/lib lib build-coverage/files.txt
