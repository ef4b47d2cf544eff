/* Forecast records of a machine. All writes happen while the lock of the file is held. Reading needs no lock,
 * because records are appended and a trimmed file is renamed. A file that appears damaged is read again under
 * the lock before it is renamed, because another job may just have replaced it. */
#include "io/machine/job_records.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "io/machine/cache_lock.h"
#include "io/machine/job_records_text.h"
#include "io/machine/machine_cache.h"

/* ---- place ---- */

bool tc_job_records_slurm_identity(const char *partition, char *out, size_t size) {
  const char *const cluster = getenv("SLURM_CLUSTER_NAME");
  char name[2 * TC_JOB_IDENTITY_SIZE];
  if (!cluster || !*cluster || !partition || !*partition) return false;
  snprintf(name, sizeof name, "%s-%s", cluster, partition);
  tc_job_record_clean(name, out, size);
  return true;
}

static void find_identity(char *out) {
  char host[TC_JOB_IDENTITY_SIZE] = "";
  if (tc_job_records_slurm_identity(getenv("SLURM_JOB_PARTITION"), out, TC_JOB_IDENTITY_SIZE)) return;
  gethostname(host, sizeof host - 1);
  tc_job_record_clean(*host ? host : "host", out, TC_JOB_IDENTITY_SIZE);
}

void tc_job_records_set_site(tc_machine_site *site) {
  const char *const partition = getenv("SLURM_JOB_PARTITION");
  if (site->identity[0]) return;
  if (!tc_job_records_slurm_identity(partition, site->identity, sizeof site->identity)) return;
  if (!site->slurm.partition[0])
    snprintf(site->slurm.partition, sizeof site->slurm.partition, "%s", partition);
}

/* Writes the path of the record file to `path`. Returns the length of the path, which is at least `size` if
 * the path is too long. Returns a negative number if the job uses no record file. */
static int format_path(const char *choice, const char *identity, char *path, size_t size) {
  char directory[TC_JOB_PATH_SIZE - TC_JOB_IDENTITY_SIZE - 16];
  if (strcmp(choice, "none") == 0) return -1;
  if (strcmp(choice, "auto") != 0) return snprintf(path, size, "%s", choice);
  if (!tc_machine_cache_directory(directory, sizeof directory)) return -1;
  return snprintf(path, size, "%s/%s.records", directory, identity);
}

void tc_job_records_find(const char *choice, const char *identity, tc_job_records_place *out) {
  *out = (tc_job_records_place){.path = ""};
  if (identity && *identity)
    tc_job_record_clean(identity, out->identity, sizeof out->identity);
  else
    find_identity(out->identity);
  const int length = format_path(choice, out->identity, out->path, sizeof out->path);
  if (length < 0 || length >= (int)sizeof out->path) out->path[0] = '\0';
  out->is_automatic = strcmp(choice, "auto") == 0;
}

/* ---- reading ---- */

/* Content of a record file, and the numbers of valid and of damaged lines in the file. Zero-initialise before
 * use. */
typedef struct record_file {
  tc_job_records_content content;
  tc_job_record_scan scan;
} record_file;

/* Loads the record file `path` and parses its records into record[TC_JOB_RECORDS_MAX]. */
static tc_status load_records(const char *path, record_file *out, tc_job_record *record) {
  const tc_record_period period = tc_record_period_at((int64_t)time(NULL));
  out->scan = (tc_job_record_scan){0, 0, 0};
  tc_job_records_content_free(&out->content);
  TC_TRY(tc_job_records_content_load(path, &out->content));
  if (!out->content.is_foreign) out->scan = tc_job_record_scan_text(out->content.lines, &period, record);
  return TC_OK;
}

static bool is_damaged(const record_file *file) {
  return file->content.is_foreign || 2 * file->scan.damaged > file->scan.lines;
}

/* True if the file may belong to another program. The user has then set its path, and its first line is not
 * that of a record file of any version. */
static bool is_other_program(const tc_job_records_place *place, const record_file *file) {
  return !place->is_automatic && file->content.is_foreign && !file->content.is_named;
}

