/* Compilations: the directory, file and options with which each source of a program is compiled. tcblame
 * analyze calls tb_compilations_read for a build directory, or tb_compilations_name for files on the command
 * line. bitcode.c compiles the listed files. The caller frees it with tb_compilations_clear. */
#ifndef TC_TCBLAME_COMPILE_COMMANDS_H
#define TC_TCBLAME_COMPILE_COMMANDS_H

#include "base/command/option.h"
#include "base/core/pool.h"

/* Compilation of one source file: where and with which options the compiler runs. */
typedef struct tb_compilation {
  const char *folder; /* working directory of the compiler, absolute */
  const char *file;   /* path of the source file, relative to `folder` */
  /* compiler options that affect the result of the analysis, and the source file; NULL-terminated */
  const char *const *argv;
} tb_compilation;

typedef struct tb_compilations {
  /* `count`: number of compilations; `skipped`: number of files that were skipped because they are not C */
  int count, skipped;
  tb_compilation *item;
  tc_pool pool;
} tb_compilations;

/* Reads the compilations from the file compile_commands.json in the directory `folder`. Removes compiler
 * options for output, optimisation, OpenMP and run-time checks. Lists equal compilations once. Errors:
 * TC_USAGE if there is no such file; TC_INPUT with file and line if it is invalid. */
tc_status tb_compilations_read(const char *folder, tb_compilations *out);

/* Creates one compilation for each of `files`, which the user named on the command line, all with the same
 * compiler `options`. Errors: TC_USAGE if a file is not a readable C file. */
tc_status tb_compilations_name(const tc_option_texts *files, const tc_option_texts *options,
                               tb_compilations *out);

void tb_compilations_clear(tb_compilations *compilations);

#endif
