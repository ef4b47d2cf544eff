#include "base/memory.h"
#include "comm/scatter.h"
#include "io/snapshot_read.h"
#include "run/phases.h"

/* The root reads the whole field and hands it out. */
static tc_status read_snapshot(const tc_session *s, const tc_initial *initial) {
  const tc_space *space = s->problem->space;
  const tc_snapshot_wish wish = {initial->file, initial->step, space->cells, s->mesh_hash};
  tc_snapshot_found found = {0};
  tc_status status = tc_world_agree(s->world, s->world->rank == 0 ? tc_snapshot_read(&wish, &found) : TC_OK);
  if (!status) status = tc_scatter_cells(s->world, space->owned, space->id, 1, found.value, s->initial);
  if (!status)
    tc_log_note(s->log, TC_LOG_NORMAL, "the initial field is that of step %lld, time %.6g, of %s",
                (long long)found.step, found.time, initial->file);
  tc_free(found.value);
  return status;
}

tc_status tc_session_begin_field(tc_session *s) {
  const tc_initial *initial = &s->config->initial;
  if (initial->formula) return tc_session_evaluate(s, initial->formula, 0.0, s->initial);
  return read_snapshot(s, initial);
}
