/* Keys of implicit steps and linear solvers: which keys are used, and which combinations are refused. */
#include "io/config/config_solver.h"
#include "io/config/configs.h"

static const tc_error_control_record *no_steps(const void *ctx) {
  (void)ctx;
  return NULL;
}

static const tc_integrator
    implicit = {.name = "implicit", .steps = true, .solves = true},
    steady = {.name = "steady", .solves = true},
    controlled = {.name = "implicit", .steps = true, .solves = true, .controlled = no_steps},
    rkl2 = {.name = "rkl2", .steps = true, .stabilised = &tc_stabilised_rkl2, .controlled = no_steps};

/* Makes the checks of a config after replacing its time.method by `method`. If `method` is NULL, the
 * method of the config is checked. */
static tc_status check_solver(const tc_integrator *method, const char *text) {
  tc_config *c = parse(text, 0, NULL);
  if (method) c->time.method = method;
  tc_status status = tc_config_check_unused(c, tc_config_solver_set(c));
  if (!status) status = tc_config_check_pair(c);
  tc_config_destroy(&c);
  return status;
}

#define fits(method, lines) expect_ok(check_solver(method, MINIMAL lines))
#define refused(method, lines, part)                                                                         \
  expect_error(check_solver(method, MINIMAL lines), TC_USAGE, "run.yaml:3: " part)

Test(config_solver, defaults) {
  tc_config *c = parse(MINIMAL, 0, NULL);
  const tc_implicit_options choice = tc_config_implicit(c);
  cr_expect(choice.theta == 1.0 && choice.automatic && !choice.solver.method);
  cr_expect(!choice.relative_to_start && choice.accept == 0.0 && !c->solver.history);
  cr_expect_eq(choice.solver.preconditioner, tc_preconditioner_find("jacobi"));
  cr_expect_eq(choice.solver.preconditioner_options.scope, TC_SCOPE_GLOBAL);
  cr_expect(choice.solver.tolerance == 1e-8 && choice.solver.absolute == 0.0);
  cr_expect(choice.solver.most_iterations == 1000 && choice.solver.iterations == 0);
  const tc_multigrid_options multigrid = tc_multigrid_options_default();
  cr_expect_eq(memcmp(&choice.solver.preconditioner_options.multigrid, &multigrid, sizeof multigrid), 0);
  tc_config_destroy(&c);
}

Test(config_solver, every_field_is_read) {
  tc_config *c =
      parse(MINIMAL
            "time: {theta: 0.5, multiple: 7}\n"
            "solver:\n"
            "  {method: cg, restart: 20, relaxation: 1.5, tolerance: 1e-3, absolute: 2e-4,\n"
            "   relative_to: start, most_iterations: 50, iterations: 40, accept: 0.1, history: h.csv,\n"
            "   preconditioner: {name: none, scope: rank, degree: 5, fill: 4, drop: 0.25, smoothing: 3,\n"
            "   smoothed: all, strength: 0.1, coarsest: 40, rows_per_rank: 9, rebuild: 2.5}}\n",
            0, NULL);
  const tc_implicit_options choice = tc_config_implicit(c);
  const tc_solver_options *s = &choice.solver;
  cr_expect(choice.theta == 0.5 && c->time.multiple == 7.0);
  cr_expect(!choice.automatic && s->method == tc_method_find("cg"));
  cr_expect(s->method_options.restart == 20 && s->method_options.relaxation == 1.5);
  cr_expect(s->tolerance == 1e-3 && s->absolute == 2e-4 && choice.relative_to_start);
  cr_expect(s->most_iterations == 50 && s->iterations == 40 && choice.accept == 0.1);
  cr_expect_str_eq(c->solver.history, "h.csv");
  cr_expect_eq(s->preconditioner, tc_preconditioner_find("none"));
  const tc_preconditioner_options *p = &s->preconditioner_options;
  cr_expect(p->scope == TC_SCOPE_RANK && p->degree == 5 && p->fill == 4 && p->drop == 0.25 &&
            p->relaxation == 1.5);
  cr_expect(p->multigrid.smoothing == 3 && p->multigrid.smooths_all && p->multigrid.strength == 0.1);
  cr_expect(p->multigrid.coarsest == 40 && p->multigrid.rows_per_rank == 9 && p->rebuild == 2.5);
  tc_config_destroy(&c);
}

