/* A sub-command of finegrain. */
#ifndef TC_FINEGRAIN_COMMAND_H
#define TC_FINEGRAIN_COMMAND_H

#include "base/program/log.h"
#include "base/text/registry.h"
#include "comm/world/world.h"
#include "options.h"

typedef struct fg_command {
  const char *name;
  const char *summary;        /* one line for `finegrain --help` */
  const char *usage;          /* shown by --help: synopsis, options, an example */
  const char *const *options; /* that it takes; NULL-terminated */
  const char *layers;         /* default of --layer; NULL: the first */
  bool names_program;         /* its one word is a program */
  tc_status (*run)(
      const fg_options *options); /* one process does it all, without MPI; results go to stdout */
  /* Instead of run: collective. Results go to stdout of rank 0; messages to the log, silent elsewhere. */
  tc_status (*run_parallel)(const tc_world *world, const fg_options *options, const tc_log *log);
} fg_command;

TC_REGISTRY(fg_command); /* commands.def */

#endif
