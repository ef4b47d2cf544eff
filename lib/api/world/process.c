#include "base/core/process.h"
#include "api/call/call.h"
#include "io/snapshot/snapshot.h"

static tc_status check_flags(unsigned flags) {
  int is_initialised = 0;
  MPI_Initialized(&is_initialised);
  if (flags & ~15u)
    return tc_status_create(TC_USAGE,
                            "tetracast_process_prepare: the flags %u are unknown: pass a sum of values of "
                            "tetracast_process_flag",
                            flags);
  if ((flags & TETRACAST_PROCESS_WINDOWS) && is_initialised)
    return tc_status_create(TC_USAGE,
                            "tetracast_process_prepare: MPI is initialised: call it before MPI_Init");
  return TC_OK;
}

static tc_status prepare(unsigned flags) {
  TC_TRY(check_flags(flags));
  if (flags & TETRACAST_PROCESS_WINDOWS) tc_world_prepare();
  if (flags & TETRACAST_PROCESS_HDF5_EXIT) tc_snapshot_prepare();
  tc_process_prepare(flags & (TC_PROCESS_FILE_SIZE | TC_PROCESS_LARGE_ARRAYS));
  return TC_OK;
}

tetracast_error *tetracast_process_prepare(unsigned flags) { return tc_api_error(prepare(flags)); }
