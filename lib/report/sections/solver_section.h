/* Section of a report about the linear systems of a run: computes the numbers, formats the names and writes
 * the lines. The tables of runs, methods and cases call these functions for results with a solver. A returned
 * NaN or NULL means that the value is unknown. Internal to report. */
#ifndef TC_REPORT_SECTIONS_SOLVER_SECTION_H
#define TC_REPORT_SECTIONS_SOLVER_SECTION_H

#include "base/text/line.h"
#include "report/document/report.h"

/* Return the seconds of a solver iteration in one phase, or in all phases if phase < 0, as the maximum over
 * ranks. The work before the first and after the last iteration of a step is divided equally among the
 * iterations. tc_report_iteration_predicted_s requires a forecast of the model and a trial step. */
double tc_report_iteration_measured_s(const tc_result *result, int phase);
double tc_report_iteration_predicted_s(const tc_result *result, int model, int phase);

/* Returns the seconds of a multigrid cycle, as the maximum over ranks: the seconds of the preconditioner in
 * an iteration divided by the number of the cycles. Returns 0 if these seconds were not measured or there are
 * no cycles. */
double tc_report_cycle_measured_s(const tc_result *result);

/* True if the model has a forecast of an iteration for this result. */
bool tc_report_iteration_is_predicted(const tc_result *result, int model);

/* Returns the change of the field's integral during the run, divided by the spread of the initial field, or
 * by the initial integral if the spread is 0. Returns NaN if the problem has forcing or its steps do not
 * conserve the integral. */
double tc_report_integral_defect(const tc_report *report, const tc_result *result);

/* Returns the numbers of the solver's operations in the last step of a run, or in the trial step of a dry
 * run, which is its first step. NULL if unknown. */
const tc_work *tc_solver_step_work(const tc_result *result);

/* Returns the number of floating-point operations in the step of tc_solver_step_work, summed over all ranks;
 * NaN if the number is unknown, for example for factors with fill. */
double tc_solver_flops(const tc_report *report, const tc_result *result);

/* Traffic between ranks in a step, summed over the ranks. It includes products and sweeps of preconditioners,
 * but not reductions and multigrid cycles. */
typedef struct tc_solver_traffic {
  /* numbers of sent messages, of fetched blocks (including own blocks), and of single reads */
  int64_t messages, blocks, reads;
  int64_t bytes; /* bytes of the values in all messages, blocks and single reads */
} tc_solver_traffic;

/* Returns the traffic of the last step, or of the trial step of a dry run; zero if it is unknown. */
tc_solver_traffic tc_solver_traffic_of(const tc_result *result);

/* Append the name of the method or the preconditioner, followed by the values of the parameters that it uses,
 * such as "gmres(30)" or "ssor(1, rank)". */
void tc_report_format_method(const tc_result_solver *solver, tc_line *line);
void tc_report_format_preconditioner(const tc_result_solver *solver, tc_line *line);

/* Returns the sum of the times of all setup stages except the transpose, which is created for any solver to
 * check the symmetry of the matrix. Returns NaN if the time of a stage is unknown. */
double tc_report_setup_s(const tc_setup_times *times);

/* Writes a line "setup" with the setup times of the solver and their forecasts, and a line "transpose". A
 * line whose times are 0 or unknown is not written. */
void tc_report_text_solver_setup(const tc_result *result, tc_section *out);

/* Writes the line "one iteration" with its measured and its forecast time and its operations, and with
 * multigrid the line "one cycle" with its exchanges. */
void tc_report_text_solver_cost(const tc_report *report, const tc_result *result, tc_section *out);

/* Writes all lines about the solver that follow the table of a result. Writes nothing if no linear systems
 * were solved. */
void tc_report_text_solver(const tc_report *report, const tc_result *result, tc_section *out);

/* Computes the minimum and the maximum over all cases of a dry run of the number of iterations in the first
 * step. Returns false if no case has this number or all numbers are equal. */
bool tc_report_trial_iterations(const tc_report *report, int64_t *fewest, int64_t *most);

#endif
