#include "comm/world/parallel_program.h"

#include <unistd.h>

#include "base/core/process.h"
#include "base/program/launcher.h"
#include "base/text/line.h"
#include "comm/world/argv_check.h"
#include "comm/world/launch_check.h"
#include "comm/world/mpi_world.h"

enum { print_delay_us = 300000 };

/* Name of the program for the message of abort_ranks. It is a global variable, because an MPI error handler
 * receives no data of the program. */
static const char *program_name;

/* Prints a message and aborts all ranks. Ranks other than the root wait before they print, so that a failure
 * on all ranks is printed only once. */
static void abort_ranks(const char *text) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank > 0) usleep(print_delay_us);
  /* The message begins with a line break, because the root may have printed a log line without a line end. */
  fprintf(stderr, "\n%s: error: %s (on rank %d)\n", program_name, text, rank);
  MPI_Abort(MPI_COMM_WORLD, TC_INTERNAL);
}

/* Error handler of MPI_COMM_WORLD, for MPI calls without a tc_world. The default handler of MPI would abort
 * the run with its own message. */
static void handle_error(MPI_Comm *comm, int *code, ...) {
  char text[MPI_MAX_ERROR_STRING] = "unknown error";
  int length;
  (void)comm;
  MPI_Error_string(*code, text, &length);
  tc_line line = {0};
  tc_line_add(&line, "MPI failed: %s", text);
  abort_ranks(line.text);
}

static tc_status start_mpi(const tc_program *program) {
  int provided;
  MPI_Errhandler handler;
  if (program->prepare_mpi) program->prepare_mpi();
  program_name = program->name;
  tc_process_prepare(TC_PROCESS_FILE_SIZE);
  tc_world_prepare();
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
    return tc_status_create(TC_INTERNAL, "MPI cannot be initialised: check the MPI installation");
  tc_mpi_error_set_handler(abort_ranks);
  if (MPI_Comm_create_errhandler(handle_error, &handler) == MPI_SUCCESS)
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  return TC_OK;
}

/* Collective. Creates call->world, suppresses the output of all ranks but one, and checks that all ranks have
 * the same arguments. */
static tc_status create_world(tc_command_call *call, int argc, char **argv) {
  TC_TRY(tc_world_create(MPI_COMM_WORLD, 0, &call->world));
  if (call->world->rank > 0) call->log.sink = NULL;
  if (!tc_launch_prints(call->world)) call->out = NULL;
  return tc_argv_check(call->world, call->program->name, argc - 1, argv + 1);
}

static tc_status run_command(tc_command_call *call) {
  TC_TRY(tc_launch_check(call->world));
  TC_TRY(tc_world_agree(call->world, tc_command_call_parse(call)));
  return tc_command_call_execute(call);
}

/* Runs a parallel command. For any other call it initialises and finalises MPI, because other processes of
 * the launch may run a parallel command and would wait in MPI_Init forever. */
static int run_with_mpi(tc_command_call *call, int argc, char **argv) {
  int rank = 0;
  const tc_status start_status = start_mpi(call->program);
  if (start_status) return tc_command_call_end(call, start_status);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank > 0) call->out = NULL; /* Ranks other than 0 print nothing, also if create_world fails. */
  tc_status status = create_world(call, argc, argv);
  if (!status && tc_command_call_is_parallel(call)) status = run_command(call);
  /* The error is printed before MPI_Finalize, because the launcher kills the other processes when one process
   * fails. */
  const int code = tc_command_call_end(call, status);
  tc_world_destroy(&call->world);
  MPI_Finalize();
  return code;
}

int tc_parallel_program_main(const tc_program *program, int argc, char **argv) {
  /* tc_launcher_is_first must be called before MPI_Init, because MPI_Init may set the launcher's environment
   * variables. */
  const bool is_first = tc_launcher_is_first();
  tc_command_call call;
  tc_command_call_init(program, argc, argv, &call);
  if (tc_command_call_is_parallel(&call)) return run_with_mpi(&call, argc, argv);
  if (tc_launcher_ranks() > 1) {
    tc_command_call other = call;
    other.exit_code = TC_DONE;
    const int code = run_with_mpi(&other, argc, argv);
    if (code != TC_DONE) return code;
  }
  return is_first ? tc_command_call_end(&call, tc_command_call_run(&call)) : TC_DONE;
}
