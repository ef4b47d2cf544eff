/* Program heat2d (2D heat equation) and the registry of the commands, listed in commands.def. Each command is
 * defined in cmd_<name>.c; its options are h2_options. */
#ifndef TC_HEAT2D_COMMAND_H
#define TC_HEAT2D_COMMAND_H

#include "base/program/program.h"

typedef tc_command h2_command;
TC_REGISTRY(h2_command);

extern const tc_program h2_program;

#endif
