/* Choice of the method by trials (see auto_method.h). The candidates are tried in an order that saves
 * products. Explicit Euler is first, because its counts need no trial, and the trials of the other candidates
 * end when they exceed these counts. With a symmetric matrix rkl2 needs no search for a stable step and is
 * next. Otherwise the search for the ellipse of the eigenvalues is long, so implicit steps are tried before
 * rkl2. */
#include "run/session/auto_method.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/config/config_auto.h"
#include "io/config/config_solver.h"
#include "run/methods/control_trial.h"
#include "run/methods/method_counts.h"

enum {
  EULER,
  STABILISED,
  IMPLICIT,
  trial_share = 32,
  /* square root of trial_share, rounded down: a run needs at least this multiple of the products of a
   * trial */
  least_growth = 5
};

typedef struct search {
  tc_plan *plan;
  tc_prepared *p;
  const tc_stiffness *stiffness;
  tc_method_matrix matrix;
  double product_B; /* bytes that a product reads and writes on all ranks */
  double best_B;    /* bytes of the best candidate so far */
  /* assumed minimum ratio of the products of a run to those of the trial; the largest ratio forecast so
   * far */
  double growth;
  bool has_euler;         /* true if explicit Euler is stable */
  tc_setup_choices euler; /* steps and other choices for explicit Euler */
  int64_t searches;       /* number of products of all searches for a stable step */
  tc_status failure;      /* reason why explicit Euler is not usable */
  tc_auto_method *out;
} search;

/* Adds the row of a candidate to the table of candidates. `searches` is the number of products before the
 * first step. `stable` is the result of the search for a stable step; NULL if there was none. */
static void add_row(search *x, int candidate, tc_time_method row, int64_t searches,
                    const tc_stable_step *stable) {
  tc_time_methods *table = &x->out->table;
  row.searches = searches;
  row.bytes += (double)searches * x->product_B;
  table->item[table->count++] = row;
  if (row.is_least || !(row.bytes < x->best_B)) return;
  x->best_B = row.bytes;
  x->out->method = tc_config_candidate(candidate);
  x->out->has_stable = stable;
  if (stable) x->out->stable = *stable;
}

/* Adds the row of an unusable candidate. The reason in the table consists of the first `length` characters of
 * `reason`. */
static void add_unusable(search *x, int candidate, const char *reason, size_t length) {
  tc_time_method row = tc_method_counts_unknown(tc_config_candidate(candidate)->name);
  snprintf(row.reason, sizeof row.reason, "%.*s", (int)length, reason);
  add_row(x, candidate, row, 0, NULL);
}

/* Adds the row of a candidate whose trial failed. The reason in the table is the message up to the last
 * colon. The rest of the message is a remedy for runs that use this candidate, which the table does not
 * need. */
static void add_failed(search *x, int candidate, tc_status status) {
  const char *text = tc_status_text(status), *end = NULL;
  for (const char *colon = strstr(text, ": "); colon; colon = strstr(colon + 1, ": ")) end = colon;
  add_unusable(x, candidate, text, end ? (size_t)(end - text) : strlen(text));
}

static int64_t count_searches(const tc_stable_step *stable) {
  return (int64_t)stable->products + stable->cached_products;
}

/* Collective. Finds the steps of a candidate, after assembling the matrix as for a new setup. */
static tc_status find_steps(search *x, int candidate) {
  tc_problem *problem = x->p->problem;
  const double first = tc_stable_step_first_stabilisation(x->plan->config->diffusion.stabilisation);
  tc_config_try_method(x->plan->config, tc_config_candidate(candidate));
  if (problem->system->stabilisation != first || problem->system->limited)
    TC_TRY(tc_problem_assemble(problem, first, false));
  TC_TRY(tc_setup_choices_find_steps(x->plan, problem, x->stiffness, NULL, &x->p->choices));
  x->searches += x->p->choices.stable_step.products;
  return TC_OK;
}

/* ---- explicit Euler ---- */

static tc_status try_euler(search *x) {
  const tc_setup_choices *choices = &x->p->choices;
  tc_status status = find_steps(x, EULER);
  if (status && tc_status_code(status) != TC_NUMERICAL) return status;
  x->has_euler = !status;
  x->failure = status;
  if (status) {
    add_failed(x, EULER, status);
    return TC_OK;
  }
  x->euler = *choices;
  /* The count does not include steps that are shortened for outputs. The command `predict` has no outputs,
   * but must make the same choice. */
  add_row(x, EULER, tc_method_counts_euler(&x->matrix, &choices->stable_step.step),
          count_searches(&choices->stable_step), &choices->stable_step);
  return TC_OK;
}

