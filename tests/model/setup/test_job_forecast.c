/* Tests of the forecast of a job. Each phase has examples with parameters that are small integers. Other
 * tests have missing parameters, default values, or jobs without some of the work. */
#include "model/setup/job_forecast.h"

#include "fv/scheme/scheme.h"
#include "model/approximately.h"

/* Machine with all job parameters. All file rates are 1 000 bytes per second, and a byte of a fresh page
 * takes 1 ms. */
static const tc_params machine = {.job_launch_s = 2,
                                  .job_launch_rank_s = 3,
                                  .job_launch_node_s = 5,
                                  .job_start_s = 7,
                                  .job_start_rank_s = 11,
                                  .read_text_Bps = 1e3,
                                  .read_mesh_file_Bps = 1e3,
                                  .import_text_Bps = 1e3,
                                  .open_file_s = 13,
                                  .page_s = 4.096,
                                  .neighbour_cell_s = 17,
                                  .neighbour_large_cell_s = 34,
                                  .order_cell_s = 2,
                                  .order_large_cell_s = 8,
                                  .partition_cell_s = 4,
                                  .partition_large_cell_s = 6,
                                  .distribute_cell_s = 19,
                                  .distribute_large_cell_s = 20,
                                  .halo_row_s = 23,
                                  .assemble_two_point_row_s = 29,
                                  .assemble_gradient_row_s = 31,
                                  .certificate_two_point_row_s = 37,
                                  .certificate_gradient_row_s = 41,
                                  .pairing_entry_s = 2,
                                  .contraction_entry_s = 3,
                                  .coarse_matrix_entry_s = 7,
                                  .cycle_storage_entry_s = 11,
                                  .count_row_s = 43,
                                  .traffic_row_s = 44,
                                  .check_row_s = 47,
                                  .write_file_Bps = 1e3,
                                  .create_file_s = 53,
                                  .flush_s = 59,
                                  .compress_Bps = 1e3,
                                  .hash_Bps = 1e3,
                                  .sync_s = 61,
                                  .history_row_s = 67,
                                  .close_s = 71,
                                  .json_rank_s = 73,
                                  .node_send_s = 3,
                                  .node_reduce_s = 5,
                                  .remote_send_s = 30,
                                  .remote_reduce_s = 50,
                                  .remote_bandwidth_Bps = 100,
                                  .working_set_B = {1e3, 2e3, 3e3, 4e3, 5e3, 6e3, 7e3},
                                  .vectors_s = {2, 2, 2, 2, 2, 2, 2}};

static tc_job_forecast forecast(const tc_params *m, tc_job_counts counts) {
  tc_job_forecast out;
  tc_job_forecast_compute(m, &counts, false, &out);
  return out;
}

/* Returns the seconds of a phase without the time for fresh memory (pages that the process touches for the
 * first time). */
static double work_seconds(tc_job_counts counts, int phase) {
  double fresh_B[TC_JOB_PHASE_COUNT];
  tc_job_fresh_memory(&counts, fresh_B);
  return forecast(&machine, counts).phase_s[phase] - fresh_B[phase] / 4096.0 * machine.page_s;
}

/* Expects `seconds` for one phase of a job, without fresh memory. The remaining arguments are the non-zero
 * counts of the job. */
