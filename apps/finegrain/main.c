/* finegrain: access patterns of programs over shared arrays, their costs and forecasts (Zhang and Seidel
 * 2006). Commands with `run` are executed by the first process alone. Commands with `run_parallel` initialise
 * MPI, parse the options on all ranks and use one thread per rank. The exit code is that of the returned
 * status. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "base/program/exit_status.h"
#include "base/program/launcher.h"
#include "base/program/provenance.h"
#include "base/program/thread_count.h"
#include "comm/world/argv_check.h"
#include "comm/world/launch_check.h"
#include "comm/world/mpi_world.h"
#include "comm/world/world_threads.h"
#include "commands/command.h"

#define TC_REGISTRY_TYPE fg_command
#define TC_REGISTRY_DEF  "commands/commands.def"
#include "base/text/registry.inc"

static void write_help(void) {
  fputs("finegrain: access patterns of programs over shared arrays, their costs and forecasts\n\n"
        "usage: [mpirun -np P] finegrain COMMAND [ARGUMENTS]\n\n",
        stdout);
  for (int i = 0; i < fg_command_count(); i++)
    printf("  %-9s %s\n", fg_command_at(i)->name, fg_command_at(i)->summary);
  fputs("\n  finegrain COMMAND --help   options of a command, with an example\n"
        "  finegrain --version        version, commit and compiler\n\n"
        "Results go to stdout, progress and messages to stderr. Exit codes: 0 success; 2 command line, loop\n"
        "or machine file; 4 numerical (the result of a program is wrong); 5 output or input/output failure;\n"
        "1 any other failure.\n",
        stdout);
}

static bool is_help(const char *word) { return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0; }

static bool requests_help(int argc, char **argv) {
  for (int i = 0; i < argc; i++)
    if (is_help(argv[i])) return true;
  return false;
}

/* Parses the options and runs a command under MPI, with one thread per rank, because programs over shared
 * arrays use no more. */
static tc_status start_command(const fg_command *command, const tc_world *world, int argc, char **argv,
                               fg_options *options) {
  int told;
  TC_TRY(tc_launch_check(world));
  TC_TRY(tc_argv_check(world, "finegrain", argc - 1, argv + 1));
  TC_TRY(tc_world_agree(world, tc_thread_count_from_environment(&told)));
  TC_TRY(fg_options_parse(command, argc - 2, argv + 2, options));
  return tc_world_set_threads(world, 1);
}

/* Error handler of all MPI communicators: prints the error and aborts all ranks. */
static void end_all(MPI_Comm *comm, int *code, ...) {
  (void)comm;
  tc_mpi_error_abort("finegrain", *code);
}

static int run_parallel(const fg_command *command, int argc, char **argv) {
  tc_world *world = NULL;
  fg_options options;
  tc_log_record record = {0};
  tc_log log = {NULL, TC_LOG_NORMAL, &record};
  int provided, rank = 0;
  tc_world_prepare();
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
    return tc_exit_status_report("finegrain", tc_status_create(TC_INTERNAL, "MPI cannot be started"), true);
  tc_mpi_error_set_handler(end_all);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  tc_status status = tc_world_create(MPI_COMM_WORLD, 0, &world);
  if (!status) status = start_command(command, world, argc, argv, &options);
  if (!status) {
    log.stream = rank == 0 ? stderr : NULL;
    if (options.quiet) log.level = TC_LOG_QUIET;
    status = command->run_parallel(world, &options, &log);
  }
  tc_log_break_line(&log);
  /* The error is printed before MPI_Finalize, because the launcher kills the other processes when one fails.
   */
  const int code = tc_exit_status_report("finegrain", status, world ? tc_launch_speaks(world) : rank == 0);
  tc_world_destroy(&world);
  MPI_Finalize();
  return code;
}

static tc_status run_alone(const fg_command *command, int argc, char **argv) {
  fg_options options;
  int told;
  TC_TRY(tc_thread_count_from_environment(&told));
  TC_TRY(fg_options_parse(command, argc - 2, argv + 2, &options));
  return command->run(&options);
}

/* Prints help or the version, or runs a command that needs no MPI. `command` is the command that argv names;
 * NULL if the name is unknown. */
static tc_status run_without_mpi(const fg_command *command, int argc, char **argv) {
  tc_line meant = {0};
  if (is_help(argv[1])) {
    write_help();
    return TC_OK;
  }
  if (strcmp(argv[1], "--version") == 0) {
    tc_provenance_write("finegrain", stdout);
    return TC_OK;
  }
  if (!command)
    return tc_status_create(TC_USAGE, "unknown command '%s'%s (see finegrain --help)", argv[1],
                            tc_registry_suggest(&fg_command_registry, argv[1], &meant));
  if (!requests_help(argc - 2, argv + 2)) return run_alone(command, argc, argv);
  fputs(command->usage, stdout);
  return TC_OK;
}

int main(int argc, char **argv) {
  const fg_command *command = argc > 1 ? fg_command_find(argv[1]) : NULL;
  if (command && command->run_parallel && !requests_help(argc - 2, argv + 2))
    return run_parallel(command, argc, argv);
  if (!tc_launcher_is_first())
    return TC_DONE; /* only the first process of a launch prints and returns an error */
  if (argc > 1) return tc_exit_status_report("finegrain", run_without_mpi(command, argc, argv), true);
  write_help();
  return TC_USAGE;
}
