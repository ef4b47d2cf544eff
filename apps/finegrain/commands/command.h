/* Commands of finegrain. main.c finds the command of the command line, parses its options (options.h) and
 * calls either `run` or `run_parallel`. Each command is defined in cmd_<name>.c and listed in commands.def.
 */
#ifndef TC_FINEGRAIN_COMMAND_H
#define TC_FINEGRAIN_COMMAND_H

#include "base/program/log.h"
#include "base/text/registry.h"
#include "comm/world/world.h"
#include "commands/options.h"

typedef struct fg_command {
  const char *name;
  const char *summary; /* one line that `finegrain --help` prints */
  const char *usage;   /* text that `finegrain NAME --help` prints: synopsis, options, an example */
  /* names of the options that the command accepts, NULL-terminated; NULL if there are none */
  const char *const *options;
  /* layers that the command uses without --layer, as a list of names; NULL is the first of access_layers.def
   */
  const char *layers;
  bool names_program; /* true if the command line must name a program, built-in or a loop file */
  /* executes the command on one process without MPI; writes results to stdout */
  tc_status (*run)(const fg_options *options);
  /* Collective; called instead of `run` if that is NULL. The root writes results to stdout. Messages go to
   * the log, which is silent on other ranks. */
  tc_status (*run_parallel)(const tc_world *world, const fg_options *options, const tc_log *log);
} fg_command;

TC_REGISTRY(fg_command); /* registry of the commands; its entries are listed in commands.def */

#endif
