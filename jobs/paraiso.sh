#!/usr/bin/env bash
# Tables 1 and 2 of Blanco et al. (2000), "Performance Prediction for Parallel Iterative Solvers", beside what follows
# from them: printed, put together from the kernels that they count, and the differences explained by numbers
# (apps/paraiso/README.md).
#
#   jobs/paraiso.sh [ROWS ENTRIES [RESTART]]
#
# ROWS and ENTRIES of the matrix for which FLOPs and seconds are worked out: that of meshes/ventricle with the scheme
# two-point when they are not given; RESTART of GMRES.
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

offer_help "$@"
install_packages "${packages_build[@]}" >&2
cd "$root"
build_preset release paraiso >&2
build/bin/paraiso "$@"
