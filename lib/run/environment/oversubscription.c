#include "run/environment/oversubscription.h"

#include <omp.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#include "base/text/line.h"

static bool is_set(const char *variable, const char *value) {
  const char *set = getenv(variable);
  return set && strcasecmp(set, value) == 0;
}

/* Appends remedies to the warning: use more cores if the node has more, start fewer ranks or threads, or set
 * options with which waiting threads yield their core. */
static void add_advice(const tc_world *world, const tc_core_load *load, tc_line *line) {
  const bool threads_yield = omp_get_max_threads() == 1 || is_set("OMP_WAIT_POLICY", "passive"),
             ranks_yield = world->ranks == 1 || is_set("OMPI_MCA_mpi_yield_when_idle", "1");
  if (!load->is_quota && load->cores < (double)sysconf(_SC_NPROCESSORS_ONLN))
    tc_line_add(line, "let ranks use more cores (mpirun --bind-to none, srun --cpus-per-task), ");
  tc_line_add(line, "start fewer ranks or threads");
  if (!threads_yield || !ranks_yield)
    tc_line_add(line, ", or set %s%s%s", threads_yield ? "" : "OMP_WAIT_POLICY=passive",
                threads_yield || ranks_yield ? "" : " and ",
                ranks_yield ? "" : "mpirun --mca mpi_yield_when_idle 1");
}

static void warn_shared_cores(const tc_world *world, const tc_log *log, const tc_core_load *load) {
  tc_line advice = {0};
  add_advice(world, load, &advice);
  /* Example: ranks share cores: 4 ranks x 2 threads, and the 8 threads on one node may use only 2 cores
   * (affinity): steps may take a hundred times longer than forecast: start fewer ranks or threads, or set
   * OMP_WAIT_POLICY=passive */
  tc_log_warn(log,
              "ranks share cores: %d rank%s x %d thread%s, and the %d threads on one node may use only %.3g "
              "core%s (%s): steps may take a hundred times longer than forecast: %s",
              world->ranks, world->ranks == 1 ? "" : "s", omp_get_max_threads(),
              omp_get_max_threads() == 1 ? "" : "s", load->threads, load->cores,
              load->cores == 1.0 ? "" : "s", load->is_quota ? "quota of the control group" : "affinity",
              advice.text);
}

tc_status tc_oversubscription_warn(const tc_world *world, const tc_log *log, tc_core_load *load) {
  tc_core_load found;
  TC_TRY(tc_core_load_find(world, &found));
  if (tc_core_load_is_shared(&found)) warn_shared_cores(world, log, &found);
  if (load) *load = found;
  return TC_OK;
}
