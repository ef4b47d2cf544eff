/* Contender that uses Tetracast's linear solver. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "ksp_peer.h"

typedef struct ours {
  const ksp_system *system;
  tc_solver *solver;
  tc_solver_monitor monitor;
  ksp_curve *curve;
  double reference; /* norm by which the tolerance is multiplied */
  bool plain;
  char name[32];
} ours;

static void record_residual(void *self, int64_t iteration, double residual, bool is_true) {
  const ours *o = self;
  if ((!is_true || iteration == 0) && iteration <= KSP_MOST_ITERATIONS)
    o->curve->residual[iteration] = residual;
}

static tc_status solve(void *self) {
  ours *o = self;
  tc_ledger ledger = {0};
  tc_solve_result solution;
  ksp_set_plain(o->plain);
  const tc_status status =
      tc_solver_solve(o->solver, o->system->b, o->reference, &o->monitor, &ledger, &solution);
  ksp_set_plain(false);
  TC_TRY(status);
  o->curve->iterations = solution.iterations;
  o->curve->reason = tc_reason_name(solution.reason);
  return TC_OK;
}

static void copy(void *self, double *value) {
  const ours *o = self;
  memcpy(value, o->solver->x, (size_t)o->solver->rows * sizeof *value);
}

static void close_ours(void *self) {
  ours *o = self;
  tc_solver_destroy(&o->solver);
  tc_free(o);
}

/* Sets the reference norm of the tolerance to the norm of b. A solve with the tolerance infinity makes no
 * iteration and returns this norm as initial residual. */
static tc_status find_reference(ours *o) {
  tc_ledger ledger = {0};
  tc_solve_result solution;
  if (o->solver->options.iterations > 0) return TC_OK; /* without a tolerance there is no reference */
  TC_TRY(tc_solver_solve(o->solver, o->system->b, INFINITY, NULL, &ledger, &solution));
  o->reference = solution.initial_residual;
  return TC_OK;
}

tc_status ksp_open_ours(const ksp_system *system, const char *name, const tc_solver_options *choice,
                        ksp_curve *curve, contender *out) {
  tc_solver_options with = *choice;
  ours *o = NULL;
  TC_TRY(TC_WORLD_ALLOC(system->linear.world, o, 1));
  *o = (ours){.system = system, .curve = curve, .monitor = {.self = o, .on_residual = record_residual}};
  snprintf(o->name, sizeof o->name, "%s", name);
  char *const plain = strstr(o->name, ":plain");
  o->plain = plain;
  if (plain) *plain = '\0';
  with.format = tc_format_find(o->name);
  tc_status status = with.format ? tc_solver_create(&system->linear, &with, &o->solver)
                                 : tc_status_create(TC_USAGE, "--contenders: unknown contender %s", name);
  if (!status) status = find_reference(o);
  if (status)
    close_ours(o);
  else
    *out =
        (contender){.name = name, .valid = true, .self = o, .step = solve, .copy = copy, .close = close_ours};
  return status;
}
