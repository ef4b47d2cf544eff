/* Program tetracast. The commands are listed in commands.def, and each is defined in cmd_<name>.c. Their
 * options are app_options. */
#ifndef TC_APP_COMMAND_H
#define TC_APP_COMMAND_H

#include "comm/world/world.h"
#include "options/options.h"

extern const tc_program app_program;

#endif
