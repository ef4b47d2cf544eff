/* Sub-command of tcblame. main.c finds it in the registry commands.def, then prints its help or runs it. */
#ifndef TC_TCBLAME_COMMAND_H
#define TC_TCBLAME_COMMAND_H

#include "base/core/status.h"
#include "base/text/registry.h"

typedef struct tb_command {
  const char *name;
  const char *summary; /* one line for `tcblame --help` */
  const char *usage;   /* text of --help: synopsis, options, an example */
  /* Runs the command with the words after its name (options.h parses them). Results are written to stdout,
   * progress and warnings to stderr. *code is 0 on entry; only `run` changes it, to the exit code of the
   * program. */
  tc_status (*run)(int argc, char **argv, int *code);
} tb_command;

TC_REGISTRY(tb_command); /* entries: commands.def */

#endif
