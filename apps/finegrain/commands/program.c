#include "commands/command.h"

#define TC_COMMAND(name) fg_command_##name
#define TC_COMMANDS_DEF  "commands/commands.def"
#include "base/command/commands.inc"

const tc_program fg_program = {
    .name = "finegrain",
    .summary = "access patterns of programs over shared arrays, their costs and forecasts",
    .commands = commands,
    .options = fg_options_table,
    .size = sizeof(fg_options),
    .notes =
        "Results go to stdout, progress and messages to stderr. Exit codes: 0 success; 2 command line, loop\n"
        "or machine file; 4 numerical (the result of a program is wrong); 5 output or input/output failure;\n"
        "1 any other failure.\n",
};
