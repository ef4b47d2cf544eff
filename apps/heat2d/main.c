/* heat2d: 2D heat equation on a uniform mesh and the forecast of its run time (Lagraviere et al. 2019,
 * section 8). `run` initialises MPI and is collective. `predict`, help and version are executed by the first
 * process alone. The exit code is that of the returned status. */
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
#include "command.h"

static const char help[] =
    "heat2d: 2D heat equation on a uniform mesh, and a forecast of its run time\n\n"
    "usage: [mpirun -np P] heat2d run [OPTIONS]\n"
    "       heat2d predict --machine FILE --ranks LIST [OPTIONS]\n\n"
    "  run       runs time steps, checks the field, compares measured and forecast times\n"
    "  predict   forecasts any number of ranks without running them\n\n"
    "  heat2d COMMAND --help   options of a command, with an example\n"
    "  heat2d --version        version, commit and compiler\n\n"
    "Results go to stdout, progress and messages to stderr. Exit codes: 0 success; 2 command line or\n"
    "machine file; 4 numerical (the field differs from its closed form); 5 output or input/output failure;\n"
    "1 any other failure.\n";

static const struct entry {
  const char *name;
  h2_command command;
  const char *const *usage;
} entries[] = {{"run", H2_COMMAND_RUN, &h2_run_usage}, {"predict", H2_COMMAND_PREDICT, &h2_predict_usage}};

static const struct entry *find_command(const char *name) {
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (strcmp(entries[i].name, name) == 0) return &entries[i];
  return NULL;
}

/* Error handler of all MPI communicators: prints the error and aborts all ranks. */
static void end_all(MPI_Comm *comm, int *code, ...) {
  (void)comm;
  tc_mpi_error_abort("heat2d", *code);
}

static int run_parallel(int argc, char **argv) {
  tc_world *world = NULL;
  h2_options options;
  tc_log_record record = {0};
  tc_log log = {NULL, TC_LOG_NORMAL, &record};
  int provided, rank = 0;
  tc_world_prepare();
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
    return tc_exit_status_report("heat2d", tc_status_create(TC_INTERNAL, "MPI cannot be started"), true);
  tc_mpi_error_set_handler(end_all);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  tc_status status = tc_world_create(MPI_COMM_WORLD, 0, &world);
  if (!status) status = tc_launch_check(world);
  if (!status) status = tc_argv_check(world, "heat2d", argc - 1, argv + 1);
  if (!status) status = h2_options_parse(H2_COMMAND_RUN, argc - 2, argv + 2, &options);
  if (!status) {
    log.stream = rank == 0 ? stderr : NULL;
    if (options.quiet) log.level = TC_LOG_QUIET;
    status = h2_run(world, &options, &log);
  }
  tc_log_break_line(&log);
  /* The error is printed before MPI_Finalize, because the launcher kills the other processes when one fails.
   */
  const int code = tc_exit_status_report("heat2d", status, world ? tc_launch_speaks(world) : rank == 0);
  tc_world_destroy(&world);
  MPI_Finalize();
  return code;
}

static bool is_help(const char *word) { return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0; }

static bool requests_help(int argc, char **argv) {
  for (int i = 0; i < argc; i++)
    if (is_help(argv[i])) return true;
  return false;
}

static tc_status run_predict(int argc, char **argv) {
  h2_options options;
  int threads;
  TC_TRY(tc_thread_count_from_environment(&threads));
  TC_TRY(h2_options_parse(H2_COMMAND_PREDICT, argc, argv, &options));
  return h2_predict(&options);
}

/* Prints help or the version, or runs a command that needs no MPI. `entry` is the command that argv names;
 * NULL if the name is unknown. */
static tc_status run_without_mpi(int argc, char **argv, const struct entry *entry) {
  if (is_help(argv[1])) {
    fputs(help, stdout);
    return TC_OK;
  }
  if (strcmp(argv[1], "--version") == 0) {
    tc_provenance_write("heat2d", stdout);
    return TC_OK;
  }
  if (!entry) return tc_status_create(TC_USAGE, "unknown command '%s' (see heat2d --help)", argv[1]);
  if (requests_help(argc - 2, argv + 2)) {
    fputs(*entry->usage, stdout);
    return TC_OK;
  }
  return run_predict(argc - 2, argv + 2);
}

int main(int argc, char **argv) {
  const struct entry *entry = argc > 1 ? find_command(argv[1]) : NULL;
  if (entry && entry->command == H2_COMMAND_RUN && !requests_help(argc - 2, argv + 2))
    return run_parallel(argc, argv);
  if (!tc_launcher_is_first())
    return TC_DONE; /* only the first process of a launch prints and returns an error */
  if (argc > 1) return tc_exit_status_report("heat2d", run_without_mpi(argc, argv, entry), true);
  fputs(help, stdout);
  return TC_USAGE;
}
