/* Restart data of implicit steps and of the steady state: the values that a checkpoint stores. */
#include "solve/step/implicit_internal.h"

#include <stddef.h>
#include <stdio.h>

static tc_status list_reuse_items(tc_implicit *m, tc_restart_list *list) {
  tc_solver_reuse *r = &m->solver->reuse;
  tc_solve_statistics *record = m->setting.record;
  TC_TRY(tc_restart_list_add_common(list, &r->shift, 1, "solver.reuse.shift"));
  TC_TRY(tc_restart_list_add_common(list, &r->scale, 1, "solver.reuse.scale"));
  TC_TRY(tc_restart_list_add_integer(list, &r->first, "solver.reuse.first"));
  TC_TRY(tc_restart_list_add_integer(list, &r->last, "solver.reuse.last"));
  TC_TRY(tc_restart_list_add_integer(list, &r->rebuilds, "solver.reuse.rebuilds"));
  if (!list->is_reading || !record) return TC_OK;
  /* A resumed run without further steps reports record->rebuilds, which must therefore be read, too. */
  return tc_restart_list_add_integer(list, &record->rebuilds, "solver.reuse.rebuilds");
}

/* Only a reusable preconditioner (multigrid) depends on earlier steps, so other runs write no such items. A
 * resumed run creates the preconditioner for the shift and scale that it has read. The items are optional,
 * because older versions of the program did not write them. */
static tc_status list_reuse(tc_implicit *m, tc_restart_list *list) {
  if (!m->solver->options.preconditioner->is_reusable) return TC_OK;
  list->optional = true;
  const tc_status status = list_reuse_items(m, list);
  list->optional = false;
  return status;
}

tc_status tc_implicit_list_restart(tc_implicit *m, tc_restart_list *keep) {
  TC_TRY(tc_restart_list_add_integer(keep, &m->step, "integrator.step"));
  TC_TRY(tc_restart_list_add_common(keep, &m->unsolved_norm, 1, "integrator.left"));
  TC_TRY(list_reuse(m, keep));
  return m->setting.record ? tc_solve_statistics_list_restart(m->setting.record, keep) : TC_OK;
}

typedef struct listing {
  const tc_implicit *m;
  tc_restart_list *list;
} listing;

static tc_status list_array(void *self, const char *name, int k, double *value) {
  const listing *l = self;
  return tc_restart_list_add_cells(l->list, value, l->m->how.problem->space->owned, "solver.%s.%d", name, k);
}

static tc_status list_integers(void *self, const char *name, void *value, int64_t count) {
  char full[TC_RESTART_NAME_MAX];
  snprintf(full, sizeof full, "solver.%s", name);
  return tc_restart_list_add_integers(((const listing *)self)->list, value, count, full);
}

/* Counts of multigrid cycles are separate items, which are written only for solves with cycles. Checkpoints
 * of other solves therefore have the same items as those of earlier versions of the program. */
enum { cycle_counts = TC_WORK_COUNT - TC_WORK_cycles };

_Static_assert(offsetof(tc_solve_result, forecast_work) + sizeof(tc_work) == sizeof(tc_solve_result),
               "forecast_work is the last member");

static tc_status list_cycles(tc_implicit *m, tc_restart_list *list) {
  if (!tc_solver_uses_cycles(&m->solver->options)) return TC_OK;
  TC_TRY(tc_restart_list_add_integers(list, &m->spent.cycles, cycle_counts, "solve.cycles"));
  return tc_restart_list_add_integers(list, &m->solution.forecast_work.cycles, cycle_counts,
                                      "solve.forecast_cycles");
}

tc_status tc_implicit_list_solve_restart(tc_implicit *m, tc_restart_list *keep) {
  listing l = {m, keep};
  const tc_solver_visitor visitor = {&l, keep->is_reading, list_array, list_integers};
  if (!keep->is_reading) {
    m->spent = m->solver->ledger->work;
    tc_work_add(&m->spent, -1, &m->before);
  }
  TC_TRY(tc_restart_list_add_common(keep, &m->reference, 1, "solve.reference"));
  TC_TRY(tc_restart_list_add_integers(keep, m->spent.by_index, TC_WORK_cycles, "solve.work"));
  TC_TRY(tc_restart_list_add_integers(keep, (int64_t *)&m->solution, sizeof m->solution / 8 - cycle_counts,
                                      "solve.solution"));
  TC_TRY(list_cycles(m, keep));
  return tc_solver_visit_state(m->solver, &visitor);
}
