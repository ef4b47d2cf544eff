#!/usr/bin/env bash
# Compares Tetracast's linear solvers with those of PETSc (tests/bench/README.md). Prints lines that consist of
# a key and a number: ratios of times on a mesh of 600 000 cells, and differences of iterations on
# meshes/ventricle. Times are medians of alternating rounds in one launch. Needs a quiet machine and takes
# some minutes.
#
#   jobs/bench.sh [RANKS]
#
# RANKS: number of ranks; default: 2
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

offer_help "$@"
ranks=${1:-2}
install_packages "${packages_build[@]}" libpetsc-real-dev tetgen >&2
cd "$root"
cmake --preset release -B build-bench -DTETRACAST_BENCH=ON > /dev/null
cmake --build build-bench -j "$(nproc)" --target ksp > /dev/null
large=meshes/generated/ventricle-600000
[ -e $large.node ] || meshes/make.sh ventricle 600000 >&2

# ratio SCHEME METHOD CONTENDERS: prints the median of the ratio of times of Tetracast's faster storage format
# to the first contender.
ratio() { # scheme method contenders
  launch "$ranks" build-bench/bin/ksp $large --scheme "$1" --methods "$2" --contenders "$3" --iterations 50 --rounds 15 2> /dev/null |
    awk '$5 == "us" && rows++ && (!best || $(NF - 1) < best) { best = $(NF - 1) } END { print best }'
}

# iteration_difference SCHEME METHOD PRECONDITIONERS: prints the largest difference between Tetracast's and PETSc's
# iterations over these preconditioners.
iteration_difference() { # scheme method preconditioners
  build-bench/bin/ksp meshes/ventricle --scheme "$1" --methods "$2" --preconditioners "$3" 2> /dev/null |
    awk '$3 == "ell" { ours = $4 } $3 == "petsc" { d = $4 > ours ? $4 - ours : ours - $4; if (d > most) most = d }
         END { print most + 0 }'
}

for pair in two-point:cg gradient:bicgstab; do
  scheme=${pair%:*} method=${pair#*:}
  echo "${method}_jacobi_600k_time_vs_petsc $(ratio "$scheme" "$method" petsc,ell,ell16)"
  echo "${method}_jacobi_600k_time_vs_plain_dots $(ratio "$scheme" "$method" ell16:plain,ell16)"
done
for pair in two-point:cg two-point:bicgstab gradient:bicg gradient:bicgstab gradient:gmres; do
  scheme=${pair%:*} method=${pair#*:}
  echo "${scheme}_${method}_iterations_from_petsc $(iteration_difference "$scheme" "$method" none,jacobi)"
done
