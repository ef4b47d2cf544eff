/* Choices for runs whose reports nobody wants, beside a command's own. */
#ifndef TC_RUN_PLAN_AUXILIARY_RUN_H
#define TC_RUN_PLAN_AUXILIARY_RUN_H

#include "base/core/pool.h"
#include "run/plan/run_options.h"

/* The choice without snapshots, reports, histories, probes and a machine, and with more[count] overrides
 * behind its own. The list of overrides lives in the pool. Errors: TC_INTERNAL out of memory. */
tc_status tc_run_options_without_outputs(const tc_run_options *choice, int count, const char *const *more,
                                         tc_pool *pool, tc_run_options *out);

#endif
