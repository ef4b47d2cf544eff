#include "solve/observe/measurement.h"

#include "base/core/memory.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "collecting measurements"

tc_status tc_measurement_gather(const tc_world *world, const tc_measurement *own, tc_measurement **out) {
  tc_measurement *all = NULL;
  tc_status status = world->rank == 0 ? TC_ALLOC(all, world->ranks) : TC_OK;
  TC_TRY(tc_world_agree(world, status));
  status = TC_MPI(
      MPI_Gather(own, (int)sizeof *own, MPI_BYTE, all, (int)sizeof *own, MPI_BYTE, 0, tc_world_comm(world)));
  if (status)
    tc_free(all);
  else
    *out = all;
  return status;
}
