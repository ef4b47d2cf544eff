#include "comm/access/node_rows.h"

#include "base/core/memory.h"
#include "sparse/row_sum.h"

#define X_OF(k) (x->node_pointer[place[k].rank][place[k].local] - less)

/* Does the work of tc_node_rows_multiply. Every call passes a constant width, so that compilers inline this
 * function and unroll the loops over columns. */
static inline int64_t multiply_rows(const tc_node_rows_input *x, const tc_location *place, int width,
                                    int32_t begin, int32_t end, double *y) {
  enum { rows_ahead = 16, line = 8 };
  const tc_ell *M = x->M;
  const double *value = M->value + (size_t)begin * (size_t)width;
  const size_t ahead = (size_t)width * rows_ahead;
  int64_t foreign = 0;
  for (int32_t i = begin; i < end; i++, place += width, value += width) {
    const double own = x->own[i], less = tc_ell_subtrahend(M, own);
    double sum;
    for (int k = 0; k < width; k += line) {
      tc_prefetch(value + k, ahead * sizeof *value);
      tc_prefetch(place + k, ahead * sizeof *place);
    }
    for (int k = 0; k < width; k++) foreign += place[k].rank != x->rank;
    /* Terms are added directly to the sum, because loads from an intermediate array would have to wait for
     * its stores (failed store forwarding). */
    TC_ROW_SUM(sum, width, value, X_OF);
    y[i] = tc_ell_leading_factor(M, i) * own + sum;
  }
  return foreign;
}

int64_t tc_node_rows_multiply(const tc_node_rows_input *x, const tc_location *place, int32_t begin,
                              int32_t end, double *y) {
  int64_t foreign;
#define ROWS(w) foreign = multiply_rows(x, place, w, begin, end, y)
  TC_FOR_WIDTH(x->M->width, ROWS)
#undef ROWS
  return foreign;
}
