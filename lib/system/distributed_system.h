/* Linear system of a user, distributed over the ranks: METIS divides the graph of the matrix, and each rank
 * receives its rows. Created from a tc_system_input (system_input.h), then solved (system_solve.h). */
#ifndef TC_SYSTEM_DISTRIBUTED_SYSTEM_H
#define TC_SYSTEM_DISTRIBUTED_SYSTEM_H

#include "base/program/log.h"
#include "comm/layout/halo.h"
#include "count/layout.h"
#include "linear/operator/linear_system.h"
#include "system/system_input.h"

typedef struct tc_distributed_system {
  tc_world *world;  /* borrowed */
  int64_t rows;     /* number of rows of all ranks */
  tc_layout layout; /* order of the rows; empty on all ranks but the root */
  tc_distribution *distribution;
  tc_halo *halo;
  tc_ell *A;           /* rows of this rank; general rows (sparse/ell.h) if their lengths differ much */
  tc_ell *adjoint;     /* V^-1 A^T V with the diagonal matrix V of the volumes; NULL if it equals A */
  double skew;         /* asymmetry of V A (comm/layout/transpose.h) */
  double transpose_s;  /* seconds in which the adjoint was computed, on this rank */
  int32_t largest_row; /* largest number of off-diagonal entries of a row of any rank */
  /* The matrix of the file is 2^exponent A, and the weights of the file are 2^volume_exponent times those of
   * `linear`. Both exponents are 0 unless the numbers are very large or very small (power_scale.h). */
  int exponent, volume_exponent;
  double width;            /* off-diagonal entries per row, padding included, as the average over all ranks */
  tc_linear_system linear; /* input of tc_solver_create, with shift 0, scale 1 and R = A */
  tc_pool memory;          /* owns the arrays of `linear` */
} tc_distributed_system;

/* Collective. Creates the distributed system. `input` is NULL on all ranks but the root, borrowed during the
 * call. Entries of a row have the order of their columns in the file, so a product has the same bits on any
 * number of ranks. The matrix counts as self-adjoint if its skew part is at most 1e-12, as in runs. `log` is
 * borrowed and receives the phases. Errors (on all ranks): TC_INPUT if the graph is too large for METIS;
 * TC_INTERNAL if memory is exhausted or METIS or MPI fails. */
tc_status tc_distributed_system_create(tc_world *world, const tc_layout_options *layout,
                                       const tc_system_input *input, const tc_log *log,
                                       tc_distributed_system **out);
void tc_distributed_system_destroy(tc_distributed_system **system); /* collective */

/* Pure. Returns the width if the rows of a matrix are stored with equal length, and 0 if they are stored as
 * general rows (sparse/ell.h). The matrix has `rows` rows with `entries` off-diagonal entries, at most
 * `largest_row` of them in one row. */
int tc_distributed_system_row_width(int64_t rows, int64_t entries, int32_t largest_row);

/* Collective. Sets own[owned] to the entries of a vector of the file, vector[rows] on the root and NULL on
 * other ranks. Errors (on all ranks): those of tc_scatter_cells. */
tc_status tc_distributed_system_scatter(const tc_distributed_system *system, const double *vector,
                                        double *own);

/* Collective. Gathers own[owned] of all ranks on the root in the order of the file, vector[rows]; `vector` is
 * used on the root only. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_distributed_system_gather(const tc_distributed_system *system, const double *own,
                                       double *vector);

#endif
