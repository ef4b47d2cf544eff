#include "commands/command.h"

#define TC_COMMAND(name) tb_command_##name
#define TC_COMMANDS_DEF  "commands/commands.def"
#include "base/command/commands.inc"

const tc_program tb_program = {
    .name = "tcblame",
    .summary = "attributes the run time of a program to its variables",
    .commands = commands,
    .notes =
        "Results are printed on stdout, progress and warnings on stderr. Exit codes: 0 success; 2 command\n"
        "line; 3 input (facts, samples, sources); 5 output or input/output failure; 1 any other error.\n"
        "`run` exits with the code of the program, or with 128 plus the signal that killed it.\n",
    .has_no_threads = true,
};
