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

enum { values_at_once = 1 << 24 };

/* ---- reading the existing file, on the root ---- */

/* Existing file of the interrupted run, open for reading. */
typedef struct old {
  const char *path;
  hid_t file;
  int64_t rows,
      noted_rows; /* numbers of rows of the fields and of the history in the file, including unwritten rows */
  bool fits;      /* true if sizes and root attributes are those that the resumed run requires */
} old;

/* Reads the byte offset of a dataset. Sets o->fits to false if the dataset is missing or does not have the
 * size [rows][width], or [rows] if `width` is 0. */
static tc_status locate_dataset(old *o, const char *name, hsize_t rows, hsize_t width, int64_t *offset) {
  int dimensions;
  hsize_t size[2] = {0, 0};
  hid_t dataset = -1;
  bool there;
  TC_TRY(tc_hdf_exists(o->file, o->path, name, &there));
  if (!there) {
    o->fits = false;
    return TC_OK;
  }
  TC_TRY(tc_hdf_open_dataset(o->file, o->path, name, &dimensions, size, &dataset));
  const haddr_t place = H5Dget_offset(dataset);
  tc_hdf_close_id(dataset);
  *offset = (int64_t)place;
  o->fits = o->fits && place != HADDR_UNDEF && size[0] == rows && (width == 0 || size[1] == width);
  return TC_OK;
}

static tc_status locate_history(old *o, const tc_snapshot_history *history, tc_snapshot_offsets *at) {
  const hsize_t rows = (hsize_t)history->rows;
  if (!at->history) TC_TRY(TC_ALLOC(at->history, 1 + history->columns));
  TC_TRY(locate_dataset(o, "/history/step", rows, 0, at->history));
  for (int c = 0; c < history->columns; c++) {
    char name[TC_SNAPSHOT_NAME];
    tc_snapshot_history_name(history, c, name);
    TC_TRY(locate_dataset(o, name, rows, 0, at->history + 1 + c));
  }
  return TC_OK;
}

static tc_status locate_all(old *o, tc_snapshot *s) {
  const hsize_t rows = (hsize_t)s->in.rows, cells = (hsize_t)s->in.cells;
  for (int f = 0; f < s->fields; f++) {
    TC_TRY(locate_dataset(o, s->field[f].dataset, rows, cells, &s->field[f].offset));
    bool known;
    TC_TRY(tc_snapshot_file_hashes(o->file, o->path, s->field[f].hashes, &known));
    TC_TRY(locate_dataset(o, s->field[f].hashes, rows, 0, &s->field[f].hash_at));
  }
  TC_TRY(locate_dataset(o, "/field/time", rows, 0, &s->at.time));
  TC_TRY(locate_dataset(o, "/field/step", rows, 0, &s->at.step));
  if (s->extra.tensor) TC_TRY(locate_dataset(o, "/mesh/tensor", cells, 6, &s->at.tensor));
  if (s->extra.fibre) TC_TRY(locate_dataset(o, "/mesh/fibres", cells, 3, &s->at.fibre));
  return s->extra.history ? locate_history(o, s->extra.history, &s->at) : TC_OK;
}

/* Reads at most `most` numbers of a one-dimensional dataset. Sets *rows to the length of the dataset; 0 if it
 * does not exist. */
static tc_status read_column(const old *o, const char *name, hid_t type, int64_t most, void *out,
                             int64_t *rows) {
  bool there;
  hsize_t size = 0;
  TC_TRY(tc_hdf_exists(o->file, o->path, name, &there));
  if (there) TC_TRY(tc_hdf_read_column(o->file, o->path, name, type, 0, (hsize_t)most, out, &size));
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

static tc_status count_rows(old *o, const char *name, int64_t most, int64_t *room, int64_t *found) {
  int64_t *step = NULL;
  TC_TRY(TC_ALLOC(step, most));
  const tc_status status = read_column(o, name, H5T_NATIVE_INT64, most, step, room);
  if (!status) *found = count_steps(step, *room < most ? *room : most);
  tc_free(step);
  return status;
}

static tc_status read_old_file(old *o, tc_snapshot *s) {
  int64_t ignored;
  TC_TRY(count_rows(o, "/field/step", s->in.rows, &o->rows, &s->found));
  TC_TRY(read_column(o, "/field/time", H5T_NATIVE_DOUBLE, s->in.rows, s->times, &ignored));
  if (s->extra.history)
    TC_TRY(count_rows(o, "/history/step", s->extra.history->rows, &o->noted_rows, &s->found_noted));
  return locate_all(o, s);
}

/* Sets o->fits to false if the root attribute `name` of the file is not equal to `wanted`. The attributes
 * must describe the resumed run, which may be longer than the interrupted run. */
static tc_status compare_text(old *o, const char *name, const char *wanted) {
  char *text = NULL;
  TC_TRY(tc_hdf_text(o->file, o->path, name, &text));
  o->fits = o->fits && strcmp(text ? text : "", wanted ? wanted : "") == 0;
  tc_free(text);
  return TC_OK;
}

static tc_status compare_record(old *o, const tc_snapshot_metadata *about) {
  TC_TRY(compare_text(o, "config", about->config));
  TC_TRY(compare_text(o, "overrides", about->overrides));
  return compare_text(o, "step_sizes", about->step_sizes);
}

static tc_status check_mesh(const old *o, uint64_t wanted) {
  char hash[17], found[17];
  snprintf(hash, sizeof hash, "%016" PRIx64, wanted);
  TC_TRY(tc_snapshot_file_mesh(o->file, o->path, found));
  if (strcmp(found, hash) == 0) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: contains fields of another mesh: restore the file or start over with --force",
                          o->path);
}

