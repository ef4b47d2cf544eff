/* Continues the snapshot file of an interrupted run. tc_snapshot_create calls tc_snapshot_open_existing on
 * the root, which reads the file. If the resumed run requires another number of rows or other root
 * attributes, it also writes a copy. After the restart data have been read, all ranks call
 * tc_snapshot_resume. It checks the rows, replaces the file by the copy, and marks rows as not written if
 * their steps will be computed again. Until then the existing file is unchanged. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "io/snapshot/snapshot_internal.h"
#include "io/snapshot/snapshot_read.h"

enum { values_per_block = 1 << 24 };

/* ---- reading the existing file, on the root ---- */

/* Existing file of the interrupted run, open for reading. */
typedef struct old_file {
  const char *path;
  hid_t file;
  int64_t rows, history_rows; /* numbers of rows of the fields and of the history in the file, including
                                 unwritten rows */
  /* true if the resumed run can continue the file, because it has the required sizes and root attributes */
  bool is_reusable;
} old_file;

/* Reads the byte offset of a dataset. Sets o->is_reusable to false if the dataset is missing or does not have
 * the size [rows][width], or [rows] if `width` is 0. */
static tc_status locate_dataset(old_file *o, const char *name, hsize_t rows, hsize_t width, int64_t *offset) {
  int dimensions;
  hsize_t size[2] = {0, 0};
  hid_t dataset = -1;
  bool exists;
  TC_TRY(tc_hdf_exists(o->file, o->path, name, &exists));
  if (!exists) {
    o->is_reusable = false;
    return TC_OK;
  }
  TC_TRY(tc_hdf_open_dataset(o->file, o->path, name, &dimensions, size, &dataset));
  const haddr_t address = H5Dget_offset(dataset);
  tc_hdf_close_id(dataset);
  *offset = (int64_t)address;
  o->is_reusable =
      o->is_reusable && address != HADDR_UNDEF && size[0] == rows && (width == 0 || size[1] == width);
  return TC_OK;
}

static tc_status locate_history(old_file *o, const tc_snapshot_history *history, tc_snapshot_offsets *at) {
  const hsize_t rows = (hsize_t)history->rows;
  if (!at->history) TC_TRY(TC_ALLOC(at->history, 1 + history->columns));
  TC_TRY(locate_dataset(o, "/history/step", rows, 0, at->history));
  for (int c = 0; c < history->columns; c++) {
    char name[TC_SNAPSHOT_NAME];
    tc_snapshot_format_history_name(history, c, name);
    TC_TRY(locate_dataset(o, name, rows, 0, at->history + 1 + c));
  }
  return TC_OK;
}

static tc_status locate_datasets(old_file *o, tc_snapshot *s) {
  const hsize_t rows = (hsize_t)s->raw.rows, cells = (hsize_t)s->raw.cells;
  for (int f = 0; f < s->fields; f++) {
    TC_TRY(locate_dataset(o, s->field[f].dataset, rows, cells, &s->field[f].offset));
    bool has_hashes;
    TC_TRY(tc_snapshot_file_has_hashes(o->file, o->path, s->field[f].hashes, &has_hashes));
    TC_TRY(locate_dataset(o, s->field[f].hashes, rows, 0, &s->field[f].hash_offset));
  }
  TC_TRY(locate_dataset(o, "/field/time", rows, 0, &s->offsets.time));
  TC_TRY(locate_dataset(o, "/field/step", rows, 0, &s->offsets.step));
  if (s->extras.tensor) TC_TRY(locate_dataset(o, "/mesh/tensor", cells, 6, &s->offsets.tensor));
  if (s->extras.fibre) TC_TRY(locate_dataset(o, "/mesh/fibres", cells, 3, &s->offsets.fibre));
  return s->extras.history ? locate_history(o, s->extras.history, &s->offsets) : TC_OK;
}

/* Reads at most `rows_max` numbers of a one-dimensional dataset. Sets *rows to the length of the dataset; 0
 * if it does not exist. */