Test(config_solver, multigrid_levels_are_never_rebuilt) {
  static const char *const none = "solver.preconditioner.rebuild=none";
  tc_config *c = parse(MINIMAL, 1, &none);
  cr_expect_eq(tc_config_implicit(c).solver.preconditioner_options.rebuild, 0.0);
  tc_config_destroy(&c);
  expect_error(outcome_with("solver.preconditioner.rebuild=0.9"), TC_USAGE,
               "0.9 is out of range: expected none or a number from 1 to 1e+09");
  expect_error(outcome_with("solver.preconditioner.rebuild=never"), TC_USAGE,
               "expected none or a number, found 'never'");
}

Test(config_solver, runs_to_a_steady_field_solve_for_its_changes) {
  static const struct {
    const char *text;
    bool start;
  } cases[] = {{MINIMAL "time: {steady: 1e-3}\n", true},
               {MINIMAL "time: {steady: 1e-3}\nsolver: {relative_to: rhs}\n", false},
               {MINIMAL "time: {steady: null}\n", false}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    tc_config *c = parse(cases[k].text, 0, NULL);
    cr_expect_eq(tc_config_implicit(c).relative_to_start, cases[k].start, "%s", cases[k].text);
    tc_config_destroy(&c);
  }
}

Test(config_solver, values_out_of_range) {
  refuse("solver: {method: cgg}\n", "solver.method: expected one of cg");
  expect_error(outcome_with("solver.method=cgg"), TC_USAGE, "auto, found 'cgg' (did you mean 'cg'?)");
  expect_error(outcome_with("solver.preconditioner.name=jakobi"), TC_USAGE, "(did you mean 'jacobi'?)");
  expect_error(outcome_with("solver.presonditioner=null"), TC_USAGE,
               "(did you mean 'solver.preconditioner'?)");
  static const char *const refused[] = {MINIMAL "time: {theta: 0.4}\n",
                                        MINIMAL "time: {theta: 1.1}\n",
                                        MINIMAL "time: {multiple: 0}\n",
                                        MINIMAL "time: {multiple: 1e16}\n",
                                        MINIMAL "time: {stages: 1}\n",
                                        MINIMAL "time: {stages: 1001}\n",
                                        MINIMAL "solver: {relaxation: 2}\n",
                                        MINIMAL "solver: {relaxation: 0}\n",
                                        MINIMAL "solver: {relaxation: .nan}\n",
                                        MINIMAL "solver: {relaxation: nan}\n",
                                        MINIMAL "solver: {restart: 1}\n",
                                        MINIMAL "solver: {tolerance: -1}\n",
                                        MINIMAL "solver: {absolute: inf}\n",
                                        MINIMAL "solver: {relative_to: b}\n",
                                        MINIMAL "solver: {most_iterations: 0}\n",
                                        MINIMAL "solver: {iterations: 0}\n",
                                        MINIMAL "solver: {accept: 0}\n",
                                        MINIMAL "solver: {history: ''}\n",
                                        MINIMAL "solver: {preconditioner: {scope: node}}\n",
                                        MINIMAL "solver: {preconditioner: {degree: 0}}\n",
                                        MINIMAL "solver: {preconditioner: {fill: -1}}\n",
                                        MINIMAL "solver: {preconditioner: {drop: 2}}\n",
                                        MINIMAL "solver: {preconditioner: {smoothing: 12}}\n",
                                        MINIMAL "solver: {preconditioner: {smoothed: none}}\n",
                                        MINIMAL "solver: {preconditioner: {strength: 0.6}}\n",
                                        MINIMAL "solver: {preconditioner: {coarsest: 9}}\n",
                                        MINIMAL "solver: {preconditioner: {rows_per_rank: 0}}\n",
                                        MINIMAL "solver: {preconditioner: jacobi}\n"};
  expect_messages("config_solver_values_out_of_range.txt", refused, sizeof refused / sizeof *refused);
}

Test(config_solver, stabilised_methods) {
  fits(&rkl2, "time: {dt: 0.1, stages: 2, safety: 0.5, steady: 1e-3}\n");
  fits(&rkl2, "time: {dt: 0.1, end: 7}\nsource: 0\nboundary: {default: {kind: flux, value: 0}}\n");
  refused(&rkl2, "time: {dt: 0.1, theta: 1}\n", "time.theta: time.method rkl2 does not use it");
  refused(&rkl2, "time: {dt: 0.1, multiple: 10}\n", "time.multiple: time.method rkl2 does not use it");
  refused(&rkl2, "solver: {tolerance: 1e-3}\ntime: {dt: 0.1}\n",
          "solver.tolerance: time.method rkl2 solves no linear systems");
  fits(&rkl2, "source: x\nstates: {w: {initial: 0, rate: v}}\ntime: {dt: 0.1}\n");
  fits(&rkl2, "boundary: {default: {kind: value, value: x}}\ntime: {dt: 0.1}\n");
}

