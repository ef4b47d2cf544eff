/* The words of a compiler's command. */
#ifndef TC_TCBLAME_COMPILER_ARGUMENTS_H
#define TC_TCBLAME_COMPILER_ARGUMENTS_H

#include "base/core/pool.h"

/* A command as a shell splits it: quotes and backslashes, nothing else. NULL behind the last word. */
tc_status tb_compiler_arguments_split(tc_pool *pool, const char *command, const char ***out);

/* Those that decide what a file says: without the compiler (and a launcher before it), and without what is
 * about output, dependencies, optimisation, OpenMP, and checks and counts at run time. Words end with NULL.
 */
tc_status tb_compiler_arguments_filter(tc_pool *pool, const char *const *words, const char *file,
                                       const char *const **out);

#endif
