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
typedef struct row {
  int32_t rows;
  double *value;  /* [rows] value of the entry in each column */
  int32_t *next;  /* [rows + 1] next[column]: the next column in the list */
  entry *kept;    /* [rows] scratch: entries to be appended to a factor */
  int own[2];     /* number of entries of this row of A before the diagonal, and after it */
  double least;   /* entries with an absolute value up to `least` are dropped */
  tc_pool memory; /* owns the arrays of this struct */
} row;

static void insert_column(row *w, int32_t after, int32_t column) {
  while (w->next[after] < column) after = w->next[after];
  if (w->next[after] == column) return;
  w->next[column] = w->next[after];
  w->next[after] = column;
  w->value[column] = 0.0;
}

static void load_row(const tc_linear_system *system, int32_t i, double drop, row *w) {
  const tc_ell *R = system->R;
  const int32_t *column = R->column + (size_t)i * (size_t)R->width;
  const double *value = R->value + (size_t)i * (size_t)R->width;
  double square = 0.0;
  w->next[w->rows] = w->rows;
  w->own[0] = w->own[1] = 0;
  insert_column(w, w->rows, i);
  w->value[i] = tc_ell_combined(system->shift, system->scale, R->diagonal[i]);
  for (int k = 0; k < R->width; k++) {
    if (column[k] == i || column[k] >= w->rows) continue; /* skip padding and ghost columns */
    insert_column(w, w->rows, column[k]);
    w->value[column[k]] = system->scale * value[k];
    w->own[column[k] > i]++;
  }
  for (int32_t j = w->next[w->rows]; j < w->rows; j = w->next[j]) square += w->value[j] * w->value[j];
  w->least = drop * sqrt(square);
}

/* Eliminates the entries of row i before the diagonal in ascending order of their columns k, by subtracting a
 * multiple of row k of U. */
