/* Settings of a program that uses the library: a locale with a decimal comma, handlers of signals and of
 * MPI errors, and OpenMP settings that differ from the defaults. Tests check with these functions that no
 * call of the library changes a setting. */
#ifndef TC_TESTS_API_HOST_H
#define TC_TESTS_API_HOST_H

#include <criterion/criterion.h>
#include <fenv.h>
#include <hdf5.h>

#include <locale.h>
#include <math.h>
#include <mpi.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api/include/tetracast/tetracast.h"

extern char **environ;

enum { HOST_SIGNALS = 6, HOST_THREADS = 3 };

/* All settings of the process that a call of the library might change by mistake. */
typedef struct host_state {
  char locale[64], half[8], directory[256];
  void (*handler[HOST_SIGNALS])(int);
  ino_t out_inode;
  off_t out_offset;
  uint64_t environment;
  MPI_Errhandler on_world, on_self;
  int threads, dynamic, rounding;
  mode_t mask;
  H5E_auto2_t print_errors;
} host_state;

static int host_mpi_errors; /* number of calls of the MPI error handler below */

static inline void host_handle_signal(int signal) { (void)signal; }

static inline void host_handle_mpi(MPI_Comm *comm, int *code, ...) {
  (void)comm, (void)code;
  host_mpi_errors++;
}

/* Selects a locale with a decimal comma, unless another test file has already selected it. localedef
 * creates this locale in the directory of the test programs. */
static inline void host_select_comma(void) {
  if (strcmp(setlocale(LC_ALL, NULL), "comma") == 0) return;
  char folder[300], command[800];
  const char *tests = getenv("TETRACAST_TESTS");
  snprintf(folder, sizeof folder, "%s/comma.XXXXXX", tests ? tests : "/tmp");
  if (!mkdtemp(folder)) abort();
  snprintf(command, sizeof command, "bash -c '. tests/support/comma.sh && make_comma %s'", folder);
  const int made = system(command);
  setenv("LOCPATH", folder, 1);
  if (made == 0 &&
      (!setlocale(LC_ALL, "comma") || snprintf(command, 8, "%.1f", 0.5) != 3 || strcmp(command, "0,5")))
    abort();
  unsetenv("LOCPATH");
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (system(command)) abort();
}

/* Sets the settings of the program. Called once before MPI_Init. */
static inline void host_begin(void) {
  static const int signals[] = {SIGTERM, SIGABRT, SIGXFSZ};
  host_select_comma();
  for (int i = 0; i < 3; i++) signal(signals[i], host_handle_signal);
  umask(027);
  omp_set_dynamic(1);
  omp_set_num_threads(HOST_THREADS);
}

/* Sets the settings again. Called at the start of each test, because the test runner changes some of them. */
static inline void host_restore(void) {
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(host_handle_mpi, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
  MPI_Errhandler_free(&handler);
  omp_set_dynamic(1);
  omp_set_num_threads(HOST_THREADS);
  host_mpi_errors = 0;
}

static inline uint64_t host_environment(void) {
  uint64_t hash = 14695981039346656037u;
  for (char **entry = environ; *entry; entry++)
    for (const char *at = *entry; *at; at++) hash = (hash ^ (uint64_t)*at) * 1099511628211u;
  return hash;
}

static inline void host_query_signals(host_state *out) {
  static const int signals[HOST_SIGNALS] = {SIGTERM, SIGABRT, SIGSEGV, SIGXFSZ, SIGINT, SIGUSR1};
  for (int i = 0; i < HOST_SIGNALS; i++) {
    struct sigaction action;
    sigaction(signals[i], NULL, &action);
    out->handler[i] = action.sa_handler;
  }
}

static inline void host_query_mpi(host_state *out) {
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &out->on_world);
  MPI_Comm_get_errhandler(MPI_COMM_SELF, &out->on_self);
}

/* Frees the error handlers of a state, because MPI counts each handler that MPI_Comm_get_errhandler
 * returns as a reference. */
static inline void host_release_mpi(const host_state *state) {
  MPI_Errhandler handler[2] = {state->on_world, state->on_self};
  for (int i = 0; i < 2; i++)
    if (handler[i] != MPI_ERRORS_ARE_FATAL && handler[i] != MPI_ERRORS_RETURN)
      MPI_Errhandler_free(&handler[i]);
}

