#include "machine.h"

#include "io/machine_auto.h"

tc_status tc_heat_machine(const tc_world *world, const char *path, const tc_heat2d_block *block,
                          tc_params *out) {
  tc_machine_origin origin;
  double bytes = 2.0 * sizeof(double) * (block->rows + 2.0) * (block->cols + 2.0);
  TC_TRY(tc_world_max(world, &bytes, 1));
  TC_TRY(tc_machine_obtain(world, path ? path : "auto", bytes, 4, NULL, &origin));
  const tc_params shared = tc_machine_params(&origin.machine, tc_world_most_on_node(world));
  *out = tc_params_for_working_set(&shared, bytes);
  return TC_OK;
}
