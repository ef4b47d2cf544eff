/* Sparsity pattern of the rows that a rank has assembled, whose columns are numbered by a halo. Counts are
 * computed from patterns (count/pattern.h), which know neither halos nor MPI. Called by solve/problem. */
#ifndef TC_COMM_LAYOUT_HALO_PATTERN_H
#define TC_COMM_LAYOUT_HALO_PATTERN_H

#include "comm/layout/halo.h"
#include "count/pattern.h"
#include "sparse/ell.h"

/* The pattern of this rank's assembled rows, whose columns are those of the halo; borrows those of `ell`. Not
 * collective. Errors: TC_INTERNAL out of memory. */
tc_status tc_pattern_create_from_rows(const tc_ell *ell, const tc_halo *halo, int rank, tc_pattern **out);

#endif
