/* Reads a field of one snapshot from a file and checks it (see snapshot_read.h). First checks the hash of the
 * mesh. Then finds the row by its step number, reads its time and values, and compares the hash of the row
 * with the stored hash. Large rows are read in blocks, so that HDF5 needs no copy of a whole row. */
#include "io/snapshot/snapshot_read.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/numeric/hash.h"
#include "base/text/line.h"
#include "io/snapshot/snapshot_file.h"

enum { values_per_block = 1 << 20 };

/* An open snapshot file and the step number of each row. */
typedef struct reader {
  const char *path;
  hid_t file;
  hsize_t rows;
  int64_t *step; /* [rows] step number; -1 if the row is not written */
} reader;

static tc_status check_mesh_hash(const reader *r, uint64_t expected) {
  char hash[17], found[17] = "";
  bool exists;
  snprintf(hash, sizeof hash, "%016" PRIx64, expected);
  TC_TRY(tc_hdf_exists(r->file, r->path, "/field", &exists));
  if (exists) TC_TRY(tc_snapshot_file_read_mesh_hash(r->file, r->path, found));
  if (!found[0])
    return tc_status_create(TC_INPUT, "%s: is not a snapshot file of Tetracast: use another file", r->path);
  if (strcmp(found, hash) == 0) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: contains fields of another mesh (hash %s, this mesh has %s): use another file",
                          r->path, found, hash);
}

static tc_status read_steps(reader *r) {
  TC_TRY(tc_hdf_read_column(r->file, r->path, "/field/step", H5T_NATIVE_INT64, 0, 0, NULL, &r->rows));
  TC_TRY(TC_ALLOC(r->step, r->rows));
  return tc_hdf_read_column(r->file, r->path, "/field/step", H5T_NATIVE_INT64, 0, r->rows, r->step, &r->rows);
}

static tc_status missing_step_error(const reader *r, int64_t expected) {
  tc_line list = {0};
  for (hsize_t k = 0; k < r->rows; k++) {
    char number[32];
    snprintf(number, sizeof number, "%" PRId64, r->step[k]);
    if (k < 20 && r->step[k] >= 0) tc_line_add_item(&list, number);
    if (k == 20) tc_line_add_item(&list, "..");
  }
  if (expected < 0 || !list.length)
    return tc_status_create(TC_INPUT, "%s: contains no snapshot yet: use another file", r->path);
  return tc_status_create(TC_INPUT, "%s: has no snapshot of step %" PRId64 ": use one of the steps %s",
                          r->path, expected, list.text);
}

/* Finds the row of the step `step`. A negative step selects the last written row. */
static tc_status find_row(const reader *r, int64_t step, hsize_t *row) {
  for (hsize_t k = r->rows; k-- > 0;)
    if (r->step[k] >= 0 && (step < 0 || r->step[k] == step)) {
      *row = k;
      return TC_OK;
    }
  return missing_step_error(r, step);
}

/* Reads element `row` of a one-dimensional dataset. */
static tc_status read_number(const reader *r, const char *name, hid_t type, hsize_t row, void *out) {
  hsize_t rows;
  TC_TRY(tc_hdf_read_column(r->file, r->path, name, type, row, 1, out, &rows));
  if (row < rows) return TC_OK;
  return tc_status_create(TC_INPUT, "%s: dataset %s has fewer rows than steps: restore the file", r->path,
                          name);
}

static tc_status read_blocks(const reader *r, hid_t dataset, hsize_t row, hsize_t cells, double *value) {
  for (hsize_t from = 0; from < cells; from += values_per_block) {
    const hsize_t remaining = cells - from;
    const tc_hdf_box box = {2, {row, from}, {1, remaining < values_per_block ? remaining : values_per_block}};
    TC_TRY(tc_hdf_read(dataset, r->path, H5T_NATIVE_DOUBLE, &box, value + from));
  }
  return TC_OK;
}

