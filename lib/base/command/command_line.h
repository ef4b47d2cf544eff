/* Parser of command lines. It parses the words after the command's name. Two tables of options apply: the
 * table of the command and the table of the program (base/command/option.h). Called by
 * base/command/program.c. Not collective. */
#ifndef TC_BASE_COMMAND_COMMAND_LINE_H
#define TC_BASE_COMMAND_COMMAND_LINE_H

#include "base/command/program.h"

enum { TC_COMMAND_OPTIONS = 64 }; /* largest number of options and positional arguments of a command */

/* Returns line number `index` of the options of the call's command: first the lines of the command's own
 * table, then those lines of the program's table that name the command. Returns NULL after the last one. */
const tc_option *tc_command_line_option(const tc_command_call *call, int index);

/* Stores all default values in call->options, then the values that the words of the command line contain. The
 * word after an option is an error instead of a value if this word is another option or begins with "--". The
 * form "option=value" accepts such values. Errors: TC_USAGE for an unknown option, a wrong value, and a
 * missing or surplus word. */
tc_status tc_command_line_parse(tc_command_call *call);

/* True if the command line contains the option or positional argument `name`. */
bool tc_command_line_has(const tc_command_call *call, const char *name);

/* Frees the lists of values of all options that may be repeated. */
void tc_command_line_free(tc_command_call *call);

#endif