static tc_status read_column(const old_file *o, const char *name, hid_t type, int64_t rows_max, void *out,
                             int64_t *rows) {
  bool exists;
  hsize_t size = 0;
  TC_TRY(tc_hdf_exists(o->file, o->path, name, &exists));
  if (exists) TC_TRY(tc_hdf_read_column(o->file, o->path, name, type, 0, (hsize_t)rows_max, out, &size));
  *rows = (int64_t)size;
  return TC_OK;
}

/* Returns the number of written rows. A row is written if its step is at least 0. All written rows precede
 * the rows that are not written. */
static int64_t count_steps(const int64_t *step, int64_t rows) {
  int64_t count = 0;
  while (count < rows && step[count] >= 0) count++;
  return count;
}

static tc_status count_rows(old_file *o, const char *name, int64_t rows_max, int64_t *total, int64_t *found) {
  int64_t *step = NULL;
  TC_TRY(TC_ALLOC(step, rows_max));
  const tc_status status = read_column(o, name, H5T_NATIVE_INT64, rows_max, step, total);
  if (!status) *found = count_steps(step, *total < rows_max ? *total : rows_max);
  tc_free(step);
  return status;
}

static tc_status read_old_file(old_file *o, tc_snapshot *s) {
  int64_t length;
  TC_TRY(count_rows(o, "/field/step", s->raw.rows, &o->rows, &s->existing_rows));
  TC_TRY(read_column(o, "/field/time", H5T_NATIVE_DOUBLE, s->raw.rows, s->times, &length));
  if (s->extras.history)
    TC_TRY(
        count_rows(o, "/history/step", s->extras.history->rows, &o->history_rows, &s->existing_history_rows));
  return locate_datasets(o, s);
}

/* Sets o->is_reusable to false if the root attribute `name` of the file is not equal to `expected`. The
 * attributes must describe the resumed run, which may be longer than the interrupted run. */
static tc_status compare_attribute(old_file *o, const char *name, const char *expected) {
  char *text = NULL;
  TC_TRY(tc_hdf_read_text(o->file, o->path, name, &text));
  o->is_reusable = o->is_reusable && strcmp(text ? text : "", expected ? expected : "") == 0;
  tc_free(text);
  return TC_OK;
}

static tc_status compare_attributes(old_file *o, const tc_snapshot_metadata *metadata) {
  TC_TRY(compare_attribute(o, "config", metadata->config));
  TC_TRY(compare_attribute(o, "overrides", metadata->overrides));
  return compare_attribute(o, "step_sizes", metadata->step_sizes);
}

static tc_status check_mesh(const old_file *o, uint64_t expected) {
  char hash[17], found[17];
  snprintf(hash, sizeof hash, "%016" PRIx64, expected);
  TC_TRY(tc_snapshot_file_read_mesh_hash(o->file, o->path, found));
  if (strcmp(found, hash) == 0) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: contains fields of another mesh: restore the file or start over with --force",
                          o->path);
}

/* ---- copying the rows to a file with another number of rows ---- */

typedef struct copier {
  const old_file *from;
  const tc_file *to;
} copier;

static tc_status write_bytes(const copier *c, const void *bytes, size_t count, int64_t at) {
  FILE *out = c->to->out;
  errno = 0;
  if (fseeko(out, at, SEEK_SET) == 0 && fwrite(bytes, 1, count, out) == count) return TC_OK;
  return tc_file_write_error(c->to->path, errno);
}

static tc_status copy_row(const copier *c, hid_t dataset, int64_t k, int64_t cells, int64_t to,
                          double *buffer) {
  for (int64_t from = 0; from < cells; from += values_per_block) {
    const int64_t remaining = cells - from,
                  count = remaining < values_per_block ? remaining : values_per_block;
    const tc_hdf_box box = {2, {(hsize_t)k, (hsize_t)from}, {1, (hsize_t)count}};
    TC_TRY(tc_hdf_read(dataset, c->from->path, H5T_NATIVE_DOUBLE, &box, buffer));
    TC_TRY(write_bytes(c, buffer, (size_t)count * sizeof *buffer, to + 8 * (k * cells + from)));
  }
  return TC_OK;
}