static tc_status read_values(const reader *r, const tc_snapshot_query *query, hsize_t row, double **out) {
  int dimensions;
  hsize_t size[2];
  hid_t dataset = -1;
  tc_status status = TC_OK;
  bool exists = true;
  if (query->optional) TC_TRY(tc_hdf_exists(r->file, r->path, query->dataset, &exists));
  if (!exists) return TC_OK;
  TC_TRY(tc_hdf_open_dataset(r->file, r->path, query->dataset, &dimensions, size, &dataset));
  if (dimensions != 2 || size[1] != (hsize_t)query->cells || row >= size[0])
    TC_GUARD(status, tc_status_create(TC_INPUT, "%s: dataset %s does not fit the mesh: use another file",
                                      r->path, query->dataset));
  TC_GUARD(status, TC_ALLOC(*out, query->cells));
  TC_GUARD(status, read_blocks(r, dataset, row, (hsize_t)query->cells, *out));
cleanup:
  tc_hdf_close_id(dataset);
  return status;
}

static tc_status check_finite(const reader *r, const tc_snapshot_query *query, hsize_t row,
                              const double *value) {
  for (tc_gid c = 0; c < query->cells; c++)
    if (!isfinite(value[c]))
      return tc_status_create(TC_INPUT,
                              "%s: the value of cell %lld at step %" PRId64
                              " is not finite: use another step",
                              r->path, (long long)c + query->base, r->step[row]);
  return TC_OK;
}

/* Compares the hash of a row of `dataset` with the stored hash. `values` is the hash of the values of the row
 * alone. This function adds time and step to it. Does nothing for files of older versions, which have no
 * hashes. */
static tc_status check_row_hash(const reader *r, const char *dataset, hsize_t row, tc_gid cells,
                                int64_t values, double time) {
  char name[TC_SNAPSHOT_NAME];
  bool has_hashes;
  int64_t expected = -1;
  snprintf(name, sizeof name, "/hash%s", strrchr(dataset, '/'));
  TC_TRY(tc_snapshot_file_has_hashes(r->file, r->path, name, &has_hashes));
  if (has_hashes) TC_TRY(read_number(r, name, H5T_NATIVE_INT64, row, &expected));
  if (expected == -1 || tc_snapshot_row_hash(values, cells, r->step[row], time) == expected) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: is damaged: dataset %s at step %" PRId64
                          " differs from what was written: restore the file",
                          r->path, dataset, r->step[row]);
}

static int64_t hash_values(const double *value, hsize_t first, hsize_t count, int64_t sum_before) {
  uint64_t sum;
  memcpy(&sum, &sum_before, sizeof sum);
  for (hsize_t c = 0; c < count; c++) sum += tc_hash_element(first + c, value[c]);
  memcpy(&sum_before, &sum, sizeof sum);
  return sum_before;
}

static tc_status read_snapshot(reader *r, const tc_snapshot_query *query, tc_snapshot_values *out) {
  hsize_t row = 0;
  TC_TRY(check_mesh_hash(r, query->mesh_hash));
  TC_TRY(read_steps(r));
  TC_TRY(find_row(r, query->step, &row));
  out->step = r->step[row];
  TC_TRY(read_number(r, "/field/time", H5T_NATIVE_DOUBLE, row, &out->time));
  TC_TRY(read_values(r, query, row, &out->value));
  if (!out->value) return TC_OK;
  const int64_t hash = hash_values(out->value, 0, (hsize_t)query->cells, 0);
  TC_TRY(check_row_hash(r, query->dataset, row, query->cells, hash, out->time));
  return check_finite(r, query, row, out->value);
}

tc_status tc_snapshot_read(const tc_snapshot_query *query, tc_snapshot_values *out) {
  reader r = {.path = query->path, .file = -1};
  *out = (tc_snapshot_values){0};
  TC_TRY(tc_hdf_open(query->path, &r.file));
  const tc_status status = read_snapshot(&r, query, out);
  tc_hdf_close_id(r.file);
  tc_free(r.step);
  if (status) {
    tc_free(out->value);
    out->value = NULL;
  }
  return status;
}

