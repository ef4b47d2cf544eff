#include "comm/placement.h"

#include <omp.h>

#include "comm/world.h"

static const struct {
  const char *name, *summary;
} placements[] = {
    [TC_PLACEMENT_LOCAL] = {"local", "each thread touches its own rows first"},
    [TC_PLACEMENT_MASTER] = {"master", "the first thread of a rank touches all rows first"},
};

static const char *name_of(int index) { return placements[index].name; }
static const char *summary_of(int index) { return placements[index].summary; }

const tc_registry tc_placements = {sizeof placements / sizeof *placements, name_of, summary_of, NULL};

int tc_placement_begin(const struct tc_world *world) {
  const int threads = omp_get_max_threads();
  if (world->placement == TC_PLACEMENT_MASTER) omp_set_num_threads(1);
  return threads;
}

void tc_placement_end(int threads) { omp_set_num_threads(threads); }
