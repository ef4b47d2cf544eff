/* Compiles many files to bitcode with few runs of clang 14. Starting clang takes as long as compiling a file,
 * so files with the same options share a run. bitcode.c calls this module for the files that its cache does
 * not contain. */
#ifndef TC_TCBLAME_COMPILE_BATCHES_H
#define TC_TCBLAME_COMPILE_BATCHES_H

#include "compile/compile_commands.h"

/* A file to compile. The caller sets `compilation`, and tb_compile_batches_run sets the other members. */
typedef struct tb_compiled_file {
  const tb_compilation *compilation;
  /* bitcode file, which the caller moves or removes; NULL if the source does not compile */
  const char *bitcode;
  /* paths of all files that the compiler read, NULL-terminated; relative to compilation->folder */
  const char *const *inputs;
  const char *error; /* first error of the compiler, in one line; NULL if there is none */
} tb_compiled_file;

extern const char tb_compile_batches_compiler[]; /* name of the compiler: "clang-14" */

/* Compiler options that are appended to those of each compilation; NULL-terminated. */
extern const char *const tb_compile_batches_options[];

/* Compiles `file[files]` on all cores. Creates the bitcode and temporary files in the directory `folder`,
 * whose path ends with a slash. The names of these files contain the process id, so several processes may use
 * one directory. The pool owns the strings of the results. A file that does not compile is not an error of
 * this function. Errors: TC_INTERNAL if clang cannot be started; TC_OUTPUT if a file cannot be written. */
tc_status tb_compile_batches_run(const char *folder, int files, tb_compiled_file *file, tc_pool *pool);

#endif
