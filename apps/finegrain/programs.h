/* Programs by name (configs/loops) or from files. */
#ifndef TC_FINEGRAIN_PROGRAMS_H
#define TC_FINEGRAIN_PROGRAMS_H

#include "options.h"

int fg_program_count(void);
const char *fg_program_name(int program);

/* A program for so many ranks, with the values that are set. Lives in the store. Errors: TC_USAGE, as
 * tc_loop_file_parse; no such name or file; sizes that it cannot have. */
tc_status fg_program_load(const fg_options *options, int ranks, tc_yaml_store *store, tc_loops *out);

/* Whether `text` names one of those that ship. */
bool fg_program_is_builtin(const char *text);

#endif