/* ---- copying the rows to a file with another number of rows ---- */

typedef struct copier {
  const old *from;
  const tc_file *to;
} copier;

static tc_status write_bytes(const copier *c, const void *bytes, size_t count, int64_t at) {
  FILE *out = c->to->out;
  errno = 0;
  if (fseeko(out, at, SEEK_SET) == 0 && fwrite(bytes, 1, count, out) == count) return TC_OK;
  return tc_file_write_error(c->to->path, errno);
}

static tc_status copy_row(const copier *c, hid_t dataset, int64_t k, int64_t cells, int64_t to,
                          double *room) {
  for (int64_t from = 0; from < cells; from += values_at_once) {
    const int64_t left = cells - from, count = left < values_at_once ? left : values_at_once;
    const tc_hdf_box box = {2, {(hsize_t)k, (hsize_t)from}, {1, (hsize_t)count}};
    TC_TRY(tc_hdf_read(dataset, c->from->path, H5T_NATIVE_DOUBLE, &box, room));
    TC_TRY(write_bytes(c, room, (size_t)count * sizeof *room, to + 8 * (k * cells + from)));
  }
  return TC_OK;
}

static tc_status copy_field(const copier *c, const tc_snapshot_field *field, int64_t rows, int64_t cells) {
  int dimensions;
  hsize_t size[2];
  hid_t dataset = -1;
  double *room = NULL;
  tc_status status = TC_OK;
  TC_TRY(tc_file_reserve_space(c->to->temporary, field->offset, 8 * rows * cells));
  TC_TRY(tc_hdf_open_dataset(c->from->file, c->from->path, field->dataset, &dimensions, size, &dataset));
  TC_GUARD(status, TC_ALLOC(room, cells < values_at_once ? cells : values_at_once));
  for (int64_t k = 0; k < rows; k++) TC_GUARD(status, copy_row(c, dataset, k, cells, field->offset, room));
cleanup:
  tc_free(room);
  tc_hdf_close_id(dataset);
  return status;
}

/* Copies the first `rows` numbers of a one-dimensional dataset to byte `to` of the copy. The numbers are
 * 8-byte integers if `whole` is true, otherwise doubles. */
static tc_status copy_column(const copier *c, const char *name, bool whole, int64_t rows, int64_t to) {
  int64_t ignored;
  double *room = NULL;
  TC_TRY(TC_ALLOC(room, rows));
  tc_status status =
      read_column(c->from, name, whole ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE, rows, room, &ignored);
  if (!status && ignored >= rows) status = write_bytes(c, room, (size_t)rows * 8, to);
  tc_free(room);
  return status;
}

static tc_status copy_history(const copier *c, const tc_snapshot *s) {
  for (int k = 0; k < s->extra.history->columns; k++) {
    char name[TC_SNAPSHOT_NAME];
    tc_snapshot_history_name(s->extra.history, k, name);
    TC_TRY(copy_column(c, name, false, s->found_noted, s->at.history[1 + k]));
  }
  return copy_column(c, "/history/step", true, s->found_noted, s->at.history[0]);
}

static tc_status copy_all(const copier *c, const tc_snapshot *s) {
  for (int f = 0; f < s->fields; f++) {
    TC_TRY(copy_field(c, &s->field[f], s->found, s->in.cells));
    TC_TRY(copy_column(c, s->field[f].hashes, true, s->found, s->field[f].hash_at));
  }
  TC_TRY(copy_column(c, "/field/time", false, s->found, s->at.time));
  TC_TRY(copy_column(c, "/field/step", true, s->found, s->at.step));
  return s->at.history ? copy_history(c, s) : TC_OK;
}

/* Writes the copy to the temporary file s->renewed. The file is removed when the object is destroyed, unless
 * replace_old_file has renamed it. */
static tc_status write_copy(const old *o, tc_snapshot *s, const tc_mesh *mesh,
                            const tc_snapshot_metadata *about) {
  const copier c = {o, &s->renewed};
  TC_TRY(tc_file_open(s->paths->work_path, &s->renewed));
  tc_free(s->at.history);
  s->at.history = NULL;
  TC_TRY(tc_snapshot_file_create(s->renewed.temporary, mesh, about, s->in.rows, &s->extra, s->field, &s->at));
  TC_TRY(copy_all(&c, s));
  return tc_file_sync(&s->renewed);
}

