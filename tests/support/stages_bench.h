/* Problems with boundary data, a source and a local state, for tests of stabilised steps. A test calls
 * open_bench, options_of, run and close_bench. */
#ifndef TC_TESTS_STAGES_BENCH_H
#define TC_TESTS_STAGES_BENCH_H

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "solve/problem/forcing_stages.h"
#include "solve/stability/spectrum.h"
#include "solve/step/step.h"
#include "support/expect.h"
#include "support/parallel.h"
#include "support/problems.h"

static const char *const stabilised_methods[] = {"rkl2", "rkc2"};
static const tc_boundary_kind all_kinds[] = {TC_BOUNDARY_VALUE, TC_BOUNDARY_FLUX, TC_BOUNDARY_EXCHANGE};

/* Formulas of a problem for boundary data, source, and initial value and rate of the state w. A formula is
 * NULL if the problem has no such item. */
typedef struct texts {
  const char *datum, *source, *initial, *rate;
} texts;

static const texts everything = {"1 + x*sin(20*t) + 0.2*y", "cos(20*t)*z - v*w", "0.2*x", "v - 3*w"};

typedef struct bench {
  tc_problem *problem;
  tc_expression *datum;
  tc_boundary_forcing list[16];
  tc_state_options state;
  tc_source_options choice;
  tc_source *source;
  tc_forcing *input;
  tc_stabilised_steps stabilised;
  double *v, largest;
} bench;

static inline tc_problem *make_problem(tc_world *world, const char *scheme, tc_mesh *mesh) {
  const cutting how = {scheme, "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  return problem_make(world, &how, mesh);
}

static inline tc_expression *formula(const char *text, int names) {
  static const char *const name[] = {"x", "y", "z", "t", "v", "w"};
  tc_expression *out = NULL;
  if (text) expect_ok(tc_expression_create("here", text, name, names, &out));
  return out;
}

/* Sets the kinds of the boundary conditions of all markers, cyclically in the order of kind[kinds]. Returns
 * the number of conditions. */
static inline int set_boundaries(bench *b, const tc_boundary_kind *kind, int kinds) {
  tc_physics *physics = b->problem->physics;
  if (!b->datum) return 0;
  cr_assert_leq(physics->boundaries, 16);
  expect_ok(tc_physics_alloc_exchange(physics));
  for (int32_t f = 0; f < physics->faces; f++) physics->exchange[f] = 2.0;
  for (int m = 0; m < physics->boundaries; m++) {
    physics->boundary[m].kind = kind[m % kinds];
    physics->boundary[m].has_data = true;
    b->list[m] = (tc_boundary_forcing){m, b->datum, NULL};
  }
  expect_ok(tc_problem_assemble(b->problem, 0.3, false));
  return physics->boundaries;
}

static inline void make_source(bench *b, const texts *t) {
  const int states = t->rate != NULL;
  b->state = (tc_state_options){"w", formula(t->initial, 3), formula(t->rate, 6)};
  b->choice = (tc_source_options){formula(t->source, 5 + states), states, &b->state, NULL};
  if (tc_source_is_configured(&b->choice))
    expect_ok(tc_source_create(b->problem->space, &b->choice, &b->source));
}

static inline void set_field(const tc_problem *p, double *v) {
  for (int32_t i = 0; i < p->space->owned; i++)
    v[i] = 1.0 + 0.3 * cos(3.0 * p->space->centroid[3 * (size_t)i]);
}

/* Fills in *b with the problem and its forcing. The bench owns the problem. */
static inline void open_bench(tc_problem *p, const tc_boundary_kind *kind, int kinds, const texts *t,
                              bench *b) {
  tc_spectrum spectrum;
  *b = (bench){.problem = p, .datum = formula(t->datum, 4), .v = problem_zeros(p)};
  const int count = set_boundaries(b, kind, kinds);
  make_source(b, t);
  expect_ok(tc_forcing_create(p, b->list, count, b->source, &b->input));
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  b->largest = spectrum.largest;
  tc_forcing_set_diffusion_rate(b->input, b->largest);
  set_field(p, b->v);
}

static inline void close_bench(bench *b) {
  tc_forcing_destroy(&b->input);
  tc_source_destroy(&b->source);
  tc_expression_destroy(&b->datum);
  tc_expression_destroy(&b->choice.source);
  tc_expression_destroy(&b->state.initial);
  tc_expression_destroy(&b->state.rate);
  tc_problem_destroy(&b->problem);
  free(b->v);
}

/* Returns options of `steps` steps of length dt. Their number of stages is that which steps of length
 * `longest` need. */
static inline tc_step_options options_of(bench *b, const char *method, int64_t steps, double dt,
                                         double longest) {
  const double axis_ratio = strcmp(b->problem->scheme->name, "two-point") ? 0.3 : 0.0;
  b->stabilised =
      (tc_stabilised_steps){.stages =
                                tc_stabilised_count_stages(tc_integrator_find(method)->stabilised, axis_ratio,
                                                           1.05 * longest * (b->largest + 10.0),
                                                           TC_STABILISED_STAGES_MAX),
                            .axis_ratio = axis_ratio};
  return (tc_step_options){.integrator = tc_integrator_find(method),
                           .strategy = tc_strategy_find("condensed"),
                           .format = tc_format_at(0),
                           .steps = steps,
                           .dt = dt,
                           .input = b->input,
                           .stabilised = &b->stabilised};
}

static inline void run(const bench *b, const tc_step_options *choice, double *v) {
  tc_measurement measure = {0};
  set_field(b->problem, v);
  expect_ok(tc_step_run(b->problem, choice, NULL, 0, NULL, v, &measure));
}

#endif
