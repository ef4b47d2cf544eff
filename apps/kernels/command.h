/* The two commands. */
#ifndef TC_KERNELS_COMMAND_H
#define TC_KERNELS_COMMAND_H

#include "options.h"

/* Results go to stdout. Errors: TC_NUMERICAL when a product is wrong. */
tc_status kn_kernels_run(const kn_options *options);

tc_status kn_kernels_count(const kn_options *options);

extern const char *const kn_kernels_run_usage, *const kn_kernels_count_usage;

#endif
