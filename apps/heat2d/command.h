/* Program heat2d (2D heat equation). The commands are listed in commands.def, and each is defined in
 * cmd_<name>.c. Their options are h2_options. */
#ifndef TC_HEAT2D_COMMAND_H
#define TC_HEAT2D_COMMAND_H

#include "base/command/program.h"

extern const tc_program h2_program;

#endif