/* ---- steps with error control ---- */

/* Returns the smallest number of bytes that a product of the method reads and writes. Methods that solve
 * linear systems also read and write at least ten values per row. */
static double least_product_B(const search *x, const tc_integrator *method) {
  const double values = 10.0;
  return x->product_B + (method->solves ? values * sizeof(double) * (double)x->matrix.cells : 0.0);
}

/* Collective. Makes the trial of a method. The trial has a source and a forcing that are separate from those
 * of the run. */
static tc_status run_trial(search *x, const tc_integrator *method, const tc_integrator_setup *how,
                           tc_control_trial *out) {
  const double most = x->best_B / least_product_B(x, method) / x->growth;
  const tc_control_extent extent = {.share = trial_share,
                                    .most_products = isfinite(most) ? (int64_t)fmax(most, 1.0) : 0};
  tc_integrator_setup setup = *how;
  tc_source *source = NULL;
  *out = (tc_control_trial){.until = 0.0};
  tc_status status = tc_prepared_create_forcing(x->p, &source, &setup.input);
  if (!status) status = tc_control_trial_run(method, &setup, x->p->initial, &extent, out);
  tc_forcing_destroy(&setup.input);
  tc_source_destroy(&source);
  return status;
}

/* Collective. Makes the trial of a method with error control. If a step fails, the method is marked as
 * unusable. */
static tc_status try_controlled(search *x, int candidate, const tc_integrator_setup *how,
                                const tc_stable_step *stable) {
  const tc_integrator *method = tc_config_candidate(candidate);
  tc_time_methods *table = &x->out->table;
  tc_control_trial trial;
  tc_status status = run_trial(x, method, how, &trial);
  const tc_code code = tc_status_code(status);
  if (status && code != TC_NUMERICAL && code != TC_USAGE) return status;
  table->trials += trial.record.products;
  if (status) {
    add_failed(x, candidate, status);
    tc_status_free(&status);
    return TC_OK;
  }
  table->trial_tolerance = trial.tolerance;
  table->trial_until = trial.until;
  tc_time_method row = trial.is_ended ? tc_method_counts_unknown(method->name)
                                      : tc_method_counts_controlled(&x->matrix, method, how->control, &trial);
  row.is_least = trial.is_ended;
  if (trial.is_ended)
    row.products = trial.record.products;
  else
    x->growth = fmax(x->growth, (double)row.products / (double)trial.record.products);
  add_row(x, candidate, row, count_searches(stable), method->solves ? NULL : stable);
  return TC_OK;
}

/* Returns the smallest counts that rkl2 can have, without a trial. In tests with tolerance 0.1, the products
 * of rkl2 were 4.3 to 6.5 times the square root of the steps of explicit Euler, and more with smaller
 * tolerances. The tests used a cube and a ventricle, both schemes, and 88 to 13 116 steps of Euler. */
static tc_time_method count_least(const search *x, int *searches) {
  const double least = 4.0, end = x->plan->config->time.end;
  const int products = (int)fmin(least * sqrt((double)x->euler.step.steps), (double)INT32_MAX);
  *searches = x->p->problem->scheme->symmetric ? 0 : 2 * TC_ELLIPSE_PRODUCTS_MIN;
  tc_time_method row = tc_method_counts_stabilised(&x->matrix, tc_config_candidate(STABILISED)->name,
                                                   &(tc_step_size){1, end}, products);
  row.steps = 0;
  row.is_least = true;
  return row;
}

/* True if the search for a stable step of rkl2 is worthwhile. Its products are wasted if rkl2 is not chosen,
 * so rkl2 must be able to save a quarter of the bytes. */
static bool is_promising(const search *x, const tc_time_method *least, int searches) {
  const double share = searches > 0 ? 0.75 : 1.0;
  return !x->has_euler || least->bytes + searches * x->product_B < share * x->best_B;
}

/* If a product of rkl2 covers too few steps of explicit Euler, adds rkl2 to the table as unusable and returns
 * false. */
static bool covers_enough(search *x, const tc_stable_step *s) {
  static const char reason[] = "each matrix-vector product replaces less than 1.5 steps of explicit Euler";
  const double least = 1.5;
  if (s->most_stages > 0 && s->bound >= least * (double)s->most_stages * s->euler_bound) return true;
  add_unusable(x, STABILISED, reason, strlen(reason));
  return false;
}

