/* `finegrain run`: runs a program over shared arrays with each layer, verifies its result and compares its
 * time with the forecast. All cases are planned and checked, including memory and output files, before the
 * first is run (timed_run.h). The root writes the table and the reports at the end. Collective. The program
 * is also run with all elements in private memory of each rank. For this version every rank creates a second
 * world that consists of this rank alone. */
#include <math.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/text/number_format.h"
#include "comm/world/mpi_world.h"
#include "comm/world/world_threads.h"
#include "commands/command.h"
#include "output/run_table.h"
#include "programs/programs.h"
#include "programs/runner.h"
#include "run/environment/oversubscription.h"

/* ---- planning the cases ---- */

/* Returns the runner (the functions that execute the program). A built-in program may have its own
 * runner. A program from a loop file is executed by the runner `loops`, even if the file describes a
 * built-in program. */
static const fg_runner *find_runner(const fg_options *o) {
  return fg_runner_of(tc_registry_find(&fg_programs, o->program) >= 0 ? o->program : NULL);
}

/* If the user set no problem size N, sets N to the default of the program's runner. With this default a run
 * takes a few seconds. N is rounded up to a multiple of the number of ranks, because arrays that are
 * distributed in blocks of columns require such a size. */
static tc_status choose_size(const tc_world *world, fg_options *o) {
  const fg_runner *runner = find_runner(o);
  const int64_t size = world->shm_groups > 1 ? runner->multinode_size : runner->node_size;
  if (size == 0 || fg_options_value(o, "N")) return TC_OK;
  return fg_options_set(o, "--size", "N", (size + world->ranks - 1) / world->ranks * world->ranks);
}

static void choose_layers(fg_options *o) {
  for (int l = 0; l < tc_access_layer_count(); l++)
    if (!(tc_access_layer_at(l)->capabilities & TC_CAN_PRIVATISE)) o->layers.item[o->layers.count++] = l;
}

static tc_status init_trial(const tc_world *world, const fg_options *all, int percent, tc_yaml_store *store,
                            fg_timed_run *out) {
  fg_options o = *all;
  out->percent = percent;
  out->runner = find_runner(&o);
  out->program_case.ranks_per_node = world->max_ranks_on_node;
  if (percent > 0) TC_TRY(fg_options_set(&o, "--percent", "P", percent));
  TC_TRY(fg_program_load(&o, world->ranks, store, &out->program_case.loops));
  TC_TRY(fg_program_context_check_loops(&out->program_case.loops, o.program));
  return tc_reference_partitions_create(&out->program_case.loops, world->max_ranks_on_node, &store->pool,
                                        &out->program_case.partitions);
}

/* Creates one trial (a case to be timed) for each percentage of --percent with each layer of --layer. */
static tc_status plan_runs(fg_options *o, tc_yaml_store *store, fg_timed_runs *run) {
  const tc_world *world = run->world;
  const int percents = o->percents.count > 0 ? o->percents.count : 1;
  TC_TRY(choose_size(world, o));
  TC_TRY(tc_pool_alloc(&store->pool, (size_t)(percents * o->layers.count) * sizeof *run->trial, &run->trial));
  for (int p = 0; p < percents; p++) {
    fg_timed_run prototype = {.percent = 0};
    TC_TRY(init_trial(world, o, o->percents.count > 0 ? o->percents.item[p] : 0, store, &prototype));
    for (int l = 0; l < o->layers.count; l++) {
      fg_timed_run *next = &run->trial[run->trials++];
      *next = prototype;
      next->layer = fg_timed_run_layer(tc_access_layer_at(o->layers.item[l]), world->nodes);
      next->program_case.layer = &next->layer;
    }
  }
  return TC_OK;
}

/* Checks that the shared arrays fit into the memory of a node, together with a private copy for each of the
 * ranks. Called before the first access to the arrays, because the operating system may grant more memory
 * than exists. */
static tc_status check_memory(const tc_world *world, const tc_loops *loops) {
  double elements = 0.0;
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): all ranks have checked that there is a trial
  for (int a = 0; a < loops->arrays; a++) elements += (double)tc_loop_elements(&loops->array[a]);
  const double needed_B = elements * sizeof(double) * (1 + world->max_shm_ranks),
               available_B = (double)tc_memory_available();
  if (needed_B <= available_B) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%.3g elements need %.3g GB on a node, for the shared arrays and a private copy "
                          "for each of %d rank%s, but %.3g GB are free: use a smaller --size",
                          elements, 1e-9 * needed_B, world->max_shm_ranks,
                          tc_plural_suffix(world->max_shm_ranks), 1e-9 * available_B);
}

