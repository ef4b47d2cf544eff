/* Reads one field at one step from a snapshot file and checks it (see snapshot_read.h).
 * The order is: check the mesh hash, read the steps, find the row, read time and values, compare the stored
 * hash. Large rows are read in blocks, so that HDF5 needs no second copy of a row. */
#include "io/snapshot/snapshot_read.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "base/text/line.h"
#include "io/snapshot/snapshot_file.h"

enum { values_at_once = 1 << 24 };

/* An open file and the steps of its rows. */
typedef struct reader {
  const char *path;
  hid_t file;
  hsize_t rows;
  int64_t *step; /* [rows] -1 if the row was not written */
} reader;

static tc_status check_hash(const reader *r, uint64_t wanted) {
  char hash[17], found[17] = "";
  bool there;
  snprintf(hash, sizeof hash, "%016" PRIx64, wanted);
  TC_TRY(tc_hdf_exists(r->file, r->path, "/field", &there));
  if (there) TC_TRY(tc_snapshot_file_mesh(r->file, r->path, found));
  if (!found[0])
    return tc_status_create(TC_INPUT, "%s: is no snapshot file of Tetracast: use another file", r->path);
  if (strcmp(found, hash) == 0) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: contains fields of another mesh (hash %s, this mesh has %s): use another file",
                          r->path, found, hash);
}

static tc_status read_steps(reader *r) {
  int dimensions;
  hsize_t size[2];
  hid_t dataset = -1;
  tc_status status = TC_OK;
  TC_TRY(tc_hdf_open_dataset(r->file, r->path, "/field/step", &dimensions, size, &dataset));
  r->rows = size[0];
  const tc_hdf_box box = {1, {0}, {r->rows}};
  TC_GUARD(status, TC_ALLOC(r->step, r->rows));
  TC_GUARD(status, tc_hdf_read(dataset, r->path, H5T_NATIVE_INT64, &box, r->step));
cleanup:
  tc_hdf_close_id(dataset);
  return status;
}

static tc_status no_such_step(const reader *r, int64_t wanted) {
  tc_line list = {0};
  for (hsize_t k = 0; k < r->rows; k++) {
    char number[32];
    snprintf(number, sizeof number, "%" PRId64, r->step[k]);
    if (k < 20 && r->step[k] >= 0) tc_line_add_item(&list, number);
    if (k == 20) tc_line_add_item(&list, "..");
  }
  if (wanted < 0 || !list.length)
    return tc_status_create(TC_INPUT, "%s: contains no snapshot yet: use another file", r->path);
  return tc_status_create(TC_INPUT, "%s: has no snapshot of step %" PRId64 ": use one of the steps %s",
                          r->path, wanted, list.text);
}

/* Finds the row of a step; a negative step selects the last row written. */
static tc_status find_row(const reader *r, int64_t step, hsize_t *row) {
  for (hsize_t k = r->rows; k-- > 0;)
    if (r->step[k] >= 0 && (step < 0 || r->step[k] == step)) {
      *row = k;
      return TC_OK;
    }
  return no_such_step(r, step);
}

/* Reads number `row` of a one-dimensional dataset. */
static tc_status read_number(const reader *r, const char *name, hid_t type, hsize_t row, void *out) {
  int dimensions;
  hsize_t size[2];
  hid_t dataset = -1;
  const tc_hdf_box box = {1, {row}, {1}};
  TC_TRY(tc_hdf_open_dataset(r->file, r->path, name, &dimensions, size, &dataset));
  const bool fits = dimensions == 1 && row < size[0];
  const tc_status status =
      fits ? tc_hdf_read(dataset, r->path, type, &box, out)
           : tc_status_create(TC_INPUT, "%s: dataset %s has fewer rows than steps: restore the file", r->path,
                              name);
  tc_hdf_close_id(dataset);
  return status;
}

static tc_status read_pieces(const reader *r, hid_t dataset, hsize_t row, hsize_t cells, double *value) {
  for (hsize_t from = 0; from < cells; from += values_at_once) {
    const hsize_t left = cells - from;
    const tc_hdf_box box = {2, {row, from}, {1, left < values_at_once ? left : values_at_once}};
    TC_TRY(tc_hdf_read(dataset, r->path, H5T_NATIVE_DOUBLE, &box, value + from));
  }
  return TC_OK;
}

static tc_status read_values(const reader *r, const tc_snapshot_query *wish, hsize_t row, double **out) {
  int dimensions;
  hsize_t size[2];
  hid_t dataset = -1;
  tc_status status = TC_OK;
  bool there = true;
  if (wish->optional) TC_TRY(tc_hdf_exists(r->file, r->path, wish->dataset, &there));
  if (!there) return TC_OK;
  TC_TRY(tc_hdf_open_dataset(r->file, r->path, wish->dataset, &dimensions, size, &dataset));
  if (dimensions != 2 || size[1] != (hsize_t)wish->cells || row >= size[0])
    TC_GUARD(status, tc_status_create(TC_INPUT, "%s: dataset %s does not fit the mesh: use another file",
                                      r->path, wish->dataset));
  TC_GUARD(status, TC_ALLOC(*out, wish->cells));
  TC_GUARD(status, read_pieces(r, dataset, row, (hsize_t)wish->cells, *out));
cleanup:
  tc_hdf_close_id(dataset);
  return status;
}

