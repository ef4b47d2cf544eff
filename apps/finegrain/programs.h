/* Programs by name (configs/loops) or from files. */
#ifndef TC_FINEGRAIN_PROGRAMS_H
#define TC_FINEGRAIN_PROGRAMS_H

#include "options.h"

int tc_program_count(void);
const char *tc_program_name(int program);

/* A program for so many ranks, with the values that are set. Lives in the store. Errors: TC_USAGE, as
 * tc_loop_file_parse; no such name or file; sizes that it cannot have. */
tc_status tc_program_open(const tc_options *options, int ranks, tc_yaml_store *store, tc_loops *out);

/* Whether `text` names one of those that ship. */
bool tc_program_ships(const char *text);

#endif
