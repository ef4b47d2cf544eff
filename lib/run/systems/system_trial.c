#include "run/systems/system_trial.h"

#include "comm/world/mpi_world.h"

static tc_status create_trial(const tc_system_files *files, const tc_config *config, const tc_log *log,
                              tc_system_trial *t) {
  const tc_layout_options layout = tc_config_layout(config, config->distribution.block_size);
  TC_TRY(tc_world_create(MPI_COMM_SELF, 0, &t->self));
  TC_LOG_PHASE(log, TC_JOB_PHASE_read, tc_system_input_read(files, &t->input), "reading the matrix");
  TC_TRY(tc_distributed_system_create(t->self, &layout, &t->input, log, &t->system));
  t->facts = tc_system_facts_of(files->matrix, &t->input, t->system);
  return TC_OK;
}

tc_status tc_system_trial_create(const tc_system_files *files, const tc_system_options *options,
                                 const tc_config *config, const tc_log *log, tc_system_trial *out) {
  *out = (tc_system_trial){.options = *options};
  /* One rank exchanges no values, so any strategy gives the same work. */
  out->options.solver.strategy = tc_strategy_find("neighbour");
  out->options.solver.format = tc_format_first(TC_ROW_FORM_MATRIX);
  const tc_status status = create_trial(files, config, log, out);
  if (status) tc_system_trial_free(out);
  return status;
}

static void describe_solve(const tc_system_trial *t, const tc_system_result *result, tc_trial_step *out) {
  *out = (tc_trial_step){.method = result->method,
                         .solved = true,
                         .bitwise = result->is_bitwise,
                         .symmetric = t->system->linear.symmetric,
                         .skew = t->system->skew,
                         .iterations = result->iterations,
                         .work = result->ledger.work,
                         .cycle_B = result->multigrid ? result->multigrid->cycle_B : 0.0};
}

/* Solves the system on one rank, with the preconditioner of the virtual ranks if they are not NULL. */
static tc_status solve(void *self, const tc_virtual_ranks *ranks, tc_trial_step *out) {
  tc_system_trial *t = self;
  tc_system_result result = {0};
  const tc_log_phase phase =
      tc_log_begin_phase(t->system->linear.log, TC_JOB_PHASE_trial, "solving the system");
  t->system->linear.virtual_ranks = ranks;
  const tc_status status = tc_system_solve(t->system, &t->options, &t->input, &result);
  if (t->options.chooses_preconditioner) t->chosen = result.choice.preconditioner;
  t->system->linear.virtual_ranks = NULL;
  if (!status) describe_solve(t, &result, out);
  if (!status) tc_log_end_phase(&phase);
  tc_system_result_free(&result);
  return status;
}

tc_status tc_system_trial_run(tc_system_trial *t, const tc_implicit_options *options, tc_dry_run_trial *out) {
  const tc_dry_run_system system = {&t->system->linear, t, solve, &t->chosen};
  return tc_dry_run_trial_init_with_system(&system, options, out);
}

tc_status tc_system_trial_rows(const tc_system_trial *t, tc_dry_run_rows *out) {
  const tc_csr *A = &t->input.file.matrix;
  const int width =
      tc_distributed_system_row_width(t->facts.rows, t->facts.off_diagonal, t->facts.longest_row);
  *out = (tc_dry_run_rows){.rings = 1, .width = width, .average = t->system->width};
  return tc_graph_create_from_rows((int32_t)A->rows, A->row_begin, A->column, &out->graph);
}

void tc_system_trial_free(tc_system_trial *t) {
  tc_distributed_system_destroy(&t->system);
  tc_system_input_free(&t->input);
  tc_world_destroy(&t->self);
}
