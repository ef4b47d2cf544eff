/* All cases that a command line requests: every number of ranks of --ranks with every layer of --layer. The
 * layers of one number of ranks are consecutive. `finegrain analyse` and `predict` create them before they
 * print. The cases share the memory of one pool. */
#ifndef TC_FINEGRAIN_PROGRAM_CASES_H
#define TC_FINEGRAIN_PROGRAM_CASES_H

#include "output/report.h"

typedef struct fg_cases {
  tc_yaml_store store; /* owns the memory of all cases */
  int count;
  fg_case *item;
} fg_cases;

/* Not collective. Loads the program of the options for each number of ranks and divides its references into
 * partitions. The caller frees the cases with fg_cases_free. Errors: those of fg_program_load; TC_USAGE if
 * the access counts need more than half of the free memory; TC_INTERNAL if memory is exhausted. */
tc_status fg_cases_create(const fg_options *options, int ranks_per_node, fg_cases *out);
void fg_cases_free(fg_cases *cases);

#endif
