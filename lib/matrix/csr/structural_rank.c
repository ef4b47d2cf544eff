/* Maximum matching of rows and columns by the method of Hopcroft and Karp. Each phase assigns a level to each
 * row, its distance from the free rows by breadth-first search. It then finds shortest augmenting paths
 * through ascending levels by depth-first search. */
#include "matrix/csr/structural_rank.h"

#include <stdbool.h>

#include "base/core/memory.h"

/* State of the matching. All arrays except column_match have the length [rows]. */
typedef struct matching {
  const tc_csr *matrix;
  int32_t *row_match;    /* column that is matched with each row; -1 if the row is free */
  int32_t *column_match; /* [columns] row that is matched with each column; -1 if the column is free */
  int32_t *level;        /* level of each row in this phase; -1 if no shortest augmenting path reaches it */
  int32_t *list; /* first the queue of the breadth-first search, then the path of the depth-first search */
  int64_t *next; /* next entry of each row that the depth-first search tries */
  int64_t count; /* number of matched rows */
} matching;

static void free_matching(matching *m) {
  tc_free(m->row_match);
  tc_free(m->column_match);
  tc_free(m->level);
  tc_free(m->list);
  tc_free(m->next);
}

static tc_status allocate_matching(matching *m) {
  TC_TRY(TC_ALLOC(m->row_match, m->matrix->rows));
  TC_TRY(TC_ALLOC(m->column_match, m->matrix->columns));
  TC_TRY(TC_ALLOC(m->level, m->matrix->rows));
  TC_TRY(TC_ALLOC(m->list, m->matrix->rows));
  TC_TRY(TC_ALLOC(m->next, m->matrix->rows));
  for (int64_t i = 0; i < m->matrix->rows; i++) m->row_match[i] = -1;
  for (int64_t j = 0; j < m->matrix->columns; j++) m->column_match[j] = -1;
  return TC_OK;
}

static void match(matching *m, int32_t row, int32_t column) {
  m->row_match[row] = column;
  m->column_match[column] = row;
}

/* Matches each free row with its first free column. If `diagonal_only` is true, only the column of the
 * diagonal entry is considered. */
static void match_greedily(matching *m, bool diagonal_only) {
  const tc_csr *A = m->matrix;
  for (int64_t i = 0; i < A->rows; i++)
    for (int64_t k = A->row_begin[i]; k < A->row_begin[i + 1] && m->row_match[i] < 0; k++) {
      if (A->value[k] == 0.0 || m->column_match[A->column[k]] >= 0) continue;
      if (diagonal_only && A->column[k] != i) continue;
      match(m, (int32_t)i, A->column[k]);
      m->count++;
    }
}

/* Sets the level of each row that is matched with a column of `row` and has no level yet, and appends it to
 * the queue. Returns true if `row` has an entry in a free column. */
static bool visit_row(matching *m, int32_t row, int64_t *queued) {
  const tc_csr *A = m->matrix;
  bool has_free = false;
  for (int64_t k = A->row_begin[row]; k < A->row_begin[row + 1]; k++) {
    if (A->value[k] == 0.0) continue;
    const int32_t other = m->column_match[A->column[k]];
    has_free = has_free || other < 0;
    if (other < 0 || m->level[other] >= 0) continue;
    m->level[other] = m->level[row] + 1;
    m->list[(*queued)++] = other;
  }
  return has_free;
}

/* Sets the levels by breadth-first search from the free rows, up to the first level with a free column.
 * Returns false if no such level exists. The matching then has the maximum size. */
static bool set_levels(matching *m) {
  int64_t queued = 0;
  int32_t last = INT32_MAX; /* level of the first row with a free column */
  for (int64_t i = 0; i < m->matrix->rows; i++) {
    m->level[i] = m->row_match[i] < 0 ? 0 : -1;
    m->next[i] = m->matrix->row_begin[i];
    if (m->level[i] == 0) m->list[queued++] = (int32_t)i;
  }
  for (int64_t at = 0; at < queued && m->level[m->list[at]] <= last; at++)
    if (visit_row(m, m->list[at], &queued) && last == INT32_MAX) last = m->level[m->list[at]];
  return last < INT32_MAX;
}

/* Advances the last row of the path to its next column that is free or leads to the next level. Returns the
 * row matched with this column, -1 if the column is free, or -2 if the row has no such column. */
static int32_t advance(matching *m, int32_t row) {
  const tc_csr *A = m->matrix;
  for (; m->next[row] < A->row_begin[row + 1]; m->next[row]++) {
    if (A->value[m->next[row]] == 0.0) continue;
    const int32_t other = m->column_match[A->column[m->next[row]]];
    if (other < 0 || m->level[other] == m->level[row] + 1) return other;
  }
  return -2;
}

/* Finds an augmenting path that begins at a free row, and changes the matching along it. Rows that have no
 * such path are removed from their level. */
static void augment_from(matching *m, int32_t start) {
  int64_t length = 1;
  m->list[0] = start;
  while (length > 0) {
    const int32_t row = m->list[length - 1], other = advance(m, row);
    if (other >= 0) {
      m->list[length++] = other;
    } else if (other == -2) {
      m->level[row] = -1;
      length--;
    } else {
      m->count++;
      for (int64_t k = 0; k < length; k++) match(m, m->list[k], m->matrix->column[m->next[m->list[k]]]);
      return;
    }
  }
}

tc_status tc_csr_structural_rank(const tc_csr *matrix, int64_t *rank) {
  matching m = {.matrix = matrix};
  const tc_status status = allocate_matching(&m);
  if (!status) {
    match_greedily(&m, true);
    match_greedily(&m, false);
    while (m.count < matrix->rows && set_levels(&m))
      for (int64_t i = 0; i < matrix->rows; i++)
        if (m.row_match[i] < 0) augment_from(&m, (int32_t)i);
    *rank = m.count;
  }
  free_matching(&m);
  return status;
}
