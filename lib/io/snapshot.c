#include "io/snapshot.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/timer.h"
#include "io/folder.h"
#include "io/slab.h"
#include "io/snapshot_file.h"
#include "io/xdmf.h"

#define TC_PHASE "writing a snapshot"

struct tc_snapshot {
  const tc_world *world; /* borrowed */
  tc_snapshot_file in;
  char *xdmf_path;
  tc_slab *slab;
  double *slab_value; /* [slab->count] the field in the mesh's own numbering */
  int64_t written, room;
  double *times;                 /* [room] root: the times written so far */
  int64_t named;                 /* root: frames that the XDMF file names */
  double xdmf_at_s, xdmf_took_s; /* root: when it was last written, and for how long */
};

/* The XDMF file is written whole. A long run must not spend its time on that: beyond these first frames it
 * waits until at least 20 times the last writing has passed, so that it costs at most 5 %. */
enum { frames_at_once = 100, xdmf_patience = 20 };

static tc_status prepare(tc_snapshot *s, const char *path, const tc_mesh *mesh) {
  size_t bytes = strlen(path) + 1;
  TC_TRY(TC_ALLOC(s->in.path, bytes));
  memcpy(s->in.path, path, bytes);
  TC_TRY(tc_xdmf_path(path, &s->xdmf_path));
  if (!mesh) return TC_OK;
  s->in.nodes = mesh->nodes;
  s->in.cells = mesh->cells;
  return tc_folder_prepare(path);
}

static tc_status share_sizes(tc_snapshot *s) {
  int32_t sizes[2] = {s->in.nodes, s->in.cells};
  TC_TRY(TC_MPI(MPI_Bcast(sizes, 2, MPI_INT32_T, 0, s->world->comm)));
  s->in.nodes = sizes[0];
  s->in.cells = sizes[1];
  return TC_OK;
}

void tc_snapshot_prepare(void) {
  H5dont_atexit();
  H5open();
}

tc_status tc_snapshot_create(const tc_world *world, const char *path, int compress, const tc_mesh *mesh,
                             int32_t owned, const int32_t *id, const tc_snapshot_about *about,
                             tc_snapshot **out) {
  tc_snapshot *s = NULL;
  tc_status status = TC_OK;
  TC_TRY(tc_world_agree(world, TC_ALLOC_ZERO(s, 1)));
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  s->world = world;
  s->in = (tc_snapshot_file){.world = world,
                             .compress = compress,
                             .file = -1,
                             .v = -1,
                             .time = -1,
                             .step = -1,
                             .collective = -1};
  TC_GUARD(status, tc_world_agree(world, prepare(s, path, mesh)));
  TC_GUARD(status, share_sizes(s));
  TC_GUARD(status, tc_slab_create(world, s->in.cells, owned, id, &s->slab));
  TC_GUARD(status, tc_world_agree(world, TC_ALLOC(s->slab_value, s->slab->count)));
  TC_GUARD(status, tc_snapshot_file_create(mesh, about, &s->in));
  if (world->rank == 0) unlink(s->xdmf_path); /* of an older run; there need not be one */
  *out = s;
  return TC_OK;
cleanup:
  tc_snapshot_discard(&s);
  return status;
}

/* The rank's slab as row `written` of /field/v; ranks without cells take part with nothing. */
static tc_status write_row(tc_snapshot *s) {
  hsize_t size[2] = {(hsize_t)s->written + 1, (hsize_t)s->in.cells};
  TC_TRY(TC_HDF(s->in.path, H5Dset_extent(s->in.v, size)));
  int32_t longest = (int32_t)(((int64_t)s->in.cells + s->world->ranks - 1) / s->world->ranks);
  for (int32_t from = 0; from < longest; from += TC_SNAPSHOT_TRANSFER) {
    int32_t left = s->slab->count - from;
    if (left > TC_SNAPSHOT_TRANSFER) left = TC_SNAPSHOT_TRANSFER;
    if (left < 0) left = 0;
    tc_hdf_box box = {2, {(hsize_t)s->written, (hsize_t)(s->slab->first + from)}, {1, (hsize_t)left}};
    TC_TRY(tc_hdf_write(s->in.v, s->in.path, H5T_NATIVE_DOUBLE, s->in.collective, &box,
                        s->slab_value + (left ? from : 0)));
  }
  return TC_OK;
}

static tc_status write_number(tc_snapshot *s, hid_t dataset, hid_t type, const void *number) {
  hsize_t size = (hsize_t)s->written + 1;
  TC_TRY(TC_HDF(s->in.path, H5Dset_extent(dataset, &size)));
  if (s->world->rank) return TC_OK;
  tc_hdf_box box = {1, {(hsize_t)s->written}, {1}};
  return tc_hdf_write(dataset, s->in.path, type, H5P_DEFAULT, &box, number);
}

