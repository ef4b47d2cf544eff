/* The cases that a command line asks for: every number of ranks with every layer. */
#ifndef TC_FINEGRAIN_PROGRAM_CASES_H
#define TC_FINEGRAIN_PROGRAM_CASES_H

#include "report.h"

typedef struct tc_grain_cases {
  tc_yaml_store store; /* what all of it lives in */
  int count;
  tc_grain_case *of;
} tc_grain_cases;

/* Opens and takes apart each of them. Errors: those of tc_program_open; TC_INTERNAL out of memory. */
tc_status tc_grain_cases_create(const tc_options *options, int ranks_per_node, tc_grain_cases *out);
void tc_grain_cases_free(tc_grain_cases *cases);

#endif
