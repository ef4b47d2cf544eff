/* `finegrain bench`: measures the cost of an access to a shared array by access pattern and by layer (the
 * implementation of the accesses, such as `plain` or `cached`). All ranks access at the same time. The
 * command first reads the machine file, so that an invalid file is reported before the measurement. It then
 * measures the table of accesses and the access rates for the machine file alternately. At the end it writes
 * the table, the JSON report and the machine file. Only the root reads and writes files. */
#include <math.h>

#include "base/file/file.h"
#include "calibration/driver/calibrate.h"
#include "calibration/driver/calibration.h"
#include "calibration/node/node_benches.h"
#include "comm/world/mpi_world.h"
#include "comm/world/world_threads.h"
#include "commands/command.h"
#include "io/machine/machine_file.h"
#include "machine/parameters/plausibility.h"
#include "output/access_table.h"
#include "programs/access_rates.h"

#define TC_PHASE "measuring accesses"

enum { default_node_accesses = 4096, default_remote_accesses = 512, turns = 2, rounds = 3 };
static const double rates_duration_s = 2.0, stream_memory_B = 48 << 20;
static const tc_bench_effort effort = {21, 400e-6, 0.005};

/* ---- the machine file ---- */

/* Not collective. Reads the machine file of -o into *out, so that the measured rates can be added to it. If
 * the file does not exist, *out is unchanged and out->ranks_per_node remains 0, by which the caller
 * recognises this case. */
static tc_status read_machine_file(const fg_options *o, tc_machine *out) {
  TC_TRY(fg_options_check_files(o));
  if (!o->output) return TC_OK;
  TC_TRY(tc_machine_file_prepare(o->output));
  return tc_file_starts_with(o->output, "#") ? tc_machine_file_read(o->output, out) : TC_OK;
}

static tc_status load_machine(const tc_world *world, const fg_options *o, const tc_log *log,
                              tc_machine *machine) {
  TC_TRY(tc_world_agree(world, world->rank == 0 ? read_machine_file(o, machine) : TC_OK));
  TC_TRY(TC_MPI(world, MPI_Bcast(machine, (int)sizeof *machine, MPI_BYTE, 0, tc_world_comm(world))));
  if (!o->output) return TC_OK;
  if (machine->ranks_per_node == 0)
    TC_LOG_PHASE(log, TC_JOB_PHASE_machine, tc_calibrate(world, TC_CALIBRATE_QUICK, log, machine),
                 "measuring the machine for a new file");
  if (machine->ranks_per_node != world->max_shm_ranks)
    tc_log_warn(log,
                "%s: contains values for %d ranks per node, but the new rates are for %d, so forecasts with "
                "this file mix both: use a new file with -o",
                o->output, machine->ranks_per_node, world->max_shm_ranks);
  return TC_OK;
}

static tc_status write_machine_file(const tc_world *world, const fg_options *o, const tc_log *log,
                                    const tc_params *rates, tc_machine *machine) {
  if (!o->output) return TC_OK;
  fg_access_rates_apply(rates, machine);
  tc_calibrate_warn(log, tc_plausibility_repair(&machine->params, 0));
  TC_TRY(tc_world_agree(world, world->rank == 0 ? tc_machine_file_write(machine, o->output) : TC_OK));
  if (world->rank == 0) printf("\nwritten: %s\n", o->output);
  return TC_OK;
}

/* ---- access table ---- */

static tc_status measure_stream(tc_bench *bench, double bytes, double *value_s) {
  tc_estimate Bps;
  TC_TRY(tc_bench_stream(bench, (size_t)bytes, true, &Bps));
  *value_s = fmin(*value_s, sizeof(double) / Bps.value);
  return TC_OK;
}

static tc_status measure_round(tc_bench *bench, double bytes, fg_access_table *t) {
  for (int l = 0; l < t->layers; l++)
    TC_TRY(tc_bench_accesses(bench, t->layer[l], t->node_local, t->remote, &t->cost[l]));
  TC_TRY(measure_stream(bench, 1024.0 * FG_STREAM_KB, &t->stream_s));
  return measure_stream(bench, bytes, &t->memory_s);
}

