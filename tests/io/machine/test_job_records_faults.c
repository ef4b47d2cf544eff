#define _GNU_SOURCE /* for F_OFD_SETLK */
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/core/timer.h"
#include "base/file/file_lock.h"
#include "io/machine/job_records_files.h"

/* ---- files of records that cannot be used ---- */

static void expect_unused(record_case *c, const char *reason) {
  const int before = folder_files(&c->whole, 0);
  heard = (messages){.warnings = 0};
  cr_expect_eq(case_read(c), 0);
  cr_expect_eq(heard.warnings, 1);
  cr_expect(strstr(heard.warning, "forecast records are not used: ") && strstr(heard.warning, reason), "%s",
            heard.warning);
  cr_expect_not(case_append(c, 1));
  cr_expect(heard.warnings == 1 && heard.notes == 1, "%s", heard.note);
  cr_expect_eq(folder_files(&c->whole, 0), before);
}

Test(job_records_faults, link_and_directory) {
  record_case c = case_make();
  char path[400], target[400];
  bool is_removed;
  file_path(&c.whole, NAME, path);
  file_path(&c.whole, "target", target);
  case_fill(&c, 2);
  cr_assert_eq(rename(path, target), 0);
  cr_assert_eq(symlink("target", path), 0);
  expect_unused(&c, "is a link: remove it or set forecast.records");
  expect_ok(tc_job_records_reset(&c.place, &is_removed));
  cr_expect(is_removed);
  expect_exists(&c, "target", true);
  cr_assert_eq(mkdir(path, 0777), 0);
  expect_unused(&c, "is not a regular file");
  expect_error(tc_job_records_reset(&c.place, &is_removed), TC_OUTPUT, "cannot be removed: Is a directory");
  cr_assert_eq(rmdir(path), 0);
  cr_assert_eq(mkfifo(path, 0666), 0);
  expect_unused(&c, "is not a regular file");
  unlink(path);
  if (geteuid() == 0) {
    case_fill(&c, 2);
    cr_assert_eq(chown(path, 65534, 65534), 0);
    expect_unused(&c, "is owned by another user");
  }
  folder_remove(&c.whole);
}

/* Directories have the names of the lock file and of the renamed damaged file. */
Test(job_records_faults, directories_in_the_way) {
  record_case c = case_make();
  char path[400];
  case_fill(&c, 2);
  file_path(&c.whole, NAME ".lock", path);
  cr_assert_eq(mkdir(path, 0777), 0);
  expect_records(&c, 0, 2);
  cr_expect_not(case_append(&c, 1));
  cr_expect(strstr(heard.note, "forecast record was not written: "));
  expect_records(&c, 0, 2);
  cr_assert_eq(rmdir(path), 0);
  file_write(&c.whole, NAME, "other");
  file_path(&c.whole, NAME ".bad", path);
  cr_assert_eq(mkdir(path, 0777), 0);
  cr_expect_eq(case_read(&c), 0);
  cr_expect(heard.warnings == 1 && strstr(heard.warning, "is damaged and cannot be renamed ("));
  cr_expect_not(case_append(&c, 1));
  rmdir(path);
  folder_remove(&c.whole);
}

/* Runs `use` in a child process that is not root and has no permission to write to the directory. */
static void expect_in_read_only_directory(const record_case *c, int (*use)(record_case *c)) {
  char path[400];
  int how;
  file_path(&c->whole, NAME, path);
  cr_assert(chmod(c->whole.path, 0555) == 0 && (geteuid() != 0 || chown(path, 65534, 65534) == 0));
  const pid_t child = fork();
  if (child == 0) {
    record_case copy = *c;
    _exit(geteuid() == 0 && setuid(65534) ? 99 : use(&copy));
  }
  cr_assert_eq(waitpid(child, &how, 0), child);
  cr_assert(WIFEXITED(how) && WEXITSTATUS(how) == 0, "%d", WEXITSTATUS(how));
  cr_assert_eq(chmod(c->whole.path, 0755), 0);
}

static int use_read_only(record_case *c) {
  if (case_read(c) != 3 || heard.warnings) return 1;
  if (case_append(c, 1) || heard.warnings || heard.notes != 1) return 2;
  return 0;
}

