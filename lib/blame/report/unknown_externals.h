/* Functions of libraries of which blame/facts/externals.def says nothing. */
#ifndef TC_BLAME_REPORT_UNKNOWN_EXTERNALS_H
#define TC_BLAME_REPORT_UNKNOWN_EXTERNALS_H

#include "blame/facts/facts.h"

typedef struct tc_stranger {
  const char *name;
  int calls; /* places in the program that call it */
} tc_stranger;

typedef struct tc_strangers {
  int count;
  tc_stranger *of; /* [count] by name; names are the facts' */
  tc_pool pool;
} tc_strangers;

/* Errors: TC_INTERNAL out of memory. */
tc_status tc_strangers_find(const tc_facts *facts, tc_strangers *out);
void tc_strangers_clear(tc_strangers *strangers);

#endif
