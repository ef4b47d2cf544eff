/* ILUT of a rank's owned rows by one thread. Each row of A is loaded into a linked list of columns and
 * eliminated with the preceding rows of U. The largest entries of the row are then appended to L and U. The
 * elimination needs memory for one dense row and for the factors, which grow by doubling. Solves use L with a
 * unit diagonal and U with a stored inverse diagonal. */
#include "linear/precondition/ilut.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/core/timer.h"

typedef struct entry {
  int32_t column;
  double value;
} entry;

/* A row during its elimination. The columns of its entries are a linked list in ascending order. The list
 * begins at next[rows] and ends with the value `rows`. */
typedef struct working_row {
  int32_t rows;
  double *value;          /* [rows] value of the entry in each column */
  int32_t *next;          /* [rows + 1] next[column]: the next column in the list */
  entry *selected;        /* [rows] scratch: entries to be appended to a factor */
  int pattern_entries[2]; /* number of entries of this row of A before the diagonal, and after it */
  double drop_limit;      /* entries with an absolute value up to `drop_limit` are dropped */
  tc_pool memory;         /* owns the arrays of this struct */
} working_row;

static void insert_column(working_row *w, int32_t after, int32_t column) {
  while (w->next[after] < column) after = w->next[after];
  if (w->next[after] == column) return;
  w->next[column] = w->next[after];
  w->next[after] = column;
  w->value[column] = 0.0;
}

static int compare_columns(const void *a, const void *b) {
  const entry *x = a, *y = b;
  return (x->column > y->column) - (x->column < y->column);
}

/* Lists the off-diagonal entries of row i in owned columns in w->selected and returns their number. The
 * entries of a long row are sorted, because the search for the place of each column in the linked list would
 * otherwise pass many other columns. */
static int32_t list_entries(const tc_linear_system *system, int32_t i, working_row *w) {
  const tc_ell *R = system->R;
  int32_t count = 0;
  for (size_t e = tc_ell_begin(R, i), end = tc_ell_end(R, i); e < end; e++) {
    const int32_t j = R->column[e];
    if (j != i && j < w->rows) w->selected[count++] = (entry){j, system->scale * R->value[e]};
  }
  if (count > TC_ELL_WIDTH_MAX) qsort(w->selected, (size_t)count, sizeof *w->selected, compare_columns);
  return count;
}

static void load_row(const tc_linear_system *system, int32_t i, double drop, working_row *w) {
  const tc_ell *R = system->R;
  const int32_t count = list_entries(system, i, w);
  double square = 0.0;
  /* The search for the place of a column in the list begins at the previous column if the previous one is
   * lower. */
  int32_t previous = w->rows;
  w->next[w->rows] = w->rows;
  w->pattern_entries[0] = w->pattern_entries[1] = 0;
  insert_column(w, w->rows, i);
  w->value[i] = tc_ell_combined(system->shift, system->scale, R->diagonal[i]);
  for (int32_t n = 0; n < count; n++) {
    const int32_t j = w->selected[n].column;
    insert_column(w, previous < j ? previous : w->rows, j);
    w->value[j] = w->selected[n].value;
    w->pattern_entries[j > i]++;
    previous = j;
  }
  for (int32_t j = w->next[w->rows]; j < w->rows; j = w->next[j]) square += w->value[j] * w->value[j];
  w->drop_limit = drop * sqrt(square);
}

/* Eliminates the entries of row i before the diagonal in ascending order of their columns k, by subtracting a
 * multiple of row k of U. */
static void eliminate_row(const tc_ilut *f, int32_t i, working_row *w) {
  const tc_ilut_triangle *upper = &f->upper;
  for (int32_t k = w->next[w->rows]; k < i; k = w->next[k]) {
    const double exact_factor = w->value[k] * f->inverse[k],
                 factor = fabs(exact_factor) > w->drop_limit ? exact_factor : 0.0;
    w->value[k] = factor;
    if (factor == 0.0) continue;
    int32_t at = k;
    for (int64_t e = upper->begin[k]; e < upper->begin[k + 1]; e++) {
      insert_column(w, at, upper->column[e]);
      at = upper->column[e];
      w->value[at] -= factor * upper->value[e];
    }
  }
}

