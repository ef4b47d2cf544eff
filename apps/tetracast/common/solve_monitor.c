#include "common/solve_monitor.h"

tc_status app_solve_monitor_prepare(const char *path, tc_file_list *files) {
  return path ? tc_residual_file_prepare(path, files) : TC_OK;
}

static void begin_solve(void *self, int64_t k) {
  app_solve_monitor *m = self;
  m->k = k + 1;
  tc_monitor_begin(&m->progress, m->log, "iteration", 0);
}

static void add_residual(void *self, int64_t iteration, double residual, double target, bool is_true) {
  app_solve_monitor *m = self;
  tc_monitor_residual(&m->progress, iteration, residual, target);
  if (m->file) tc_residual_file_add(m->file, m->k, iteration, residual, is_true);
}

static void end_solve(void *self, const tc_solve_result *result) {
  app_solve_monitor *m = self;
  tc_monitor_break_line(&m->progress);
  if (m->file) tc_residual_file_end_solve(m->file, result->reason);
}

tc_status app_solve_monitor_begin(const tc_world *world, const tc_log *log, const char *path,
                                  app_solve_monitor *out) {
  const tc_residual_file_position start = {0};
  out->log = log;
  out->callbacks = (tc_system_monitor){out, begin_solve, add_residual, end_solve};
  return TC_ON_ROOT(world, path ? tc_residual_file_create(path, &start, &out->file) : TC_OK);
}

tc_status app_solve_monitor_end(app_solve_monitor *monitor) { return tc_residual_file_close(&monitor->file); }

void app_solve_monitor_free(app_solve_monitor *monitor) {
  tc_line where = {0};
  if (tc_residual_file_close_failed(&monitor->file, &where))
    tc_log_write(monitor->log, TC_LOG_QUIET, "the residuals so far are in %s", where.text);
}
