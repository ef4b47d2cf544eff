/* The cases that a command line asks for: every number of ranks with every layer. */
#ifndef TC_FINEGRAIN_PROGRAM_CASES_H
#define TC_FINEGRAIN_PROGRAM_CASES_H

#include "report.h"

typedef struct fg_cases {
  tc_yaml_store store; /* what all of it lives in */
  int count;
  fg_case *item;
} fg_cases;

/* Opens and takes apart each of them. Errors: those of fg_program_load; TC_INTERNAL out of memory. */
tc_status fg_cases_create(const fg_options *options, int ranks_per_node, fg_cases *out);
void fg_cases_free(fg_cases *cases);

#endif
