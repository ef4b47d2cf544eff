/* Functions of run_checks.c, which run/session/run.c calls to check the field at the end of a run. */
#ifndef TC_RUN_SESSION_RUN_INTERNAL_H
#define TC_RUN_SESSION_RUN_INTERNAL_H

#include "run/session/run.h"

/* Collective. Compares the field at the end with the config's exact solution: stores the L2 error and the
 * maximum error in the result. Both remain NaN if the config has no exact solution. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted; those of tc_field_evaluate. */
tc_status tc_run_compare_exact(const tc_run *run, tc_result *result);

/* Collective. Warns if values exceed the range of the initial field and the forcing by more than 5 % of the
 * width of that range. The exact solution of the differential equation never leaves this range. If values
 * exceed it by 50 %, the watchdog ends the run with an error. Errors (on all ranks): those of messages. */
tc_status tc_run_log_overshoot(const tc_run *run, const tc_result *result);

/* Not collective. Warns if steps with error control have exceeded time.overshoot. This may happen, because a
 * step that is not longer than a stable step of explicit Euler is accepted in any case. */
void tc_run_warn_of_limit(const tc_run *run);

/* Not collective. Warns if the change of the integral of the field differs from the sum of inflow and source.
 * The limit, relative to the change of the integral, is far above the errors of rounding and of solves with
 * usual tolerances. */
void tc_run_warn_of_balance(const tc_run *run, const tc_field_stats *field);

#endif
