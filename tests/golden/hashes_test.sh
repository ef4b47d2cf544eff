#!/usr/bin/env bash
# hashes_test.sh [--all] [--draw]: the bits of the field and the counts of each rank are the stored ones (hashes.json).
# TETRACAST_REWRITE_GOLDEN=1 stores them instead.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
need /usr/bin/python3 python3
[ "${TETRACAST_REWRITE_GOLDEN:-0}" = 1 ] && set -- "$@" --rewrite
MPIRUN=$mpirun FOLDER=$folder /usr/bin/python3 tests/golden/hashes.py "$@"
