#!/usr/bin/env bash
# Some calls of each kind fail, one in each launch: one clear error, a documented exit code, nothing torn. All of them:
# tests/faults/faults.py --all
set -uo pipefail
cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
if ! [ -e "$TETRACAST_TESTS/libtc_faults.so" ]; then echo 'skipped: sanitizers have an allocator of their own'; exit 77; fi
exec /usr/bin/python3 tests/faults/faults.py --sample 1
