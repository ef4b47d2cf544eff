/* Folds duplicate rows: variables with nearly the same samples as a more significant one (see
 * tb_rows_fold_duplicates in rows.h). tb_rows_arrange calls it after it has folded rows with equal samples.
 * It compares all pairs of the remaining rows. */
#include <stdlib.h>

#include "base/core/memory.h"
#include "blame/views/rows.h"

/* A row that is not folded yet. Rows are sorted by `telling` (significance: weight, then lifetime), and later
 * rows may be folded into earlier ones. */
typedef struct voice {
  tb_row *row;
  int index;
  int telling;
  double out; /* number of calls from the row's function to the innermost one, as mean over the samples */
} voice;

static int compare_rows(const void *a, const void *b) {
  const voice *x = a, *y = b;
  if (x->telling != y->telling) return y->telling - x->telling;
  if (x->out != y->out) return x->out < y->out ? -1 : 1;
  return x->index - y->index;
}

static voice voice_of(tb_rows *rows, int index) {
  tb_row *row = &rows->row[index];
  return (voice){row, index, 4 * row->weight + (int)row->kept, (double)row->out / (double)row->samples};
}

static bool is_candidate(const tb_rows *rows, const tb_row *row) {
  return row->kind == TB_ROW_VARIABLE && row->folded < 0 && row->samples > 0 && row->stack_set.count > 0 &&
         tb_rows_is_significant(rows, row);
}

/* Returns the number of samples in stacks that both rows count. */
static int64_t common_samples(const tb_rows *rows, const tb_row *a, const tb_row *b) {
  int64_t samples = 0;
  for (int s = tc_bit_set_next(&a->stack_set, 0); s >= 0; s = tc_bit_set_next(&a->stack_set, s + 1))
    if (tc_bit_set_contains(&b->stack_set, s)) samples += rows->selection->stack[s].samples;
  return samples;
}

/* True if the samples that both rows have are at least 95 % of the samples of each row. */
static bool are_nearly_the_same(const tb_rows *rows, const tb_row *a, const tb_row *b) {
  const int64_t more = a->samples > b->samples ? a->samples : b->samples,
                less = a->samples > b->samples ? b->samples : a->samples;
  return 20 * less >= 19 * more && 20 * common_samples(rows, a, b) >= 19 * more;
}

/* True if row a may be folded into row b. If both variables belong to the same function, b must have more
 * weight. If the function of a is called by that of b, b must be an array of floating-point numbers and a
 * must not be floating-point, because floating-point numbers of an inner function are a result in their own
 * right. */
static bool may_fold(const tb_rows *rows, const voice *a, const voice *b) {
  enum { numbers = 1, array = 2 };
  if (tb_rows_contains(rows, a->index, b->index) || tb_rows_contains(rows, b->index, a->index)) return false;
  if (a->row->scope == b->row->scope) return a->telling / 4 < b->telling / 4;
  if (a->out >= b->out) return true;
  return b->row->weight == (array | numbers) && !(a->row->weight & numbers);
}

static void gather_echoes(const tb_rows *rows, const voice *voices, int first, int count) {
  const voice *b = &voices[first];
  for (int i = first + 1; i < count; i++)
    if (voices[i].row->folded < 0 && may_fold(rows, &voices[i], b) &&
        are_nearly_the_same(rows, voices[i].row, b->row))
      voices[i].row->folded = b->index;
}

tc_status tb_rows_fold_duplicates(tb_rows *rows) {
  voice *voices = NULL;
  int count = 0;
  TC_TRY(TC_ALLOC(voices, rows->count));
  for (int i = 0; i < rows->count; i++)
    if (is_candidate(rows, &rows->row[i])) voices[count++] = voice_of(rows, i);
  if (count) qsort(voices, (size_t)count, sizeof *voices, compare_rows);
  for (int i = 0; i < count; i++)
    if (voices[i].row->folded < 0) gather_echoes(rows, voices, i, count);
  tc_free(voices);
  return TC_OK;
}
