/* `heat2d run`: performs time steps, checks the field against its closed form, and compares measured with
 * forecast times. Memory, grid and output files are checked before the first step. The root gathers the times
 * of all ranks, computes the forecast and writes the table and the report. Problem and forecast are those of
 * Lagraviere et al. (2019), section 8. */
#include <math.h>
#include <omp.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/numeric/stats.h"
#include "comm/world/world_threads.h"
#include "command.h"
#include "halo.h"
#include "kernel.h"
#include "options.h"
#include "report.h"
#include "run/environment/oversubscription.h"
#include "run/environment/run_machine.h"

/* Performs `steps` time steps and adds the times of each step to `samples`. *last receives the number (0 or
 * 1) of the array with the result. */
static tc_status run_steps(h2_halo *halo, const h2_exact_solution *wave, int32_t steps,
                           tc_timing_series *samples, int *last) {
  const tc_heat2d_block *b = &halo->block;
  h2_times times;
  *last = 0;
  for (int32_t step = 0; step < steps; step++) {
    TC_TRY(h2_halo_exchange(halo, *last, &times));
    const double begin = tc_now_s();
    h2_kernel_step(b->rows, b->cols, wave->dx2i, wave->dy2i, wave->dt, h2_halo_array(halo, *last),
                   h2_halo_array(halo, !*last));
    times.s[H2_TIME_COMPUTE] = tc_now_s() - begin;
    for (int t = H2_TIME_PACK; t <= H2_TIME_UNPACK; t++) times.s[H2_TIME_HALO] += times.s[t];
    times.s[H2_TIME_TOTAL] = times.s[H2_TIME_HALO] + times.s[H2_TIME_COMPUTE];
    for (int t = 0; t < H2_TIME_COUNT; t++) tc_timing_series_add(&samples[t], times.s[t]);
    *last = !*last;
  }
  return TC_OK;
}

/* Collective. Performs the steps and compares the result with the closed form. *rank_times receives the times
 * of this rank, medians over the steps. */
static tc_status solve_heat(const tc_world *world, const h2_exact_solution *wave, int32_t steps,
                            h2_times *rank_times, h2_exact_solution_check *check) {
  h2_halo *halo = NULL;
  tc_timing_series *samples = NULL;
  tc_status status = TC_OK;
  int last;
  TC_GUARD(status, h2_halo_create(world, &wave->grid, &halo));
  TC_GUARD(status, tc_world_agree(world, TC_ALLOC_ZERO(samples, H2_TIME_COUNT)));
  for (int array = 0; array < 2; array++)
    TC_GUARD(status,
             tc_world_agree(world, h2_exact_solution_fill(wave, &halo->block, h2_halo_array(halo, array))));
  TC_GUARD(status, run_steps(halo, wave, steps, samples, &last));
  for (int t = 0; t < H2_TIME_COUNT; t++) rank_times->s[t] = tc_timing_series_median(&samples[t]);
  TC_GUARD(status,
           h2_exact_solution_compare(world, wave, &halo->block, steps, h2_halo_array(halo, last), check));
  if (!(check->error <= check->tolerance))
    status = tc_status_create(TC_NUMERICAL,
                              "the field differs from its closed form by %.3g after %d steps, but rounding "
                              "explains at most %.3g: please report this as a bug",
                              check->error, (int)steps, check->tolerance);
cleanup:
  tc_free(samples);
  h2_halo_destroy(&halo);
  return status;
}

/* Called on the root. Adds to the report the counts, the forecast and, for each part of a step, the maximum
 * of the times over the ranks. */
static tc_status forecast_report(const tc_world *world, h2_report *r) {
  TC_TRY(TC_ALLOC(r->counts, world->ranks));
  for (int rank = 0; rank < world->ranks; rank++) {
    r->counts[rank] = tc_heat2d_count(&r->wave->grid, world->node_of_rank, rank);
    for (int t = 0; t < H2_TIME_COUNT; t++) r->measured.s[t] = fmax(r->measured.s[t], r->per_rank[rank].s[t]);
  }
  return h2_forecast_compute(&r->machine, TC_HEAT2D_PRINTED, world->ranks, r->counts, &r->forecast);
}

