/* Loads programs over shared arrays. Built-in programs are selected by name, and all other programs are read
 * from loop files (configs/loops/README.md). The loop files of the built-in programs are compiled into
 * finegrain. Called by all commands that need a program, once for each number of ranks. */
#ifndef TC_FINEGRAIN_PROGRAMS_H
#define TC_FINEGRAIN_PROGRAMS_H

#include "options/options.h"

extern const tc_registry fg_programs; /* names of the built-in programs */

/* Not collective. Loads the program that the options name, for this number of ranks and with the values that
 * the user set. The store owns the memory of *out. Errors: TC_USAGE for an unknown name, an invalid size, and
 * those of tc_loop_file_parse. */
tc_status fg_program_load(const fg_options *options, int ranks, tc_yaml_store *store, tc_loops *out);

#endif
