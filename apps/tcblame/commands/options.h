/* Parses the words after a command: options ("--name value", "--name=value"), flags and arguments. Each
 * command defines a table of its options and a struct of their values, initialised with the defaults. */
#ifndef TC_TCBLAME_OPTIONS_H
#define TC_TCBLAME_OPTIONS_H

#include <stddef.h>

#include "base/core/status.h"

/* An option of a command. Its value is a member of the command's own struct. */
typedef struct tb_option {
  const char *name; /* such as "--top" or "-o"; NULL ends the table */
  size_t at;        /* offset of the member in the command's struct */
  /* Converts the text to the member at `field`. If NULL, the option is a flag and the member is a bool.
   * Errors: TC_USAGE. */
  tc_status (*set)(const char *name, const char *value, void *field);
} tb_option;

/* Words of the command line, borrowed from argv. */
typedef struct tb_arguments {
  int count;
  char **argv;
} tb_arguments;

/* Stores the options in `values`. `words` receives the arguments that are not options, moved to the front of
 * argv; NULL allows none. `rest` receives the words after "--"; NULL does not allow "--". Errors: TC_USAGE.
 */
tc_status tb_options_parse(const tb_option *options, int argc, char **argv, void *values, tb_arguments *words,
                           tb_arguments *rest);

/* Stores a borrowed text. The member at `field` is a const char *. */
tc_status tb_option_text(const char *name, const char *value, void *field);

#endif
