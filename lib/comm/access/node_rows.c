#include "comm/access/node_rows.h"

#include "base/core/memory.h"
#include "sparse/row_sum.h"

#define X_OF(k) (x->node_pointer[location[k].rank][location[k].local] - subtrahend)

/* Implementation of tc_node_rows_multiply. Every call passes a constant width, so that compilers inline this
 * function and unroll the loops over columns. */
static inline int64_t multiply_rows(const tc_node_rows_input *x, const tc_location *location, int width,
                                    int32_t begin, int32_t end, double *y) {
  enum { rows_ahead = 16, line_values = 8 };
  const tc_ell *M = x->M;
  const double *value = M->value + (size_t)begin * (size_t)width;
  const size_t ahead = (size_t)width * rows_ahead;
  int64_t other_ranks = 0;
  for (int32_t i = begin; i < end; i++, location += width, value += width) {
    const double own = x->own[i], subtrahend = tc_ell_subtrahend(M, own);
    double sum;
    for (int k = 0; k < width; k += line_values) {
      tc_prefetch(value + k, ahead * sizeof *value);
      tc_prefetch(location + k, ahead * sizeof *location);
    }
    for (int k = 0; k < width; k++) other_ranks += location[k].rank != x->rank;
    /* The values of x are not copied to an intermediate array first. Vector loads from such an array would
     * have to wait for its scalar stores (failed store forwarding). */
    TC_ROW_SUM(sum, width, value, X_OF);
    y[i] = tc_ell_leading_factor(M, i) * own + sum;
  }
  return other_ranks;
}

int64_t tc_node_rows_multiply(const tc_node_rows_input *x, const tc_location *location, int32_t begin,
                              int32_t end, double *y) {
  int64_t other_ranks;
#define ROWS(w) other_ranks = multiply_rows(x, location, w, begin, end, y)
  TC_FOR_WIDTH(x->M->width, ROWS)
#undef ROWS
  return other_ranks;
}

int64_t tc_node_rows_multiply_general(const tc_node_rows_input *x, const tc_location *location, int32_t begin,
                                      int32_t end, double *y) {
  const tc_ell *M = x->M;
  int64_t other_ranks = 0;
  for (int32_t i = begin; i < end; i++) {
    const double own = x->own[i], subtrahend = tc_ell_subtrahend(M, own), *value = M->value + M->begin[i];
    const int length = tc_ell_length(M, i);
    double sum;
    for (int k = 0; k < length; k++) other_ranks += location[k].rank != x->rank;
    TC_ROW_SUM(sum, length, value, X_OF);
    y[i] = tc_ell_leading_factor(M, i) * own + sum;
    location += length;
  }
  return other_ranks;
}