static tc_status other_program_error(const char *path) {
  return tc_status_create(TC_INPUT,
                          "%s: is not a file of forecast records, so it is not used: set forecast.records to "
                          "another path",
                          path);
}

/* Renames the damaged file with a warning, so that the next job begins a new file. The caller holds the
 * lock. */
static tc_status set_aside(const tc_job_records_place *place, const tc_log *log, record_file *file) {
  const char *const path = place->path;
  if (is_other_program(place, file)) return other_program_error(path);
  TC_TRY(tc_job_records_file_set_aside(path));
  if (file->content.is_foreign)
    tc_log_warn(log,
                "%s: was not a file of forecast records: it was renamed to %s.bad, and the next record "
                "begins a new file",
                path, path);
  else
    tc_log_warn(log,
                "%s: %d of %d forecast records were damaged: the file was renamed to %s.bad, and the next "
                "record begins a new file",
                path, file->scan.damaged, file->scan.lines, path);
  file->scan.records = 0;
  tc_job_records_content_free(&file->content);
  return TC_OK;
}

/* Reads the file again under its lock, and renames it if it is still damaged. */
static tc_status repair(const tc_job_records_place *place, const tc_log *log, record_file *file,
                        tc_job_record *record) {
  tc_file_lock lock = {0};
  tc_status status = tc_cache_lock_acquire(place->path, &lock);
  if (!status) status = load_records(place->path, file, record);
  if (!status && is_damaged(file)) status = set_aside(place, log, file);
  tc_file_lock_release(&lock);
  if (!status) return TC_OK;
  file->scan.records = 0;
  return tc_status_replace(status,
                           tc_status_create(TC_INPUT, "%s: is damaged and cannot be renamed (%s): remove it",
                                            place->path, tc_status_text(status)));
}

/* Renames a damaged file. Only warns if the file may belong to another program or if place->is_read_only is
 * true. */
static tc_status handle_damage(tc_job_records_place *place, const tc_log *log, record_file *file,
                               tc_job_record *record) {
  if (is_other_program(place, file)) {
    tc_status error = other_program_error(place->path);
    tc_log_warn(log, "%s", tc_status_text(error));
    tc_status_free(&error);
    place->path[0] = '\0';
  } else if (place->is_read_only) {
    tc_log_warn(log, "%s: is damaged: its forecast records are not used, and the next run renames it",
                place->path);
  } else {
    return repair(place, log, file, record);
  }
  file->scan = (tc_job_record_scan){0, 0, 0};
  return TC_OK;
}

int tc_job_records_read(tc_job_records_place *place, const tc_log *log, tc_job_record *record) {
  record_file file = {.scan = {0, 0, 0}};
  if (!place->path[0]) return 0;
  tc_status status = load_records(place->path, &file, record);
  if (!status && is_damaged(&file)) status = handle_damage(place, log, &file, record);
  if (status) {
    tc_log_warn(log, "forecast records are not used: %s", tc_status_text(status));
    if (!place->is_automatic) place->path[0] = '\0';
  } else if (file.scan.damaged) {
    tc_log_write(log, TC_LOG_VERBOSE, "%s: skipped %d damaged forecast records", place->path,
                 file.scan.damaged);
  }
  place->state = file.content.state;
  tc_job_records_content_free(&file.content);
  tc_status_free(&status);
  return file.scan.records;
}

/* ---- appending ---- */

static int count_lines(tc_text lines) {
  int count = 0;
  for (const char *at = lines.cursor; at < lines.end; at++) count += *at == '\n';
  return count;
}

/* True if one more record makes the file too large, so that old records must be removed. */
static bool is_full(const tc_job_records_content *content) {
  return content->is_partial || count_lines(content->lines) >= TC_JOB_RECORDS_LINES_MAX;
}

/* Removes the oldest records. Logs an error but does not return it, because its only consequence is that the
 * file remains too large. */
static void trim(const char *path, const tc_log *log) {
  tc_job_records_content content = {.bytes = NULL};
  tc_status status = tc_job_records_content_load(path, &content);
  if (!status) status = tc_job_records_file_trim(path, &content);
  if (status)
    tc_log_write(log, TC_LOG_VERBOSE, "forecast records were not trimmed: %s", tc_status_text(status));
  tc_status_free(&status);
  tc_job_records_content_free(&content);
}

