#!/usr/bin/env bash
# The Python package: test_*.py, or with --long long_*.py, which take longer or need pip. Further arguments go to unittest, such as
# -v or -k NAME.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
need_h5py # and NumPy, which h5py needs
pattern='test_*.py'
if [ "${1-}" = --long ]; then pattern='long_*.py'; shift; fi
# The directory is that of start_process: Open MPI starts no daemon for a process without a launcher.
export PYTHONPATH=$PWD/apps/python PYTHONDONTWRITEBYTECODE=1 OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_orte_tmpdir_base=$folder
"$python" -W error -m unittest discover -s tests/python -p "$pattern" "$@"