static inline void host_query(host_state *out) {
  struct stat status;
  void *data;
  memset(out, 0, sizeof *out);
  snprintf(out->locale, sizeof out->locale, "%s", setlocale(LC_ALL, NULL));
  snprintf(out->half, sizeof out->half, "%.1f", 0.5);
  cr_assert_not_null(getcwd(out->directory, sizeof out->directory));
  host_query_signals(out);
  fflush(stdout);
  fstat(STDOUT_FILENO, &status);
  out->out_inode = status.st_ino;
  out->out_offset = lseek(STDOUT_FILENO, 0, SEEK_CUR);
  out->environment = host_environment();
  host_query_mpi(out);
  out->threads = omp_get_max_threads();
  out->dynamic = omp_get_dynamic();
  out->rounding = fegetround();
  umask(out->mask = umask(0));
  H5Eget_auto2(H5E_DEFAULT, &out->print_errors, &data);
}

/* Fails unless all settings of the process are the same as before `call`. */
static inline void host_compare(const host_state *before, const char *call) {
  host_state after;
  host_query(&after);
  cr_assert(memcmp(before, &after, sizeof after) == 0,
            "%s: changes the program: locale %s -> %s, 0.5 %s -> %s, threads %d -> %d, dynamic %d -> %d, "
            "environment %d, stdout %d, handlers %d %d, HDF5 %d",
            call, before->locale, after.locale, before->half, after.half, before->threads, after.threads,
            before->dynamic, after.dynamic, before->environment != after.environment,
            before->out_offset != after.out_offset,
            memcmp(before->handler, after.handler, sizeof after.handler), before->on_world != after.on_world,
            before->print_errors != after.print_errors);
  cr_assert_eq(host_mpi_errors, 0, "%s: calls the program's handler of MPI errors", call);
  host_release_mpi(before);
  host_release_mpi(&after);
}

/* Evaluates a call of the library and checks that the call changes no setting of the process. */
#define host_call(call)                                                                                      \
  do {                                                                                                       \
    host_state host_before_;                                                                                 \
    host_query(&host_before_);                                                                               \
    call;                                                                                                    \
    host_compare(&host_before_, #call);                                                                      \
  } while (0)

/* Expects the call to succeed. */
#define succeeds(call)                                                                                       \
  do {                                                                                                       \
    tetracast_error *error_ = NULL;                                                                          \
    host_call(error_ = (call));                                                                              \
    cr_assert_null(error_, "%s: %s", #call, tetracast_error_text(error_));                                   \
  } while (0)

/* True if the message contains a colon, which precedes the remedy, and does not end with a line end. */
static inline int host_has_remedy(const char *text) {
  return strstr(text, ": ") && text[strlen(text) - 1] != '\n';
}

/* Expects the call to fail on all ranks with the same code and with a text that contains `part`. */
#define fails(code, part, call)                                                                              \
  do {                                                                                                       \
    tetracast_error *error_ = NULL;                                                                          \
    host_call(error_ = (call));                                                                              \
    const char *text_ = tetracast_error_text(error_);                                                        \
    cr_assert_eq(tetracast_error_code(error_), code, "%s: code %d: %s", #call,                               \
                 (int)tetracast_error_code(error_), text_);                                                  \
    cr_assert_not_null(strstr(text_, part), "%s: \"%s\" lacks \"%s\"", #call, text_, part);                  \
    cr_assert(code == TETRACAST_STOPPED || host_has_remedy(text_), "%s: \"%s\"", #call, text_);              \
    cr_assert(strncmp(text_, "-s ", 3) != 0 && !strstr(text_, "--"), "%s: \"%s\"", #call, text_);            \
    cr_assert_eq(tetracast_error_is_local(error_), 0);                                                       \
    tetracast_error_free(&error_);                                                                           \
    cr_assert_null(error_);                                                                                  \
  } while (0)

static inline int host_rank(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

/* True on the last rank. Tests use this function to make a mistake on one rank only, which must be an
 * error on all ranks. */
static inline int host_is_last(void) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return rank == ranks - 1;
}

static inline int host_ranks(void) {
  int ranks;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

#endif
