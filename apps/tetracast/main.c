/* Entry point of tetracast: finds the command, initialises MPI unless the command is serial, runs the command
 * and turns its status into one message and an exit code. Help, the version and serial commands need no MPI.
 * If a launcher starts such a command on several processes, MPI is still initialised and finalised first,
 * because other processes of the launch may wait in MPI. Only the first process then does the work and
 * prints. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "base/program/exit_status.h"
#include "base/program/launcher.h"
#include "base/program/thread_count.h"
#include "comm/world/argv_check.h"
#include "comm/world/launch_check.h"
#include "comm/world/mpi_world.h"
#include "commands/command.h"
#include "io/snapshot/snapshot.h"
#include "version.h"

#define TC_REGISTRY_TYPE app_command
#define TC_REGISTRY_DEF  "commands/commands.def"
#include "base/text/registry.inc"

static void write_help(FILE *out) {
  fprintf(out, "tetracast: diffusion on tetrahedral meshes that forecasts its own run time\n\n"
               "usage: [mpirun -np P] tetracast COMMAND [ARGUMENTS]\n\n");
  for (int i = 0; i < app_command_count(); i++)
    fprintf(out, "  %-9s %s\n", app_command_at(i)->name, app_command_at(i)->summary);
  fprintf(out, "\n  tetracast COMMAND --help   arguments and options of a command, with an example\n"
               "  tetracast --version        version, commit and libraries\n\n"
               "Results go to stdout, progress and messages to stderr.\n\n"
               "Exit codes:\n"
               "   0  success\n"
               "   1  other error, for example memory exhausted\n"
               "   2  wrong command line or config\n"
               "   3  wrong mesh or other input data\n"
               "   4  numerical failure: unstable step, NaN, or a rerun whose field differs\n"
               "   5  output cannot be written\n"
               "  75  interrupted; a checkpoint was written to resume from\n");
}

static tc_status run_command(const app_command *command, app_context *app, int argc, char **argv) {
  tc_status status = app_arguments_parse(argc, argv, command->options, command->flags, &app->arguments);
  if (app->world) status = tc_world_agree(app->world, status);
  if (app->arguments.quiet) app->log.level = TC_LOG_QUIET;
  if (app->arguments.verbose) app->log.level = TC_LOG_VERBOSE;
  if (!status) status = command->run(app);
  app_arguments_free(&app->arguments);
  return status;
}

/* Prints the error message of `status`, if it is an error, and returns the exit code of the program. */
static int exit_code(app_context *app, tc_status status) {
  tc_log_break_line(&app->log);
  return tc_exit_status_report("tetracast", status, app->out);
}

static int run_alone(const app_command *command, int argc, char **argv) {
  tc_log_record record = {0};
  app_context app = {.log = {stderr, TC_LOG_NORMAL, &record}, .out = stdout};
  int threads;
  tc_status status = tc_thread_count_from_environment(&threads);
  if (!status) status = run_command(command, &app, argc - 2, argv + 2);
  return exit_code(&app, status);
}

/* Error handler of all MPI communicators: prints the error and aborts all ranks. */
static void end_all(MPI_Comm *comm, int *code, ...) {
  (void)comm;
  tc_mpi_error_abort("tetracast", *code);
}

static tc_status start_mpi(void) {
  int provided;
  tc_world_prepare();
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
    return tc_status_create(TC_INTERNAL, "MPI cannot be initialised: check the MPI installation");
  tc_mpi_error_set_handler(end_all);
  return TC_OK;
}

static tc_status create_world(int argc, char **argv, tc_world **out) {
  TC_TRY(tc_world_create(MPI_COMM_WORLD, 0, out));
  return tc_argv_check(*out, "tetracast", argc - 1, argv + 1);
}

static int run_parallel(const app_command *command, int argc, char **argv) {
  app_context app = {0};
  tc_log_record record = {0};
  int threads, rank = 0;
  tc_snapshot_prepare();
  tc_status status = start_mpi();
  if (status) return tc_exit_status_report("tetracast", status, true);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    app.log = (tc_log){stderr, TC_LOG_NORMAL, &record};
    app.out = stdout;
  }
  status = create_world(argc, argv, &app.world);
  if (app.world && !tc_launch_speaks(app.world)) app.out = NULL;
  if (!status) status = tc_launch_check(app.world);
  if (!status) status = tc_world_agree(app.world, tc_thread_count_from_environment(&threads));
  app.environment.command = command->name;
  if (!status) status = tc_run_environment_init(app.world, &app.environment);
  if (!status) status = run_command(command, &app, argc - 2, argv + 2);
  const int code = exit_code(&app, status);
  tc_run_environment_free(&app.environment);
  tc_world_destroy(&app.world);
  MPI_Finalize();
  return code;
}

/* Initialises and finalises MPI for a command that does not need it. Otherwise processes that run another
 * command of the same launch would wait in MPI_Init forever. Returns the exit code of this initialisation. */
static int run_with_mpi(int argc, char **argv) {
  tc_world *world = NULL;
  tc_status status = start_mpi();
  if (status) return tc_exit_status_report("tetracast", status, true);
  status = create_world(argc, argv, &world);
  const int code = tc_exit_status_report("tetracast", status, world && world->rank == 0);
  tc_world_destroy(&world);
  MPI_Finalize();
  return code;
}

static bool requests_help(int argc, char **argv) {
  for (int i = 0; i < argc; i++)
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
  return false;
}

static bool is_help(const char *word) {
  return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

/* Writes the help or the version to `out` if the words of argv request one of them. Writes nothing if `out`
 * is NULL. Returns false if they request neither. */
static bool run_without_mpi(int argc, char **argv, FILE *out) {
  const app_command *command = argc > 1 ? app_command_find(argv[1]) : NULL;
  const bool help = argc == 1 || is_help(argv[1]), version = !help && strcmp(argv[1], "--version") == 0;
  const bool usage = command && requests_help(argc - 2, argv + 2);
  if (out && help) write_help(out);
  if (out && version) app_version_write(out);
  if (out && usage) fputs(command->usage, out);
  return help || version || usage;
}

static bool is_alone(int argc, char **argv) {
  const app_command *command = argc > 1 ? app_command_find(argv[1]) : NULL;
  return !command || command->is_serial || run_without_mpi(argc, argv, NULL);
}

int main(int argc, char **argv) {
  const bool first = tc_launcher_is_first();
  if (tc_launcher_ranks() > 1 && is_alone(argc, argv)) {
    const int code = run_with_mpi(argc, argv);
    if (code != TC_DONE) return code;
  }
  if (run_without_mpi(argc, argv, first ? stdout : NULL)) {
    if (fflush(stdout) || ferror(stdout)) {
      if (first) fputs("tetracast: error: stdout cannot be written\n", stderr);
      return TC_OUTPUT;
    }
    return argc > 1 ? TC_DONE : TC_USAGE;
  }
  const app_command *command = app_command_find(argv[1]);
  if (command && command->is_serial) return first ? run_alone(command, argc, argv) : TC_DONE;
  if (command) return run_parallel(command, argc, argv);
  if (first) fprintf(stderr, "tetracast: error: unknown command '%s' (see tetracast --help)\n", argv[1]);
  return TC_USAGE;
}
