#include "command.h"
#include "options.h"

#define TC_COMMAND(name) h2_command_##name
#define TC_COMMANDS_DEF  "commands.def"
#include "base/command/commands.inc"

const tc_program h2_program = {
    .name = "heat2d",
    .summary = "2D heat equation on a uniform mesh, and a forecast of its run time",
    .commands = commands,
    .options = h2_options_table,
    .size = sizeof(h2_options),
    .notes =
        "Results go to stdout, progress and messages to stderr. Exit codes: 0 success; 2 command line or\n"
        "machine file; 4 numerical (the field differs from its closed form); 5 output or input/output "
        "failure;\n"
        "1 any other failure.\n",
};
