/* Product of rows whose columns are owned by ranks of the same node. The values of x are read through a
 * pointer to the segment of each rank. This product is the inner loop of the accesses fine and batched, and
 * calibration measures its time (calibration/node/bench_product.c). No function is collective or calls
 * MPI. */
#ifndef TC_COMM_ACCESS_NODE_ROWS_H
#define TC_COMM_ACCESS_NODE_ROWS_H

#include "count/distribution.h"
#include "sparse/ell.h"

/* Input of the product: the matrix, and the segments of x in memory that the ranks of the node share. */
typedef struct tc_node_rows_input {
  const tc_ell *M;
  int rank;                    /* rank that computes the rows */
  const double *own;           /* segment of x that this rank owns */
  double *const *node_pointer; /* [ranks] segment of x of each rank of this node */
} tc_node_rows_input;

/* Computes y for the rows begin .. end-1 in the calling thread, with the same bits as tc_ell_multiply.
 * location[(i - begin) * width + k] is the location of column k of row i. Returns the number of values of x
 * that the rows read from segments of other ranks. */
int64_t tc_node_rows_multiply(const tc_node_rows_input *x, const tc_location *location, int32_t begin,
                              int32_t end, double *y);

/* Variant of tc_node_rows_multiply for general rows (sparse/ell.h). location[] contains the locations of the
 * columns of all entries of the rows, row after row. */
int64_t tc_node_rows_multiply_general(const tc_node_rows_input *x, const tc_location *location, int32_t begin,
                                      int32_t end, double *y);

/* Calls tc_node_rows_multiply_general if x->M has general rows, and otherwise tc_node_rows_multiply. */
static inline int64_t tc_node_rows_multiply_any(const tc_node_rows_input *x, const tc_location *location,
                                                int32_t begin, int32_t end, double *y) {
  return x->M->begin ? tc_node_rows_multiply_general(x, location, begin, end, y)
                     : tc_node_rows_multiply(x, location, begin, end, y);
}

#endif
