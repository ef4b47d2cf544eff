/* Run options for auxiliary runs of a command, such as trial steps and runs of studies, which write no files.
 * run/dry_run and run/studies call the function before they open a session for such a run. The function
 * appends overrides that switch off all outputs. They take precedence over the user's overrides, because they
 * are later in the list. */
#ifndef TC_RUN_PLAN_AUXILIARY_RUN_H
#define TC_RUN_PLAN_AUXILIARY_RUN_H

#include "base/core/pool.h"
#include "run/plan/run_options.h"

/* Not collective. Copies the options `choice` of a command to *out, and switches off snapshots, reports,
 * histories, probes and forecasts. Appends the overrides more[count] to those of `choice`. The pool owns the
 * new list of overrides. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_run_options_without_outputs(const tc_run_options *choice, int count, const char *const *more,
                                         tc_pool *pool, tc_run_options *out);

#endif
