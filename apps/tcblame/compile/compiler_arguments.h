/* Splits the command of a compiler into words and removes those that do not affect the facts.
 * compile_commands.c calls it for each entry, and compile_batches.c calls it for the arguments of clang's
 * front end. Pure. */
#ifndef TC_TCBLAME_COMPILER_ARGUMENTS_H
#define TC_TCBLAME_COMPILER_ARGUMENTS_H

#include "base/core/pool.h"

/* Splits a command into words like a shell, but handles quotes and backslashes only. *out is NULL-terminated
 * and owned by the pool. */
tc_status tb_compiler_arguments_split(tc_pool *pool, const char *command, const char ***out);

/* Removes the compiler, a launcher before it, and options for output, dependencies, optimisation, OpenMP,
 * run-time checks and profiles. `words` and *out are NULL-terminated. */
tc_status tb_compiler_arguments_filter(tc_pool *pool, const char *const *words, const char *file,
                                       const char *const **out);

#endif
