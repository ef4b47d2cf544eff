/* Creation of slices: order of the rows in their windows, lengths of the slices, then values. Each thread
 * fills the slices that it will compute in sweeps. */
#include "linear/cycle/sliced_rows.h"

#include <math.h>
#include <omp.h>

#include "base/core/memory.h"
#include "sparse/matrix.h"

enum { window_slices = TC_SLICE_WINDOW / TC_SLICE_ROWS };

static int32_t length_of_row(const tc_sliced_source *s, int32_t i) {
  return (int32_t)(s->begin[i + 1] - s->begin[i]);
}

static int32_t row_in_slot(const tc_sliced_rows *m, int32_t slot) { return m->order ? m->order[slot] : slot; }

void tc_sliced_rows_thread_slices(const tc_sliced_rows *m, int32_t *begin, int32_t *end) {
  const int32_t slices = m->slots / TC_SLICE_ROWS, step = m->order ? window_slices : 1;
  tc_matrix_thread_rows(tc_row_windows_parts(slices, step), omp_get_thread_num(), omp_get_num_threads(),
                        begin, end);
  *begin *= step;
  *end = *end * step < slices ? *end * step : slices;
}

tc_status tc_sliced_rows_find_slots(const tc_sliced_rows *m, int32_t **out) {
  *out = NULL;
  if (!m->order) return TC_OK;
  TC_TRY(tc_alloc((size_t)m->rows, sizeof **out, "slots", out));
  int32_t *const slot = *out;
#pragma omp parallel for schedule(static) if (m->is_threaded)
  for (int32_t s = 0; s < m->rows; s++) slot[m->order[s]] = s;
  return TC_OK;
}

/* ---- lengths of rows and slices ---- */

static int32_t find_longest_row(const tc_sliced_source *s, tc_sliced_rows *m) {
  int32_t longest = 0, isolated = 0;
#pragma omp parallel for schedule(static) reduction(max : longest) reduction(+ : isolated) if (m->is_threaded)
  for (int32_t i = 0; i < m->rows; i++) {
    const int32_t length = length_of_row(s, i);
    longest = length > longest ? length : longest;
    isolated += length == 0;
  }
  m->isolated = isolated;
  return longest;
}

static int64_t slice_begin(const tc_sliced_rows *m, int32_t slice) {
  return m->begin ? m->begin[slice] : (int64_t)slice * TC_SLICE_NARROW * TC_SLICE_ROWS;
}

