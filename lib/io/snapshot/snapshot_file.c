/* Creates the HDF5 structure of a snapshot file (layout in snapshot.h) and reads its identification.
 * The root calls it. Disk space for everything but the field values is reserved before HDF5 writes, because
 * HDF5 does not report a full disk reliably. Field datasets are created last, so that ranks write beyond the
 * metadata. No object stores a modification time, so that files of equal runs are equal. */
#include "io/snapshot/snapshot_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/numeric/hash.h"
#include "io/hdf/raw_rows.h"
#include "io/snapshot/snapshot_history.h"
#include "io/snapshot/snapshot_vtk.h"

enum {
  values_per_chunk = 1 << 20,
  frame_bytes = 1 << 10, /* upper limit of the bytes that HDF5 needs for a virtual dataset */
  bookkeeping = 1 << 18, /* upper limit of the bytes of all other objects */
  alignment = 8 /* each number is in one page, so that a killed process cannot leave half of it written */
};

static tc_status write_metadata(hid_t file, const char *path, const tc_snapshot_metadata *about) {
  char hash[17];
  snprintf(hash, sizeof hash, "%016" PRIx64, about->mesh_hash);
  TC_TRY(tc_hdf_attribute(file, path, "title", about->title));
  TC_TRY(tc_hdf_attribute(file, path, "version", about->version));
  TC_TRY(tc_hdf_attribute(file, path, "commit", about->commit));
  TC_TRY(tc_hdf_attribute(file, path, "config", about->config));
  TC_TRY(tc_hdf_attribute(file, path, "overrides", about->overrides));
  TC_TRY(tc_hdf_attribute(file, path, "mesh_file", about->mesh_file));
  if (about->step_sizes) TC_TRY(tc_hdf_attribute(file, path, "step_sizes", about->step_sizes));
  return tc_hdf_attribute(file, path, "mesh_hash", hash);
}

static tc_status write_array(hid_t file, const char *path, const tc_hdf_layout *layout, const void *numbers) {
  hid_t dataset = -1;
  const hsize_t rows = layout->size[0], width = layout->dimensions > 1 ? layout->size[1] : 1;
  const hsize_t most = TC_RAW_ROWS_TRANSFER_MAX / width, bytes = width * H5Tget_size(layout->type);
  tc_status status = tc_hdf_dataset(file, path, layout, &dataset);
  for (hsize_t row = 0; row < rows && !status; row += most) {
    const tc_hdf_box box = {layout->dimensions, {row}, {rows - row < most ? rows - row : most, width}};
    status =
        tc_hdf_write(dataset, path, layout->type, H5P_DEFAULT, &box, (const char *)numbers + row * bytes);
  }
  tc_hdf_close_id(dataset);
  return status;
}

static tc_status write_mesh(hid_t file, const char *path, const tc_mesh *mesh) {
  const hsize_t nodes = (hsize_t)mesh->nodes, cells = (hsize_t)mesh->cells;
  const tc_hdf_layout points = {.name = "/mesh/points", H5T_NATIVE_DOUBLE, 2, {nodes, 3}};
  const tc_hdf_layout vertices = {.name = "/mesh/cells", H5T_NATIVE_INT32, 2, {cells, 4}};
  const tc_hdf_layout region = {.name = "/mesh/region", H5T_NATIVE_INT32, 1, {cells}};
  TC_TRY(write_array(file, path, &points, mesh->points));
  TC_TRY(write_array(file, path, &vertices, mesh->vertices));
  return write_array(file, path, &region, mesh->region);
}

static tc_status create_groups(hid_t file, const char *path, const char *const *names, int count) {
  hid_t creation = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF(path, creation = H5Pcreate(H5P_GROUP_CREATE)));
  TC_GUARD(status, TC_HDF(path, H5Pset_obj_track_times(creation, 0)));
  for (int i = 0; i < count; i++) {
    hid_t group = H5Gcreate2(file, names[i], H5P_DEFAULT, creation, H5P_DEFAULT);
    TC_GUARD(status, TC_HDF(path, group));
    tc_hdf_close_id(group);
  }
cleanup:
  tc_hdf_close_id(creation);
  return status;
}

