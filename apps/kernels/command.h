/* Commands of kernels. main.c parses the options and calls one of them. They write results to stdout and to
 * the JSON report. */
#ifndef TC_KERNELS_COMMAND_H
#define TC_KERNELS_COMMAND_H

#include "options.h"

/* Runs `kernels run`, which times and checks sparse matrix-vector products. Errors: TC_NUMERICAL if a product
 * is wrong; TC_INTERNAL if memory is exhausted or the device fails; TC_OUTPUT if the report cannot be
 * written. */
tc_status kn_kernels_run(const kn_options *options);

/* Runs `kernels count`, which counts the memory accesses of such products. Errors: TC_INTERNAL if memory is
 * exhausted; TC_OUTPUT if the report cannot be written. */
tc_status kn_kernels_count(const kn_options *options);

extern const char *const kn_kernels_run_usage, *const kn_kernels_count_usage;

#endif
