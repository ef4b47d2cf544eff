#include "common/run_config.h"

#include "api/include/tetracast/world.h"
#include "api/program/program.h"
#include "comm/world/mpi_world.h"

/* Root only. Writes the table to `out`, then the report files, then the comparison of a rerun. */
static tc_status write_reports(const tetracast_stepper *stepper, const tc_run_options *choice,
                               const tc_rerun *again, FILE *out) {
  tc_api_program_result r;
  TC_TRY(tc_api_program_result_fill(stepper, &r));
  TC_TRY(tc_report_print(&r.report, tc_report_table, out));
  if (r.has_snapshots)
    fprintf(out, "Snapshots: %s (open the .xdmf file next to it in ParaView)\n", r.config->snapshots.file);
  if (r.has_history) fprintf(out, "History: %s\n", r.config->history.file);
  if (r.has_residuals) fprintf(out, "Residuals: %s\n", r.config->solver.history);
  TC_TRY(tc_run_options_write_reports(choice, r.config, &r.report, tc_report_table, out));
  return again ? tc_rerun_compare(again, r.prepared, r.result, out) : TC_OK;
}

/* Returns true unless the run has failed: it is complete, or a signal or a time limit has stopped it. */
static bool has_ended(tc_status status) {
  const tc_code code = tc_status_code(status);
  return code == TC_DONE || code == TC_STOPPED;
}

/* Collective. Measures the CPU share of the ranks, unless the run has failed. Returns `status`, or an error
 * of MPI. */
static tc_status measure_job(const tetracast_stepper *stepper, tc_status status) {
  return has_ended(status) ? tc_status_first(status, tc_api_program_measure_job(stepper)) : status;
}

/* Root only. Appends the forecast record of the job, unless the run has failed. */
static void end_job(const tetracast_stepper *stepper, tc_status status) {
  if (has_ended(status)) tc_api_program_end_job(stepper, (int)tc_status_code(status));
}

/* Makes all planned steps, or fewer if the field becomes steady or the run is stopped, and publishes the
 * outputs. */
static tc_status perform_steps(tetracast_stepper *stepper) {
  TC_TRY(tc_api_status(tetracast_stepper_advance(stepper, INT64_MAX)));
  return tc_api_status(tetracast_stepper_publish(stepper));
}

static tc_status run_problem(const tc_command_call *call, const tc_run_options *choice, const tc_rerun *again,
                             tetracast_problem *problem) {
  const tetracast_outputs mode = choice->resume  ? TETRACAST_OUTPUTS_RESUME
                                 : choice->force ? TETRACAST_OUTPUTS_FORCE
                                                 : TETRACAST_OUTPUTS_NEW;
  tetracast_stepper *stepper = NULL;
  TC_TRY(tc_api_status(tetracast_problem_enable_outputs(problem, mode)));
  TC_TRY(tc_api_status(tetracast_problem_set_up(problem)));
  TC_TRY(tc_api_status(tetracast_stepper_create(problem, NULL, NULL, &stepper)));
  tc_status status = perform_steps(stepper);
  tc_job_clock_enter(call->log.clock, TC_JOB_PHASE_close);
  status = measure_job(stepper, status);
  if (!status) status = TC_ON_ROOT(call->world, write_reports(stepper, choice, again, call->out));
  if (call->world->rank == 0) end_job(stepper, status);
  tetracast_stepper_destroy(&stepper);
  return status;
}

tc_status app_run_config(tc_command_call *call, const tc_run_options *choice, tc_rerun *again) {
  const tc_api_program program = {choice, &((app_options *)call->options)->environment, &call->log, again};
  tetracast_world *world = NULL;
  tetracast_problem *problem = NULL;
  TC_TRY(tc_api_status(tetracast_world_create(tc_world_comm(call->world), 0, &world)));
  tc_status status = tc_api_program_create_problem(world, &program, &problem);
  if (!status) status = run_problem(call, choice, again, problem);
  tetracast_problem_destroy(&problem);
  tetracast_world_destroy(&world);
  return status;
}
