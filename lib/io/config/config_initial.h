/* Reader of the key `initial` of a run configuration. Not collective.
 * config_keys.c refers to it; the run module then evaluates the formula or reads the snapshot.
 * Exactly one of formula and file is set after a successful read. */
#ifndef TC_IO_CONFIG_CONFIG_INITIAL_H
#define TC_IO_CONFIG_CONFIG_INITIAL_H

#include "fv/formula/expression.h"
#include "yaml/keys.h"

/* Initial field: a formula, or a snapshot of an earlier run. */
typedef struct tc_initial {
  tc_expression *formula; /* formula in x, y, z; NULL if the snapshot is used */
  const char *file;
  int64_t step; /* step of the snapshot; -1 for the last snapshot in the file */
} tc_initial;

typedef tc_initial tc_key_type_initial; /* a number, a formula, or a mapping {file: , step: } */

tc_key_reader tc_key_read_initial;

#endif
