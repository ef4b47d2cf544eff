#!/usr/bin/env bash
# Installs what is missing, builds with warnings as errors and runs all tests:
#
#   jobs/test.sh
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

offer_help "$@"
[ $# = 0 ] || { echo 'usage: jobs/test.sh (takes no arguments)' >&2; exit 2; }
install_packages "${packages_build[@]}" "${packages_test[@]}"
build_preset ci
say "testing"
cd "$root"
ctest --preset ci -j "$(nproc)"
