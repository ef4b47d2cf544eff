/* Program kernels. The commands are listed in commands.def, and each is defined in cmd_<name>.c. Their
 * options are kn_options. They write results to stdout and to the JSON report. */
#ifndef TC_KERNELS_COMMAND_H
#define TC_KERNELS_COMMAND_H

#include "base/command/program.h"

extern const tc_command kn_command_run;
extern const tc_program kn_program;

#endif
