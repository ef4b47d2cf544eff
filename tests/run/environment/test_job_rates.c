#include "run/environment/job_rates.h"

#include "model/setup/job_forecast.h"
#include "support/expect.h"
#include "support/parallel.h"

/* The mesh is too small for meaningful rates, so the test checks only that each rate is measured. All ranks
 * must have the values of the root. */
ParallelTest(job_rates, setup_of_a_small_mesh) {
  static const int measured[] = {TC_PARAM_page_s,
                                 TC_PARAM_neighbour_cell_s,
                                 TC_PARAM_neighbour_large_cell_s,
                                 TC_PARAM_order_cell_s,
                                 TC_PARAM_order_large_cell_s,
                                 TC_PARAM_distribute_cell_s,
                                 TC_PARAM_distribute_large_cell_s,
                                 TC_PARAM_halo_row_s,
                                 TC_PARAM_count_row_s,
                                 TC_PARAM_traffic_row_s,
                                 TC_PARAM_hash_Bps,
                                 TC_PARAM_assemble_two_point_row_s,
                                 TC_PARAM_certificate_two_point_row_s,
                                 TC_PARAM_assemble_gradient_row_s,
                                 TC_PARAM_certificate_gradient_row_s,
                                 TC_PARAM_pairing_entry_s,
                                 TC_PARAM_contraction_entry_s,
                                 TC_PARAM_cycle_storage_entry_s};
  const tc_job_rates_size small = {.bricks = 4, .large_bricks = 5, .memory_B = 1 << 20};
  tc_machine machine = {.ranks_per_node = world->ranks}, first;
  /* The rate of the stability certificate is its time minus the forecast time of its products. Row times of
   * almost 0 ensure that the rate is positive. */
  machine.params.working_set_B[0] = 1e9;
  for (int width = 0; width < TC_WIDTHS; width++) machine.params.row_s[0][width][0] = 1e-15;
  expect_ok(tc_job_rates_measure(world, &small, NULL, &machine));
  for (size_t i = 0; i < sizeof measured / sizeof *measured; i++)
    cr_expect_gt(*tc_param_get(&machine.params, measured[i]), 0.0, "%s", tc_param_name(measured[i]));
  for (int param = 0; param < TC_PARAM_COUNT; param++)
    cr_expect_geq(*tc_param_get(&machine.params, param), 0.0, "%s", tc_param_name(param));
  first = machine;
  MPI_Bcast(&first, (int)sizeof first, MPI_BYTE, 0, tc_world_comm(world));
  cr_expect_eq(memcmp(&first, &machine, sizeof first), 0);
}

ParallelTest(job_rates, usual_sizes_are_those_of_the_model) {
  const tc_job_rates_size *usual = &tc_job_rates_usual_size;
  (void)world;
  cr_expect_eq(6 * usual->bricks * usual->bricks * usual->bricks, TC_JOB_SMALL_CELLS);
  cr_expect_eq(6 * usual->large_bricks * usual->large_bricks * usual->large_bricks, TC_JOB_LARGE_CELLS);
}