static tc_status warn_if_busy(const tc_bench *bench, const tc_log *log) {
  double share = tc_bench_cpu_share(bench);
  TC_TRY(tc_world_min(bench->world, &share, 1));
  if (tc_machine_was_busy(&(tc_machine){.cpu_share = share}))
    tc_log_warn(log,
                "the machine is busy: the CPU share of the ranks was only %.0f %%, so the times are "
                "too long: rerun when it is idle",
                100.0 * share);
  return TC_OK;
}

static tc_status measure_rounds(tc_bench *bench, const tc_log *log, double bytes, fg_access_table *t) {
  const tc_log_phase phase =
      tc_log_begin_phase(log, TC_JOB_PHASE_machine, "measuring accesses by layer and pattern");
  for (int round = 0; round < rounds; round++) TC_TRY(measure_round(bench, bytes, t));
  tc_log_end_phase(&phase);
  return TC_OK;
}

static tc_status measure_rates(const tc_world *world, const tc_log *log, tc_params *rates) {
  tc_params measured = {.private_bandwidth_Bps = 0.0};
  TC_LOG_PHASE(log, TC_JOB_PHASE_machine, fg_rates_measure(world, rates_duration_s, &measured),
               "measuring rates");
  fg_access_rates_min(&measured, rates);
  return TC_OK;
}

/* Collective. Measures the access table `t` and the access rates `rates` alternately, several times each.
 * Each result is the minimum over the repetitions, because other programs may slow down the machine for
 * seconds at a time. */
static tc_status measure_access_table(const tc_world *world, const tc_log *log, tc_params *rates,
                                      fg_access_table *t) {
  tc_bench bench;
  tc_status status = TC_OK;
  double bytes;
  TC_TRY(tc_calibration_limit(world, stream_memory_B, &bytes));
  TC_TRY(tc_bench_init(world, effort, (size_t)bytes, &bench));
  for (int turn = 0; turn < turns; turn++) {
    TC_GUARD(status, measure_rates(world, log, rates));
    TC_GUARD(status, measure_rounds(&bench, log, bytes, t));
  }
  TC_GUARD(status, warn_if_busy(&bench, log));
cleanup:
  tc_bench_free(&bench);
  return status;
}

static void init_table(const tc_world *world, const fg_options *o, const tc_params *rates,
                       fg_access_table *t) {
  *t = (fg_access_table){.world = world,
                         .rates = rates,
                         .stream_s = INFINITY,
                         .memory_s = INFINITY,
                         .layers = o->layers.count,
                         .node_local = o->accesses > 0 ? o->accesses : default_node_accesses,
                         .remote = o->accesses > 0 ? o->accesses : default_remote_accesses};
  for (int l = 0; l < o->layers.count; l++) t->layer[l] = tc_access_layer_at(o->layers.item[l]);
}

static tc_status run_bench(tc_command_call *call) {
  const tc_world *world = call->world;
  const fg_options *o = call->options;
  const tc_log *log = &call->log;
  tc_machine machine = {.nodes = 0};
  tc_params rates = {.private_bandwidth_Bps = 0.0};
  fg_access_table table;
  TC_TRY(tc_world_set_threads(world, 1));
  TC_TRY(load_machine(world, o, log, &machine));
  init_table(world, o, &rates, &table);
  TC_TRY(measure_access_table(world, log, &rates, &table));
  const bool root = world->rank == 0;
  if (root) fg_access_table_write(&table, stdout);
  TC_TRY(tc_world_agree(world, root && o->json ? fg_access_table_json(&table, o->json) : TC_OK));
  return write_machine_file(world, o, log, &rates, &machine);
}

const tc_command fg_command_bench = {
    .name = "bench",
    .summary = "measures accesses on this machine, by pattern and layer",
    .about =
        "Measures how fast values of shared arrays are read and written with each pattern (Table 1 of Zhang\n"
        "and Seidel 2006) while all ranks access, and the number of private accesses in the same time. "
        "Near:\n"
        "values of other ranks of the node. Far: values of other nodes, if there are several.\n",
    .example = "example: mpirun -np 2 finegrain bench -o machine.yaml\n",
    .is_parallel = true,
    .run = run_bench,
};
