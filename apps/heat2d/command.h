/* The two commands. */
#ifndef TC_HEAT2D_COMMAND_H
#define TC_HEAT2D_COMMAND_H

#include "base/program/log.h"
#include "comm/world/world.h"
#include "options.h"

/* Collective. Results go to stdout of rank 0; the log hears of phases. Errors on all ranks; TC_NUMERICAL when
 * the solution is off its closed form.
 */
tc_status tc_heat_run(tc_world *world, const tc_options *options, const tc_log *log);

/* One process, no MPI. */
tc_status tc_heat_predict(const tc_options *options);

extern const char *const tc_heat_run_usage, *const tc_heat_predict_usage;

#endif
