#include "io/snapshot_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "io/folder.h"

#define TC_PHASE "creating the snapshot file"

enum {
  values_per_chunk = 1 << 20,
  numbers_per_chunk = 1024, /* of /field/time and /field/step */
  bookkeeping = 1 << 18     /* bytes: more than HDF5 needs for its own records about one step */
};

/* Rank 0's text on every rank, a new string. */
static tc_status share_text(const tc_world *world, const char *text, char **out) {
  int64_t bytes = world->rank == 0 && text ? (int64_t)strlen(text) + 1 : 1;
  TC_TRY(TC_MPI(MPI_Bcast(&bytes, 1, MPI_INT64_T, 0, world->comm)));
  char *copy = NULL;
  TC_TRY(tc_world_agree(world, TC_ALLOC_ZERO(copy, bytes)));
  if (world->rank == 0 && text) memcpy(copy, text, (size_t)bytes);
  tc_status status = TC_MPI(MPI_Bcast(copy, (int)bytes, MPI_CHAR, 0, world->comm));
  if (status)
    tc_free(copy);
  else
    *out = copy;
  return status;
}

static tc_status write_attribute(tc_snapshot_file *s, const char *name, const char *text) {
  char *shared = NULL;
  TC_TRY(share_text(s->world, text, &shared));
  tc_status status = tc_world_agree(s->world, tc_hdf_attribute(s->file, s->path, name, shared));
  tc_free(shared);
  return status;
}

static tc_status write_about(tc_snapshot_file *s, const tc_snapshot_about *about) {
  char hash[17];
  snprintf(hash, sizeof hash, "%016" PRIx64, about->mesh_hash);
  TC_TRY(write_attribute(s, "title", about->title));
  TC_TRY(write_attribute(s, "version", about->version));
  TC_TRY(write_attribute(s, "commit", about->commit));
  TC_TRY(write_attribute(s, "config", about->config));
  TC_TRY(write_attribute(s, "overrides", about->overrides));
  TC_TRY(write_attribute(s, "mesh_file", about->mesh_file));
  return write_attribute(s, "mesh_hash", hash);
}

/* Root only (others give NULL): rows x width numbers into a new dataset, in pieces; the dataset is made by
 * all. */
static tc_status write_array(tc_snapshot_file *s, const char *name, hid_t type, int32_t rows, int width,
                             const void *numbers) {
  tc_hdf_layout layout = {.name = name, .type = type, .dimensions = width > 1 ? 2 : 1};
  layout.size[0] = layout.most[0] = (hsize_t)rows;
  layout.size[1] = layout.most[1] = (hsize_t)width;
  hid_t dataset = -1;
  tc_status status = tc_hdf_dataset(s->file, s->path, &layout, &dataset);
  int32_t most = TC_SNAPSHOT_TRANSFER / width;
  for (int64_t row = 0; s->world->rank == 0 && row < rows && !status; row += most) {
    int64_t count = rows - row < most ? rows - row : most;
    tc_hdf_box box = {layout.dimensions, {(hsize_t)row, 0}, {(hsize_t)count, (hsize_t)width}};
    const char *at = (const char *)numbers + (size_t)row * (size_t)width * H5Tget_size(type);
    status = tc_hdf_write(dataset, s->path, type, H5P_DEFAULT, &box, at);
  }
  tc_hdf_release(dataset);
  return tc_world_agree(s->world, status);
}

static tc_status write_mesh(tc_snapshot_file *s, const tc_mesh *mesh) {
  TC_TRY(write_array(s, "/mesh/points", H5T_NATIVE_DOUBLE, s->nodes, 3, mesh ? mesh->points : NULL));
  TC_TRY(write_array(s, "/mesh/cells", H5T_NATIVE_INT32, s->cells, 4, mesh ? mesh->vertices : NULL));
  return write_array(s, "/mesh/region", H5T_NATIVE_INT32, s->cells, 1, mesh ? mesh->region : NULL);
}

static tc_status make_groups(tc_snapshot_file *s) {
  static const char *const names[] = {"/mesh", "/field", "/field/frames"};
  hid_t creation = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF(s->path, creation = H5Pcreate(H5P_GROUP_CREATE)));
  TC_GUARD(status, TC_HDF(s->path, H5Pset_obj_track_times(creation, 0)));
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    hid_t group = H5Gcreate2(s->file, names[i], H5P_DEFAULT, creation, H5P_DEFAULT);
    TC_GUARD(status, TC_HDF(s->path, group));
    tc_hdf_release(group);
  }
