/* Sub-commands of tetracast, and the values that each receives. main.c finds the command by name, parses its
 * arguments, creates the communicator (unless the command is serial) and calls `run` once. Each command is
 * defined in cmd_<name>.c and listed in commands.def. */
#ifndef TC_APP_COMMAND_H
#define TC_APP_COMMAND_H

#include "base/program/log.h"
#include "base/text/registry.h"
#include "comm/world/world.h"
#include "options/arguments.h"
#include "run/environment/run_environment.h"

typedef struct app_context {
  tc_world *world; /* all ranks of the launch; NULL for a serial command */
  tc_log log;      /* log for messages: stderr on rank 0, silent on other ranks */
  FILE *out;       /* stream for results: stdout on rank 0, NULL on other ranks */
  app_arguments arguments;
  tc_run_environment environment;
} app_context;

typedef struct app_command {
  const char *name;
  const char *summary; /* one line that `tetracast --help` prints */
  const char *usage;   /* text that `tetracast NAME --help` prints: synopsis, options, an example */
  /* all options with a value that the command accepts; NULL-terminated, NULL if there are none */
  const char *const *options;
  /* options without a value that the command accepts, except -q and -v; NULL-terminated, NULL if there are
   * none */
  const char *const *flags;
  bool is_serial;                     /* true if one process runs the command without MPI */
  tc_status (*run)(app_context *app); /* collective unless is_serial is true */
} app_command;

TC_REGISTRY(app_command); /* registry of the sub-commands; its entries are listed in commands.def */

#endif