static void eliminate_row(const tc_ilut *f, int32_t i, row *w) {
  const tc_ilut_triangle *upper = &f->upper;
  for (int32_t k = w->next[w->rows]; k < i; k = w->next[k]) {
    const double whole = w->value[k] * f->inverse[k], factor = fabs(whole) > w->least ? whole : 0.0;
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

static int by_column(const void *a, const void *b) {
  const entry *x = a, *y = b;
  return (x->column > y->column) - (x->column < y->column);
}

/* Comparison for qsort: by descending absolute value, then by ascending column. */
static int by_size(const void *a, const void *b) {
  const entry *x = a, *y = b;
  const double p = fabs(x->value), q = fabs(y->value);
  return p == q ? by_column(a, b) : (p < q) - (p > q);
}

/* Selects the entries to retain among the columns first .. end - 1: at most `most` entries, the largest ones
 * whose absolute value exceeds `least`. Writes them to w->kept in ascending order of columns, and returns
 * their number. */
static int32_t select_entries(row *w, int32_t first, int32_t end, double least, int64_t most) {
  int32_t count = 0;
  for (int32_t j = first; j < end; j = w->next[j])
    if (fabs(w->value[j]) > least) w->kept[count++] = (entry){j, w->value[j]};
  if (count <= most) return count;
  qsort(w->kept, (size_t)count, sizeof *w->kept, by_size);
  qsort(w->kept, (size_t)most, sizeof *w->kept, by_column);
  return (int32_t)most;
}

/* Increases the capacity of a triangle to at least `wanted` entries. Preserves the first `used` entries. */
static tc_status reserve_entries(tc_ilut_triangle *t, int64_t used, int64_t wanted) {
  if (wanted <= t->capacity) return TC_OK;
  const tc_ilut_triangle old = *t;
  tc_ilut_triangle other = {.begin = t->begin,
                            .capacity = wanted > 2 * t->capacity ? wanted : 2 * t->capacity};
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(other.column, other.capacity));
  TC_GUARD(status, TC_ALLOC(other.value, other.capacity));
  for (int64_t e = 0; e < used; e++) {
    other.column[e] = old.column[e];
    other.value[e] = old.value[e];
  }
  *t = other;
  other = old;
cleanup:
  tc_free(other.column);
  tc_free(other.value);
  return status;
}

static tc_status append_row(tc_ilut_triangle *t, int32_t i, int32_t count, const entry *kept) {
  const int64_t at = t->begin[i];
  TC_TRY(reserve_entries(t, at, at + count));
  for (int32_t k = 0; k < count; k++) {
    t->column[at + k] = kept[k].column;
    t->value[at + k] = kept[k].value;
  }
  t->begin[i + 1] = at + count;
  return TC_OK;
}

static tc_status factor_row(const tc_linear_system *system, int fill, double drop, int32_t i, row *w,
                            tc_ilut *f) {
  load_row(system, i, drop, w);
  eliminate_row(f, i, w);
  f->inverse[i] = 1.0 / w->value[i];
  if (!isfinite(w->value[i]) || !isfinite(f->inverse[i]))
    return tc_status_create(TC_NUMERICAL,
                            "ilut: the pivot of cell %lld vanishes: use a smaller "
                            "solver.preconditioner.drop "
                            "or another preconditioner",
                            (long long)(system->id[i] + system->base));
  const int64_t most[2] = {(int64_t)w->own[0] + fill, (int64_t)w->own[1] + fill};
  TC_TRY(append_row(&f->lower, i, select_entries(w, w->next[w->rows], i, 0.0, most[0]), w->kept));
  return append_row(&f->upper, i, select_entries(w, w->next[i], w->rows, w->least, most[1]), w->kept);
}

/* Time of the next progress line, and interval between two lines. Lines are logged at growing intervals, so
 * that the log of a long factorisation remains short. */
typedef struct progress {
  double next_s, wait_s;
} progress;

static void log_progress(const tc_log *log, const tc_ilut *f, int32_t i, progress *p) {
  const double now = tc_now_s();
  if (now < p->next_s) return;
  if (p->next_s > 0.0) /* the first call logs nothing, it only sets the time of the first line */
    tc_log_write(log, TC_LOG_NORMAL, "ilut: factorised %d of %d rows, %lld entries", (int)i, (int)f->rows,
                 (long long)f->lower.begin[i] + (long long)f->upper.begin[i]);
  p->wait_s *= 1.5;
  p->next_s = now + p->wait_s;
}

/* Adds to the message of an out-of-memory error the config key that determines the size of the factors. The
 * name of an array alone would not help the user. */
static tc_status explain_memory_error(tc_status status, int fill) {
  if (tc_status_code(status) != TC_INTERNAL) return status;
  const tc_status explained =
      tc_status_create(TC_INTERNAL,
                       "%s; factors of ilut grow with solver.preconditioner.fill (now %d): use a smaller one",
                       tc_status_text(status), fill);
  tc_status_free(&status);
  return explained;
}

static tc_status factor_rows(const tc_linear_system *system, int fill, double drop, row *w, tc_ilut *f) {
  progress told = {0.0, 2.0};
  for (int32_t i = 0; i < f->rows; i++) {
    log_progress(system->log, f, i, &told);
    TC_TRY(factor_row(system, fill, drop, i, w, f));
  }
  return TC_OK;
}

static tc_status factor_matrix(const tc_linear_system *system, int fill, double drop, tc_ilut *f) {
  row w = {.rows = f->rows};
  tc_status status = TC_OK;
  TC_GUARD(status, TC_POOL_ARRAY(&w.memory, w.value, f->rows));
  TC_GUARD(status, TC_POOL_ARRAY(&w.memory, w.next, f->rows + 1));
  TC_GUARD(status, TC_POOL_ARRAY(&w.memory, w.kept, f->rows));
  f->lower.begin[0] = f->upper.begin[0] = 0;
  TC_GUARD(status, explain_memory_error(factor_rows(system, fill, drop, &w, f), fill));
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
  if (!status) status = factor_matrix(system, fill, drop, f);
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
static double row_product(const tc_ilut_triangle *t, int32_t i, const double *z) {
  double sum = 0.0;
  for (int64_t e = t->begin[i]; e < t->begin[i + 1]; e++) sum += t->value[e] * z[t->column[e]];
  return sum;
}

/* Subtracts row i of a triangle, multiplied by the number a, from the array z. */
static void scatter_row(const tc_ilut_triangle *t, int32_t i, double a, double *z) {
  for (int64_t e = t->begin[i]; e < t->begin[i + 1]; e++) z[t->column[e]] -= t->value[e] * a;
}

void tc_ilut_solve(const tc_ilut *f, const double *r, double *z) {
  for (int32_t i = 0; i < f->rows; i++) z[i] = r[i] - row_product(&f->lower, i, z);
  for (int32_t i = f->rows - 1; i >= 0; i--) z[i] = (z[i] - row_product(&f->upper, i, z)) * f->inverse[i];
}

void tc_ilut_solve_transposed(const tc_ilut *f, double *z) {
  for (int32_t i = 0; i < f->rows; i++) {
    z[i] *= f->inverse[i];
    scatter_row(&f->upper, i, z[i], z);
  }
  for (int32_t i = f->rows - 1; i >= 0; i--) scatter_row(&f->lower, i, z[i], z);
}
