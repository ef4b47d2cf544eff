/* Export of the linear system of the first step to Matrix Market files: builds A, b and the start vector x
 * from the rates and the forcing, sorts the rows by cell number or by colour, and writes the files. Runs on
 * one process. The formulas of the system are those of the implicit step and of the steady state
 * (solve/integrators). */
#include "run/studies/export_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/core/memory.h"
#include "comm/layout/colour.h"
#include "io/config/config_auto.h"
#include "io/text/matrix_market.h"
#include "solve/problem/background.h"

#define TC_PHASE "exporting"

static const tc_named_item
    weightings[] = {[TC_EXPORT_PLAIN] = {"none", "A, b and x unchanged"},
                    [TC_EXPORT_SYMMETRIC] = {"symmetric", "V^1/2 A V^-1/2, V^1/2 b and V^1/2 x"},
                    [TC_EXPORT_VOLUME] = {"volume", "K = V A and V b, x unchanged"}},
    orders[] = {[TC_EXPORT_CELLS] = {"cells", "rows in the order of the cells in the mesh"},
                [TC_EXPORT_COLOURS] = {"colour", "rows sorted by colour, as ssor, ilu0 and sor visit them"}},
    unknowns[] = {[TC_EXPORT_FIELD] = {"field", "values of the field"},
                  [TC_EXPORT_DISTANCE] = {"distance", "values minus the level that a run subtracts"}};

TC_REGISTRY_NAMED_ITEMS(tc_export_weightings, weightings);
TC_REGISTRY_NAMED_ITEMS(tc_export_orders, orders);
TC_REGISTRY_NAMED_ITEMS(tc_export_unknowns, unknowns);

/* ---- names of files ---- */

/* Checks that `base`, with which all file names begin, is not a directory or a device. */
static tc_status check_base(const char *base) {
  struct stat about;
  if (!*base || base[strlen(base) - 1] == '/')
    return tc_status_create(TC_USAGE,
                            "-o %s: names no file: add the common beginning of the file names, such as "
                            "%ssystem",
                            base, base);
  if (stat(base, &about) || S_ISREG(about.st_mode)) return TC_OK;
  if (S_ISDIR(about.st_mode))
    return tc_status_create(TC_USAGE,
                            "-o %s: is a directory: add the common beginning of the file names, such as "
                            "%s/system",
                            base, base);
  return tc_status_create(TC_USAGE,
                          "-o %s: is a device or a pipe: use the common beginning of the file names, such as "
                          "out/system",
                          base);
}

tc_status tc_export_name(const char *base, tc_export *out) {
  static const char *const end[TC_EXPORT_FILES] = {".mtx", "-rhs.mtx", "-start.mtx", "-cells.mtx",
                                                   "-volumes.mtx"};
  TC_TRY(check_base(base));
  out->base = base;
  for (int f = 0; f < TC_EXPORT_FILES; f++)
    TC_TRY(tc_alloc_text("the name of a file", &out->path[f], "%s%s", base, end[f]));
  return TC_OK;
}

void tc_export_free(tc_export *out) {
  for (int f = 0; f < TC_EXPORT_FILES; f++) tc_free(out->path[f]);
  *out = (tc_export){0};
}

tc_status tc_export_prepare(tc_plan *plan, const tc_export *what) {
  static const char *const name[TC_EXPORT_FILES] = {"the matrix", "the right side", "the start",
                                                    "the cells of the rows", "the volumes of the rows"};
  const tc_config *c = plan->config;
  if (!c->time.method->solves)
    return tc_config_error(c, "time.method",
                           "%s solves no systems, so there is none to export: set it to implicit",
                           tc_config_method_name(c));
  for (int f = 0; f < TC_EXPORT_FILES; f++)
    TC_TRY(tc_matrix_market_prepare(name[f], what->path[f], &plan->files));
  return TC_OK;
}

/* ---- linear system ---- */

/* Data to be written. Each array has one entry per row of A, in the order of the local rows of the
 * session. */
typedef struct rows {
  tc_ell *A;
  double *b, *x, *weight;
  double level; /* constant that the integrator subtracts from the field before it solves */
  int32_t *row, *place;
  int64_t *cell;
} rows;

static void free_rows(rows *y) {
  tc_ell_destroy(&y->A);
  tc_free(y->b);
  tc_free(y->x);
  tc_free(y->weight);
  tc_free(y->row);
  tc_free(y->place);
  tc_free(y->cell);
}

static tc_status alloc_rows(int32_t n, rows *y) {
  TC_TRY(TC_ALLOC_ZERO(y->b, n));
  TC_TRY(TC_ALLOC(y->x, n));
  TC_TRY(TC_ALLOC(y->weight, n));
  TC_TRY(TC_ALLOC(y->row, n));
  TC_TRY(TC_ALLOC(y->place, n));
  return TC_ALLOC(y->cell, n);
}

