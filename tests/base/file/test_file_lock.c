#include "base/file/file_lock.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/mesh/mesh_files.h"
#include "support/expect.h"

/* True if another process can acquire the lock. False if acquiring it fails because the lock is in use. */
static bool can_other_process_lock(const char *path) {
  int how;
  const pid_t child = fork();
  if (child == 0) {
    tc_file_lock lock = {0};
    tc_status status = tc_file_lock_acquire(path, "out/x", &lock);
    const bool refused = status && strstr(tc_status_text(status), "out/x: another run is writing it");
    _exit(!status ? 1 : refused ? 2 : 3);
  }
  cr_assert_eq(waitpid(child, &how, 0), child);
  cr_assert(WIFEXITED(how) && WEXITSTATUS(how) < 3, "refused for another reason");
  return WEXITSTATUS(how) == 1;
}

Test(lock, nobody_else_gets_it) {
  folder f = folder_make();
  char path[400];
  tc_file_lock lock = {0}, again = {0};
  file_path(&f, "x.lock", path);
  expect_ok(tc_file_lock_acquire(path, "out/x", &lock));
  cr_assert(tc_file_lock_is_supported(&lock) && access(path, F_OK) == 0);
  cr_assert_not(can_other_process_lock(path));
  expect_error(tc_file_lock_acquire(path, "out/x", &again), TC_OUTPUT, "another run is writing it");
  cr_assert_not(tc_file_lock_is_supported(&again));
  tc_file_lock_release(&again); /* has no effect, because `again` does not hold the lock */
  cr_assert_not(can_other_process_lock(path));
  tc_file_lock_release(&lock);
  cr_assert(!tc_file_lock_is_supported(&lock) && access(path, F_OK) != 0);
  cr_assert(can_other_process_lock(path));
  folder_remove(&f);
}

/* Starts a process that acquires the lock and holds it until it is killed. */
static pid_t start_holder(const char *path, int *ready) {
  int ends[2];
  cr_assert_eq(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60); /* ends a child that is never killed, so that the test fails */
    tc_file_lock lock = {0};
    tc_status status = tc_file_lock_acquire(path, "x", &lock);
    if (status || write(ends[1], "!", 1) != 1) _exit(1);
    for (;;) pause();
  }
  char byte;
  cr_assert_eq(read(ends[0], &byte, 1), 1);
  close(ends[0]);
  *ready = ends[1];
  return child;
}

/* The lock file still exists after the holder has been killed, but it is not locked any more. */
Test(lock, a_process_that_is_killed_holds_nothing) {
  folder f = folder_make();
  char path[400];
  int how, ready;
  file_path(&f, "x.lock", path);
  const pid_t child = start_holder(path, &ready);
  cr_assert_not(can_other_process_lock(path));
  kill(child, SIGKILL);
  waitpid(child, &how, 0);
  close(ready);
  cr_assert_eq(access(path, F_OK), 0);
  cr_assert(can_other_process_lock(path));
  folder_remove(&f);
}

typedef struct waiting {
  pid_t holder;
  int calls;
} waiting;

/* tc_file_lock_wait calls this function before it waits. The function kills the process that holds the
 * lock. */
static void kill_holder(void *self) {
  waiting *w = self;
  w->calls++;
  kill(w->holder, SIGKILL);
}

Test(lock, waits_until_the_holder_has_died) {
  folder f = folder_make();
  char path[400];
  int how, ready;
  tc_file_lock lock = {0};
  file_path(&f, "x.lock", path);
  waiting w = {start_holder(path, &ready), 0};
  expect_ok(tc_file_lock_wait(path, "x", kill_holder, &w, &lock));
  cr_assert_eq(w.calls, 1);
  cr_assert(tc_file_lock_is_supported(&lock));
  cr_assert_not(can_other_process_lock(path));
  waitpid(w.holder, &how, 0);
  close(ready);
  tc_file_lock_release(&lock);
  expect_ok(tc_file_lock_wait(path, "x", kill_holder, &w, &lock)); /* the lock is free: no waiting */
  cr_assert_eq(w.calls, 1);
  tc_file_lock_release(&lock);
  folder_remove(&f);
}

Test(lock, what_is_no_lock_stays) {
  folder f = folder_make();
  char path[400];
  tc_file_lock lock = {0};
  file_write(&f, "x.lock", "mine");
  file_path(&f, "x.lock", path);
  expect_error(tc_file_lock_acquire(path, "x", &lock), TC_OUTPUT, "it is not a lock file");
  char *text = file_text(&f, "x.lock");
  cr_assert_str_eq(text, "mine");
  free(text);
  file_path(&f, "none/x.lock", path);
  expect_error(tc_file_lock_acquire(path, "x", &lock), TC_OUTPUT, "cannot be locked: No such file");
  expect_error(tc_file_lock_acquire(f.path, "x", &lock), TC_OUTPUT,
               "cannot be locked: Is a directory: remove it if no run uses it");
  folder_remove(&f);
}
