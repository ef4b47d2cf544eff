/* Session: the values of a command that makes one run, or several runs of the same problem, in the order in
 * which they are created: plan, prepared problem, machine, forecasts, run and results. The commands run,
 * compare, verify and export and the studies (run/studies, run/dry_run) use it. Order: tc_session_open,
 * tc_session_set_up, optional forecasts, tc_session_run once per strategy, tc_session_report,
 * tc_session_close. Functions that need only one of the values take that value. */
#ifndef TC_RUN_SESSION_SESSION_H
#define TC_RUN_SESSION_SESSION_H

#include "run/plan/results.h"
#include "run/session/run.h"

/* Zero-initialise before use; released by tc_session_close. Must not be copied, because later values borrow
 * earlier ones. */
typedef struct tc_session {
  tc_plan plan;
  tc_prepared prepared;
  tc_run_machine machine; /* machine of all forecasts, found in the first set-up */
  tc_forecasts forecasts;
  tc_run run;
  tc_results results; /* results of all completed runs; their arrays are on the root only */
} tc_session;

/* Unless their comment contains "not collective", the following functions are collective and return errors on
 * all ranks. */

/* Creates the plan. The caller closes the session also after an error of this or any other function. Errors:
 * those of tc_plan_create. */
tc_status tc_session_open(const tc_run_options *options, const tc_run_environment *environment,
                          tc_world *world, const tc_log *log, tc_session *session);

/* Prepares the problem in blocks of block_size rows. The first call also finds the machine. May be called
 * again with another block_size until the mesh is freed; with the METIS distribution such a call only divides
 * the same rows into other blocks. Discards all forecasts. */
tc_status tc_session_set_up(tc_session *session, int32_t block_size);

/* First set-up of a session with the choices of another session of the same config, and with its machine;
 * NULL to find the machine. */
tc_status tc_session_set_up_like(tc_session *session, const tc_setup_choices *known,
                                 const tc_run_machine *machine, int32_t block_size);

/* Makes a run (tc_run_perform) and appends its result. */
tc_status tc_session_run(tc_session *session, const tc_strategy *strategy, int32_t block_size,
                         const tc_run_observers *observers);

/* Not collective. Fills in a report: the facts about the run, and all results. They are borrowed from the
 * session. */
void tc_session_report(const tc_session *session, tc_report *report);

/* Not collective. Frees the session and zeroes it; accepts a zeroed one. */
void tc_session_close(tc_session *session);

#endif
