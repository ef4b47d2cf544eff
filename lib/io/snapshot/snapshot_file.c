/* Creates the HDF5 structure of a snapshot file (snapshot_layout.h) and identifies existing files. Only the
 * root calls these functions. The disk space of all data except the values of fields is reserved before HDF5
 * writes, because HDF5 does not report a full disk reliably. The datasets of fields are created last, so that
 * they follow all metadata in the file. No object has a modification time, so that equal runs write equal
 * files. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/directory.h"
#include "base/numeric/hash.h"
#include "io/snapshot/snapshot_file.h"

enum {
  /* Maximum number of bytes that HDF5 needs for a dataset in addition to its values. */
  object_bytes = 1 << 10,
  metadata_bytes = 1 << 18 /* maximum number of bytes of groups, attributes and other HDF5 structures */
};

static tc_status write_hash(hid_t file, const char *path, const char *name, uint64_t hash) {
  char text[17];
  snprintf(text, sizeof text, "%016" PRIx64, hash);
  return tc_hdf_write_text(file, path, name, text);
}

static tc_status write_source(hid_t file, const char *path, const tc_snapshot_metadata *metadata) {
  if (!metadata->mesh_source) return TC_OK;
  TC_TRY(tc_hdf_write_text(file, path, "mesh_source", metadata->mesh_source));
  return write_hash(file, path, "mesh_source_hash", metadata->mesh_source_hash);
}

static tc_status write_metadata(hid_t file, const char *path, const tc_snapshot_metadata *metadata) {
  TC_TRY(tc_hdf_write_text(file, path, "title", metadata->title));
  TC_TRY(tc_hdf_write_text(file, path, "version", metadata->version));
  TC_TRY(tc_hdf_write_text(file, path, "commit", metadata->commit));
  TC_TRY(tc_hdf_write_text(file, path, "config", metadata->config));
  TC_TRY(tc_hdf_write_text(file, path, "overrides", metadata->overrides));
  TC_TRY(tc_hdf_write_text(file, path, "mesh_file", metadata->mesh_file));
  if (metadata->step_sizes) TC_TRY(tc_hdf_write_text(file, path, "step_sizes", metadata->step_sizes));
  if (metadata->method) TC_TRY(tc_hdf_write_text(file, path, "method", metadata->method));
  if (metadata->preconditioner)
    TC_TRY(tc_hdf_write_text(file, path, "preconditioner", metadata->preconditioner));
  TC_TRY(write_source(file, path, metadata));
  return write_hash(file, path, "mesh_hash", metadata->mesh_hash);
}

static tc_status write_mesh(hid_t file, const char *path, const tc_mesh *mesh) {
  const hsize_t nodes = (hsize_t)mesh->nodes, cells = (hsize_t)mesh->cells;
  const tc_hdf_layout points = {.name = "/mesh/points", H5T_NATIVE_DOUBLE, 2, {nodes, 3}};
  const tc_hdf_layout vertices = {.name = "/mesh/cells", H5T_NATIVE_INT32, 2, {cells, 4}};
  const tc_hdf_layout region = {.name = "/mesh/region", H5T_NATIVE_INT32, 1, {cells}};
  TC_TRY(tc_hdf_write_array(file, path, &points, mesh->points, NULL));
  TC_TRY(tc_hdf_write_array(file, path, &vertices, mesh->vertices, NULL));
  return tc_hdf_write_array(file, path, &region, mesh->region, NULL);
}

static tc_status create_groups(hid_t file, const char *path, const tc_snapshot_extras *extras,
                               const tc_snapshot_field *field) {
  static const char *const common[] = {"/mesh", "/field", "/field/frames", "/hash"},
                           *const states[] = {"/state", "/state-frames"};
  for (int i = 0; i < 4; i++) TC_TRY(tc_hdf_create_group(file, path, common[i]));
  if (extras->history) TC_TRY(tc_hdf_create_group(file, path, "/history"));
  for (int i = 0; extras->states && i < 2; i++) TC_TRY(tc_hdf_create_group(file, path, states[i]));
  for (int i = 0; i < extras->states; i++) TC_TRY(tc_hdf_create_group(file, path, field[1 + i].frames));
  return TC_OK;
}

void tc_snapshot_format_history_name(const tc_snapshot_history *history, int column,
                                     char name[TC_SNAPSHOT_NAME]) {
  snprintf(name, TC_SNAPSHOT_NAME, "/history/%s", history->name[column]);
}

void tc_snapshot_format_field_names(const tc_snapshot_extras *extras, tc_snapshot_field *field) {
  field[0] = (tc_snapshot_field){.dataset = "/field/v", .frames = "/field/frames", .hashes = "/hash/v"};
  for (int i = 0; i < extras->states; i++) {
    tc_snapshot_field *state = &field[1 + i];
    snprintf(state->dataset, sizeof state->dataset, "/state/%s", extras->state_name[i]);
    snprintf(state->frames, sizeof state->frames, "/state-frames/%s", extras->state_name[i]);
    snprintf(state->hashes, sizeof state->hashes, "/hash/%s", extras->state_name[i]);
  }
}

