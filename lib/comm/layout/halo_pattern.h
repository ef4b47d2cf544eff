/* Converts the assembled rows of a rank, whose columns are local numbers of a halo, to a sparsity pattern
 * with global positions. Functions that count the traffic of a product read such a pattern (count/pattern.h),
 * so they need neither a halo nor MPI. The problem setup (solve/problem/problem.c) calls this module after it
 * has assembled the rows. */
#ifndef TC_COMM_LAYOUT_HALO_PATTERN_H
#define TC_COMM_LAYOUT_HALO_PATTERN_H

#include "comm/layout/halo.h"
#include "count/pattern.h"
#include "sparse/ell.h"

/* Not collective. Returns the pattern of the assembled rows of this rank in global positions. The pattern
 * borrows the arrays `column` and `begin` of `ell`, which must outlive it. `rank` is this rank. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_pattern_create_from_rows(const tc_ell *ell, const tc_halo *halo, int rank, tc_pattern **out);

#endif
