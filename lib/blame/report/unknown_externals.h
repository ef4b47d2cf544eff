/* Functions of libraries of which blame/facts/externals.def says nothing. */
#ifndef TC_BLAME_REPORT_UNKNOWN_EXTERNALS_H
#define TC_BLAME_REPORT_UNKNOWN_EXTERNALS_H

#include "blame/facts/facts.h"

typedef struct tb_unknown_external {
  const char *name;
  int calls; /* places in the program that call it */
} tb_unknown_external;

typedef struct tb_unknown_externals {
  int count;
  tb_unknown_external *item; /* [count] by name; names are the facts' */
  tc_pool pool;
} tb_unknown_externals;

/* Errors: TC_INTERNAL out of memory. */
tc_status tb_unknown_externals_find(const tb_facts *facts, tb_unknown_externals *out);
void tb_unknown_externals_free(tb_unknown_externals *strangers);

#endif
