#define _GNU_SOURCE
#include "sampler/file_header.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sampler/syscalls.h"

/* Returns the MPI rank of this process from the environment variables that launchers set; -1 if there is
 * none. */
static int find_rank(void) {
  static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    const char *rank = getenv(names[n]);
    if (rank && *rank >= '0' && *rank <= '9') return atoi(rank);
  }
  return -1;
}

/* Reads at most `bytes_max` bytes from the start of the file `path` into `text` and returns the number of
 * bytes read. */
static size_t read_start(const char *path, char *text, size_t bytes_max) {
  const int file = ts_sys_open(path, O_RDONLY);
  size_t length = 0;
  for (long bytes = 1; file >= 0 && bytes > 0 && length<bytes_max; length += bytes> 0 ? (size_t)bytes : 0)
    bytes = syscall(SYS_read, file, text + length, bytes_max - length);
  ts_sys_close(file);
  return length;
}

static void fill_header(ts_file_header *header) {
  memcpy(header->magic, TS_SAMPLER_MAGIC, sizeof header->magic);
  header->header_bytes = sizeof *header;
  header->block_bytes = TS_SAMPLER_BLOCK;
  header->start_ns = ts_sys_clock_ns(CLOCK_REALTIME);
  header->rank = find_rank();
  header->pid = getpid();
  header->parent = getppid();
  gethostname(header->host, sizeof header->host - 1);
  if (syscall(SYS_readlink, "/proc/self/exe", header->program, sizeof header->program - 1) < 0)
    header->program[0] = 0;
  if (syscall(SYS_getcwd, header->folder, sizeof header->folder - 1) < 0) header->folder[0] = 0;
  read_start("/proc/self/cmdline", header->command, sizeof header->command - 2);
}

/* Creates the output file of this process. Its name contains a number, because a process that calls exec
 * needs a second file under the same process id. */
static bool create_file(ts_state *state, const char *folder) {
  char host[TS_SAMPLER_HOST] = {0};
  const int rank = find_rank(), pid = getpid();
  char number[16] = "none";
  gethostname(host, sizeof host - 1);
  if (rank >= 0) snprintf(number, sizeof number, "%d", rank);
  for (int n = 0; n < 1000000; n++) {
    const int length =
        snprintf(state->path, sizeof state->path, "%s/%s.%s.%d.%d.tcb", folder, host, number, pid, n);
    if (length < 0 || (size_t)length >= sizeof state->path) return false;
    state->file = ts_sys_open(state->path, O_RDWR | O_CREAT | O_EXCL);
    if (state->file >= 0 || errno != EEXIST) break;
  }
  if (state->file < 0) return false;
  state->file = ts_sys_move_descriptor(state->file);
  return ts_sys_get_identity(state->file, &state->identity);
}

/* If the disk is full, the function returns false and leaves an empty file, from which tcblame learns that
 * the process was not sampled. */
bool ts_header_create(ts_state *state, const char *folder) {
  if (!create_file(state, folder)) return false;
  if (!ts_sys_reserve(state->file, 0, TS_SAMPLER_BLOCK) ||
      !(state->header = ts_sys_map(TS_SAMPLER_BLOCK, state->file, 0))) {
    if (ftruncate(state->file, 0) != 0) unlink(state->path);
    return false;
  }
  state->blocks = 1;
  state->start_ns = ts_sys_clock_ns(CLOCK_MONOTONIC);
  state->start_cpu_ns = ts_sys_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
  fill_header(state->header);
  return true;
}
