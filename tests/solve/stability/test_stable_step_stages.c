/* Tests of the search for stable steps of stabilised methods: number of stages, choice of the stabilisation,
 * and errors. */
#include "solve/stability/stable_step.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/parallel.h"
#include "support/problems.h"

static const cutting gradient = {"gradient", "metis", TC_DISTRIBUTION_METIS, 65536},
                     two_point = {"two-point", "metis", TC_DISTRIBUTION_METIS, 65536};

/* Returns the options for steps that are `euler` times as long as the largest stable step of explicit Euler
 * without stabilisation. */
static tc_stable_step_options stabilised(const tc_problem *p, const tc_stabilised_method *method,
                                         double euler) {
  tc_spectrum spectrum;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  return (tc_stable_step_options){.where_dt = "dt",
                                  .where_stabilisation = "stabilisation",
                                  .where_stages = "stages",
                                  .stabilisation = -1.0,
                                  .dt = euler * tc_spectrum_step_bound(&spectrum),
                                  .safety = 0.9,
                                  .stabilised = method,
                                  .most_stages = 200,
                                  .steps = 10};
}

static tc_stable_step find(tc_problem *p, const tc_stable_step_options *options) {
  tc_stable_step out;
  expect_ok(tc_stable_step_find(p, options, NULL, &out));
  return out;
}

/* Returns the step that the error proposes, which ends with "at most STEP", possibly followed by more
 * text. */
static double find_proposal(tc_problem *p, const tc_stable_step_options *options, const char *part) {
  static const char before[] = "set time.dt to at most ";
  tc_stable_step out;
  const tc_status status = tc_stable_step_find(p, options, NULL, &out);
  cr_assert_not_null(status, "a step of %g should be refused", options->dt);
  cr_assert_eq(tc_status_code(status), TC_NUMERICAL);
  const char *text = tc_status_text(status), *at = strstr(text, before);
  cr_assert(strstr(text, part) && at, "%s", text);
  const double proposal = atof(at + sizeof before - 1);
  tc_status copy = status;
  tc_status_free(&copy);
  return proposal;
}

ParallelTest(stages, symmetric_matrices_have_no_ceiling) {
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.1);
  tc_problem *p = problem_make(world, &two_point, mesh);
  tc_stable_step_options options = stabilised(p, &tc_stabilised_rkl2, 1000.0);
  const tc_stable_step step = find(p, &options);
  char line[1024];
  cr_assert(step.proved && step.ellipse.products == 0 && step.products == step.spectrum.products);
  cr_assert_eq(step.stages, tc_stabilised_count_stages(&tc_stabilised_rkl2, 0.0, 2000.0, 200));
  cr_assert(step.step.dt == options.dt && step.step.steps == 10);
  cr_assert(step.tested.steps >= 11111 && step.tested.steps <= 11112, "%d", (int)step.tested.steps);
  tc_stable_step_format(&step, mesh->cells, line, sizeof line);
  cr_assert(strstr(line, "stable, proved") && strstr(line, "63 stages a step"), "%s", line);
  options.end = 9.5 * options.dt;
  cr_assert_float_eq(find(p, &options).step.dt, 0.95 * options.dt, 1e-12 * options.dt);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The step that the message proposes must be accepted, and a step that is 1 % longer must be rejected. */
