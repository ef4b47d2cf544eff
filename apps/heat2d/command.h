/* The program heat2d (2D heat equation) and its commands. commands.def lists the commands, and cmd_<name>.c
 * defines each of them. Their options are members of h2_options. */
#ifndef TC_HEAT2D_COMMAND_H
#define TC_HEAT2D_COMMAND_H

#include "base/command/program.h"

extern const tc_program h2_program;

#endif
