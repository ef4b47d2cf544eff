/* Commands of heat2d (2D heat equation). main.c parses the options and calls h2_run under MPI on all ranks,
 * or h2_predict on one process. */
#ifndef TC_HEAT2D_COMMAND_H
#define TC_HEAT2D_COMMAND_H

#include "base/program/log.h"
#include "comm/world/world.h"
#include "options.h"

/* Collective. Runs `heat2d run`: performs the time steps and checks and times them. The root writes results
 * to stdout, phases and warnings to the log. Errors (on all ranks): TC_USAGE, TC_OUTPUT, TC_INTERNAL, and
 * TC_NUMERICAL if the final field differs from the closed form (exact_solution.h) by more than the rounding
 * errors. */
tc_status h2_run(tc_world *world, const h2_options *options, const tc_log *log);

/* Not collective, needs no MPI. Runs `heat2d predict`: forecasts the seconds of the time steps and writes
 * them to stdout. Errors: TC_USAGE, TC_OUTPUT, TC_INTERNAL. */
tc_status h2_predict(const h2_options *options);

extern const char *const h2_run_usage, *const h2_predict_usage;

#endif
