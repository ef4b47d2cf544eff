/* Section about the linear systems of a run: numbers, names and lines. The tables of runs, methods and cases
 * call it for results with a solver. Functions that can return NaN or NULL do so if the value is unknown.
 * Internal to report. */
#ifndef TC_REPORT_SECTIONS_SOLVER_SECTION_H
#define TC_REPORT_SECTIONS_SOLVER_SECTION_H

#include "base/text/line.h"
#include "report/document/report.h"

/* Return the seconds of an iteration, the maximum over ranks. The value is that of one phase, or of all
 * phases if phase < 0. The time of the start and the end of a step is distributed over its iterations. A
 * forecast requires that of the model and a trial step. */
double tc_report_iteration_measured_s(const tc_result *result, int phase);
double tc_report_iteration_predicted_s(const tc_result *result, int model, int phase);

/* True if there is a forecast of an iteration. */
bool tc_report_iteration_is_predicted(const tc_result *result, int model);

/* Returns the relative change of the integral if the problem has no forcing and its steps conserve the
 * integral; NaN otherwise. */
double tc_report_integral_defect(const tc_report *report, const tc_result *result);

/* Returns the work of the last step of a run, or of the trial step of a dry run; NULL if unknown. */
const tc_work *tc_solver_step_work(const tc_result *result);

/* Returns the floating-point operations of that work on all ranks; NaN if unknown, as for factors with fill.
 */
double tc_solver_flops(const tc_report *report, const tc_result *result);

/* Append names with the parameters that they read, such as "gmres(30)" or "ssor(1, rank)". */
void tc_report_format_method(const tc_result_solver *solver, tc_line *line);
void tc_report_format_preconditioner(const tc_result_solver *solver, tc_line *line);

/* Writes "setup" and the setup times of the solver with their forecasts; no line if there is no setup or its
 * times are unknown. */
void tc_report_text_solver_setup(const tc_result *result, FILE *out);

/* Writes the lines below a result's table. Writes none if no systems were solved. */
void tc_report_text_solver(const tc_report *report, const tc_result *result, FILE *out);

/* Computes the minimum and maximum number of iterations in the trial steps of all cases. Returns false if
 * there are no trials or all numbers are equal. */
bool tc_report_trial_iterations(const tc_report *report, int64_t *fewest, int64_t *most);

#endif
