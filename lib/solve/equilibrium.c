#include "solve/equilibrium.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "solve/field.h"
#include "solve/product.h"

/* Of the field, beyond what rounding may leave. */
static const double tolerance = 1e-14;
enum { most_products = 40000, most_starts = 20 };

/* Names as in the paper; shadow: what residuals are made orthogonal to. */
enum { RESIDUAL, SHADOW, DIRECTION, ALONG, HALFWAY, TWICE, VECTORS };

typedef struct solver {
  const tc_problem *problem;
  const tc_space *space;
  tc_product product;
  const double *rate;
  double *value;
  double *v[VECTORS]; /* [owned] each */
  double size;        /* of what is left of the residual, beside the field */
  double drive;       /* the square of D^-1 rate */
} solver;

static tc_status dot(const solver *s, int a, int b, double *out) {
  return tc_field_dot(s->space, s->v[a], s->v[b], out);
}

/* out = D^-1 R from, D the diagonal of R. Collective. */
static tc_status apply(solver *s, const double *from, double *out) {
  const double *diagonal = s->problem->system->rates->diagonal;
  tc_vector_load(from, &s->product.v[0]);
  TC_TRY(tc_product_apply(&s->product, 0, 1));
  const double *to = s->product.v[1].value;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < s->space->owned; i++) out[i] = to[i] / diagonal[i];
  return TC_OK;
}

/* y = x + factor * y */
static void combine(const solver *s, const double *x, double factor, double *y) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < s->space->owned; i++) y[i] = x[i] + factor * y[i];
}

/* y += factor * x */
static void add(const solver *s, double factor, const double *x, double *y) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < s->space->owned; i++) y[i] += factor * x[i];
}

static void copy(const solver *s, const double *from, double *to) {
  memcpy(to, from, (size_t)s->space->owned * sizeof *to);
}

/* Collective. The first residual is scratch. */
static tc_status measure_drive(solver *s) {
  const double *diagonal = s->problem->system->rates->diagonal;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < s->space->owned; i++) s->v[RESIDUAL][i] = s->rate[i] / diagonal[i];
  return dot(s, RESIDUAL, RESIDUAL, &s->drive);
}

/* Whether what counts of the residual is small beside the field, and not only because the field has grown
 * beyond all bounds: where there is no steady state the residual stays as large as what drives it.
 * counts: of the vectors. Collective. */
static tc_status judge(solver *s, int counts, bool *done) {
  const double part = 0.01;
  double residual = 0.0, left, field = 0.0;
  TC_TRY(dot(s, RESIDUAL, RESIDUAL, &residual));
  left = residual;
  if (counts != RESIDUAL) TC_TRY(dot(s, counts, counts, &left));
  TC_TRY(tc_field_dot(s->space, s->value, s->value, &field));
  s->size = sqrt(left / fmax(field, residual));
  const bool driven = s->drive > 0.0 && sqrt(residual) > part * sqrt(s->drive);
  *done = residual == 0.0 || (s->size <= tolerance && !driven);
  return TC_OK;
}

/* The most that rounding may leave in row i of R v + rate, by the sizes of its terms (Higham 2002,
 * section 3.1). Beside a jump of a tensor they are far larger than the field times the diagonal. v: with
 * ghosts. */
static double rounding(const tc_ell *R, const double *v, double rate, int32_t i) {
  double terms = fabs(R->diagonal[i] * v[i]) + fabs(rate);
  for (size_t e = (size_t)i * (size_t)R->width; e < ((size_t)i + 1) * (size_t)R->width; e++)
    terms += fabs(R->value[e] * v[R->column[e]]);
  return (R->width + 2) * (DBL_EPSILON / 2.0) * terms;
}

/* The true residual -D^-1 (R v + rate), and what of it is beyond rounding. Collective. */
static tc_status measure(solver *s, double *residual, double *beyond) {
  const tc_ell *R = s->problem->system->rates;
  TC_TRY(apply(s, s->value, residual));
  const double *v = s->product.v[0].value; /* with the ghosts that the product has fetched */
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < s->space->owned; i++) {
    residual[i] = -residual[i] - s->rate[i] / R->diagonal[i];
    const double more = fabs(residual[i]) - rounding(R, v, s->rate[i], i) / fabs(R->diagonal[i]);
    beyond[i] = more <= 0.0 ? 0.0 : more; /* also when it is not a number */
  }
  return TC_OK;
}

