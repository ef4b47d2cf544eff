/* Sorts the rows of a view, folds rows with equal samples, and arranges the others as a forest (see
 * tb_rows_arrange in rows.h). tb_view_build calls it after the view has counted all stacks. Sorting makes
 * rows with the same set of stacks, scope and node adjacent; they form a class. One row of each class stands
 * for the others. Unless all rows are requested, tb_rows_fold_duplicates then folds rows of different classes
 * with nearly the same samples. */
#include <stdlib.h>
#include <string.h>

#include "blame/views/rows.h"

static bool is_same_cost(const tb_row *a, const tb_row *b) {
  return a->kind == b->kind && a->scope == b->scope && a->node == b->node && a->samples == b->samples &&
         a->stacks[0] == b->stacks[0] && a->stacks[1] == b->stacks[1];
}

bool tb_rows_contains(const tb_rows *rows, int a, int b) {
  for (int at = rows->row[b].parent; at >= 0; at = rows->row[at].parent)
    if (at == a) return true;
  return false;
}

static bool holds_numbers(const tb_row *row) {
  return strstr(row->type, "double") || strstr(row->type, "float");
}

static bool ends_as_array(const tb_row *row) {
  const size_t length = strlen(row->name);
  return length > 2 && strcmp(row->name + length - 2, "[]") == 0;
}

/* Returns a larger weight for arrays and their components (except characters) than for scalars, and a larger
 * one for floating-point numbers than for pointers and counters. */
int tb_row_weight(const tb_row *row) {
  const bool array =
      strstr(row->written[0] ? row->written : row->name, "[]") != NULL && strcmp(row->type, "char") != 0;
  return 2 * array + holds_numbers(row);
}

/* Returns the number of steps of the path from the variable to the memory of the row. A path whose text is
 * truncated has the largest distance. */
static int path_distance(const tb_row *row) {
  enum { far = 100 };
  int steps = strstr(row->written, "...") ? far : 0;
  for (const char *at = row->written; (at = strpbrk(at, ".>[")) != NULL; at++) steps++;
  return steps;
}

/* Sort key of a row. Sorting makes the rows of a class adjacent, ordered by weight, distance and order of
 * discovery. */
typedef struct sorted {
  const tb_row *row;
  int index, weight, distance;
} sorted;

