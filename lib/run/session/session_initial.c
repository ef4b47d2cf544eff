#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "comm/layout/mesh_scatter.h"
#include "comm/world/mpi_world.h"
#include "io/snapshot/snapshot_read.h"
#include "run/session/session_internal.h"

#define TC_PHASE "reading the initial field"

/* Adds the location in the config of the key that names the file to the message of an error. Returns a new
 * status and frees the given one. */
static tc_status with_place(const tc_session *s, tc_status status) {
  if (!status) return TC_OK;
  tc_status whole = tc_status_create(tc_status_code(status), "%s: %s",
                                     tc_config_location(s->config, "initial"), tc_status_text(status));
  tc_status_free(&status);
  return whole;
}

/* Collective. The root reads a whole dataset of the snapshot file, and each rank receives its values in
 * own[owned]. If an optional dataset does not exist, *there is false and own[] is unchanged. */
static tc_status read_field(const tc_session *s, const char *dataset, bool optional, double *own,
                            bool *there) {
  const tc_space *space = s->problem->space;
  const tc_initial *initial = &s->config->initial;
  const tc_snapshot_query wish = {initial->file, initial->step, space->cells, space->base,
                                  s->mesh_hash,  dataset,       optional};
  const bool root = s->world->rank == 0;
  tc_snapshot_values found = {0};
  int any = 0;
  tc_status status = tc_world_agree(s->world, root ? with_place(s, tc_snapshot_read(&wish, &found)) : TC_OK);
  if (found.value) any = 1;
  if (!status) status = TC_MPI(MPI_Bcast(&any, 1, MPI_INT, 0, tc_world_comm(s->world)));
  if (!status && any) status = tc_scatter_cells(s->world, space->owned, space->id, 1, found.value, own);
  if (!status && any)
    tc_log_write(s->log, TC_LOG_NORMAL, "%s starts from step %lld, t = %.6g, of %s",
                 strrchr(dataset, '/') + 1, (long long)found.step, found.time, initial->file);
  tc_free(found.value);
  *there = any;
  return status;
}

tc_status tc_session_init_field(tc_session *s) {
  tc_expression *formula = s->config->initial.formula;
  bool there;
  if (formula) return tc_session_evaluate(s, formula, 0.0, s->initial);
  return read_field(s, "/field/v", false, s->initial, &there);
}

tc_status tc_session_init_states(tc_session *s) {
  bool any = false;
  TC_TRY(tc_source_init_states(s->source));
  for (int k = 0; !s->config->initial.formula && k < tc_source_states(s->source); k++) {
    char dataset[160];
    bool there;
    snprintf(dataset, sizeof dataset, "/state/%s", tc_source_state_name(s->source, k));
    TC_TRY(read_field(s, dataset, true, tc_source_state(s->source, k), &there));
    if (!there)
      tc_log_warn(s->log, "%s: has no state %s: the state starts from its `initial`", s->config->initial.file,
                  tc_source_state_name(s->source, k));
    any = any || there;
  }
  return any ? tc_world_agree(s->world, tc_source_save_initial_states(s->source)) : TC_OK;
}
