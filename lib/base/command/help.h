/* Help, manual page and shell completion of a program, from its tables of options (base/command/option.h) and
 * the texts of the commands. Called by base/command/program.c for --help, --help=man, --help=completion and
 * --help=config. Not collective. */
#ifndef TC_BASE_COMMAND_HELP_H
#define TC_BASE_COMMAND_HELP_H

#include "base/command/program.h"

/* Writes the text that call->request selects: the help of the call's command, or of the program if the call
 * names no command; the manual page or the completion of the whole program, or the page of the config.
 * Errors: TC_USAGE for an unknown form. */
tc_status tc_help_write(const tc_command_call *call, FILE *out);

/* Writes a manual page in the format of man, for example `heat2d --help=man > heat2d.1`. */
void tc_manual_write(const tc_program *program, FILE *out);

/* Writes a text for a manual page and escapes the characters that man would interpret. */
void tc_manual_write_escaped(const char *text, FILE *out);

/* Writes a completion for bash, for example `source <(heat2d --help=completion)`. */
void tc_completion_write(const tc_program *program, FILE *out);

/* Formats an option and the name of the value as in the help, such as "--steps N". Returns the text of
 * `line`. */
const char *tc_help_format_option(const tc_option *option, tc_line *line);

#endif