#define ADD_ARRAY(m, array, count)                                                                           \
  ((m)->bytes += (size_t)(count) * sizeof *(m)->array,                                                       \
   tc_pool_array(&(m)->memory, false, (size_t)(count), sizeof *(m)->array, #array, &(m)->array))

static tc_status create_order(const tc_sliced_source *s, tc_sliced_rows *m) {
  m->rows = s->rows;
  m->slots = tc_row_windows_parts(m->rows, TC_SLICE_ROWS) * TC_SLICE_ROWS;
  m->is_threaded = m->rows >= TC_SLICE_THREADED_ROWS;
  if (find_longest_row(s, m) <= TC_SLICE_NARROW) return TC_OK;
  TC_TRY(ADD_ARRAY(m, order, m->rows));
  tc_row_windows_sort(m->rows, s->begin, m->order);
  TC_TRY(ADD_ARRAY(m, begin, m->slots / TC_SLICE_ROWS + 1));
  tc_row_windows_begins(m->rows, s->begin, m->order, m->begin);
  return TC_OK;
}

static tc_status create_arrays(tc_sliced_rows *m) {
  const int64_t elements = slice_begin(m, m->slots / TC_SLICE_ROWS);
  TC_TRY(ADD_ARRAY(m, column, elements));
  TC_TRY(ADD_ARRAY(m, coupling, elements));
  TC_TRY(ADD_ARRAY(m, excess, m->slots));
  TC_TRY(ADD_ARRAY(m, inverse_diagonal, m->slots));
  TC_TRY(ADD_ARRAY(m, first_read, m->slots / TC_SLICE_ROWS));
  TC_TRY(ADD_ARRAY(m, last_read, m->slots / TC_SLICE_ROWS));
  return ADD_ARRAY(m, isolated_slot, m->isolated);
}

/* ---- values of the slices ---- */

/* Sets excess and inverse diagonal of the slot of row i. Returns the contribution of this row to the bound of
 * the spectrum (member spectrum_bound). */
static double fill_diagonal(const tc_sliced_source *s, int32_t i, int32_t slot, tc_sliced_rows *m) {
  double diagonal = s->excess[i], sum = s->excess[i];
  for (int64_t k = s->begin[i]; k < s->begin[i + 1]; k++) {
    diagonal += (double)s->coupling[k];
    sum += fabs((double)s->coupling[k]);
  }
  m->excess[slot] = (float)s->excess[i];
  m->inverse_diagonal[slot] = diagonal > 0.0 ? (float)(1.0 / diagonal) : 0.0F;
  return diagonal > 0.0 ? 1.0 + sum / diagonal : 0.0;
}

/* Sets columns and couplings of the terms of a slot. slot_of[row] is the slot of each row; NULL if slot i
 * contains row i. */
static void fill_terms(const tc_sliced_source *s, const int32_t *slot_of, int32_t slot, tc_sliced_rows *m) {
  const int32_t slice = slot / TC_SLICE_ROWS, lane = slot % TC_SLICE_ROWS;
  const int64_t end = slice_begin(m, slice + 1);
  int64_t at = slice_begin(m, slice) + lane;
  const int32_t i = slot < m->rows ? row_in_slot(m, slot) : -1;
  for (int64_t k = i < 0 ? 0 : s->begin[i]; i >= 0 && k < s->begin[i + 1]; k++, at += TC_SLICE_ROWS) {
    const int32_t j = s->column[k];
    m->column[at] = j >= m->rows ? m->slots + (j - m->rows) : slot_of ? slot_of[j] : j;
    m->coupling[at] = s->coupling[k];
  }
  for (; at < end; at += TC_SLICE_ROWS) {
    m->column[at] = slot;
    m->coupling[at] = 0.0F;
  }
}

static void find_reads(int32_t slice, tc_sliced_rows *m) {
  int32_t first = slice, last = slice;
  for (int64_t k = slice_begin(m, slice); k < slice_begin(m, slice + 1); k++) {
    const int32_t read = m->column[k] < m->slots ? m->column[k] / TC_SLICE_ROWS : INT32_MAX;
    first = read < first ? read : first;
    last = read > last ? read : last;
  }
  m->first_read[slice] = first;
  m->last_read[slice] = last;
}

static double fill_slices(const tc_sliced_source *s, const int32_t *slot_of, int32_t begin, int32_t end,
                          tc_sliced_rows *m) {
  double bound = 0.0;
  for (int32_t slot = begin * TC_SLICE_ROWS; slot < end * TC_SLICE_ROWS; slot++) {
    fill_terms(s, slot_of, slot, m);
    if (slot < m->rows) {
      bound = fmax(bound, fill_diagonal(s, row_in_slot(m, slot), slot, m));
    } else {
      m->excess[slot] = 0.0F;
      m->inverse_diagonal[slot] = 0.0F;
    }
  }
  for (int32_t slice = begin; slice < end; slice++) find_reads(slice, m);
  return bound;
}

static void fill(const tc_sliced_source *s, const int32_t *slot_of, tc_sliced_rows *m) {
  double bound = 0.0;
#pragma omp parallel reduction(max : bound) if (m->is_threaded)
  {
    int32_t begin, end;
    tc_sliced_rows_thread_slices(m, &begin, &end);
    bound = fill_slices(s, slot_of, begin, end, m);
  }
  m->spectrum_bound = bound;
  for (int32_t slot = 0, k = 0; k < m->isolated; slot++)
    if (length_of_row(s, row_in_slot(m, slot)) == 0) m->isolated_slot[k++] = slot;
}

tc_status tc_sliced_rows_create(const tc_sliced_source *source, tc_sliced_rows **out) {
  tc_sliced_rows *m = NULL;
  int32_t *slot_of = NULL;
  TC_TRY(TC_ALLOC_ZERO(m, 1));
  tc_status status = create_order(source, m);
  if (!status) status = create_arrays(m);
  if (!status) status = tc_sliced_rows_find_slots(m, &slot_of);
  if (!status) fill(source, slot_of, m);
  tc_free(slot_of);
  TC_RETURN_CREATED(status, m, tc_sliced_rows_destroy(&m), out);
}

void tc_sliced_rows_destroy(tc_sliced_rows **rows) { TC_POOL_DESTROY_OWNER(rows); }
