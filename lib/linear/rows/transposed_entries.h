/* Transposed entries of distributed sparse rows. The coarse matrices of smoothed aggregation are symmetric up
 * to rounding, and the mean of an entry and its transposed entry has the same bits in both rows
 * (linear/multigrid/smoothed.c). */
#ifndef TC_LINEAR_ROWS_TRANSPOSED_ENTRIES_H
#define TC_LINEAR_ROWS_TRANSPOSED_ENTRIES_H

#include "comm/layout/halo.h"
#include "linear/rows/sparse_rows.h"

/* Collective. Sets transposed[k] to the entry in row j and column i for each entry k, which is in row i and
 * column j. `rows` has one row for each owned row of the halo. Columns are numbered by the halo, and the
 * entries of a row are sorted by id[owned + ghosts] of their columns. The pattern must be symmetric, and
 * every ghost a column. One exchange sends the entries in columns of ghosts to their owners. Errors (on all
 * ranks): TC_INTERNAL if the pattern is not symmetric or memory is exhausted. */
tc_status tc_transposed_entries(const tc_world *world, const tc_halo *halo, const tc_sparse_rows *rows,
                                const tc_gid *id, double *transposed);

#endif
