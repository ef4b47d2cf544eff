/* Tests of many stabilised steps of the largest size. With the damping for the ellipse that the search has
 * found, nothing may grow. Without damping the same steps must grow. By default the test makes a few steps on
 * one mesh. If the environment variable TETRACAST_STEPS is set, the test makes this number of steps on all
 * meshes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "io/mesh/tetgen.h"
#include "solve/space/mean_removal.h"
#include "solve/stability/ellipse.h"
#include "solve/stability/estimate_operator.h"
#include "solve/stability/spectrum.h"
#include "solve/stability/stabilised_coefficients.h"
#include "support/parallel.h"
#include "support/problems.h"

/* Data of a sequence of steps of one size. */
typedef struct steps {
  const tc_stabilised_coefficients *coefficients;
  tc_estimate_operator op; /* tau R with three vectors: D_(j-1), D_(j-2) and scratch */
  tc_mean_removal removal;
  double *y, *first; /* the field and tau R y */
} steps;

/* Makes one step y = y + D_s. */
static void make_step(steps *s) {
  const int32_t owned = s->op.space->owned;
  if (owned > 0) memcpy(s->op.v[0].value, s->y, (size_t)owned * sizeof *s->y);
  expect_ok(tc_estimate_operator_apply(&s->op, 0, 2));
  const double factor = s->coefficients->stage[1].first;
  for (int32_t i = 0; i < owned; i++) {
    s->first[i] = s->op.v[2].value[i];
    s->op.v[0].value[i] = factor * s->first[i];
    s->op.v[1].value[i] = 0.0;
  }
  for (int j = 2; j <= s->coefficients->stages; j++) {
    const tc_stage_coefficients c = s->coefficients->stage[j];
    expect_ok(tc_estimate_operator_apply(&s->op, 0, 2));
    const double *last = s->op.v[0].value, *before = s->op.v[1].value;
    double *next = s->op.v[2].value;
    for (int32_t i = 0; i < owned; i++)
      next[i] = c.last * last[i] + c.before * before[i] + c.product * next[i] + c.first * s->first[i];
    tc_estimate_operator_swap(&s->op, 0, 1);
    tc_estimate_operator_swap(&s->op, 0, 2);
  }
  for (int32_t i = 0; i < owned; i++) s->y[i] += s->op.v[0].value[i];
  expect_ok(tc_mean_removal_apply(&s->removal, s->y));
}

/* Returns the largest ratio of the norm to its smallest value at an earlier time. A field that has become
 * small is multiplied by a power of two, so that rounding does not hide growth. */
static double largest_growth(steps *s, int count) {
  const double small = 0x1p-20, stop = 1e6;
  double lowest = INFINITY, largest = 0.0, square;
  for (int k = 0; k <= count && largest < stop; k++) {
    if (k > 0) make_step(s);
    expect_ok(tc_field_dot(s->op.space, s->y, s->y, &square));
    double norm = sqrt(square);
    largest = fmax(largest, norm / lowest);
    lowest = fmin(lowest, norm);
    if (!(lowest < small)) continue;
    lowest /= small;
    for (int32_t i = 0; i < s->op.space->owned; i++) s->y[i] /= small;
  }
  return largest;
}

/* Makes `count` steps of the largest size with the damping for an ellipse of axis ratio q, from noise of norm
 * 1. Returns the largest growth. */
static double measure_steps(const tc_problem *p, const tc_stabilised_method *method, double q, int stages,
                            double largest, int count) {
  tc_stabilised_coefficients *coefficients = NULL;
  double square;
  expect_ok(tc_stabilised_coefficients_create(method, stages, q, &coefficients));
  steps s = {.coefficients = coefficients, .y = problem_zeros(p), .first = problem_zeros(p)};
  expect_ok(tc_estimate_operator_init(p, 0.0, coefficients->beta / largest, 3, &s.op));
  expect_ok(tc_mean_removal_init(p->space, p->physics, p->system->rates, s.first, &s.removal));
  for (int32_t i = 0; i < p->space->owned; i++) s.y[i] = noise((uint64_t)p->space->id[i]);
  expect_ok(tc_mean_removal_apply(&s.removal, s.y));
  expect_ok(tc_field_dot(p->space, s.y, s.y, &square));
  for (int32_t i = 0; i < p->space->owned; i++) s.y[i] /= sqrt(square);
  const double growth = largest_growth(&s, count);
  tc_mean_removal_free(&s.removal);
  tc_estimate_operator_free(&s.op);
  tc_free(coefficients);
  free(s.y);
  free(s.first);
  return growth;
}

static tc_problem *make(tc_world *world, const char *base, double height, double stabilisation,
                        const double tensor[6]) {
  tc_problem_options choice = {.layout = {tc_order_find("metis"), 0, TC_DISTRIBUTION_METIS, 65536,
                                          TC_OBJECTIVE_CUT, TC_PARTITIONER_AUTO},
                               .scheme = tc_scheme_find("gradient"),
                               .stabilisation = stabilisation};
  tc_mesh *mesh = NULL;
  tc_problem *p = NULL;
  memcpy(choice.tensor, tensor, sizeof choice.tensor);
  expect_ok(tc_tetgen_read(base, NULL, &mesh));
  for (int32_t node = 0; node < mesh->nodes; node++) mesh->points[3 * (size_t)node + 2] *= height;
  expect_ok(tc_problem_create(world, &choice, world->rank == 0 ? mesh : NULL, NULL, &p));
  tc_mesh_destroy(&mesh);
  return p;
}