static tc_status check_finite(const reader *r, const tc_snapshot_query *wish, hsize_t row,
                              const double *value) {
  for (tc_gid c = 0; value && c < wish->cells; c++)
    if (!isfinite(value[c]))
      return tc_status_create(TC_INPUT,
                              "%s: the value of cell %lld at step %" PRId64
                              " is not finite: use another step",
                              r->path, (long long)c + wish->base, r->step[row]);
  return TC_OK;
}

/* Reads the stored hash of the row. Returns -1 in *out if the file has none, because an older version wrote
 * it. */
static tc_status read_hash(const reader *r, const tc_snapshot_query *wish, hsize_t row, int64_t *out) {
  char name[TC_SNAPSHOT_NAME];
  *out = -1;
  snprintf(name, sizeof name, "/hash%s", strrchr(wish->dataset, '/'));
  bool known;
  TC_TRY(tc_snapshot_file_hashes(r->file, r->path, name, &known));
  return known ? read_number(r, name, H5T_NATIVE_INT64, row, out) : TC_OK;
}

static tc_status check_row(const reader *r, const tc_snapshot_query *wish, hsize_t row,
                           const tc_snapshot_values *found) {
  uint64_t sum = 0;
  int64_t values, wanted;
  if (!found->value) return TC_OK;
  TC_TRY(read_hash(r, wish, row, &wanted));
  for (tc_gid c = 0; c < wish->cells; c++) sum += tc_hash_element((uint64_t)c, found->value[c]);
  memcpy(&values, &sum, sizeof values);
  if (wanted == -1 || tc_snapshot_row_hash(values, wish->cells, found->step, found->time) == wanted)
    return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: is damaged: %s at step %" PRId64
                          " differs from what was written: restore the file",
                          r->path, wish->dataset, found->step);
}

static tc_status read_all(reader *r, const tc_snapshot_query *wish, tc_snapshot_values *out) {
  hsize_t row = 0;
  TC_TRY(check_hash(r, wish->mesh_hash));
  TC_TRY(read_steps(r));
  TC_TRY(find_row(r, wish->step, &row));
  out->step = r->step[row];
  TC_TRY(read_number(r, "/field/time", H5T_NATIVE_DOUBLE, row, &out->time));
  TC_TRY(read_values(r, wish, row, &out->value));
  TC_TRY(check_row(r, wish, row, out));
  return check_finite(r, wish, row, out->value);
}

tc_status tc_snapshot_read(const tc_snapshot_query *wish, tc_snapshot_values *out) {
  reader r = {.path = wish->path, .file = -1};
  *out = (tc_snapshot_values){0};
  TC_TRY(tc_hdf_open(wish->path, &r.file));
  const tc_status status = read_all(&r, wish, out);
  tc_hdf_close_id(r.file);
  tc_free(r.step);
  if (status) {
    tc_free(out->value);
    out->value = NULL;
  }
  return status;
}

static tc_status hash_row(hid_t file, const char *path, hsize_t row, int64_t *out) {
  int dimensions;
  hsize_t size[2] = {0, 0};
  hid_t dataset = -1;
  double *value = NULL;
  uint64_t sum = 0;
  tc_status status = TC_OK;
  TC_TRY(tc_hdf_open_dataset(file, path, "/field/v", &dimensions, size, &dataset));
  if (dimensions != 2 || row >= size[0])
    TC_GUARD(status, tc_status_create(TC_INPUT, "%s: /field/v has no such row: restore the file", path));
  TC_GUARD(status, TC_ALLOC(value, size[1]));
  const tc_hdf_box box = {2, {row, 0}, {1, size[1]}};
  TC_GUARD(status, tc_hdf_read(dataset, path, H5T_NATIVE_DOUBLE, &box, value));
  for (hsize_t c = 0; c < size[1]; c++) sum += tc_hash_element(c, value[c]);
  memcpy(out, &sum, sizeof *out);
cleanup:
  tc_free(value);
  tc_hdf_close_id(dataset);
  return status;
}

bool tc_snapshot_row_matches(const char *path, int64_t row, int64_t hash) {
  int64_t found = 0;
  hid_t file = -1;
  tc_status status = tc_hdf_open(path, &file);
  if (!status) status = hash_row(file, path, (hsize_t)row, &found);
  tc_hdf_close_id(file);
  const bool same = !status && found == hash;
  tc_status_free(&status);
  return same;
}

bool tc_snapshot_is_unfinished(const char *path) {
  reader r = {.path = path, .file = -1};
  tc_status status = tc_hdf_open(path, &r.file);
  if (!status) status = read_steps(&r);
  const bool unfinished = !status && r.rows > 0 && r.step[r.rows - 1] < 0;
  tc_hdf_close_id(r.file);
  tc_free(r.step);
  tc_status_free(&status);
  return unfinished;
}
