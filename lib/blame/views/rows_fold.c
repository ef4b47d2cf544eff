/* Folds duplicate rows, which are variables with nearly the same samples as a more significant variable (see
 * tb_rows_fold_duplicates in rows.h). tb_rows_arrange calls the function after it has folded rows with equal
 * samples. The function compares all pairs of the remaining rows. */
#include <stdlib.h>

#include "base/core/memory.h"
#include "blame/views/rows.h"

/* A row that is not folded yet. Rows are sorted by `significance` (weight, then lifetime), and later rows may
 * be folded into earlier ones. */
typedef struct candidate {
  tb_row *row;
  int index;
  int significance;
  double call_distance; /* number of calls from the row's function to the innermost function, as a mean over
                         * the samples */
} candidate;

static int compare_rows(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  if (x->significance != y->significance) return y->significance - x->significance;
  if (x->call_distance != y->call_distance) return x->call_distance < y->call_distance ? -1 : 1;
  return x->index - y->index;
}

static candidate make_candidate(tb_rows *rows, int index) {
  tb_row *row = &rows->row[index];
  return (candidate){row, index, 4 * row->weight + (int)row->lifetime,
                     (double)row->call_distance / (double)row->samples};
}

static bool is_candidate(const tb_rows *rows, const tb_row *row) {
  return row->kind == TB_ROW_VARIABLE && row->folded_into < 0 && row->samples > 0 &&
         row->stack_set.count > 0 && tb_rows_is_significant(rows, row);
}

static int64_t count_common_samples(const tb_rows *rows, const tb_row *a, const tb_row *b) {
  int64_t samples = 0;
  for (int s = tc_bit_set_next(&a->stack_set, 0); s >= 0; s = tc_bit_set_next(&a->stack_set, s + 1))
    if (tc_bit_set_contains(&b->stack_set, s)) samples += rows->selection->stack[s].samples;
  return samples;
}

/* Returns true if the samples that count for both rows are at least 95 % of the samples of each row. */
static bool have_nearly_same_samples(const tb_rows *rows, const tb_row *a, const tb_row *b) {
  const int64_t larger = a->samples > b->samples ? a->samples : b->samples,
                smaller = a->samples > b->samples ? b->samples : a->samples;
  return 20 * smaller >= 19 * larger && 20 * count_common_samples(rows, a, b) >= 19 * larger;
}

/* True if row a may be folded into row b. If both variables belong to the same function, b must have more
 * weight. If the function of b calls that of a, b must be an array of floating-point numbers. In this case a
 * must not be floating-point, because floating-point numbers of an inner function are also results. */
static bool may_fold(const tb_rows *rows, const candidate *a, const candidate *b) {
  enum { floating_weight = 1, array_weight = 2 };
  if (tb_rows_contains(rows, a->index, b->index) || tb_rows_contains(rows, b->index, a->index)) return false;
  if (a->row->scope == b->row->scope) return a->significance / 4 < b->significance / 4;
  if (a->call_distance >= b->call_distance) return true;
  return b->row->weight == (array_weight | floating_weight) && !(a->row->weight & floating_weight);
}

static void fold_duplicates_of(const tb_rows *rows, const candidate *candidates, int first, int count) {
  const candidate *target = &candidates[first];
  for (int i = first + 1; i < count; i++)
    if (candidates[i].row->folded_into < 0 && may_fold(rows, &candidates[i], target) &&
        have_nearly_same_samples(rows, candidates[i].row, target->row))
      candidates[i].row->folded_into = target->index;
}

tc_status tb_rows_fold_duplicates(tb_rows *rows) {
  candidate *candidates = NULL;
  int count = 0;
  TC_TRY(TC_ALLOC(candidates, rows->count));
  for (int i = 0; i < rows->count; i++)
    if (is_candidate(rows, &rows->row[i])) candidates[count++] = make_candidate(rows, i);
  if (count) qsort(candidates, (size_t)count, sizeof *candidates, compare_rows);
  for (int i = 0; i < count; i++)
    if (candidates[i].row->folded_into < 0) fold_duplicates_of(rows, candidates, i, count);
  tc_free(candidates);
  return TC_OK;
}
