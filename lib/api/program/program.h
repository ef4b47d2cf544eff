/* Internal functions with which the program tetracast runs on the objects of the library.
 * tc_api_program_create_problem replaces tetracast_problem_load. The others add features that the public
 * functions lack: command-line options, progress lines, forecasts, tables, and the comparison of a rerun with
 * its record. For all other steps of a run the program calls public functions. Only the program includes this
 * header. */
#ifndef TC_API_PROGRAM_PROGRAM_H
#define TC_API_PROGRAM_PROGRAM_H

#include "api/stepper/stepper_object.h"

/* Collective. Creates a problem from program->options. The set-up reads their config and finds the machine
 * parameters, so that the first stepper can choose the strategy by its forecast. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_api_program_create_problem(tetracast_world *world, const tc_api_program *program,
                                        tetracast_problem **out);

/* Data about a completed run. All pointers are borrowed from the stepper. */
typedef struct tc_api_program_result {
  tc_report report;
  tc_job_report job; /* borrowed by the report */
  const tc_config *config;
  const tc_prepared *prepared;
  const tc_result *result;
  bool has_snapshots, has_history, has_residuals; /* true if the run has written these files */
} tc_api_program_result;

/* Not collective, on the root, after tetracast_stepper_publish. Fills in the result of the run. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_api_program_result_fill(const tetracast_stepper *stepper, tc_api_program_result *out);

/* Collective, after the steps of a run that is complete or was interrupted. Measures the CPU share of the
 * ranks. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_api_program_measure_job(const tetracast_stepper *stepper);

/* Not collective, on the root, at the end of a run with the exit code `outcome`: 0, or 75 if the run was
 * interrupted. Called after tc_api_program_measure_job. Appends the forecast record of the job
 * (run/job/job.h). A failure to write the record does not change the result of the run. */
void tc_api_program_end_job(const tetracast_stepper *stepper, int outcome);

/* Converts the error of a public function to the equivalent status. */
static inline tc_status tc_api_status(tetracast_error *error) { return (tc_status)error; }

#endif
