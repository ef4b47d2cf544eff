#include "base/file/file_lock.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/mesh/mesh_files.h"
#include "support/expect.h"

/* What another process is told that asks for the same lock: whether it got it. */
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
  tc_file_lock_release(&again); /* which has nothing */
  cr_assert_not(can_other_process_lock(path));
  tc_file_lock_release(&lock);
  cr_assert(!tc_file_lock_is_supported(&lock) && access(path, F_OK) != 0);
  cr_assert(can_other_process_lock(path));
  folder_remove(&f);
}

/* The file stays, the lock does not. */
Test(lock, a_process_that_is_killed_holds_nothing) {
  folder f = folder_make();
  char path[400];
  int how, ready[2];
  file_path(&f, "x.lock", path);
  cr_assert_eq(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    tc_file_lock lock = {0};
    tc_status status = tc_file_lock_acquire(path, "x", &lock);
    if (status || write(ready[1], "!", 1) != 1) _exit(1);
    for (;;) pause();
  }
  char byte;
  cr_assert_eq(read(ready[0], &byte, 1), 1);
  cr_assert_not(can_other_process_lock(path));
  kill(child, SIGKILL);
  waitpid(child, &how, 0);
  cr_assert_eq(access(path, F_OK), 0);
  cr_assert(can_other_process_lock(path));
  folder_remove(&f);
}

Test(lock, what_is_no_lock_stays) {
  folder f = folder_make();
  char path[400];
  tc_file_lock lock = {0};
  file_write(&f, "x.lock", "mine");
  file_path(&f, "x.lock", path);
  expect_error(tc_file_lock_acquire(path, "x", &lock), TC_OUTPUT, "it is no lock file");
  char *text = file_text(&f, "x.lock");
  cr_assert_str_eq(text, "mine");
  free(text);
  file_path(&f, "none/x.lock", path);
  expect_error(tc_file_lock_acquire(path, "x", &lock), TC_OUTPUT, "cannot be locked: No such file");
  folder_remove(&f);
}