static tc_status copy_field(const copier *c, const tc_snapshot_field *field, int64_t rows, int64_t cells) {
  int dimensions;
  hsize_t size[2];
  hid_t dataset = -1;
  double *buffer = NULL;
  tc_status status = TC_OK;
  TC_TRY(tc_file_reserve_space(c->to->temporary, field->offset, 8 * rows * cells));
  TC_TRY(tc_hdf_open_dataset(c->from->file, c->from->path, field->dataset, &dimensions, size, &dataset));
  TC_GUARD(status, TC_ALLOC(buffer, cells < values_per_block ? cells : values_per_block));
  for (int64_t k = 0; k < rows; k++) TC_GUARD(status, copy_row(c, dataset, k, cells, field->offset, buffer));
cleanup:
  tc_free(buffer);
  tc_hdf_close_id(dataset);
  return status;
}

/* Copies the first `rows` numbers of a one-dimensional dataset to byte `to` of the copy. Copies nothing if
 * the dataset has fewer numbers or does not exist, such as the dataset of hashes in a file of an older
 * version. The numbers are 8-byte integers if `is_integer` is true, otherwise doubles. */
static tc_status copy_column(const copier *c, const char *name, bool is_integer, int64_t rows, int64_t to) {
  int64_t length;
  double *buffer = NULL;
  TC_TRY(TC_ALLOC(buffer, rows));
  tc_status status =
      read_column(c->from, name, is_integer ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE, rows, buffer, &length);
  if (!status && length >= rows) status = write_bytes(c, buffer, (size_t)rows * 8, to);
  tc_free(buffer);
  return status;
}

static tc_status copy_history(const copier *c, const tc_snapshot *s) {
  for (int k = 0; k < s->extras.history->columns; k++) {
    char name[TC_SNAPSHOT_NAME];
    tc_snapshot_format_history_name(s->extras.history, k, name);
    TC_TRY(copy_column(c, name, false, s->existing_history_rows, s->offsets.history[1 + k]));
  }
  return copy_column(c, "/history/step", true, s->existing_history_rows, s->offsets.history[0]);
}

static tc_status copy_rows(const copier *c, const tc_snapshot *s) {
  for (int f = 0; f < s->fields; f++) {
    TC_TRY(copy_field(c, &s->field[f], s->existing_rows, s->raw.cells));
    TC_TRY(copy_column(c, s->field[f].hashes, true, s->existing_rows, s->field[f].hash_offset));
  }
  TC_TRY(copy_column(c, "/field/time", false, s->existing_rows, s->offsets.time));
  TC_TRY(copy_column(c, "/field/step", true, s->existing_rows, s->offsets.step));
  return s->offsets.history ? copy_history(c, s) : TC_OK;
}

/* Writes the copy to the temporary file s->replacement. The file is removed when the object is destroyed,
 * unless replace_old_file has renamed it. */
static tc_status write_copy(const old_file *o, tc_snapshot *s, const tc_mesh *mesh,
                            const tc_snapshot_metadata *metadata) {
  const copier c = {o, &s->replacement};
  TC_TRY(tc_file_open(s->paths->work_path, &s->replacement));
  tc_free(s->offsets.history);
  s->offsets.history = NULL;
  TC_TRY(tc_snapshot_file_create(s->replacement.temporary, mesh, metadata, s->raw.rows, &s->extras, s->field,
                                 &s->offsets));
  TC_TRY(copy_rows(&c, s));
  return tc_file_sync(&s->replacement);
}

/* Root: replaces the existing file by the copy if a copy was written. */
static tc_status replace_old_file(tc_snapshot *s) {
  if (!s->replacement.temporary) return TC_OK;
  TC_TRY(tc_file_publish(&s->replacement));
  return tc_file_sync_directory(s->paths->work_path);
}

static tc_status check_row_counts(const char *path, const tc_snapshot *s, int64_t snapshots, int64_t noted) {
  if (snapshots <= s->existing_rows && noted <= s->existing_history_rows) return TC_OK;
  if (snapshots > s->existing_rows)
    return tc_status_create(TC_INPUT,
                            "%s: has %lld snapshots, but the checkpoint counts %lld: restore the file or "
                            "start over with --force",
                            path, (long long)s->existing_rows, (long long)snapshots);
  return tc_status_create(TC_INPUT,
                          "%s: has %lld rows of the history, but the checkpoint counts %lld: restore the "
                          "file or start over with --force",
                          path, (long long)s->existing_history_rows, (long long)noted);
}

