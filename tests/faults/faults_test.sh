#!/usr/bin/env bash
# Some calls of each kind fail, one in each launch: one clear error, a documented exit code, nothing torn. All of them:
# tests/faults/faults.py --all
set -uo pipefail
cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
# A rank that has no list of properties, when the other ones open the file together: it is found out before they do.
/usr/bin/python3 tests/faults/faults.py --scenes explicit --ranks 2 --one hdf5:3:1
code=$?
[ $code = 0 ] || exit $code
exec /usr/bin/python3 tests/faults/faults.py --sample 1