ParallelTest(stages, errors_propose_the_largest_step) {
  static const struct {
    const cutting *how;
    double euler;
    const char *part;
  } cases[] = {{&two_point, 20000.0, "needs 283 stages, but stages allows 200: "},
               {&gradient, 1e6, "needs more than 1000 stages with eigenvalues in an ellipse of axis ratio "}};
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.1);
  for (int k = 0; k < 2; k++) {
    tc_problem *p = problem_make(world, cases[k].how, mesh);
    tc_stable_step_options options = stabilised(p, &tc_stabilised_rkl2, cases[k].euler);
    if (cases[k].how == &gradient) options.stabilisation = 0.0;
    const double proposal = find_proposal(p, &options, cases[k].part);
    options.dt = proposal;
    const tc_stable_step step = find(p, &options);
    cr_assert(step.stages > 190 && step.stages <= 200, "%d", step.stages);
    options.dt = 1.01 * proposal;
    find_proposal(p, &options, "dt: ");
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* Searches with each stabilisation separately. Returns the one that the search without a given stabilisation
 * must choose. */
static double choose_by_trial(tc_problem *p, tc_stable_step_options options) {
  static const double level[] = {0.0, 0.3, 1.0, 3.0};
  double chosen = -1.0;
  int best = 0;
  for (int k = 0; k < 4; k++) {
    options.stabilisation = level[k];
    const tc_stable_step step = find(p, &options);
    cr_assert_eq(step.stabilisation, level[k], "a given stabilisation was changed");
    if (best > 0 && 11 * step.stages >= 10 * best) continue;
    best = step.stages;
    chosen = level[k];
  }
  return chosen;
}

static void set_unit_tensor(tc_problem *p) {
  const double unit[6] = {1, 1, 1, 0, 0, 0};
  memcpy(p->physics->tensor, unit, sizeof unit);
  expect_ok(tc_problem_assemble(p, 0.0, false));
}

/* Short steps need few stages even without stabilisation. Without stabilisation the ellipse is wide, which
 * limits the length of a step per stage, so long steps need fewer stages with a larger stabilisation. */
ParallelTest(stages, the_stabilisation_with_the_fewest_is_chosen) {
  static const double euler[] = {3.0, 2000.0};
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.15);
  for (int32_t node = 0; node < mesh->nodes; node++) mesh->points[3 * (size_t)node + 2] *= 0.5;
  twin t = twin_make("gradient", mesh);
  tc_problem *p = problem_make(world, &gradient, mesh);
  double chosen[2], euler_bound[2], largest[2];
  set_unit_tensor(t.problem);
  set_unit_tensor(p);
  for (int k = 0; k < 2; k++) {
    const tc_stable_step_options options = stabilised(t.problem, &tc_stabilised_rkl2, euler[k]);
    const tc_stable_step step = find(p, &options), alone = find(t.problem, &options);
    chosen[k] = step.stabilisation;
    euler_bound[k] = step.euler_bound;
    largest[k] = step.spectrum.largest;
    cr_assert_eq(p->system->stabilisation, step.stabilisation);
    cr_assert(!step.proved && step.ellipse.found && step.ellipse.trial > 0);
    cr_assert(step.stages == alone.stages && step.ellipse.axis_ratio == alone.ellipse.axis_ratio &&
              step.bound == alone.bound && step.products == alone.products);
    cr_assert_gt(step.products, step.ellipse.products);
    cr_assert(tc_stabilised_beta(&tc_stabilised_rkl2, step.stages, step.ellipse.axis_ratio) >=
              step.step.dt * step.spectrum.largest);
    expect_ok(tc_problem_assemble(t.problem, 0.0, false));
    cr_assert_eq(choose_by_trial(t.problem, options), chosen[k], "%g", euler[k]);
    expect_ok(tc_problem_assemble(t.problem, 0.0, false));
    expect_ok(tc_problem_assemble(p, 0.0, false));
  }
  cr_assert(chosen[0] == 0.0 && chosen[1] > 0.0, "%g, %g", chosen[0], chosen[1]);
  cr_assert(euler_bound[0] == 2.0 / largest[0] && euler_bound[1] == euler_bound[0] && largest[1] > largest[0],
            "explicit Euler has no stabilisation");
  tc_problem_destroy(&p);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

/* The axis ratio of the ellipse that the search finds is uncertain. rkc2 (Chebyshev polynomials) always needs
 * a wider ellipse to be safe. rkl2 (Legendre polynomials) is safe without a wider ellipse if it has few
 * stages. */
ParallelTest(stages, the_ellipse_is_widened_where_needed) {
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.1);
  tc_problem *p = problem_make(world, &gradient, mesh);
  tc_stable_step_options options = stabilised(p, &tc_stabilised_rkl2, 20.0);
  char line[1024];
  options.stabilisation = 0.0;
  const tc_stable_step few = find(p, &options);
  options.stabilised = &tc_stabilised_rkc2;
  const tc_stable_step chebyshev = find(p, &options);
  const tc_ellipse wide = tc_ellipse_widen(&few.ellipse, mesh->cells);
  cr_assert(wide.rung > few.ellipse.rung && chebyshev.ellipse.rung == wide.rung);
  cr_assert_eq(chebyshev.ellipse.axis_ratio, wide.axis_ratio);
  tc_stable_step_format(&few, mesh->cells, line, sizeof line);
  cr_assert(strstr(line,
                   "stabilisation 0: the energy of no cell can grow in explicit steps; stability tested "
                   "by iteration: all eigenvalues are in an ellipse of axis ratio ") &&
                strstr(line, " steps of explicit Euler; "),
            "%s", line);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* A positive diagonal entry makes a mode grow with any number of stages. The certificate reads the geometry
 * and does not detect the changed matrix, so the search for the ellipse must. */
ParallelTest(stages, growing_modes_are_refused) {
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.1);
  tc_problem *p = problem_make(world, &gradient, mesh);
  tc_stable_step_options options = stabilised(p, &tc_stabilised_rkl2, 20.0);
  tc_stable_step step;
  options.stabilisation = 0.0;
  for (int32_t i = 0; i < p->space->owned; i++)
    if (p->space->id[i] == 200) p->system->rates->diagonal[i] = 1e-3 * fabs(p->system->rates->diagonal[i]);
  char part[160];
  snprintf(part, sizeof part,
           "stabilisation: no number of stages is stable with diffusion.stabilisation 0, because a mode near "
           "cell %d at ",
           200 + mesh->base);
  expect_error(tc_stable_step_find(p, &options, NULL, &step), TC_NUMERICAL, part);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* With operator splitting, the source must not change the stability bound or the number of stages. It only
 * limits an automatic step, for accuracy. */
ParallelTest(stages, split_sources_limit_the_accuracy_alone) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &two_point, mesh);
  tc_stable_step_options options = stabilised(p, NULL, 0.0),
                         by_stages = stabilised(p, &tc_stabilised_rkl2, 50.0);
  const tc_stable_step plain = find(p, &options);
  const int stages = find(p, &by_stages).stages;
  const double fastest = plain.spectrum.largest;
  options.splits = by_stages.splits = true;
  options.stiffness.v = by_stages.stiffness.v = (tc_slope){fastest, 4.0 * fastest};
  tc_stable_step safe = find(p, &options);
  cr_assert_eq(safe.bound, plain.bound);
  cr_assert_float_eq(safe.step.dt * fastest, 0.2, 1e-12);
  cr_assert_eq(find(p, &by_stages).stages, stages);
  options.multiple = 100.0;
  safe = find(p, &options);
  cr_assert(isinf(safe.bound));
  cr_assert_float_eq(safe.step.dt * fastest, 0.2, 1e-12);
  options.dt = 50.0 * plain.bound;
  cr_assert_eq(find(p, &options).step.dt, options.dt);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