cleanup:
  tc_hdf_release(creation);
  return status;
}

static tc_status make_field(tc_snapshot_file *s) {
  hsize_t cells = (hsize_t)s->cells;
  tc_hdf_layout v = {"/field/v", H5T_NATIVE_DOUBLE, 2, {0, cells}, {H5S_UNLIMITED, cells}, {1, cells}, 0};
  if (cells > values_per_chunk) v.chunk[1] = values_per_chunk;
  v.deflate = (unsigned)s->compress;
  tc_hdf_layout time = {"/field/time", H5T_NATIVE_DOUBLE, 1, {0}, {H5S_UNLIMITED}, {numbers_per_chunk}, 0};
  tc_hdf_layout step = time;
  step.name = "/field/step";
  step.type = H5T_NATIVE_INT64;
  TC_TRY(tc_hdf_dataset(s->file, s->path, &v, &s->v));
  TC_TRY(tc_hdf_dataset(s->file, s->path, &time, &s->time));
  return tc_hdf_dataset(s->file, s->path, &step, &s->step);
}

/* Format 1.8 and newer: object headers without times, attributes of any length. */
static tc_status make_file(tc_snapshot_file *s) {
  hid_t creation = -1, access = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF(s->path, creation = H5Pcreate(H5P_FILE_CREATE)));
  TC_GUARD(status, TC_HDF(s->path, H5Pset_obj_track_times(creation, 0)));
  TC_GUARD(status, TC_HDF(s->path, access = H5Pcreate(H5P_FILE_ACCESS)));
  TC_GUARD(status, TC_HDF(s->path, H5Pset_fapl_mpio(access, s->world->comm, MPI_INFO_NULL)));
  TC_GUARD(status, TC_HDF(s->path, H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST)));
  TC_GUARD(status, TC_HDF(s->path, H5Pset_coll_metadata_write(access, 1)));
  TC_GUARD(status, TC_HDF(s->path, s->file = H5Fcreate(s->path, H5F_ACC_TRUNC, creation, access)));
  TC_GUARD(status, TC_HDF(s->path, s->collective = H5Pcreate(H5P_DATASET_XFER)));
  TC_GUARD(status, TC_HDF(s->path, H5Pset_dxpl_mpio(s->collective, H5FD_MPIO_COLLECTIVE)));
cleanup:
  tc_hdf_release(access);
  tc_hdf_release(creation);
  return status;
}

tc_status tc_snapshot_file_reserve(const tc_snapshot_file *s, int64_t bytes) {
  int64_t chunk = (int64_t)values_per_chunk * 8;
  if (bytes > chunk) bytes += chunk;  /* the last chunk of a row is stored in full */
  bytes += bytes / 256 + bookkeeping; /* deflate can make a chunk a little larger */
  return tc_world_agree(s->world, s->world->rank ? TC_OK : tc_folder_reserve(s->path, bytes));
}

tc_status tc_snapshot_file_create(const tc_mesh *mesh, const tc_snapshot_about *about, tc_snapshot_file *s) {
  const tc_world *world = s->world;
  int64_t bytes =
      (int64_t)s->nodes * 24 + (int64_t)s->cells * 20 + (about->config ? (int64_t)strlen(about->config) : 0);
  TC_TRY(tc_world_agree(world, make_file(s)));
  TC_TRY(tc_snapshot_file_reserve(s, bytes));
  TC_TRY(tc_world_agree(world, make_groups(s)));
  TC_TRY(write_mesh(s, mesh));
  TC_TRY(tc_world_agree(world, make_field(s)));
  TC_TRY(write_about(s, about));
  return tc_world_agree(world, TC_HDF(s->path, H5Fflush(s->file, H5F_SCOPE_GLOBAL)));
}

tc_status tc_snapshot_file_close(tc_snapshot_file *s) {
  tc_hdf_release(s->v);
  tc_hdf_release(s->time);
  tc_hdf_release(s->step);
  tc_hdf_release(s->collective);
  tc_status status = TC_OK;
  if (s->file >= 0) {
    status = TC_HDF(s->path, H5Fclose(s->file));
    if (s->world->rank == 0) tc_folder_trim(s->path);
  }
  s->file = s->v = s->time = s->step = s->collective = -1;
  return status;
}
