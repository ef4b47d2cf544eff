/* Symmetric pattern of a sparse matrix. Distributed matrices require a symmetric pattern, because the halo
 * exchanges values between two ranks in both directions (comm/layout/halo.h). Called for the matrix of a
 * user's system before its rows are distributed. Not collective. */
#ifndef TC_MATRIX_CSR_SYMMETRIC_PATTERN_H
#define TC_MATRIX_CSR_SYMMETRIC_PATTERN_H

#include "matrix/csr/csr.h"

/* Adds an entry (i, j) with the value 0 to a square matrix for each entry (j, i) that has no mirrored entry.
 * *added is the number of new entries. Time is proportional to the entries. After an error the matrix is
 * unchanged. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_csr_complete_pattern(tc_csr *matrix, int64_t *added);

#endif
