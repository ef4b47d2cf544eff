/* Rates of the phases of a job (see job_rates.h). The root prepares the problem of an irregular mesh with
 * each scheme as a run does, with a log that writes nothing and only times the phases. It divides the seconds
 * of each phase by the number of cells or rows. The clock stops while the operating system works, so that the
 * rates do not contain the time of fresh pages. A further problem with METIS blocks shows the times of METIS.
 * On the small mesh it also shows those of counting the traffic of a step and of creating multigrid
 * levels. */
#define _GNU_SOURCE /* RUSAGE_THREAD */
#include "run/environment/job_rates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/numeric/hash.h"
#include "comm/exchange/strategy.h"
#include "comm/world/mpi_world.h"
#include "count/pattern_reuse.h"
#include "model/setup/job_forecast.h"
#include "run/environment/levels_rates.h"
#include "run/environment/rates_mesh.h"
#include "run/plan/mesh_step.h"
#include "run/plan/read_counts.h"
#include "solve/problem/problem.h"

#define TC_PHASE "measuring the setup"

enum { hash_B = 16 << 20, page_B = 4096, page_blocks = 16 };
static const double unit_tensor[6] = {1.0, 1.0, 1.0};

/* ---- pages ---- */

static int compare_seconds(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Allocates the blocks one by one and writes to each page. Blocks that are not allocated remain NULL. */
static tc_status touch_blocks(int64_t bytes, char *block[page_blocks], double seconds[page_blocks]) {
  for (int b = 0; b < page_blocks; b++) {
    const double start_s = tc_now_s();
    TC_TRY(TC_ALLOC(block[b], bytes));
    for (int64_t at = 0; at < bytes; at += page_B) *(volatile char *)(block[b] + at) = 1;
    seconds[b] = tc_now_s() - start_s;
  }
  return TC_OK;
}

/* Pages that processes have freed within the last seconds are faster than fresh ones, and a disturbance makes
 * a block slower. The upper quartile of the blocks excludes both, if at most two thirds of the blocks get
 * freed pages (measured: 0.25 to 0.4 of 1 GiB some seconds after 1 GiB was freed, at 0.47 instead of 8.9
 * us a page). */
static tc_status time_pages(int64_t bytes, tc_machine *machine) {
  char *block[page_blocks] = {NULL};
  double seconds[page_blocks];
  const tc_status status = touch_blocks(bytes, block, seconds);
  for (int b = 0; b < page_blocks; b++) tc_free(block[b]);
  if (status) return status;
  qsort(seconds, page_blocks, sizeof *seconds, compare_seconds);
  tc_param_record(&machine->params, TC_PARAM_page_s, seconds[page_blocks * 3 / 4] / (double)bytes * page_B);
  return TC_OK;
}

/* ---- setup ---- */

/* Seconds of the phases of a setup of `cells` cells on one rank. */
typedef struct setup_times {
  double phase_s[TC_JOB_PHASE_COUNT];
  double cells;
} setup_times;

static void record_phase(tc_machine *machine, const setup_times *times, int phase, int param) {
  tc_param_record(&machine->params, param, times->phase_s[phase] / times->cells);
}

/* Returns wall time minus the time for which the operating system has worked for this thread, mainly to
 * supply pages. The system counts its time in steps of some milliseconds, so the difference may stop or
 * decrease. The clock then advances by 0.1 us per call, because each phase must have a positive time.
 * `latest_s` points to the latest result. */
static double read_user_clock(void *latest_s) {
  struct rusage usage = {0};
  double *latest = latest_s;
  getrusage(RUSAGE_THREAD, &usage);
  const double system_s = (double)usage.ru_stime.tv_sec + 1e-6 * (double)usage.ru_stime.tv_usec;
  return *latest = fmax(*latest + 1e-7, tc_now_s() - system_s);
}

/* Prepares the mesh and the matrix with a scheme, and finds a stable step. */
static tc_status time_scheme(tc_mesh *mesh, const tc_scheme *scheme, setup_times *times,
                             tc_stable_step *step) {
  double latest_s = 0.0;
  tc_job_clock clock = {.now_s = read_user_clock, .self = &latest_s};
  const tc_log log = {.clock = &clock};
  tc_job_clock_start(&clock, read_user_clock(&latest_s));
  TC_TRY(tc_mesh_stable_step(mesh, scheme, unit_tensor, &log, step, NULL));
  tc_job_clock_read(&clock, times->phase_s);
  times->cells = (double)mesh->cells;
  return TC_OK;
}

/* Returns the seconds per row of a certificate, which are those of the search without its products; 0 if they
 * are unknown. They include the vector operations of the estimate of the spectrum for the usual number of
 * products (model/setup/job_phases_matrix.c), which is not that of this mesh. */
static double certificate_row_s(const tc_params *p, const tc_scheme *scheme, const setup_times *times,
                                const tc_stable_step *step) {
  const double least = 1e-9; /* the difference of two measured times may be negative */
  const double usual_products = 51.0, bytes = times->cells * tc_row_bytes(scheme->width);
  const double row_s = tc_params_curve(p, p->row_s[0][scheme->width <= 4 ? 0 : 1], bytes),
               vectors_s = tc_params_curve(p, p->vectors_s, bytes);
  if (!(row_s > 0.0)) return 0.0;
  return fmax(least, times->phase_s[TC_JOB_PHASE_search] / times->cells - step->products * row_s +
                         (usual_products - step->products) * vectors_s);
}

/* Stores the times of a scheme in the machine parameters. If the search for a stable step has tried several
 * values of the stabilisation, the time of one certificate is unknown and not stored. */
static void record_scheme(tc_machine *machine, const tc_scheme *scheme, const setup_times *times,
                          const tc_stable_step *step) {
  const int assembly = tc_job_scheme_param("assemble", scheme->name),
            certificate = tc_job_scheme_param("certificate", scheme->name);
  if (assembly >= 0) record_phase(machine, times, TC_JOB_PHASE_assemble, assembly);
  if (certificate >= 0 && step->proved && step->stabilisation == 0.0)
    tc_param_record(&machine->params, certificate, certificate_row_s(&machine->params, scheme, times, step));
}

static void record_mesh(tc_machine *machine, const setup_times *times) {
  record_phase(machine, times, TC_JOB_PHASE_neighbours, TC_PARAM_neighbour_cell_s);
  record_phase(machine, times, TC_JOB_PHASE_order, TC_PARAM_order_cell_s);
  record_phase(machine, times, TC_JOB_PHASE_distribute, TC_PARAM_distribute_cell_s);
  record_phase(machine, times, TC_JOB_PHASE_halo, TC_PARAM_halo_row_s);
}

/* Stores the times of the phases that only the root performs. Only these have other times per cell in large
 * meshes than in small ones. */
static void record_large_mesh(tc_machine *machine, const setup_times *times) {
  record_phase(machine, times, TC_JOB_PHASE_neighbours, TC_PARAM_neighbour_large_cell_s);
  record_phase(machine, times, TC_JOB_PHASE_order, TC_PARAM_order_large_cell_s);
  record_phase(machine, times, TC_JOB_PHASE_distribute, TC_PARAM_distribute_large_cell_s);
}

/* ---- traffic ---- */

/* Counts the reads of the input vector x of a product, as run/session/forecasts.c does. Records the seconds
 * per row of the sample. */
static tc_status time_reads(const tc_problem *problem, const tc_pattern *pattern, double entries_part,
                            tc_machine *machine) {
  const double start_s = tc_now_s();
  tc_reuse reuse = {0}, excess;
  TC_TRY(tc_pattern_count_reuse(pattern, problem->space->distribution, 0, &reuse));
  TC_TRY(tc_read_counts_subtract_usual(1, pattern->width, &reuse, &excess));
  tc_param_record(&machine->params, TC_PARAM_count_row_s,
                  (tc_now_s() - start_s) / entries_part * reuse.sampled);
  return TC_OK;
}

/* Counts the traffic of the strategies among which a run chooses, as run/session/forecasts.c does. Records
 * the seconds per row and strategy. */
static tc_status time_traffic(const tc_world *world, const tc_problem *problem, const tc_pattern *pattern,
                              double entries_part, tc_machine *machine) {
  const double start_s = tc_now_s();
  int counted = 0;
  for (int i = 0; i < tc_strategy_count(); i++) {
    const tc_strategy *strategy = tc_strategy_at(i);
    tc_counts counts;
    if (!tc_strategy_is_valid(strategy) || tc_strategy_uses_pointers(strategy)) continue;
    TC_TRY(tc_strategy_count_traffic_collective(world, strategy, pattern, problem->space->distribution,
                                                world->node_of_rank, &counts));
    counted++;
  }
  tc_param_record(&machine->params, TC_PARAM_traffic_row_s, (tc_now_s() - start_s) / entries_part / counted);
  return TC_OK;
}

/* Measures the counting of reads and traffic. The time is proportional to the number of entries per row. The
 * parameters apply to rows with 16 entries (model/setup/job_phases_matrix.c), so the measured times are
 * scaled to this width. */
static tc_status time_count(const tc_world *world, const tc_problem *problem, tc_machine *machine) {
  const double parameter_width = 16.0;
  tc_pattern *pattern = NULL;
  TC_TRY(tc_problem_pattern(problem, &pattern));
  const double entries_part = (double)problem->space->owned * pattern->width / parameter_width;
  tc_status status = time_reads(problem, pattern, entries_part, machine);
  if (!status) status = time_traffic(world, problem, pattern, entries_part, machine);
  tc_pattern_destroy(&pattern);
  return status;
}

/* ---- METIS ---- */

/* Orders the mesh with two METIS blocks, and unless `is_large` counts the traffic of a step on it. In the
 * model, METIS needs 1.25 times as long for two parts as for one part (model/setup/job_phases_mesh.c).
 * `plain_s` seconds of the phase are other work than METIS. METIS allocates its own memory, so its rate
 * includes the time of fresh pages. */
static tc_status time_blocks(tc_mesh *mesh, double plain_s, bool is_large, tc_machine *machine) {
  const double parts_factor = 1.25;
  const int param = is_large ? TC_PARAM_partition_large_cell_s : TC_PARAM_partition_cell_s;
  const tc_problem_options choice = {.layout = {tc_order_find("metis"), (int32_t)(mesh->cells / 2),
                                                TC_DISTRIBUTION_CYCLIC, 1 << 30, TC_OBJECTIVE_CUT,
                                                TC_PARTITIONER_AUTO},
                                     .scheme = tc_scheme_find("two-point"),
                                     .tensor = {1.0, 1.0, 1.0}};
  tc_job_clock clock = {0};
  const tc_log log = {.clock = &clock};
  double phase_s[TC_JOB_PHASE_COUNT];
  tc_world *self = NULL;
  tc_problem *problem = NULL;
  TC_TRY(tc_world_create(MPI_COMM_SELF, 0, &self));
  tc_job_clock_start(&clock, tc_now_s());
  tc_status status = tc_problem_create(self, &choice, mesh, &log, &problem);
  tc_job_clock_read(&clock, phase_s);
  if (!status && !is_large) status = time_count(self, problem, machine);
  if (!status && !is_large) status = tc_levels_rates_measure(problem, machine);
  tc_problem_destroy(&problem);
  tc_world_destroy(&self);
  if (!status)
    tc_param_record(&machine->params, param,
                    (phase_s[TC_JOB_PHASE_order] - plain_s) / parts_factor / (double)mesh->cells);
  return status;
}

/* ---- checksums ---- */

/* Measures the speed of the hash. Uses the fastest of several passes, because a disturbance only lengthens a
 * pass. The hash is part of a condition, so that the compiler cannot remove its computation. */
static tc_status time_hash(int64_t bytes, tc_machine *machine) {
  enum { passes = 5 };
  char *data = NULL;
  uint64_t hash = 0;
  double fastest_s = INFINITY;
  TC_TRY(TC_ALLOC(data, bytes));
  memset(data, 1, (size_t)bytes);
  for (int pass = 0; pass < passes; pass++) {
    const double start_s = tc_now_s();
    hash = tc_hash_bytes(hash, data, (size_t)bytes);
    fastest_s = fmin(fastest_s, tc_now_s() - start_s);
  }
  tc_free(data);
  if (hash != 0) tc_param_record(&machine->params, TC_PARAM_hash_Bps, (double)bytes / fastest_s);
  return TC_OK;
}

/* ---- all rates of the root ---- */

static tc_status time_schemes(tc_mesh *mesh, tc_machine *machine, setup_times *times) {
  for (int k = 0; k < tc_scheme_count(); k++) {
    tc_stable_step step;
    TC_TRY(time_scheme(mesh, tc_scheme_at(k), times, &step));
    record_scheme(machine, tc_scheme_at(k), times, &step);
  }
  return TC_OK;
}

static tc_status measure_small_mesh(int32_t bricks, tc_machine *machine) {
  tc_mesh *mesh = NULL;
  setup_times times;
  tc_status status = TC_OK;
  TC_TRY(tc_rates_mesh_generate(bricks, &mesh));
  TC_GUARD(status, time_schemes(mesh, machine, &times));
  record_mesh(machine, &times);
  TC_GUARD(status, time_blocks(mesh, times.phase_s[TC_JOB_PHASE_order], false, machine));
cleanup:
  tc_mesh_destroy(&mesh);
  return status;
}

static tc_status measure_large_mesh(int32_t bricks, tc_machine *machine) {
  tc_mesh *mesh = NULL;
  setup_times times;
  tc_stable_step step;
  tc_status status = TC_OK;
  TC_TRY(tc_rates_mesh_generate(bricks, &mesh));
  TC_GUARD(status, time_scheme(mesh, tc_scheme_find("two-point"), &times, &step));
  record_large_mesh(machine, &times);
  TC_GUARD(status, time_blocks(mesh, times.phase_s[TC_JOB_PHASE_order], true, machine));
cleanup:
  tc_mesh_destroy(&mesh);
  return status;
}

/* Measures all rates. Omits measurements that need more than half of the available memory. Forecasts then use
 * the defaults of these rates. */
static tc_status measure_setup(const tc_job_rates_size *size, tc_machine *machine) {
  const double cell_B = 600.0, bricks = size->large_bricks, large_B = 6.0 * bricks * bricks * bricks * cell_B;
  TC_TRY(measure_small_mesh(size->bricks, machine));
  /* The benchmarks before this function have freed memory, which the system takes back after some seconds. */
  if (2.0 * (double)size->memory_B < (double)tc_memory_available())
    TC_TRY(time_pages(size->memory_B / page_blocks, machine));
  if (2.0 * large_B < (double)tc_memory_available()) TC_TRY(measure_large_mesh(size->large_bricks, machine));
  return time_hash(hash_B, machine);
}

tc_status tc_job_rates_measure(const tc_world *world, const tc_job_rates_size *size, const tc_log *log,
                               tc_machine *machine) {
  const tc_log_phase phase = tc_log_begin_phase(log, TC_JOB_PHASE_machine, "measuring the setup of a mesh");
  TC_TRY(TC_ON_ROOT(world, measure_setup(size, machine)));
  TC_TRY(TC_MPI(world, MPI_Bcast(machine, (int)sizeof *machine, MPI_BYTE, 0, tc_world_comm(world))));
  tc_log_end_phase(&phase);
  return TC_OK;
}
