/* Sub-commands of tetracast, and the values that each receives. main.c finds the command by name, parses its
 * arguments, creates the communicator (unless the command is serial) and calls `run` once. Each command is
 * defined in cmd_<name>.c and listed in commands.def. The functions of this header parse the command line.
 * None of them is collective, and their errors are the same on all ranks, because all ranks have the same
 * arguments. */
#ifndef TC_APP_COMMAND_H
#define TC_APP_COMMAND_H

#include <stdbool.h>

#include "base/program/log.h"
#include "base/text/registry.h"
#include "comm/world/world.h"
#include "run/environment/run_environment.h"
#include "run/plan/run_options.h"

/* Words of the command line after the command's name, sorted into options and other words. The texts are
 * borrowed from argv, the arrays are owned. */
typedef struct app_arguments {
  int positionals;
  const char **positional; /* [positionals] words that are not options */
  int overrides;
  const char **override;           /* [overrides] values of the options -s, each "key=value" */
  const char *json, *csv, *output; /* paths given with --json, --csv and -o; NULL if not given */
  /* number of all other given options and flags, which the command declares in `options` and `flags` */
  int named;
  const char **name;  /* [named] names of these options without "--" */
  const char **value; /* [named] values of these options; "" for a flag */
  bool quiet, verbose;
} app_arguments;

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

/* Parses the words of the command line after the command's name into *out. argv must outlive *out, which the
 * caller frees also after an error. Errors: TC_USAGE for an unknown option or a missing value; TC_INTERNAL if
 * memory is exhausted. */
tc_status app_arguments_parse(int argc, char **argv, const app_command *command, app_arguments *out);
void app_arguments_free(app_arguments *arguments);

/* Fills *out with the run options of a command whose only word without option is the path of the config. The
 * texts are borrowed from `arguments`. Errors: TC_USAGE. */
tc_status app_arguments_run_options(const app_arguments *arguments, tc_run_options *out);

/* Returns the value of the option `name` (without "--"); "" for a flag; NULL if the option is not given. If
 * the option is repeated, returns the last value. */
const char *app_arguments_value(const app_arguments *arguments, const char *name);

/* Parses the value of the option `name` as a whole number of at least `low`, such as 1000 or 1e3. *out is
 * unchanged if the option is not given. Errors: TC_USAGE. */
tc_status app_arguments_integer(const app_arguments *arguments, const char *name, int32_t low, int32_t *out);
/* Parses the value of the option `name` as the name of an entry of the registry `list` and sets *index to the
 * number of that entry. `extra` is an additional allowed word, for which *index becomes -1, or NULL. *index
 * is unchanged if the option is not given. Errors: TC_USAGE. */
tc_status app_arguments_listed(const app_arguments *arguments, const char *name, const tc_registry *list,
                               const char *extra, int *index);
/* Parses the text `value` of the option `name` as a whole number of at least `low`. `instead` is a word that
 * the error message mentions as also allowed, or NULL. This function does not accept that word; the caller
 * checks for it before the call. Errors: TC_USAGE. */
tc_status app_arguments_whole(const char *name, const char *value, int32_t low, const char *instead,
                              int32_t *out);

#endif
