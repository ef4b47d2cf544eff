/* Command server: runs command lines of tetracast, heat2d and finegrain in one launch, because a launch takes
 * longer than most runs of the tests. tests/support/server.sh starts it with mpirun for each number of ranks
 * and writes each request into the FIFOs of all ranks, PLACE/rank.R. A request is a list of words that end
 * with a zero byte: the number of the other words, the working directory, OMP_NUM_THREADS (empty if not set),
 * the files for stdout and stderr, the program and its arguments. Each rank calls main of the program and
 * writes the exit code into the FIFO PLACE/reply. The server ends after the end of file of its FIFO, or if
 * the script does not exist any more.
 *
 *   mpirun -np 3 server PLACE PROCESS_OF_THE_SCRIPT */
#include <fcntl.h>
#include <mpi.h>
#include <omp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/programs.h"

enum { words_max = 4096, path_max = 4096, poll_ms = 1000 };
enum { directory, threads, out, err, program, fixed_words };

static const struct {
  const char *name;
  program_main *main;
} programs[] = {{"tetracast", tetracast_main}, {"heat2d", heat2d_main}, {"finegrain", finegrain_main}};

/* MPI is initialised by the first request that needs it, and finalised when the server ends. */
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  int is_initialised;
  PMPI_Initialized(&is_initialised);
  return is_initialised ? PMPI_Query_thread(provided) : PMPI_Init_thread(argc, argv, required, provided);
}

int MPI_Finalize(void) { return PMPI_Barrier(MPI_COMM_WORLD); }

static void end_mpi(void) {
  int is_initialised;
  PMPI_Initialized(&is_initialised);
  if (is_initialised) PMPI_Finalize();
}

static void redirect(const char *path, int descriptor) {
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (file < 0 || dup2(file, descriptor) < 0) exit(EXIT_FAILURE);
  close(file);
}

/* Sets the working directory, the environment and the streams to those that a new process would have. */
static void prepare(char **word, int threads_at_start) {
  if (chdir(word[directory])) exit(EXIT_FAILURE);
  if (*word[threads]) setenv("OMP_NUM_THREADS", word[threads], 1);
  if (!*word[threads]) unsetenv("OMP_NUM_THREADS");
  omp_set_num_threads(*word[threads] ? atoi(word[threads]) : threads_at_start);
  redirect(word[out], STDOUT_FILENO);
  redirect(word[err], STDERR_FILENO);
}

static int run_program(int words, char **word) {
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    if (strcmp(programs[i].name, word[program]) == 0)
      return programs[i].main(words - program, word + program);
  return EXIT_FAILURE;
}

static int run_request(int words, char **word, int threads_at_start, const int streams[2]) {
  prepare(word, threads_at_start);
  const int code = run_program(words, word);
  fflush(stdout);
  fflush(stderr);
  clearerr(stdout);
  dup2(streams[0], STDOUT_FILENO);
  dup2(streams[1], STDERR_FILENO);
  return code;
}

/* Waits for a request. Returns false if no more requests will arrive. */
static bool wait_for_request(int fifo, pid_t script) {
  struct pollfd poller = {.fd = fifo, .events = POLLIN};
  while (poll(&poller, 1, poll_ms) == 0)
    if (kill(script, 0)) _exit(EXIT_FAILURE);
  return poller.revents & POLLIN;
}

/* Reads a request into word[]. Returns the number of words, or 0 at the end of the file. */
static int read_request(FILE *fifo, char **word) {
  char *text = NULL;
  size_t size = 0;
  if (getdelim(&text, &size, '\0', fifo) < 0) return 0;
  const int words = atoi(text);
  free(text);
  if (words <= fixed_words - 1 || words >= words_max) exit(EXIT_FAILURE);
  for (int i = 0; i < words; i++) {
    word[i] = NULL;
    size = 0;
    if (getdelim(&word[i], &size, '\0', fifo) < 0) exit(EXIT_FAILURE);
  }
  word[words] = NULL;
  return words;
}

static FILE *open_fifo(const char *place, const char *name, const char *mode) {
  char path[path_max];
  snprintf(path, sizeof path, "%s/%s", place, name);
  FILE *fifo = fopen(path, mode);
  if (!fifo) exit(EXIT_FAILURE);
  return fifo;
}

int main(int argc, char **argv) {
  static char *word[words_max];
  if (argc != 3) return EXIT_FAILURE;
  const char *rank = getenv("OMPI_COMM_WORLD_RANK");
  char name[32];
  snprintf(name, sizeof name, "rank.%s", rank ? rank : "0");
  FILE *requests = open_fifo(argv[1], name, "r"), *replies = open_fifo(argv[1], "reply", "w");
  const int streams[2] = {dup(STDOUT_FILENO), dup(STDERR_FILENO)}, threads_at_start = omp_get_max_threads();
  while (wait_for_request(fileno(requests), (pid_t)atoi(argv[2]))) {
    const int words = read_request(requests, word);
    if (words == 0) break;
    const int code = run_request(words, word, threads_at_start, streams);
    for (int i = 0; i < words; i++) free(word[i]);
    fprintf(replies, "%d\n", code);
    fflush(replies);
  }
  end_mpi();
  return EXIT_SUCCESS;
}