static tc_status create_all_groups(hid_t file, const char *path, const tc_snapshot_extras *extras,
                                   const tc_snapshot_field *field) {
  static const char *const always[] = {"/mesh", "/field", "/field/frames", "/hash"},
                           *const history[] = {"/history"}, *const states[] = {"/state", "/state-frames"};
  TC_TRY(create_groups(file, path, always, 4));
  if (extras && extras->history) TC_TRY(create_groups(file, path, history, 1));
  if (extras && extras->states) TC_TRY(create_groups(file, path, states, 2));
  for (int i = 0; extras && i < extras->states; i++) {
    const char *const frames = field[1 + i].frames;
    TC_TRY(create_groups(file, path, &frames, 1));
  }
  return TC_OK;
}

void tc_snapshot_field_names(const tc_snapshot_extras *extras, tc_snapshot_field *field) {
  field[0] = (tc_snapshot_field){.dataset = "/field/v", .frames = "/field/frames", .hashes = "/hash/v"};
  for (int i = 0; extras && i < extras->states; i++) {
    tc_snapshot_field *state = &field[1 + i];
    snprintf(state->dataset, sizeof state->dataset, "/state/%s", extras->state_name[i]);
    snprintf(state->frames, sizeof state->frames, "/state-frames/%s", extras->state_name[i]);
    snprintf(state->hashes, sizeof state->hashes, "/hash/%s", extras->state_name[i]);
  }
}

/* Creates the virtual dataset of row k of a field. `all` is the dataspace of the field. */
static tc_status create_frame(hid_t frames, const char *path, const char *dataset, hid_t all, int64_t k,
                              hsize_t cells) {
  const hsize_t start[2] = {(hsize_t)k, 0}, count[2] = {1, cells};
  hid_t space = -1, creation = -1, frame = -1;
  tc_status status = TC_OK;
  char name[32];
  snprintf(name, sizeof name, "%" PRId64, k);
  TC_GUARD(status, TC_HDF(path, H5Sselect_hyperslab(all, H5S_SELECT_SET, start, NULL, count, NULL)));
  TC_GUARD(status, TC_HDF(path, space = H5Screate_simple(1, &cells, NULL)));
  TC_GUARD(status, TC_HDF(path, creation = H5Pcreate(H5P_DATASET_CREATE)));
  TC_GUARD(status, TC_HDF(path, H5Pset_obj_track_times(creation, 0)));
  TC_GUARD(status, TC_HDF(path, H5Pset_virtual(creation, space, ".", dataset, all)));
  frame = H5Dcreate2(frames, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  TC_GUARD(status, TC_HDF(path, frame));
cleanup:
  tc_hdf_close_id(frame);
  tc_hdf_close_id(creation);
  tc_hdf_close_id(space);
  return status;
}

static tc_status create_frames(hid_t file, const char *path, const tc_snapshot_field *field, int64_t rows,
                               hsize_t cells) {
  const hsize_t size[2] = {(hsize_t)rows, cells};
  hid_t frames = -1, all = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF(path, frames = H5Gopen2(file, field->frames, H5P_DEFAULT)));
  TC_GUARD(status, TC_HDF(path, all = H5Screate_simple(2, size, NULL)));
  for (int64_t k = 0; k < rows; k++)
    TC_GUARD(status, create_frame(frames, path, field->dataset, all, k, cells));
cleanup:
  tc_hdf_close_id(all);
  tc_hdf_close_id(frames);
  return status;
}

/* Creates a dataset whose values the ranks write later as raw numbers. Returns its byte offset in the
 * file. */
static tc_status create_hole(hid_t file, const char *path, const tc_hdf_layout *layout, int64_t *offset) {
  hid_t dataset = -1;
  TC_TRY(tc_hdf_dataset(file, path, layout, &dataset));
  const tc_status status = tc_hdf_data_offset(dataset, path, layout->size[0] > 0, offset);
  tc_hdf_close_id(dataset);
  return status;
}

static tc_status create_times(hid_t file, const char *path, int64_t rows, tc_snapshot_offsets *out) {
  const double no_time = NAN;
  const int64_t no_step = -1;
  const tc_hdf_layout time = {.name = "/field/time", H5T_NATIVE_DOUBLE, 1, {(hsize_t)rows}};
  const tc_hdf_layout step = {.name = "/field/step", H5T_NATIVE_INT64, 1, {(hsize_t)rows}};
  TC_TRY(tc_hdf_write_dataset(file, path, &time, &no_time, &out->time));
  return tc_hdf_write_dataset(file, path, &step, &no_step, &out->step);
}

