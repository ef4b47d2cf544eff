/* Snapshot files that give the initial field of a run, and snapshot files that a resumed run continues. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "fuzz/error_rules.h"
#include "fuzz/hdf.h"
#include "io/snapshot/snapshot.h"
#include "io/snapshot/snapshot_read.h"

enum { cells = 60, nodes = cells + 3, rows = 3, before = 2 };

static const char path[] = "s.h5";

static double points[3 * nodes], value[cells], w[cells];
static int32_t vertices[4 * cells], region[cells];
static tc_gid id[cells];
static double *const states[] = {w};
static const char *const state_names[] = {"w"}, *const columns[] = {"time", "probe"};
static const tc_snapshot_history history = {rows, 2, columns};
static const tc_snapshot_extras extras = {.history = &history,
                                          .states = 1,
                                          .state_name = state_names,
                                          .state = states};
static const tc_snapshot_metadata about = {.title = "t", .version = "1", .commit = "c", .mesh_hash = 0x1234};
static int64_t restart_item[3]; /* restart data of the snapshot file at the end of the first run */

static double field(int64_t k, int64_t c) { return sin((double)c) + 10.0 * (double)k; }

static tc_mesh make_mesh(void) {
  for (int c = 0; c < cells; c++) {
    for (int v = 0; v < 4; v++) vertices[4 * c + v] = c + v;
    id[c] = cells - 1 - c;
  }
  return (tc_mesh){.nodes = nodes, .cells = cells, .points = points, .vertices = vertices, .region = region};
}

static tc_status write_row(tc_snapshot *s, int64_t k) {
  const double row[] = {0.5 * (double)k, 1.0};
  for (int c = 0; c < cells; c++) {
    value[c] = field(k, id[c]);
    w[c] = -field(k, id[c]);
  }
  TC_TRY(tc_snapshot_write(s, 100 * k, 0.5 * (double)k, value));
  return tc_snapshot_write_history(s, 100 * k, row);
}

static tc_status open_file(const tc_world *world, bool resumes_file, tc_snapshot_paths *place,
                           tc_snapshot **out) {
  tc_file_list files = {0};
  const tc_mesh mesh = make_mesh();
  TC_TRY(tc_snapshot_paths_acquire(path, &files, place));
  const tc_snapshot_restart counts = {restart_item[0], restart_item[1], restart_item[2]};
  if (resumes_file) TC_TRY(tc_snapshot_paths_resume(place, path, &counts));
  return tc_snapshot_create(world, place, rows, 0, &mesh, cells, id, &about, &extras, out);
}

/* Copies the restart data of the snapshot file to `restart_item`. If `resumes` is true, copies them from
 * `restart_item` to the file. */
static tc_status copy_restart_items(tc_snapshot *s, bool resumes) {
  tc_restart_list list = {.is_reading = resumes};
  tc_status status = tc_snapshot_list_restart(s, &list);
  for (int k = 0; k < 3 && !status; k++)
    memcpy(resumes ? list.item[k].value : &restart_item[k], resumes ? &restart_item[k] : list.item[k].value,
           sizeof *restart_item);
  tc_restart_list_free(&list);
  return status;
}

static bool make(const tc_world *world) {
  tc_snapshot_paths place = {0};
  tc_snapshot *s = NULL;
  tc_status status = open_file(world, false, &place, &s);
  for (int64_t k = 0; k < before && !status; k++) status = write_row(s, k);
  if (!status) status = copy_restart_items(s, false);
  tc_snapshot_close_failed(&s);
  tc_snapshot_paths_release(&place);
  return is_proper(&status, TC_DONE, path);
}

/* True if the error is one line that names the file and has the code TC_OUTPUT or TC_INPUT. Frees the
 * error. */
static bool is_refusal(tc_status *status) {
  const tc_code code = tc_status_code(*status);
  return is_proper(status, code == TC_OUTPUT ? TC_OUTPUT : TC_INPUT, path);
}

/* Reads one row of a dataset. Returns true if the reader rejects the file properly, or if the values are
 * right. `step` is -1 for the last row. */
static bool read_row(int64_t step, const char *dataset, double sign, tc_damage damage) {
  const tc_snapshot_query wish = {.path = path,
                                  .step = step,
                                  .cells = cells,
                                  .mesh_hash = about.mesh_hash,
                                  .dataset = dataset};
  tc_snapshot_values found;
  tc_status status = tc_snapshot_read(&wish, &found);
  bool right = !status || damage != TC_DAMAGE_NONE;
  for (int c = 0; c < cells && !status && damage != TC_DAMAGE_OBJECTS; c++)
    right = right && found.value[c] == sign * field(found.step / 100, c);
  if (!right) fprintf(stderr, "%s of step %lld: values are wrong or missing\n", dataset, (long long)step);
  if (!status) tc_free(found.value);
  return is_refusal(&status) && right;
}

static tc_status resume(const tc_world *world) {
  tc_snapshot_paths place = {0};
  tc_snapshot *s = NULL;
  tc_status status = open_file(world, true, &place, &s);
  if (!status) status = copy_restart_items(s, true);
  if (!status) status = tc_snapshot_resume(s);
  for (int64_t k = before; k < rows && !status; k++) status = write_row(s, k);
  if (!status)
    status = tc_snapshot_close(&s);
  else
    tc_snapshot_close_failed(&s);
  tc_snapshot_paths_release(&place);
  return status;
}

static bool use(const tc_world *world, tc_damage damage) {
  bool good = read_row(-1, "/field/v", 1.0, damage);
  good = read_row(100, "/state/w", -1.0, damage) && good;
  tc_status status = resume(world);
  if (status && damage == TC_DAMAGE_NONE) return is_proper(&status, TC_DONE, path);
  for (int64_t k = 0; k < rows && !status; k++) good = read_row(100 * k, "/field/v", 1.0, damage) && good;
  return is_refusal(&status) && good;
}

const hdf_kind hdf_snapshot = {"snapshot", path, make, NULL, use};
