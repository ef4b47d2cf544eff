#include "base/program/launcher.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Environment variables that contain rank and number of ranks: of mpirun of Open MPI, of srun with PMIx, and
 * of launchers with PMI. With srun and PMIx, the number of ranks is in a variable of SLURM's job step. */
static const struct {
  const char *rank, *ranks;
} rank_variable[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                     {"PMIX_RANK", "SLURM_STEP_NUM_TASKS"},
                     {"PMI_RANK", "PMI_SIZE"}};
enum { rank_variable_count = sizeof rank_variable / sizeof *rank_variable };

static int find_launcher(void) {
  int k = 0;
  while (k < rank_variable_count && !getenv(rank_variable[k].rank)) k++;
  return k;
}

bool tc_launcher_is_first(void) {
  const int k = find_launcher();
  return k == rank_variable_count || strcmp(getenv(rank_variable[k].rank), "0") == 0;
}

int tc_launcher_ranks(void) {
  const int k = find_launcher();
  const char *ranks = k < rank_variable_count ? getenv(rank_variable[k].ranks) : NULL;
  const long count = ranks ? strtol(ranks, NULL, 10) : 1;
  return count > 1 && count < INT_MAX ? (int)count : 1;
}

/* The variables of mpirun are tested before those of srun, because mpirun may run within a step of srun.
 * SLURM_NTASKS is not used, because it is the number of tasks of the whole allocation. */
static const struct {
  const char *processes, *rank;
} launch_variable[] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                       {"PMI_SIZE", "PMI_RANK"},
                       {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}};
enum { launch_variable_count = sizeof launch_variable / sizeof *launch_variable };

tc_process_launch tc_launcher_read(void) {
  int k = 0;
  while (k < launch_variable_count && !getenv(launch_variable[k].processes)) k++;
  if (k == launch_variable_count) return (tc_process_launch){NULL, 1, true};
  const long count = strtol(getenv(launch_variable[k].processes), NULL, 10);
  const char *rank = getenv(launch_variable[k].rank);
  return (tc_process_launch){launch_variable[k].processes, count > 1 && count < INT_MAX ? (int)count : 1,
                             !rank || strcmp(rank, "0") == 0};
}