/* Computes y += factor R x, with the matrix R. */
static void add_product(const tc_ell *R, double factor, const double *x, double *y) {
  for (int32_t i = 0; i < R->rows; i++) {
    double sum = R->diagonal[i] * x[i];
    for (size_t e = tc_ell_begin(R, i), end = tc_ell_end(R, i); e < end; e++)
      sum += R->value[e] * x[R->column[e]];
    y[i] += factor * sum;
  }
}

/* Sets the start vector of the solve: the initial field, or its difference from the constant that the
 * integrator subtracts. */
static tc_status set_start(const tc_prepared *p, tc_export_unknown unknown, rows *y) {
  tc_background background;
  if (unknown == TC_EXPORT_FIELD) {
    for (int32_t i = 0; i < p->problem->space->owned; i++) y->x[i] = p->initial[i];
    return TC_OK;
  }
  TC_TRY(p->plan->config->time.method->steps
             ? tc_background_of_field(p->problem, p->forcing, p->initial, y->x, &background)
             : tc_background_of_data(p->problem, p->forcing, p->initial, y->x, &background));
  y->level = background.level;
  return TC_OK;
}

/* Prepares the forcing for a step without operator splitting, or for a steady state. */
static tc_status begin_forcing(const tc_prepared *p) {
  const bool steps = p->plan->config->time.method->steps;
  if (!p->forcing) return TC_OK;
  TC_TRY(tc_forcing_set_split(p->forcing, &(tc_local_steps){.kind = TC_SPLITTING_NONE}));
  TC_TRY(tc_forcing_begin(p->forcing, p->initial));
  tc_forcing_set_theta(p->forcing, steps ? p->plan->config->time.theta : 0.0);
  return TC_OK;
}

/* Adds the forcing dt (b + s), with the boundary data b and the source s, to the right-hand side y->b. */
static tc_status add_forcing(const tc_prepared *p, tc_export_unknown unknown, double dt, rows *y) {
  tc_ledger ledger = {0};
  if (!p->forcing) return TC_OK;
  if (unknown == TC_EXPORT_DISTANCE) tc_forcing_set_level(p->forcing, y->level);
  TC_TRY(tc_forcing_add(p->forcing, 0.0, dt, p->initial, y->b, &ledger));
  return tc_forcing_check_finite(p->forcing);
}

/* Builds the linear system with the rates R, the field v, the boundary data b and the source s. It is (I -
 * theta dt R) v' = v + (1 - theta) dt R v + dt (b + s) for a step, and -R v = b + s for a steady state. */
static tc_status compute_system(const tc_prepared *p, tc_export_unknown unknown, rows *y) {
  const tc_linear_system system = tc_prepared_system(p);
  const tc_ell *R = system.R;
  const bool steps = p->plan->config->time.method->steps;
  const double dt = p->choices.step.dt, theta = p->plan->config->time.theta;
  TC_TRY(tc_ell_combine(R, system.shift, system.scale, &y->A));
  TC_TRY(begin_forcing(p));
  TC_TRY(set_start(p, unknown, y));
  TC_TRY(add_forcing(p, unknown, steps ? dt : 1.0, y));
  if (!steps) return TC_OK;
  for (int32_t i = 0; i < R->rows; i++) y->b[i] += y->x[i];
  add_product(R, (1.0 - theta) * dt, y->x, y->b);
  return TC_OK;
}

/* ---- weighting by volumes ---- */

/* Returns the entry of A in row i and column j; NULL if the row has none. */
static const double *find_entry(const tc_ell *A, int32_t i, int32_t j) {
  for (int64_t e = (int64_t)i * A->width; e < ((int64_t)i + 1) * A->width; e++)
    if (A->column[e] == j) return &A->value[e];
  return NULL;
}

/* Returns the largest difference between the entries A_ij and A_ji, relative to the larger one; infinite if
 * one of them is missing. */
static double compute_asymmetry(const tc_ell *A) {
  double largest = 0.0;
  for (int32_t i = 0; i < A->rows; i++)
    for (int64_t e = (int64_t)i * A->width; e < ((int64_t)i + 1) * A->width; e++) {
      const int32_t j = A->column[e];
      const double *other = j == i ? &A->value[e] : find_entry(A, j, i);
      if (!other) return INFINITY;
      const double size = fmax(fabs(A->value[e]), fabs(*other));
      if (size > 0.0) largest = fmax(largest, fabs(A->value[e] - *other) / size);
    }
  return largest;
}

/* Multiplies A and b by the volumes of the rows. Rounding then differs between the entries in row i, column j
 * and in row j, column i. If the matrix is symmetric up to rounding, both receive the value from the row with
 * the lower cell number. */