static tc_status changed_error(const char *path) {
  return tc_status_create(TC_OUTPUT,
                          "%s: the file system does not support locks, and another job has changed "
                          "the file: set forecast.records to a file on a file system with locks",
                          path);
}

/* Checks the file and renames it if it is damaged. Sets *must_trim if one more record makes it too large. */
static tc_status check_file(const tc_job_records_place *place, const tc_log *log, bool is_locked,
                            bool *must_trim) {
  record_file file = {.scan = {0, 0, 0}};
  tc_job_record *record = NULL;
  TC_TRY(TC_ALLOC(record, TC_JOB_RECORDS_MAX));
  tc_status status = load_records(place->path, &file, record);
  if (!status && !is_locked && !tc_job_records_state_is_equal(&file.content.state, &place->state))
    status = changed_error(place->path);
  if (!status && is_damaged(&file)) status = set_aside(place, log, &file);
  *must_trim = is_full(&file.content);
  tc_job_records_content_free(&file.content);
  tc_free(record);
  return status;
}

static tc_status append_locked(const tc_job_records_place *place, const tc_log *log, const char *line,
                               bool is_locked) {
  bool must_trim = false;
  TC_TRY(check_file(place, log, is_locked, &must_trim));
  TC_TRY(tc_job_records_file_append(place->path, line));
  if (must_trim) trim(place->path, log);
  return TC_OK;
}

static tc_status append_record(const tc_job_records_place *place, const tc_log *log,
                               const tc_job_record *record) {
  tc_file_lock lock = {0};
  tc_line line = {0};
  if (!tc_job_record_format(record, &line))
    return tc_status_create(TC_INTERNAL,
                            "%s: the record of this job has a value out of range: please report this as a "
                            "bug",
                            place->path);
  TC_TRY(tc_cache_lock_acquire(place->path, &lock));
  const tc_status status = append_locked(place, log, line.text, tc_file_lock_is_supported(&lock));
  tc_file_lock_release(&lock);
  return status;
}

/* Warns that the record was not written if the user has set the path of the file. Otherwise the file is in
 * the machine cache, which may be read-only on purpose. */
static void log_not_written(const tc_job_records_place *place, const tc_log *log, const char *reason) {
  if (place->is_automatic)
    tc_log_write(log, TC_LOG_VERBOSE, "forecast record was not written: %s", reason);
  else
    tc_log_warn(log, "forecast.records: forecast record was not written: %s", reason);
}

bool tc_job_records_append(const tc_job_records_place *place, const tc_log *log,
                           const tc_job_record *record) {
  if (!place->path[0]) return false;
  tc_status status = append_record(place, log, record);
  const bool is_written = !status;
  if (status) log_not_written(place, log, tc_status_text(status));
  tc_status_free(&status);
  return is_written;
}

/* ---- reset ---- */

/* Returns an error if the user has set a path and the file there may be that of another program. */
static tc_status check_owner(const tc_job_records_place *place) {
  record_file file = {.scan = {0, 0, 0}};
  if (place->is_automatic) return TC_OK;
  TC_TRY(tc_job_records_content_load(place->path, &file.content));
  const bool is_other = is_other_program(place, &file);
  tc_job_records_content_free(&file.content);
  return is_other ? other_program_error(place->path) : TC_OK;
}

tc_status tc_job_records_reset(const tc_job_records_place *place, bool *is_removed) {
  struct stat info;
  tc_file_lock lock = {0};
  *is_removed = false;
  if (!place->path[0] || lstat(place->path, &info)) return TC_OK;
  TC_TRY(check_owner(place));
  tc_status status = tc_cache_lock_acquire(place->path, &lock); /* without the lock, a job that trims the file
                                                                   at the same time could restore it */
  tc_status_free(&status);
  *is_removed = unlink(place->path) == 0;
  if (!*is_removed && errno != ENOENT)
    status = tc_status_create(TC_OUTPUT, "%s: cannot be removed: %s: remove it by hand", place->path,
                              strerror(errno));
  tc_file_lock_release(&lock);
  return status;
}
