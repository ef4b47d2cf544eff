#!/usr/bin/env bash
# Checks that the iterations and the hash of x do not depend on ranks, threads and strategy. Solves
# ten generated matrices (tests/support/matrices.h) and four of the Harwell-Boeing collection on 1,
# 2, 3 and 5 ranks with 1 and 2 threads. Each matrix is solved with two methods, and three matrices
# with all strategies. tests/system/test_system_solve.c solves smaller matrices with one thread.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"

readonly generator=${TETRACAST%/*}/bench_matrices data=tests/matrix/data
[ -x "$generator" ] || { echo "skipped: $generator is not built"; exit 77; }
"$generator" "$folder" > "$folder/names" || exit 1
cp $data/{jpwh_991,orsreg_1,sherman1}.rua $data/nos7.rsa "$folder"

# Each line contains matrix, method and preconditioner. NOS7 has a condition number of 2e9, so it is
# solved with a larger tolerance.
readonly cases='stencil5.mtx cg multigrid
stencil5.mtx bicgstab ssor
stencil7.mtx cg ssor
stencil7.mtx gmres multigrid
stencil27.mtx cg ilu0
stencil27.mtx sor none
convection.mtx bicgstab ilu0
convection.mtx gmres jacobi
dominant.mtx cg none
dominant.mtx qmr least_squares
arrow.mtx gmres ssor
arrow.mtx bicgstab none
band.mtx bicg ilu0
band.mtx cgs neumann
ragged.mtx bicgstab ssor
ragged.mtx jacobi none
permuted.mtx gmres ilu0
permuted.mtx bicgstab jacobi
scaled.mtx cg ssor
scaled.mtx bicgstab ilu0
jpwh_991.rua bicg jacobi
jpwh_991.rua sor none
nos7.rsa cg ssor
nos7.rsa bicgstab ilu0
orsreg_1.rua qmr ilu0
orsreg_1.rua cgs ssor
sherman1.rua gmres ilu0
sherman1.rua bicgstab ssor'
declare -A first=() # iterations and hash on one rank with one thread

check_solve() { # ranks, matrix, method, preconditioner, further arguments...
  local name="$2 $3 $4" tolerance=1e-8 text
  local where="${5+${*:5} }on $1 ranks with $OMP_NUM_THREADS threads"
  [ "$2" != nos7.rsa ] || tolerance=1e-6
  launch "$1" solve "$folder/$2" -q -s solver.method="$3" -s solver.preconditioner.name="$4" -s solver.tolerance=$tolerance \
    -s solver.most_iterations=5000 "${@:5}"
  expect_code "$name $where" 0
  text=$(< "$folder/stdout")
  if [[ ! $text =~ $'\n'\ +1\ +([0-9]+)\ +yes\ .*\ ([0-9a-f]{16})$'\n' ]]; then
    fail "$name $where: no solution"
  elif [ -z "${first[$name]-}" ]; then
    first[$name]="${BASH_REMATCH[1]} iterations, hash ${BASH_REMATCH[2]}"
    echo "$name: ${first[$name]}"
  elif [ "${first[$name]}" != "${BASH_REMATCH[1]} iterations, hash ${BASH_REMATCH[2]}" ]; then
    fail "$name $where: ${BASH_REMATCH[1]} iterations, hash ${BASH_REMATCH[2]}, but ${first[$name]} on one rank"
  fi
}

readonly strategies='naive fine batched block condensed neighbour bcs'
launch 0 list
expect_code 'the list' 0
listed=$(sed -n '/^strategies/,/^[a-z]/{s/^  \([a-z]*\) .*/\1/p}' "$folder/stdout" | grep -vx none | xargs)
[ "$listed" = "$strategies" ] || fail "the strategies are $listed"

for ranks in 0 2 3 5; do
  for OMP_NUM_THREADS in 1 2; do
    while read -r matrix method preconditioner; do check_solve $ranks "$matrix" "$method" "$preconditioner"; done <<< "$cases"
    for strategy in $strategies; do
      check_solve $ranks dominant.mtx cg none -s strategy="$strategy"
      check_solve $ranks ragged.mtx bicgstab ssor -s strategy="$strategy"
      check_solve $ranks orsreg_1.rua qmr ilu0 -s strategy="$strategy"
    done
  done
done
finish
