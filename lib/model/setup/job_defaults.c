/* Default values of the machine parameters that forecast a job, for machines whose section `job` was not
 * measured. The values were measured on a virtual machine of two cores (Xeon, Sapphire Rapids), with meshes
 * of 14 312 to 5 045 147 cells. Its costs of cells and rows include the slow first touch of pages under a
 * hypervisor. page_s is therefore the value of a machine without a hypervisor. */
#include <stddef.h>

#include "model/setup/job_forecast.h"

static const struct {
  int param;
  double value;
} defaults[] = {
    {TC_PARAM_node_send_s, 2e-6},
    {TC_PARAM_node_reduce_s, 2e-6},
    {TC_PARAM_job_launch_s, 0.22},
    {TC_PARAM_job_launch_rank_s, 0.005},
    {TC_PARAM_job_launch_node_s, 0.05},
    {TC_PARAM_job_start_s, 0.26},
    {TC_PARAM_job_start_rank_s, 0.02},
    {TC_PARAM_read_text_Bps, 250e6},
    {TC_PARAM_read_mesh_file_Bps, 300e6},
    {TC_PARAM_import_text_Bps, 30e6},
    {TC_PARAM_open_file_s, 100e-6},
    {TC_PARAM_page_s, 0.25e-6},
    {TC_PARAM_neighbour_cell_s, 0.45e-6},
    {TC_PARAM_neighbour_large_cell_s, 0.65e-6},
    {TC_PARAM_order_cell_s, 0.14e-6},
    {TC_PARAM_order_large_cell_s, 0.25e-6},
    {TC_PARAM_partition_cell_s, 0.7e-6},
    {TC_PARAM_partition_large_cell_s, 1.3e-6},
    {TC_PARAM_distribute_cell_s, 0.18e-6},
    {TC_PARAM_distribute_large_cell_s, 0.3e-6},
    {TC_PARAM_halo_row_s, 0.012e-6},
    {TC_PARAM_assemble_two_point_row_s, 0.25e-6},
    {TC_PARAM_assemble_gradient_row_s, 4.8e-6},
    {TC_PARAM_certificate_two_point_row_s, 0.24e-6},
    {TC_PARAM_certificate_gradient_row_s, 0.4e-6},
    {TC_PARAM_pairing_entry_s, 0.04e-6},
    {TC_PARAM_contraction_entry_s, 0.07e-6},
    {TC_PARAM_coarse_matrix_entry_s, 0.1e-6},
    {TC_PARAM_cycle_storage_entry_s, 0.04e-6},
    {TC_PARAM_count_row_s, 1e-6},
    {TC_PARAM_traffic_row_s, 0.15e-6},
    {TC_PARAM_check_row_s, 22e-9},
    {TC_PARAM_write_file_Bps, 500e6},
    {TC_PARAM_create_file_s, 8e-3},
    {TC_PARAM_flush_s, 3e-3},
    {TC_PARAM_compress_Bps, 35e6},
    {TC_PARAM_hash_Bps, 2e9},
    {TC_PARAM_sync_s, 8e-3},
    {TC_PARAM_history_row_s, 1e-6},
    {TC_PARAM_close_s, 5e-3},
    {TC_PARAM_json_rank_s, 20e-6},
};

bool tc_job_params_exist(const tc_params *machine) {
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_section(p) == TC_PARAM_SECTION_job && *tc_param_get(machine, p) > 0.0) return true;
  return false;
}

double tc_job_param_default(int param) {
  for (size_t d = 0; d < sizeof defaults / sizeof *defaults; d++)
    if (defaults[d].param == param) return defaults[d].value;
  return 0.0;
}
