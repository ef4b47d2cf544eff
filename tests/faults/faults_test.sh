#!/usr/bin/env bash
# Fault injection for a sample of calls. In each launch one call fails. The launch must end with one clear
# error and a documented exit code, and all files must be intact. tests/faults/faults.py --all tests all
# calls.
set -uo pipefail
cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
# Both ranks open a file collectively. Rank 1 cannot create the property list for this. Both ranks must report
# the error before they open the file.
/usr/bin/python3 tests/faults/faults.py --scenes explicit --ranks 2 --one hdf5:3:1
code=$?
[ $code = 0 ] || exit $code
exec /usr/bin/python3 tests/faults/faults.py --sample 1
