/* Run options for auxiliary runs of a command, such as trial runs and studies, whose outputs are not used.
 * Called by run/dry_run and run/studies before they open a session for each auxiliary run. The overrides
 * that remove the outputs follow those of the user, and therefore prevail. */
#ifndef TC_RUN_PLAN_AUXILIARY_RUN_H
#define TC_RUN_PLAN_AUXILIARY_RUN_H

#include "base/core/pool.h"
#include "run/plan/run_options.h"

/* Not collective. Copies the options of a command without snapshots, reports, histories, probes and
 * machine, and appends more[count] overrides to its own. The pool owns the new list of overrides. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_run_options_without_outputs(const tc_run_options *choice, int count, const char *const *more,
                                         tc_pool *pool, tc_run_options *out);

#endif