/* Stores the hash of the mesh as a number, because HDF5 does not protect texts by a checksum. */
static tc_status write_mesh_number(hid_t file, const char *path, uint64_t hash) {
  hid_t space = -1, attribute = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF(path, space = H5Screate(H5S_SCALAR)));
  TC_GUARD(status, TC_HDF(path, attribute = H5Acreate_by_name(file, "/hash", "mesh", H5T_NATIVE_UINT64, space,
                                                              H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)));
  TC_GUARD(status, TC_HDF(path, H5Awrite(attribute, H5T_NATIVE_UINT64, &hash)));
cleanup:
  tc_hdf_close_id(attribute);
  tc_hdf_close_id(space);
  return status;
}

static tc_status create_hashes(hid_t file, const char *path, int64_t rows, int fields,
                               tc_snapshot_field *field) {
  const int64_t unknown = -1; /* not 0, because lost disk blocks often read as zeros */
  for (int f = 0; f < fields; f++) {
    const tc_hdf_layout all = {.name = field[f].hashes, H5T_NATIVE_INT64, 1, {(hsize_t)rows}};
    TC_TRY(tc_hdf_write_dataset(file, path, &all, &unknown, &field[f].hash_at));
  }
  return TC_OK;
}

static tc_status create_fields(hid_t file, const char *path, int64_t rows, hsize_t cells, int fields,
                               tc_snapshot_field *field) {
  for (int f = 0; f < fields; f++) {
    const tc_hdf_layout all = {.name = field[f].dataset, H5T_NATIVE_DOUBLE, 2, {(hsize_t)rows, cells}};
    TC_TRY(create_hole(file, path, &all, &field[f].offset));
  }
  return TC_OK;
}

static tc_status create_axes(hid_t file, const char *path, const tc_snapshot_extras *extras, hsize_t cells,
                             tc_snapshot_offsets *out) {
  const tc_hdf_layout tensor = {.name = "/mesh/tensor", H5T_NATIVE_DOUBLE, 2, {cells, 6}};
  const tc_hdf_layout fibres = {.name = "/mesh/fibres", H5T_NATIVE_DOUBLE, 2, {cells, 3}};
  if (extras && extras->tensor) TC_TRY(create_hole(file, path, &tensor, &out->tensor));
  if (extras && extras->fibre) TC_TRY(create_hole(file, path, &fibres, &out->fibre));
  return TC_OK;
}

static tc_status create_history(hid_t file, const char *path, const tc_snapshot_history *history,
                                tc_snapshot_offsets *out) {
  TC_TRY(TC_ALLOC(out->history, 1 + history->columns));
  return tc_snapshot_history_create(file, path, history, out->history);
}

/* Creates the file. Object headers without times and attributes of any length require format 1.8 or newer. */
static tc_status create_file(const char *path, hid_t *file) {
  hid_t creation = -1, access = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF(path, creation = H5Pcreate(H5P_FILE_CREATE)));
  TC_GUARD(status, TC_HDF(path, H5Pset_obj_track_times(creation, 0)));
  TC_GUARD(status, tc_hdf_access(path, &access));
  TC_GUARD(status, TC_HDF(path, H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST)));
  TC_GUARD(status, TC_HDF(path, H5Pset_alignment(access, 0, alignment)));
  TC_GUARD(status, TC_HDF(path, *file = H5Fcreate(path, H5F_ACC_TRUNC, creation, access)));
cleanup:
  tc_hdf_close_id(access);
  tc_hdf_close_id(creation);
  return status;
}

int64_t tc_snapshot_overhead_bytes(int64_t nodes, int64_t cells, int64_t rows, int fields, bool tensor,
                                   bool fibres) {
  return nodes * 24 + cells * 20 + rows * (fields * (frame_bytes + 8) + 16) + fields * frame_bytes +
         tc_snapshot_vtk_bytes(cells, rows, fields) + (tensor ? cells * 48 : 0) + (fibres ? cells * 24 : 0) +
         bookkeeping;
}

/* Reserves all space at once and checks the file size limit, because HDF5 may crash on a full disk or hide
 * the reason. */
