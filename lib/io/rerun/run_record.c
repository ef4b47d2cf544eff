#include "io/rerun/run_record.h"

#include <string.h>

#include "base/file/file.h"
#include "comm/world/mpi_world.h"
#include "io/checkpoint/checkpoint_file.h"
#include "io/rerun/run_record_internal.h"

#define TC_PHASE "reading a run record"

tc_status tc_run_record_set(tc_run_record *record, tc_run_record_key key, const char *text) {
  return text ? tc_pool_printf(&record->pool, &record->by_index[key], "%s", text) : TC_OK;
}

/* Checks that the record contains all data that are required to repeat the run. */
static tc_status check_record(const char *path, const tc_run_record *record) {
  static const tc_run_record_key required[] = {TC_RUN_RECORD_version, TC_RUN_RECORD_config,
                                               TC_RUN_RECORD_overrides, TC_RUN_RECORD_mesh_hash};
  static const char *const name[] = {"version", "config", "overrides", "mesh hash"};
  for (size_t k = 0; k < sizeof required / sizeof *required; k++)
    if (!record->by_index[required[k]])
      return tc_status_create(TC_INPUT,
                              "%s: does not contain the %s of its run: use a report (JSON) or a snapshot "
                              "file of tetracast run",
                              path, name[k]);
  return TC_OK;
}

static tc_status read_record(const char *path, tc_run_record *out) {
  if (tc_checkpoint_file_is_own(path))
    return tc_status_create(TC_INPUT,
                            "%s: is a checkpoint, which only `run --resume` reads: use a report (JSON) or a "
                            "snapshot file",
                            path);
  if (tc_file_starts_with(path, "\x89HDF\r\n"))
    TC_TRY(tc_run_record_read_snapshot(path, out));
  else
    TC_TRY(tc_run_record_read_report(path, out));
  return check_record(path, out);
}

static tc_status broadcast_record(const tc_world *world, tc_run_record *record) {
  int64_t length[TC_RUN_RECORD_COUNT]; /* length of each text including the final zero; 0 for NULL */
  for (int k = 0; k < TC_RUN_RECORD_COUNT; k++)
    length[k] = record->by_index[k] ? (int64_t)strlen(record->by_index[k]) + 1 : 0;
  TC_TRY(TC_MPI(world, MPI_Bcast(length, TC_RUN_RECORD_COUNT, MPI_INT64_T, 0, tc_world_comm(world))));
  for (int k = 0; k < TC_RUN_RECORD_COUNT; k++) {
    char *text = NULL;
    if (length[k] == 0) continue;
    TC_TRY(tc_world_agree(world, tc_pool_alloc(&record->pool, (size_t)length[k], &text)));
    if (world->rank == 0) strcpy(text, record->by_index[k]);
    TC_TRY(TC_MPI(world, MPI_Bcast(text, (int)length[k], MPI_CHAR, 0, tc_world_comm(world))));
    record->by_index[k] = text;
  }
  return TC_OK;
}

tc_status tc_run_record_read(const tc_world *world, const char *path, tc_run_record *out) {
  TC_TRY(TC_ON_ROOT(world, read_record(path, out)));
  return broadcast_record(world, out);
}

void tc_run_record_free(tc_run_record *record) {
  tc_pool_free(&record->pool);
  *record = (tc_run_record){0};
}