/* ---- running the cases ---- */

static void log_remaining_time(const fg_timed_runs *run, int done, double began_s) {
  const fg_timed_run *next = &run->trial[done];
  tc_line line = {0};
  tc_line_add(&line, "%s", next->program_case.layer->name);
  if (next->percent > 0) tc_line_add(&line, ", %d %%", next->percent);
  tc_line_add(&line, " (%d of %d", done + 1, run->trials);
  if (done > 0)
    tc_line_add(&line, ", about %.0f s remaining", (tc_now_s() - began_s) / done * (run->trials - done));
  tc_log_write(run->log, TC_LOG_NORMAL, "%s)", line.text);
}

static tc_status run_trials(fg_timed_runs *run) {
  TC_LOG_PHASE(run->log, TC_JOB_PHASE_machine, fg_timed_runs_begin(run), "measuring access rates");
  const double began_s = tc_now_s();
  for (int t = 0; t < run->trials; t++) {
    log_remaining_time(run, t, began_s);
    TC_TRY(fg_timed_run_measure(run, &run->trial[t]));
  }
  return TC_OK;
}

static tc_status write_run_reports(const fg_timed_runs *run) {
  fg_print_run_table(run, stdout);
  if (run->options->json) TC_TRY(fg_run_json(run));
  return run->options->csv ? fg_run_csv(run) : TC_OK;
}

/* Warns if consecutive ranks are not on the same node, because forecasts assume this. */
static void warn_about_placement(const tc_world *world, const tc_log *log) {
  for (int r = 0; r < world->ranks; r++)
    if (world->node_of_rank[r] != r / world->max_ranks_on_node) {
      tc_log_warn(log, "consecutive ranks are not on the same node, but forecasts assume that they are, so "
                       "errors may be large: use mpirun --map-by core");
      return;
    }
}

static tc_status check_collide_option(const fg_options *o) {
  if (!o->collide || find_runner(o)->supports_collide) return TC_OK;
  return tc_status_create(TC_USAGE, "--collide: ranks never update the same element of %s: remove the option",
                          o->program);
}

static tc_status run_cases(const tc_world *world, const tc_world *rank_world, fg_options *o,
                           const tc_log *log, tc_yaml_store *store) {
  fg_timed_runs run = {.options = o, .world = world, .rank_world = rank_world, .log = log, .cpu_share = 1.0};
  tc_core_load load;
  TC_TRY(check_collide_option(o));
  TC_TRY(tc_oversubscription_warn(world, log, &load));
  run.is_oversubscribed = tc_core_load_is_shared(&load);
  TC_TRY(tc_world_agree(world, plan_runs(o, store, &run)));
  TC_TRY(tc_world_agree(world, check_memory(world, &run.trial->program_case.loops)));
  TC_TRY(tc_world_agree(world, world->rank == 0 ? fg_options_check_files(o) : TC_OK));
  warn_about_placement(world, log);
  TC_TRY(run_trials(&run));
  return tc_world_agree(world, world->rank == 0 ? write_run_reports(&run) : TC_OK);
}

static tc_status run_program(tc_command_call *call) {
  fg_options *o = call->options;
  tc_yaml_store store = {.pool = {NULL}};
  tc_world *rank_world = NULL;
  TC_TRY(tc_world_set_threads(call->world, 1));
  if (o->layers.count == 0) choose_layers(o);
  tc_status status = tc_world_agree(call->world, tc_world_create(MPI_COMM_SELF, 0, &rank_world));
  if (!status) status = run_cases(call->world, rank_world, o, &call->log, &store);
  tc_yaml_store_free(&store);
  tc_world_destroy(&rank_world);
  return status;
}

const tc_command fg_command_run = {
    .name = "run",
    .summary = "runs a program with each layer: time, forecast and check of the result",
    .about =
        "Runs a program over shared arrays with each layer, verifies its result, and prints its time and "
        "the\n"
        "forecast. Forecasts use exact counts and the rates of this launch, measured before and after.\n",
    .example = "example: mpirun -np 2 finegrain run histogram --percent 10:90:10 --layer plain\n",
    .is_parallel = true,
    .check = fg_options_check,
    .run = run_program,
};
