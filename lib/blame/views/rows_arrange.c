/* Sorts the rows of a view, folds rows with equal samples, and arranges the others as a forest (see
 * tb_rows_arrange in rows.h). tb_view_build calls it after the view has counted all stacks. Sorting makes
 * rows with the same set of stacks, scope and node adjacent. These rows form a class. One row of each class
 * represents the class. Unless all rows are requested, tb_rows_fold_duplicates then folds rows of different
 * classes with nearly the same samples. */
#include <stdlib.h>
#include <string.h>

#include "blame/views/rows.h"

static bool has_same_stacks(const tb_row *a, const tb_row *b) {
  return a->kind == b->kind && a->scope == b->scope && a->node == b->node && a->samples == b->samples &&
         a->stack_hash[0] == b->stack_hash[0] && a->stack_hash[1] == b->stack_hash[1];
}

bool tb_rows_contains(const tb_rows *rows, int a, int b) {
  for (int at = rows->row[b].parent; at >= 0; at = rows->row[at].parent)
    if (at == a) return true;
  return false;
}

static bool is_floating_point(const tb_row *row) {
  return strstr(row->type, "double") || strstr(row->type, "float");
}

static bool has_array_name(const tb_row *row) {
  const size_t length = strlen(row->name);
  return length > 2 && strcmp(row->name + length - 2, "[]") == 0;
}

/* Arrays and parts of arrays (except characters) have a larger weight than scalars. Floating-point numbers
 * have a larger weight than pointers and counters. */
int tb_row_weight(const tb_row *row) {
  const bool is_array =
      strstr(row->written[0] ? row->written : row->name, "[]") != NULL && strcmp(row->type, "char") != 0;
  return 2 * is_array + is_floating_point(row);
}

/* Returns the number of steps of the row's access path. Adds 100 for a truncated path, so that it comes
 * last. */
static int compute_path_distance(const tb_row *row) {
  enum { far_distance = 100 };
  int steps = strstr(row->written, "...") ? far_distance : 0;
  for (const char *at = row->written; (at = strpbrk(at, ".>[")) != NULL; at++) steps++;
  return steps;
}

/* Sort key of a row. Sorting makes the rows of a class adjacent, ordered by weight, distance and order of
 * discovery. */
typedef struct sort_key {
  const tb_row *row;
  int index, weight, distance;
} sort_key;

