/* File of the cache of stable steps. Its first line names the format, and every other line is an entry
 * (step_entry.h). A run that changes an entry holds the lock while it reads the whole file and writes it
 * again under a temporary name. Therefore no entry of another run is lost. If the file system does not
 * support locks, an entry may be lost. The next run then searches for its stable step again. */
#include "io/machine/step_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/text/text_part.h"
#include "io/machine/cache_lock.h"
#include "io/machine/machine_cache.h"
#include "io/machine/own_file.h"
#include "io/machine/step_entry.h"

static const char first_line[] = "tetracast-stable-steps 1\n";
enum { first_length = sizeof first_line - 1, path_size = 4096 };

bool tc_step_cache_path(char *path, size_t size) {
  char directory[3072];
  if (!tc_machine_cache_directory(directory, sizeof directory)) return false;
  const int length = snprintf(path, size, "%s/stable-steps", directory);
  return length > 0 && (size_t)length < size;
}

/* ---- reading ---- */

/* Content of the file of stable steps. */
typedef struct content {
  char *bytes;   /* owned; NULL if there is no file */
  tc_text lines; /* part of `bytes`: all lines after the first */
} content;

static tc_status unusable_error(const char *path, const char *reason) {
  /* Example: .cache/tetracast/stable-steps: is damaged: remove it */
  return tc_status_create(TC_INPUT, "%s: %s: remove it", path, reason);
}

static ssize_t read_bytes(int file, char *bytes, size_t size) {
  size_t done = 0;
  for (ssize_t n = 1; done < size && n != 0; done += (size_t)n) {
    n = pread(file, bytes + done, size - done, (off_t)done);
    if (n < 0) return -1;
  }
  return (ssize_t)done;
}

static tc_status load_bytes(const char *path, int file, size_t size, content *out) {
  TC_TRY(tc_alloc(size + 1, 1, "stable steps", &out->bytes));
  const ssize_t bytes = read_bytes(file, out->bytes, size);
  if (bytes < 0) return unusable_error(path, strerror(errno));
  const bool is_own = bytes >= first_length && memcmp(out->bytes, first_line, first_length) == 0;
  if (is_own) out->lines = (tc_text){out->bytes + first_length, out->bytes + bytes};
  return is_own ? TC_OK : unusable_error(path, "is damaged");
}

/* Loads the cache file. Sets *is_own to false if the file is a link, not regular, owned by another user or
 * cannot be opened. Such a file must not be replaced. */
static tc_status load(const char *path, content *out, bool *is_own) {
  struct stat info;
  int file;
  *out = (content){.bytes = NULL};
  const char *reason = tc_own_file_open(path, O_RDONLY, &file, &info);
  *is_own = !reason;
  if (reason) return unusable_error(path, reason);
  if (file < 0) return TC_OK;
  const tc_status status = info.st_size <= TC_STEP_CACHE_BYTES_MAX
                               ? load_bytes(path, file, (size_t)info.st_size, out)
                               : unusable_error(path, "is too large");
  close(file);
  return status;
}

/* Finds the latest entry of `key`. Returns the number of damaged lines. */
static int find_entry(tc_text lines, uint64_t key, tc_step_entry *found, bool *is_found) {
  tc_step_entry entry;
  int damaged = 0;
  *is_found = false;
  while (lines.cursor < lines.end) {
    const bool is_valid = tc_step_entry_parse(tc_text_remove_part(&lines, '\n'), &entry);
    damaged += !is_valid;
    if (!is_valid || entry.key != key) continue;
    *found = entry;
    *is_found = true;
  }
  return damaged;
}

