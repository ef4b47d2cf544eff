/* Commands of heat2d. main.c parses the options and calls h2_run under MPI on all ranks, or h2_predict on one
 * process. */
#ifndef TC_HEAT2D_COMMAND_H
#define TC_HEAT2D_COMMAND_H

#include "base/program/log.h"
#include "comm/world/world.h"
#include "options.h"

/* Collective. Runs the steps. The root writes results to stdout, phases and warnings to the log. Errors (on
 * all ranks): TC_USAGE, TC_OUTPUT, TC_INTERNAL, and TC_NUMERICAL if the field differs from its closed form by
 * more than rounding. */
tc_status h2_run(tc_world *world, const h2_options *options, const tc_log *log);

/* Not collective, needs no MPI. Forecasts the steps and writes results to stdout. Errors: TC_USAGE,
 * TC_OUTPUT, TC_INTERNAL. */
tc_status h2_predict(const h2_options *options);

extern const char *const h2_run_usage, *const h2_predict_usage;

#endif
