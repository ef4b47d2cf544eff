/* A sub-command of finegrain. */
#ifndef TC_FINEGRAIN_COMMAND_H
#define TC_FINEGRAIN_COMMAND_H

#include "base/registry.h"
#include "options.h"

typedef struct tc_grain_command {
  const char *name;
  const char *summary;                         /* one line for `finegrain --help` */
  const char *usage;                           /* shown by --help: synopsis, options, an example */
  const char *const *options;                  /* that it takes; NULL-terminated */
  bool names_program;                          /* its one word is a program */
  tc_status (*run)(const tc_options *options); /* results go to stdout */
} tc_grain_command;

TC_REGISTRY(tc_grain_command); /* commands.def */

#endif
