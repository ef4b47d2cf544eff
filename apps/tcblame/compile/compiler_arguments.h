/* Splits the command line of a compiler into words and removes those that do not affect the result of the
 * analysis (the facts). compile_commands.c calls it for each entry, and compile_batches.c calls it for the
 * arguments of clang's front end. The module has no state. */
#ifndef TC_TCBLAME_COMPILER_ARGUMENTS_H
#define TC_TCBLAME_COMPILER_ARGUMENTS_H

#include "base/core/pool.h"

/* Splits the text `command` into words like a shell. Interprets quotes and backslashes, but no other special
 * characters. *out is NULL-terminated and owned by the pool. */
tc_status tb_compiler_arguments_split(tc_pool *pool, const char *command, const char ***out);

/* Copies `words` to *out without the compiler's name and a launcher before it (such as ccache). Also removes
 * the options for output, dependencies, optimisation, OpenMP, run-time checks and profiles. `file` is the
 * source file. The lists are NULL-terminated. */
tc_status tb_compiler_arguments_filter(tc_pool *pool, const char *const *words, const char *file,
                                       const char *const **out);

#endif