/* Root: replaces the existing file by the copy if a copy was written. */
static tc_status replace_old_file(tc_snapshot *s) {
  if (!s->renewed.temporary) return TC_OK;
  TC_TRY(tc_file_publish(&s->renewed));
  return tc_file_sync_directory(s->paths->work_path);
}

static tc_status missing_rows(const char *path, const tc_snapshot *s, int64_t written, int64_t noted) {
  if (written <= s->found && noted <= s->found_noted) return TC_OK;
  if (written > s->found)
    return tc_status_create(TC_INPUT,
                            "%s: has %lld snapshots, but the checkpoint counts %lld: restore the file or "
                            "start over with --force",
                            path, (long long)s->found, (long long)written);
  return tc_status_create(TC_INPUT,
                          "%s: has %lld rows of the history, but the checkpoint counts %lld: restore the "
                          "file or start over with --force",
                          path, (long long)s->found_noted, (long long)noted);
}

static tc_status other_row(const char *path, int64_t written) {
  return tc_status_create(TC_INPUT,
                          "%s: snapshot %lld differs from what the run wrote: restore the file or start over "
                          "with --force",
                          path, (long long)written);
}

/* Checks that the file has at least as many rows as the checkpoint records. If the resumed run requires
 * another file (o->fits is false), also checks the last of these rows and writes the copy. */
static tc_status check_and_write_copy(const old *o, tc_snapshot *s, const tc_mesh *mesh,
                                      const tc_snapshot_metadata *about) {
  const tc_snapshot_restart *kept = &s->paths->kept;
  TC_TRY(missing_rows(o->path, s, kept->written, kept->noted));
  if (o->fits) return TC_OK;
  if (kept->written > 0 && !tc_snapshot_row_matches(o->path, kept->written - 1, kept->hash))
    return other_row(o->path, kept->written);
  return write_copy(o, s, mesh, about);
}

tc_status tc_snapshot_open_existing(tc_snapshot *s, const tc_mesh *mesh, const tc_snapshot_metadata *about) {
  old o = {.path = s->paths->work_path, .file = -1, .fits = true};
  TC_TRY(tc_hdf_open(o.path, &o.file));
  tc_status status = check_mesh(&o, about->mesh_hash);
  if (!status) status = read_old_file(&o, s);
  if (!status) status = compare_record(&o, about);
  if (!status) status = check_and_write_copy(&o, s, mesh, about);
  tc_hdf_close_id(o.file);
  return status;
}

/* ---- restart data ---- */

tc_status tc_snapshot_list_restart(tc_snapshot *s, tc_restart_list *keep) {
  s->checkpointed = s->checkpointed || !keep->is_reading;
  keep->optional = true;
  tc_status status = tc_restart_list_add_integer(keep, &s->written, "snapshots.written");
  if (!status) status = tc_restart_list_add_integer(keep, &s->noted, "snapshots.noted");
  if (!status) status = tc_restart_list_add_integer(keep, &s->field[0].hash, "snapshots.hash");
  keep->optional = false;
  return status;
}

/* Collective. Compares the hash of the last snapshot before the checkpoint with the hash in the
 * checkpoint. */
static tc_status check_last(const tc_snapshot *s) {
  int64_t hash = 0;
  if (s->written == 0) return TC_OK;
  TC_TRY(tc_world_agree(s->in.world, tc_raw_rows_read(&s->in, s->field[0].offset, s->written - 1)));
  TC_TRY(tc_snapshot_hash(s, &hash));
  if (hash == s->field[0].hash) return TC_OK;
  return other_row(s->path, s->written);
}

/* Root: marks all rows that were written after the checkpoint as not written, because their steps will be
 * computed again. Rewrites the XDMF file first, so that it never lists a removed row. */
static tc_status truncate_file(tc_snapshot *s) {
  s->begun = true;
  TC_TRY(tc_snapshot_write_xdmf(s, s->paths->work_xdmf, s->path));
  TC_TRY(tc_snapshot_cut_rows(s, s->written, s->found));
  return tc_snapshot_cut_history(s, s->noted, s->found_noted);
}

tc_status tc_snapshot_resume(tc_snapshot *s) {
  const tc_world *world = s->in.world;
  if (!s->resumes_file) {
    s->written = s->noted = s->field[0].hash = 0;
    return TC_OK;
  }
  TC_TRY(TC_ON_ROOT(world, missing_rows(s->path, s, s->written, s->noted)));
  TC_TRY(TC_ON_ROOT(world, replace_old_file(s)));
  TC_TRY(tc_snapshot_open(s));
  TC_TRY(check_last(s));
  TC_TRY(tc_snapshot_write_axes(s));
  TC_TRY(TC_ON_ROOT(world, truncate_file(s)));
  return tc_world_agree(world, tc_raw_rows_check_mpi(MPI_File_sync(s->in.file), s->path));
}
