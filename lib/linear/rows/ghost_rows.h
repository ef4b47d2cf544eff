/* Rows of ghosts: copies of sparse rows whose owners are other ranks. Products of sparse matrices read the
 * rows of the ghosts of the left factor (linear/multigrid/prolongation.c). */
#ifndef TC_LINEAR_ROWS_GHOST_ROWS_H
#define TC_LINEAR_ROWS_GHOST_ROWS_H

#include "linear/rows/row_numbers.h"

/* Collective. Fetches the rows of the ghosts of `halo` from their owners, with one sparse exchange. `rows`
 * has one row for each row that this rank owns. The columns of `rows` and *out are numbered by `numbers`, to
 * which the columns of the fetched rows are added. The entries of a row have the order of the owner. The
 * caller frees *out with tc_sparse_rows_free. Errors (on all ranks): TC_INTERNAL. */
tc_status tc_ghost_rows_create(const tc_world *world, const tc_halo *halo, const tc_sparse_rows *rows,
                               tc_row_numbers *numbers, tc_sparse_rows *out);

#endif
