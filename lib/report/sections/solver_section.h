/* What is told of the systems of a run. Internal to this floor. */
#ifndef TC_REPORT_SECTIONS_SOLVER_SECTION_H
#define TC_REPORT_SECTIONS_SOLVER_SECTION_H

#include "base/text/line.h"
#include "report/document/report.h"

/* Seconds of an iteration: the start and the end of a step are shared out among its iterations. Of one phase,
 * or all for phase < 0; largest over ranks. Predicted: needs that forecast and a trial. */
double tc_report_iteration_measured_s(const tc_result *result, int phase);
double tc_report_iteration_predicted_s(const tc_result *result, int model, int phase);

/* Whether there is a forecast of an iteration. */
bool tc_report_iteration_is_predicted(const tc_result *result, int model);

/* Relative change of the integral where nothing enters and rows and solutions keep it; NaN elsewhere. */
double tc_report_integral_defect(const tc_report *report, const tc_result *result);

/* Work of the last step of a run, or of the trial step of a dry run. NULL: unknown. */
const tc_work *tc_solver_step_work(const tc_result *result);

/* Floating-point operations of that work on all ranks; NaN: unknown, as for factors with fill. */
double tc_solver_flops(const tc_report *report, const tc_result *result);

/* "gmres(30)", "ssor(1, rank)": names with the parameters that they read. */
void tc_report_format_method(const tc_result_solver *solver, tc_line *line);
void tc_report_format_preconditioner(const tc_result_solver *solver, tc_line *line);

/* "set up", with what is made once for the solver beside its forecast; none where nothing is made or known.
 */
void tc_report_text_solver_setup(const tc_result *result, FILE *out);

/* The lines below a result's table; none where no systems were solved. */
void tc_report_text_solver(const tc_report *report, const tc_result *result, FILE *out);

/* The fewest and the most iterations that trials of imagined runs took, all of one problem. False: there are
 * none, or they all took as many. */
bool tc_report_trial_iterations(const tc_report *report, int64_t *fewest, int64_t *most);

#endif
