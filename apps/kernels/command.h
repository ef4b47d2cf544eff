/* The two commands. */
#ifndef TC_KERNELS_COMMAND_H
#define TC_KERNELS_COMMAND_H

#include "options.h"

/* Results go to stdout. Errors: TC_NUMERICAL when a product is wrong. */
tc_status tc_kernels_run(const tc_options *options);

tc_status tc_kernels_count(const tc_options *options);

extern const char *const tc_kernels_run_usage, *const tc_kernels_count_usage;

#endif
