/* Structural rank of a sparse matrix: the largest number of nonzero entries that can be chosen such that no
 * two of them are in the same row or column. A square matrix with a smaller structural rank than rows is
 * singular whatever its values are. Called by tc_csr_check_system. Source: Hopcroft, Karp, SIAM J. Comput. 2,
 * 1973. Not collective. */
#ifndef TC_MATRIX_CSR_STRUCTURAL_RANK_H
#define TC_MATRIX_CSR_STRUCTURAL_RANK_H

#include "matrix/csr/csr.h"

/* Computes the structural rank. Time is at most proportional to entries * sqrt(rows), and proportional to the
 * entries if no diagonal entry is zero. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_csr_structural_rank(const tc_csr *matrix, int64_t *rank);

#endif
