#include "run/systems/system_routine_cases.h"

#include "base/core/memory.h"

static tc_status predict_case(void *self, const tc_dry_run_case *shape, const tc_dry_run_layout *run,
                              const tc_counts *swept) {
  tc_system_routine_cases *cases = self;
  const tc_dry_run_trial *trial = cases->trial;
  tc_routine_question question = {.run = *run,
                                  .solver = trial->options.solver,
                                  .entries = cases->system->input.entries,
                                  .swept = swept,
                                  .preconditionings = trial->trial.work.preconditionings,
                                  .machine = &cases->machine->machine.params,
                                  .origin = cases->machine->text};
  tc_routine_case *item = NULL;
  question.solver.strategy = cases->strategy;
  TC_TRY(TC_ALLOC_ZERO(item, 1));
  item->nodes = shape->nodes;
  item->ranks = (int)run->distribution->ranks;
  item->block_size = shape->block_size;
  tc_status status = tc_system_routines_predict(&question, &item->routines);
  if (!status) status = TC_ARRAY_ADD(&cases->list, &item);
  if (!status) return TC_OK;
  tc_system_routines_free(&item->routines);
  tc_free(item);
  return status;
}

void tc_system_routine_cases_begin(const tc_system_trial *system, const tc_strategy *strategy,
                                   const tc_machine_source *machine, tc_dry_run *runs,
                                   tc_system_routine_cases *out) {
  out->system = system;
  out->trial = runs->trial;
  out->strategy = strategy;
  out->machine = machine;
  runs->observer = (tc_dry_run_observer){out, predict_case};
}

void tc_system_routine_cases_end(tc_dry_run *runs) { runs->observer = (tc_dry_run_observer){NULL, NULL}; }

void tc_system_routine_cases_free(tc_system_routine_cases *cases) {
  for (int32_t k = 0; k < cases->list.count; k++) {
    tc_system_routines_free(&cases->list.item[k]->routines);
    tc_free(cases->list.item[k]);
  }
  TC_ARRAY_FREE(&cases->list);
}
