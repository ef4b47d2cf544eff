#define _GNU_SOURCE
#include "compile/parallel_jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/program/processors.h"

extern char **environ;

static int spawn_job(const tb_job *job, pid_t *out) {
  posix_spawn_file_actions_t actions;
  int reason = posix_spawn_file_actions_init(&actions);
  if (reason) return reason;
  reason = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, job->output,
                                            O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (!reason) reason = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  if (!reason) reason = posix_spawn_file_actions_addchdir_np(&actions, job->folder);
  if (!reason) reason = posix_spawnp(out, job->argv[0], &actions, NULL, (char *const *)job->argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  return reason;
}

/* Waits until one of the running jobs ends, stores the result in the member `has_succeeded` of this job and
 * reduces *running by 1. */
static void wait_for_job(int jobs, tb_job *job, pid_t *process, int *running) {
  int state = 0;
  const pid_t ended = waitpid(-1, &state, 0);
  if (ended < 0 && errno == EINTR) return;
  for (int j = 0; j < jobs; j++) {
    if (process[j] != ended && ended > 0) continue;
    if (ended > 0) job[j].has_succeeded = WIFEXITED(state) && WEXITSTATUS(state) == 0;
    if (process[j] > 0) --*running;
    process[j] = 0;
  }
}

tc_status tb_jobs_run(int jobs, tb_job *job) {
  pid_t *process = NULL;
  const int running_max = tc_processors_usable();
  int running = 0;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(process, jobs));
  signal(SIGCHLD, SIG_DFL); /* if SIGCHLD is ignored, the kernel does not report children */
  for (int j = 0; j < jobs && !status; j++) {
    while (running >= running_max) wait_for_job(j, job, process, &running);
    const int reason = spawn_job(&job[j], &process[j]);
    if (reason) {
      process[j] = 0;
      status = tc_status_create(TC_INTERNAL,
                                "%s: cannot be started in %s: %s: create this directory, or configure the "
                                "build again",
                                job[j].argv[0], job[j].folder, strerror(reason));
    } else
      running++;
  }
  while (running > 0) wait_for_job(jobs, job, process, &running);
  tc_free(process);
  return status;
}
