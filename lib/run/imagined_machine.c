#include "run/imagined_machine.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/threads.h"
#include "machine/calibrate.h"
#include "run/run_machine.h"

tc_status tc_imagined_machine_read(const char *path, tc_imagined_machine *out) {
  return tc_machine_read(path, &out->origin);
}

/* One process with as many threads as all ranks of a node have, measured and taken apart into ranks. */
static tc_status stand_in(int ranks, int threads, const tc_log *log, tc_machine *out) {
  const int before = omp_get_max_threads(), cores = omp_get_num_procs();
  tc_world *alone = NULL;
  TC_TRY(tc_threads_use((int64_t)ranks * threads < cores ? ranks * threads : cores));
  TC_TRY(tc_world_create(MPI_COMM_SELF, 0, &alone));
  tc_status status = tc_calibrate(alone, TC_CALIBRATE_QUICK, log, out);
  omp_set_num_threads(before);
  tc_world_destroy(&alone);
  if (!status) tc_machine_split(out, ranks);
  return status;
}

static tc_status find_here(int ranks, int threads, const tc_log *log, tc_machine_origin *out) {
  tc_machine_key key = {.nodes = 2, .ranks_per_node = ranks, .threads = threads};
  gethostname(key.host, sizeof key.host - 1);
  for (; key.nodes > 0; key.nodes--)
    if (tc_machine_recall(&key, log, out) != TC_MACHINE_FORGOTTEN) return TC_OK;
  const tc_phase phase = tc_log_begin(log, "measure the machine");
  TC_TRY(stand_in(ranks, threads, log, &out->machine));
  tc_log_end(&phase);
  snprintf(out->text, sizeof out->text, "measured just now");
  return TC_OK;
}

tc_status tc_imagined_machine_here(int count, const int32_t *ranks_per_node, int threads, const tc_log *log,
                                   tc_imagined_machine *out) {
  TC_TRY(TC_ALLOC(out->here, count));
  for (int i = 0; i < count; i++) {
    tc_machine_origin origin;
    TC_TRY(find_here(ranks_per_node[i], threads, log, &origin));
    out->here[out->count++] = origin.machine;
    if (i == 0) memcpy(out->origin.text, origin.text, sizeof origin.text);
  }
  return TC_OK;
}

void tc_imagined_machine_free(tc_imagined_machine *machine) {
  tc_free(machine->here);
  machine->here = NULL;
}

tc_params tc_imagined_machine_params(const tc_imagined_machine *machine, int ranks_per_node, double bytes) {
  const tc_machine *found = &machine->origin.machine;
  for (int i = 0; i < machine->count; i++)
    if (machine->here[i].ranks_per_node == ranks_per_node) found = &machine->here[i];
  return tc_run_machine_params(found, ranks_per_node, bytes);
}
