/* Program tcblame. The commands are listed in commands.def, and each is defined in cmd_<name>.c with a table
 * of options. The commands write results to stdout, and progress and warnings to stderr. */
#ifndef TC_TCBLAME_COMMAND_H
#define TC_TCBLAME_COMMAND_H

#include "base/command/program.h"

extern const tc_program tb_program;

#endif