#define expect_phase(phase, seconds, ...)                                                                    \
  expect_near(work_seconds((tc_job_counts){__VA_ARGS__}, TC_JOB_PHASE_##phase), seconds)

Test(job_forecast, start_and_launcher) {
  expect_phase(start, 7 + 4 * 11, .ranks = 4);
  expect_near(tc_job_launch_s(&machine, 4, 1), 2 + 4 * 3);
  expect_near(tc_job_launch_s(&machine, 4, 3), 2 + 2 * 3 + 2 * 5);
}

Test(job_forecast, reading) {
  expect_phase(import, 6, .import_text_B = 6000);
  expect_phase(read, 2 + 3 + 3 * 13, .text_B = 2000, .binary_B = 3000, .files = 3);
  expect_phase(neighbours, 10 * 17, .cells = 10);
}

Test(job_forecast, order_depends_on_method) {
  expect_phase(order, 10 * 2, .cells = 10, .order = "rcm");
  expect_phase(order, 0.15 * 10 * 2, .cells = 10, .order = "none");
  expect_phase(order, 10 * 2 + 10 * 4 * 1.5, .cells = 10, .order = "metis", .order_blocks = 4);
  expect_phase(order, 10 * 2, .cells = 10, .order = "metis", .order_blocks = 1);
  expect_phase(order, 0, .cells = 10);
}

/* The time per cell is linear in the logarithm of the number of cells, from the small to the large mesh of
 * the calibration and for the same factor beyond. Outside this range it is constant. It never decreases. */
Test(job_forecast, costs_of_cells_depend_on_the_mesh) {
  const double small = TC_JOB_SMALL_CELLS, large = TC_JOB_LARGE_CELLS, half = sqrt(small * large);
  expect_phase(neighbours, small * 17, .cells = TC_JOB_SMALL_CELLS);
  expect_phase(neighbours, large * 34, .cells = TC_JOB_LARGE_CELLS);
  expect_phase(neighbours, 663552 * (17 + 17 * log(663552 / small) / log(large / small)), .cells = 663552);
  cr_expect_lt(fabs(half - 663552), 1.0);
  expect_phase(neighbours, 1e9 * 51, .cells = 1000000000);
  expect_phase(order, large * 8, .cells = TC_JOB_LARGE_CELLS, .order = "rcm");
  expect_phase(order, large * (0.15 * 8 + 1.25 * 6), .cells = TC_JOB_LARGE_CELLS, .order = "blocks",
               .order_blocks = 2);
  expect_phase(partition, large * 6 * 1.25, .cells = TC_JOB_LARGE_CELLS, .partitions = true, .ranks = 2);
  expect_phase(distribute, large * 20, .cells = TC_JOB_LARGE_CELLS, .ranks = 1);
  tc_params falling = machine;
  falling.neighbour_large_cell_s = 16;
  falling.page_s = 1e-300;
  expect_near(forecast(&falling, (tc_job_counts){.cells = 1000000}).phase_s[TC_JOB_PHASE_neighbours], 17e6);
}

Test(job_forecast, partition_of_several_ranks) {
  expect_phase(partition, 0, .cells = 10, .partitions = true, .ranks = 1);
  expect_phase(partition, 10 * 4 * 1.25, .cells = 10, .partitions = true, .ranks = 2);
  expect_phase(partition, 10 * 4 * 2.5, .cells = 10, .partitions = true, .ranks = 64);
  expect_phase(partition, 10 * 4 * 0.4, .cells = 10, .partitions = true, .ranks = 64,
               .partitioner = TC_PARTITIONER_CURVE);
  expect_phase(partition, 10 * 4 * (0.4 + 0.25 * 2.5), .cells = 10, .partitions = true, .ranks = 64,
               .partitioner = TC_PARTITIONER_CHUNKS);
  expect_phase(partition, 0, .cells = 10, .partitions = true, .ranks = 1,
               .partitioner = TC_PARTITIONER_CHUNKS);
  expect_phase(partition, 0, .cells = 10, .ranks = 64);
}

Test(job_forecast, distribution_and_halo) {
  expect_phase(distribute, 10 * 19, .cells = 10, .ranks = 1, .nodes = 1);
  expect_phase(distribute, 10 * 19 + 9 * 3 * 3, .cells = 10, .ranks = 4, .nodes = 1);
  expect_phase(distribute, 10 * 19 + 70 * 5 / 100.0 + 9 * 3 * 30, .cells = 10, .ranks = 4, .nodes = 2,
               .moved = 5);
  expect_phase(halo, 12 * 23, .rows = 10, .ghosts = 2, .ranks = 1, .nodes = 1);
  expect_phase(halo, 12 * 23 + 3 * 3 + 2 * 5, .rows = 10, .ghosts = 2, .peers = 3, .ranks = 4, .nodes = 1);
  expect_phase(halo, 12 * 23 + 3 * 30 + 2 * 50, .rows = 10, .ghosts = 2, .peers = 3, .ranks = 4, .nodes = 2);
}

Test(job_forecast, schemes) {
  expect_phase(assemble, 10 * 29, .rows = 10, .scheme = "two-point");
  expect_phase(assemble, 10 * 31, .rows = 10, .scheme = "gradient");
  expect_phase(search, 0, .rows = 10, .scheme = "gradient", .product_s = 1);
  expect_phase(search, 0, .rows = 10, .scheme = "gradient", .trials = 1, .search_products = 7,
               .product_s = 1);
  expect_phase(search, 10 * 31, .rows = 10, .scheme = "gradient", .trials = 2, .product_s = 1);
  expect_phase(search, 10 * 37 + 51 * 3, .rows = 10, .scheme = "two-point", .searches = true, .product_s = 3);
  expect_phase(search, 10 * 41 + 51 * 3, .rows = 10, .scheme = "gradient", .searches = true, .product_s = 3);
  expect_phase(search, 2 * 10 * 31 + 3 * 10 * 41 + 7 * 5, .rows = 10, .scheme = "gradient", .searches = true,
               .trials = 3, .search_products = 7, .product_s = 5);
  expect_phase(search, 10 * 41 + 7 * 5 + 4 * 10 * 2, .rows = 10, .scheme = "gradient", .searches = true,
               .trials = 1, .search_products = 7, .response_products = 4, .product_s = 5);
  expect_phase(search, 10 * 41 + 900 * 5, .rows = 10, .scheme = "gradient", .searches = true,
               .search_products = 900, .product_s = 5);
}

/* If the search for a stable step has not been made yet, its forecast has two trials, because the stability
 * of the second one usually cannot be proved. With more steps, the estimate of growth needs more products. */
Test(job_forecast, search_with_tensors) {
  expect_phase(search, 10 * 31 + 2 * 10 * 41 + 1802 * 5 + 1300 * 10 * 2, .rows = 10, .scheme = "gradient",
               .searches = true, .has_tensors = true, .steps = 4800, .product_s = 5);
  expect_phase(search, 10 * 31 + 2 * 10 * 41 + (1802 + 670) * 5.0 + 1300 * 10 * 2, .rows = 10,
               .scheme = "gradient", .searches = true, .has_tensors = true, .steps = 10000, .product_s = 5);
}

/* Every scheme must have a parameter for the assembly and one for the stability certificate, both with
 * default values. */
Test(job_forecast, all_schemes_have_parameters) {
  const tc_params unknown = {.job_start_s = 0};
  for (int s = 0; s < tc_scheme_count(); s++) {
    tc_job_forecast out;
    const tc_job_counts counts = {.rows = 1, .scheme = tc_scheme_at(s)->name, .searches = true};
    tc_job_forecast_compute(&unknown, &counts, true, &out);
    cr_expect(out.phase_s[TC_JOB_PHASE_assemble] > 0.0 && out.phase_s[TC_JOB_PHASE_search] > 0.0,
              "%s: add it to lib/machine/parameters/params.def", counts.scheme);
  }
}

Test(job_forecast, measurements) {
  expect_phase(formats, 4 * (15 * 5e-4 + 9 * 1e-4), .tries_formats = true, .product_s = 1e-4);
  expect_phase(formats, 4 * (7 + 9) * 1e-3, .tries_formats = true, .product_s = 1e-3);
  expect_phase(formats, 4 * (3 + 5) * 0.1, .tries_formats = true, .product_s = 0.1);
  expect_phase(formats, 4 * (10 * 2 * 47 + (3 + 5) * 0.1), .rows = 10, .width = 14, .tries_formats = true,
               .product_s = 0.1);
  expect_phase(formats, 0, .product_s = 0.1);
  expect_phase(count, 10 * 43, .rows = 10, .width = 16);
  expect_phase(count, 10 * 43 / 4.0, .rows = 10, .width = 4);
  expect_phase(count, 10 * 43 + 10 * 3 * 44, .rows = 10, .width = 16, .strategies = 3);
  expect_phase(count, 1e6 * 43 / 4 + 1e6 * 44, .rows = 1000000, .width = 16, .strategies = 1);
  expect_phase(formulas, (2 + 20) * 0.01, .formulas_s = 0.007, .product_s = 0.003);
  expect_phase(formulas, (2 + 7) * 1.0, .formulas_s = 0.7, .product_s = 0.3);
  expect_phase(formulas, 6 * 10 * 47, .product_s = 0.3, .rows = 10);
  expect_phase(trial, 3, .trial_s = 3);
  expect_phase(solver, 4 + 10 * 2 * 47, .solver_s = 4, .rows = 10, .width = 14);
  expect_phase(other, 0, .rows = 10, .width = 4);
}

/* A job may create the multigrid levels several times, and the forecast must count each time. */
Test(job_forecast, multigrid_levels) {
  const tc_levels_work entries = {.aggregated = 100, .smoothed = 20, .stored = 90},
                       messages = {.local_messages = 6,
                                   .remote_messages = 4,
                                   .remote_B = 300,
                                   .reductions = 2};
  expect_phase(multigrid, 2 * (100 * (2 + 3) + 20 * 7 + 90 * 11), .hierarchies = 2, .levels = entries,
               .ranks = 1, .nodes = 1);
  expect_phase(multigrid, 6 * 3 + 4 * 30 + 300 / 100.0 + 2 * (5 + 2 * 50), .hierarchies = 1,
               .levels = messages, .ranks = 6, .nodes = 3);
  expect_phase(multigrid, 0, .levels = entries);
}

/* Unknown parameters of the multigrid levels have default values. The forecast must state that it uses
 * defaults. */
Test(job_forecast, multigrid_levels_by_default) {
  const tc_params unknown = {.job_start_s = 0};
  const tc_job_counts counts = {.hierarchies = 1, .levels = {.aggregated = 1, .smoothed = 1, .stored = 1}};
  tc_job_forecast out = forecast(&unknown, counts);
  cr_expect(isnan(out.phase_s[TC_JOB_PHASE_multigrid]) && out.missing == TC_PARAM_pairing_entry_s);
  tc_job_forecast_compute(&unknown, &counts, true, &out);
  cr_expect(out.phase_s[TC_JOB_PHASE_multigrid] > 0.0 && out.uses_defaults);
}

/* A run measures single reads if its working set is large. On a new machine, it also measures all other
 * parameters that it needs. */
Test(job_forecast, measuring_the_machine) {
  expect_phase(machine, 0, .measures_machine = true, .product_s = 1, .machine_budget_s = 2);
  expect_phase(machine, 0.05, .uses_machine = true, .product_s = 1e-4, .ranks = 1, .machine_budget_s = 2);
  expect_phase(machine, 150 * 0.1 + 0.5, .uses_machine = true, .product_s = 0.1, .ranks = 1, .rows = 1000000,
               .width = 16);
  expect_phase(machine, 2 + 0.05 + 0.05, .uses_machine = true, .measures_machine = true, .product_s = 1e-4,
               .ranks = 2, .machine_budget_s = 2);
  expect_phase(machine, 2 + 0.8 + 0.05, .uses_machine = true, .measures_machine = true, .product_s = 1e-4,
               .ranks = 2, .rows = 1000000, .width = 4, .machine_budget_s = 2);
}

Test(job_forecast, steps_take_their_mean) {
  expect_phase(steps, 100 * 0.5 * 1.1, .steps = 100, .step_s = 0.5, .tail = 0.1);
  expect_phase(checks, 3 * 10 * 47, .checks = 3, .rows = 10);
}

/* The speed probe is called before the measurements, before the steps and after the steps. Each time it is
 * called 5 times, or 15 times if the steps take more than 2 s. */
Test(job_forecast, speed_probe) {
  tc_params probed = machine;
  tc_job_counts counts = {.probes = true, .uses_machine = true, .product_s = 1e-4, .ranks = 1, .steps = 10};
  tc_params_set_probe(&probed, &(tc_probe_times){{0.1, 0.2, 0.3}});
  for (int is_long = 0; is_long < 2; is_long++) {
    const double calls_s = (is_long ? 15 : 5) * 0.6;
    counts.step_s = is_long ? 0.21 : 0.19;
    expect_near(forecast(&probed, counts).phase_s[TC_JOB_PHASE_checks], 2 * calls_s);
    expect_near(forecast(&probed, counts).phase_s[TC_JOB_PHASE_machine], 0.05 + calls_s);
    expect_near(forecast(&machine, counts).phase_s[TC_JOB_PHASE_checks], 0.0);
  }
  counts.probes = false;
  expect_near(forecast(&probed, counts).phase_s[TC_JOB_PHASE_checks], 0.0);
}

Test(job_forecast, outputs) {
  expect_phase(first_output, 2 * (20 * 10 + 24 * 5 + 8 * 10 * 9 + 8 * 10 * 2) / 1e3 + 20 * 10 / 1e3 + 53 + 59,
               .cells = 10, .vertices = 5, .has_snapshot_file = true, .snapshot_fields = 2, .axis_values = 9);
  expect_phase(first_output, 0, .cells = 10, .vertices = 5, .snapshot_fields = 2);
  expect_phase(snapshots, 3 * (2 * 8 * 10 * 2 / 1e3 + 59), .cells = 10, .has_snapshot_file = true,
               .snapshot_fields = 2, .snapshots = 3);
  expect_phase(checkpoints, 3 * (2 * 0.4 + 4 * 0.4 / 2 + 53 + 61 + 35 * 10 / 1e3), .checkpoints = 3,
               .checkpoint_B = 400, .ranks = 2, .rows = 10);
  expect_phase(history, 6 * (3 * 67 + 10 * 47), .history_rows = 6, .history_points = 2, .rows = 10);
  expect_phase(close, 8 * 10 / 1e3 + 71 + 2 * 73 + 5 * 10 * 47, .rows = 10, .ranks = 2);
  expect_phase(close, 8 * 10 / 1e3 + 71 + 2 * 73 + 5 * 10 * 47 + 4 * 8 * 20 * 2 / 1e3 / 2, .rows = 10,
               .cells = 20, .ranks = 2, .has_snapshot_file = true, .snapshot_fields = 2, .snapshots = 3,
               .compress = 1);
}

/* Returns the counts of a typical job with `ranks` ranks. */
static tc_job_counts job_make(int ranks, int64_t cells) {
  return (tc_job_counts){.cells = cells,
                         .vertices = cells / 5,
                         .text_B = 50.0 * (double)cells,
                         .files = 3,
                         .order = "metis",
                         .partitions = true,
                         .ranks = ranks,
                         .nodes = 1,
                         .rows = cells / ranks,
                         .ghosts = 100 * (ranks - 1),
                         .peers = ranks > 2 ? 2 : ranks - 1,
                         .scheme = "gradient",
                         .width = 16,
                         .searches = true,
                         .tries_formats = true,
                         .uses_machine = true,
                         .product_s = 7e-9 * (double)(cells / ranks),
                         .steps = 1000,
                         .step_s = 7e-9 * (double)(cells / ranks),
                         .tail = 0.05,
                         .checks = 10,
                         .snapshots = 4,
                         .has_snapshot_file = true,
                         .snapshot_fields = 1,
                         .checkpoints = 2,
                         .checkpoint_B = 8.0 * (double)cells};
}

static double default_total_s(int ranks, int64_t cells) {
  const tc_params unknown = {.job_start_s = 0};
  const tc_job_counts counts = job_make(ranks, cells);
  tc_job_forecast out;
  tc_job_forecast_compute(&unknown, &counts, true, &out);
  cr_assert(out.uses_defaults && out.missing == -1);
  return out.total_s;
}

/* The forecast must increase with the number of cells. With more ranks, the phases on all ranks must become
 * shorter, but not the phases on the root alone. */
Test(job_forecast, monotonicity) {
  for (int64_t cells = 10000; cells < 100000000; cells *= 3)
    cr_expect_gt(default_total_s(2, 3 * cells), default_total_s(2, cells), "%lld cells", (long long)cells);
  const tc_params unknown = {.job_start_s = 0};
  double assemble_s = INFINITY, neighbours_s = 0.0;
  for (int ranks = 1; ranks <= 1024; ranks *= 2) {
    const tc_job_counts counts = job_make(ranks, 5000000);
    tc_job_forecast out;
    tc_job_forecast_compute(&unknown, &counts, true, &out);
    cr_expect_lt(out.phase_s[TC_JOB_PHASE_assemble], assemble_s);
    if (ranks == 1) neighbours_s = out.phase_s[TC_JOB_PHASE_neighbours];
    expect_near(out.phase_s[TC_JOB_PHASE_neighbours], neighbours_s);
    assemble_s = out.phase_s[TC_JOB_PHASE_assemble];
  }
}

Test(job_forecast, total_is_the_sum) {
  const tc_job_counts counts = job_make(4, 1000);
  const tc_job_forecast out = forecast(&machine, counts);
  double sum = 0.0;
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) sum += out.phase_s[p];
  expect_near(out.total_s, sum);
  cr_expect_not(out.uses_defaults);
  cr_expect_eq(out.missing, -1);
}

Test(job_forecast, no_work_takes_no_time) {
  const tc_params unknown = {.job_start_s = 0};
  const tc_job_forecast out = forecast(&unknown, (tc_job_counts){.product_s = NAN, .step_s = NAN});
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) cr_expect_eq(out.phase_s[p], 0.0, "%s", tc_job_phase_name(p));
  cr_expect_eq(out.total_s, 0.0);
  cr_expect_eq(out.missing, -1);
}

