#include "base/launcher.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* mpirun of Open MPI; srun with PMIx, which leaves the number to the variables of the step; others. */
static const struct {
  const char *rank, *ranks;
} known[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
             {"PMIX_RANK", "SLURM_STEP_NUM_TASKS"},
             {"PMI_RANK", "PMI_SIZE"}};
enum { known_count = sizeof known / sizeof *known };

static int find_launcher(void) {
  int k = 0;
  while (k < known_count && !getenv(known[k].rank)) k++;
  return k;
}

bool tc_launcher_is_first(void) {
  const int k = find_launcher();
  return k == known_count || strcmp(getenv(known[k].rank), "0") == 0;
}

int tc_launcher_ranks(void) {
  const int k = find_launcher();
  const char *ranks = k < known_count ? getenv(known[k].ranks) : NULL;
  const long count = ranks ? strtol(ranks, NULL, 10) : 1;
  return count > 1 && count < INT_MAX ? (int)count : 1;
}
