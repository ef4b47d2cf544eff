/* Rows whose columns lie anywhere on the node, read through a pointer to each rank's piece: the inner loop of
 * the fine strategy, and what its cost is measured with. No MPI calls, nothing collective. */
#ifndef TC_COMM_ACCESS_NODE_ROWS_H
#define TC_COMM_ACCESS_NODE_ROWS_H

#include "count/distribution.h"
#include "sparse/ell.h"

/* Where x is read. */
typedef struct tc_node_rows_input {
  const tc_ell *M;
  int rank;                    /* the one that reads */
  const double *own;           /* its piece of x */
  double *const *node_pointer; /* [ranks] the pieces of x on this node */
} tc_node_rows_input;

/* Each row as sparse/ell.h says, for the rows begin .. end-1, by the calling thread alone, with the bits of
 * tc_ell_multiply. place[(i - begin) * width + k]: where column k of row i lives. Returns how many of the
 * values read belong to other ranks. */
int64_t tc_node_rows_multiply(const tc_node_rows_input *x, const tc_location *place, int32_t begin,
                              int32_t end, double *y);

#endif
