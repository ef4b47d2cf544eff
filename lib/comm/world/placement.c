#include "comm/world/placement.h"

#include <omp.h>

#include "comm/world/world.h"

static const tc_named_item placements[] = {
    [TC_PLACEMENT_LOCAL] = {"local", "each thread touches its own rows first"},
    [TC_PLACEMENT_MASTER] = {"master", "the first thread of a rank touches all rows first"},
};

TC_REGISTRY_NAMED_ITEMS(tc_placements, placements);

int tc_placement_begin(const struct tc_world *world) {
  const int threads = omp_get_max_threads();
  if (world->placement == TC_PLACEMENT_MASTER) omp_set_num_threads(1);
  return threads;
}

void tc_placement_end(int threads) { omp_set_num_threads(threads); }
