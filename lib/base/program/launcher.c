#include "base/program/launcher.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Environment variables of three launchers: mpirun of Open MPI, srun with PMIx, and others. With srun and
 * PMIx, the number of ranks is in a variable of the job step. */
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

/* The variables of mpirun are tested before those of srun, because mpirun may run within a step of srun.
 * SLURM_NTASKS is not used, because it belongs to the allocation. */
static const struct {
  const char *processes, *rank;
} started[] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
               {"PMI_SIZE", "PMI_RANK"},
               {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}};
enum { started_count = sizeof started / sizeof *started };

tc_process_launch tc_launcher_launch(void) {
  int k = 0;
  while (k < started_count && !getenv(started[k].processes)) k++;
  if (k == started_count) return (tc_process_launch){NULL, 1, true};
  const long count = strtol(getenv(started[k].processes), NULL, 10);
  const char *rank = getenv(started[k].rank);
  return (tc_process_launch){started[k].processes, count > 1 && count < INT_MAX ? (int)count : 1,
                             !rank || strcmp(rank, "0") == 0};
}