static tc_status reserve_file(const char *path, const tc_mesh *mesh, const tc_snapshot_metadata *about,
                              int64_t rows, const tc_snapshot_extras *extras) {
  const tc_snapshot_extras none = {0}, *e = extras ? extras : &none;
  const int64_t cells = mesh->cells, fields = 1 + e->states;
  const int64_t front =
      tc_snapshot_overhead_bytes(mesh->nodes, cells, rows, (int)fields, e->tensor, e->fibre) +
      (int64_t)(about->config ? strlen(about->config) : 0) +
      (e->history ? tc_snapshot_history_bytes(e->history) : 0);
  TC_TRY(tc_file_check_size_limit(path, front + rows * fields * cells * 8));
  return tc_file_reserve_space(path, 0, front);
}

tc_status tc_snapshot_file_create(const char *path, const tc_mesh *mesh, const tc_snapshot_metadata *about,
                                  int64_t rows, const tc_snapshot_extras *extras, tc_snapshot_field *field,
                                  tc_snapshot_offsets *out) {
  const hsize_t cells = (hsize_t)mesh->cells;
  const int fields = 1 + (extras ? extras->states : 0);
  hid_t file = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, create_file(path, &file));
  TC_GUARD(status, reserve_file(path, mesh, about, rows, extras));
  TC_GUARD(status, create_all_groups(file, path, extras, field));
  TC_GUARD(status, write_metadata(file, path, about));
  TC_GUARD(status, write_mesh(file, path, mesh));
  TC_GUARD(status, create_axes(file, path, extras, cells, out));
  if (extras && extras->history) TC_GUARD(status, create_history(file, path, extras->history, out));
  TC_GUARD(status, create_times(file, path, rows, out));
  TC_GUARD(status, write_mesh_number(file, path, about->mesh_hash));
  TC_GUARD(status, create_hashes(file, path, rows, fields, field));
  for (int f = 0; f < fields; f++) TC_GUARD(status, create_frames(file, path, &field[f], rows, cells));
  TC_GUARD(status, tc_snapshot_vtk_create(file, path, rows, mesh->nodes, mesh->cells, fields, field));
  /* The large fields are created last. Virtual datasets may refer to fields that do not exist yet. */
  TC_GUARD(status, create_fields(file, path, rows, cells, fields, field));
cleanup:
  status = tc_hdf_close(file, path, status);
  if (!status) tc_file_release_space(path);
  return status;
}

/* Callback of H5Aiterate2 for each root attribute. Copies it to the file whose id is at `to`. */
static herr_t copy_attribute(hid_t from, const char *name, const H5A_info_t *info, void *to) {
  (void)info;
  char *text = NULL;
  hid_t attribute = H5Aopen(from, name, H5P_DEFAULT), type = H5Aget_type(attribute);
  herr_t result = H5Aread(attribute, type, &text);
  tc_status status = result < 0 ? TC_OK : tc_hdf_attribute(*(hid_t *)to, "", name, text);
  if (status) result = -1;
  tc_status_free(&status);
  H5free_memory(text);
  tc_hdf_close_id(type);
  tc_hdf_close_id(attribute);
  return result;
}

/* Copies everything except the datasets of the fields. */
static tc_status copy_rest(hid_t from, hid_t to, const char *path, bool states) {
  static const char *const groups[] = {"/field", "/state"};
  static const char *const objects[] = {"/mesh",         "/field/time", "/field/step", "/field/frames",
                                        "/state-frames", "/history",    "/hash"};
  hsize_t at = 0;
  TC_TRY(create_groups(to, path, groups, states ? 2 : 1));
  TC_TRY(TC_HDF(path, H5Aiterate2(from, H5_INDEX_NAME, H5_ITER_INC, &at, copy_attribute, &to)));
  for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
    bool there;
    TC_TRY(tc_hdf_exists_collective(from, path, objects[i], &there));
    if (there) TC_TRY(TC_HDF(path, H5Ocopy(from, objects[i], to, objects[i], H5P_DEFAULT, H5P_DEFAULT)));
  }
  return TC_OK;
}

static tc_status create_compressed(hid_t to, const char *path, int64_t rows, tc_gid cells,
                                   const char *dataset, int compress) {
  const hsize_t width = (hsize_t)cells, chunk = width < values_per_chunk ? width : values_per_chunk;
  const tc_hdf_layout all =
      {.name = dataset, H5T_NATIVE_DOUBLE, 2, {(hsize_t)rows, width}, {1, chunk}, (unsigned)compress};
  hid_t made = -1;
  TC_TRY(tc_hdf_dataset(to, path, &all, &made));
  tc_hdf_close_id(made);
  return TC_OK;
}

