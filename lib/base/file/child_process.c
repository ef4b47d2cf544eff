#define _GNU_SOURCE /* pipe2, posix_spawn_file_actions_addclosefrom_np */
#include "base/file/child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/pool.h"

enum { first_free_descriptor = 10 };

extern char **environ;

/* True if a variable of the environment belongs to an MPI launcher. The child must not have such variables,
 * because it does not belong to the launch. */
static bool is_of_launcher(const char *variable) {
  static const char *const prefixes[] = {"OMPI_", "PMIX_", "PMI_", "HYDRA_", "MPI_LOCAL"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(variable, prefixes[i], strlen(prefixes[i]))) return true;
  return false;
}

static tc_status copy_environment(tc_pool *pool, char ***out) {
  char **copy = NULL;
  int variables = 0, copied = 0;
  while (environ[variables]) variables++;
  TC_TRY(TC_POOL_ARRAY_ZERO(pool, copy, variables + 1));
  for (int i = 0; i < variables; i++)
    if (!is_of_launcher(environ[i])) copy[copied++] = environ[i];
  *out = copy;
  return TC_OK;
}

/* Creates a pipe whose descriptors are at least first_free_descriptor, so the redirections of the child's
 * standard streams do not overwrite them. Returns 0 or an errno value. */
static int open_pipe(int ends[2]) {
  int low[2];
  if (pipe2(low, O_CLOEXEC)) return errno;
  for (int i = 0; i < 2; i++) ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, first_free_descriptor);
  const int reason = ends[0] < 0 || ends[1] < 0 ? errno : 0;
  close(low[0]);
  close(low[1]);
  for (int i = 0; i < 2 && reason; i++)
    if (ends[i] >= 0) close(ends[i]);
  return reason;
}

static int add_redirections(posix_spawn_file_actions_t *actions, int output, int stream) {
  int reason = posix_spawn_file_actions_adddup2(actions, output, stream);
  for (int descriptor = 0; descriptor <= STDERR_FILENO && !reason; descriptor++)
    if (descriptor != stream)
      reason = posix_spawn_file_actions_addopen(actions, descriptor, "/dev/null", O_RDWR, 0);
  const int last = stream > STDERR_FILENO ? stream : STDERR_FILENO;
  return reason ? reason : posix_spawn_file_actions_addclosefrom_np(actions, last + 1);
}

static int spawn(const char *const arguments[], char **environment, int output, int stream, pid_t *process) {
  posix_spawn_file_actions_t actions;
  int reason = posix_spawn_file_actions_init(&actions);
  if (reason) return reason;
  reason = add_redirections(&actions, output, stream);
  if (!reason)
    reason = posix_spawnp(process, arguments[0], &actions, NULL, (char *const *)arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  return reason;
}

bool tc_child_process_is_missing(int reason) {
  return reason == ENOENT || reason == EACCES || reason == ENOTDIR || reason == ENOEXEC;
}

tc_status tc_child_process_start(const char *const arguments[], int stream, int *reason,
                                 tc_child_process *out) {
  char **environment;
  tc_pool pool = {0};
  int ends[2] = {-1, -1};
  TC_TRY(copy_environment(&pool, &environment));
  *reason = open_pipe(ends);
  if (!*reason) {
    *reason = spawn(arguments, environment, ends[1], stream, &out->process);
    close(ends[1]);
    if (*reason) close(ends[0]);
    out->output = ends[0];
  }
  tc_pool_free(&pool);
  return TC_OK;
}

int tc_child_process_end(const tc_child_process *process) {
  int state = 0;
  close(process->output);
  while (waitpid(process->process, &state, 0) < 0)
    if (errno != EINTR) return 0;
  return WIFSIGNALED(state) ? WTERMSIG(state) : 0;
}
