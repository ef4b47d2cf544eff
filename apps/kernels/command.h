/* The program `kernels` and its commands. commands.def lists the commands, and cmd_<name>.c defines each of
 * them. Their options are members of kn_options. They write results to stdout and to the JSON report. */
#ifndef TC_KERNELS_COMMAND_H
#define TC_KERNELS_COMMAND_H

#include "base/command/program.h"

extern const tc_command kn_command_run;
extern const tc_program kn_program;

#endif
