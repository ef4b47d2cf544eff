/* The call graph: whom each call may reach, and functions from the bottom up. */
#ifndef TC_BLAME_CLOSURE_CALL_GRAPH_H
#define TC_BLAME_CLOSURE_CALL_GRAPH_H

#include "blame/facts/facts.h"

typedef struct tc_calls {
  const tc_facts *facts; /* borrowed */
  int *first;            /* [functions + 1] number of a function's first definition among those of all */
  int *begin;            /* [definitions of all + 1] where the callees of a definition begin */
  int *callee;           /* functions, each once for a call, ascending */
  int *order;            /* [functions] callees before callers, but those that call each other */
  int groups;            /* of functions that call each other, or of one */
  int *group;            /* [groups + 1] where they begin in `order` */
} tc_calls;

/* files: numbers of those whose functions may be called; NULL: all. Errors: TC_INTERNAL out of memory. */
tc_status tc_calls_create(const tc_facts *facts, const tc_set *files, tc_calls *out);
void tc_calls_clear(tc_calls *calls);

/* The functions that a call may reach; none: an external, or nobody knows. */
tc_numbers tc_calls_of(const tc_calls *calls, int function, int definition);

/* Whether a function may reach itself. */
bool tc_calls_recurs(const tc_calls *calls, int group);

#endif
