/* Parser of options whose value is a list of names, such as wall,inlet, or of names with numbers, such as
 * blood:6,wall:3. Called by import_options.c, after the command line is parsed. Not collective. */
#ifndef TC_APP_LABEL_LIST_H
#define TC_APP_LABEL_LIST_H

#include <stdint.h>

#include "base/core/pool.h"

/* Item of a list of names. */
typedef struct app_label {
  const char *text; /* the name: the whole item, or the part before its last colon */
  int32_t number;   /* the number after the last colon; 0 if the list has no numbers */
} app_label;

typedef struct app_label_list {
  int count;
  app_label *item; /* [count], owned by the pool */
} app_label_list;

/* Parses `value`, the value of the option `name`, into a list that belongs to the pool. If `example` is not
 * NULL, each item must end with a colon and a number of 32 bits, and messages show `example`. A `value` of
 * NULL is an empty list. Errors: TC_USAGE with the option and the item if an item is empty, occurs twice or
 * lacks its number; TC_INTERNAL if memory is exhausted. */
tc_status app_label_list_parse(const char *name, const char *value, const char *example, tc_pool *pool,
                               app_label_list *out);

#endif
