/* Predictions of a solve by routine (system/system_routines.h) on the virtual ranks of a dry run. The command
 * predict begins them for the option --routines before tc_dry_run_cases_run, which then adds one prediction
 * for each case, and ends them afterwards. The numbers equal those that a solve on real ranks predicts. Not
 * collective. */
#ifndef TC_RUN_SYSTEMS_SYSTEM_ROUTINE_CASES_H
#define TC_RUN_SYSTEMS_SYSTEM_ROUTINE_CASES_H

#include "base/containers/array.h"
#include "run/dry_run/dry_run.h"
#include "run/systems/system_trial.h"
#include "system/routine_report.h"

/* Zero-initialise before use; released by tc_system_routine_cases_free. Must not be copied. */
typedef struct tc_system_routine_cases {
  const tc_system_trial *system;
  const tc_dry_run_trial *trial;
  const tc_strategy *strategy;
  const tc_machine_source *machine;
  TC_ARRAY(tc_routine_case *) list; /* owned, in the order of the cases */
} tc_system_routine_cases;

/* Sets the observer of the dry run, which adds predictions of solves with `strategy` until
 * tc_system_routine_cases_end. Borrows all arguments; `machine` has the sizes of caches and possibly the
 * parameters fit_... */
void tc_system_routine_cases_begin(const tc_system_trial *system, const tc_strategy *strategy,
                                   const tc_machine_source *machine, tc_dry_run *runs,
                                   tc_system_routine_cases *out);
void tc_system_routine_cases_end(tc_dry_run *runs);
void tc_system_routine_cases_free(tc_system_routine_cases *cases);

#endif
