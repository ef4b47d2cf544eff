/* Reads the run record from a snapshot file (io/snapshot/snapshot_layout.h). tc_run_record_read calls it on
 * the root. Most members are root attributes of the file. The hash of the final field is computed from the
 * last row, after the row has been compared with its stored hash. If the run did not write its last row, it
 * has no final field. */
#include <inttypes.h>
#include <stdio.h>

#include "base/core/memory.h"
#include "io/hdf/hdf.h"
#include "io/rerun/run_record_internal.h"
#include "io/snapshot/snapshot_read.h"

typedef struct source {
  const char *path;
  hid_t file;
} source;

static tc_status copy_text(const source *s, const char *name, tc_run_record_key key, tc_run_record *out) {
  char *text = NULL;
  TC_TRY(tc_hdf_read_text(s->file, s->path, name, &text));
  const tc_status status = tc_run_record_set(out, key, text);
  tc_free(text);
  return status;
}

/* Sets in_one_go to "false" if the file has the attribute step_sizes, which only files of extended runs
 * have. */
static tc_status record_spans(const source *s, tc_run_record *out) {
  char *spans = NULL;
  TC_TRY(tc_hdf_read_text(s->file, s->path, "step_sizes", &spans));
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
  TC_TRY(copy_text(s, "method", TC_RUN_RECORD_method, out));
  TC_TRY(copy_text(s, "preconditioner", TC_RUN_RECORD_preconditioner, out));
  TC_TRY(record_spans(s, out));
  return copy_text(s, "mesh_hash", TC_RUN_RECORD_mesh_hash, out);
}

/* Stores the hash of the final field in the record if the run has written its last row. */
static tc_status record_final_hash(const char *path, tc_run_record *out) {
  bool complete;
  int64_t hash;
  char text[17];
  TC_TRY(tc_snapshot_final_hash(path, &complete, &hash));
  if (!complete) return TC_OK;
  snprintf(text, sizeof text, "%016" PRIx64, (uint64_t)hash);
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
  status = record_final_hash(path, out);
cleanup:
  tc_hdf_close_id(s.file);
  return status;
}
