/* Functions shared by the source files of a session (run/session/session_*.c) and by the modules that
 * extend a session (run/outputs, run/studies). Other callers include run/session/session.h only. The order
 * of the calls is that of tc_session_set_up (session_setup.c). */
#ifndef TC_RUN_SESSION_SESSION_INTERNAL_H
#define TC_RUN_SESSION_SESSION_INTERNAL_H

#include "run/session/session.h"

/* Collective, before the mesh is read. Logs the memory that the run will need, and warns if less is free.
 * Errors (on all ranks): TC_INTERNAL if the minimum exceeds the memory of a node or of a process; those of
 * reading the headers of the mesh files. */
tc_status tc_session_check_memory(tc_session *session);

/* Collective. Opens the device that the config names, if it names one. Errors are returned on all ranks. */
tc_status tc_session_open_device(tc_session *session);

/* Collective. Calibrates the device if the machine is measured (machine: auto), for products with a
 * working set of `bytes` per rank. The device parameters of a machine file remain unchanged, and a file of
 * another device causes a warning. */
tc_status tc_session_measure_device(tc_session *session, double bytes);

/* Pure. Returns the time after the last step; 0 for a steady state. */
double tc_session_end_time(const tc_session *session);

/* Collective. Evaluates a formula of the config at the centroids of the owned cells at time `time`, and
 * stores the results in value[owned]. Errors are returned on all ranks. */
tc_status tc_session_evaluate(const tc_session *session, tc_expression *formula, double time, double *value);

/* Collective. Sets session->initial, the initial field, from the formula of the config or from a snapshot.
 * Errors are returned on all ranks. */
tc_status tc_session_init_field(tc_session *session);

/* Collective. Sets the initial states of session->source by their formulas, or from the snapshot of the
 * initial field if it contains them. Errors are returned on all ranks. */
tc_status tc_session_init_states(tc_session *session);

/* Collective. Describes the diffusion tensors of the config. *out borrows from the session and the config.
 * The root reads the fibre file once. Errors are returned on all ranks. */
tc_status tc_session_material(tc_session *session, tc_material *out);

/* Collective, with errors on all ranks. tc_session_create_source creates the source with its initial states.
 * Call it before the step is chosen, because tc_session_stiffness reads the source. tc_session_stiffness
 * returns the stiffness of the source, which limits the step. tc_session_create_forcing creates the forcing.
 * Call it after the final assembly. Without a source or boundary data the pointers in the session remain
 * NULL. */
tc_status tc_session_create_source(tc_session *session);
tc_status tc_session_stiffness(tc_session *session, tc_stiffness *out);
tc_status tc_session_create_forcing(tc_session *session);

/* Collective. Measures how long the forcing of a step takes, if forecasts are made. Stores the time in
 * session->forcing_s. */
tc_status tc_session_measure_forcing(tc_session *session);

/* Not collective, but equal on all ranks. Checks that the field can be output as a solution. Returns TC_USAGE
 * if the config's strategy gives no solution on several ranks (`auto` chooses among those that do). `why`
 * ends the message, for example "so no snapshots can be written: remove snapshots.file or use another
 * strategy". */
tc_status tc_session_check_solution(const tc_session *session, const char *why);

/* Not collective. Returns the options of the solves in implicit steps. `record` receives their statistics. It
 * belongs to the caller and may be NULL. */
tc_implicit_steps tc_session_implicit(const tc_session *session, tc_solve_statistics *record);

/* Collective. Called after the step of an uninterrupted run was chosen. Fills in session->spans, the sizes of
 * all steps, and for a resumed run the number and the size of the remaining steps. Errors (on all ranks):
 * those of tc_step_size_resume. */
tc_status tc_session_resume_steps(tc_session *session);

/* Not collective. Returns the entry of session->forecast for a strategy. Its member is_computed is false if
 * there is no forecast yet. */
tc_step_forecast *tc_session_find_forecast(const tc_session *session, const tc_strategy *strategy);

/* Not collective. tc_session_free_problem frees the problem with all fields and forcings,
 * tc_session_free_forecasts only the forecasts. Both accept a session without them. */
void tc_session_free_problem(tc_session *session);
void tc_session_free_forecasts(tc_session *session);

#endif
