#include "run/outputs/residuals.h"

#include "run/session/session_internal.h"

static const char *path_of(const tc_session *s) {
  return s->world->rank == 0 ? s->config->solver.history : NULL;
}

tc_status tc_run_residuals_prepare(tc_session *s) {
  const char *path = path_of(s);
  return tc_world_agree(s->world, path ? tc_residual_file_prepare(path, &s->files) : TC_OK);
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

tc_status tc_run_residuals_create(tc_session *s, tc_run_residuals *r) {
  const char *path = path_of(s);
  tc_residual_file_position kept;
  if (!s->config->solver.history || r->is_skipped) return TC_OK;
  r->world = s->world;
  TC_TRY(tc_resume_source_integer(s->resume, "residuals.part", &kept.part));
  TC_TRY(tc_resume_source_integer(s->resume, "residuals.bytes", &kept.bytes));
  TC_TRY(tc_resume_source_integer(s->resume, "residuals.hash", &kept.hash));
  TC_TRY(tc_world_agree(s->world, path ? tc_residual_file_create(path, &kept, &r->file) : TC_OK));
  r->monitor = (tc_implicit_monitor){r, add_residual, end_solve};
  if (r->file) s->monitor = &r->monitor;
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

int tc_run_residuals_hooks(tc_run_residuals *r, tc_hook *hook) {
  if (!r->world) return 0;
  hook[0] = (tc_hook){.self = r,
                      .is_due = is_never_due,
                      .list_restart = list_residual_restart,
                      .resume = resume_residuals,
                      .ignores_field = true};
  return 1;
}

tc_status tc_run_residuals_publish(const tc_session *s, tc_run_residuals *r) {
  return tc_world_agree(s->world, tc_residual_file_close(&r->file));
}

void tc_run_residuals_free(const tc_session *s, tc_run_residuals *r) {
  tc_line where = {0};
  if (tc_residual_file_close_failed(&r->file, &where))
    tc_log_write(s->log, TC_LOG_QUIET, "the residuals so far are in %s", where.text);
}