/* Error control requires time.end, and it chooses the length and the number of steps. Keys that set these
 * are therefore refused. */
Test(config_solver, error_control) {
  fits(&rkl2, "time: {end: 7}\n");
  fits(&rkl2, "time: {end: 7, dt: auto, tolerance: 1e-4, absolute: 2, stages: 9}\n");
  fits(&controlled, "time: {end: 7, tolerance: 1e-4, absolute: 2}\n");
  fits(&controlled, "time: {end: 7, multiple: 10}\n");
  refused(NULL, "time: {tolerance: 1e-3}\n", "time.tolerance: time.method euler does not use it: remove it");
  refused(&steady, "time: {absolute: 1}\n", "time.absolute: time.method steady does not use it");
  refused(&rkl2, "time: {dt: 0.1, tolerance: 1e-3}\n", "time.tolerance: is used only with time.dt: auto");
  refused(&rkl2, "time: {dt: 0.1, absolute: 1}\n", "time.absolute: is used only with time.dt: auto");
  refused(&controlled, "time: {end: 7, absolute: 1}\n", "time.absolute: is used only with time.tolerance");
  refused(&controlled, "time: {end: 7, tolerance: 0.1, multiple: 10}\n",
          "time.multiple: conflicts with time.tolerance, which controls the size of the steps");
  refused(&rkl2, "time: {steps: 10}\n",
          "time.steps: error control (time.dt: auto) chooses the number of steps: set "
          "time.end, and time.steps to null");
  expect_error(check_solver(&rkl2, MINIMAL), TC_USAGE,
               "run.yaml: time.end (default): steps with error control (time.dt: auto) need an end time");
  refused(&rkl2, "snapshots: {file: a.h5, every: 2}\ntime: {end: 7}\n",
          "snapshots.every: error control (time.dt: auto) chooses the number of steps: set snapshots.every "
          "to "
          "null, and use snapshots.interval or snapshots.times instead");
  refuse("time: {tolerance: 0}\n", "time.tolerance: 0 is out of range");
  refuse("time: {tolerance: 0.6}\n", "time.tolerance: 0.6 is out of range");
  refuse("time: {absolute: -1}\n", "time.absolute: -1 is out of range");
}

/* time.overshoot limits how far the field may exceed its initial range. It requires a method with stages,
 * and a problem without anything that widens the range, such as a source. */
Test(config_solver, overshoot) {
  fits(&rkl2, "time: {end: 7, overshoot: 1e-3}\n");
  fits(&rkl2, "time: {dt: 0.1, overshoot: 2}\nboundary: {default: {kind: flux, value: 0}}\n");
  refused(NULL, "time: {overshoot: 0.1}\n", "time.overshoot: time.method euler does not use it");
  refused(&rkl2, "time: {end: 7, overshoot: 0.1}\nsource: x\n", "time.overshoot: with a source, states");
  refused(&rkl2,
          "time: {end: 7, overshoot: 0.1}\nboundary: {markers: [{marker: 1, kind: value, value: 0}]}\n",
          "time.overshoot: with a source, states or boundary data the field may leave its initial range");
  refuse("time: {overshoot: 0}\n", "time.overshoot: 0 is out of range");
}

/* Splitting requires a source or states, and a method with time steps. Stabilised methods support sources
 * and states only with splitting. */
Test(config_solver, splitting) {
  fits(&rkl2, "time: {dt: 0.1, splitting: strang}\nsource: x*v\n");
  fits(&rkl2, "time: {dt: 0.1, splitting: godunov}\nstates: {w: {initial: 0, rate: v}}\n");
  fits(NULL, "time: {splitting: strang}\nsource: v\n");
  fits(NULL, "time: {splitting: none}\n");
  refused(&rkl2, "time: {end: 1, splitting: strang}\nsource: x*v\n",
          "time.splitting: does not support error control (time.dt: auto)");
  refused(NULL, "time: {splitting: strang}\n",
          "time.splitting: the config has neither a source nor states to split: remove the key or set it to "
          "none");
  refused(&steady, "time: {splitting: godunov, steps: null}\nsource: x\n",
          "time.splitting: time.method steady does not use it");
}