bool tc_step_cache_read(uint64_t key, const tc_log *log, tc_stable_step *out) {
  char path[path_size];
  tc_step_entry entry = {.key = 0};
  content all;
  bool is_found = false, is_own;
  if (!tc_step_cache_path(path, sizeof path)) return false;
  tc_status status = load(path, &all, &is_own);
  const int damaged = !status && all.bytes ? find_entry(all.lines, key, &entry, &is_found) : 0;
  if (status)
    tc_log_write(log, TC_LOG_NORMAL, "cached stable steps are not used: %s", tc_status_text(status));
  else if (damaged > 0)
    tc_log_write(log, TC_LOG_NORMAL, "%s: %d damaged entr%s ignored", path, damaged,
                 damaged == 1 ? "y was" : "ies were");
  tc_status_free(&status);
  tc_free(all.bytes);
  if (is_found) *out = entry.step;
  return is_found;
}

/* ---- writing ---- */

/* Returns the number of undamaged entries with keys other than `key`. Sets *has_key to true if there is an
 * undamaged entry of `key`. */
static int count_others(tc_text lines, uint64_t key, bool *has_key) {
  int count = 0;
  *has_key = false;
  while (lines.cursor < lines.end) {
    uint64_t other = 0;
    if (!tc_step_entry_parse_key(tc_text_remove_part(&lines, '\n'), &other)) continue;
    count += other != key;
    *has_key = *has_key || other == key;
  }
  return count;
}

/* Writes the undamaged entries with keys other than `key`, but not the oldest `skip` of them. */
static void write_others(tc_text lines, uint64_t key, int skip, FILE *out) {
  while (lines.cursor < lines.end) {
    uint64_t other = 0;
    const tc_text line = tc_text_remove_part(&lines, '\n');
    if (!tc_step_entry_parse_key(line, &other) || other == key || skip-- > 0) continue;
    fprintf(out, "%.*s\n", (int)(line.end - line.cursor), line.cursor);
  }
}

/* Replaces the entry of `key` by `line`, or removes it if `line` is NULL. *is_changed is false if no entry
 * was to be removed or on error. */
static tc_status replace_locked(const char *path, uint64_t key, const char *line, bool *is_changed) {
  content all;
  tc_file file = {.out = NULL};
  bool is_own, has_key = false;
  tc_status status = load(path, &all, &is_own);
  if (is_own) tc_status_free(&status); /* A damaged cache file is replaced, so the error is ignored. */
  const tc_text lines = status || !all.lines.cursor ? (tc_text){first_line, first_line} : all.lines;
  const int others = count_others(lines, key, &has_key), most = TC_STEP_CACHE_ENTRIES_MAX - 1;
  *is_changed = !status && (line || has_key);
  if (*is_changed) status = tc_file_open(path, &file);
  if (*is_changed && !status) {
    fputs(first_line, file.out);
    write_others(lines, key, others - most, file.out);
    if (line) fprintf(file.out, "%s\n", line);
    status = tc_file_commit(&file);
  }
  tc_free(all.bytes);
  return status;
}

/* Replaces or removes the entry of `key`, as replace_locked does, under the lock of the cache file. Returns
 * true on success. */
static bool replace(uint64_t key, const char *line, const tc_log *log) {
  char path[path_size];
  tc_file_lock lock = {0};
  bool is_changed = false;
  if (!tc_step_cache_path(path, sizeof path)) return false;
  tc_status status = tc_cache_lock_acquire(path, &lock);
  if (!status) status = replace_locked(path, key, line, &is_changed);
  tc_file_lock_release(&lock);
  if (status)
    tc_log_write(log, TC_LOG_VERBOSE, "the cache of stable steps was not changed: %s",
                 tc_status_text(status));
  is_changed = is_changed && !status;
  tc_status_free(&status);
  return is_changed;
}

bool tc_step_cache_write(uint64_t key, const tc_stable_step *step, const tc_log *log) {
  tc_step_entry entry = {key, *step};
  tc_line line = {0};
  entry.step.cache_key = 0;
  entry.step.cached_products = 0;
  return tc_step_entry_format(&entry, &line) && replace(key, line.text, log);
}

bool tc_step_cache_remove(uint64_t key, const tc_log *log) { return replace(key, NULL, log); }
