/* Scatter of the rows of a matrix from the root to all ranks, and gather of a vector. Internal to lib/system:
 * distributed_system.c scatters the rows once and gathers each solution. */
#ifndef TC_SYSTEM_ROW_SCATTER_H
#define TC_SYSTEM_ROW_SCATTER_H

#include "base/core/pool.h"
#include "comm/world/world.h"
#include "count/distribution.h"
#include "matrix/csr/csr.h"

/* Rows of one rank, in the order of the local rows. The entries of a row are sorted by their columns in the
 * matrix. A zeroed struct is valid. */
typedef struct tc_scattered_rows {
  int32_t owned;
  int64_t entries;   /* number of off-diagonal entries */
  int32_t *row;      /* [owned] number of each row in the matrix */
  int32_t *length;   /* [owned] number of off-diagonal entries of each row */
  double *diagonal;  /* [owned] diagonal entry; 0 if the matrix has none */
  double *volume;    /* [owned] weight of each row */
  int32_t *position; /* [entries] position of each column in the distributed order */
  double *value;     /* [entries] value of each off-diagonal entry */
  tc_pool memory;    /* owns the arrays of this struct */
} tc_scattered_rows;

/* Matrix on the root. All pointers are borrowed. */
typedef struct tc_row_source {
  const tc_csr *matrix;
  const double *volume; /* [rows] weight of each row */
  const int32_t *order; /* [rows] row of the matrix at each position */
} tc_row_source;

/* Collective. Sends to each rank the rows that it owns. `source` is NULL on all ranks but the root, which
 * sends to one rank after another and therefore stores a copy of the rows of one rank only. The caller frees
 * out->memory, also after an error. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI
 * fails. */
tc_status tc_scatter_rows(const tc_world *world, const tc_distribution *distribution,
                          const tc_row_source *source, tc_scattered_rows *out);

/* Collective. Gathers the entries own[owned] of each rank on the root in the order of the matrix: out[rows].
 * order[rows] is the same array as in tc_row_source. `order` and `out` are used on the root only. Errors (on
 * all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_gather_rows(const tc_world *world, const tc_distribution *distribution, const int32_t *order,
                         const double *own, double *out);

#endif