/* Number of steps of a test, and its `count` numbers of stages. */
typedef struct plan {
  int steps, stages[4], count;
} plan;

/* Expects that no field grows with the damping for the ellipse that the search finds. */
static void expect_no_growth(int number, const tc_problem *p, const plan *how) {
  tc_spectrum spectrum;
  tc_ellipse narrow;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  expect_ok(tc_ellipse_find(p, spectrum.largest, TC_ELLIPSE_PRODUCTS_MIN, NULL, &narrow));
  const tc_ellipse wide = tc_ellipse_widen(&narrow, p->space->cells);
  cr_assert(narrow.found && wide.found, "case %d", number);
  for (int k = 0; k < how->count; k++) {
    const int stages = how->stages[k];
    const bool certain = stages <= tc_ellipse_certain_stages(&narrow, p->space->cells);
    const double rkl2 = measure_steps(p, &tc_stabilised_rkl2, (certain ? narrow : wide).axis_ratio, stages,
                                      spectrum.largest, how->steps),
                 rkc2 = measure_steps(p, &tc_stabilised_rkc2, wide.axis_ratio, stages, spectrum.largest,
                                      how->steps);
    cr_assert(rkl2 <= 1.01 && rkc2 <= 1.01, "case %d, axis ratio %g, %d stages: %g, %g", number,
              narrow.axis_ratio, stages, rkl2, rkc2);
  }
}

/* Expects that the field grows in steps without damping. */
static void expect_growth(const tc_problem *p, const plan *how) {
  tc_spectrum spectrum;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  for (int k = 0; k < how->count; k++) {
    const double rkl2 =
                     measure_steps(p, &tc_stabilised_rkl2, 0.0, how->stages[k], spectrum.largest, how->steps),
                 rkc2 =
                     measure_steps(p, &tc_stabilised_rkc2, 0.0, how->stages[k], spectrum.largest, how->steps);
    cr_assert(rkl2 > 1.1 && rkc2 > 1.1, "%d stages: %g, %g", how->stages[k], rkl2, rkc2);
  }
}

/* Sets the tensors of configs/fibres.yaml, with the conductivity 9 along the fibres. They turn by 120 degrees
 * from the inner to the outer ellipsoid of the ventricle. */
static void set_fibres(tc_problem *p) {
  expect_ok(tc_physics_set_nonuniform(p->physics));
  for (int32_t i = 0; i < p->physics->cells; i++) {
    const double *c = tc_geometry_centroid(p->space->geometry, i), x = c[0], y = c[1], z = c[2];
    const double r2 = x * x + y * y, inner = sqrt(r2 / 49 + z * z / 289),
                 outer = sqrt(r2 / 100 + z * z / 400);
    const double angle = acos(-1.0) / 3.0 * (1.0 - 2.0 * (inner - 1.0) / (inner - outer));
    const double along = cos(angle) * sqrt(r2 / (72.0 * 72.0) + z * z / (342.0 * 342.0)), across = sin(angle);
    const double f[3] = {-along * y - across * x * z / 342, along * x - across * y * z / 342,
                         across * r2 / 72};
    const double square = f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
    double *k = p->physics->tensor + 6 * (size_t)i;
    for (int d = 0; d < 3; d++) {
      k[d] = 1.0 + 8.0 * f[d] * f[d] / square;
      k[3 + d] = 8.0 * f[d == 2] * f[d == 0 ? 1 : 2] / square;
    }
  }
}

typedef struct growth_case {
  const char *base;
  double height, stabilisation, along;
  bool has_fibres;
} growth_case;

static tc_problem *make_case(tc_world *world, const growth_case *c) {
  const double tensor[6] = {1, 1, c->along, 0, 0, 0};
  tc_problem *p = make(world, c->base, c->height, c->stabilisation, tensor);
  if (!c->has_fibres) return p;
  set_fibres(p);
  expect_ok(tc_problem_assemble(p, c->stabilisation, false));
  return p;
}

ParallelTest(ellipse_growth, no_step_grows) {
  static const growth_case cases[] =
      {{"meshes/cube", 0.1, 0.0, 1, false},       {"meshes/cube", 0.1, 0.3, 1, false},
       {"meshes/cube", 0.1, 3.0, 1, false},       {"meshes/cube", 0.3, 0.0, 1, false},
       {"meshes/cube", 0.3, 0.3, 1, false},       {"meshes/cube", 0.3, 3.0, 1, false},
       {"meshes/cube", 1.0, 0.0, 1, false},       {"meshes/ventricle", 1.0, 0.0, 1, false},
       {"meshes/ventricle", 1.0, 0.3, 25, false}, {"meshes/ventricle", 1.0, 0.3, 1, true}};
  enum { all = sizeof cases / sizeof *cases };
  const char *text = getenv("TETRACAST_STEPS");
  const plan few = {.steps = 12, .stages = {20}, .count = 1},
             many = {.steps = text ? atoi(text) : 0, .stages = {10, 20, 40, 80}, .count = 4};
  for (int k = 0; k < (text ? all : 1); k++) {
    tc_problem *p = make_case(world, &cases[k]);
    expect_no_growth(k, p, text ? &many : &few);
    if (k == 0) expect_growth(p, &few);
    tc_problem_destroy(&p);
  }
}
