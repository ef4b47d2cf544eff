/* Configs with time.method: auto. */
#include "io/config/config_auto.h"

#include <string.h>

#include "io/config/config_check.h"
#include "io/config/config_solver.h"
#include "io/config/configs.h"

#define AUTO MINIMAL "time: {method: auto, steps: null, "

/* Makes the checks of the config that commands make before a run. Returns their error; NULL if the config
 * is valid. `chosen` is the method that a former run has chosen, or NULL. */
static tc_status check_chosen(const char *text, const tc_integrator *chosen) {
  tc_config *c = parse(text, 0, NULL);
  if (chosen) tc_config_choose_method(c, chosen);
  tc_status status = tc_config_check_unused(c, tc_config_solver_set(c));
  if (!status) status = tc_config_check_kernel(c);
  if (!status) status = tc_config_check_device(c);
  if (!status) status = tc_config_check_pair(c);
  tc_config_destroy(&c);
  return status;
}

static tc_status check(const char *text) { return check_chosen(text, NULL); }

Test(config_auto, the_method_is_unknown_until_it_is_chosen) {
  tc_config *c = parse(AUTO "end: 7}\n", 0, NULL);
  cr_assert(c->time.is_auto && tc_config_lacks_method(c));
  cr_assert_str_eq(tc_config_method_name(c), "auto");
  cr_assert_eq(c->time.theta, 0.5);
  cr_assert(tc_config_controls_error(c));
  cr_assert_eq(tc_config_auto_steps(c), 500);
  tc_config_try_method(c, tc_config_candidate(2));
  cr_assert(c->time.method->solves && tc_config_lacks_method(c) && tc_config_controls_error(c));
  tc_config_choose_method(c, tc_config_candidate(0));
  cr_assert_not(tc_config_lacks_method(c) || tc_config_controls_error(c));
  cr_assert_str_eq(tc_config_method_name(c), "euler");
  tc_config_destroy(&c);
}

/* A method that the config names is never replaced by an automatically chosen one. */
Test(config_auto, other_methods) {
  tc_config *c = parse(MINIMAL "time: {method: euler, theta: null}\n", 0, NULL);
  tc_config_choose_method(c, tc_config_candidate(1));
  cr_assert_str_eq(c->time.method->name, "euler");
  cr_assert(c->time.theta == 1.0 && !tc_config_lacks_method(c) && tc_config_auto_steps(c) == 0);
  expect_ok(tc_config_check_not_auto(c, "is not possible"));
  tc_config_destroy(&c);
}

/* With `auto`, a key is allowed if at least one of the candidate methods uses it. */
Test(config_auto, keys_of_the_candidates) {
  static const char *const valid[] =
      {AUTO "end: 7, tolerance: 1e-4, absolute: 2, stages: 9, safety: 0.5, theta: 1}\n",
       AUTO "end: 7}\nsolver: {tolerance: 1e-6, preconditioner: {name: ilu0}}\npowers: 4\n",
       AUTO "end: 7}\nsource: x*v\nstates: {w: {initial: 0, rate: v}}\n",
       AUTO "end: 7}\nsnapshots: {file: a.h5, times: [1, 2]}\nkernel: difference\ndiffusion: {scheme: "
            "two-point}\n"};
  for (size_t k = 0; k < sizeof valid / sizeof *valid; k++) {
    tc_status status = check(valid[k]);
    cr_expect_null(status, "%s: %s", valid[k], status ? tc_status_text(status) : "");
    tc_status_free(&status);
  }
}

/* A rerun reads a config in which the method that was chosen replaces `auto`. The keys that are valid with
 * `auto` are valid in it too. */
Test(config_auto, keys_of_a_chosen_method) {
  static const char *const valid =
      AUTO "end: 7, tolerance: 1e-4, absolute: 2, stages: 9}\nsolver: {tolerance: 1e-6}\n";
  for (int k = 0; k < TC_CONFIG_CANDIDATES; k++) {
    expect_ok(check_chosen(valid, tc_config_candidate(k)));
    expect_error(check_chosen(AUTO "end: 7, multiple: 10}\n", tc_config_candidate(k)), TC_USAGE,
                 "time.multiple: conflicts with time.tolerance");
  }
}

