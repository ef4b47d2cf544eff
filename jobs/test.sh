#!/usr/bin/env bash
# Installs what is missing, builds with warnings as errors and runs the tests (tests/README.md), then builds with
# sanitizers and runs the unit tests so:
#
#   jobs/test.sh [--long]
#
# --long: tests of several ranks on 1, 2, 3 and 4 of them instead of 1 and 3; also what measures, and memcheck.
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

offer_help "$@"
tests=ci
if [ "${1-}" = --long ]; then tests=long; shift; fi
[ $# = 0 ] || { echo 'usage: jobs/test.sh [--long]' >&2; exit 2; }
install_packages "${packages_build[@]}" "${packages_test[@]}" "${packages_blame[@]}"
build_preset ci
say "testing"
at_once=$((2 * $(nproc))) # tests wait for launches about as long as they compute
test_preset "$tests" build $at_once
build_preset asan
say "testing with sanitizers"
test_preset asan build-asan $at_once