static tc_status changed_row_error(const char *path, int64_t written) {
  return tc_status_create(TC_INPUT,
                          "%s: snapshot %lld differs from what the run wrote: restore the file or start over "
                          "with --force",
                          path, (long long)written);
}

/* Checks that the file has at least as many rows as the checkpoint records. If the resumed run requires
 * another file (o->is_reusable is false), also checks the last of these rows and writes the copy. */
static tc_status check_and_write_copy(const old_file *o, tc_snapshot *s, const tc_mesh *mesh,
                                      const tc_snapshot_metadata *metadata) {
  const tc_snapshot_restart *restart = &s->paths->restart;
  TC_TRY(check_row_counts(o->path, s, restart->written, restart->history_written));
  if (o->is_reusable) return TC_OK;
  if (restart->written > 0 && !tc_snapshot_row_matches(o->path, restart->written - 1, restart->hash))
    return changed_row_error(o->path, restart->written);
  return write_copy(o, s, mesh, metadata);
}

tc_status tc_snapshot_open_existing(tc_snapshot *s, const tc_mesh *mesh,
                                    const tc_snapshot_metadata *metadata) {
  old_file o = {.path = s->paths->work_path, .file = -1, .is_reusable = true};
  TC_TRY(tc_hdf_open(o.path, &o.file));
  tc_status status = check_mesh(&o, metadata->mesh_hash);
  if (!status) status = read_old_file(&o, s);
  if (!status) status = compare_attributes(&o, metadata);
  if (!status) status = check_and_write_copy(&o, s, mesh, metadata);
  tc_hdf_close_id(o.file);
  return status;
}

/* ---- restart data ---- */

tc_status tc_snapshot_list_restart(tc_snapshot *s, tc_restart_list *restart_list) {
  s->is_checkpointed = s->is_checkpointed || !restart_list->is_reading;
  restart_list->optional = true;
  tc_status status = tc_restart_list_add_integer(restart_list, &s->written, "snapshots.written");
  if (!status) status = tc_restart_list_add_integer(restart_list, &s->history_written, "snapshots.noted");
  if (!status) status = tc_restart_list_add_integer(restart_list, &s->field[0].hash, "snapshots.hash");
  restart_list->optional = false;
  return status;
}

/* Collective. Compares the hash of the last snapshot before the checkpoint with the hash in the
 * checkpoint. */
static tc_status check_last_row(const tc_snapshot *s) {
  int64_t hash = 0;
  if (s->written == 0) return TC_OK;
  TC_TRY(tc_world_agree(s->raw.world, tc_raw_rows_read(&s->raw, s->field[0].offset, s->written - 1)));
  TC_TRY(tc_snapshot_hash(s, &hash));
  if (hash == s->field[0].hash) return TC_OK;
  return changed_row_error(s->path, s->written);
}

/* Root: marks all rows that were written after the checkpoint as not written, because their steps will be
 * computed again. Rewrites the XDMF file first, so that this file never lists a removed row. */
static tc_status truncate_file(tc_snapshot *s) {
  s->is_writable = true;
  TC_TRY(tc_snapshot_write_xdmf(s, s->paths->work_xdmf, s->path));
  TC_TRY(tc_snapshot_mark_rows_unwritten(s, s->written, s->existing_rows));
  return tc_snapshot_mark_history_unwritten(s, s->history_written, s->existing_history_rows);
}

tc_status tc_snapshot_resume(tc_snapshot *s) {
  const tc_world *world = s->raw.world;
  if (!s->resumes_file) {
    s->written = s->history_written = s->field[0].hash = 0;
    return TC_OK;
  }
  TC_TRY(TC_ON_ROOT(world, check_row_counts(s->path, s, s->written, s->history_written)));
  TC_TRY(TC_ON_ROOT(world, replace_old_file(s)));
  TC_TRY(tc_snapshot_open(s));
  TC_TRY(check_last_row(s));
  TC_TRY(tc_snapshot_write_axes(s));
  TC_TRY(TC_ON_ROOT(world, truncate_file(s)));
  return tc_world_agree(world, tc_raw_rows_check_mpi(MPI_File_sync(s->raw.file), s->path));
}