static void weigh_by_volume(const tc_space *space, rows *y) {
  const double rounding = 1e-12;
  tc_ell *A = y->A;
  for (int32_t i = 0; i < A->rows; i++) {
    A->diagonal[i] *= space->volume[i];
    y->b[i] *= space->volume[i];
    for (int64_t e = (int64_t)i * A->width; e < ((int64_t)i + 1) * A->width; e++)
      A->value[e] *= space->volume[i];
  }
  if (!(compute_asymmetry(A) <= rounding)) return;
  for (int32_t i = 0; i < A->rows; i++)
    for (int64_t e = (int64_t)i * A->width; e < ((int64_t)i + 1) * A->width; e++)
      if (space->id[A->column[e]] < space->id[i]) A->value[e] = *find_entry(A, A->column[e], i);
}

/* ---- order of the rows ---- */

typedef struct key {
  int32_t colour, row;
  tc_gid cell;
} key;

static int by_colour_and_cell(const void *a, const void *b) {
  const key *x = a, *y = b;
  if (x->colour != y->colour) return x->colour < y->colour ? -1 : 1;
  return (x->cell > y->cell) - (x->cell < y->cell);
}

/* Sorts the rows by colour and then by cell number. If `colour` is NULL, sorts them by cell number. */
static tc_status sort_rows(const tc_space *space, const int32_t *colour, int32_t *row, int32_t *file_row) {
  key *list = NULL;
  TC_TRY(TC_ALLOC(list, space->owned));
  for (int32_t i = 0; i < space->owned; i++) list[i] = (key){colour ? colour[i] : 0, i, space->id[i]};
  qsort(list, (size_t)space->owned, sizeof *list, by_colour_and_cell);
  for (int32_t k = 0; k < space->owned; k++) {
    row[k] = list[k].row;
    file_row[list[k].row] = k;
  }
  tc_free(list);
  return TC_OK;
}

tc_status tc_export_order_rows(const tc_prepared *p, tc_export_order order, int32_t *row, int32_t *file_row) {
  const tc_space *space = p->problem->space;
  tc_colouring *colouring = NULL;
  if (order == TC_EXPORT_CELLS) return sort_rows(space, NULL, row, file_row);
  TC_TRY(tc_colouring_create(p->plan->world, space->halo, p->problem->system->rates, space->id, &colouring));
  const tc_status status = sort_rows(space, colouring->colour, row, file_row);
  tc_colouring_destroy(&colouring);
  return status;
}

/* ---- writing files ---- */

static void describe(const tc_prepared *p, const tc_export *what, double level, tc_line *out) {
  const tc_config *c = p->plan->config;
  tc_line_add(out, "%s, %s, %s scheme, weighting %s, order %s", c->path, c->time.method->name,
              c->diffusion.scheme->name, weightings[what->weighting].name, orders[what->order].name);
  if (what->unknown == TC_EXPORT_DISTANCE) tc_line_add(out, ", level %.17g", level);
}

static tc_status write_files(const tc_prepared *p, const tc_export *what, const rows *y) {
  const tc_space *space = p->problem->space;
  tc_line comment = {0};
  describe(p, what, y->level, &comment);
  const tc_matrix_market plain = {space->owned, y->row, y->place, NULL, comment.text};
  tc_matrix_market how = plain;
  if (what->weighting == TC_EXPORT_SYMMETRIC) how.weight = y->weight;
  TC_TRY(tc_matrix_market_write_matrix(what->path[TC_EXPORT_MATRIX], &how, y->A));
  TC_TRY(tc_matrix_market_write_vector(what->path[TC_EXPORT_RHS], &how, y->b));
  TC_TRY(tc_matrix_market_write_vector(what->path[TC_EXPORT_START], &how, y->x));
  TC_TRY(tc_matrix_market_write_vector(what->path[TC_EXPORT_VOLUMES], &plain, space->volume));
  return tc_matrix_market_write_labels(what->path[TC_EXPORT_NUMBERS], &plain, y->cell);
}

tc_status tc_export_write(const tc_prepared *p, const tc_export *what) {
  const tc_space *space = p->problem->space;
  rows y = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, alloc_rows(space->owned, &y));
  for (int32_t i = 0; i < space->owned; i++) {
    y.weight[i] = sqrt(space->volume[i]);
    y.cell[i] = space->id[i] + space->base;
  }
  TC_GUARD(status, compute_system(p, what->unknown, &y));
  if (what->weighting == TC_EXPORT_VOLUME) weigh_by_volume(space, &y);
  TC_GUARD(status, tc_export_order_rows(p, what->order, y.row, y.place));
  TC_GUARD(status, write_files(p, what, &y));
cleanup:
  free_rows(&y);
  return status;
}