Test(config_auto, keys_that_leave_nothing_to_choose) {
  static const struct {
    const char *text, *message;
  } refused[] = {
      {AUTO "dt: 0.1, end: 7}\n",
       "time.dt: time.method auto chooses the size of the steps from time.tolerance"},
      {AUTO "end: 7, steady: 1e-3}\n", "time.steady: may end the run before time.end"},
      {AUTO "end: 7, splitting: strang}\nsource: v\n", "time.splitting: time.method auto controls the error"},
      {AUTO "tolerance: 1e-3}\n", "time.end (default): steps with error control (time.dt: auto) need an end"},
      {MINIMAL "time: {method: auto, steps: 10}\n", "time.steps: error control (time.dt: auto) chooses"},
      {AUTO "end: 7, multiple: 10}\n", "time.multiple: conflicts with time.tolerance"},
      {AUTO "end: 7}\nsnapshots: {file: a.h5, every: 2}\n", "snapshots.every: error control (time.dt: auto)"},
      {AUTO "end: 7}\ndevice: opencl\n", "device: time.method auto (run.yaml:3: time.method) does not run"},
      {AUTO "end: 7}\nsolver: {method: cg}\n", "solver.method: cg needs a symmetric matrix"},
  };
  for (size_t k = 0; k < sizeof refused / sizeof *refused; k++)
    expect_error(check(refused[k].text), TC_USAGE, refused[k].message);
}

Test(config_auto, commands_with_one_method) {
  tc_config *c = parse(AUTO "end: 7}\n", 0, NULL);
  expect_error(tc_config_check_not_auto(c, "has no stages"), TC_USAGE, "time.method: auto has no stages");
  tc_config_destroy(&c);
}

/* ---- automatic choice of the preconditioner (name: auto) ---- */

#define IMPLICIT MINIMAL "time: {method: implicit}\n"

Test(config_auto, the_preconditioner_is_jacobi_until_it_is_chosen) {
  const tc_preconditioner *multigrid = tc_preconditioner_find("multigrid");
  tc_config *c = parse(IMPLICIT "solver: {preconditioner: {name: auto}}\n", 0, NULL);
  cr_assert(c->solver.preconditioner.is_auto && tc_config_lacks_preconditioner(c));
  cr_assert_str_eq(tc_config_implicit(c).solver.preconditioner->name, "jacobi");
  tc_config_choose_preconditioner(c, multigrid);
  cr_assert(!tc_config_lacks_preconditioner(c) && tc_config_implicit(c).solver.preconditioner == multigrid);
  tc_config_destroy(&c);
  c = parse(IMPLICIT "solver: {preconditioner: {name: ssor}}\n", 0, NULL);
  tc_config_choose_preconditioner(c, multigrid);
  cr_assert_str_eq(c->solver.preconditioner.name->name, "ssor");
  cr_assert_not(tc_config_lacks_preconditioner(c));
  tc_config_destroy(&c);
}

Test(config_auto, keys_that_make_trials_useless) {
  static const struct {
    const char *text, *message;
  } refused[] = {
      {IMPLICIT "solver: {preconditioner: {name: auto}, iterations: 5}\n",
       "solver.preconditioner.name: auto compares iterations of the first solve, but solver.iterations sets"},
      {IMPLICIT "solver: {preconditioner: {name: auto, scope: rank}}\n",
       "solver.preconditioner.scope: auto makes a choice that does not depend on the ranks: set it to "
       "global"},
      {MINIMAL "time: {method: implicit, tolerance: 1e-3, end: 7, steps: null}\n"
               "solver: {preconditioner: {name: auto}}\n",
       "but steps with error control have different lengths: set it to jacobi, ssor or multigrid"},
      {AUTO "end: 7}\nsolver: {preconditioner: {name: auto}}\n",
       "auto cannot be combined with time.method auto, whose steps have different lengths: set it to "},
      {MINIMAL "solver: {preconditioner: {name: auto}}\n",
       "solver.preconditioner.name: time.method euler solves no linear systems"},
      {IMPLICIT "solver: {preconditioner: {name: auto}, method: sor}\n",
       "solver.preconditioner.name: sor supports no preconditioner: set solver.preconditioner.name to none"},
  };
  for (size_t k = 0; k < sizeof refused / sizeof *refused; k++)
    expect_error(check(refused[k].text), TC_USAGE, refused[k].message);
}