static int compare_integers(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int by_samples(const void *a, const void *b) {
  const sorted *x = a, *y = b;
  int result = compare_integers(y->row->samples, x->row->samples);
  if (!result) result = compare_integers((intptr_t)x->row->scope, (intptr_t)y->row->scope);
  if (!result) result = compare_integers(x->row->node, y->row->node);
  for (int i = 0; i < 2 && !result; i++)
    result = (x->row->stacks[i] > y->row->stacks[i]) - (x->row->stacks[i] < y->row->stacks[i]);
  if (!result) result = compare_integers(x->row->kind, y->row->kind);
  if (!result) result = compare_integers(y->weight, x->weight);
  if (!result) result = compare_integers(x->distance, y->distance);
  return result ? result : compare_integers(x->index, y->index);
}

/* True if the row contains another row of the class. */
static bool has_inner(const tb_rows *rows, const sorted *class, int count, int index) {
  for (int i = 0; i < count; i++)
    if (class[i].index != index && tb_rows_contains(rows, index, class[i].index)) return true;
  return false;
}

/* Returns the number of rows of the class that the row contains and that contain no other row of the
 * class. */
static int count_inner(const tb_rows *rows, const sorted *class, int count, int index) {
  int inner = 0;
  for (int i = 0; i < count; i++)
    inner += !rows->row[class[i].index].around && tb_rows_contains(rows, index, class[i].index);
  return inner;
}

/* Returns the row that stands for a class of scalars: the outermost row that contains several of them, for
 * example `measure[]` for 11 of its members. */
static int find_whole(const tb_rows *rows, const sorted *class, int count, int first) {
  int whole = first;
  if (ends_as_array(&rows->row[first])) return first;
  for (int i = 0; i < count; i++) {
    const int index = class[i].index;
    if (tb_rows_contains(rows, index, first) && count_inner(rows, class, count, index) > 1 &&
        (whole == first || tb_rows_contains(rows, index, whole)))
      whole = index;
  }
  return whole;
}

/* True if the row is named next to the row that stands for its class. This requires that neither row contains
 * the other. A row without floating-point numbers is not named next to one that has them. */
static bool is_named(const tb_rows *rows, int index, int first) {
  const tb_row *row = &rows->row[index];
  return !row->around && !tb_rows_contains(rows, first, index) &&
         (holds_numbers(row) || !holds_numbers(&rows->row[first]));
}

static void fold_class(tb_rows *rows, const sorted *class, int count) {
  int first = -1;
  for (int i = 0; i < count; i++) {
    tb_row *row = &rows->row[class[i].index];
    row->around = has_inner(rows, class, count, class[i].index);
    if (!row->around && first < 0) first = class[i].index;
  }
  const int weight = tb_row_weight(&rows->row[first]);
  first = find_whole(rows, class, count, first);
  rows->row[first].weight = weight;
  for (int i = 0; i < count; i++) {
    tb_row *row = &rows->row[class[i].index];
    row->named = class[i].index != first && is_named(rows, class[i].index, first);
    if (class[i].index != first) row->folded = first;
  }
}

static void fold_rows(tb_rows *rows, const sorted *all, int count) {
  for (int begin = 0, end; begin < count; begin = end) {
    for (end = begin + 1; end < count && is_same_cost(all[begin].row, all[end].row); end++) {}
    if (all[begin].row->kind == TB_ROW_VARIABLE) fold_class(rows, all + begin, end - begin);
  }
}

/* Sets top[i] to true for each row i that the table shows. */
static void mark_top_rows(const tb_rows *rows, bool *top) {
  const tb_view_options *o = rows->selection->options;
  for (int i = 0, marked = 0; i < rows->count && (o->all || marked < o->top); i++) {
    const tb_row *row = &rows->row[rows->order[i]];
    if (row->folded >= 0 || row->samples == 0 || !tb_rows_is_significant(rows, row)) continue;
    top[rows->order[i]] = true;
    marked++;
  }
}

/* Sets `above`, which has one entry per row, to the innermost row marked in `top` that contains the row; -1
 * if there is none. */
static void find_above(const tb_rows *rows, const bool *top, int *above) {
  for (int i = 0; i < rows->count; i++) {
    above[i] = rows->row[i].parent;
    while (above[i] >= 0 && !top[above[i]]) above[i] = rows->row[above[i]].parent;
  }
}

/* Appends to rows->show the rows that are marked in `top` and whose innermost marked container is the row
 * `parent` (-1 for none). Each is followed by the rows below it. The variables of a function precede the
 * functions that it calls. */
static void show_below(tb_rows *rows, const bool *top, const int *above, int parent, int depth) {
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < rows->count; i++) {
      const int index = rows->order[i];
      const bool later = rows->row[index].kind == TB_ROW_FUNCTION && parent >= 0;
      if (!top[index] || above[index] != parent || later != (pass == 1)) continue;
      rows->show[rows->shown++] = (tb_row_shown){index, depth};
      show_below(rows, top, above, index, depth + 1);
    }
}

static void number_rows(tb_rows *rows) {
  for (int i = 0, told = 0; i < rows->count; i++) {
    tb_row *row = &rows->row[rows->order[i]];
    row->rank = row->samples > 0 && tb_rows_is_significant(rows, row) ? told++ : -1;
  }
}

static tc_status sort_rows(tb_rows *rows, sorted *all) {
  TC_TRY(tc_pool_alloc(&rows->pool, (size_t)rows->count * sizeof *rows->show, &rows->show));
  TC_TRY(tc_pool_alloc(&rows->pool, (size_t)rows->count * sizeof *rows->order, &rows->order));
  for (int i = 0; i < rows->count; i++)
    all[i] = (sorted){&rows->row[i], i, tb_row_weight(&rows->row[i]), path_distance(&rows->row[i])};
  qsort(all, (size_t)rows->count, sizeof *all, by_samples);
  for (int i = 0; i < rows->count; i++) {
    rows->order[i] = all[i].index;
    rows->row[all[i].index].weight = all[i].weight;
  }
  return TC_OK;
}

static tc_status arrange_rows(tb_rows *rows, tc_pool *scratch) {
  const size_t count = (size_t)rows->count;
  sorted *all;
  bool *top;
  int *above;
  TC_TRY(tc_pool_alloc(scratch, count * sizeof *all, &all));
  TC_TRY(tc_pool_alloc(scratch, count * sizeof *top, &top));
  TC_TRY(tc_pool_alloc(scratch, count * sizeof *above, &above));
  TC_TRY(sort_rows(rows, all));
  number_rows(rows);
  if (!rows->selection->options->all) {
    fold_rows(rows, all, rows->count);
    TC_TRY(tb_rows_fold_duplicates(rows));
  }
  mark_top_rows(rows, top);
  find_above(rows, top, above);
  rows->shown = 0;
  show_below(rows, top, above, -1, 0);
  return TC_OK;
}

tc_status tb_rows_arrange(tb_rows *rows) {
  tc_pool scratch = {NULL};
  tc_status status = arrange_rows(rows, &scratch);
  tc_pool_free(&scratch);
  return status;
}