static int use_damaged_read_only(record_case *c) {
  if (case_read(c) != 0 || heard.warnings != 1) return 1;
  return strstr(heard.warning, "is damaged and cannot be renamed") ? 0 : 2;
}

Test(job_records_faults, read_only_directory) {
  record_case c = case_make();
  case_fill(&c, 3);
  expect_in_read_only_directory(&c, use_read_only);
  file_write(&c.whole, NAME, "other");
  expect_in_read_only_directory(&c, use_damaged_read_only);
  folder_remove(&c.whole);
}

/* If the lock file cannot be created, as in /proc, appending fails without waiting for the lock. */
Test(job_records_faults, lock_cannot_be_created) {
  record_case c = case_make();
  const double start_s = tc_now_s();
  snprintf(c.place.path, sizeof c.place.path, "/proc/" NAME);
  cr_expect_not(case_append(&c, 1));
  cr_expect_lt(tc_now_s() - start_s, 1.5);
  folder_remove(&c.whole);
}

/* If the user has set the path, reading and appending log one warning in total. */
Test(job_records_faults, path_of_the_user) {
  record_case c = case_make();
  char path[400];
  c.place.is_automatic = false;
  file_path(&c.whole, NAME, path);
  cr_assert_eq(symlink("target", path), 0);
  record_case link = c;
  cr_expect_eq(case_read(&link), 0);
  cr_expect_not(case_append(&link, 1));
  cr_expect(heard.warnings == 1 && strstr(heard.warning, "is a link: remove it or set forecast.records"));
  snprintf(c.place.path, sizeof c.place.path, "/proc/none/" NAME);
  heard = (messages){.warnings = 0};
  cr_expect_eq(case_read(&c), 0);
  cr_expect_not(case_append(&c, 1));
  cr_expect(heard.warnings == 1 && heard.notes == 0, "%d %d", heard.warnings, heard.notes);
  cr_expect(strstr(heard.warning, "forecast record was not written: "), "%s", heard.warning);
  folder_remove(&c.whole);
}

/* ---- disks without space ---- */

static void expect_not_written(record_case *c, const char *before, const char *reason) {
  heard = (messages){.warnings = 0};
  cr_expect_not(case_append(c, 9));
  cr_expect(heard.warnings == 0 && heard.notes == 1 && strstr(heard.note, reason), "%s", heard.note);
  char *const after = file_text(&c->whole, NAME);
  cr_expect_str_eq(after, before);
  free(after);
}

Test(job_records_faults, no_space) {
  record_case c = case_make();
  struct rlimit limit, before;
  case_fill(&c, 3);
  char *const text = file_text(&c.whole, NAME);
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &before);
  limit = before;
  limit.rlim_cur = strlen(text) + 100;
  setrlimit(RLIMIT_FSIZE, &limit);
  expect_not_written(&c, text, "File too large");
  setrlimit(RLIMIT_FSIZE, &before);
  writable_bytes = 100;
  expect_not_written(&c, text, "No space left on device");
  writable_bytes = 0;
  expect_records(&c, 0, 3);
  cr_expect(case_append(&c, 3));
  expect_records(&c, 0, 4);
  free(text);
  folder_remove(&c.whole);
}

/* If the disk has no space for the first record, the new file remains empty. */
Test(job_records_faults, no_space_for_the_first) {
  record_case c = case_make();
  writable_bytes = 100;
  expect_not_written(&c, "", "No space left on device");
  writable_bytes = 0;
  expect_records(&c, 0, 0);
  cr_expect(case_append(&c, 3));
  expect_records(&c, 3, 1);
  folder_remove(&c.whole);
}

/* A full file is normally replaced by a shorter copy. If this fails, the full file remains and has the new
 * record at its end. */
Test(job_records_faults, no_space_to_trim) {
  record_case c = case_make();
  case_fill(&c, TC_JOB_RECORDS_LINES_MAX);
  fails_rename = true;
  cr_expect(case_append(&c, 1000));
  fails_rename = false;
  cr_expect(heard.warnings == 0 && heard.notes == 1 && strstr(heard.note, "records were not trimmed: "));
  cr_assert_eq(case_read(&c), TC_JOB_RECORDS_MAX);
  cr_expect_eq(found[TC_JOB_RECORDS_MAX - 1].steps, 1000);
  cr_expect_eq(count_records(&c), TC_JOB_RECORDS_LINES_MAX + 1);
  cr_expect_eq(folder_files(&c.whole, 0), 1);
  folder_remove(&c.whole);
}