/* Comparison for qsort: by descending absolute value, then by ascending column. */
static int compare_magnitudes(const void *a, const void *b) {
  const entry *x = a, *y = b;
  const double p = fabs(x->value), q = fabs(y->value);
  return p == q ? compare_columns(a, b) : (p < q) - (p > q);
}

/* Selects the entries with the largest absolute values above `limit` in the columns first .. end - 1, at most
 * `max_count` of them. Writes them to w->selected in ascending order of columns and returns their number. */
static int32_t select_entries(working_row *w, int32_t first, int32_t end, double limit, int64_t max_count) {
  int32_t count = 0;
  for (int32_t j = first; j < end; j = w->next[j])
    if (fabs(w->value[j]) > limit) w->selected[count++] = (entry){j, w->value[j]};
  if (count <= max_count) return count;
  qsort(w->selected, (size_t)count, sizeof *w->selected, compare_magnitudes);
  qsort(w->selected, (size_t)max_count, sizeof *w->selected, compare_columns);
  return (int32_t)max_count;
}

/* Increases the capacity of a triangle to at least `required` entries. Preserves the first `used` entries. */
static tc_status reserve_entries(tc_ilut_triangle *t, int64_t used, int64_t required) {
  if (required <= t->capacity) return TC_OK;
  const tc_ilut_triangle old = *t;
  tc_ilut_triangle larger = {.begin = t->begin,
                             .capacity = required > 2 * t->capacity ? required : 2 * t->capacity};
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(larger.column, larger.capacity));
  TC_GUARD(status, TC_ALLOC(larger.value, larger.capacity));
  for (int64_t e = 0; e < used; e++) {
    larger.column[e] = old.column[e];
    larger.value[e] = old.value[e];
  }
  *t = larger;
  larger = old;
cleanup:
  tc_free(larger.column);
  tc_free(larger.value);
  return status;
}

static tc_status append_row(tc_ilut_triangle *t, int32_t i, int32_t count, const entry *selected) {
  const int64_t at = t->begin[i];
  TC_TRY(reserve_entries(t, at, at + count));
  for (int32_t k = 0; k < count; k++) {
    t->column[at + k] = selected[k].column;
    t->value[at + k] = selected[k].value;
  }
  t->begin[i + 1] = at + count;
  return TC_OK;
}

static tc_status factorise_row(const tc_linear_system *system, int fill, double drop, int32_t i,
                               working_row *w, tc_ilut *f) {
  load_row(system, i, drop, w);
  eliminate_row(f, i, w);
  f->inverse[i] = 1.0 / w->value[i];
  if (!isfinite(w->value[i]) || !isfinite(f->inverse[i]))
    return tc_status_create(TC_NUMERICAL,
                            "ilut: the pivot of %s %lld vanishes: use a smaller solver.preconditioner.drop "
                            "or another preconditioner",
                            tc_linear_system_noun(system), (long long)(system->id[i] + system->base));
  const int64_t max_count[2] = {(int64_t)w->pattern_entries[0] + fill, (int64_t)w->pattern_entries[1] + fill};
  TC_TRY(append_row(&f->lower, i, select_entries(w, w->next[w->rows], i, 0.0, max_count[0]), w->selected));
  return append_row(&f->upper, i, select_entries(w, w->next[i], w->rows, w->drop_limit, max_count[1]),
                    w->selected);
}

/* Time of the next progress line, and the growing interval between two lines. */
typedef struct line_times {
  double next_line_s, interval_s;
} line_times;

static void log_progress(const tc_log *log, const tc_ilut *f, int32_t i, line_times *p) {
  const double now = tc_now_s();
  if (now < p->next_line_s) return;
  if (p->next_line_s > 0.0) /* The first call only sets the time of the first line. */
    tc_log_write(log, TC_LOG_NORMAL, "ilut: factorised %d of %d rows, %lld entries", (int)i, (int)f->rows,
                 (long long)f->lower.begin[i] + (long long)f->upper.begin[i]);
  p->interval_s *= 1.5;
  p->next_line_s = now + p->interval_s;
}

