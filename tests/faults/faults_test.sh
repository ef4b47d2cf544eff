#!/usr/bin/env bash
# Fault injection for a sample of calls. One call fails in each launch, which must end with one clear error, a documented exit code
# and intact files. To test all calls, run tests/faults/faults.py --all.
set -uo pipefail
cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
# One rank cannot create a property list for a file that both ranks open collectively. Both must report the error before that.
/usr/bin/python3 tests/faults/faults.py --scenes explicit --ranks 2 --one hdf5:3:1
code=$?
[ $code = 0 ] || exit $code
exec /usr/bin/python3 tests/faults/faults.py --sample 1
