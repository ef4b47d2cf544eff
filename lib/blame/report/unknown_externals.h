/* Unknown externals: called library functions without an entry in blame/facts/externals.def. tcblame analyze
 * -v (apps/tcblame/commands/cmd_analyze.c) lists them, because the analysis must guess their effects. */
#ifndef TC_BLAME_REPORT_UNKNOWN_EXTERNALS_H
#define TC_BLAME_REPORT_UNKNOWN_EXTERNALS_H

#include "blame/facts/facts.h"

typedef struct tb_unknown_external {
  const char *name;
  int calls; /* number of calls in the source */
} tb_unknown_external;

typedef struct tb_unknown_externals {
  int count;
  tb_unknown_external *item; /* [count], sorted by name; the names are borrowed from the facts */
  tc_pool pool;
} tb_unknown_externals;

/* Finds the unknown externals. The caller frees `*out`. The facts must outlive `*out`. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tb_unknown_externals_find(const tb_facts *facts, tb_unknown_externals *out);
void tb_unknown_externals_free(tb_unknown_externals *externals);

#endif
