/* Kernels of the smoother. The terms of eight rows are gathered one by one, because the gather instructions
 * of current processors are not faster. The compiler creates one version of a sweep for each kind, and one
 * more for slices of four terms per row, in which all loops over terms are unrolled. */
#include "linear/cycle/smoother.h"

#include "base/core/target_clones.h"
#include "linear/cycle/lanes.h"

tc_smoother_step tc_smoother_coefficients(int step, double bound) {
  const double s = step;
  return (tc_smoother_step){(float)((2.0 * s - 3.0) / (2.0 * s + 1.0)),
                            (float)((8.0 * s - 4.0) / ((2.0 * s + 1.0) * (bound > 0.0 ? bound : 1.0)))};
}

/* Adds to *sum term k of the eight rows of a slice. The term of a row is coupling (x_i - x_j). */
TC_INLINE void add_term(const float *x, const float *coupling, const int32_t *column, int k,
                        const tc_lanes *own, tc_lanes *sum) {
  tc_lanes other = {0.0F};
  tc_lanes_gather(x, column + TC_SLICE_ROWS * k, &other);
  *sum += TC_LANES(coupling, TC_SLICE_ROWS * k) * (*own - other);
}

/* Sums `width` terms of the rows of a slice. */
TC_INLINE void sum_terms(const float *x, const float *coupling, const int32_t *column, int width,
                         const tc_lanes *own, tc_lanes *out) {
  tc_lanes a0 = {0.0F}, a1 = {0.0F}, a2 = {0.0F}, a3 = {0.0F};
  int k = 0;
  for (; k + 3 < width; k += 4) {
    add_term(x, coupling, column, k, own, &a0);
    add_term(x, coupling, column, k + 1, own, &a1);
    add_term(x, coupling, column, k + 2, own, &a2);
    add_term(x, coupling, column, k + 3, own, &a3);
  }
  if (k < width) add_term(x, coupling, column, k, own, &a0);
  if (k + 1 < width) add_term(x, coupling, column, k + 1, own, &a1);
  if (k + 2 < width) add_term(x, coupling, column, k + 2, own, &a2);
  *out = (a0 + a2) + (a1 + a3);
}

/* Computes the sweep for one slice, whose terms begin at element `at` and whose first slot is `slot`. */
TC_INLINE void sweep_slice(const tc_sliced_rows *m, tc_sweep_kind kind, const tc_sweep *s, int64_t at,
                           int width, size_t slot) {
  const tc_lanes own = TC_LANES(s->x, slot);
  tc_lanes sum;
  sum_terms(s->x, m->coupling + at, m->column + at, width, &own, &sum);
  const tc_lanes r = TC_LANES(s->b, slot) - (TC_LANES(m->excess, slot) * own + sum);
  tc_lanes result = r;
  if (kind != TC_SWEEP_RESIDUAL) {
    tc_lanes change = s->step.rate * (r * TC_LANES(m->inverse_diagonal, slot));
    if (kind == TC_SWEEP_SECOND) change = s->step.momentum * own + change;
    if (kind == TC_SWEEP_NEXT) change = s->step.momentum * (own - TC_LANES(s->x_old, slot)) + change;
    result = own + change;
  }
  *(tc_lanes *)(s->out + slot) = result;
}

TC_INLINE void start_slices(const tc_sliced_rows *rows, const tc_sweep *sweep, int32_t begin, int32_t end) {
  const float *b = sweep->b, *inverse = rows->inverse_diagonal, rate = sweep->step.rate;
  float *restrict out = sweep->out;
  for (size_t i = (size_t)begin * TC_SLICE_ROWS; i < (size_t)end * TC_SLICE_ROWS; i += TC_SLICE_ROWS)
    *(tc_lanes *)(out + i) = rate * (TC_LANES(b, i) * TC_LANES(inverse, i));
}

/* Computes the sweep for the slices begin .. end-1. The structs are copied to local variables: stores to
 * `out` cannot change them, so the compiler need not load their members again in each slice. */
TC_INLINE void sweep_slices(const tc_sliced_rows *rows, tc_sweep_kind kind, const tc_sweep *sweep,
                            int32_t begin, int32_t end) {
  const tc_sliced_rows m = *rows;
  const tc_sweep s = *sweep;
  if (!m.begin) {
    const int64_t elements = TC_SLICE_NARROW * TC_SLICE_ROWS;
    for (int32_t i = begin; i < end; i++)
      sweep_slice(&m, kind, &s, i * elements, TC_SLICE_NARROW, (size_t)i * TC_SLICE_ROWS);
    return;
  }
  for (int32_t i = begin; i < end; i++)
    sweep_slice(&m, kind, &s, m.begin[i], (int)((m.begin[i + 1] - m.begin[i]) / TC_SLICE_ROWS),
                (size_t)i * TC_SLICE_ROWS);
}

TC_TARGET_CLONES void tc_smoother_sweep(const tc_sliced_rows *rows, tc_sweep_kind kind, const tc_sweep *sweep,
                                        int32_t begin, int32_t end) {
  switch (kind) {
  case TC_SWEEP_START: start_slices(rows, sweep, begin, end); break;
  case TC_SWEEP_RESIDUAL: sweep_slices(rows, TC_SWEEP_RESIDUAL, sweep, begin, end); break;
  case TC_SWEEP_FIRST: sweep_slices(rows, TC_SWEEP_FIRST, sweep, begin, end); break;
  case TC_SWEEP_SECOND: sweep_slices(rows, TC_SWEEP_SECOND, sweep, begin, end); break;
  case TC_SWEEP_NEXT: sweep_slices(rows, TC_SWEEP_NEXT, sweep, begin, end); break;
  }
}

/* Returns the index of the first isolated row whose slot is at least `slot`. */
static int32_t find_isolated(const tc_sliced_rows *m, int32_t slot) {
  int32_t low = 0, high = m->isolated;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (m->isolated_slot[middle] < slot)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void tc_smoother_solve_isolated(const tc_sliced_rows *m, const float *b, float *x, float *r, int32_t begin,
                                int32_t end) {
  const int32_t stop = find_isolated(m, end * TC_SLICE_ROWS);
  for (int32_t k = find_isolated(m, begin * TC_SLICE_ROWS); k < stop; k++) {
    const int32_t slot = m->isolated_slot[k];
    x[slot] = m->excess[slot] != 0.0F ? b[slot] / m->excess[slot] : 0.0F;
    if (r) r[slot] = b[slot] - m->excess[slot] * x[slot];
  }
}
