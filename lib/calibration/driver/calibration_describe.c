#include <omp.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "calibration/driver/calibrate.h"
#include "calibration/driver/calibration.h"
#include "calibration/node/node_benches.h"
#include "calibration/node/speed_probe.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "measuring the machine"

static const char *machine_source(const tc_calibration *c) {
  if (c->ranks == 0) return TC_MACHINE_MEASURED_SHARED;
  return tc_machine_was_busy(c->machine) || c->machine->replaced ? TC_MACHINE_MEASURED_BUSY
                                                                 : TC_MACHINE_MEASURED;
}

/* Collective. Records where and when the machine was measured. Then broadcasts the tc_machine of the root to
 * all ranks. */
static tc_status describe_host(const tc_calibration *c) {
  const tc_world *world = c->bench.world;
  tc_machine *machine = c->machine;
  const time_t now = time(NULL);
  struct tm utc;
  machine->nodes = world->shm_groups;
  machine->ranks_per_node = world->max_shm_ranks;
  machine->threads = omp_get_max_threads();
  gethostname(machine->host, sizeof machine->host - 1);
  if (gmtime_r(&now, &utc)) strftime(machine->date, sizeof machine->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
  snprintf(machine->source, sizeof machine->source, "%s", machine_source(c));
  snprintf(machine->name, sizeof machine->name, "%.200s", machine->host);
  return TC_MPI(world, MPI_Bcast(machine, (int)sizeof *machine, MPI_BYTE, 0, tc_world_comm(world)));
}

tc_status tc_calibrate_probe(const tc_world *world, int calls, tc_probe_times *out) {
  TC_TRY(tc_world_agree(world, tc_speed_probe_measure(calls, out)));
  return tc_world_max(world, out->kernel_s, TC_PROBE_KERNELS);
}

tc_status tc_calibration_describe(tc_calibration *c) {
  tc_params *p = &c->machine->params, *spread = &c->machine->spread;
  p->private_bandwidth_Bps = p->stream_Bps[TC_WORKING_SETS - 1];
  spread->private_bandwidth_Bps = spread->stream_Bps[TC_WORKING_SETS - 1];
  p->cache_line_B = tc_cache_line_B();
  TC_TRY(tc_calibration_record_cpu_share(c));
  return describe_host(c);
}