/* A key that has no effect is an error, unless its value is null. */
Test(config_solver, keys_that_nothing_reads) {
  refused(NULL, "solver: {tolerance: 1e-3}\n",
          "solver.tolerance: time.method euler solves no linear systems: remove the key or set solver to "
          "null");
  refused(NULL, "solver: {preconditioner: {name: none}}\n", "solver.preconditioner.name: time.method euler");
  refused(NULL, "time: {theta: 1}\n", "time.theta: time.method euler does not use it");
  refused(NULL, "time: {multiple: 10}\n", "time.multiple: time.method euler does not use it");
  refused(NULL, "time: {stages: 10}\n", "time.stages: time.method euler does not use it");
  refused(&implicit, "time: {stages: 10}\n", "time.stages: time.method implicit does not use it");
  fits(NULL, "solver: null\ntime: {theta: null, safety: 0.5}\n");
  fits(&implicit, "solver: {tolerance: 1e-3}\ntime: {theta: 1, steps: 5, safety: 0.5, multiple: 9}\n");
  refused(&implicit, "time: {multiple: 10, dt: 0.1}\n", "time.multiple: is used only with time.dt: auto");
  refused(&implicit, "solver: {method: cg, restart: 5}\n", "solver.restart: is used only by ");
  refused(&implicit, "solver: {relaxation: 1}\n", "solver.relaxation: is used only by ");
  refused(&implicit, "solver: {preconditioner: {degree: 2}}\n",
          "solver.preconditioner.degree: is used only by ");
  refused(&implicit, "solver: {preconditioner: {name: none, scope: global}}\n",
          "solver.preconditioner.scope: ");
  refused(&implicit, "solver: {preconditioner: {name: ssor, strength: 0.1}}\n",
          "solver.preconditioner.strength: is used only by multigrid: remove it or set it to null");
  fits(&implicit,
       "solver: {preconditioner: {name: multigrid, smoothing: 1, smoothed: all, strength: 0, coarsest: 10, "
       "rows_per_rank: 1}}\n");
  fits(&implicit, "solver: {preconditioner: {name: auto, smoothing: 1, scope: global}, relaxation: 1.2}\n");
  refused(&implicit, "solver: {preconditioner: {name: auto, degree: 2}}\n",
          "solver.preconditioner.degree: is used only by ");
  fits(&implicit, "solver: {restart: null}\n");
  fits(&implicit, "solver: {method: sor, relaxation: 1.2, preconditioner: {scope: rank}}\n");
  fits(&implicit, "solver: {preconditioner: {name: ssor, scope: rank}}\n");
}

Test(config_solver, steady_makes_no_steps) {
  fits(&steady, "solver: {tolerance: 1e-3}\ntime: {dt: auto, safety: 0.5}\n");
  refused(&steady, "time: {steps: 5}\n", "time.steps: time.method steady does not use it");
  refused(&steady, "time: {end: 5}\n", "time.end: time.method steady does not use it");
  refused(&steady, "time: {steady: 1e-3}\n", "time.steady: time.method steady does not use it");
  refused(&steady, "time: {dt: 0.1}\n", "time.dt: time.method steady has no time steps");
  refused(&steady, "time: {theta: 0.5}\n", "time.theta: time.method steady does not use it");
}

Test(config_solver, what_does_not_go_together) {
  refused(&implicit, "solver: {method: cg}\n",
          "solver.method: cg needs a symmetric matrix, but that of scheme gradient is not: use bicgstab, "
          "gmres or diffusion.scheme two-point");
  fits(&implicit, "solver: {method: cg}\ndiffusion: {scheme: two-point}\n");
  fits(&implicit, "");
  refused(&implicit, "strategy: none\n",
          "strategy: strategy none exchanges no values, so no solve converges");
  fits(&implicit, "strategy: none\nsolver: {iterations: 5}\n");
  fits(&implicit, "solver: {iterations: 5, relative_to: start, tolerance: null}\n");
  refused(&implicit, "solver: {iterations: 5, tolerance: 1e-3}\n",
          "solver.tolerance: conflicts with solver.iterations");
  refused(&implicit, "solver: {iterations: 5, accept: 1}\n",
          "solver.accept: conflicts with solver.iterations");
  fits(&implicit, "strategy: auto\n");
  fits(NULL, "strategy: none\n");
}
