/* A sub-command of tcblame. */
#ifndef TC_TCBLAME_COMMAND_H
#define TC_TCBLAME_COMMAND_H

#include "base/core/status.h"
#include "base/text/registry.h"

typedef struct tb_command {
  const char *name;
  const char *summary; /* one line for `tcblame --help` */
  const char *usage;   /* shown by --help: synopsis, options, an example */
  /* The words behind its name (options.h reads them). Results go to stdout, progress and warnings to stderr.
   * *code is 0 and stays so but where the program that was run ended with another one. */
  tc_status (*run)(int argc, char **argv, int *code);
} tb_command;

TC_REGISTRY(tb_command); /* commands.def */

#endif
