#include "command.h"
#include "options.h"

#define TC_COMMAND(name) kn_command_##name
#define TC_COMMANDS_DEF  "commands.def"
#include "base/command/commands.inc"

const tc_program kn_program = {
    .name = "kernels",
    .summary = "sparse products with constructed instances, whose block size decides the use of caches",
    .commands = commands,
    .options = kn_options_table,
    .size = sizeof(kn_options),
    .notes =
        "Results go to stdout, messages to stderr. Exit codes: 0 success; 2 command line; 3 pattern file;\n"
        "4 a result is wrong; 5 output failure; 1 any other failure.\n",
};