/* Creates one virtual dataset for each row of a field. */
static tc_status create_frames(hid_t file, const char *path, const tc_snapshot_field *field, int64_t rows,
                               hsize_t cells) {
  const hsize_t size[2] = {(hsize_t)rows, cells}, count[2] = {1, cells};
  hid_t frames = -1, all = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF(path, frames = H5Gopen2(file, field->frames, H5P_DEFAULT)));
  TC_GUARD(status, TC_HDF(path, all = H5Screate_simple(2, size, NULL)));
  for (int64_t k = 0; k < rows; k++) {
    const hsize_t start[2] = {(hsize_t)k, 0};
    char name[32];
    snprintf(name, sizeof name, "%" PRId64, k);
    TC_GUARD(status, TC_HDF(path, H5Sselect_hyperslab(all, H5S_SELECT_SET, start, NULL, count, NULL)));
    TC_GUARD(status, tc_hdf_create_view(frames, path, name, H5T_NATIVE_DOUBLE, cells, field->dataset, all));
  }
cleanup:
  tc_hdf_close_id(all);
  tc_hdf_close_id(frames);
  return status;
}

static tc_status create_times(hid_t file, const char *path, int64_t rows, tc_snapshot_offsets *out) {
  const double no_time = NAN;
  const int64_t no_step = -1;
  TC_TRY(tc_hdf_write_constant(file, path, "/field/time", H5T_NATIVE_DOUBLE, rows, &no_time, &out->time));
  return tc_hdf_write_constant(file, path, "/field/step", H5T_NATIVE_INT64, rows, &no_step, &out->step);
}

static tc_status create_hashes(hid_t file, const char *path, int64_t rows, int fields,
                               tc_snapshot_field *field) {
  /* hash of an unwritten row; not 0, because a lost disk block may also read as 0 */
  const int64_t unknown = -1;
  for (int f = 0; f < fields; f++)
    TC_TRY(tc_hdf_write_constant(file, path, field[f].hashes, H5T_NATIVE_INT64, rows, &unknown,
                                 &field[f].hash_offset));
  return TC_OK;
}

static tc_status create_fields(hid_t file, const char *path, int64_t rows, hsize_t cells, int fields,
                               tc_snapshot_field *field) {
  for (int f = 0; f < fields; f++) {
    const tc_hdf_layout all = {.name = field[f].dataset, H5T_NATIVE_DOUBLE, 2, {(hsize_t)rows, cells}};
    TC_TRY(tc_hdf_write_array(file, path, &all, NULL, &field[f].offset));
  }
  return TC_OK;
}

static tc_status create_axes(hid_t file, const char *path, const tc_snapshot_extras *extras, hsize_t cells,
                             tc_snapshot_offsets *out) {
  const tc_hdf_layout tensor = {.name = "/mesh/tensor", H5T_NATIVE_DOUBLE, 2, {cells, 6}};
  const tc_hdf_layout fibres = {.name = "/mesh/fibres", H5T_NATIVE_DOUBLE, 2, {cells, 3}};
  if (extras->tensor) TC_TRY(tc_hdf_write_array(file, path, &tensor, NULL, &out->tensor));
  if (extras->fibre) TC_TRY(tc_hdf_write_array(file, path, &fibres, NULL, &out->fibre));
  return TC_OK;
}

static tc_status create_history(hid_t file, const char *path, const tc_snapshot_history *history,
                                tc_snapshot_offsets *out) {
  const int64_t no_step = -1;
  const double no_value = NAN;
  TC_TRY(TC_ALLOC(out->history, 1 + history->columns));
  TC_TRY(tc_hdf_write_constant(file, path, "/history/step", H5T_NATIVE_INT64, history->rows, &no_step,
                               out->history));
  for (int c = 0; c < history->columns; c++) {
    char name[TC_SNAPSHOT_NAME];
    tc_snapshot_format_history_name(history, c, name);
    TC_TRY(tc_hdf_write_constant(file, path, name, H5T_NATIVE_DOUBLE, history->rows, &no_value,
                                 out->history + 1 + c));
  }
  return TC_OK;
}

int64_t tc_snapshot_overhead_bytes(int64_t nodes, int64_t cells, int64_t rows, int fields, bool tensor,
                                   bool fibres) {
  return nodes * 24 + cells * 20 + rows * (fields * (object_bytes + 8) + 16) + fields * object_bytes +
         tc_snapshot_vtk_bytes(cells, rows, fields) + (tensor ? cells * 48 : 0) + (fibres ? cells * 24 : 0) +
         metadata_bytes;
}

