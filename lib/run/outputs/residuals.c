#include "run/outputs/residuals.h"

static const char *path_of(const tc_plan *plan) {
  return plan->world->rank == 0 ? plan->config->solver.history : NULL;
}

tc_status tc_run_residuals_prepare(tc_plan *plan) {
  const char *path = path_of(plan);
  return tc_world_agree(plan->world, path ? tc_residual_file_prepare(path, &plan->files) : TC_OK);
}

static void add_residual(void *self, int64_t step, int64_t iteration, double residual, bool is_true) {
  const tc_run_residuals *r = self;
  tc_residual_file_add(r->file, step, iteration, residual, is_true);
}

static void end_solve(void *self, int64_t step, const tc_solve_result *solution) {
  const tc_run_residuals *r = self;
  (void)step;
  tc_residual_file_end_solve(r->file, solution->reason);
}

tc_status tc_run_residuals_create(const tc_plan *plan, tc_run_residuals *r) {
  const char *path = path_of(plan);
  tc_residual_file_position kept;
  if (!plan->config->solver.history || r->is_skipped) return TC_OK;
  r->world = plan->world;
  TC_TRY(tc_resume_source_integer(tc_plan_resume_source(plan), "residuals.part", &kept.part));
  TC_TRY(tc_resume_source_integer(tc_plan_resume_source(plan), "residuals.bytes", &kept.bytes));
  TC_TRY(tc_resume_source_integer(tc_plan_resume_source(plan), "residuals.hash", &kept.hash));
  TC_TRY(tc_world_agree(plan->world, path ? tc_residual_file_create(path, &kept, &r->file) : TC_OK));
  r->monitor = (tc_implicit_monitor){r, add_residual, end_solve};
  return TC_OK;
}

static bool is_never_due(const tc_hook *hook, const tc_run_state *now) {
  (void)hook, (void)now;
  return false;
}

static tc_status list_residual_restart(void *self, tc_restart_list *list) {
  const tc_run_residuals *r = self;
  list->optional = true;
  const tc_status status = tc_residual_file_list_restart(r->file, list);
  list->optional = false;
  return status;
}

static tc_status resume_residuals(void *self, const tc_run_state *now) {
  const tc_run_residuals *r = self;
  (void)now;
  return tc_world_agree(r->world, r->file ? tc_residual_file_resume(r->file) : TC_OK);
}

void tc_run_residuals_observe(tc_run_residuals *r, tc_run_observers *out) {
  if (!r->world) return;
  if (r->file) out->monitor = &r->monitor;
  out->hook[out->hooks++] = (tc_hook){.self = r,
                                      .is_due = is_never_due,
                                      .list_restart = list_residual_restart,
                                      .resume = resume_residuals,
                                      .ignores_field = true};
}

void tc_run_residuals_free(const tc_plan *plan, tc_run_residuals *r) {
  tc_line where = {0};
  if (tc_residual_file_close_failed(&r->file, &where))
    tc_log_write(plan->log, TC_LOG_QUIET, "the residuals so far are in %s", where.text);
}
