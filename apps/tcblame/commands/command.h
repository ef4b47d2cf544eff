/* Sub-command of tcblame. main.c finds it in the registry commands.def, then prints its help or runs it. */
#ifndef TC_TCBLAME_COMMAND_H
#define TC_TCBLAME_COMMAND_H

#include "base/core/status.h"
#include "base/text/registry.h"

typedef struct tb_command {
  const char *name;
  const char *summary; /* one line that `tcblame --help` prints */
  const char *usage;   /* text that `tcblame NAME --help` prints: synopsis, options, an example */
  /* Runs the command. argv has the words of the command line after the command's name. Writes results to
   * stdout, progress and warnings to stderr. *code is 0 before the call. Only the command `run` changes it,
   * to the exit code of the program that it ran. */
  tc_status (*run)(int argc, char **argv, int *code);
} tb_command;

TC_REGISTRY(tb_command); /* registry of the sub-commands; its entries are listed in commands.def */

#endif