/* ---- hashes of rows, and detection of complete files ---- */

/* Computes the hash of the values in a row of /field/v, and returns the number of values in *cells. */
static tc_status hash_row(const reader *r, hsize_t row, tc_gid *cells, int64_t *out) {
  int dimensions;
  hsize_t size[2] = {0, 0};
  hid_t dataset = -1;
  double *value = NULL;
  tc_status status = TC_OK;
  TC_TRY(tc_hdf_open_dataset(r->file, r->path, "/field/v", &dimensions, size, &dataset));
  if (dimensions != 2 || row >= size[0])
    TC_GUARD(status, tc_status_create(TC_INPUT, "%s: dataset /field/v has no row %lld: restore the file",
                                      r->path, (long long)row));
  TC_GUARD(status, TC_ALLOC(value, size[1] < values_per_block ? size[1] : values_per_block));
  *cells = (tc_gid)size[1];
  *out = 0;
  for (hsize_t from = 0; from < size[1]; from += values_per_block) {
    const hsize_t remaining = size[1] - from;
    const tc_hdf_box box = {2, {row, from}, {1, remaining < values_per_block ? remaining : values_per_block}};
    TC_GUARD(status, tc_hdf_read(dataset, r->path, H5T_NATIVE_DOUBLE, &box, value));
    *out = hash_values(value, from, box.count[1], *out);
  }
cleanup:
  tc_free(value);
  tc_hdf_close_id(dataset);
  return status;
}

static tc_status open_reader(const char *path, reader *r) {
  *r = (reader){.path = path, .file = -1};
  TC_TRY(tc_hdf_open(path, &r->file));
  return read_steps(r);
}

static void close_reader(reader *r) {
  tc_hdf_close_id(r->file);
  tc_free(r->step);
}

/* True if the last row of the file is written. */
static bool is_complete(const reader *r) { return r->rows > 0 && r->step[r->rows - 1] >= 0; }

bool tc_snapshot_row_matches(const char *path, int64_t row, int64_t hash) {
  int64_t found = 0;
  tc_gid cells;
  reader r = {.path = path, .file = -1};
  tc_status status = tc_hdf_open(path, &r.file);
  if (!status) status = hash_row(&r, (hsize_t)row, &cells, &found);
  close_reader(&r);
  const bool is_same = !status && found == hash;
  tc_status_free(&status);
  return is_same;
}

bool tc_snapshot_is_unfinished(const char *path) {
  reader r;
  tc_status status = open_reader(path, &r);
  const bool unfinished = !status && r.rows > 0 && !is_complete(&r);
  close_reader(&r);
  tc_status_free(&status);
  return unfinished;
}

static tc_status hash_last_row(const reader *r, int64_t *hash) {
  double time = 0.0;
  tc_gid cells;
  const hsize_t row = r->rows - 1;
  TC_TRY(hash_row(r, row, &cells, hash));
  TC_TRY(read_number(r, "/field/time", H5T_NATIVE_DOUBLE, row, &time));
  return check_row_hash(r, "/field/v", row, cells, *hash, time);
}

tc_status tc_snapshot_final_hash(const char *path, bool *complete, int64_t *hash) {
  reader r;
  tc_status status = open_reader(path, &r);
  *complete = !status && is_complete(&r);
  if (*complete) status = hash_last_row(&r, hash);
  close_reader(&r);
  return status;
}

bool tc_snapshot_file_is_own(const char *path) {
  bool is_own = false;
  hid_t file = -1;
  if (!tc_file_starts_with(path, "\211HDF\r\n\032\n"))
    return false; /* A file without the signature of HDF5 must not be opened with HDF5. */
  tc_status status = tc_hdf_open(path, &file);
  if (!status) is_own = H5Aexists(file, "mesh_hash") > 0 && H5Lexists(file, "/field", H5P_DEFAULT) > 0;
  tc_status_free(&status);
  tc_hdf_close_id(file);
  return is_own;
}