/* If default values are not allowed, a missing parameter must make its phase unknown, but no other phase. The
 * forecast must name the first missing parameter. */
Test(job_forecast, missing_parameters) {
  tc_params less = machine;
  less.neighbour_cell_s = 0.0;
  less.sync_s = 0.0;
  const tc_job_forecast out = forecast(&less, job_make(4, 1000));
  cr_expect(isnan(out.phase_s[TC_JOB_PHASE_neighbours]) && isnan(out.phase_s[TC_JOB_PHASE_checkpoints]));
  cr_expect(isnan(out.total_s) && out.phase_s[TC_JOB_PHASE_order] > 0.0);
  cr_expect_eq(out.missing, TC_PARAM_neighbour_cell_s);
}

/* Parameters of the network have no defaults. */
Test(job_forecast, missing_network) {
  const tc_params unknown = {.job_start_s = 0};
  tc_job_counts counts = job_make(4, 1000);
  tc_job_forecast out;
  counts.nodes = 2;
  counts.moved = 500;
  tc_job_forecast_compute(&unknown, &counts, true, &out);
  cr_expect_eq(out.missing, TC_PARAM_remote_bandwidth_Bps);
  cr_expect(isnan(out.phase_s[TC_JOB_PHASE_distribute]) && isnan(out.total_s));
}

