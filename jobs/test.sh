#!/usr/bin/env bash
# Installs missing packages, builds with warnings as errors and runs the tests (tests/README.md), then builds with sanitizers
# and runs the unit tests with them. Both runs end with the skipped and the slowest tests:
#
#   jobs/test.sh [--long]
#
# --long: runs parallel tests on 1, 2, 3 and 4 ranks (with sanitizers on 2 and 3). Otherwise they run on two of
# these numbers (with sanitizers on one). Also runs tests that take more than 20 s or need root, SLURM or
# optional packages.
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

offer_help "$@"
tests=ci sanitized=asan
if [ "${1-}" = --long ]; then tests=long sanitized=asan-long; shift; fi
[ $# = 0 ] || { echo 'usage: jobs/test.sh [--long]' >&2; exit 2; }
install_packages "${packages_build[@]}" "${packages_test[@]}" "${packages_blame[@]}"
[ "$tests" = ci ] || install_packages "${packages_manual[@]}"
build_preset ci
log "testing"
at_once=$((2 * $(nproc))) # more than cores, because tests wait for launches about as long as they compute
test_preset "$tests" build $at_once
build_preset asan
log "testing with sanitizers"
test_preset $sanitized build-asan $at_once