tc_status tc_snapshot_file_copy(const char *from, const char *to, int64_t rows, tc_gid nodes, tc_gid cells,
                                int fields, const tc_snapshot_field *field, int compress) {
  hid_t old = -1, new = -1, access = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_hdf_access(from, &access));
  TC_GUARD(status, TC_HDF(from, old = H5Fopen(from, H5F_ACC_RDONLY, access)));
  TC_GUARD(status, create_file(to, &new));
  TC_GUARD(status, copy_rest(old, new, to, fields > 1));
  for (int f = 0; f < fields; f++)
    TC_GUARD(status, create_compressed(new, to, rows, cells, field[f].dataset, compress));
  TC_GUARD(status, tc_snapshot_vtk_create(new, to, rows, nodes, cells, fields, field));
cleanup:
  if (new >= 0 && H5Fclose(new) < 0 && !status) status = TC_HDF(to, -1);
  tc_hdf_close_id(old);
  tc_hdf_close_id(access);
  return status;
}

/* True if the attribute is a single integer. */
static bool is_number(hid_t attribute) {
  const hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
  const bool one = H5Sget_simple_extent_npoints(space) == 1 && H5Tget_class(type) == H5T_INTEGER;
  tc_hdf_close_id(space);
  tc_hdf_close_id(type);
  return one;
}

static tc_status read_mesh_number(hid_t file, const char *path, char hash[17]) {
  uint64_t number = 0;
  hid_t attribute = -1;
  TC_TRY(TC_HDF_READ(path, attribute = H5Aopen_by_name(file, "/hash", "mesh", H5P_DEFAULT, H5P_DEFAULT)));
  const bool one = is_number(attribute);
  const tc_status status = one ? TC_HDF_READ(path, H5Aread(attribute, H5T_NATIVE_UINT64, &number)) : TC_OK;
  snprintf(hash, 17, "%016" PRIx64, number);
  if (!one) hash[0] = '\0';
  tc_hdf_close_id(attribute);
  return status;
}

/* Reads the hash of the mesh from its text attribute, which alone exists in files of older versions. */
static tc_status read_mesh_text(hid_t file, const char *path, char hash[17]) {
  char *text = NULL;
  TC_TRY(tc_hdf_text(file, path, "mesh_hash", &text));
  const bool fine = text && strspn(text, "0123456789abcdef") == 16 && !text[16];
  snprintf(hash, 17, "%s", fine ? text : "");
  tc_free(text);
  return TC_OK;
}

tc_status tc_snapshot_file_mesh(hid_t file, const char *path, char hash[17]) {
  bool newer;
  hash[0] = '\0';
  TC_TRY(tc_hdf_exists(file, path, "/hash", &newer));
  return newer ? read_mesh_number(file, path, hash) : read_mesh_text(file, path, hash);
}

tc_status tc_snapshot_file_hashes(hid_t file, const char *path, const char *name, bool *out) {
  bool there = false;
  TC_TRY(tc_hdf_exists(file, path, "/hash", out));
  if (*out) TC_TRY(tc_hdf_exists(file, path, name, &there));
  if (*out == there) return TC_OK;
  return tc_status_create(TC_INPUT, "%s: is damaged: dataset %s is missing: restore the file", path, name);
}

int64_t tc_snapshot_row_hash(int64_t values, tc_gid cells, int64_t step, double time) {
  uint64_t sum;
  double number;
  memcpy(&number, &step, sizeof number);
  memcpy(&sum, &values, sizeof sum);
  sum += tc_hash_element((uint64_t)cells, time) + tc_hash_element((uint64_t)cells + 1, number);
  memcpy(&values, &sum, sizeof sum);
  return values;
}

bool tc_snapshot_file_is_own(const char *path) {
  bool own = false;
  hid_t access = -1, file = -1;
  if (!tc_file_starts_with(path, "\211HDF\r\n\032\n"))
    return false; /* files without the signature of HDF5 are not opened, because HDF5 may fail on them */
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  tc_status status = tc_hdf_access(path, &access);
  if (!status) file = H5Fopen(path, H5F_ACC_RDONLY, access);
  if (file >= 0) own = H5Aexists(file, "mesh_hash") > 0 && H5Lexists(file, "/field", H5P_DEFAULT) > 0;
  tc_status_free(&status);
  tc_hdf_close_id(file);
  tc_hdf_close_id(access);
  return own;
}
