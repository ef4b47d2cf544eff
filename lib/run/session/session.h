/* Session: all data of a command that makes one run, or several runs of the same problem. The commands run,
 * compare, verify and export and the studies (run/studies, run/dry_run) use it. They call tc_session_open,
 * tc_session_set_up, optionally functions of forecasts.h, tc_session_run once per strategy, tc_session_report
 * and tc_session_close. Functions of other modules do not receive a session, but single members such as
 * session->plan. */
#ifndef TC_RUN_SESSION_SESSION_H
#define TC_RUN_SESSION_SESSION_H

#include "run/plan/results.h"
#include "run/session/run.h"

/* Data of a command that makes several runs of one config. Zero-initialise before use; released by
 * tc_session_close. Must not be copied, because members borrow other members. The members are created in this
 * order. */
typedef struct tc_session {
  tc_plan plan;
  tc_prepared prepared;
  tc_run_machine machine; /* machine parameters for all forecasts, found in the first setup */
  tc_forecasts forecasts;
  tc_run run;
  tc_results results; /* results of all completed runs; the arrays in each result exist on the root only */
} tc_session;

/* The following functions are collective and return errors on all ranks unless their comment says "Not
 * collective". */

/* Creates the plan. The caller closes the session, also after an error of this or of another function.
 * Errors: those of tc_plan_create. */
tc_status tc_session_open(const tc_run_options *options, const tc_run_environment *environment,
                          tc_world *world, const tc_log *log, tc_session *session);

/* Prepares the problem for a distribution in blocks of block_size rows. The first call also finds the machine
 * parameters. May be called again with another block_size until the mesh is freed. With the METIS
 * distribution a later call does not distribute the rows again, but only changes the block size. Discards all
 * forecasts. */
tc_status tc_session_set_up(tc_session *session, int32_t block_size);

/* Makes the first setup of a session that shares data with another session of the same config. `known`
 * contains the choices of the other session, or is NULL if this session makes the choices. `machine` contains
 * the machine parameters of the other session, or is NULL if this session finds them. */
tc_status tc_session_set_up_like(tc_session *session, const tc_setup_choices *known,
                                 const tc_run_machine *machine, int32_t block_size);

/* Performs a run with tc_run_perform and appends its result to session->results. */
tc_status tc_session_run(tc_session *session, const tc_strategy *strategy, int32_t block_size,
                         const tc_run_observers *observers);

/* Not collective. Fills in a report about all results of the session. The report borrows data from the
 * session. */
void tc_session_report(const tc_session *session, tc_report *report);

/* Not collective. Frees all members of the session and zeroes it. Accepts a zeroed session. */
void tc_session_close(tc_session *session);

#endif
