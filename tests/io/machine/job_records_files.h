/* Files of forecast records for tests, and functions that let system calls fail on request. A program that
 * includes this header replaces fsync, fcntl, write, rename and nanosleep also for the library. */
#ifndef TC_TESTS_IO_MACHINE_JOB_RECORDS_FILES_H
#define TC_TESTS_IO_MACHINE_JOB_RECORDS_FILES_H

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "io/machine/cache_folder.h"
#include "io/machine/job_records.h"
#include "io/machine/job_records_case.h"

/* ---- functions that replace those of the C library ---- */

static int syncs;
static bool has_locks = true, fails_rename;
static size_t writable_bytes; /* bytes that one call of write writes at most; 0 if there is no limit */

int fsync(int file) {
  syncs += file >= 0;
  return 0;
}

int fcntl(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *const argument = va_arg(arguments, void *);
  va_end(arguments);
  if (command == F_OFD_SETLK && !has_locks) {
    errno = ENOLCK;
    return -1;
  }
  return (int)syscall(SYS_fcntl, file, command, argument);
}

ssize_t write(int file, const void *bytes, size_t n) {
  return syscall(SYS_write, file, bytes, writable_bytes && n > writable_bytes ? writable_bytes : n);
}

int rename(const char *from, const char *to) {
  if (!fails_rename) return (int)syscall(SYS_rename, from, to);
  errno = ENOSPC;
  return -1;
}

/* Waits for the requested time, but at most a millisecond, so that tests of retries are short. */
int nanosleep(const struct timespec *wait, struct timespec *rest) {
  const struct timespec shorter = {0, wait->tv_sec || wait->tv_nsec > 1000000 ? 1000000 : wait->tv_nsec};
  return (int)syscall(SYS_nanosleep, &shorter, rest);
}

/* ---- a log that counts its messages ---- */

typedef struct messages {
  int warnings, notes;
  char warning[TC_LOG_TEXT], note[TC_LOG_TEXT]; /* the last warning and the last note */
} messages;

static inline void count_message(void *self, tc_log_level level, tc_log_event event, const char *text) {
  messages *m = self;
  (void)level;
  m->warnings += event == TC_LOG_WARNING;
  m->notes += event == TC_LOG_LINE;
  snprintf(event == TC_LOG_WARNING ? m->warning : m->note, TC_LOG_TEXT, "%s", text);
}

static messages heard;
static const tc_log_sink sink = {count_message, &heard, false};
static const tc_log verbose = {.sink = &sink, .level = TC_LOG_VERBOSE};

/* ---- a file of records in a temporary directory ---- */

#define NAME "m.records"

typedef struct record_case {
  folder whole;
  tc_job_records_place place;
} record_case;

static tc_job_record found[TC_JOB_RECORDS_MAX];

static inline record_case case_make(void) {
  record_case c = {.whole = folder_make()};
  char path[400];
  file_path(&c.whole, NAME, path);
  tc_job_records_find(path, "m", &c.place);
  /* Most tests use the file as part of the machine cache. Its path is then chosen by the program and not
   * by the user. */
  c.place.is_automatic = true;
  heard = (messages){.warnings = 0};
  return c;
}

/* Writes a file with `count` records. */
static inline void case_fill(const record_case *c, int count) {
  enum { size = 1 << 20 };
  char *text = calloc(1, size);
  strcpy(text, TC_JOB_RECORDS_BEGIN);
  record_add_lines(0, count, text, size);
  file_write(&c->whole, NAME, text);
  free(text);
}

static inline int case_read(record_case *c) { return tc_job_records_read(&c->place, &verbose, found); }

static inline bool case_append(const record_case *c, int64_t steps) {
  const tc_job_record record = record_make(steps);
  return tc_job_records_append(&c->place, &verbose, &record);
}

static inline void expect_records(record_case *c, int64_t first, int count) {
  cr_assert_eq(case_read(c), count);
  for (int i = 0; i < count; i++) cr_assert_eq(found[i].steps, first + i, "%d", i);
}

static inline int count_records(const record_case *c) {
  enum { size = 1 << 20 };
  char path[400], *text = calloc(1, size);
  int lines = 0;
  file_path(&c->whole, NAME, path);
  FILE *file = fopen(path, "rb");
  cr_assert(file && fread(text, 1, size - 1, file) > 0);
  fclose(file);
  for (const char *at = text; (at = strchr(at, '\n')); at++) lines++;
  free(text);
  return lines - 1;
}

static inline void expect_exists(const record_case *c, const char *name, bool exists) {
  char path[400];
  file_path(&c->whole, name, path);
  cr_expect_eq(access(path, F_OK) == 0, exists, "%s", name);
}

#endif
