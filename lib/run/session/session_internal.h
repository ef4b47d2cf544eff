/* What the sources of a session share. Internal to it. */
#ifndef TC_RUN_SESSION_SESSION_INTERNAL_H
#define TC_RUN_SESSION_SESSION_INTERNAL_H

#include "run/session/session.h"

/* Collective, before the mesh is read: what the run will take of memory is said, and a warning where less is
 * left. Errors on all ranks: TC_INTERNAL, it takes more than some node or process can have at all; those of
 * the headers of the mesh files. */
tc_status tc_session_check_memory(tc_session *session);

/* Collective. Opens the device that the config names, if any. Errors on all ranks. */
tc_status tc_session_open_device(tc_session *session);

/* Collective. Measures it where the machine is (machine: auto), at so many bytes of products of a rank; what
 * a machine file says of one stays. */
tc_status tc_session_measure_device(tc_session *session, double bytes);

double tc_session_end_time(const tc_session *session);

/* Collective. value[owned] = a formula of the config at the centroids. Errors on all ranks. */
tc_status tc_session_evaluate(const tc_session *session, tc_expression *formula, double time, double *value);

/* Collective. s->initial: by the formula, or from a snapshot. Errors on all ranks. */
tc_status tc_session_init_field(tc_session *session);

/* Collective. The states of s->source: by their formulas, or from the same snapshot where it has them. Errors
 * on all ranks. */
tc_status tc_session_init_states(tc_session *session);

/* Collective. What the config says of tensors; everything stays the session's or the config's. The root reads
 * the file of the fibres. Errors on all ranks. */
tc_status tc_session_material(tc_session *session, tc_material *out);

/* Collective. What the config lets enter the problem: the source, with its states as at first, before the
 * step is chosen, which depends on its stiffness; the input, once the problem is assembled for good. Errors
 * on all ranks. */
tc_status tc_session_create_source(tc_session *session);
tc_status tc_session_stiffness(tc_session *session, tc_stiffness *out);
tc_status tc_session_create_forcing(tc_session *session);

/* Collective. How long that takes in a step, where forecasts are wanted. */
tc_status tc_session_measure_forcing(tc_session *session);

/* For what only a solution is good for: TC_USAGE when the config's strategy gives none on several ranks
 * (`auto` chooses among those that do). why: "so no snapshots are written; leave snapshots.file out or take
 * another". Not collective, but the same on all ranks. */
tc_status tc_session_check_solution(const tc_session *session, const char *why);

/* How the config wants systems to be solved; the record is the caller's. */
tc_implicit_steps tc_session_implicit(const tc_session *session, tc_solve_statistics *record);

/* Collective, after the step of a run in one go was chosen. Fills in the spans of the steps; of a resumed run
 * also the number and the size of the steps to come. Errors on all ranks: those of tc_step_size_resume. */
tc_status tc_session_resume_steps(tc_session *session);

/* The place of a strategy's forecast, made or not. */
tc_step_forecast *tc_session_find_forecast(const tc_session *session, const tc_strategy *strategy);

void tc_session_free_problem(tc_session *session);
void tc_session_free_forecasts(tc_session *session);

#endif