/* Reserves the disk space of all data except the values of fields, and checks the limit on file sizes. */
static tc_status reserve_file(const char *path, const tc_mesh *mesh, const tc_snapshot_metadata *metadata,
                              int64_t rows, const tc_snapshot_extras *extras) {
  const int64_t cells = mesh->cells, fields = 1 + extras->states;
  int64_t leading_bytes =
      tc_snapshot_overhead_bytes(mesh->nodes, cells, rows, (int)fields, extras->tensor, extras->fibre);
  if (metadata->config) leading_bytes += (int64_t)strlen(metadata->config);
  if (extras->history)
    leading_bytes += (1 + (int64_t)extras->history->columns) * (8 * extras->history->rows + object_bytes);
  return tc_hdf_reserve(path, leading_bytes, leading_bytes + rows * fields * cells * 8);
}

tc_status tc_snapshot_file_create(const char *path, const tc_mesh *mesh, const tc_snapshot_metadata *metadata,
                                  int64_t rows, const tc_snapshot_extras *extras, tc_snapshot_field *field,
                                  tc_snapshot_offsets *out) {
  const hsize_t cells = (hsize_t)mesh->cells;
  const int fields = 1 + extras->states;
  hid_t file = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_hdf_create(path, 0, &file));
  TC_GUARD(status, reserve_file(path, mesh, metadata, rows, extras));
  TC_GUARD(status, create_groups(file, path, extras, field));
  TC_GUARD(status, write_metadata(file, path, metadata));
  TC_GUARD(status, write_mesh(file, path, mesh));
  TC_GUARD(status, create_axes(file, path, extras, cells, out));
  if (extras->history) TC_GUARD(status, create_history(file, path, extras->history, out));
  TC_GUARD(status, create_times(file, path, rows, out));
  /* The hash of the mesh is also stored as a number, because HDF5 does not protect texts by a checksum. */
  TC_GUARD(status,
           tc_hdf_write_numbers(file, path, "/hash", "mesh", H5T_NATIVE_UINT64, 0, &metadata->mesh_hash));
  TC_GUARD(status, create_hashes(file, path, rows, fields, field));
  for (int f = 0; f < fields; f++) TC_GUARD(status, create_frames(file, path, &field[f], rows, cells));
  TC_GUARD(status, tc_snapshot_vtk_create(file, path, rows, mesh->nodes, mesh->cells, fields, field));
  /* The large datasets of fields are created last. Virtual datasets may refer to datasets that do not exist
   * yet. */
  TC_GUARD(status, create_fields(file, path, rows, cells, fields, field));
cleanup:
  status = tc_hdf_close(file, path, status);
  if (!status) tc_file_release_space(path);
  return status;
}

/* ---- identification and hashes ---- */

/* True if the attribute is a single integer. */
static bool is_number(hid_t attribute) {
  const hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
  const bool is_single = H5Sget_simple_extent_npoints(space) == 1 && H5Tget_class(type) == H5T_INTEGER;
  tc_hdf_close_id(space);
  tc_hdf_close_id(type);
  return is_single;
}

static tc_status read_mesh_number(hid_t file, const char *path, char hash[17]) {
  uint64_t number = 0;
  hid_t attribute = -1;
  TC_TRY(TC_HDF_READ(path, attribute = H5Aopen_by_name(file, "/hash", "mesh", H5P_DEFAULT, H5P_DEFAULT)));
  const bool is_single = is_number(attribute);
  const tc_status status =
      is_single ? TC_HDF_READ(path, H5Aread(attribute, H5T_NATIVE_UINT64, &number)) : TC_OK;
  snprintf(hash, 17, "%016" PRIx64, number);
  if (!is_single) hash[0] = '\0';
  tc_hdf_close_id(attribute);
  return status;
}

/* Reads the hash of the mesh from the text attribute of the root. Files of older versions have only this
 * attribute. */
static tc_status read_mesh_text(hid_t file, const char *path, char hash[17]) {
  char *text = NULL;
  TC_TRY(tc_hdf_read_text(file, path, "mesh_hash", &text));
  const bool is_valid = text && strspn(text, "0123456789abcdef") == 16 && !text[16];
  snprintf(hash, 17, "%s", is_valid ? text : "");
  tc_free(text);
  return TC_OK;
}

tc_status tc_snapshot_file_read_mesh_hash(hid_t file, const char *path, char hash[17]) {
  bool has_hashes;
  hash[0] = '\0';
  TC_TRY(tc_hdf_exists(file, path, "/hash", &has_hashes));
  return has_hashes ? read_mesh_number(file, path, hash) : read_mesh_text(file, path, hash);
}

tc_status tc_snapshot_file_has_hashes(hid_t file, const char *path, const char *name, bool *out) {
  bool exists = false;
  TC_TRY(tc_hdf_exists(file, path, "/hash", out));
  if (*out) TC_TRY(tc_hdf_exists(file, path, name, &exists));
  if (*out == exists) return TC_OK;
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
