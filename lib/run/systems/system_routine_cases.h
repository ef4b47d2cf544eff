/* Predictions of the time of each routine of a solve (system/system_routines.h) on the virtual ranks of a dry
 * run. With the option --routines, the command predict calls tc_system_routine_cases_begin before
 * tc_dry_run_cases_run, which then adds one prediction for each case, and tc_system_routine_cases_end
 * afterwards. A solve on real ranks predicts the same numbers. Not collective. */
#ifndef TC_RUN_SYSTEMS_SYSTEM_ROUTINE_CASES_H
#define TC_RUN_SYSTEMS_SYSTEM_ROUTINE_CASES_H

#include "base/containers/array.h"
#include "run/dry_run/dry_run.h"
#include "run/systems/system_trial.h"
#include "system/routine_report.h"

/* Predictions for all cases of a dry run. Zero-initialise before use; released by
 * tc_system_routine_cases_free. Must not be copied. */
typedef struct tc_system_routine_cases {
  const tc_system_trial *system;
  const tc_dry_run_trial *trial;
  const tc_strategy *strategy;
  const tc_machine_source *machine;
  TC_ARRAY(tc_routine_case *) list; /* owned, in the order of the cases */
} tc_system_routine_cases;

/* Sets the observer of the dry run, which adds predictions of solves with `strategy` until
 * tc_system_routine_cases_end. Borrows all arguments; `machine` contains the sizes of the caches, and
 * possibly the parameters fit_.. of the model paraiso. */
void tc_system_routine_cases_begin(const tc_system_trial *system, const tc_strategy *strategy,
                                   const tc_machine_source *machine, tc_dry_run *runs,
                                   tc_system_routine_cases *out);
void tc_system_routine_cases_end(tc_dry_run *runs);
void tc_system_routine_cases_free(tc_system_routine_cases *cases);

#endif
