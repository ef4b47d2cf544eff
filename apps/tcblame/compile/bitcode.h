/* Bitcode: source files compiled by clang 14 without optimisation and with debug information, cached between
 * analyses. tcblame analyze (cmd_analyze.c) calls this module with the compilations of compile_commands.h.
 * tb_bitcodes_clear frees the memory of the list only; the bitcode files remain in the user's cache. */
#ifndef TC_TCBLAME_BITCODE_H
#define TC_TCBLAME_BITCODE_H

#include "base/program/log.h"
#include "blame/facts/source_file.h"
#include "compile/compile_commands.h"

/* Bitcode of one source file, or the reason why it did not compile. */
typedef struct tb_bitcode {
  const char *path;  /* path of the bitcode; NULL if the file did not compile */
  const char *error; /* first error of the compiler, in one line; NULL if there is none */
  /* hash of the compile command and of the compiler's version, which names the cache entry */
  char key[TB_SOURCE_HASH];
  char inputs[TB_SOURCE_HASH]; /* hash of the contents of all files that the compiler read */
} tb_bitcode;

typedef struct tb_bitcodes {
  /* `count`: number of source files; `compiled`: number of files that were compiled now and not found in the
   * cache; `failed`: number of files that did not compile */
  int count, compiled, failed;
  tb_bitcode *item;
  const char *compiler;        /* name and version of the compiler, such as "clang 14.0.6" */
  char inputs[TB_SOURCE_HASH]; /* hash of the inputs of all files and of the program tcblame itself */
  tc_pool pool;
} tb_bitcodes;

/* Provides the bitcode of all compilations. Uses the cached bitcode of a file if its command, the compiler
 * and all files that it includes are unchanged. Compiles the other files on all cores. The cache is in
 * XDG_CACHE_HOME, or in ~/.cache. A file that does not compile is counted in `failed` and is not an error.
 * Errors: TC_INTERNAL if there is no clang 14 or memory is exhausted; TC_OUTPUT if the cache cannot be
 * written. */
tc_status tb_bitcodes_build(const tb_compilations *compilations, const tc_log *log, tb_bitcodes *out);
void tb_bitcodes_clear(tb_bitcodes *bitcodes);

#endif
