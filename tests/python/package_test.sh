#!/usr/bin/env bash
# Tests the Python package with the files test_*.py. With --long it uses long_*.py instead, which
# take longer or need pip. Further arguments, such as -v or -k NAME, are passed to unittest.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
need_h5py # and NumPy, which h5py needs
pattern='test_*.py'
if [ "${1-}" = --long ]; then pattern='long_*.py'; shift; fi
# Open MPI must start no daemon for a process without a launcher, and must use $folder for temporary
# files (as in start_process of apps/common.sh).
export PYTHONPATH=$PWD/apps/python PYTHONDONTWRITEBYTECODE=1 OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_orte_tmpdir_base=$folder
"$python" -W error -m unittest discover -s tests/python -p "$pattern" "$@"
