/* The key `initial` of a run configuration. Not collective. */
#ifndef TC_IO_CONFIG_CONFIG_INITIAL_H
#define TC_IO_CONFIG_CONFIG_INITIAL_H

#include "fv/formula/expression.h"
#include "yaml/keys.h"

/* A formula, or a snapshot of an earlier run. */
typedef struct tc_initial {
  tc_expression *formula; /* in x, y, z; NULL: the snapshot */
  const char *file;
  int64_t step; /* -1: the last that is there */
} tc_initial;

typedef tc_initial tc_key_type_initial; /* a number, a formula, or {file: , step: } */

tc_key_reader tc_key_read_initial;

#endif