/* Adds the config key that determines the size of the factors to the message of an out-of-memory error. */
static tc_status explain_memory_error(tc_status status, int fill) {
  if (tc_status_code(status) != TC_INTERNAL) return status;
  const tc_status explained =
      tc_status_create(TC_INTERNAL,
                       "%s; factors of ilut grow with solver.preconditioner.fill (now %d): use a smaller one",
                       tc_status_text(status), fill);
  tc_status_free(&status);
  return explained;
}

static tc_status factorise_rows(const tc_linear_system *system, int fill, double drop, working_row *w,
                                tc_ilut *f) {
  line_times times = {0.0, 2.0};
  for (int32_t i = 0; i < f->rows; i++) {
    log_progress(system->log, f, i, &times);
    TC_TRY(factorise_row(system, fill, drop, i, w, f));
  }
  return TC_OK;
}

static tc_status factorise_matrix(const tc_linear_system *system, int fill, double drop, tc_ilut *f) {
  working_row w = {.rows = f->rows};
  tc_status status = TC_OK;
  TC_GUARD(status, TC_POOL_ARRAY(&w.memory, w.value, f->rows));
  TC_GUARD(status, TC_POOL_ARRAY(&w.memory, w.next, f->rows + 1));
  TC_GUARD(status, TC_POOL_ARRAY(&w.memory, w.selected, f->rows));
  f->lower.begin[0] = f->upper.begin[0] = 0;
  TC_GUARD(status, explain_memory_error(factorise_rows(system, fill, drop, &w, f), fill));
cleanup:
  tc_pool_free(&w.memory);
  return status;
}

tc_status tc_ilut_create(const tc_linear_system *system, int fill, double drop, tc_ilut **out) {
  tc_ilut *f = NULL;
  TC_TRY(TC_ALLOC_ZERO(f, 1));
  f->rows = system->R->rows;
  tc_status status = TC_POOL_ARRAY(&f->memory, f->inverse, f->rows);
  if (!status) status = TC_POOL_ARRAY(&f->memory, f->lower.begin, f->rows + 1);
  if (!status) status = TC_POOL_ARRAY(&f->memory, f->upper.begin, f->rows + 1);
  if (!status) status = factorise_matrix(system, fill, drop, f);
  TC_RETURN_CREATED(status, f, tc_ilut_destroy(&f), out);
}

void tc_ilut_destroy(tc_ilut **ilut) {
  tc_ilut *f = *ilut;
  if (!f) return;
  tc_ilut_triangle *const triangle[2] = {&f->lower, &f->upper};
  for (int k = 0; k < 2; k++) {
    tc_free(triangle[k]->column);
    tc_free(triangle[k]->value);
  }
  TC_POOL_DESTROY_OWNER(ilut);
}

/* Returns the product of row i of a triangle and z. */
static double multiply_row(const tc_ilut_triangle *t, int32_t i, const double *z) {
  double sum = 0.0;
  for (int64_t e = t->begin[i]; e < t->begin[i + 1]; e++) sum += t->value[e] * z[t->column[e]];
  return sum;
}

/* Subtracts row i of a triangle, multiplied by the number a, from the array z. */
static void subtract_scaled_row(const tc_ilut_triangle *t, int32_t i, double a, double *z) {
  for (int64_t e = t->begin[i]; e < t->begin[i + 1]; e++) z[t->column[e]] -= t->value[e] * a;
}

void tc_ilut_solve(const tc_ilut *f, const double *r, double *z) {
  for (int32_t i = 0; i < f->rows; i++) z[i] = r[i] - multiply_row(&f->lower, i, z);
  for (int32_t i = f->rows - 1; i >= 0; i--) z[i] = (z[i] - multiply_row(&f->upper, i, z)) * f->inverse[i];
}

void tc_ilut_solve_transposed(const tc_ilut *f, double *z) {
  for (int32_t i = 0; i < f->rows; i++) {
    z[i] *= f->inverse[i];
    subtract_scaled_row(&f->upper, i, z[i], z);
  }
  for (int32_t i = f->rows - 1; i >= 0; i--) subtract_scaled_row(&f->lower, i, z[i], z);
}
