/* Reads the run record of a snapshot file (layout in io/snapshot/snapshot.h).
 * tc_run_record_read calls it on the root. The facts are the root attributes; the hash of the final field is
 * computed from the last row and first compared with the stored hash of the row. A run that did not reach its
 * last row has no final field. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "io/hdf/hdf.h"
#include "io/rerun/run_record_internal.h"
#include "io/snapshot/snapshot_file.h"

enum { at_once = 1 << 20 };

typedef struct source {
  const char *path;
  hid_t file;
} source;

static tc_status copy_text(const source *s, const char *name, tc_run_record_key fact, tc_run_record *out) {
  char *text = NULL;
  TC_TRY(tc_hdf_text(s->file, s->path, name, &text));
  const tc_status status = tc_run_record_set(out, fact, text);
  tc_free(text);
  return status;
}

/* Sets the fact in_one_go to "false" if the file contains step sizes, which only files of extended runs
 * do. */
static tc_status record_spans(const source *s, tc_run_record *out) {
  char *spans = NULL;
  TC_TRY(tc_hdf_text(s->file, s->path, "step_sizes", &spans));
  const tc_status status = spans && *spans ? tc_run_record_set(out, TC_RUN_RECORD_in_one_go, "false") : TC_OK;
  tc_free(spans);
  return status;
}

static tc_status copy_texts(const source *s, tc_run_record *out) {
  TC_TRY(copy_text(s, "version", TC_RUN_RECORD_version, out));
  TC_TRY(copy_text(s, "commit", TC_RUN_RECORD_commit, out));
  TC_TRY(copy_text(s, "config", TC_RUN_RECORD_config, out));
  TC_TRY(copy_text(s, "overrides", TC_RUN_RECORD_overrides, out));
  TC_TRY(copy_text(s, "mesh_file", TC_RUN_RECORD_mesh_file, out));
  TC_TRY(record_spans(s, out));
  return copy_text(s, "mesh_hash", TC_RUN_RECORD_mesh_hash, out);
}

/* Reads the last number of a dataset. `*out` is unchanged if the dataset is empty. */
static tc_status read_last(const source *s, const char *name, hid_t type, void *out) {
  int dimensions;
  hsize_t rows[2];
  hid_t dataset = -1;
  TC_TRY(tc_hdf_open_dataset(s->file, s->path, name, &dimensions, rows, &dataset));
  const tc_hdf_box box = {1, {rows[0] - 1}, {1}};
  const tc_status status = rows[0] > 0 ? tc_hdf_read(dataset, s->path, type, &box, out) : TC_OK;
  tc_hdf_close_id(dataset);
  return status;
}

static tc_status hash_row(const source *s, hid_t dataset, hsize_t row, hsize_t cells, uint64_t *hash) {
  double *value = NULL;
  tc_status status = TC_OK;
  TC_TRY(tc_alloc(at_once, sizeof *value, "a part of a snapshot", &value));
  for (hsize_t from = 0; from < cells && !status; from += at_once) {
    const hsize_t count = cells - from < at_once ? cells - from : at_once;
    const tc_hdf_box box = {2, {row, from}, {1, count}};
    status = tc_hdf_read(dataset, s->path, H5T_NATIVE_DOUBLE, &box, value);
    for (hsize_t i = 0; i < count && !status; i++) *hash += tc_hash_element(from + i, value[i]);
  }
  tc_free(value);
  return status;
}

static tc_status hash_last(const source *s, hsize_t size[2], uint64_t *hash) {
  int dimensions;
  hid_t dataset = -1;
  *hash = 0;
  TC_TRY(tc_hdf_open_dataset(s->file, s->path, "/field/v", &dimensions, size, &dataset));
  const tc_status status =
      dimensions == 2 && size[0] > 0 ? hash_row(s, dataset, size[0] - 1, size[1], hash) : TC_OK;
  tc_hdf_close_id(dataset);
  return status;
}

/* Checks that the hash `hash` of the values in the last row, together with time and step, gives the stored
 * hash. Files of older versions have no stored hash. */
static tc_status check_last(const source *s, int64_t step, hsize_t cells, uint64_t hash) {
  bool known;
  int64_t wanted = -1, values;
  double time = 0.0;
  TC_TRY(tc_snapshot_file_hashes(s->file, s->path, "/hash/v", &known));
  if (!known) return TC_OK;
  TC_TRY(read_last(s, "/hash/v", H5T_NATIVE_INT64, &wanted));
  TC_TRY(read_last(s, "/field/time", H5T_NATIVE_DOUBLE, &time));
  memcpy(&values, &hash, sizeof values);
  if (wanted == -1 || tc_snapshot_row_hash(values, (tc_gid)cells, step, time) == wanted) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: is damaged: /field/v at step %" PRId64
                          " differs from what was written: restore the file",
                          s->path, step);
}

/* Records the hash of the final field if the run reached its last row. */
static tc_status record_end(const source *s, tc_run_record *out) {
  int64_t step = -1; /* remains -1 if the last row was not written; there is then no final field */
  hsize_t size[2];
  uint64_t hash;
  char text[17];
  TC_TRY(read_last(s, "/field/step", H5T_NATIVE_INT64, &step));
  if (step < 0) return TC_OK;
  TC_TRY(hash_last(s, size, &hash));
  TC_TRY(check_last(s, step, size[1], hash));
  snprintf(text, sizeof text, "%016" PRIx64, hash);
  return tc_run_record_set(out, TC_RUN_RECORD_field_hash, text);
}

static tc_status check_kind(const source *s) {
  bool steps, fields;
  TC_TRY(tc_hdf_exists(s->file, s->path, "/field/step", &steps));
  TC_TRY(tc_hdf_exists(s->file, s->path, "/field/v", &fields));
  if (steps && fields) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: is neither a report (JSON) nor a snapshot file of `tetracast run`: use one of "
                          "these",
                          s->path);
}

tc_status tc_run_record_read_snapshot(const char *path, tc_run_record *out) {
  source s = {path, -1};
  tc_status status = TC_OK;
  TC_TRY(tc_hdf_open(path, &s.file));
  TC_GUARD(status, check_kind(&s));
  TC_GUARD(status, copy_texts(&s, out));
  TC_GUARD(status, tc_run_record_set(out, TC_RUN_RECORD_config_file, path));
  status = record_end(&s, out);
cleanup:
  tc_hdf_close_id(s.file);
  return status;
}
