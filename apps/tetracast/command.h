/* A sub-command of the program, and what all of them are given. */
#ifndef TC_APP_COMMAND_H
#define TC_APP_COMMAND_H

#include <stdbool.h>

#include "base/program/log.h"
#include "base/text/registry.h"
#include "comm/world/world.h"
#include "run/environment/run_environment.h"
#include "run/plan/run_options.h"

/* The words after the command's name, sorted into options and the rest. */
typedef struct app_arguments {
  int positionals;
  const char **positional; /* what is no option */
  int overrides;
  const char **override;           /* of -s, "key=value" */
  const char *json, *csv, *output; /* --json, --csv, -o */
  int named;                       /* --name value options that the command declares in `options` */
  const char **name;
  const char **value;
  bool quiet, verbose;
} app_arguments;

typedef struct app_context {
  tc_world *world; /* NULL for a command that is alone */
  tc_log log;      /* messages: stderr on rank 0, silent elsewhere */
  FILE *out;       /* results: stdout on rank 0, NULL elsewhere */
  app_arguments arguments;
  tc_run_environment environment;
} app_context;

typedef struct app_command {
  const char *name;
  const char *summary; /* one line for `tetracast --help` */
  const char *usage;   /* shown by --help: synopsis, options, an example */
  const char *const
      *options; /* all options with a value that it takes, "-s" and "--json" too; NULL-terminated */
  const char *const *flags; /* --flags without a value, beyond -q and -v; NULL-terminated, NULL: none */
  bool is_serial;           /* one process does it all, without MPI: there is no world */
  tc_status (*run)(app_context *app); /* collective */
} app_command;

TC_REGISTRY(app_command); /* commands.def */

/* Errors: TC_USAGE. The arguments borrow argv. */
tc_status app_arguments_parse(int argc, char **argv, const app_command *command, app_arguments *out);
void app_arguments_free(app_arguments *arguments);

/* Of a command that takes one word, the config: what the words and options say of a run, borrowed from them.
 * Errors: TC_USAGE. */
tc_status app_arguments_run_options(const app_arguments *arguments, tc_run_options *out);

/* Value of a declared --option, "" of a declared flag, NULL when not given; the last one wins. */
const char *app_arguments_value(const app_arguments *arguments, const char *name);

/* The same as a whole number from low on, as 1000 or 1e3. Errors: TC_USAGE. Without the option *out is left.
 */
tc_status app_arguments_integer(const app_arguments *arguments, const char *name, int32_t low, int32_t *out);
/* The same as one of a list; besides: a word that is allowed as well, *index -1 then. */
tc_status app_arguments_listed(const app_arguments *arguments, const char *name, const tc_registry *list,
                               const char *besides, int *index);
/* `value`, given for --name, as such a number; instead: the word that is allowed as well, or NULL. */
tc_status app_arguments_whole(const char *name, const char *value, int32_t low, const char *instead,
                              int32_t *out);

#endif
