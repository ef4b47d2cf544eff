#include "pgas/shared_array.h"

#include "base/core/timer.h"
#include "comm/access/epoch.h"
#include "comm/world/mpi_world.h"

static tc_status init_array(const tc_world *world, int64_t elements, int32_t block, tc_shared_array *a) {
  if (block == 0 && elements > INT32_MAX)
    return tc_status_create(TC_USAGE,
                            "shared array: one rank would own %lld elements, but at most %d are supported: "
                            "distribute them in blocks",
                            (long long)elements, INT32_MAX);
  const int32_t single_block = elements > 0 ? (int32_t)elements : 1;
  TC_TRY(TC_POOL_ARRAY(&a->memory, a->node_pointer, world->ranks));
  TC_TRY(TC_POOL_ARRAY(&a->memory, a->affinity, world->ranks));
  tc_affinity_fill(world, a->affinity);
  return tc_distribution_create(TC_DISTRIBUTION_CYCLIC, elements, world->ranks,
                                block > 0 ? block : single_block, NULL, &a->distribution);
}

tc_status tc_shared_array_create(const tc_world *world, int64_t elements, int32_t block,
                                 tc_shared_array **out) {
  tc_shared_array *a = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(world, a, 1));
  a->world = world;
  TC_GUARD(status, tc_world_agree(world, init_array(world, elements, block, a)));
  TC_GUARD(status, tc_window_create(world, tc_distribution_owned(a->distribution, world->rank), &a->window));
  for (int r = 0; r < world->ranks; r++)
    a->node_pointer[r] = a->affinity[r] == TC_AFFINITY_OWN || a->affinity[r] == TC_AFFINITY_NODE
                             ? a->window->node_pointer[r]
                             : NULL;
  *out = a;
  return TC_OK;
cleanup:
  tc_shared_array_destroy(&a);
  return status;
}

void tc_shared_array_destroy(tc_shared_array **array) {
  tc_shared_array *a = *array;
  if (!a) return;
  tc_window_destroy(&a->window);
  tc_distribution_destroy(&a->distribution);
  TC_POOL_DESTROY_OWNER(array);
}

void tc_shared_array_progress(tc_shared_array *a) {
  int found;
  if (!tc_window_spans_nodes(a->window) || tc_now_s() - a->last_mpi_call_s < TC_ACCESS_EPOCH_PROGRESS_S)
    return;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, tc_world_comm(a->world), &found, MPI_STATUS_IGNORE);
  a->last_mpi_call_s = tc_now_s();
}
