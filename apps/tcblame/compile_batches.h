/* Bitcode of many files by few runs of clang 14, whose start takes as long as compiling a file: files that
 * are compiled alike go into one run. */
#ifndef TC_TCBLAME_COMPILE_BATCHES_H
#define TC_TCBLAME_COMPILE_BATCHES_H

#include "compile_commands.h"

/* A file to compile, and what came of it. */
typedef struct tb_compiled_file {
  const tb_compilation *from;
  const char *bitcode;     /* a file that is the caller's to move or remove; NULL: it does not compile */
  const char *const *read; /* all files that were read, NULL ends them; from from->folder on */
  const char *error;       /* why not: the compiler's first error, in one line; NULL */
} tb_compiled_file;

extern const char tb_compile_batches_compiler[]; /* "clang-14" */

/* What is put behind the words of each compilation. NULL ends them. */
extern const char *const tb_compile_batches_options[];

/* As many runs at a time as there are cores. folder: ends with a slash; new files go there, named after this
 * process. Texts live in the pool. Errors: TC_INTERNAL, clang cannot be started; TC_OUTPUT. */
tc_status tb_compile_batches_run(const char *folder, int files, tb_compiled_file *file, tc_pool *pool);

#endif
