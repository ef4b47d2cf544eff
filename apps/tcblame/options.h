/* The words behind a command: options as "--name value" or "--name=value", flags, and others. */
#ifndef TC_TCBLAME_OPTIONS_H
#define TC_TCBLAME_OPTIONS_H

#include <stddef.h>

#include "base/core/status.h"

/* An option of a command, whose values live in a struct of the command's own. */
typedef struct tb_option {
  const char *name; /* "--top", "-o"; NULL ends a list */
  size_t at;        /* of its field in that struct */
  /* field: what is at `at`. NULL: a flag, whose field is a bool. Errors: TC_USAGE. */
  tc_status (*set)(const char *name, const char *value, void *field);
} tb_option;

/* Words of the command line, borrowed. */
typedef struct tb_arguments {
  int count;
  char **argv;
} tb_arguments;

/* Fills in `values`, which holds the defaults. words: what is no option, gathered at the front of argv; NULL:
 * there may be none. rest: what stands behind "--" (count 0: nothing); NULL: there may be no "--". Errors:
 * TC_USAGE. */
tc_status tb_options_parse(const tb_option *options, int argc, char **argv, void *values, tb_arguments *words,
                           tb_arguments *rest);

/* A text, which stays in argv; field: const char *. */
tc_status tb_option_text(const char *name, const char *value, void *field);

#endif
