#include "linear/cycle/sliced_sums.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/core/target_clones.h"
#include "linear/cycle/lanes.h"

/* ---- creation of the slices ---- */

#define ADD_ARRAY(m, array, count)                                                                           \
  ((m)->bytes += (size_t)(count) * sizeof *(m)->array,                                                       \
   tc_pool_array(&(m)->memory, false, (size_t)(count), sizeof *(m)->array, #array, &(m)->array))

static tc_status create_arrays(const tc_sums_source *s, tc_sliced_sums *m) {
  m->rows = s->rows;
  m->slices = tc_row_windows_parts(m->rows, TC_SLICE_ROWS);
  TC_TRY(ADD_ARRAY(m, target, m->rows));
  TC_TRY(ADD_ARRAY(m, begin, m->slices + 1));
  tc_row_windows_sort(m->rows, s->begin, m->target);
  tc_row_windows_begins(m->rows, s->begin, m->target, m->begin);
  TC_TRY(ADD_ARRAY(m, column, m->begin[m->slices]));
  return s->value ? ADD_ARRAY(m, value, m->begin[m->slices]) : TC_OK;
}

/* Sets columns and values of the terms of a slot. m->target[slot] must still contain the number of the row in
 * the slot. */
static void fill_slot(const tc_sums_source *s, int32_t zero_column, int32_t slot, tc_sliced_sums *m) {
  const int32_t slice = slot / TC_SLICE_ROWS, i = slot < m->rows ? m->target[slot] : -1;
  int64_t at = m->begin[slice] + slot % TC_SLICE_ROWS;
  for (int64_t k = i < 0 ? 0 : s->begin[i]; i >= 0 && k < s->begin[i + 1]; k++, at += TC_SLICE_ROWS) {
    m->column[at] = s->column[k];
    if (s->value) m->value[at] = s->value[k];
  }
  for (; at < m->begin[slice + 1]; at += TC_SLICE_ROWS) {
    m->column[at] = s->value ? 0 : zero_column;
    if (s->value) m->value[at] = 0.0F;
  }
}

static void fill(const tc_sums_source *s, const int32_t *target_of, int32_t zero_column, tc_sliced_sums *m) {
  const int32_t slots = m->slices * TC_SLICE_ROWS;
#pragma omp parallel for schedule(static) if (m->rows >= TC_SLICE_THREADED_ROWS)
  for (int32_t slot = 0; slot < slots; slot++) {
    fill_slot(s, zero_column, slot, m);
    if (target_of && slot < m->rows) m->target[slot] = target_of[m->target[slot]];
  }
}

tc_status tc_sliced_sums_create(const tc_sums_source *source, const int32_t *target_of, int32_t zero_column,
                                tc_sliced_sums **out) {
  tc_sliced_sums *m = NULL;
  TC_TRY(TC_ALLOC_ZERO(m, 1));
  const tc_status status = create_arrays(source, m);
  if (!status) fill(source, target_of, zero_column, m);
  TC_RETURN_CREATED(status, m, tc_sliced_sums_destroy(&m), out);
}

void tc_sliced_sums_destroy(tc_sliced_sums **sums) { TC_POOL_DESTROY_OWNER(sums); }

/* ---- kernels that compute sums ---- */

TC_INLINE void add_product(const float *x, const float *value, const int32_t *column, int k, tc_lanes *sum) {
  tc_lanes other = {0.0F};
  tc_lanes_gather(x, column + TC_SLICE_ROWS * k, &other);
  *sum += TC_LANES(value, TC_SLICE_ROWS * k) * other;
}

TC_INLINE void sum_products(const float *x, const float *value, const int32_t *column, int width,
                            tc_lanes *out) {
  tc_lanes a0 = {0.0F}, a1 = {0.0F}, a2 = {0.0F}, a3 = {0.0F};
  int k = 0;
  for (; k + 3 < width; k += 4) {
    add_product(x, value, column, k, &a0);
    add_product(x, value, column, k + 1, &a1);
    add_product(x, value, column, k + 2, &a2);
    add_product(x, value, column, k + 3, &a3);
  }
  if (k < width) add_product(x, value, column, k, &a0);
  if (k + 1 < width) add_product(x, value, column, k + 1, &a1);
  if (k + 2 < width) add_product(x, value, column, k + 2, &a2);
  *out = (a0 + a2) + (a1 + a3);
}

TC_INLINE void sum_elements(const float *x, const int32_t *column, int width, tc_lanes *out) {
  tc_lanes sum = {0.0F}, other = {0.0F};
  for (int k = 0; k < width; k++) {
    tc_lanes_gather(x, column + TC_SLICE_ROWS * k, &other);
    sum += other;
  }
  *out = sum;
}

/* Computes the sums of a slice. Returns the number of rows in it. */
TC_INLINE int sum_slice(const tc_sliced_sums *m, const float *x, int32_t slice, tc_lanes *sum) {
  const int64_t at = m->begin[slice];
  const int width = (int)((m->begin[slice + 1] - at) / TC_SLICE_ROWS);
  const int32_t rest = m->rows - slice * TC_SLICE_ROWS;
  if (m->value)
    sum_products(x, m->value + at, m->column + at, width, sum);
  else
    sum_elements(x, m->column + at, width, sum);
  return rest < TC_SLICE_ROWS ? rest : TC_SLICE_ROWS;
}

TC_TARGET_CLONES void tc_sliced_sums_set(const tc_sliced_sums *sums, const float *x, float *y, int32_t begin,
                                         int32_t end) {
  const tc_sliced_sums m = *sums;
  for (int32_t slice = begin; slice < end; slice++) {
    tc_lanes sum;
    const int rows = sum_slice(&m, x, slice, &sum);
    const int32_t *const target = m.target + (size_t)slice * TC_SLICE_ROWS;
    for (int l = 0; l < rows; l++) y[target[l]] = sum[l];
  }
}

TC_TARGET_CLONES void tc_sliced_sums_add(const tc_sliced_sums *sums, const float *x, float factor, float *y,
                                         int32_t begin, int32_t end) {
  const tc_sliced_sums m = *sums;
  for (int32_t slice = begin; slice < end; slice++) {
    tc_lanes sum;
    const int rows = sum_slice(&m, x, slice, &sum);
    const int32_t *const target = m.target + (size_t)slice * TC_SLICE_ROWS;
    sum *= factor;
    for (int l = 0; l < rows; l++) y[target[l]] += sum[l];
  }
}

TC_TARGET_CLONES void tc_sliced_sums_add_one(const int32_t *column, const float *x, float factor,
                                             float *restrict y, int32_t begin, int32_t end) {
  for (int32_t i = begin; i < end; i++) y[i] += factor * x[column[i]];
}
