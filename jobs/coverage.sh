#!/usr/bin/env bash
# What of lib/ the tests go through: lines, and branches, which are more telling, by target and by file (gcov).
#
#   jobs/coverage.sh [REGEX]
#
# REGEX: only the tests with such names (ctest -R); all but those of tests/structure otherwise, which takes three to four times as long
# as without counting. The table of targets goes to stdout, that of files to build-coverage/files.txt. Ranks that are killed count
# nothing, nor does what runs on a device.
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

offer_help "$@"
[ $# -le 1 ] || { echo 'usage: jobs/coverage.sh [REGEX]' >&2; exit 2; }
install_packages "${packages_build[@]}" "${packages_test[@]}"
cd "$root"
build_preset coverage
find build-coverage -name '*.gcda' -delete
say "testing"
# Counting slows down: tests that fail for that are told, and what they went through counts.
ctest --preset coverage -j $((2 * $(nproc))) -R "${1-.}" > build-coverage/ctest.txt 2>&1 || say "not all tests passed: build-coverage/ctest.txt"
tail -n 3 build-coverage/ctest.txt
/usr/bin/python3 tests/support/coverage.py build-coverage/lib lib build-coverage/files.txt