static tc_status try_stabilised(search *x) {
  int searches;
  const tc_time_method least = count_least(x, &searches);
  if (!is_promising(x, &least, searches)) {
    add_row(x, STABILISED, least, searches, NULL);
    return TC_OK;
  }
  tc_status status = find_steps(x, STABILISED);
  if (status && tc_status_code(status) != TC_NUMERICAL) return status;
  if (status) {
    add_failed(x, STABILISED, status);
    tc_status_free(&status);
    return TC_OK;
  }
  const tc_stable_step stable = x->p->choices.stable_step;
  if (!covers_enough(x, &stable)) return TC_OK;
  const tc_stabilised_steps stabilised = {.axis_ratio = stable.ellipse.axis_ratio};
  const tc_error_control control = x->p->choices.control;
  return try_controlled(x, STABILISED,
                        &(tc_integrator_setup){.problem = x->p->problem,
                                               .dt = control.unit,
                                               .stabilised = &stabilised,
                                               .control = &control,
                                               .log = x->plan->log},
                        &stable);
}

/* Returns the reason why implicit steps are unusable. Returns NULL if they are possible and their iterations
 * do not depend on the number of ranks. A trial alone would not show that solver.tolerance is too large for
 * the steps of the run, because the trial has a larger time.tolerance than the run. */
static const char *find_implicit_obstacle(const search *x) {
  const tc_config *c = x->plan->config;
  const tc_implicit_options options = tc_config_implicit(c);
  if (!x->has_euler) return "it needs the stabilisation found for explicit Euler, but that search failed";
  if (c->kernel != TC_ROW_FORM_MATRIX) return "kernel is difference, which solves no systems";
  if (options.solver.preconditioner_options.scope == TC_SCOPE_RANK)
    return "solver.preconditioner.scope is rank, so its iterations depend on the number of ranks";
  if (!tc_implicit_suits_control(&options, c->time.tolerance))
    return "solver.tolerance is more than a tenth of time.tolerance";
  return NULL;
}

/* Collective. Tries implicit steps. They use the stabilisation that explicit Euler has over the same time, so
 * that no further search is needed. */
static tc_status try_implicit(search *x) {
  const tc_config *c = x->plan->config;
  tc_problem *problem = x->p->problem;
  const tc_stable_step *stable = &x->euler.stable_step;
  const char *obstacle = find_implicit_obstacle(x);
  if (obstacle) {
    add_unusable(x, IMPLICIT, obstacle, strlen(obstacle));
    return TC_OK;
  }
  tc_config_try_method(x->plan->config, tc_config_candidate(IMPLICIT));
  x->p->choices = x->euler;
  if (problem->system->stabilisation != stable->stabilisation || problem->system->limited != stable->limited)
    TC_TRY(tc_problem_assemble(problem, stable->stabilisation, stable->limited));
  const double bound = tc_stiffness_bound(x->stiffness, stable->spectrum.largest);
  const tc_error_control control = {.tolerance = c->time.tolerance,
                                    .absolute = c->time.absolute,
                                    .unit = isfinite(bound) ? bound : c->time.end,
                                    .end = c->time.end};
  const tc_implicit_steps implicit = tc_prepared_implicit(x->p, NULL);
  return try_controlled(x, IMPLICIT,
                        &(tc_integrator_setup){.problem = problem,
                                               .dt = control.unit,
                                               .implicit = &implicit,
                                               .control = &control,
                                               .log = x->plan->log},
                        stable);
}

/* ---- choice ---- */

static tc_status try_all(search *x) {
  TC_TRY(try_euler(x));
  if (x->p->problem->scheme->symmetric) TC_TRY(try_stabilised(x));
  TC_TRY(try_implicit(x));
  return x->p->problem->scheme->symmetric ? TC_OK : try_stabilised(x);
}

/* Marks the row of the chosen method, and counts those products of searches that this method does not
 * need. */
static void complete_table(const search *x) {
  tc_time_methods *table = &x->out->table;
  for (int k = 0; k < table->count; k++)
    table->item[k].is_own = tc_integrator_find(table->item[k].method) == x->out->method;
  table->trials += x->searches - (x->out->has_stable ? x->out->stable.products : 0);
}

tc_status tc_auto_method_choose(tc_plan *plan, tc_prepared *p, const tc_stiffness *stiffness,
                                tc_auto_method *out) {
  *out = (tc_auto_method){.table = {.end = plan->config->time.end}};
  search x = {.plan = plan,
              .p = p,
              .stiffness = stiffness,
              .matrix = {p->problem->space->cells, p->problem->scheme->width},
              .best_B = INFINITY,
              .growth = least_growth,
              .out = out};
  x.product_B = tc_method_counts_euler(&x.matrix, &(tc_step_size){1, 1.0}).bytes;
  const tc_status status = try_all(&x);
  if (!status && !out->method) return x.failure;
  tc_status_free(&x.failure);
  complete_table(&x);
  return status;
}
