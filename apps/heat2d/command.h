/* The two commands. */
#ifndef TC_HEAT2D_COMMAND_H
#define TC_HEAT2D_COMMAND_H

#include "base/program/log.h"
#include "comm/world/world.h"
#include "options.h"

/* Collective. Results go to stdout of rank 0; the log hears of phases. Errors on all ranks; TC_NUMERICAL when
 * the solution is off its closed form.
 */
tc_status h2_run(tc_world *world, const h2_options *options, const tc_log *log);

/* One process, no MPI. */
tc_status h2_predict(const h2_options *options);

extern const char *const h2_run_usage, *const h2_predict_usage;

#endif