static int compare_integers(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int compare_sort_keys(const void *a, const void *b) {
  const sort_key *x = a, *y = b;
  int result = compare_integers(y->row->samples, x->row->samples);
  if (!result) result = compare_integers((intptr_t)x->row->scope, (intptr_t)y->row->scope);
  if (!result) result = compare_integers(x->row->node, y->row->node);
  for (int i = 0; i < 2 && !result; i++)
    result =
        (x->row->stack_hash[i] > y->row->stack_hash[i]) - (x->row->stack_hash[i] < y->row->stack_hash[i]);
  if (!result) result = compare_integers(x->row->kind, y->row->kind);
  if (!result) result = compare_integers(y->weight, x->weight);
  if (!result) result = compare_integers(x->distance, y->distance);
  return result ? result : compare_integers(x->index, y->index);
}

static bool contains_class_row(const tb_rows *rows, const sort_key *class, int count, int index) {
  for (int i = 0; i < count; i++)
    if (class[i].index != index && tb_rows_contains(rows, index, class[i].index)) return true;
  return false;
}

/* Counts those rows of the class that row `index` contains and that contain no other row of the class. */
static int count_inner_rows(const tb_rows *rows, const sort_key *class, int count, int index) {
  int inner = 0;
  for (int i = 0; i < count; i++)
    inner += !rows->row[class[i].index].has_inner_row && tb_rows_contains(rows, index, class[i].index);
  return inner;
}

/* Returns the row that represents a class. `first` is its first row. If that is a scalar, the class is
 * represented by the outermost row that contains several rows of the class, for example `measure[]` for 11
 * members of `measure[]`. */
static int find_representative(const tb_rows *rows, const sort_key *class, int count, int first) {
  int representative = first;
  if (has_array_name(&rows->row[first])) return first;
  for (int i = 0; i < count; i++) {
    const int index = class[i].index;
    if (tb_rows_contains(rows, index, first) && count_inner_rows(rows, class, count, index) > 1 &&
        (representative == first || tb_rows_contains(rows, index, representative)))
      representative = index;
  }
  return representative;
}

static bool needs_name(const tb_rows *rows, int index, int representative) {
  const tb_row *row = &rows->row[index];
  return !row->has_inner_row && !tb_rows_contains(rows, representative, index) &&
         (is_floating_point(row) || !is_floating_point(&rows->row[representative]));
}

static void fold_class(tb_rows *rows, const sort_key *class, int count) {
  int representative = -1;
  for (int i = 0; i < count; i++) {
    tb_row *row = &rows->row[class[i].index];
    row->has_inner_row = contains_class_row(rows, class, count, class[i].index);
    if (!row->has_inner_row && representative < 0) representative = class[i].index;
  }
  const int weight = tb_row_weight(&rows->row[representative]);
  representative = find_representative(rows, class, count, representative);
  rows->row[representative].weight = weight;
  for (int i = 0; i < count; i++) {
    tb_row *row = &rows->row[class[i].index];
    row->is_named = class[i].index != representative && needs_name(rows, class[i].index, representative);
    if (class[i].index != representative) row->folded_into = representative;
  }
}

static void fold_rows(tb_rows *rows, const sort_key *keys, int count) {
  for (int begin = 0, end; begin < count; begin = end) {
    for (end = begin + 1; end < count && has_same_stacks(keys[begin].row, keys[end].row); end++) {}
    if (keys[begin].row->kind == TB_ROW_VARIABLE) fold_class(rows, keys + begin, end - begin);
  }
}

static void mark_shown_rows(const tb_rows *rows, bool *is_shown) {
  const tb_view_options *o = rows->selection->options;
  for (int i = 0, marked = 0; i < rows->count && (o->shows_all || marked < o->rows_max); i++) {
    const tb_row *row = &rows->row[rows->order[i]];
    if (row->folded_into >= 0 || row->samples == 0 || !tb_rows_is_significant(rows, row)) continue;
    is_shown[rows->order[i]] = true;
    marked++;
  }
}

/* Sets container[i] to the innermost shown row that contains row i; -1 if there is none. */
static void find_shown_container(const tb_rows *rows, const bool *is_shown, int *container) {
  for (int i = 0; i < rows->count; i++) {
    container[i] = rows->row[i].parent;
    while (container[i] >= 0 && !is_shown[container[i]]) container[i] = rows->row[container[i]].parent;
  }
}

/* Appends to rows->shown_row the shown rows that the row `parent` contains (-1: the outermost rows), each
 * followed by the rows that it contains. The variables of a function precede the functions that it calls. */
static void append_shown_rows(tb_rows *rows, const bool *is_shown, const int *container, int parent,
                              int depth) {
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < rows->count; i++) {
      const int index = rows->order[i];
      const bool is_last_pass = rows->row[index].kind == TB_ROW_FUNCTION && parent >= 0;
      if (!is_shown[index] || container[index] != parent || is_last_pass != (pass == 1)) continue;
      rows->shown_row[rows->shown_rows++] = (tb_row_shown){index, depth};
      append_shown_rows(rows, is_shown, container, index, depth + 1);
    }
}

static void number_rows(tb_rows *rows) {
  for (int i = 0, numbered = 0; i < rows->count; i++) {
    tb_row *row = &rows->row[rows->order[i]];
    row->rank = row->samples > 0 && tb_rows_is_significant(rows, row) ? numbered++ : -1;
  }
}

static tc_status sort_rows(tb_rows *rows, sort_key *keys) {
  TC_TRY(tc_pool_alloc(&rows->pool, (size_t)rows->count * sizeof *rows->shown_row, &rows->shown_row));
  TC_TRY(tc_pool_alloc(&rows->pool, (size_t)rows->count * sizeof *rows->order, &rows->order));
  for (int i = 0; i < rows->count; i++)
    keys[i] =
        (sort_key){&rows->row[i], i, tb_row_weight(&rows->row[i]), compute_path_distance(&rows->row[i])};
  qsort(keys, (size_t)rows->count, sizeof *keys, compare_sort_keys);
  for (int i = 0; i < rows->count; i++) {
    rows->order[i] = keys[i].index;
    rows->row[keys[i].index].weight = keys[i].weight;
  }
  return TC_OK;
}

static tc_status arrange_rows(tb_rows *rows, tc_pool *scratch) {
  const size_t count = (size_t)rows->count;
  sort_key *keys;
  bool *is_shown;
  int *container;
  TC_TRY(tc_pool_alloc(scratch, count * sizeof *keys, &keys));
  TC_TRY(tc_pool_alloc(scratch, count * sizeof *is_shown, &is_shown));
  TC_TRY(tc_pool_alloc(scratch, count * sizeof *container, &container));
  TC_TRY(sort_rows(rows, keys));
  number_rows(rows);
  if (!rows->selection->options->shows_all) {
    fold_rows(rows, keys, rows->count);
    TC_TRY(tb_rows_fold_duplicates(rows));
  }
  mark_shown_rows(rows, is_shown);
  find_shown_container(rows, is_shown, container);
  rows->shown_rows = 0;
  append_shown_rows(rows, is_shown, container, -1, 0);
  return TC_OK;
}

tc_status tb_rows_arrange(tb_rows *rows) {
  tc_pool scratch = {NULL};
  tc_status status = arrange_rows(rows, &scratch);
  tc_pool_free(&scratch);
  return status;
}
