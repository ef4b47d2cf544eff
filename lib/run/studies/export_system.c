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

#define TC_PHASE "exporting"

static const tc_named_item
    weightings[] = {[TC_EXPORT_PLAIN] = {"none", "A, b and x unchanged"},
                    [TC_EXPORT_SYMMETRIC] = {"symmetric", "V^1/2 A V^-1/2, V^1/2 b and V^1/2 x"}},
    orders[] = {[TC_EXPORT_CELLS] = {"cells", "rows in the order of the cells in the mesh"},
                [TC_EXPORT_COLOURS] = {"colour", "rows sorted by colour, as ssor, ilu0 and sor visit them"}};

TC_REGISTRY_NAMED_ITEMS(tc_export_weightings, weightings);
TC_REGISTRY_NAMED_ITEMS(tc_export_orders, orders);

/* ---- names of files ---- */

/* Checks that `base`, with which all file names begin, is not a directory or a device. */
static tc_status check_base(const char *base) {
  struct stat about;
  if (!*base || base[strlen(base) - 1] == '/')
    return tc_status_create(TC_USAGE, "-o %s: names no file: add the common beginning of the file names",
                            base);
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
  static const char *const end[TC_EXPORT_FILES] = {".mtx", "-rhs.mtx", "-start.mtx", "-cells.mtx"};
  TC_TRY(check_base(base));
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
                                                    "the cells of the rows"};
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
  double *b, *weight;
  int32_t *row, *place;
  int64_t *cell;
} rows;

static void free_rows(rows *y) {
  tc_ell_destroy(&y->A);
  tc_free(y->b);
  tc_free(y->weight);
  tc_free(y->row);
  tc_free(y->place);
  tc_free(y->cell);
}

static tc_status alloc_rows(int32_t n, rows *y) {
  TC_TRY(TC_ALLOC_ZERO(y->b, n));
  TC_TRY(TC_ALLOC(y->weight, n));
  TC_TRY(TC_ALLOC(y->row, n));
  TC_TRY(TC_ALLOC(y->place, n));
  return TC_ALLOC(y->cell, n);
}

/* Computes y += factor R x, with the matrix R. */
static void add_product(const tc_ell *R, double factor, const double *x, double *y) {
  for (int32_t i = 0; i < R->rows; i++) {
    double sum = R->diagonal[i] * x[i];
    for (int64_t e = (int64_t)i * R->width; e < ((int64_t)i + 1) * R->width; e++)
      sum += R->value[e] * x[R->column[e]];
    y[i] += factor * sum;
  }
}

/* Adds the forcing of a step, dt (b + s) with the boundary data b and the source s, to the right-hand side
 * `b`. The system is that of a step without operator splitting. */
static tc_status add_input(const tc_prepared *p, double dt, double *b) {
  tc_ledger ledger = {0};
  if (!p->forcing) return TC_OK;
  TC_TRY(tc_forcing_set_split(p->forcing, &(tc_local_steps){.kind = TC_SPLITTING_NONE}));
  TC_TRY(tc_forcing_begin(p->forcing, p->initial));
  TC_TRY(tc_forcing_add(p->forcing, 0.0, dt, p->initial, b, &ledger));
  return tc_forcing_check_finite(p->forcing);
}

/* Builds the linear system with the rates R, the field v, the boundary data b and the source s. It is (I -
 * theta dt R) v' = v + (1 - theta) dt R v + dt (b + s) for a step, and -R v = b + s for a steady state. */
static tc_status compute_system(const tc_prepared *p, rows *y) {
  const tc_ell *R = p->problem->system->rates;
  const bool steps = p->plan->config->time.method->steps;
  const double dt = p->choices.step.dt, theta = p->plan->config->time.theta;
  TC_TRY(tc_ell_combine(R, steps ? 1.0 : 0.0, steps ? -theta * dt : -1.0, &y->A));
  TC_TRY(add_input(p, steps ? dt : 1.0, y->b));
  if (!steps) return TC_OK;
  for (int32_t i = 0; i < R->rows; i++) y->b[i] += p->initial[i];
  add_product(R, (1.0 - theta) * dt, p->initial, y->b);
  return TC_OK;
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
static tc_status sort_rows(const tc_space *space, const int32_t *colour, rows *y) {
  key *list = NULL;
  TC_TRY(TC_ALLOC(list, space->owned));
  for (int32_t i = 0; i < space->owned; i++) list[i] = (key){colour ? colour[i] : 0, i, space->id[i]};
  qsort(list, (size_t)space->owned, sizeof *list, by_colour_and_cell);
  for (int32_t k = 0; k < space->owned; k++) {
    y->row[k] = list[k].row;
    y->place[list[k].row] = k;
  }
  tc_free(list);
  return TC_OK;
}

static tc_status order_rows(const tc_prepared *p, tc_export_order order, rows *y) {
  const tc_space *space = p->problem->space;
  tc_colouring *colouring = NULL;
  if (order == TC_EXPORT_CELLS) return sort_rows(space, NULL, y);
  TC_TRY(tc_colouring_create(p->plan->world, space->halo, p->problem->system->rates, space->id, &colouring));
  const tc_status status = sort_rows(space, colouring->colour, y);
  tc_colouring_destroy(&colouring);
  return status;
}

/* ---- writing files ---- */

static tc_status write_files(const tc_prepared *p, const tc_export *what, const rows *y) {
  const tc_space *space = p->problem->space;
  tc_line comment = {0};
  tc_line_add(&comment, "%s, %s, %s scheme, weighting %s, order %s", p->plan->config->path,
              p->plan->config->time.method->name, p->plan->config->diffusion.scheme->name,
              weightings[what->weighting].name, orders[what->order].name);
  const tc_matrix_market how = {space->owned, y->row, y->place,
                                what->weighting == TC_EXPORT_SYMMETRIC ? y->weight : NULL, comment.text};
  TC_TRY(tc_matrix_market_write_matrix(what->path[TC_EXPORT_MATRIX], &how, y->A));
  TC_TRY(tc_matrix_market_write_vector(what->path[TC_EXPORT_RHS], &how, y->b));
  TC_TRY(tc_matrix_market_write_vector(what->path[TC_EXPORT_START], &how, p->initial));
  return tc_matrix_market_write_labels(what->path[TC_EXPORT_NUMBERS], &how, y->cell);
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
  TC_GUARD(status, compute_system(p, &y));
  TC_GUARD(status, order_rows(p, what->order, &y));
  TC_GUARD(status, write_files(p, what, &y));
cleanup:
  free_rows(&y);
  return status;
}