/* Anew from the true residual, which is the first shadow too. Collective. */
static tc_status start(solver *s, bool *done) {
  TC_TRY(measure(s, s->v[RESIDUAL], s->v[TWICE]));
  copy(s, s->v[RESIDUAL], s->v[SHADOW]);
  copy(s, s->v[RESIDUAL], s->v[DIRECTION]);
  return judge(s, TWICE, done);
}

/* One iteration; *rho: (shadow, residual) before and after. Not finite or 0: it has broken down. */
static tc_status iterate(solver *s, double *rho) {
  double below = 0.0, over = 0.0, next = 0.0, **v = s->v;
  TC_TRY(apply(s, v[DIRECTION], v[ALONG]));
  TC_TRY(dot(s, SHADOW, ALONG, &below));
  const double alpha = *rho / below;
  copy(s, v[RESIDUAL], v[HALFWAY]);
  add(s, -alpha, v[ALONG], v[HALFWAY]);
  TC_TRY(apply(s, v[HALFWAY], v[TWICE]));
  TC_TRY(dot(s, TWICE, HALFWAY, &over));
  TC_TRY(dot(s, TWICE, TWICE, &below));
  const double omega = below > 0.0 ? over / below : 0.0;
  if (!isfinite(alpha) || !isfinite(omega)) {
    *rho = 0.0;
    return TC_OK;
  }
  add(s, alpha, v[DIRECTION], s->value);
  add(s, omega, v[HALFWAY], s->value);
  copy(s, v[HALFWAY], v[RESIDUAL]);
  add(s, -omega, v[TWICE], v[RESIDUAL]);
  TC_TRY(dot(s, SHADOW, RESIDUAL, &next));
  const double beta = next / *rho * (alpha / omega);
  add(s, -omega, v[ALONG], v[DIRECTION]);
  combine(s, v[RESIDUAL], beta, v[DIRECTION]);
  *rho = isfinite(beta) ? next : 0.0;
  return TC_OK;
}

/* Until the residual that goes along is small, or the iteration breaks down. Collective. */
static tc_status iterate_all(solver *s) {
  double rho = 0.0;
  bool done = false;
  TC_TRY(dot(s, SHADOW, RESIDUAL, &rho));
  while (!done && rho != 0.0 && s->product.count < most_products) {
    TC_TRY(iterate(s, &rho));
    TC_TRY(judge(s, RESIDUAL, &done));
  }
  return TC_OK;
}

/* Rounding separates the residual that goes along from the true one: then it starts again. Where too little
 * is left to go on with, the field has grown so far that no digit is left of what drives it. */
static tc_status find(solver *s) {
  bool done = false;
  TC_TRY(measure_drive(s));
  if (s->drive == 0.0) /* the field would shrink for ever beside its residual */
    for (int32_t i = 0; i < s->space->owned; i++) s->value[i] = 0.0;
  TC_TRY(start(s, &done));
  for (int i = 0; !done && i < most_starts && s->product.count < most_products; i++) {
    TC_TRY(iterate_all(s));
    TC_TRY(start(s, &done));
  }
  if (done) return TC_OK;
  if (!(s->size > tolerance))
    return tc_status_make(TC_NUMERICAL,
                          "no steady state was found: it grows without bound, or until rounding hides what "
                          "enters and leaves");
  return tc_status_make(TC_NUMERICAL,
                        "no steady state was found with %d products: what is left of it is %.2g of the field",
                        s->product.count, s->size);
}

static tc_status allocate(solver *s) {
  for (int i = 0; i < VECTORS; i++) TC_TRY(TC_ALLOC(s->v[i], s->space->owned));
  return TC_OK;
}

tc_status tc_equilibrium_find(const tc_problem *problem, const double *rate, const tc_log *log, double *value,
                              int *products) {
  solver s = {.problem = problem, .space = problem->space, .rate = rate, .value = value};
  tc_status status = TC_OK;
  if (tc_physics_conserves(problem->physics))
    return tc_status_make(TC_USAGE,
                          "the steady state is known up to a constant only: the boundary has fluxes "
                          "only, and no value or exchange");
  const tc_phase phase = tc_log_begin(log, "find the steady state");
  TC_GUARD(status, tc_product_open(problem, 0.0, 1.0, 2, &s.product));
  TC_GUARD(status, tc_world_agree(s.space->world, allocate(&s)));
  TC_GUARD(status, find(&s));
  *products = s.product.count;
  tc_log_end(&phase);
cleanup:
  for (int i = 0; i < VECTORS; i++) tc_free(s.v[i]);
  tc_product_close(&s.product);
  return status;
}
