/* Parses the words of the command line after the command's name: options ("--name value", "--name=value"),
 * flags and arguments. Each command defines a table of its options and a struct of their values, initialised
 * with the defaults. */
#ifndef TC_TCBLAME_OPTIONS_H
#define TC_TCBLAME_OPTIONS_H

#include <stddef.h>

#include "base/core/status.h"

/* Entry of a command's table of options. The value of the option is stored in a member of the command's own
 * struct. */
typedef struct tb_option {
  const char *name; /* name of the option, such as "--top" or "-o"; the entry with NULL ends the table */
  size_t at;        /* offset of the member in the command's struct */
  /* Converts the text `value` and stores it in the member, whose address is `field`. NULL if the option is a
   * flag without value; the member is then a bool. Errors: TC_USAGE. */
  tc_status (*set)(const char *name, const char *value, void *field);
} tb_option;

/* [count] words of the command line, borrowed from its argv. */
typedef struct tb_arguments {
  int count;
  char **argv;
} tb_arguments;

/* Parses argv. Stores the values of the options in the command's struct `values`. Moves the words that are no
 * options to the front of argv and stores them in *words. If `words` is NULL, such words are an error. Stores
 * the words after "--" in *rest. If `rest` is NULL, "--" is an error. Errors: TC_USAGE. */
tc_status tb_options_parse(const tb_option *options, int argc, char **argv, void *values, tb_arguments *words,
                           tb_arguments *rest);

/* Function `set` for options with a text: stores the borrowed pointer `value` in the member at `field`, which
 * is a const char *. */
tc_status tb_option_text(const char *name, const char *value, void *field);

#endif
