/* `heat2d predict`: counts the values and messages of one time step and forecasts its time, for each number
 * of ranks of --ranks. It does not perform the step and runs on one process without MPI. */
#include "base/core/memory.h"
#include "command.h"
#include "io/machine/machine_lookup.h"
#include "options.h"
#include "report.h"

/* Fills `counts` with the counts of every rank, and `node_of_rank` with the number of its node. Both have one
 * entry per rank. Adds the counts of all ranks to o->counts. */
static void count_ranks(h2_prediction *o, int ranks_per_node, int *node_of_rank, tc_heat2d_counts *counts) {
  for (int r = 0; r < o->ranks; r++) node_of_rank[r] = r / ranks_per_node;
  for (int r = 0; r < o->ranks; r++) {
    counts[r] = tc_heat2d_count(&o->grid, node_of_rank, r);
    tc_heat2d_counts_add(&o->counts, &counts[r]);
  }
}

static tc_status forecast_grid(const h2_predictions *all, h2_prediction *o) {
  tc_heat2d_counts *counts = NULL;
  int *node_of_rank = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(counts, o->ranks));
  TC_GUARD(status, TC_ALLOC(node_of_rank, o->ranks));
  count_ranks(o, all->ranks_per_node, node_of_rank, counts);
  TC_GUARD(status, h2_forecast_compute(&all->machine, TC_HEAT2D_PRINTED, o->ranks, counts, &o->printed));
  TC_GUARD(status, h2_forecast_compute(&all->machine, TC_HEAT2D_TABULATED, o->ranks, counts, &o->tabulated));
cleanup:
  tc_free(counts);
  tc_free(node_of_rank);
  return status;
}

static tc_status predict_ranks(const h2_predictions *all, int ranks, h2_prediction *o) {
  *o = (h2_prediction){.ranks = ranks, .grid = {.rows = all->options->rows, .cols = all->options->cols}};
  TC_TRY(h2_options_grid(all->options, ranks, &o->grid.mprocs, &o->grid.nprocs));
  o->nodes = (ranks - 1) / all->ranks_per_node + 1;
  o->split_rows = all->ranks_per_node % o->grid.nprocs != 0 && o->nodes > 1;
  return forecast_grid(all, o);
}

static tc_status read_machine(const h2_options *options, h2_predictions *all) {
  tc_machine_source origin;
  if (tc_machine_kind_of(options->machine) != TC_MACHINE_FILE)
    return tc_status_create(TC_USAGE,
                            "--machine %s: the forecast needs the values of a machine file: set --machine to "
                            "a machine file",
                            options->machine);
  TC_TRY(tc_machine_lookup_file(options->machine, NULL, &origin));
  const tc_machine *machine = &origin.machine;
  all->ranks_per_node = options->ranks_per_node > 0 ? options->ranks_per_node : machine->ranks_per_node;
  all->machine = tc_machine_params(machine, all->ranks_per_node);
  return TC_OK;
}

static tc_status predict_heat(tc_command_call *call) {
  const h2_options *options = call->options;
  h2_prediction run[H2_OPTIONS_RANKS];
  h2_predictions all = {.options = options, .run = run};
  TC_TRY(h2_check_files(options));
  TC_TRY(read_machine(options, &all));
  for (int i = 0; i < options->ranks.count; i++) TC_TRY(predict_ranks(&all, options->ranks.item[i], &run[i]));
  h2_predictions_table(&all, stdout);
  return options->json ? h2_predictions_json(&all, options->json) : TC_OK;
}

const tc_command h2_command_predict = {
    .name = "predict",
    .summary = "forecasts any number of ranks without running them",
    .about = "Forecasts the run time of the 2D heat equation from exact counts for every rank of a grid as "
             "square\n"
             "as possible. No time step is run.\n",
    .example = "example: heat2d predict --machine configs/machines/abel.yaml --size 20000 \\\n"
               "           --ranks 16,32,64,128,256,512\n",
    .run = predict_heat,
};
