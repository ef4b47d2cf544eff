/* The program finegrain and its commands. commands.def lists the commands, and cmd_<name>.c defines each of
 * them. Their options are members of fg_options. The root writes results to stdout. */
#ifndef TC_FINEGRAIN_COMMAND_H
#define TC_FINEGRAIN_COMMAND_H

#include "base/command/program.h"
#include "options/options.h"

extern const tc_program fg_program;
extern const tc_option fg_options_table[];

/* Checks the options of the commands that have a program as an argument. Used as tc_command.check of these
 * commands. */
tc_status fg_options_check(const tc_command_call *call);

/* Not collective. Checks that the files of --json, --csv and -o can be written and differ from input files.
 * The commands call it before their work. Errors: TC_USAGE, TC_OUTPUT. */
tc_status fg_options_check_files(const fg_options *options);

#endif