/* Collective. Gathers the times of all ranks on the root, which adds counts and forecast to the report. */
static tc_status complete_report(const tc_world *world, const h2_times *rank_times, h2_report *r) {
  TC_TRY(tc_world_gather(world, rank_times, sizeof *rank_times, &r->per_rank));
  return tc_world_agree(world, world->rank == 0 ? forecast_report(world, r) : TC_OK);
}

static tc_status write_reports(const h2_report *report) {
  h2_table(report, stdout);
  return report->options->json ? h2_json(report, report->options->json) : TC_OK;
}

/* Checks that the memory is sufficient before the first access to the arrays, because the operating system
 * may grant more memory than exists. */
static tc_status check_memory(const tc_world *world, const tc_heat2d_grid *grid) {
  const double arrays_B = 2.0 * sizeof(double) * world->max_shm_ranks / world->ranks,
               available_B = (double)tc_memory_available();
  const double needed_B = arrays_B * (double)grid->rows * (double)grid->cols;
  if (needed_B <= available_B) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%lld x %lld points need %.3g GB on a node, but %.3g GB are free: use --size %.0f "
                          "or less",
                          (long long)grid->rows, (long long)grid->cols, 1e-9 * needed_B, 1e-9 * available_B,
                          floor(sqrt(available_B / arrays_B)));
}

/* Collective. Checks options, files and memory before any computing time is spent. */
static tc_status prepare_run(tc_world *world, const h2_options *o, const tc_log *log,
                             h2_exact_solution *wave) {
  tc_heat2d_grid grid = {.rows = o->rows, .cols = o->cols};
  TC_TRY(h2_options_grid(o, world->ranks, &grid.mprocs, &grid.nprocs));
  TC_TRY(tc_world_set_threads(world, 0));
  TC_TRY(tc_oversubscription_warn(world, log, NULL));
  TC_TRY(tc_world_agree(world, check_memory(world, &grid)));
  tc_world_set_ranks_per_node(world, o->ranks_per_node);
  *wave = h2_exact_solution_init(&grid);
  return tc_world_agree(world, world->rank == 0 ? h2_check_files(o) : TC_OK);
}

/* Finds the parameters of the machine for the working set of a step, which consists of both arrays. */
static tc_status find_machine(const tc_world *world, const h2_options *o, const tc_heat2d_grid *grid,
                              tc_params *out) {
  const tc_heat2d_block block = tc_heat2d_block_of(grid, world->rank);
  const double bytes = 2.0 * sizeof(double) * (block.rows + 2.0) * (block.cols + 2.0);
  tc_run_machine machine;
  TC_TRY(tc_run_machine_find(world, o->machine ? o->machine : "auto",
                             &(tc_working_set){.bytes = bytes, .width = 4}, NULL, &machine));
  *out = machine.params;
  return TC_OK;
}

static tc_status run_heat(tc_command_call *call) {
  const h2_options *o = call->options;
  tc_world *world = call->world;
  const tc_log *log = &call->log;
  h2_exact_solution wave;
  h2_times rank_times;
  tc_status status = TC_OK;
  h2_report report = {.options = o, .world = world, .wave = &wave};
  TC_TRY(prepare_run(world, o, log, &wave));
  report.threads = omp_get_max_threads();
  TC_LOG_PHASE(log, TC_JOB_PHASE_machine, find_machine(world, o, &wave.grid, &report.machine),
               "reading or measuring the machine");
  TC_LOG_PHASE(log, TC_JOB_PHASE_steps, solve_heat(world, &wave, o->steps, &rank_times, &report.check),
               "running and checking time steps");
  TC_GUARD(status, complete_report(world, &rank_times, &report));
  status = tc_world_agree(world, world->rank == 0 ? write_reports(&report) : TC_OK);
cleanup:
  tc_free(report.per_rank);
  tc_free(report.counts);
  return status;
}

const tc_command h2_command_run = {
    .name = "run",
    .summary = "runs time steps, checks the field, compares measured and forecast times",
    .about =
        "Solves the 2D heat equation on M x N points, checks the result against its closed form, and prints\n"
        "measured and forecast times of each part of a step.\n",
    .example = "example: mpirun -np 2 heat2d run --size 4000 --grid 1x2 --steps 200\n",
    .is_parallel = true,
    .run = run_heat,
};
