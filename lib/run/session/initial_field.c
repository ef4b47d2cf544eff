#include "run/session/initial_field.h"

#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "comm/layout/mesh_scatter.h"
#include "comm/world/mpi_world.h"
#include "io/snapshot/snapshot_read.h"
#include "solve/space/field.h"

#define TC_PHASE "reading the initial field"

/* Adds the position of the key `initial` in the config to the message of an error. Returns a new status and
 * frees `status`. */
static tc_status with_place(const tc_plan *plan, tc_status status) {
  if (!status) return TC_OK;
  return tc_status_replace(status, tc_status_create(tc_status_code(status), "%s: %s",
                                                    tc_config_location(plan->config, "initial"),
                                                    tc_status_text(status)));
}

/* Collective. The root reads a whole dataset of the snapshot file, and each rank receives the values of the
 * rows that it owns in own[owned]. If `optional` is true and the dataset does not exist, sets *there to false
 * and leaves own[] unchanged. */
static tc_status read_field(const tc_plan *plan, const tc_space *space, const char *dataset, bool optional,
                            double *own, bool *there) {
  const tc_initial *initial = &plan->config->initial;
  const tc_snapshot_query query = {initial->file,   initial->step, space->cells, space->base,
                                   plan->mesh_hash, dataset,       optional};
  tc_snapshot_values found = {0};
  int any = 0;
  tc_status status = TC_ON_ROOT(plan->world, with_place(plan, tc_snapshot_read(&query, &found)));
  if (found.value) any = 1;
  if (!status) status = TC_MPI(plan->world, MPI_Bcast(&any, 1, MPI_INT, 0, tc_world_comm(plan->world)));
  if (!status && any) status = tc_scatter_cells(plan->world, space->owned, space->id, 1, found.value, own);
  /* Example: v starts from step 300, t = 8.1, of s.h5 */
  if (!status && any)
    tc_log_write(plan->log, TC_LOG_NORMAL, "%s starts from step %lld, t = %.6g, of %s",
                 strrchr(dataset, '/') + 1, (long long)found.step, found.time, initial->file);
  tc_free(found.value);
  *there = any;
  return status;
}

tc_status tc_initial_field_set(const tc_plan *plan, const tc_space *space, double *value) {
  tc_expression *formula = plan->config->initial.formula;
  bool there;
  if (formula) return tc_field_evaluate(space, tc_expression_where(formula), formula, 0.0, value);
  TC_JOB_TRY(plan->log, TC_JOB_PHASE_read, read_field(plan, space, "/field/v", false, value, &there));
  return TC_OK;
}

tc_status tc_initial_states_set(const tc_plan *plan, const tc_space *space, tc_source *source) {
  const tc_config *c = plan->config;
  bool any = false;
  TC_TRY(tc_source_init_states(source));
  for (int k = 0; !c->initial.formula && k < tc_source_states(source); k++) {
    char dataset[160];
    bool there;
    snprintf(dataset, sizeof dataset, "/state/%s", tc_source_state_name(source, k));
    TC_JOB_TRY(plan->log, TC_JOB_PHASE_read,
               read_field(plan, space, dataset, true, tc_source_state(source, k), &there));
    if (!there)
      tc_log_warn(plan->log, "%s: has no state %s: the state starts from its `initial`", c->initial.file,
                  tc_source_state_name(source, k));
    any = any || there;
  }
  return any ? tc_world_agree(plan->world, tc_source_save_initial_states(source)) : TC_OK;
}