/* If times that other models forecast are unknown, their phases are unknown too. No parameter is then
 * reported as missing. */
Test(job_forecast, unknown_seconds) {
  tc_job_counts counts = job_make(4, 1000);
  counts.product_s = counts.step_s = counts.trial_s = counts.formulas_s = NAN;
  const tc_job_forecast out = forecast(&machine, counts);
  static const int unknown[] = {TC_JOB_PHASE_search, TC_JOB_PHASE_formats,  TC_JOB_PHASE_machine,
                                TC_JOB_PHASE_steps,  TC_JOB_PHASE_formulas, TC_JOB_PHASE_trial};
  for (size_t k = 0; k < sizeof unknown / sizeof *unknown; k++)
    cr_expect(isnan(out.phase_s[unknown[k]]), "%s", tc_job_phase_name(unknown[k]));
  cr_expect_eq(out.missing, -1);
}

/* The comparison of time methods takes the time of its products, plus vector operations. Without a comparison
 * the time must be 0. */
Test(job_forecast, comparison_of_methods) {
  tc_job_counts counts = job_make(4, 1000);
  cr_expect_eq(forecast(&machine, counts).phase_s[TC_JOB_PHASE_methods], 0.0);
  counts.method_products = 100;
  const double one = forecast(&machine, counts).phase_s[TC_JOB_PHASE_methods];
  cr_expect(one > 100.0 * counts.product_s && one < INFINITY, "%g", one);
  counts.method_products = 200;
  cr_expect_float_eq(forecast(&machine, counts).phase_s[TC_JOB_PHASE_methods], 2.0 * one, 1e-12 * one);
}