/* ---- several processes that append to one file ---- */

enum { processes = 8, records_each = 100 };

/* tc_job_records_append returns false if it did not write the record, for example because another process
 * held the lock. The record is then appended again. */
static void append_all(const record_case *c, int process) {
  for (int i = 0; i < records_each; i++)
    for (int tries = 0; !case_append(c, 1000 * process + i); tries++)
      if (tries > 1000) _exit(1);
}

/* Trimming removes only the oldest records. The remaining records of each process must therefore be
 * consecutive and include its last one. */
static void expect_last_records(int records) {
  int next[processes], total = 0;
  for (int p = 0; p < processes; p++) next[p] = -1;
  for (int i = 0; i < records; i++) {
    const int process = (int)(found[i].steps / 1000), number = (int)(found[i].steps % 1000);
    cr_assert(next[process] < 0 || number == next[process], "%d follows %d", number, next[process] - 1);
    next[process] = number + 1;
    total++;
  }
  for (int p = 0; p < processes; p++) cr_expect(next[p] < 0 || next[p] == records_each, "%d", p);
  cr_expect_eq(total, records);
}

/* Eight processes write 100 records each. The file is trimmed to 256 records when it has 513, and again
 * after 257 further records. */
Test(job_records_faults, eight_processes) {
  record_case c = case_make();
  pid_t child[processes];
  record_make(0);
  for (int p = 0; p < processes; p++)
    if ((child[p] = fork()) == 0) {
      alarm(100); /* ends a child that waits forever, so that the test fails */
      append_all(&c, p);
      _exit(0);
    }
  for (int p = 0; p < processes; p++) {
    int how;
    cr_assert_eq(waitpid(child[p], &how, 0), child[p]);
    cr_assert(WIFEXITED(how) && WEXITSTATUS(how) == 0);
  }
  const int after_first = processes * records_each - (TC_JOB_RECORDS_LINES_MAX + 1);
  const int between = TC_JOB_RECORDS_LINES_MAX + 1 - TC_JOB_RECORDS_MAX;
  cr_expect_eq(count_records(&c), TC_JOB_RECORDS_MAX + after_first - between);
  cr_assert_eq(case_read(&c), TC_JOB_RECORDS_MAX);
  expect_last_records(TC_JOB_RECORDS_MAX);
  cr_expect_eq(folder_files(&c.whole, 0), 1);
  folder_remove(&c.whole);
}

/* While another process holds the lock, no record is written. After that process was killed, the lock is
 * free. */
Test(job_records_faults, locked) {
  record_case c = case_make();
  char path[400];
  int ready[2], how;
  char byte;
  file_path(&c.whole, NAME ".lock", path);
  cr_assert_eq(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    tc_file_lock lock = {0};
    alarm(60);
    if (tc_file_lock_acquire(path, "x", &lock) || write(ready[1], "!", 1) != 1) _exit(1);
    for (;;) pause();
  }
  cr_assert_eq(read(ready[0], &byte, 1), 1);
  cr_expect_not(case_append(&c, 1));
  cr_expect(heard.warnings == 0 && strstr(heard.note, "another run is writing it"));
  expect_exists(&c, NAME, false);
  kill(child, SIGKILL);
  waitpid(child, &how, 0);
  cr_expect(case_append(&c, 1), "the lock of a killed process is free");
  expect_records(&c, 1, 1);
  folder_remove(&c.whole);
}

/* On a file system without locks, a record is written only if no other job has changed the file since this
 * job read it. */
Test(job_records_faults, no_locks) {
  record_case c = case_make(), other = c;
  has_locks = false;
  cr_expect_eq(case_read(&c), 0);
  cr_expect(case_append(&c, 1));
  cr_expect_not(case_append(&c, 2), "the file has changed since it was read");
  cr_expect(strstr(heard.note, "does not support locks, and another job has changed the file"));
  expect_records(&c, 1, 1);
  expect_records(&other, 1, 1);
  cr_expect(case_append(&other, 2));
  cr_expect_not(case_append(&c, 3));
  expect_records(&c, 1, 2);
  cr_expect_eq(folder_files(&c.whole, 0), 1);
  folder_remove(&c.whole);
}