/* Row `written` of /field/v under a name of its own: a view, no copy. */
static tc_status make_frame(tc_snapshot *s) {
  hsize_t cells = (hsize_t)s->in.cells, start[2] = {(hsize_t)s->written, 0}, count[2] = {1, cells};
  hid_t row = -1, space = -1, creation = -1, frame = -1;
  tc_status status = TC_OK;
  char name[48];
  snprintf(name, sizeof name, "/field/frames/%" PRId64, s->written);
  TC_GUARD(status, TC_HDF(s->in.path, row = H5Dget_space(s->in.v)));
  TC_GUARD(status, TC_HDF(s->in.path, H5Sselect_hyperslab(row, H5S_SELECT_SET, start, NULL, count, NULL)));
  TC_GUARD(status, TC_HDF(s->in.path, space = H5Screate_simple(1, &cells, NULL)));
  TC_GUARD(status, TC_HDF(s->in.path, creation = H5Pcreate(H5P_DATASET_CREATE)));
  TC_GUARD(status, TC_HDF(s->in.path, H5Pset_obj_track_times(creation, 0)));
  TC_GUARD(status, TC_HDF(s->in.path, H5Pset_virtual(creation, space, ".", "/field/v", row)));
  frame = H5Dcreate2(s->in.file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  TC_GUARD(status, TC_HDF(s->in.path, frame));
cleanup:
  tc_hdf_release(frame);
  tc_hdf_release(creation);
  tc_hdf_release(space);
  tc_hdf_release(row);
  return status;
}

/* Root. */
static tc_status remember_time(tc_snapshot *s, double time) {
  if (s->written == s->room) {
    double *more = NULL;
    TC_TRY(TC_ALLOC(more, 2 * s->room + 16));
    if (s->written) memcpy(more, s->times, (size_t)s->written * sizeof *more);
    tc_free(s->times);
    s->times = more;
    s->room = 2 * s->room + 16;
  }
  s->times[s->written] = time;
  return TC_OK;
}

/* Root: names the first `frames` snapshots in the XDMF file. */
static tc_status write_xdmf(tc_snapshot *s, int64_t frames) {
  const tc_xdmf xdmf = {s->in.path, s->in.nodes, s->in.cells, frames, s->times};
  double began = tc_now_s();
  TC_TRY(tc_xdmf_write(s->xdmf_path, &xdmf));
  s->xdmf_at_s = tc_now_s();
  s->xdmf_took_s = s->xdmf_at_s - began;
  s->named = frames;
  return TC_OK;
}

/* Root: notes the frame that has just been written. */
static tc_status name_frame(tc_snapshot *s, double time) {
  TC_TRY(remember_time(s, time));
  bool due = tc_now_s() - s->xdmf_at_s >= xdmf_patience * s->xdmf_took_s;
  return s->written < frames_at_once || due ? write_xdmf(s, s->written + 1) : TC_OK;
}

tc_status tc_snapshot_write(tc_snapshot *s, int64_t step, double time, const double *value) {
  const tc_world *world = s->world;
  TC_TRY(tc_snapshot_file_reserve(&s->in, (int64_t)s->in.cells * 8));
  TC_TRY(tc_world_agree(world, tc_slab_gather(s->slab, value, s->slab_value)));
  TC_TRY(tc_world_agree(world, write_row(s)));
  TC_TRY(tc_world_agree(world, write_number(s, s->in.time, H5T_NATIVE_DOUBLE, &time)));
  TC_TRY(tc_world_agree(world, write_number(s, s->in.step, H5T_NATIVE_INT64, &step)));
  TC_TRY(tc_world_agree(world, make_frame(s)));
  TC_TRY(tc_world_agree(world, TC_HDF(s->in.path, H5Fflush(s->in.file, H5F_SCOPE_GLOBAL))));
  TC_TRY(tc_world_agree(world, world->rank ? TC_OK : name_frame(s, time)));
  s->written++;
  return TC_OK;
}

int64_t tc_snapshot_written(const tc_snapshot *s) { return s->written; }

static void destroy(tc_snapshot **snapshot) {
  tc_snapshot *s = *snapshot;
  tc_slab_destroy(&s->slab);
  tc_free(s->slab_value);
  tc_free(s->times);
  tc_free(s->in.path);
  tc_free(s->xdmf_path);
  tc_free(s);
  *snapshot = NULL;
}

tc_status tc_snapshot_close(tc_snapshot **snapshot) {
  if (!*snapshot) return TC_OK;
  tc_snapshot *s = *snapshot;
  const tc_world *world = s->world;
  tc_status naming = world->rank == 0 && s->named < s->written ? write_xdmf(s, s->written) : TC_OK;
  tc_status status = tc_snapshot_file_close(&s->in);
  if (status)
    tc_status_free(&naming);
  else
    status = naming;
  destroy(snapshot);
  return tc_world_agree(world, status);
}

void tc_snapshot_discard(tc_snapshot **snapshot) {
  tc_snapshot *s = *snapshot;
  if (!s) return;
  bool made = s->in.file >= 0;
  tc_status status = tc_snapshot_file_close(&s->in);
  tc_status_free(&status); /* the files go away, so it does not matter whether they could be finished */
  if (made && s->world->rank == 0) {
    unlink(s->in.path);
    unlink(s->xdmf_path);
  }
  destroy(snapshot);
}
